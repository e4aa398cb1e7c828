# SPDX-License-Identifier: Apache-2.0
"""What the campaigns on real kernels share: checks, and what they write into docs/evidence."""

import hashlib
import re
import subprocess
import textwrap
from pathlib import Path

from soc import ROOT, of_revision

REVISION = of_revision()  # before a campaign takes its time
MARK = re.compile(r"(<!-- run ([\w-]+) -->\n)(?:.+\n)*")


class Checks:
    """What a campaign checks, by run: check(good, text). A page shows the numbers of the texts."""
    def __init__(self):
        self.problems, self.said, self.now = [], {}, None

    def begin(self, run, title):
        print(title, flush=True)
        self.now = self.said.setdefault(run, [])

    def __call__(self, good, what):
        print(f"  {'ok  ' if good else 'FAIL'} {what}", flush=True)
        self.now.append(what)
        if not good:
            self.problems.append(what)

    def cell(self, run, pattern, form="{0} of {0}"):
        """The numbers of the first text of this run that has the pattern, or nothing."""
        found = next(filter(None, (re.search(pattern, what) for what in self.said[run])), None)
        return form.format(*found.groups()) if found else ""

    def table(self, runs, rows):
        """{run: title of its column}; (label, pattern, form of its cell)."""
        return table(["checked", *runs.values()], [[label, *(self.cell(run, *how) for run in runs)]
                                                   for label, *how in rows])


def table(head, rows):
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def paragraph(text):
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) + "\n"


def sources_of(folder):
    """Which sources a folder has: commit, tag and date of a clone, and what lies beside them;
    the hash of all files if it is none.
    """
    def git(*words):
        done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True)
        return "" if done.returncode else done.stdout.rstrip("\n")

    if Path(git("rev-parse", "--show-toplevel") or "/") != folder.resolve():
        files = sorted(f for f in folder.rglob("*") if f.is_file())
        lines = (f"{hashlib.sha256(f.read_bytes()).hexdigest()}  {f.relative_to(folder)}\n"
                 for f in files)
        of_all = hashlib.sha256("".join(lines).encode()).hexdigest()
        return f"no clone, SHA-256 of {len(files)} files {of_all[:16]}"
    commit, date = git("log", "-1", "--format=%H %cs").split()
    tag = git("describe", "--tags", "--exact-match")
    status = git("status", "--porcelain", "--ignored=matching").splitlines()
    changed = [line[3:] for line in status if line[:2] not in ("!!", "??")]
    added = [line[3:].rstrip("/") for line in status
             if line[:2] in ("!!", "??") and "__pycache__" not in line]
    return (f"{tag and f'tag {tag}, '}commit {commit[:12]} of {date}" +
            (f", changed: {', '.join(changed)}" if changed else "") +
            (f", added: {', '.join(added)}" if added else ""))


def write(page, parts):
    """Puts {NAME: text} below the marks <!-- run NAME --> of a page, up to the next empty line."""
    path = ROOT / f"docs/evidence/{page}.md"
    text = path.read_text()
    assert parts.keys() <= {name for _, name in MARK.findall(text)}
    path.write_text(
        MARK.sub(lambda mark: mark[1] + parts[mark[2]] if mark[2] in parts else mark[0], text))
    print(f"wrote {path.relative_to(ROOT)}")
