# SPDX-License-Identifier: Apache-2.0
"""Units in which nothing is initialised, in four-state simulation: after one edge of reset no X comes out, though all is X at the pins that nobody
looks at. x.sv says what goes on and what is checked."""

import re
import subprocess

import pytest
from bench import FILES, HAS, PARAMETERS, ROOT, TOPS
from lists import PRESETS

SEED = 1
EVENTS = {name: 150 if name in PRESETS else 50 for name in HAS}


def registers():
    """Offsets of all that docs/registers.md has."""
    offsets = []
    for section in re.split(r"^## ", (ROOT / "docs/registers.md").read_text(), flags=re.M)[1:]:
        first, number, stride = re.search(
            r"^Offset 0x(\w+)(?:; (\d+) of them, one every 0x(\w+) bytes)?\.$", section,
            re.M).groups(default="1")
        inside = re.findall(r"^Offset 0x(\w+) in ", section, re.M) or ["0"]
        offsets += [
            int(first, 16) + i * int(stride, 16) + int(offset, 16) for i in range(int(number))
            for offset in inside
        ]
    return sorted(offsets)


def run(tmp_path, name, files=(), events=None):
    """Runs a parameter set; `files` take the place of those of rtl/ with their names. Returns (exit code, what is printed)."""
    offsets, parameters = registers(), PARAMETERS[name]
    (tmp_path / "registers").write_text("\n".join(f"{offset:x}" for offset in offsets))
    values = {
        **HAS[name],
        **({"TINY": 1} if TOPS[name] == "weir_tiny" else {}), "PARAMETERS": ", ".join(
            f".{key}({value})" for key, value in parameters.items()),
        "LIST": f'"{tmp_path / "registers"}"', "REGISTERS": len(offsets), "SEED": SEED,
        "EVENTS": events or EVENTS[name]
    }
    others = {file.name: file for file in files}
    rtl = [others.get(file.rpartition("/")[2], ROOT / file) for file in FILES]
    subprocess.run([
        "iverilog", "-g2012", "-s", "x", *(f"-D{key}={value}" for key, value in values.items()),
        "-o", tmp_path / "x", *rtl, ROOT / "tests/cosim/x.sv"
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
        "reads": 2000, "words": 150, "irqs": 100, "held": 5, "losses": 1,
        "overloads": 1, "dropped": 1, "clears": 1, "resets": 20, "in_access": 1
    }.items()
    for feature, what in (("GUARANTEED", ("withdrawn", 1)), ("FRAME", ("bytes", 50)), ("FRAME", ("in_frame", 1)),
                          ("RING", ("stored", 50)), ("RING", ("in_store", 1)),
                          ("PEEK", ("snapshots", 1)), ("CHECKPOINT", ("states", 1)),
                          ("SW_ENTRY", ("sw_entries", 1)), ("AUTH", ("denied", 1)),
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
    """Those of the table at the head of the page, too."""
    head = (ROOT / "docs/registers.md").read_text().split("\n## ")[0]
    table = {
        int(offset, 16)
        for offset in re.findall(r"^\| 0x(\w+) \| \w+(?:\[0\])? \|", head, re.M)
    }
    assert len(table) >= 50 and table <= set(registers())


# What is taken out of a copy of a file, in which set, and where the X then is.
PLANTS = {
    "the pointer of fifo has no reset": ("tiny_short", "weir_fifo", "      wr_q    <= '0;\n", "",
                                         "reg_rdata_o"),
    "the state of frame has no reset": ("small_serial", "weir_frame", "      part_q <= IDLE;\n", "",
                                        "frame_"),
    "the valid of the ring's words has no reset": ("full_short", "weir_ring",
                                                   "    if (!rst_ni) m_valid_q <= 1'b0;\n    else ",
                                                   "    ", "m_valid_o"),
    "a read stores the data that a write would have": ("small_one", "weir_csr",
                                                       "if (store && is_irq_enable) irq_enable_watermark_q",
                                                       "if (is_irq_enable) irq_enable_watermark_q",
                                                       "irq_o"),
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
