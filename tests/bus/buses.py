# SPDX-License-Identifier: Apache-2.0
"""The buses: what the file of each shell says, tests/bus/NAME.py of rtl/bus/weir_NAME.sv."""

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parents[1] / "rtl")]
from lists import FILES  # noqa: E402

#: Names of the shells of the register port; those of the ring have files of their own.
SHELLS = [
    stem.removeprefix("weir_") for stem in (Path(file).stem for file in FILES
                                            if file.startswith("rtl/bus/"))
    if not stem.startswith("weir_ring_")
]
#: {bus: the name of its shell}; a shell may serve several.
SHELL = {bus: shell for shell in SHELLS for bus in importlib.import_module(shell).BUSES}
BUSES = {bus: sys.modules[shell].BUSES[bus] for bus, shell in SHELL.items()}


def measured():
    """The instances of the shells in their benches, for sim/coverage."""
    return [{
        "module": f"weir_{SHELL[name]}", "at": f"bench_{name}.u_bus",
        **({"parameters": [bus.parameters]} if bus.parameters else {})
    } for name, bus in BUSES.items()]


def mutated():
    """The sets of mutants of the shells, for sim/netlist."""
    return [{
        "name": name, "top": f"weir_{SHELL[name]}", "mutants": bus.mutants,
        **({"params": bus.parameters} if bus.parameters else {}),
        "tests": f"tests/bus/test_bus.py::test_shell[{name}]"
    } for name, bus in BUSES.items()]
