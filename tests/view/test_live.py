# SPDX-License-Identifier: Apache-2.0
"""`weir record --view`: a page follows the recording, on loopback, for requests with its token."""

import re
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
import weirstream  # noqa: E402


class Recording:
    """weir record --view of a pipe, and the input of this pipe."""
    def __init__(self, weir, out, *options):
        self.process = subprocess.Popen([weir, "record", "-", "-o", out, "--view", *options],
                                        stdin=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.address = re.search(r"http://127\.0\.0\.1:(\d+)/[0-9a-f]{16}/",
                                 self.process.stderr.readline().decode())
        assert self.address
        self.port, self.address = int(self.address[1]), self.address[0]

    def put(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def end(self, code=0):
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(20) == code
        text = self.process.stderr.read().decode()
        assert "Sanitizer" not in text and "runtime error" not in text, text
        return text


@pytest.fixture
def recording(program, tmp_path):
    started = []

    def start(*options):
        started.append(Recording(program("build/weir-san"), tmp_path / "out.recTr", *options))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait()
        one.process.stdin.close()
        one.process.stderr.close()


def pieces(count=3, events=400):
    """A stream in pieces, and the number of events in each."""
    stream, ends = weirstream.Stream(), []
    for piece in range(count):
        for i in range(events):
            if i % 10 == 0:
                stream.switch(0, [0x100, 0x200][i // 10 % 2], delta=30)
            stream.event(0, 1, i, delta=25)
        ends.append((len(stream.bytes), len(stream.events)))
    data, head = bytes(stream.bytes), weirstream.definitions(ids=[(0, 1, "sample")])
    starts = [0] + [end for end, _ in ends]
    return [(head if not i else b"") + data[starts[i]:ends[i][0]]
            for i in range(count)], [number for _, number in ends]


def wait_for(page, script, want, seconds=20):
    end = time.monotonic() + seconds
    while (got := page.run(script)) != want:
        assert time.monotonic() < end, (script, got, want)
        time.sleep(0.05)


def raw_request(port, text):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(text.encode())
        data = b""
        try:
            while more := connection.recv(65536):
                data += more
        except ConnectionResetError:
            pass
        return data.decode(errors="replace")


def test_it_can_be_ended_at_once(recording):
    """A signal right after the address ends it: it still writes what has arrived."""
    for _ in range(5):
        one = recording()
        one.put(pieces(count=1)[0][0])
        one.process.send_signal(signal.SIGINT)
        assert one.process.wait(20) == 0


def test_a_page_follows_the_recording(browser, recording, tmp_path):
    import browser as chromium

    data, counts = pieces()
    live = recording()
    page = chromium.Page(browser).open(live.address)
    assert page.run("document.getElementById('loading').hidden") is False
    for piece, count in zip(data, counts):
        live.put(piece)
        wait_for(page, "weir.trace.length", count)
        wait_for(
            page,
            "weir.timeline.to >= weir.trace.last && document.getElementById('loading').hidden",
            True)
        if count == counts[0]:
            page.run("(set_tab('events'), null)")
        wait_for(page, "event_list.length", count)  # the list follows too
    assert page.run(
        "[...weir.trace.time.data.subarray(0, weir.trace.length)].every((t, i, all) => !i || t >= "
        "all[i - 1])")
    # a part in view stays where it is; the end stays the end
    page.run("(weir.timeline.from = 100, weir.timeline.to = 5000, null)")
    late = chromium.Page(browser).open(live.address)
    wait_for(late, "weir.trace.length", counts[-1])
    live.process.stdin.close()
    wait_for(page, "weir.state.live", False)
    assert page.run("[weir.timeline.from, weir.timeline.to]") == [
        100, 5000
    ] and "recording ended" in page.run("document.title")
    # opened when all is over
    last = chromium.Page(browser).open(live.address)
    wait_for(last, "weir.trace.length", counts[-1])
    wait_for(last, "weir.state.live", False)
    for one in (page, late, last):
        assert [p for p in one.problems() if live.address not in p] == []
        one.close()
    text = live.end()
    assert "ended; serving" in text
    assert (tmp_path / "out.recTr").stat().st_size > sum(map(len, data)) / 2


def test_only_who_knows_the_address_reads(recording):
    live = recording("-q")
    live.put(pieces(1, 20)[0][0])
    path = "/" + live.address.split("/", 3)[3]
    good = f"Host: 127.0.0.1:{live.port}\r\n\r\n"
    assert raw_request(live.port, f"GET {path} HTTP/1.1\r\n{good}").startswith("HTTP/1.1 200 ")
    assert raw_request(live.port, f"GET / HTTP/1.1\r\n{good}").startswith("HTTP/1.1 404 ")
    assert raw_request(
        live.port,
        f"GET {path[:-2]}0/ HTTP/1.1\r\n{good}").startswith("HTTP/1.1 404 ") or path[-2] == "0"
    assert raw_request(live.port, f"GET {path}../ HTTP/1.1\r\n{good}").startswith("HTTP/1.1 404 ")
    assert raw_request(live.port, f"POST {path} HTTP/1.1\r\n{good}").startswith("HTTP/1.1 404 ")
    for host in ("evil.example", f"127.0.0.1:{live.port + 1}",
                 f"127.0.0.1:{live.port}.evil.example"):
        assert raw_request(
            live.port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n").startswith("HTTP/1.1 403 ")
    assert raw_request(live.port, f"GET {path} HTTP/1.1\r\n\r\n").startswith("HTTP/1.1 403 ")
    assert raw_request(live.port, "x" * 5000) == ""
    # silent and broken clients stop nobody
    silent = [socket.create_connection(("127.0.0.1", live.port)) for _ in range(20)]
    for one in silent[:10]:
        one.close()
    for one in silent[10:]:
        one.close()
    time.sleep(0.1)
    with urllib.request.urlopen(live.address, timeout=10) as answer:
        assert b"<!doctype html>" in answer.read()
    listening = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, text=True).stdout
    assert f"0100007F:{live.port:04X} 00000000:0000 0A" in listening
    assert f"00000000:{live.port:04X} 00000000:0000 0A" not in listening
    live.end()


def test_silent_clients_block_nobody(recording):
    """Clients that send nothing, or half a request, or do not read, make room for the next one."""
    live = recording("-q")
    live.put(pieces(1, 20)[0][0])
    path = "/" + live.address.split("/", 3)[3]
    begun = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\n"
    silent = [socket.create_connection(("127.0.0.1", live.port)) for _ in range(16)]
    for one in silent[8:]:
        one.sendall(begun.encode())
    start = time.monotonic()
    with urllib.request.urlopen(live.address, timeout=5) as answer:
        assert b"<!doctype html>" in answer.read()
    assert time.monotonic() - start < 5
    # the others are still served, the oldest silent one is gone
    silent[0].settimeout(5)
    assert silent[0].recv(1) == b""
    silent[15].sendall(b"\r\n")
    silent[15].settimeout(5)
    assert silent[15].recv(12) == b"HTTP/1.1 200"
    # each has ten seconds for its request
    silent[14].settimeout(20)
    assert silent[14].recv(1) == b"" and 8 < time.monotonic() - start < 15
    for one in silent:
        one.close()
    live.end()


@pytest.mark.parametrize("disk", [False, True])
def test_the_page_never_ends_the_recording(recording, disk):
    """At the limit of its temporary file, or on a full disk, the page ends and reports it."""
    data, counts = pieces(30, 1000)
    if disk:  # the temporary file alone is limited
        live = recording("-o", "/dev/null", "--to", "flux")
        resource.prlimit(live.process.pid, resource.RLIMIT_FSIZE, (30000, 30000))
    else:
        live = recording("--spool", "30k")
    path = "/" + live.address.split("/", 3)[3]
    page = socket.create_connection(("127.0.0.1", live.port))
    page.sendall(f"GET {path}stream HTTP/1.1\r\nHost: localhost:{live.port}\r\n\r\n".encode())
    for piece in data:
        live.put(piece)
        time.sleep(0.01)
    live.process.stdin.close()
    got, end = b"", time.monotonic() + 20
    page.settimeout(20)
    while b"event: failed\ndata: \n\n" not in got and time.monotonic() < end:
        got += page.recv(65536)
    assert got.endswith(b"event: failed\ndata: \n\n")
    page.close()
    # a later page gets what there is
    with socket.create_connection(("127.0.0.1", live.port)) as late:
        late.sendall(f"GET {path}stream HTTP/1.1\r\nHost: localhost:{live.port}\r\n\r\n".encode())
        late.settimeout(20)
        again = b""
        while len(again) < len(got):
            again += late.recv(65536)
    assert again == got and len(got) < 31000
    text = live.end()
    assert "live page: ends, the recording goes on: File too large" in text
    assert f"{counts[-1]} events" in text


def test_a_slow_page_holds_up_nothing(recording):
    """A client that requests the stream and never reads does not stop the recording."""
    data, _ = pieces(40, 2000)
    live = recording("-q")
    path = "/" + live.address.split("/", 3)[3]
    with socket.socket() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", live.port))
        slow.sendall(f"GET {path}stream HTTP/1.1\r\nHost: localhost:{live.port}\r\n\r\n".encode())
        for piece in data:
            live.put(piece)
        start = time.monotonic()
        live.end()
        assert time.monotonic() - start < 15


def test_port_in_use(program, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = subprocess.run([
            program("build/weir-san"), "record", "-", "-o", tmp_path / "x.recTr",
            f"--view={taken.getsockname()[1]}"
        ],
                              stdin=subprocess.DEVNULL,
                              capture_output=True,
                              text=True,
                              timeout=20)
    assert done.returncode == 2 and "cannot start" in done.stderr and "in use" in done.stderr
