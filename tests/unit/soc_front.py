# SPDX-License-Identifier: Apache-2.0
"""Reads the demo SoCs with Icarus Verilog, Yosys and slang; Verilator reads them for simulation.

    soc_front.py SOC ...

Prints what they say of the project's own sources. slang reads every core. Icarus and Yosys read
cores in Verilog; of another core they have a module without contents, which is made here of what
slang knows of its ports and parameters.
"""

import re
import subprocess
import sys
from pathlib import Path

import pyslang.driver

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl"))
from lists import FILES, HAS, INCLUDE, PARAMETERS  # noqa: E402

SYSTEM = ["sim/soc/soc_devices.sv", "sim/soc/soc_faults.sv", "sim/soc/soc_late.sv",
          "sim/soc/soc_harts.sv", "sim/soc/soc_life.sv", "sim/soc/soc_ratio.sv",
          "sim/soc/soc_join.sv", "sim/soc/soc_system.sv", "sim/soc/soc_ahb.sv"]  # yapf: disable
IBEX = """+incdir+{0}/rtl +incdir+{0}/vendor/lowrisc_ip/ip/prim/rtl
  +incdir+{0}/vendor/lowrisc_ip/dv/sv/dv_utils -y {0}/rtl -y {0}/dv/uvm/core_ibex/common/prim
  -y {0}/vendor/lowrisc_ip/ip/prim/rtl -y {0}/vendor/lowrisc_ip/ip/prim_generic/rtl -Y .sv
  {0}/dv/uvm/core_ibex/common/prim/prim_pkg.sv
  {0}/vendor/lowrisc_ip/ip/prim/rtl/prim_util_pkg.sv
  {0}/vendor/lowrisc_ip/ip/prim/rtl/prim_count_pkg.sv
  {0}/vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv
  {0}/vendor/lowrisc_ip/ip/prim/rtl/prim_mubi_pkg.sv
  {0}/vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv
  {0}/vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv {0}/rtl/ibex_pkg.sv {0}/rtl/ibex_top.sv"""
CV32E40P = """+incdir+{0}/rtl/include {0}/rtl/fpnew/src/fpnew_pkg.sv
  {0}/rtl/include/cv32e40p_apu_core_pkg.sv {0}/rtl/include/cv32e40p_fpu_pkg.sv
  {0}/rtl/include/cv32e40p_pkg.sv {0}/rtl/cv32e40p_register_file_ff.sv
  {0}/bhv/cv32e40p_sim_clock_gate.sv -y {0}/rtl -Y .sv {0}/rtl/cv32e40p_top.sv"""
ROCKET = """{0}/generated-src/freechips.rocketchip.system.LitexConfig.v
  {0}/generated-src/freechips.rocketchip.system.LitexConfig.behav_srams.v
  {0}/vsrc/EICG_wrapper.v {0}/vsrc/AsyncResetReg.v {0}/vsrc/plusarg_reader.v"""
HAZARD3 = "+incdir+{0} -y {0} -y {0}/arith -Y .v {0}/hazard3_cpu_2port.v"
# SoC: package of the core, virtual environment ("foreign": the user's sources), sources, module (""
# if all read it), macros
SOCS = {
    "ibex": ("ibex", "venv", IBEX, "ibex_top", ["RVFI", "SYNTHESIS"]),
    "ibexahb": ("ibex", "venv", IBEX, "ibex_top", ["SYNTHESIS"]),
    "picorv32": ("picorv32", "venv", "{0}/picorv32.v", "", ["RISCV_FORMAL"]),
    "vexriscv": ("vexriscv", "venv", "{0}/VexRiscv_Lite.v", "", []),
    "serv": ("serv", "venv", "-y {0}/rtl -Y .v", "", ["RISCV_FORMAL"]),
    "cv32e40p": ("cv32e40p", "cores", CV32E40P, "cv32e40p_top", []),
    "hazard3": ("hazard3", "foreign", HAZARD3, "hazard3_cpu_2port", []),
    "rocket": ("rocket", "cores", ROCKET, "ExampleRocketSystem", ["SYNTHESIS"]),
}


def folder_of(package, environment):
    if environment == "foreign":
        return str(ROOT / "build/foreign" / package)
    code = f"import pythondata_cpu_{package} as p; print(p.data_location)"
    python = ROOT / f"build/{environment}/bin/python"
    return subprocess.run([python, "-c", code], check=True, capture_output=True,
                          text=True).stdout.strip()  # yapf: disable


def slang(command):
    driver = pyslang.driver.Driver()
    driver.addStandardArgs()
    assert driver.parseCommandLine(f"slang {command}") and driver.processOptions(), command
    driver.parseAllSources()
    return driver, driver.createCompilation()


def black_box(module, sources, constants):
    """The module without contents, and packages with those constants that its SoC needs."""
    _, compilation = slang(f"--top {module} {sources}")
    body = compilation.getRoot().topInstances[0].body
    ports = []
    for port in body.portList:
        way = "input" if port.direction == pyslang.ast.ArgumentDirection.In else "output"
        ports.append(f"  {way} wire [{max(1, port.type.bitWidth) - 1}:0] {port.name}")
    parameters = [f"  parameter {p.name} = 0" for p in body.parameters if not p.isLocalParam]
    packages = []
    for package in sorted({p for p, _ in constants}):
        found = compilation.getPackage(package)
        symbols = [found.find(name) for p, name in sorted(constants) if p == package]
        packages += [f"package {package};", *(
            f"  localparam [{s.type.bitWidth - 1}:0] {s.name} = {s.value};"
            for s in symbols), "endpackage"]  # yapf: disable
    joined = ",\n".join
    values = f"#(\n{joined(parameters)}\n) " if parameters else ""
    return "\n".join(
        [*packages, f"module {module} {values}(\n{joined(ports)}\n);", "endmodule", ""])


def front_ends(soc, folder):
    """{front end: what it says of a SoC}; `folder` gets the core without contents."""
    package, environment, sources, module, macros = SOCS[soc]
    place = folder_of(package, environment)
    sources = " ".join(f"{'+define+'}{m}" for m in macros) + " " + sources.format(place)
    values = ",".join(f".{name}({value})" for name, value in PARAMETERS["small"].items())
    of_unit = [f"UNIT_PARAMETERS={values}", f"UNIT_PINS={max(1, HAS['small']['PINS'])}"]
    text = (ROOT / f"sim/soc/soc_{soc}.sv").read_text()
    core = ROOT / f"sim/soc/core_{soc}.sv"
    own = [*FILES, *SYSTEM, *([str(core.relative_to(ROOT))] if core.exists() else []),
           f"sim/soc/soc_{soc}.sv"]  # yapf: disable
    if module:
        foreign = [str(folder / f"{module}.v")]
        Path(foreign[0]).write_text(
            black_box(module, sources, set(re.findall(r"\b(\w+_pkg)::(\w+)", text))))
        defines = ["BLACK_BOX", *macros, *of_unit]
    else:
        foreign = [str(f) for f in (sorted(Path(place).glob("rtl/*.v")) if "-y" in sources else
                                    [sources.split()[-1]])]  # yapf: disable
        defines = [*macros, *of_unit]
    defined = " ".join(f"-D{d}" for d in defines)
    include = f"-Irtl -Isim/soc {defined}"
    lib = "-lib" if module or soc == "vexriscv" else ""  # its cache has wires without a driver
    # hierarchical names are beyond Yosys: cores without RVFI
    synthesis = include.replace(" -DRISCV_FORMAL", "")
    script = (f"read_verilog {lib} -sv {synthesis} {' '.join(foreign)}; "
              f"read_verilog -sv {synthesis} {' '.join(own)}; "
              f"hierarchy -check -top soc_{soc}; proc; check -assert")
    run = lambda command: subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True,
                                         stderr=subprocess.STDOUT)  # yapf: disable
    icarus = run(["iverilog", "-g2012", "-Wall", "-Wno-timescale", "-t", "null", "-s",
                  f"soc_{soc}", *include.split(),
                  *(foreign + own if module else own + foreign)])  # yapf: disable
    yosys = run(["yosys", "-q", "-w", "Replacing memory", "-p", script])
    their = lambda line: "pythondata_cpu" in line or "Warning: Replacing memory" in line
    said = {
        name: "\n".join(line for line in done.stdout.splitlines() if not their(line))
        + (f"\n{name} fails" if done.returncode else "")
        for name, done in (("icarus", icarus), ("yosys", yosys))
    }
    done = run([sys.executable, __file__, "--slang",
                f"--top soc_{soc} --timescale 1ns/1ns "
                f"--suppress-warnings {place} +incdir+sim/soc {INCLUDE} "
                f"{' '.join('-D' + d for d in of_unit)} {sources} "
                f"{' '.join(own)}"])  # yapf: disable
    return {**said, "slang": done.stdout + ("\nslang fails" if done.returncode else "")}


def main():
    if sys.argv[1] == "--slang":
        driver, compilation = slang(sys.argv[2])
        driver.reportCompilation(compilation, True)
        return 0
    out, failed = ROOT / "build/front", 0
    out.mkdir(parents=True, exist_ok=True)
    for soc in sys.argv[1:]:
        for name, said in front_ends(soc, out).items():
            print(f"soc_{soc}, {name}: {said or 'nothing to say'}", flush=True)
            failed += bool(said)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
