# SPDX-License-Identifier: Apache-2.0
"""`weir view`: in a real Chromium, the page contains and draws all of the trace."""

import csv
import io
import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest
import scene

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
import weirstream  # noqa: E402


def stream_with_losses():
    stream = weirstream.Stream()
    for thread, name in ((0x100, "sensor"), (0x200, "logger"), (0x300, "IDLE")):
        stream.name(0, thread, name)
    for i in range(200):
        stream.switch(0, [0x100, 0x200, 0x300][i % 3], delta=60 + i % 7)
        stream.event(0, 1 + i % 2, 1000 + i, delta=40)
        if i in (60, 150):
            stream.loss({"USER": 120 if i == 60 else 3},
                        first=stream.time - 900,
                        last=stream.time - 100)
    return weirstream.definitions(ids=[(0, 1, "sample"), (0, 2, "level")]) + bytes(
        stream.bytes), stream


@pytest.fixture(scope="session")
def pages(tmp_path_factory, view):
    folder = tmp_path_factory.mktemp("view")
    (folder / "system.fxt").write_bytes(scene.system())
    (folder / "lossy.recTr").write_bytes(stream_with_losses()[0])
    return {
        name: (folder / name, view(folder / name, folder / (name + ".html")))
        for name in ("system.fxt", "lossy.recTr")
    }


def weir_json(program, path):
    return json.loads(
        subprocess.run([program("build/weir"), "stats", "--json", path],
                       capture_output=True,
                       text=True,
                       check=True).stdout)


def weir_csv(program, path):
    done = subprocess.run([program("build/weir"), "convert", path, "--to", "csv", "-o", "-"],
                          capture_output=True,
                          text=True,
                          check=True)
    return list(csv.DictReader(io.StringIO(done.stdout, newline="")))


# --- what it holds ---


@pytest.mark.parametrize("name", ["system.fxt", "lossy.recTr"])
def test_every_record(tab, pages, program, name):
    """Time, kind, thread, id and value of each record match the output of `weir convert`."""
    path, html = pages[name]
    page = tab(html)
    got = page.run("[...Array(weir.trace.length).keys()].map((i) => {const t = weir.trace, p = "
                   "t.templates[t.template.data[i]], w = t.decode_event(i);"
                   "return [t.time.data[i] + Number(t.origin), p.kind, "
                   "Number(t.threads[t.thread.data[i]].number), p.series.id, p.series.hart,"
                   "w.args.map((a) => [a[0], String(a[1])]), t.describe(i)];})")
    kinds = [
        "instant", "switch", "isr enter", "isr exit", "counter", "begin", "end", "complete",
        "async begin", "async instant", "async end", "flow begin", "flow step", "flow end",
        "wakeup", "log", "loss"
    ]
    rows = [
        row for row in weir_csv(program, path)
        if row["kind"].replace("_", " ") in kinds and row["time"]
    ]
    assert len(rows) == len(got) > 300
    rows.sort(key=lambda row: int(row["time"]))
    for row, (time, kind, thread, number, hart, args, text) in zip(rows, got):
        assert (int(row["time"]), row["kind"].replace("_", " ")) == (time, kinds[kind])
        if row["thread"]:
            assert int(row["thread"]) == thread
        if row["hart"]:
            assert int(row["hart"]) == hart
        if row["id"] and kinds[kind] in ("instant", "isr enter", "isr exit"):
            assert int(row["id"]) == number
        if row["value"] and kinds[kind] in ("instant", "counter"):
            assert row["value"] == args[0][1] and row["value"] in text


def test_more_ids_than_lanes_can_be(tab, tmp_path, view):
    """Each event is on the page; those of ids beyond its table are one series, "others"."""
    ids, kept = 65_600, 65_532
    fxt = scene.Fxt()
    for n in range(ids):
        fxt.event(scene.INSTANT, 10 * n, 1, "app", f"id {n}")
    (tmp_path / "ids.fxt").write_bytes(bytes(fxt.bytes))
    page = tab(view(tmp_path / "ids.fxt", tmp_path / "ids.html"))
    names = page.run("[...Array(weir.trace.length).keys()].map((i) => "
                     "weir.trace.templates[weir.trace.template.data[i]].series.name)")
    assert names == [f"id {n}" if n < kept else "others" for n in range(ids)]


@pytest.mark.parametrize("count, says",
                         [(8, ""), (9, ", and 1 more"), (40_000, ", and 39992 more")])
def test_many_names_of_a_thread(tab, tmp_path, view, count, says):
    """A number that threads have one after another: the first names, and how many there are. That
    takes no longer for each name the more there are.
    """
    stream = weirstream.Stream()
    for n in range(count):
        stream.name(0, 0x100, f"worker {n}")
    stream.switch(0, 0x100)
    (tmp_path / "names.recTr").write_bytes(weirstream.definitions() + bytes(stream.bytes))
    page = tab(view(tmp_path / "names.recTr", tmp_path / "names.html"))
    first = ", ".join(f"worker {n}" for n in range(8))
    assert page.run("weir.trace.threads.map((t) => t.name)") == ["", "", first + says]


def same_spread(ours, theirs, scale):
    if theirs is None:
        return ours["count"] == 0
    return ours["count"] == theirs["count"] and all(
        math.isclose(ours[key] * scale, theirs[key], rel_tol=1e-9, abs_tol=1e-12)
        for key in ("min", "mean", "max", "deviation"))


SPREAD = "((s) => ({count: s.count, min: s.min, mean: s.mean, max: s.max, deviation: s.deviation}))"


@pytest.mark.parametrize("name", ["system.fxt", "lossy.recTr"])
def test_statistics_are_those_of_weir_stats(tab, pages, program, name):
    path, html = pages[name]
    want, page = weir_json(program, path), tab(html)
    tick = page.run("weir.trace.tick")
    threads = page.run(
        f"weir.thread_stats(weir.trace, 0, weir.trace.last).threads.map((t) => ({{thread: "
        f"Number(t.thread.number), name: t.thread.name,"
        f"switches: t.switches, time: t.time, share: t.share, run: {SPREAD}(t.run), period: "
        f"{SPREAD}(t.period)}}))")
    assert len(threads) == len(want["threads"]) > 2
    for got, expected in zip(threads, want["threads"]):
        assert (got["thread"], got["name"],
                got["switches"]) == (expected["thread"], expected["name"], expected["switches"])
        assert math.isclose(got["time"] * tick, expected["time"], rel_tol=1e-9) and math.isclose(
            got["share"], expected["share"], rel_tol=1e-9)
        assert same_spread(got["run"], expected["run"], tick) and same_spread(
            got["period"], expected["period"], tick)
    series = page.run(f"weir.series_stats(weir.trace, 0, weir.trace.last).map((s) => ({{name: "
                      f"weir.trace.series_name(s.series), count: s.count, rate: s.rate,"
                      f"interval: {SPREAD}(s.interval), value: {SPREAD}(s.value)}}))")
    assert len(series) == len(want["ids"])
    for got, expected in zip(series, want["ids"]):
        assert (got["name"], got["count"]) == (expected["name"], expected["count"])
        assert math.isclose(got["rate"], expected["rate"], rel_tol=1e-9)
        assert same_spread(got["interval"], expected["interval"], tick) and same_spread(
            got["value"], expected["value"], 1)
    isrs = page.run(
        f"weir.isr_stats(weir.trace, 0, weir.trace.last).map((i) => ({{hart: i.isr.hart, cause: "
        f"i.isr.cause,"
        f"duration: {SPREAD}(i.duration), response: {SPREAD}(i.response)}}))")
    assert {(i["hart"], i["cause"])
            for i in isrs} == {(i["hart"], i["cause"])
                               for i in want["isrs"]}
    for expected in want["isrs"]:
        got = next(
            i for i in isrs if (i["hart"], i["cause"]) == (expected["hart"], expected["cause"]))
        assert same_spread(got["duration"], expected["duration"], tick) and same_spread(
            got["response"], expected["to_switch"], tick)
    lost = page.run("weir.loss_stats(weir.trace, 0, weir.trace.last)")
    assert (lost["losses"], lost["count"]) == (want["lost"]["losses"], [
        want["lost"][c] for c in ("USER", "COM", "SYS", "NONE")
    ])


def test_statistics_of_a_part(tab, pages, program):
    """Time, runs and switches of a selected span match those computed here from the switches."""
    path, html = pages["system.fxt"]
    page = tab(html)
    origin, last = page.run("[Number(weir.trace.origin), weir.trace.last]")
    switches = [(int(r["time"]) - origin, int(r["hart"]), int(r["thread"]), int(r["outgoing"]))
                for r in weir_csv(program, path) if r["kind"] == "switch"]
    runs = []
    for hart in (0, 1):
        mine = sorted(s for s in switches if s[1] == hart)
        runs.append((0, mine[0][0], mine[0][3]))
        runs += [(now[0], after[0], now[2]) for now, after in zip(mine, mine[1:])]
        runs.append((mine[-1][0], last, mine[-1][2]))
    for start, end in ((0, last), (101_000, 203_500), (50_123, 50_124), (7, 900_000)):
        threads = page.run(
            f"weir.thread_stats(weir.trace, {start}, {end}).threads.map((t) => "
            f"[Number(t.thread.number), t.time, t.run.count, t.switches, t.run.max])")
        for number, time, count, switched, most in threads:
            inside = [
                min(end, b) - max(start, a) for a, b, thread in runs
                if thread == number and a <= end and b > start
            ]
            assert count == len(inside) and math.isclose(
                time, sum(inside), rel_tol=1e-9, abs_tol=1e-9)
            assert most == (max(inside) if inside else None)
            assert switched == sum(s[2] == number and start <= s[0] <= end for s in switches)


# --- what is seen ---


def near(color, want, slack=40):
    return all(abs(a - b) <= slack for a, b in zip(color, want))


def hex_color(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


def lane_box(page, script):
    """The position of a lane on the page: x, y, width, height."""
    return page.run(
        f"(() => {{const t = weir.timeline, l = t.lanes.find({script}), r = "
        f"t.canvas.getBoundingClientRect();"
        "return [r.x + t.left, r.y + 28 + l.y - t.scroll, t.width - t.left, l.height];})()")


@pytest.mark.parametrize("dark", [False, True])
def test_runs_are_where_they_should_be(tab, pages, dark):
    """Each run that is wide enough has the colour of its thread; the time between runs is
    background."""
    page = tab(pages["system.fxt"][1], "#view=100000,125000", dark=dark, height=1000)
    colors = page.run("weir.timeline.styles.map((l) => l.color)")
    background = hex_color(page.run("weir.timeline.theme.page"))
    assert sum(background) < 200 if dark else sum(background) > 700
    seen = 0
    for thread in range(2, 7):
        times = page.run(f"[...weir.trace.threads[{thread}].runs.values()].flatMap((r) => "
                         f"[...Array(r.length).keys()].map((i) => [r.start.data[i], r.end(i)]))")
        box = lane_box(page, f"(l) => l.thread === weir.trace.threads[{thread}]")
        row = page.grid(int(box[2]), 1, (box[0], box[1] + 6, box[2], 2))[0]
        runs = [[(t - 100000) / 25000 * box[2] for t in run] for run in times]
        inside = [(a, b) for a, b in runs if b > 0 and a < box[2]]
        seen += len(inside)
        for a, b in inside:
            for x in range(max(0,
                               int(a) + 3), min(len(row) - 10,
                                                int(b) - 3)):  # beside the bar that scrolls
                assert near(row[x], hex_color(colors[thread])), (thread, x, row[x])
        empty = [x for x in range(len(row)) if all(x < a - 3 or x > b + 3 for a, b in inside)]
        wrong = [x for x in empty if not near(row[x], background)]
        assert len(empty) > 100 and len(wrong) < len(empty) / 20  # lines of the grid
    assert seen > 3


def test_far_out_a_lane_is_as_high_as_its_share(tab, tmp_path, view):
    """With runs thinner than pixels, the area of a lane is the run time of its thread."""
    (tmp_path / "long.fxt").write_bytes(scene.system(periods=1500))
    page = tab(view(tmp_path / "long.fxt", tmp_path / "long.html"), width=700, height=800)
    for name, hart in (("IDLE 0", 0), ("display", 1)):
        page.run(
            f"(weir.timeline.scroll = weir.timeline.lanes.find((l) => l.name === '{name}').y - 60, "
            f"weir.timeline.draw(), null)")
        page.settle()
        box = lane_box(page, f"(l) => l.name === '{name}'")
        share = page.run(
            f"(() => {{const r = weir.trace.threads.find((t) => t.name === "
            f"'{name}').runs.get({hart}); return r.covered(weir.trace.last) / weir.trace.last;}})()"
        )
        width = int(box[2]) - 10
        grid = page.grid(width, 21, (box[0], box[1] + 2, width, 21))
        color = hex_color(
            page.run(f"weir.timeline.styles[weir.trace.threads.find((t) => t.name === "
                     f"'{name}').index].color"))
        background = hex_color(page.run("weir.timeline.theme.page"))
        between = sum(abs(a - b) for a, b in zip(color, background))
        area = sum(
            min(1,
                sum(abs(c - b) for c, b in zip(cell, background)) / between) for row in grid
            for cell in row) / (21 * width)
        assert abs(area - share) < 0.06, (name, area, share)


def test_losses_are_hatched_with_counts(tab, pages):
    page = tab(pages["lossy.recTr"][1])
    losses = page.run(
        "weir.trace.losses.map((l) => [weir.timeline.x(l.first), weir.timeline.x(l.last), "
        "l.count[0]])")
    assert [count for _, _, count in losses] == [120, 3]
    assert page.run("weir.trace.losses.map((l) => weir.trace.loss_of(l.event) === l)") == [
        True, True
    ]
    assert [page.run(f"weir.trace.describe(weir.trace.losses[{i}].event)")
            for i in (0, 1)] == ["lost 120 USER (full)", "lost 3 USER (full)"]
    red = hex_color(page.run("weir.timeline.theme.loss"))
    top = page.run("weir.timeline.canvas.getBoundingClientRect().y")
    for first, last, _ in losses:
        strip = page.grid(max(4, int(last - first)), 60,
                          (first, top + 60, max(4, last - first), 60))
        reddish = sum(cell[0] - cell[1] > 30 for row in strip
                      for cell in row) / (60 * len(strip[0]))
        assert 0.05 < reddish < 0.9, reddish  # lines, not an area
        label = page.grid(8, 1, (first + 2, top + 28 + 6, 60, 3))[0]
        assert sum(near(cell, red, 70) for cell in label) >= 4
    assert "123 lost in 2 losses" in page.run("document.getElementById('facts').textContent")


def flows(numbers):
    """Threads 0x100, 0x200 and 0x300, a mark of each at its time, and flows between them: (kind,
    time, thread, number)."""
    fxt = scene.Fxt()
    for thread in (0x100, 0x200, 0x300):
        fxt.thread(thread, f"thread {thread:x}")
        for time in (0, 1_000_000):
            fxt.event(scene.INSTANT, time, thread, "app", "edge")
    for kind, time, thread, number in numbers:
        fxt.event(kind, time, thread, "app", "message", number)
    return bytes(fxt.bytes)


FLOWS = [(scene.FLOW_BEGIN, 200_000, 0x100, 7), (scene.FLOW_BEGIN, 250_000, 0x200, 8),
         (scene.FLOW_BEGIN, 260_000, 0x100, 8), (scene.FLOW_STEP, 400_000, 0x300, 7),
         (scene.FLOW_END, 500_000, 0x200, 9), (scene.FLOW_END, 700_000, 0x100, 7),
         (scene.FLOW_STEP, 800_000, 0x100, 7)]


def test_flows_are_arrows(tab, tmp_path, view):
    """Arrows go from each event of a flow to the next one only; a flow without a begin has none."""
    arrows = ("[...Array(weir.trace.arrows.length).keys()].map((i) => [weir.trace.arrows.from, "
              "weir.trace.arrows.to].map((c) => weir.trace.time.data[c.data[i]]))")
    mark = ("weir.timeline.mark_y(weir.trace.thread.data.findIndex((thread, i) => i < "
            "weir.trace.length && thread === %d))")

    def seen(name, numbers):
        """The arrows, and the pixels half way along the first, the second, and where none is. Half
        way, a curve is in the middle between its ends."""
        (tmp_path / f"{name}.fxt").write_bytes(flows(numbers))
        page = tab(view(tmp_path / f"{name}.fxt", tmp_path / f"{name}.html"), "#view=100000,900000")
        page.settle()
        y = page.run(
            f"({mark % 2} + {mark % 4}) / 2 + weir.timeline.canvas.getBoundingClientRect().top")
        return page.run(arrows), [
            page.grid(24, 24, (page.run(f"weir.timeline.x({time})") - 12, y - 12, 24, 24))
            for time in (300_000, 550_000, 850_000)
        ], page

    (found, parts, page), (none, bare, _) = seen("flows", FLOWS), seen(
        "apart", [(kind, time, thread, i) for i, (kind, time, thread, _) in enumerate(FLOWS)])
    assert found == [[200_000, 400_000], [400_000, 700_000]] and none == []
    drawn = [
        sum(
            max(abs(a - b) for a, b in zip(one, other)) > 40 for row, kept in zip(part, empty)
            for one, other in zip(row, kept)) for part, empty in zip(parts, bare)
    ]
    assert all(15 < n < 120 for n in drawn[:2]) and drawn[2] == 0, drawn
    assert page.run(
        "[weir.trace.arrows.within(0, 199999, 9), weir.trace.arrows.within(250000, 260000, 9), "
        "weir.trace.arrows.within(0, 1e6, 1)].map((a) => a && a.length)") == [0, 1, None]


def test_light_and_dark(tab, pages):
    """The page follows the theme of the system, then its own button; a link stores the theme."""
    page = tab(pages["system.fxt"][1], dark=True)

    def mean():
        return sum(sum(cell) for row in page.grid(16, 10) for cell in row) / 480

    assert mean() < 70
    page.prefer("light")
    page.settle()
    assert mean() > 190
    page.run("document.getElementById('theme').click()")
    page.settle()
    assert mean() < 70 and "theme=dark" in page.run("location.hash")
    page.prefer("dark")
    page.run("document.getElementById('theme').click()")
    page.settle()
    assert mean() > 190


def test_colours_differ_without_colour_vision(tab, pages):
    """Adjacent threads differ in lightness or have letters; text on a colour has contrast."""
    page = tab(pages["system.fxt"][1])
    for theme in ("light", "dark"):
        page.run(f"(weir.state.theme = '{theme}', document.getElementById('theme').click(), "
                 f"document.getElementById('theme').click(), null)")
        looks = page.run("weir.timeline.styles.slice(2).map((l) => [l.letter, l.color, l.stripes])")
        assert len({letter for letter, _, _ in looks}) == len(looks)

        def luminance(color):
            parts = [
                c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055)**2.4
                for c in hex_color(color)
            ]
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

        for _, color, _ in looks:
            letters = luminance(page.run(f"ink('{color}')"))
            lighter, darker = sorted((letters, luminance(color)), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) > 3, (theme, color)


# --- moving ---


def view_of(page):
    return page.run("[weir.timeline.from, weir.timeline.to]")


def test_zoom_and_pan_by_mouse(tab, pages):
    page = tab(pages["system.fxt"][1])
    x, y = 700, 300
    under = page.run(f"weir.timeline.t({x})")
    before = view_of(page)
    page.wheel(x, y, dy=-400)
    page.settle()
    after = view_of(page)
    assert (after[1] - after[0]) < 0.6 * (before[1] - before[0])
    assert abs(page.run(f"weir.timeline.t({x})") - under) < (after[1] - after[0]) / 500
    page.drag(x, y, x - 200, y)
    page.settle()
    moved = view_of(page)
    part = (moved[1] - moved[0]) / page.run("weir.timeline.width - weir.timeline.left")
    assert abs((moved[0] - after[0]) - 200 * part) < 2 * part
    page.wheel(x, y, dy=100, modifiers=8)
    page.settle()
    assert view_of(page)[0] > moved[0]
    page.wheel(60, y, dy=80)
    page.settle()
    assert page.run("weir.timeline.scroll") == 80 or page.run("weir.timeline.scroll") == page.run(
        "weir.timeline.content - weir.timeline.height + 28")
    for _ in range(60):
        page.wheel(x, y, dy=300)
    page.settle()
    whole = view_of(page)
    assert whole[0] <= 0 and whole[1] >= page.run(
        "weir.trace.last") and whole[1] < 1.2 * page.run("weir.trace.last")


def test_zoom_and_pan_by_keyboard(tab, pages):
    page = tab(pages["system.fxt"][1])
    page.run("document.getElementById('timeline').focus()")
    before = view_of(page)
    page.key("+")
    page.settle()
    closer = view_of(page)
    assert math.isclose(closer[1] - closer[0], (before[1] - before[0]) / 2, rel_tol=1e-6)
    page.key("ArrowRight")
    page.settle()
    assert math.isclose(view_of(page)[0] - closer[0], 0.15 * (closer[1] - closer[0]), rel_tol=1e-6)
    page.key("End")
    page.settle()
    assert math.isclose(view_of(page)[1], page.run("weir.trace.last"), rel_tol=1e-9)
    page.key("0")
    page.settle()
    assert view_of(page) == before
    assert "3\u202f026 events" in page.run("document.getElementById('said').textContent")


def test_zoom_and_pan_by_touch(tab, pages):
    page = tab(pages["system.fxt"][1], width=500, height=800, touch=True)
    page.run("(document.getElementById('in').click(), document.getElementById('in').click(), null)")
    page.settle()
    before = view_of(page)
    y = 350
    page.touch("touchStart", (260, y), (300, y))
    for i in range(1, 6):
        page.touch("touchMove", (260 - 16 * i, y), (300 + 16 * i, y))
    page.touch("touchEnd")
    page.settle()
    after = view_of(page)
    assert 0.15 < (after[1] - after[0]) / (before[1] - before[0]) < 0.3
    page.touch("touchStart", (300, y))
    for i in range(1, 6):
        page.touch("touchMove", (300 - 20 * i, y))
    page.touch("touchEnd")
    page.settle()
    moved = view_of(page)
    part = (moved[1] - moved[0]) / page.run("weir.timeline.width - weir.timeline.left")
    assert abs((moved[0] - after[0]) - 100 * part) < 8 * part


def test_measure_between_two_cursors(tab, pages, program):
    """Dragging on the time axis measures a span; its ends can be moved; the table shows it."""
    page = tab(pages["system.fxt"][1])
    top = page.run("weir.timeline.canvas.getBoundingClientRect().y")
    page.drag(400, top + 10, 700, top + 10)
    page.settle()
    select = page.run("weir.timeline.select")
    want = page.run("[weir.timeline.t(400), weir.timeline.t(700)]")
    part = page.run("weir.timeline.span / (weir.timeline.width - weir.timeline.left)")
    assert all(abs(a - b) <= 8 * part for a, b in zip(select, want))  # the ends snap to events
    text = page.run("document.getElementById('part').textContent")
    shown = float(re.search(r"selected ([\d.]+) ms", text)[1]) * 1e-3
    assert math.isclose(shown, (select[1] - select[0]) * page.run("weir.trace.tick"),
                        rel_tol=1e-3) and "Hz" in text
    page.drag(700, top + 34, 800, top + 34)
    page.settle()
    wider = page.run("weir.timeline.select")
    assert abs(wider[1] - select[1] - 100 * part) <= 16 * part and wider[0] == select[0]
    cells = page.run(
        "[...document.querySelectorAll('#table tbody tr')].map((r) => [...r.cells].map((c) => "
        "c.textContent))")
    stats = page.run(
        f"weir.thread_stats(weir.trace, {wider[0]}, {wider[1]}).threads.map((t) => [t.thread.name, "
        f"(100 * t.share).toFixed(1) + ' %', weir.trace.brief(t.time)])")
    assert [[row[0][1:], row[1], row[2]] for row in cells] == stats
    page.key("Escape")
    page.settle()
    assert page.run("weir.timeline.select") is None
    page.mouse("mouseMoved", 500, 300)
    page.key("a")
    page.mouse("mouseMoved", 650, 300)
    page.key("b")
    page.settle()
    a, b = page.run("weir.timeline.select")
    assert abs((b - a) - 150 * part) <= 16 * part


def test_an_event_says_all_it_is(tab, pages):
    page = tab(pages["lossy.recTr"][1], "#view=2000,3000")
    x, y, _, height = lane_box(page, "(l) => l.name === 'sample'")
    event, at = page.run(
        "(() => {const s = weir.trace.series.find((s) => s.name === 'sample').points, i = "
        "s.index_at(2300); return [s.event.data[i], weir.timeline.x(s.time(i))];})()")
    page.click(at, y + height / 2)
    page.settle()
    assert page.run("[weir.timeline.chosen, weir.state.tab]") == [event, "events"]
    text = page.run("document.getElementById('details').textContent")
    value = page.run(f"weir.trace.value.data[{event}]")
    assert f"sample = {value:.0f}" in text and f"0x{int(value):x}" in text and "USER 1" in text
    page.key(".")
    page.settle()
    assert page.run("weir.trace.time.data[weir.timeline.chosen]") > page.run(
        f"weir.trace.time.data[{event}]")
    assert page.run(
        "weir.trace.templates[weir.trace.template.data[weir.timeline.chosen]].series.name"
    ) == "sample"


# --- searching, links ---


def test_search(tab, pages, program):
    path, html = pages["lossy.recTr"]
    rows = weir_csv(program, path)
    page = tab(html)

    def count(query):
        page.run("document.getElementById('query').select()")
        page.type(query)
        page.run("new Promise((done) => setTimeout(done, 350))")
        return page.run("weir.timeline.hits.length")

    samples = [int(r["value"]) for r in rows if r["id_name"] == "sample" and r["kind"] == "instant"]
    values = [int(r["value"]) for r in rows if r["kind"] == "instant" and r["value"]]
    assert count("sample") == len(samples) == 100
    assert count("SAMPLE > 1100") == sum(v > 1100 for v in samples)
    assert count("=1010") == values.count(1010) == 1
    assert count("0x3f2") == 1
    assert count("logger") == sum(
        r["kind"] == "switch" and r["thread_name"] == "logger" for r in rows)
    assert count("no such name") == 0
    count("level")
    page.key("Enter")
    page.settle()
    first = page.run("weir.timeline.chosen")
    assert page.run(f"weir.trace.describe({first})").startswith("level")
    page.key("Enter")
    page.settle()
    assert page.run("weir.timeline.chosen") > first
    assert "2 of 100" in page.run("document.getElementById('found').textContent")


def test_a_link_shows_the_same(tab, pages):
    html = pages["system.fxt"][1]
    page = tab(html)
    page.drag(400, 85, 600, 85)
    for _ in range(4):
        page.wheel(600, 300, dy=-200)
    page.run("document.getElementById('query').focus()")
    page.type("sample > 1050")
    page.run("new Promise((done) => setTimeout(done, 350))")
    page.run("document.querySelector('[data-tab=ids]').click()")
    page.mouse("mouseMoved", 640, 5)
    page.run("document.activeElement.blur()")
    page.settle()
    what = ("[weir.timeline.from, weir.timeline.to, ...weir.timeline.select, "
            "weir.timeline.hits.length, weir.state.tab]")
    fragment, state, picture = page.run("location.hash"), page.run(what), page.grid(64, 40)
    again = tab(html, fragment)
    again.settle()
    then = again.run(what)
    assert then[4:] == state[4:] and all(
        math.isclose(a, b, abs_tol=0.01) for a, b in zip(then[:4], state[:4]))
    differ = [
        1 for a, b in zip(picture, again.grid(64, 40)) for p, q in zip(a, b) if not near(p, q, 24)
    ]
    assert len(differ) < 64 * 40 // 100


# --- hostile ---


def test_hostile_links(tab, pages):
    """Any fragment of an address gives a page that works."""
    page = tab(pages["system.fxt"][1])
    for fragment in ("view=5,1", "view=NaN,1e999", "select=-1e300,1e300", "event=-1", "event=1e9",
                     "thread=99999&id=-5&tab=events", "measure=__proto__.__proto__&tab=measures",
                     "measure=latency.x99999_0&tab=measures", "tab=__proto__", "sort=threads.99",
                     "sort=__proto__.1,threads-", "notes=%E0%A4:x;1e5:b;7:%E0%A4",
                     "pin=,,t99999,<b>", "order=s1,s1,s1&hide=s1&show=s1",
                     "reference=9,1&select=1,9", "find=%E0%A4%A", "lane=Infinity", "fold=%",
                     "&&==&=", "theme=__proto__"):
        page.run(f"(location.hash = {json.dumps(fragment)}, null)")
        page.settle()
        assert page.run("Number.isFinite(weir.timeline.from + weir.timeline.to + "
                        "weir.timeline.scroll) && weir.timeline.to > weir.timeline.from"), fragment
        assert not page.problems(), (fragment, page.problems())


HOSTILE = [
    '<img src=x onerror="window.broken=1">',
    "</script><script>window.broken=1</script>",
    "\x01\x02\x1b[31mred\x7f",
    "\u202egnirts desrever",
    "&lt;b&gt;&amp;",
    "é" * 5000,
    "\U0001f600 <svg/onload=window.broken=1>",
]


def test_hostile_names_are_text(tab, tmp_path, view):
    data = scene.system(periods=20, names=HOSTILE)
    fxt = scene.Fxt()
    fxt.bytes = bytearray(data)
    for i, name in enumerate(HOSTILE):
        fxt.event(scene.INSTANT, 300_000 + 100 * i, 0x1000, name, name, value=name)
        fxt.event(scene.COUNTER, 300_050 + 100 * i, 0x1000, "c", name, i, **{"<i>n</i>": i})
    fxt.thread(0x2000, b"\xff\xfe\xfa")
    path = tmp_path / "<b>&\"'.fxt"
    path.write_bytes(fxt.bytes)
    html = view(path, tmp_path / "hostile.html")
    page = tab(html)
    for tab_name in ("threads", "isrs", "ids", "events", "found", "lanes"):
        page.run(f"document.querySelector('[data-tab={tab_name}]').click()")
    page.run("document.getElementById('query').focus()")
    page.type("<")
    page.run("new Promise((done) => setTimeout(done, 350))")
    page.key("Enter")
    page.settle()
    page.mouse("mouseMoved", 400, 300)
    page.settle()
    assert page.run("window.broken") is None
    assert page.run(
        "document.querySelectorAll('img, main script, header script, #tip script').length") == 0
    names = page.run("weir.trace.threads.slice(2).map((t) => t.name)")
    assert names[:7] == HOSTILE and "\ufffd" in names[7]
    shown = page.run("document.querySelector('[data-tab=threads]').click(), "
                     "document.getElementById('table').textContent")
    assert HOSTILE[
        0] in shown and "\u202e" not in shown and "\x1b" not in shown and "␛[31mred" in shown
    rows = page.run("events_csv(event_list, () => null).then((parts) => parts.join(''))")
    assert "␛[31mred" in rows and not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f\u202e]", rows)
    page.key("Escape")
    for name in HOSTILE[:2]:
        assert page.run(f"weir.trace.series.some((s) => s.name === {json.dumps(name)})")


def test_empty_and_small_traces(tab, tmp_path, view):
    """No event, one event, events at one time: all give a page; without an event also an error."""
    fxt = scene.Fxt()
    cases = {"empty": bytes(fxt.bytes)}
    fxt.event(scene.INSTANT, 5, 0x1000, "app", "only", value=7)
    cases["one"] = bytes(fxt.bytes)
    for i in range(40):
        fxt.event(scene.INSTANT, 5, 0x1000, "app", "again", value=i)
    cases["same"] = fxt.bytes
    for name, data in cases.items():
        (tmp_path / f"{name}.fxt").write_bytes(data)
        code = int(name == "empty")
        page = tab(view(tmp_path / f"{name}.fxt", tmp_path / f"{name}.html", code=code))
        page.key("+")
        page.settle()
        assert page.run("weir.trace.length") == {"empty": 0, "one": 1, "same": 41}[name]
        assert page.run("document.getElementById('loading').hidden")


# --- the command ---


def test_where_the_page_goes(program, tmp_path):
    weir = program("build/weir-san")
    (tmp_path / "a.b.fxt").write_bytes(scene.system(periods=3))
    done = subprocess.run([weir, "view", tmp_path / "a.b.fxt"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0,
                                              "") and done.stdout == f"file://{tmp_path}/a.b.html\n"
    out = subprocess.run([weir, "view", "-o", "-", "-"],
                         input=scene.system(periods=3),
                         capture_output=True)
    assert out.returncode == 0 and out.stdout.startswith(
        b"<!doctype html>") and out.stdout.endswith(b"</html>\n")
    trace = tmp_path / "a.b.fxt"
    for arguments, message in (([trace, "-o", trace], "is an input: choose another output"),
                               (["-"], "missing -o OUT"), ([tmp_path / "none"], "cannot open"), ([
                                   trace, "-o", tmp_path / "no" / "where.html"
                               ], "its folder does not exist")):
        bad = subprocess.run([weir, "view", *arguments],
                             capture_output=True,
                             text=True,
                             stdin=subprocess.DEVNULL)
        assert bad.returncode == 2 and message in bad.stderr and bad.stderr.count("\n") == 1
    full = subprocess.run([weir, "view", tmp_path / "a.b.fxt", "-o", "/dev/full"],
                          capture_output=True,
                          text=True)
    assert full.returncode == 2 and "cannot write" in full.stderr


def test_a_cut_trace_is_shown_as_far_as_it_goes(program, tab, tmp_path):
    data = scene.system(periods=20)
    (tmp_path / "cut.fxt").write_bytes(data[:len(data) // 2])
    done = subprocess.run([program("build/weir-san"), "view", tmp_path / "cut.fxt"],
                          capture_output=True,
                          text=True)
    assert done.returncode == 1 and "offset" in done.stderr
    assert tab(tmp_path / "cut.html").run("weir.trace.length") > 100


def test_several_files_in_one_page(program, tab, tmp_path, view):
    (tmp_path / "a.recTr").write_bytes(stream_with_losses()[0])
    (tmp_path / "b.recTr").write_bytes(stream_with_losses()[0])
    page = tab(view(tmp_path / "a.recTr", tmp_path / "both.html", tmp_path / "b.recTr"))
    assert page.run("weir.trace.harts.size") == 2 and page.run("weir.trace.losses.length") == 4
    assert page.run(
        "[...weir.trace.time.data.subarray(0, weir.trace.length)].every((t, i, all) => !i || t >= "
        "all[i - 1])")
