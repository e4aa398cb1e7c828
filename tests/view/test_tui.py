# SPDX-License-Identifier: Apache-2.0
"""`weir view --tui` in a real terminal emulator (tmux): lanes, zoom, search, measurement, a growing
file."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import scene

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
import weirstream  # noqa: E402


class Terminal:
    """A tmux window of 100 columns by 30 rows, on its own server."""
    def __init__(self, folder, *command):
        config = Path(folder) / "tmux.conf"
        config.write_text("set -g default-size 100x30\n")
        self.tmux = ["tmux", "-L", f"weir-{os.getpid()}-{id(self)}", "-f", str(config)]
        self.ended = Path(folder) / f"ended-{id(self)}"
        sized = ('n=0; while [ "$(stty size)" != "30 100" ] && [ $n -lt 200 ]; '
                 'do sleep 0.05; n=$((n + 1)); done')
        words = " ".join("'" + str(word).replace("'", "'\\''") + "'" for word in command)
        subprocess.run(
            [
                *self.tmux, "new-session", "-d", "-x", "100", "-y", "30",
                f"{sized}; {words} 2>'{self.ended}.err'; echo $? >'{self.ended}'; sleep 60"
            ],
            check=True,
            env={
                **{
                    k: v
                    for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")
                }, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"
            })

    def screen(self):
        return subprocess.run([*self.tmux, "capture-pane", "-p"],
                              capture_output=True,
                              text=True,
                              check=True).stdout

    def keys(self, *keys):
        subprocess.run([*self.tmux, "send-keys", *keys], check=True)

    def until(self, pattern, seconds=60):
        end = time.monotonic() + seconds
        while not re.search(pattern, self.screen(), re.M):
            assert time.monotonic() < end, (pattern, self.screen())
            time.sleep(0.05)
        screen = self.screen()
        while (again := (time.sleep(0.1), self.screen())[1]) != screen:  # until it is drawn
            screen = again
        return screen

    def code(self):
        end = time.monotonic() + 10
        while not self.ended.exists() or not self.ended.read_text():
            assert time.monotonic() < end, self.screen()
            time.sleep(0.05)
        error = Path(f"{self.ended}.err").read_text()
        assert "Sanitizer" not in error and "runtime error" not in error, error
        return int(self.ended.read_text())

    def close(self):
        subprocess.run([*self.tmux, "kill-server"], capture_output=True)


@pytest.fixture
def terminal(program, tmp_path):
    opened = []

    def open(*args):
        opened.append(Terminal(tmp_path, program("build/weir-san"), "view", "--tui", *args))
        return opened[-1]

    yield open
    for one in opened:
        one.close()


def stream(count=90, losses=True):
    made = weirstream.Stream()
    for thread, name in ((0x100, "sensor"), (0x200, "logger"), (0x300, "IDLE")):
        made.name(0, thread, name)
    for i in range(count):
        made.switch(0, [0x100, 0x200, 0x300][i % 3], delta=50)
        made.event(0, 1 + i % 2, 1000 + i, delta=50)
        if losses and i == 60:
            made.loss({"USER": 42}, first=made.time - 900, last=made.time - 100)
    return made


def file_of(made):
    return weirstream.definitions(ids=[(0, 1, "sample"), (0, 2, "level")]) + bytes(made.bytes)


def test_looking_around(terminal, tmp_path):
    (tmp_path / "t.recTr").write_bytes(file_of(stream()))
    window = terminal(tmp_path / "t.recTr")
    screen = window.until("q quit")
    assert re.search(r"^t\.recTr · .* · 42 lost · ", screen, re.M) and re.search(
        r"^  lost +▒+ *$", screen, re.M)
    lanes = re.findall(r"^([A-C]) (\w+) +([▁▂▃▄▅▆▇█ ]+?) +(\d+\.\d) %", screen, re.M)
    assert [lane[1]
            for lane in lanes] == ["sensor", "logger", "IDLE"] and all(30 < float(lane[3]) < 36
                                                                       for lane in lanes)
    assert len(re.findall(r"sample = 10\d\d|level = 10\d\d", screen)) >= 3
    whole = re.search(r"([\d.]+ us) in view", screen)[1]
    window.keys("+", "+")
    window.until(rf"(?!{re.escape(whole)}){float(whole.split()[0]) / 4:.1f} us in view")
    window.keys("0", "/")
    window.until("^/")
    window.keys("level = 1031", "Enter")
    screen = window.until(r"^> .*level = 1031$")
    assert "/level = 1031" in screen
    window.keys("m", ".", ".")
    window.until(r"^from mark to cursor: 1\.00 us")
    window.keys("/", "lost", "Enter")
    window.until(r"^> .*lost 42$")
    window.keys("n")
    window.until("/lost: not found")
    for query, value in (("sample > 1086", 1088), ("level>1029", 1031), ("sample=0x3f0", 1008)):
        window.keys("0", "Home", "/")
        window.until("^/")
        window.keys(query, "Enter")
        window.until(rf"^> .*(sample|level) = {value}$")
    window.keys("?")
    window.until(r"sample > 1061")
    window.keys("x")
    window.until(r"^A sensor")
    window.keys("q")
    assert window.code() == 0


def test_a_narrow_terminal(terminal, tmp_path):
    """The title and the status line stay on their lines; what does not fit is left out."""
    (tmp_path / "t.recTr").write_bytes(file_of(stream()))
    window = terminal(tmp_path / "t.recTr")
    window.until("q quit")
    subprocess.run([*window.tmux, "resize-window", "-x", "50", "-y", "30"], check=True)
    screen = window.until(r"^\? help  / search").split("\n")
    assert re.match(r"t\.recTr · [\d.]+ us · 42 lost · ", screen[0]) and "records" not in screen[0]
    assert not screen[1].strip() or "us" in screen[1] and "lost" not in screen[1]
    window.keys("q")
    assert window.code() == 0


def test_hostile_names_and_traps(terminal, tmp_path):
    names = ["\x1b]0;owned\x07\x1b[31m", "<b>", "\u202etxet", "é" * 3000, "日本語", "IDLE 0", "IDLE 1"]
    (tmp_path / "t.fxt").write_bytes(scene.system(periods=10, names=names))
    window = terminal(tmp_path / "t.fxt")
    screen = window.until("q quit")
    assert "?]0;owned??[" in screen and "日本語" in screen and "\u202e" not in screen
    for lane in ("traps, hart 0", "traps, hart 1"):
        while lane not in window.screen():
            window.keys("Down")
            window.until("q quit")
    window.keys("q")
    assert window.code() == 0


def test_a_file_that_grows(terminal, tmp_path):
    made = stream(300, losses=False)
    data, path = file_of(made), tmp_path / "t.recTr"
    path.write_bytes(b"")  # as `weir record` has it before the first bytes
    window = terminal("--follow", path)
    time.sleep(0.5)
    assert not window.ended.exists() and not window.screen().strip()
    path.write_bytes(data[:len(data) // 2 + 1])
    first = int(re.search(r"(\d+) records", window.until("following"))[1])
    with path.open("ab") as file:
        file.write(data[len(data) // 2 + 1:])
    window.until(rf" {len(made.events)} records")
    assert 100 < first < len(made.events) and re.search(r"^> .* = 1299$", window.screen(), re.M)
    window.keys("q")
    assert window.code() == 0


def test_a_terminal_that_curses_does_not_know(program, tmp_path):
    (tmp_path / "t.recTr").write_bytes(file_of(stream()))
    master, slave = os.openpty()
    # without sanitizers: curses does not free what it had of the terminal
    done = subprocess.run([program("build/weir"), "view", "--tui", tmp_path / "t.recTr"],
                          stdin=slave,
                          stdout=slave,
                          stderr=subprocess.PIPE,
                          env={**os.environ, "TERM": "unknown-to-all"})
    os.close(master), os.close(slave)
    assert (done.returncode, done.stderr) == (
        2, b"weir: this terminal (TERM=unknown-to-all) cannot show it; `weir timeline` does\n")


def test_without_a_terminal(program, tmp_path):
    (tmp_path / "t.recTr").write_bytes(file_of(stream()))
    done = subprocess.run([program("build/weir-san"), "view", "--tui", tmp_path / "t.recTr"],
                          capture_output=True,
                          text=True,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 2 and "a terminal" in done.stderr and done.stdout == ""
    done = subprocess.run([program("build/weir-san"), "view", "--follow", tmp_path / "t.recTr"],
                          capture_output=True,
                          text=True)
    assert done.returncode == 2 and "--tui" in done.stderr
