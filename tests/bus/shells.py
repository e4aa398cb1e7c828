# SPDX-License-Identifier: Apache-2.0
"""What every shell must do, in simulation with the unit behind it; test_bus.py runs this under
cocotb, once for each bus, together with the tests in the file of the bus.
"""

import random

import cocotb
from cocotb.triggers import RisingEdge

from behind import (BUS, COUNT, CTRL, DATA, ID, LENGTH, LIMIT, MAGIC, REG, SEED, VALUE, WATERMARK,
                    same, some_accesses, start, this)
from masters import read, write


@cocotb.test(**LIMIT)
async def own_master(dut):
    def make(rng):
        master = this().master(dut)

        def pauses(rng):
            master.pause = lambda: rng.random() < 0.4
            master.set(**dict.fromkeys(master.not_looked_at, 7))

        master.pauses = pauses
        return master

    await same(dut, make, anywhere=this().anywhere)


if this().package:

    @cocotb.test(**LIMIT)
    async def package(dut):
        await same(dut, lambda rng: this().package(dut))


@cocotb.test(**LIMIT)
async def events(dut):
    """Events stored over the bus come out of the data page over the bus; each word is taken once.
    """
    native, watch = await start(dut)
    values = [0x11223344 + 0x01010101 * i for i in range(6)]
    store = [
        write(CTRL, 1), *(access for i, value in enumerate(values)
                          for access in (write(VALUE, value), write(ID, 100 + i)))
    ]
    for master in this().master(dut), native:
        await master.run(store)
        words = []
        while not words or words[-1]:
            words += await master.run([read(DATA)])
        data = b"".join(word.to_bytes(4, "little") for word in words)
        found = [data.find(value.to_bytes(4, "little"))
                 for value in values[:-1]]  # the last may not fill its word yet
        assert -1 not in found and found == sorted(found), data.hex()
        if master is not native:
            await watch.check([*store, *[read(DATA)] * len(words)], words)


@cocotb.test(**LIMIT)
async def longest_wait(dut):
    """A full unit holds a store to a guaranteed window for as long as WAIT says; the bus is held
    with it, and then goes on.
    """
    native, watch = await start(dut)
    master, held, late = this().master(dut), 300, 3
    store = write(VALUE + 0xc000 + 4 * 100, 0x87654321)  # an event of 9 bytes and more
    fill = [write(CTRL, 1), write(REG["WAIT"], 30), *[store] * 420, write(REG["WAIT"], held)]
    await master.run(fill)
    dropped = (await master.run([read(COUNT)]))[0]
    assert 10 < dropped < 200, dropped  # full, and so it stays
    cycles = []
    for _ in range(late):
        await master.run([store])
        cycles.append(master.cycles)
    assert all(held < n < held + 10 for n in cycles), cycles
    answers = await master.run([read(COUNT), read(MAGIC)])
    assert answers == [dropped + late, 0x52494557]
    assert not watch.broken, watch.broken[:3]
    made = [store] * late + [read(COUNT), read(MAGIC)]
    assert watch.accesses[-len(made):] == made and len(watch.accesses) == len(fill) + 1 + len(made)


@cocotb.test(**LIMIT)
async def throughput(dut):
    """As many cycles for each access as the docs say, when nothing waits."""
    native, watch = await start(dut)
    master, number = this().master(dut), 64
    for access, cycles in zip((write(WATERMARK, 7), read(WATERMARK)), this().cycles):
        await master.run([access] * number)
        took = master.cycles
        assert number * cycles <= took <= number * cycles + 3, f"{took} cycles for {number}"


@cocotb.test(**LIMIT)
async def reset(dut):
    """A reset in the middle of a transfer: the shell forgets it, is quiet, and then works as
    before.
    """
    native, watch = await start(dut)
    rng = random.Random(BUS + SEED)
    for _ in range(40 * LENGTH):
        master = this().master(dut, pause=lambda: rng.random() < 0.3)
        dut.hold.value = rng.random() < 0.5
        running = cocotb.start_soon(master.run([*some_accesses(rng, 30)]))
        for _ in range(rng.randrange(2, 15)):
            await RisingEdge(dut.clk_i)
        running.cancel()
        dut.rst_ni.value = 0
        dut.hold.value = 0
        for _ in range(rng.randrange(1, 3)):
            await RisingEdge(dut.clk_i)
            master.idle()
        dut.rst_ni.value = 1
        await RisingEdge(dut.clk_i)
        watch.accesses.clear()
        watch.answers.clear()
        accesses = [read(MAGIC), read(WATERMARK), write(WATERMARK, 5), read(WATERMARK)]
        answers = await this().master(dut).run(accesses)
        await watch.check(accesses, answers)
        assert answers == [0x52494557, 0xffff, 5], [hex(a) for a in answers]
