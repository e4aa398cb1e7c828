#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Line and branch coverage of the C of driver and codecs, by the tests that make test runs on the
host.

    coverage.py [--table FILE] [--missing FILE] [--report]

clang builds the programs of coverage.toml once more, with counters (build/coverage-c); the tests
run with them. A point (a line, or one way out of a condition) counts once for all programs that
have it, however they were configured, and is covered if one of them met it. What coverage.toml
excludes, with its reason, is counted apart. Fails where driver or a codec has less than
coverage.toml asks for. --report counts what ran before.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import farm
from farm import ROOT

HERE = Path(__file__).resolve().parent
PLAN = tomllib.loads((HERE / "coverage.toml").read_text())
OUT = ROOT / "build/coverage-c"
FUZZ_RUNS = 10_000  # executions of each fuzzer
COUNTERS = "-O1 -g -fprofile-instr-generate -fcoverage-mapping"


def measure():
    """Builds, and runs the tests."""
    folder = farm.tree(OUT.name)
    print("building", flush=True)
    farm.make(folder, PLAN["programs"], f"clang {COUNTERS}", f"clang {COUNTERS} -std=c11")
    for name, same in PLAN["same"].items():  # sanitizers or none: here it is one program
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to((folder / same).resolve())
    raw = folder / "raw"
    raw.mkdir(exist_ok=True)
    for left in raw.iterdir():
        left.unlink()
    for nodes in PLAN["tests"]:
        passed = farm.run_tests(
            folder, nodes.split(maxsplit=2),
            farm.environment(folder, LLVM_PROFILE_FILE=f"{raw}/%m.profraw",
                             WEIR_FUZZ_RUNS=str(FUZZ_RUNS)),
            folder / "tests.log")
        print(f"{nodes}: {passed} tests", flush=True)
    subprocess.run(
        ["llvm-profdata", "merge", "-sparse", *raw.iterdir(), "-o", folder / "all.profdata"],
        check=True)


def points():
    """{(file, line): count of the line}, {(file, line, column, end, way): count of the way out}"""
    lines, ways = collections.Counter(), collections.Counter()
    for name in PLAN["programs"]:
        export = lambda form: subprocess.run([
            "llvm-cov", "export", f"-format={form}", f"-instr-profile={OUT}/all.profdata", OUT /
            name
        ],
                                             check=True,
                                             capture_output=True,
                                             text=True).stdout
        file = None
        for line in export("lcov").splitlines():
            if line.startswith("SF:"):
                file = ours(line[3:])
            elif file and line.startswith("DA:"):
                number, count = map(int, line[3:].split(","))
                lines[file, number] += count
        for one in json.loads(export("text"))["data"][0]["files"]:
            file = ours(one["filename"])
            for line, column, _, end, true, false, *_ in one["branches"] if file else ():
                ways[file, line, column, end, "true"] += true
                ways[file, line, column, end, "false"] += false
    return lines, ways


def ours(path):
    """The name of a file of the plan's groups, else None."""
    name = str(Path(path)).removeprefix(f"{OUT}/")
    return name if any(re.fullmatch(pattern, name) for pattern in PLAN["groups"].values()) else None


def not_measured():
    """{folder: lines of its C that is in no group of the plan}, without tools."""
    count = collections.Counter()
    for path in [*ROOT.glob("driver/**/*.[ch]"), *ROOT.glob("sw/**/*.[ch]")]:
        name = path.relative_to(ROOT)
        if not ours(name) and "tools" not in name.parts:
            folder = name.parent.parts[:3 if name.parts[1] == "lib" else 2]
            count["/".join(folder)] += len(path.read_text().splitlines())
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results into this file")
    parser.add_argument("--missing",
                        metavar="FILE",
                        help="print what is not covered in the files whose name has this in it")
    parser.add_argument("--report", action="store_true", help="count what ran before")
    options = parser.parse_args()
    if not options.report:
        measure()
    lines, ways = points()
    text = {file: (ROOT / file).read_text().splitlines() for file, _ in lines}
    rows = collections.defaultdict(
        lambda: {"line": [0, 0, 0], "branch": [0, 0, 0]})  # covered, points, excluded
    used = set()
    for kind, found in (("line", lines), ("branch", ways)):
        for point, count in sorted(found.items()):
            file, number = point[:2]
            line = text[file][number - 1]
            entry = None if count else next(
                (n for n, e in enumerate(PLAN.get("excluded", []))
                 if kind in e.get("kinds", ["line", "branch"]) and re.fullmatch(e["files"], file)
                 and line.strip() in e["lines"]), None)
            used.add(entry)
            row = rows[file][kind]
            row[0] += count > 0
            row[1] += entry is None
            row[2] += entry is not None
            if options.missing and options.missing in file and not count and entry is None:
                part = line[point[2] - 1:point[3] - 1] if kind == "branch" else ""
                where = f" {point[4]} of `{part}`" if part else ""
                print(f"{file}:{number}: {kind}{where}\n    {line.strip()}")
    share = lambda r: f"{100 * r[0] / r[1]:.1f} %" if r[1] else "-"
    page, bad = [], []
    for group, pattern in PLAN["groups"].items():
        files = [f for f in sorted(rows) if re.fullmatch(pattern, f)]
        total = {
            kind: [sum(rows[f][kind][n] for f in files) for n in range(3)]
            for kind in ("line", "branch")
        }
        cells = lambda r: (f"{share(r['line'])} of {r['line'][1]} | {share(r['branch'])} of "
                           f"{r['branch'][1]} | {r['line'][2] + r['branch'][2]}")
        page += [
            f"| **{group}** | {cells(total)} |",
            *(f"| `{f}` | {cells(rows[f])} |" for f in files if rows[f]["line"][1])
        ]
        bad += [
            f"{group}: {kind} {share(r)}, {PLAN['least']} % is asked for"
            for kind, r in total.items() if 100 * r[0] < PLAN["least"] * r[1]
        ]
    table = "\n".join(["| file | line | branch | excluded |", "|---|--:|--:|--:|", *page])
    print(table)
    bad += [
        f"coverage.toml: nothing that is not covered fits: {e['lines']}"
        for n, e in enumerate(PLAN.get("excluded", [])) if n not in used
    ]
    if options.table:
        excluded = "\nExcluded, and why (`tests/c/coverage.toml`):\n\n"
        excluded += "| file | lines | reason |\n|---|---|---|\n" + "\n".join(
            f"| `{e['files']}` | {' '.join(code(line) for line in e['lines'])} | {e['why']} |"
            for e in PLAN.get("excluded", [])) + "\n"
        excluded = excluded if PLAN.get("excluded") else ""
        options.table.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# Coverage of the C

*For verification engineers. It answers: which lines and branches of the C the tests have run.*

Lines and branches of the driver and of the libraries of the formats, by the tests on the host:
clang's source-based coverage of the programs that `make test` runs, by its own tests
({', '.join(f"`{t.split()[0]}`" for t in PLAN['tests'])}). A branch is one way out of one condition,
a part of `&&` or `||` being one of its own. A point counts once for all programs, however they were
configured, and is covered if one of them met it. `make coverage-c` wrote this page; `make regress`
fails below {PLAN['least']} %.

What the fuzzers run counts, too: up to {FUZZ_RUNS:,} executions of each, which begin with the same
seed each time, and the inputs that are stored. A point that only they have met is run without an
error of theirs; no test says what it must give.

{table}

Not measured here, in lines of C with comments and without `tools`. Tests of the command and the
libraries run this code, but nobody counts what they cover; what runs on cores alone (`driver/rtos`,
`driver/apps`) no test on the host runs.

| folder | lines |
|---|--:|
{chr(10).join(f"| `{f}` | {n:,} |" for f, n in sorted(not_measured().items()))}
{excluded}""")
    print("\n".join(bad), file=sys.stderr)
    return 1 if bad else 0


def code(text):
    return f"`{text}`".replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
