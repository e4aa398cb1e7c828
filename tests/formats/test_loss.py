# SPDX-License-Identifier: Apache-2.0
"""What the decoder makes of `loss` and `dropped`.

Exact in a whole stream, honest where a stream was cut.
"""

import random
import subprocess

import pytest
import weirstream
from weirstream import LOSS_ITEM, MAX_AGE, DROPPED_ITEM, USER, Stream

UNKNOWN_FIRST, UNKNOWN_LAST, UNKNOWN_COUNT = 1, 2, 4


@pytest.fixture(scope="module")
def decode(program):
    """decode(entries, cut) gives the losses, the one that is open at the end, and the totals by
    (hart, context, kind).
    """
    def run(entries, cut=False):
        lines = "".join(f"{item} {time} {value}\n" for item, time, value in entries)
        done = subprocess.run([program("build/tests/formats/loss_kinds"), *["cut"] * cut],
                              input=lines,
                              capture_output=True,
                              text=True)
        assert done.returncode == 0, done.stderr
        losses, still_open, totals = [], None, {}
        for line in done.stdout.splitlines():
            what, *rest = line.split()
            numbers = [int(n) for n in rest]
            if what == "total":
                totals[tuple(numbers[:3])] = numbers[3]
            elif what == "all":
                counts = [loss["dropped"] for loss in [*losses, still_open or {"dropped": [0] * 4}]]
                assert numbers == [sum(n) for n in zip(*counts)]
            else:
                loss = dict(zip(("cause", "source", "first", "last", "unknown"), numbers[5:]),
                            time=numbers[0],
                            dropped=numbers[1:5])
                if what == "open":
                    still_open = loss
                else:
                    losses.append(loss)
        return losses, still_open, totals

    return run


def truth(loss, unknown=0):
    return {
        "time": loss.time, "dropped": [loss.counts[c] for c in weirstream.CLASSES],
        "cause": loss.cause, "source": loss.source, "first": loss.first, "last": loss.last,
        "unknown": unknown
    }


def busy(seed):
    """A stream of which loss is the greater part."""
    rng = random.Random(seed)
    stream = Stream()
    while len(stream.losses) < 12:
        for _ in range(rng.randrange(4)):
            stream.event(0, 1, 7, rng.randrange(1, 9))
        for n in range(rng.choice([1, 1, 2, 5])):
            if n and rng.randrange(2):
                stream.report()
            count = rng.choice([1, 3, 50])
            stream.drop(rng.choice(weirstream.REASONS), rng.randrange(4), rng.choice([0, 0, 7, 15]),
                        count)
            if n == 0:
                stream.begin(rng.randrange(1, 4))
            stream.event(0, 2, 7, max(stream.lost.last - stream.time, 0) + rng.randrange(1, 9))
        stream.report()
        stream.end(rng.randrange(1, 99))
    return stream


@pytest.mark.parametrize("seed", range(4))
def test_whole_streams(decode, weir, seed):
    stream = busy(seed)
    losses, still_open, totals = decode(stream.entries)
    assert losses == [truth(l) for l in stream.losses] and still_open is None
    assert totals == stream.counters
    assert weir("check", "--raw", "-", data=bytes(stream.bytes)).code == 0


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_cut_at_the_front(decode, seed, known):
    """Values not marked as unknown are exact; marked ones never exceed the truth."""
    stream = busy(seed)
    marked = 0
    for cut in range(1, len(stream.entries)):
        rest = stream.entries[cut:]
        reported = [(item, value) for item, _, value in rest
                    if item == LOSS_ITEM or DROPPED_ITEM <= item < 768]
        if not known and reported[0][0] == LOSS_ITEM and reported[0][1] & 1:
            continue  # between two losses: nothing shows the cut
        losses, still_open, totals = decode(rest, known)
        whole = [truth(l) for l in stream.losses if l.time >= rest[0][1]]
        assert len(losses) == len(whole) and still_open is None
        for got, want in zip(losses, whole):
            marked += got["unknown"] != 0
            assert got["time"] == want["time"] and got["last"] == want[
                "last"] and not got["unknown"] & UNKNOWN_LAST
            if got["unknown"] & UNKNOWN_FIRST:
                assert got is losses[0] and want["first"] <= rest[0][1] and got["first"] in (
                    rest[0][1], got["last"])
            else:
                assert got["first"] == want["first"]
            if got["unknown"] & UNKNOWN_COUNT:
                assert all(g <= w for g, w in zip(
                    got["dropped"], want["dropped"])) and got["dropped"] != want["dropped"]
                assert not got["cause"] & ~want["cause"] and not got["source"] & ~want["source"]
            else:
                assert got["dropped"] == want["dropped"] and got["cause"] == want["cause"] and got[
                    "source"] == want["source"]
        assert len(totals) == len({item for item, _ in reported if item != LOSS_ITEM})
        assert all(stream.counters[counter] == total for counter, total in totals.items())
    assert marked > 100


@pytest.mark.parametrize("seed", range(2))
def test_cut_at_the_end(decode, seed):
    """A loss whose end is missing is reported as open, with its known part."""
    stream = busy(seed)
    opened = 0
    for cut in range(1, len(stream.entries)):
        entries = stream.entries[:cut]
        losses, still_open, _ = decode(entries)
        assert losses == [truth(l) for l in stream.losses if l.time <= entries[-1][1]]
        going_on = [v for i, _, v in entries if i == LOSS_ITEM][-1:]
        assert (still_open is not None) == bool(going_on and going_on[0] & 1)
        if still_open:
            opened += 1
            want = truth(stream.losses[len(losses)])
            assert still_open["unknown"] == UNKNOWN_LAST | UNKNOWN_COUNT and still_open[
                "first"] == want["first"]
            assert still_open["last"] == still_open["time"] == entries[-1][1]
            assert all(g <= w for g, w in zip(still_open["dropped"], want["dropped"]))
    assert opened > 20


def test_many_ticks_ago(decode):
    """Ages of 2^31 - 1 are that many or more; totals wrap."""
    stream = Stream()
    stream.event(0, 1, 1, 1000)
    stream.counters[0, 0, 0] = 2**32 - 3
    stream.drop(USER, count=5)
    stream.begin()
    stream.report(2**33)
    stream.end()
    entries = [(DROPPED_ITEM, 10, 2**32 - 3), *stream.entries]
    entries.insert(0, (LOSS_ITEM, 1, 1))
    entries.insert(2, (LOSS_ITEM, 11, 2))
    want = truth(stream.losses[0], UNKNOWN_LAST)
    want["last"] = stream.time - MAX_AGE
    assert decode(entries)[0][1] == want

    losses, *_ = decode([(5, 2**32, 7), (LOSS_ITEM, 2**33, 2 * MAX_AGE + 1),
                         (DROPPED_ITEM, 2**33 + 1, 9), (LOSS_ITEM, 2**33 + 2, 4)])
    assert losses == [{
        "time": 2**33 + 2, "dropped": [9, 0, 0, 0], "cause": 1, "source": 1, "first": 0,
        "last": 2**33, "unknown": UNKNOWN_FIRST
    }]


def test_what_no_unit_writes(decode):
    """Rules that a reader can do without: it reports the loss and invents nothing."""
    impossible = [(LOSS_ITEM, 100, 1), (DROPPED_ITEM, 110, 11 * 65536 + 1),
                  (LOSS_ITEM, 111, 4)]  # however coarse its ticks
    assert decode(impossible)[0] == [{
        "time": 111, "dropped": [0, 0, 0, 0], "cause": 1, "source": 1, "first": 100, "last": 109,
        "unknown": UNKNOWN_COUNT
    }]
    twice = [(LOSS_ITEM, 100, 1), (LOSS_ITEM, 105, 1), (DROPPED_ITEM, 110, 5), (LOSS_ITEM, 111, 4)]
    assert decode(twice)[0] == [{
        "time": 111, "dropped": [5, 0, 0, 0], "cause": 1, "source": 1, "first": 100, "last": 109,
        "unknown": 0
    }]
    backwards = [(LOSS_ITEM, 100, 1), (DROPPED_ITEM, 110, 5), (LOSS_ITEM, 111, 2 * 50)]
    assert decode(backwards)[0] == [{
        "time": 111, "dropped": [5, 0, 0, 0], "cause": 1, "source": 1, "first": 100, "last": 100,
        "unknown": UNKNOWN_LAST
    }]
