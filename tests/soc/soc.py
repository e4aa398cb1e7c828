# SPDX-License-Identifier: Apache-2.0
"""Runs programs on the demo SoCs and reads what they leave behind."""

import csv
import re
import subprocess
from collections import namedtuple

from weirstream import THREAD_SWITCH

Run = namedtuple("Run", "console report trace log ports stores cycles")
Event = namedtuple("Event", "time hart thread name cls id value")

CORES = ["ibex", "picorv32", "vexriscv", "serv"]
FREERTOS_CORES = ["ibex", "vexriscv", "serv"]
QUICK = CORES[:3]  # SERV takes 32 cycles and more for an instruction


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


def run(program, folder, core, app, harness="cpp", cycles=1_000_000, watch=()):
    """Runs build/fw/CORE/APP.hex to its end. The scoreboard watches the pins of the unit; any error of it fails the test.

    `cycles` is what the program reads as the time to go on, `watch` words (see address_of) whose stores are logged at the core's pins.
    """
    trace, log, ports, stores = folder / "trace.recTr", folder / "log", folder / "ports", folder / "stores"
    words = [watch] if isinstance(watch, str) else watch
    watched = [
        option for word in words
        for option in ("--watch", str(address_of(program, core, app, word)))
    ]
    done = subprocess.run([
        program(f"build/soc/{core}-{harness}/soc"), "--quiet", "--hex",
        program(f"build/fw/{core}/{app}.hex"), "--out", trace, "--log", log, "--ports", ports,
        "--stores", stores, *watched, "--run",
        str(cycles), "--max",
        str(60_000_000 + 2 * cycles)
    ],
                          capture_output=True,
                          text=True,
                          timeout=3600 + cycles // 10_000)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the unit is right" in done.stderr
    ran = int(re.search(r"(\d+) cycles in", done.stderr)[1])
    return Run(done.stdout, done.stderr, trace, log, ports, stores, ran)


def rows_of(program, trace):
    """The rows of a trace as the host tools tell them, one by one: a run may be longer than memory."""
    subprocess.run([program("build/weir"), "check", trace], check=True, capture_output=True)
    with subprocess.Popen([program("build/weir"), "convert", "--to", "csv", "--output", "-", trace],
                          stdout=subprocess.PIPE,
                          text=True) as told:
        yield from csv.DictReader(told.stdout)
    assert told.returncode == 0


def event_of(row):
    return Event(int(row["time"]), int(row["hart"]), int(row["thread"] or 0), row["thread_name"],
                 row["class"], int(row["id"]), int(row["value"]))


def decode(program, trace):
    """The events of a trace and its losses, by the host tools."""
    events, losses = [], []
    for row in rows_of(program, trace):
        if row["kind"] in ("instant", "switch"):
            events.append(event_of(row))
        elif row["kind"] == "loss":
            losses.append(row)
    return events, losses


def without_repeats(values):
    return [v for n, v in enumerate(values) if n == 0 or v != values[n - 1]]


BASE, CTRL, SNOOP_CTRL, SNOOP_ADDR, SNOOP_RUNNING, SNOOP_STRIDE = 0x40000000, 0x010, 0x100, 0x104, 0x108, 0x20
THREAD, INTERRUPT, USER_MODE, SNOOP = range(4)


def meant(stores, hart=0, base=BASE):
    """What the hart meant, from the stores at the cores' own data ports alone: (cycle, context, id, value) of every event, one by one.

    Knows the documented register map and nothing of the unit's inside. Cycles count from the CLEAR that begins the trace.
    """
    with stores.open() as lines:
        yield from meant_by(lines, hart, base)


def meant_by(lines, hart, base):
    latch = {}
    enabled = snooping = begun = False
    start = running = watched = 0
    for line in lines:
        cycle, address, data, strobes, whose = (int(f, b)
                                                for f, b in zip(line.split(), (10, 16, 16, 16, 10)))
        offset = address - base
        ports, snoop = offset - 0x10000 * (1 + hart), offset - SNOOP_STRIDE * hart
        if address == watched and whose == hart and snooping and enabled and strobes == 0xf and data != running:
            running, begun = data, True
            yield cycle - start, SNOOP, THREAD_SWITCH, data
        elif 0 <= ports < 0x10000:  # its pages: ports, then windows
            context, window, register = ports >> 12 & 3, ports >> 14 & 1, ports & 0xfff
            owner = (context, running if context == THREAD else None
                     )  # a thread finds its own value when it comes back
            if not enabled:
                pass
            elif register == 0 and not window:
                latch[owner] = data
            else:
                begun = True
                yield cycle - start, context, *((register // 4, data) if window else
                                                (data, latch.pop(owner)))
        elif offset == CTRL:
            enabled = bool(data & 1)
            if data & 2:
                assert not begun, "a trace within a trace"
                latch, start = {}, cycle
        elif snoop == SNOOP_CTRL:
            snooping = bool(data & 1)
        elif snoop == SNOOP_ADDR:
            watched = data
        elif snoop == SNOOP_RUNNING:
            if enabled and data != running:
                begun = True
                yield cycle - start, SNOOP, THREAD_SWITCH, data
            running = data
