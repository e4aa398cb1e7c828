# SPDX-License-Identifier: Apache-2.0
"""The documents: every link leads somewhere, the site builds without a warning, every file says its
licence.
"""

import json
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
    r"\.gitignore$|LICENSE$|Cargo\.lock$|docs/figures/|docs/evidence/release/|"
    r"tests/formats/vectors/|tests/fuzz/findings/")  # data, or written by others


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
    by_file = re.findall(r"\[[\w/-]+\.md\]\(", text) if page != "docs/questions.md" else []
    assert not by_file, f"{page}: a link has the title of its page, not its file: {by_file}"
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
    if page == "docs/evidence/shape.md":
        return  # it names files of an older revision
    text = re.sub(r"^```.*?^```", "", (ROOT / page).read_text(), flags=re.M | re.S)
    for path in PATHS.findall(text):
        assert list(
            ROOT.glob(
                re.sub(r"(?<![A-Za-z0-9])[A-Z]{3,}(?![A-Za-z0-9])", "*",
                       path).split("::")[0])), f"{page}: {path} is not there"


NAMES = re.compile(r"`(weir_[a-z0-9_]+)(?:\([^`\n]*\))?`")
GONE = {"weir_ev_enable", "weir_thread_forget"}  # of LiteX, which the unit lacks; of 0.1


@pytest.fixture(scope="module")
def words():
    """Names in all files but documents and tests."""
    code = [f for f in TRACKED if not f.endswith(".md") and not f.startswith(("docs/", "tests/"))]
    return {
        word.decode()
        for f in code for word in re.findall(rb"\bweir_\w+", (ROOT / f).read_bytes())
    }


@pytest.mark.parametrize("page", PAGES)
def test_names(page, words):
    """Functions and modules that a page names are there."""
    found = set(NAMES.findall((ROOT / page).read_text())) - GONE
    assert found <= words, f"{page}: {found - words} is not there"


def opened_from_disk(site):
    """In Chromium: pages ask for nothing outside of the site, pictures are there, no page is wider
    than the window; and the search finds.
    """
    sys.path.append(str(ROOT / "tests/view"))
    import browser
    one = browser.Browser()
    try:
        for file in (site / name for name in ("index.html", "explanation/theory.html",
                                              "explanation/comparison.html", "reference/fxt.html")):
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
                        "/(theory|driver-api|stream).html/.test(e.href))"):
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
    navigation = (ROOT / "mkdocs.yml").read_text()
    for page in PAGES:  # all are there, and the first is README.md
        if page.startswith("docs/"):
            name = page.removeprefix("docs/")
            assert (tmp_path / name).with_suffix(".html").exists() and name in navigation, page
    command = (tmp_path / "reference/command.html").read_text()
    assert "--threshold" in command or not (ROOT / "build/weir").exists()
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


# ---- what readers are promised

READ = [f for f in PAGES if re.match(r"README\.md$|docs/", f)]
RESULTS = [f for f in READ if re.match(r"docs/evidence/(?!plan|verification)", f)]


@pytest.mark.parametrize("page", READ)
def test_a_page_says_for_whom_it_is(page):
    """The first lines below the title: for whom, and what it answers."""
    text = (ROOT / page).read_text()
    below = re.search(r"^# .*\n\n((?:.+\n)+)", text, re.M)[1].replace("\n", " ")
    assert re.match(r"\*For .+\. It answers[ :,].+\.\* $", below), below


def test_five_questions_of_each_page():
    text = (ROOT / "docs/questions.md").read_text()
    rows = dict(re.findall(r"^\| [`\[]([\w./-]+)[`\]].*? \| (.*) \|$", text, re.M))
    here = {page.removeprefix("docs/") for page in READ if page not in RESULTS} - {"questions.md"}
    made = {
        "reference/driver-api.md", "reference/library-api.md", "reference/command.md",
        "evidence/NAME.md"
    }
    assert set(rows) == here | made
    for page, questions in rows.items():
        asked = re.split(r"(?:^| )\d\. ", questions)[1:]
        assert len(asked) == 5 and all("?" in each for each in asked), page


@pytest.mark.parametrize("page", RESULTS)
def test_results_say_how_to_repeat_them(page):
    assert re.search(r"`make [\w-]+|`sim/bench/seeds\.py", (ROOT / page).read_text())


def test_the_first_program_compiles(tmp_path):
    """The ten lines of C in README.md."""
    body = re.search(r"```c\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]
    assert len(body.split("\n")) <= 12
    (tmp_path / "first.c").write_text(
        f"#include <stddef.h>\nint uart_send(const void *, size_t);\n{body}")
    subprocess.run([
        "gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'driver/include'}",
        "-DWEIR_LOCK()=0u", "-DWEIR_UNLOCK(before)=((void)(before))", "-DWEIR_CLOCK()=0u",
        "-fsyntax-only", tmp_path / "first.c"
    ],
                   check=True)


def test_the_reference_of_the_driver_has_every_function():
    sys.path.append(str(ROOT / "docs"))
    import driver_api
    page = driver_api.page()
    headers = "".join((ROOT / "driver/include" / name).read_text()
                      for name in ("weir.h", "weir_more.h"))
    declared = set(
        re.findall(r"^(?:WEIR_MUST_CHECK )?(?:int|void|const char \*|uint32_t|WEIR_INLINE \w+) ?"
                   r"\*?(weir_\w+)\(", headers, re.M))
    assert len(declared) > 40 and declared <= set(re.findall(r"^#### (\w+)$", page, re.M))
    of_init = re.search(r"#### weir_init\n(.*?)\n#### ", page, re.S)[1]
    assert "int weir_init(struct weir *w, const struct weir_config *config);" in of_init
    assert "EVERSION" in of_init
    for text in page, driver_api.page(driver_api.LIBRARY):
        titles = re.findall(r"^#### (\w+)$", text, re.M)
        assert "*/\n" not in re.sub(r"^```c\n.*?^```", "", text, flags=re.M | re.S)
        assert not re.findall(r"^#### \w+\n\n+(?=#)", text, re.M)  # nothing below its title
        assert len(set(titles) - {"Constants"}) == len([t for t in titles if t != "Constants"])


# ---- prose

# proselint's checks of typography are for print, those of dates and of chat see addresses and the
# names of buses. docs/evidence and the tables of the verification page are made by programs.
UNUSED = ("typography", "dates_times", "industrial_language", "restricted", "lexical_illusions")
ACCEPTED = re.compile(r"'for free'")  # waits for free space
REPEATED = re.compile(r"\b((?!bytes|members)[a-z]{2,}) \1\b")  # but a field of flux and its type


def prose_of(text):
    """The text without code, at the same lines."""
    blank = lambda m: re.sub(r"[^\n]", "", m[0])  # noqa: E731
    text = re.sub(r"^( *)```.*?^ *```$", blank, text, flags=re.M | re.S)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.S)
    text = re.sub(r"`[^`\n]*`", "X", text)
    return re.sub(r"\]\([^)\n]*\)", "]", text).replace("|", " . ")


def lint(texts, folder):
    """proselint's findings: [(name, line, message)]."""
    tool = ROOT / "build/flows/bin/proselint"
    dumped = subprocess.run([tool, "dump-config"], capture_output=True, check=True)
    config = json.loads(dumped.stdout)
    config["checks"].update(dict.fromkeys(UNUSED, False))
    (folder / "proselint.json").write_text(json.dumps(config))
    files = {}
    for number, (name, text) in enumerate(texts.items()):
        (folder / f"{number}.txt").write_text(prose_of(text))
        files[str(folder / f"{number}.txt")] = name
    done = subprocess.run([tool, "check", "--config", folder / "proselint.json", *files],
                          capture_output=True,
                          text=True)
    found = [(files[file], line, message)
             for file, line, message in re.findall(r"^(\S+?):(\d+):\d+: (.*)$", done.stdout, re.M)
             if not ACCEPTED.search(message)]
    for name, text in texts.items():
        for number, line in enumerate(prose_of(text).split("\n"), 1):
            found += [(name, str(number), f"'{m[0]}'") for m in REPEATED.finditer(line)]
    return found


def test_prose(tmp_path):
    """proselint, a linter of the field, has nothing to say; test_words.py has our own list."""
    pages = [f for f in PAGES if not f.startswith(("docs/evidence/", "docs/reference/registers"))]
    found = lint({f: (ROOT / f).read_text() for f in pages}, tmp_path)
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("text", ["This is a very good page.", "It drops the the event."])
def test_bad_prose_is_found(text, tmp_path):
    assert lint({"x.md": f"# Title\n\n{text}\n"}, tmp_path)


# ---- licences


@pytest.mark.parametrize("folder", sorted({f.split("/")[0] for f in TRACKED}))
def test_licence(folder):
    for file in TRACKED:
        if file.split("/")[0] == folder and not WITHOUT.search(file):
            assert b"SPDX-License-Identifier: Apache-2.0" in (ROOT / file).read_bytes()[:1000], file
