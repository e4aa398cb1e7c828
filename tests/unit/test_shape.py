# SPDX-License-Identifier: Apache-2.0
"""docs/evidence/shape.md is current, and shape.py measures what it says."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "rtl"))
import shape  # noqa: E402

PLAN = tomllib.loads((ROOT / "rtl/shape.toml").read_text())
MODULE = """// Made by hand.
module one #(
    parameter integer A = 2, // of a [b, c]
    parameter integer B = 4,
    parameter integer C = $clog2(A, B)
) (
    input  wire         clk_i,
    input  wire [A-1:0] a_i, b_i,
    output wire [3:0]   c_o
);
  /* a comment
     of two lines */
  assign c_o = {a_i, b_i};

`ifdef FORMAL
  `ifdef MORE
  assert (1);
  `endif
  assert (2);
`endif
endmodule
"""


def same(old, new):
    """Whether two lines of the page agree: texts exactly, numbers of 50 and more within 5 %."""
    numbers = lambda line: [int(n) for n in re.findall(r"\d+", line)]
    return (re.sub(r"\d+", "0", old) == re.sub(r"\d+", "0", new) and all(
        abs(a - b) <= (0.05 * b if b >= 50 else 0) for a, b in zip(numbers(old), numbers(new))))


def test_page_is_current():
    """Without the row that needs Yosys. Small edits need not update the page."""
    after = shape.measure(slow=False) | {"ports_unused": 0, "ports": 0}
    want = shape.page(PLAN, after).split("\n")
    got = shape.PAGE.read_text().split("\n")
    stale = [
        f"{a}\n  is now {b}" for a, b in zip(got, want)
        if not same(a, b) and "unused ports" not in b
    ]
    assert not stale and len(got) == len(want), "run: make shape\n" + "\n".join(stale)


def test_same():
    assert same("1000 of `a`", "1040 of `a`") and same("7", "7")
    assert not same("1000", "1100") and not same("7", "8") and not same("7 a", "7 b")


def test_files_of_changes_exist():
    files = [file for change in PLAN["change"] for file in change["after"] if "NAME" not in file]
    missing = [file for file in files if not (ROOT / file).exists()]
    assert not missing, missing
    for change in PLAN["change"]:
        assert len(set(change["after"])) == len(change["after"]), change["what"]


def test_module():
    parameters, ports = shape.header(MODULE)
    assert parameters == {"A": "2", "B": "4", "C": "$clog2(A, B)"}
    assert ports == ["clk_i", "a_i", "b_i", "c_o"]
    assert len(shape.design_lines(MODULE)) == 11
    assert not shape.is_generated(MODULE)
    assert shape.is_generated("// SPDX\n// Constants. Made by `make regs` from x.\n")


def test_unused_ports(tmp_path):
    (tmp_path / "rtl").mkdir()
    (tmp_path / "rtl/top.v").write_text(
        "module top(input a, input b, input c, output x, output y, output z);\n"
        "  sub u_sub (.a(a), .b(b), .x(x));\n  assign y = 1'b0;\n  assign z = a;\nendmodule\n"
        "module sub(input a, input b, output x);\n  assign x = a & (b | ~b);\nendmodule\n")
    assert shape.unused_ports(tmp_path, ["rtl/top.v"], "top") == (3, 6)  # b, c, y
