# SPDX-License-Identifier: Apache-2.0
"""Every block of code in the documents is run, or built, or is the output of a program.

This file checks it, or the test that CHECKED names. A block that nothing can run has its reason in
a comment before it, which readers do not see: `<!-- not run: REASON -->`. Every other fence must be
of a kind known here, so a new block is run, or the tests fail.
"""

import codecs
import json
import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import tty
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "tests/formats")]
import figures  # noqa: E402
import weirstream  # noqa: E402

PAGES = sorted([
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
    *(str(p.relative_to(ROOT)) for p in (ROOT / "docs").rglob("*.md"))
])
FENCE = re.compile(r"^( *)```([^\n]*)\n(.*?)^ *```$", re.M | re.S)
CHECKED = {     # by a test of their own
    ("docs/guides/device.md", "c"): "tests/device/test_device.py",
    ("docs/guides/device.md", "sh"): "tests/device/test_tlm.py",
    ("docs/guides/device.md", "console"): "tests/device/test_tlm.py",
    ("docs/guides/driver.md", "c"): "tests/soc/test_header.py",
    ("README.md", "c"): "tests/unit/test_docs.py",
    ("docs/guides/driver.md", "cmake"): "tests/soc/test_alone.py",
    ("docs/guides/library.md", "c"): "tests/libweir/test_libweir.py",
    ("docs/guides/library.md", "sh"): "tests/libweir/test_libweir.py",
    ("docs/guides/library.md", "python"): "tests/libweir/test_python.py",
    ("docs/guides/fleet.md", "sh"): "tests/libweir/test_fleet.py",
    ("docs/guides/rtos.md", "c"): "tests/soc/test_recipes.py",
    ("docs/guides/integration.md", "verilog"): "tests/unit/test_integration.py",
    ("docs/guides/integration.md", "python"): "tests/litex/test_litex.py",
    ("docs/reference/columns.md", ""): "tests/libweir/test_columns.py",
    ("docs/reference/flux.md", ""): "tests/formats/test_flux_spec.py",
    ("docs/reference/fxt.md", ""): "tests/formats/test_fxt.py",
    ("docs/reference/rkh.md", ""): "tests/formats/test_rkh.py",
    ("docs/reference/txtb.md", ""): "tests/formats/test_txtb.py",
}
COMMAND = re.compile(r"^ *(\$ |\(gdb\)|make |weir [a-z]|build/|iceprog |fusesoc |pip |git |sudo )",
                     re.M)
NOT_RUN = 8  # blocks; a further one is a decision


def blocks():
    """(page, line, language, body, what the comment before it says) of every block."""
    for page in PAGES:
        text = (ROOT / page).read_text()
        for fence in FENCE.finditer(text):
            before = re.search(r"<!-- ([^\n]*) -->\n$", text[:fence.start()])
            yield page, text[:fence.start()].count("\n") + 1, fence[2].strip(
            ), fence[3], before[1] if before else ""


BLOCKS = list(blocks())


def of(language, page=None):
    return [(p, line, body) for p, line, kind, body, note in BLOCKS
            if kind == language and page in (None, p) and not note.startswith("not run: ") and (
                p, kind) not in CHECKED]


def each(language):
    return pytest.mark.parametrize(
        "page, line, body",
        [pytest.param(*found, id=f"{found[0]}:{found[1]}") for found in of(language)])


def test_every_block_is_run():
    left, problems = [], []
    for page, line, language, body, note in BLOCKS:
        at = f"{page}:{line}"
        if note.startswith("not run: "):
            left.append(f"{at}: {note}")
        elif (page, language) in CHECKED:
            if page.split("/")[-1] not in (ROOT / CHECKED[page, language]).read_text():
                problems.append(f"{at}: {CHECKED[page, language]} does not look at it")
        elif language not in ("sh", "verilog", "yaml", "gdb", "tcl") and not note.startswith(
            ("demo: ", "board: ")):
            problems.append(f"{at}: nobody runs this block ({language or 'no language'})")
        if language in ("", "text") and COMMAND.search(body):
            problems.append(f"{at}: a command in a block of no language")
    for page in PAGES:
        if (ROOT / page).read_text().count("```") != 2 * sum(p == page for p, *_ in BLOCKS):
            problems.append(f"{page}: a fence that is not closed, or not at the begin of a line")
    print("\n".join(left))
    assert not problems, "\n".join(problems)
    assert len(left) == NOT_RUN, left


# ---- commands

# what is not there: a board, its port and its network; what takes long is planned by make, not done
STAND_IN = {
    "make test": f"make -n -C {ROOT} -o setup -o setup-flows test",
    "make fpga": f"make -n -C {ROOT} -o setup fpga",
    "make demo-late": f"make -n -C {ROOT} -o setup demo-late",
    "make demo": f"make -C {ROOT} -o setup demo DEMO={{folder}}/made",
    "iceprog ": "test -n ",
    "tcp:board:5000": "tcp:127.0.0.1:{tcp}",
    "/dev/ttyUSB1": "{serial}",
    "--view=8000": "--view={free}",
}


def sandbox(folder, demo):
    """A folder as a reader has it: the command, the demo's files, a recording, what a FIFO gave."""
    (folder / "build/boards/icebreaker").mkdir(parents=True)
    for name, target in {
            "build/weir": "build/weir", "weir": "build/weir", "driver": "driver", "rtl": "rtl",
            "Makefile": "Makefile",
            "build/boards/icebreaker/firmware.elf": "build/boards/icebreaker/firmware.elf"
    }.items():
        (folder / name).symlink_to(ROOT / target)
    (folder / "build/demo").symlink_to(demo)
    (folder / "trace.recTr").write_bytes((demo / "trace.recTr").read_bytes())
    (folder / "fifo.bin").write_bytes(bytes(stream().bytes))
    return folder


def stream():
    made = weirstream.Stream()
    for i in range(60):
        made.switch(0, (0x100, 0x200)[i % 2], delta=50)
        made.event(0, 1, i, delta=20)
    return made


@pytest.fixture(scope="module")
def demo(program, tmp_path_factory):
    """The demo's trace, in plain C++ and without a waveform, which is quicker; `make demo` in
    README.md must give the same.
    """
    folder = tmp_path_factory.mktemp("demo")
    subprocess.run([
        program("build/soc/ibex-cpp/soc"), "--quiet", "--hex",
        program("build/fw/ibex/freertos_demo.hex"), "--out", folder / "trace.recTr"
    ],
                   check=True,
                   capture_output=True,
                   timeout=120)
    subprocess.run([
        program("build/soc/ibex-cpp-full/soc"), "--quiet", "--hex",
        program("build/fw/ibex/freertos_late.hex"), "--out", folder / "late.recTr"
    ],
                   check=True,
                   capture_output=True,
                   timeout=120)
    figures.weir(folder, "convert", "trace.recTr", "-o", "trace.fxt")
    return folder


class Link:
    """A TCP port and a serial port with a board behind it that sends a trace."""
    def __init__(self, folder):
        self.bytes = (folder / "trace.recTr").read_bytes()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.tcp = self.server.getsockname()[1]
        self.board, self.port = pty.openpty()
        tty.setraw(self.port)
        self.serial = os.ttyname(self.port)
        with socket.create_server(("127.0.0.1", 0)) as other:
            self.free = other.getsockname()[1]
        made = subprocess.run(
            [ROOT / "build/weir", "convert", folder / "trace.recTr", "--to", "rkh", "-o", "-"],
            capture_output=True,
            check=True).stdout
        threading.Thread(target=self.serve, daemon=True).start()
        threading.Thread(target=lambda: os.write(self.board, made), daemon=True).start()

    def serve(self):
        while True:
            try:
                with self.server.accept()[0] as one:
                    one.sendall(self.bytes)
            except OSError:
                return

    def close(self):
        self.server.close()
        os.close(self.board)
        os.close(self.port)


def changed(file):
    """When a file was written last, 0: never."""
    return file.stat().st_mtime_ns if file.exists() else 0


class Run:
    """A line of a shell block at a terminal. A page or a server that it tells of is fetched, then,
    when what it writes is there, it is interrupted;
    a screen is left by q."""
    def __init__(self, line, folder):
        self.line, self.text, self.fetched, self.over, self.ended = line, "", None, False, False
        self.written = {
            folder / out: changed(folder / out)
            for out in re.findall(r" -o (\S+)", line)
        }  # and what was there before
        self.letters = codecs.getincrementaldecoder("utf-8")("replace")
        self.terminal, end = pty.openpty()
        path = f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.process = subprocess.Popen(
            ["bash", "-c", f"stty rows 30 cols 100; {'exec ' if ';' not in line else ''}{line}"],
            cwd=folder,
            stdin=end,
            stdout=end,
            stderr=end,
            start_new_session=True,
            env={**os.environ, "PATH": path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"})
        os.close(end)

    def read(self, seconds=0.1):
        if select.select([self.terminal], [], [], seconds)[0]:
            try:
                self.text += self.letters.decode(os.read(self.terminal, 65536))
                return True
            except OSError:  # its other end is closed
                pass
        return False

    def finish(self):
        end = time.monotonic() + (900 if "make" in self.line else 120)
        while self.process.poll() is None and time.monotonic() < end:
            more = self.read()
            page = re.search(r"http://127\.0\.0\.1:\d+/[0-9a-f]+/", self.text)
            if page and not self.fetched:
                self.fetched = urllib.request.build_opener(
                    urllib.request.HTTPCookieProcessor()).open(page[0], timeout=20).read()
            if self.fetched and not self.ended and all(
                    changed(out) not in (0, before) and out.stat().st_size > 100
                    for out, before in self.written.items()):
                self.process.send_signal(signal.SIGINT)
                self.ended = True
            elif "--tui" in self.line and not more and len(
                    self.text) > 1000 and not self.over:  # drawn
                os.write(self.terminal, b"q")
                self.over = True
        if self.process.poll() is None:
            self.process.kill()
            raise AssertionError(f"{self.line}: does not end\n{self.text}")
        while self.read(0):
            pass
        os.close(self.terminal)
        code = self.process.returncode
        assert code == 0, f"{self.line}: exit code {code}\n{self.text}"
        assert not (("--view" in self.line or "--perfetto" in self.line)
                    and not self.fetched), f"{self.line}: nothing served\n{self.text}"
        return self.text


@pytest.mark.parametrize("page", sorted({page for page, *_ in of("sh")}))
def test_shell(page, demo, tmp_path):
    folder = sandbox(tmp_path, demo)
    link = Link(folder)
    try:
        for _, at, body in of("sh", page):
            behind = []
            for line in body.strip().split("\n"):
                line = line.split("  #")[0].strip()
                asked = line
                for words, other in STAND_IN.items():
                    line = line.replace(
                        words,
                        other.format(tcp=link.tcp,
                                     serial=link.serial,
                                     free=link.free,
                                     folder=folder))
                written = re.search(r" -o (\S+)", line) if line.endswith("&") else None
                if written:  # what other lines have left there is not what is followed
                    (folder / written[1]).unlink(missing_ok=True)
                one = Run(line.removesuffix("&"), folder)
                if line.endswith("&"):
                    behind.append(one)
                    end = time.monotonic() + 20
                    while written and not (folder / written[1]).exists() and time.monotonic() < end:
                        time.sleep(0.1)
                    continue
                text = one.finish()
                for out in re.findall(r"-o (\S+)", asked):
                    assert (folder /
                            out).stat().st_size > 100, f"{page}:{at}: {line}: {out}\n{text}"
                if asked == "make demo":
                    assert (folder /
                            "made/trace.recTr").read_bytes() == (demo / "trace.recTr").read_bytes()
                    printed = {  # without the progress, which a line is written over
                        each.rstrip().rpartition("\r")[2]
                        for each in re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", text).split("\n")
                    }
                    assert set(figures.shown(demo, "timeline", None).split("\n")) <= printed
            for one in behind:
                one.finish()
    finally:
        link.close()


def test_demo_is_what_is_shown(demo):
    """What README.md and others show of the demo, and the pictures, are of this demo."""
    figures.others(demo)
    for name in figures.PAGES:
        assert figures.page(
            name, demo) == (ROOT / name).read_text(), f"{name} is stale; run: make figures"
    for name in figures.PLOTS:
        assert figures.plot(
            name, demo) == (ROOT / "docs/figures" /
                            name).read_text(), f"docs/figures/{name} is stale; run: make figures"


@pytest.mark.parametrize("name", figures.VIEWS)
def test_pictures_of_the_viewer(demo, name):
    """Each is what Chromium shows; colours of 62 x 32 parts are compared, as letters differ from
    one machine to another.
    """
    import browser
    one, picture = browser.Browser(), ROOT / "docs/figures" / name
    try:
        drawn = figures.view(demo, one, name).grid(62, 32)
        page = browser.Page(one, *figures.VIEWS[name][:2])
        (demo /
         "committed.html").write_text(f'<body style="margin:0"><img src="{picture.as_uri()}">')
        page.open(demo / "committed.html", ready=None)
        committed = page.grid(62, 32)
    finally:
        one.close()
    apart = [(x, y) for y in range(32) for x in range(62) if max(
        abs(a - b) for a, b in zip(drawn[y][x], committed[y][x])) > 24]
    assert len(apart) <= 62 * 32 // 100, (
        f"docs/figures/{name} is stale; run: make figures ({len(apart)} parts: {apart[:9]})")


# ---- the rest


@each("yaml")
def test_yaml(page, line, body, tmp_path):
    (tmp_path / "ids.yaml").write_text(body)
    done = subprocess.run([ROOT / "build/weir", "names", tmp_path / "ids.yaml"],
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    names = json.dumps(json.loads(done.stdout))
    for word in re.findall(r"[a-z]{4,}(?![a-z]*:)", body):
        assert word in names, (word, names)


@each("verilog")
def test_verilog(page, line, body, tmp_path):
    """A block stands in a module; nets that it does not declare are made up. Pins behind `and so
    on` may be missing, none may be too many.
    """
    names = set(re.findall(r"\((\w+)\)", body)) - set(
        re.findall(r"\b(\w+)(?=[,;])", "".join(re.findall(r"^wire.*$", body, re.M))))
    widths = {"frame_byte": 7, "far_byte": 7}
    nets = "".join(f"  logic{f' [{widths[n]}:0]' if n in widths else ''} {n};\n"
                   for n in sorted(names) if not n.isdigit())
    (tmp_path / "block.sv").write_text(f"module block;\n{nets}{body}endmodule\n")
    quiet = ["PINMISSING", "UNUSED", "UNDRIVEN", "DECLFILENAME"] if "and so on" in body else []
    done = subprocess.run([
        "verilator", "--lint-only", "-Wall", *(f"-Wno-{w}" for w in quiet), "--top-module", "block",
        "-F", "rtl/weir.f", tmp_path / "block.sv"
    ],
                          cwd=ROOT,
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr


@each("tcl")
def test_constraints(page, line, body):
    """What a page says of constraints is what the file in constraints/ says."""
    said, found = ([
        " ".join(each.split())
        for each in re.sub(r"\\\n *", "", text).split("\n") if each.startswith("set_")
    ] for text in (body, (ROOT / "constraints/weir_cdc.xdc").read_text()))
    assert said and all(each in found for each in said), (said, found)


@each("gdb")
def test_gdb(page, line, body, program, demo, tmp_path):
    """The session, with a GDB that is connected to the unit."""
    folder = sandbox(tmp_path, demo)
    lines = [each.removeprefix("(gdb) ") for each in body.strip().split("\n")]
    assert all(each.startswith("(gdb) ") for each in body.strip().split("\n"))
    with subprocess.Popen([program("build/tests/soc/gdb_on_full_short"), "fifo", "60"],
                          stdout=subprocess.PIPE,
                          text=True) as unit:
        try:
            port = int(unit.stdout.readline())
            done = subprocess.run([
                "gdb-multiarch", "-q", "-nx", "-batch", "-ex", "set architecture riscv:rv32", "-ex",
                f"target remote localhost:{port}", *(word for each in lines
                                                     for word in ("-ex", each))
            ],
                                  cwd=folder,
                                  capture_output=True,
                                  text=True,
                                  timeout=120,
                                  env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        finally:
            unit.kill()
    assert "bytes of the FIFO" in done.stdout and (
        folder / "trace.html").stat().st_size > 10_000, done.stdout + done.stderr


# ---- what is named in the text


def test_make_targets():
    """Each `make TARGET` in a page is one."""
    fragments = [
        ROOT / "Makefile",
        *(f for f in ROOT.glob("*/**/*.mk") if "build" not in f.relative_to(ROOT).parts)
    ]
    targets = {
        name
        for f in fragments
        for names in re.findall(r"^([a-z][\w -]*):(?!=)", f.read_text(), re.M)
        for name in names.split()
    }
    asked = {(page, name)
             for page in PAGES
             for name in re.findall(r"[`\n]make ([a-z][\w-]*)(?![\w/-])", (ROOT / page).read_text())
             }
    assert len(asked) > 40
    assert not {each for each in asked if each[1] not in targets}


def test_settings_in_the_text():
    """Each setting of a format that a page names is one."""
    formats = subprocess.run([ROOT / "build/weir", "formats"], capture_output=True, text=True,
                             check=True).stdout
    asked = {each for page in PAGES
             for each in re.findall(r"--set ([a-z]+=)", (ROOT / page).read_text())}
    assert len(asked) > 3 and not {each for each in asked if f" {each}" not in formats}


def test_commands_in_the_text():
    """Each command of `weir` that a page names, and each option of it, is there."""
    helped = {}
    for page in PAGES:
        for command, rest in re.findall(r"`(?:build/)?weir ([a-z]+)\b([^`\n]*)`",
                                        (ROOT / page).read_text()):
            if command == "ip":  # a scope of the stream
                continue
            if command not in helped:
                done = subprocess.run([ROOT / "build/weir", command, "--help"],
                                      capture_output=True,
                                      text=True)
                assert done.returncode == 0, (page, command)
                helped[command] = done.stdout
            for option in re.findall(r"(?<!\S)(--?[a-zA-Z][\w-]*)", rest):
                assert re.search(rf"(?<![\w-]){option}(?![\w-])",
                                 helped[command]), (page, command, option)
    assert len(helped) > 5
