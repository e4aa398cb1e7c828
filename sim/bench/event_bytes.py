#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bytes an event costs in the stream, beside what the same events cost in other formats.

    event_bytes.py [--table FILE] [--rtos TRACE.recTr]

Patterns are played into the RTL; an RTOS run is a trace of sim/soc. `name value unit` a line;
--table writes bytes.md. The other formats are computed here, event by event, from what
is published about them:

OSD 16      Open SoC Debug, STM: three words of header, two of time, id, 32 bits of value; fixed
TXTB 32     ThreadX trace buffer: an entry of eight words; fixed
STPv2       MIPI System Trace Protocol 2: a packet of type, data and time, in nibbles (DnMTS), the
            time as far as it changed; the id is the channel, C8 or C16 when it changes. Neither
            ASYNC nor VERSION is counted, which a reader needs now and then
SystemView  SEGGER, UM08027: id, length (ids from 32 on), arguments and time difference as numbers
            of 7 bits a byte; user ids from 512 on, thread ids shrunk by base and alignment. Its
            synchronisation is not counted
"""

import argparse
import csv
import io
import random
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from registers import REG

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import revision  # noqa: E402

CTRL, SNOOP_CTRL, SNOOP_ADDR, RUNNING = (
    REG[name]
    for name in ("CTRL", "SNOOP_CTRL", "SNOOP_ADDR", "SNOOP_RUNNING"))
PORT, WINDOW, CURRENT = REG["HART"], REG["HART_WINDOW"], 0x20000000
THIRD = 512  # of the window: the first entry whose ids WINDOW_IDS says


@dataclass
class Event:
    time: int
    id: int  # THREAD_SWITCH: None
    value: int


# ---- the other formats


def osd(events):
    return 16 * len(events)


def txtb(events):
    return 32 * len(events)


def varint(number):
    """Bytes of a number, 7 bits each."""
    return max(1, -(-number.bit_length() // 7))


def stp(events):
    """Nibbles, halved: type, value in 8, 16 or 32 bits, time."""
    nibbles, channel, before = 0, 0, 0
    for e in events:
        wanted = 0 if e.id is None else e.id
        if wanted != channel:
            nibbles += 3 if wanted >> 8 == channel >> 8 else 6
            channel = wanted
        nibbles += 1 + (2 if e.value < 1 << 8 else 4 if e.value < 1 << 16 else 8)
        changed = -(-(e.time ^ before).bit_length() // 4)
        nibbles += 1 + {13: 14, 14: 16, 15: 16}.get(changed, changed)
        before = e.time
    return nibbles / 2


def systemview(events):
    data, before = 0, 0
    threads = [e.value for e in events if e.id is None and e.value]
    base = min(threads, default=0)
    for e in events:
        if e.id is None:
            data += 1 + varint((e.value - base) >> 2 if e.value else
                               0)  # TASK_START_EXEC; IDLE has no argument but its own id
        else:
            data += varint(512 + e.id) + 1 + varint(e.value)
        data += varint(e.time - before)
        before = e.time
    return data


OTHERS = {"OSD 16": osd, "TXTB 32": txtb, "STPv2": stp, "SystemView": systemview}

# ---- corpora


def entry_of(event_id):
    """Of an event window: the one of this id, if WINDOW_IDS has what it has above 8 bits."""
    return event_id if event_id < THIRD else THIRD + event_id % 256


def played(parameters, lines):
    """What became of the events of a script for the play bench, a row each, and the bytes of the
    stream. The script is compared with the golden model.
    """
    with tempfile.TemporaryDirectory() as folder:
        log, stream = Path(folder) / "log", Path(folder) / "stream"
        bench = ROOT / f"build/sim/{parameters}/bench"
        done = subprocess.run([bench, "play", "--log", log, "--stream", stream, "-"],
                              input="\n".join(lines) + "\n",
                              capture_output=True,
                              text=True)
        if done.returncode:
            raise RuntimeError(f"{bench} play\n{done.stderr}")
        return [line.split() for line in log.read_text().splitlines()], stream.stat().st_size


def play(lines):
    """Events and bytes of the stream of a script for the play bench. All must be delivered."""
    rows, size = played("small", lines)
    if any(r[5] != "delivered" for r in rows):
        sys.exit("event_bytes.py: an event was dropped")
    return [
        Event(int(r[0]), None if r[3] == "thread" else int(r[3], 16), int(r[4], 16)) for r in rows
    ], size


def pattern(kind, count=100, seed=1):
    """A: 32 bits every 1000 ticks or so; B: 8 bits every 200; of one id, below 256 or 0x4100.
    Threads: switches between four, every 500.
    """
    rng = random.Random(seed)
    threads = [0x80001000 + 0x158 * n for n in range(4)]
    lines = [f"w {SNOOP_ADDR:x} {CURRENT:x} f", f"w {SNOOP_CTRL:x} 1 f", f"w {CTRL:x} 1 f"]
    if kind[1] and kind[1] >= THIRD:
        lines.insert(0, f"w {REG['WINDOW_IDS']:x} {kind[1] >> 8:x} f")
    if kind[0] == "threads":
        for n in range(4):
            lines += [f"s {CURRENT:x} {threads[n]:x} f", "i 20"]
    running = threads[3]
    for _ in range(count):
        name, event_id = kind
        gap = {"A": (900, 1100), "B": (180, 220), "threads": (450, 550)}[name]
        lines.append(f"i {rng.randrange(*gap):x}")
        if name == "threads":
            running = rng.choice([t for t in threads if t != running])
            lines.append(f"s {CURRENT:x} {running:x} f")
        else:
            value = rng.randrange(1 << 31, 1 << 32) if name == "A" else rng.randrange(128, 256)
            lines.append(f"w {WINDOW + 4 * entry_of(event_id):x} {value:x} f")
    events, data = play([*lines, f"w {CTRL:x} 0 f"])
    if kind[0] == "threads":  # without those that fill the cache
        data -= play([*lines[:11], f"w {CTRL:x} 0 f"])[1]
        events = events[4:]
    return events, data


def trace(path):
    """Events and bytes of a trace that `weir` reads; nothing of it may be lost."""
    weir = ROOT / "build/weir"
    text = subprocess.run([weir, "convert", "--to", "csv", "-o", "-", path],
                          capture_output=True,
                          text=True,
                          check=True).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    if any(r["kind"] == "loss" for r in rows):
        sys.exit(f"event_bytes.py: {path} has a loss")
    events = [
        Event(int(r["time"]), None if r["kind"] == "switch" else int(r["id"]), int(r["value"]))
        for r in rows if r["kind"] in ("instant", "switch")
    ]
    info = subprocess.run([weir, "info", path], capture_output=True, text=True, check=True).stdout
    data = next(int(line.split()[1]) for line in info.splitlines() if line.split()[:1] == ["bytes"])
    return events, data


CORPORA = {
    "A, id 1": lambda: pattern(("A", 1)),
    "A, id 100": lambda: pattern(("A", 100)),
    "A, id 0x4100": lambda: pattern(("A", 0x4100)),
    "B, id 1": lambda: pattern(("B", 1)),
    "B, id 100": lambda: pattern(("B", 100)),
    "B, id 0x4100": lambda: pattern(("B", 0x4100)),
    "known threads": lambda: pattern(("threads", None)),
}


def costs(corpora):
    """{corpus: (events, {format: bytes an event})}"""
    found = {}
    for name, make in corpora.items():
        events, data = make()
        found[name] = len(events), {
            "Weir": data / len(events),
            **{other: cost(events) / len(events)
               for other, cost in OTHERS.items()}
        }
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--table", type=Path, help="write the table into this file")
    parser.add_argument("--rtos",
                        type=Path,
                        action="append",
                        default=[],
                        metavar="TRACE",
                        help="a trace of an RTOS, too")
    options = parser.parse_args()
    found = costs({
        **CORPORA, **{
            f"{path.stem.replace('_', ' ')}": lambda path=path: trace(path)
            for path in options.rtos
        }
    })
    for corpus, (_, data) in found.items():
        for name, cost in data.items():
            print(f"bytes_{corpus}_{name}".replace(", ", "_").replace(" ", "_"),
                  f"{cost:.2f} bytes/event")
    if options.table:
        names = ["Weir", *OTHERS]
        options.table.write_text("\n".join([
            "<!-- SPDX-License-Identifier: Apache-2.0 -->", "# Bytes per event", "",
            "*For those who plan a link or a buffer. It answers: how many bytes an event takes,",
            "here and in other formats.*",
            "",
            f"**An event of the demo takes {list(found.values())[-1][1]['Weir']:.1f} bytes** on "
            "average, switches of threads",
            "included, with its time, id and value.",
            "",
            "Written by `make bytes`; do not edit. Bytes per event: of Weir as the RTL (preset",
            "small) wrote them, with time, id and value; of the others computed from the same",
            "events and their published formats. A thread costs bytes where it changes: patterns",
            "A and B have none, known threads are nothing else. RTL: commit "
            f"{revision()}.", "",
            f"| corpus | events | {' | '.join(names)} |", "|---|---|" + "---|" * len(names),
            *(f"| {corpus} | {count} | {' | '.join(f'{data[n]:.1f}' for n in names)} |"
              for corpus, (count, data) in found.items()), "",
            "* **A**: values of one id, 2^31 to 2^32 - 1, 900 to 1100 ticks apart. **B**: values",
            "  of 8 bits, 128 to 255, 180 to 220 ticks apart. Id 0x4100 is one of COM; all ids of",
            "  COM and SYS, which the RTOS glue uses, are as long. **Known threads**: switches",
            "  between four threads that have run before, 450 to 550 ticks apart. The last row:",
            "  FreeRTOS with its tasks, queues and interrupts on Ibex, as `make demo` runs it.",
            *("* " + " ".join(line.split()) for line in paragraphs()), ""
        ]))


def paragraphs():
    """What the head of this file says of each format."""
    text = __doc__[__doc__.index("OSD 16"):].replace("\n            ", " ").strip().splitlines()
    return [f"**{line[:12].strip()}**: {line[12:]}" for line in text]


if __name__ == "__main__":
    main()
