# SPDX-License-Identifier: Apache-2.0
"""Lanes: hidden, pinned, moved, drawn as plot or marks, scaled to the view; the load of a hart;
tables that sort."""

import json
import math
import subprocess

import pytest
import scene


@pytest.fixture(scope="module")
def traces(tmp_path_factory, view):
    folder = tmp_path_factory.mktemp("lanes")
    (folder / "system.fxt").write_bytes(scene.system())
    return folder / "system.fxt", view(folder / "system.fxt", folder / "system.html")


@pytest.mark.parametrize("values,words", [
    ([3709456702, 4268497344, 2808152472, 3483547743, 3079662117], True),
    ([1052, 1100, 1659, 1212, 1084], False),
    ([2**32 * i for i in range(10)], False),
    ([1e9, 3.5, 4e9, 1], False),
    ([2**31, 5], False),
])
def test_words_without_order_are_marks(tab, traces, values, words):
    assert tab(traces[1]).run(f"looks_like_words({json.dumps(values)})") == words


ARRANGE = """(() => {const lane = (key, more) => ({key, kind: 'points', plots: true, mode: 'plot',
  height: 40, ...more}), groups = [{name: 'A', lanes: ['s1', 's2', 's3'].map((k) => lane(k))},
  {name: 'B', lanes: [lane('s4', {hidden: true}), lane('s5', {mode: 'marks'})]}];
  const prefs = LanePrefs.from(new Map(Object.entries(%s)));
  const {pinned, scrolled} = arrange_lanes(groups, prefs, new Set(%s));
  return [pinned, scrolled].map((l) => l.map((lane) => lane.key ? lane.key + ' ' + lane.kind :
    lane.name + ' ' + lane.hidden));})()"""


@pytest.mark.parametrize("prefs,folded,pinned,scrolled", [
    ({}, [], [],
     ["A 0", "s1 curve", "s2 curve", "s3 curve", "B 1", "s5 points"]),
    ({"hide": "s1,s5", "show": "s4"}, [], [],
     ["A 1", "s2 curve", "s3 curve", "B 1", "s4 curve"]),
    ({"pin": "s5,s2"}, [], ["s5 points", "s2 curve"],
     ["A 0", "s1 curve", "s3 curve", "B 1"]),
    ({"order": "s3,s1", "marks": "s1", "plot": "s5"}, ["B"], [],
     ["A 0", "s3 curve", "s1 points", "s2 curve", "B 1"]),
    ({"hide": "s1,s2,s3,<b>"}, [], [], ["A 3", "B 1", "s5 points"]),
])  # yapf: disable
def test_arrangement(tab, traces, prefs, folded, pinned, scrolled):
    got = tab(traces[1]).run(ARRANGE % (json.dumps(prefs), json.dumps(folded)))
    assert got == [pinned, scrolled]


@pytest.mark.parametrize("key,step,want", [("b", 1, "acb"), ("a", -1, "abc"), ("c", -1, "acb"),
                                           ("a", 1, "bac"), ("c", 1, "abc")])
def test_moving_a_lane(tab, traces, key, step, want):
    got = tab(traces[1]).run("(() => {const p = new LanePrefs(); "
                             f"p.move(['a', 'b', 'c'], '{key}', {step}); "
                             "return p.sorted(['a', 'b', 'c'].map((key) => ({key})))"
                             ".map((l) => l.key).join('');})()")
    assert got == want


def order(page):
    return page.run("weir.timeline.lanes.filter((l) => l.group === 'Threads').map((l) => l.name)")


def label(page, name):
    """A point in the label of a lane."""
    return page.run(
        f"(() => {{const t = weir.timeline, l = t.lanes.find((l) => l.name === '{name}'), r = "
        "t.canvas.getBoundingClientRect(); return [r.x + 60, r.y + t.top_of(l) + 10];})()")


def menu(page, name, item):
    page.click(*label(page, name))
    page.settle()
    page.run(f"([...document.querySelectorAll('#menu button')].find((b) => b.textContent "
             f"=== '{item}').click(), null)")
    page.settle()


def test_menu_of_a_lane(tab, traces):
    """Hide, pin and move by the menu; a link brings all of it back."""
    page = tab(traces[1], height=1100)
    assert order(page)[:3] == ["control", "radio", "sensor"]
    menu(page, "radio", "Move up")
    assert order(page)[:3] == ["radio", "control", "sensor"]
    menu(page, "control", "Hide")
    assert order(page)[:2] == ["radio", "sensor"]
    menu(page, "sensor", "Pin to the top")
    assert page.run("weir.timeline.lanes[0].name") == "sensor" and page.run(
        "weir.timeline.top_of(weir.timeline.lanes[0])") == 28
    page.wheel(60, 300, dy=300)
    page.settle()
    assert page.run(
        "weir.timeline.scroll > 0 && weir.timeline.top_of(weir.timeline.lanes[0])") == 28
    link, lanes = page.run("[location.hash, weir.timeline.lanes.map((l) => l.name)]")
    page.run("document.querySelector('[data-tab=lanes]').click()")
    page.run("(document.querySelector('[aria-label=\"show control\"]').click(), null)")
    page.settle()
    assert "control" in order(page)
    assert tab(traces[1], link, height=1100).run("weir.timeline.lanes.map((l) => l.name)") == lanes


def test_plot_or_marks_and_scale(tab, traces):
    """A curve fills its lane with the values in view; the whole trace is the other scale."""
    page = tab(traces[1], "#view=100000,160000", height=1400)
    lane = "weir.timeline.lanes.find((l) => l.name === 'app:sample')"
    page.run(f"(weir.timeline.bring({lane}), weir.timeline.draw(), null)")
    points = f"{lane}.points"
    seen, whole = page.run(f"(() => {{const p = {points}, v = [], w = []; for (let i = 0; i < "
                           "p.length; i++) {w.push(p.value(i)); if (i >= p.index_at(100000) - 1 && "
                           "i <= p.index_at(160000)) v.push(p.value(i));} return [v, w].map((l) => "
                           "[Math.min(...l), Math.max(...l)]);})()")
    assert seen != whole and page.run(f"{lane}.scale") == seen
    page.run(f"(change_lanes((p) => p.set_whole({lane}.key, true)), null)")
    page.settle()
    assert page.run(f"{lane}.scale") == whole
    page.run(f"(change_lanes((p) => p.set_mode({lane}.key, 'marks')), null)")
    page.settle()
    assert page.run(f"[{lane}.kind, {lane}.height]") == ["points", 24]


def test_load_is_busy_without_idle_threads(tab, traces, program):
    """busy and idle are those of `weir stats`; the load leaves out threads named idle."""
    stats = json.loads(
        subprocess.run([program("build/weir"), "stats", "--json", traces[0]],
                       capture_output=True,
                       text=True,
                       check=True).stdout)
    page = tab(traces[1])
    idle = {t["name"]: t["share"] for t in stats["threads"] if t["name"].startswith("IDLE")}
    assert len(stats["harts"]) == 2 == len(idle)
    for hart in stats["harts"]:
        got = page.run(f"weir.hart_load(weir.trace, weir.trace.harts.get({hart['hart']}), 0, "
                       "weir.trace.last)")
        busy = hart["busy"] / (hart["busy"] + hart["idle"])
        assert math.isclose(got["busy"], busy, rel_tol=1e-9)
        assert math.isclose(got["idle"], 1 - busy, abs_tol=1e-9)
        assert math.isclose(got["load"] + got["idle_threads"], got["busy"], rel_tol=1e-9)
        share = 2 * idle[f"IDLE {hart['hart']}"]  # of one of two harts
        assert math.isclose(got["idle_threads"], share, rel_tol=1e-2)
        assert 0.05 < got["load"] < 0.95


def test_the_load_lane_is_as_high_as_the_load(tab, traces):
    page = tab(traces[1], "#hide=t2", height=1000)
    page.settle()
    x, y, width, height = page.run(
        "(() => {const t = weir.timeline, l = t.lanes.find((l) => l.key === 'l0'), r = "
        "t.canvas.getBoundingClientRect(); return [r.x + t.x(0), r.y + t.top_of(l), "
        "t.x(weir.trace.last) - t.x(0), l.height];})()")
    load = page.run("weir.hart_load(weir.trace, weir.trace.harts.get(0), 0, weir.trace.last).load")
    paint = page.run("weir.timeline.theme.strong")
    want = [int(paint[i:i + 2], 16) for i in (1, 3, 5)]
    grid = page.grid(int(width), 40, (x, y, int(width), height))
    area = sum(all(abs(a - b) < 60 for a, b in zip(cell, want)) for row in grid
               for cell in row) / (40 * int(width))
    assert abs(area - load) < 0.02, (area, load)


def test_tables_sort(tab, traces):
    page = tab(traces[1])

    def column(i):
        return page.run(f"[...document.querySelectorAll('#table tbody tr')].map((r) => "
                        f"r.cells[{i}].textContent)")

    def click(i):
        page.run(f"(document.querySelectorAll('#table th button')[{i}].click(), null)")

    before = column(3)
    click(3)
    assert [int(n.replace("\u202f", "")) for n in column(3)] == sorted(
        (int(n.replace("\u202f", "")) for n in before), reverse=True)
    assert page.run("document.querySelectorAll('#table th')[3].ariaSort") == "descending"
    click(0)
    assert column(0) == sorted(column(0), key=lambda name: name[1:].lower())
    page.settle()
    assert tab(traces[1], page.run("location.hash")).run(
        "[...document.querySelectorAll('#table tbody tr')].map((r) => r.cells[0].textContent)"
    ) == column(0)
    click(0)
    click(0)
    assert column(3) == before


@pytest.mark.parametrize("a,b,way,want", [(1, 2, 1, -1), (1, 2, -1, 1), ('""', 2, 1, 1),
                                          ('""', 2, -1, 1), (2, '""', 1, -1),
                                          ('"a2"', '"a10"', 1, -1), ("NaN", 1, -1, 1)])
def test_compare_keys(tab, traces, a, b, way, want):
    assert tab(traces[1]).run(f"Math.sign(compare_keys({a}, {b}, {way}))") == want


def test_headings_stand_over_their_columns(tab, traces):
    """A heading is aligned as the cells below it, in each table."""
    page = tab(traces[1])
    for name in ("threads", "isrs", "ids", "lanes"):
        page.run(f"document.querySelector('[data-tab={name}]').click()")
        got = page.run("[...document.querySelectorAll('#table th')].map((th, i) => ["
                       "getComputedStyle(th).textAlign, getComputedStyle(document.querySelector("
                       "'#table tbody tr').cells[i]).textAlign])")
        assert got and all(head == cell for head, cell in got), (name, got)


def test_the_pointer_snaps(tab, traces):
    """Within a few pixels of an event or an edge, the pointer is at its time; elsewhere not."""
    page = tab(traces[1], "#view=100000,104000", height=1000)
    hart = "weir.timeline.lanes.find((l) => l.kind === 'hart')"
    edge, x, y = page.run(
        "(() => {const t = weir.timeline, runs = weir.trace.threads.find((th) => "
        "th.runs.has(0) && th.runs.get(0).index_at(104000) > th.runs.get(0).index_at(100000))"
        ".runs.get(0), i = runs.index_at(100000), r = t.canvas.getBoundingClientRect(); return "
        f"[runs.start.data[i], r.x + t.x(runs.start.data[i]), r.y + t.top_of({hart}) + 20];}})()")
    page.mouse("mouseMoved", x + 4, y)
    assert page.run("weir.timeline.pointer") == edge
    page.mouse("mouseMoved", x + 4, y, modifiers=1)  # Alt
    free = page.run("weir.timeline.pointer")
    assert abs(free - page.run(f"weir.timeline.t({x + 4})")) < 0.01 and free - edge > 1
    edges = page.run(f"weir.timeline.snap_times({hart}, {edge})")
    assert edge in edges
    far = page.run(f"(() => {{const t = weir.timeline; for (let x = 300; x < 1200; x++) if "
                   f"(t.snap_times({hart}, t.t(x)).every((e) => Math.abs(t.x(e) - x) > 12)) "
                   "return x;})()")
    page.mouse("mouseMoved", far, y)
    assert page.run("weir.timeline.pointer") == page.run(f"weir.timeline.t({far})")


def test_a_click_frames_nothing(tab, traces):
    page = tab(traces[1])
    page.click(700, 400)
    page.settle()
    outline = "getComputedStyle(document.getElementById('timeline')).outlineStyle"
    assert page.run(outline) == "none"
    page.key("ArrowRight")
    page.settle()
    assert page.run(outline) != "none"


def test_typing_is_not_disturbed(tab, traces):
    """A selection that moves refills tables of numbers, not the fields of notes."""
    page = tab(traces[1], "#notes=100000:a&tab=notes")
    page.run("($('table').querySelector('input').focus(), null)")
    page.run("(weir.timeline.select = [1000, 2000], selected(), null)")
    page.settle()
    assert page.run("document.activeElement.dataset.note") == "0"
