# SPDX-License-Identifier: Apache-2.0
"""flux of any origin written as flux again: definitions, values, tags, messages stay the same."""

import re

import fluxgen
import pytest
import weirstream
from test_adapters import adapter  # a fixture
from test_flux_model import head, opened, signal
from weirstream import entry, mint, pint, text

_ = adapter


def again(weir, path, *more):
    """The file, converted to flux; nothing may be left out."""
    out = path.with_suffix(".again.recTr")
    done = weir("convert", *more, path, "-o", out)
    assert (done.code, done.err) == (0, ""), done.err
    done = weir("check", out)
    assert (done.code, done.err) == (0, ""), done.err
    return out


@pytest.mark.parametrize("seed", range(12))
def test_random_streams(adapter, weir, tmp_path, seed):
    """The records are the same, one by one, and a second time the bytes are."""
    data, truth, _ = fluxgen.generate(seed, 4000)
    path = tmp_path / "random.recTr"
    path.write_bytes(data)
    out = again(weir, path)
    before, after = adapter("-s", "flux", path), adapter("-s", "flux", out)
    assert after[0] == 0 and not after[2]
    assert len(after[1]) == len(before[1]) > len(truth)
    for got, expected in zip(after[1], before[1]):
        assert got == expected
    assert again(weir, out).read_bytes() == out.read_bytes()


def test_beside_a_unit(adapter, weir, tmp_path):
    """The stream of a unit keeps its events, in a trace of its own."""
    stream, _ = weirstream.random_stream(seed=8, harts=2, threads=5, events=200, loss=False)
    unit = weirstream.definitions(harts=2, ids=[(0, 1, "speed")], trace=4)
    other = head(0, "other") + signal(3, 0, "x") + opened(0, "us10")
    path = tmp_path / "both.recTr"
    path.write_bytes(other + unit + b"\0\4\0" + entry(3, 5, 1, b"\7") + b"\0\4\4" + stream.bytes +
                     b"\0\4\0" + entry(3, 5, 1, b"\xf7"))
    before, after = adapter("flux", path)[1], adapter("-s", "flux", again(weir, path))[1]

    def events(lines):
        return [line for line in lines if line.startswith(("instant", "switch", "loss"))]

    assert events(after) == events(before)


def test_numbers_of_traces_beside_a_unit(adapter, weir, tmp_path):
    """The unit is written as trace 0; what was traces 0 and 1 stay apart from it and each other,
    also when trace 0 begins again.
    """
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10)
    first = len(stream.bytes)
    stream.event(0, 1, 9, 20)
    again_0, again_1, unit = (b"\0\4" + bytes([trace]) for trace in (0, 1, 4))
    other = lambda trace, name: (head(trace, name) + signal(3, 0, name + "x") + opened(0, "us10") +
                                 entry(3, 5, 1, b"\7"))
    path = tmp_path / "numbers.recTr"
    path.write_bytes(
        weirstream.definitions(trace=4) + stream.bytes[:first] + other(0, "a") + other(1, "b") +
        again_0 + entry(3, 9, 1, b"\x0b") + other(0, "c") + again_1 + entry(3, 8, 1, b"\x0c") +
        unit + stream.bytes[first:])
    before, after = adapter("flux", path)[1], adapter("-s", "flux", again(weir, path))[1]

    def events(lines):
        return [re.sub("item=[0-9a-f]*", "", line) for line in lines if line.startswith("instant")]

    assert len(events(before)) == 7 and events(after) == events(before)


def test_messages_and_the_ends_of_domains(adapter, weir, root, tmp_path):
    """Every kind of entry, and both layouts of version 6."""
    found = 0
    for path in sorted((root / "tests/formats/vectors/flux").glob("all_*.recTr")):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        before = adapter("flux", copy)
        out = tmp_path / "out.recTr"
        assert "again.recTr" not in weir("convert", copy, "-o", out).err
        after = adapter("flux", out)
        assert after[:2] == before[:2]
        found += any(" message " in line for line in after[1])
    assert found


@pytest.mark.parametrize("mode", ["lz4", "fastlz", "zlib", "gzip"])
def test_packed_blocks(weir, adapter, tmp_path, mode):
    data, truth, _ = fluxgen.generate(3, 3000)
    path, out = tmp_path / "t.recTr", tmp_path / "out.recTr"
    path.write_bytes(data)
    assert weir("convert", path, "--set", f"pack={mode}", "-o", out).err == ""
    assert adapter("flux", out) == adapter("flux", path)
    plain = again(weir, out)
    assert out.stat().st_size < 0.75 * plain.stat().st_size
    assert weir("convert", path, "--set", "pack=zip", "-o", out).code == 2


def test_long_values(weir, adapter, tmp_path):
    """Longer than the buffer of the writer."""
    long = "long " * 40000
    path = tmp_path / "long.recTr"
    path.write_bytes(head() + signal(1, 0, "t", 5) + opened(0, "ns") +
                     entry(1, 5, 1, long.encode()) + entry(1, 5, 1, b"short"))
    assert adapter("flux", again(weir, path)) == adapter("flux", path)


def test_times_that_go_back(weir, adapter, tmp_path):
    """CURR sets a position before the last one."""
    path = tmp_path / "back.recTr"
    path.write_bytes(head() + signal(1, 0, "x") + opened(0, "ns") + entry(1, 50, 1, b"\1") +
                     b"\0\x23" + pint(0) + mint(10) + entry(1, 5, 1, b"\2"))
    assert adapter("flux", again(weir, path)) == adapter("flux", path)


def test_two_inputs(weir, tmp_path):
    """Traces of equal ids get their own; nothing is mixed."""
    paths = []
    for name, value in (("a", b"\1"), ("b", b"\2")):
        paths.append(tmp_path / f"{name}.recTr")
        paths[-1].write_bytes(head(1, name) + signal(3, 0, name) + opened(0, "ns") +
                              entry(3, 5, 1, value))
    out = tmp_path / "out.recTr"
    assert weir("convert", *paths, "-o", out).code == 0
    assert weir("check", out).code == 0
    rows = weir("dump", out).out
    assert "a = 1" in rows and "b = 2" in rows


def test_text_of_head(weir, tmp_path):
    path = tmp_path / "t.recTr"
    path.write_bytes(b"\0\1flux\6" + pint(7) + text("name") + text("what it is") + b"\0" +
                     pint(99) + pint(4096))
    assert again(weir, path).read_bytes()[:20] == path.read_bytes()[:20]
