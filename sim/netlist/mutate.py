#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the RTL against the co-simulation: which of them does no test see?

    mutate.py [--table FILE] [--only MODULE --mutants N] [SET ...]

Yosys chooses mutants of the netlist of a parameter set (a bit inverted, stuck, or dependent on another) and puts all of
them into one netlist, where a number selects one. The bench of the set is built around it once; each mutant then runs
through the stages of mutation.toml until one of them fails: random streams against the golden model, and the directed tests
as they are. What survives all of them is printed with its line, unless equivalents.toml tells why it is the same circuit.
Results are kept in build/mutation: a run that was stopped goes on where it was, and what survived runs again only when the
stages or tests have changed. JOBS=N runs N at a time.
"""

import argparse
import collections
import contextlib
import hashlib
import json
import multiprocessing
import os
import re
import resource
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import unit
from unit import ROOT, call

HERE = Path(__file__).resolve().parent
OUT = ROOT / "build/mutation"
TESTS = ROOT / "tests/cosim"
CPU_LIMIT = 15              # s of one process: what takes longer hangs
PLAN = tomllib.loads((HERE / "mutation.toml").read_text())
# A mutant at the output of one of these could not be told from what the bench itself writes there.
WRITTEN = re.compile(r"-module weir_(stamp|admit) .*-port Q .*-wire (g_time\.time_q|time_o|delta_q|delta_o|age_q|g_base\.now_q) ")


# ---- making them
def named(rtlil):
    """The netlist with modules named as in the RTL; of several with different parameters, with a number."""
    found = collections.defaultdict(list)
    for name in sorted(set(re.findall(r"^(?:module|  cell) (\$paramod\S*)", rtlil, re.M))):
        found[re.search(r"\\(weir\w*)", name)[1]].append(name)
    for base, names in found.items():
        for number, name in enumerate(names, 1):
            own = f"\\{base}" + (f"_{number}" if len(names) > 1 else "")
            rtlil = re.sub(re.escape(name) + r"(?=\s)", lambda _, own=own: own, rtlil)
    return rtlil


def described(command, lines, seen):
    """What a mutant is, from its command: module, place in the source, and an id that does not depend on line numbers."""
    option = lambda name: next(iter(re.findall(rf" -{name} (\S+)", command)), "")
    module = re.sub(r"_\d+$", "", option("module"))
    places = [p for p in re.findall(r" -src (\S+)", command) if ":0." not in p]
    span = lambda p: int(re.search(r"-(\d+)", p)[1]) - int(re.search(r":(\d+)", p)[1])
    file, line = re.match(r"(.*):(\d+)", min(places, key=span)).groups() if places else (f"rtl/{module}.sv", "1")
    cell = option("cell")
    kind = "$auto$" + cell.split("$")[2].split(".")[0] if cell.startswith("$auto") else "$" + cell.split("$")[1] if cell.startswith("$") else cell
    what = f"{option('wire')} {kind}.{option('port')}[{option('portbit')}] {option('mode')} {option('ctrlbit')}".strip()
    text = lines[file][int(line) - 1].strip()
    seen[option("module"), text, what] += 1
    number = seen[option("module"), text, what]
    return {"module": module, "file": file, "line": int(line), "text": text, "what": what + (f" #{number}" if number > 1 else ""),
            "id": f"{option('module')} | {text} | {what} | {number}"}


def prepare(name, count, modules, folder):
    """Makes the netlist and the bench of a set. Returns (mutants by number, key of the netlist)."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    base, chosen, mutated = folder / "base.il", folder / "chosen.list", folder / "mutated.v"
    (folder / "base.ys").write_text("\n".join([
        *unit.elaborated(name), "proc", "opt -nodffe -nosdff", "memory -nomap", "opt_clean", f"write_rtlil {base}", ""]))
    call(["yosys", "-q", "-e", "implicitly declared", folder / "base.ys"], folder / "base.log")
    base.write_text(named(base.read_text()))
    here = [m for m in re.findall(r"^module \\(\S+)", base.read_text(), re.M) if not modules or re.sub(r"_\d+$", "", m) in modules]
    if not here:
        raise SystemExit(f"{name}: no module {', '.join(modules)}")
    call(["yosys", "-q", "-p", f"read_rtlil {base}; mutate -list {count} -seed {PLAN['seed']} -o {chosen} {' '.join(here)}"], folder / "choose.log")
    commands = [c for c in chosen.read_text().splitlines() if not WRITTEN.search(c + " ")]
    width = len(commands).bit_length()
    (folder / "apply.ys").write_text("\n".join([
        f"read_rtlil {base}", *(c.replace("mutate", f"mutate -ctrl mutsel {width} {n}", 1) for n, c in enumerate(commands, 1)),
        "opt_clean", f"write_verilog -noattr {mutated}", ""]))
    call(["yosys", "-q", folder / "apply.ys"], folder / "apply.log")

    # the number is no pin of the unit, but is asked for once
    head, top = mutated.read_text().split("\nmodule weir(")
    top = top.replace(", mutsel);", ");", 1)
    top, done = re.subn(r"  input (\[\d+:0\] )?mutsel;\n  wire (\[\d+:0\] )?mutsel;\n",
                        r'  import "DPI-C" function int weir_mutant();\n  reg \1mutsel;\n  initial mutsel = weir_mutant();\n', top, count=1)
    assert done == 1
    verilog = folder / "mutated.sv"
    text = head + "\nmodule weir(" + top
    tools = sorted([HERE / "unit.py", HERE / "mutant.c", *(ROOT / "sim/bench").iterdir(), *(ROOT / "sim/golden").iterdir()])
    key = hashlib.sha256(text.encode() + b"".join(f.read_bytes() for f in tools)).hexdigest()[:16]
    built = folder / name / "bench"
    if not built.exists() or not verilog.exists() or (folder / "key").read_text() != key:
        verilog.write_text(text)
        (folder / "key").unlink(missing_ok=True)
        call(["gcc", "-O2", "-c", HERE / "mutant.c", "-o", folder / "mutant.o"], folder / "gcc.log")
        unit.bench(name, verilog, folder, extra=[folder / "mutant.o"])
        (folder / "bench").replace(built)
        (folder / "key").write_text(key)
    lines, seen = {f: (ROOT / f).read_text().splitlines() for f in unit.RTL}, collections.Counter()
    return {n: described(c, lines, seen) for n, c in enumerate(commands, 1)}, key


# ---- running them
def random_run(folder, name, seed, events, mutant):
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
    done = subprocess.run([folder / name / "bench", "--seed", str(seed), "--events", str(events)], preexec_fn=limit, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", env={**os.environ, "WEIR_MUTANT": str(mutant)})
    return done.returncode, (done.stderr.splitlines() or [""])[0]


class Reports:
    """A plugin of pytest: what passed, and the first that did not."""

    def __init__(self):
        self.passed, self.failed = [], None

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed = self.failed or report.nodeid
        elif report.when == "call" and report.passed:
            self.passed.append(report.nodeid)


def tests_run(folder, mutant, nodes, log, *options):
    """Runs tests in a process of their own, with the benches of `folder`. Returns (passed, first that failed)."""
    result = log.with_suffix(".json")
    result.unlink(missing_ok=True)
    child = os.fork()
    if child == 0:
        with contextlib.suppress(BaseException):
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
            os.environ.update(WEIR_MUTANT=str(mutant), WEIR_BENCHES=str(folder))
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            import pytest
            reports = Reports()
            pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line", f"--basetemp={log.with_suffix('.tmp')}", "--rootdir", str(ROOT),
                         *options, *nodes], plugins=[reports])
            result.write_text(json.dumps([reports.passed, reports.failed]))
        os._exit(0)
    os.waitpid(child, 0)
    return json.loads(result.read_text()) if result.exists() else ([], "hangs")


def stages(quick=False):
    """The stages by a key that changes when what they run does."""
    tests = b"".join((TESTS / f).read_bytes() for f in PLAN["tests"]["files"])
    keyed = lambda stage: hashlib.sha256(json.dumps(stage).encode() + (tests if "tests" in stage else b"")).hexdigest()[:12]
    return {keyed(stage): stage for stage in PLAN["stage"] if not (quick and "tests" in stage)}


def attempt(job):
    """Runs one mutant through stages. Returns (its number, what killed it or None, the stages it passed)."""
    folder, name, number, nodes, todo = job
    passed = []
    for key, stage in todo.items():
        if "random" in stage:
            code, _ = random_run(folder, name, **stage["random"], mutant=number)
            if code:
                return number, f"random, seed {stage['random']['seed']}" + (": hangs" if code < 0 else ""), passed
        else:
            _, failed = tests_run(folder, number, nodes, folder / f"tests-{os.getpid()}.log", "-x")
            if failed:
                return number, f"test {failed.split('/')[-1]}", passed
        passed.append(key)
    return number, None, passed


def campaign(name, mutants, modules=(), part="", quick=False):
    """All mutants of a set, or of some of its modules. Returns them, each with `by`: what killed it, or None."""
    folder = OUT / (name + part)
    mutants, key = prepare(name, mutants, modules, folder)
    todo = stages(quick)
    for stage in todo.values():
        if "random" in stage:
            code, said = random_run(folder, name, **stage["random"], mutant=0)
            if code:
                raise SystemExit(f"{name}: the netlist without a mutant fails: {said}")
    # The tests that this set can run: those of other sets do not find their bench here.
    nodes, _ = ([], None) if quick else tests_run(folder, 0, [str(TESTS / f) for f in PLAN["tests"]["files"]], folder / "tests.log")
    if not quick and not nodes:
        raise SystemExit(f"{name}: no directed test runs, see {folder / 'tests.log'}")
    kept = folder / f"results-{key}.jsonl"
    for old in set(folder.glob("results-*.jsonl")) - {kept}:
        old.unlink()
    by, passed = {}, collections.defaultdict(set)
    for line in kept.read_text().splitlines() if kept.exists() else []:
        with contextlib.suppress(json.JSONDecodeError):    # the last line, if it was stopped there
            entry = json.loads(line)
            by[entry["number"]] = entry["by"]
            passed[entry["number"]] |= set(entry["passed"])
    jobs = [(folder, name, n, nodes, {k: stage for k, stage in todo.items() if k not in passed[n]}) for n in mutants if not by.get(n)]
    jobs = [job for job in jobs if job[-1]]
    print(f"{name}: {len(mutants)} mutants, {len(nodes)} directed tests; {len(mutants) - len(jobs)} mutants are done", flush=True)
    with open(kept, "a") as results, multiprocessing.Pool(int(os.environ.get("JOBS", 1)), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for done, (number, what, went) in enumerate(pool.imap_unordered(attempt, jobs), 1):
            by[number] = what
            results.write(json.dumps({"number": number, "by": what, "passed": went}) + "\n")
            results.flush()
            if done % 50 == 0 or done == len(jobs):
                print(f"{name}: {done} of {len(jobs)} run, {sum(b is None for b in by.values())} survive", flush=True)
    return [{**m, "set": name, "by": by[n]} for n, m in mutants.items()]


# ---- what is told of them
def explain(mutants, entries):
    """Gives each survivor the reason by which it is the same circuit, where there is one. Returns entries that fit none."""
    stale = []
    for entry in entries:
        whats = [re.compile(".*".join(map(re.escape, w.split("*")))) for w in entry["mutants"]]
        fits = [m for m in mutants if m["by"] is None and m["module"] == entry["module"] and m["text"] == entry["line"]
                and any(w.fullmatch(m["what"]) for w in whats)]
        for m in fits:
            m["why"] = entry["why"]
        if not fits:
            stale.append(entry)
    return stale


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results into this file; needs all sets")
    parser.add_argument("--quick", action="store_true", help="random streams only; the directed tests may follow in another run")
    parser.add_argument("--only", metavar="MODULE", help="mutants of one module, in the first set")
    parser.add_argument("--mutants", type=int, default=20, metavar="N", help="how many, with --only (20)")
    parser.add_argument("sets", nargs="*", metavar="SET", help="sets of mutation.toml; without: all")
    options = parser.parse_args()
    sets = [s for s in PLAN["set"] if not options.sets or s["name"] in options.sets]
    if options.only:
        mutants = campaign(sets[0]["name"], options.mutants, [options.only], f"-{options.only}", options.quick)
    else:
        mutants = [m for s in sets for m in campaign(**s, quick=options.quick)]
    stale = explain(mutants, tomllib.loads((HERE / "equivalents.toml").read_text())["equivalent"])
    left = [m for m in mutants if m["by"] is None and "why" not in m]
    for m in left:
        print(f"survives: {m['set']} {m['file']}:{m['line']}: {m['what']}\n    {m['text']}")
    killed = sum(m["by"] is not None for m in mutants)
    print(f"{len(mutants)} mutants: {killed} killed ({100 * killed / len(mutants):.1f} %), "
          f"{len(mutants) - killed - len(left)} equivalent, {len(left)} survive")
    return mutants, stale, left, options


if __name__ == "__main__":
    sys.exit(1 if main()[2] else 0)
