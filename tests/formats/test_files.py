# SPDX-License-Identifier: Apache-2.0
"""Users' files: an output appears when it is whole, no input is overwritten, nothing else is
deleted, and neither errors nor signals leave anything behind."""

import csv
import io
import json
import os
import resource
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest
import weirstream

FORMATS = ["flux", "fxt", "rkh", "txtb", "vcd", "fst", "json", "csv", "arrow"]


def trace(events=300, seed=5):
    stream, _ = weirstream.random_stream(seed=seed, harts=2, threads=6, events=events)
    return weirstream.definitions(harts=2) + bytes(stream.bytes)


@pytest.fixture(scope="module")
def large():
    """A trace that takes a second to convert."""
    stream = weirstream.Stream()
    for i in range(400000):
        stream.event(i % 2, 1 + i % 50, i * 7919, delta=20)
    return weirstream.definitions(harts=2) + bytes(stream.bytes)


@pytest.fixture
def folder(tmp_path):
    """A folder with a trace; see `names`."""
    (tmp_path / "a.recTr").write_bytes(trace())
    return tmp_path


def names(path):
    """All names in a folder, hidden ones too."""
    return sorted(os.listdir(path))


def files(path):
    return {p.name: p.read_bytes() for p in path.iterdir()}


# ---- an output is whole


@pytest.mark.parametrize("format", FORMATS)
def test_a_failure_leaves_the_old_file(program, folder, large, format):
    """A limit of the size of files stands for a full disk: a write fails, or a signal ends it."""
    (folder / "a.recTr").write_bytes(large)
    for ignored in (True, False):
        out = folder / "out"
        out.write_bytes(b"precious")

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN if ignored else signal.SIG_DFL)

        done = subprocess.run(
            [program("build/weir"), "convert", folder / "a.recTr", "--to", format, "-o", out],
            capture_output=True,
            preexec_fn=limit,
            env={**os.environ, "TMPDIR": str(folder)},
            timeout=60)
        assert done.returncode == (2 if ignored else -signal.SIGXFSZ), done.stderr
        assert out.read_bytes() == b"precious" and names(folder) == ["a.recTr", "out"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("format", ["fst", "ctf", "txtb", "json"])
def test_a_signal_leaves_nothing(program, folder, large, format, number):
    (folder / "a.recTr").write_bytes(large)
    out = folder / "out"
    if format != "ctf":
        out.write_bytes(b"precious")
    before = names(folder)
    process = subprocess.Popen(
        [program("build/weir"), "convert", folder / "a.recTr", "--to", format, "-o", out],
        env={**os.environ, "TMPDIR": str(folder)})
    end = time.monotonic() + 20
    while names(folder) == before and time.monotonic() < end:  # until it writes
        time.sleep(0.001)
    assert process.poll() is None and names(folder) != before
    process.send_signal(number)
    assert process.wait(20) == -number
    assert names(folder) == before and (format == "ctf" or out.read_bytes() == b"precious")


def test_old_and_new(weir, folder):
    """The new file is visible only when it is whole; mode and links stay."""
    out, link = folder / "out.csv", folder / "link.csv"
    out.write_bytes(b"old")
    out.chmod(0o600)
    link.symlink_to("out.csv")
    assert weir("convert", folder / "a.recTr", "-o", link).code == 0
    assert link.is_symlink() and out.read_bytes().startswith(b"kind,")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    loose = folder / "loose.csv"
    loose.symlink_to("new.csv")
    assert weir("convert", folder / "a.recTr", "-o", loose).code == 0
    assert loose.is_symlink() and (folder / "new.csv").read_bytes() == out.read_bytes()
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE((folder / "new.csv").stat().st_mode) == 0o666 & ~umask
    assert names(folder) == ["a.recTr", "link.csv", "loose.csv", "new.csv", "out.csv"]


def test_streams_are_written_directly(weir, program, folder):
    """Pipes, devices and open files are not replaced."""
    plain = weir("convert", folder / "a.recTr", "--to", "txtb", "-o", "-").data
    fifo = folder / "fifo"
    os.mkfifo(fifo)
    with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE) as cat:
        assert weir("convert", folder / "a.recTr", "--to", "txtb", "-o", fifo).code == 0
        assert cat.stdout.read() == plain
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    with open(folder / "out", "wb") as out:  # the shell writes to the same file before and after
        out.write(b"before\n")
        out.flush()
        done = subprocess.run(
            [program("build/weir-san"), "convert", folder / "a.recTr", "--to", "csv", "-o", "-"],
            stdout=out)
        assert done.returncode == 0
    inode = (folder / "out").stat().st_ino
    with open(folder / "out", "r+b") as out:
        path = f"/proc/self/fd/{out.fileno()}"
        subprocess.run(
            [program("build/weir-san"), "convert", folder / "a.recTr", "--to", "csv", "-o", path],
            pass_fds=[out.fileno()],
            check=True)
    assert (folder / "out").stat().st_ino == inode
    assert (folder / "out").read_bytes().startswith(b"kind,")
    assert names(folder) == ["a.recTr", "fifo", "out"]


def test_a_protected_file_stays(weir, program, folder):
    out = folder / "out.csv"
    out.write_bytes(b"precious")
    assert weir("convert", folder / "a.recTr", "-o", folder).code == 2
    if os.getuid():
        out.chmod(0o400)
        done = weir("convert", folder / "a.recTr", "-o", out)
        assert done.code == 2 and "Permission denied" in done.err
        assert out.read_bytes() == b"precious"
    done = weir("convert", folder / "a.recTr", "-o", folder / "no" / "out.csv")
    assert done.code == 2 and "its folder does not exist" in done.err
    assert names(folder) == ["a.recTr", "out.csv"]


# ---- a directory


def test_directory_of_ctf(weir, folder):
    out = folder / "out.ctf"
    assert weir("convert", folder / "a.recTr", "-o", out).code == 0
    first = files(out)
    assert sorted(first) == ["hart0", "hart1", "metadata"] or "metadata" in first
    (folder / "b.recTr").write_bytes(trace(seed=6))
    assert weir("convert", folder / "b.recTr", "-o", out).code == 0  # its own is replaced
    assert files(out) != first and names(folder) == ["a.recTr", "b.recTr", "out.ctf"]
    assert weir("convert", folder / "a.recTr", "--to", "ctf", "-o", f"{out}//").code == 0
    assert files(out) == first and names(folder) == ["a.recTr", "b.recTr", "out.ctf"]
    assert weir("convert", folder / "a.recTr", "--to", "ctf", "-o", f"{folder}/new/").code == 0
    assert files(folder / "new") == first
    empty = folder / "empty"
    empty.mkdir()
    assert weir("convert", folder / "a.recTr", "--to", "ctf", "-o", empty).code == 0
    assert files(empty) == first


@pytest.mark.parametrize("name", ["rest", "metadata", "hart0", "hart7", "notes.txt", "hart1x"])
def test_foreign_files_stay(weir, folder, name):
    for earlier in (False, True):
        out = folder / f"out{earlier}"
        out.mkdir()
        if earlier:
            assert weir("convert", folder / "a.recTr", "--to", "ctf", "-o", out).code == 0
        (out / name).write_bytes(b"mine")
        before = files(out)
        done = weir("convert", folder / "a.recTr", "--to", "ctf", "-o", out)
        assert done.code == 2 and name in done.err and files(out) == before
    assert names(folder) == ["a.recTr", "outFalse", "outTrue"]


# ---- inputs


def aliases(path):
    """The file under other names."""
    hard, soft = path.with_name("hard.csv"), path.with_name("soft.csv")
    os.link(path, hard)
    soft.symlink_to(path)
    return [path, hard, soft, path.parent / "." / path.name]


@pytest.mark.parametrize("command", [
    lambda a, b, out: ["convert", a, b, "--to", "csv", "-o", out],
    lambda a, b, out: ["convert", b, a, "--to", "fst", "-o", out],
    lambda a, b, out: ["convert", b, "--names", a, "--to", "csv", "-o", out],
    lambda a, b, out: ["stats", a, "--svg", out],
    lambda a, b, out: ["plot", "share", b, a, "-o", out],
    lambda a, b, out: ["view", a, "-o", out],
    lambda a, b, out: ["names", b, a, "-o", out],
    lambda a, b, out: ["record", a, "--to", "csv", "-o", out],
    lambda a, b, out: ["record", b, "--names", a, "--to", "csv", "-o", out],
])
def test_no_input_is_an_output(weir, folder, command):
    a, b = folder / "input.svg", folder / "b.recTr"
    dictionary = command(a, b, "")[0] == "names" or "--names" in command(a, b, "")
    a.write_bytes(b'{"ids": {"1": "sample"}}' if dictionary else trace())
    b.write_bytes(a.read_bytes() if command(a, b, "")[0] == "names" else trace(seed=6))
    before = files(folder)
    for out in aliases(a):
        if command(a, b, "")[0] in ("stats", "plot"):
            out = out.rename(out.with_suffix(".svg")) if out != a and out.suffix != ".svg" else out
        done = weir(*command(a, b, out))
        assert done.code == 2 and "is an input: choose another output" in done.err, done.err
    for path in folder.iterdir():
        if path.name in before:
            assert path.read_bytes() == before[path.name]
        else:
            assert path.read_bytes() == before["input.svg"]


def test_standard_output_is_no_input(program, folder):
    """It would read what it writes, and never end."""
    for command in (["dump"], ["convert", "--to", "csv", "-o", "-"]):
        before = (folder / "a.recTr").read_bytes()
        with open(folder / "a.recTr", "ab") as out:
            done = subprocess.run([program("build/weir-san"), *command, folder / "a.recTr"],
                                  stdout=out,
                                  stderr=subprocess.PIPE,
                                  timeout=20)
        assert done.returncode == 2
        assert b"is an input: send standard output to another file" in done.stderr
        assert (folder / "a.recTr").read_bytes() == before


@pytest.mark.parametrize("stream, command, code, error", [
    (1, "info", 2, "weir: standard output: cannot write: Bad file descriptor\n"),
    (1, "check", 2, "weir: standard output: cannot write: Bad file descriptor\n"),
    (1, "dump", 2, "weir: standard output: cannot write: Bad file descriptor\n"),
    (1, "convert -o x.fxt", 0, ""),
    (1, "convert --to csv -o -", 2, "weir: standard output: cannot write: Bad file descriptor\n"),
    (0, "check -", 2, "weir: standard input: cannot read: Bad file descriptor\n"),
    (0, "check", 0, ""),
    (2, "check", 0, ""),
])
def test_a_closed_stream_is_no_file(program, folder, stream, command, code, error):
    """A file that the command opens does not stand for a stream that the caller has closed."""
    words = command.split()
    if "-" not in words[1:2]:
        words.insert(1, "a.recTr")
    done = subprocess.run([program("build/weir-san"), *words],
                          cwd=folder,
                          preexec_fn=lambda: os.close(stream),
                          stdin=subprocess.DEVNULL,
                          capture_output=True,
                          timeout=20)
    assert (done.returncode, done.stderr.decode()) == (code, error)


# ---- a recording


def test_a_recording_that_does_not_begin_leaves_the_old_file(weir, folder):
    out = folder / "out.recTr"
    out.write_bytes(b"precious")
    assert weir("record", "-", "-o", out, data=b"no trace" * 100).code == 1
    assert weir("record", "-", "-o", out, "--from", "rkh", data=b"no trace" * 100).code == 1
    assert out.read_bytes() == b"precious" and names(folder) == ["a.recTr", "out.recTr"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_a_recording_well(weir, program, folder, number):
    """What came is in the file, which is visible from its first event on."""
    out = folder / "out.recTr"
    data = trace()
    with subprocess.Popen([program("build/weir-san"), "record", "-q", "-", "-o", out],
                          stdin=subprocess.PIPE) as recording:
        recording.stdin.write(data)
        recording.stdin.flush()
        end = time.monotonic() + 20
        while (not out.exists() or out.stat().st_size < 1000) and time.monotonic() < end:
            time.sleep(0.01)
        recording.send_signal(number)
        assert recording.wait(20) == 0
    assert weir("check", out).code == 0 and names(folder) == ["a.recTr", "out.recTr"]
    whole = weir("record", "-q", "-", "--to", "flux", "-o", "-", data=data)
    assert whole.code == 0 and out.read_bytes() == whole.data


# ---- hostile texts

CONTROLS = "".join(map(chr, [*range(1, 32), *range(0x7f, 0xa0), 0x61c, 0x200e, 0x200f,
                             *range(0x202a, 0x202f), *range(0x2066, 0x206a)]))
HOSTILE = [CONTROLS[i:i + 12] for i in range(0, len(CONTROLS), 12)] + ["\x9b31m", "a\u202eb"]


def hostile_trace():
    ids = [(0, 1 + i, text) for i, text in enumerate(HOSTILE)]
    names = [(0, 0x1000 + i, text) for i, text in enumerate(HOSTILE)]
    stream = weirstream.Stream()
    for i in range(len(HOSTILE)):
        stream.switch(0, 0x1000 + i, delta=30)
        stream.event(0, 1 + i, i, delta=50)
    return weirstream.definitions(ids=ids, names=names) + bytes(stream.bytes)


@pytest.mark.parametrize("command", [
    ["dump"], ["dump", "--entries"], ["info"], ["timeline", "--color=never"], ["stats"],
    ["stats", "--json"], ["stats", "--svg", "-"], ["plot", "timeline", "-o", "-"],
    ["plot", "share", "-o", "-"], ["convert", "--to", "json", "-o", "-"],
    ["convert", "--to", "csv", "-o", "-"], ["check"], ["names"], ["names", "--header"],
], ids=" ".join)
def test_no_output_has_control_characters(weir, tmp_path, command):
    path = tmp_path / "t.recTr"
    path.write_bytes(hostile_trace())
    if command[0] == "names":
        path = tmp_path / "t.json"
        path.write_text(json.dumps({"ids": {str(i + 1): {"name": text, "unit": text}
                                            for i, text in enumerate(HOSTILE)}}))
    done = weir(*command, path)
    assert done.code == 0 and len(done.out) > 20, done.err
    text = done.data.decode() + done.err
    assert not set(CONTROLS) - {"\n"} & set(text.replace("\r\n", "\n"))
    if "json" in command or "--json" in command or command == ["names"]:
        assert set(json_strings(json.loads(done.out))) >= set(HOSTILE)


@pytest.mark.parametrize("command", [
    "info", "check", "timeline", "stats", "doctor", "dump", "info --from csv", "convert -o x.vcd",
    "convert -o no/x.vcd", "record -o x.fxt", "view -o x.html", "compare a.recTr", "plot",
    "names", "nonsense", "info --no", "info x", "info --get id=2", "view --tui",
])
@pytest.mark.parametrize("size", [None, -3, 0])
def test_names_of_files_have_no_control_characters(weir, tmp_path, monkeypatch, command, size):
    """A good trace, one that is cut, and none, each in a file with such a name."""
    monkeypatch.chdir(tmp_path)
    Path("a.recTr").write_bytes(trace())
    name = f"x{CONTROLS}y.recTr"
    if size != 0:
        Path(name).write_bytes(trace()[:size])
    done = weir(*command.split(), name)
    assert not set(CONTROLS) - {"\n"} & set(done.out + done.err)
    assert all(line.startswith("weir: ") for line in done.err.splitlines())


def json_strings(value):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from (key, *json_strings(item))
    elif isinstance(value, list):
        for item in value:
            yield from json_strings(item)
    elif isinstance(value, str):
        yield value


def test_csv_has_no_formulas(weir, tmp_path):
    """A text that begins like a formula gets a ' in front; numbers stay numbers."""
    names = ["=1+2", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "a=1", '"=1', "'=1"]
    stream = weirstream.Stream()
    for i in range(len(names)):
        stream.event(0, 1 + i, 7, delta=50)
    path = tmp_path / "t.recTr"
    path.write_bytes(
        weirstream.definitions(ids=[(0, 1 + i, n) for i, n in enumerate(names)]) +
        bytes(stream.bytes))
    rows = list(csv.DictReader(io.StringIO(weir("convert", path, "--to", "csv", "-o", "-").out)))
    got = [r["id_name"] for r in rows if r["kind"] == "instant"]
    assert got == ["'=1+2", "'+1", "'-1", "'@SUM(1)", "'\\t=1", "'\\r=1", "a=1", '"=1', "'=1"]
    out = weir("convert", "-", "--to", "csv", "-o", "-", data=FOREIGN).out
    assert "-5" in [r["value"] for r in csv.DictReader(io.StringIO(out))]


# flux of others: one signal, one sample with the value -5
FOREIGN = bytes.fromhex("0001 666c7578 06 00 0174 00 00 0a 8020  0011 01 00 0169 00 02 00"
                        "0020 00 026e73 00 00  0a 01 11 fb")
