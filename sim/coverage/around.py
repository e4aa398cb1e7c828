# SPDX-License-Identifier: Apache-2.0
"""Coverage of the modules around the unit: bus shells, retire adapters, clock crossings, the UART.

Their tests run as in `make test`, under Icarus Verilog, which has no counters. So it records the
pins of the module (tests/pins.py). A Verilator model of the module alone, with counters, plays the
same inputs (play.cpp); its outputs must agree wherever those of the waveform are known.
"""

import json
import os
import re
import subprocess
import sys

from counts import HERE, OUT, PLAN, ROOT, is_fresh, netlist, unit

ENTRIES = PLAN["around"]
FOLDER = OUT / "around"


def pytest(nodes, env):
    """Runs tests, all of which must pass. Returns how many there were."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short", *nodes],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True)
    passed = re.search(r"(\d+) passed", done.stdout)
    if done.returncode or not passed:
        raise SystemExit(done.stdout)
    return int(passed[1])


def sources(entry):
    """What the tests of an entry are made from."""
    return [
        ROOT / "tests/pins.py",
        *(file for pattern in entry["from"] for file in ROOT.glob(pattern) if file.is_file())
    ]


def waveforms(entry):
    """Runs the tests of an entry, which write waveforms, unless these are there."""
    folder = FOLDER / "waveforms" / entry["name"]
    done = folder / "passed"
    if not is_fresh(done, *sources(entry), rtl=unit.FILES) or done.read_text() != json.dumps(entry):
        folder.mkdir(parents=True, exist_ok=True)
        for left in [done, *folder.glob("*.*")]:
            left.unlink(missing_ok=True)
        at = " ".join(module["at"] for module in entry["modules"])
        count = pytest(entry["tests"],
                       {"WEIR_PINS": str(folder), "WEIR_PINS_AT": at, "SIM_CMD_SUFFIX": "-vcd"
                        })  # cocotb says -none before
        print(f"{', '.join(entry['tests'])}: {count} tests", flush=True)
        done.write_text(json.dumps(entry))
    return sorted(folder.glob("*.vcd"))


# ---- Waveforms


def width(bits, to):
    return bits.rjust(to, bits[0] if bits[0] in "xz" else "0")


def waveform(vcd, at, ports):
    """[(time, {port: bits})] of an instance; None if a port is of another width: that is another
    model's. Raises SystemExit if it has not all of the ports.
    """
    names, scope, size = {}, [], {}
    lines = iter(vcd.read_text().splitlines())
    for line in lines:
        match line.split():
            case ["$scope", _, name, _]:
                scope.append(name)
            case ["$upscope", _]:
                scope.pop()
            case ["$var", _, bits, code, name, *_] if ".".join(scope) == at and name in ports:
                names.setdefault(code, []).append(name)
                size[name] = int(bits)
            case ["$enddefinitions", _]:
                break
    if missing := set(ports) - set(size):
        raise SystemExit(f"{vcd}: {at} has no {' '.join(sorted(missing))}")
    if any(size[name] != len(port["bits"]) for name, port in ports.items()):
        return None
    steps = []
    for line in lines:
        if line[0] == "#":
            steps.append((int(line[1:]), {}))
        elif line[0] in "01xzb":
            bits, code = line[1:].split() if line[0] == "b" else (line[0], line[1:])
            for name in names.get(code, ()):
                steps[-1][1][name] = width(bits, size[name])
    return [step for step in steps if step[1]]


def known(bits):
    """(value, mask) of bits as a waveform has them."""
    return int(re.sub("[xz]", "0", bits), 2), int(re.sub("[xz]", "0", bits.replace("0", "1")), 2)


def script(steps, inputs, outputs):
    """What play.cpp reads. A bit of an input that is not known stays as it was; before all, it is
    what it is first. Clocks go before what changes with them.
    """
    level, lines = {name: 0 for name in inputs}, []
    begun = {name: 0 for name in inputs}
    for _, changes in steps:
        for name in inputs & changes.keys():
            value, mask = known(changes[name])
            level[name] |= value & mask & ~begun[name]
            begun[name] |= mask
    number = {name: n for names in (inputs, outputs) for n, name in enumerate(names)}
    lines += [f"i {number[name]} {value:x}" for name, value in level.items()]
    for time, changes in steps:
        is_clock = lambda name: name.endswith("clk_i")
        for clocks in True, False:
            for name in [name for name in inputs if name in changes and is_clock(name) == clocks]:
                value, mask = known(changes[name])
                if (after := level[name] & ~mask | value) != level[name]:
                    level[name] = after
                    lines.append(f"i {number[name]} {after:x}")
            if clocks and lines[-1][0] == "i":
                lines.append("e")
        for name in outputs & changes.keys():
            value, mask = known(changes[name])
            lines.append(f"o {number[name]} {value:x} {mask:x}")
        lines.append(f"t {time}")
    return "\n".join(lines) + "\n"


# ---- Models


class Model:
    """A module with some parameters, built with counters, to be played."""
    def __init__(self, name, parameters):
        self.folder = FOLDER / "-".join([name, *(f"{n}{v}" for n, v in parameters.items())])
        self.folder.mkdir(parents=True, exist_ok=True)
        chparam = [f"chparam {' '.join(f'-set {n} {v}' for n, v in parameters.items())} {name}"
                   ] if parameters else []
        read = [
            f"read_verilog -sv {unit.INCLUDE} {' '.join(unit.FILES)}", *chparam,
            f"hierarchy -check -top {name}",
            "rename -top weir"
        ]
        self.netlist = netlist(self.folder, read, rtl=unit.FILES)
        self.ports = dict(sorted(self.netlist["ports"].items()))
        self.inputs = {
            port: what
            for port, what in self.ports.items() if what["direction"] == "input"
        }
        self.outputs = {
            port: what
            for port, what in self.ports.items() if what["direction"] == "output"
        }
        self.player = self.folder / "play"
        if is_fresh(self.player, HERE / "play.cpp", rtl=unit.FILES):
            return
        print(f"{self.folder.name}: building", flush=True)
        data = max(8, *((len(what["bits"]) + 31) // 32 * 4 for what in self.ports.values()))
        listed = lambda names: " ".join(f"PORT({name})" for name in names)
        (self.folder / "ports.h").write_text(
            f"#define PORT_BYTES {data}\n#define INPUTS {listed(self.inputs)}\n"
            f"#define OUTPUTS {listed(self.outputs)}\n")
        values = [f"-G{n}={v}" for n, v in parameters.items()]
        unit.call([
            "verilator", "--cc", "--exe", "--coverage", "--prefix", "Vplayed", "--top-module", name,
            *values, "--Mdir", self.folder / "obj", "-CFLAGS", f"-std=c++17 -I{self.folder}",
            unit.INCLUDE, *unit.FILES, HERE / "play.cpp", "-o", self.player
        ], self.folder / "verilator.log")
        self.player.unlink(missing_ok=True)
        unit.call([
            "make", "-C", self.folder / "obj", "-f", "Vplayed.mk", f"-j{os.environ.get('JOBS', 1)}",
            "OPT_FAST=-O1", "OPT_GLOBAL=-O1"
        ], self.folder / "make.log")

    def play(self, vcd, at):
        """Plays an instance of a waveform; returns the file of the counts, or None if it is one
        with other parameters.
        """
        counts = self.folder / f"{vcd.stem}-{at}.dat"
        if not is_fresh(counts, self.player, vcd, HERE / "around.py"):
            counts.unlink(missing_ok=True)
            steps = waveform(vcd, at, self.ports)
            if steps is None:
                return None
            played = self.folder / "played"
            played.write_text(script(steps, self.inputs.keys(), self.outputs.keys()))
            done = subprocess.run([self.player, played, counts], capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(f"{vcd}: {at}, {self.folder.name}: {done.stderr}")
        return counts


def played(entry):
    """(files of counts, netlists) of the modules of an entry."""
    vcds, counts, netlists = waveforms(entry), [], []
    for module in entry["modules"]:
        of = [vcd for vcd in vcds if vcd.name.startswith(module["at"].split(".")[0] + "-")]
        left = set(of)
        for parameters in module.get("parameters", [{}]):
            model = Model(module["module"], parameters)
            fit = {vcd: file for vcd in of if (file := model.play(vcd, module["at"]))}
            if not fit:
                raise SystemExit(
                    f"{entry['name']}: no waveform of {module['at']} is of {module['module']} "
                    f"{parameters}")
            left -= set(fit)
            counts += fit.values()
            netlists.append(model.netlist)
        if left:
            raise SystemExit(f"{entry['name']}: {module['at']} of {min(left)} has parameters that "
                             "coverage.toml does not have")
    return counts, netlists


def measure():
    """(files of counts, netlists) of all modules around the unit."""
    counts, netlists = [], []
    for entry in ENTRIES:
        for found, into in zip(played(entry), (counts, netlists)):
            into += found
    return counts, netlists


def tests():
    """{module: the tests that it is measured by}."""
    found = {}
    for entry in ENTRIES:
        for module in entry["modules"]:
            found.setdefault(module["module"], [])
            found[module["module"]] += [
                test for test in entry["tests"] if test not in found[module["module"]]
            ]
    return found
