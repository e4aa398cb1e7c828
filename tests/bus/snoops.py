# SPDX-License-Identifier: Apache-2.0
"""The snoops of the buses: what they show of random stores, against the memory that these stores
go to. test_snoop.py runs this under cocotb, once for each bench.
"""

import logging
import os
import random
from collections import deque
from typing import NamedTuple

import cocotb
from benches import SNOOPS
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

BENCH = os.environ["WEIR_BUS"]
BUS, GIVEN = SNOOPS[BENCH]
BYTES = GIVEN.get("DATA_W", 32) // 8
UPPER, HIGH, ADDR_W = GIVEN.get("UPPER", 0), GIVEN.get("HIGH", 0), GIVEN.get("ADDR_W", 32)
SEED = BENCH + os.environ.get("WEIR_SEED", "1")
NUMBER = 400 * int(os.environ.get("WEIR_LENGTH", "1"))
LIMIT = {"timeout_time": 1000 * NUMBER, "timeout_unit": "ns"}
SIZE = 1 << 10  # of the memory


class Store(NamedTuple):
    """Bytes that a store changes, at the lanes of the bus that begin at `addr`."""

    addr: int
    data: int
    strobes: int


def word_of(store):
    """(address, data, strobes) of the word that a snoop shows of it, in bytes that count."""
    if store.addr >> 32 != UPPER:
        return None
    addr, data, strobes = store.addr & 0xffffffff & -BYTES, store.data, store.strobes
    if BYTES == 8:
        low, high = strobes & 15, strobes >> 4
        if high and (not low or HIGH):
            addr, data, strobes = addr + 4, data >> 32, high
        else:
            strobes = low
    mask = sum(255 << 8 * i for i in range(4) if strobes >> i & 1)
    return addr, data & mask, strobes


class Snoop:
    """What the snoop shows, in each cycle."""
    def __init__(self, dut):
        self.dut, self.shown, self.cycles, self.cycle = dut, [], [], 0
        cocotb.start_soon(self.run())

    async def run(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            self.cycle += 1
            if dut.rst_ni.value and dut.snoop_valid_o.value:
                strobes = int(dut.snoop_strb_o.value)
                mask = sum(255 << 8 * i for i in range(4) if strobes >> i & 1)
                self.shown.append((int(dut.snoop_addr_o.value),
                                   int(dut.snoop_data_o.value) & mask, strobes))
                self.cycles.append(self.cycle)

    def check(self, stores):
        """Each store was shown once, in order, as it is."""
        expected = [word for word in map(word_of, stores) if word]
        assert self.shown == expected, next(
            ((n, *both) for n, both in enumerate(zip(self.shown, expected)) if both[0] != both[1]),
            (len(self.shown), len(expected)))
        assert len(expected) > len(stores) // 3

    def replayed(self):
        """A memory with what was shown."""
        memory = bytearray(SIZE)
        for addr, data, strobes in self.shown:
            for i in range(4):
                if strobes >> i & 1:
                    memory[addr % SIZE + i] = data >> 8 * i & 255
        return memory


async def start(dut, clock=True):
    if clock:
        cocotb.start_soon(Clock(dut.clk_i, 10, unit="ns").start())
    for name in dir(dut):
        if name.endswith("_i") and name not in ("clk_i", "rst_ni"):
            getattr(dut, name).value = 0
    dut.rst_ni.value = 0
    for _ in range(3):
        await RisingEdge(dut.clk_i)
    dut.rst_ni.value = 1
    await RisingEdge(dut.clk_i)
    return Snoop(dut), random.Random(SEED)


def some_addr(rng, size):
    """An address whose low bits are those of a place in the memory; some have other upper bits than
    those that the snoop shows.
    """
    upper = UPPER if rng.random() < 0.8 else rng.getrandbits(ADDR_W - 32)
    page = rng.getrandbits(32) & -SIZE
    return (upper << 32 if ADDR_W > 32 else 0) + page + (rng.randrange(SIZE) & -size)


if BUS in ("obi", "tlul", "wb"):

    STORE = {
        "obi": {"obi_req_i": 1, "obi_gnt_i": 1, "obi_we_i": 1},
        "tlul": {"tl_a_valid_i": 1, "tl_a_ready_i": 1, "tl_a_opcode_i": 0},
        "wb": {"wb_cyc_i": 1, "wb_stb_i": 1, "wb_we_i": 1, "wb_stall_i": 0, "wb_ack_i": 1},
    }  # yapf: disable

    @cocotb.test(**LIMIT)
    async def any_pins(dut):
        """Any values at the pins, in each cycle: the stores are those that the bus accepts. First
        come stores whose addresses differ from those shown in one bit above 32, if there are any.
        """
        snoop, rng = await start(dut)
        names = {name: len(getattr(dut, name)) for name in dir(dut)
                 if name.endswith("_i") and name not in ("clk_i", "rst_ni")}  # yapf: disable
        stores = []
        for n in range(NUMBER * 4):
            pins = {name: rng.getrandbits(bits) for name, bits in names.items()}
            addr = some_addr(rng, 1)
            if n < ADDR_W - 32:
                addr = (UPPER ^ 1 << n) << 32 | addr & 0xffffffff
                pins |= STORE[BUS]
            pins |= {name: addr for name in names if "addr" in name or "adr" in name}
            for name, value in pins.items():
                getattr(dut, name).value = value
            pins = {name.removeprefix(f"{BUS}_").removesuffix("_i"): v for name, v in pins.items()}
            if BUS == "obi":
                store = pins["req"] and pins["gnt"] and pins["we"]
                data, lanes = pins["wdata"], pins["be"]
            elif BUS == "wb":
                store = pins["cyc"] and pins["stb"] and pins["we"] and (
                    pins["ack"] if GIVEN.get("CLASSIC") else not pins["stall"])
                data, lanes = pins["dat_w"], pins["sel"]
            else:
                store = pins.get("tl_a_valid") and pins["tl_a_ready"] and pins["tl_a_opcode"] < 2
                data, lanes = pins["tl_a_data"], pins["tl_a_mask"]
            await RisingEdge(dut.clk_i)
            if store:
                stores.append(Store(addr, data, lanes))
        for name in names:
            getattr(dut, name).value = 0
        for _ in range(2):
            await RisingEdge(dut.clk_i)
        snoop.check(stores)
        assert len(stores) > NUMBER // 8


if BUS == "ahb":
    from cocotbext.ahb import AHBBus, AHBLiteMaster, AHBLiteSlaveRAM

    class Ram(AHBLiteSlaveRAM):
        """It takes any upper bits of an address."""
        def _chk_rd(self, addr, size):
            return True

        def _chk_wr(self, addr, size):
            return True

        def _get_addr_aligned(self, addr):
            return addr % SIZE & -BYTES

    @cocotb.test(**LIMIT)
    async def memory(dut):
        """The master and the memory of cocotbext-ahb, which waits: reads and writes of all sizes.
        """
        dut.ahb_hwstrb_i.value = (1 << BYTES) - 1
        snoop, rng = await start(dut)
        dut.ahb_hwstrb_i.value = (1 << BYTES) - 1
        dut.ahb_hready_i.value = 1
        await RisingEdge(dut.clk_i)  # what the package sets at once is so already
        names = {name: f"{name}_i" for name in ("haddr", "hsize", "htrans", "hwdata", "hwrite",
                                                "hready", "hresp", "hrdata")}  # yapf: disable
        bus = AHBBus.from_prefix(dut, "ahb", signals=names, optional_signals=[])
        waits = iter(lambda: rng.random() < 0.6, None)
        memory = Ram(bus, dut.clk_i, dut.rst_ni, bp=waits, mem_size=SIZE)
        master = AHBLiteMaster(bus, dut.clk_i, dut.rst_ni)
        for each in memory, master:
            each.log.setLevel(logging.WARNING)
        stores = []
        while len(stores) < NUMBER:
            some = []
            for _ in range(rng.randrange(1, 9)):
                size = 1 << rng.randrange(BYTES.bit_length())
                some.append((some_addr(rng, size), rng.getrandbits(8 * BYTES), size,
                             int(rng.random() < 0.7)))
            addr, data, size, write = map(list, zip(*some))
            await master.custom(addr, data, write, size, pip=rng.random() < 0.7)
            stores += [
                Store(a, d, (1 << s) - 1 << a % BYTES) for a, d, s, w in some if w
            ]  # yapf: disable
        await RisingEdge(dut.clk_i)
        snoop.check(stores)
        if BYTES == 4:
            assert snoop.replayed() == memory.memory.read(0, SIZE)

    @cocotb.test(**LIMIT)
    async def phases(dut):
        """A waiting store appears once, with its data of the last cycle; one that ends with an
        error not at all; strobes of AHB5 mask its lanes; a reset forgets it.
        """
        snoop, rng = await start(dut)
        base = UPPER << 32

        async def cycle(**pins):
            for name, value in pins.items():
                getattr(dut, f"ahb_{name}_i").value = value
            await RisingEdge(dut.clk_i)

        full = (1 << BYTES) - 1
        await cycle(htrans=2, hwrite=1, hsize=2, haddr=base + 0x40, hready=1, hwstrb=full)
        await cycle(htrans=2, hwrite=1, hsize=2, haddr=base + 0x44, hready=0, hwdata=0x11)
        await cycle(hready=0)
        await cycle(hready=1)  # 0x11 to 0x40
        await cycle(htrans=0, hready=0, hresp=1, hwdata=0x2222 << 8 * (BYTES - 4))  # to 0x44: error
        await cycle(hready=1, hresp=1)
        await cycle(htrans=2, hwrite=1, hsize=2, haddr=base + 0x48, hresp=0)
        await cycle(htrans=1, hwdata=0x12345678, hwstrb=0x6)  # BUSY is no store
        await cycle(htrans=2, hwrite=0, haddr=base + 0x4c)
        await cycle(htrans=2, hwrite=1, hsize=0, haddr=base + 0x51, hwstrb=full)
        await cycle(htrans=2, haddr=base + 0x54, hwdata=0xabcd)
        dut.rst_ni.value = 0
        await cycle(htrans=0, hwdata=0x77)
        await cycle()
        dut.rst_ni.value = 1
        await cycle()
        await cycle()
        assert snoop.shown == [(0x40, 0x11, 15), (0x48, 0x345600, 6), (0x50, 0xab00, 2)]


if BUS == "axi":
    FIXED, INCR, WRAP = range(3)

    def some_burst(rng):
        """(address, length - 1, size, type) and the stores of a burst."""
        size = rng.randrange(BYTES.bit_length())
        kind = rng.choice((FIXED, INCR, INCR, WRAP))
        length = rng.choice((2, 4, 8, 16)) if kind == WRAP else rng.choice(
            (1, 1, 1, 1, 2, 5, 16, 256 >> size if kind == INCR else 1))
        step = 1 << size
        first = some_addr(rng, step if kind == WRAP else 1)
        if first % SIZE + length * step > SIZE:
            first -= length * step
        addr, stores, data = first, [], []
        bottom = first & -length * step
        for _ in range(length):
            low = addr % BYTES
            lanes = sum(1 << i for i in range(low, (low & -step) + step))
            lanes &= rng.choice((255, 255, 255, rng.getrandbits(8)))
            word = rng.getrandbits(8 * BYTES)
            data.append((word, lanes))
            stores.append(Store(addr, word, lanes))
            if kind != FIXED:
                addr = (addr & -step) + step
                if kind == WRAP and addr == bottom + length * step:
                    addr = bottom
        return (first, length - 1, size, kind), data, stores

    async def channel(dut, name, queue, set_pins, rng, go=lambda: True):
        """A channel whose side of the memory is ready at random."""
        valid, ready = (getattr(dut, f"axi_{name}{pin}_i") for pin in ("valid", "ready"))
        current = None
        pace = 0.5
        while True:
            if rng.random() < 0.02:
                pace = rng.choice((0.1, 0.5, 1.0))
            if current is None and queue and go() and rng.random() < pace:
                current = queue.popleft()
                set_pins(current)
            valid.value = current is not None
            ready.value = takes = rng.random() < 0.7
            await RisingEdge(dut.clk_i)
            if current is not None and takes:
                current = None
                COUNTS[name] += 1

    COUNTS = {"aw": 0, "w": 0}

    @cocotb.test(**LIMIT)
    async def bursts(dut):
        """Bursts of all kinds; addresses and data come in either order, as far apart as the snoop
        may hold.
        """
        snoop, rng = await start(dut)
        COUNTS.update(aw=0, w=0)
        addresses, beats, stores, ends = deque(), deque(), [], []
        while len(stores) < NUMBER * 2:
            head, data, some = some_burst(rng)
            addresses.append(head)
            beats += [(*one, n == len(data) - 1) for n, one in enumerate(data)]
            stores += some
            ends.append(len(stores))

        def set_aw(head):
            for pin, value in zip(("addr", "len", "size", "burst"), head):
                getattr(dut, f"axi_aw{pin}_i").value = value

        def set_w(beat):
            for pin, value in zip(("data", "strb", "last"), beat):
                getattr(dut, f"axi_w{pin}_i").value = value

        def done():  # bursts whose data all came
            return sum(end <= COUNTS["w"] for end in ends)

        def known():  # beats whose address came
            return ends[COUNTS["aw"] - 1] if COUNTS["aw"] else 0

        ahead = [0, 0]

        def aw_may():
            ahead[0] = max(ahead[0], COUNTS["aw"] - done())
            return COUNTS["aw"] - done() < 4

        def w_may():
            ahead[1] = max(ahead[1], COUNTS["w"] - known())
            # those in the snoop are at most those that came before their address; it shows one a
            # cycle
            return len(snoop.shown_or_not) > COUNTS["w"] - 4

        snoop.shown_or_not = shown = []

        async def beat_count():
            while True:
                await RisingEdge(dut.clk_i)
                # what it must have shown by now: a beat a cycle of those with both halves
                if len(shown) < min(COUNTS["w"], known()):
                    shown.append(None)

        cocotb.start_soon(beat_count())
        cocotb.start_soon(channel(dut, "aw", addresses, set_aw, random.Random(SEED + "a"), aw_may))
        cocotb.start_soon(channel(dut, "w", beats, set_w, random.Random(SEED + "w"), w_may))
        while COUNTS["w"] < len(stores):
            await RisingEdge(dut.clk_i)
        for _ in range(20):
            await RisingEdge(dut.clk_i)
        assert not dut.overrun_o.value
        snoop.check([store for store in stores])
        assert ahead[0] == 4 and ahead[1] >= 3, ahead

    @cocotb.test(**LIMIT)
    async def ram(dut):
        """One channel after the other, addresses first: a memory that obeys the rules of AXI."""
        snoop, rng = await start(dut)
        pins = {}
        for prefix, names in (("aw", ("valid", "ready", "addr", "len", "size", "burst")),
                              ("w", ("valid", "ready", "data", "strb", "last"))):
            pins |= {prefix + name: getattr(dut, f"axi_{prefix}{name}_i") for name in names}
        memory = bytearray(SIZE)
        addresses, beats, order = deque(), deque(), []

        async def accept():  # the memory, in the order of AXI
            waiting_aw, waiting_w = deque(), deque()
            while True:
                await RisingEdge(dut.clk_i)
                if pins["awvalid"].value and pins["awready"].value:
                    waiting_aw.append([int(pins[f"aw{n}"].value)
                                       for n in ("addr", "len", "size", "burst")])
                if pins["wvalid"].value and pins["wready"].value:
                    waiting_w.append([int(pins[f"w{n}"].value) for n in ("data", "strb", "last")])
                while waiting_aw and waiting_w:
                    addr, length, size, kind = waiting_aw[0]
                    data, strobes, last = waiting_w.popleft()
                    order.append(Store(addr, data, strobes))
                    for i in range(BYTES):
                        if strobes >> i & 1 and addr >> 32 == UPPER:
                            memory[(addr & -BYTES) % SIZE + i] = data >> 8 * i & 255
                    if kind != FIXED:
                        after = (addr >> size) + 1 << size
                        if kind == WRAP and after % (length + 1 << size) == 0:
                            after -= length + 1 << size
                        waiting_aw[0][0] = after
                    if last:
                        waiting_aw.popleft()

        cocotb.start_soon(accept())
        for _ in range(NUMBER // 8):
            head, data, _ = some_burst(rng)
            addresses.append(head)
            for n, one in enumerate(data):
                beats.append((*one, n == len(data) - 1))
            for names, queue in (("addr len size burst", addresses), ("data strb last", beats)):
                prefix = "aw" if queue is addresses else "w"
                while queue:
                    for pin, value in zip(names.split(), queue.popleft()):
                        pins[prefix + pin].value = value
                    pins[prefix + "valid"].value = pins[prefix + "ready"].value = 1
                    await RisingEdge(dut.clk_i)
                    pins[prefix + "valid"].value = 0
        await RisingEdge(dut.clk_i)
        await RisingEdge(dut.clk_i)
        snoop.check(order)
        if BYTES == 4:
            assert snoop.replayed() == memory

    @cocotb.test(**LIMIT)
    async def at_once(dut):
        """A store appears in the cycle in which the later of its address and data is accepted."""
        snoop, rng = await start(dut)
        dut.axi_awburst_i.value = INCR
        dut.axi_awsize_i.value = 2
        dut.axi_wlast_i.value = 1
        dut.axi_wstrb_i.value = 15
        dut.axi_awready_i.value = dut.axi_wready_i.value = 1
        expected = []
        for first, second in ("aw", "w"), ("w", "aw"), ("aw w", ""):
            for wait in range(3):
                dut.axi_awaddr_i.value = (UPPER << 32) + 0x40
                dut.axi_wdata_i.value = wait
                for names in (first, *[""] * wait, second):
                    dut.axi_awvalid_i.value = "aw" in names.split()
                    dut.axi_wvalid_i.value = "w" in names.split()
                    await RisingEdge(dut.clk_i)
                    if second == names or not second and first == names:
                        expected.append(snoop.cycle + 1)
                        second = second or "done"
                second = "" if second == "done" else second
        dut.axi_awvalid_i.value = dut.axi_wvalid_i.value = 0
        await RisingEdge(dut.clk_i)
        await RisingEdge(dut.clk_i)
        shown = [cycle for cycle in snoop.cycles]
        assert len(shown) == 9 and shown == expected, (shown, expected)

    @cocotb.test(**LIMIT)
    async def waiting(dut):
        """Any number of halves wait while one leaves and one comes in each cycle. Of the addresses,
        every other one differs in one bit above 32, if there are any.
        """
        snoop, rng = await start(dut)
        dut.axi_awburst_i.value = INCR
        dut.axi_awsize_i.value = BYTES.bit_length() - 1
        dut.axi_wlast_i.value = dut.axi_awready_i.value = dut.axi_wready_i.value = 1
        dut.axi_wstrb_i.value = 15
        stores = []
        for turn in range(8 * max(1, 2 * (ADDR_W - 32))):
            first, lead, some = ("aw", "w")[turn % 2], 1 + turn // 2 % 4, []
            for n in range(12):
                other = 1 << turn // 16 if ADDR_W > 32 and (n + turn // 8) % 2 else 0
                some.append(Store((UPPER ^ other) << 32 | BYTES * rng.randrange(SIZE // BYTES),
                                  rng.getrandbits(8 * BYTES), 15))  # yapf: disable
            for n in range(len(some) + lead):
                for name, pin, field in ("aw", "addr", 0), ("w", "data", 1):
                    at = n if name == first else n - lead
                    there = 0 <= at < len(some)
                    getattr(dut, f"axi_{name}valid_i").value = there
                    if there:
                        getattr(dut, f"axi_{name}{pin}_i").value = some[at][field]
                await RisingEdge(dut.clk_i)
            dut.axi_awvalid_i.value = dut.axi_wvalid_i.value = 0
            stores += some
        await RisingEdge(dut.clk_i)
        await RisingEdge(dut.clk_i)
        assert not dut.overrun_o.value
        snoop.check(stores)

    @cocotb.test(**LIMIT)
    async def overrun(dut):
        """More than it may hold: it stops, says so until reset, and then works again."""
        for name, most in ("aw", 4), ("w", GIVEN["W_DEPTH"]):
            snoop, rng = await start(dut, name == "aw")
            dut.axi_awsize_i.value = 2
            dut.axi_wlast_i.value = 1
            dut.axi_wstrb_i.value = 15
            dut.axi_awaddr_i.value = (UPPER << 32) + 0x40
            for number in range(most + 2):
                assert not dut.overrun_o.value
                for pin in "valid", "ready":
                    getattr(dut, f"axi_{name}{pin}_i").value = number <= most
                await RisingEdge(dut.clk_i)
            assert dut.overrun_o.value and not snoop.shown
            for side in "aw", "w":
                for pin in "valid", "ready":
                    getattr(dut, f"axi_{side}{pin}_i").value = 1
            for _ in range(5):
                await RisingEdge(dut.clk_i)
            assert dut.overrun_o.value and not snoop.shown
            again, _ = await start(dut, False)
            assert not dut.overrun_o.value
            for pin, value in (("awvalid", 1), ("awready", 1), ("wvalid", 1), ("wready", 1),
                               ("wlast", 1), ("wstrb", 15), ("awaddr", (UPPER << 32) + 0x44)):
                getattr(dut, f"axi_{pin}_i").value = value
            await RisingEdge(dut.clk_i)
            await RisingEdge(dut.clk_i)
            assert again.shown[0] == word_of(Store((UPPER << 32) + 0x44, 0, 15))
