# SPDX-License-Identifier: Apache-2.0
"""How fast `weir` reads and converts, in one run, beside babeltrace2 and vcd2fst: weir_bench.py
BUILD EVENTS RESULT.md."""

import datetime
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "formats"))
import weirstream  # noqa: E402

ROUNDS = 3


def remove(path):
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def seconds(command, output, threads="0"):
    """Processor time and wall time of the quickest of some rounds. The output is a new file."""
    times, walls = [], []
    for _ in range(ROUNDS):
        if output:
            remove(output)
        begin = time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(list(map(str, command)),
                       stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL,
                       env={**os.environ, "WEIR_PARALLEL": threads},
                       check=True)
        walls.append(time.monotonic() - begin)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times), min(walls)


def size_of(path):
    return sum(f.stat().st_size for f in path.iterdir()) if path.is_dir() else path.stat().st_size


def main(build, wanted, result):
    weir = Path(build).resolve() / "weir"
    # One hart, no loss: what every format can carry. Nothing repeats: compression would find it.
    stream, _ = weirstream.random_stream(seed=1, harts=1, threads=24, events=wanted, loss=False)
    events = len(stream.events)
    rows, took, load = [], {}, os.getloadavg()[0]
    quiet = load < 0.5  # else the time of several threads says nothing
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        raw, source = folder / "t.bin", folder / "t.recTr"
        raw.write_bytes(stream.bytes)
        subprocess.run([weir, "convert", "--raw", "--unit", "ns10", raw, "-o", source],
                       check=True,
                       stderr=subprocess.DEVNULL)
        files = {"flux": source}

        def row(what, command, written, output=None):
            took[what], alone = seconds(command, output)
            gain = f"{alone / seconds(command, output, '1')[1]:.2f}" if quiet else "-"
            gain = gain if command[0] == weir else ""
            rows.append(f"| {what} | {events / took[what] / 1e6:.2f} | "
                        f"{size_of(written) / events:.1f} | {gain} |")
            print(rows[-1], flush=True)

        bench = Path(build).resolve() / "sw/event-bench"
        row("decoder of the stream, in runs", [bench, "runs", source], source)
        row("likewise, lenient rules", [bench, "lax", source], source)
        row("likewise, one entry at a time", [bench, "entries", source], source)
        formats = [
            line.split() for line in subprocess.run(
                [weir, "formats"], capture_output=True, text=True).stdout.splitlines()
        ]
        for name in [words[0] for words in formats if len(words) > 1 and words[1] in ("rw", "-w")]:
            files[name] = folder / f"out.{name}"
            command = [weir, "convert", source, "--to", name, "-o", files[name]]
            row(f"`weir convert`, flux to {name}", command, files[name], files[name])
        for name in [words[0] for words in formats if len(words) > 1 and words[1] in ("rw", "r-")]:
            row(f"`weir check` of {name}", [weir, "check", files[name]], files[name])
        for command in ("info", "stats", "timeline", "dump"):
            row(f"`weir {command}`", [weir, command, source], source)
        page = folder / "out.html"
        row("`weir view`", [weir, "view", source, "-o", page], page, page)
        row("babeltrace2 reads the CTF", ["babeltrace2", files["ctf"], "-c", "sink.utils.dummy"],
            files["ctf"])
        theirs = folder / "theirs.fst"
        row("`vcd2fst` of the VCD", ["vcd2fst", files["vcd"], theirs], files["vcd"], theirs)
        sizes = {name: size_of(files[name]) for name in ("flux", "ctf")}
    babeltrace2, vcd2fst = took["babeltrace2 reads the CTF"], took["`vcd2fst` of the VCD"]
    ids = len(set(e.id for e in stream.events))
    reads = babeltrace2 / took["`weir check` of flux"]
    to_ctf = took["`weir convert`, flux to ctf"] / babeltrace2
    to_fst = took["`weir convert`, flux to fst"] / vcd2fst
    larger = sizes["ctf"] / sizes["flux"]
    load = max(load, os.getloadavg()[0])
    text = f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# The command `weir`: speed

*For users with long traces. It answers: how fast the command is, and what its threads add.*

Made by `make bench-weir` on {datetime.date.today()}: {events:,} random events of one hart,
{ids} ids, 24 threads; a fifth of the events are switches, a quarter pieces of names. Processor time
of whole processes in one thread, best of {ROUNDS} rounds, to new files. *Threads*: the wall time of
one thread for that of several, if nothing else ran. The load was {load:.1f} on {os.cpu_count()}
cores: if it is much more than 1, the times are longer, and not all by as much. The libraries alone
are faster: [flux](flux-speed.md), [FXT](fxt-speed.md), [TXTB](txtb-speed.md), [RKH](rkh-speed.md),
each compared with other readers of the same file.

| | million events/s | bytes an event | threads |
|---|---|---|---|
{chr(10).join(rows)}

`weir check` reads flux {reads:.0f} times as fast as babeltrace2 reads the same events in CTF, in
{larger:.1f} times as many bytes; neither writes anything. `weir` converts flux to this CTF in
{to_ctf:.2f} of the time that babeltrace2 takes to read it, and flux to FST in {to_fst:.2f} of the
time that `vcd2fst` takes from VCD.

What bounds each, of the time of one thread:

* the decoder: a third reads entries, where the length of one says where the next begins; a third
  checks the rules; the rest are switches and names, which are more than programs send.
* `check`: nine tenths are the decoder of the stream, which gives rows their numbers of threads and
  items.
* `info`, `stats`: the decoder, then the tables of the survey; of `stats`, a division for each
  number of a spread.
* `timeline`: the decoder, then a spool of times, which is drawn when the length is known.
* FXT, TXTB, VCD, FST, JSON: one reading if the first records report all threads, and for VCD and
  FST all ids; else a second one, for their heads have names of the whole trace.
* `dump`: two readings. A spool of its lines, nine times as long as the stream, takes three times as
  long as the second reading.
* CSV, JSON, CTF, TXTB: a third is the kernel, which takes the bytes.
* `view`: three fifths are zlib. FST: the library of the format.

On several processors, threads read ahead and write; `check` has nothing beside the decoder, and
uses one. What remains is the longest of them: the decoder, the rows of a sink, or zlib. Memory does
not grow with the trace (`test_memory_does_not_grow`).
"""
    Path(result).write_text(text)


main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
