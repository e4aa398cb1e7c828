#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the parts of the documents that come from elsewhere.

`make figures` writes pictures of the demo (the last of them by Chromium, one of them moves) and the
output of the command for its trace. `figures.py` alone writes what comes from results: curves, and
tables: `<!-- table: PAGE -->` precedes the first table of that page.

In a page, `<!-- demo: ARGUMENTS -->` before a block means that the block is the output of
`weir ARGUMENTS TRACE`. `; lines A, B` selects the lines that begin with these words, and the blank
lines between them. `<!-- board: ARGUMENTS -->` is the same for what the RTL of the iCEBreaker sends
at its pin.
"""

import base64
import csv
import html
import json
import math
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT / "tests/view"), str(ROOT / "docs")]
import block_diagram  # noqa: E402
import curves  # noqa: E402

PAGES = ["README.md", "docs/guides/weir-command.md", "docs/guides/fpga.md"]
TABLES = ["README.md", "docs/reference/datasheet.md", "docs/guides/view.md"]
CURVES = {**curves.CURVES, "block-diagram.svg": block_diagram.draw}
PLOTS = {
    "timeline.svg": ["timeline", "trace.recTr"],
    "share.svg": ["share", "trace.recTr", "--span", "1ms,3ms"],
    "latency.svg": ["latency", "interrupts.recTr"],
    "goodput.svg": ["goodput", "flood.bin", "--raw", "--unit", "ns10"],
}
BLOCK = re.compile(r"(<!-- (demo|board): ([^;\n]*?)(?:; lines ([^\n]*?))? -->\n```\n)(.*?)(```\n)",
                   re.S)
TRACE = {
    "demo": ["trace.recTr"],
    "board": ["-N", ROOT / "build/boards/icebreaker/firmware.elf", "board.rkh"]
}


def weir(folder, *arguments):
    return subprocess.run([ROOT / "build/weir", *arguments],
                          cwd=folder,
                          capture_output=True,
                          text=True,
                          check=True).stdout


def shown(folder, arguments, words, of="demo"):
    lines = [
        line.rstrip()
        for line in weir(folder, *arguments.split(), *TRACE[of]).strip("\n").split("\n")
    ]
    if words:
        chosen = re.compile(rf" *({'|'.join(map(re.escape, words.split(', ')))})\b")
        lines = [
            line for i, line in enumerate(lines)
            if chosen.match(line) or not line and i and chosen.match(lines[i - 1])
            or not line and i + 1 < len(lines) and chosen.match(lines[i + 1])
        ]
    return "\n".join(lines) + "\n"


def page(name, folder):
    """A page as it must be, of the traces in this folder."""
    return BLOCK.sub(lambda m: m[1] + shown(folder, m[3], m[4], m[2]) + m[6],
                     (ROOT / name).read_text())


TABLE = re.compile(r"<!-- table: (\S+) -->\n(?:\|.*\n)*")


def with_tables(name):
    """A page with its tables as they must be."""
    path = ROOT / name
    first = lambda of: re.search(r"(?:^\|.*\n)+",
                                 (path.parent / of).read_text(), re.M)[0]  # noqa: E731
    return TABLE.sub(lambda m: f"<!-- table: {m[1]} -->\n{first(m[1])}", path.read_text())


def viewer(browser):
    """The page that opens any trace, before it has one."""
    from browser import Page
    page = Page(browser, 1240, 560)
    page.open(ROOT / "build/view/viewer.html", ready=None)
    page.settle()
    return page


def perfetto(folder, browser):
    """The tutorial's trace in Perfetto's own UI, zoomed in around the late event."""
    from browser import Page
    path = f"{ROOT / 'build/venv/bin'}:{os.environ['PATH']}"
    server = subprocess.Popen(
        [ROOT / "build/weir", "view", "-q", "--perfetto", folder / "late.recTr"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PATH": path})
    page = Page(browser, 1240, 700)

    def until(words):
        end = time.monotonic() + 60
        while words not in page.run("document.body ? document.body.innerText : ''"):
            assert time.monotonic() < end, f"Perfetto does not show {words}"
            time.sleep(0.2)

    try:
        page.open(server.stdout.readline().strip(), ready=None)
        until("weir 1")
        time.sleep(1)
        page.click(120, 246)  # opens the tracks of the process
        until("control")
        page.mouse("mouseMoved", 863, 205)  # of the late event
        for _ in range(6):
            for kind in ("keyDown", "keyUp"):
                page.call("Input.dispatchKeyEvent", type=kind, key="w", code="KeyW")
                time.sleep(0.15)
        page.mouse("mouseMoved", 620, 22)
        time.sleep(2)
        return page.picture()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait()
        page.close()


def terminal(folder, browser):
    """The demo in the terminal viewer, 100 columns by 30 rows."""
    from browser import Page
    from test_tui import Terminal
    window = Terminal(folder, ROOT / "build/weir", "view", "--tui", folder / "trace.recTr")
    try:
        window.until("in view")
        window.keys("+", "+", "+")
        time.sleep(1)
        screen = window.screen()
    finally:
        window.keys("q")
        window.close()
    (folder / "screen.html").write_text(
        '<meta charset="utf-8"><body style="margin:10px;background:#12161c;color:#e6eaf0">'
        '<pre style="font:14px/17px \'DejaVu Sans Mono\',monospace;margin:0">'
        f"{html.escape(screen)}</pre>")
    page = Page(browser, 866, 530)
    page.open(folder / "screen.html", ready=None)
    page.settle()
    return page.picture()


WAVES = """[dumpfile] "late.vcd"
[timestart] {start}
[size] 1240 480
[pos] 0 0
*-17.2 0{marks}
[sst_expanded] 0
@22
weir.hart0.thread[63:0]
@24
weir.hart0.SYS_49442_tick[31:0]
weir.hart0.USER_1_due[31:0]
weir.hart0.USER_2_done[31:0]
weir.hart0.USER_3_deadline_missed[31:0]
weir.hart0.USER_4_frame[31:0]
weir.hart0.USER_5_saved[31:0]
@22
weir.hart0.COM_16676_semaphore_take[31:0]
weir.hart0.COM_16672_semaphore_give[31:0]
@28
weir.loss
"""


def chunk(kind, data):
    """A part of a PNG file."""
    check = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + check


def png_of_xwd(data):
    """The picture in the memory of Xvfb, an X window dump of 32 bits a pixel, as PNG."""
    head = struct.unpack(">25I", data[:100])
    at, width, height, stride = head[0] + 12 * head[19], head[4], head[5], head[12]
    rows = bytearray()
    for y in range(height):
        row, rgb = data[at + y * stride:at + y * stride + 4 * width], bytearray(3 * width)
        rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
        rows += b"\0" + rgb
    return b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
            b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b"")


def gtkwave(folder):
    """The tutorial's trace in GTKWave around the late event, on a screen of Xvfb."""
    weir(folder, "convert", "late.recTr", "-o", "late.vcd")
    text, now, late = (folder / "late.vcd").read_text(), 0, 0
    mark = re.search(r"^\$var wire 32 (\S+) USER_3_deadline_missed ", text, re.M)[1]
    for line in text.splitlines():
        if line.startswith("#"):
            now = int(line[1:])
        elif line.startswith("b") and "x" not in line and line.split()[1] == mark:
            late = now
    (folder / "late.gtkw").write_text(
        WAVES.format(start=10 * (late - 55000), marks=26 * " -1"))  # 10 ns a tick
    screen = subprocess.Popen(
        ["Xvfb", ":77", "-screen", "0", "1240x480x24", "-fbdir", str(folder)],
        stderr=subprocess.DEVNULL)
    try:
        time.sleep(1)
        shown = subprocess.Popen(
            ["gtkwave", "--rcvar", "hide_sst on", "late.vcd", "late.gtkw"],
            cwd=folder,
            env={**os.environ, "DISPLAY": ":77"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(6)
        shown.kill()
        picture = png_of_xwd((folder / "Xvfb_screen0").read_bytes())
        shown.wait()
        return picture
    finally:
        screen.terminate()
        screen.wait()


def plot(name, folder):
    return weir(folder, "plot", *PLOTS[name], "-o", "-")


def others(folder):
    """Traces beside the demo: of interrupts, of an overload, of a board."""
    soc, bench = ROOT / "build/soc/ibex-cpp-full/soc", ROOT / "build/sim/small/bench"
    subprocess.run(
        [soc, "--quiet", "--hex", ROOT / "build/fw/ibex/retire.hex", "--out", "interrupts.recTr"],
        cwd=folder,
        check=True,
        capture_output=True)
    subprocess.run(
        [bench, "--events", "20000", "--no-clear", "--no-jumps", "--stream", "flood.bin"],
        cwd=folder,
        check=True,
        capture_output=True)
    folder, bit = Path(folder).absolute(), 16 * 12  # sixteenths of a cycle: 12 MHz, 1,000,000 baud
    subprocess.run([
        ROOT / "build/boards/icebreaker/rtl/sim", "1200000",
        str(bit), folder / "board.rkh", folder / "board.console"
    ],
                   cwd=ROOT,
                   check=True,
                   capture_output=True)
    data = (folder / "board.rkh").read_bytes()
    (folder / "board.rkh").write_bytes(data[:data.rindex(0x7E) + 1])


# States of the viewer: size, fragment of the address, and what is done there.
VIEWS = {
    "view.png": (1240, 630, "#view={5},{15}&select={8},{9}", "null"),
    "view-events.png": (1240, 700, "#view={5},{15}&tab=events",
                        "choose(weir.trace.index_at({8} + 1))"),
    "view-lanes.png": (1240, 700, "#view={5},{15}&pin=l0&tab=lanes", "null"),
    "view-histogram.png": (1240, 760, "#tab=measures&measure=durations.r4&view={5},{15}", "null"),
    "view-compare.png": (1240, 630, "#view={3},{17}&select={10},{15}&reference={5},{10}"
                         "&notes={8}:late%20sample%3F", "null"),
    "view-phone.png": (390, 800, "#view={5},{9}&tab=events", "null"),
    # of the tutorial's trace; {1} is when control is late, {0} when it was due
    "tutorial-whole.png": (1240, 700, "#", "null"),
    "tutorial-inversion.png": (1240, 860, "#view={2},{3}&select={0},{1}&tab=events",
                               "choose(weir.trace.index_at({1} - 1))"),
    "tutorial-histogram.png": (
        1240, 700, "#view={2},{3}&tab=measures&measure=latency",
        "[['from', 'due'], ['to', 'done']].forEach(([end, name]) => {{"
        "const choice = $('latency-' + end);"
        "choice.value = [...choice.options].find((o) => o.textContent.startsWith(name)).value;"
        "choice.dispatchEvent(new Event('change'))}})"),
}


# The moving picture: from the whole trace of the tutorial to the event that was late.
FILM = "tutorial-moving.png"
FILM_SIZE = (1240, 700)


def film_frames(due, late, begin, end, whole):
    """[(fragment of the address, what is done there, ms)]"""
    ease = lambda n, of: (1 - math.cos(math.pi * n / of)) / 2  # noqa: E731
    frames = [("#", "null", 1800)]
    for n in range(1, 9):  # zooms in: spans shrink by equal factors
        part = ease(n, 8)
        span = whole * ((end - begin) / whole)**part
        middle = whole / 2 + ((begin + end) / 2 - whole / 2) * (whole - span) / (
            whole - (end - begin))
        left = max(0, round(middle - span / 2))
        frames.append((f"#view={left},{round(left + span)}", "null", 130))
    frames.append((f"#view={begin},{end}", "null", 1200))
    for n in range(1, 5):  # selects
        to = round(due + (late - due) * ease(n, 4))
        frames.append((f"#view={begin},{end}&select={due},{to}", "null", 130))
    chosen = f"#view={begin},{end}&select={due},{late}&tab=events"
    frames.append((chosen, "null", 900))
    frames.append((chosen, f"choose(weir.trace.index_at({late} - 1))", 2600))
    return frames


# In a page: what changes from one picture to the next, in at most 255 colours. Number 255 is
# transparent: as before.
PARTS = """
window.pictures = [];
window.add = async (text) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const {data, width, height} = context.getImageData(0, 0, image.width, image.height);
  window.pictures.push({pixels: new Uint32Array(data.buffer), width, height});
  return null;
};
window.choose = () => {
  const count = new Map();
  for (const {pixels} of window.pictures)
    for (const pixel of pixels) count.set(pixel, (count.get(pixel) || 0) + 1);
  const chosen = [...count].sort((a, b) => b[1] - a[1]).slice(0, 255).map(([pixel]) => pixel);
  const rgb = (pixel) => [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255];
  const palette = chosen.map(rgb), index = new Map();
  for (const pixel of count.keys()) {
    const mine = rgb(pixel);
    let best = 0, least = Infinity;
    palette.forEach((other, i) => {
      const away = other.reduce((sum, value, k) => sum + (value - mine[k]) ** 2, 0);
      if (away < least) [best, least] = [i, away];
    });
    index.set(pixel, best);
  }
  window.indexed = window.pictures.map(({pixels}) => Uint8Array.from(pixels, (p) => index.get(p)));
  return palette;
};
window.part = (number) => {
  const {width, height} = window.pictures[number], now = window.indexed[number];
  const before = window.indexed[number - 1];
  let [left, top, right, bottom] = before ? [width, height, 0, 0] : [0, 0, width, height];
  if (before)
    for (let at = 0; at < now.length; at++)
      if (now[at] !== before[at]) {
        const x = at % width, y = (at - x) / width;
        [left, top] = [Math.min(left, x), Math.min(top, y)];
        [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
  if (right <= left) [left, top, right, bottom] = [0, 0, 1, 1];
  let text = '';
  for (let y = top; y < bottom; y++) {
    text += '\\0'; // no filter
    for (let x = left; x < right; x++) {
      const at = y * width + x;
      text += String.fromCharCode(before && now[at] === before[at] ? 255 : now[at]);
    }
  }
  return [left, top, right - left, bottom - top, btoa(text)];
};
null
"""


def parts_of(pictures, browser):
    """(colours, [(x, y, width, height, rows)]) of pictures of one size."""
    from browser import Page
    page = Page(browser, 100, 100)
    page.run(f"eval({json.dumps(PARTS)})")
    for picture in pictures:
        page.run(f"add('{base64.b64encode(picture).decode()}')")
    colours = page.run("choose()")
    parts = [page.run(f"part({number})") for number in range(len(pictures))]
    page.close()
    return bytes(value for colour in colours for value in colour), [
        (*box, base64.b64decode(rows)) for *box, rows in parts
    ]


def apng(colours, parts, delays):
    """Parts of pictures as one PNG that moves for ever; `delays`: how long each stays, ms."""
    _, _, width, height, _ = parts[0]
    out = b"\x89PNG\r\n\x1a\n" + chunk(
        b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)) + chunk(
            b"acTL", struct.pack(">II", len(parts), 0))
    out += chunk(b"PLTE", colours.ljust(768, b"\0")) + chunk(b"tRNS", b"\xff" * 255 + b"\0")
    sequence = 0
    for number, ((x, y, width, height, rows), delay) in enumerate(zip(parts, delays)):
        over = int(number > 0)
        out += chunk(
            b"fcTL",
            struct.pack(">IIIIIHHBB", sequence, width, height, x, y, delay, 1000, 0, over))
        data = zlib.compress(rows, 9)
        out += chunk(b"IDAT", data) if number == 0 else chunk(
            b"fdAT", struct.pack(">I", sequence + 1) + data)
        sequence += 1 + over
    return out + chunk(b"IEND", b"")


def film(folder, browser):
    """What `apng` takes."""
    from browser import Page
    records = list(
        csv.DictReader(weir(folder, "convert", "late.recTr", "--to", "csv",
                            "-o", "-").splitlines()))
    times = [int(r["time"]) for r in records if r["time"]]
    frames = film_frames(*times_of_late(records), times[-1] - times[0])
    weir(folder, "view", "late.recTr", "-o", "picture.html")
    page, pictures = Page(browser, *FILM_SIZE), []
    for fragment, act, _ in frames:
        page.open(folder / "picture.html", fragment)
        page.run(act)
        page.settle()
        pictures.append(page.picture())
    return *parts_of(pictures, browser), [ms for *_, ms in frames]


def times_of_late(records):
    """When control was due, when it was late, and a span around both."""
    times = [int(r["time"]) for r in records if r["time"]]
    of = lambda name: [  # noqa: E731
        int(r["time"]) - times[0] for r in records if r["time"] and r["id_name"] == name
    ]
    late = of("deadline missed")[0]
    due = max(t for t in of("due") if t < late)
    return due, late, due - 25000, late + 7000


def times_of_demo(records):
    times = [int(r["time"]) for r in records if r["time"]]
    return [
        int(r["time"]) - times[0] for r in records
        if r["kind"] == "switch" and r["thread_name"] == "sensor"
    ]


def view(folder, browser, name="view.png"):
    """The viewer in one of these states; {N} is when the sensor starts for the N-th time, or see
    VIEWS."""
    from browser import Page
    late = name.startswith("tutorial-")
    trace = "late.recTr" if late else "trace.recTr"
    records = list(
        csv.DictReader(weir(folder, "convert", trace, "--to", "csv", "-o", "-").splitlines()))
    starts = (times_of_late if late else times_of_demo)(records)
    weir(folder, "view", trace, "-o", "picture.html")
    width, height, fragment, act = VIEWS[name]
    page = Page(browser, width, height)
    page.open(folder / "picture.html", fragment.format(*starts))
    page.run(act.format(*starts))
    page.settle()
    return page


if __name__ == "__main__":
    for name in TABLES:
        (ROOT / name).write_text(with_tables(name))
    for name, draw in CURVES.items():
        (ROOT / "docs/figures" / name).write_text(draw())
    if len(sys.argv) < 2:
        sys.exit()
    others(sys.argv[1])
    for name in PAGES:
        (ROOT / name).write_text(page(name, sys.argv[1]))
    for name in PLOTS:
        (ROOT / "docs/figures" / name).write_text(plot(name, sys.argv[1]))
    from browser import Browser
    chromium = Browser()
    for name in VIEWS:
        (ROOT / "docs/figures" / name).write_bytes(
            view(Path(sys.argv[1]), chromium, name).picture())
    (ROOT / "docs/figures" / FILM).write_bytes(apng(*film(Path(sys.argv[1]), chromium)))
    (ROOT / "docs/figures/viewer.png").write_bytes(viewer(chromium).picture())
    for name, draw in (("view-perfetto.png", perfetto), ("view-terminal.png", terminal)):
        (ROOT / "docs/figures" / name).write_bytes(draw(Path(sys.argv[1]).resolve(), chromium))
    chromium.close()
    if shutil.which("Xvfb"):  # it is no part of the setup
        (ROOT / "docs/figures/view-gtkwave.png").write_bytes(gtkwave(Path(sys.argv[1]).resolve()))
