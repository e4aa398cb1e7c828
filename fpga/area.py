#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Size and speed of every preset behind APB, by open tools: docs/results/area.md. `make area`.

Xilinx 7 series: synthesis by Yosys. iCE40 HX8K: placed and routed by nextpnr with several seeds, the median.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = re.findall(r"^rtl/\S+$", (ROOT / "rtl/weir.f").read_text(), re.M)
MAKE = (ROOT / "rtl/presets.mk").read_text()
PRESETS = re.search(r"^PRESETS := (.*)$", MAKE, re.M)[1].split()
SEEDS = [1, 2, 3, 4, 5]

TOP = """
module area_top (
    input wire clk_i, input wire rst_ni,
    input wire psel, input wire penable, input wire pwrite, input wire [16:0] paddr, input wire [31:0] pwdata,
    input wire [3:0] pstrb, output wire pready, output wire [31:0] prdata, output wire pslverr,
    input wire snoop_valid_i, input wire [31:0] snoop_addr_i, input wire [31:0] snoop_data_i, input wire [3:0] snoop_strb_i,
    output wire m_valid_o, output wire [31:0] m_addr_o, output wire [31:0] m_wdata_o, input wire m_ready_i, input wire m_idle_i,
    input wire m_error_i, input wire [63:0] time_gray_i, input wire trigger_i, output wire trigger_o, output wire irq_o,
    output wire frame_valid_o, output wire [7:0] frame_data_o, input wire frame_ready_i);
  wire valid, write, ready;
  wire [16:0] addr;
  wire [31:0] wdata, rdata;
  wire [3:0] wstrb;
  weir_apb u_bus (.clk_i, .rst_ni, .s_apb_psel(psel), .s_apb_penable(penable), .s_apb_pwrite(pwrite), .s_apb_paddr(paddr),
      .s_apb_pprot(3'd0), .s_apb_pwdata(pwdata), .s_apb_pstrb(pstrb), .s_apb_pready(pready), .s_apb_prdata(prdata),
      .s_apb_pslverr(pslverr), .reg_valid_o(valid), .reg_write_o(write), .reg_addr_o(addr), .reg_wdata_o(wdata),
      .reg_wstrb_o(wstrb), .reg_ready_i(ready), .reg_rdata_i(rdata));
  weir #(PARAMETERS) u_weir (.clk_i, .rst_ni, .reg_valid_i(valid), .reg_write_i(write), .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i, .snoop_addr_i, .snoop_data_i, .snoop_strb_i, .m_valid_o, .m_addr_o, .m_wdata_o,
      .m_ready_i, .m_idle_i, .m_error_i, .time_gray_i, .trigger_i, .trigger_o, .irq_o,
      .frame_valid_o, .frame_data_o, .frame_ready_i);
endmodule
"""


def run(command, log):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    log.write_text(done.stdout + done.stderr)
    return done.returncode, done.stdout + done.stderr


def cells(stat, names):
    return sum(int(n) for n in re.findall(rf"^ +(?:{names}) +(\d+)$", stat, re.M))


def measure(preset, folder):
    parameters = re.search(rf"^PARAMETERS_{preset} := (.*)$", MAKE, re.M)[1].split()
    top = folder / "area_top.v"
    top.write_text(TOP.replace("PARAMETERS", ", ".join(f".{p.replace('=', '(')})" for p in parameters)))
    read = f"read_verilog -sv {' '.join(FILES)} {top}; "
    code, stat = run(["yosys", "-q", "-p", read + "synth_xilinx -flatten -top area_top; tee -a /dev/stdout stat -tech xilinx"],
                     folder / "xilinx.log")
    if code:
        sys.exit(f"area: {preset}: Yosys failed\n{stat}")
    row = {
        "lut": cells(stat, r"LUT[1-6]"), "ff": cells(stat, r"FD[RSCP]E"), "ram": cells(stat, "RAMB36E1|RAMB18E1"),
        "lutram": cells(stat, r"RAM\w*M"), "lc": int(re.search(r"Estimated number of LCs: +(\d+)", stat)[1]),
    }
    netlist = folder / "ice40.json"
    code, text = run(["yosys", "-q", "-p", read + f"synth_ice40 -top area_top -json {netlist}"], folder / "ice40.log")
    if code:
        sys.exit(f"area: {preset}: Yosys failed\n{text}")
    speeds = []
    for seed in SEEDS:
        print(f"{preset}: seed {seed}", flush=True)
        _, text = run(["nextpnr-ice40", "--hx8k", "--package", "ct256", "--json", str(netlist), "--pcf-allow-unconstrained",
                       "--seed", str(seed), "--freq", "110", "--timing-allow-fail"], folder / "nextpnr.log")
        found = re.findall(r"Max frequency for clock .*?: ([\d.]+) MHz", text)
        if not found:
            return row | {"ice_lc": None}
        speeds.append(float(found[-1]))
        row |= {"ice_lc": int(re.search(r"ICESTORM_LC: *(\d+)", text)[1]), "ice_ram": int(re.search(r"ICESTORM_RAM: *(\d+)", text)[1])}
    return row | {"speed": statistics.median(speeds), "least": min(speeds)}


def version(command):
    text = subprocess.run(command, capture_output=True, text=True)
    return re.search(r"Yosys [\d.]+|[\d][\d.]+-?[\w+]*", text.stdout + text.stderr)[0]


def main():
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for preset in PRESETS:
            rows[preset] = measure(preset, Path(folder))
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "# Area and speed",
        "",
        f"Made by `make area`: {version(['yosys', '-V'])}, nextpnr-ice40 {version(['nextpnr-ice40', '--version'])}; do not edit.",
        "The unit behind `weir_apb`, each preset of [presets.md](../presets.md). Xilinx 7 series: `synth_xilinx -flatten`, not placed;",
        "LUT counts the cells LUT1-LUT6, LUTRAM the cells RAM32M and RAM64M (four LUTs each), LC is what Yosys estimates when small LUTs",
        f"share one. iCE40 HX8K: `synth_ice40`, placed and routed with {len(SEEDS)} seeds, the median and the least.",
        "",
        "| preset | LUT | LUTRAM | FF | block RAM | LC | HX8K LC | HX8K RAM | HX8K MHz, median | least |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for preset, r in rows.items():
        ice = f"{r['ice_lc']} | {r['ice_ram']} | {r['speed']:.0f} | {r['least']:.0f}" if r["ice_lc"] else "does not fit | | | |"
        out.append(f"| {preset} | {r['lut']} | {r['lutram']} | {r['ff']} | {r['ram']} | {r['lc']} | {ice} |")
    out += [
        "",
        "Beside it: Open SoC Debug's trace unit (osd-hw f30a3f5, 32 bit, 8 events deep, without a bus) by the same `synth_xilinx -flatten`:",
        "1,249 LUT, 866 FF, no block RAM; 82-96 MHz on HX8K over 6 seeds.",
    ]
    (ROOT / "docs/results/area.md").write_text("\n".join(out) + "\n")
    print("wrote docs/results/area.md")


if __name__ == "__main__":
    main()
