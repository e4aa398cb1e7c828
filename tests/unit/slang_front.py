# SPDX-License-Identifier: Apache-2.0
"""Prints slang's diagnostics of modules of the RTL, by its default rules, which are those of
commercial simulators.

    slang_front.py "TOP NAME=VALUE ..." ...
"""

import sys
from pathlib import Path

import pyslang.driver

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import FILES, INCLUDE  # noqa: E402


def report(top, *parameters):
    """Prints all diagnostics of a module with these parameters."""
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    values = " ".join(f"-G{p}" for p in parameters)
    files = " ".join(str(ROOT / f) for f in FILES)
    command = f"slang --top {top} {values} {INCLUDE} {files}"
    if driver.parseCommandLine(command) and driver.processOptions():
        driver.parseAllSources()
        driver.reportCompilation(driver.createCompilation(), True)


if __name__ == "__main__":
    for words in sys.argv[1:]:
        report(*words.split())
