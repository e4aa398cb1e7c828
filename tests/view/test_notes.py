# SPDX-License-Identifier: Apache-2.0
"""Notes, two spans compared, and what leaves the page: pictures, tables, events, notes."""

import csv
import io
import json
import re
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
import scene


@pytest.fixture(scope="module")
def traces(tmp_path_factory, view):
    folder = tmp_path_factory.mktemp("notes")
    (folder / "system.fxt").write_bytes(scene.system())
    return folder / "system.fxt", view(folder / "system.fxt", folder / "system.html")


@pytest.mark.parametrize(
    "text,notes",
    [
        ("", []),
        ("5:b;1.5:a%3B%3A%26", [(1.5, "a;:&"), (5, "b")]),
        ("7:%E2%98", [(7, "")]),  # cut off
        ("x:a;-3:;8", [(-3, "")]),
    ])
def test_notes_of_a_link(tab, traces, text, notes):
    page = tab(traces[1])
    got = page.run(f"parse_notes({json.dumps(text)})")
    assert [(n["t"], n["text"]) for n in got] == notes
    again = page.run(f"parse_notes(notes_text(parse_notes({json.dumps(text)})))")
    assert again == got


def test_a_note_is_set_seen_and_kept_in_the_link(tab, traces):
    page = tab(traces[1], "#view=100000,200000")
    page.mouse("mouseMoved", 600, 300)
    at = page.run("weir.timeline.pointer")
    page.key("k")
    page.settle()
    assert page.run("document.activeElement.dataset.note") == "0"
    page.type("look & <b>here</b>; 50 %")
    page.settle()
    assert page.run("weir.timeline.notes") == [{
        "t": round(at, 3), "text": "look & <b>here</b>; 50 %"
    }]
    x = page.run("weir.timeline.x(weir.timeline.notes[0].t)")
    top = page.run("weir.timeline.canvas.getBoundingClientRect().y")
    paint = page.run("weir.timeline.theme.note")
    want = [int(paint[i:i + 2], 16) for i in (1, 3, 5)]
    cell = page.grid(1, 1, (x + 1, top + 3, 3, 2))[0][0]
    assert all(abs(a - b) < 30 for a, b in zip(cell, want))
    link = page.run("location.hash")
    page.run("(document.activeElement.blur(), set_tab('threads'), null)")
    page.click(x + 4, top + 8)
    page.settle()
    assert page.run("[weir.state.tab, document.activeElement.dataset.note]") == ["notes", "0"]
    again = tab(traces[1], link)
    assert again.run("weir.timeline.notes") == [{
        "t": round(at, 3), "text": "look & <b>here</b>; 50 %"
    }]
    again.run("($('table').querySelector('button:not(th button)').click(), null)")
    assert again.run("weir.timeline.notes") == []


def test_from_note_to_note(tab, traces):
    page = tab(traces[1], "#view=500000,510000&notes=100000:a;600000:b;900000:c")
    page.run("($('timeline').focus(), null)")
    for key, at in (("j", 600_000), ("j", 900_000), ("J", 600_000), ("J", 100_000)):
        page.key(key, modifiers=8 if key == "J" else 0)
        page.settle()
        assert page.run("weir.timeline.from") <= at <= page.run("weir.timeline.to")


@pytest.mark.parametrize("now,before,text", [(2, 1, "+100 %"), (1, 2, "−50 %"), (1, 1, "same"),
                                             (1.005, 1, "+0.5 %"), (3, 0, "new"), ('""', 1, ""),
                                             ("NaN", 1, "")])
def test_difference(tab, traces, now, before, text):
    assert tab(traces[1]).run(f"difference({now}, {before})") == text


def test_two_spans_compared(tab, traces):
    """C keeps the selection; the tables then say how the next one differs from it."""
    page = tab(traces[1], "#select=100000,300000")
    page.run("($('timeline').focus(), null)")
    page.key("c")
    page.run("(weir.timeline.select = [400000, 700000], selected(), null)")
    page.settle()
    assert page.run("weir.timeline.reference") == [100_000, 300_000]
    assert "compared with" in page.run("$('part').textContent")
    now, before = (page.run(f"thread_stats(weir.trace, {span}).threads.map((t) => [t.thread.name, "
                            "t.switches])") for span in ("400000, 700000", "100000, 300000"))
    cells = page.run("[...$('table').querySelectorAll('tbody tr')].map((r) => "
                     "r.cells[3].querySelector('small').textContent)")
    want = []
    for (_, a), (_, b) in zip(now, before):
        percent = 100 * (a - b) / b if b else 0
        want.append("same" if a == b else "new" if not b else f"{'+' if a > b else '−'}"
                    f"{abs(percent):.{int(abs(percent) < 10)}f} %")
    assert cells == want and len(set(cells)) > 1
    again = tab(traces[1], page.run("location.hash"))
    assert again.run("[...$('table').querySelectorAll('tbody tr')].map((r) => "
                     "r.cells[3].querySelector('small').textContent)") == cells
    again.run("($('compare').click(), null)")
    again.settle()
    assert again.run("[weir.timeline.reference, $('table').querySelectorAll('small').length]") == [
        None, 0
    ]


def table(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def test_events_as_csv(tab, traces, program):
    """All events, those of a filter, those of a selection: as `weir convert` has them."""
    page = tab(traces[1])
    done = subprocess.run([program("build/weir"), "convert", traces[0], "--to", "csv", "-o", "-"],
                          capture_output=True,
                          text=True,
                          check=True)
    rows = [
        r for r in csv.DictReader(io.StringIO(done.stdout, newline=""))
        if r["time"] and r["kind"] not in ("object", "name")
    ]
    rows.sort(key=lambda r: int(r["time"]))
    write = "events_csv(event_list, () => null).then((parts) => parts.join(''))"
    got = table(page.run(write))
    assert got[0][:4] == ["time", "ticks", "hart", "thread"] and len(got) - 1 == len(rows)
    for mine, row in zip(got[1:], rows):
        assert mine[1] == row["time"] and (not row["hart"] or mine[2] == row["hart"])
        assert not mine[3] or mine[3] == row["thread"]
    page.run("(weir.timeline.select = [300000, 400000], null)")
    origin = page.run("Number(weir.trace.origin)")
    inside = [r for r in rows if 300_000 <= int(r["time"]) - origin <= 400_000]
    assert [r[1] for r in table(page.run(write))[1:]] == [r["time"] for r in inside]
    page.run("refilter({text: 'sample'})")
    assert {r[6] for r in table(page.run(write))[1:]} == {"app:sample"}


def test_csv_rows(tab, traces):
    assert tab(traces[1]).run(
        """csv_row(['a,b', 'say "x"', 'two\\nlines', '', null, 5n, -7, '=1+1', '-x'])"""
    ) == '"a,b","say ""x""","two\nlines",,,5,-7,\'=1+1,\'-x\r\n'


def test_tables_and_notes_as_csv(tab, traces):
    page = tab(traces[1], "#notes=100000:a%2Cb")
    got = table(page.run("open_table_csv().join('')"))
    stats = page.run("thread_stats(weir.trace, 0, weir.trace.last).threads.map((t) => "
                     "[t.thread.name, t.share, t.time * weir.trace.tick, t.switches])")
    assert got[0][:4] == ["thread", "share", "run time", "switches"]
    for row, (name, share, time, switches) in zip(got[1:], stats):
        assert row[0] == name and float(row[1]) == share and int(row[3]) == switches
        assert abs(float(row[2]) - time) < 1e-12
    notes = table(page.run("notes_csv().join('')"))
    assert notes[1][2] == "a,b" and float(
        notes[1][1]) == 100_000 + page.run("Number(weir.trace.origin)")


def test_pictures(tab, traces, tmp_path):
    """The SVG has what the canvas has, as text and shapes; both pictures look alike."""
    page = tab(traces[1], "#view=100000,160000&select=120000,130000&notes=110000:a<b")
    page.settle()
    text = page.run("picture_svg()")
    tree = ElementTree.fromstring(text)
    words = [e.text for e in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert {"hart 0", "control", "a", "b", "a<b"} <= set(words)
    assert not re.search(r"href=\"(?!data:)", text)
    size = page.run("[weir.timeline.width, weir.timeline.height]")
    (tmp_path / "p.html").write_text("<body style='margin:0'>" + text)
    lanes = page.grid(96, 60,
                      (0, page.run("weir.timeline.canvas.getBoundingClientRect().y"), *size))
    shape = page.run("picture_png().then((blob) => createImageBitmap(blob)).then((i) => [i.width, "
                     "i.height])")
    assert shape == [size[0], size[1] + page.run("weir.timeline.overview.height")]
    drawn = tab(tmp_path / "p.html", viewer=False).grid(96, 60, (0, 0, *size))
    differ = sum(
        max(abs(a - b) for a, b in zip(p, q)) > 40 for left, right in zip(lanes, drawn)
        for p, q in zip(left, right))
    assert differ < 96 * 60 // 50, differ


def test_a_file_is_saved(browser, traces, tmp_path):
    import time

    import browser as chromium
    page = chromium.Page(browser)
    page.open(traces[1])
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    page.run("($('export').click(), null)")
    items = page.run("[...$('menu').children].map((b) => b.textContent)")
    assert items == ["Picture, PNG", "Picture, SVG", "This table, CSV", "Events of the list, CSV"]
    page.run("($('menu').children[2].click(), null)")
    saved, end = tmp_path / "system.threads.csv", time.monotonic() + 20
    while not saved.exists():
        assert time.monotonic() < end, list(tmp_path.iterdir())
        time.sleep(0.05)
    assert saved.read_text().startswith("thread,share,")
    page.close()
