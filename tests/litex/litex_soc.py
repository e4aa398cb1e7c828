# SPDX-License-Identifier: Apache-2.0
"""Builds a LiteX SoC with Weir for simulation.

litex_soc.py FOLDER --cpu CPU --variant VARIANT --preset PRESET --bus STANDARD

FOLDER gets the output of LiteX: software/include/generated, gateware/sim.v and the contents of its
memories, with firmware.elf; and sources.f, a list of all RTL. Needs the Python of build/flows.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.append(str(ROOT / "sw/litex"))
sys.path += map(str,
                (ROOT / "build/venv/lib").glob("python*/site-packages"))  # last, for the cores only

import litex  # noqa: E402
from litex.build.generic_platform import Pins, Subsignal  # noqa: E402
from litex.build.io import CRG  # noqa: E402
from litex.build.sim import SimPlatform  # noqa: E402
from litex.soc.cores.gpio import GPIOOut  # noqa: E402
from litex.soc.integration.builder import Builder  # noqa: E402
from litex.soc.integration.common import get_mem_data  # noqa: E402
from litex.soc.integration.soc_core import SoCCore  # noqa: E402
import weir_litex  # noqa: E402

PADS = [
    ("sys_clk", 0, Pins(1)),
    ("serial", 0, Subsignal("source_valid", Pins(1)), Subsignal(
        "source_ready", Pins(1)), Subsignal("source_data", Pins(8)), Subsignal(
            "sink_valid", Pins(1)), Subsignal("sink_ready", Pins(1)), Subsignal(
                "sink_data", Pins(8))),
    ("frames", 0, Subsignal("valid", Pins(1)), Subsignal("ready",
                                                         Pins(1)), Subsignal("data", Pins(8))),
    ("channel", 0, Pins(2)),  # destination of the UART's bytes
    ("data", 0, *(Subsignal(name, Pins(bits)) for name, bits in [("cyc", 1), ("stb", 1), (
        "ack", 1), ("we", 1), ("adr", 32), ("dat_w", 32), ("sel", 4)])),
]


class Platform(SimPlatform):
    """LiteX's platform, simulated by tests/litex/main.cpp."""
    def build(self, soc, build_dir, build_name, **_):
        fragment = soc.get_fragment()
        self.finalize(fragment)
        verilog = self.get_verilog(fragment, name=build_name)
        path = Path(build_dir) / f"{build_name}.v"
        os.chdir(build_dir)  # LiteX writes memory contents here
        verilog.write(str(path))
        (Path(self.output_dir) / "sources.f").write_text("".join(f"{line}\n" for line in [
            *(f"+incdir+{p}"
              for p in self.verilog_include_paths), *(name for name, *_ in self.sources), path
        ]))
        return verilog.ns


class Demo(SoCCore):
    def __init__(self, folder, preset, **settings):
        platform = Platform("SIM", PADS)
        self.crg = CRG(platform.request("sys_clk"))
        SoCCore.__init__(self,
                         platform,
                         100_000_000,
                         ident="Weir",
                         integrated_rom_size=0x10000,
                         integrated_sram_size=0x2000,
                         integrated_main_ram_size=0x8000,
                         uart_name="sim",
                         **settings)
        self.folder = folder
        self.channel = GPIOOut(platform.request("channel"))

        from weir_litex import Weir
        self.weir = Weir(platform, preset=preset)
        self.weir.add_to(self)

        frames, pads = platform.request("frames"), platform.request("data")
        self.comb += [
            frames.valid.eq(self.weir.source.valid),
            frames.data.eq(self.weir.source.data),
            self.weir.source.ready.eq(frames.ready)
        ]
        bus = self.cpu.dbus if hasattr(self.cpu, "dbus") else self.cpu.idbus  # logged stores
        self.comb += [
            getattr(pads, name).eq(getattr(bus, name))
            for name in ("cyc", "stb", "ack", "we", "dat_w", "sel")
        ]
        self.comb += pads.adr.eq(bus.adr << {"word": 2, "byte": 0}[bus.addressing])

    def init_mems(self, **_):
        """The builder calls it after it wrote headers and before Verilog."""
        elf, include = self.folder / "firmware.elf", self.folder / "software/include"
        software, cpu = Path(litex.__file__).parent / "soc/software", Path(sys.modules[type(
            self.cpu).__module__].__file__).parent
        folders = [include, software, software / "include", cpu, *weir_litex.DRIVER_INCLUDES]
        isa = self.cpu.gcc_flags.replace("i2p0", "i").replace(
            "_", "") + " -misa-spec=2.2"  # names of Debian's libraries
        subprocess.run([
            "riscv64-unknown-elf-gcc", "--specs=picolibc.specs", *isa.split(), "-Os", "-g", "-Wall",
            "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-sign-compare",
            "-ffunction-sections", "-fdata-sections", "-nostartfiles", "-Wl,--gc-sections",
            "-Wl,--no-warn-rwx-segments", '-DWEIR_HOOKS="litex_hooks.h"',
            *(f"-I{f}" for f in folders), f"-L{include}", "-T", HERE / "firmware.ld",
            cpu / "crt0.S", HERE / "firmware.c", *weir_litex.DRIVER_SOURCES, "-o", elf
        ],
                       check=True)
        image = elf.with_suffix(".bin")
        subprocess.run(["riscv64-unknown-elf-objcopy", "-O", "binary", elf, image], check=True)
        self.init_rom("rom",
                      get_mem_data(str(image), data_width=self.bus.data_width, endianness="little"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cpu", default="vexriscv")
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--preset", default="full")
    parser.add_argument("--bus", default="wishbone")
    args = parser.parse_args()
    folder = args.folder.resolve()
    soc = Demo(folder,
               args.preset,
               cpu_type=args.cpu,
               cpu_variant=args.variant,
               bus_standard=args.bus)
    Builder(soc, output_dir=str(folder), compile_software=False).build(build_name="sim")


if __name__ == "__main__":
    main()
