# SPDX-License-Identifier: Apache-2.0
"""Four-state simulation of uninitialised units: after one cycle of reset no X comes out, though
every ignored pin has X. x.sv documents the stimulus and the checks.
"""

import re
import subprocess

import pytest
from bench import FILES, HAS, INCLUDE, PARAMETERS, ROOT
from lists import PRESETS

SEED = {"small_frames": 4, "two_harts": 5, "wide": 5, "wide_short": 7}  # others: 3
# Checkpoints and rings need a longer run for whole software entries and as many words.
EVENTS = {name: 150 if name in PRESETS else 100 if HAS[name]["CHECKPOINT"] else 50 for name in HAS}


def registers():
    """Offsets of all in the control page, from docs/reference/registers.md."""
    offsets = []
    page = (ROOT / "docs/reference/registers.md").read_text()
    for section in re.split(r"^## (?=\w+:)", page, flags=re.M)[1:]:
        first, number, stride = re.search(
            r"^Offset 0x(\w+)(?:; (\d+) of them, one every 0x(\w+) bytes)?\.", section,
            re.M).groups(default="1")
        if int(first, 16) >= 0x1000:
            continue
        inside = re.findall(r"^Offset 0x(\w+) in ", section, re.M) or ["0"]
        offsets += [
            int(first, 16) + i * int(stride, 16) + int(offset, 16) for i in range(int(number))
            for offset in inside
        ]
    return sorted(offsets)


def run(tmp_path, name, files=(), events=None):
    """Runs a parameter set; `files` replace those of rtl/ by name. Returns (exit code, output)."""
    offsets, parameters = registers(), PARAMETERS[name]
    (tmp_path / "registers").write_text("\n".join(f"{offset:x}" for offset in offsets))
    own = {f"WEIR_{top}": 1 for top in ("TINY", "WIDE") if HAS[name][top]}
    values = {
        **HAS[name], **own, "PARAMETERS": ", ".join(f".{key}({value})"
                                                    for key, value in parameters.items()),
        "LIST": f'"{tmp_path / "registers"}"', "REGISTERS": len(offsets), "SEED": SEED.get(name, 3),
        "EVENTS": events or EVENTS[name]
    }
    others = {file.name: file for file in files}
    rtl = [others.get(file.rpartition("/")[2], ROOT / file) for file in FILES]
    subprocess.run([
        "iverilog", "-g2012", "-s", "x", *(f"-D{key}={value}" for key, value in values.items()),
        "-o", tmp_path / "x", INCLUDE, *rtl, ROOT / "tests/cosim/x.sv"
    ],
                   check=True)
    done = subprocess.run(["vvp", "-n", tmp_path / "x"],
                          capture_output=True,
                          text=True,
                          timeout=600)
    return done.returncode, done.stdout + done.stderr


def happens(has):
    """What must have happened in a run, and how often at least."""
    yield from {
        "reads": 2000, "words": 150, "irqs": 100, "withdrawn": 1, "held": 5, "losses": 1,
        "overloads": 1, "dropped": 1, "clears": 1, "resets": 20, "in_access": 1
    }.items()
    for feature, what in (("FRAME", ("bytes", 100)), ("FRAME", ("in_frame", 1)),
                          ("RING", ("stored", 50)), ("RING", ("in_store", 1)),
                          ("PEEK", ("snapshots", 1)), ("CHECKPOINT", ("states", 1)),
                          ("CHECKPOINT", ("sw_entries", 1)), ("PROTECT", ("denied", 1)),
                          ("FILTER", ("filtered", 1)), ("FILTER", ("triggers", 5))):
        if has[feature]:
            yield what


@pytest.mark.parametrize("name", HAS)
def test_no_x_comes_out(tmp_path, name):
    code, text = run(tmp_path, name)
    assert code == 0, text
    numbers = {what: int(number) for what, number in re.findall(r"^(\w+) (\d+)$", text, re.M)}
    assert [(what, numbers[what]) for what, least in happens(HAS[name])
            if numbers[what] < least] == [], text


def test_all_registers_are_read():
    """Those of the control page in the table of all registers, too."""
    head = re.split(r"^## (?=\w+:)", (ROOT / "docs/reference/registers.md").read_text(),
                    flags=re.M)[0]
    table = {
        int(offset, 16)
        for offset in re.findall(r"^\| 0x(00\w+) \| \[?\w+", head, re.M)
    }
    assert len(table) >= 48 and table <= set(registers())


# What is taken out of a copy of a file, in which set, and where the X then is.
PLANTS = {
    "the pointer of fifo has no reset": ("tiny_short", "weir_fifo", "      wr_q    <= '0;\n", "",
                                         "reg_rdata_o"),
    "the state of frame has no reset": ("small_frames", "weir_frame", "      part_q <= IDLE;\n", "",
                                        "frame_"),
    "the valid of the ring's words has no reset": ("full_short", "weir_ring",
                                                   "    if (!rst_ni) m_valid_q <= 1'b0;\n    else ",
                                                   "    ", "m_valid_o"),
    "a read stores the data that a write would have": ("small_one", "weir_csr",
                                                       "if (store && is_irq_enable) begin",
                                                       "if (is_irq_enable) begin", "irq_o"),
    "snoop looks at an address that is not valid": ("small_one", "weir_snoop",
                                                    "shows = enable_i && store_valid_i;",
                                                    "shows = enable_i;", "reg_r"),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_what_is_planted_is_seen(tmp_path, plant):
    name, module, old, new, where = PLANTS[plant]
    text = (ROOT / f"rtl/{module}.sv").read_text()
    assert text.count(old) == 1, "the RTL has changed: plant something else"
    (tmp_path / f"{module}.sv").write_text(text.replace(old, new))
    code, text = run(tmp_path, name, files=[tmp_path / f"{module}.sv"], events=50)
    assert code and re.search(rf"^\d+ ns, cycle \d+: ({where})\S* is [01]*x[01x]*$", text,
                              re.M), text
