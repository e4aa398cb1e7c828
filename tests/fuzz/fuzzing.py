# SPDX-License-Identifier: Apache-2.0
"""Common to all fuzzers: hash of their sources, first inputs, stored inputs, a run of libFuzzer."""

import hashlib
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
FORMATS = HERE.parent / "formats"
sys.path.insert(0, str(FORMATS))
import fluxgen  # noqa: E402
import fxtgen  # noqa: E402
import weirstream  # noqa: E402

ROOT = HERE.parents[1]
INCLUDES = [
    "sw/cli", "sw/lib/*", "sw/view", "driver/include", "tests/fuzz", "sim/bench", "sim/golden"
]


def with_headers(sources):
    """These files and all of this project that they include, sorted."""
    found, left = set(), [Path(path) for path in sources]
    while left:
        if (path := left.pop()) in found:
            continue
        found.add(path)
        for name in re.findall(r'^#include "(.*?)"', path.read_text(), re.M):
            left += [
                header for pattern in (path.parent.relative_to(ROOT), *INCLUDES)
                for header in ROOT.glob(f"{pattern}/{name}")
            ][:1]
    return sorted(found)


def about(sources, harness=()):
    """What a campaign is of.

    A hash of these files and what they include; and the last revision in which a source changed,
    the harness apart.
    """
    files, tested = with_headers([*sources, *harness]), with_headers(sources)
    code = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    git = lambda *words: subprocess.run(
        ["git", "-C", ROOT, *words, "--", *tested], capture_output=True, text=True).stdout.strip()
    revision = git("log", "-1", "--format=%h", "--abbrev=7")
    return {
        "code": code,
        "revision": revision + (" and changes" if revision and git("status", "--porcelain") else "")
    }


def revision(state):
    """What about() says, for a page."""
    last = f"revision {state['revision']} and " if state["revision"] else ""
    return f"{last}SHA-256 {state['code'][:16]}"


# The first bytes of an input are options of the harness.


FOUND = "There was one"


def findings(where):
    """For a page: whether a campaign found something, in these of its parts."""
    return "A campaign stops at its first finding. " + (f"{FOUND}: {', '.join(where)}."
                                                        if where else "There was none.")


def flux_seeds(build, folder):
    """Every vector, and random traces."""
    subprocess.run([build / "sw/flux-roundtrip", "0", "400", folder],
                   check=True,
                   stdout=subprocess.DEVNULL)
    for path in sorted((FORMATS / "vectors/flux").glob("*.recTr")) + sorted(folder.glob("*.flux")):
        for option in (0, 4, 12, 128):
            yield f"{path.stem}-{option}", bytes([option, 1]) + path.read_bytes()


def fxt_seeds(build, folder):
    """Every vector in both byte orders, and random streams."""
    for name in ("kinds.txt", "bad.txt"):
        for vector in fxtgen.vectors(name):
            for order, label in ((fxtgen.LITTLE, "little"), (fxtgen.BIG, "big")):
                for option in (0, 1, 28):
                    magic = bytes.fromhex("1000044678541600") if name == "kinds.txt" else b""
                    yield f"{vector.name}-{label}-{option}", bytes(
                        [option, 3]) + magic + vector.words.bytes[order]
    for number in range(40):
        yield f"random-{number}", bytes([0, 9]) + fxtgen.Random(number,
                                                                12).words.bytes[fxtgen.LITTLE]


def rkh_seeds(build, folder):
    """Frames with and without escapes, configuration, dictionary, and all of them."""
    frames = [
        bytes.fromhex(text)
        for text in ("ac00300c800300144111011000001e", "ab0001000000034c4f575057520066",
                     "c3017d5e00000003240493", "c5020000000005", "7d7d7e7e")
    ]
    for number, data in enumerate(frames + [b"\x7e".join(frames)]):
        for option in (0, 4, 0x1C, 1, 2):
            yield f"{number}-{option}", bytes([option, 0x13, number, number
                                               ]) + b"\x7e" + data + b"\x7e"


def txtb_seeds(build, folder):
    """Buffers in both byte orders, with names of several sizes, some longer than the reader's
    memory.
    """
    for order in "<>":
        for names in (0, 4, 32, 400):
            for events in (1, 3):
                ring = 0x1000 + 48 + 16 + names
                head = struct.pack(order + "LLLLHHLLLLLLL", 0x54585442, 0xFFFF, 0x1000, 0x1030, 0,
                                   names, ring, ring, ring + 32 * events, ring, 1, 2, 3)
                body = struct.pack(order + "BBBBLLL", 0, 1, 0x80, 5, 9, 1, 2) + b"n" * names
                rest = b"".join(
                    struct.pack(order + "8L", 9, 1, k, 5, 1, 2, 3, 4) for k in range(events))
                kind = "little" if order == "<" else "big"
                yield f"{kind}-{names}-{events}", b"\x10" + head + body + rest


def elf(order, wide, sections, symbols=()):
    """An ELF of these sections, (name, type, flags, address, bytes), and of objects, (name, number
    of the section, address).
    """
    names, strings, table = b"\0", b"\0", []
    word = "Q" if wide else "L"
    for name, section, address in (("", 0, 0), *symbols):
        kind = 0 if not name else 1
        table.append(
            struct.pack(order +
                        "LBBHQQ", len(strings), kind, 0, section, address, 4) if wide else struct.
            pack(order + "LLLBBH", len(strings), address, 4, kind, 0, section))
        strings += name.encode() + b"\0"
    sections = [("", 0, 0, 0, b""), *sections, (".symtab", 2, 0, 0, b"".join(table)),
                (".strtab", 3, 0, 0, strings)]
    for name in [*(section[0] for section in sections), ".shstrtab"]:
        names += name.encode() + b"\0" if name else b""
    sections.append((".shstrtab", 3, 0, 0, names))
    body, heads, at = b"", b"", 64 if wide else 52
    for name, kind, flags, address, data in sections:
        link, size = (len(sections) - 2, 24 if wide else 16) if kind == 2 else (0, 0)
        heads += struct.pack(order + "LL" + 4 * word + "LL" + 2 * word,
                             names.index(b"\0" + name.encode() + b"\0") + bool(name) if name else 0,
                             kind, flags, address, at + len(body), len(data), link, 0, 1, size)
        body += data
    start = bytes([0x7F, *b"ELF", 2 if wide else 1, 2 if order == ">" else 1, 1, *bytes(9)])
    start += struct.pack(order + "HHL" + 3 * word + "LHHHHHH", 2, 243, 1, 0, 0, at + len(body), 0,
                         64 if wide else 52, 0, 0, 64 if wide else 40, len(sections),
                         len(sections) - 1)
    return start + body + heads


def names_seeds(build, folder):
    """Dictionaries of each kind, and logs of every conversion with the words they want."""
    words = lambda *numbers: bytes([len(numbers)]) + b"".join(
        struct.pack("<L", n & 0xFFFFFFFF) for n in numbers)
    yield "yaml", (b"\0\0ids:\n  1: sample\n  0x10: {name: valve, unit: bar, values: {0: shut, "
                   b"1: open}}\nthreads:\n  0x20001000: pump\n")
    yield "json", (b'\0\0{"ids": {"1": "sample", "2": {"name": "v", "values": {"0": "shut"}}}, '
                   b'"threads": {"4096": "idle"}}')
    yield "anchors", b"\0\0ids: &a {1: x}\nthreads: *a\n"
    for order in "<>":
        for wide in (False, True):
            entry = lambda kind, id_, value, name, unit: struct.pack(order + "LLQ52s12s", kind, id_,
                                                                     value, name, unit)
            file = elf(order,
                       wide, [(".weir_names", 1, 0, 0,
                               entry(1, 7, 0, b"valve", b"bar") + entry(2, 7, 1, b"open", b"")),
                              (".weir_formats", 1, 0, 0x1000, b"log %d of %s\0"),
                              (".rodata", 1, 2, 0x8000, b"text\0more\0"),
                              (".data", 1, 3, 0x20000000, b"")], [("pump", 4, 0x20001000),
                                                                  ("idle", 4, 0x20002000)])
            yield f"elf-{'big' if order == '>' else 'little'}-{64 if wide else 32}", bytes(
                [0]) + words(5, 0x8000, 0) + file
    for number, (form, args) in enumerate(
        [(b"plain %% text", ()), (b"%d %i %u %x %X %o %c", (-1, 2, 3, 4, 5, 6, 65)),
         (b"%hhd %hd %ld %lld %zu %jx %td", (1, 2, 3, 4, 5, 6, 7, 8, 9)),
         (b"%s and %p and %S", (0x8000, 0x8003)),
         (b"%*d|%-*.*f|%.*s", (9, 1, 20, 3, 0, 0x3FF00000, 2, 0x8001)),
         (b"%+08.3e %g %a %F %E %G", (0, 0x40090000, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
         (b"%99999d %.99999s", (1, 0x8000)), (b"%", ()), (b"%-+ #0'12.5lld", (1, 2)),
         (b"%*.*s%*d", (-5, -7, 0x8000, 0x7FFFFFFF, 3)), (b"%n%m%k", ())]):
        for option in (1, 3, 5):
            yield f"log-{number}-{option}", bytes([option]) + words(*args) + form + b"\0"
    yield "record", bytes([9]) + words(0x04030201, 0x00000605, 0x00200006)
    yield "record-user", bytes([9]) + words(0x01020310, 0x0000FFFF, 0x00C00006)
    yield "nothing", bytes([17, 0])


def event_seeds(build, folder):
    """Random streams with and without a head; traps, words, sections and state by hand."""
    entry, pint = weirstream.entry, weirstream.pint
    head = weirstream.definitions().split(b"\0\x10")[0] + b"\0\x20\0\x04ns10\0\0"
    for number in range(24):
        stream, _ = weirstream.random_stream(number,
                                             events=30,
                                             harts=1 + number % 3,
                                             threads=4 + number % 9,
                                             named=1 + number % 3,
                                             cache=number % 5)
        for option in (1, 3):
            yield f"stream-{number}-{option}", bytes([option + 32 *
                                                      (number % 4), number]) + bytes(stream.bytes)
        yield f"headed-{number}", bytes([32 + 2 *
                                         (number & 1), number]) + head + bytes(stream.bytes)
    stream = weirstream.Stream(threads=3)
    stream.switch(0, 0x1234)
    stream.trap(0, 1 << 31 | 7, 1)
    stream.event(0, 1, 7, 10, args=(0, 128))
    stream.event(2, 0x4400, 1 << 40, 1, args=(5, 6, 7))
    stream.name(0, 0x1234, "idle")
    stream.trap(0, 1 << 31 | 7, 0)
    stream.switch(1, 0x99)
    plain = bytes(stream.bytes)
    state = b"\0\x23\0\x08" + struct.pack("<Q", stream.time) + entry(4, 0, 1, b"\x01") + entry(
        256, 0, 1, b"\x05") + entry(1, 0, 2, b"\x34\x12") + entry(768, 0, 2, b"\x34\x12") + entry(
            784, 0, 2, weirstream.unsigned(0x99))
    for end in (2, 3):
        checkpoint = state + entry(4, 0, 1, bytes([end]))
        rest = entry(784, 3, 2, b"") + entry(3, 9, 1, b"\x04") + entry(5, 1, 1, b"\x07")
        for option in (33, 35, 41, 97):
            yield f"state-{end}-{option}", bytes([option, 5]) + plain + checkpoint + rest
            yield f"late-{end}-{option}", bytes([option, 5]) + checkpoint + rest
        section = lambda generation, data: b"\0\x06" + bytes([generation]) + pint(
            249, 2) + struct.pack("<H", len(data)) + data.ljust(249, b"\0")
        for option in (33, 37, 39):
            ring = section(1, checkpoint + rest) + section(0x81, checkpoint + rest[:4])
            yield f"ring-{end}-{option}", bytes([option, 5]) + ring
    yield "other version", b"\x20\0" + weirstream.definitions(
        description="weir ip 1.0 regs 3 coarse stream 4")[:80]
    yield "coarse", b"\x22\0" + head.replace(b"regs 3 stream 3", b"coarse stream 3") + plain


SINKS = ("flux", "fxt", "txtb", "rkh", "csv", "json", "vcd", "ctf", "fst", "arrow")


def sinks_seeds(build, folder):
    """Traces of each format, and bytes that make records."""
    sources = []
    for number in range(4):
        stream, _ = weirstream.random_stream(number, events=30, harts=1 + number % 3, threads=4)
        sources.append((0, weirstream.definitions(harts=1 + number % 3) + bytes(stream.bytes)))
        sources.append((0, fluxgen.generate(number, 20)[0]))
        sources.append((1, bytes(fxtgen.Random(number, 20).words.bytes[fxtgen.LITTLE])))
    for place, name in enumerate(("flux", "fxt", "txtb", "rkh")):
        sources += [(place, data[1:]) for data in kept(corpus(name)).get(name, [])[::40]]
    for number, (place, data) in enumerate(sources):
        yield f"{number}", bytes([0, 12 + place, 0]) + data
    chance = random.Random(1)
    for number in range(24):
        data = chance.randbytes(chance.choice((20, 60, 150)))
        yield f"made-{number}", data[:1] + bytes([data[1] & 0xf3]) + data[2:]


def serve_seeds(build, folder):
    """A client for each request that the fuzzer knows, whole and in two parts, and blocks."""
    for live in (0, 1):
        for number in range(10):
            yield f"whole-{live}-{number}", bytes([live, 0, number, 5, 8, *b"recorded", 6, 1])
            yield f"parts-{live}-{number}", bytes(
                [live, 1, number, 30, 2, 4, *b"\r\n\r\n", 3, 255])
    yield "many", bytes([1] + [byte for peer in range(20) for byte in (8 * peer, peer % 2)])


SEEDS = {
    "event": event_seeds, "names": names_seeds, "flux": flux_seeds, "fxt": fxt_seeds,
    "rkh": rkh_seeds, "serve": serve_seeds, "sinks": sinks_seeds, "txtb": txtb_seeds
}


def corpus(name):
    """The file of the inputs of a fuzzer that are kept."""
    return HERE / f"{name}-corpus.txt"


def kept(path):
    """What such a file has: {what the inputs are for: [bytes]}"""
    inputs = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        if not line.startswith("#"):
            what, data = line.split()
            inputs.setdefault(what, []).append(bytes.fromhex(data))
    return inputs


def keep(path, inputs, about):
    lines = [f"{what} {data.hex()}" for what in sorted(inputs) for data in inputs[what] if data]
    path.write_text(f"# SPDX-License-Identifier: Apache-2.0\n# {about}\n" + "\n".join(lines) + "\n")


def fewest(fuzzer, folders, *flags):
    """As few inputs of these folders as cover what all of them cover."""
    with tempfile.TemporaryDirectory() as into:
        subprocess.run([fuzzer, "-set_cover_merge=1", *flags, into, *folders],
                       check=True,
                       capture_output=True)
        return sorted((path.read_bytes() for path in Path(into).iterdir()),
                      key=lambda data: (len(data), data))


def fewest_within(room, fuzzer, folders, label):
    """Those of fewest() that reach every edge first, then those that reach it otherwise, shortest
    first; as many as fit a file of this many letters.
    """
    chosen = []
    for data in fewest(fuzzer, folders, "-use_counters=0") + fewest(fuzzer, folders):
        if data not in chosen and (room := room - 2 * len(data) - len(label) - 2) > 0:
            chosen.append(data)
    return sorted(chosen, key=lambda data: (len(data), data))


def write_seeds(name, build, folder, length):
    """The seeds of a format, and the inputs that are kept, as files in a folder, cut to length.

    As a list, always the same.
    """
    made, seeds = folder / "made", folder / "seeds"
    for path in (made, seeds):
        path.mkdir(parents=True, exist_ok=True)
    for label, data in SEEDS[name](build, made):
        (seeds / label).write_bytes(data[:length])
    for number, data in enumerate(kept(corpus(name)).get(name, [])):
        (seeds / f"kept-{number}").write_bytes(data[:length])
    return sorted(seeds.iterdir())


def run(name, build, folder, *, runs, length, seed, seeds=(), corpus=(), sink=None):
    """One run of libFuzzer, from a list of seeds and folders that it adds to: (failure's text or
    None, its figures). What it finds
    is left in folder as crash-... It depends on these arguments alone, if there are no folders.
    sink: the only one to fuzz, of sinks."""
    names = folder / f"seed-inputs-{length}"
    names.write_text(",".join(map(str, seeds)))
    dictionary = HERE / f"{name}.dict"
    done = subprocess.run(
        [
            build / f"fuzz/{name}-fuzz", f"-runs={runs}", f"-max_len={length}", f"-seed={seed}",
            "-timeout=60", "-entropic=0", "-reload=0", "-print_final_stats=1", "-print_funcs=0",
            f"-artifact_prefix={folder}/",
            *([f"-dict={dictionary}"] if dictionary.exists() else []),
            *([f"-seed_inputs=@{names}"] if seeds else []), *corpus
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        env={**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=8:malloc_context_size=1",
             **({"WEIR_SINK": sink} if sink else {})})  # a tenth faster
    if done.returncode:
        return done.stderr[-4000:], {}
    edges, features, inputs = map(int,
                                  re.findall(r" cov: (\d+) ft: (\d+) corp: (\d+)", done.stderr)[-1])
    executions = int(re.search(r"number_of_executed_units: (\d+)", done.stderr).group(1))
    return None, dict(executions=executions, edges=edges, features=features, corpus=inputs)
