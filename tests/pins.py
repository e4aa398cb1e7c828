# SPDX-License-Identifier: Apache-2.0
"""Records the pins of a module in tests under Icarus Verilog; sim/coverage plays them to a model.
"""

import os
import tempfile
from pathlib import Path


def watched(top):
    """(options, files) for iverilog: a module that writes a waveform of the instances in
    WEIR_PINS_AT that are below `top`, into a file of its own in the
    folder WEIR_PINS. Nothing without them."""
    instances = [at for at in os.environ.get("WEIR_PINS_AT", "").split() if at.split(".")[0] == top]
    if not instances:
        return [], []
    number, vcd = tempfile.mkstemp(suffix=".vcd", prefix=f"{top}-", dir=os.environ["WEIR_PINS"])
    os.close(number)
    source = Path(vcd).with_suffix(".sv")
    source.write_text(
        f'module watch_pins;\n  initial begin\n    $dumpfile("{vcd}");\n    $dumpvars(1, '
        f'{", ".join(instances)});\n  end\nendmodule\n')
    return ["-s", "watch_pins"], [source]


def printed(text):
    """The output of a simulation, without the line of vvp about the waveform."""
    return "".join(
        line for line in text.splitlines(keepends=True) if not line.startswith("VCD info: "))
