# SPDX-License-Identifier: Apache-2.0
"""Makes the bench of a shell from the ports of the shell and of the contract of its bus: the shell
with the unit behind it (bench.sv), and the contract beside its pins.

The contract's ports are named as the shell's pins, without their prefix. Inputs of the contract
that a shell has no pins for are 0, and the file of the bus names them.
"""

import re
from pathlib import Path

from buses import BUSES, SHELL

ROOT = Path(__file__).resolve().parents[2]
#: {bench: (shell, its parameters, contract)} of the shells of the ring.
RINGS = {
    "ring_axil": ("ring_axil", {}, "axil_contract"),
    "ring_axi": ("ring_axi", {}, "axi_write_contract"),
    "ring_wb": ("ring_wb", {}, "wb_contract"),
    "ring_wb_classic": ("ring_wb", {"CLASSIC": 1}, "wb_contract"),
}
#: {bench: (bus, parameters)} of the snoops.
WIDE = {"DATA_W": 64, "ADDR_W": 40, "UPPER": 0x5a}
SNOOPS = {
    "snoop_ahb": ("ahb", {}),
    "snoop_ahb_64": ("ahb", WIDE),
    "snoop_axi": ("axi", {"W_DEPTH": 4}),
    "snoop_axi_64": ("axi", {**WIDE, "HIGH": 1, "W_DEPTH": 4}),
    "snoop_obi": ("obi", {}),
    "snoop_obi_64": ("obi", WIDE),
    "snoop_tlul": ("tlul", {}),
    "snoop_tlul_64": ("tlul", {**WIDE, "HIGH": 1}),
    "snoop_wb": ("wb", {}),
    "snoop_wb_64": ("wb", {**WIDE, "CLASSIC": 1}),
}
PORT = re.compile(r"^ *(input|output) +wire +(\[.*?\])? *(\w+)", re.M)
PARAMETER = re.compile(r"parameter (?:integer|\[31:0\]) +(\w+) *= *(\w+)")


def header(path):
    """({parameter: default}, [(direction, range, name)]) of the first module of a file."""
    text = path.read_text()
    text = text[text.index("\nmodule "):]
    text = text[:text.index("\n);")]
    return dict(PARAMETER.findall(text)), PORT.findall(text)


def instance(module, name, parameters, ports, more=""):
    """An instance; ports as [(name, what is connected)]."""
    values = ", ".join(f".{key}({value})" for key, value in parameters.items())
    pins = ", ".join(f".{port}({wire})" for port, wire in ports)
    return f"  {module} {f'#({values}) ' if values else ''}{name} (\n      {pins}{more});"


def bench(name, shell, given, contract, unconnected=(), absent=None, driven={}):
    """The text of module bench_NAME."""
    side, prefix = ("RING", "m") if shell.startswith("ring_") else ("UNIT", "s")
    parameters, ports = header(ROOT / f"rtl/bus/weir_{shell}.sv")
    known, ruled = header(ROOT / f"sim/formal/{contract}.sv")
    values = {"ADDR_W": 32, **parameters, **given}
    pins = [port for port in ports if re.match(rf"{prefix}_[a-z]+_(?![io]$)\w", port[2])]
    start = re.match(rf"{prefix}_[a-z]+_", pins[0][2])[0]
    open_pins = {start + short for short in unconnected}
    nothing = {"input": "'0", "output": ""}
    of_shell = [(pin, nothing[way] if pin in open_pins else pin) for way, _, pin in pins]
    wires = {pin.removeprefix(start): pin for *_, pin in pins if pin not in open_pins}
    wires |= {port: port for *_, port in ruled if re.search("^clk_i$|^rst_ni$|_honoured$", port)}
    of_contract = [(port, wires.get(port, nothing[way])) for way, _, port in ruled]
    tied = {port for (way, _, port) in ruled if way == "input" and port not in wires}
    if absent is not None and tied != {*absent, *unconnected}:
        raise ValueError(f"{contract}: no pin of weir_{shell} is for {', '.join(sorted(tied))}")
    driven = {start + short: made for short, made in driven.items()}
    inputs = set(re.findall(rf"\b{start}\w+", " ".join(driven.values())))
    inputs -= {pin for *_, pin in pins}
    same = lambda names: {key: key for key in names}
    return "\n".join([
        f"module bench_{name} #(",
        ",\n".join(f"    parameter integer {key} = {value}" for key, value in values.items()),
        ") (",
        ",\n".join([f"    `{side}_PORTS"] + [f"    {way} wire {bits} {pin}"
                                             for way, bits, pin in pins
                                             if pin not in open_pins and pin not in driven] +
                  [f"    input wire {pin}" for pin in sorted(inputs)]),
        ");",
        *(f"  wire {pin} = {made};" for pin, made in driven.items()),
        *(["  `UNITS"] if side == "UNIT" else []),
        *(f"  wire {bits} {port};" for _, bits, port in ruled if port.endswith("_honoured")),
        instance(f"weir_{shell}", "u_bus", same(parameters), of_shell, f", `{side}_SIDE"),
        instance(contract, "u_contract", same(key for key in values if key in known), of_contract),
        "endmodule",
        "",
    ])  # yapf: disable


def snoop_bench(name, bus, given):
    """The text of module bench_NAME: a snoop, with all its pins, and a clock in any case."""
    parameters, ports = header(ROOT / f"rtl/snoop/weir_snoop_{bus}.sv")
    values = {**parameters, **given}
    pins = [pin for *_, pin in ports]
    return "\n".join([
        f"module bench_{name} #(",
        ",\n".join(f"    parameter integer {key} = {value}" for key, value in values.items()),
        ") (",
        ",\n".join([f"    input wire {pin}" for pin in ("clk_i", "rst_ni") if pin not in pins] +
                   [f"    {way} wire {bits} {pin}" for way, bits, pin in ports] +
                   ["    input wire [DATA_W-1:0] ahb_hrdata_i"] * (bus == "ahb")),
        ");",
        instance(f"weir_snoop_{bus}", "u_snoop", {key: key for key in values},
                 [(pin, pin) for pin in pins]),
        "endmodule",
        "",
    ])  # yapf: disable


def measured():
    """The instances of the snoops in their benches, for sim/coverage."""
    return [{
        "module": f"weir_snoop_{bus}", "at": f"bench_{name}.u_snoop", "parameters": [given]
    } for name, (bus, given) in SNOOPS.items()]


def text(name):
    """The bench of a bus, of a shell of the ring or of a snoop, by its name."""
    if name in SNOOPS:
        return snoop_bench(name, *SNOOPS[name])
    if name in RINGS:
        return bench(name, *RINGS[name])
    bus = BUSES[name]
    return bench(name, SHELL[name], bus.parameters, f"{SHELL[name]}_contract", bus.unconnected,
                 bus.absent, bus.wires)
