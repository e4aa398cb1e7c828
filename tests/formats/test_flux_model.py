# SPDX-License-Identifier: Apache-2.0
"""flux of any origin in the event model: traces, domains, values of every kind."""

import json
import subprocess
from fractions import Fraction

import fluxgen
import pytest
import readers
import weirstream
from test_adapters import adapter  # a fixture
from weirstream import entry, mint, pint, text

_ = adapter


def head(trace=0, name="t"):
    return b"\0\1flux\6" + pint(trace) + text(name) + text("") + b"\0" + pint(99) + pint(4096)


def scope(item, parent, name):
    return b"\0\x10" + pint(item) + pint(parent) + text(name) + text("")


def signal(item, parent, name, kind=2):
    return (b"\0\x11" + pint(item) + pint(parent) + text(name) + text("") + bytes([kind]) +
            text(""))


def opened(item, unit, start=0):
    return b"\0\x20" + pint(item) + text(unit) + mint(start) + mint(0)


def events(lines):
    return [line for line in lines if not line.startswith(("object", "base", "name"))]


def test_two_domains(adapter, weir, tmp_path):
    """Each item has the unit of its own domain."""
    path = tmp_path / "two.recTr"
    path.write_bytes(head() + scope(1, 0, "a") + scope(2, 0, "b") + signal(3, 1, "x") +
                     signal(4, 2, "y") + opened(1, "ns") + opened(2, "us") +
                     entry(3, 500, 1, b"\1") + entry(4, 1, 1, b"\2") + entry(3, 1000, 1, b"\3"))
    code, lines, errors = adapter("-s", "flux", path)
    assert (code, errors) == (0, [])
    assert lines[-1] == "base 1/1000000000"
    assert [line.split()[1:4:2] for line in events(lines)] == [["@500", '"x"'], ["@1000", '"y"'],
                                                               ["@1500", '"x"']]
    rows = [row.split() for row in weir("dump", path).out.splitlines()]
    assert [(row[0], row[3]) for row in rows if row[-2:-1] == ["="]] == [
        ("0.500", "a:x"), ("1.000", "b:y"), ("1.500", "a:x")]


def test_units_that_are_no_multiples(adapter, tmp_path):
    path = tmp_path / "odd.recTr"
    path.write_bytes(head() + scope(1, 0, "a") + scope(2, 0, "b") + signal(3, 1, "x") +
                     signal(4, 2, "y") + opened(1, "ns10") + opened(2, "ns25") +
                     entry(3, 3, 1, b"\1") + entry(4, 3, 1, b"\2"))
    _, lines, errors = adapter("flux", path)
    assert not errors and lines[-1] == "base 1/200000000"
    assert [line.split()[1] for line in events(lines)] == ["@6", "@15"]


def test_two_traces(adapter, weir, tmp_path):
    """Items, names and units belong to a trace."""
    path = tmp_path / "two.recTr"
    path.write_bytes(
        head(1, "one") + signal(5, 0, "x") + opened(0, "us") + head(2, "two") +
        signal(5, 0, "y", 4) + opened(0, "ms") + entry(5, 1, 5, b"\0\0\0\x3f") + b"\0\4\1" +
        entry(5, 7, 1, b"\7"))
    assert weir("check", path).err == ""
    _, lines, errors = adapter("-s", "flux", path)
    assert not errors and [line.split(" thread=? ")[0::1] for line in events(lines)] == [
        ["instant @1000", f'"y" item=200000005 in="two" value={fluxgen.bits(0.5)}'],
        ["instant @7", '"x" item=100000005 in="" value=7']]


@pytest.mark.parametrize("order", ["unit first", "unit second", "two units"])
def test_units_among_traces(weir, adapter, tmp_path, order):
    """The streams of a unit are decoded wherever they stand; two units stay apart."""
    stream, _ = weirstream.random_stream(seed=8, harts=2, threads=5, events=200)
    unit = weirstream.definitions(harts=2, ids=[(0, 1, "speed")], trace=4)
    other = head(9, "other") + signal(3, 0, "x") + opened(0, "us10")
    if order == "two units":
        other = weirstream.definitions(harts=2, trace=9, unit="us")
    alone, path = tmp_path / "alone.recTr", tmp_path / "both.recTr"
    alone.write_bytes(unit + stream.bytes)
    sample = entry(16 * (1 + 63) + 1 if order == "two units" else 3, 5, 1, b"\7")
    parts = [unit, other] if order == "unit first" else [other, unit]
    if order == "two units":
        parts = [unit, other]
    path.write_bytes(b"".join(parts) + b"\0\4\4" + stream.bytes + b"\0\4\x09" + sample)
    expected, both = events(adapter("-s", "flux", alone)[1]), adapter("-s", "flux", path)
    assert both[0] == 0 and weir("check", path).code == 0
    assert events(both[1])[:-1] == expected
    last = events(both[1])[-1]
    if order == "two units":  # its hart 1 is 17, its clock 100 times as long
        assert last.startswith("instant @500 hart=17 weir=1 USER thread=?")
    else:
        assert last.startswith('instant @5000 thread=? "x"' if order != "unit first" else
                               'instant @5000 thread=? "x"')


def test_a_unit_again_in_the_other_unit_of_time(adapter, tmp_path):
    """A later clock that is finer than that of the first unit: what is lost is counted."""
    other = head(9, "other") + signal(3, 0, "x") + opened(0, "ns")
    path = tmp_path / "later.recTr"
    stream = weirstream.Stream()
    stream.event(0, 16, 1, 10)
    path.write_bytes(weirstream.definitions() + stream.bytes + other + entry(3, 25, 1, b"\7") +
                     entry(3, 5, 1, b"\7"))
    code, lines, errors = adapter("flux", path)
    assert code == 0 and errors == ["read: 1 instant without times"]
    assert [line.split()[1] for line in events(lines)] == ["@10", "@2", "@3"]


@pytest.mark.parametrize("seed", range(40))
def test_random_streams(adapter, weir, tmp_path, seed):
    """40 streams of every kind of trace, domain, signal and value: a million samples."""
    data, truth, tick = fluxgen.generate(seed, 25000)
    path = tmp_path / "random.recTr"
    path.write_bytes(data)
    code, lines, errors = adapter("-s", "flux", path)
    assert (code, errors) == (0, []), errors
    assert Fraction(lines[-1].split()[1]) == tick
    found = events(lines)
    assert len(found) == len(truth)
    for at, (got, expected) in enumerate(zip(found, truth)):
        assert got == expected, at


def test_no_piece_of_the_input_matters(weir, tmp_path):
    """Bytes that arrive in pieces give the same rows."""
    data, _, _ = fluxgen.generate(3, 300)
    path = tmp_path / "r.recTr"
    path.write_bytes(data)
    whole = weir("convert", path, "--to", "csv", "-o", "-")
    piped = weir("convert", "-", "--to", "csv", "-o", "-", data=data)
    assert whole.code == piped.code == 0 and whole.out and whole.data == piped.data


def test_any_bytes(program, tmp_path):
    """The fuzzer of the sources of all formats, from seeds of every kind, for some seconds."""
    import fxtgen
    import test_txtb
    import test_txtb_model

    seeds = tmp_path / "seeds"
    seeds.mkdir()
    for seed in range(8):
        stream, _ = weirstream.random_stream(seed=seed, harts=2, threads=5, events=40)
        objects, found, order = test_txtb_model.random_buffer(seed)
        for kind, data in ((0, fluxgen.generate(seed, 12)[0][:6000]), (0, bytes(
                weirstream.definitions() + stream.bytes)),
                           (1, fxtgen.Random(seed, 25).words.bytes[fxtgen.LITTLE][:4000]),
                           (2, test_txtb.trace(objects, found[:25], order=order))):
            (seeds / f"{kind}-{seed}-{len(data)}").write_bytes(
                bytes([kind | (seed & 1) << 2 | seed << 3]) + data)
    done = subprocess.run([
        program("build/fuzz/model-fuzz"), "-seed=1", "-runs=600", "-max_len=8192", "-timeout=60",
        f"-artifact_prefix={tmp_path}/", seeds
    ],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]


CORES = ("core_00", "core_01")


@pytest.mark.parametrize("scopes, tail", [(("top", "soc_subsystem", "cluster_0"), ""),
                                          (("top", "s" * 80, "cluster_0"), "n" * 100)])
def test_signals_whose_names_differ_late_remain_two(weir, tmp_path, scopes, tail):
    """In waves and in counts; what is cut is counted."""
    path, out = tmp_path / "long.recTr", tmp_path / "long.vcd"
    data = head() + b"".join(
        scope(i, i - 1, name) for i, name in enumerate(scopes, 1)) + opened(0, "ns")
    for i, core in enumerate(CORES):
        data += scope(8 + i, len(scopes), core) + signal(10 + i, 8 + i, tail + "state" + str(i))
    for value in range(4):
        data += entry(10, 10, 1, bytes([value + 1])) + entry(11, 5, 1, bytes([value + 100]))
    path.write_bytes(data)
    for form in ("vcd", "fst", "ctf"):
        done = weir("convert", path, "-o", tmp_path / f"long.{form}")
        assert done.code == 0
        assert ("texts of 2 instant" in done.err) == (len(tail) > 0), done.err
    waves = {name: [int(value, 2) for _, value in changes]
             for name, changes in readers.vcd_signals(out).items() if "state" in name or "~" in name
             if not name.endswith("_event")}
    assert sorted(waves.values()) == [[1, 2, 3, 4], [100, 101, 102, 103]], waves
    if not tail:
        assert [core in name for core, name in zip(CORES, sorted(waves))] == [True, True]
    back = tmp_path / "back.vcd"
    with back.open("wb") as file:
        subprocess.run(["fst2vcd", "-f", str(tmp_path / "long.fst")], stdout=file, check=True)
    names = {name for name in readers.vcd_signals(back) if not name.endswith("_event")}
    assert len(names) == 2 + 2, names  # loss, dropped
    ids = json.loads(weir("stats", "--json", path).out)["ids"]
    assert [(i["count"], i["value"]["min"], i["value"]["max"]) for i in ids] == [(4, 1, 4),
                                                                               (4, 100, 103)]
    assert ids[0]["name"] != ids[1]["name"]
    info = [line for line in weir("info", path).out.splitlines() if line.startswith("  instant")]
    assert [line.split()[-1] for line in info] == ["4", "4"]
    compared = json.loads(weir("compare", "--json", path, path).out)
    assert len({q["name"] for q in compared["quantities"]}) == 2, compared


def test_tags_in_the_dump(weir, tmp_path):
    """A tag of a sample stands behind its value."""
    path = tmp_path / "tags.recTr"
    path.write_bytes(
        head(1, "one") + signal(5, 0, "x") + opened(0, "us") + pint(5 << 3 | 7) +
        b"\x09\1\x11\7" + pint(5 << 3 | 3) + b"\1\x11\7" + entry(5, 1, 1, b"\7"))
    lines = weir("dump", path).out.splitlines()[-3:]
    assert [line.partition("x = 7")[2] for line in lines] == ["; tag 9", "; conflict", ""]
