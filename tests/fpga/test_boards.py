# SPDX-License-Identifier: Apache-2.0
"""The demo SoCs of the boards.

Every port has a constraint, and every constraint a port. The UART's pin carries what the program
did, simulated from the RTL. `make regress-boards` also simulates the netlists of the bitstreams,
which must give the same bytes.
"""

import csv
import io
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from weirstream import THREAD_NAME, name_run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "fpga/boards"))
import build  # noqa: E402

BOARDS = tomllib.loads((ROOT / "fpga/boards/boards.toml").read_text())
SIMULATED = os.environ.get("WEIR_BOARDS", "icebreaker").split()
NETLISTS = os.environ.get("WEIR_NETLISTS", "").split()
CYCLES = int(os.environ.get("WEIR_CYCLES", 1_500_000))
SAMPLE, LEVEL, RUNS = 1, 2, 3

# ---- Constraints


def ports_of(name):
    """Bits of the ports of the board's top, with their names in constraints."""
    text = (ROOT / f"fpga/boards/{name}.sv").read_text()
    found = []
    for msb, port in re.findall(r"^ +(?:input|output) +wire +(?:\[(\d+):0\] +)?(\w+)", text, re.M):
        found += [f"{port}[{i}]" for i in range(int(msb) + 1)] if msb else [port]
    return found


def uncommented(path, mark):
    return re.sub(rf"{mark}.*", "", (ROOT / "constraints" / path).read_text())


def constraints_of(name):
    """(pins, I/O standards, clocks in Hz) of the constrained ports; fails on an unknown line."""
    path = BOARDS[name]["constraints"]
    pins, standards, clocks = [], [], []
    kind = path.rpartition(".")[2]
    if kind == "pcf":
        for line in uncommented(path, "#").split("\n"):
            match line.split():
                case ["set_io", port, pin]:
                    pins.append((port, pin))
                case ["set_frequency", port, mhz]:
                    clocks.append((port, float(mhz) * 1e6))
                case []:
                    pass
                case _:
                    pytest.fail(f"{path}: {line}")
        standards = [port for port, _ in pins]  # one voltage for all banks
    elif kind == "lpf":
        for line in filter(None, (part.strip() for part in uncommented(path, "#").split(";"))):
            if found := re.fullmatch(r'LOCATE COMP "(\S+)" SITE "(\S+)"', line):
                pins.append(found.groups())
            elif found := re.fullmatch(
                    r'IOBUF PORT "(\S+)" PULLMODE=\w+ IO_TYPE=LVCMOS33( DRIVE=4)?', line):
                standards.append(found[1])
            elif found := re.fullmatch(r'FREQUENCY PORT "(\S+)" ([\d.]+) MHZ', line):
                clocks.append((found[1], float(found[2]) * 1e6))
            else:
                pytest.fail(f"{path}: {line}")
    elif kind == "cst":
        for line in filter(None, (part.strip() for part in uncommented(path, "//").split(";"))):
            if found := re.fullmatch(r'IO_LOC "(\S+)" (\d+)', line):
                pins.append(found.groups())
            elif found := re.fullmatch(r'IO_PORT "(\S+)" IO_TYPE=LVCMOS(33|18)( PULL_MODE=\w+)?',
                                       line):
                standards.append(found[1])
            else:
                pytest.fail(f"{path}: {line}")
        clocks = sdc_clocks(uncommented(BOARDS[name]["clocks"], "#").splitlines())
    else:
        for line in filter(None, uncommented(path, "#").splitlines()):
            if found := re.fullmatch(
                    r"set_property -dict \{PACKAGE_PIN (\w+) +IOSTANDARD \w+\} "
                    r"\[get_ports \{(\S+)\}\]", line):
                pins.append((found[2], found[1]))
                standards.append(found[2])
            elif line.startswith("create_clock"):
                clocks += sdc_clocks([line])
            elif found := re.fullmatch(r"set_false_path -(?:from|to) \[get_ports \{(.*)\}\]", line):
                assert set(found[1].split()) <= set(ports_of(name))
            else:
                assert re.fullmatch(r"set_property \w+ \S+ \[current_design\]",
                                    line), f"{path}: {line}"
    return pins, standards, clocks


def sdc_clocks(lines):
    found = [
        re.fullmatch(r"create_clock -name \w+ -period ([\d.]+) \[get_ports \{(\S+)\}\]", line)
        for line in lines if line.strip()
    ]
    assert all(found)
    return [(match[2], 1e9 / float(match[1])) for match in found]


@pytest.mark.parametrize("name", BOARDS)
def test_constraints(name):
    ports = ports_of(name)
    pins, standards, clocks = constraints_of(name)
    assert len(ports) > 4 and sorted(ports) == sorted(port for port, _ in pins)  # one pin per port
    assert len({pin for _, pin in pins}) == len(pins)
    assert sorted(standards) == sorted(ports)
    oscillator = {"arty_a7": 100e6}.get(name,
                                        BOARDS[name]["clock_hz"])  # of other boards: the clock
    assert [port for port, _ in clocks] == ["clk_i"] and abs(clocks[0][1] / oscillator - 1) < 1e-4


def test_every_file_of_constraints_is_checked():
    named = {
        file
        for board in BOARDS.values()
        for file in (board["constraints"], board.get("clocks")) if file
    }
    assert {path.name
            for path in (ROOT / "constraints").iterdir()
            } == named | {"weir_cdc.xdc", "weir_cdc.sdc"}


@pytest.mark.parametrize("file", ["weir_cdc.xdc", "weir_cdc.sdc"])
def test_crossings(file):
    """The flops that these constraints name exist in the RTL, and are the ones at the crossings."""
    flops = set(re.findall(r"\*([ug]_\w+?)[/*]+(\w+?_q|ram)(?=_reg|\*)", uncommented(file, "#")))
    takes = {("u_auth", "auth_q"): "auth_i",
             ("u_filter", "pin_q"): "trigger_i", ("u_gray", "gray_q"): "count_i",
             ("u_timestamp", "meta_q"): "gray_i", ("u_pins", "async_q"): "pins_i",
             ("u_src", "gray_q"): "next_o", ("u_dst", "gray_q"): "next_o",
             ("u_src", "meta_q"): "other_i", ("u_dst", "meta_q"): "other_i",
             ("u_src", "ram"): "data_i"}
    assert flops == set(takes)
    for place, flop in flops:
        cross = "cdc_fifo_" * (place in ("u_src", "u_dst"))
        module = (ROOT / f"rtl/weir_{cross}{place.removeprefix('u_')}.sv").read_text()
        assert re.search(rf"\b{flop}(\[.*\])? +<= [^;]*\b{takes[place, flop]}\b", module)
        above = (ROOT / ("rtl/weir_cdc_fifo.sv" if cross else "rtl/weir.sv")).read_text()
        assert place == "u_gray" or re.search(rf"\b{place} \(|: {place}$", above,
                                              re.M)  # the integrator instantiates weir_gray


# ---- Lint


@pytest.mark.parametrize("name", BOARDS)
def test_board_lint(name):
    """No warnings in a board's top; sim/soc/soc.vlt waives those of packages."""
    build.header(name, BOARDS[name])
    done = subprocess.run(
        ["verilator", "--lint-only", "--top-module", name, *build.rtl_sources(name, BOARDS[name])],
        cwd=ROOT,
        capture_output=True,
        text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


# ---- What leaves the pin


def captured(program, name, what, folder):
    """Bytes of the trace up to the last complete frame, and of the console."""
    board = BOARDS[name]
    trace, console = folder / f"{what}.rkh", folder / f"{what}.console"
    bit = round(16 * board["clock_hz"] / board["baud"])
    subprocess.run(
        [program(f"build/boards/{name}/{what}/sim"),
         str(CYCLES),
         str(bit), trace, console],
        check=True)
    data = trace.read_bytes()
    return data[:data.rindex(0x7E) + 1], console.read_bytes()


def recorded(program, name, data, folder):
    """Events (time, running thread, id or None for a switch, value) and names of threads."""
    (folder / "pin.rkh").write_bytes(data)
    subprocess.run([
        program("build/weir"), "record", "--from", "rkh", "-N",
        program(f"build/boards/{name}/firmware.elf"), "-o", folder / "trace.rkh", folder / "pin.rkh"
    ],
                   check=True,
                   capture_output=True)
    subprocess.run([program("build/weir"), "check", folder / "trace.rkh"],
                   check=True,
                   capture_output=True)
    done = subprocess.run(
        [program("build/weir"), "convert", "--to", "csv", "--output", "-", folder / "trace.rkh"],
        check=True,
        capture_output=True,
        text=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    names = {int(row["thread"]): row["id_name"] for row in rows if row["kind"] == "object"}
    rows = [row for row in rows if row["kind"] not in ("name", "object", "clock")]
    assert {row["kind"] for row in rows} == {"instant", "switch"}  # no loss
    assert {(int(r["id"]), r["id_name"])
            for r in rows if r["class"] == "USER"} == {(SAMPLE, "sample"), (LEVEL, "level"),
                                                       (RUNS, "runs")}
    return [(int(r["time"]), int(
        r["thread"]), int(r["id"]) if r["kind"] == "instant" else None, int(r["value"]))
            for r in rows], names


def tasks_of(program, name):
    """{name: address} of the program's tasks."""
    done = subprocess.run(["riscv64-unknown-elf-nm",
                           program(f"build/boards/{name}/firmware.elf")],
                          check=True,
                          capture_output=True,
                          text=True)
    base = next(
        int(line.split()[0], 16) for line in done.stdout.splitlines()
        if line.split()[-1] == "tasks")
    return {base + 16 * i: task for i, task in enumerate(["measure", "control", "report"])}


def check_program(events, tasks):
    """Checks the events of each run of a task in driver/apps/cooperative.c."""
    assert [time for time, *_ in events] == sorted({time for time, *_ in events})
    noise, level, runs, reports = 1, 0, 0, 0
    # The names that main gives are emitted at once, before a task runs.
    at = next(i for i, (_, _, kind, _) in enumerate(events) if kind is None)
    assert {kind for _, _, kind, _ in events[:at]} <= {THREAD_NAME}
    ran = {task: 0 for task in tasks.values()}
    while at < len(events):
        _, _, kind, thread = events[at]
        assert kind is None and thread in tasks, events[at]
        runs += 1
        ran[tasks[thread]] += 1
        match tasks[thread]:
            case "measure":
                noise = ((noise << 5) - noise + 7) & 0xFFFFFFFF
                level = (level + (noise >> 24) - (level >> 4)) & 0xFFFFFFFF
                expected = [(SAMPLE, noise >> 24)]
            case "control":
                expected = [(LEVEL, level >> 4)]
            case "report":
                address, task = list(tasks.items())[reports % len(tasks)]
                expected = [(RUNS, runs)] + [(THREAD_NAME, value)
                                             for value in name_run(address, task)]
                reports += 1
        for event in [*((thread, *e) for e in expected), (0, None, 0)]:
            at += 1
            if at == len(events):
                break  # the capture ends in this run
            assert events[at][1:] == event, (at, events[at])
        at += 1
    return ran


@pytest.mark.parametrize("name", SIMULATED)
def test_pin(program, tmp_path, name):
    data, console = captured(program, name, "rtl", tmp_path)
    events, names = recorded(program, name, data, tmp_path)
    tasks = tasks_of(program, name)
    ran = check_program(events, tasks)
    # Each run of report emits one name; the last run may be incomplete.
    assert names.items() <= tasks.items() and len(names) >= min(len(tasks), ran["report"] - 1)
    assert ran["measure"] > 2 * ran["control"] > 4 * ran["report"] > 0
    assert console == b""  # prints errors only


@pytest.mark.parametrize("name", NETLISTS)
def test_netlist(program, tmp_path, name):
    data, console = captured(program, name, "netlist", tmp_path)
    assert len(data) > CYCLES // 1000
    assert (data, console) == captured(program, name, "rtl", tmp_path)
