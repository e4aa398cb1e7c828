#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The datasheet as PDF, from pages of the site: datasheet.py SITE FILE.pdf. Chromium prints it.

It is the page of that name, and behind it those that a datasheet has as its chapters. Links between
them lead on; links to other pages are text, as a file that is passed on has no pages beside it. The
same pages give the same bytes: the date is SOURCE_DATE_EPOCH.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests/view"))
from browser import executable  # noqa: E402

DATE = re.compile(rb"(/(?:CreationDate|ModDate) \(D:)\d{14}([^)]*\))")
CHAPTERS = ("reference/datasheet", "reference/presets", "reference/signals", "reference/buses",
            "reference/registers", "explanation/microarchitecture", "evidence/area",
            "evidence/bytes", "evidence/cost", "reference/versions")
CHANGES = Path(__file__).resolve().parent.parent / "CHANGELOG.md"  # the newest version first
STYLE = """<style>
@page {
  size: A4;
  margin: 16mm 16mm 18mm;
  @bottom-left { content: "Weir datasheet, version VERSION"; font: 8pt sans-serif; color: #555 }
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #555 }
}
article { break-before: page }
article:first-of-type { break-before: auto }
h1, h2, h3, h4, p:has(+ .md-typeset__scrollwrap), p:has(+ table) { break-after: avoid }
tr, pre, img { break-inside: avoid }
.headerlink, .as-pdf { display: none }
.md-typeset a:not([href]) { color: inherit }
.md-typeset pre > code { font-size: .5rem }
.md-typeset table:not([class]) { display: table; font-size: .56rem }
thead, tbody tr:nth-child(-n+2), p:has(+ p > img) { break-after: avoid }
tbody tr:nth-last-child(-n+2) { break-before: avoid }
.md-typeset table:not(:has(tr:nth-of-type(14))) { break-inside: avoid }
</style>"""


def chapter(site, name):
    """The article of a page: its anchors begin with the page's name, as links to them do."""
    html = (site / f"{name}.html").read_text()
    article = html[html.index("<article"):html.index("</article>") + len("</article>")]
    folder = Path(name).parent

    def link(match):
        page, _, anchor = match[2].partition("#")
        to = os.path.normpath(folder / page.removesuffix(".html")) if page else name
        if re.match("https?:", match[2]):
            return match[0]
        return f'<a{match[1]} href="#{to}/{anchor}"' if to in CHAPTERS else f"<a{match[1]}"

    article = re.sub(r'\bid="([^"]+)"', rf'id="{name}/\1"', article)
    article = re.sub(r'<a\b([^>]*?) href="([^"]*)"', link, article)
    return article.replace("<article ", f'<article id="{name}/" ', 1)


def main(site, result):
    site = Path(site).resolve()
    articles = [chapter(site, name) for name in CHAPTERS]
    titles = [re.search(r"<h1[^>]*>(.*?)<a ", article)[1] for article in articles]
    contents = "".join(f'<li><a href="#{name}/">{title}</a></li>'
                       for name, title in zip(CHAPTERS[1:], titles[1:]))
    first = articles[0].index("<h2")
    articles[0] = (f"{articles[0][:first]}<h2>Contents</h2><ul>{contents}</ul>"
                   f"{articles[0][first:]}")
    version = re.search(r"^## (\S+):", CHANGES.read_text(), re.M)[1]
    title = f"Weir {version}: datasheet"
    articles[0] = articles[0].replace(titles[0], title, 1)
    own = site / f"{CHAPTERS[0]}.html"
    page = own.read_text()
    end = page.index("</head>")
    head = (re.sub("<title>.*?</title>", f"<title>{title}</title>", page[:end]) +
            STYLE.replace("VERSION", version) + page[end:page.index("<body")])
    printed = site / "reference/datasheet-print.html"
    printed.write_text(f"{head}<body>{''.join(articles)}</body></html>")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.pdf"
        done = subprocess.run([
            executable(), "--headless=new", "--no-sandbox", "--disable-gpu",
            "--no-pdf-header-footer", "--generate-pdf-document-outline",
            f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", printed.as_uri()
        ], capture_output=True, text=True, timeout=300)  # fmt: skip
        printed.unlink()
        if not out.exists():
            sys.exit(f"datasheet: {done.stderr.strip()}")
        pdf = out.read_bytes()
    when = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())))
    pdf = DATE.sub(rb"\g<1>" + time.strftime("%Y%m%d%H%M%S", when).encode() + rb"\2", pdf)
    if b"file:" in pdf:
        sys.exit("datasheet: a link leads to a file of this machine")
    Path(result).write_bytes(pdf)
    to = os.path.relpath(result, own.parent)
    if to not in page:
        own.write_text(
            page.replace("</h1>", f'</h1>\n<p class="as-pdf"><a href="{to}">As PDF</a></p>', 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
