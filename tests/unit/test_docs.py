# SPDX-License-Identifier: Apache-2.0
"""The documents: every link leads somewhere, the site builds without a warning, every file says its
licence.
"""

import os
import re
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TRACKED = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"],
                         check=True,
                         capture_output=True,
                         text=True).stdout.split("\0")[:-1]
PAGES = [f for f in TRACKED if f.endswith(".md")]
WITHOUT = re.compile(
    r"\.gitignore$|LICENSE$|Cargo\.lock$|docs/figures/|tests/formats/vectors/|tests/fuzz/findings/"
)  # data, or written by others


def anchors(path):
    """As GitHub makes them from headings, and those in the text."""
    found, text = set(), re.sub(r"^```.*?^```", "", path.read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
        plain = "".join(
            c for c in plain if c in " -_" or unicodedata.category(c)[0] in "LN").replace(" ", "-")
        number = sum(
            a == plain or re.fullmatch(re.escape(plain) + r"-\d+", a) is not None for a in found)
        found.add(plain if not number else f"{plain}-{number}")
    return found | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


@pytest.mark.parametrize("page", PAGES)
def test_links(page):
    text = re.sub(r"^```.*?^```|`[^`\n]*`", "", (ROOT / page).read_text(), flags=re.M | re.S)
    for target, anchor in re.findall(r"\]\(([^)\s#]*)#?([^)\s]*)\)", text):
        if "://" in target or target.startswith("mailto:"):
            continue
        path = (ROOT / page).parent / target if target else ROOT / page
        assert path.resolve().is_relative_to(
            ROOT) and path.exists(), f"{page}: {target} does not exist"
        if anchor and path.suffix == ".md":
            assert anchor in anchors(path), f"{page}: no heading #{anchor} in {target or page}"


PATHS = re.compile(r"`((?:rtl|sim|sw|driver|fpga|constraints|tests|docs)/[^`\s]*[^`\s:;,])`")


@pytest.mark.parametrize("page", PAGES)
def test_paths(page):
    """Files and folders of the repository that a page names are there; NAME, BUS, BOARD and the
    like stand for any.
    """
    if page == "docs/results/shape.md":
        return  # it names files of an older revision
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)
    for path in PATHS.findall(text):
        assert list(
            ROOT.glob(
                re.sub(r"(?<![A-Za-z0-9])[A-Z]{3,}(?![A-Za-z0-9])", "*",
                       path).split("::")[0])), f"{page}: {path} is not there"


def opened_from_disk(site):
    """In Chromium: pages ask for nothing outside of the site, pictures are there, no page is wider
    than the window; and the search finds.
    """
    sys.path.append(str(ROOT / "tests/view"))
    import browser
    one = browser.Browser()
    try:
        for file in (site / name for name in ("index.html", "theory.html", "comparison.html",
                                              "formats/fxt.html")):
            page = browser.Page(one, 1280, 800)
            page.open(file, ready=None)
            assert page.run("[...document.images].every((i) => i.complete && i.naturalWidth)"), file
            assert page.run("document.documentElement.scrollWidth") <= 1280, file
            if file.name == "index.html":
                page.run("document.querySelector('.md-search__input').focus()")
                page.type("THREAD_SWITCH")
                end = time.monotonic() + 30
                while not page.run(
                        "[...document.querySelectorAll('.md-search-result__link')].some((e) => "
                        "e.href.includes('theory.html'))"):
                    assert time.monotonic() < end, "the search finds nothing"
                    time.sleep(0.1)
            asked = [
                p for p in page.problems()
                if not p.startswith(("request of file:", "request of data:"))
            ]
            assert not asked, (file, asked)
            page.close()
    finally:
        one.close()


def test_site(tmp_path):
    done = subprocess.run([
        ROOT / "build/flows/bin/mkdocs", "-q", "build", "--strict", "--config-file",
        ROOT / "mkdocs.yml", "--site-dir", tmp_path
    ],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT,
                          text=True,
                          env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    assert done.returncode == 0 and not done.stdout, done.stdout
    for page in PAGES:  # all are there, and the first is README.md
        if page.startswith("docs/"):
            assert (tmp_path / page.removeprefix("docs/")).with_suffix(".html").exists(), page
    assert "make demo" in (tmp_path / "index.html").read_text() and 'href="contributing.html"' in (
        tmp_path / "index.html").read_text()
    opened_from_disk(tmp_path)
    fetched = [
        f"{p.name}: {url}" for p in tmp_path.rglob("*.html")
        for url in re.findall(r'(?:src|href)="(https?://[^"]+)"', p.read_text())
        if re.search(r"\.(js|css|woff2?|png|svg)$", url)
    ]
    assert not fetched
    assert not [p.name
                for p in tmp_path.rglob("*.html") if "```" in p.read_text()]  # a block that is none


@pytest.mark.parametrize("folder", sorted({f.split("/")[0] for f in TRACKED}))
def test_licence(folder):
    for file in TRACKED:
        if file.split("/")[0] == folder and not WITHOUT.search(file):
            assert b"SPDX-License-Identifier: Apache-2.0" in (ROOT / file).read_bytes()[:1000], file
