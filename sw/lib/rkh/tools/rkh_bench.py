# SPDX-License-Identifier: Apache-2.0
"""RKH: how fast the library reads and writes, beside cat and a plain decoder in Python on the same
stream; bytes of code for rv32imc.

    rkh_bench.py BUILD_DIRECTORY RESULT.md [EVENTS]
"""

import datetime
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from timed import ROUNDS, load_text, once  # noqa: E402

PART = 4_000_000  # bytes that the decoder in Python reads
CC = [
    "riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-nostdlib", "-Wl,--gc-sections",
    "-Wl,--no-warn-rwx-segments"
]
FRAME = ["rkh_writer_init", "rkh_begin", "rkh_put", "rkh_end", "rkh_flush"]
SETS = {
    "frames of numbers: init, begin, put, end, flush": FRAME,
    "user events with arguments, TCFG": FRAME + ["rkh_arg", "rkh_emit_tcfg"],
    "the same, with strings, memory and dictionaries": FRAME + [
        "rkh_arg", "rkh_emit_tcfg", "rkh_arg_string", "rkh_arg_memory", "rkh_emit_object",
        "rkh_emit_state", "rkh_emit_signal", "rkh_emit_pool", "rkh_emit_user"
    ],
    "Weir's events: start, every kind": [
        "rkh_writer_init", "rkh_flush", "rkh_weir_init", "rkh_weir_emit_start", "rkh_weir_emit"
    ],
}


def code_size(build, functions):
    """Bytes of code and constants of the writer with just these functions, linked without any
    library.
    """
    elf = build / "fw/rkh/size.elf"
    keep = [f"-Wl,-u,{f}" for f in functions] + ["-Wl,-e," + functions[0]]
    subprocess.run(
        CC + keep + ["-o", elf] + [build / f"fw/rkh/{n}.o" for n in ("config", "emit", "weir")],
        check=True)
    sizes = subprocess.run(["riscv64-unknown-elf-size", elf],
                           capture_output=True,
                           text=True,
                           check=True).stdout
    return int(sizes.splitlines()[1].split()[0])


def data_sizes(build):
    """Bytes of a writer, of Weir's state and of a configuration on rv32."""
    unit = build / "fw/rkh/data.o"
    names = ("rkh_writer_t", "rkh_weir_t", "rkh_config_t")
    source = '#include "rkh_weir.h"\n' + "".join(f"char {n}_size[sizeof({n})];" for n in names)
    subprocess.run([
        *CC[:3], "-Idriver/include", "-ffreestanding", "-fno-common", "-x", "c", "-c", "-o",
        unit, "-"
    ],
                   input=source,
                   text=True,
                   check=True)
    lines = subprocess.run(["riscv64-unknown-elf-nm", "-S", unit],
                           capture_output=True,
                           text=True,
                           check=True).stdout
    return [int(re.search(rf"\w+ (\w+) B {n}_size", lines).group(1), 16) for n in names]


def by_python(data):
    """CPU seconds of a plain decoder, and how many frames are right."""
    start, good = time.process_time(), 0
    for frame in data.split(b"\x7e"):
        if b"\x7d" in frame:
            frame = frame.replace(b"\x7d\x5e", b"\x7e").replace(b"\x7d\x5d", b"\x7d")
        if len(frame) >= 7 and sum(frame) & 255 == 0:
            number, timestamp = frame[1], int.from_bytes(frame[2:6], "little")
            good += number >= 0 and timestamp >= 0
    return time.process_time() - start, good


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    events = int(sys.argv[3]) if len(sys.argv) > 3 else 5_000_000
    bench, path = build / "sw/rkh-bench", build / "bench/speed.rkh"
    path.parent.mkdir(parents=True, exist_ok=True)
    load, took = os.getloadavg()[0], {}
    for _ in range(ROUNDS):  # each runs every program once
        write, _, wanted = once(bench, "write", events, path)
        read, _, frames = once(bench, "read", path)
        take, _, taken = once(bench, "events", path)
        cat, *_ = once("cat", path)
        python, good = by_python(path.read_bytes()[:PART])
        assert taken == wanted and int(frames[0]) >= events and good > PART / 40
        for what, spent in dict(write=write, read=read, take=take, cat=cat, python=python).items():
            took[what] = min(took.get(what, spent), spent)
    load_said = load_text(load)
    size = path.stat().st_size
    python = took["python"] * max(1, size / PART)
    path.unlink()
    rows = "\n".join(
        f"| {what} | {events / spent / 1e6:.3g} | {size / spent / 1e6:.0f} | {python / spent:.3g} |"
        for what, spent in (("frames read", took["read"]), ("Weir's events read", took["take"]),
                            ("Weir's events written", took["write"]),
                            ("frames split, unescaped and summed up in Python", python)))
    sizes = "\n".join(
        f"| {what} | {code_size(build, functions)} |" for what, functions in SETS.items())
    writer, weir, config = data_sizes(build)
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# RKH: speed and size

*For programmers of tools. It answers: how fast RKH frames are read and written, and how large
the code is.*

Made by `make bench-rkh` on {datetime.date.today()}: one stream of {events:,} events of Weir,
{size / 1e6:.0f} MB; one core, CPU seconds of the whole process. {ROUNDS} rounds, each with all
programs in turn; of each program the best.
{load_said}
There is no RKH reader by others to be had from a registry; beside it stands a decoder of ten lines
in Python, which only splits, unescapes and sums, of the first {min(PART, size) / 1e6:.0f} MB,
without its start and without reading the file.

| | million events a second | MB/s | times Python |
|---|---|---|---|
{rows}
| `cat` | | {size / took["cat"] / 1e6:.0f} | |

Bytes of code and constants for rv32imc, `-Os`, no library linked:

| code | bytes |
|---|---|
{sizes}

Data: none of its own. A writer takes {writer} bytes, Weir's state {weir}, the configuration
{config} in read-only memory; a frame is made in the caller's memory.
""")
    print(result.read_text())


main()
