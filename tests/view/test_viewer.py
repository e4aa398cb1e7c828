# SPDX-License-Identifier: Apache-2.0
"""The page that opens any trace (make viewer): the readers as WebAssembly show what `weir view`
shows of the same file, and report what it reports."""

import subprocess
import sys
from pathlib import Path

import pytest
import scene

sys.path.append(str(Path(__file__).resolve().parents[1] / "formats"))
import fluxgen  # noqa: E402
import weirstream  # noqa: E402

SHOWN = """({
  length: weir.trace.length, last: weir.trace.last, tick: weir.trace.tick,
  origin: String(weir.trace.origin),
  threads: weir.thread_stats(weir.trace, 0, weir.trace.last).threads.map((t) => [t.thread.name,
    t.switches, t.run.count, t.run.mean, t.period.mean]),
  series: weir.series_stats(weir.trace, 0, weir.trace.last).map((s) => [s.name, s.count, s.rate]),
  lost: weir.loss_stats(weir.trace, 0, weir.trace.last).all,
  events: [0, 1, weir.trace.length >> 1, weir.trace.length - 1].map((i) =>
    weir.trace.decode_event(i).args.map((a) => a.map(String))),
})"""


@pytest.fixture(scope="module")
def files(tmp_path_factory, program):
    """A trace in each format that is read."""
    folder = tmp_path_factory.mktemp("viewer")
    stream, _ = weirstream.random_stream(events=3000)
    (folder / "t.recTr").write_bytes(weirstream.definitions(harts=2) + bytes(stream.bytes))
    (folder / "raw.bin").write_bytes(bytes(stream.bytes))
    (folder / "t.fxt").write_bytes(scene.system())
    (folder / "packed.recTr").write_bytes(fluxgen.generate(5, 2000)[0])  # of other origin
    for name in ("t.trx", "t.rkh"):
        subprocess.run([program("build/weir"), "convert", folder / "t.recTr", "-o", folder / name],
                       check=True,
                       capture_output=True)
    return folder


@pytest.fixture
def viewer(tab, program):
    """Opens files in the viewer."""
    def open(*files, unit="", ready=True):
        page = tab(program("build/view/viewer.html"), viewer=False)
        if unit:
            page.run(f"$('unit').value = '{unit}'")
        node = page.call("Runtime.evaluate",
                         expression="document.getElementById('files')")["result"]
        page.call("DOM.setFileInputFiles", files=[str(f) for f in files], objectId=node["objectId"])
        if ready:
            page.run("weir.ready.then(() => null)")
        return page

    return open


@pytest.mark.parametrize("name", ["t.recTr", "packed.recTr", "t.fxt", "t.trx", "t.rkh"])
def test_it_shows_what_the_command_shows(viewer, tab, view, files, name):
    page = viewer(files / name)
    whole = tab(view(files / name, files / f"{name}.html"))
    got, want = page.run(SHOWN), whole.run(SHOWN)
    assert got == want and got["length"] > 500
    assert not page.problems()
    assert page.run("$('title').textContent") == name


def test_several_files_and_a_bare_stream(viewer, files):
    both = viewer(files / "t.recTr", files / "t.fxt").run("weir.trace.length")
    parts = [viewer(files / name).run("weir.trace.length") for name in ("t.recTr", "t.fxt")]
    assert both == sum(parts)
    assert viewer(files / "raw.bin", unit="10ns").run("[weir.trace.length, weir.trace.tick]") == [
        parts[0], 1e-8
    ]


def test_damage_and_omissions_are_reported(viewer, files, program):
    data = (files / "t.recTr").read_bytes()
    (files / "damaged.recTr").write_bytes(data[:-3])
    page = viewer(files / "damaged.recTr")
    done = subprocess.run(
        [program("build/weir"), "view", files / "damaged.recTr", "-o", "/dev/null"],
        capture_output=True,
        text=True)
    said = done.stderr.replace(f"{files}/", "").replace("weir: ", "").strip()
    assert "expected" in said and page.run("$('report').title") == said
    assert page.run("weir.trace.length") > 2000
    box = page.run("(({x, right}) => [x, right])($('report').getBoundingClientRect())")
    facts = page.run("(({x, right}) => [x, right])($('facts').getBoundingClientRect())")
    assert facts[0] <= box[0] and box[1] <= facts[1]  # it is not cut off


def test_what_is_no_trace(viewer, files):
    (files / "no.bin").write_bytes(b"this is no trace at all, but a text")
    page = viewer(files / "no.bin", ready=False)
    page.run("weir.ready.catch(() => null)")
    assert "expected the start of a known format" in page.run("$('loading-text').textContent")
    assert page.run("$('loading').className") == "wrong"


def test_it_asks_for_nothing(program):
    """It works from disk, and may load nothing."""
    text = program("build/view/viewer.html").read_text()
    assert "default-src 'none'" in text and "'wasm-unsafe-eval'" in text
    assert "http://" not in text.split('<script type="weir/open">')[0].replace(
        "http://www.w3.org/", "")
