# SPDX-License-Identifier: Apache-2.0
"""TXTB: bytes checked by hand, every object type and event, rings, dumps, bad buffers, and what
tracex-parser reads.
"""

import re
import struct
import subprocess
import sys

import pytest

ISR, INIT = 0xFFFFFFFF, 0xF0F0F0F0
A, B, BASE = 0x20000100, 0x20000200, 0x20001000


def entry(kind,
          address,
          name,
          parameters=(0, 0),
          reserved=(0, 0),
          available=0,
          order="<",
          names=32):
    """A registry entry."""
    return struct.pack(order + "BBBBLLL", available, kind, *reserved, address, *
                       parameters) + name.ljust(names, b"\0")[:names]


def event(context, priority, number, timestamp, info=(0, 0, 0, 0), order="<"):
    return struct.pack(order + "8L", context, priority, number, timestamp, *info)


def trace(objects, events, mask=0xFFFFFFFF, oldest=0, order="<", names=32, base=BASE, gaps=(0, 0)):
    """A trace buffer; gaps: bytes between header and registry, registry and ring."""
    registry = base + 48 + gaps[0]
    ring = registry + len(objects) * (16 + names) + gaps[1]
    end = ring + 32 * len(events)
    head = struct.pack(order + "LLLLHHLLLLLLL", 0x54585442, mask, base, registry, 0, names,
                       ring - gaps[1], ring, end, ring + 32 * oldest, 0xAAAAAAAA, 0xBBBBBBBB,
                       0xCCCCCCCC)
    return head + b"\xee" * gaps[0] + b"".join(objects) + b"\xee" * gaps[1] + b"".join(events)


THREADS = [
    entry(1, A, b"A", (0x1000, 512), (0x80, 5)),
    entry(1, B, b"B", (0x2000, 512), (0x81, 7)),
    entry(0, 0, b"", available=1)
]
UNUSED = event(0, 0, 0xFFFFFFFF, 0)


@pytest.fixture(scope="session")
def dump(program):
    """dump(bytes, ...) is (exit code, lines, error) of the sanitized txtb-dump reading standard
    input.
    """
    tool = program("build/sw/txtb-dump-san")

    def run(data, *options):
        done = subprocess.run([tool, *options, "-"], input=data, capture_output=True, timeout=60)
        error = done.stderr.decode().strip()
        assert "Sanitizer" not in error and "runtime error" not in error, error
        return done.returncode, done.stdout.decode().splitlines(), error

    return run


def times(lines):
    return [int(m.group(1)) for m in (re.match(r"@(\d+) ", line) for line in lines) if m]


# ---- golden bytes


def test_page_example(dump, root):
    """The buffer of the page, byte by byte."""
    page = (root / "docs/reference/txtb.md").read_text()
    block = page.split("A whole buffer")[1].split("```")[1]
    data = b"".join(
        bytes.fromhex(re.match(r"(?:[0-9a-f]{2} {0,2})+", line).group()
                      ) if not line.startswith("(") else bytes(int(line[1:].split()[0]))
        for line in block.strip().splitlines())
    assert data == trace(
        [entry(1, A, b"A", (0x1000, 512), (0x80, 5)),
         entry(0, 0, b"", available=1)], [
             event(A, 0x80050005, 2, 0xFFF0, (A, 0, 0, 0)),
             event(ISR, 0, 1, 0x0010, (A, 0, 0, A)),
             event(A, 0x80050005, 4097, 0x0020, (1060, 0, 0, 0))
         ],
        mask=0xFFFF)
    code, lines, error = dump(data)
    assert (code, error) == (0, "")
    assert lines == [
        "TXTB at 0 little-endian mask=0x0000ffff base=0x20001000 names=32 registry=2 ring=3 "
        "oldest=0",
        'object 0x20000100 thread "A" priority=5 "stack start"=4096 "stack size"=512',
        "@65520 0x20000100(A) priority=5/5 THREAD_SUSPEND thread=0x20000100(A) new_state=ready "
        "stack=0x00000000 "
        "next_thread=0x00000000 | 0x20000100(A) -> idle",
        "@65552 ISR over idle THREAD_RESUME thread=0x20000100(A) previous_state=ready "
        "stack=0x00000000 "
        "next_thread=0x20000100(A) | idle -> 0x20000100(A)",
        "@65568 0x20000100(A) priority=5/5 user+1 info1=0x424 info2=0x0 info3=0x0 info4=0x0",
        "events=3 unused=0 wraps=1 last=65568",
    ]


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("names", [0, 7, 32, 1000])
def test_orders_and_name_sizes(dump, order, names):
    objects = [
        entry(1, A, b"alpha", (1, 2), (0x80, 5), order=order, names=names),
        entry(3, B, b"q" * 40, order=order, names=names)
    ]
    events = [event(A, 0x80050005, 69, t, (B, 3, ISR, 2), order) for t in (1, 5)]
    code, lines, error = dump(trace(objects, events, order=order, names=names))
    assert (code, error) == (0, "")
    assert lines[0].split()[3] == ("little-endian" if order == "<" else "big-endian")
    assert lines[1].startswith(f'object 0x20000100 thread "{"alpha"[:names]}" priority=5')
    assert lines[2].startswith(f'object 0x20000200 queue "{("q" * 40)[:names]}"')
    assert times(lines) == [1, 5] and lines[3].endswith("wait=forever enqueued=2")


TYPES = """not valid,thread,timer,queue,semaphore,mutex,event flags group,block pool,byte pool,
media,file,IP,packet pool,TCP socket,UDP socket,reserved,reserved,reserved,reserved,reserved,
reserved,USB host stack device,USB host stack interface,USB host endpoint,USB host class,USB device,
USB device interface,USB device endpoint,USB device class,?""".replace("\n", "").split(",")


def test_every_object_type(dump):
    """All types of the format's page, with the meaning of their parameters.

    A number without a meaning is passed on.
    """
    objects = [entry(kind, 0x1000 + kind, b"x", (11, 22)) for kind in range(len(TYPES))]
    lines = dump(trace(objects, [event(A, 0, 6, 0)]))[1][1:-2]
    assert len(lines) == len(TYPES) == 30
    for kind, line in enumerate(lines):
        assert line.startswith(f'object 0x{0x1000 + kind:08x} {TYPES[kind]} "x"'), line
    meanings = {
        1: ("stack start", "stack size"), 2: ("initial ticks", "reschedule ticks"),
        3: ("queue size", "message size"), 4: ("initial instances", ), 5: ("inheritance flag", ),
        7: ("total blocks", "block size"), 8: ("total bytes", ), 9: ("FAT cache size",
                                                                     "sector cache size"),
        11: ("stack start", "stack size"), 12: ("packet size", "number of packets"),
        13: ("IP address", "window size"), 14: ("IP address", "RX queue max")
    }
    for kind, line in enumerate(lines):
        expected = "".join(
            f' "{name}"={value}' for name, value in zip(meanings.get(kind, ()), (11, 22)))
        assert line == f'object 0x{0x1000 + kind:08x} {TYPES[kind]} "x"{expected}'


IDS = {
    *range(1, 7), *range(10, 18), *range(20, 28), *range(30, 38), 40, *range(50, 58),
    *range(60, 71), *range(80, 90), *range(100, 118), *range(120, 130)
}


def test_every_event_id(dump):
    """All ids have names that differ, other ids have none.

    Fields without a meaning are not shown.
    """
    numbers = [*range(0, 1030), 4095, 4096, 65535]
    lines = dump(trace(THREADS, [event(A, 0, n, n, (1, 2, 3, 4)) for n in numbers]))[1][3:-1]
    names = {}
    for number, line in zip(numbers, lines):
        word = line.split(" ")[2]
        if number in IDS:
            assert re.fullmatch(r"[A-Z_]+", word), line
            names[number] = word
        elif number >= 4096:
            assert word == f"user+{number - 4096}"
        else:
            kind = ("reserved" if number in (0, *range(1000, 1025)) else
                    "ThreadX" if number < 200 else "FileX" if number < 300 else "NetX" if number <
                    600 else "USBX" if number < 1000 else "user")
            assert line.split(" ")[2:4] == [kind, str(number)], line
    assert len(IDS) == len(names) == len(set(names.values())) == 88
    assert [names[n] for n in (1, 36, 69, 88, 112, 129)] == [
        "THREAD_RESUME", "EVENT_FLAGS_SET", "QUEUE_SEND", "SEMAPHORE_PUT", "THREAD_SLEEP",
        "TIMER_PERFORMANCE_SYSTEM_INFO_GET"
    ]


@pytest.mark.parametrize("number,info,shown", [
    (3, (0x100, 7, 1, 0), "ISR_ENTER stack=0x00000100 isr=7 system_state=1 preempt_disable=0"),
    (6, (1, 2, 3, 4), "RUNNING"),
    (5, (B, 1, 0, 0x100),
     "TIME_SLICE next_thread=0x20000200(B) system_state=1 preempt_disable=0 stack=0x00000100 | "
     "0x20000100(A) -> 0x20000200(B)"),
    (10, (B, 0x30, 0, 9),
     "BLOCK_ALLOCATE pool=0x20000200(B) memory=0x00000030 wait=0 remaining_blocks=9"),
    (32, (B, 0xF0, 0x0F, 1),
     "EVENT_FLAGS_GET group=0x20000200(B) requested_flags=0xf0 current_flags=0xf get_option=1"),
    (52,
     (B, ISR, A, 2), "MUTEX_GET mutex=0x20000200(B) wait=forever owner=0x20000100(A) own_count=2"),
    (107, (A, 3, 4, 13),
     "THREAD_PREEMPTION_CHANGE thread=0x20000100(A) new_threshold=3 old_threshold=4 state=mutex"),
    (109, (0x100, B, 0, 0),
     "THREAD_RELINQUISH stack=0x00000100 next_thread=0x20000200(B) | 0x20000100(A) -> 0x20000200(B)"
     ),
    (112, (50, 4, 0x100, 0), "THREAD_SLEEP ticks=50 state=sleep stack=0x00000100"),
    (124, (B, 10, 20, 1),
     "TIMER_CREATE timer=0x20000200(B) initial_ticks=10 reschedule_ticks=20 enable=1"),
    (120, (99, 0x100, 5, 6), "TIME_GET ticks=99 stack=0x00000100"),
])
def test_fields(dump, number, info, shown):
    assert dump(trace(
        THREADS,
        [event(A, 0x80050005, number, 3, info)]))[1][3] == f"@3 0x20000100(A) priority=5/5 {shown}"


# ---- time and order


@pytest.mark.parametrize("mask,timestamps,expected", [
    (0xFFFFFFFF, [0xFFFFFFF0, 0x10], [0xFFFFFFF0, 0x100000010]),
    (0xFFFF, [0xABCDFFF0, 0x12340010, 0x0010], [0xFFF0, 0x10010, 0x10010]),
    (0xFF, [250, 4, 3, 255, 0], [250, 260, 515, 767, 768]),
    (0x7FFFFFFF, [0x7FFFFFFF, 0x80000000], [0x7FFFFFFF, 0x80000000]),
    (0xFFFFFFF0, [0x1F, 0x2F, 0x0F], [0x10, 0x20, 0x100000000]),
])
def test_time(dump, mask, timestamps, expected):
    """The mask is applied, and wraps of the timer's width are counted."""
    assert times(dump(trace(THREADS, [event(A, 0, 6, s) for s in timestamps],
                            mask=mask))[1]) == expected


@pytest.mark.parametrize("oldest", range(6))
def test_full_ring(dump, oldest):
    order = [(k - oldest) % 6 for k in range(6)]
    lines = dump(trace(THREADS, [event(A, 0, 6, 100 + k) for k in order], oldest=oldest))[1]
    assert times(lines) == list(range(100, 106)) and lines[-1].endswith("unused=0 wraps=0 last=105")


@pytest.mark.parametrize("used", range(6))
@pytest.mark.parametrize("unused", [UNUSED, event(0, 0, 0, 0), event(A, 0, 0xFFFFFFFF, 7)])
def test_partly_filled_ring(dump, used, unused):
    """The current pointer is at the next free entry: the written ones are before it."""
    lines = dump(
        trace(THREADS, [event(A, 0, 6, 100 + k) for k in range(used)] + [unused] * (6 - used),
              oldest=used))[1]
    assert times(lines) == list(range(100, 100 + used)) and f"unused={6 - used} " in lines[-1]


def test_current_pointer_at_the_end(dump):
    lines = dump(trace(THREADS, [event(A, 0, 6, k) for k in range(4)], oldest=4))[1]
    assert times(lines) == [0, 1, 2, 3]


# ---- dumps of memory


@pytest.mark.parametrize("offset", [0, 1, 3, 256, 4095, 131073])
@pytest.mark.parametrize("order", "<>")
def test_dump_of_memory(dump, offset, order):
    """Buffers are found at any alignment, in any window, also when their id appears elsewhere."""
    data = trace([entry(1, A, b"A", order=order)],
                 [event(A, 0, 6, k, order=order) for k in range(5)],
                 order=order)
    around = (b"TXTB is what a program's text may have; BTXT too. " * (offset // 50 + 1))[:offset]
    for options in ((), ("-m", "256")):
        code, lines, error = dump(around + data + b"\0\1" * 50 + data + b"TXTB", *options)
        assert (code, error) == (0, "")
        heads = [line for line in lines if line.startswith("TXTB")]
        assert [line.split()[2] for line in heads] == [str(offset), str(offset + len(data) + 100)]
        assert times(lines) == [*range(5), *range(5)]


def test_gaps(dump):
    """Registry and ring are where the pointers say, not only one behind the other."""
    lines = dump(trace(THREADS, [event(A, 0, 6, k) for k in range(3)], gaps=(20, 12)))[1]
    assert times(lines) == [0, 1, 2] and '"A"' in lines[1] and "sequential" not in lines[0]


def test_wrong_base(dump):
    """Pointers without sense of place, but right sizes.

    The reader assumes consecutive parts, and reports it.
    """
    data = bytearray(trace(THREADS, [event(A, 0, 6, k) for k in range(3)]))
    data[8:12] = struct.pack("<L", 0xF0000000)
    lines = dump(bytes(data))[1]
    assert times(lines) == [0, 1, 2] and lines[0].endswith(" sequential")


def test_misplaced_current(dump):
    data = bytearray(trace(THREADS, [event(A, 0, 6, k) for k in range(3)]))
    data[32:36] = struct.pack("<L", struct.unpack_from("<L", data, 32)[0] + 33)
    lines = dump(bytes(data))[1]
    assert times(lines) == [0, 1, 2] and lines[0].endswith(" misplaced")


# ---- bad buffers, each with its message

GOOD = trace(THREADS, [event(A, 0, 6, k) for k in range(4)], oldest=1)


def patched(offset, value):
    return GOOD[:offset] + struct.pack("<L", value) + GOOD[offset + 4:]


RING = BASE + 48 + 3 * 48
BAD = [
    ("empty", b"", "byte 0: expected the id TXTB here or behind, found none"),
    ("no id", b"hello, world" * 99, "byte 0: expected the id TXTB here or behind, found none"),
    ("header cut", GOOD[:47],
     "byte 0: expected a trace buffer of 48 bytes, found the end after 47"),
    ("registry backwards", patched(
        20, BASE), "byte 20: expected an end at or behind the start 0x20001030, found 0x20001000"),
    ("ring backwards", patched(28, RING - 32),
     f"byte 28: expected an end at or behind the start 0x{RING:08x}, found 0x{RING - 32:08x}"),
    ("registry size", patched(
        20, BASE + 48 + 47), "byte 20: expected a registry of entries of 48 bytes, found 47 bytes"),
    ("ring size", patched(
        28, RING + 100), "byte 28: expected a ring of entries of 32 bytes, found 100 bytes"),
    ("no ring", patched(28,
                        RING), "byte 28: expected a ring of entries of 32 bytes, found 0 bytes"),
    ("current", patched(32, RING - 32),
     f"byte 32: expected a current pointer in the ring from 0x{RING:08x}, found 0x{RING - 32:08x}"),
    ("mask", patched(4, 0), "byte 4: expected a timer mask with valid bits, found 0"),
]


@pytest.mark.parametrize("data,message", [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad(dump, data, message):
    assert dump(data) == (2, [], f"txtb-dump: -: {message}")
    if len(data) > 48:  # where it is makes no difference
        moved = re.sub(r"byte (\d+)",
                       lambda m: f"byte {int(m.group(1)) + (7 if data[:1] == b'B' else 0)}",
                       message)
        assert dump(b"1234567" + data)[2] == f"txtb-dump: -: {moved}"


@pytest.mark.parametrize("size", [*range(48, 52), *range(52, len(GOOD), 17), len(GOOD) - 1])
def test_cut(dump, size):
    """Everything present is delivered, in order; then one line, and exit code 1."""
    code, lines, error = dump(GOOD[:size])
    ring = 48 + 3 * 48
    whole = max(0, (size - ring) // 32)
    order = [k for k in (1, 2, 3, 0) if k < whole]
    assert code == 1 and error == (f"txtb-dump: -: byte {size}: expected a trace buffer of "
                                   f"{len(GOOD)} bytes, found the end after {size}")
    span = 1 << 32
    expected = [order[0] + (k - order[0]) % span for k in order] if order else []
    assert times(lines) == expected


@pytest.mark.parametrize("memory", [(), ("-m", "256")])
@pytest.mark.parametrize("whole", range(3))
@pytest.mark.parametrize("more", [0, 1, 16, 255, 256, 300, 1015])
def test_cut_in_a_long_entry(dump, memory, whole, more):
    """An entry of the registry is delivered if all of it is there, also if it is longer than the
    reader's memory.
    """
    data = trace([entry(1, address, b"x", names=1000) for address in (A, B, A)],
                 [event(A, 0, 6, 1)],
                 names=1000)
    size = 48 + whole * 1016 + more
    code, lines, error = dump(data[:size], *memory)
    assert [line.split()[1] for line in lines
            if line.startswith("object")] == ["0x20000100", "0x20000200"][:whole]
    assert code == 1 and error == (f"txtb-dump: -: byte {size}: expected a trace buffer of "
                                   f"{len(data)} bytes, found the end after {size}")


# ---- TraceX's statistics


def tracex_running_times(events):
    """Running time by thread as TraceX counts it.

    The context of an event runs from there, until an event that says who is next.
    """
    running, since, totals = None, None, {}
    for line in events:
        time, context = int(re.match(r"@(\d+)", line).group(1)), line.split(" ")[1].split("(")[0]
        if running is not None and since is not None:
            totals[running] = totals.get(running, 0) + time - since
        switch = re.search(r"\| \S+ -> (\S+)", line)
        running = switch.group(1).split("(")[0] if switch else (
            running if context == "ISR" else context)
        since = time
    return totals


def test_switches_back(dump):
    """SUSPEND and RESUME of the writer give the running times: A 40, B 30, idle 20."""
    events = [
        event(A, 0x80050005, 2, 0, (A, 0, 0, B)),
        event(B, 0x80070007, 2, 30, (B, 0, 0, 0)),
        event(ISR, 0, 1, 50, (A, 0, 0, A)),
        event(A, 0x80050005, 2, 90, (A, 0, 0, B))
    ]
    lines = [line for line in dump(trace(THREADS, events))[1] if line.startswith("@")]
    assert tracex_running_times(lines) == {"0x20000200": 30, "idle": 20, "0x20000100": 40}


# ---- tracex-parser reads what we write


def by_tracex(path):
    """(events, names by address) as tracex-parser reads a file."""
    from tracex_parser.file_parser import parse_tracex_buffer

    events, registry = parse_tracex_buffer(str(path))
    names = {address: o["thread_reg_entry_obj_name"].decode() for address, o in registry.items()}
    return [(e.thread_ptr, e.thread_priority, e.id, e.timestamp, e.raw_args, e.thread_name)
            for e in events], names


@pytest.mark.parametrize("seed", range(12))
def test_tracex_parser(program, tmp_path, capsys, seed):
    """Files of the writer and full rings, random, as tracex-parser reads them.

    Equal events, names, order.
    """
    path, expected = tmp_path / "x.trx", tmp_path / "x.txt"
    subprocess.run([program("build/tests/formats/txtb_kinds"), path,
                    str(seed)],
                   check=True,
                   stdout=expected.open("w"))
    events, names = by_tracex(path)
    ours, our_names = [], {0: ""}
    for line in expected.read_text().splitlines():
        kind, *rest = line.split(" ")
        if kind == "object":
            our_names[int(rest[0])] = rest[1]
        else:
            numbers = [int(n) for n in rest]
            context = numbers[0]
            name = {ISR: "INTERRUPT", INIT: "INITIALIZATION"}.get(context) or our_names.get(context)
            ours.append((*numbers[:4], numbers[4:8], name))
    assert len(ours) > 20 and events == ours
    assert names == our_names
    assert "Cant find 0x0" not in capsys.readouterr().out


# ---- generated pages, code for small cores


def test_page_is_generated(root):
    sys.path.insert(0, str(root / "sw/lib/txtb/tools"))
    import txtb_spec

    text = (root / "docs/reference/txtb.md").read_text()
    source = (root / "sw/lib/txtb/txtb_table.h").read_text()
    assert txtb_spec.page(source, text) == text, "run: make docs-txtb"
    assert {int(number) for number in re.findall(r"^\| (\d+) \| `", text, re.M)} == IDS


def test_target(program):
    """The ring needs nothing from any library, has no data of its own, and stays small."""
    unit = program("build/fw/txtb/ring.o")
    undefined = subprocess.run(["riscv64-unknown-elf-nm", "-u", unit],
                               capture_output=True,
                               text=True,
                               check=True).stdout
    assert undefined.strip() == ""
    sizes = subprocess.run(["riscv64-unknown-elf-size", unit],
                           capture_output=True,
                           text=True,
                           check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    assert text < 700 and data == 0 and bss == 0
