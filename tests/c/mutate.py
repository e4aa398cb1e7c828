#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutants of the golden model and of the codecs, both C, against their tests.

    mutate.py [--table FILE] [--report] [--quick] [--all] [GROUP ...]

mutants.py puts all mutants of a source into one text, from which the programs of mutation.toml are
built once (build/mutation-c). Each mutant runs through the commands of its group, then through the
tests that meet it, until something fails. The output lists the survivors, except those with a
reason in equivalents.toml. Results are stored: an interrupted run continues, and survivors run
again only after a change of the tests. JOBS=N runs N at a time. --all: all mutants, not only the
number of the plan. --report: only report stored results.
"""

import argparse
import collections
import contextlib
import hashlib
import json
import os
import random
import resource
import shlex
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import farm
import mutants
from farm import ROOT

sys.path += [str(ROOT / part) for part in ("tests", "rtl")]
import survivors  # noqa: E402
from lists import HAS  # noqa: E402
from survivors import code, share  # noqa: E402

HERE = Path(__file__).resolve().parent
PLAN = tomllib.loads((HERE / "mutation.toml").read_text())
OUT = ROOT / "build/mutation-c"
MEMORY = 1 << 16
met_of = lambda met: [n for n, byte in enumerate(met.read_bytes()) if byte]  # noqa: E731


# ---- making them
def prepare(group):
    """Builds the programs of a group with all its mutants. Returns {number: mutant}."""
    out = OUT / group["name"].replace(" ", "-")
    files = sorted(path for source in group["sources"]
                   for path in ((ROOT / source).glob("*.[ch]") if (ROOT / source).is_dir() else
                                [ROOT / source]))
    out.mkdir(parents=True, exist_ok=True)
    kept = out / "mutants.json"
    key = hashlib.sha256(b"".join(path.read_bytes() for path in [
        HERE /
        "mutants.py", *files, *(sorted((ROOT / "rtl").glob("*.sv")) if "sets" in group else [])
    ])).hexdigest()[:16]
    if not (kept.exists() and (known := json.loads(kept.read_text()))["key"] == key):
        print(f"{group['name']}: building", flush=True)
        (out / "mutant.h").write_text(mutants.RUNTIME)
        folder = farm.tree(out.relative_to(ROOT / "build"), group["sources"])
        sources = {
            folder / path.relative_to(ROOT): mutants.Source(path, str(path.relative_to(ROOT)))
            for path in files
        }
        sources = {path: source for path, source in sources.items() if source.any()}
        wrong = mutants.settle(sources, folder, out / "mutant.h", [
            "-Idriver/include",
            *(f"-I{f.relative_to(ROOT)}"
              for f in sorted([*(ROOT / "sw/lib").iterdir(), ROOT / "sim/golden"]) if f.is_dir())
        ])
        found = [{
            "file": source.name, "line": line, "function": function, "text": text, "what": what
        } for source in sources.values() for line, function, text, what in source.mutants]
        known = {"key": key, "wrong": wrong, "mutants": found}
        kept.write_text(json.dumps(known))
    build(group, out)
    return out, {
        n: {
            **m, "library": str(Path(m["file"]).parent), "group": group["name"], "by": None,
            "passed": set()
        }
        for n, m in enumerate(known["mutants"], 1)
    }


def build(group, out):
    """Builds the programs, where the mutants or the tests' own sources are others than those they
    were built of.
    """
    of = hashlib.sha256((out / "mutants.json").read_bytes() +
                        json.dumps([group.get(k) for k in ("programs", "same", "sets")]).encode() +
                        b"".join(path.read_bytes() for pattern in group["with"]
                                 for path in sorted(ROOT.glob(pattern)))).hexdigest()
    if (out / "built").exists() and (out / "built").read_text() == of:
        return
    san = "-fsanitize=address,undefined -fno-sanitize-recover=undefined"
    if "programs" in group:
        farm.make(out, group["programs"], "clang -w", f"clang -w -O0 -std=c11 {san}",
                  "SW_CFLAGS=-O0 -std=c11 -D_GNU_SOURCE")
    for name, same in group.get("same", {}).items():
        (out / name).unlink(missing_ok=True)
        (out / name).symlink_to((out / same).resolve())
    if "sets" in group:
        golden(group, out)
    (out / "built").write_text(of)


def golden(group, folder):
    """The benches of parameter sets, and the test of the golden model, linked with its mutants."""
    call = lambda *command: subprocess.run(list(map(str, command)), cwd=ROOT, check=True)
    objects = []
    for source in sorted((folder / "sim/golden").glob("*.c")):
        objects.append(folder / f"{source.stem}.o")
        if not objects[-1].exists() or objects[-1].stat().st_mtime < source.stat().st_mtime:
            call("clang", "-w", "-O2", "-std=c11", "-fsanitize=undefined",
                 "-fno-sanitize-recover=all", f"-I{folder}/sim/golden", "-c", source, "-o",
                 objects[-1])
    call("clang", "-w", "-O1", "-fsanitize=undefined", "-std=c11", "-Isim/golden",
         "tests/cosim/golden_test.c", *objects, "-o", folder / "golden_test")
    bench = [
        ROOT / f"build/sim/obj/bench/{part}.o" for part in
        "scoreboard transcribe options session stimulus bench_cpp load_cpp play_cpp inputs_cpp "
        "record".split()
    ]
    for name in group["sets"]:
        there = ROOT / "build/sim" / name
        (folder / name).mkdir(exist_ok=True)
        call("clang++", "-fsanitize=undefined", *objects, *bench, there / "unit_cpp.o",
             *there.glob("verilated*.o"), there / "Vweir__ALL.a", "-lz", "-latomic", "-pthread",
             "-o", folder / name / "bench")
    for name in ("frame/1", "frame/2", "frame/4", "ring1",
                 "ring3"):  # the frame sink and the ring alone
        there = ROOT / "build/sim" / name
        (folder / name).mkdir(parents=True, exist_ok=True)
        call("clang++", "-fsanitize=undefined", *there.glob("*_cpp.o"), *objects,
             *there.glob("verilated*.o"), *there.glob("V*__ALL.a"), ROOT / "build/sw/libflux.a",
             "-llz4", "-lz", "-latomic", "-pthread", "-o", folder / name / "bench")
    # the whole model in the place of the RTL, and beside it
    call("clang", "-w", "-O1", "-std=c11", "-fsanitize=undefined", "-Isim/golden", "-Isim/device",
         "tests/device/device_test.c", "sim/device/weir_device.c", *objects, "-o",
         folder / "device_test")
    for name in HAS:
        there, here = ROOT / "build/device" / name, folder / "device" / name
        here.mkdir(parents=True, exist_ok=True)
        call("clang++", "-w", "-std=c++17", "-O1", "-Isim/bench", "-Isim/golden",
             "-Idriver/include", *(f"-DUNIT_{what}={n}" for what, n in HAS[name].items()),
             "tests/device/unit_device.cpp", "-fsanitize=undefined",
             *objects, *bench, "-lz", "-o", here / "bench")
        call("clang++", "-fsanitize=undefined", *there.glob("twin_*.o"), *objects, *bench,
             *(ROOT / "build/sim" / name).glob("verilated*.o"),
             ROOT / "build/sim" / name / "Vweir__ALL.a", "-lz", "-latomic", "-pthread", "-o",
             here / "twin")


# ---- running them
def environment(out, mutant, **more):
    return {
        **farm.environment(out), "WEIR_MUTANT": str(mutant), "WEIR_BENCHES": str(out),
        "ASAN_OPTIONS": "detect_leaks=0:handle_abort=0", **more
    }


def command_run(out, command, mutant, seconds, **more):
    """Runs a command; returns its exit code."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with contextlib.suppress(subprocess.TimeoutExpired):
        return subprocess.run(shlex.split(command.format(out=out)),
                              cwd=ROOT,
                              env=environment(out, mutant, **more),
                              preexec_fn=limit,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              timeout=60 * seconds).returncode
    return -1


class Reports(survivors.Reports):
    """Notes for each test: its time, and the mutants that it met."""
    def __init__(self, met):
        super().__init__()
        self.met = met

    def pytest_runtest_setup(self, item):
        self.met.write_bytes(bytes(MEMORY))

    def details(self, report):
        return report.duration, met_of(self.met)


def reach(out, group, quick):
    """What each command and test meets and takes, without a mutant.

    [{key, what, seconds, met}]. Kept until they change. quick: of commands only.
    """
    content = lambda file: (ROOT / "tests" / file).read_bytes()
    found, met = [], out / "met"
    kept = out / "reach.json"
    key = hashlib.sha256(
        json.dumps([group.get(k) for k in ("run", "tests", "without", "seconds")]).encode() +
        (out / "built").read_bytes() + b"".join(map(content, group["tests"]))).hexdigest()
    known = json.loads(kept.read_text()) if kept.exists() else {"key": None, "found": []}
    if known["key"] == key and (quick or known["whole"]):
        return known["found"], known["whole"]
    before = {s["key"]: s for s in known["found"]}
    for command in group["run"]:
        program = Path(command.split()[0].format(out=out)).read_bytes()
        name = f"{command} {hashlib.sha256(program).hexdigest()[:12]}"
        if name in before:
            found.append(before[name])
            continue
        met.write_bytes(bytes(MEMORY))
        start = time.monotonic()
        if command_run(out, command, 0, 600, WEIR_MUTANTS_MET=str(met)):
            raise SystemExit(f"{group['name']}: fails without a mutant: {command}")
        found.append({
            "key": name, "command": command, "test": None, "seconds": time.monotonic() - start,
            "met": met_of(met)
        })
    found.sort(key=lambda stage: stage["seconds"])
    if quick:
        kept.write_text(json.dumps({"key": key, "whole": False, "found": found}))
        return found, False
    passed, _ = survivors.tests_run([str(ROOT / "tests" / f) for f in group["tests"]],
                                    environment(out, 0, WEIR_MUTANTS_MET=str(met)),
                                    600,
                                    out / "tests.log",
                                    "-k",
                                    " and ".join(
                                        f"not {name}" for name in group.get("without", [])),
                                    reports=Reports(met))
    if not passed:
        raise SystemExit(f"{group['name']}: no test passes, see {out / 'tests.log'}")
    own = {f: hashlib.sha256(content(f)).hexdigest()[:12] for f in group["tests"]}
    passed = {
        node: details
        for node, details in passed.items() if details[0] < group.get("seconds", 1e9)
    }
    found += [{
        "key": f"{node} {own[node.split('::')[0].removeprefix('tests/')]}", "test": node,
        "seconds": took, "met": numbers
    } for node, (took, numbers) in sorted(passed.items(), key=lambda t: t[1][0])]
    kept.write_text(json.dumps({"key": key, "whole": True, "found": found}))
    return found, True


def attempt(job):
    """Runs one mutant. Returns (its number, what killed it or None, keys of what it passed)."""
    out, number, todo = job
    passed = []
    for stage in (s for s in todo if not s["test"]):
        code = command_run(out, stage["command"], number, 2 + int(5 * stage["seconds"]))
        if code:
            return number, stage["command"].replace("{out}/", ""), passed
        passed.append(stage["key"])
    tests = [s for s in todo if s["test"]]
    if tests:
        seconds = 5 + int(5 * sum(s["seconds"] for s in tests))
        _, failed = survivors.tests_run([s["test"] for s in tests], environment(out, number),
                                        seconds, out / f"tests-{os.getpid()}.log", "-x")
        if failed:
            return number, f"test {failed.split('/')[-1]}", passed
        passed += [s["key"] for s in tests]
    return number, None, passed


def lot(mutant):
    """By which mutants are chosen.

    Of the mutant alone, so that a change of the source brings new ones only where it is.
    """
    return hashlib.sha256(" ".join(
        [str(PLAN["seed"]), mutant["file"], mutant["function"], mutant["text"],
         mutant["what"]]).encode()).digest()


def campaign(group, everything, report, quick):
    """All mutants of a group that are to run.

    Returns what is known then of all: with `met` of these.
    """
    out, found = prepare(group)
    stages, whole = reach(out, group, quick or report)
    kept = survivors.results(out, json.loads((out / "mutants.json").read_text())["key"])
    for entry in survivors.recorded(kept):
        found[entry["number"]]["by"] = entry["by"]
        found[entry["number"]]["passed"] |= set(entry["passed"])
    numbers = sorted(found,
                     key=lambda n: lot(found[n]))[:None if everything else group.get("mutants")]
    chosen = {n: found[n] for n in sorted(numbers)}
    reached = {s["key"]: set(s["met"]) for s in stages}
    for n, m in chosen.items():
        m["met"] = any(n in met for met in reached.values()) or (None if not whole else False)
    jobs = [] if report else [
        (out, n,
         [{**s, "met": None} for s in stages
          if n in reached[s["key"]] and s["key"] not in m["passed"] and not (quick and s["test"])])
        for n, m in chosen.items() if not m["by"]
    ]
    jobs = [job for job in jobs if job[2]]
    random.Random(PLAN["seed"]).shuffle(jobs)  # so that those that have run are of all files
    print(f"{group['name']}: {len(chosen)} of {len(found)} mutants; {len(jobs)} are to run",
          flush=True)
    with open(kept, "a") as results:
        for number, by, passed in survivors.outcomes(group["name"], attempt, jobs):
            chosen[number]["by"] = by
            chosen[number]["passed"] |= set(passed)
            results.write(json.dumps({"number": number, "by": by, "passed": passed}) + "\n")
            results.flush()
    return list(found.values())


# ---- results
def fits(mutant, entry):
    squeezed, changes = mutants.squeezed, entry["what"]
    changes = [changes] if isinstance(changes, str) else changes
    return (mutant["file"] == entry["file"] and mutant["function"] == entry["function"]
            and squeezed(mutant["text"]) == squeezed(entry["statement"])
            and squeezed(mutant["what"]) in map(squeezed, changes))


def row(name, those):
    killed, same = sum(m["by"] is not None for m in those), sum("why" in m for m in those)
    by = lambda way: sum(m["by"] is not None and m["by"].startswith("test ") == way for m in those)
    return (f"| {name} | {len(those)} | {by(False)} | {by(True)} | {same} | "
            f"{len(those) - killed - same} | {share(those):.1f} % |")


def table(found, left, asked):
    """The page of the results, in Markdown."""
    folders = [folder for group in PLAN["group"] for folder in group["sources"]]
    commit = subprocess.run(["git", "log", "-1", "--format=%h", "--", *folders],
                            cwd=ROOT,
                            capture_output=True,
                            text=True,
                            check=True).stdout.strip()
    chosen = " and ".join(f"{group['mutants']} of the {group['name']}" for group in PLAN["group"]
                          if "mutants" in group)
    head = ("| mutants | killed by programs | killed by tests | equivalent | survive | "
            "killed of those that differ |\n|---|--:|--:|--:|--:|--:|--:|")
    by = lambda key: {
        name: [m for m in found if m[key] == name]
        for name in dict.fromkeys(m[key] for m in found)
    }
    groups = "\n".join(
        [*(row(name, those) for name, those in by("library").items()),
         row("**all**", found)])
    files = "\n".join(row(f"`{name}`", those) for name, those in by("file").items())
    same = collections.Counter(
        (m["file"], m["text"], m["what"], m["why"]) for m in found if "why" in m)
    reasons = "\n".join(
        f"| `{f}` | {code(text)} | {code(what)} | {why} |" for (f, text, what, why) in same)
    lines = "\n".join(f"| `{m['file']}` {m['line']} | {code(m['text'])} | {code(m['what'])} "
                      f"|{'' if m['met'] else ' never met'} |" for m in left)
    missing = "" if asked == len(found) else (
        f" The plan asks for {asked} mutants: {len(found)} have run, some of them in part.")
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# Mutants of the C

*For verification engineers. It answers: how many planted mistakes of the C the tests find.*

Each mutant is one change of the source of the golden model or of a codec: another operator, a
constant one more, a condition or a sign turned, a statement left out (`tests/c/mutants.py`, which
reads C with tree-sitter). All mutants of a library lie in one build, where a number selects one; it
runs, until something fails, through programs of the tests with sanitizers, for the golden model
through the random streams against the RTL, and through the tests that meet it
(`tests/c/mutation.toml`). Which ones were made to run, {chosen}, was chosen by chance, seed
{PLAN['seed']}.
`make mutation-c` wrote this page, of the C of {commit}. A mutant counts as equivalent only with a
reason (`tests/c/equivalents.toml`).{missing}

| of {head}
{groups}

| file {head}
{files}

## Equivalent

| file | line | mutant | why nobody could see it |
|---|---|---|---|
{reasons}

## Surviving

No test tells these from the code as it is, and nobody has shown that none could.

| place | line | mutant | |
|---|---|---|---|
{lines}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the results into this file")
    parser.add_argument("--report", action="store_true", help="of what has run")
    parser.add_argument("--quick",
                        action="store_true",
                        help="commands only; the tests may follow in another run")
    parser.add_argument("--all",
                        action="store_true",
                        help="all mutants, not only as many as the plan chooses")
    parser.add_argument("groups",
                        nargs="*",
                        metavar="GROUP",
                        help="groups of mutation.toml; without: all")
    options = parser.parse_args()
    groups = [g for g in PLAN["group"] if not options.groups or g["name"] in options.groups]
    every = [m for g in groups for m in campaign(g, options.all, options.report, options.quick)]
    stale = list(
        survivors.explain(every,
                          tomllib.loads((HERE / "equivalents.toml").read_text())["equivalent"],
                          fits))
    found = [m for m in every if "met" in m]
    asked = len(found)
    found = [m for m in found if m["by"] or m["passed"] or m["met"] is False]
    left = [m for m in found if m["by"] is None and "why" not in m]
    for m in left:
        met = "" if m["met"] else " (never met)"
        print(f"survives: {m['file']}:{m['line']}: {m['what']}{met}\n    {m['text']}")
    bad = [
        f"{g['name']}: {share(those):.1f} % killed, {PLAN['least']} % is asked for" for g in groups
        if share(those := [m for m in found if m["group"] == g["name"]]) < PLAN["least"]
    ]
    if not options.groups:
        bad += stale
    killed = sum(m["by"] is not None for m in found)
    print(f"{len(found)} mutants: {killed} killed ({share(found):.1f} % of those that differ), "
          f"{len(found) - killed - len(left)} equivalent, {len(left)} survive")
    print("\n".join(bad))
    if options.table:
        options.table.write_text(table(found, left, asked))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
