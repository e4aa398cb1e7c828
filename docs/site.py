# SPDX-License-Identifier: Apache-2.0
"""Hooks of MkDocs: what makes a site of documents that are also read as they lie in the repository.

README.md is the first page. Links to files outside of docs/ lead to a copy of the file. The list of results is made here.
"""

import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")


def title_of(path):
    return re.search(r"^# (.*)$", path.read_text(), re.M)[1]


def results():
    pages = sorted((ROOT / "docs/results").glob("*.md"))
    lines = [f"* [{title_of(p)}](results/{p.name})" for p in pages]
    return "# Results\n\nEach page is written by the command it names.\n\n" + "\n".join(lines) + "\n"


def on_files(files, config):
    readme = re.sub(r"(?<=\]\()docs/", "", (ROOT / "README.md").read_text())
    files.append(File.generated(config, "index.md", content=readme))
    files.append(File.generated(config, "results.md", content=results()))
    return files


def on_page_markdown(markdown, page, config, files):
    folder = (ROOT if page.file.src_uri == "index.md" else ROOT / "docs" / page.file.src_uri).parent

    def lead(match):
        target = match[1]
        if "://" in target:
            return target
        path = (folder / target).resolve()
        if page.file.src_uri == "index.md":
            path = ROOT / target if (ROOT / target).exists() else ROOT / "docs" / target
        if not path.is_file() or path.is_relative_to(ROOT / "docs") or not path.is_relative_to(ROOT):
            return target
        uri = f"files/{path.relative_to(ROOT)}" + ".txt"  # shown, not downloaded
        if files.get_file_from_path(uri) is None:
            files.append(File.generated(config, uri, content=path.read_bytes()))
        return "../" * page.file.src_uri.count("/") + uri

    return LINK.sub(lead, markdown)
