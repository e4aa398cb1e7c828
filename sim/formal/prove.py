#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs proofs: every property must be proved, every cover reached, every mutant caught.

    prove.py [--quick] [--list] [--resume] [--jobs N] [--table FILE] [NAME ...]

proofs.py says where proofs and mutants stand. Yosys makes an and-inverter graph of a module with
its properties; yosys-abc proves them for all time (engine pdr, or induction: each property follows
from all of them a cycle before) or for the first cycles (bmc), or finds which property fails in
which cycle. Engine smt is induction by yosys-smtbmc and z3, for big memories. A mutant is the RTL
with one labelled line changed; its property must fail in the first cycles or, with `step`, in the
cycle after a state in which all hold.
"""

import argparse
import fcntl
import hashlib
import json
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "rtl"), str(ROOT / "sim/formal")]
import labels  # noqa: E402
import proofs as written  # noqa: E402
from lists import FILES, FOLDERS  # noqa: E402

HERE = Path(__file__).resolve().parent
OUT = ROOT / "build/formal"
INDUCTION = 1  # cycles of the hypothesis
NOT_RUN = "not run"
CLASSES = [(10, "seconds"), (60, "under a minute"), (600, "minutes")]


class Failure(Exception):
    """A proof, a cover or a mutant that did not do what it must."""


def call(command, log, timeout):
    """Runs a tool; its output goes to a file and is given back."""
    try:
        run = subprocess.run(command,
                             cwd=ROOT,
                             text=True,
                             stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT,
                             timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failure(f"{command[0]} did not finish in {timeout} s (log: {log})") from None
    log.write_text(run.stdout)
    if run.returncode:
        last = (run.stdout.strip().splitlines() or [f"status {run.returncode}"])[-1]
        raise Failure(f"{command[0]} failed: {last} (log: {log})")
    return run.stdout


def yosys_options(proof):
    """Yosys options to read the RTL with its properties, of which those of the proof's top are
    those to prove.
    """
    defines = ["FORMAL", f"PROVE_{proof['top']}", *proof.get("defines", [])]
    return " ".join([*(f"-D{d}" for d in defines), *(f"-I{folder}" for folder in FOLDERS)])


def elaborate(proof, files):
    """Yosys commands that read the RTL and make one flat module of it."""
    params = " ".join(f"-set {k} {v}" for k, v in proof.get("params", {}).items())
    return [
        f"read_verilog -sv -formal {yosys_options(proof)} {' '.join(map(str, files))} " +
        " ".join(proof.get("with", [])),
        # hierarchy's own -chparam fails in Yosys 0.23 for some sets of files
        *([f"chparam {params} {proof['top']}"] if params else []),
        f"hierarchy -check -top {proof['top']}",
        "prep -nordff",
        # Names with a dot reach into instances, see verification.md; flatten must have joined
        # all of them.
        "flatten",
        "select -assert-none a:hierconn",
        "async2sync"
    ]


def netlist(proof, files, folder, cover=False, past=False):
    """Makes folder/net.aig; returns the labels of its properties, in the order of its outputs."""
    folder.mkdir(parents=True, exist_ok=True)
    kind = (f"chformal -assert -remove; techmap -map {HERE}/cover_as_assert.v"
            if cover else "chformal -cover -remove")
    history = f"techmap -max_iter 1 -map {HERE}/assert_past.v;" if past else ""
    script = folder / "net.ys"
    script.write_text("\n".join([
        *elaborate(proof, files), *(f"cutpoint w:{wire}" for wire in proof.get("cut", [])),
        "opt_clean -purge" if "cut" in proof else "",
        f"{kind}; dffunmap; {history} chformal -early; memory_map; setundef -undriven -anyseq",
        "opt -full; techmap; opt -fast; dffunmap; simplemap; abc -g AND -fast; opt_clean",
        "delete -output", f"tee -q -o {folder}/labels.txt dump t:$assert",
        f"write_aiger -zinit {folder}/net.aig", ""
    ]))
    call(["yosys", "-q", "-e", "implicitly declared", "-s", str(script)], folder / "yosys.log", 600)
    cells = re.findall(r"^ *cell \$assert \\?(\S+)", (folder / "labels.txt").read_text(), re.M)
    if not cells:
        raise Failure("no property")
    return cells


def abc(folder, commands, timeout):
    return call(["yosys-abc", "-c", f"read_aiger {folder}/net.aig; fold; strash; {commands}"],
                folder / "abc.log", timeout)


def failing(folder, labels, depth, timeout, every=False):
    """{label: cycle} of properties that fail in the first cycles; the first found, or every one
    (each searched for by itself).
    """
    check, found = f"scleanup; bmc3 -F {depth}", {}
    for first, part in [(k, f"cone -s -O {k}; {check}")
                        for k in range(len(labels))] if every else [(0, check)]:
        for output, frame in re.findall(
                r"Output +(\d+) (?:of miter \"[^\"]*\" )?was asserted in frame +(\d+)",
                abc(folder, part, timeout)):
            found[labels[first + int(output)]] = int(frame)
    return found


def induct(folder, labels, limit):
    """Labels of the properties that do not follow from all of them in the cycles before."""
    steps = "; ".join(
        f"backup; cone -s -O {k}; echo property {k}; ind -F {INDUCTION + 1} -T {limit}; restore"
        for k in range(len(labels)))
    found = re.split(r"^property (\d+) *$",
                     abc(folder, steps,
                         limit * len(labels) + 60),
                     flags=re.M)
    proved = {
        int(k)
        for k, text in zip(found[1::2], found[2::2]) if "Networks are equivalent" in text
    }
    return [label for k, label in enumerate(labels) if k not in proved]


def smt(proof, files, folder, limit):
    """Proves all properties of one proof with memories as arrays. Returns how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / "net.ys"
    script.write_text("\n".join([
        *elaborate(proof, files), "chformal -cover -remove; opt_clean; dffunmap",
        f"tee -q -o {folder}/labels.txt dump t:$assert", f"write_smt2 -wires {folder}/net.smt2", ""
    ]))
    call(["yosys", "-q", "-e", "implicitly declared", "-s",
          str(script)], folder / "yosys.log", limit)
    for kind in [], ["-i"]:
        text = call([
            "yosys-smtbmc", "-s", "z3", "--noprogress", "--unroll", *kind, "-t",
            str(INDUCTION + 1), f"{folder}/net.smt2"
        ], folder / "smt.log", limit)
        if "Status: PASSED" not in text:
            raise Failure(f"fails or not inductive (log: {folder}/smt.log)")
    return (folder / "labels.txt").read_text().count("cell $assert")


def netlists(proof):
    """Makes the netlists of one proof. Returns the labels of its properties, those of its covers,
    and a hash of all that decides the result. (None for smt: its netlist names lines of files.)
    """
    if proof["engine"] == "smt":
        return None, None, None
    name, tool = proof["name"], subprocess.run(["yosys-abc", "-q", "version"], capture_output=True)
    found = netlist(proof, FILES, OUT / name, past=proof["engine"] == "induction")
    parts = [repr([tool.stdout, proof["engine"], INDUCTION, proof.get("bound"), found]).encode(),
             (OUT / name / "net.aig").read_bytes()]
    covers = None
    if "cover" in proof:
        covers = netlist(proof, FILES, OUT / f"{name}_cover", cover=True)
        parts += [repr([proof["cover"], covers]).encode(),
                  (OUT / f"{name}_cover/net.aig").read_bytes()]
    return found, covers, hashlib.sha256(b"\n".join(parts)).hexdigest()


def prove(proof, files=FILES, folder=None, labels=None):
    """Proves all properties of one proof, or raises Failure. Returns how many there are. `labels`:
    of its netlist, if it is made.
    """
    folder = folder or OUT / proof["name"]
    engine, limit = proof["engine"], proof.get("limit", 300)
    if engine == "smt":
        return smt(proof, files, folder, limit)
    labels = labels or netlist(proof, files, folder, past=engine == "induction")
    if engine == "pdr":
        text = abc(folder, f"orpos; pdr -T {limit}", limit + 60)
        if "Property proved" in text:
            return len(labels)
        if "was asserted in frame" not in text:
            raise Failure(f"not decided in {limit} s (log: {folder}/abc.log)")
        bound = int(re.search(r"in frame +(\d+)", text).group(1)) + 1
    else:
        bound = proof["bound"] if engine == "bmc" else INDUCTION + 1
    bad = failing(folder, labels, bound, limit)
    if bad:
        raise Failure("; ".join(f"{label} fails in cycle {cycle}" for label, cycle in bad.items()))
    if engine == "pdr":
        raise Failure("fails, but no single property does")
    loose = induct(folder, labels, limit) if engine == "induction" else []
    if loose:
        raise Failure(f"not inductive, or not decided in {limit} s: {', '.join(loose)}")
    return len(labels)


def reach(proof, labels):
    """Reaches all covers of one proof, whose netlist is made, within its bound, or raises Failure.
    Returns the last cycle needed.
    """
    folder = OUT / f"{proof['name']}_cover"
    found = failing(folder, labels, proof["cover"], proof.get("limit", 300), every=True)
    missing = set(labels) - set(found)
    if missing:
        raise Failure(f"never reached in {proof['cover']} cycles: {', '.join(sorted(missing))}")
    return max(found.values())


def property_of(name, found):
    """Its place among the labels found; there it may stand behind the blocks that it is in."""
    places = [k for k, label in enumerate(found) if label == name
              ] or [k for k, label in enumerate(found) if label.endswith(f".{name}")]
    if len(places) != 1:
        raise Failure(f"{len(places)} properties {name}")
    return places[0]


def kill(mutant, proof):
    """Changes one line of the RTL; the property named must fail. Returns what failed."""
    folder = OUT / "mutants" / mutant["name"]
    folder.mkdir(parents=True, exist_ok=True)
    text = (ROOT / mutant["file"]).read_text()
    changed = folder / Path(mutant["file"]).name
    changed.write_text(labels.replaced(text, mutant["label"], mutant["replacement"]))
    swap = lambda files: [str(changed) if f == mutant["file"] else f for f in files]
    step = mutant.get("step", False)
    found = netlist({**proof, "with": swap(proof.get("with", []))}, swap(FILES), folder, past=step)
    only = f"cone -s -O {property_of(mutant['by'], found)}"
    if step:
        text = abc(folder, f"{only}; ind -F {INDUCTION + 1}", proof.get("limit", 300))
        if "Networks are UNDECIDED" not in text:  # it follows, or the tool says something else
            raise Failure("survives")
        return f"{mutant['by']}, in a step"
    text = abc(folder, f"{only}; scleanup; bmc3 -F {mutant.get('bound', 30)}",
               proof.get("limit", 300))
    if "combinational" in text:
        text = abc(folder, f"{only}; scleanup; sat", proof.get("limit", 300))
        if not re.search("^SATISFIABLE", text, re.M):
            raise Failure("survives")
        return f"{mutant['by']}, cycle 1"
    found = re.search(r"was asserted in frame +(\d+)", text)
    if not found:
        raise Failure("survives")
    return f"{mutant['by']}, cycle {found.group(1)}"


def time_class(seconds):
    return next((name for limit, name in CLASSES if seconds < limit), "long")


def what(kind, item):
    """The cells of a row that follow from the plan."""
    if kind == "mutant":
        return [item["name"], item["says"], item["proof"]]
    params = " ".join(f"{k}={v}" for k, v in item.get("params", {}).items())
    how = f"bmc, {item['bound']} cycles" if item[
        "engine"] == "bmc" else f"{item['engine']}, unbounded"
    return [item["name"], f"{item['top']} {params}".strip(), item["says"], how]


# Of a row that still holds if they are as they were; wording may change.
SAME = {"proof": (0, 1, 3), "mutant": (0, 2)}


def tabled(text, plan, results):
    """The text with a row for each proof and mutant of the plan, {kind: {name: [cells of its
    result]}} in those that ran. Another keeps its result while it has the same parameters.
    """
    for kind in plan:
        empty = [NOT_RUN, "—"] if kind == "proof" else [NOT_RUN]

        def table(found, kind=kind, empty=empty):
            head, old = found[0].splitlines()[:2], {}
            for line in found[0].splitlines()[2:]:
                cells = [cell.strip() for cell in line.strip("|").split(" | ")]
                old[tuple(cells[i] for i in SAME[kind])] = cells[-len(empty):]
            rows = []
            for item in plan[kind]:
                cells = what(kind, item)
                kept = old.get(tuple(cells[i] for i in SAME[kind]), empty)
                rows.append(
                    f"| {' | '.join(cells + results.get(kind, {}).get(item['name'], kept))} |")
            return "\n".join([*head, *rows]) + "\n"

        text = re.sub(rf"(?:^\|.*\n)*(?=<!-- {kind}s -->)", table, text, count=1, flags=re.M)
    return text


def never_ran(text):
    """Names in the tables that have no result."""
    return set(re.findall(rf"^\| (\w+) \|.*\| {NOT_RUN} \|", text, re.M))


def revision():
    """Of which RTL a run is."""
    git = lambda *words: subprocess.run(["git", *words], cwd=ROOT, text=True, capture_output=True
                                        ).stdout.strip()
    dirty = "-dirty" if git("status", "--porcelain", "rtl") else ""
    return f"the RTL of {git('log', '-1', '--format=%h', '--', 'rtl') or '?'}{dirty}"


class Passed:
    """What passed before, for --resume: proofs and mutants of the same RTL, properties, scripts and
    tools; and of any others the proofs whose netlists are still the same.
    """

    def __init__(self, resume):
        files = [path for folder in ("rtl", "sim/formal") for path in (ROOT / folder).rglob("*")
                 if path.suffix in (".sv", ".svh", ".py")]
        tool = subprocess.run(["yosys", "-V"], capture_output=True).stdout
        self.hash = hashlib.sha256(
            b"".join(path.read_bytes() for path in sorted(files)) + tool).hexdigest()
        self.file = OUT / "passed.json"
        self.cells, self.proofs = self.read() if resume else ({}, {})

    def read(self):
        """{kind and name: cells}, {name of a proof: [hash of its netlists, cells]}"""
        known = json.loads(self.file.read_text()) if self.file.exists() else {}
        cells = known["cells"] if known.get("of") == self.hash else {}
        return cells, known.get("proofs", {})

    def same(self, name, netlists):
        """The cells of a proof that passed with these netlists, or None."""
        known, cells = self.proofs.get(name, (None, None))
        return cells if netlists and known == netlists else None

    def add(self, kind, name, cells, netlists=None):
        before, proofs = self.read()
        if netlists:
            proofs[name] = [netlists, cells]
        now = {"of": self.hash, "cells": before | {f"{kind} {name}": cells}, "proofs": proofs}
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(now))
        part.replace(self.file)


ROWS = re.compile(r"^(?:The rows are of [^.]*\.\n|\| rows of the RTL of \|.*\n(?:\|.*\n)*)", re.M)
HEAD = ("| rows of the RTL of | dirty | in the history | files of the RTL changed since | other "
        "files of proofs changed since | proofs | mutants | names |\n" + "|---" * 8 + "|\n")
REST = "all others"


def dates(text, now=""):
    """({RTL: names of its rows}, the RTL of all others, that of a run now) as the page says. One
    commit may be written shorter and longer: the shortest counts.
    """
    said = ROWS.search(text)[0]
    line = re.match(r"The rows are of ([^.]*)\.", said)
    cells = [[c.strip() for c in row.strip("|").split("|")] for row in said.splitlines()[2:]]
    named = [(c[0] + ("-dirty" if c[1] else ""), c[-1].split(", ")) for c in cells]
    if line:
        named = [(line[1].removeprefix("the RTL of "), [REST])]
    all_of = {now, *(rtl for rtl, _ in named)} - {""}
    short = lambda rtl: min((other for other in all_of if rtl.startswith(other.split("-")[0])
                             and rtl.endswith("-dirty") == other.endswith("-dirty")), key=len)
    known = {}
    for rtl, names in named:
        known.setdefault(short(rtl), []).extend(names)
    most = next(rtl for rtl, names in known.items() if REST in names)
    return known, most, short(now) if now else now


def dated(text, plan, ran, now):
    """The text with what gives the RTL of each row, when some ran now: a line if all are of one;
    else a table, in which a mutant is named only if it is not of the RTL of its proof. `make plan`
    fills in what the history says.
    """
    known, most, now = dates(text, now.removeprefix("the RTL of "))
    by_name = {name: rtl for rtl, names in known.items() for name in names}
    missing = never_ran(text)
    items = [(kind, item) for kind, of in plan.items() for item in of]
    here = lambda item, of: of.get(item["name"], of.get(item.get("proof"), most))
    rtl = {
        item["name"]: now if item["name"] in ran else here(item, by_name)
        for _, item in items if item["name"] not in missing
    }
    if not rtl:
        return text
    order = sorted(dict.fromkeys(rtl.values()), key=lambda it: -list(rtl.values()).count(it))
    if len(order) == 1:
        return ROWS.sub(f"The rows are of the RTL of {order[0]}.\n", text, count=1)
    history = {c[0]: c[2:5] for row in ROWS.search(text)[0].splitlines()
               for c in [[c.strip() for c in row.strip("|").split("|")]]}
    most = order[0]
    rows = []
    for it in order:
        of = {kind: [i for k, i in items if k == kind and rtl.get(i["name"]) == it]
              for kind in plan}
        names = [i["name"] for i in of["proof"] if it != most] + [
            i["name"] for i in of["mutant"] if rtl.get(i["proof"], most) != it]
        commit, dirty, _ = it.partition("-dirty")
        cells = [commit, "dirty" if dirty else "", *history.get(commit, "———"), len(of["proof"]),
                 len(of["mutant"]), ", ".join([REST] * (it == most) + names)]
        rows.append(f"| {' | '.join(map(str, cells))} |\n")
    return ROWS.sub(HEAD + "".join(rows), text, count=1)


def current(text, plan, results=None, now=""):
    """The page with the rows of the plan; `results` of what ran now, on this RTL."""
    results = results or {}
    ran = {name for kinds in results.values() for name in kinds}
    return dated(tabled(text, plan, results), plan, ran, now)


def outcome(work):
    try:
        return work()
    except Failure as failure:
        return f"FAILED: {failure}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only what is marked quick")
    parser.add_argument("--list", action="store_true", help="print them, and run nothing")
    parser.add_argument("--resume", action="store_true",
                        help="go on where a run of the same sources stopped")
    parser.add_argument("--jobs", type=int, default=1, help="how many at a time (1)")
    parser.add_argument("--table",
                        type=Path,
                        help="write the results and their RTL into the tables of this file; "
                        "other rows stay")
    parser.add_argument("names", nargs="*", metavar="NAME", help="proofs and mutants; without: all")
    options = parser.parse_args()
    plan = written.plan()
    proofs = {p["name"]: p for p in plan["proof"]}
    mutants = {m["name"]: m for m in plan["mutant"]}
    unknown = set(options.names) - set(proofs) - set(mutants)
    if unknown:
        parser.error(f"no such proof or mutant: {', '.join(sorted(unknown))}")
    chosen = lambda item: item["name"] in options.names if options.names else item.get(
        "quick") or not options.quick

    if options.list:
        for kind in plan:
            for item in filter(chosen, plan[kind]):
                of = item["top"] if kind == "proof" else f"{item['file']}@{item['label']}"
                print(f"{kind:6} {item['name']:28} {of}: {item['says']}")
        return 0
    results, bad, of_rtl = {"proof": {}, "mutant": {}}, 0, revision()

    (OUT / "mutants").mkdir(parents=True, exist_ok=True)
    passed, one = Passed(options.resume), threading.Lock()

    def attempt(kind, name, work, cells):
        nonlocal bad
        if cell := passed.cells.get(f"{kind} {name}"):
            results[kind][name] = cell
            print(f"{kind:6} {name:24}   before  {cell[0]}", flush=True)
            return
        of = {}  # the netlists of the proof, and its cells if it passed with them
        with open(OUT / f"{name}.lock", "w") as lock:  # two runs of the same proof take turns
            fcntl.flock(lock, fcntl.LOCK_EX)
            start = time.monotonic()
            result = outcome(lambda: work(of))
        seconds = time.monotonic() - start
        with one:
            print(f"{kind:6} {name:24} {seconds:6.1f} s  {result}", flush=True)
            results[kind][name] = of.get("cells") or cells(result, seconds)
            if result.startswith("FAILED"):
                bad += 1
            else:
                passed.add(kind, name, results[kind][name], of.get("netlists"))

    def attempt_proof(p):

        def work(of):
            found, covers, of["netlists"] = netlists(p)
            if before := passed.same(p["name"], of["netlists"]):
                of["cells"] = before
                return f"{before[0]} (before: its netlist is the same)"
            text = f"{prove(p, labels=found)} properties " + (
                f"hold for {p['bound']} cycles" if p["engine"] == "bmc" else "proved")
            reached = f"; covers reached by cycle {reach(p, covers)}" if "cover" in p else ""
            return text + reached

        attempt("proof", p["name"], work, lambda result, took: [result, time_class(took)])

    def attempt_mutant(m):
        attempt("mutant",
                m["name"],
                lambda of: f"killed by {kill(m, proofs[m['proof']])}",
                lambda result, took: [result.removeprefix("killed by ")])

    with ThreadPoolExecutor(options.jobs) as pool:
        for kind, work in (("proof", attempt_proof), ("mutant", attempt_mutant)):
            list(pool.map(work, filter(chosen, plan[kind])))

    if options.table and not bad:
        # The RTL may change while proofs run.
        now = of_rtl if revision() == of_rtl else f"{of_rtl.removesuffix('-dirty')}-dirty"
        options.table.write_text(current(options.table.read_text(), plan, results, now))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
