# SPDX-License-Identifier: Apache-2.0
"""Weir in SoCs that LiteX builds: the trace equals a log of the CPU's data bus."""

import ast
import os
import re
import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest
from soc import THREAD_SWITCH, decode, offered_in

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
import lists  # noqa: E402

SOCS = os.environ.get(
    "WEIR_LITEX", "vexriscv-standard-full-wishbone").split()  # CPU, variant, preset, bus standard
CTRL, CLEAR = 0x10, 2
FAR, TICK = 300, 3


@pytest.fixture(scope="module", params=SOCS)
def ran(program, request, tmp_path_factory):
    """Folder with the output of the SoC, and its WEIR_BASE."""
    built, folder = program(
        f"build/litex/{request.param}/sim/sim").parents[1], tmp_path_factory.mktemp(request.param)
    done = subprocess.run([built / "sim/sim", folder],
                          cwd=built / "gateware",
                          capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    return folder, int(
        re.search(r"WEIR_BASE (0x\w+)L",
                  (built / "software/include/generated/mem.h").read_text())[1], 16)


def traces(folder, base):
    """Expected events of each trace: one trace has the stores from one CLEAR to the next."""
    found = []
    for line in (folder / "stores").read_text().splitlines():
        _, address, data, *_ = (int(f, 16) for f in line.split())
        if address == base + CTRL and data & CLEAR:
            found.append([])
        if found:
            found[-1].append(line)
    return [events for events in (list(offered_in(lines, 0, base)) for lines in found) if events]


def test_stream(program, ran):
    """Drained by Weir's interrupt to LiteX's UART: all events, in order, at their cycle."""
    folder, base = ran
    events, losses = decode(program, folder / "trace.recTr")
    expected = traces(folder, base)[0]
    assert not losses and [(e.id, e.value) for e in events] == [(id_, value)
                                                                for _, _, id_, value in expected]
    late = [e.time - cycle for e, (cycle, *_) in zip(events, expected)]
    assert min(late) == 0 and max(late) <= 3, late  # simultaneous events wait for each other
    assert sum(e.id == THREAD_SWITCH for e in events) == 40
    ticks = [e.value for e in events if e.id == TICK]
    assert ticks == list(range(len(ticks))) and (len(ticks) >= 10) == ("serv" not in folder.name
                                                                       )  # no interrupts in LiteX
    assert [e.name for e in events if e.id == FAR] == ["pump", "valve"] * 20


def test_every_port_is_connected():
    """Of both units that the package instantiates: an open input would be X."""
    package = (ROOT / "sw/litex/weir_litex/__init__.py").read_text()
    for file in ("rtl/weir.sv", "rtl/tiny/weir_tiny.sv"):
        ports = re.findall(r"^ +(in|out)put +wire.*? (\w+_[io]|\w+_ni),?(?: *//|$)",
                           (ROOT / file).read_text(), re.M)
        assert len(ports) > 9
        assert not [name for way, name in ports if f"{way[0]}_{name}=" not in package], file


def test_ring(program, ran):
    """The unit writes the newest events to a RAM of LiteX, as a bus master."""
    folder, base = ran
    if "full" not in folder.name:
        pytest.skip("the preset has no ring")
    events, losses = decode(program, folder / "ring.recTr")
    expected = [(id_, value) for _, _, id_, value in traces(folder, base)[1]]
    found = [(e.id, e.value) for e in events]
    assert not losses and 400 < len(found) < len(expected) and found == expected[-len(found):]


def test_frames(program, ran):
    """The unit's byte stream as a LiteX stream."""
    folder, base = ran
    if "full" not in folder.name:
        pytest.skip("the preset has no frames")
    flux = folder / "frames.recTr"
    subprocess.run([
        program("build/weir"), "convert", "--from", "rkh", "--to", "flux", "--output", flux,
        folder / "frames.rkh"
    ],
                   check=True)
    events, losses = decode(program, flux)
    assert not losses and [(e.id, e.value)
                           for e in events] == [(id_, value)
                                                for _, _, id_, value in traces(folder, base)[2]]
    assert len(events) > 20 * 6


# ---- The package


def by_litex(*lines, path=ROOT / "sw/litex"):
    """Runs lines of Python with LiteX."""
    done = subprocess.run([ROOT / "build/flows/bin/python", "-c", "\n".join(lines)],
                          env={**os.environ, "PYTHONPATH": str(path)},
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE,
                          text=True)
    return done.stdout, done.stderr.splitlines()


def test_installed(tmp_path):
    """The installed package is complete."""
    subprocess.run([
        ROOT / "build/flows/bin/python", "-m", "pip", "wheel", "-q", "--no-deps",
        "--no-build-isolation", "--disable-pip-version-check", "-w", tmp_path, ROOT / "sw/litex"
    ],
                   check=True)
    wheel, = tmp_path.glob("*.whl")
    core = (ROOT / "weir.core").read_text()
    of_core = re.search(r'^name: "weir:trace:weir:([\d.]+)"', core, re.M)[1]
    assert re.sub(r"rc\d+$", "", wheel.name.split("-")[1]) == of_core
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    output, errors = by_litex(
        "import weir_litex as w",
        "print(*w.sources(), *w.DRIVER_SOURCES, *w.DRIVER_INCLUDES, w.presets(), sep='\\n')",
        path=tmp_path / "site")
    *paths, presets = output.splitlines()
    assert not errors and set(ast.literal_eval(presets)) == {"tiny", "small", "full"}
    found = [Path(p).relative_to(tmp_path / "site/weir_litex") for p in paths]
    assert [str(f) for f in found if f.suffix == ".sv"] == lists.FILES
    assert len(found) > 38 and all(
        (tmp_path / "site/weir_litex" / f).exists() and (ROOT / f).exists() for f in found)
    assert (tmp_path / "site/weir_litex/litex_hooks.h").exists()


def test_guide():
    """The examples of docs/guides/integration.md are in this SoC and its firmware."""
    text = (ROOT / "docs/guides/integration.md").read_text()
    shown = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    soc, firmware = ((ROOT / "tests/litex" / f).read_text() for f in ("litex_soc.py", "firmware.c"))
    assert len(shown) == 1 and textwrap.indent(shown[0], " " * 8).replace('"small"',
                                                                          "preset") in soc
    for line in (".base = WEIR_BASE", "1u << WEIR_INTERRUPT", "weir_irq(&weir)"):
        assert line in text and line in firmware


SOC = [
    "from litex.build.sim import SimPlatform", "from litex.soc.integration.soc_core import SoCCore",
    "from weir_litex import Weir", "from litex.build.generic_platform import Pins",
    "import logging; logging.disable()", "platform = SimPlatform('SIM', [('sys_clk', 0, Pins(1))])",
    "soc = SoCCore(platform, 1e6, cpu_type=None, uart_name='stub', ident='')"
]


@pytest.mark.parametrize("lines, message", [
    (["Weir(platform, preset='large')"
      ], "ValueError: Weir has no preset 'large'; it has tiny, small, full"),
    (["Weir(platform, FIFO=3)"
      ], "ValueError: Weir has no parameter FIFO; it has HARTS, VALUE_REGS, .*"),
    (["Weir(platform).add_to(soc)"
      ], "ValueError: the SoC has this unit under another name: first, self.weir = .*"),
    (["soc.weir = Weir(platform)", "soc.weir.add_to(soc)"],
     "ValueError: Weir snoops the stores of 1 hart.s., but the CPU .* has no 32-bit Wishbone .*"),
    ([
        "from litex.soc.interconnect import wishbone",
        "soc.weir = Weir(platform, 'small', HARTS=3)",
        "soc.weir.add_to(soc, data_buses=[wishbone.Interface(data_width=32) for _ in range(3)])",
        "print(hex(soc.bus.regions['weir'].size))"
    ], None),
])
def test_mistakes(lines, message):
    """Mistakes raise an error of one line when the SoC is built."""
    text, errors = by_litex(*SOC, *lines)
    assert (message is None and text == "0x40000\n") or re.fullmatch(message, errors[-1]), (text,
                                                                                            errors)
