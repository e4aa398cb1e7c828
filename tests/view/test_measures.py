# SPDX-License-Identifier: Apache-2.0
"""Durations, periods, values and latencies with their histograms and percentiles."""

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

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/formats"))
import test_analysis  # noqa: E402
import weirstream  # noqa: E402


@pytest.fixture(scope="module")
def traces(tmp_path_factory, view):
    folder = tmp_path_factory.mktemp("measures")
    (folder / "system.fxt").write_bytes(scene.system())
    return folder / "system.fxt", view(folder / "system.fxt", folder / "system.html")


@pytest.fixture(scope="module")
def rows(traces, program):
    done = subprocess.run([program("build/weir"), "convert", traces[0], "--to", "csv", "-o", "-"],
                          capture_output=True,
                          text=True,
                          check=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout, newline="")))
    return sorted((r for r in rows if r["time"]), key=lambda r: int(r["time"]))


@pytest.mark.parametrize("values", [[5], [1, 2], [3, 1, 2], [7] * 9,
                                    list(range(1000)), [(i * 7919) % 1009 for i in range(1009)]])
def test_percentiles_are_the_nearest_ranks(tab, traces, values):
    got = tab(traces[1]).run(f"percentiles({json.dumps(values)}, [0.001, 0.5, 0.9, 0.99, 1])")
    ordered = sorted(values)
    want = [ordered[max(0, math.ceil(p * len(values)) - 1)] for p in (0.001, 0.5, 0.9, 0.99, 1)]
    assert got == want


@pytest.mark.parametrize("numbers,options,edges,counts", [
    ([1, 2, 2, 9.5, 10], "{bins: 5}", [0, 2, 4, 6, 8, 10, 12], [1, 2, 0, 0, 1, 1]),
    ([0.1, 0.2, 0.3], "{bins: 2}", [0.1, 0.2, 0.3], [1, 2]),
    ([4, 4], "{}", [4, 5], [2]),
    ([1, 10, 100], "{bins: 2, log: true}", [1, 10, 100], [1, 2]),
    ([-3, 5], "{bins: 4, log: true}", [-4, -2, 0, 2, 4, 6], [1, 0, 0, 0, 1]),
])  # yapf: disable
def test_histogram(tab, traces, numbers, options, edges, counts):
    got = tab(traces[1]).run(
        f"histogram({json.dumps(numbers)}, {min(numbers)}, {max(numbers)}, {options})")
    assert all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(got["edges"], edges))
    assert len(got["edges"]) == len(edges) and got["counts"] == counts
    assert sum(got["counts"]) == len(numbers)


def samples(page, kind, name, span="0, weir.trace.last"):
    return page.run(f"(() => {{const s = samples_of(MEASURES.{kind}(weir.trace).find((m) => "
                    f"m.name === '{name}'), {span}); return [[...s.numbers], "
                    "[...s.from.data.subarray(0, s.length)]];})()")


def test_begin_and_end_are_durations(tab, traces, rows):
    """Each end belongs to the last open begin of its thread; a part counts what lies in it."""
    page = tab(traces[1])
    origin = page.run("Number(weir.trace.origin)")
    opened, want = {}, []
    for row in rows:
        if row["kind"] == "begin":
            opened.setdefault(row["thread"], []).append(int(row["time"]) - origin)
        elif row["kind"] == "end":
            start = opened[row["thread"]].pop()
            want.append((int(row["time"]) - origin - start, start))
    assert len(want) > 200
    got = samples(page, "durations", "app:step")
    assert sorted(zip(*got)) == sorted(want)
    part = samples(page, "durations", "app:step", "300000, 500000")
    assert sorted(zip(*part)) == sorted(
        (d, s) for d, s in want if s >= 300_000 and s + d <= 500_000)
    assert len(samples(page, "durations", "net:packet")[0]) == 15


def test_periods_and_latencies(tab, traces, rows):
    page = tab(traces[1])
    origin = page.run("Number(weir.trace.origin)")
    steps = [int(r["time"]) - origin for r in rows if r["id_name"] == "sample"]
    assert samples(page, "periods", "app:sample")[0] == [b - a for a, b in zip(steps, steps[1:])]
    fills = [int(r["time"]) - origin for r in rows if r["id_name"] == "queue"]
    index = "weir.trace.series.find((s) => weir.trace.series_name(s) === '%s').index"
    got = page.run(f"[...samples_of(latency_measure(weir.trace, {index % 'app:sample'}, "
                   f"{index % 'mem:queue'}), 0, weir.trace.last).numbers]")
    want = []
    for i, start in enumerate(steps):
        after = [t for t in fills if t > start]
        if after and (i + 1 == len(steps) or after[0] < steps[i + 1]):
            want.append(after[0] - start)
    assert len(want) > 100 and got == want


def test_runs_are_those_of_the_statistics(tab, traces):
    page = tab(traces[1])
    for thread in page.run("thread_stats(weir.trace, 0, weir.trace.last).threads.map((t) => "
                           "[t.thread.name, t.run.count, t.run.max])"):
        numbers = samples(page, "durations", thread[0] + " runs")[0]
        # a run that is still open has no end
        assert thread[1] - len(numbers) in (0, 1) and max(numbers) <= thread[2]


def test_ready_and_blocked(tab, view, tmp_path):
    """A thread that left its hart while it could run is ready until it runs again, one that
    waited is blocked; without a state, neither."""
    fxt = scene.Fxt()
    for number, name in ((0x1000, "a"), (0x1001, "b"), (0x1002, "c")):
        fxt.thread(number, name)
    running, blocked = 1, 3  # states of FXT
    for time, outgoing, incoming, state in ((100, 0x1000, 0x1001,
                                             running), (400, 0x1001, 0x1000,
                                                        blocked), (600, 0x1000, 0x1002, running),
                                            (1000, 0x1002, 0x1001, blocked), (1500, 0x1001, 0x1000,
                                                                              running)):
        fxt.switch(time * 100, 0, outgoing, incoming, state)
    (tmp_path / "states.fxt").write_bytes(fxt.bytes)
    page = tab(view(tmp_path / "states.fxt", tmp_path / "states.html"))
    page.settle()
    got = page.run(
        "Object.fromEntries(weir.trace.threads.slice(2).map((t) => [t.name, "
        "Object.fromEntries(Object.entries(t.waits).map(([name, w]) => [name, "
        "[...Array(w.length).keys()].map((i) => [w.start.data[i], w.stop.data[i]])]))]))")
    assert got == {
        "a": {"ready": [[0, 30_000], [50_000, 140_000]]},
        "b": {"blocked": [[30_000, 90_000]], "ready": [[140_000,
                                                        None]]}, "c": {"blocked": [[90_000, None]]}
    }
    assert samples(page, "durations", "a ready")[0] == [30_000, 90_000]
    x, y = page.run("(() => {const t = weir.timeline, l = t.lanes.find((l) => l.name === 'b'), r = "
                    "t.canvas.getBoundingClientRect(); return [r.x + t.x(60000), r.y + "
                    "t.top_of(l)];})()")
    page.mouse("mouseMoved", x, y + 20)
    assert "b is blocked" in page.run("$('tip').textContent")
    line, above = (page.grid(1, 1, (x - 20, y + dy, 40, 2))[0][0] for dy in (20, 8))
    assert sum(above) - sum(line) > 100


@pytest.mark.parametrize("boards", [1, 2])
def test_ready_by_events_of_an_rtos(tab, view, tmp_path, boards):
    """THREAD_READY of the RTOS glue divides the time before a run: blocked, then ready. A thread
    that left without needing it was preempted: ready all the time. Of two boards with the same
    firmware, each makes its own threads ready."""
    stream = weirstream.Stream()
    ready = int(re.search(r"X\(THREAD_READY, (0x[0-9a-f]+)", (ROOT / "driver/rtos/weir_rtos.h"
                                                              ).read_text())[1], 16)
    for thread, name in ((0x100, "high"), (0x200, "low")):
        stream.name(0, thread, name)
    start = stream.time
    stream.event(0, ready, 0x100, delta=100)
    stream.switch(0, 0x100, delta=100)  # 200: high
    stream.switch(0, 0x200, delta=100)  # 300: high waits
    stream.event(0, ready, 0x100, delta=250)  # 550
    stream.switch(0, 0x100, delta=50)  # 600: low is preempted
    stream.switch(0, 0x200, delta=100)  # 700
    stream.event(0, 1, 1, delta=100)
    first, *others = [tmp_path / f"ready{board}.recTr" for board in range(boards)]
    for path in (first, *others):
        path.write_bytes(weirstream.definitions() + bytes(stream.bytes))
    page = tab(view(first, tmp_path / "ready.html", *others))
    got = page.run(
        "weir.trace.threads.slice(2).map((t) => [t.name, "
        "Object.fromEntries(Object.entries(t.waits).map(([name, w]) => [name, "
        "[...Array(w.length).keys()].map((i) => [w.start.data[i] + Number(weir.trace.origin), "
        "w.stop.data[i] + Number(weir.trace.origin)])]))])")
    at = lambda *times: [start + time for time in times]
    high = {"ready": [at(100, 200), at(550, 600)], "blocked": [at(300, 550)]}
    low = {"ready": [at(600, 700)]}
    assert sorted(got) == [["high", high]] * boards + [["low", low]] * boards


def test_the_tab(tab, traces):
    """The table has each measure, the picture each count; the largest is found in the timeline."""
    page = tab(traces[1], "#tab=measures")
    page.settle()
    names = page.run("[...document.querySelectorAll('#measures tbody tr')].map((r) => "
                     "r.cells[0].textContent)")
    assert names[:3] == ["app:step", "app:filter", "net:packet"] and "Acontrol runs" in names
    heights = page.run("[...document.querySelectorAll('#histogram .count')].map((b) => "
                       "+b.getAttribute('height'))")
    counts = page.run("(({samples}) => histogram(samples.numbers, samples.summary.min, "
                      "samples.summary.max).counts)(measuring.shown)")
    assert len(heights) == len(counts) > 10 and sum(counts) == 480
    assert all((h == 0) == (c == 0) for h, c in zip(heights, counts))
    assert heights.index(max(heights)) == counts.index(max(counts))
    page.run("([...document.querySelectorAll('#histogram button')].find((b) => b.textContent === "
             "'Largest').click(), null)")
    page.settle()
    a, b = page.run("weir.timeline.select")
    assert b - a == page.run("measuring.shown.samples.summary.max") or math.isclose(
        b - a, max(samples(page, "durations", "app:step")[0]))
    assert page.run("weir.timeline.from") <= a and b <= page.run("weir.timeline.to")
    page.run("(clear_selection(), choose_measure('d1'), null)")
    page.settle()
    link = page.run("[location.hash, $('histogram').querySelector('h2').textContent]")
    again = tab(traces[1], link[0])
    again.settle()
    assert again.run("$('histogram').querySelector('h2').textContent") == link[1]


def test_latency_in_the_tab(tab, traces):
    page = tab(traces[1], "#tab=measures&measure=latency")
    assert "Choose two ids" in page.run("$('measures').textContent")
    index = "weir.trace.series.find((s) => weir.trace.series_name(s) === '%s').index"
    page.run(f"(set_measure({{from: {index % 'app:sample'}, to: {index % 'mem:queue'}}}), null)")
    page.settle()
    assert "app:sample → mem:queue" in page.run("$('measures').textContent")
    again = tab(traces[1], page.run("location.hash"))
    again.settle()
    assert "app:sample → mem:queue" in again.run("$('measures').textContent")


def test_sums_of_any_part_are_those_of_its_numbers(tab, traces):
    """The tree of spreads, over parts of a row that grows, against a pass over all numbers."""
    worst = tab(traces[1]).run(
        """(() => {let seed = 1, worst = 0; const random = () => (seed = seed * 48271 % 2147483647);
        const numbers = [], tree = new SpreadTree((i) => numbers[i]);
        for (let round = 0; round < 300; round++) {
          for (let n = random() % 60; n; n--)
            numbers.push(random() % 9 ? 1e6 + random() % 1000 : NaN);
          const to = random() % (numbers.length + 1), from = random() % (to + 1);
          const got = tree.of(from, to, numbers.length), want = new Spread();
          for (const x of numbers.slice(from, to)) if (Number.isFinite(x)) want.add(x);
          if (got.count !== want.count) return 'count';
          if (!want.count) continue;
          if (got.min !== want.min || got.max !== want.max) return 'extremes';
          worst = Math.max(worst, Math.abs(got.mean / want.mean - 1),
            Math.abs(got.deviation - want.deviation) / (want.deviation || 1));
        }
        return [worst, numbers.length];})()""")
    assert worst[0] < 1e-9 and worst[1] > 64 * 64


def test_a_phone_is_mostly_timeline(tab, traces):
    """On a phone, what is neither timeline nor table takes less than a fifth of the height."""
    page = tab(traces[1], width=390, height=800, touch=True)
    page.settle()
    heights = page.run("['header', 'overview', 'grip', 'bar'].map((id) => "
                       "$(id).getBoundingClientRect().height)")
    assert sum(heights) < 160, heights
    assert page.run("document.documentElement.scrollWidth") == 390
    page.run("($('more').click(), null)")
    assert page.run("getComputedStyle($('measure')).display") != "none"
    page.run("document.querySelector('[data-tab=measures]').click()")
    page.settle()
    assert page.run("$('measures').clientHeight") > 100


@pytest.mark.parametrize("seed", range(3))
def test_the_vectors_of_the_analysis(tab, view, tmp_path, seed):
    """Runs, load, handlers, responses and spans are those that the command's analysis is tested
    with."""
    data, runs, handlers, responses, durations, _ = test_analysis.make(seed)
    (tmp_path / "t.recTr").write_bytes(data)
    page = tab(view(tmp_path / "t.recTr", tmp_path / "t.html"))
    all_of = "weir.trace, 0, weir.trace.last"
    spread = "(s) => [s.count, s.min, s.max, s.mean]"
    got = page.run(f"thread_stats({all_of}).threads.filter((t) => t.run.count)"
                   f".map((t) => [Number(t.thread.number), ...({spread})(t.run)])")
    expected = test_analysis.grouped((thread, ticks) for _, thread, ticks in runs if thread)
    assert {(thread, ): tuple(rest) for thread, *rest in got} == expected
    for hart in {hart for hart, _, _ in runs}:
        mine = [(thread, ticks) for h, thread, ticks in runs if h == hart]
        every = sum(ticks for _, ticks in mine)
        none = sum(ticks for thread, ticks in mine if not thread)
        idle = sum(ticks for thread, ticks in mine
                   if not thread or test_analysis.NAMES[thread].lower().startswith("idle"))
        shares = page.run(f"hart_load(weir.trace, weir.trace.harts.get({hart}), 0, "
                          "weir.trace.last)")
        assert shares["load"] == pytest.approx((every - idle) / every)
        assert shares["idle"] == pytest.approx(none / every)
    for what, truth in (("duration", handlers), ("response", responses)):
        got = page.run(f"isr_stats({all_of}).filter((i) => i.{what}.count)"
                       f".map((i) => [i.isr.hart, i.isr.cause >>> 0, ...({spread})(i.{what})])")
        assert {(hart, cause): tuple(rest)
                for hart, cause, *rest in got} == test_analysis.grouped(truth)
    got = page.run("weir.trace.series.filter((s) => s.spans).flatMap((s) => "
                   "[...s.spans.to.data.subarray(0, s.spans.to.length)].map((to, i) => "
                   "[s.hart, s.id, to - s.spans.from.data[i]]))")
    # a span that ends on another hart than it began on is of the hart of its begin here
    assert sorted(ticks for _, _, ticks in got) == sorted(ticks for _, _, ticks in durations)
