# SPDX-License-Identifier: Apache-2.0
"""A few mutants of one module, so that `make regress-mutation` cannot rot: SAT, a proof, and the
bench of a module alone.
"""

import subprocess
import sys

from bench import ROOT

sys.path.append(str(ROOT / "sim/netlist"))
import alone  # noqa: E402
import proved  # noqa: E402
import unit  # noqa: E402


def test_mutants_are_found():
    command = [
        sys.executable, "sim/netlist/mutate.py", "--only", "weir_fifo", "--mutants", "8", "tiny"
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    # SAT proves that the eighth cannot differ: an input of the multiplexer of `more`.
    assert done.stdout.endswith(
        "8 mutants: 7 killed (87.5 %), 1 equivalent, 0 survive\n"), done.stdout


# `still` is 0 from reset on, so the second gate never does anything; what the memory reads where
# nothing is written is open.
DESIGN = """
module top (input clk_i, input rst_ni, input a, input b, input [1:0] at, input [3:0] data,
    input store, output y, output z, output reg [3:0] read);
  reg still, plain;
  reg [3:0] ram [0:3];
  wire one = a & b;
  wire two = still & b;
  always @(posedge clk_i) begin
    still <= rst_ni & still;
    plain <= one;
    if (store) ram[at] <= data;
    read <= ram[at];
  end
  assign y = one | two;
  assign z = plain;
endmodule
"""


def test_what_cannot_differ(tmp_path):
    (tmp_path / "top.v").write_text(DESIGN)
    base = tmp_path / "base.il"
    subprocess.run([
        "yosys", "-q", "-p",
        f"read_verilog {tmp_path / 'top.v'}; hierarchy -top top; proc; rename -wire; "
        f"opt -nodffe -nosdff; memory -nomap; opt_clean; write_rtlil {base}"
    ],
                   check=True)
    cells = [line.split() for line in base.read_text().splitlines() if line.startswith("  cell ")]
    found = {}
    for kind, name in (cell[1:] for cell in cells):
        port = {"$dff": "Q", "$mem_v2": "WR_DATA"}.get(kind, "Y")
        found[kind, name] = f"mutate -mode inv -module top -cell {name} -port {port} -portbit 0"
    commands = dict(enumerate(found.values()))
    same = proved.same(base, commands, tmp_path / "same", say=lambda *_, **__: None)
    reported = {name: n in same for n, (_, name) in enumerate(found)}
    assert not any(reported.values()), reported
    two = next(name for kind, name in found if kind == "$and" and "top.v:7$" in name)
    stuck = f"mutate -mode const0 -module top -cell {two} -port Y -portbit 0"
    assert proved.same(base, {1: stuck}, tmp_path / "stuck", say=lambda *_, **__: None) == {1}


def test_a_module_alone(tmp_path):
    """A mutant is found again in its module alone, with the sizes of the unit: bench and proof."""
    design = proved.hierarchy([*unit.elaborated("full_short"), "proc"], tmp_path / "unit")

    def inverted(module, path, kind):
        """Yosys's command for a mutant of the first cell of a kind in a module."""
        cells = next(cells for name, cells in design.modules.items() if proved.stem(name) == module)
        cell = next(name for name, (is_, *_) in cells.items() if is_ == kind)
        return f"mutate -mode inv -module weir -cell $flatten\\{path}.{cell} -port Y -portbit 0"

    mutants = {
        3: inverted("weir_ring", r"u_ring_sink.\g_ring.u_ring", "$sub"), 7: inverted(
            "weir_fifo_snapshot", r"u_page.\g_snapshot.u_fifo_snapshot", "$not")
    }
    quiet = lambda *_, **__: None
    found = alone.found("weir_ring", ["1 5 500 20"],
                        "full_short",
                        design,
                        mutants,
                        tmp_path,
                        15,
                        say=quiet)
    assert found == {3: "weir_ring alone: 1 5 500 20"}
    found = dict(
        proved.against_proofs([*unit.elaborated("full_short"), "proc"], {7: mutants[7]},
                              tmp_path / "proofs",
                              say=quiet))
    assert set(found) == {
        7
    } and found[7].startswith("proof snapshot of these sizes: fails in cycle "), found
