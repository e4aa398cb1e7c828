# SPDX-License-Identifier: Apache-2.0
"""Weir in a LiteX SoC:

    from weir_litex import Weir
    self.weir = Weir(platform, preset="small")
    self.weir.add_to(self)

The registers become the region WEIR_BASE of generated/mem.h, the interrupt WEIR_INTERRUPT of
generated/soc.h. The unit snoops stores at the data bus of the CPU. Its ring, if the preset has
one, becomes a master of the SoC's bus. Other pins of the unit are signals of this class; leave
those that you do not need.
"""

import re
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.integration.soc import SoCRegion
from litex.soc.interconnect import stream, wishbone
from migen import Cat, ClockSignal, Constant, Instance, ResetSignal, Signal
from types import SimpleNamespace

HERE = Path(__file__).resolve().parent
ROOT = HERE if (HERE / "rtl").exists() else HERE.parents[2]  # installed, or in a clone

#: For firmware: folders of headers, and C files of the driver.
DRIVER_INCLUDES = [ROOT / "driver/include", HERE]
DRIVER_SOURCES = [ROOT / "driver/src/weir.c", ROOT / "driver/src/flux_emit.c"]


def presets(kind="PARAMETERS"):
    """{preset: {parameter: value}}, as in presets.md; kind="HAS": features of each unit.

    Without `wide`, whose ring port has 64 bits.
    """
    text = (ROOT / "rtl/presets.mk").read_text()
    names = [n for n in re.search(r"^PRESETS := (.*)$", text, re.M)[1].split() if n != "wide"]
    lines = {name: re.search(rf"^{kind}_{name} := (.*)$", text, re.M)[1] for name in names}
    return {
        name: {k: int(v) for k, v in (p.split("=") for p in line.split())}
        for name, line in lines.items()
    }  # yapf: disable


def sources():
    """The RTL, in compile order."""
    return [
        ROOT / "rtl" / file
        for file in re.findall(r"^\S+\.sv$", (ROOT / "rtl/weir.f").read_text(), re.M)
    ]


class Weir(LiteXModule):
    """The unit with its Wishbone shells, in the clock domain sys.

    preset, parameters   docs/reference/presets.md; a named parameter overrides the preset's:
                         Weir(platform, "small", FIFO_LOG2=12)

    bus                  its registers: wishbone.Interface; add_to() maps it to a region
    ring_bus             writes of its ring: wishbone.Interface, or None without RING
    irq                  interrupt, level-sensitive
    source               bytes of frames, with FRAME: stream.Endpoint;
                         weir.source.connect(phy.sink) sends them
    snoop_*, retire_*    activity of the harts; add_to() connects snoop_*
    pins, time_gray, trigger_i, trigger_o, auth
                         ports of rtl/weir.sv; auth is 1 if not driven
    """
    def __init__(self, platform, preset="small", **parameters):
        known = presets()
        if preset not in known:
            raise ValueError(f"Weir has no preset {preset!r}; it has {', '.join(known)}")
        unknown = set(parameters) - set(known[preset])
        if unknown:
            raise ValueError(f"Weir has no parameter {', '.join(sorted(unknown))}; "
                             f"it has {', '.join(known[preset])}")
        values = {**known[preset], **parameters}
        self.parameters = p = {**presets("HAS")[preset], **values}
        harts, pins = p["HARTS"], max(p["PINS"], 1)
        address_width = 16 + harts.bit_length()  # 64 KiB, and 64 KiB for each hart
        self.size = 1 << address_width

        self.bus = wishbone.Interface(data_width=32, address_width=32, addressing="byte")
        self.ring_bus = wishbone.Interface(data_width=32, address_width=32,
                                           addressing="byte") if p["RING"] else None
        self.source = stream.Endpoint([("data", 8)])
        self.irq = Signal()
        self.ev = SimpleNamespace(irq=self.irq)  # for LiteX; the unit masks it by IRQ_ENABLE
        self.snoop_valid = Signal(harts)
        self.snoop_addr = Signal(32 * harts)
        self.snoop_data = Signal(32 * harts)
        self.snoop_strb = Signal(4 * harts)
        self.retire_rd = Signal(5 * harts)
        self.retire_rd_data = Signal(32 * harts)
        self.retire_csr_valid = Signal(harts)
        self.retire_csr = Signal(12 * harts)
        self.retire_csr_data = Signal(32 * harts)
        self.retire_trap = Signal(harts)
        self.retire_interrupt = Signal(harts)
        self.retire_code = Signal(12 * harts)
        self.retire_return = Signal(harts)
        self.retire_hint = Signal(harts)
        self.retire_hint_u = Signal(harts)
        self.retire_user = Signal(harts)
        self.pins = Signal(pins)
        self.time_gray = Signal(64)
        self.trigger_i = Signal()
        self.trigger_o = Signal()
        self.auth = Signal(reset=1)

        # # #

        platform.add_verilog_include_path(str(ROOT / "rtl"))
        for file in sources():
            platform.add_source(str(file))

        clocked = dict(i_clk_i=ClockSignal("sys"), i_rst_ni=~ResetSignal("sys"))
        valid, write, addr, wdata, wstrb = Signal(), Signal(), Signal(address_width), Signal(
            32), Signal(4)
        ready, rdata = Signal(), Signal(32)
        self.specials += Instance("weir_wb",
                                  p_ADDR_W=address_width,
                                  p_CLASSIC=1,
                                  **clocked,
                                  i_s_wb_cyc=self.bus.cyc,
                                  i_s_wb_stb=self.bus.stb,
                                  i_s_wb_we=self.bus.we,
                                  i_s_wb_adr=self.bus.adr[:address_width],
                                  i_s_wb_sel=self.bus.sel,
                                  i_s_wb_dat_w=self.bus.dat_w,
                                  o_s_wb_ack=self.bus.ack,
                                  o_s_wb_dat_r=self.bus.dat_r,
                                  o_reg_valid_o=valid,
                                  o_reg_write_o=write,
                                  o_reg_addr_o=addr,
                                  o_reg_wdata_o=wdata,
                                  o_reg_wstrb_o=wstrb,
                                  i_reg_ready_i=ready,
                                  i_reg_rdata_i=rdata)

        ring = dict(valid=Signal(),
                    addr=Signal(32),
                    wdata=Signal(32),
                    ready=Signal(),
                    idle=Signal(reset=1),
                    error=Signal())
        if p["RING"]:
            to = self.ring_bus
            self.specials += Instance("weir_ring_wb",
                                      p_CLASSIC=1,
                                      **clocked,
                                      i_s_valid_i=ring["valid"],
                                      i_s_addr_i=ring["addr"],
                                      i_s_wdata_i=ring["wdata"],
                                      o_s_ready_o=ring["ready"],
                                      o_s_idle_o=ring["idle"],
                                      o_s_error_o=ring["error"],
                                      o_m_wb_cyc=to.cyc,
                                      o_m_wb_stb=to.stb,
                                      o_m_wb_we=to.we,
                                      o_m_wb_adr=to.adr,
                                      o_m_wb_sel=to.sel,
                                      o_m_wb_dat_w=to.dat_w,
                                      i_m_wb_stall=0,
                                      i_m_wb_ack=to.ack,
                                      i_m_wb_err=to.err)

        ports = dict(**{f"p_{k}": v
                        for k, v in values.items()},
                     **clocked,
                     i_reg_valid_i=valid,
                     i_reg_write_i=write,
                     i_reg_addr_i=addr,
                     i_reg_wdata_i=wdata,
                     i_reg_wstrb_i=wstrb,
                     o_reg_ready_o=ready,
                     o_reg_rdata_o=rdata,
                     o_irq_o=self.irq)
        if preset == "tiny":
            self.specials += Instance("weir_tiny", **ports)
            return
        self.specials += Instance("weir",
                                  **ports,
                                  i_snoop_valid_i=self.snoop_valid,
                                  i_snoop_addr_i=self.snoop_addr,
                                  i_snoop_data_i=self.snoop_data,
                                  i_snoop_strb_i=self.snoop_strb,
                                  i_retire_rd_i=self.retire_rd,
                                  i_retire_rd_data_i=self.retire_rd_data,
                                  i_retire_csr_valid_i=self.retire_csr_valid,
                                  i_retire_csr_i=self.retire_csr,
                                  i_retire_csr_data_i=self.retire_csr_data,
                                  i_retire_trap_i=self.retire_trap,
                                  i_retire_interrupt_i=self.retire_interrupt,
                                  i_retire_code_i=self.retire_code,
                                  i_retire_return_i=self.retire_return,
                                  i_retire_hint_i=self.retire_hint,
                                  i_retire_hint_u_i=self.retire_hint_u,
                                  i_retire_user_i=self.retire_user,
                                  i_pins_i=self.pins,
                                  i_auth_i=self.auth,
                                  i_time_gray_i=self.time_gray,
                                  i_trigger_i=self.trigger_i,
                                  o_trigger_o=self.trigger_o,
                                  o_frame_valid_o=self.source.valid,
                                  o_frame_data_o=self.source.data,
                                  i_frame_ready_i=self.source.ready,
                                  o_m_valid_o=ring["valid"],
                                  o_m_addr_o=ring["addr"],
                                  o_m_wdata_o=ring["wdata"],
                                  i_m_ready_i=ring["ready"],
                                  i_m_idle_i=ring["idle"],
                                  i_m_error_i=ring["error"])

    def add_to(self, soc, name="weir", origin=None, data_buses=None):
        """Connects registers, interrupt, ring and snoop. `name`: name of the attribute of `soc`.

        origin       address of the registers, in an I/O region of the CPU; None: LiteX chooses
        data_buses   buses to snoop: a 32-bit wishbone.Interface for each hart; None: the CPU's dbus
                     or idbus. They must be between core and caches, or behind write-through caches.
        """
        if getattr(soc, name, None) is not self:
            raise ValueError(
                f"the SoC has this unit under another name: first, self.{name} = Weir(...)")
        soc.bus.add_slave(name, self.bus, SoCRegion(origin=origin, size=self.size, cached=False))
        if soc.irq.enabled:
            soc.irq.add(name, use_loc_if_exists=True)
        if self.ring_bus is not None:
            getattr(soc, "dma_bus", soc.bus).add_master(f"{name}_ring", self.ring_bus)
        if not self.parameters["TINY"]:
            self.snoop(soc.cpu, data_buses)

    def snoop(self, cpu, data_buses=None):
        """Snoops the stores that these buses accept, see add_to()."""
        harts = self.parameters["HARTS"]
        if data_buses is None:
            data_buses = [
                bus for bus in [getattr(cpu, "dbus", getattr(cpu, "idbus", None))]
                if bus is not None
            ]
        if len(data_buses) != harts or not all(
                isinstance(b, wishbone.Interface) and b.data_width == 32 for b in data_buses):
            raise ValueError(
                f"Weir snoops the stores of {harts} hart(s), but the CPU "
                f"{getattr(cpu, 'name', cpu)} has no 32-bit Wishbone data bus for each: "
                "pass data_buses=[...]")
        words = [b.adr if b.addressing == "word" else b.adr[2:] for b in data_buses]
        self.comb += [
            self.snoop_valid.eq(Cat(*(b.cyc & b.stb & b.ack & b.we for b in data_buses))),
            self.snoop_addr.eq(Cat(*(Cat(Constant(0, 2), word[:30]) for word in words))),
            self.snoop_data.eq(Cat(*(b.dat_w for b in data_buses))),
            self.snoop_strb.eq(Cat(*(b.sel for b in data_buses))),
        ]
