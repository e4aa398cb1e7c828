# SPDX-License-Identifier: Apache-2.0
"""Corner cases of docs/explanation/theory.md, one at a time, with the expected answers written out.

The scoreboard also compares every answer and byte of these runs with the golden model.
"""

import re

import pytest
from bench import HAS, REG, ROOT, Unit, cpp, run
from weirstream import REASONS as KINDS

CTRL, STATUS, FAULT, IRQ_ENABLE, IRQ_STATUS, WATERMARK = (
    REG[name]
    for name in ("CTRL", "STATUS", "FAULT", "IRQ_ENABLE", "IRQ_STATUS", "WATERMARK"))
LEVEL, TAIL, TIME_LO, TIME_HI = (REG[name] for name in ("LEVEL", "TAIL", "TIME_LO", "TIME_HI"))
SWITCH_ID, TIME_STEP, TIME_CTRL = (REG[name] for name in ("SWITCH_ID", "TIME_STEP", "TIME_CTRL"))
SELECT, SELECT_ID, RANGE, RATE_LIMIT, FILTERED = (
    REG[name]
    for name in ("SELECT", "SELECT_ID", "RANGE", "RATE_LIMIT", "FILTERED"))
FREEZE_AFTER, TRIGGER, TRIGGER_STATE, MATCH = (
    REG[name]
    for name in ("FREEZE_AFTER", "TRIGGER", "TRIGGER_STATE", "MATCH"))
SNOOP_CTRL, SNOOP_ADDR, RUNNING, SNOOP_MASK = (
    REG[name]
    for name in ("SNOOP_CTRL", "SNOOP_ADDR", "SNOOP_RUNNING", "SNOOP_MASK"))
PORT_MASK, DATA, COUNT = (REG[name] for name in ("PORT_MASK", "DATA", "COUNTERS"))
FRAME_CTRL, FRAME_HZ, WAIT, WINDOW_IDS, PIN_RISE = (
    REG[name]
    for name in ("FRAME_CTRL", "FRAME_HZ", "WAIT", "WINDOW_IDS", "PIN_RISE"))
VALUE, ID = (REG[name] for name in ("HART_PORT_VALUE", "HART_PORT_ID"))
IRQ_VALUE, IRQ_ID = (port + REG["HART_PORT_STRIDE"] for port in (VALUE, ID))
USER_VALUE, USER_ID = (port + 2 * REG["HART_PORT_STRIDE"] for port in (VALUE, ID))
RING_CTRL = REG["RING_CTRL"]
SW_ENTRY_PAGE = REG["SW_ENTRY"]
WINDOW = REG["HART_WINDOW"] - REG["HART"]  # from the port
GUARANTEED = REG["HART_GUARANTEED_PORT"] - REG["HART"]  # from the port or window
ENABLE, CLEAR = 1, 2
ACCESS, EMPTY = 1, 2
WORD = 0x2000_0000  # that holds the running thread
DELIVERED, TORN, BAD_ID, MASKED = ["delivered", "-"], ["dropped",
                                                       "TORN"], ["dropped",
                                                                 "ID"], ["dropped", "MASK"]
LOSS = 3  # item


@pytest.fixture
def unit(tmp_path):
    """An enabled unit that snoops WORD."""
    return start(tmp_path)


def start(tmp_path, parameters="small"):
    unit = Unit(tmp_path, parameters)
    if not HAS[parameters]["TINY"]:
        unit.write(SNOOP_ADDR, WORD).write(SNOOP_CTRL, 1)
    return unit.write(CTRL, ENABLE)


def counters(parameters):
    """At least the number of drop counters: reading or clearing all takes twice as many cycles."""
    has = HAS[parameters]
    return 32 << (has["HARTS"] + (has["PINS"] > 0) - 1).bit_length()  # the pins count as a hart


def size_of_fifo(parameters):
    """Bytes for entries, less those reserved for checkpoints and software entries (theory.md).
    """
    has = HAS[parameters]
    kept = (8 * (4 * 8 * has["HARTS"] + 8 *
                 (has["PINS"] > 0) + has["THREAD_CACHE"]) + 18 + 14) // 4 * 4
    return (4 << has["FIFO_LOG2"]) - has["CHECKPOINT"] * (kept + 128)


def most_of_entry(parameters):
    """Bytes reserved for one."""
    return 25 if HAS[parameters]["VALUE_W"] == 64 else 12 + 8 * HAS[parameters]["ARGS"]


def pair(unit, event_id, value, port=VALUE):
    return unit.write(port, value).write(port + 4, event_id)


def fates(unit):
    """(class, id, value, [fate, reason]) of every event."""
    return [(e[2], e[3], int(e[4], 16), e[5:]) for e in unit.events]


def dropped(kind, source=0):
    """Address of a counter of drops."""
    return COUNT + 128 * source + 4 * KINDS.index(kind)


def delivered(class_, source=0):
    """Address of a counter of delivered events."""
    return COUNT + 128 * source + 64 + 4 * ["USER", "COM", "SYS"].index(class_)


# ---- ids

IDS = [
    (0x0000, "NONE"),
    (0x0001, "USER"),
    (0x000B, "USER"),
    (0x000C, "USER"),
    (0x3FFF, "USER"),
    (0x4000, "COM"),
    (0x7FFF, "COM"),
    (0x8001, "NONE"),
    (0xBFFF, "NONE"),
    (0xC000, "SYS"),
    (0xFFFF, "SYS"),
    (0x10000, "NONE"),
    (0x10001, "NONE"),
    (0x18000, "NONE"),
    (0xFFFFFFFF, "NONE"),
]  # fmt: skip


def test_ids(unit):
    for event_id, _ in IDS:
        pair(unit, event_id, 5).write(ID, 1)  # a dropped id has consumed the value as well
    unit.play()
    expected = []
    for event_id, class_ in IDS:
        expected.append((class_, f"{event_id:x}", 5, BAD_ID if class_ == "NONE" else DELIVERED))
        expected.append(("NONE", "1", 0, TORN))
    assert fates(unit) == expected


def test_id_goes_before_torn(unit):
    unit.write(ID, 0).write(ID, 0x9000).write(ID, 1).play()
    assert [e[3] for e in fates(unit)] == [BAD_ID, BAD_ID, TORN]
    assert unit.numbers["dropped_id"] == 2 and unit.numbers["dropped_torn"] == 1


@pytest.mark.parametrize("parameters", HAS)
def test_switch_id_is_kept_and_reset(tmp_path, parameters):
    """Whatever other registers hold."""
    unit = start(tmp_path, parameters).write(WATERMARK, 0x5A5A).write(SWITCH_ID, 0xC000)
    for _ in range(8):
        pair(unit, 1, 0x40000000).idle(100)
    unit.read(SWITCH_ID).read(LEVEL).reset().read(SWITCH_ID).read(WATERMARK).play()
    before, level, *after = unit.values
    assert before == 0xC000 and level > 8 and after == [0x8000, 0xFFFF]


@pytest.mark.parametrize("switch_id, other", [(0x8000, 0xC000), (0xC000, 0x8000)])
def test_switch_id(unit, switch_id, other):
    unit.write(SWITCH_ID, switch_id).read(SWITCH_ID)
    pair(unit, switch_id, 0x77).read(RUNNING)
    pair(unit, other, 0x78).read(RUNNING)
    for wrong in (0, 0x8001, 0x4000, 0x18000, 0xFFFFFFFF):
        unit.write(FAULT, 3).write(SWITCH_ID, wrong).read(SWITCH_ID).read(FAULT)
    unit.play()
    assert unit.values == [switch_id, 0x77, 0x77] + [switch_id, ACCESS] * 5
    second = ("SYS", "c000", 0x78, DELIVERED) if other == 0xC000 else ("NONE", "8000", 0x78, BAD_ID)
    assert fates(unit) == [("SYS", "thread", 0x77, DELIVERED), second]


@pytest.mark.parametrize("parameters", ["tiny", "small", "small_frames"])
@pytest.mark.parametrize("switch_id", [0x8000, 0xC000])
def test_ids_beside_that_of_a_switch(tmp_path, parameters, switch_id):
    """An id that differs in one bit is no switch, and SWITCH_ID does not take it."""
    unit = start(tmp_path, parameters).write(SWITCH_ID, switch_id)
    beside = [switch_id ^ 1 << bit for bit in range(32) if bit != 14]  # bit 14 makes it the other
    for event_id in beside:
        pair(unit, event_id, 5).idle(20).write(FAULT, 3).write(SWITCH_ID,
                                                               event_id).read(SWITCH_ID).read(FAULT)
    unit.play()
    assert unit.values == [switch_id, ACCESS] * len(beside)
    assert [e[3] for e in unit.events] == [f"{event_id:x}" for event_id in beside]


# ---- narrow stores


@pytest.mark.parametrize("parameters", ["tiny", "small"])
@pytest.mark.parametrize("strobes", [s for s in range(15)])
@pytest.mark.parametrize("port", [VALUE, IRQ_VALUE])
def test_narrow_value_stores_nothing(tmp_path, parameters, port, strobes):
    unit = start(tmp_path, parameters).write(port, 5).write(port, 6,
                                                            strobes).read(FAULT).read(port).write(
                                                                port + 4, 1)
    unit.write(FAULT, ACCESS).read(FAULT).play()
    assert unit.values == [ACCESS, 5 if HAS[parameters]["VALUE_REGS"] else 0,
                           0]  # without a bank nobody is shown a value
    assert fates(unit) == [("NONE", "1", 0, TORN)]


@pytest.mark.parametrize("strobes", [s for s in range(15)])
@pytest.mark.parametrize("port", [VALUE, IRQ_VALUE])
def test_narrow_id_is_dropped(unit, port, strobes):
    unit.write(port, 5).write(port + 4, 1, strobes).read(FAULT).write(port + 4, 1).play()
    assert unit.values == [ACCESS]
    assert fates(unit) == [("NONE", "1", 5, BAD_ID), ("NONE", "1", 0, TORN)]


def test_narrow_stores_to_registers_do_nothing(unit):
    registers = [SWITCH_ID, WATERMARK, IRQ_ENABLE, CTRL, SNOOP_CTRL, SNOOP_ADDR, RUNNING]
    for register in registers:
        unit.write(FAULT, 3).write(register, 0xC000, 0x3).write(register, 0,
                                                                0x8).read(register).read(FAULT)
    unit.play()
    assert unit.values == [v for x in (0x8000, 0xFFFF, 0, ENABLE, 1, WORD, 0) for v in (x, ACCESS)]
    assert unit.events == []


@pytest.mark.parametrize("first", range(0, 32, 4))
@pytest.mark.parametrize("parameters", ["small", "small_frames", "full_short"])
def test_words_that_wait(tmp_path, parameters, first):
    """A word every cycle behind events of the port; each keeps all of its bits meanwhile."""
    unit, words = start(tmp_path, parameters), []
    for bit in range(first, first + 4):
        words += 2 * [1 << bit, ~(1 << bit) & 0xFFFFFFFF]
        for word in words[-4:]:
            unit.line(f"w {VALUE + WINDOW + 4:x} {bit:x}", f"s {WORD:x} {word:x}")
        unit.idle(200)
    unit.play()
    assert [value for _, event_id, value, _ in fates(unit) if event_id == "thread"] == words


def test_narrow_and_other_stores_are_not_snooped(unit):
    for strobes in range(15):
        unit.store(WORD, 7, strobes)
    unit.store(WORD + 4, 7).store(WORD ^ 0x8000_0000, 7).store(WORD, 0)
    unit.store(WORD | 3, 9).store(WORD, 9).idle(3).read(RUNNING).play()
    assert fates(unit) == [("SYS", "thread", 9, DELIVERED)]
    assert unit.events[0][1] == "3" and unit.values == [9]


# ---- offsets


def registers(has):
    """Addresses of a unit with these parameters that hold something, from the register description.
    """
    rdl = (ROOT / "rtl/regs/weir.rdl").read_text()
    rdl = re.sub(r"//.*", "", rdl)
    found = {
        int(start, 16)
        for start in re.findall(r"(?:}|_t)\s+[A-Z_]+\s*@\s*0x([0-9A-F]+)",
                                rdl.split("regfile")[0])
    }
    found = {start for start in found if start < SELECT}
    classes, windows = ((), ()) if has["TINY"] else (range(3), range(1024))
    if has["FILTER"]:
        found |= {
            SELECT, SELECT_ID, RANGE, RANGE + 4, RATE_LIMIT, RATE_LIMIT + 4, FILTERED, FREEZE_AFTER,
            TRIGGER, TRIGGER_STATE
        }
        found |= {MATCH + 16 * i + word for i in range(2) for word in (0, 4, 8)}
    if has["TINY"]:
        found -= {TIME_LO, TIME_HI}
    if not has["TINY"]:
        found |= {SNOOP_CTRL, SNOOP_ADDR, RUNNING, SNOOP_MASK}
    if has["PROTECT"]:
        found.add(PORT_MASK)
    if has["FRAME"]:
        found |= {FRAME_CTRL, FRAME_HZ}
    if not has["TINY"]:
        found |= {WAIT, WINDOW_IDS}
    if has["PINS"]:
        found |= set(range(PIN_RISE, PIN_RISE + 0xC, 4))
        found |= {COUNT + 128 * 5 + 4 * kind for kind in (*range(6 + has["FILTER"]), 7)}
        found |= {COUNT + 128 * 5 + 64 + 4 * class_ for class_ in classes}
    if has["RING"]:
        found |= set(range(RING_CTRL, RING_CTRL + 0x14, 4))
    for source in range(4):
        if source < 2 + has["PROTECT"] or (source == 3 and not has["TINY"]):
            found |= {COUNT + 128 * source + 4 * kind for kind in range(6 + has["FILTER"])}
            found |= {COUNT + 128 * source + 4 * 7 for _ in range(has["RETIRE"] or has["PINS"])}
            found |= {COUNT + 128 * source + 64 + 4 * class_ for class_ in classes}
    for port in range(2 + has["PROTECT"]):
        found |= {VALUE + 0x1000 * port, ID + 0x1000 * port}
        found |= {VALUE + WINDOW + 0x1000 * port + 4 * i for i in windows}
    words = 2 if has["VALUE_W"] == 64 else has["ARGS"]
    if words > 1:
        found |= {
            VALUE + 0x1000 * port + 8 + 4 * word
            for port in range(2 + has["PROTECT"])
            for word in range(words)
        }
    if not has["TINY"]:
        found |= {GUARANTEED + addr for addr in found if addr >= VALUE}
    if has["CHECKPOINT"]:
        found |= {SW_ENTRY_PAGE, SW_ENTRY_PAGE + 4, SW_ENTRY_PAGE + 8}
    return found | set(range(DATA, DATA + 0x1000, 4))


@pytest.mark.parametrize("write", [False, True], ids=["read", "write"])
@pytest.mark.parametrize("enabled", [False, True], ids=["disabled", "enabled"])
@pytest.mark.parametrize("parameters", ["small", "full_short", "tiny", "small_one"])
def test_unknown_offsets(tmp_path, parameters, write, enabled):
    """Every unused word: reads 0, ignores writes, sets FAULT.ACCESS, and nothing hangs."""
    known = registers(HAS[parameters])
    assert {0, 0x0C, SWITCH_ID, dropped("MASK", 1), IRQ_ID} <= known
    assert (RUNNING in known, PORT_MASK in known, TIME_HI in known, USER_ID
            in known, delivered("USER") in known) == {
                "small": (True, False, True, False, True),
                "full_short": (True, True, True, True, True),
                "tiny": (False, False, False, False, False),
                "small_one": (True, False, True, False, True),
            }[parameters]
    unknown = [a for a in range(0, 0x20000, 4) if a not in known]
    unknown = [a for a in unknown if a % 0x1000 < 0x500 or a % 0x1000 > 0xF80 or a % 0x1C == 0]
    unit = Unit(tmp_path, parameters).write(CTRL, ENABLE if enabled else 0)
    for addr in unknown:
        unit.write(FAULT, 3)
        if write:
            unit.write(addr, 0xFFFFFFFF)
        else:
            unit.read(addr)
        unit.read(FAULT)
    for offset in (0, 4, 0xFFC):  # the data page is read only
        unit.write(FAULT, 3).write(DATA + offset, 1).read(FAULT)
    unit.play()
    assert unit.values == ([ACCESS] if write else [0, ACCESS]) * len(unknown) + [ACCESS] * 3
    assert unit.events == []


READ_ONLY = [
    0, 4, 8, 0xC, STATUS, LEVEL, TAIL, TIME_HI,
    dropped("USER"),
    dropped("MASK", 3),
    delivered("SYS", 1)
]


def test_read_only_registers_are_not_written(unit):
    unit.write(FAULT, 3)
    for register in READ_ONLY:
        unit.write(register, 0xFFFFFFFF)
    for register in READ_ONLY:
        unit.read(register)
    unit.read(FAULT).play()
    features = 1 << 8 | 32 << 24
    assert unit.values == [
        0x52494557, 0x01000503, 1 | 4 << 8 | 5 << 13 | 10 << 18 | 8 << 23, features, 4
    ] + [0] * 7


@pytest.mark.parametrize("parameters", HAS)
def test_parameters(tmp_path, parameters):
    has = HAS[parameters]
    unit = Unit(tmp_path, parameters).read(8).read(0xC).play()
    config = has["HARTS"] | has["VALUE_REGS"] << 8 | has["QUEUE_LOG2"] << 13 | has[
        "FIFO_LOG2"] << 18 | has["THREAD_CACHE"] << 23
    features = has["RETIRE"] | has["FILTER"] << 1 | has["TIME_BASE"] << 2
    features |= has["CHECKPOINT"] << 3 | has["PEEK"] << 4 | has["PROTECT"] << 5
    features |= has["RING"] << 6 | has["TINY"] << 7 | has["ARGS"] << 8 | has["FRAME"] << 12
    features |= has["WIDE"] << 15
    features |= has["PINS"] << 16 | has["VALUE_W"] << 24
    assert unit.values == [config, features]


# ---- the thread cache


def cache_entry(number, hart=0):
    return 768 + 16 * number + hart


def switches(tmp_path, parameters, threads):
    """(item, value) of the entries of these switches, and their bytes."""
    unit = start(tmp_path, parameters)
    for thread in threads:
        unit.store(WORD, thread).idle(40)
    unit.write(CTRL, 0).play()
    return [(item, value) for _, item, value in unit.entries()], unit.stream


@pytest.mark.parametrize("parameters", ["small", "full_short", "many_harts"])
def test_known_threads(tmp_path, parameters):
    """Entries are filled in order; a known thread is named; thread 0 has no entry."""
    size = HAS[parameters]["THREAD_CACHE"]
    reported, data = switches(
        tmp_path, parameters,
        [0x100, 0x200, 0x100, 0, 0x200, 0, *range(1, size), 0x100, 0x200, size - 1])
    filled = [(cache_entry(2 + n), 1 + n) for n in range(size - 2)]
    assert reported[:6] == [(cache_entry(0), 0x100), (cache_entry(1), 0x200), (cache_entry(0), 0),
                            (1, 0), (cache_entry(1), 0), (1, 0)]
    assert reported[6:-4] == filled  # all are, and entry 0 is the victim:
    assert reported[-4:] == [(cache_entry(0), size - 1), (cache_entry(1), 0x100),
                             (cache_entry(2), 0x200), (cache_entry(0), 0)]
    assert bytes.fromhex("82302902") in data[12:17]  # no more bytes than this, 41 ticks later


def test_a_thread_that_runs_often_keeps_its_cache_entry(tmp_path):
    """The victim pointer skips an entry that was named since."""
    threads = [0x900, *(t for n in range(1, 20) for t in (n, 0x900))]
    reported, _ = switches(tmp_path, "full_short", threads)
    assert [t for t in reported if t[1] == 0x900] == [(cache_entry(0), 0x900)] and reported.count(
        (cache_entry(0), 0)) == 19
    assert [item for item, value in reported
            if value not in (0, 0x900)] == [cache_entry(1 + n % 3) for n in range(19)]


def test_clear_empties_the_cache(tmp_path):
    unit = start(tmp_path).store(WORD, 0x100).idle(40).write(CTRL, 0).idle(40)
    unit.read(STATUS).read(LEVEL).read(DATA).read(LEVEL).read(TAIL).write(
        CTRL, CLEAR).idle(200).write(RUNNING, 0).write(CTRL, ENABLE)
    unit.store(WORD, 0x100).idle(40).write(CTRL, 0).play()
    assert [(item, value) for _, item, value in unit.entries()] == 2 * [(cache_entry(0), 0x100)]


def test_no_cache(tmp_path):
    assert switches(tmp_path, "small_one", [0x100, 0x200, 0x100])[0] == [(1, 0x100), (1, 0x200),
                                                                         (1, 0x100)]


# ---- windows, and who may emit what


@pytest.mark.parametrize("parameters", ["small", "full_short", "small_one"])
def test_window(tmp_path, parameters):
    """One store is an event; it leaves the value of a pair; reads give 0; narrow stores are faults.
    """
    unit = start(tmp_path, parameters).write(VALUE, 5)
    for port in range(2 + HAS[parameters]["PROTECT"]):
        window = VALUE + 0x1000 * port + WINDOW
        for event_id in (1, 12, 1023, 0):
            unit.write(window + 4 * event_id, 0x80 + event_id).idle(10)
        unit.read(window + 4).write(window + 4, 7, 0x7).read(FAULT).write(FAULT, ACCESS)
    unit.write(ID, 2).play()
    expected = []
    for port in range(2 + HAS[parameters]["PROTECT"]):
        expected += [("USER", f"{i:x}", 0x80 + i, DELIVERED)
                     for i in (1, 12, 1023)] + [("NONE", "0", 0x80, BAD_ID)]
    assert fates(unit) == expected + [("USER", "2", 5, DELIVERED)]
    assert [e[1] for e in unit.events] == [str(i // 4) for i in range(len(unit.events) - 1)] + ["0"]
    assert unit.values == [0, ACCESS] * (2 + HAS[parameters]["PROTECT"])


def test_window_ids(tmp_path):
    """The upper quarters of a window reach every id: COM and SYS under PORT_MASK, a switch, none.
    """
    unit = start(tmp_path, "full_short").read(WINDOW_IDS).write(WINDOW_IDS, 0xFFFFC141)
    unit.read(WINDOW_IDS)
    for port in (VALUE, USER_VALUE):
        for at in (511, 512, 767, 768, 1023):
            unit.write(port + WINDOW + 4 * at, at).idle(20)
    unit.write(WINDOW_IDS, 0xBF80)
    for at in (512, 513, 1023):
        unit.write(VALUE + WINDOW + 4 * at, at).idle(20)
    unit.read(RUNNING).play()
    com = [("USER", "1ff", 511, DELIVERED), ("COM", "4100", 512, DELIVERED),
           ("COM", "41ff", 767, DELIVERED)]
    assert fates(unit) == com + [("SYS", "c100", 768, DELIVERED),
                                 ("SYS", "c1ff", 1023, DELIVERED)] + com + [
                                     ("NONE", "c100", 768, MASKED), ("NONE", "c1ff", 1023, MASKED),
                                     ("SYS", "thread", 512, DELIVERED),
                                     ("NONE", "8001", 513, BAD_ID), ("NONE", "bfff", 1023, BAD_ID)
                                 ]
    assert unit.values == [0x0302, 0xC141, 512]


@pytest.mark.parametrize("parameters", ["full_short", "value64"])
def test_port_mask(tmp_path, parameters):
    """The user port may not emit SYS after reset; the register sets classes of any port."""
    unit = start(tmp_path, parameters).read(PORT_MASK)
    for event_id in (1, 0x4000, 0xC001, 0x8000):
        pair(unit, event_id, 6, USER_VALUE).idle(20)
    unit.write(USER_ID, 0xC001).write(USER_ID, 0x9000).write(
        USER_ID, 1)  # MASK goes before TORN, ID before MASK
    unit.write(PORT_MASK, 0xFFFCFAF9).read(PORT_MASK).idle(
        200)  # COM and SYS are forbidden, USER of the interrupt port
    for port in (VALUE, IRQ_VALUE, USER_VALUE):
        for event_id in (1, 0x4000, 0xC001):
            pair(unit, event_id, 7, port).idle(40)
    unit.idle(100).read(dropped("MASK", 0)).read(dropped("MASK", 1)).read(dropped("MASK", 2)).play()
    kinds = [e[6] for e in unit.events]
    assert kinds[:7] == ["-", "-", "MASK", "MASK", "MASK", "ID", "TORN"]
    assert kinds[7:] == ["-", "MASK", "MASK", "MASK", "-", "MASK", "MASK", "MASK", "-"]
    assert unit.values == [0x30707, 0x40201, 2, 2, 5]


def test_every_port_may_emit_all_without_mask(tmp_path):
    unit = start(tmp_path, "tiny")
    for event_id in (1, 0x4000, 0xC001):
        for port in (VALUE, IRQ_VALUE):
            pair(unit, event_id, 7, port)
    unit.play()
    assert [e[3] for e in fates(unit)] == [DELIVERED] * 6


# ---- filter: which events are offered

RATE_LIMITED = ["dropped", "RATE_LIMIT"]
OPEN, CLOSED, FREEZING, FROZEN = range(4)
WITH_FILTER = [name for name, has in HAS.items() if has["FILTER"]]


@pytest.fixture(params=WITH_FILTER)
def filtered(request, tmp_path):
    """An enabled unit with a filter."""
    return start(tmp_path, request.param)


def emit(unit, *ids, port=VALUE, pause=12):
    """Events with the id as value, by the interrupt port, which no switch disturbs."""
    for event_id in ids:
        pair(unit, event_id, event_id, IRQ_VALUE).idle(pause)
    return unit


def offered_ids(unit):
    return [e[3] if e[3] == "thread" else int(e[3], 16) for e in unit.events]


def test_filter_after_reset(filtered):
    for register in (SELECT, SELECT_ID, RANGE, RANGE + 4, RATE_LIMIT, RATE_LIMIT + 4, FILTERED,
                     FREEZE_AFTER, TRIGGER, TRIGGER_STATE, MATCH):
        filtered.read(register)
    emit(filtered, 1, 0x4000, 0xC001).store(WORD, 5).idle(4).play()
    assert filtered.values == [7] + [0] * 10 and len(filtered.events) == 4


def test_filter_registers(filtered):
    bits = {
        SELECT: 0x1707, RATE_LIMIT: 0x801FFFFF, RATE_LIMIT + 4: 0x801FFFFF, FREEZE_AFTER: 0xFFFF,
        TRIGGER: 0x17777
    }
    all_bits = [SELECT_ID, RANGE, RANGE + 4, *(MATCH + offset for offset in (0, 4, 8, 16, 20, 24))]
    for register in [*bits, *all_bits]:
        for value in (0xFFFFFFFF, 0, 0x5A5A5A5A):
            filtered.write(register, value).read(register)
        filtered.write(FAULT, ACCESS).write(register, 0, 0x7).read(register).read(FAULT)
    filtered.play()
    found = iter(filtered.values)
    for register in [*bits, *all_bits]:
        mask = bits.get(register, 0xFFFFFFFF)
        assert [next(found)
                for _ in range(5)] == [mask, 0, 0x5A5A5A5A & mask, 0x5A5A5A5A & mask, ACCESS]


def test_reset_of_the_filter(filtered):
    """In mid-interval, frozen, and with a pulse under way."""
    filtered.write(RATE_LIMIT, 0x80000000 | 31 << 16).write(MATCH, 0).write(FREEZE_AFTER, 1).write(
        SELECT, 0x1703)
    emit(filtered, 1).write(TRIGGER, 1 << 8 | 7 << 12).pin(1).write(IRQ_VALUE, 1).write(
        IRQ_ID, 0x4000).reset().pin(0)
    registers = [
        SELECT, SELECT_ID, RANGE, RATE_LIMIT, RATE_LIMIT + 4, FILTERED, FREEZE_AFTER, TRIGGER,
        TRIGGER_STATE, MATCH, MATCH + 24
    ]
    for register in registers:
        filtered.read(register)
    emit(filtered.write(CTRL, ENABLE), 2, 3).play()
    assert filtered.values == [7] + [0] * 10
    assert [e[3:] for e in filtered.events[-2:]] == [["2", "2", *DELIVERED], ["3", "3", *DELIVERED]]


def test_select_classes(filtered):
    """An unselected class is counted, not offered; a switch changes the running thread all the
    same.
    """
    for classes in range(8):
        filtered.write(SELECT, classes)
        emit(filtered, 1, 0x4000, 0xC001)
        filtered.store(WORD, 0x100 + classes).idle(8).write(IRQ_ID, 1)  # torn: never filtered out
    filtered.read(RUNNING).idle(4).read(FILTERED).read(dropped("TORN", 1)).play()
    expected = []
    for classes in range(8):
        expected += [(c, i) for k, c, i in ((0, "USER", "1"), (1, "COM", "4000"),
                                            (2, "SYS", "c001"), (2, "SYS", "thread"))
                     if classes >> k & 1]
        expected.append(("NONE", "1"))
    assert [(e[2], e[3]) for e in filtered.events] == expected
    assert filtered.values == [0x107, 8 + 4 * 4 - (len(expected) - 8) + 8, 8]


def test_select_ids(filtered):
    ids = [1, 9, 10, 11, 20, 21, 0x55, 0x154, 0x155, 0x3FFF, 0x4000, 0x7FFF, 0xC001, 0xFFFE, 0xFFFF]
    filtered.write(RANGE, 20 << 16 | 10).write(RANGE + 4, 0xFFFF << 16 | 0x4000).write(
        SELECT_ID, 0xFF << 16 | 0x55)
    sets = [lambda i: 10 <= i <= 20, lambda i: i >= 0x4000, lambda i: i & 0xFF == 0x55]
    expected = []
    for used in range(8):
        for invert in (0, 1):
            filtered.write(SELECT, 7 | used << 8 | invert << 12)
            emit(filtered, *ids).store(WORD, 0x100 + 2 * used + invert).idle(6)
            chosen = [s for k, s in enumerate(sets) if used >> k & 1]
            expected += [i
                         for i in ids if not chosen or any(s(i)
                                                           for s in chosen) != invert] + ["thread"]
    filtered.idle(400).read(FILTERED).play()
    assert offered_ids(filtered) == expected
    assert filtered.values == [16 * (len(ids) + 1) - len(expected)]


def test_selection_counts_for_the_event_of_its_cycle(filtered):
    """The event is judged at its timestamp, a cycle before the next store takes effect."""
    filtered.write(IRQ_VALUE, 1).write(IRQ_ID, 1).write(SELECT, 0).write(IRQ_VALUE, 2).write(
        IRQ_ID, 2).write(SELECT, 7)
    filtered.write(IRQ_VALUE, 3).write(IRQ_ID, 3).read(FILTERED).play()
    assert offered_ids(filtered) == [1, 3] and filtered.values == [1]


def test_rate_limit(filtered):
    """Three of USER in 64 ticks pass, others are dropped and reported; COM and SYS are unaffected.
    """
    filtered.write(RATE_LIMIT, 0x80000000 | 6 << 16 | 3)
    emit(filtered, 1, 1, 1, 1, 0x4000, 0xC001, 1, pause=4).idle(0x30)
    emit(filtered, *[2] * 5, pause=0).write(RATE_LIMIT, 0x80000000 | 31 << 16 | 1)
    emit(filtered, *[3] * 3, pause=40).write(RATE_LIMIT,
                                             0).idle(400).read(dropped("RATE_LIMIT", 1)).read(
                                                 delivered("USER", 1)).play()
    assert [(e[3], e[5:]) for e in filtered.events] == [
        *[("1", DELIVERED)] * 3,
        ("1", RATE_LIMITED),
        ("4000", DELIVERED),
        ("c001", DELIVERED),
        ("1", RATE_LIMITED),
        *[("2", DELIVERED)] * 3,
        *[("2", RATE_LIMITED)] * 2,
        ("3", DELIVERED),
        *[("3", RATE_LIMITED)] * 2,
    ]  # fmt: skip
    assert filtered.values == [6, 7]
    times = [int(e[0]) for e in filtered.events]
    assert times[6] < times[0] + 64 <= times[7]
    totals = [(item, total) for _, item, total in filtered.entries()
              if item >= 256 and item < 256 + 512]
    assert totals[-1] == (256 + 64 * 6 + 16, 6)


@pytest.mark.parametrize("log2", [0, 1, 3, 5])
def test_window_of_a_rate_limit(filtered, log2):
    """An interval begins with an event and lasts 2^TICKS ticks, to the tick."""
    filtered.write(RATE_LIMIT + 4, 0x80000000 | log2 << 16 | 1)
    for gap in range(1, 40):
        pair(filtered, 0x4000, 1, IRQ_VALUE).idle(gap)
    filtered.play()
    end = None
    for e in filtered.events:
        time = int(e[0])
        assert e[5:] == (DELIVERED if end is None or time >= end else RATE_LIMITED)
        if end is None or time >= end:
            end = time + 2**log2


def test_rate_limit_of_none_and_without_enable(filtered):
    filtered.write(RATE_LIMIT, 0x80000000).write(RATE_LIMIT + 4, 5 << 16)
    emit(filtered, 1, 0x4000, 0x4001, 1, 0xC001).play()
    assert [e[5:] for e in filtered.events] == [
        RATE_LIMITED, DELIVERED, DELIVERED, RATE_LIMITED, DELIVERED
    ]


def test_start_and_stop(filtered):
    """From the starting event to the stopping one, both included, from any port."""
    filtered.write(MATCH, 0xFFFF << 16 | 7).write(MATCH + 16, 0xFFFF << 16 | 0x8000)
    filtered.write(MATCH + 20, 0x12340000).write(MATCH + 24,
                                                 0xFFFF0000)  # the switch to any thread 0x1234xxxx
    filtered.write(TRIGGER, 1 | 2 << 4).write(TRIGGER_STATE, CLOSED)
    emit(filtered, 1, 2).store(WORD, 0x12341111).idle(3)
    emit(filtered, 7, 3, 7, 4).store(WORD, 0x12351111).idle(3).store(
        WORD, 0x12345678).idle(3).read(TRIGGER_STATE).read(RUNNING)
    emit(filtered, 5).write(IRQ_ID, 6).idle(400)
    emit(filtered, 7).write(SELECT, 0)
    emit(filtered, 8).store(WORD, 0x12340000).idle(3).read(TRIGGER_STATE).read(STATUS).play()
    assert offered_ids(filtered) == [7, 3, 7, 4, "thread", "thread", 6, 7]
    assert filtered.values[:3] == [CLOSED, 0x12345678, CLOSED] and not filtered.values[3] & 0x10


@pytest.mark.parametrize("after", [0, 1, 3])
def test_freeze(filtered, after):
    """FREEZE_AFTER events after the cause, drops not counted; then nothing, and the rest drains."""
    filtered.write(MATCH, 0xFFFF << 16 | 7).write(FREEZE_AFTER, after).write(TRIGGER, 1 << 8)
    filtered.write(RATE_LIMIT + 4, 0x80000000).write(RANGE, 0x3FFF << 16 | 8).write(
        SELECT, 0x1107)  # no COM goes on, no ids from 8 on
    emit(filtered, 1, 2, 7).read(TRIGGER_STATE).write(IRQ_ID, 9).idle(4)  # torn
    emit(filtered, 0x4000, 9, 7, 1, 2, 3, 4).read(TRIGGER_STATE).read(STATUS)
    filtered.write(IRQ_ID, 0).store(WORD, 3).idle(400).read(RUNNING).read(STATUS)
    filtered.write(TRIGGER, 0).write(TRIGGER_STATE, OPEN).read(STATUS)
    emit(filtered, 5).play()
    seen = {0: [], 1: [9, 0x4000, 7], 3: [9, 0x4000, 7, 1, 2]}[after]
    assert offered_ids(filtered) == [1, 2, 7, *seen, 5]
    state, last, status, running, later, again = filtered.values
    assert state == (FREEZING
                     | after << 16 if after else FROZEN) and last == FROZEN and running == 3
    # frozen; the loss has ended
    assert status & 0x10 and later & 0x10 and not later & 9 and not again & 0x10


def test_state_by_software(filtered):
    filtered.write(FREEZE_AFTER, 2)
    for state in (CLOSED, OPEN, FROZEN, OPEN, FREEZING):
        filtered.write(TRIGGER_STATE, state)
        emit(filtered, 1 + state, 5, 6, pause=4)
    filtered.read(TRIGGER_STATE).write(TRIGGER_STATE, FREEZING).read(TRIGGER_STATE)
    emit(filtered, 7, pause=4).write(TRIGGER_STATE, FREEZING)
    emit(filtered, 8, 9, 10, pause=4).play()
    assert offered_ids(filtered) == [1, 5, 6, 1, 5, 6, 3, 5, 7, 8, 9]
    assert filtered.values == [FROZEN, FREEZING | 2 << 16]


@pytest.mark.parametrize("falling", [0, 1])
def test_pin(filtered, falling):
    """Only the selected edge counts, and each gives a pulse on the other pin."""
    filtered.pin(falling).idle(3).write(TRIGGER, 4 | 4 << 4 | 4 << 12 | falling << 16).write(
        TRIGGER_STATE, CLOSED)
    for k in range(5):
        emit(filtered, 2 * k + 1).pin(1 - falling).idle(3)
        emit(filtered, 2 * k + 2).pin(falling).idle(3)
    filtered.write(TRIGGER_STATE, FROZEN).pin(1 - falling).idle(4).play()
    assert offered_ids(filtered) == [2, 3, 6, 7, 10]
    assert filtered.numbers["pulses"] == 5


def test_pin_to_the_edge(filtered):
    """The edge takes effect for events timestamped one cycle after it was sampled."""
    filtered.write(TRIGGER, 4).write(TRIGGER_STATE, CLOSED)
    for i in range(1, 9):
        filtered.line(f"w {IRQ_VALUE + WINDOW + 4 * i:x} {i:x}", *(["t 1"] if i == 4 else []))
    filtered.play()
    assert offered_ids(filtered) == [5, 6, 7, 8]


def test_causes_pulse_the_pin(filtered):
    filtered.write(MATCH, 0xFFFF << 16 | 7).write(MATCH + 16, 0xFFFF << 16 | 8).write(
        TRIGGER, 1 << 12).write(SELECT, 0)
    emit(filtered, 7, 8, 7, pause=0).write(TRIGGER_STATE, CLOSED)
    emit(filtered, 7).write(IRQ_ID, 7).write(TRIGGER_STATE, FROZEN)
    emit(filtered, 7).write(TRIGGER, 3 << 12).write(TRIGGER_STATE, OPEN)
    emit(filtered, 8).play()
    assert filtered.numbers["pulses"] == 4 and filtered.numbers["filtered"] == 6


def test_clear_zeroes_the_count_of_filtered(filtered):
    filtered.write(SELECT, 0)
    emit(filtered, 1, 2, 3).read(FILTERED).write(CTRL, 0).idle(100).read(STATUS).write(CTRL, CLEAR)
    filtered.read(FILTERED).read(SELECT).play()
    assert filtered.values == [3, 4, 0, 0]


# ---- counters and loss


def test_counters(tmp_path):
    unit = start(tmp_path, "full_short")
    pair(unit, 1, 1).write(ID, 1).write(ID, 0).idle(8)
    pair(unit, 0x4000, 1, IRQ_VALUE).write(IRQ_ID, 1).write(USER_VALUE + WINDOW + 4, 1).write(
        USER_ID, 0xFFFF).store(WORD, 4)
    unit.idle(400)
    for source in range(4):
        for kind in KINDS:
            unit.read(dropped(kind, source))
        for class_ in ("USER", "COM", "SYS"):
            unit.read(delivered(class_, source))
    unit.play()
    assert unit.values == [
        *(0, 0, 0, 1, 1, 0, 0, 0),
        *(1, 0, 0),
        *(0, 0, 0, 1, 0, 0, 0, 0),
        *(0, 1, 0),
        *(0, 0, 0, 0, 0, 1, 0, 0),
        *(1, 0, 0),
        *(0, 0, 0, 0, 0, 0, 0, 0),
        *(0, 0, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [0x7FFF, 0xFFFF, 0x55555554, 0xAAAAAAA9, 0x7FFFFFFF, 0xFFFFFFFF])
@pytest.mark.parametrize(
    "parameters", ["tiny", "small", "small_frames", "full_short", "value64", "wide_short"])
def test_counters_carry(tmp_path, parameters, count):
    """Counters that start high carry past 2^32, and so do the totals in the stream."""
    has = HAS[parameters]
    unit = Unit(tmp_path, parameters).idle(2 * counters(parameters)).line(f"count {count:x}").write(
        CTRL, ENABLE)
    pair(unit, 1, 1).idle(40).write(ID, 0).idle(400).read(dropped("ID")).read(dropped("TORN"))
    for class_ in ("USER", "SYS") if not has["TINY"] else ():
        unit.read(delivered(class_))
    unit.play()
    more = (count + 1) % 2**32
    assert unit.values == [more, count] + ([more, count] if not has["TINY"] else [])
    assert [(item, total) for _, item, total in unit.entries()
            if item >= 256] == [(256 + 64 * KINDS.index("ID"), more)]


@pytest.mark.parametrize("parameters", HAS)
def test_loss_by_quiet(tmp_path, parameters):
    """Two drops: begin, both totals, end 64 ticks after the second; STATUS.LOSS covers all of it.
    """
    unit = start(tmp_path, parameters).write(IRQ_ID, 1).idle(30).read(STATUS).write(
        ID, 0).idle(50).read(STATUS).idle(300 + 2 * counters(parameters))
    unit.read(STATUS).play()
    first, last = (int(e[0]) for e in unit.events)
    entries = unit.entries()
    begin, *totals, end = entries
    assert begin[1] == LOSS and begin[2] == 2 * (begin[0] - first) + 1 and begin[0] - first < 10
    assert [(item, total) for _, item, total in totals] == [(256 + 64 * 4, 1),
                                                            (256 + 64 * 3 + 16, 1)]  # by address
    # two cycles for each counter, reported or not; one in tiny
    walk = 32 if HAS[parameters]["TINY"] else 2 * counters(parameters)
    assert end[1] == LOSS and end[2] == 2 * (end[0] - last) and end[0] - last == 65 + walk
    assert [value >> 3 for value in unit.values] == [1, 1, 0]


def test_disabling_ends_a_loss(unit):
    unit.write(ID, 1).write(CTRL, 0).idle(150).read(STATUS).play()
    assert unit.values[0] & 9 == 0
    (begin, total, end), time = unit.entries(), int(unit.events[0][0])
    assert (begin[2], total[1:], end[2]) == (2 * (begin[0] - time) + 1, (256 + 64 * 3, 1),
                                             2 * (end[0] - time))


@pytest.mark.parametrize("parameters", HAS)
def test_a_loss_lasts_as_long_as_an_overload(tmp_path, parameters):
    """An overload that begins before, when, or after the loss of another drop begins to end."""
    for edges in range(62, 66):
        unit = start(tmp_path, parameters)
        for i in range((size_of_fifo(parameters) * 15 // 16 - 2 * most_of_entry(parameters)) //
                       10):  # SYS may use the reserve
            pair(unit, 0xC000 + i, 0x40000000 + i).idle(10)
        unit.write(ID, 0).idle(edges - 2)
        pair(unit, 1, 7).idle(300 + 2 * counters(parameters)).read(STATUS).play()
        assert all(fate == DELIVERED for *_, fate in fates(unit)[:-2])
        assert fates(unit)[-2:] == [("NONE", "0", 0, BAD_ID), ("USER", "1", 7, ["dropped", "USER"])]
        assert int(unit.events[-1][0]) - int(unit.events[-2][0]) == edges
        assert unit.values[0] & 0xA == 0xA, f"{edges} edges"  # overload, loss


def test_totals_are_since_clear(unit):
    """A second loss reports totals, not differences, and only of counters that changed."""
    unit.write(ID, 1).write(IRQ_ID, 0).idle(300).write(ID, 1).idle(300).play()
    totals = [(item, total) for _, item, total in unit.entries() if item != LOSS]
    assert totals == [(256 + 64 * 3, 1), (256 + 64 * 4 + 16, 1), (256 + 64 * 3, 2)]


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_counted_before_it_is_read(tmp_path, parameters):
    """However soon the read follows the store, the counter has its event."""
    unit = start(tmp_path, parameters)
    for n in range(8):
        pair(unit.idle(60), 1, n)
        (unit.idle(n) if n else unit).read(delivered("USER"))
    unit.play()
    assert unit.values == list(range(1, 9))


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_cycles_of_a_counter(tmp_path, parameters):
    """A read takes the same time when its address was stable before."""
    unit, counter = start(tmp_path, parameters).idle(100), delivered("USER")
    unit.read(TIME_LO).read(counter).read(TIME_LO).idle(5).read(TIME_LO).read(counter).idle(5).read(
        counter).read(TIME_LO).play()
    cycles = unit.values[2] - unit.values[0] - 1
    assert cycles in (2, 3) and unit.values[6] - unit.values[3] == 1 + cycles + 5 + cycles


def test_totals_take_turns_with_events(tmp_path):
    """An event waits for one report entry, not for all that are left; without a queue, too."""
    unit = start(tmp_path, "tiny")
    for port in (VALUE, IRQ_VALUE):
        unit.write(port + 4, 1).write(port + 4, 0)
    for n in range(20):
        pair(unit, 1, n)
    unit.play()
    times = [int(e[0]) for e in unit.events if e[5] == "delivered"]
    assert unit.numbers["totals"] == 4 and max(b - a for a, b in zip(times, times[1:])) <= 20


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
@pytest.mark.parametrize("cycles", [1, 2])
def test_counter_instead_of_another(tmp_path, parameters, cycles):
    """A withdrawn read of one counter must not answer the next read, one address bit away."""
    unit, harts = start(tmp_path, parameters), HAS[parameters]["HARTS"]
    pair(unit, 1, 1)
    pair(unit, 0x9000, 1)
    pair(unit, 2, 1, IRQ_VALUE).idle(300)
    one, none = (delivered("USER"),
                 dropped("ID")), (delivered("USER", 3), delivered("COM"), delivered("SYS"),
                                  dropped("USER"), dropped("ID", 1))
    none += tuple(dropped("ID", 4 << n) for n in range(4) if 1 << n < harts)
    changes = [(a, b) for a in (*one, delivered("USER", 1)) for b in none
               if (a ^ b).bit_count() == 1]
    assert len(changes) >= 6
    for counter, other in changes:
        unit.read(counter).read(other).idle(4)
        for _ in range(cycles):
            unit.line(f"try r {counter:x}")
        unit.read(other).idle(4)
    unit.play()
    assert {value for address, value in unit.reads if address in {b for _, b in changes}} == {0}
    assert {value for address, value in unit.reads if address in {a for a, _ in changes}} == {1}


# ---- FIFO


def test_empty_fifo(unit):
    unit.read(DATA).read(FAULT).write(FAULT, EMPTY).read(FAULT)
    pair(unit, 1, 7).idle(20)  # 2a 0a 11 07: one word
    unit.read(LEVEL).read(STATUS).read(DATA +
                                       0xABC).read(FAULT).read(LEVEL).read(DATA).read(FAULT).play()
    time = int(unit.events[0][0])
    assert time < 128
    word = int.from_bytes(bytes([0x2A, time, 0x11, 7]), "little")
    assert unit.values == [0, EMPTY, 0, 1, 0, word, 0, 0, 0, EMPTY]


def test_tail(unit):
    """An entry of five bytes: a word, and one byte that TAIL shows at every read."""
    pair(
        unit, 1,
        0x1234).idle(20).read(LEVEL).read(TAIL).read(TAIL).read(DATA).read(TAIL).read(LEVEL).play()
    assert unit.values[:3] == [1, 0x01000012, 0x01000012]
    assert unit.values[4:] == [0x01000012, 0]
    assert len(unit.stream) == 5


@pytest.mark.parametrize("parameters", ["tiny", "small_frames"])
def test_tail_of_any_bytes(tmp_path, parameters):
    """TAIL shows what follows the last word, in every cycle of an entry under way."""
    tails = []
    for before in range(6):
        unit = start(tmp_path, parameters)
        for _ in range(before):
            pair(unit.idle(0x80), 1, 5)  # five bytes
        for edges in range(1, 32):
            pair(unit.idle(100), 0x3000 + 0x2AB * edges, 0xFFFFFFFF - edges).idle(edges).read(TAIL)
        unit.play()
        found = [(value >> 24, value & 0xFFFFFF) for value in unit.values]
        assert all(
            tail.to_bytes(3, "little")[:data] in unit.stream and tail >> 8 * data == 0
            for data, tail in found)
        tails += found
    assert {tail >> 23 for data, tail in tails if data == 3} == {0, 1}


def test_interrupt_by_level(unit):
    """The scoreboard checks every cycle; here: WATERMARK compares with >=."""
    unit.write(WATERMARK, 2).write(IRQ_ENABLE, 1).read(IRQ_STATUS)
    for _ in range(2):
        pair(unit, 1, 0x12).idle(20).read(LEVEL).read(IRQ_STATUS)
    unit.read(DATA).read(IRQ_STATUS).play()
    assert unit.values[:5] == [0, 1, 0, 2, 1] and unit.values[6] == 0


@pytest.mark.parametrize("parameters", ["tiny", "small", "small_frames", "full_short"])
def test_interrupt_at_every_level(tmp_path, parameters):
    """All bits of both are compared."""
    unit = start(tmp_path, parameters)
    for number in range(16):
        pair(unit, 1, 0x40000000).idle(60).read(LEVEL)
        for words in range(64):
            unit.write(WATERMARK, words).read(IRQ_STATUS)
    unit.play()
    reported = [unit.values[65 * number:][:65] for number in range(16)]
    levels = {level for level, *_ in reported}
    assert {9, 11, 13, 15} <= levels or {8, 10, 12, 14} <= levels
    assert all(
        status == [int(level >= words) for words in range(64)] for level, *status in reported)


def test_interrupt_by_loss(unit):
    unit.read(IRQ_STATUS).write(ID, 1).idle(8).read(IRQ_STATUS).write(IRQ_STATUS,
                                                                      1).read(IRQ_STATUS)
    unit.write(IRQ_STATUS, 2).read(IRQ_STATUS).play()
    assert unit.values == [0, 2, 2, 0]


# ---- disabling


def test_disable_between_value_and_id(unit):
    """The value is discarded: no later id gets it."""
    unit.write(VALUE, 5).write(IRQ_VALUE, 6).write(CTRL, 0).read(VALUE).read(IRQ_VALUE).write(
        CTRL, ENABLE)
    unit.write(ID, 1).write(IRQ_ID, 1).play()
    assert unit.values == [0, 6]
    assert fates(unit) == [("NONE", "1", 0, TORN)] * 2


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_a_loss_ends_once(tmp_path, parameters):
    """A drop in the cycle of disabling is part of the loss: totals are reported once."""
    unit = start(tmp_path, parameters).write(ID, 1).idle(30).write(ID, 2).write(
        CTRL, 0).idle(100 + 4 * counters(parameters)).play()
    (begin, total, end), last = unit.entries(), int(unit.events[-1][0])
    assert (begin[1], total[2], end[1]) == (LOSS, 2, LOSS)
    assert end[0] - last <= 2 * counters(parameters) + 20


def test_disabled_unit_takes_nothing(unit):
    unit.write(CTRL, 0).write(VALUE, 5).write(ID, 1).write(ID, 0).write(VALUE, 5, 1).write(
        ID, 1, 1).store(WORD, 4)
    unit.write(VALUE + WINDOW + 4, 1).idle(4).read(FAULT).read(RUNNING).write(RUNNING,
                                                                              8).read(RUNNING)
    unit.read(delivered("USER")).read(delivered("SYS", 3)).read(dropped("ID"))
    unit.write(CTRL, ENABLE).write(RUNNING, 8).write(RUNNING, 9).play()
    assert unit.values == [0, 0, 8, 0, 0, 0]
    assert fates(unit) == [("SYS", "thread", 9, DELIVERED)]


def test_what_was_accepted_drains(unit):
    """Disabled in the next cycle: the event leaves whole, and so does the loss of a dropped one."""
    # too soon for a loss that ends because nothing more was dropped
    pair(unit, 1, 0x12345678).write(ID, 2).write(CTRL, 0).idle(100).read(STATUS).read(LEVEL).play()
    assert fates(unit) == [("USER", "1", 0x12345678, DELIVERED), ("NONE", "2", 0, TORN)]
    assert unit.values[0] & 9 == 0  # neither BUSY nor LOSS
    assert unit.values[1] == len(unit.stream) // 4
    assert unit.numbers["losses"] == 1 and unit.numbers["totals"] == 1


@pytest.mark.parametrize("parameters", ["small", "small_frames"])
def test_busy_while_a_loss_is_open(tmp_path, parameters):
    """There is space for more of its report, or it waits for words to be read: BUSY says which."""
    least, seen = size_of_fifo(parameters) // 10 - 12, []
    for number in range(least, least + 12):
        unit = start(tmp_path, parameters)
        for _ in range(number):
            pair(unit, 0xC001, 0x40000000).idle(20)
        unit.write(ID, 1).idle(12).read(STATUS).idle(16).read(STATUS).idle(16).read(STATUS).read(
            dropped("SYS")).idle(200).read(STATUS).play()
        *reported, full, last = unit.values
        if not full:
            seen.append((reported[0] & 1, last >> 3 & 1))  # BUSY, later LOSS
            assert {status & 9 for status in reported} == {8 + seen[-1][0]} and not last & 1
    assert len(seen) > 4 and {(1, 0), (0, 1)} <= set(seen) and (0, 0) not in seen


@pytest.mark.parametrize("parameters", ["tiny", "small", "small_frames"])
def test_busy_from_the_store_on(tmp_path, parameters):
    """In no cycle between the store and the words does the unit look drained."""
    unit = start(tmp_path, parameters)
    for edges in range(4):
        pair(unit.idle(100), 1, 5)
        (unit.idle(edges) if edges else unit).read(STATUS)
    unit.play()
    assert [value & 1 for value in unit.values] == [1] * 4


@pytest.mark.parametrize("parameters", HAS)
def test_clear(tmp_path, parameters):
    unit = start(tmp_path, parameters)
    pair(unit, 1, 1).write(ID, 1).write(CTRL, ENABLE | CLEAR).read(FAULT).read(
        dropped("TORN"))  # enabled: no
    unit.write(CTRL, 0).idle(150 + 2 * counters(parameters)).read(STATUS).write(FAULT, 3).write(
        CTRL, CLEAR).read(CTRL).read(FAULT)
    unit.read(dropped("TORN")).read(LEVEL).read(TAIL)
    unit.write(CTRL, ENABLE).idle(0x80)
    pair(unit, 2, 3).play()
    assert unit.values[0] == ACCESS and unit.values[1] == 1
    assert unit.values[2] & 1 == 0 and unit.values[3:] == [0] * 5
    time = int(unit.events[-1][0])
    assert 0x80 < time < 0x80 + 36 + 2 * counters(parameters)
    assert unit.stream[-5:] == bytes([0x32, time & 0x7F | 0x80, time >> 7, 0x11,
                                      3])  # its delta counts from 0


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_enabled_while_counters_are_zeroed(tmp_path, parameters):
    """Enabled and cleared by one store, the unit takes nothing until its counters are zero."""
    unit = start(tmp_path, parameters)
    for edges in range(1, 9):
        unit.write(CTRL, 0).idle(20).read(STATUS).write(CTRL, ENABLE | CLEAR).idle(edges).store(
            WORD, 16 + edges).idle(60)
    unit.read(RUNNING).read(
        delivered("SYS", 3) if not HAS[parameters]["TINY"] else dropped("SYS", 3)).play()
    assert unit.values[-2:] == [0, 0] and unit.events == []


# ---- threads


def preempted(unit):
    """2 preempts 1, and 3 preempts 2, between value and id; an interrupt comes between, too."""
    for thread in (1, 2, 3):
        unit.store(WORD, thread).write(VALUE, 0x10 * thread)
    pair(unit, 3, 0x99, IRQ_VALUE)
    for thread in (3, 2, 1):
        unit.store(WORD, thread).read(VALUE).write(ID, thread)
    return unit.play()


def test_preemption_with_value_registers_for_all(unit):
    preempted(unit)
    assert unit.values == [0x30, 0x20, 0x10]
    pairs = [(e[1], value, fate) for e, (_, _, value, fate) in zip(unit.events, fates(unit))
             if e[3] != "thread"]
    assert pairs == [("1", 0x99, DELIVERED), ("0", 0x30, DELIVERED), ("0", 0x20, DELIVERED),
                     ("0", 0x10, DELIVERED)]


@pytest.mark.parametrize("parameters", ["tiny", "small", "full_short"])
def test_carries_of_a_delta(tmp_path, parameters):
    """Gaps around every power of two up to 2^16: random streams seldom pause for so long."""
    unit = start(tmp_path, parameters)
    gaps = [(1 << k) + more for k in range(6, 17) for more in (-1, 0)]
    for gap in gaps:
        unit.write(IRQ_VALUE, gap).write(IRQ_ID, 1).idle(gap)
    unit.write(IRQ_VALUE, 0).write(IRQ_ID, 1).play()
    times = [int(e[0]) for e in unit.events]
    around = {later - earlier - gap for earlier, later, gap in zip(times, times[1:], gaps)}
    assert len(
        times) == len(gaps) + 1 and len(around) == 1  # the same few edges of the stores besides
    assert [time for time, item, _ in unit.entries() if item > LOSS] == times


@pytest.mark.parametrize("parameters", ["small_one", "small_frames"])
def test_preemption_with_one_value_register(tmp_path, parameters):
    """No other thread sees the value: the second takes the register, or the switch ends it."""
    unit = start(tmp_path, parameters)
    preempted(unit)
    assert unit.values == [0x30, 0, 0]
    pairs = [(value, fate) for e, (_, _, value, fate) in zip(unit.events, fates(unit))
             if e[3] != "thread"]
    assert pairs == [(0x99, DELIVERED), (0x30, DELIVERED), (0, TORN), (0, TORN)]


def test_two_ports_are_two_owners(tmp_path):
    unit = start(tmp_path, "full_short").write(VALUE, 5).write(USER_VALUE,
                                                               6).read(VALUE).read(USER_VALUE)
    unit.write(ID, 1).write(USER_ID, 2).play()
    assert unit.values == [5, 6]
    assert fates(unit) == [("USER", "1", 5, DELIVERED), ("USER", "2", 6, DELIVERED)]


def test_store_and_access_in_the_same_cycle(unit):
    """The access counts for the old thread; the snooped switch leaves first."""
    unit.write(VALUE, 5).write(ID, 2, store=(WORD, 1)).write(VALUE, 6).write(
        VALUE, 7, store=(WORD, 0)).read(VALUE)
    unit.write(VALUE, 8).write(ID, 3, store=(WORD, 0)).idle(1).store(WORD,
                                                                     1).idle(1).write(ID, 4).play()
    assert unit.values == [0]
    assert fates(unit) == [
        ("SYS", "thread", 1, DELIVERED),
        ("USER", "2", 5, DELIVERED),
        ("SYS", "thread", 0, DELIVERED),
        ("USER", "3", 8, DELIVERED),
        ("SYS", "thread", 1, DELIVERED),
        ("USER", "4", 7, DELIVERED),
    ]
    times = [int(e[0]) for e in unit.events]
    assert times[1] == times[0] + 1 and sorted(set(times)) == times
    assert times[4] == times[3] + 1 and times[
        3] == times[2] + 6  # a store of the same thread takes its turn, too


def test_port_waits_while_the_running_thread_may_change(unit):
    """Back-to-back switches leave in order; a VALUE store behind them is of the last thread."""
    unit.write(IRQ_VALUE, 3).write(IRQ_ID, 1, store=(WORD, 1))
    for thread in (2, 3, 4):
        unit.store(WORD, thread)
    unit.write(VALUE, 7).write(ID, 1).read(VALUE).read(RUNNING).play()
    assert [e[2] for e in fates(unit)] == [1, 3, 2, 3, 4, 7]
    times = [int(e[0]) for e in unit.events]
    assert times[:5] == list(range(times[0], times[0] + 5))
    assert unit.values == [7, 4]


@pytest.mark.parametrize("parameters", HAS)
def test_switch_by_software(tmp_path, parameters):
    """A dropped switch (TORN) changes nothing; else the old thread keeps its value register."""
    unit = start(tmp_path, parameters).write(ID, 0x8000).write(VALUE, 5)
    pair(unit, 0x8000, 0x77, IRQ_VALUE).read(VALUE).write(ID, 1).idle(300).play()
    has = HAS[parameters]
    assert unit.values == [0]
    assert fates(unit) == [("NONE", "thread", 0, TORN), ("SYS", "thread", 0x77, DELIVERED),
                           ("NONE", "1", 0, TORN)]
    assert has["VALUE_REGS"] or unit.numbers["dropped_torn"] == 2


# ---- time


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_time(tmp_path, parameters):
    """TIME agrees with the timestamps, and the timestamps with the cycles since reset."""
    unit = start(tmp_path, parameters).read(TIME_LO).read(TIME_HI).write(IRQ_ID, 7).idle(200).play()
    time = int(unit.events[0][0])
    assert time - unit.values[0] in (2, 3) and unit.values[1] == 0
    begin, *_ = unit.entries()
    assert begin[0] - begin[2] // 2 == time > 4


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_time_high(tmp_path, parameters):
    """TIME_HI holds the value of the last read of TIME_LO."""
    others = [
        0, TIME_HI, TIME_LO ^ 1 << 6, TIME_LO ^ 1 << 11, COUNT + TIME_LO, VALUE + TIME_LO,
        *(TIME_LO ^ 1 << bit for bit in (2, 3, 4, 5))
    ]
    unit, highs = start(tmp_path, parameters).idle(100), [0x5555_5555, 0xAAAA_AAAA, 0xFFFF_FFFE]
    for high, before in zip(highs, [0, *highs]):
        unit.line(f"jump {high - before << 32:x}").read(TIME_HI).read(TIME_LO).read(TIME_HI)
    unit.line(f"jump {1 << 32:x}")
    for other in others:
        unit.read(other).read(TIME_HI)
    unit.play()
    assert [unit.values[n]
            for n in (0, 3, 6)] == [0, *highs[:2]] and [unit.values[n] for n in (2, 5, 8)] == highs
    assert unit.values[10::2] == highs[-1:] * len(others)


@pytest.mark.parametrize("parameters, sink", [("small", "page"), ("small_frames", "page"),
                                              ("small_frames", "frames")])
def test_gaps_of_every_width(tmp_path, parameters, sink):
    """2^n ticks and a few pass between two events."""
    unit = Unit(tmp_path, parameters)
    if sink == "frames":
        unit.write(FRAME_CTRL, 1).read(STATUS).write(CTRL, CLEAR)
    unit.write(CTRL, ENABLE).idle(100)
    for n in (63, 62, *range(24, 62)):
        pair(unit, 1, n).idle(0x1000).line(f"jump {1 << n:x}")
    pair(unit, 1, 64).idle(0x1000).write(CTRL, 0).idle(100).read(STATUS).read(FRAME_CTRL).play()
    times = [int(e[0]) for e in unit.events]
    assert [b - a >> n for n, a, b in zip((63, 62, *range(24, 62)), times, times[1:])] == [1] * 40


def stepped(tmp_path, step, edges):
    """Times of events `edges` cycles apart since CLEAR, and what cycles alone would give."""
    unit = start(tmp_path, "full_short").write(CTRL, 0).idle(40).read(STATUS).write(
        TIME_STEP, step).write(CTRL, CLEAR).write(CTRL, ENABLE)
    for n in edges:
        if n > 1:
            unit.idle(n - 1)
        unit.write(VALUE + WINDOW + 4, 7)
    unit.play()
    times = [time for time, _, _ in unit.entries()]
    assert times == [int(e[0]) for e in unit.events]
    return times


@pytest.mark.parametrize("step",
                         [1 << 22, 1 << 24, 10 << 24, 0x0019999A, 0x015D2F1A, 0xFFFFFFFF, 1])
def test_step(tmp_path, step):
    """Time is the integer part of the sum of all steps: no double rounding, no drift."""
    edges = [1, 1, 9, 1, 10, 1, 11, 2, 9, 3, 100, 1, 1000, 5]
    at_one = stepped(tmp_path, 1 << 24, edges)
    assert [b - a for a, b in zip(at_one, at_one[1:])] == edges[1:]
    assert stepped(tmp_path, step, edges) == [edge * step >> 24 for edge in at_one]


def test_step_changes(tmp_path):
    """A step takes effect in the second cycle after its store; the fraction stays."""
    unit = start(tmp_path, "full_short").write(TIME_STEP, 1 << 23).read(TIME_LO).write(
        TIME_STEP, 5 << 24)
    for _ in range(4):
        unit.read(TIME_LO)
    unit.write(TIME_STEP, 1 << 24).read(TIME_STEP).read(TIME_LO).play()
    first, *times, step, last = unit.values  # a read gives the time of the edge before its own
    gaps = [b - a for a, b in zip(times, times[1:])]
    assert times[0] - first in (1, 2) and gaps[0] in (0, 1) and gaps[1:] == [5, 5]
    assert step == 1 << 24 and last == times[-1] + 15


def test_time_control(tmp_path):
    """The external counter is time from the next CLEAR on, until another; here it stands at 0."""
    unit = start(tmp_path, "full_short").write(
        TIME_CTRL, 0xFFFFFFFF).read(TIME_CTRL).read(TIME_LO).read(TIME_LO)
    unit.write(CTRL, 0).idle(40).read(STATUS).write(CTRL,
                                                    CLEAR).read(TIME_CTRL).read(TIME_LO).write(
                                                        TIME_CTRL, 0).read(TIME_CTRL).read(TIME_LO)
    unit.write(CTRL, CLEAR).read(TIME_CTRL).idle(9).read(TIME_LO).play()
    control, first, second, _, active, stands, still, stands_too, gone, goes = unit.values
    assert [control, active, still, gone
            ] == [1, 3, 2, 0] and second == first + 1 and stands == stands_too == 0 and goes > 9


TIMES = [(0x0123456789ABCDEF, 0x0123456789AC4DEE), (0xFEDCBA9876543210, 0xFEDCBA9876543211),
         (0x5555555555555555, 0x555555555555AAAA), (0xFFFFFFFFFFFF8000, 0xFFFFFFFFFFFFFFFF),
         (0x000000000000FFFF, 0x0000000000010000), (0x7FFFFFFFFFFFFFFF, 0x8000000000000000),
         (0xAAAAAAAAAAAAAAAA, 0xAAAAAAAAAAAB2AA9), (0, 1), (1 << 63, (1 << 63) + 0x7FFF)]


@pytest.mark.parametrize("sink", ["page", "ring", "frames"])
@pytest.mark.parametrize("begin, end", TIMES)
def test_external_time(tmp_path, sink, begin, end):
    """Time begins at any count of the external counter, which then moves by less than 2^15 a cycle,
    and every gap is right, in every sink."""
    unit = start(tmp_path, "full_short").write(CTRL, 0).idle(40).write(TIME_CTRL, 1)
    if sink == "frames":
        unit.write(FRAME_CTRL, 1)
    at = lambda time: unit.line(f"time {time ^ time >> 1:x} {time:x} {time:x}").idle(12)
    at(begin).read(STATUS).write(CTRL, CLEAR)
    if sink == "ring":
        unit.write(RING_CTRL + 8, 9 << 8 | 11).write(RING_CTRL, 5)
    unit.write(CTRL, ENABLE).idle(100)
    pair(unit, 1, 1).read(TIME_LO).read(TIME_HI)
    at(end).write(VALUE, 2).write(more(1), 3).write(ID, 2).read(TIME_LO).read(TIME_HI).write(
        CTRL, 0).idle(0x1000).read(STATUS).read(FRAME_CTRL).play()
    assert [int(e[0]) for e in unit.events] == [begin, end]
    assert unit.values[1:5] == [begin & 0xFFFFFFFF, begin >> 32, end & 0xFFFFFFFF, end >> 32]


def test_external_counter_set(tmp_path):
    """A CLEAR reads the whole number again, be it lower than before."""
    unit = start(tmp_path, "full_short").write(CTRL, 0).idle(40)
    at = lambda time: unit.line(f"time {time ^ time >> 1:x} {time:x} {time:x}").idle(12)
    times = [0xFEDCBA9876543210, 0x123456789A, 0xFEDCBA9876543210 ^ 0x10000, 0]
    for time in times:
        unit.write(TIME_CTRL, 0).read(STATUS).write(CTRL, CLEAR).idle(200)
        at(time).write(TIME_CTRL, 1).read(STATUS).write(CTRL, CLEAR).read(TIME_LO).read(TIME_HI)
    unit.play()
    expected = [word for time in times for word in (time & 0xFFFFFFFF, time >> 32)]
    assert [v for i, v in enumerate(unit.values) if i % 4 > 1] == expected


def test_gaps_of_every_width_in_a_ring(tmp_path):
    """The sections of a ring begin with the sum of all gaps before."""
    unit, time = start(tmp_path, "full_short").write(CTRL, 0).idle(40).write(TIME_STEP, 0), 0
    unit.idle(4).read(STATUS).write(CTRL, CLEAR).write(RING_CTRL + 8, 9 << 8 | 11).write(
        RING_CTRL, 5).write(CTRL, ENABLE).idle(100)
    times = []
    for n in (63, 62, *range(14, 62)):
        time += 1 << n
        unit.idle(12).line(f"jump {1 << n:x}").idle(12)
        for _ in range(20):  # of 10 bytes and more: they fill most of a section
            pair(unit, 100, 0x40000000).idle(30)
        times += [time] * 20
    unit.write(CTRL, 0).idle(0x1000).read(STATUS).play()
    assert [int(e[0]) for e in unit.events] == times


# ---- reset

RESET_VALUES = [(CTRL, 0), (STATUS, 4), (FAULT, 0), (IRQ_ENABLE, 0), (IRQ_STATUS, 0),
                (WATERMARK, 0xFFFF), (LEVEL, 0)]
RESET_VALUES += [(TAIL, 0), (SWITCH_ID, 0x8000), (SNOOP_CTRL, 0), (SNOOP_ADDR, 0), (RUNNING, 0),
                 (VALUE, 0), (IRQ_VALUE, 0)]
RESET_VALUES += [(COUNT + 128 * source + 4 * i, 0) for source in (0, 1, 3)
                 for i in (*range(6), 16, 17, 18, 19)]


@pytest.mark.parametrize("cycles", range(1, 12))
def test_reset_in_the_middle(unit, cycles):
    """Wherever an event is, reset removes it, and time begins again."""
    unit.write(SWITCH_ID, 0xC000).write(IRQ_ENABLE, 3).write(WATERMARK, 1).read(0x3C).write(
        RUNNING, 5).write(ID, 1)
    for i in range(4):
        pair(unit, 1, 0x40000000 + i).write(IRQ_VALUE, i)
    unit.write(VALUE, 9, store=(WORD, 6)).idle(cycles).reset()
    for register, _ in RESET_VALUES:
        unit.read(register)
    unit.write(CTRL, ENABLE).write(ID, 1).write(RUNNING, 1).play()
    assert unit.values[1:] == [value for _, value in RESET_VALUES]
    assert fates(unit)[-2:] == [("NONE", "1", 0, TORN), ("SYS", "thread", 1, DELIVERED)]
    assert len(RESET_VALUES) + 3 < int(unit.events[-1][0]) < len(RESET_VALUES) + 3 + 16 * 8 + 16


PEEK_AT, PEEK_DATA, FIFO_POINTERS = (
    REG[name]
    for name in ("PEEK_AT", "PEEK_DATA", "FIFO_POINTERS"))
SNAPSHOT, SNAPSHOT_POINTERS, SNAPSHOT_TAIL = (
    REG[name]
    for name in ("SNAPSHOT", "SNAPSHOT_POINTERS", "SNAPSHOT_TAIL"))


def test_peek(tmp_path):
    """A word can be read any number of times, before it is taken and after."""
    unit = start(tmp_path, "full_short").write(PEEK_AT, 0)
    pair(unit, 1, 0x12345678)
    pair(unit, 2,
         0x12345678).idle(20).read(FIFO_POINTERS).read(PEEK_DATA).read(PEEK_DATA).read(PEEK_AT)
    unit.read(DATA).write(
        PEEK_AT,
        0x7FFFFF00).read(PEEK_DATA).read(FIFO_POINTERS).read(DATA).read(LEVEL).read(FAULT).play()
    places, first, second, at, taken, again, after, next_taken, level, fault = unit.values
    assert places >> 16 == level + 2 and places & 0xFFFF == 0 and at == 2 and after == places | 1
    assert first == taken == again == int.from_bytes(
        unit.stream[:4], "little") and second == next_taken and fault == 0


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if has["PEEK"]])
def test_peek_goes_round(tmp_path, parameters):
    """The address wraps."""
    last = (1 << HAS[parameters]["FIFO_LOG2"]) - 1
    unit = pair(start(tmp_path, parameters), 1, 0x12345678).idle(40).write(PEEK_AT, last)
    unit.read(PEEK_AT).read(PEEK_DATA).read(PEEK_AT).read(PEEK_DATA).read(PEEK_AT).play()
    before, _, behind, word, after = unit.values
    assert (before, behind, after) == (last, 0, 1) and word == int.from_bytes(
        unit.stream[:4], "little")


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if has["PEEK"]])
@pytest.mark.parametrize("before", [(CTRL, CLEAR), (SELECT, 7)])
def test_peek_waits(tmp_path, parameters, before):
    """A read that comes while counters are cleared, or a filter is set, reads one word."""
    if before[0] == SELECT and not HAS[parameters]["FILTER"]:
        pytest.skip("no filter")
    unit = start(tmp_path, parameters).write(CTRL, 0).idle(20).read(STATUS).write(
        PEEK_AT, 0).write(*before)
    unit.read(PEEK_DATA).read(PEEK_AT).read(PEEK_DATA).read(PEEK_AT).play()
    assert unit.values[2::2] == [1, 2]


@pytest.mark.parametrize("parameters", ["small", "full_short", "two_harts", "wide_short"])
def test_busy_while_a_switch_is_on_its_way(tmp_path, parameters):
    """A disabled unit is busy while the switch of the last store is on its way."""
    for gap in range(4):
        unit = start(tmp_path, parameters).write(CTRL, 0, store=(WORD, 5 + gap))
        if gap:
            unit.idle(gap)
        unit.read(STATUS).idle(40).read(STATUS).play()
        assert [value & 1 for value in unit.values] == [1, 0]


@pytest.mark.parametrize("store", [ENABLE, CLEAR])
@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
def test_reset_right_after_the_begin(tmp_path, store, cycles):
    """A stream whose begin was stored less than three cycles before a reset has no snapshot."""
    unit = Unit(tmp_path, "two_harts").idle(300).read(STATUS).write(CTRL, store)
    if cycles > 1:
        unit.idle(cycles - 1)
    unit.reset().read(SNAPSHOT).play()
    assert unit.values[-1] == (cycles >= 3)


@pytest.mark.parametrize("taken", [0, 1, 5, 60, 72])
def test_reset_leaves_the_stream(tmp_path, taken):
    """Reset in mid-stream: the words not taken, and the bytes behind them, decode afterwards."""
    unit = start(tmp_path, "full_short").read(SNAPSHOT)
    for i in range(40):
        pair(unit, 1 + i % 20, 0x40404040 + i * 0x01010101).idle(20)
    for _ in range(taken):
        unit.read(DATA)
    unit.idle(1).reset().read(SNAPSHOT).read(SNAPSHOT_POINTERS).read(SNAPSHOT_TAIL).write(
        PEEK_AT, taken)
    for _ in range(128):
        unit.read(PEEK_DATA)
    unit.write(CTRL, ENABLE).read(SNAPSHOT).read(SNAPSHOT_POINTERS).play()
    before, values = unit.values[0], unit.values[1:]
    words, (valid, places,
            tail), left, gone = values[:taken], values[taken:taken + 3], values[taken +
                                                                                3:-2], values[-2:]
    level = (places >> 16) - (places & 0xFFFF)
    assert (before, valid, gone) == (0, 1, [0, 0]) and places & 0xFFFF == taken and level > 0
    data = b"".join(w.to_bytes(4, "little")
                    for w in words + left[:level]) + tail.to_bytes(4, "little")[:tail >> 24]
    unit.stream = data
    assert [(item, value) for _, item, value in unit.entries()
            ] == [(event(1 + i % 20), 0x40404040 + i * 0x01010101) for i in range(40)]


def test_reset_in_any_cycle(tmp_path):
    """Words and bytes of a snapshot are of one cycle: together the begin of the stream."""
    found = []
    for cycles in (*range(7, 15), 40):
        unit = start(tmp_path, "full_short")
        for i in range(3):
            pair(unit, 1 + i, 0x41424344 + i).idle(20 if i < 2 else cycles)
        unit.reset().read(SNAPSHOT).read(SNAPSHOT_POINTERS).read(SNAPSHOT_TAIL)
        for word in range(8):
            unit.write(PEEK_AT, word).read(PEEK_DATA)
        valid, places, tail, *words = unit.play().values
        assert valid == 1 and places & 0xFFFF == 0
        data = b"".join(w.to_bytes(4, "little") for w in words[:places >> 16])
        found.append(data + tail.to_bytes(4, "little")[:tail >> 24])
    whole = found[-1]
    assert all(whole.startswith(data) for data in found) and len({*found}) > 3


@pytest.mark.parametrize("number", [143, 148, 156, 160, 163, 169])
def test_reset_leaves_places(tmp_path, number):
    """SNAPSHOT_POINTERS is FIFO_POINTERS at the reset, also after the FIFO has wrapped."""
    unit = start(tmp_path, "full_short")
    for i in range(number):
        pair(unit, 1 + i % 20, i * 0x01010101).idle(20).read(DATA).read(DATA)
    unit.idle(40).read(FIFO_POINTERS).idle(1).reset().read(SNAPSHOT).read(SNAPSHOT_POINTERS).play()
    places, valid, kept = unit.values[-3:]
    assert valid == 1 and kept == places and 256 < places >> 16 < 512


def event(event_id):
    return 4 + event_id if event_id <= 11 else 16 * (event_id + 63)


def test_power_up_leaves_nothing(tmp_path):
    """Random registers at power-up do not look like a stream."""
    for seed in range(20):
        n, reads, _ = run(cpp("full_short"),
                          "play",
                          "--seed",
                          seed + 1,
                          "-",
                          stdin=f"r {SNAPSHOT:x}\nr {SNAPSHOT_POINTERS:x}\nr {SNAPSHOT_TAIL:x}\n")
        assert [value for _, value in reads] == [0, 0, 0] and n["errors"] == 0


# ---- the lock

LOCK = REG["LOCK"]
LOCKED = [
    CTRL, SWITCH_ID, TIME_STEP, TIME_CTRL, SELECT, SELECT_ID, RANGE, RATE_LIMIT, FREEZE_AFTER,
    TRIGGER, TRIGGER_STATE, MATCH, MATCH + 0x18, SNOOP_CTRL, SNOOP_ADDR, PORT_MASK, FRAME_CTRL,
    FRAME_HZ, RING_CTRL, RING_CTRL + 4, RING_CTRL + 8
]  # fmt: skip
UNLOCKED = [(IRQ_ENABLE, 3), (WATERMARK, 0x1234), (PEEK_AT, 5), (RUNNING, 9)]


def test_lock(tmp_path):
    """Locked: settings can be read, not changed; events and words flow. Only a reset unlocks."""
    unit = start(tmp_path, "full_short").write(SNOOP_ADDR, WORD).read(LOCK).write(
        LOCK, 0xFFFFFFFE).read(LOCK).write(LOCK, 1).read(LOCK)
    for register in LOCKED:
        unit.read(register).write(FAULT, 3).write(register, 0xC000).read(FAULT).read(register)
    for register, value in UNLOCKED:
        unit.write(FAULT, 3).write(register, value).read(register).read(FAULT)
    pair(unit, 1,
         0x12345678).idle(20).read(DATA).write(LOCK, 0).read(LOCK).reset().read(LOCK).write(
             SWITCH_ID, 0xC000).read(SWITCH_ID).play()
    assert unit.values[:3] == [0, 0, 1]
    states = [unit.values[i:i + 3] for i in range(3, 3 + 3 * len(LOCKED), 3)]
    assert all(fault == ACCESS and before == after for before, fault, after in states)
    rest = unit.values[3 + 3 * len(LOCKED):]
    assert rest[:2 * len(UNLOCKED)] == [n for _, value in UNLOCKED for n in (value, 0)]
    word, still, unlocked, stored = rest[2 * len(UNLOCKED):]
    assert word and (still, unlocked, stored) == (1, 0, 0xC000)


# ---- without a reader


@pytest.mark.parametrize("parameters",
                         [name for name, has in HAS.items() if has["FIFO_LOG2"] <= 10])
def test_full_without_reader(tmp_path, parameters):
    """USER stops before the reserve of SYS, SYS before that of the loss, which is reported later.
    """
    capacity = size_of_fifo(parameters)
    unit = start(tmp_path, parameters)
    offered_user, offered_sys = capacity // 7 + 50, capacity // 30 + 50
    for i in range(offered_user):
        pair(unit, 1, 0x40000000 + i).idle(10)
    for i in range(offered_sys):
        pair(unit, 0xC000 + i, 0x40000000 + i).idle(10)
    unit.play()
    n = unit.numbers
    user, system = n["user_delivered"] * 7, n["event_bytes"] - n["user_delivered"] * 7
    begin = 6  # bytes, at most
    two = 2 * most_of_entry(parameters)
    assert capacity * 7 / 8 - two - 7 - begin <= user <= capacity * 7 / 8 - two + 7
    assert capacity - two - 9 - begin <= user + system <= capacity - two + 9
    assert n["user_dropped"] == offered_user - n["user_delivered"] >= 40 and n["sys_dropped"] >= 20
    assert n["losses"] == 1 and n["totals"] == 2


# ---- several harts

WORD_1 = 0x3000_0000  # that holds the running thread of hart 1
HART = REG["HART_STRIDE"]  # from the ports of a hart to those of the next


@pytest.fixture
def harts(tmp_path):
    """An enabled unit of two harts that snoops WORD and WORD_1."""
    return start(tmp_path, "two_harts").write(SNOOP_ADDR + 0x20, WORD_1).write(SNOOP_CTRL + 0x20, 1)


def reported(unit):
    """(source, class, id, value) of every event."""
    return [(int(e[1]), e[2], e[3], int(e[4], 16)) for e in unit.events]


def test_switches_in_one_cycle(harts):
    """Harts take turns; items name the hart of each thread."""
    harts.stores(h0=(WORD, 0x10), h1=(WORD_1, 0x20)).idle(9).stores(h0=(WORD, 0x11),
                                                                    h1=(WORD_1, 0x21)).idle(9)
    harts.read(RUNNING).read(RUNNING + 0x20).play()
    assert reported(harts) == [(3, "SYS", "thread", 0x10), (7, "SYS", "thread", 0x20),
                               (3, "SYS", "thread", 0x11), (7, "SYS", "thread", 0x21)]
    times = [int(e[0]) for e in harts.events]
    assert times[1] == times[0] + 1 and times[3] == times[2] + 1 and times[2] == times[0] + 10
    assert [item for _, item, _ in harts.entries()] == [768, 785, 800, 817
                                                        ] and harts.values == [0x11, 0x21]


def test_a_word_of_another_hart_is_not_snooped(harts):
    harts.stores(h0=(WORD_1, 5), h1=(WORD, 6)).idle(4).read(RUNNING).read(RUNNING + 0x20).play()
    assert harts.events == [] and harts.values == [0, 0]


def test_harts_have_their_own_value_registers(harts):
    """The same thread value on both harts, VALUE, VALUE, ID, ID: no pair is torn."""
    harts.stores(h0=(WORD, 0x10), h1=(WORD_1, 0x10)).idle(4)
    harts.write(VALUE, 1).write(VALUE + HART, 2).write(ID, 7).write(
        ID + HART, 8).read(VALUE).read(VALUE + HART).play()
    assert reported(harts)[2:] == [(0, "USER", "7", 1),
                                   (4, "USER", "8", 2)] and harts.values == [1, 2]


def test_the_register_port_has_its_turn(harts):
    """Both harts switch every cycle: a port event gets its turn, behind its own hart's store."""
    harts.write(VALUE + HART, 9)
    harts.line(f"w {ID + HART:x} 5 f", f"s {WORD:x} 1", f"s1 {WORD_1:x} 2")
    for n in range(1, 5):
        harts.stores(h0=(WORD, 2 * n + 1), h1=(WORD_1, 2 * n + 2))
    harts.idle(40).play()
    order = [source for source, *_ in reported(harts)]
    assert order[:4] == [3, 7, 4, 3] and (4, "USER", "5", 9) in reported(harts)


def behind_the_others(unit, attempts, access):
    """An event of hart 0 is stored beside all that its snoop can queue in a cycle, while the others
    never cease: `attempts` cycles of an access behind it.
    """
    has = HAS[unit.parameters]
    edges, harts = (1 << has["PINS"]) - 1, range(has["HARTS"])
    for h in harts:
        unit.write(SNOOP_ADDR + 0x20 * h, WORD + 4 * h).write(SNOOP_CTRL + 0x20 * h,
                                                              3 if has["RETIRE"] else 1)
    if edges:
        unit.write(PIN_RISE, edges).write(PIN_RISE + 4, edges)
    unit.idle(400).write(VALUE, 9).store(WORD, 1).idle(12)  # its turn was the last
    for n in range(-2, attempts + 1):  # an edge of a pin takes two cycles to arrive
        first = [] if n < 0 else [f"w {ID:x} 5 f"] if n == 0 else [access]
        busy = [] if n < 0 else harts if n == 0 else harts[1:]
        stores = [f"s{h} {WORD + 4 * h:x} {n + 2:x}" for h in busy]
        trap = ["e0 5 1", "x0"] if has["RETIRE"] and n == 0 else []
        pins = [f"p {edges * ((n + 1) % 2):x}"] if edges else []
        unit.line(*first, *stores, *trap, *pins)
    return unit


@pytest.mark.parametrize("parameters", ["full", "two_harts", "many_harts", "wide_harts"])
@pytest.mark.parametrize("counter", [True, False], ids=["counter", "event"])
def test_longest_wait(tmp_path, parameters, counter):
    """A read of a counter, or the next event, waits as long as signals.md says and no longer; a
    read one cycle less without FILTER.
    """
    has = HAS[parameters]
    turns = has["HARTS"] + (3 if has["RETIRE"] else 1) * (has["HARTS"] + (has["PINS"] > 0))
    longest, accepted = turns + (3 + has["FILTER"] if counter else 0), []
    access = f"try r {delivered('USER'):x}" if counter else f"try w {ID:x} 6 f"
    for attempts in (longest, longest + 1):
        unit = behind_the_others(start(tmp_path, parameters), attempts, access).play()
        accepted.append(
            len(unit.values) if counter else sum(source == 0 for source, *_ in reported(unit)) - 1)
    assert accepted == [0, 1]


def test_passed_over(harts):
    """Three stores of each hart, queues of two: the last one counts, the overruns are counted."""
    for n in range(8):
        harts.stores(h0=(WORD, 0x10 + n), h1=(WORD_1, 0x20 + n))
    harts.idle(60).read(RUNNING).read(RUNNING + 0x20).write(CTRL, 0).idle(200)
    for hart in range(2):
        harts.read(dropped("OVERRUN", 4 * hart + 3))
    harts.play()
    over = [e for e in harts.events if e[6] == "OVERRUN"]
    assert harts.values[:2] == [0x17, 0x27] and len(
        harts.events) == 16 and sum(harts.values[2:]) == len(over) > 0
    switches = [
        value for source, _, event_id, value in reported(harts)
        if event_id == "thread" and source == 3
    ]
    assert switches == sorted(switches) and switches[-1] == 0x17


def test_registers_of_a_hart_that_is_not_there(harts):
    harts.write(FAULT, 3).read(SNOOP_CTRL + 0x40).read(FAULT).write(FAULT, 3).write(
        VALUE + 2 * HART, 1).read(FAULT).play()
    assert harts.values == [0, ACCESS, ACCESS]


# ---- stores that stall for free space

HELD = 50  # edges


def flood(unit, number, event_id=1, port=VALUE + GUARANTEED):
    for i in range(number):
        pair(unit, event_id, 0x40000000 + i, port)
    return unit


def times(unit):
    return [int(e[0]) for e in unit.events]


def test_guaranteed_ports_are_the_ports(tmp_path):
    """The same value registers by both addresses, the same event windows, the same drops."""
    unit = start(tmp_path, "full_short").write(WAIT, HELD).read(WAIT)
    for port in (VALUE, IRQ_VALUE, USER_VALUE):
        unit.write(port + GUARANTEED, 5).read(port).write(port + 4, 1)
        unit.write(port, 6).read(port + GUARANTEED).write(port + GUARANTEED + 4, 2)
        unit.write(port + GUARANTEED + WINDOW + 12, 7).write(port + GUARANTEED + 4, 4).write(
            port + GUARANTEED + 4, 0x9000)
        unit.write(port + GUARANTEED + 4, 5, 7).read(port + GUARANTEED + 4).read(FAULT).write(
            FAULT, ACCESS)
    pair(unit, 0xC001, 8, USER_VALUE + GUARANTEED).play()
    expected = [("USER", "1", 5, DELIVERED), ("USER", "2", 6, DELIVERED),
                ("USER", "3", 7, DELIVERED), ("NONE", "4", 0, TORN), ("NONE", "9000", 0, BAD_ID),
                ("NONE", "5", 0, BAD_ID)]
    assert fates(unit) == 3 * expected + [("NONE", "c001", 8, MASKED)]
    assert unit.values == [HELD] + 3 * [5, 6, 0, ACCESS]
    assert unit.numbers["reserved"] == 6 and unit.numbers[
        "held"] <= 21  # three cycles between two, at most; and one behind an event


@pytest.mark.parametrize("event_id", [1, 0x4000, 0xC001, 0x8000])
@pytest.mark.parametrize("window", [False, True])
def test_wait_is_bounded(tmp_path, event_id, window):
    """Without a reader a store stalls for WAIT cycles, then it is dropped and counted."""
    unit = start(tmp_path, "full_short").write(WAIT, HELD)
    if window:
        unit.write(WINDOW_IDS, event_id >> 8)
        for i in range(160):
            unit.write(VALUE + GUARANTEED + WINDOW + 4 * (512 + event_id % 256), 0x40000000 + i)
    else:
        flood(unit, 160, event_id)
    unit.play()
    full = next(i for i, e in enumerate(unit.events) if e[5] == "dropped")
    assert full >= (size_of_fifo("full_short") * 7 // 8 -
                    2 * most_of_entry("full_short")) // 10 and {e[5]
                                                                for e in unit.events[full:]} == {
                                                                    "dropped"
                                                                } and len(unit.events) == 160
    assert unit.numbers["expired"] == unit.numbers["dropped_space"] == 160 - full
    gaps = [after - before for before, after in zip(times(unit)[full - 1:], times(unit)[full:])]
    # After a switch the unit searches its value registers for two edges: windows use none.
    stores = 1 if window else 2 + 2 * (event_id == 0x8000)
    assert set(gaps) == {HELD + stores}, gaps
    assert unit.numbers["held"] >= HELD * (160 - full)


@pytest.mark.parametrize("parameters", ["small", "small_frames", "full_short", "two_harts"])
def test_each_class_waits_for_its_space(tmp_path, parameters):
    """While USER waits, SYS is accepted at once: it has a reserve."""
    unit = flood(start(tmp_path, parameters).write(WAIT, HELD), size_of_fifo(parameters) // 8)
    before = len(unit.lines)
    pair(unit, 0xC001, 9, VALUE + GUARANTEED).play()
    assert before and unit.events[-2][5] == "dropped" and unit.events[-1][2:6] == [
        "SYS", "c001", "9", "delivered"
    ]
    assert times(unit)[-1] - times(unit)[-2] <= 3


def test_what_is_dropped_anyway_is_not_held(tmp_path):
    """TORN, ID and MASK answer at once when full; so does the invariant port."""
    unit = flood(start(tmp_path, "full_short").write(WAIT, 1), 160)
    unit.write(WAIT, 5000)
    unit.write(ID + GUARANTEED, 1).write(ID + GUARANTEED, 0x9000).write(
        VALUE + GUARANTEED + WINDOW, 7)
    pair(unit, 0xC001, 9, USER_VALUE + GUARANTEED)
    pair(unit, 1, 9).play()
    assert [e[6] for e in unit.events[-5:]] == ["TORN", "ID", "ID", "MASK", "USER"]
    assert times(unit)[-1] - times(unit)[-5] < 20


@pytest.mark.parametrize("edges", [341, 512, 5000])
@pytest.mark.parametrize("parameters", ["small", "small_frames"])
def test_every_edge_of_a_wait_counts(tmp_path, parameters, edges):
    unit = start(tmp_path, parameters).write(WAIT, 0)
    for _ in range(size_of_fifo(parameters) // 8):
        flood(unit, 1).idle(15)
    flood(unit.write(WAIT, edges), 4).play()
    assert {e[5] for e in unit.events[-5:]} == {"dropped"}
    assert {after - before
            for before, after in zip(times(unit)[-4:],
                                     times(unit)[-3:])} == {edges + 2}


@pytest.mark.parametrize("parameters, off", [("full_short", "disabled"), ("full_short", "frozen"),
                                             ("full_short", "zero"), ("small", "disabled"),
                                             ("small", "zero")])
def test_not_held_in_vain(tmp_path, parameters, off):
    """No store stalls while disabled, frozen, or with WAIT = 0 and a FIFO that software reads."""
    number = size_of_fifo(parameters) // 8
    unit = flood(start(tmp_path, parameters).write(WAIT, 1), number)
    unit.write(WAIT, 5000 if off != "zero" else 0)
    if off == "disabled":
        unit.write(CTRL, 0)
    if off == "frozen":
        unit.write(TRIGGER_STATE, 3).idle(4)
    unit.read(TIME_LO)
    flood(unit, 10).read(TIME_LO).play()
    assert unit.values[1] - unit.values[0] < 50
    assert len(unit.events) == number + (10 if off == "zero" else 0)


def test_a_store_of_another_hart_is_held_no_longer(harts):
    """Stores of two harts stall one after the other, each for WAIT at most; the snoop never does.
    """
    harts.write(WAIT, HELD)
    flood(harts, 200)
    for i in range(4):
        flood(harts, 1, port=VALUE + GUARANTEED + HART).stores(h0=(WORD, 0x100 + i))
        flood(harts, 1)
    harts.play()
    ports = [e for e in harts.events if e[3] != "thread"]
    switches = [e for e in harts.events if e[3] == "thread"]
    assert len(ports) == 208 and len(switches) == 4 and {e[5] for e in switches} == {"delivered"}
    gaps = [int(b[0]) - int(a[0]) for a, b in zip(ports[-8:], ports[-7:])]
    assert max(gaps) <= HELD + 6 and min(gaps) >= HELD, gaps


def test_a_ring_that_drains_is_waited_for(tmp_path):
    """WAIT = 0: a ring of the newest delivers everything; a full ring that stops stalls nobody."""
    for stop in (0, 2):
        unit = Unit(tmp_path, "full_short").write(WAIT, 0).write(0x604, 0x8000_0000).write(
            0x608, 10 << 8 | 12).write(RING_CTRL, 1 | stop)
        flood(unit.write(CTRL, ENABLE), 1200).idle(3000)
        for kind in range(6):
            unit.read(COUNT + 4 * kind)
        unit.play()
        assert (unit.values == [0] * 6) == (stop == 0), unit.values


@pytest.mark.parametrize("parameters, interval",
                         [("full_short", 1 << 15), *(("two_harts", 1 << bit) for bit in range(11))])
def test_starts_of_frames(tmp_path, parameters, interval):
    """A start repeats after INTERVAL events: the scoreboard compares the frames."""
    unit = Unit(tmp_path, parameters).write(WAIT, 0)
    unit.write(FRAME_CTRL, interval << 16 | 1).read(STATUS).write(CTRL, CLEAR).write(CTRL, ENABLE)
    for n in range(interval + 1):
        unit.write(VALUE + WINDOW + GUARANTEED + 4, n & 0x7F)
    unit.write(CTRL, 0).idle(0x4000).read(STATUS).read(FRAME_CTRL).play()
    assert unit.numbers["delivered"] == interval + 1


def test_frames_are_waited_for(tmp_path):
    """WAIT = 0, and frames alone: everything is delivered, whatever the burst."""
    unit = Unit(tmp_path, "full_short").write(WAIT, 0).write(FRAME_CTRL, 1).read(STATUS).write(
        CTRL, CLEAR).write(CTRL, ENABLE)
    flood(unit, 500).write(CTRL,
                           0).idle(0x4000).read(STATUS).read(FRAME_CTRL).read(dropped("USER")).read(
                               dropped("USER")).play()
    assert len(unit.events) == 500 and {e[5] for e in unit.events} == {"delivered"}
    assert unit.values[2:] == [1, 0, 0
                               ] and unit.numbers["held"] > 5000 and unit.numbers["reserved"] == 500


def test_a_reader_of_its_own_ends_the_wait():
    """Arrivals above the reader's rate: another master reads while a store stalls."""
    n, _, _ = run(cpp(), "load", "--kind", "window", "--rate", 0.5, "--word-every", 16, "--wait",
                  0xFFFFFF, "--warm-up", 1000, "--cycles", 40000)
    assert n["dropped"] == 0 and n["held"] > 20000 and n["reserved"] == n["offered"] > 1000


# ---- values of 64 bits

LOW, HIGH = VALUE + 8, VALUE + 12


def wide(tmp_path):
    return start(tmp_path, "value64")


@pytest.mark.parametrize("part", range(3))
def test_values_of_every_length(tmp_path, part):
    """0 to 9 bytes, as the stream has them."""
    values = ([0] + [v for bits in range(1, 65) for v in (1 << bits - 1, (1 << bits) - 1)])[part::3]
    unit = wide(tmp_path)
    for i, value in enumerate(values):
        unit.write(LOW, value & 0xFFFFFFFF).write(HIGH, value >> 32).write(
            ID, 1 + i % 20).idle(200 if i % 9 == 8 else 12)
    unit.play()
    assert [int(e[4], 16)
            for e in unit.events] == values and {e[5]
                                                 for e in unit.events} == {"delivered"}
    data, found, at = unit.stream, [], 0
    while at < len(data):
        fields = []
        for _ in range(2):  # item and flags, delta
            n = shift = 0
            while data[at] & 0x80:
                n, shift, at = n | (data[at] & 0x7F) << shift, shift + 7, at + 1
            fields.append(n | data[at] << shift)
            at += 1
        assert fields[0] & 2
        size = data[at] & 0x7F
        if data[at] & 0x80:
            at += 1
            size |= data[at] << 7
        size, at = size >> 4, at + 1
        found.append((size, int.from_bytes(data[at:at + size], "little")))
        at += size
    assert found == [((v.bit_length() + 8) // 8 if v else 0, v) for v in values]
    assert {size for size, _ in found} >= set(range(1, 9)) and (part == 0 or max(found)[0] == 9)


def test_halves(tmp_path):
    """The high half belongs to the low half before it, of the same owner; VALUE alone is 32 bits.
    """
    unit = wide(tmp_path).write(LOW, 5).write(HIGH, 6).read(VALUE).read(LOW).read(HIGH).write(ID, 1)
    unit.write(VALUE, 7).read(HIGH).write(ID, 2)
    unit.write(HIGH, 8).write(ID, 3)
    unit.write(LOW, 9).write(RUNNING, 0x40).write(HIGH, 10).write(LOW, 11).write(HIGH, 12).write(
        ID, 4).write(RUNNING, 0).write(HIGH, 13).write(ID, 5)
    unit.write(LOW, 1).write(HIGH, 2, 7).write(ID, 6)
    unit.write(IRQ_VALUE + 8, 1).write(IRQ_VALUE + 12, 0x80000000).write(IRQ_ID, 7)
    unit.write(LOW + GUARANTEED, 2).write(HIGH + GUARANTEED, 1).write(ID + GUARANTEED, 8)
    unit.write(LOW, 0x44).write(HIGH, 1).write(ID, 0x8000).read(RUNNING).play()
    assert [(e[3], int(e[4], 16), e[6])
            for e in unit.events if e[1] != "3"] == [("1", 6 << 32 | 5, "-"), ("2", 7, "-"),
                                                     ("3", 0, "TORN"), ("4", 12 << 32 | 11, "-"),
                                                     ("5", 13 << 32 | 9, "-"), ("6", 0, "TORN"),
                                                     ("7", 1 << 63 | 1, "-"),
                                                     ("8", 1 << 32 | 2, "-"), ("thread", 0x44, "-")]
    assert unit.values == [5, 5, 6, 0, 0x44]


def test_a_unit_of_one_word_has_no_more(tmp_path):
    unit = start(tmp_path, "small").write(FAULT, 3).write(LOW, 1).read(FAULT).write(
        FAULT, 3).read(HIGH).read(FAULT).play()
    assert unit.values == [ACCESS, 0, ACCESS]


# ---- events of several words


def more(word, port=VALUE):
    """Address of an extra argument, from 1 on."""
    return port + 8 + 4 * word


def test_words(tmp_path):
    """Arguments belong to the owner's last value; the highest one stored counts, gaps are 0."""
    unit = start(tmp_path, "full_short")
    unit.write(VALUE, 1).write(more(1),
                               2).write(more(2), 3).write(more(3), 4).read(VALUE).read(LOW).read(
                                   more(1)).read(more(2)).read(more(3)).write(ID, 1).idle(30)
    unit.write(VALUE, 5).read(more(3)).write(ID, 2).idle(30)
    unit.write(LOW, 6).write(more(3), 7).write(ID, 3).idle(30)
    unit.write(LOW, 8).write(more(2), 9).write(more(1), 10).write(ID, 4).idle(30)
    unit.write(more(1), 11).write(ID, 5).idle(30)
    unit.write(LOW,
               12).write(RUNNING, 0x40).write(more(1), 13).write(LOW, 14).write(more(1), 15).write(
                   ID, 6).idle(30).write(RUNNING, 0).write(more(1), 16).write(ID, 7).idle(30)
    unit.write(LOW, 1).write(more(2), 2, 7).write(ID, 8).idle(30)
    unit.write(IRQ_VALUE, 17).write(more(1, IRQ_VALUE), 0x80000000).write(IRQ_ID, 9).idle(30)
    unit.write(LOW + GUARANTEED, 18).write(more(1) + GUARANTEED, 19).write(ID + GUARANTEED,
                                                                           10).idle(30)
    unit.write(LOW, 0x44).write(more(1), 1).write(ID, 0x8000).idle(30).read(RUNNING)
    unit.write(LOW, 20).write(more(1), 21).write(VALUE + WINDOW + 44,
                                                 22).idle(30).write(ID, 12).idle(30).play()
    assert [(e[3], e[4], e[6]) for e in unit.events if e[1] != "3"] == [("1", "1+2+3+4", "-"),
                                                                        ("2", "5", "-"),
                                                                        ("3", "6+0+0+7", "-"),
                                                                        ("4", "8+a+9", "-"),
                                                                        ("5", "0", "TORN"),
                                                                        ("6", "e+f", "-"),
                                                                        ("7", "c+10", "-"),
                                                                        ("8", "0", "TORN"),
                                                                        ("9", "11+80000000", "-"),
                                                                        ("a", "12+13", "-"),
                                                                        ("thread", "44", "-"),
                                                                        ("b", "16", "-"),
                                                                        ("c", "14+15", "-")]
    assert unit.values == [1, 1, 2, 3, 4, 0, 0x44]


def test_words_in_the_stream(tmp_path):
    """Extra arguments first, in order, each with its item; only the first has a delta."""
    unit = start(tmp_path, "full_short").idle(5).write(VALUE, 7).write(more(1), 0).write(
        more(2), 0x80).write(more(3), 0xFFFFFFFF).write(ID, 1).idle(40).play()
    data = unit.stream
    assert data[0] == 0x82 and data[1] == 0x0C and data[2] >= 0x80 and data[3] == 1  # the delta
    assert data[4:] == bytes.fromhex("01 800d21 8000 800e51 ffffffff00 28 1107")


@pytest.mark.parametrize("parameters", ["full_short", "two_harts", "many_harts"])
def test_words_stay_together(tmp_path, parameters):
    """Snooped switches in every cycle come before or behind, never between."""
    has = HAS[parameters]
    unit = start(tmp_path, parameters).write(SNOOP_ADDR, WORD).write(SNOOP_CTRL, 1)
    for cycle in range(8):
        unit.write(VALUE, 1)
        for word in range(1, has["ARGS"]):
            unit.write(more(word), 0x10000000 * word)
        unit.write(ID, 20 + cycle).idle(cycle).store(WORD, 0x100 + cycle).idle(100)
    unit.play()
    reported = [(e[3], e[4]) for e in unit.events]
    for cycle in range(8):
        assert (f"{20 + cycle:x}", "+".join(
            f"{word:x}"
            for word in [1] + [0x10000000 * w for w in range(1, has["ARGS"])])) in reported
        assert ("thread", f"{0x100 + cycle:x}") in reported
    assert {e[5] for e in unit.events} == {"delivered"}


def test_words_all_or_none(tmp_path):
    """A FIFO without a reader: an event with arguments is delivered or dropped whole."""
    unit = start(tmp_path, "full_short")
    for i in range(60):
        unit.write(VALUE, 0x40000000 + i)
        for word in range(1, 4):
            unit.write(more(word), 0x40000000 + word)
        unit.write(ID, 0x1000 + i).idle(20)
    unit.play()
    fates = [e[5] for e in unit.events]
    assert "dropped" in fates and "delivered" in fates
    assert {e[4].count("+") for e in unit.events if e[5] == "delivered"} == {3}


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if not has["TINY"]])
def test_idle_port_after_clear(tmp_path, parameters):
    """The unit traces again once its counters are 0, even if nobody uses the port."""
    unit = start(tmp_path, parameters).write(CTRL, 0).idle(2000).read(STATUS)
    unit.write(CTRL, CLEAR | ENABLE)
    for thread in range(1, 150):
        unit.store(WORD, thread).idle(8)
    unit.play()
    switches = [int(e[4], 16) for e in unit.events if e[3] == "thread"]
    assert switches == list(range(150 - len(switches), 150)) and 5 < len(switches) < 150


@pytest.mark.parametrize("parameters", [name for name, has in HAS.items() if has.get("FRAME")])
@pytest.mark.parametrize("stall", [0, 40, 300])
def test_interval_changes_in_a_run(tmp_path, parameters, stall):
    """A frame under way keeps the INTERVAL of its begin, as in the model."""
    unit = Unit(tmp_path, parameters).write(0x480, 3 << 16 | 1).read(STATUS).write(CTRL, CLEAR)
    unit.write(CTRL, ENABLE)
    for n in range(24):
        pair(unit, 20, n).idle(20).line("frame 0").idle(stall)
        unit.write(0x480, (1, 2, 0, 5)[n % 4] << 16 | 1).idle(stall).line("frame 1").idle(900)
    unit.write(CTRL, 0).idle(60000).read(STATUS).read(0x480).play()
    assert unit.numbers["frame_bytes"] > 500 and unit.numbers["errors"] == 0


def test_frames_beside_a_ring_alone(tmp_path):
    """The ring alone has the stream: frames are idle."""
    unit = Unit(tmp_path, "full").write(0x480, 1).read(STATUS).write(CTRL, CLEAR)
    unit.write(0x604, 0).write(0x608, 9 << 8 | 11).write(0x600, 1).write(CTRL, ENABLE)
    for n in range(10):
        pair(unit, 20, n)
    unit.write(CTRL, 0).idle(2000).read(STATUS).read(0x480).play()
    assert unit.values[-1] & 2 == 0 and unit.numbers["errors"] == 0
