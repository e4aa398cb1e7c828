# SPDX-License-Identifier: Apache-2.0
"""Random streams: every byte, register answer and drop of the RTL against the golden model; `weir`
decodes them again.
"""

import csv
import io
import json
import subprocess

import pytest
from bench import CLASSES, HAS, check_account, cpp, run, systemc

import points  # in a folder that bench adds
from weirstream import CAUSE, ISR, definitions

SEEDS = [16, 17, 25, 36]
EVENTS = 40000
assert EVENTS * len(HAS) * len(SEEDS) >= 1_000_000


def check_coverage(n, has):
    """A run that did not meet everything has tested nothing."""
    for c in CLASSES:
        assert n[f"{c}_offered"] > n["offered"] / 100
    if has["THREAD_CACHE"]:
        assert n["thread_cache_filled"] > 2 * has["THREAD_CACHE"]  # after CLEAR, too
    for name in points.often(has):
        assert n[name] > 100, f"only {n[name]:.0f} {name}"
    for name in points.once(has) + (points.pressed(has) if has["FIFO_LOG2"] <= 9 else []):
        assert n[name] > 0, f"no {name}"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("parameters", HAS)
def test_volume(parameters, seed):
    has = HAS[parameters]
    events = EVENTS * max(1, has["HARTS"] // 2) * (
        1 + has["RETIRE"])  # harts that store at once share a loss; traps come besides
    n, _, _ = run(cpp(parameters), "--seed", seed, "--events", events)
    check_account(n)
    check_coverage(n, has)
    assert n["offered"] >= events and n["drained"] > 10


@pytest.mark.parametrize("parameters", HAS)
def test_met_in_some(parameters):
    """Resets, CLEARs and rings, too rare for every run: met in a dozen short ones."""
    missing = set(points.in_some(HAS[parameters]))
    for seed in range(41, 61):
        n, _, _ = run(cpp(parameters), "--seed", seed, "--events", 20000)
        missing -= {name for name in missing if n[name]}
        if not missing:
            return
    assert not missing


@pytest.mark.parametrize("seed", [21, 22, 23])
@pytest.mark.parametrize("variant", ["native", "axil"])
def test_systemc(variant, seed):
    n, _, _ = run(systemc(variant), "--seed", seed, "--events", 30000)
    check_account(n)
    assert n["offered"] >= 30000 and n["losses"] > 100 and n["drained"] > 3


def test_both_simulations_agree(tmp_path):
    """The same seed, the same pins, the same bytes in plain C++ and in SystemC."""
    results = []
    for bench in (cpp(), systemc("native")):
        files = [tmp_path / bench.name / "stream", tmp_path / bench.name / "log"]
        files[0].parent.mkdir()
        n, _, _ = run(bench, "--seed", 5, "--events", 5000, "--no-resets", "--stream", files[0],
                      "--log", files[1])
        del n["speed"]
        results.append((n, *(f.read_bytes() for f in files)))
    assert results[0] == results[1]


AGE_MAX = 2**31 - 1
OTHERS = {*range(0x4000, 0x4004), *range(0x4010, 0x4013), 0xC120, 0xC121}


@pytest.mark.parametrize(
    "parameters, seed, frames", [("small", 31, False), ("full_short", 39, False),
                                 ("tiny_short", 33, False), ("full_short", 34, True),
                                 ("small_frames", 35, True), ("value64", 36, False)])
def test_decoded(tmp_path, program, parameters, seed, frames):
    """`weir` decodes what was offered less what was dropped, and losses report the rest; frames,
    too.
    """
    stream, log = tmp_path / "stream", tmp_path / "log"
    written = ["--frames" if frames else "--stream", stream]
    run(cpp(parameters), "--seed", seed, "--events", 20000, "--no-clear", *written, "--log", log)
    if HAS[parameters][
            "TIME_BASE"] and not frames:  # a HEAD says that several entries may have one time
        stream.write_bytes(
            definitions(harts=HAS[parameters]["HARTS"],
                        description="weir ip 1.0 regs 3 coarse stream 3") + stream.read_bytes())
    raw = [] if frames or HAS[parameters]["TIME_BASE"] else ["--raw"]
    done = subprocess.run([program("build/weir"), "check", *raw, stream],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    done = subprocess.run(
        [program("build/weir"), "convert", *raw, "--to", "csv", "-o", "-", stream],
        capture_output=True,
        text=True)
    assert done.returncode == 0, done.stderr
    decoded = list(csv.DictReader(io.StringIO(done.stdout)))
    offered = [line.split() for line in log.read_text().splitlines()]

    def identity(event_id):
        return 0x8000 if event_id == "thread" else int(event_id, 16)

    delivered = [(int(e[0]), e[2], identity(e[3]), *(int(word, 16) for word in e[4].split("+")))
                 for e in offered if e[5] == "delivered"]
    assert {len(e) - 3 for e in delivered} == set(range(1, HAS[parameters]["ARGS"] + 1))

    def reported_as(r):
        """(class, id, words) of a row; of a trap as the unit has them."""
        if r["args"]:
            return r["class"], int(r["id"]), *(int(word) for word in json.loads(r["args"]).values())
        if not r["kind"].startswith("isr"):
            return r["class"], int(r["id"]), int(r["value"])
        return "SYS", ISR, (int(r["id"]) & 0x3FFFFFFF) << 2 | int(r["id"]) >> 31 << 1 | (
            r["kind"] == "isr enter")

    kinds = ("instant", "switch", "isr enter", "isr exit")
    # Names, spans, logs and handlers of software are rows of other kinds: windows and HINTs reach
    # their ids, too. The second decoder compares them (test_second.py).
    others = {e[0] for e in delivered if e[2] in OTHERS}
    rows = [(int(r["time"]), *reported_as(r)) for r in decoded
            if r["kind"] in kinds and int(r["time"]) not in others]
    assert rows == [e for e in delivered if e[0] not in others]
    assert len(rows) > 0.9 * len(delivered)

    dropped = [e for e in offered if e[5] == "dropped"]
    reported = [r for r in decoded if r["kind"] == "loss"]
    for c in CLASSES:
        assert sum(int(r[f"dropped_{c}"]) for r in reported) == sum(e[2] == c.upper()
                                                                    for e in dropped) > 0
    place = 0
    # Each covers a run of drops: first and last time, reasons and sources.
    for record in reported:
        count = sum(int(record[f"dropped_{c}"]) for c in CLASSES)
        run_of = dropped[place:place + count]
        place += count
        assert int(record["first"]) == int(run_of[0][0])
        assert int(record["last"]) == max(int(run_of[-1][0]), int(record["time"]) - AGE_MAX)
        causes = sources = 0
        for e in run_of:
            causes |= CAUSE[e[6]]
            sources |= 1 << int(e[1])
        assert (int(record["cause"]), int(record["source"])) == (causes, sources)
