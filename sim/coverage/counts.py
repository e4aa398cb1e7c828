# SPDX-License-Identifier: Apache-2.0
"""Points of Verilator's counters, and which of them Yosys finds constant."""

import collections
import functools
import json
import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "netlist"))
import unit  # noqa: E402
from unit import ROOT  # noqa: E402

sys.path.append(str(ROOT / "tests/bus"))
import benches  # noqa: E402
import buses  # noqa: E402

OUT = ROOT / "build/coverage"
PLAN = tomllib.loads((HERE / "coverage.toml").read_text())
for entry in PLAN["around"]:
    if entry["modules"] == "buses":
        entry["modules"] = buses.measured()
    if entry["modules"] == "snoops":
        entry["modules"] = benches.measured()
KINDS = {"line": "v_line", "branch": "v_branch", "toggle": "v_toggle"}


def is_fresh(made, *more, rtl=unit.RTL):
    """Whether a file is newer than the RTL, and what else it is made from."""
    sources = [*(ROOT / f for f in rtl), *more]
    return made.exists() and all(f.stat().st_mtime < made.stat().st_mtime for f in sources)


def points(files):
    """{(kind, file, line, what): count} of all sets and instances."""
    found = collections.Counter()
    for file in files:
        for line in file.read_text(errors="replace").splitlines():
            entry = re.fullmatch(r"C '(.*)' (\d+)", line)
            if not entry:
                continue
            fields = dict(
                part.split("\x02", 1) for part in entry[1].split("\x01") if "\x02" in part)
            kind = next((k for k, page in KINDS.items() if fields.get("page", "").startswith(page)),
                        None)
            if kind and not fields.get("o", "").startswith("unused"):  # a wire for lint alone
                what = fields.get("o", "") + ("" if kind == "toggle" else f" {fields.get('n', '')}")
                found[kind, fields["f"], int(fields["l"]), what] += int(entry[2])
    return found


def points_of(name):
    """{(kind, file, line, what)} that a set of parameters has, of nothing that was run."""
    folder = OUT / name / "points"
    if not is_fresh(folder / "Vweir.mk", ROOT / "rtl/presets.mk"):
        folder.mkdir(parents=True, exist_ok=True)
        values = [f"-G{n}={v}" for n, v in unit.PARAMETERS[name].items()]
        unit.call([
            "verilator", "--cc", "--coverage", "--top-module", unit.TOPS[name], "--prefix", "Vweir",
            "--Mdir", folder, *values, unit.INCLUDE, *unit.RTL
        ], OUT / name / "points.log")
    insert = re.compile(
        r'CoverInsert\([^"]*"([^"]+)", (\d+), (\d+), "[^"]*", "(v_[a-z]+)[^"]*", "([^"]*)"')
    kinds = {page: kind for kind, page in KINDS.items()}
    return {(kinds[page], file, int(line), what + ("" if page == "v_toggle" else f" {column}"))
            for made in folder.glob("*.cpp")
            for file, line, column, page, what in insert.findall(made.read_text())
            if page in kinds and not what.startswith("unused")}


def netlist(folder, steps, rtl=unit.RTL):
    """What Yosys makes of a module, as a dictionary. Every wire stays, so that it is seen what
    drives it.
    """
    made = folder / "constant.json"
    if not is_fresh(made, rtl=rtl):
        steps = [
            *steps, "proc", "flatten", "setattr -set keep 1 w:*", "opt -full", "memory -nomap",
            "opt_mem", "opt -full", f"write_json {made}"
        ]
        unit.call(["yosys", "-q", "-e", "implicitly declared", "-p", "; ".join(steps)],
                  folder / "constant.log")
    return json.loads(made.read_text())["modules"]["weir"]


@functools.cache
def members():
    """{type: names of its bits, the lowest first} of the structures of the RTL."""
    texts = [(ROOT / file).read_text() for file in ("rtl/weir_pkg.sv", "rtl/weir_event.sv")]
    sizes = dict(re.findall(r"localparam integer (\w+) += (\d+);", "".join(texts)))
    found = {}
    for body, name in re.findall(r"struct packed \{(.*?)\} (\w+);",
                                 (ROOT / "rtl/weir_types.svh").read_text(), re.S):
        bits = []
        for high, less, member in reversed(
                re.findall(r"logic (?:\[([\w:]+?)(-1)?:0\] )?(\w+);", body)):
            width = int(sizes[high.split("::")[-1]]) if less else int(high or 0) + 1
            bits += [f"{member}[{bit}]" for bit in range(width)] if width > 1 else [member]
        found[name] = bits
    return found


def levels(module):
    """{(file, line, bit): what drives it} of a netlist: 0, 1 or x where Yosys finds it constant,
    else a number.
    """
    found = collections.defaultdict(set)
    for wire, net in module["netnames"].items():
        signal, from_bit = wire.split(".")[-1], net.get("offset", 0)
        names = members().get(net["attributes"].get("wiretype", "").lstrip("\\"))
        for file, line in re.findall(r"(rtl/[\w/]+\.sv):(\d+)\.", net["attributes"].get("src", "")):
            for bit, level in enumerate(net["bits"], from_bit):
                if names:
                    found[file, int(line), f"{signal}.{names[bit]}"].add(level)
                    continue
                for name in [signal,
                             f"{signal}[{bit}]"][len(net["bits"]) > 1 or from_bit >
                                                 0:]:  # of one bit: Verilator says which of both
                    found[file, int(line), name].add(level)
    return found


def constant(netlists):
    """{(file, line, bit): level} of those that are constant in all netlists that have them."""
    all_levels = [levels(module) for module in netlists]
    found = collections.defaultdict(set)
    for one in all_levels:
        for bit, drivers in one.items():
            found[bit] |= drivers
    return {
        bit: min(drivers)
        for bit, drivers in found.items() if all(isinstance(level, str) for level in drivers)
    }
