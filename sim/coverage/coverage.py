#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Line, branch and toggle coverage of the RTL, by the random streams and the directed tests.

    coverage.py [--table FILE] [--missing MODULE] [SET ...]

A point (a line, a branch, a bit that moves) counts once for all parameter sets and instances, and is covered if one of them
met it. What coverage.toml excludes, with its reason, is counted apart. A set whose bench and runs are there already is not run again.
"""

import argparse
import collections
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "netlist"))
import unit  # noqa: E402
from unit import ROOT  # noqa: E402

OUT = ROOT / "build/coverage"
PLAN = tomllib.loads((HERE / "coverage.toml").read_text())
KINDS = {"line": "v_line", "branch": "v_branch", "toggle": "v_toggle"}


def measure(name):
    """Builds the bench of a set, runs everything. Returns the file with its counts."""
    folder, counts = OUT / name, OUT / name / "merged.dat"
    sources = [ROOT / f for f in unit.RTL] + [ROOT / "sim/bench/unit_cpp.cpp", HERE / "coverage.toml"]
    fresh = lambda made: made.exists() and all(f.stat().st_mtime < made.stat().st_mtime for f in sources)
    if fresh(counts):
        return counts
    raw = folder / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    for left in raw.glob("*.dat"):
        left.unlink()
    if not fresh(folder / "bench"):
        print(f"{name}: building", flush=True)
        unit.verilate(name, ["sim/bench/unit.vlt", *unit.RTL], folder, ["--coverage", *(f"-G{n}={v}" for n, v in unit.PARAMETERS[name].items())], [])
    only = folder / "benches"                                # tests of other sets do not find theirs here
    only.mkdir(exist_ok=True)
    (only / name).unlink(missing_ok=True)
    (only / name).symlink_to(folder)
    env = {**os.environ, "WEIR_COVERAGE": str(raw), "WEIR_BENCHES": str(only), "COLUMNS": "1000"}
    parts = []

    def part(title, run):
        """Runs one part, unless its counts are there, and merges what its benches counted."""
        merged = folder / f"{title}.dat"
        if not fresh(merged):
            print(f"{name}: {title}: {run()}", flush=True)
            found = sorted(raw.glob("*.dat"))
            if found:
                subprocess.run(["verilator_coverage", "--write", merged, *found], check=True, stdout=subprocess.DEVNULL)
            for file in found:
                file.unlink()
        if merged.exists():
            parts.append(merged)

    def random(seed):
        subprocess.run([folder / "bench", "--seed", str(seed), "--events", str(PLAN["events"])], check=True, stdout=subprocess.DEVNULL, env=env)
        return f"{PLAN['events']} events"

    def tests(file):
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", "-rf", ROOT / "tests/cosim" / file],
                              cwd=ROOT, env=env, capture_output=True, text=True)
        bad = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")) and "is not built" not in line]
        if done.returncode not in (0, 1) or bad:
            raise SystemExit("\n".join(bad) or done.stdout)
        passed = re.search(r"(\d+) passed", done.stdout)
        return f"{passed[1] if passed else 0} tests"

    for seed in PLAN["seeds"]:
        part(f"seed {seed}", lambda seed=seed: random(seed))
    for file in PLAN["tests"]:
        part(file.removesuffix(".py"), lambda file=file: tests(file))
    subprocess.run(["verilator_coverage", "--write", counts, *parts], check=True, stdout=subprocess.DEVNULL)
    return counts


def points(files):
    """{(kind, file, line, what): count} of all sets and instances."""
    found = collections.Counter()
    for file in files:
        for line in file.read_text(errors="replace").splitlines():
            entry = re.fullmatch(r"C '(.*)' (\d+)", line)
            if not entry:
                continue
            fields = dict(part.split("\x02", 1) for part in entry[1].split("\x01") if "\x02" in part)
            kind = next((k for k, page in KINDS.items() if fields.get("page", "").startswith(page)), None)
            if kind:
                what = fields.get("o", "") + ("" if kind == "toggle" else f" {fields.get('n', '')}")
                found[kind, fields["f"], int(fields["l"]), what] += int(entry[2])
    return found


def excluded(point, entries):
    """The entry that excludes a point, or None."""
    kind, file, _, what = point
    for entry in entries:
        if entry["kind"] == kind and Path(file).stem in entry["modules"] and re.fullmatch(entry["what"], what):
            return entry
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results into this file")
    parser.add_argument("--missing", metavar="MODULE", help="print the points of a module that are not covered")
    parser.add_argument("sets", nargs="*", default=PLAN["sets"], metavar="SET", help="sets of coverage.toml; without: all")
    options = parser.parse_args()
    counts = points([measure(name) for name in options.sets])
    rows = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0, 0]))     # covered, points, excluded
    for point, count in sorted(counts.items()):
        kind, file, line, what = point
        module = Path(file).stem
        out = count == 0 and excluded(point, PLAN.get("excluded", []))
        row = rows[module][kind]
        row[0] += count > 0
        row[1] += not out
        row[2] += bool(out)
        if options.missing == module and count == 0 and not out:
            print(f"{file}:{line}: {kind} {what}")
    total = {kind: [sum(r[kind][n] for r in rows.values()) for n in range(3)] for kind in KINDS}
    share = lambda r: f"{100 * r[0] / r[1]:.1f} %" if r[1] else "-"
    lines = [f"| {module} | " + " | ".join(f"{share(r[k])} of {r[k][1]}" if r[k][1] else "-" for k in KINDS) + f" | {sum(r[k][2] for k in KINDS)} |"
             for module, r in sorted(rows.items())]
    lines.append("| **all** | " + " | ".join(f"**{share(total[k])}** of {total[k][1]}" for k in KINDS) + f" | {sum(total[k][2] for k in KINDS)} |")
    text = "\n".join(["| module | line | branch | toggle | excluded |", "|---|---|---|---|---|", *lines])
    print(text)
    if options.table:
        commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "rtl"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        reasons = "\n".join(f"| {', '.join(e['modules'])} | {e['kind']} | `{e['what'].replace('|', chr(92) + '|')}` | {e['why']} |" for e in PLAN.get("excluded", []))
        options.table.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# Coverage of the RTL

By the random streams (seeds {', '.join(map(str, PLAN['seeds']))}, {PLAN['events']} events each) and the directed tests of the parameter sets {', '.join(options.sets)}, with
Verilator's `--coverage`. A point counts once for all sets and instances, and is covered if one of them met it; a toggle is a bit that moved.
`make coverage` wrote this page, of the RTL of {commit}. The points that a user would write are covers of the proofs: [What is proven](../verification.md).

{text}

Excluded, and why (`sim/coverage/coverage.toml`):

| module | kind | points | reason |
|---|---|---|---|
{reasons}
""")
    return 0


if __name__ == "__main__":
    sys.exit(main())
