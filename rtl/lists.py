# SPDX-License-Identifier: Apache-2.0
"""The RTL for scripts: its files (weir.f), its presets and the parameters of each set (presets.mk).
"""

import re
import subprocess
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_SETS = (_HERE / "presets.mk").read_text()

#: Paths from the root of the repository, in the order in which a tool wants them.
FILES = [f"rtl/{f}" for f in re.findall(r"^\S+\.sv$", (_HERE / "weir.f").read_text(), re.M)]
#: Where they find what they include, for Verilator, Icarus Verilog, Yosys and slang.
INCLUDE = f"-I{_HERE}"
#: Their folders, in which tools that define FORMAL look for the properties, NAME_fv.svh.
FOLDERS = list(dict.fromkeys(str(Path(file).parent) for file in FILES))
#: The presets that users choose from; the further sets are for tests.
PRESETS = re.search(r"^PRESETS := (.*)$", _SETS, re.M)[1].split()
#: {set: top module}, of presets and further sets.
TOPS = dict(re.findall(r"^TOP_(\w+) := (\w+)$", _SETS, re.M))


def _values(prefix):
    return {
        name: {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", line)}
        for name, line in re.findall(rf"^{prefix}_(\w+) := (.*)$", _SETS, re.M)
    }  # yapf: disable


#: {set: {parameter: value}}, the parameters that its top module has.
PARAMETERS = _values("PARAMETERS")
#: {set: {what: how much}}, what its unit has, by parameters or always.
HAS = _values("HAS")


def with_properties(file):
    """The text of a file of the RTL as a tool sees it that defines FORMAL: its properties in it."""
    folder = _HERE.parent / Path(file).parent
    include = lambda found: (folder / found[1]).read_text()
    return re.sub(r'^`include "(\w+_fv\.svh)"\n',
                  include, (folder / Path(file).name).read_text(),
                  flags=re.M)


def revision():
    """The commit that changed the RTL last; "?" in a copy without the history."""
    done = subprocess.run(["git", "log", "-1", "--format=%h", "--", "rtl/*.sv"],
                          cwd=_HERE.parent,
                          capture_output=True,
                          text=True)
    return done.stdout.strip() or "?"
