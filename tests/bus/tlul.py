# SPDX-License-Identifier: Apache-2.0
"""TL-UL: its masters, what its pages show, and the tests that only it has."""

import itertools

import cocotb
from cocotb.triggers import RisingEdge

from behind import COUNT, CTRL, ID, LIMIT, WATERMARK, start
from masters import Bus, Pipelined, write


class Tlul(Pipelined):
    """Each request has a source of its own while it is under way."""

    prefix, data = "s_tl_", "d_data"
    source = 0

    def idle(self):
        self.set(a_valid=0, d_ready=0, a_param=0, a_corrupt=0)

    def request(self, access, busy):
        self.set(a_valid=access is not None)
        if not access:
            return
        opcode, size, lane = 4, 2, 0
        if access.write:
            opcode = 0 if access.strobes == 15 else 1
            for size, lane in (0,
                               0), (0,
                                    1), (0,
                                         2), (0,
                                              3), (1,
                                                   0), (1,
                                                        2), (2,
                                                             0):  # the smallest that has all lanes
                if not access.strobes & ~(((1 << (1 << size)) - 1) << lane):
                    break
        self.set(a_opcode=opcode,
                 a_size=size,
                 a_address=access.addr + lane,
                 a_mask=access.strobes,
                 a_data=access.data,
                 a_source=self.source)

    def take(self, ready):
        self.set(d_ready=ready)

    def accepted(self):
        self.source = (self.source + self.get("a_ready")) % 16
        return self.get("a_ready")

    def answered(self):
        return self.get("d_valid") and self.get("d_ready")

    def check(self, access):
        assert self.get("d_opcode") == (
            not access.write) and not self.get("d_denied") and not self.get("d_corrupt")


BUSES = {
    "tlul":
    Bus(title="TL-UL",
        master=Tlul,
        cycles=(1, 1),
        parameters={"SOURCE_W": 4},
        may_withdraw=True,
        anywhere=False,  # an address must be that of the lowest lane
        texts={"a_opcode": {0: "Put", 4: "Get"}, "d_opcode": {0: "Ack", 1: "Data"}},
        mutants=70,
        pins={
            "a_valid": "", "a_ready": "a_valid", "a_opcode": "a_valid", "a_address": "a_valid",
            "a_data": "a_valid and a_opcode < 4", "d_valid": "", "d_ready": "",
            "d_opcode": "d_valid", "d_data": "d_valid and d_opcode"
        }),
}


@cocotb.test(**LIMIT)
async def another_counter(dut):
    """A request that waits may give way to another: a counter is answered, never the one asked
    for before it.
    """
    native, watch = await start(dut)
    master = Tlul(dut)
    await master.run([write(CTRL, 1), *[write(ID, 1)] * 3])  # three torn pairs: COUNT + 4 * 3
    untorn, torn = COUNT, COUNT + 12
    for first, second, answer in (untorn, torn, 3), (torn, untorn, 0):
        for name, value in (("opcode", 4), ("size", 2), ("mask", 15), ("corrupt", 0),
                            ("source", 1), ("data", 0), ("param", 0)):
            getattr(dut, f"s_tl_a_{name}").value = value
        dut.s_tl_d_ready.value = 1
        dut.s_tl_a_valid.value = 1
        dut.s_tl_a_address.value = first
        await RisingEdge(dut.clk_i)
        assert not dut.s_tl_a_ready.value  # a counter takes a cycle more
        dut.s_tl_a_address.value = second
        await RisingEdge(dut.clk_i)
        while not dut.s_tl_a_ready.value:
            await RisingEdge(dut.clk_i)
        dut.s_tl_a_valid.value = 0
        await RisingEdge(dut.clk_i)
        assert dut.s_tl_d_valid.value and int(dut.s_tl_d_data.value) == answer


@cocotb.test(**LIMIT)
async def malformed(dut):
    """Each request that is not one of TL-UL is denied by one beat of its size and source, and
    does not reach the unit.
    """
    native, watch = await start(dut)
    watch.ignore = 1  # the rule that requests are well-formed
    expected = 0
    dut.s_tl_d_ready.value = 1
    for opcode, size, address, mask in itertools.product(range(8), range(4), range(4),
                                                         range(16)):
        corrupt = (opcode ^ mask ^ address) % 8 == 7
        lanes = ((1 << (1 << size)) - 1) << address
        fits = size < 3 and address % (1 << size) == 0
        legal = fits and not corrupt and (mask == lanes if opcode in (0, 4) else opcode == 1
                                          and not mask & ~lanes)
        expected += legal
        source = (7 * opcode + mask) % 16
        for name, value in (("valid", 1), ("opcode", opcode), ("size", size),
                            ("address", WATERMARK + address), ("mask", mask),
                            ("corrupt", corrupt), ("source", source), ("data", 0), ("param",
                                                                                    mask % 8)):
            getattr(dut, f"s_tl_a_{name}").value = value
        await RisingEdge(dut.clk_i)
        assert dut.s_tl_a_ready.value
        dut.s_tl_a_valid.value = 0
        await RisingEdge(dut.clk_i)
        answer = {
            name: int(getattr(dut, f"s_tl_d_{name}").value)
            for name in ("valid", "opcode", "size", "source", "denied", "corrupt")
        }
        has_data = opcode in (2, 3, 4)
        assert answer == {
            "valid": 1, "opcode": has_data, "size": size, "source": source, "denied": not legal,
            "corrupt": has_data and not legal
        }, (opcode, size, address, mask)
        if not legal:
            assert dut.s_tl_d_data.value == 0
    assert len(watch.accesses) == expected and not watch.broken
