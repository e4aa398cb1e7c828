#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL against the co-simulation: which of them does no test see?

    mutate.py [--table FILE] [--only MODULE --mutants N] [SET ...]

Yosys chooses mutants of the netlist of a parameter set (a bit inverted, stuck, or dependent on
another) and puts all of them into one netlist, where a number selects one. The bench of the set is
built around it once; each mutant then runs through the stages of mutation.toml until one of them
fails: random streams against the golden model, the proofs of its module, and the directed tests as
they are; SAT shows of many that they cannot differ. What survives all of them is printed with its
line, unless equivalents.toml tells why it is the same circuit. Results are kept in build/mutation:
a run that was stopped goes on where it was, what survived runs again only when the stages or tests
have changed, and results of a bench or its tests only when the bench has. Those of whole sets are
kept in carried.toml, too, for other machines: a set whose netlist is the same goes on from there.
(A line added to the RTL changes the names in its netlist.) JOBS=N runs N at a time.
"""

import argparse
import collections
import functools
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import tomllib
from pathlib import Path

import alone
import carried
import labels
import proved
import unit
from unit import ROOT, call

sys.path += [str(ROOT / "tests"), str(ROOT / "tests/bus")]
import buses  # noqa: E402
import lists  # noqa: E402
import survivors  # noqa: E402
from survivors import code, share  # noqa: E402

HERE = Path(__file__).resolve().parent
OUT = ROOT / "build/mutation"
# s of one process: what takes longer hangs; of a random run 5 times what it takes without a mutant
CPU_LIMIT = 15
STUCK = "stuck at the constant that it is"
NEVER = "inverted by a constant that never inverts it"
LEAST = 20  # mutants, for a share in percent
SAME = "no output and no next state can differ: shown by SAT"
PLAN = tomllib.loads((HERE / "mutation.toml").read_text())
PLAN["set"] = [
    one for entry in PLAN["set"]
    for one in (buses.mutated() if entry["name"] == "buses" else [entry])
]


# ---- making them
def described(command, lines, seen):
    """What a mutant is, from its command: module, place in the source, and which bit of that line,
    which does not depend on line numbers.
    """
    option = lambda name: next(iter(re.findall(rf" -{name} (\S+)", command)), "")
    places = [p for p in re.findall(r" -src (\S+)", command) if ":0." not in p
              ] or ["rtl/weir.sv:1.1-1.1"]
    cell = re.sub(r"^\$flatten\\[^$]*", "", option("cell"))
    own = re.search(r"rtl/[\w/]+\.sv", cell)  # the others are those of instances around it
    file = own[0] if own else places[-1].split(":")[0]
    span = lambda p: int(re.search(r"-(\d+)", p)[1]) - int(re.search(r":(\d+)", p)[1])
    line = re.search(
        r":(\d+)",
        min((p for p in places if p.startswith(file)), key=span, default=f"{file}:1.1-1.1"))[1]
    module = Path(file).stem
    kind = "$auto$" + cell.split("$")[2].split(".")[0] if cell.startswith(
        "$auto") else "$" + cell.split("$")[1] if cell.startswith("$") else cell
    what = (f"{option('wire')} {kind}.{option('port')}[{option('portbit')}] "
            f"{option('mode')} {option('ctrlbit')}").strip()
    text = lines[file][int(line) - 1].strip()
    seen[module, text, what] += 1
    number = seen[module, text, what]
    return {
        "module": module, "file": file, "line": int(line), "text": text,
        "what": what + (f" #{number}" if number > 1 else "")
    }


def elaborated(plan):
    """Yosys commands that read what a set is of: the unit with its parameters, or a module by
    itself.
    """
    if "top" not in plan:
        return unit.elaborated(plan["name"])
    params = " ".join(f"-set {name} {value}" for name, value in plan.get("params", {}).items())
    return [
        f"read_verilog -sv {unit.INCLUDE} {' '.join(unit.FILES)}",
        *([f"chparam {params} {plan['top']}"] if params else []),
        f"hierarchy -check -top {plan['top']}"
    ]


def prepare(plan, folder):
    """Makes the netlist of a set, and the bench of a unit. Returns the key of both: NETLIST-BENCH.
    """
    name, top = plan["name"], plan.get("top", "weir")
    (folder / name).mkdir(parents=True, exist_ok=True)
    base, mutated = folder / "base.il", folder / "mutated.v"
    # Flattened, so that what a parameter leaves out is not there to be mutated.
    (folder / "base.ys").write_text("\n".join([
        *elaborated(plan), "proc", "flatten",
        *(f"setattr -set keep 1 w:{r}" for r in unit.REACHED if "top" not in plan),
        "opt -nodffe -nosdff", "memory -nomap", "opt_clean", f"write_rtlil {base}", ""
    ]))
    call(["yosys", "-q", "-e", "implicitly declared", folder / "base.ys"], folder / "base.log")
    which = [f"a:src=*/{m}.sv*" for m in plan.get("modules", [])]
    call([
        "yosys", "-q", "-p",
        f"read_rtlil {base}; mutate -list {plan['mutants']} -seed {PLAN['seed']} "
        f"-o {folder / 'chosen.list'} {' '.join(which)}"
    ], folder / "choose.log")
    commands = chosen_of(folder)
    if not commands:
        raise SystemExit(f"{name}: no mutant of {', '.join(plan.get('modules', [top]))}")
    width = len(commands).bit_length()
    (folder / "apply.ys").write_text("\n".join([
        f"read_rtlil {base}", *(c.replace("mutate", f"mutate -ctrl mutsel {width} {n}", 1)
                                for n, c in enumerate(commands, 1)), f"rename -top {top}",
        *(unit.split(unit.REACHED) if "top" not in plan else []),
        f"write_verilog -noattr {mutated}", ""
    ]))
    call(["yosys", "-q", folder / "apply.ys"], folder / "apply.log")
    (folder / "revision").write_text(lists.revision())

    if "top" in plan:  # in the place of its file, see with_mutants() of tests/survivors.py
        text = alone.numbered(mutated.read_text(), top, "icarus")
        (folder / f"{top}.sv").write_text(text)
        key = hashlib.sha256(text.encode()).hexdigest()[:16] + "-none"
        (folder / "key").write_text(key)
        return key
    verilog = folder / "mutated.sv"
    text = alone.numbered(mutated.read_text(), top)
    bench = [
        f for part in ("bench", "golden") for f in (ROOT / "sim" / part).iterdir()
        if f.suffix != ".py"
    ]
    tools = sorted([HERE / "unit.py", HERE / "mutant.c", *bench])
    key = "-".join(
        hashlib.sha256(content).hexdigest()[:16]
        for content in (text.encode(), b"".join(f.read_bytes() for f in tools)))
    built = folder / name / "bench"
    if not built.exists() or not (folder / "key").exists() or (folder / "key").read_text() != key:
        verilog.write_text(text)
        (folder / "key").unlink(missing_ok=True)
        call(["gcc", "-O2", "-c", HERE / "mutant.c", "-o", folder / "mutant.o"], folder / "gcc.log")
        unit.bench(name, verilog, folder, extra=[folder / "mutant.o"])
        (folder / "bench").replace(built)
        (folder / "key").write_text(key)
    return key


def chosen_of(folder):
    """The commands of all mutants of a set, in the order of their numbers from 1 on. A clock is no
    bit of a function, and Yosys fails on memories with several.
    """
    # At the output of a register that the bench itself writes, a mutant would look like what
    # is written.
    reached = "|".join(map(re.escape, unit.REACHED))
    written = set(
        re.findall(rf"^  cell \$\S+ (\S+)\n(?:    .*\n)*?    connect \\Q .*\\(?:{reached})\b",
                   (folder / "base.il").read_text(), re.M))
    commands = (folder / "chosen.list").read_text().splitlines()
    return [
        c for c in commands
        if not re.search(r" -port (?:\w+_)?CLK ", c)
        and not (" -port Q " in c and re.search(r" -cell (\S+)", c)[1] in written)
    ]


def known(folder, name, key):
    """What is known of the mutants of a set: each with `by`, what killed it or None, and `passed`,
    the stages it survived.
    """
    lines, seen = {f: (ROOT / f).read_text().splitlines()
                   for f in unit.FILES}, collections.Counter()
    revision = (folder / "revision").read_text()
    mutants = {
        n: {
            **described(c, lines, seen), "set": name, "revision": revision, "by": None,
            "passed": set()
        }
        for n, c in enumerate(chosen_of(folder), 1)
    }
    constant = constants(folder)
    for n, c in enumerate(chosen_of(folder), 1):
        mode, cell, port, bit = re.search(r"-mode (\S+) .*-cell (\S+) -port (\S+) -portbit (\d+)",
                                          c).groups()
        if mode.startswith("const") and constant(cell, port, int(bit)) == mode[-1]:
            mutants[n]["why"] = STUCK
        by = re.search(r"-ctrlbit (\d+)", c)
        if mode.startswith("cnot") and constant(cell, port, int(by[1])) == "10"[int(mode[-1])]:
            mutants[n]["why"] = NEVER
    netlist, bench = key.split("-")
    for entry in survivors.recorded(survivors.results(folder, netlist)):
        if entry.get("bench", bench) != bench:  # of a bench before
            continue
        mutants[entry["number"]]["by"] = entry["by"]
        mutants[entry["number"]]["passed"] |= set(entry["passed"])
        if entry.get("same"):
            mutants[entry["number"]]["why"] = SAME
    return mutants


def constants(folder):
    """{(cell, port): bits from the lowest on, each "0", "1" or None} of the cells of a netlist."""
    text = (folder / "base.il").read_text()
    widths = {
        name: int(width or 1)
        for width, name in re.findall(r"^  wire (?:width (\d+) )?(?:.*? )?(\S+)$", text, re.M)
    }

    def bits(signal):
        found = []
        for token, index in re.findall(r"(\d+'[01xz]+|[\\$]\S+)(?: \[(\d+(?::\d+)?)\])?", signal):
            if token[0] in "\\$":
                high, _, low = index.partition(":")
                found = [None
                         ] * (int(high) - int(low or high) + 1 if index else widths[token]) + found
            else:
                found = [b if b in "01" else None for b in reversed(token.split("'")[1])] + found
        return found

    ports = {}
    for cell, body in re.findall(r"^  cell \S+ (\S+)\n((?:    .*\n)*)  end", text, re.M):
        for port, signal in re.findall(r"^    connect \\(\S+) (.*)", body, re.M):
            ports[cell.removeprefix("\\"), port] = signal
    return lambda cell, port, bit: (bits(ports[cell, port])[bit:bit + 1] or [None])[0]


# ---- running them
def random_run(folder, name, seed, events, mutant, seconds=CPU_LIMIT):
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    done = subprocess.run([folder / name / "bench", "--seed",
                           str(seed), "--events",
                           str(events)],
                          preexec_fn=limit,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE,
                          text=True,
                          errors="replace",
                          env={**os.environ, "WEIR_MUTANT": str(mutant)})
    return done.returncode, (done.stderr.splitlines() or [""])[0]


def tests_of(plan):
    """The tests that a set is to run, of which a unit may be unable to run some: pytest's names."""
    return [plan["tests"]
            ] if "tests" in plan else [f"tests/cosim/{f}" for f in PLAN["tests"]["files"]]


def tests_run(plan, folder, mutant, nodes, log, *options):
    """Runs tests with the benches of `folder`, or with the module there in its place. Returns
    (those that passed, the first that failed).
    """
    where = {"WEIR_MUTATED": str(folder / f"{plan['top']}.sv")
             } if "top" in plan else {"WEIR_BENCHES": str(folder)}
    return survivors.tests_run(nodes, {"WEIR_MUTANT": str(mutant), **where}, CPU_LIMIT, log,
                               *options)


def stages(plan, quick=False):
    """The stages of a set by a key that changes when what they run does."""
    files = {
        "alone": [HERE / "alone.py"], "tests": [
            file for test in tests_of(plan)
            for file in sorted((ROOT /
                                test).parent.glob("*.py") if "top" in plan else [ROOT / test])
        ], "proofs": [
            HERE / "proved.py", *(ROOT / f for f in unit.FILES), *sorted(
                (ROOT / "rtl").rglob("*_fv.svh")), *sorted((ROOT / "sim/formal").glob("*.sv"))
        ], "same": [HERE / "proved.py"]
    }
    content = lambda stage: b"".join(f.read_bytes() for kind in stage if kind in files
                                     for f in files[kind])
    keyed = lambda stage: hashlib.sha256(json.dumps(stage).encode() + content(stage)).hexdigest(
    )[:12]
    has = lambda stage: "top" not in plan or "same" in stage or "proofs" in stage or (
        "tests" in stage and "tests" in plan)
    return {
        keyed(stage): stage
        for stage in PLAN["stage"] if has(stage) and not (quick and "tests" in stage)
    }


def attempt(job):
    """Runs one mutant through a stage. Returns (its number, what killed it or None)."""
    folder, plan, number, stage, nodes, seconds = job
    if "random" in stage:
        code, _ = random_run(folder,
                             plan["name"],
                             **stage["random"],
                             mutant=number,
                             seconds=seconds)
        return number, f"random, seed {stage['random']['seed']}" + (
            ": hangs" if code < 0 else "") if code else None
    _, failed = tests_run(plan, folder, number, nodes, folder / f"tests-{os.getpid()}.log", "-x")
    return number, f"test {failed.split('/')[-1]}" if failed else None


def campaign(plan, part="", quick=False, report=False):
    """All mutants of a set, or of some of its modules. Returns what is known of them then."""
    name = plan["name"]
    folder = OUT / (name + part)
    if report:
        return known(folder, name,
                     (folder / "key").read_text()).values() if (folder / "key").exists() else []
    key = prepare(plan, folder)
    carried.restore(name, key, survivors.results(folder, key.split("-")[0]))
    for stage_key, stage in stages(plan, quick).items():
        found = known(folder, name, key)
        todo = [
            n for n, m in found.items()
            if not m["by"] and "why" not in m and stage_key not in m["passed"]
        ]
        if todo:
            say = " ".join(f"{k} {v}" if k in ("seed", "events") else k
                           for k, v in stage.get("random", dict.fromkeys(stage)).items())
            print(f"{name}: {say}: {len(todo)} of {len(found)} mutants", flush=True)
            netlist, bench = key.split("-")
            by_bench = {"bench": bench} if "random" in stage or "tests" in stage else {}
            with open(survivors.results(folder, netlist), "a") as results:
                for number, by, same in outcomes(folder, plan, stage, todo):
                    results.write(
                        json.dumps({
                            "number": number, "by": by, "passed": [] if by else [stage_key],
                            **({"same": True} if same else {}), **by_bench
                        }) + "\n")
                    results.flush()
    found = known(folder, name, key)
    if not part:
        carried.store(name, key, found, SAME)
    return found.values()


def outcomes(folder, plan, stage, todo):
    """Runs mutants through a stage. Gives (number, what killed it or None, whether it is shown to
    be the same) of each.
    """
    name = plan["name"]
    commands = {n: c for n, c in enumerate(chosen_of(folder), 1) if n in todo}
    if "same" in stage:
        same = proved.same(folder / "base.il", commands, folder / "same")
        yield from ((n, None, n in same) for n in todo)
        return
    if "alone" in stage:
        found, design = {}, proved.hierarchy([*elaborated(plan), "proc"], folder / "alone")
        for module, runs in stage["alone"].items():
            found |= alone.found(module, runs, name, design, commands, folder / "alone", CPU_LIMIT)
        yield from ((n, found.get(n), False) for n in todo)
        return
    if "proofs" in stage:
        found = set()
        for n, how in proved.against_proofs([*elaborated(plan), "proc"], commands,
                                            folder / "proofs"):
            found.add(n)
            yield n, how, False
        yield from ((n, None, False) for n in todo if n not in found)
        return
    nodes, seconds = [], CPU_LIMIT
    if "random" in stage:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        code, said = random_run(folder, name, **stage["random"], mutant=0)
        seconds = 2 + int(5 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before))
        if code:
            raise SystemExit(f"{name}: the netlist without a mutant fails: {said}")
    else:  # the tests that this set can run: those of other sets do not find their bench here
        nodes, _ = tests_run(plan, folder, 0, tests_of(plan), folder / "tests.log")
        if not nodes:
            raise SystemExit(f"{name}: no directed test runs, see {folder / 'tests.log'}")
        print(f"{name}: {len(nodes)} directed tests pass without a mutant", flush=True)
    jobs = [(folder, plan, n, stage, nodes, seconds) for n in todo]
    yield from ((number, by, False) for number, by in survivors.outcomes(name, attempt, jobs))


# ---- the report


def part(those):
    """How many of those that differ are killed; in percent where that says something."""
    killed, differ = sum(m["by"] is not None for m in those), sum("why" not in m for m in those)
    return f"{share(those):.1f} %" if differ >= LEAST else f"{killed} of {differ}"


@functools.cache
def labelled(file):
    """{line number: its label} of a file of the RTL."""
    return labels.lines((ROOT / file).read_text())


def fits(mutant, entry):
    """Whether an entry of equivalents.toml is of this mutant. The first line stands for mutants
    that Yosys gives no line. Entries name no labels of generated files.
    """
    label = labelled(mutant["file"]).get(mutant["line"])
    nowhere = mutant["line"] == 1 or mutant["module"].endswith("_csr")
    placed = (mutant["text"].strip() == entry["code"] if "code" in entry else
              label in entry["labels"] if entry["labels"] else nowhere)  # fmt: skip
    return (mutant["set"] in entry["sets"] and mutant["module"] == entry["module"] and placed
            and re.fullmatch(entry["bits"], mutant["what"]))


def table(mutants, left):
    """The page of the results, in Markdown."""
    of = {
        revision: sorted({m["set"]
                          for m in mutants if m["revision"] == revision})
        for revision in sorted({m["revision"]
                                for m in mutants})
    }
    revisions = f", of the RTL of {next(iter(of))}." if len(of) == 1 else "\n".join([
        ". It is of the RTL of several commits:", "", "| parameter sets | commit |", "|---|---|",
        *(f"| {', '.join(sets)} | {revision} |" for revision, sets in of.items())
    ])
    killed_by = lambda what: lambda m: m["by"] and re.match(what, m["by"])
    ways = {
        "random streams": killed_by("random"), "the bench of a module": killed_by(r"\w+ alone"),
        "proofs": killed_by("proof"), "directed tests": killed_by("test"),
        "equivalent": lambda m: "why" in m, "survive": lambda m: m["by"] is None and "why" not in m
    }
    counted = lambda those: " | ".join(
        str(sum(bool(way(m)) for m in those)) for way in ways.values())
    row = lambda name, those: f"| {name} | {len(those)} | {counted(those)} | {part(those)} |"
    by_module, by_set = ({
        name: [m for m in mutants if m[key] == name]
        for name in sorted({m[key]
                            for m in mutants})
    } for key in ("module", "set"))
    head = lambda first: (
        f"| {first} | mutants | killed by {' | killed by '.join(list(ways)[:-2])} | equivalent | "
        "survive | killed of those that differ |\n|---|---|---|---|---|---|---|---|---|")
    reasons = collections.Counter((m["module"], m["text"], m["why"]) for m in mutants
                                  if m.get("why", STUCK) not in (STUCK, NEVER, SAME))
    lines = [f"| {m} | {code(t)} | {n} | {why} |" for (m, t, why), n in sorted(reasons.items())]
    lines += [
        f"| all | | {sum(m.get('why') == why for m in mutants)} | {why} |"
        for why in (STUCK, NEVER, SAME)
    ]
    surviving = [
        f"| {m['set']} | {m['file'].split('/')[-1]}:{m['line']} | {code(m['what'])} | "
        f"{code(m['text'])} |" for m in sorted(left, key=lambda m: (m["file"], m["line"], m["set"]))
    ]
    surviving = [
        "No test tells these from the unit, and nobody has shown that they are the same. The bit",
        "is named by the wire, if it has a name, the cell and its port.", "",
        "| parameter set | place | bit | line |", "|---|---|---|---|", *surviving
    ] if surviving else ["None."]
    todo = {plan["name"]: set(stages(plan)) for plan in PLAN["set"]}
    says = lambda s: (
        f"{s['random']['events']} random events, seed {s['random']['seed']}" if "random" in s else
        "SAT, which may show that it cannot differ" if "same" in s else
        f"the benches of {' and '.join(s['alone'])} alone, if it lies there" if "alone" in s else
        "the proofs of its module" if "proofs" in s else "the directed tests")
    runs = "\n".join(f"{n}. {says(s)}" for n, s in enumerate(PLAN["stage"], 1))
    survivors = [m for m in mutants if not m["by"] and "why" not in m]
    partly = ("" if all(todo[m["set"]] <= m["passed"]
                        for m in survivors) else ", some of them not yet in all stages")
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# Mutants of the RTL

*For verification engineers. It answers: how many planted mistakes of the RTL tests and proofs
find.*

Each mutant is one bit of the netlist that Yosys makes of the RTL: inverted, stuck at 0 or 1, or
changed by another bit of the same port. It goes through these stages until one tells it from the
unit:

{runs}

A proof finds it by a counterexample: a property fails in the first cycles. Or the property is no
longer inductive: it fails one step of induction, in a state that the unit need not reach ([how many
of each](verification.md#not-proven)). The bus shells, the serial port and the crossing are mutated
alone: SAT, proofs, and the tests of the shells on a simulated bus. For the method, and the mutants
of the proofs, see [what is proven](verification.md). A survivor counts as equivalent only with a
reason (`sim/netlist/equivalents.toml`). Below {LEAST} that differ the last
column says their number.

`make mutation` wrote this page, seed {PLAN['seed']}{revisions}

{head('parameter set')}
{chr(10).join(row(name, those) for name, those in by_set.items())}
{row('**all**', mutants)}

{len(mutants)} of {sum(s['mutants'] for s in PLAN['set'])} have run{partly}.
The rest are at clocks, or at registers that the bench writes by itself.

{head('module')}
{chr(10).join(row(name, those) for name, those in by_module.items())}

## Equivalent

| module | line | mutants | why it is the same circuit |
|---|---|---|---|
{chr(10).join(lines)}

## Surviving

{chr(10).join(surviving)}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results of all sets into this file")
    parser.add_argument("--report",
                        action="store_true",
                        help="run nothing; tell what is known of the mutants that ran")
    parser.add_argument("--quick",
                        action="store_true",
                        help="random streams only; the directed tests may follow in another run")
    parser.add_argument("--only", metavar="MODULE", help="mutants of one module, in the first set")
    parser.add_argument("--mutants",
                        type=int,
                        default=20,
                        metavar="N",
                        help="how many, with --only (20)")
    parser.add_argument("sets",
                        nargs="*",
                        metavar="SET",
                        help="sets of mutation.toml; without: all")
    options = parser.parse_args()
    sets = [s for s in PLAN["set"] if not options.sets or s["name"] in options.sets]
    if options.only:
        mutants = campaign(
            {"name": sets[0]["name"], "mutants": options.mutants, "modules": [options.only]},
            f"-{options.only}", options.quick, options.report)
    else:
        mutants = [m for s in sets for m in campaign(s, quick=options.quick, report=options.report)]
    mutants = [m for m in mutants if m["by"] or m["passed"] or "why" in m]
    stale = list(
        survivors.explain(mutants,
                          tomllib.loads((HERE / "equivalents.toml").read_text())["equivalent"],
                          fits))
    left = [m for m in mutants if m["by"] is None and "why" not in m]
    for m in left:
        print(f"survives: {m['set']} {m['file']}:{m['line']}: {m['what']}\n    {m['text']}")
    stale = [] if options.sets or options.only else stale  # what an entry fits may be elsewhere
    print("\n".join(stale))
    killed = sum(m["by"] is not None for m in mutants)
    print(f"{len(mutants)} mutants: {killed} killed ({100 * killed / max(1, len(mutants)):.1f} %), "
          f"{len(mutants) - killed - len(left)} equivalent, {len(left)} survive")
    if options.table:
        options.table.write_text(table(mutants, left))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
