# SPDX-License-Identifier: Apache-2.0
"""FXT: puts the worked examples of docs/reference/fxt.md in place, from the vectors that the tests
check.

    fxt_spec.py docs/reference/fxt.md VECTORS_DIRECTORY [--check]

Between "<!-- begin NAME ... -->" and "<!-- end -->" stand the bytes of these vectors, with their
offset in the one stream that they make, their meaning, and what the reader makes of them. --check:
fails if the page is not up to date.
"""

import re
import sys
import textwrap
from pathlib import Path


def folded(line, indent):
    """A line of the page in lines that the site shows whole."""
    return textwrap.wrap(line, 104, subsequent_indent=" " * indent, replace_whitespace=False,
                         break_long_words=False, break_on_hyphens=False)


def blocks(path):
    """Name -> lines of the example."""
    found, offset = {}, 0
    for block in re.split(r"^\[", path.read_text(), flags=re.M)[1:]:
        name = block.split("]")[0]
        lines = []
        for line in block.splitlines():
            if match := re.fullmatch(r'((?:[0-9a-f]{2} ){8})([|"])(.*)', line):
                data, kind, meaning = match.groups()
                text = "".join(
                    c if " " <= c <= "~" else "." for c in bytes.fromhex(data).decode("latin-1"))
                shown = f'"{text}"{meaning}' if kind == '"' else meaning.removeprefix(" ")
                lines += folded(f"{offset:06x}  {data} {shown}", 35)
                offset += 8
            elif line.startswith("= "):
                lines += folded(f"        {line}", 10)
        found[name] = lines
    return found


def main():
    page, vectors = Path(sys.argv[1]), Path(sys.argv[2])
    examples = blocks(vectors / "kinds.txt")
    used = set()

    def example(match):
        names = match[1].split()
        used.update(names)
        return f"<!-- begin {match[1]} -->\n```\n" + "\n".join(
            "\n".join(examples[n]) for n in names) + "\n```\n<!-- end -->"

    text = page.read_text()
    new = re.sub(r"<!-- begin (.*?) -->\n.*?<!-- end -->", example, text, flags=re.S)
    missing = set(examples) - used
    if missing:
        sys.exit(f"{page}: no example of {', '.join(sorted(missing))}")
    if "--check" in sys.argv and new != text:
        sys.exit(f"{page} is not up to date; run: make docs-fxt")
    page.write_text(new)


main()
