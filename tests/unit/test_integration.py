# SPDX-License-Identifier: Apache-2.0
"""What other people's flows read of the unit, in those flows: FuseSoC, Bender, IP-XACT, CMSIS-SVD,
devicetree.
"""

import os
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml
from cmsis_svd.parser import SVDParser
from systemrdl import RDLCompiler
from systemrdl.node import RegNode

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
import lists  # noqa: E402

FLOWS = ROOT / "build/flows/bin"
BINDING = ROOT / "driver/devicetree/weir,trace.yaml"


def run(*command, cwd=None, ok=True):
    path = os.environ["PATH"]
    done = subprocess.run(list(map(str, command)),
                          cwd=cwd,
                          text=True,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT,
                          env={**os.environ, "PATH": f"{FLOWS}:/usr/bin:{path}"})
    assert (done.returncode == 0) == ok, done.stdout
    return done.stdout


# ---- the files


@pytest.fixture
def library(tmp_path):
    """A workspace with Weir as a library, as `fusesoc library add` leaves it."""
    run(FLOWS / "fusesoc", "library", "add", "weir", ROOT, "--sync-type", "local", cwd=tmp_path)
    return tmp_path


@pytest.mark.parametrize("target, expected", [
    ("lint", ""),
    ("sim", r"^PASSED: USER 1 = 7, \d+ ticks after reset$"),
    ("ice40", r"Max frequency for clock .* MHz"),
])
def test_fusesoc(library, target, expected):
    text = run(FLOWS / "fusesoc", "run", "--target", target, "weir:trace:weir", cwd=library)
    assert re.search(expected, text, re.M), text
    assert "%Warning" not in text
    if target == "ice40":
        assert list(library.glob(
            "build/*/ice40/*.bin"))[0].stat().st_size == 135_100  # a bitstream of that chip


def test_guide():
    """What docs/guides/integration.md shows is the example that the flows above build."""
    shown = re.findall(r"^```verilog\n(.*?)^```", (ROOT / "docs/guides/integration.md").read_text(),
                       re.M | re.S)
    assert len(shown) == 1 and textwrap.indent(
        shown[0], "  ") in (ROOT / "fpga/example/weir_example.sv").read_text()


def test_bender():
    (listed, ) = yaml.safe_load((ROOT / "Bender.yml").read_text())["sources"]
    assert listed == {"include_dirs": ["rtl"], "files": lists.FILES}


# ---- the registers


@pytest.fixture(scope="module")
def registers():
    """{name: (offset, {field: (low, width, readable, writable)})}, arrays by their elements."""
    compiler = RDLCompiler()
    compiler.compile_file(str(ROOT / "rtl/regs/weir.rdl"))
    found = {}

    def walk(node, prefix):
        for child in node.children(unroll=True):
            name = prefix + child.inst_name + "".join(f"[{i}]" for i in child.current_idx or [])
            if isinstance(child, RegNode):
                fields = {
                    f.inst_name.upper(): (f.low, f.width, f.is_sw_readable, f.is_sw_writable)
                    for f in child.fields()
                }
                found[name] = (child.absolute_address, fields)
            else:
                walk(child, name + ".")

    walk(compiler.elaborate().top, "")
    return found


def test_svd(registers, tmp_path):
    # The reader copies each of 100,000 registers: let it read the first of the windows' pages.
    pages, few = 1024, 4
    text = (ROOT / "rtl/regs/weir.svd").read_text()
    assert text.count(f"<dim>{pages}</dim>") == 3
    path = tmp_path / "weir.svd"
    path.write_text(text.replace(f"<dim>{pages}</dim>", f"<dim>{few}</dim>"))
    device = SVDParser.for_xml_file(str(path)).get_device(xml_validation=True,
                                                          schema_version_detection=False)
    found = {}
    for r in device.peripherals[0].get_registers():
        fields = {
            f.name: (f.bit_offset, f.bit_width, "read" in f.access.value, "write" in f.access.value)
            for f in r.fields
        }
        found[r.name] = (r.address_offset, fields)
    assert found["DATA[0]"][0] == 0x1000
    # This reader names a register after its last cluster: what is in two is tested in IP-XACT.
    flat = {
        name.replace("].", "]_"): of
        for name, of in registers.items()
        if name.count(".") < 2 and all(
            int(i) < few for i in re.findall(r"(?:DATA|EVENT)\[(\d+)\]", name))
    }
    assert len(flat) > 100 and {name: found.get(name) for name in flat} == flat


def test_ipxact(registers):
    root = ET.parse(ROOT / "rtl/regs/weir.ipxact.xml").getroot()
    space = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}
    found = {}

    def number(e, path):
        return int(e.findtext(path, namespaces=space).replace("'h", "0x"), 0)

    def add(r, prefix, base):
        fields = {
            f.findtext("x:name", namespaces=space).upper(): (number(
                f, "x:bitOffset"), number(f, "x:bitWidth"))
            for f in r.findall("x:field", space)
        }
        name, at = prefix + r.findtext("x:name", namespaces=space), base + number(
            r, "x:addressOffset")
        dim = r.find("x:dim", space)
        for i in range(int(dim.text.replace("'h", "0x"), 0) if dim is not None else 1):
            found[name if dim is None else f"{name}[{i}]"] = (at + 4 * i, fields)

    def walk(node, prefix, base):
        for r in node.findall("x:register", space):
            add(r, prefix, base)
        for group in node.findall("x:registerFile", space):
            name = group.findtext("x:name", namespaces=space)
            for i in range(number(group, "x:dim")):
                walk(group, f"{prefix}{name}[{i}].",
                     base + number(group, "x:addressOffset") + i * number(group, "x:range"))

    walk(root.find(".//x:addressBlock", space), "", 0)
    assert found == {
        name: (at, {n: f[:2]
                    for n, f in fields.items()})
        for name, (at, fields) in registers.items()
    }


# ---- devicetree


def test_devicetree(tmp_path):
    folder = BINDING.parent
    assert not run(FLOWS / "dt-doc-validate", "-u", folder, BINDING)
    example = run(FLOWS / "dt-extract-example", BINDING)
    for text, good in [(example, True), (example.replace("clocks = ", "clock = "), False),
                       (example.replace("cpus = <&cpu0>;", ""), False)]:
        (tmp_path / "tree.dts").write_text(text)
        run("dtc", "-q", "-I", "dts", "-O", "dtb", "-o", tmp_path / "tree.dtb",
            tmp_path / "tree.dts")
        output = run(FLOWS / "dt-validate", "-u", folder, "-s", folder, tmp_path / "tree.dtb")
        assert ("weir,trace.yaml" not in output) == good, output
