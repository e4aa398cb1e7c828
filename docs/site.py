# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs: they make a site of the documents in the repository.

README.md is the first page; the other documents at the root are pages, too. Links to files outside
docs/ lead to a copy of the file. The list of results is made here.
"""

import re
import subprocess
import sys
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "docs"))
import driver_api  # noqa: E402

AT_ROOT = {
    "index.md": "README.md", "changes.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md",
    "security.md": "SECURITY.md"
}
VIEWER = ROOT / "build/view/viewer.html"  # of `make viewer`
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")
TABLE = re.compile(r"^(\|.*\n)(?:\| *-+ *)+\|\n((?:\|.*(?:\n|\Z))+)", re.M)
NUMBER = re.compile(r"[*]*[+-]?\d[\d,.]*(?: (?:%|\([\d.]+\)))?[*]*")


def flush_right(table):
    """A table, with its columns of numbers flush right."""
    head, body = table.groups()
    head_cells, *rows = [re.split(r"(?<!\\)\|", row)[1:-1] for row in (head + body).splitlines()]

    def rule(n):
        cells = [row[n].strip() for row in rows if n < len(row)]
        said = [cell for cell in cells if cell not in ("", "-", "—")]
        numbers = sum(NUMBER.fullmatch(cell) is not None for cell in said)
        return "---:" if n and said and numbers >= 0.75 * len(said) else "---"

    return f"{head}|{'|'.join(map(rule, range(len(head_cells))))}|\n{body}"


def title_of(path):
    return re.search(r"^# (.*)$", path.read_text(), re.M)[1]


def answer_of(path):
    """The question that its second paragraph names."""
    return " ".join(re.search(r"It\s+answers:\s+(.*?)\.?\*\n", path.read_text(), re.S)[1].split())


def results():
    pages = sorted(
        p for p in (ROOT / "docs/evidence").glob("*.md") if p.stem not in ("plan", "verification"))
    lines = [f"| [{title_of(p)}]({p.name}) | {answer_of(p)} |" for p in pages]
    return ("# Results\n\nEach page is written by the command it names.\n\n| page | it answers |\n"
            "|---|---|\n" + "\n".join(lines) + "\n")


COMMAND = """# The command: all options

*For everybody with a trace. It answers: what each command of `weir` takes, option by option.*

Printed by `weir help`. [The guide](../guides/weir-command.md) has the tasks, the rules and the
terms.
"""


def command():
    """The reference of the command: what it says of itself."""
    weir = ROOT / "build/weir"  # of `make weir`
    if not weir.exists():
        return COMMAND + "\nThis site was made without the command.\n"
    helped = lambda *of: subprocess.run(  # noqa: E731
        [weir, "help", *of], check=True, capture_output=True, text=True).stdout
    whole = helped()
    names = re.findall(r"^  (\w+) {2,}\S", whole[whole.index("Commands:"):], re.M)
    pages = [("weir", whole), *((f"weir {name}", helped(name)) for name in names)]
    return COMMAND + "".join(f"\n## {title}\n\n```\n{text.strip()}\n```\n"
                             for title, text in pages)


def on_files(files, config):
    for uri, name in AT_ROOT.items():
        files.append(File.generated(config, uri, content=(ROOT / name).read_text()))
    files.append(File.generated(config, "evidence/results.md", content=results()))
    files.append(File.generated(config, "reference/driver-api.md", content=driver_api.page()))
    files.append(
        File.generated(config, "reference/library-api.md",
                       content=driver_api.page(driver_api.LIBRARY)))
    files.append(File.generated(config, "reference/command.md", content=command()))
    if VIEWER.exists():
        files.append(File.generated(config, "viewer.html", content=VIEWER.read_bytes()))
    return files


def on_page_markdown(markdown, page, config, files):
    here = page.file.src_uri
    markdown = re.sub(r"\A(?:<!--.*?-->\n)+", "", markdown, flags=re.S)  # the title comes first
    folder = ROOT if here in AT_ROOT else (ROOT / "docs" / here).parent

    def lead(match):
        target = match[1]
        path = (folder / target).resolve()
        if "://" in target or not path.exists() or not path.is_relative_to(ROOT):
            return target
        if path.is_relative_to(ROOT / "docs"):
            uri = str(path.relative_to(ROOT / "docs"))
            uri += "/results.md" * path.is_dir()  # docs/evidence: its list
        elif path.name in AT_ROOT.values() and path.parent == ROOT:
            uri = next(page for page, name in AT_ROOT.items() if name == path.name)
        else:
            uri = f"files/{path.relative_to(ROOT)}.txt"  # shown, not downloaded
            if files.get_file_from_path(uri) is None:
                files.append(File.generated(config, uri, content=path.read_bytes()))
        return "../" * here.count("/") + uri

    markdown = TABLE.sub(flush_right, LINK.sub(lead, markdown))
    if here == "guides/view.md" and VIEWER.exists():
        markdown = markdown.replace("`build/view/viewer.html`",
                                    "<a href=\"../viewer.html\">viewer.html</a>, also here,")
    return markdown
