# SPDX-License-Identifier: Apache-2.0
"""The real FreeRTOS, whose programs are built: make regress-freertos FREERTOS=DIR.

Runs the tests of the kernel in the package, on all its cores, on two harts and in supervisor mode;
with DIR those of another version, on VexRiscv. Writes what they counted into
docs/evidence/freertos.md.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / f) for f in ("tests", "tests/soc", "tests/formats")]

import kernels  # noqa: E402
import rocket  # noqa: E402

PACKAGE, PAGE = ROOT / "build/deps/freertos", ROOT / "docs/evidence/freertos.md"
HEAD = ["FreeRTOS", "core", "an event is", "tests passed", "Weir"]
CORES = {
    "ibex": ("Ibex", "one store"), "vexriscv": ("VexRiscv", "one store"),
    "serv": ("SERV", "one store"),
    "ibex hint":
    ("Ibex", "one HINT; all events also equal what the core retired, in its order")
}


def version(folder):
    text = (folder / "include/task.h").read_text()
    return re.search(r'tskKERNEL_VERSION_NUMBER\s+"(.*?)"', text)[1]


def tested(*words):
    """Runs tests: ({parameter: those that passed}, {parameter: what the tests recorded})."""
    passed, recorded = Counter(), {}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = subprocess.run([
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o",
            "junit_family=xunit1", f"--junitxml={report}", *words
        ],
                              cwd=ROOT)
        if done.returncode:
            sys.exit(done.returncode)
        for case in ElementTree.parse(report).iter("testcase"):
            if case.find("skipped") is not None:
                sys.exit(f"{case.get('name')} was skipped: the page counts all tests")
            if of := re.search(r"\[(.*)\]", case.get("name")):
                passed[of[1]] += 1
                recorded.setdefault(of[1], {}).update(
                    (p.get("name"), p.get("value")) for p in case.iter("property"))
    return passed, recorded


def rows_of(kernel, passed):
    return [[kernel, *CORES[core], f"{passed[core]} of {passed[core]}", kernels.REVISION]
            for core in CORES if passed[core]]


def versions(rows):
    """The table of versions with these rows in place of those of the same version."""
    table = next(of for _, name, of in re.findall(r"(<!-- run ([\w-]+) -->\n)((?:.+\n)*)",
                                                  PAGE.read_text()) if name == "versions")
    old = [line.strip("| ").split(" | ") for line in table.splitlines()[2:]]
    return kernels.table(HEAD, [*(row for row in old if row[0] != rows[0][0]), *rows])


def harts(seen):
    times = {"0": "never", "1": "once", "2": "twice"}
    lock = [f"{seen[f'turns {h}']} times, behind the other at most {times[seen[f'behind {h}']]}"
            for h in range(2)]
    return kernels.table(["checked", "hart 0", "hart 1"], [
        ["events and switches equal the stores at the core's own pins, value and cycle",
         *("{0} of {0}".format(seen[f"events {h}"]) for h in range(2))],
        ["switches equal the kernel's own log, taken under its locks",
         *("{0} of {0}".format(seen[f"switches {h}"]) for h in range(2))],
        ["events of tasks that move have their own task and the hart that they ran on",
         "{0} of {0}, three tasks, each on both harts".format(seen["moving"]), ""],
        ["times that a task ran on another hart than before", seen["moves"], ""],
        ["deleted tasks have their own name", "{0} of {0}".format(seen["deleted"]), ""],
        ["the driver's lock, taken by both without a pause at the same time", *lock],
        ["events lost", "0", "0"],
    ])  # yapf: disable


def supervisor():
    with tempfile.TemporaryDirectory() as folder:
        seen = rocket.supervisor(Path(folder))
    return kernels.table(["checked", ""], [[label, f"{count} of {count}{more}"]
                                           for label, count, more in [
        ("events and switches equal the stores at the core's port, id, value and order, and the "
         f"cycle within {seen['late']}", seen["events"] + seen["switches"], ""),
        ("switches equal the kernel's own log", seen["switches"], ""),
        ("handlers have the cause that the core took in supervisor mode", seen["handlers"], ""),
        ("interrupts have the PLIC's number: the lines that the program raised, and the unit",
         seen["sources"], ", three sources"),
        ("deleted tasks have their own name", seen["deleted"], ""),
    ]] + [["events lost", "0"]])  # yapf: disable


def package():
    lock = tomllib.loads((ROOT / "sim/deps/freertos/Cargo.lock").read_text())
    crate, = (p for p in lock["package"] if p["name"] == "freertos-next")
    passed, _ = tested("tests/soc/test_freertos.py")
    _, recorded = tested("tests/soc/test_smp.py", "-k", "freertos_smp")
    kernel = version(PACKAGE)
    kernels.write("freertos", {
        "of": kernels.paragraph(
            f"Weir {kernels.REVISION} and FreeRTOS {kernel} (package freertos-next "
            f"{crate['version']}, SHA-256 {crate['checksum'][:16]})."),
        "versions": versions(rows_of(f"{kernel} (package)", passed)),
        "harts": harts(recorded["freertos_smp"]),
        "supervisor": supervisor(),
    })  # yapf: disable


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("freertos", type=Path, nargs="?", help="the sources of another version")
    folder = parser.parse_args().freertos
    if not folder:
        return package()
    passed, _ = tested("tests/soc/test_freertos.py", "-k", "vexriscv")
    folder = folder.resolve()
    kernel = f"{version(folder)} ({kernels.sources_of(folder)})"
    kernels.write("freertos", {"versions": versions(rows_of(kernel, passed))})


if __name__ == "__main__":
    main()
