# SPDX-License-Identifier: Apache-2.0
"""Runs programs on the demo SoCs and reads their output."""

import csv
import io
import json
import re
import subprocess
from collections import namedtuple
from pathlib import Path

from weirstream import THREAD_SWITCH

ROOT = Path(__file__).resolve().parents[2]

Run = namedtuple("Run", "console report trace log ports stores cycles")
Event = namedtuple("Event", "time hart thread name cls id value")

CORES = ["ibex", "picorv32", "vexriscv", "serv"]
FREERTOS_CORES = ["ibex", "vexriscv", "serv"]
QUICK = CORES[:3]  # SERV takes at least 32 cycles per instruction


def of_revision():
    """The revision; with "-dirty" if other files than documents differ from it."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True,
                              text=True).stdout.strip()

    changed = git("status", "--porcelain", "-uno", "--", ".", ":!docs", ":!*.md")
    return git("rev-parse", "--short=8", "HEAD") + ("-dirty" if changed else "")


def address_of(program, core, app, place):
    """The address of a symbol of build/fw/CORE/APP.elf, or of "symbol+offset"."""
    done = subprocess.run(
        ["riscv64-unknown-elf-nm", program(f"build/fw/{core}/{app}.elf")],
        check=True,
        capture_output=True,
        text=True)
    name, _, offset = place.partition("+")
    return next(
        int(line.split()[0], 16)
        for line in done.stdout.splitlines() if line.split()[-1] == name) + int(offset or 0)


def run(program, folder, core, app, harness="cpp", cycles=1_000_000, watch=(), soc=None):
    """Runs build/fw/CORE/APP.hex to its end. The test fails if the scoreboard finds an error.

    `soc` is the SoC, if it has another name than the core of the firmware.

    The program reads `cycles` as its run time. `watch` are words (see address_of) whose stores are
    logged at the core's pins. With a retire view, FOLDER/retired has what the core retired
    (soc_bench.h).
    """
    trace = folder / "trace.recTr"
    log, ports, stores = folder / "log", folder / "ports", folder / "stores"
    words = [watch] if isinstance(watch, str) else watch
    watched = [
        option for word in words
        for option in ("--watch", str(address_of(program, core, app, word)))
    ]
    done = subprocess.run([
        program(f"build/soc/{soc or core}-{harness}/soc"), "--quiet", "--hex",
        program(f"build/fw/{core}/{app}.hex"), "--out", trace, "--log", log, "--ports", ports,
        "--stores", stores, *(["--retired", folder / "retired"] if "full" in harness else []),
        *watched, "--run",
        str(cycles), "--max",
        str(60_000_000 + 2 * cycles)
    ],
                          capture_output=True,
                          text=True,
                          timeout=3600 + cycles // 10_000)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ": no mismatch" in done.stderr
    ran = int(re.search(r"(\d+) cycles in", done.stderr)[1])
    return Run(done.stdout, done.stderr, trace, log, ports, stores, ran)


def rows_of(program, trace):
    """Rows of a trace from the host tools, one by one: a run may be larger than memory."""
    subprocess.run([program("build/weir"), "check", trace], check=True, capture_output=True)
    with subprocess.Popen([program("build/weir"), "convert", "--to", "csv", "--output", "-", trace],
                          stdout=subprocess.PIPE,
                          text=True) as process:
        yield from (row for row in csv.DictReader(process.stdout) if row["kind"] != "clock")
    assert process.returncode == 0


def rows_at_once(weir, trace, *options):
    """All rows of a short trace, `weir` is the command."""
    done = subprocess.run([weir, "convert", *options, "--to", "csv", "--output", "-", trace],
                          check=True,
                          capture_output=True,
                          text=True)
    return list(csv.DictReader(io.StringIO(done.stdout)))


def image_of(elf):
    """The bytes of a program from its first address."""
    image = elf.with_suffix(".bin")
    subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", elf, image], check=True)
    return image.read_bytes()


def write_hex(path, data):
    """Writes bytes as the words that the RAM of the demo SoCs loads."""
    data += bytes(-len(data) % 4)
    path.write_text("".join(f"{int.from_bytes(data[i:i + 4], 'little'):08x}\n"
                            for i in range(0, len(data), 4)))


# Kinds that readers make of events of software, with the ids of these.
STANDS = {"begin": 0x4002, "end": 0x4003, "isr enter": 0xc120, "isr exit": 0xc121}


def event_of(row):
    """The event as software offered it. The units of these tests report no traps themselves."""
    id_, value = row["id"], row["value"]
    if row["kind"] in STANDS:
        id_, value = STANDS[row["kind"]], id_
    elif not value:
        value = next(iter(json.loads(row["args"]).values()))
    return Event(int(row["time"]), int(row["hart"]), int(row["thread"] or 0), row["thread_name"],
                 row["class"], int(id_), int(value))


def decode(program, trace):
    """Events and losses of a trace, from the host tools."""
    events, losses = [], []
    for row in rows_of(program, trace):
        if row["kind"] in ("instant", "switch", *STANDS):
            events.append(event_of(row))
        elif row["kind"] == "loss":
            losses.append(row)
    return events, losses


def without_repeats(values):
    return [v for n, v in enumerate(values) if n == 0 or v != values[n - 1]]


BASE, CTRL, WINDOW_IDS, SNOOP_STRIDE = 0x40000000, 0x010, 0x494, 0x20
SNOOP_CTRL, SNOOP_ADDR, SNOOP_RUNNING = 0x100, 0x104, 0x108
THREAD, INTERRUPT, USER_MODE, SNOOP = range(4)


def offered_by(stores, hart=0, base=BASE):
    """Offered events, one by one: (cycle, context, id, value).

    Derived only from the stores at the core's own data port and from the documented register map.
    Cycles count from the CLEAR that begins the trace.
    """
    with stores.open() as lines:
        yield from offered_in(lines, hart, base)


def offered_in(lines, hart, base):
    value_regs = {}
    enabled = snooping = begun = False
    start = running = watched = 0
    quarters = [0, 0x100, 0x200, 0x300]  # first ids of a window's
    for line in lines:
        cycle, address, data, strobes, by = (int(f, b)
                                             for f, b in zip(line.split(), (10, 16, 16, 16, 10)))
        offset = address - base
        ports, snoop = offset - 0x10000 * (1 + hart), offset - SNOOP_STRIDE * hart
        snooped = address == watched and by == hart and strobes == 0xf
        if snooped and snooping and enabled and data != running:
            running, begun = data, True
            yield cycle - start, SNOOP, THREAD_SWITCH, data
        elif 0 <= ports < 0x10000:  # pages of the hart: ports, then event windows
            context, window, register = ports >> 12 & 3, ports >> 14 & 1, ports & 0xfff
            owner = (context, running if context == THREAD else None)  # each thread has a value
            if not enabled:
                pass
            elif register == 0 and not window:
                value_regs[owner] = data
            elif register >= 8 and not window:
                pass  # an extra argument
            else:
                begun = True
                yield cycle - start, context, *(
                    (quarters[register >> 10] + (register >> 2 & 0xff), data) if window else
                    (data, value_regs.pop(owner)))
        elif offset == CTRL:
            enabled = bool(data & 1)
            if data & 2:
                assert not begun, "a trace within a trace"
                value_regs, start = {}, cycle
        elif offset == WINDOW_IDS:
            quarters[2:] = (data & 0xff) << 8, data & 0xff00
        elif snoop == SNOOP_CTRL:
            snooping = bool(data & 1)
        elif snoop == SNOOP_ADDR:
            watched = data
        elif snoop == SNOOP_RUNNING:
            if enabled and data != running:
                begun = True
                yield cycle - start, SNOOP, THREAD_SWITCH, data
            running = data
