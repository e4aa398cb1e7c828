# SPDX-License-Identifier: Apache-2.0
"""The list of events: complete, filtered, and in step with the timeline, however long it is."""

import subprocess

import pytest
import scene


@pytest.fixture(scope="module")
def system(tmp_path_factory, view):
    folder = tmp_path_factory.mktemp("events")
    (folder / "system.fxt").write_bytes(scene.system())
    return view(folder / "system.fxt", folder / "system.html")


ROWS = ("[...document.querySelectorAll('#all .rows .row')].map((row) => [row.event, "
        "...[...row.children].map((cell) => cell.textContent)])")


def test_rows_are_the_events(tab, system):
    """The rows in view are the events in order, with their time, thread and description."""
    page = tab(system, "#tab=events")
    page.settle()
    rows = page.run(ROWS)
    assert [row[0] for row in rows] == list(range(len(rows))) and len(rows) >= 4
    for event, time, _, hart, thread, text in rows:
        assert page.run(f"[show_time({event}), clean(weir.trace.describe({event}))]") == [
            time, text
        ]
    last = page.run("weir.trace.length - 1")
    page.run("(document.querySelector('#all .grid').focus(), null)")
    page.key("End")
    page.settle()
    assert page.run(ROWS)[-1][0] == last == page.run("weir.timeline.chosen")
    assert page.run("weir.trace.time.data[weir.timeline.chosen] <= weir.timeline.to")
    page.key("Home")
    page.settle()
    assert page.run(ROWS)[0][0] == 0 == page.run("weir.timeline.chosen")
    page.key("ArrowDown")
    page.settle()
    assert page.run("weir.timeline.chosen") == 1
    assert "chosen event" in page.run("document.getElementById('details').textContent")


def test_a_value_that_is_a_thread_has_its_name(tab, system):
    """Values of an RTOS's glue: threads and objects by name, a priority as a number."""
    page = tab(system)
    name = "weir.trace.object_named({{space: 1, id: {}}}, {})"
    number, thread = page.run("(() => {const t = weir.trace.threads.find((t) => t.name && "
                              "t.number); return [String(t.number), t.name];})()")
    assert page.run(name.format(0xC112, number + "n")) == thread
    for other in (name.format(0xC115, number + "n"), name.format(0xC112, "1n"),
                  name.format(0x4001, number + "n")):
        assert page.run(f"{other} === undefined")
    page.run("(weir.trace.object_names.set(7, 'bus'), null)")
    assert page.run(name.format(0x4125, "7n")) == "bus"


def test_list_and_timeline_are_in_step(tab, system):
    page = tab(system, "#tab=events&view=500000,540000")
    page.settle()
    first = page.run("weir.trace.index_at(500000)")
    assert page.run(ROWS)[0][0] == first
    # a row brings its event into the timeline
    page.run("(event_list.scroll_to(40), null)")
    x, y = page.run("(() => {const r = document.querySelectorAll('#all .row')[3]"
                    ".getBoundingClientRect(); return [r.x + 50, r.y + 8];})()")
    page.click(x, y)
    page.settle()
    chosen = page.run("weir.timeline.chosen")
    assert chosen == page.run("event_list.first") + 2
    assert page.run("weir.timeline.from <= weir.trace.time.data[weir.timeline.chosen] && "
                    "weir.trace.time.data[weir.timeline.chosen] <= weir.timeline.to")
    # an event of the timeline comes into the list
    page.run("(weir.timeline.chosen = -1, show(900000, 940000), null)")
    page.settle()
    assert page.run("event_list.event(event_list.first)") == page.run(
        "weir.trace.index_at(weir.timeline.from)")
    event = page.run("weir.trace.index_at(920000)")
    page.run(f"(choose({event}), null)")
    page.settle()
    assert event in [row[0] for row in page.run(ROWS)]
    assert page.run("document.querySelector('#all .chosen').event") == event
    assert page.run("document.querySelector('#all .grid').getAttribute('aria-activedescendant')"
                    ) == f"event-{event}"


def test_filter_by_thread_id_and_text(tab, system):
    page = tab(system, "#tab=events")
    thread = page.run("weir.trace.threads.findIndex((t) => t.name === 'radio')")
    series = page.run("weir.trace.series.findIndex((s) => s.name === 'sample')")

    def filtered(thread=-1, series=-1, text=""):
        page.run(f"refilter({{thread: {thread}, series: {series}, text: '{text}'}})")
        return page.run("[...Array(event_list.length).keys()].map((i) => event_list.event(i))")

    def events(test):
        return page.run(
            "[...Array(weir.trace.length).keys()].filter((e) => {const s = "
            f"weir.trace.templates[weir.trace.template.data[e]].series; return {test};}})")

    of_thread = events(f"weir.trace.thread.data[e] === {thread}")
    of_series = events(f"s.index === {series}")
    assert 0 < len(of_thread) < page.run("weir.trace.length") and 0 < len(of_series)
    assert filtered(thread=thread) == of_thread
    assert filtered(series=series) == of_series
    both = [e for e in of_thread if e in of_series]
    assert both and filtered(thread=thread, series=series) == both
    high = events(f"s.index === {series} && weir.trace.value.data[e] > 1050")
    assert 0 < len(high) < len(of_series) and filtered(text="sample > 1050") == high
    assert filtered(text="no such event") == []
    assert "No event" in page.run("document.querySelector('#all .nothing').textContent")
    assert len(filtered()) == page.run("weir.trace.length")


def test_a_filter_is_in_the_link(tab, system):
    page = tab(system, "#tab=events")
    series = page.run("weir.trace.series.findIndex((s) => s.name === 'sample')")
    page.run(f"refilter({{series: {series}, text: '> 1050'}})")
    page.settle()
    again = tab(system, page.run("location.hash"))
    again.settle()
    assert again.run("event_list.length") == page.run("event_list.length") > 0
    assert again.run("[$('filter-id').value, $('filter-text').value]") == [str(series), "> 1050"]


@pytest.mark.parametrize("row,first,capacity,length,want",
                         [(5, 0, 10, 100, 0), (10, 0, 10, 100, 1), (3, 7, 10, 100, 3),
                          (99, 0, 10, 100, 90), (0, 0, 10, 4, 0), (3, 0, 10, 4, 0),
                          (9_999_999, 0, 20, 10_000_000, 9_999_980)])
def test_first_row_to_show(tab, system, row, first, capacity, length, want):
    assert tab(system).run(f"first_to_show({row}, {first}, {capacity}, {length})") == want


def test_ten_million_rows_scroll(tab, system):
    """The scroll bar reaches each part of a list that is longer than a browser can scroll; only
    the rows in view exist."""
    page = tab(system, "#tab=events")
    page.run("(weir.long = new Column(Uint32Array, 1e7), weir.long.length = 1e7, "
             "event_list.set(weir.long, 1e7, ''), null)")
    page.settle()
    assert page.run("event_list.grid.getAttribute('aria-rowcount')") == "10000001"
    for part in (0.25, 0.5, 1):
        page.run(f"(event_list.bar.scrollTop = event_list.travel * {part}, null)")
        page.settle()
        assert abs(page.run("event_list.first") / 1e7 - part) < 0.001
    assert page.run("event_list.first + event_list.capacity") == 10_000_000
    assert page.run("document.querySelectorAll('#all .row').length") < 60
    x, y = page.run("(() => {const r = event_list.body.getBoundingClientRect(); return "
                    "[r.x + 50, r.y + 30];})()")
    page.wheel(x, y, dy=-48)
    page.settle()
    assert page.run("event_list.first + event_list.capacity") == 9_999_998


def test_next_and_previous_in_a_lane_and_across_lanes(tab, system):
    page = tab(system)
    event = page.run("weir.trace.series.find((s) => s.name === 'sample').points.event.data[5]")
    page.run(f"(choose({event}), $('timeline').focus(), null)")
    for key, want in ((">", event + 1), ("<", event), ("<", event - 1)):
        page.key(key)
        page.settle()
        assert page.run("weir.timeline.chosen") == want
    page.run(f"(choose({event}), null)")
    page.key(".")
    page.settle()
    assert page.run("weir.timeline.chosen") == page.run(
        "weir.trace.series.find((s) => s.name === 'sample').points.event.data[6]") > event + 1
    assert page.run("document.getElementById('said').textContent")


def test_names_of_threads_have_no_lane(tab, tmp_path, view, program):
    """The words of THREAD_NAME are names that the page shows: their lane is hidden until asked
    for, and no mark of a thread."""
    import sys
    from pathlib import Path
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
    import weirstream
    stream = weirstream.Stream()
    stream.switch(0, 0x100, delta=10)
    stream.name(0, 0x100, "sensor")
    stream.event(0, 1, 7, delta=40)
    (tmp_path / "names.recTr"
     ).write_bytes(weirstream.definitions(ids=[(0, 1, "sample")]) + bytes(stream.bytes))
    html = view(tmp_path / "names.recTr", tmp_path / "names.html")
    assert subprocess.run([program("build/weir"), "dump", tmp_path / "names.recTr"],
                          capture_output=True,
                          text=True).stdout.count("THREAD_NAME") > 2
    page = tab(html)
    names = "weir.timeline.lanes.filter((l) => l.series).map((l) => l.name)"
    assert page.run(names) == ["sample"]
    assert page.run("weir.trace.threads.find((t) => t.name === 'sensor').points.length") == 1
    key = page.run("weir.timeline.groups.flatMap((g) => g.lanes).find((l) => l.name === "
                   "'THREAD_NAME').key")
    assert tab(html, f"#show={key}").run(names) == ["sample", "THREAD_NAME"]


NAMED = {
    "button", "textbox", "searchbox", "checkbox", "combobox", "tab", "grid", "region", "menuitem",
    "separator", "application", "tabpanel"
}


def test_a_screen_reader_has_a_name_for_everything(tab, system):
    """In each tab, whatever takes the focus has a name, as Chromium tells a screen reader."""
    page = tab(system, "#notes=100000:a&select=100000,300000")
    page.call("Accessibility.enable")
    seen = set()
    for name in page.run("[...$('tabs').children].map((tab) => tab.dataset.tab)"):
        page.run(f"(set_tab('{name}'), null)")
        if name == "lanes":
            page.run("($('export').click(), null)")
        page.settle()
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if node["ignored"] or role not in NAMED:
                continue
            seen.add(role)
            assert node.get("name", {}).get("value"), (name, role, node)
    assert seen >= NAMED - {"tabpanel"}, NAMED - seen


def test_tabs_by_keys(tab, system):
    page = tab(system)
    page.run("(document.querySelector('[data-tab=threads]').focus(), null)")
    page.key("ArrowRight")
    page.settle()
    assert page.run("[weir.state.tab, document.activeElement.dataset.tab]") == ["isrs", "isrs"]
    page.key("ArrowLeft")
    page.key("ArrowLeft")
    page.settle()
    assert page.run("weir.state.tab") == "lanes"
