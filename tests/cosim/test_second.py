# SPDX-License-Identifier: Apache-2.0
"""Random streams of every set of parameters, decoded by a second decoder that shares nothing with
the others (tests/formats/second.py), and compared with what was offered: every event, and every
drop as far as the stream reports it.

The streams are from the data page. Some of these runs have a ring, whose memory the bench compares;
frames are another format (test_frame.py). WEIR_SEED and WEIR_LENGTH, events a run, make other runs
(make regress-second).
"""

import os
import random
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict

import pytest
from bench import HAS, check_account, cpp, run
from second import AGE_MAX, Checkpoint, Damaged, Decoder, Entry, Event, Loss, Total
from weirstream import REASONS as KINDS  # their names

SEEDS = [int(os.environ["WEIR_SEED"])] if "WEIR_SEED" in os.environ else [53, 60]
EVENTS = int(os.environ.get("WEIR_LENGTH", 5000))


def text(words):
    return bytes([len(words)]) + words.encode()


def streamed(tmp_path, parameters, seed, events):
    """A run: its numbers, the stream as a file with a head, and the log's lines in words."""
    stream, log = tmp_path / "stream", tmp_path / "log"
    n, _, _ = run(cpp(parameters), "--seed", seed, "--events", events, "--no-clear", "--stream",
                  stream, "--log", log)
    check_account(n)
    coarse = " coarse" if HAS[parameters]["TIME_BASE"] else ""
    head = b"\0\x01flux\x06\0" + text("weir") + text(
        f"weir ip 1.0 regs 3{coarse} stream 3") + b"\0\xef\x87\x40\x19"
    return n, head + b"\0\x20\0" + text("ns10") + b"\0\0" + stream.read_bytes(), [
        line.split() for line in log.read_text().splitlines()
    ]


def delivered(line):
    """The Event of a line of the log."""
    time, source, of, name, words = int(line[0]), int(line[1]), line[2], line[3], tuple(
        int(word, 16) for word in line[4].split("+"))
    if name != "thread":
        name = int(name, 16)
    return time, source // 4, of, "isr" if name == 0xC001 and source % 4 == 3 else name, words


def check_drops(records, dropped, coarse):
    """A loss covers a run of drops; its totals count them by (hart, context, reason). A total has
    all drops before its own time; where ticks are coarse, perhaps some of that time, too.
    """
    times, counts, reported, place = defaultdict(list), Counter(), {}, 0
    for time, counter in dropped:
        times[counter].append(time)
    for r in records:
        if isinstance(r, Total):
            reported[r[1:4]] = r.total
            least = bisect_left(times[r[1:4]], r.time)
            assert least <= r.total <= (bisect_right(times[r[1:4]], r.time) if coarse else least), r
            continue
        if not r.begins:
            counts.update(counter for _, counter in dropped[place:sum(reported.values())])
            place = sum(reported.values())
            assert counts == reported, r
        first_or_last = dropped[place if r.begins else place - 1][0]
        assert r.at == first_or_last or r.at is None and r.time - first_or_last >= AGE_MAX, r
    assert place == len(dropped)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("parameters", HAS)
def test_compared(tmp_path, parameters, seed):
    has = HAS[parameters]
    wanted = EVENTS * (1 + has["RETIRE"])  # as traps come besides
    n, data, log = streamed(tmp_path, parameters, seed, wanted)
    found = defaultdict(list)
    for r in Decoder(data).records():
        found[Loss if isinstance(r, Total) else type(r)].append(r)
    events = found[Event]
    expected = [delivered(line) for line in log if line[5] == "delivered"]
    for event, of_log in zip(events, expected):
        assert event[:5] == of_log
    assert len(events) == len(expected) == n["delivered"]
    dropped = [(int(line[0]), (int(line[1]) // 4, int(line[1]) % 4, KINDS.index(line[6])))
               for line in log if line[5] == "dropped"]
    check_drops(found[Loss], dropped, has["TIME_BASE"])
    assert len(dropped) == n["dropped"] and len(log) == n["offered"] >= wanted
    entries = (len(
        found[Checkpoint]), len(found[Entry]) - 2, sum(isinstance(r, Total) for r in found[Loss]))
    assert entries == (n["checkpoints"], n["sw_entries"], n["totals"])
    often = parameters != "wide"  # its FIFO is too deep for a SYS event to be dropped in each run
    check_coverage(has, found, dropped, has["CHECKPOINT"] and not n["rings"], often)


def check_coverage(has, found, dropped, sw_entries, sys_dropped):
    """A run that did not meet everything has compared nothing. A ring takes no software entries."""
    events = found[Event]
    met = Counter(f"hart {e.hart}"
                  for e in events) + Counter(f"{len(e.values)} words"
                                             for e in events) + Counter(e.cls for e in events)
    met += Counter(f"dropped {KINDS[kind]}" for _, (_, _, kind) in dropped) + Counter(
        str(e.id) for e in events if isinstance(e.id, str))
    met["wide"] = sum(e.values[0] >> 32 > 0 for e in events)
    met["same time"] = sum(a.time == b.time for a, b in zip(events, events[1:]))
    met["short"] = sum(e.hart == 0 and isinstance(e.id, int) and e.id <= 11 for e in events)
    met["losses"], met["states"], met["by software"] = len(found[Loss]), len(
        found[Checkpoint]), len(found[Entry]) - 2
    met["of a cache entry"], met["in loss"] = sum(e.cache_entry is not None for e in events), sum(
        state.loss for state in found[Checkpoint])
    needed = {
        "USER", "COM", "SYS", "thread", "short", "losses",
        *(f"dropped {kind}" for kind in ("USER", "COM", "TORN", "ID"))
    }
    needed |= {f"hart {hart}"
               for hart in range(has["HARTS"] + (has["PINS"] > 0))
               } | {f"{words} words"
                    for words in range(1, has["ARGS"] + 1)}
    by_parameter = {
        "of a cache entry": has["THREAD_CACHE"], "isr": has["RETIRE"], "by software": sw_entries,
        "same time": has["TIME_BASE"], "states": has["CHECKPOINT"], "in loss": has["CHECKPOINT"],
        "wide": has["VALUE_W"] == 64, "dropped RATE_LIMIT": has["FILTER"],
        "dropped SYS": sys_dropped, "dropped MASK": has["PROTECT"],
        "dropped OVERRUN": has["HARTS"] > 1 or has["RETIRE"]
    }
    needed |= {name for name, there in by_parameter.items() if there}
    assert all(met[name] for name in needed), needed - set(+met)


@pytest.mark.parametrize("data, expected", [
    ("2a 0a 11 07", [Event(10, 0, "USER", 1, (7, ))]),
    ("82 4b ac 02 51 00 00 00 80 00", [Event(300, 0, "USER", 12, (1 << 31, ))]),
    ("12 14 12 1f 12 5a 12 1e",
     [Event(20, 0, "SYS", "isr",
            (31, )), Event(110, 0, "SYS", "isr", (30, ))]),
    ("82 0c 0a 01 80 0d 21 80 00 28 11 07", [Event(10, 0, "USER", 1, (7, 0, 128))]),
    ("82 32 01 22 34 12 82 32 ac 02 02",
     [Event(1, 0, "SYS", "thread", (0x1234, ), 2),
      Event(301, 0, "SYS", "thread", (0x1234, ), 2)]),
    ("1a 03 11 05 82 10 01 21 2c 01", [Loss(3, True, 1), Total(4, 0, 0, 0, 300)]),
    ("1a 80 80 80 80 08 51 fd ff ff ff 00", [Loss(1 << 31, True, 2)]),
    ("1a 80 80 80 80 08 51 ff ff ff ff 00", [Loss(1 << 31, True, None)]),
    ("0a e8 07 22 34 12 00 23 00 08 e8 03 00 00 00 00 00 00 20 11 01 08 22 34 12 20 11 02 2a 0a "
     "11 07 2a 01 01", [
         Event(1000, 0, "SYS", "thread", (0x1234, )),
         Checkpoint(1000, False),
         Event(1010, 0, "USER", 1, (7, )),
         Event(1011, 0, "USER", 1, (0, ))
     ]),
])
def test_examples(data, expected):
    """Those of stream.md, and an age that is a lower bound."""
    assert list(Decoder(bytes.fromhex(data)).records()) == expected


@pytest.mark.parametrize("data, offset, expected", [
    ("2a 0a 21 07 00", 0, "a value of event in the fewest bytes"),
    ("2a 0a 11 07 2a 00 11 07", 4, "no delta rather than 0"),
    ("28 11 07", 0, "a delta"),
    ("2a 0a 81 80 80 80 10 07", 7, "268435456 bytes of a value, found 1"),
    ("2a ff ff ff ff ff ff ff ff ff 02 11 07", 1, "a PInt of ten bytes and 64 bits"),
    ("2a ff ff ff ff ff ff ff ff ff 01 11 07", 0, "a position of 63 bits"),
    ("82 32 01 02", 0, "no cache entry of value 0"),
    ("82 32 01 22 34 12 82 34 01 22 34 12", 6, "no cache entry of value 4660"),
    ("1a 03 11 05 82 10 01 21 2c 01 82 10 01 21 2c 01", 10, "no dropped of value 300"),
    ("82 10 01 21 2c 01", 0, "no dropped of value 300"),
    ("82 0c 0a 01", 4, "the event of these extra arguments"),
    ("82 0c 0a 01 0a 01 22 34 12", 4, "an extra argument or an event of hart 0"),
    ("2a 0a 11 07 00 05 00", 4, "a checkpoint, a definition or a name"),
])
def test_damaged(data, offset, expected):
    with pytest.raises(Damaged, match=f"^offset {offset}: expected {expected}"):
        list(Decoder(bytes.fromhex(data)).records())


@pytest.mark.parametrize("parameters", HAS)
def test_altered(tmp_path, parameters):
    """With one byte altered it reports damage or another content; cut, the same up to the cut."""
    _, data, _ = streamed(tmp_path, parameters, 53, 300)
    whole, rng, damaged = list(Decoder(data).records()), random.Random(parameters), 0
    for _ in range(400):
        altered = bytearray(data)
        altered[rng.randrange(len(data))] ^= rng.randrange(1, 256)
        try:
            assert list(Decoder(altered).records()) != whole, altered.hex()
        except Damaged as error:
            assert str(error).startswith("offset ") and ": expected " in str(error)
            damaged += 1
    assert 100 < damaged
    for end in rng.sample(range(len(data)), 100):
        found = []
        try:
            for r in Decoder(data[:end]).records():
                found.append(r)
        except Damaged:
            pass
        assert found == whole[:len(found)] and len(found) < len(whole)
