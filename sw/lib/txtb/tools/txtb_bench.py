# SPDX-License-Identifier: Apache-2.0
"""TXTB: how fast the library reads and writes, beside tracex-parser on the same file, in one run.

    txtb_bench.py BUILD_DIRECTORY RESULT.md [EVENTS]

CPU seconds (user and system); of the library the best of some rounds, each many passes over the
file; of tracex-parser one pass, its start and imports not counted.
"""

import contextlib
import datetime
import io
import os
import subprocess
import sys
import time
from pathlib import Path

ROUNDS, PASSES = 3, 40


def seconds(*command):
    """CPU seconds of a command, and what it printed."""
    process = subprocess.Popen([str(c) for c in command], stdout=subprocess.PIPE, text=True)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime, out.split()


def by_tracex(path):
    """CPU seconds of tracex-parser, and the checksum that txtb-bench prints."""
    from tracex_parser.file_parser import parse_tracex_buffer

    start = time.process_time()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        events, _ = parse_tracex_buffer(str(path))
    spent = time.process_time() - start
    assert not said.getvalue(), "what it says costs time, too"
    total, clock, last = 0, 0, None
    for e in events:
        clock += e.timestamp if last is None else (e.timestamp - last) & 0xFFFFFFFF
        last = e.timestamp
        total += clock + e.thread_ptr + 3 * e.id + 5 * e.raw_args[0] + 7 * e.raw_args[3]
    return spent, [str(len(events)), str(total & 0xFFFFFFFFFFFFFFFF)]


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    events = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    folder = build / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    path, bench = folder / "speed.trx", build / "sw/txtb-bench"
    big = folder / "big.trx"
    write, written = seconds(bench, "write", events * 20, big)
    _, wanted = seconds(bench, "write", events, path)
    reads = []
    for _ in range(ROUNDS):
        spent, read = seconds(bench, "read", PASSES, path)
        assert read == wanted, (read, wanted)
        reads.append(spent / PASSES)
    python, found = by_tracex(path)
    assert found == wanted, (found, wanted)
    assert written[0] == str(events * 20)
    big.unlink()
    ratio = python / min(reads)
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# TXTB: speed

*For programmers of tools. It answers: how fast ThreadX buffers are read and written.*

Made by `make bench-txtb` on {datetime.date.today()}: one file of {events:,} events,
{path.stat().st_size / 1e6:.1f} MB; one core, CPU seconds, other work beside it: the ratio is what
counts. Both readers gave the same events.

| | million events a second | times tracex-parser |
|---|---|---|
| `txtb_read.h` | {events / min(reads) / 1e6:.1f} | **{ratio:,.0f}** |
| `txtb_write.h` | {events * 20 / write / 1e6:.1f} | |
| tracex-parser 3.0.1 | {events / python / 1e6:.4f} | 1 |

The reader's memory is 128 KiB whatever the file's length; 256 bytes are enough.
""")
    print(result.read_text())


main()
