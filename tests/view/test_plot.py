# SPDX-License-Identifier: Apache-2.0
"""`weir plot`: areas and texts of the figures match the numbers of `weir stats`."""

import json
import math
import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import scene

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
import weirstream  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
LEFT, RIGHT, WIDTH, BAR, CHART = 150, 24, 960, 19, 250


@pytest.fixture(scope="module")
def system(tmp_path_factory):
    path = tmp_path_factory.mktemp("plot") / "system.fxt"
    path.write_bytes(scene.system(periods=40))
    return path


@pytest.fixture
def plot(program):
    def run(kind, *args, code=0):
        done = subprocess.run([program("build/weir-san"), "plot", kind, *map(str, args)],
                              capture_output=True,
                              text=True,
                              timeout=60)
        assert done.returncode == code, done.stderr
        assert "Sanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr
        return done.stderr if code else ET.fromstring(done.stdout) if done.stdout else None

    return run


def stats(program, path):
    return json.loads(
        subprocess.run([program("build/weir"), "stats", "--json", path],
                       capture_output=True,
                       text=True,
                       check=True).stdout)


def area(path):
    """The area inside a path of M, H, V, Z."""
    points, x, y = [], 0, 0
    for letter, numbers in re.findall(r"([MHV])([^MHVZ]*)", path):
        numbers = [float(n) for n in numbers.split()]
        x, y = (numbers if letter == "M" else (numbers[0], y) if letter == "H" else (x, numbers[0]))
        points.append((x, y))
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))) / 2


def words(svg):
    return [t.text for t in svg.iter(SVG + "text")]


def test_timeline_and_share(plot, program, system):
    want = {t["name"]: t["share"] for t in stats(program, system)["threads"]}
    svg = plot("timeline", system, "-o", "-")
    areas = [area(p.get("d")) / (WIDTH - LEFT - RIGHT) / BAR / 2 for p in svg.iter(SVG + "path")]
    names = [t.text for t in svg.iter(SVG + "text") if t.get("class") == "name"]
    assert names == list(want) and len(areas) == len(names) + 1  # and traps
    for name, found in zip(names, areas):
        assert abs(found - want[name]) < 0.004, name
    assert f"{100 * want['IDLE 0']:.1f} %" in words(svg)
    svg = plot("share", system, "-o", "-")
    areas = [
        area(p.get("d")) / (WIDTH - LEFT - RIGHT) / CHART for p in svg.iter(SVG + "path")
        if p.get("class") == "part"
    ]
    assert sorted(areas) == pytest.approx(sorted(want.values()), abs=0.004) and math.isclose(
        sum(areas), 1, abs_tol=0.01)


def test_a_part(plot, program, system):
    """With --span, the shares are those of the span."""
    whole = plot("share", system, "-o", "-", "--span", "1ms,2ms")
    same = plot("share", system, "-o", "-", "--span", "1000us,0.002s")
    assert ET.tostring(whole) == ET.tostring(same) and any("1000 µs" in t or "1 ms" in t
                                                           for t in words(whole))
    areas = [area(p.get("d")) for p in whole.iter(SVG + "path") if p.get("class") == "part"]
    assert math.isclose(sum(areas), (WIDTH - LEFT - RIGHT) * CHART, rel_tol=0.01)
    for span in ("2ms,1ms", "1ms", "x,y", "1ms,2ms,3ms", ""):
        assert "--span" in plot("share", system, "-o", "-", "--span", span, code=2)
    for span in ("1s,2s", "1000000s,2000000s", "-5ms,-1ms"):
        error = plot("share", system, "-o", "-", "--span", span, code=2)
        assert "is outside of the trace, which has 10.68us to" in error


def test_latency(plot, program, system):
    svg, want = plot("latency", system, "-o", "-"), stats(program, system)["isrs"]
    text = " ".join(words(svg))
    for cause in {i["cause"] for i in want if i["to_switch"]}:
        mine = [i["to_switch"] for i in want if i["cause"] == cause and i["to_switch"]]
        assert f"interrupt {cause & 0x7fffffff}" in text
        assert f"{sum(i['count'] for i in mine)} times" in text
        assert f"max {max(i['max'] for i in mine) * 1e6:.4g} µs" in text


def test_goodput_and_losses(plot, program, tmp_path):
    stream = weirstream.Stream()
    for i in range(600):
        stream.event(0, 1, i, delta=100)
        if i == 300:
            stream.loss({"USER": 77}, first=stream.time - 5000, last=stream.time - 100)
    path = tmp_path / "lossy.recTr"
    path.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    svg = plot("goodput", path, "-o", "-")
    delivered, = [area(p.get("d")) for p in svg.iter(SVG + "path") if p.get("class") == "goodput"]
    offered, = [area(p.get("d")) for p in svg.iter(SVG + "path") if p.get("class") == "offered"]
    assert math.isclose(offered / delivered, (600 + 77) / 600, rel_tol=0.02)
    hatched = [r for r in svg.iter(SVG + "rect") if r.get("fill") == "url(#loss)"]
    part = sum(float(r.get("width")) for r in hatched) / (WIDTH - LEFT - RIGHT)
    assert len(hatched) == 1 and abs(part - 4900 / 60000) < 0.02 and "77 events lost" in " ".join(
        words(svg))


def test_png_and_hostile_names(plot, tmp_path):
    names = [
        "<script>alert(1)</script>", "a & b", "\x01\x1b[31m", "\u202ex", "é" * 5000, "\"'", "]]>"
    ]
    (tmp_path / "<&>.fxt").write_bytes(scene.system(periods=5, names=names))
    svg = plot("timeline", tmp_path / "<&>.fxt", "-o", "-")
    assert list(svg.iter(SVG + "script")) == [] and "a & b" in words(svg) and any(
        t.startswith("<&>.fxt") for t in words(svg))
    plot("timeline", tmp_path / "<&>.fxt", "-o", tmp_path / "x.png")
    data = (tmp_path / "x.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", data[16:20])[0] == 2 * WIDTH


def test_the_ending_selects_the_format(plot, system, tmp_path):
    for ending, begin in ((".svg", b"<svg "), (".png", b"\x89PNG"), (".pdf", b"%PDF-")):
        plot("timeline", system, "-o", tmp_path / f"x{ending}")
        assert (tmp_path / f"x{ending}").read_bytes().startswith(begin)
    before = sorted(p.name for p in tmp_path.iterdir())
    for name in ("x", "x.jpg", "x.pdf.gz", "svg"):
        assert "the name of a picture ends in .svg, .png or .pdf" in plot(
            "share", system, "-o", tmp_path / name, code=2)
    assert sorted(p.name for p in tmp_path.iterdir()) == before


def test_errors(plot, system, tmp_path):
    assert "timeline, share" in plot("pie", system, "-o", "-", code=2)
    assert "FILE" in plot("share", "-o", "-", code=2) and "-o OUT" in plot(
        "share", system, code=2)
    assert "a picture ends in" in plot("share", system, "-o", system, code=2)
    assert "cannot write" in plot("share", system, "-o", "/dev/full", code=2)
    (tmp_path / "empty.fxt").write_bytes(bytes(scene.Fxt().bytes))
    for kind in ("timeline", "share", "latency", "goodput"):
        error = plot(kind, tmp_path / "empty.fxt", "-o", tmp_path / "empty.svg", code=1)
        assert error.endswith("nothing to draw\n") and not (tmp_path / "empty.svg").exists()
