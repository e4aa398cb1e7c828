#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The datasheet as PDF, from its page of the site: datasheet.py SITE FILE.pdf. Chromium prints it.

The same page gives the same bytes: the date is SOURCE_DATE_EPOCH. Links to other pages are text, as
a file that is passed on has no pages beside it.
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


def main(site, result):
    page = Path(site).resolve() / "reference/datasheet.html"
    printed = page.with_name("datasheet-print.html")
    html = re.sub(r'<a\b([^>]*?) href="(?!https?:|#)[^"]*"', r"<a\1", page.read_text())
    printed.write_text(re.sub(r"<nav\b.*?</nav>", "", html, flags=re.S))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.pdf"
        done = subprocess.run([
            executable(), "--headless=new", "--no-sandbox", "--disable-gpu",
            "--no-pdf-header-footer", f"--user-data-dir={folder}/profile",
            f"--print-to-pdf={out}", printed.as_uri()
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


if __name__ == "__main__":
    main(*sys.argv[1:])
