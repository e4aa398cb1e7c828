# SPDX-License-Identifier: Apache-2.0
"""Files for other flows: CMSIS-SVD and IP-XACT of the registers, file lists for FuseSoC and Bender.

Part of generate.py.
"""

import re
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

from peakrdl_ipxact import IPXACTExporter, Standard
from systemrdl.node import RegNode

LICENCE = "SPDX-License-Identifier: Apache-2.0"
MADE = "Made by `make regs` from"


def field_of(tree, name):
    """Value of a field of the tree, as `VERSION.ip_major`."""
    return tree.find_by_path(name).get_property("reset")


def ip_version(top):
    return f"{field_of(top, 'VERSION.ip_major')}.{field_of(top, 'VERSION.ip_minor')}.0"


# ---- CMSIS-SVD


def access_of(node):
    return {(True, True): "read-write", (True, False): "read-only",
            (False, True): "write-only"}[node.is_sw_readable, node.is_sw_writable]


def svd(top):
    """One peripheral at address 0: the SVD of an SoC places it (derivedFrom, baseAddress)."""
    def add(parent, **texts):
        for tag, text in texts.items():
            ET.SubElement(parent, tag).text = text if isinstance(text, str) else f"0x{text:x}"

    def array(element, node):
        if node.is_array:
            ET.SubElement(element, "dim").text = str(node.array_dimensions[0])
            add(element, dimIncrement=node.array_stride)
        return node.inst_name + ("[%s]" if node.is_array else "")

    def register(parent, node):
        r = ET.SubElement(parent, "register")
        name = array(r, node)
        reset = sum((f.get_property("reset") or 0) << f.low for f in node.fields())
        add(r,
            name=name,
            displayName=node.get_property("name"),
            description=node.get_property("name"),
            addressOffset=node.raw_address_offset,
            resetValue=reset)
        fields = ET.SubElement(r, "fields")
        for f in node.fields():
            e = ET.SubElement(fields, "field")
            add(e,
                name=f.inst_name.upper(),
                description=f.get_property("desc"),
                bitRange=f"[{f.high}:{f.low}]",
                access=access_of(f))
            if f.get_property("onwrite"):
                effect = {"woclr": "oneToClear",
                          "woset": "oneToSet"}[f.get_property("onwrite").name]
                add(e, modifiedWriteValues=effect)
            if f.get_property("onread"):
                add(e, readAction="modify")

    device = ET.Element(
        "device", {
            "schemaVersion": "1.3", "xmlns:xs": "http://www.w3.org/2001/XMLSchema-instance",
            "xs:noNamespaceSchemaLocation": "CMSIS-SVD.xsd"
        })
    add(device,
        name="weir",
        version=ip_version(top),
        description=f"{top.get_property('name')}. {top.get_property('desc')}",
        addressUnitBits="8",
        width="32",
        size="32",
        access="read-write",
        resetValue="0x0",
        resetMask="0xffffffff")
    peripheral = ET.SubElement(ET.SubElement(device, "peripherals"), "peripheral")
    add(peripheral, name="WEIR", description=top.get_property("desc"), baseAddress=0)
    block = ET.SubElement(peripheral, "addressBlock")
    add(block, offset=0, size=top.size, usage="registers")
    registers = ET.SubElement(peripheral, "registers")

    def group(parent, node):
        for inner in node.children():
            if isinstance(inner, RegNode):
                register(parent, inner)
                continue
            cluster = ET.SubElement(parent, "cluster")
            name = array(cluster, inner)
            add(cluster,
                name=name,
                description=inner.get_property("name"),
                addressOffset=inner.raw_address_offset)
            group(cluster, inner)

    group(registers, top)
    ET.indent(device)
    body = ET.tostring(device, encoding="unicode")
    head = f"<!-- {LICENCE} -->\n<!-- {MADE} rtl/regs/weir.rdl. -->"
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}\n{body}\n'


# ---- IP-XACT


def ipxact(top):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "weir.xml"
        IPXACTExporter(vendor="weir",
                       library="trace",
                       version=ip_version(top),
                       standard=Standard.IEEE_1685_2014).export(top,
                                                                str(path),
                                                                component_name="weir")
        text = path.read_text()
    return re.sub(r"<!--.*?-->",
                  f"<!-- {LICENCE} -->\n<!-- {MADE} rtl/regs/weir.rdl. -->",
                  text,
                  count=1)


# ---- FuseSoC, Bender: the files of rtl/weir.f


def files_of(path):
    return [f"rtl/{f}" for f in re.findall(r"^\S+\.sv$", path.read_text(), re.M)]


CORE = """\
CAPI=2:
# {licence}
# Weir for FuseSoC. {made} rtl/weir.f and rtl/regs.
name: "weir:trace:weir:{version}"
description: "Weir, a small trace unit for RISC-V SoCs: unit and bus shells"

filesets:
  rtl:
    files:
      - rtl/weir_types.svh: {{is_include_file: true}}
{files}
    file_type: systemVerilogSource
  example:
    files: [fpga/example/weir_example.sv]
    file_type: systemVerilogSource
  tb:
    files: [fpga/example/tb_weir_example.sv]
    file_type: systemVerilogSource
targets:
  default:
    filesets: [rtl]

  lint:                       # fusesoc run --target lint weir:trace:weir
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]
    filesets: [rtl, example]
    toplevel: weir_example

  sim:                        # an event by APB, and its bytes back
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2012]
    filesets: [rtl, example, tb]
    toplevel: tb_weir_example

  ice40:                      # placed and routed on an HX8K
    flow: icestorm
    flow_options:
      nextpnr_options: [--hx8k, --package, ct256, --pcf-allow-unconstrained, --freq, '40']
    filesets: [rtl, example]
    toplevel: weir_example
"""


def fusesoc(top, files):
    listed = "\n".join(f"      - {f}" for f in files)
    return CORE.format(licence=LICENCE, made=MADE, version=ip_version(top), files=listed)


def bender(files):
    listed = "\n".join(f"      - {f}" for f in files)
    return f"""\
# {LICENCE}
# Weir for Bender. {MADE} rtl/weir.f.
package:
  name: weir

sources:
  - include_dirs: [rtl]
    files:
{listed}
"""
