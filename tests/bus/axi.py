# SPDX-License-Identifier: Apache-2.0
"""AXI4 of 32 and 64 bits: its masters, what its pages show, and the tests that only it has."""

import itertools
import random
from collections import deque

import cocotb
from cocotbext.axi import AxiBus, AxiMaster

import axil
from behind import (BUS, CTRL, DATA, ID, LENGTH, LIMIT, MAGIC, NOWHERE, SEED, SNOOP_ADDR, VALUE,
                    WATERMARK, holds, start, this)
from masters import Bus, Master, read, write

FIXED, INCR, WRAP = range(3)


class Axi(Master):
    """Bursts in a row, of writes and of reads at once where the test asks for it, each with an id
    of its own. run() makes each access a burst of one beat.
    """

    prefix = "s_axi_"
    bytes, id = 4, 0

    def idle(self):
        self.bytes = this().parameters["DATA_W"] // 8
        self.set(awvalid=0, wvalid=0, arvalid=0, bready=0, rready=0)
        self.set(awid=0, awaddr=0, awlen=0, awsize=2, awburst=INCR, wlast=0, wstrb=0, wdata=0)
        self.set(arid=0, araddr=0, arlen=0, arsize=2, arburst=INCR)

    def single(self, access):
        """A burst of one beat of 32 bits."""
        at = access.addr % self.bytes & -4
        beats = [(access.data << 8 * at, access.strobes << at)] if access.write else None
        return (access.addr, 0, 2, INCR), beats

    async def run(self, accesses):
        bursts = [self.single(access) for access in accesses]
        found = await self.bursts(bursts)
        return [
            data >> 8 * (head[0] % self.bytes & -4) & 0xffffffff
            for (head, beats), answer in zip(bursts, found) if beats is None for data in answer
        ]  # yapf: disable

    async def bursts(self, bursts, mixed=False):
        """Makes bursts, ((address, length - 1, size, kind), beats of data with their strobes, or
        None for a read); gives the data of the reads. One of writes and one of reads at a time;
        `mixed`: at once.
        """
        answers = [[] for _ in bursts]
        queue, self.cycles, now = deque(enumerate(bursts)), 0, {}
        aw, w, ar = deque(), deque(), deque()
        while queue or now:
            while queue and not self.pause():
                write = queue[0][1][1] is not None
                if write in now or (now and not mixed):
                    break
                number, (head, beats) = queue.popleft()
                self.id = (self.id + 1) % 8
                now[write] = (number, self.id, head[1] + 1)
                (aw if write else ar).append((self.id, *head))
                for n, beat in enumerate(beats or ()):
                    w.append((*beat, n == head[1]))
            shows = {name: bool(channel) and self.shows(name, channel)
                     for name, channel in (("aw", aw), ("w", w), ("ar", ar))}
            self.set(bready=not self.pause(), rready=not self.pause())
            await self.edge()
            for channel, name in (aw, "aw"), (w, "w"), (ar, "ar"):
                if shows[name] and self.get(name + "ready"):
                    channel.popleft()
                    self.set(**{name + "valid": 0})
            if self.get("bvalid") and self.get("bready"):
                _, number, _ = now.pop(True)
                assert (self.get("bresp"), self.get("bid")) == (0, number)
            if self.get("rvalid") and self.get("rready"):
                number, ident, left = now[False]
                answers[number].append(self.get("rdata"))
                assert (self.get("rresp"), self.get("rid")) == (0, ident)
                assert self.get("rlast") == (left == 1)
                now[False] = number, ident, left - 1
                if left == 1:
                    del now[False]
        self.idle()
        return answers

    def shows(self, name, channel):
        """Shows the first of a channel, unless it pauses; what is shown stays."""
        if not self.get(name + "valid") and self.pause():
            return False
        pins = ("wdata", "wstrb", "wlast") if name == "w" else [
            name + pin for pin in ("id", "addr", "len", "size", "burst")
        ]
        self.set(**dict(zip(pins, channel[0])), **{name + "valid": 1})
        return True


class Package(axil.Package):
    """cocotbext-axi. A narrow write is one of neighbouring bytes; strobes with gaps become several.
    """
    def __init__(self, dut):
        self.master = AxiMaster(AxiBus.from_prefix(dut, "s_axi"),
                                dut.clk_i,
                                dut.rst_ni,
                                reset_active_level=False)

    async def read(self, addr):
        return await self.master.read(addr, 4, size=2)


def bus(title, width, mutants):
    return Bus(
        title=title, master=Axi, cycles=(3, 4), package=Package, mutants=mutants,
        parameters={"DATA_W": width, "ID_W": 3},
        texts={pin: {n << 32 | low: f"{n:x}" for n in (0x123, 0x456) for low in (0, n)}
               for pin in ("wdata", "rdata")} if width == 64 else {},
        pins={
            "awvalid": "", "awready": "", "awaddr": "awvalid", "awlen": "awvalid", "wvalid": "",
            "wready": "", "wdata": "wvalid", "wlast": "wvalid", "bvalid": "", "bready": "",
            "arvalid": "", "arready": "", "araddr": "arvalid", "arlen": "arvalid", "rvalid": "",
            "rready": "", "rdata": "rvalid", "rlast": "rvalid"
        })  # yapf: disable


BUSES = {"axi": bus("AXI4", 32, 80), "axi_64": bus("AXI4, 64 bits", 64, 100)}


def beats_of(head, width):
    """[(address, byte lanes)] of the beats of a burst, as the specification of AXI writes it."""
    first, last, size, kind = head
    step, length = 1 << size, last + 1
    aligned = first // step * step
    bottom = first // (step * length) * (step * length)
    found = []
    for n in range(length):
        addr = aligned + n * step if n and kind != FIXED else first
        if kind == WRAP and n:
            addr = aligned + n * step
            if addr >= bottom + length * step:
                addr -= length * step
        end = addr // step * step + step
        found.append((addr, [byte % width for byte in range(addr, end)]))
    return found


def accesses_of(head, beats, width):
    """What the unit must be asked for, and for each beat of a read how many of them."""
    made, each = [], []
    for n, (addr, lanes) in enumerate(beats_of(head, width)):
        base = addr // width * width
        if beats is not None:
            data, strobes = beats[n]
            for at in range(0, width, 4):
                if strobes >> at & 15:
                    made.append(write(base + at, data >> 8 * at & 0xffffffff, strobes >> at & 15))
            continue
        words = sorted({lane // 4 * 4 for lane in lanes})
        if addr >> 12 == DATA >> 12:
            words = words[:1]  # one word, whatever the size
        made += [read(base + at) for at in words]
        each.append([base + at for at in words])
    return made, each


def some_burst(rng, width, where=None):
    size = rng.randrange(width.bit_length())
    step, kind = 1 << size, rng.choice((FIXED, INCR, INCR, WRAP))
    length = rng.choice((2, 4, 8, 16)) if kind == WRAP else rng.choice(
        (1, 1, 1, 2, 3, 9, 16 if kind == FIXED else rng.choice((40, 140))))
    base = where if where is not None else rng.choice(
        (WATERMARK, SNOOP_ADDR, VALUE, NOWHERE & ~0xff, DATA, MAGIC))
    addr = base + rng.randrange(-16, 64) if base & 0xfff > 15 else base + rng.randrange(64)
    if kind == WRAP:
        addr &= -step
    if kind == INCR:
        length = min(length, (0x1000 - addr % 0x1000 // step * step) // step)
    head = addr, length - 1, size, kind
    if where is not None or rng.random() < 0.5:
        return head, None
    return head, some_beats(rng, head, width)


def some_beats(rng, head, width):
    beats = []
    for _, lanes in beats_of(head, width):
        strobes = sum(1 << lane for lane in lanes)
        strobes &= rng.choice((255, 255, 255, rng.getrandbits(8), 0))
        beats.append((rng.getrandbits(8 * width), strobes))
    return beats


def wraps(rng, width):
    """A write and a read of each size and length of WRAP, from anywhere in the container."""
    for size, length in itertools.product(range(width.bit_length()), (2, 4, 8, 16)):
        head = NOWHERE & ~0xff | rng.randrange(128) & -1 << size, length - 1, size, WRAP
        yield head, some_beats(rng, head, width)
        yield head, None


@cocotb.test(**LIMIT)
async def bursts(dut):
    """Bursts of all kinds and sizes: each word is accessed once, in order, with its address and
    lanes; its answer comes back in its lanes.
    """
    native, watch = await start(dut)
    width, rng = this().parameters["DATA_W"] // 8, random.Random(BUS + SEED)
    master = Axi(dut)
    for pauses, hold in (False, 0.0), (True, 0.3):
        master.pause = (lambda: rng.random() < 0.3) if pauses else lambda: False
        holding = cocotb.start_soon(holds(dut, rng, hold))
        some = [some_burst(rng, width) for _ in range(60 * LENGTH)]
        some += [] if pauses else wraps(rng, width)
        found = await master.bursts(some)
        made = [accesses_of(head, beats, width) for head, beats in some]
        answers = list(watch.answers)
        await watch.check([access for accesses, _ in made for access in accesses], answers)
        order = iter(answers)
        for (head, beats), data, (_, each) in zip(some, found, made):
            for (addr, lanes), beat, words in zip(beats_of(head, width), data, each):
                shown = {word % width: next(order) for word in words}
                for lane in lanes:
                    word = shown[lane // 4 * 4 if len(shown) > 1 else min(shown)]
                    assert beat >> 8 * lane & 255 == word >> 8 * (lane % 4) & 255, (head, addr)
            assert len(data) == len(each)
        assert next(order, None) is None
        holding.cancel()
        dut.hold.value = 0


@cocotb.test(**LIMIT)
async def widened(dut):
    """A read of the data page takes one word, whatever its size, and shows it in each word of the
    bus; a burst one for each beat, none lost or doubled.
    """
    native, watch = await start(dut)
    width, master = this().parameters["DATA_W"] // 8, Axi(dut)
    store = [write(CTRL, 1)]
    for i in range(24):
        store += [write(VALUE, 0x11223344 + i), write(ID, 100 + i)]
    await native.run([*store, write(CTRL, 0)])
    if width == 8:  # each event by one store of 64 bits
        await master.run([write(CTRL, 1)])
        await master.bursts([((VALUE, 0, 3, INCR), [((100 + i) << 32 | 0x11223344 + i, 0xff)])
                             for i in range(24)])
        await master.run([write(CTRL, 0)])
    else:
        await master.run([*store, write(CTRL, 0)])
    expected = await native.run([read(DATA)] * 24)
    watch.accesses.clear()
    found, size = [], width.bit_length() - 1
    for head in ((DATA, 0, size, INCR), (DATA, 5, size, FIXED), (DATA + 8, 3, size, INCR),
                 (DATA + 4, 0, 2, INCR), (DATA + 6, 0, 0, INCR), (DATA + 4, 0, size, INCR),
                 (DATA + 16, 3, size, WRAP), (DATA, 5, 2, FIXED)):  # yapf: disable
        for beat in (await master.bursts([(head, None)]))[0]:
            words = {beat >> 32 * n & 0xffffffff for n in range(width // 4)}
            assert len(words) == 1
            found += words
    # times differ, values do not
    assert len(found) == 24 == len(watch.accesses)
    strip = lambda words: b"".join(word.to_bytes(4, "little") for word in words)
    places = [strip(found).find((0x11223344 + i).to_bytes(4, "little")) for i in range(8)]
    assert -1 not in places and places == sorted(places)
    assert len(strip(expected)) == len(strip(found)) and not watch.broken, watch.broken[:3]


@cocotb.test(**LIMIT)
async def both(dut):
    """Bursts of writes and of reads at once: their beats take turns, and a write that waits for its
    data, or a read for its master, holds up no other.
    """
    native, watch = await start(dut)
    master = Axi(dut)
    writes = (WATERMARK & -8, 15, 2, FIXED), [(i, 15) for i in range(16)]
    reads = (MAGIC, 15, 2, FIXED), None
    await master.bursts([writes, reads] * 3, mixed=True)
    kinds = "".join("RW"[access.write] for access in watch.accesses)
    assert kinds.count("R") == kinds.count("W") == 48 and "WR" * 12 in kinds, kinds
    write_one, read_one = (writes[0][:1] + (0, 2, FIXED), [(7, 15)]), ((MAGIC, 0, 2, FIXED), None)
    for last, order in (write_one, "RW"), (read_one, "WR"):  # long ago, too
        await master.bursts([last])
        for _ in range(4):
            await master.edge()
        watch.accesses.clear()
        await master.bursts([write_one, read_one], mixed=True)
        assert "".join("RW"[access.write] for access in watch.accesses) == order
    watch.accesses.clear()
    for first in "aw", "ar":  # this one waits: an address without data, data that nobody takes
        master.set(**{first + "valid": 1, first + "addr": WATERMARK & -8, "rready": 0})
        await master.edge()
        master.set(**{first + "valid": 0})
        other = write(WATERMARK & -8, 7) if first == "ar" else read(WATERMARK & -8)
        channel = "aw" if other.write else "ar"
        (addr, *_), beats = master.single(other)
        master.set(**{channel + "valid": 1, channel + "addr": addr})
        if beats:
            master.set(wvalid=1, wdata=beats[0][0], wstrb=beats[0][1], wlast=1)
        for _ in range(6):
            await master.edge()
            master.set(arvalid=0, awvalid=0, wvalid=0)
        assert master.get("bvalid" if other.write else "rvalid"), first
        if first == "aw":  # the data at last
            master.set(wvalid=1, wdata=9, wstrb=15, wlast=1)
            await master.edge()
            master.set(wvalid=0)
        master.set(rready=1, bready=1)
        for _ in range(5):
            await master.edge()
        assert not master.get("bvalid") and not master.get("rvalid")
        master.idle()
    assert not watch.broken, watch.broken[:3]


@cocotb.test(**LIMIT)
async def package_bursts(dut):
    """Long writes and reads by the master of another project, which makes the bursts."""
    native, watch = await start(dut)
    width, rng = this().parameters["DATA_W"] // 8, random.Random(SEED)
    package = Package(dut)
    package.pauses(rng)
    for number in range(12 * LENGTH):
        addr = NOWHERE & ~0xff | rng.randrange(64)
        data = rng.randbytes(rng.randrange(1, 150))
        size = rng.randrange(width.bit_length())
        await package.master.write(addr, data, size=size)
        stored = {}
        for access in watch.accesses:
            for lane in range(4):
                if access.strobes >> lane & 1:
                    place = access.addr + lane
                    assert access.write and place not in stored
                    stored[place] = access.data >> 8 * lane & 255
        assert stored == {addr + i: byte for i, byte in enumerate(data)}
        watch.accesses.clear()
        first = rng.choice((MAGIC, SNOOP_ADDR & ~0xff))
        length = rng.randrange(1, 60)
        expected = await native.run([read(first + 4 * i) for i in range(16)])
        answer = await package.master.read(first, length, size=size)
        known = b"".join(word.to_bytes(4, "little") for word in expected)[:length]
        # time is another in every word
        assert answer.data[:16] == known[:16]
        watch.accesses.clear()
    assert not watch.broken, watch.broken[:3]
