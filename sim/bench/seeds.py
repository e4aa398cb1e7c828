#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random co-simulation in volume: thousands of seeds of all parameter sets, on all cores or as a
Slurm job array.

Each seed is one run of build/sim/SET/bench. A chunk of seeds writes one file, whole or not at all,
in build/regress/SOURCES/, where SOURCES is a hash of RTL, bench and golden model. So an interrupted
campaign continues where it stopped.
Exit code: 0 no seed failed, 1 some did, 2 the campaign could not run or is not complete."""

import argparse
import hashlib
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import points
from shrink import Shrinker, sign

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import HAS  # noqa: E402

SETS = list(HAS)
SOURCES = [
    "rtl/presets.mk", "rtl/*.sv", "rtl/tiny/*.sv", "rtl/wide/*.sv", "rtl/weir_types.svh",
    "sim/golden/*.[ch]", "sim/bench/*.[ch]", "sim/bench/*.cpp", "sim/bench/unit.vlt"
]
# The bench of the campaign has none of these.
OTHERS = {
    "weir_golden_unit.c", "weir_golden_unit.h", "bench_sc.cpp", "axil_sc.h", "frame_cpp.cpp",
    "ring_cpp.cpp"
}
MOST_TASKS = 1000  # of an array: below MaxArraySize of a Slurm that nobody has configured
ENDED = -signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL  # somebody did that; no failure
SHRINKS = 3  # kinds of failures that are shrunk, one failure of each


def sources():
    """A hash of them, without lines that are only a comment."""
    digest = hashlib.sha256()
    for path in sorted(p for pattern in SOURCES for p in ROOT.glob(pattern)
                       if p.name not in OTHERS):
        lines = path.read_bytes().splitlines(keepends=True)
        code = (line for line in lines if not line.lstrip().startswith(b"//"))
        digest.update(path.name.encode() + b"\0" + b"".join(code))
    return digest.hexdigest()[:12]


def revision():
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True,
                              text=True).stdout.strip()

    return (git("rev-parse", "--short=10", "HEAD")
            or "unknown") + ("+" if git("status", "--porcelain", "--", "rtl", "sim") else "")


def write_whole(path, text):
    """So that nobody ever sees a part of it."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=".", delete=False) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


# ---- chunks


class Stopped(Exception):
    pass


class Running:
    """The benches that run now, so that they can be ended."""
    def __init__(self):
        self.lock, self.processes, self.stopped = threading.Lock(), set(), False

    def run(self, command):
        """Returns (exit code, output, errors, CPU seconds)."""
        with tempfile.TemporaryFile("w+") as errors:
            with self.lock:
                if self.stopped:
                    raise Stopped
                process = subprocess.Popen(command,
                                           stdout=subprocess.PIPE,
                                           stderr=errors,
                                           text=True,
                                           start_new_session=True)
                self.processes.add(process)
            with process.stdout as pipe:
                output = pipe.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            with self.lock:
                self.processes.discard(process)
                if self.stopped:
                    raise Stopped
            errors.seek(0)
            return process.returncode, output, errors.read(), usage.ru_utime + usage.ru_stime

    def stop(self):
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.kill()


def numbers(output):
    words = (line.split() for line in output.splitlines())
    return {w[0]: int(w[1]) for w in words if len(w) == 3 and w[1].isdigit() and w[0] != "speed"}


class Chunk:
    """Seeds `first` to `last` of a parameter set, each with this number of events."""
    def __init__(self, name, events, first, last):
        self.name, self.events, self.first, self.last = name, int(events), int(first), int(last)

    def __str__(self):
        return f"{self.name}.{self.events}.{self.first}-{self.last}"

    @classmethod
    def parse(cls, text):
        return cls(*re.fullmatch(r"(\w+)\.(\d+)\.(\d+)-(\d+)", text).groups())

    def run(self, folder, benches, running):
        begin, cpu, sums, failed = time.monotonic(), 0.0, defaultdict(int), []
        for seed in range(self.first, self.last + 1):
            command = [
                str(benches / self.name / "bench"), "--seed",
                str(seed), "--events",
                str(self.events)
            ]
            code, output, errors, seconds = running.run(command)
            if code in ENDED:
                raise Stopped
            cpu += seconds
            for name, n in numbers(output).items():
                sums[name] += n
            if code:
                failed.append({
                    "seed": seed, "code": code, "command": shlex.join(command),
                    "sign": sign(errors), "report": errors[:4000]
                })
        result = {
            "set": self.name, "events": self.events, "first": self.first, "last": self.last,
            "sums": dict(sums), "failed": failed,
            "revision": revision(), "host": socket.gethostname(), "seconds": round(
                time.monotonic() - begin, 3), "cpu": round(cpu, 3)
        }  # fmt: skip
        write_whole(folder / f"{self}.json", json.dumps(result, indent=1) + "\n")
        return result


def results(folder):
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.*.*-*.json"))]


def stretches(seeds, most):
    """First and last of each run of consecutive seeds, `most` at most; the seeds are in order."""
    found = []
    for seed in seeds:
        if found and seed == found[-1][1] + 1 and seed - found[-1][0] < most:
            found[-1][1] = seed
        else:
            found.append([seed, seed])
    return found


def to_do(folder, sets, first, last, events, per_chunk):
    """Chunks of seeds that no file has; the sets in turn, so that each has its share early."""
    done = defaultdict(set)
    for r in results(folder):
        if r["events"] == events:
            done[r["set"]].update(range(r["first"], r["last"] + 1))
    chunks = []
    for name in sets:
        seeds = [seed for seed in range(first, last + 1) if seed not in done[name]]
        chunks += [Chunk(name, events, *ends) for ends in stretches(seeds, per_chunk)]
    return sorted(chunks, key=lambda c: c.first)


# ---- progress and report


class Progress:
    """One line that is written over on a terminal; elsewhere a line a minute."""
    def __init__(self, chunks):
        self.chunks, self.done, self.events, self.failed = chunks, 0, 0, 0
        self.printed, self.begin = 0.0, time.monotonic()

    def one(self, result):
        self.done += 1
        self.events += result["sums"].get("offered", 0)
        self.failed += len(result["failed"])
        seconds = time.monotonic() - self.begin
        left = seconds / self.done * (self.chunks - self.done)
        line = (f"{self.done}/{self.chunks} chunks, {self.events:,} events, "
                f"{self.events / seconds:,.0f} a second, {self.failed} seeds failed, "
                f"{left / 60:.0f} min to go")
        if sys.stderr.isatty():
            print(f"\r{line}\033[K",
                  end="\n" if self.done == self.chunks else "",
                  file=sys.stderr,
                  flush=True)
        elif seconds >= self.printed + 60 or self.done == self.chunks:
            self.printed = seconds
            print(line, file=sys.stderr, flush=True)


def ranges(seeds):
    """1-3, 7"""
    return ", ".join(
        str(first) if first == last else f"{first}-{last}"
        for first, last in stretches(sorted(seeds), len(seeds)))


def merge(folders):
    """A row for each revision, set and number of events; the same from every runner."""
    rows = {}
    for result in (r for folder in folders for r in results(folder)):
        key = result["revision"], result["set"], result["events"]
        row = rows.setdefault(
            key, {
                "revision": key[0], "set": key[1], "events": key[2], "seeds": set(),
                "sums": defaultdict(int), "failed": []
            })
        row["seeds"].update(range(result["first"], result["last"] + 1))
        row["failed"] += [{k: f[k]
                           for k in ("seed", "code", "command", "sign")} for f in result["failed"]]
        for name, n in result["sums"].items():
            row["sums"][name] += n
    order = sorted(rows.values(),
                   key=lambda r: (r["revision"], SETS.index(r["set"])
                                  if r["set"] in SETS else 99, r["events"]))
    for row in order:
        row.update(runs=len(row["seeds"]),
                   seeds=ranges(row["seeds"]),
                   sums=dict(sorted(row["sums"].items())),
                   failed=sorted(row["failed"], key=lambda f: f["seed"]))  # fmt: skip
    return order


COLUMNS = {
    "offered": "events", "cycles": "cycles", "bytes": "bytes", "frame_bytes": "bytes of frames",
    "answers": "reads"
}


def total(rows, name):
    return sum(row["sums"].get(name, 0) for row in rows)


def table(rows):
    """Markdown. A failing seed stops at its first difference."""
    lines = [
        "| set | seeds | events of each | " + " | ".join(COLUMNS.values()) +
        " | seeds that differ |", "|---|---|" + "--:|" * (len(COLUMNS) + 2)
    ]
    for row in rows:
        cells = [f"{row['sums'].get(c, 0):,}" for c in COLUMNS]
        lines.append(f"| {row['set']} | {row['seeds']} | {row['events']:,} | " + " | ".join(cells) +
                     f" | {len(row['failed'])} |")
    sums = [f"{total(rows, c):,}" for c in COLUMNS]
    lines.append(f"| all | {sum(row['runs'] for row in rows):,} runs | | " + " | ".join(sums) +
                 f" | {sum(len(r['failed']) for r in rows)} |")
    return "\n".join(lines)


def coverage(rows):
    """Markdown: how many points of functional coverage (points.py) each set met, and the rarest."""
    lines = ["| set | points | met | the rarest |", "|---|--:|--:|---|"]
    for name in [name for name in SETS if any(row["set"] == name for row in rows)]:
        has = HAS[name]
        met = {p: total([row for row in rows if row["set"] == name], p) for p in points.every(has)}
        rarest = ", ".join(f"{p} {met[p]:,}" for p in sorted(met, key=met.get)[:3])
        lines.append(f"| {name} | {len(met)} | {sum(n > 0 for n in met.values())} | {rarest} |")
    return "\n".join(lines)


def shrink_failures(rows, folder, seconds):
    """Of each kind of failure one is shrunk; returns {command: script or why not}."""
    kinds, shrunk = set(), {}
    for row in rows:
        for f in row["failed"]:
            kind = row["set"], f["sign"]
            if kind in kinds or len(kinds) == SHRINKS:
                continue
            kinds.add(kind)
            path = folder / f"shrunk.{row['set']}.{row['events']}.{f['seed']}.txt"
            try:
                if not path.exists():
                    shrinker = Shrinker(
                        shlex.split(f["command"])[0], f["seed"], row["events"], seconds)
                    shrinker.shrink()
                    write_whole(path, shrinker.text())
                lines = path.read_text().splitlines()
                count, command = sum(
                    not line.startswith("#") for line in lines), lines[1].strip("# ").replace(
                        "THIS", str(path))
                shrunk[f["command"]] = f"shrunk to {count} actions: {command}"
            except (OSError, ValueError) as error:
                shrunk[f["command"]] = f"not shrunk: {error}"
    return shrunk


def report(folder, seconds):
    rows = merge([folder])
    write_whole(folder / "report.json", json.dumps(rows, indent=1) + "\n")
    print(table(rows))
    print(f"\nfunctional coverage\n{coverage(rows)}")
    shrunk = shrink_failures(rows, folder, seconds)
    for row in rows:
        for f in row["failed"]:
            print(f"FAILED: {f['command']}\n  {f['sign']}")
            if f["command"] in shrunk:
                print(f"  {shrunk[f['command']]}")
    print(f"report: {folder / 'report.json'}")
    return any(row["failed"] for row in rows)


# ---- runners


def alone(chunks, benches, running):
    """{set: events a second of one run that has the machine to itself}"""
    rates = {}
    for chunk in chunks:
        if chunk.name not in rates:
            begin = time.monotonic()
            _, output, _, _ = running.run([
                str(benches / chunk.name / "bench"), "--seed",
                str(chunk.first), "--events",
                str(min(chunk.events, 20000))
            ])
            rates[chunk.name] = max(1,
                                    numbers(output).get("offered", 0)) / (time.monotonic() - begin)
    return rates


def run_local(chunks, folder, benches, jobs, progress):
    running, done = Running(), []
    try:
        rates = alone(chunks, benches, running) if jobs > 1 else {}
        begin = time.monotonic()
        with ThreadPoolExecutor(jobs) as pool:
            try:
                for future in as_completed(
                    [pool.submit(chunk.run, folder, benches, running) for chunk in chunks]):
                    done.append(future.result())
                    progress.one(done[-1])
            except BaseException:
                running.stop()
                pool.shutdown(cancel_futures=True)
                raise
    except (KeyboardInterrupt, Stopped):
        running.stop()
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        sys.exit(2)
    speak_of_speed(done, jobs * (time.monotonic() - begin), f"{jobs} cores", rates)


def speak_of_speed(done, core_seconds, cores, rates):
    events = sum(r["sums"].get("offered", 0) for r in done)
    if events:
        print(f"throughput: {events / core_seconds:,.0f} events a second and core, {cores}; "
              f"{events / sum(r['cpu'] for r in done):,.0f} a second of CPU time")
    if rates:
        ideal = sum(r["sums"].get("offered", 0) / rates[r["set"]] for r in done)
        print(f"efficiency: {100 * ideal / core_seconds:.0f} % of what each core does when one run "
              "has the machine to itself")


def slurm(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def run_slurm(chunks, folder, benches, jobs, options, progress):
    """One job array; what its tasks find appears in the folder, which all nodes must see."""
    tasks = min(len(chunks), MOST_TASKS)
    listed = folder / f"array-{os.getpid()}.txt"
    write_whole(listed, "".join(f"{chunk}\n" for chunk in chunks))
    worker = shlex.join([
        sys.executable,
        str(Path(__file__).resolve()), "task",
        str(listed), "--out",
        str(folder), "--benches",
        str(benches)
    ])
    rates, begin = alone(chunks, benches, Running()), time.monotonic()
    job = slurm("sbatch", "--parsable", f"--array=0-{tasks - 1}" + (f"%{jobs}" if jobs else ""),
                "--job-name=weir-seeds", f"--chdir={ROOT}", f"--output={folder}/slurm-%a.log",
                *shlex.split(options), f"--wrap=exec {worker}").split(";")[0]  # fmt: skip
    print(f"Slurm job {job}: {tasks} tasks, {len(chunks)} chunks", file=sys.stderr)
    waiting, done = {str(chunk): folder / f"{chunk}.json" for chunk in chunks}, []
    try:
        while waiting:
            lives = any(
                line.split("_")[0] == job
                for line in slurm("squeue", "-h", "-o", "%i", "--me").splitlines())
            for name, path in list(waiting.items()):
                if path.exists():
                    del waiting[name]
                    done.append(json.loads(path.read_text()))
                    progress.one(done[-1])
            if waiting and not lives:
                print(
                    f"{len(waiting)} chunks were not done, see {folder}/slurm-*.log; the same "
                    "command goes on from here",
                    file=sys.stderr)
                sys.exit(2)
            time.sleep(min(5, 0.5 + len(chunks) / 100) if waiting else 0)
    except KeyboardInterrupt:
        slurm("scancel", job)
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        sys.exit(2)
    listed.unlink()
    core_seconds = sum(r["seconds"] for r in done)
    speak_of_speed(done, core_seconds,
                   f"{core_seconds / (time.monotonic() - begin):.1f} cores on average", rates)


# ---- commands


def seed_range(text):
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    if not match or int(match[2] or match[1]) < int(match[1]):
        raise argparse.ArgumentTypeError(f"'{text}' is not FIRST-LAST")
    return int(match[1]), int(match[2] or match[1])


def command_run(a):
    sets = a.sets.split(",") if a.sets != "all" else SETS
    missing = [name for name in sets if not (a.benches / name / "bench").exists()]
    if missing:
        sys.exit(
            f"seeds.py: not built: {', '.join(str(a.benches / name / 'bench') for name in missing)}"
        )
    folder = (a.out or ROOT / "build/regress" / sources()).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    chunks = to_do(folder, sets, *a.seeds, a.events, a.per_chunk)
    progress = Progress(len(chunks))
    jobs = a.jobs or (0 if a.runner == "slurm" else len(os.sched_getaffinity(0)))
    if chunks and a.runner == "slurm":
        run_slurm(chunks, folder, a.benches.resolve(), jobs, a.sbatch, progress)
    elif chunks:
        run_local(chunks, folder, a.benches, jobs, progress)
    bad = report(folder, a.shrink)
    if a.page:
        write_whole(a.page, page(merge([folder]), ""))
    sys.exit(bad)


def command_task(a):
    """One task of a Slurm array: every so-manieth chunk of the list."""
    task, tasks = int(os.environ["SLURM_ARRAY_TASK_ID"]), int(os.environ["SLURM_ARRAY_TASK_COUNT"])
    running = Running()
    for line in a.list.read_text().split()[task::tasks]:
        chunk = Chunk.parse(line)
        if not (a.out / f"{chunk}.json").exists():
            chunk.run(a.out, a.benches, running)


PAGE = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# The campaign: events compared

*For verification engineers. It answers: how many random events were compared with the golden
model, and what differed.*

Random runs of the unit's RTL in its parameter sets ([presets](../reference/presets.md) and
others for tests); written by `make campaign`.
[The bench](verification.md#random-streams-in-volume) followed every offered event to its
delivery or drop, and compared every byte of the stream and of frames and every register answer with
the golden model. {sum}

To run a row again, check out the revision of its table and run `make regress-seeds SETS=small
SEEDS=1-1000 EVENTS=50000`, with its set, seeds and events of each seed.
"""

POINTS = """The bench counts these points, and each set must meet them (`sim/bench/points.py`): drop
reasons, losses, ports, trigger states, stalls, and many of them in an overload, too. Counts of all
runs of a set that were merged last together; the three rarest with how often they were met."""


def page(rows, before):
    """docs/evidence/campaign.md. Tables of other revisions remain."""
    tables = {
        name: table([row for row in rows if row["revision"] == name])
        for name in dict.fromkeys(row["revision"] for row in rows)
    }
    tables = tables | {
        name: text
        for name, text in re.findall(r"^## Revision (\S+)\n\n((?:\|.*\n)+)", before, re.M)
        if name not in tables
    }
    sums = [
        re.search(r"^\| all \| (\S+) runs \| \| (\S+) \| (\S+) \|.* (\d+) \|$", text,
                  re.M).groups() for text in tables.values()
    ]
    runs, events, cycles, differ = (sum(int(n.replace(",", "")) for n in column)
                                    for column in zip(*sums))
    said = (f"In all {events:,} events in {cycles:,} clock cycles; {differ or 'none'} of {runs:,} "
            "runs differed.")
    met = f"## Functional coverage\n\n{POINTS}\n\n{coverage(rows)}\n"
    return PAGE.replace("{sum}", said) + "\n" + met + "".join(
        f"\n## Revision {name}\n\n{text.strip()}\n" for name, text in tables.items())


def command_report(a):
    rows = merge(a.folder)
    if a.page:
        write_whole(a.page, page(rows, a.page.read_text() if a.page.exists() else ""))
    print(f"{table(rows)}\n\nfunctional coverage\n{coverage(rows)}")
    sys.exit(any(row["failed"] for row in rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    run = commands.add_parser("run",
                              help="run seeds that were not run yet, merge all, shrink what fails")
    run.add_argument("--sets", default="all", help="parameter sets, with commas (%(default)s)")
    run.add_argument("--seeds",
                     type=seed_range,
                     default=(1001, 2000),
                     metavar="FIRST-LAST",
                     help="(1001-2000)")
    run.add_argument("--events", type=int, default=50000, help="of each seed (%(default)d)")
    run.add_argument("--per-chunk",
                     type=int,
                     default=20,
                     help="seeds that are done at once or again (%(default)d)")
    run.add_argument("--runner", choices=["local", "slurm"], default="local")
    run.add_argument("--jobs",
                     type=int,
                     default=0,
                     help="at once; 0: all cores, all that Slurm gives (%(default)d)")
    run.add_argument("--sbatch",
                     default="",
                     metavar="OPTIONS",
                     help="further options of sbatch, as one word")
    run.add_argument("--out", type=Path, help="folder of the results (build/regress/SOURCES)")
    run.add_argument("--benches",
                     type=Path,
                     default=ROOT / "build/sim",
                     help="folder of SET/bench (build/sim)")
    run.add_argument("--shrink",
                     type=float,
                     default=120,
                     metavar="SECONDS",
                     help="for each kind of failure (%(default)g)")
    run.add_argument("--page", type=Path, help="write docs/evidence/campaign.md, of these sources")
    run.set_defaults(command=command_run)
    merged = commands.add_parser("report", help="the table of folders that are there")
    merged.add_argument("folder", type=Path, nargs="+")
    merged.add_argument(
        "--page",
        type=Path,
        help="write docs/evidence/campaign.md of them; what it says of other revisions stays")
    merged.set_defaults(command=command_report)
    task = commands.add_parser("task", help="what a Slurm task does")
    task.add_argument("list", type=Path)
    task.add_argument("--out", type=Path, required=True)
    task.add_argument("--benches", type=Path, required=True)
    task.set_defaults(command=command_task)
    a = parser.parse_args()
    for number in (
            signal.SIGINT,
            signal.SIGTERM):  # the first is ignored by what a shell has put into the background
        signal.signal(number, signal.default_int_handler)
    try:
        a.command(a)
    except OSError as error:
        print(f"seeds.py: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
