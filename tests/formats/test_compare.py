# SPDX-License-Identifier: Apache-2.0
"""weir compare: what it finds between traces of known distributions, and what it must not find."""

import json
import math
import re
import sys
from pathlib import Path

import pytest
import weirstream

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "libweir"))
import fleet  # noqa: E402

NOTHING = "weir: nothing can be compared: no quantity has enough values in BEFORE and AFTER\n"
Z = 3.2905267314919255  # of 99.9 %, two sides


def interval(values, p):
    """By ranks: the definition in sw/cli/compare.c, on the values themselves."""
    values, n = sorted(values), len(values)
    wide = Z * math.sqrt(n * p * (1 - p))
    first, last = math.floor(n * p - wide), math.ceil(n * p + wide) + 1
    return None if first < 1 or last > n else (values[first - 1], values[last - 1])


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    """Three versions of four devices; the last is slower."""
    folder = tmp_path_factory.mktemp("compare")
    return folder, fleet.fleet(folder, devices=4, runs=1200)


def test_slower(weir, traces):
    """A run that takes twelve times as long, and the period that follows from it."""
    folder, truth = traces
    done = weir("compare", "--json", folder / "1.1/d0001.recTr", folder / "2.0/d0001.recTr")
    assert done.code == 3, done.err
    found = json.loads(done.out)
    names = {q["name"]: q for q in found["quantities"]}
    for name in ("control: run", "control: period"):
        assert names[name]["verdict"] == "slower" and names[name]["timing"]
    assert "p50_interval" in names["log: run"]["before"]
    assert "p99_interval" not in names["log: run"]["before"]  # 120 values have none
    assert not any(name.startswith("idle") for name in names)
    for side, version in (("before", "1.1"), ("after", "2.0")):
        periods = [p * fleet.TICK for p in truth[version, "d0001"]]
        q = names["control: period"][side]
        assert q["count"] == len(periods)
        assert q["mean"] == pytest.approx(sum(periods) / len(periods), rel=1e-9)
        assert (q["min"], q["max"]) == pytest.approx((min(periods), max(periods)), rel=1e-9)
        want = interval(periods, 0.5)
        low, high = q["p50_interval"]
        assert low <= want[0] < 1.02 * low and high / 1.02 < want[1] <= high
    text = weir("compare", folder / "1.1/d0001.recTr", folder / "2.0/d0001.recTr")
    assert text.code == 3 and "slower  control: run p" in text.out
    back = weir("compare", folder / "2.0/d0001.recTr", folder / "1.1/d0001.recTr")
    assert back.code == 0 and "faster  control: run p" in back.out


def test_same(weir, traces):
    """Other runs of the same program: nothing is slower, in twelve pairs."""
    folder, _ = traces
    for a in range(4):
        for b in range(4):
            if a == b:
                continue
            done = weir("compare", folder / f"1.0/d{a:04}.recTr", folder / f"1.1/d{b:04}.recTr")
            assert done.code == 0, done.out


def test_sets(weir, traces, tmp_path):
    """Folders; a page; a threshold above the difference."""
    folder, truth = traces
    page = tmp_path / "page.html"
    done = weir("compare", folder / "1.0", folder / "2.0", "-o", page, "--json")
    found = {q["name"]: q for q in json.loads(done.out)["quantities"]}
    assert done.code == 3
    assert found["control: period"]["before"]["count"] == sum(
        len(periods) for (version, _), periods in truth.items() if version == "1.0")
    text = page.read_text()
    assert text.startswith("<!DOCTYPE html>") and "slower<td>control: run" in text
    assert text.count("<svg") == text.count("</svg>") == text.count("<tr class=")
    assert weir("compare", "--threshold", 1000, folder / "1.0", folder / "1.1").code == 0


def test_one_stream_is_one_output(weir, traces):
    folder, _ = traces
    done = weir("compare", folder / "1.0", folder / "2.0", "-o", "-", "--json")
    assert done.code == 2 and done.out == "" and done.err == (
        "weir: --json is written to standard output: give the page a name with -o OUT\n")


def test_ticks_of_unknown_length(weir, tmp_path):
    """JSON has them as they are, and says so, as does the help."""
    stream, path = weirstream.Stream(), tmp_path / "f.bin"
    for number in range(200):
        stream.switch(0, (0x7000, 0x7100)[number % 2], delta=20)
    path.write_bytes(bytes(stream.bytes))
    for command in (["stats", "--json", path], ["compare", "--json", path, path]):
        ticks, seconds = (json.loads(weir(*command, "--raw", *unit).out)
                          for unit in ([], ["--unit", "10ns"]))
        assert (ticks["unit"], seconds["unit"]) == ("ticks", "s")
        of = lambda found: (found["time"] if "time" in found else
                            found["quantities"][0]["before"]["mean"])
        assert of(seconds) == pytest.approx(1e-8 * of(ticks))
        words = " ".join(weir(command[0], "--help").out.split())
        assert "times in seconds, or in ticks if their length is unknown" in words


def test_few_values(weir, tmp_path):
    fleet.trace(tmp_path / "a.recTr", 1, 8, 1)
    fleet.trace(tmp_path / "b.recTr", 2, 8, 12)
    done = weir("compare", tmp_path / "a.recTr", tmp_path / "b.recTr")
    assert done.out.startswith("0 slower, 0 faster, 0 within")
    assert done.code == 1 and done.err.endswith("missing\n" + NOTHING)


def test_nothing_on_both_sides(weir, traces, tmp_path):
    """Two programs without a thread or an id in common; JSON and a page say the same."""
    folder, _ = traces
    other, page = tmp_path / "other.recTr", tmp_path / "page.html"
    stream = weirstream.Stream()
    for number in range(200):
        stream.switch(0, (0x7000, 0x7100)[number % 2], delta=20)
    other.write_bytes(weirstream.definitions(names=[(0, 0x7000, "a"), (0, 0x7100, "b")]) +
                      bytes(stream.bytes))
    for more in ([], ["--json"], ["-o", page]):
        done = weir("compare", folder / "1.0/d0000.recTr", other, *more)
        assert done.code == 1 and done.err.endswith("\n" + NOTHING)
    done = weir("compare", other, other)
    assert (done.code, done.err) == (0, "") and ", 0 only before, 0 only after" in done.out


def test_no_event(weir, traces, tmp_path):
    """A unit that records nothing is not as fast as before; nor is one that lacks a thread."""
    folder, _ = traces
    one = folder / "1.0/d0000.recTr"
    head, few, most = tmp_path / "head.recTr", tmp_path / "few.recTr", tmp_path / "most"
    head.write_bytes(weirstream.definitions())
    for before, after in ((one, head), (head, one), (folder / "1.0", tmp_path)):
        done = weir("compare", before, after)
        empty = after if before == one else before if before == head else tmp_path
        assert (done.code, done.err) == (
            1, f"weir: {empty}: no event in it; `weir doctor` says what to check\n")
    most.mkdir()
    (most / "head.recTr").write_bytes(head.read_bytes())
    (most / "one.recTr").write_bytes(one.read_bytes())
    assert weir("compare", one, most).code == 0
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10)
    few.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    done = weir("compare", one, few)
    only = re.search(r", (\d+) only before", done.out)[1]
    assert done.code == 1 and done.err.startswith(f"weir: {only} quantities are only before: ")
    assert done.err.endswith("\n" + NOTHING)


def test_exit_code_of_nothing(weir, tmp_path):
    """As the help says."""
    head, out = tmp_path / "head.recTr", tmp_path / "out"
    head.write_bytes(weirstream.definitions())
    for command in (["timeline"], ["stats"], ["view", "-o", f"{out}.html"], ["doctor"],
                    ["plot", "timeline", "-o", f"{out}.svg"], ["compare", head]):
        assert weir(*command, head).code == 1
        assert command[0] in re.search(r"; 1 the input .*?; 2 any", weir("help").out, re.S)[0]
    for command in (["info"], ["dump"], ["check"], ["convert", "-o", f"{out}.fxt"]):
        assert weir(*command, head).code == 0


def test_mistakes(weir, traces, tmp_path):
    folder, _ = traces
    one = folder / "1.0/d0000.recTr"
    assert weir("compare", one).code == 2 and "missing AFTER" in weir("compare", one).err
    assert weir("compare", one, one, one).code == 2
    assert weir("compare", one, tmp_path).code == 2  # no files
    assert weir("compare", one, tmp_path / "none").code == 2
    assert weir("compare", "--confidence", 100, one, one).code == 2
    cut = tmp_path / "cut.recTr"
    cut.write_bytes(one.read_bytes()[:-3])
    assert weir("compare", one, cut).code == 1
    before = one.read_bytes()
    assert weir("compare", one, one, "-o", one).code == 2 and one.read_bytes() == before
