# SPDX-License-Identifier: Apache-2.0
"""TXTB: how fast the library reads and writes, beside a plain reader in Python and tracex-parser on
the same file, in one run.

    txtb_bench.py BUILD_DIRECTORY RESULT.md [EVENTS]

CPU seconds (user and system), the best of some rounds; each round runs every program once. The
library makes many passes over the file in a round, the readers in Python one, their start and
imports not counted.
"""

import contextlib
import datetime
import io
import os
import struct
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from timed import ROUNDS, load_text, once  # noqa: E402

PASSES = 40


def by_python(path):
    """CPU seconds of a plain reader, and the checksum that txtb-bench prints."""
    start = time.process_time()
    data = path.read_bytes()
    mask, base, _, _, _, _, begin, end, current = struct.unpack_from("<3I2H4I", data, 4)
    ring, cut = data[begin - base:end - base], current - begin
    count, total, clock, last = 0, 0, 0, None
    for context, _, number, ticks, one, _, _, four in struct.iter_unpack(
            "<8I", ring[cut:] + ring[:cut]):
        if context and number != 0xFFFFFFFF:
            clock += ticks & mask if last is None else (ticks - last) & mask
            last = ticks
            count += 1
            total += clock + context + (3 * number & 0xFFFFFFFF) + 5 * one + 7 * four
    return time.process_time() - start, [str(count), str(total & 0xFFFFFFFFFFFFFFFF)]


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
    big, many, load = folder / "big.trx", events * 20, os.getloadavg()[0]
    _, _, wanted = once(bench, "write", events, path)
    took = {"write": [], "read": [], "python": [], "tracex": []}
    for _ in range(ROUNDS):
        spent, _, written = once(bench, "write", many, big)
        assert written[0] == str(many)
        took["write"].append(spent)
        spent, _, read = once(bench, "read", PASSES, path)
        took["read"].append(spent / PASSES)
        for what, by in ("python", by_python), ("tracex", by_tracex):
            spent, found = by(path)
            assert found == read == wanted, (what, found, read, wanted)
            took[what].append(spent)
    write, read, python, tracex = (min(times) for times in took.values())
    load_said = load_text(load)
    size, big_size = path.stat().st_size / 1e6, big.stat().st_size / 1e6
    big.unlink()

    def row(what, count, spent, reads=True):
        times = f"{python / spent:,.3g}" if reads else ""
        return f"| {what} | {count:,} | {count / spent / 1e6:.4g} | {times} |"

    rows = "\n".join([
        row("`txtb_read.h`", events, read),
        row("a loop over `struct.iter_unpack` in Python", events, python),
        row("tracex-parser 3.0.1", events, tracex),
        row("`txtb_write.h`", many, write, False),
    ])
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# TXTB: speed

*For programmers of tools. It answers: how fast ThreadX buffers are read and written.*

Made by `make bench-txtb` on {datetime.date.today()}: one file of {events:,} events, {size:.1f} MB,
is read, and one of {many:,}, {big_size:.0f} MB, is written. One core, CPU seconds; {ROUNDS} rounds,
each with all programs in turn; of each program the best. The library reads the file {PASSES} times
in a round, the others once, without their start.
{load_said}

| | events | million events a second | times the loop in Python |
|---|--:|--:|--:|
{rows}

All readers gave the same checksum over times, contexts, ids and fields; of tracex-parser it is made
afterwards. The loop in Python makes nothing but this checksum. tracex-parser also copies each entry
into a dictionary, and makes a named object of it (`convert_events`): it does more than the others.

The reader's memory is 128 KiB whatever the file's length; 256 bytes are enough.
""")
    print(result.read_text())


main()
