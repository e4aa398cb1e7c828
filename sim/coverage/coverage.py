#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Line, branch and toggle coverage of the RTL, and what events met: of the unit by random streams
and directed tests, of what is around it by its own tests.

    coverage.py [--table FILE] [--missing MODULE] [SET ...]

A point (a line, a branch, a bit that moves) counts once for all parameter sets and instances, and
is covered if one of them met it. A bit that Yosys finds constant in all of them is no point. What
coverage.toml excludes, with its reason, is counted apart. Fails where less of a module is covered
than coverage.toml asks for, where it excludes what was met or what is not there, where random
streams have not met what they must, and if a module is not measured. A set, or tests, whose bench
and runs are there already are not run again. With SETs the unit alone is measured, and what these
do not reach is no failure.
"""

import argparse
import collections
import functools
import os
import re
import subprocess
import sys
from pathlib import Path

import around
from counts import KINDS, OUT, PLAN, ROOT, constant, is_fresh, netlist, points, points_of, unit

sys.path += [str(ROOT / "sim/bench"), str(ROOT / "sim/formal")]
import labels  # noqa: E402
import proofs  # noqa: E402
from lists import PRESETS, revision, with_properties  # noqa: E402
from points import every, often  # noqa: E402


def measure(name):
    """Builds the bench of a set, runs everything. Returns the file with its counts, and those with
    what events met.
    """
    folder, counts = OUT / name, OUT / name / "merged.dat"
    bench = [
        ROOT / "sim/bench/unit_cpp.cpp", ROOT / "sim/bench/unit.vlt",
        *(ROOT / f"build/sim/obj/{o}.o" for o in unit.OBJECTS)
    ]
    raw = folder / "raw"
    raw.mkdir(parents=True, exist_ok=True)
    for left in raw.glob("*.dat"):
        left.unlink()
    if not is_fresh(folder / "bench", *bench):
        print(f"{name}: building", flush=True)
        unit.verilate(name, ["sim/bench/unit.vlt", *unit.RTL], folder,
                      ["--coverage", *(f"-G{n}={v}" for n, v in unit.PARAMETERS[name].items())], [],
                      unit.TOPS[name])
    only = folder / "benches"  # tests of other sets do not find theirs here
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
                subprocess.run(["verilator_coverage", "--write", merged, *found],
                               check=True,
                               stdout=subprocess.DEVNULL)
            else:
                merged.touch()  # no bench has run: none of this is for the set
            for file in found:
                file.unlink()
        if merged.stat().st_size:
            parts.append(merged)

    def random(seed):
        with open(met(seed), "w") as file:
            subprocess.run([
                folder / "bench", "--seed",
                str(seed), "--events",
                str(PLAN["events"]), "--crosses"
            ],
                           check=True,
                           stdout=file,
                           env=env)
        return "run"

    def tests(file):
        done = subprocess.run([
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", "-rf",
            ROOT / "tests/cosim" / file
        ],
                              cwd=ROOT,
                              env=env,
                              capture_output=True,
                              text=True)
        bad = [
            line for line in done.stdout.splitlines()
            if line.startswith(("FAILED", "ERROR")) and "is not built" not in line
        ]
        if done.returncode not in (0, 1) or bad:
            raise SystemExit("\n".join(bad) or done.stdout)
        passed = re.search(r"(\d+) passed", done.stdout)
        return f"{passed[1] if passed else 0} tests"

    for seed in PLAN["seeds"]:
        part(f"seed {seed} {PLAN['events']} events", lambda seed=seed: random(seed))
    for file in PLAN["tests"]:
        part(file.removesuffix(".py"), lambda file=file: tests(file), ROOT / "tests/cosim" / file)
    subprocess.run(["verilator_coverage", "--write", counts, *parts],
                   check=True,
                   stdout=subprocess.DEVNULL)
    return counts, [met(seed) for seed in PLAN["seeds"]]


def bits(text):
    """The points that `signal[high:low]`, `signal[bit]` or `signal` of coverage.toml means."""
    name, high, low = re.fullmatch(r"([\w.]+)(?:\[(\d+)(?::(\d+))?\])?", text).groups()
    return {name} if high is None else {
        f"{name}[{bit}]"
        for bit in range(int(low or high),
                         int(high) + 1)
    }


@functools.cache
def labelled(file):
    """{line number: @label} of a file of the RTL."""
    found = labels.lines((ROOT / file).read_text())
    return {line: f"@{label}" for line, label in found.items()}


def named(point):
    """A point as coverage.toml names it: a bit; the label of a line; or the label of a branch with
    its direction.
    """
    kind, file, line, what = point
    if kind == "toggle":
        return what
    text = labelled(file).get(line) or (ROOT / file).read_text().splitlines()[line - 1].strip()
    return text if kind == "line" else f"{what.split()[0]}: {text}"


def spelled(entry):
    """The points of an entry, with the code in place of a label."""
    text = modules()[entry["module"]]
    code = lambda found: labels.code(text, found[1])
    return [re.sub(r"@(\w+)", code, point) for point in entry["points"]]


class Excluded:
    """The entries of coverage.toml, and which of their points are there."""
    def __init__(self, counts):
        self.entries, self.by_point, self.bad = PLAN.get("excluded", []), {}, []
        there = collections.defaultdict(list)
        for point in counts:
            there[point[0], Path(point[1]).stem, named(point)].append(point)
        for entry in self.entries:
            for text in entry["points"]:
                found = [
                    point for name in (bits(text) if entry["kind"] == "toggle" else [text])
                    for point in there[entry["kind"], entry["module"], name]
                ]
                if not found:
                    self.bad.append(f"coverage.toml: {entry['module']} has no {text}")
                for point in found:
                    self.by_point[point] = entry
                    if counts[point]:
                        self.bad.append(f"coverage.toml: {entry['module']}: "
                                        f"{named(point)} is excluded, but was met")

    def __contains__(self, point):
        return point in self.by_point


def share(covered, of):
    return f"{1000 * covered // of / 10:.1f} %" if of else "-"  # not rounded up: 100 % are all


def crosses(files):
    """The table of what events met, with what a while is, and many words; the crosses that none
    met.
    """
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
            rows.append(f"| {port} | {fate.replace('_', ' ')} | " +
                        " | ".join(f"{count:,}" for count in counts) + " |")
            bad += [
                f"no {fate} of {port}, reader {reader}"
                for reader, count in zip(plan["readers"], counts) if not count
            ]
    bad += [f"{' '.join(cross)}: is in no row of coverage.toml" for cross in met]
    head = [
        "| from | event | " + " | ".join(plan["readers"].values()) + " |",
        "|---|---|" + "--:|" * len(plan["readers"])
    ]
    return "\n".join(head + rows), says, bad


def demanded(met):
    """The table of what the random streams must meet in each set, {set: files} of what they did;
    what they did not.
    """
    counts, needs, bad = {}, {}, []
    for name, files in met.items():
        counts[name], has = collections.Counter(), unit.HAS[name]
        for file in files:
            for words in map(str.split, file.read_text().splitlines()):
                if len(words) == 3 and words[1].isdigit():
                    counts[name][words[0]] += int(words[1])
        needs[name] = every(has)
        bad += [
            f"{name}: only {counts[name][point]} {point}" for point in needs[name]
            if counts[name][point] < (100 if point in often(has) else 1)
        ]
    cell = lambda name, point: f"{counts[name][point]:,}" if point in needs[name] else "-"
    rows = [
        f"| {what} | " + " | ".join(cell(name, point) for name in counts) + " |"
        for point, what in PLAN["points"].items()
    ]
    return "\n".join([f"| | {' | '.join(counts)} |", "|---|" + "--:|" * len(counts), *rows]), bad


def of_presets(counts):
    """What of the presets is in none of the sets that were run, as a text; and lines and branches
    that are not.
    """
    says, bad = [], []
    for name in PRESETS:
        more = points_of(name) - counts.keys()
        bad += [
            f"{name}: {file}:{line}: a {kind} that is in no set"
            for kind, file, line, what in sorted(more) if kind != "toggle"
        ]
        names = ", ".join(sorted({Path(file).stem for _, file, *_ in more}))
        says.append(f"| {name} | {len(more)} | {names or '—'} |")
    return "\n".join([
        "Every line and branch of the presets is in these sets, and every bit but these:", "",
        "| preset | bits in no set | in |", "|---|--:|---|", *says, ""
    ]), bad


def modules():
    """{module: its text}, of all that the RTL has."""
    texts = [
        with_properties(file.relative_to(ROOT)) for file in sorted((ROOT / "rtl").rglob("*.sv"))
    ]
    return {name: text for text in texts for name in re.findall(r"^module (\w+)", text, re.M)}


def covers():
    """The table of modules with `cover`, and the modules without."""
    ran = proofs.plan()["proof"]
    rows, without = [], []
    for name, text in modules().items():
        number = len(re.findall(r"\bcover \(", text))
        reached = [proof["name"] for proof in ran if proof["top"] == name and "cover" in proof]
        if number:
            rows.append(f"| {name} | {number} | {' '.join(reached) or 'none'} |")
        else:
            without.append(name)
    return "\n".join(["| module | covers | reached in the proofs |", "|---|--:|---|",
                      *rows]), without


class Points:
    """All points that count of some modules, in rows of a table."""
    def __init__(self, counts, fixed, only=None):
        counts = {
            point: count
            for point, count in counts.items() if not only or Path(point[1]).stem in only
        }
        self.moved = [
            f"{file}:{line}: {bit} is constant, says Yosys, but has moved"
            for (kind, file, line, bit), count in counts.items()
            # 1 moves as a simulation begins
            if kind == "toggle" and count and fixed.get((file, line, bit), "1") != "1"
        ]
        self.fixed = len(fixed.keys() & {point[1:] for point in counts if point[0] == "toggle"})
        self.counts = {
            point: count
            for point, count in counts.items() if point[0] != "toggle" or point[1:] not in fixed
        }

    def tabled(self, out, heading):
        """The table of what is covered, less what is excluded; what is covered too little."""
        rows = collections.defaultdict(
            lambda: collections.defaultdict(lambda: [0, 0]))  # covered, points
        apart = collections.Counter()
        for point, count in sorted(self.counts.items()):
            kind, file = point[:2]
            module = Path(file).stem
            if point in out:
                apart[module] += 1
                continue
            rows[module][kind][0] += count > 0
            rows[module][kind][1] += 1
        self.modules, self.with_lines = set(rows), {
            module
            for module, of in rows.items() if of["line"][1] or of["branch"][1]
        }
        total = {kind: [sum(r[kind][n] for r in rows.values()) for n in range(2)] for kind in KINDS}
        cell = lambda r: f"{share(*r)} of {r[1]:,}" if r[1] else "-"
        lines = [
            f"| {module} | " + " | ".join(cell(r[k]) for k in KINDS) + f" | {apart[module]} |"
            for module, r in sorted(rows.items())
        ]
        lines.append("| **all** | " + " | ".join(f"**{share(*total[k])}** of {total[k][1]:,}"
                                                 for k in KINDS) + f" | {sum(apart.values())} |")
        few = [
            f"{module}: {kind}: {share(*r)}, {PLAN['least']} % is asked for"
            for module, of in sorted(rows.items()) for kind, r in of.items()
            if 100 * r[0] < PLAN["least"] * r[1]
        ]
        return "\n".join(
            [f"| {heading} | line | branch | toggle | excluded |", "|---|--:|--:|--:|--:|",
             *lines]), few

    def print_missing(self, module, out):
        for point, count in sorted(self.counts.items()):
            if not count and point not in out and module in (Path(point[1]).stem, "all"):
                print(f"{point[1]}:{point[2]}: {point[0]} {named(point)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results into this file")
    parser.add_argument("--missing",
                        metavar="MODULE",
                        help="print the points of a module, or of all, that are not covered")
    parser.add_argument(
        "sets",
        nargs="*",
        metavar="SET",
        help="sets of the unit; without: those of coverage.toml, and what stands around the unit")
    options = parser.parse_args()
    if options.table and options.sets:
        parser.error("a table is of all sets")
    sets = options.sets or PLAN["sets"]
    measured = {name: measure(name) for name in sets}
    counts = points([file for file, _ in measured.values()])
    of_unit = Points(counts,
                     constant([netlist(OUT / name, unit.elaborated(name)) for name in sets]))
    of_others = Points({}, {})
    if not options.sets:
        files, netlists = around.measure()
        of_others = Points(points(files), constant(netlists), around.tests())
    out = Excluded({**of_unit.counts, **of_others.counts})
    table, few = of_unit.tabled(out, "module")
    others, few_others = of_others.tabled(out, "around the unit")
    events, says, unmet = crosses([file for _, met in measured.values() for file in met])
    needed, not_met = demanded({name: met for name, (_, met) in measured.items()})
    print(table if options.sets else f"{table}\n{others}")
    if options.missing:
        of_unit.print_missing(options.missing, out)
        of_others.print_missing(options.missing, out)
    bad = of_unit.moved + of_others.moved + not_met
    if not options.sets:
        presets, left_out = of_presets(counts)
        unmeasured = set(modules()) - of_unit.modules - of_others.modules - set(PLAN["unmeasured"])
        bad += out.bad + few + few_others + unmet + left_out + [
            f"{name} is not measured" for name in sorted(unmeasured)
        ]
    if options.table:
        escaped = lambda points: " ".join(f"`{p}`" for p in points).replace("|", "\\|")
        reasons = "\n".join(f"| {e['module']} | {e['kind']} | {escaped(spelled(e))} | {e['why']} |"
                            for e in out.entries)
        by = "\n".join(f"| {module} | {' '.join(f'`{test}`' for test in tests)} |"
                       for module, tests in sorted(around.tests().items()))
        wires = " and ".join(sorted(of_others.modules - of_others.with_lines))
        proofs, without = covers()
        options.table.write_text(
            PAGE.format(seeds=", ".join(map(str, PLAN["seeds"])),
                        number=PLAN["events"],
                        sets=", ".join(sets),
                        presets=presets,
                        why=PLAN["why_sets"],
                        commit=revision(),
                        fixed=of_unit.fixed,
                        fixed_others=of_others.fixed,
                        least=PLAN["least"],
                        table=table,
                        others=others,
                        by=by,
                        wires=wires,
                        reasons=reasons,
                        events=events,
                        needed=needed,
                        proofs=proofs,
                        without=", ".join(without),
                        edges=says["while"],
                        words=says["many"]))
    print("\n".join(bad), file=sys.stderr)
    return 1 if bad else 0


PAGE = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Coverage of the RTL

*For verification engineers. It answers: which lines, branches and bits of the RTL the tests
have covered.*

`make coverage` wrote this page, of the RTL of {commit}, by Verilator's `--coverage`. A
coverage item counts once for all parameter sets and instances. It is covered if one of them hit it;
a toggle is a bit that moved. `make regress` fails below {least} % of lines, branches or toggles of
any module; if an excluded item was hit, or does not exist; if a number of the two sections on what
events and streams met is missing; or if a module of the RTL is in neither table.

## The unit

By the random streams (seeds {seeds}, {number:,} events each) and
the directed tests of the parameter sets {sets}.
Bits that Yosys finds constant in all these sets are no items ({fixed} bits: none of them moved).

{presets}
{why}

{table}

## Around the unit

Bus shells, adapters of retire ports, crossings, the UART, by tests of their own, as they run in
`make test`. These run under Icarus Verilog, which has no counters: it records the pins of the
module, and a Verilator model of the module alone plays the same inputs. Its outputs must be those
of the test wherever these are known (`sim/coverage/around.py`). {fixed_others} bits that Yosys
finds constant are no items. {wires} have neither lines nor branches, as
Verilator counts them: they are expressions and instances.

{others}

| module | tests |
|---|---|
{by}

## Excluded

And why (`sim/coverage/coverage.toml`):

| module | kind | points | reason |
|---|---|---|---|
{reasons}

## What events met

Events of the same random streams, by the port that they came from, their fate, and the way the
reader took the stream when they were offered: written into a ring, sent in frames, or read at the
data page, of which no word, some, or {words} and more were taken in {edges} cycles. *In loss*:
delivered during a loss; *dropped*: for lack of free space.

{events}

## What streams met

Other points that a user would write (`sim/bench/points.py`), counted by the bench in all random
streams of a set; *in an overload* is under back-pressure. The runs of a set together must meet all
of them, and each run of `make test` most of them (`tests/cosim/test_random.py`). A dash: the set
does not have this feature.

{needed}

## Covers of the proofs

A `cover` in the RTL shows that the assumptions of a proof leave a case possible. A proof that is
named here fails if it does not reach one within the cycles that its `cover` gives
([What is proven](verification.md)). *None*: no proof has to.

{proofs}

Without any: {without}. Their cases are in the tables above alone.
"""

if __name__ == "__main__":
    sys.exit(main())
