#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The references of the driver and of libweir as pages: declarations as Doxygen parses them, with
the comments of the headers, which are the manual. site.py puts them into the site; alone, this
prints the page of the driver, or of libweir (argument: library).
"""

import re
import subprocess
import sys
import tempfile
import textwrap
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DRIVER = ("driver/include",
          ["weir.h", "weir_more.h", "weir_hooks.h", "weir_log.h", "weir_crash.h", "weir_names.h"],
          """# Driver API

*For firmware engineers. It answers: what each function, type and macro of the driver does.*

Made from the headers in `driver/include`, which are the manual. Start with [the
driver](../guides/driver.md).""")
LIBRARY = ("sw/include/weir", ["trace.h", "columns.h"], """# Library API

*For programmers of tools. It answers: what each function and type of libweir does.*

Made from the headers in `sw/include/weir`, which are the manual. Start with [the
library](../guides/library.md).""")
SECTION = re.compile(r"^/\* ---- (.*?)(?:[.:]\s|\s*\*/|\n)", re.M)
DOXYFILE = """
INPUT = {inputs}
OUTPUT_DIRECTORY = {out}
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
EXTRACT_ALL = YES
EXTRACT_STATIC = YES
OPTIMIZE_OUTPUT_FOR_C = YES
ENABLE_PREPROCESSING = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = WEIR_MUST_CHECK= "WEIR_INLINE=static inline" WEIR_TRACE_API= __GNUC__ __attribute__(x)=
QUIET = YES
WARNINGS = NO
"""


def parsed(folder_of, headers):
    """{header: [(line, kind, name, declaration)]} of functions, types and macros."""
    found = {name: [] for name in headers}
    with tempfile.TemporaryDirectory() as folder:
        inputs = " ".join(str(ROOT / folder_of / name) for name in headers)
        subprocess.run(["doxygen", "-"],
                       input=DOXYFILE.format(inputs=inputs, out=folder),
                       text=True,
                       check=True,
                       capture_output=True)
        for file in (Path(folder) / "xml").glob("*.xml"):
            root = ET.parse(file).getroot()
            for member in root.iter("memberdef"):
                if member.get("kind") not in ("function", "define", "typedef", "enum"):
                    continue
                if (member.get("static") == "yes" and member.find("name").text.endswith("_")):
                    continue
                at = member.find("location")
                header = Path(at.get("file")).name
                name = member.find("name").text or ""
                arguments = member.find("argsstring")
                declaration = "".join(member.find("type").itertext()) if member.find(
                    "type") is not None else ""
                after = arguments.text or "" if arguments is not None else ""
                text = re.sub(r"\* (?=\w+\()", "*", f"{declaration} {name}{after}")
                if header in found:
                    found[header].append(
                        (int(at.get("line")), member.get("kind"), name, text.strip()))
            for struct in root.iter("compounddef"):
                if struct.get("kind") == "struct":
                    at = struct.find("location")
                    if Path(at.get("file")).name in found:
                        found[Path(at.get("file")).name].append(
                            (int(at.get("line")), "struct", struct.find("compoundname").text, ""))
    return {header: sorted(set(members)) for header, members in found.items()}


def comment_above(lines, line):
    """The comment that ends in the line above a declaration (1-based), as text."""
    end = line - 2
    if end < 0 or not lines[end].rstrip().endswith("*/"):
        return ""
    start = end
    while start > 0 and not lines[start].lstrip().startswith("/*"):
        start -= 1
    text = "\n".join(lines[start:end + 1]).strip().removeprefix("/*").removesuffix("*/")
    return re.sub(r"(?m)^ ?\* ?", "", text).strip()


def prose(text):
    """A comment as Markdown: columns stay as they are, other text flows."""
    out = []
    for paragraph in text.split("\n\n"):
        if re.search(r"(?m)^ {2,}\S|\S {3,}\S", paragraph):
            out.append("```\n" + paragraph + "\n```")
        else:
            flowing = " ".join(paragraph.split())
            pieces = re.split(r"(`[^`]*`)", flowing)
            for i in range(0, len(pieces), 2):  # between pieces of code
                pieces[i] = re.sub(r"[\\*<>\[\]]", lambda m: "\\" + m[0], pieces[i])
                pieces[i] = re.sub(r"\b((?:weir|WEIR)_\w+(?:\.h)?)\b", r"`\1`", pieces[i])
            out.append("".join(pieces))
    return "\n\n".join(out)


def body_of(lines, line):
    """The declaration of a struct or an enum, from this line to its end."""
    end = line - 1
    while end < len(lines) and not re.search(r"\}[^{]*;", lines[end]):
        end += 1
    return "\n".join(lines[line - 1:end + 1])


def broken(declaration):
    """In lines of 100 columns, each but the last to a comma."""
    under = " " * (declaration.find("(") + 1 or 4)
    joined = re.sub("(?<!,) ", "\xa0", declaration)
    return textwrap.fill(joined, 100, subsequent_indent=under,
                         break_long_words=False).replace("\xa0", " ")


def page(what=DRIVER):
    folder, headers, head = what
    out = head.split("\n")
    for header, members in parsed(folder, headers).items():
        text = (ROOT / folder / header).read_text()
        lines = text.split("\n")
        sections = [(text[:m.start()].count("\n") + 1, m[1].strip())
                    for m in SECTION.finditer(text)]
        out += ["", f"## {header}"]
        intro = re.search(r"\*/\n/\* (.*?)\*/", text, re.S)
        out += ["", prose(re.sub(r"(?m)^ ?\* ?", "", intro[1]).strip())] if intro else []
        shown = set()
        for line, kind, name, declaration in members:
            while sections and sections[0][0] < line:
                section = sections.pop(0)[1]
                out += ["", f"### {section[0].upper()}{section[1:]}"]
            about = comment_above(lines, line)
            name = "" if name.startswith("@") else name
            if name in shown - {""} or name.endswith("_H") or name == "WEIR_INLINE":
                continue
            if kind == "define" and not about:
                continue
            if kind == "typedef" and name.removesuffix("_t") in shown:
                continue  # the struct or enum above declares it
            shown.add(name)
            out += ["", f"#### {name or 'Constants'}", ""]
            if kind in ("struct", "enum"):
                out += ["```c", body_of(lines, line), "```"]
            elif kind in ("function", "typedef"):
                of_type = "typedef " if kind == "typedef" else ""
                out += ["```c", broken(f"{of_type}{declaration};"), "```"]
            elif kind == "define":
                out += ["```c", lines[line - 1].strip(), "```"]
            if about and not SECTION.match("/* " + about):
                out += ["", prose(about)]
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    print(page(LIBRARY if sys.argv[1:] == ["library"] else DRIVER), end="")
