# SPDX-License-Identifier: Apache-2.0
"""weir record.

From a pipe, a serial port, TCP and a growing file; interrupted, cut into files, damaged. Nothing is
lost.
"""

import array
import csv
import errno
import fcntl
import io
import os
import pty
import random
import re
import signal
import socket
import subprocess
import termios
import threading
import time

import fxtgen
import pytest
import weirstream


@pytest.fixture(scope="module")
def made():
    """The bytes of a stream with its head, and (time, hart, id, value) of its events."""
    stream, _ = weirstream.random_stream(seed=11, harts=2, threads=6, events=1200)
    stream.event(0, 1, 1234567, 5)  # the last entry, of several bytes
    return weirstream.definitions(harts=2) + bytes(stream.bytes), [(e.time, e.hart, e.id, e.value)
                                                                   for e in stream.events], stream


def events_of(weir, *paths):
    got = []
    for path in paths:
        done = weir("convert", path, "--to", "csv", "-o", "-")
        assert done.code == 0, done.err
        for r in csv.DictReader(io.StringIO(done.out, newline="")):
            if r["kind"] in ("instant", "switch"):
                got.append(tuple(int(r[k]) for k in ("time", "hart", "id", "value")))
    return got


class Recording:
    """A running `weir record`."""
    def __init__(self, program, *args, **options):
        self.process = subprocess.Popen([program("build/weir-san"), "record", *map(str, args)],
                                        stderr=subprocess.PIPE,
                                        **options)

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self):
        _, err = self.process.communicate(timeout=60)
        err = err.decode()
        assert "Sanitizer" not in err and "runtime error" not in err, err
        return self.process.returncode, err


def until_size(path, size):
    """Waits until a file has grown to a size.

    What was received is on disk while the recording goes on.
    """
    for _ in range(1000):
        if path.exists() and path.stat().st_size >= size:
            return True
        time.sleep(0.02)
    return False


def in_pieces(data, send, pause=0.001):
    for at in range(0, len(data), 997):
        send(data[at:at + 997])
        time.sleep(pause)


def test_pipe(weir, made, tmp_path):
    data, events, stream = made
    out = tmp_path / "out.recTr"
    done = weir("record", "-", "-o", out, data=data)
    lost = sum(stream.dropped.values())
    summary = f"standard input: {len(events)} events, {lost} lost, {len(data)} bytes in"
    assert done.code == 0 and summary in done.err
    assert events_of(weir, out) == events and weir("check", out).code == 0
    piped = weir("record", "-q", "-", "--to", "flux", "-o", "-", data=data)
    assert "bytes in" not in piped.err and piped.data == out.read_bytes()


def feed(program, data, sizes, *args, idle=0):
    """The output of `weir record` that reads the data in pieces of these sizes.

    A piece is written when the one before is read. idle: number of pauses.
    """
    read, write = os.pipe2(os.O_CLOEXEC)
    waiting = array.array("i", [0])
    with subprocess.Popen([program("build/weir-san"), "record", "-q", "-", "-o", "-", *args],
                          stdin=read,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        got = []
        reader = threading.Thread(target=lambda: got.append(process.stdout.read()))
        reader.start()
        at, pauses = 0, {len(data) * i // (idle + 1) for i in range(1, idle + 1)}
        for size in sizes:
            os.write(write, data[at:at + size])
            while not fcntl.ioctl(read, termios.FIONREAD, waiting) and waiting[0]:
                assert process.poll() is None
            if any(at < pause <= at + size for pause in pauses):
                time.sleep(0.01)
            at += size
            if at >= len(data):
                break
        os.close(write)
        os.close(read)
        reader.join(60)
        err = process.stderr.read().decode()
        assert process.wait(60) == 0 and "Sanitizer" not in err, err
    return got[0]


@pytest.mark.parametrize("source", ["flux", "fxt", "rkh"])
def test_segmentation_has_no_effect(weir, program, tmp_path, source):
    """Any division of the input into reads gives the same bytes, clock included."""
    stream, _ = weirstream.random_stream(seed=3, harts=2, threads=5, events=400)
    path, whole = tmp_path / "t.recTr", tmp_path / f"t.{source}"
    path.write_bytes(weirstream.definitions(harts=2, unit="ns10") + bytes(stream.bytes))
    if source != "flux":
        assert weir("convert", path, "--to", source, "-o", whole).code == 0
        data = whole.read_bytes()
    else:
        data = path.read_bytes()
    rng = random.Random(1)
    for to in ("flux", "fxt", "rkh", "csv"):
        once = feed(program, data, [4096] * len(data), "--to", to)
        large = weir("record", "-q", "-", "--to", to, "-o", "-", data=data)
        assert large.code == 0 and large.data == once
        for sizes, pauses in (([1] * len(data), 30), ([5] + [64] * len(data), 0),
                              ([rng.choice((1, 2, 3, 100, 997, 4000))
                                for _ in range(len(data))], 10)):
            assert feed(program, data, sizes, "--to", to, idle=pauses) == once, (to, sizes[:3])
        if to != "csv":
            (tmp_path / "out").write_bytes(once)
            info = weir("info", "--from", to, tmp_path / "out")
            assert "100 MHz" in info.out, info.out


def test_definitions_of_any_size_keep_the_unit(weir, program, tmp_path):
    """The unit is behind the definitions, of 400 kB here: from a file, a pipe and a line."""
    ids = [(hart, id, "x" * 400) for hart in range(2) for id in range(1, 500)]
    stream = weirstream.Stream()
    stream.event(0, 1, 5, delta=250)
    data = weirstream.definitions(harts=2, ids=ids, unit="ns10") + bytes(stream.bytes)
    assert len(data) > 400000
    path = tmp_path / "t.recTr"
    path.write_bytes(data)
    assert "100 MHz" in weir("info", path).out and "100 MHz" in weir("info", "-", data=data).out
    assert "2.5" in weir("dump", path).out.splitlines()[-1].split()[0]
    out = tmp_path / "out.fxt"
    out.write_bytes(feed(program, data, [4096] * 200, "--to", "fxt"))
    assert "100 MHz" in weir("info", out).out


@pytest.mark.parametrize("size", [1, 3, 5, 7])
def test_a_short_first_read(program, made, size):
    """The format is found when enough bytes have come, without --from."""
    data = made[0]
    assert feed(program, data, [size] + [4096] * len(data), "--to", "flux", idle=5) == feed(
        program, data, [4096] * len(data), "--to", "flux")


def test_too_short_to_know(weir, made):
    for size, found in ((0, "a trace, found no byte: it is empty"),
                        (1, "the start of a known format, found the end after 1 byte"),
                        (5, "the start of a known format, found the end after 5 bytes")):
        done = weir("record", "-", "--to", "csv", "-o", "-", data=made[0][:size])
        assert (done.code, done.err) == (
            1, f"weir: standard input: offset 0: expected {found}\n")


def test_reconnect(weir, program, made, tmp_path):
    """--reconnect: the peer is not there yet, and ends the connection twice; one stream."""
    data, events, _ = made
    out = tmp_path / "out.recTr"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    recording = Recording(program, f"tcp:127.0.0.1:{port}", "-o", out, "--reconnect")
    time.sleep(0.3)
    with socket.create_server(("127.0.0.1", port)) as server:
        third = len(data) // 3
        for part in (data[:third], data[third:2 * third], data[2 * third:]):
            connection, _ = server.accept()
            with connection:
                connection.sendall(part)
    assert until_size(out, len(data) * 9 // 10)
    time.sleep(0.2)
    code, err = recording.interrupt()
    errno_text = os.strerror(errno.ECONNREFUSED) + "; connecting"
    assert code == 0 and err.count("connecting again until SIGINT") >= 3
    assert errno_text in err and "the connection ended; connecting" in err
    assert events_of(weir, out) == events
    none = tmp_path / "none.fxt"
    waiting = Recording(program, f"tcp:127.0.0.1:{port}", "-o", none, "--reconnect")
    time.sleep(0.3)
    code, err = waiting.interrupt()
    assert code == 1 and "it is empty" in err and not none.exists()


def test_serial_port(weir, program, made, tmp_path):
    data, events, _ = made
    out = tmp_path / "out.recTr"
    master, slave = pty.openpty()
    recording = Recording(program, os.ttyname(slave), "-o", out, "--baud", 921600, "--from", "flux")
    time.sleep(0.3)  # until it is set raw: bytes before that are the terminal's
    in_pieces(data, lambda piece: os.write(master, piece))
    assert until_size(out, len(data) * 9 // 10)
    code, err = recording.interrupt()
    os.close(master)
    os.close(slave)
    assert code == 0 and f"{len(data)} bytes in" in err and "damaged" not in err
    assert events_of(weir, out) == events


def test_tcp(weir, program, made, tmp_path):
    data, events, _ = made
    out = tmp_path / "out.recTr"
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            connection, _ = server.accept()
            with connection:
                in_pieces(data, connection.sendall)

        thread = threading.Thread(target=serve)
        thread.start()
        code, err = Recording(program, f"tcp:127.0.0.1:{server.getsockname()[1]}", "-o", out).end()
        thread.join()
    assert code == 0 and events_of(weir, out) == events


def test_growing_file(weir, program, made, tmp_path):
    data, events, _ = made
    source, out = tmp_path / "source.recTr", tmp_path / "out.recTr"
    source.write_bytes(data[:3000])
    recording = Recording(program, source, "--follow", "-o", out)
    with open(source, "ab", buffering=0) as file:
        in_pieces(data[3000:], file.write)
    assert until_size(out, len(data) * 9 // 10)
    code, _ = recording.interrupt()
    assert code == 0 and events_of(weir, out) == events


def test_interrupt_loses_nothing(weir, program, made, tmp_path):
    """What was written before the signal is in the file, though the reader may not have seen it
    yet; an entry cut in two is no
    damage."""
    data, events, _ = made
    out = tmp_path / "out.recTr"
    cut = len(data) - 2
    recording = Recording(program, "-", "-o", out, stdin=subprocess.PIPE)
    recording.process.stdin.write(data[:20000 if cut > 20000 else cut // 2])
    recording.process.stdin.flush()
    assert until_size(out, 100)
    recording.process.stdin.write(data[20000 if cut > 20000 else cut // 2:cut])
    recording.process.stdin.flush()
    recording.process.send_signal(signal.SIGINT)
    recording.process.stdin = None  # it stays open: only the signal ends it
    code, err = recording.end()
    assert code == 0 and "damaged" not in err, err
    assert events_of(weir, out) == events[:-1]


@pytest.fixture(scope="module")
def much():
    """A trace that is more text than pipes hold."""
    stream, _ = weirstream.random_stream(seed=12, harts=2, threads=6, events=12000)
    return weirstream.definitions(harts=2) + bytes(stream.bytes)


def until_it_waits(process):
    """Waits until a process has slept for a while: it is blocked."""
    asleep = 0
    for _ in range(1000):
        state = open(f"/proc/{process.pid}/stat").read().rpartition(")")[2].split()[0]
        asleep = asleep + 1 if state == "S" else 0
        if asleep == 20:
            return
        time.sleep(0.02)
    raise AssertionError("it does not wait")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("waits", ["for a writer", "for a reader"])
def test_a_signal_ends_waiting_for_a_pipe(program, made, tmp_path, waits, number):
    """A named pipe that nobody else opens."""
    pipe, source = tmp_path / "pipe", tmp_path / "source.recTr"
    os.mkfifo(pipe)
    source.write_bytes(made[0])
    recording = Recording(
        program,
        *([pipe, "-o", tmp_path / "out.recTr"] if waits == "for a writer" else
          [source, "--to", "flux", "-o", pipe]))
    until_it_waits(recording.process)
    recording.process.send_signal(number)
    code, err = recording.end()
    if waits == "for a writer":
        assert code == 1 and "found no byte: it is empty" in err
    else:
        assert code == 2 and "cannot open: Interrupted system call" in err


@pytest.mark.parametrize("reads", [True, False], ids=["late", "never"])
def test_a_signal_while_the_reader_waits(weir, program, much, tmp_path, reads):
    """The first signal loses nothing: a slow reader still gets what has arrived.

    The second one ends a recording whose reader has stopped.
    """
    source = tmp_path / "source.recTr"
    source.write_bytes(much)
    recording = Recording(program,
                          source,
                          "--to",
                          "csv",
                          "-o",
                          "-",
                          stdout=subprocess.PIPE)
    until_it_waits(recording.process)
    recording.process.send_signal(signal.SIGINT)
    if reads:
        out, _ = recording.process.communicate(timeout=60)
        assert recording.process.returncode == 0
        assert out == weir("record", "-q", source, "--to", "csv", "-o", "-").data
    else:
        until_it_waits(recording.process)
        recording.process.send_signal(signal.SIGTERM)
        assert recording.process.wait(60) == 2
        assert b"cannot write: Interrupted system call" in recording.process.stderr.read()


def test_standard_input_stays_as_it_is(weir, program, much):
    """Others may have it open, too, and one socket may be input and output."""
    ours, theirs = socket.socketpair()
    command = [program("build/weir-san"), "record", "-q", "-", "--to", "csv", "-o", "-"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs) as process:
        sender = threading.Thread(target=lambda: [ours.sendall(much),
                                                  ours.shutdown(socket.SHUT_WR)])
        sender.start()
        until_it_waits(process)  # its output is full
        assert not fcntl.fcntl(theirs, fcntl.F_GETFL) & os.O_NONBLOCK
        theirs.close()
        got = b"".join(iter(lambda: ours.recv(1 << 16), b""))
        sender.join(60)
    assert process.returncode == 0
    assert got == weir("record", "-q", "-", "--to", "csv", "-o", "-", data=much).data


def test_rotation(weir, made, tmp_path):
    """Every file is complete, with all earlier names; together they have each event once."""
    data, events, _ = made
    done = weir("record", "-", "-o", tmp_path / "part.recTr", "--rotate", "1k", data=data)
    files = sorted(tmp_path.glob("part-*.recTr"))
    assert done.code == 0 and len(files) > 3 and f"in {len(files)} files" in done.err
    assert files[1].name == "part-000001.recTr"  # a shell sorts a million of them
    assert events_of(weir, *files) == events
    for path in files:
        assert weir("check", path).code == 0
    names = lambda path: {
        line.split()[1]
        for line in weir("info", path).out.splitlines() if line.startswith("  0x80001")
    }
    assert names(files[0]) <= names(files[-1])


def test_earlier_pieces(weir, made, tmp_path):
    """Pieces of an earlier recording are not mixed with those of this one."""
    out, names = tmp_path / "part.recTr", ("part-0009.recTr", "part-000010.recTr")
    for name in names + ("part-1.recTr", "part-00110.fxt", "other-0000.recTr"):
        (tmp_path / name).write_bytes(b"old")
    done = weir("record", "-", "-o", out, "--rotate", "1k", data=made[0])
    assert done.code == 2 and done.err == (
        f"weir: {tmp_path}/part-000010.recTr exists: remove the pieces of the earlier recording, "
        "or choose another OUT\n")
    assert not (tmp_path / "part-000000.recTr").exists()
    for name in names:
        (tmp_path / name).unlink()
    assert weir("record", "-", "-o", out, "--rotate", "1k", data=made[0]).code == 0


def lossy(tmp_path):
    stream, names = weirstream.random_stream(seed=11, harts=2, threads=4, events=900)
    path = tmp_path / "whole.recTr"
    path.write_bytes(weirstream.definitions(harts=2) + bytes(stream.bytes))
    assert stream.losses
    return path


def test_pieces_stand_alone(weir, tmp_path):
    """Each begins with the threads that run, and the totals of drops."""
    path = lossy(tmp_path)
    done = weir("record", path, "-o", tmp_path / "part.recTr", "--rotate", "1k")
    assert done.code == 0 and "threads of" not in done.err
    row = re.compile(r" +[\d.]+ +\d  \S+ +\w+ \d+|.* dropped: ")
    rows = lambda p: [
        line.split("; reason")[0] for line in weir("dump", p).out.splitlines() if row.match(line)
    ]
    files = sorted(tmp_path.glob("part-*.recTr"))
    assert len(files) > 3 and rows(path) == [line for p in files for line in rows(p)]
    assert all(weir("check", p).code == 0 for p in files)


@pytest.mark.parametrize("to", ["recTr", "rkh"])
def test_pieces_have_all_names(weir, tmp_path, to):
    """Also those of ids that occur later: of the head, of a dictionary, of the stream."""
    stream = weirstream.Stream()
    stream.name(0, 0x100, "pump")
    for value in range(900):
        stream.event(0, 1, value, 5)
    for number in (2, 3):
        stream.event(0, number, 7, 5)
    path, names = tmp_path / "t.recTr", tmp_path / "names.json"
    path.write_bytes(
        weirstream.definitions(ids=[(0, 1, "one"), (0, 2, "two")]) + bytes(stream.bytes))
    names.write_text('{"ids": {"3": "three"}}')
    done = weir("record", path, "-N", names, "-o", tmp_path / f"part.{to}", "--rotate", "1k")
    assert done.code == 0 and "left out" not in done.err, done.err
    files = sorted(tmp_path.glob(f"part-*.{to}"))
    assert len(files) > 2
    for piece in files[1:]:
        shown = weir("dump", piece).out
        for name in ("USER 1 is one", "USER 2 is two", "USER 3 is three", "0x100 is pump"):
            assert f"{name}\n" in shown, (piece, shown)
    assert " USER 2 two = 7" in shown and " USER 3 three = 7" in shown


def test_pieces_have_the_names_of_providers(weir, tmp_path):
    path, record = tmp_path / "two.fxt", fxtgen.record
    words = fxtgen.Words().word(0x0016547846040010)
    for number, name in ((1, b"kernel"), (2, b"apps")):
        words += record(1 << 16 | number << 20 | len(name) << 52, fxtgen.Words().stream(name))
        words += record(1, fxtgen.Words().word(100000000))
    for i in range(400):
        words += record(2 << 16 | (1 + i % 2) << 20)
        words += record(4 | 0x8003 << 32 | 0x8006 << 48,
                        fxtgen.Words().word(1000 + i).word(1).word(10).stream(b"net").stream(
                            b"packet"))
    path.write_bytes(words.bytes[fxtgen.LITTLE])
    assert weir("record", path, "-o", tmp_path / "part.fxt", "--rotate", "4k").code == 0
    pieces = sorted(tmp_path.glob("part-*.fxt"))
    assert len(pieces) > 2
    for piece in pieces:
        shown = weir("dump", piece).out
        assert "provider kernel #1\n" in shown and "provider apps #2\n" in shown, shown[:500]


@pytest.mark.parametrize("to", ["recTr", "fxt"])
def test_pieces_join(weir, tmp_path, to):
    """One behind the other they are the trace again."""
    path = lossy(tmp_path)
    weir("record", path, "-o", tmp_path / f"part.{to}", "--rotate", "2k")
    files, out = sorted(tmp_path.glob(f"part-*.{to}")), tmp_path / "joined.recTr"
    assert len(files) > 2
    assert weir("convert", "-", "-o", out, data=b"".join(p.read_bytes() for p in files)).code == 0
    assert weir("check", out).code == 0
    shown = [weir("stats", "--json", p).out for p in (path, out)]
    assert shown[0].replace("whole.recTr", "joined.recTr") == shown[1]
    done = weir("convert", *files, "-o", tmp_path / "merged.recTr")
    assert "follow each other" in done.err and "cat FILE..." in done.err
    assert "follow each other" not in weir("convert", path, path, "-o", out).err


def test_extra_arguments(weir, tmp_path):
    """FXT has them all, as the message and the guide say; flux has one value of an event."""
    stream, path = weirstream.Stream(), tmp_path / "t.recTr"
    for number in range(9):
        stream.event(0, 1, number, 10, args=(7, 8))
    path.write_bytes(weirstream.definitions(args=3) + bytes(stream.bytes))
    rows, said = {}, {}
    for out in ("out.fxt", "out.recTr"):
        said[out] = weir("record", path, "-o", tmp_path / out).err
        lines = weir("dump", tmp_path / out).out.splitlines()
        rows[out] = [line.split(" USER ")[1] for line in lines if " USER " in line]
    assert rows["out.fxt"] == [f"1 value={n} value1=7 value2=8" for n in range(9)]
    assert "left out" not in said["out.fxt"]
    assert rows["out.recTr"] == [f"1 = {n}" for n in range(9)]
    assert "out.recTr: left out arguments of 9 instant records\n" in said["out.recTr"]


def test_quiet(weir, tmp_path):
    """No summary, progress, or losses of the conversion; errors remain."""
    stream, _ = weirstream.random_stream(seed=9, harts=6, events=300, loss=False)
    second = weirstream.entry(16 * (1 + 63) + 1, 5, 1, b"\7")  # its hart 17 is none of RKH
    data = (weirstream.definitions(harts=6) + weirstream.definitions(harts=2, trace=9) +
            b"\0\4\0" + bytes(stream.bytes) + b"\0\4\x09" + second + b"\0\4\0")
    loud, quiet = weir("record", "-", "-o", tmp_path / "a.rkh", data=data), weir("record",
                                                                                 "-q",
                                                                                 "-",
                                                                                 "-o",
                                                                                 tmp_path / "b.rkh",
                                                                                 data=data)
    assert loud.code == quiet.code == 0 and "left out" in loud.err and "bytes in" in loud.err
    assert quiet.err == "" and (tmp_path / "a.rkh").read_bytes() == (tmp_path /
                                                                     "b.rkh").read_bytes()
    bad = weir("record",
               "-q",
               "-",
               "-o",
               tmp_path / "c.rkh",
               data=data + weirstream.entry(99, 1, 1, b"\x01"))
    assert bad.code == 1 and "found item 99" in bad.err and len(bad.err.splitlines()) == 1


def test_damage_is_stepped_over(weir, made, tmp_path):
    data, events, _ = made
    out = tmp_path / "out.recTr"
    bad = weirstream.entry(99, 1, 1, b"\x01")  # an item no event has
    done = weir("record",
                "-",
                "-o",
                out,
                data=data + bad + weirstream.entry(weirstream.item_of(0, 7), 5, 1, b"\x09"))
    assert done.code == 1 and "found item 99" in done.err and done.err.endswith(
        ", 1 damaged region\n")
    assert [e[:1] + e[1:] for e in events_of(weir, out)][:-1] == events and events_of(
        weir, out)[-1][1:] == (0, 7, 9)


def test_rkh_frames(weir, made, tmp_path):
    """RKH frames, one of them damaged: the rest is read, and the loss is counted."""
    data, events, _ = made
    path, frames, out = tmp_path / "t.recTr", tmp_path / "t.rkh", tmp_path / "out.recTr"
    path.write_bytes(data)
    assert weir("convert", path, "-o", frames).code == 0
    assert weir("record", frames, "--from", "rkh", "-o", out).code == 0
    assert events_of(weir, out) == events
    damaged = bytearray(frames.read_bytes())
    damaged[len(damaged) // 2] ^= 0x10
    done = weir("record", "-", "--from", "rkh", "-o", out, data=bytes(damaged))
    got = events_of(weir, out)
    assert len(events) - 4 <= len(got) < len(events) and ("damaged" in done.err
                                                          or "lost" in done.err)


@pytest.mark.parametrize("args,message", [
    (["-", "-o", "x.vcd"
      ], "vcd cannot be written live: record to flux (.recTr), or to FXT (.fxt) if events have "
      "extra arguments, then convert it"),
    (["-", "--to", "csv", "-o", "-", "--rotate", "1k"
      ], "--rotate needs a file: give its name with -o OUT"),
    (["-", "-o", "x.recTr", "--rotate", "10X"
      ], "--rotate 10X: write a size like 100M"),
    (["-", "-o", "x.recTr", "--from", "txtb"
      ], "txtb cannot be read live: record its bytes"),
    (["-", "-o", "x.recTr", "--baud", "1"
      ], "--baud 1: write a number from 9600 to 4000000"),
    (["-", "-o", "x.recTr", "--baud", "115200"
      ], "standard input is no serial port: leave out --baud"),
    (["-", "-o", "x.recTr", "--reconnect"
      ], "standard input: --reconnect works with tcp:HOST:PORT only"),
    (["tcp:nowhere", "-o", "x.recTr"], "tcp:nowhere: write tcp:HOST:PORT, like tcp:board:5000"),
    (["/nonexistent/port", "-o", "x.recTr"], "weir: /nonexistent/port: cannot open: No such file"),
])
def test_usage(weir, tmp_path, monkeypatch, args, message):
    monkeypatch.chdir(tmp_path)
    done = weir("record", *args, data=b"\0\x01fluxxxxx")
    assert done.code == 2 and message in done.err and not list(tmp_path.iterdir())


def test_full_disk(weir, made):
    done = weir("record", "-", "--to", "flux", "-o", "/dev/full", data=made[0])
    assert done.code == 2 and done.err == "weir: /dev/full: cannot write: No space left on device\n"
