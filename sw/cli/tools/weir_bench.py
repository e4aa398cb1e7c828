# SPDX-License-Identifier: Apache-2.0
"""How fast `weir` converts, in one run, beside babeltrace2 and vcd2fst: weir_bench.py BUILD EVENTS."""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "formats"))
import weirstream  # noqa: E402

ROUNDS = 3


def seconds(command):
    """Processor time of the quickest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(list(map(str, command)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def main(build, events):
    weir = Path(build) / "weir"
    stream, _ = weirstream.random_stream(seed=1, harts=4, threads=24, events=20000, loss=False)
    repeat = max(1, events // len(stream.events))
    events = repeat * len(stream.events)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        raw, source = folder / "t.bin", folder / "t.recTr"
        raw.write_bytes(bytes(stream.octets) * repeat)
        subprocess.run([weir, "convert", "--raw", "--unit", "ns10", raw, "-o", source], check=True, stderr=subprocess.DEVNULL)
        print(f"{events} events, {source.stat().st_size / events:.1f} octets an event in flux; processor time, best of {ROUNDS}\n")
        print(f"  {'':28} {'M events/s':>10}  octets an event")
        base = seconds([weir, "check", source])
        print(f"  {'weir check (flux)':28} {events / base / 1e6:10.2f}")
        took = {}
        formats = [line.split() for line in subprocess.run([weir, "formats"], capture_output=True, text=True).stdout.splitlines()]
        for name in [words[0] for words in formats if len(words) > 1 and words[1] in ("rw", "-w")]:
            out = folder / f"out.{name}"
            took[name] = seconds([weir, "convert", source, "--to", name, "-o", out])
            size = sum(f.stat().st_size for f in out.iterdir()) if out.is_dir() else out.stat().st_size
            print(f"  {'weir convert, flux to ' + name:28} {events / took[name] / 1e6:10.2f}  {size / events:.1f}")
        stats = seconds([weir, "stats", source])
        print(f"  {'weir stats':28} {events / stats / 1e6:10.2f}")
        theirs = seconds(["babeltrace2", folder / "out.ctf", "-c", "sink.utils.dummy"])
        print(f"  {'babeltrace2 reads the CTF':28} {events / theirs / 1e6:10.2f}\n")
        print(f"  written by weir in {took['ctf'] / theirs:.2f} of the time in which babeltrace2 reads it")
        theirs = seconds(["vcd2fst", folder / "out.vcd", folder / "theirs.fst"])
        print(f"  flux to FST in {took['fst'] / theirs:.2f} of the time of vcd2fst from VCD to FST")


main(sys.argv[1], int(sys.argv[2]))
