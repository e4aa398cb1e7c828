#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Line, branch and toggle coverage of the RTL, and what events met, by the random streams and the directed tests.

    coverage.py [--table FILE] [--missing MODULE] [SET ...]

A point (a line, a branch, a bit that moves) counts once for all parameter sets and instances, and is covered if one of them met it. A bit that
Yosys finds constant in all of them is no point. What coverage.toml excludes, with its reason, is counted apart. Fails where less is covered than coverage.toml asks for, or where
it excludes what was met or what is not there. A set whose bench and runs are there already is not run again.
"""

import argparse
import collections
import json
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


def is_fresh(made, *more):
    """Whether a file is newer than the RTL, and what else it is made from."""
    sources = [*(ROOT / f for f in unit.RTL), *more]
    return made.exists() and all(f.stat().st_mtime < made.stat().st_mtime for f in sources)


def measure(name):
    """Builds the bench of a set, runs everything. Returns the file with its counts, and those with what events met."""
    folder, counts = OUT / name, OUT / name / "merged.dat"
    bench = [ROOT / "sim/bench/unit_cpp.cpp", ROOT / "sim/bench/unit.vlt", *(ROOT / f"build/sim/obj/{o}.o" for o in unit.OBJECTS)]
    raw = folder / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    for left in raw.glob("*.dat"):
        left.unlink()
    if not is_fresh(folder / "bench", *bench):
        print(f"{name}: building", flush=True)
        unit.verilate(name, ["sim/bench/unit.vlt", *unit.RTL], folder, ["--coverage", *(f"-G{n}={v}" for n, v in unit.PARAMETERS[name].items())], [])
    only = folder / "benches"                                # tests of other sets do not find theirs here
    only.mkdir(exist_ok=True)
    (only / name).unlink(missing_ok=True)
    (only / name).symlink_to(folder)
    env = {**os.environ, "WEIR_COVERAGE": str(raw), "WEIR_BENCHES": str(only), "COLUMNS": "1000"}
    parts = []
    met = lambda seed: folder / f"seed {seed} {PLAN['events']} events.met"

    def part(title, run, *more):
        """Runs one part, unless its counts are there, and merges what its benches counted."""
        merged = folder / f"{title}.dat"
        if not is_fresh(merged, folder / "bench", *more):
            merged.unlink(missing_ok=True)
            print(f"{name}: {title}: {run()}", flush=True)
            if found := sorted(raw.glob("*.dat")):
                subprocess.run(["verilator_coverage", "--write", merged, *found], check=True, stdout=subprocess.DEVNULL)
            else:
                merged.touch()                               # no bench has run: none of this is for the set
            for file in found:
                file.unlink()
        if merged.stat().st_size:
            parts.append(merged)

    def random(seed):
        with open(met(seed), "w") as file:
            subprocess.run([folder / "bench", "--seed", str(seed), "--events", str(PLAN["events"]), "--crosses"], check=True, stdout=file, env=env)
        return "run"

    def tests(file):
        done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", "-rf", ROOT / "tests/cosim" / file],
                              cwd=ROOT, env=env, capture_output=True, text=True)
        bad = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")) and "is not built" not in line]
        if done.returncode not in (0, 1) or bad:
            raise SystemExit("\n".join(bad) or done.stdout)
        passed = re.search(r"(\d+) passed", done.stdout)
        return f"{passed[1] if passed else 0} tests"

    for seed in PLAN["seeds"]:
        part(f"seed {seed} {PLAN['events']} events", lambda seed=seed: random(seed))
    for file in PLAN["tests"]:
        part(file.removesuffix(".py"), lambda file=file: tests(file), ROOT / "tests/cosim" / file)
    subprocess.run(["verilator_coverage", "--write", counts, *parts], check=True, stdout=subprocess.DEVNULL)
    return counts, [met(seed) for seed in PLAN["seeds"]]


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


def levels(name):
    """{(file, line, bit): what drives it} of a set: 0, 1 or x where Yosys finds it constant, else a number."""
    netlist = OUT / name / "constant.json"
    if not is_fresh(netlist):
        # Every wire stays, so that it is seen what drives it.
        steps = [*unit.elaborated(name), "proc", "flatten", "setattr -set keep 1 w:*", "opt -full", "memory -nomap", "opt_mem", "opt -full", f"write_json {netlist}"]
        unit.call(["yosys", "-q", "-e", "implicitly declared", "-p", "; ".join(steps)], OUT / name / "constant.log")
    found = collections.defaultdict(set)
    for wire, net in json.loads(netlist.read_text())["modules"]["weir"]["netnames"].items():
        signal, from_bit = wire.split(".")[-1], net.get("offset", 0)
        for file, line in re.findall(r"(rtl/\w+\.sv):(\d+)\.", net["attributes"].get("src", "")):
            for bit, level in enumerate(net["bits"], from_bit):
                found[file, int(line), signal if len(net["bits"]) == 1 and not from_bit else f"{signal}[{bit}]"].add(level)
    return found


def constant(sets):
    """(file, line, bit) of those that are constant in all sets that have them."""
    all_levels = [levels(name) for name in sets]
    return {bit for found in all_levels for bit in found if all(isinstance(level, str) for one in all_levels for level in one.get(bit, ()))}


def bits(text):
    """The points that `signal[high:low]`, `signal[bit]` or `signal` of coverage.toml means."""
    name, high, low = re.fullmatch(r"(\w+)(?:\[(\d+)(?::(\d+))?\])?", text).groups()
    return {name} if high is None else {f"{name}[{bit}]" for bit in range(int(low or high), int(high) + 1)}


def told(point):
    """A point as coverage.toml names it: a bit; or a line of the source, of a branch with the way that it goes."""
    kind, file, line, what = point
    if kind == "toggle":
        return what
    text = (ROOT / file).read_text().splitlines()[line - 1].strip()
    return text if kind == "line" else f"{what.split()[0]}: {text}"


class Excluded:
    """The entries of coverage.toml, and which of their points are there."""

    def __init__(self, counts):
        self.entries, self.by_point, self.bad = PLAN.get("excluded", []), {}, []
        there = collections.defaultdict(list)
        for point in counts:
            there[point[0], Path(point[1]).stem, told(point)].append(point)
        for entry in self.entries:
            for text in entry["points"]:
                found = [point for name in (bits(text) if entry["kind"] == "toggle" else [text]) for point in there[entry["kind"], entry["module"], name]]
                if not found:
                    self.bad.append(f"coverage.toml: {entry['module']} has no {text}")
                for point in found:
                    self.by_point[point] = entry
                    if counts[point]:
                        self.bad.append(f"coverage.toml: {entry['module']}: {told(point)} is excluded, but was met")

    def __contains__(self, point):
        return point in self.by_point


def share(covered, of):
    return f"{1000 * covered // of / 10:.1f} %" if of else "-"           # not rounded up: 100 % are all


def crosses(files):
    """The table of what events met, with what a while is, and many words; the crosses that none met."""
    met, plan, says = collections.Counter(), PLAN["crosses"], {}
    for file in files:
        for line in file.read_text().splitlines():
            word, *cross = line.split()
            if word == "cross":
                met[tuple(cross[:3])] += int(cross[3])
            if word in ("while", "many"):
                says[word] = int(cross[0])
    rows, bad = [], []
    for port, fates in plan["fates"].items():
        for fate in fates:
            counts = [met.pop((port, fate, reader), 0) for reader in plan["readers"]]
            rows.append(f"| {port} | {fate.replace('_', ' ')} | " + " | ".join(f"{count:,}" for count in counts) + " |")
            bad += [f"no {fate} of {port}, reader {reader}" for reader, count in zip(plan["readers"], counts) if not count]
    bad += [f"{' '.join(cross)}: is in no row of coverage.toml" for cross in met]
    head = ["| from | event | " + " | ".join(plan["readers"].values()) + " |", "|---|---|" + "--:|" * len(plan["readers"])]
    return "\n".join(head + rows), says, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results into this file")
    parser.add_argument("--missing", metavar="MODULE", help="print the points of a module that are not covered")
    parser.add_argument("sets", nargs="*", default=PLAN["sets"], metavar="SET", help="sets of coverage.toml; without: all")
    options = parser.parse_args()
    measured = [measure(name) for name in options.sets]
    counts, fixed = points([file for file, _ in measured]), constant(options.sets)
    bad = [f"{file}:{line}: {bit} is constant, says Yosys, but has moved" for (kind, file, line, bit), count in counts.items()
           if kind == "toggle" and count and (file, line, bit) in fixed]
    counts = {point: count for point, count in counts.items() if point[0] != "toggle" or point[1:] not in fixed}
    out = Excluded(counts)
    rows = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))       # covered, points
    apart = collections.Counter()
    for point, count in sorted(counts.items()):
        kind, file, line, what = point
        module = Path(file).stem
        if point in out:
            apart[module] += 1
            continue
        rows[module][kind][0] += count > 0
        rows[module][kind][1] += 1
        if options.missing in (module, "all") and not count:
            print(f"{file}:{line}: {kind} {told(point)}")
    total = {kind: [sum(r[kind][n] for r in rows.values()) for n in range(2)] for kind in KINDS}
    cell = lambda r: f"{share(*r)} of {r[1]:,}" if r[1] else "-"
    lines = [f"| {module} | " + " | ".join(cell(r[k]) for k in KINDS) + f" | {apart[module]} |" for module, r in sorted(rows.items())]
    lines.append("| **all** | " + " | ".join(f"**{share(*total[k])}** of {total[k][1]:,}" for k in KINDS) + f" | {sum(apart.values())} |")
    text = "\n".join(["| module | line | branch | toggle | excluded |", "|---|--:|--:|--:|--:|", *lines])
    table, says, unmet = crosses([file for _, met in measured for file in met])
    print(text)
    bad += out.bad
    if options.sets == PLAN["sets"]:
        bad += [f"{kind}: {share(*r)}, {PLAN['least']} % is asked for" for kind, r in total.items() if 100 * r[0] < PLAN["least"] * r[1]] + unmet
    if options.table:
        commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", "rtl"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
        escaped = lambda points: " ".join(f"`{p}`" for p in points).replace("|", "\\|")
        reasons = "\n".join(f"| {e['module']} | {e['kind']} | {escaped(e['points'])} | {e['why']} |" for e in out.entries)
        options.table.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# Coverage of the RTL

By the random streams (seeds {', '.join(map(str, PLAN['seeds']))}, {PLAN['events']:,} events each) and the directed tests of the parameter sets {', '.join(options.sets)}, with
Verilator's `--coverage`. A point counts once for all sets and instances, and is covered if one of them met it; a toggle is a bit that moved. No point is a bit that Yosys finds constant in all these sets
({len(fixed & {p[1:] for p in points([file for file, _ in measured]) if p[0] == 'toggle'})} bits: none of them has moved). `make coverage` wrote this page, of the RTL of {commit}; `make regress` fails below {PLAN['least']} % of lines, branches or toggles, where what is excluded was met, or is not there,
and where a cross of the last table was not met. The points that a user would write are covers of the proofs: [What is proven](../verification.md).

{text}

Excluded, and why (`sim/coverage/coverage.toml`):

| module | kind | points | reason |
|---|---|---|---|
{reasons}

## What events met

Events of the same random streams by the port that they came from, what became of them, and how the stream was taken from the unit when they were offered: written into a ring, sent in frames, or read at the data page, of which
in {says['while']} edges no word was taken, some, or {says['many']} and more. *In loss*: delivered while a loss went on; *refused*: for want of room.

{table}
""")
    print("\n".join(bad), file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
