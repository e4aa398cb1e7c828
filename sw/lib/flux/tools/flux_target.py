# SPDX-License-Identifier: Apache-2.0
"""flux: what the emitter takes on a small core: bytes of code for rv32imc, and cycles per sample on
simulated cores.

    flux_target.py BUILD_DIRECTORY RESULT.md
"""

import datetime
import subprocess
import sys
from pathlib import Path

CC = [
    "riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-nostdlib", "-Wl,--gc-sections",
    "-Wl,--no-warn-rwx-segments"
]
BASE = ["flux_buffer_init", "flux_trace_init", "flux_flush"]
DEFINITIONS = [
    "flux_emit_head", "flux_emit_scope", "flux_emit_signal", "flux_emit_open", "flux_emit_member",
    "flux_emit_enum"
]
SETS = {
    "integers: buffer, `flux_emit_integer`, `flux_emit_current`": BASE +
    ["flux_emit_integer", "flux_emit_current"],
    "definitions: HEAD, SCPD, SIGD, OPEN, MEMD, ENMD": BASE + DEFINITIONS,
    "both, with a ring": BASE + DEFINITIONS +
    ["flux_emit_integer", "flux_emit_current", "flux_ring_init"],
}


def code_size(build, functions):
    """Bytes of text of the emitter with just these functions, linked without any library."""
    elf = build / "fw/flux_emit.elf"
    keep = [f"-Wl,-u,{f}" for f in functions] + ["-Wl,-e," + functions[0]]
    subprocess.run(CC + keep + ["-o", elf, build / "fw/flux/emit.o"], check=True)
    return text_size(elf)


def text_size(path):
    sizes = subprocess.run(["riscv64-unknown-elf-size", path],
                           capture_output=True,
                           text=True,
                           check=True).stdout
    return int(sizes.splitlines()[1].split()[0])


def cycles(build, core):
    """{what: cycles} as the program on a simulated core prints them."""
    done = subprocess.run([
        build / f"soc/{core}-cpp/soc", "--quiet", "--hex", build / f"fw/{core}/flux_target.hex",
        "--out", build / "fw/flux_target.recTr"
    ],
                          capture_output=True,
                          text=True)
    return dict(line.split(" ")[:2] for line in done.stdout.splitlines() if "_flux_" in line)


def main():
    build, result = Path(sys.argv[1]), Path(sys.argv[2])
    sizes = {what: code_size(build, functions) for what, functions in SETS.items()}
    sizes["all of `flux_emit.c`"] = text_size(build / "fw/flux/emit.o")
    ibex, pico = cycles(build, "ibex"), cycles(build, "picorv32")
    label = lambda name: name.removeprefix("Ibex_flux_").replace("_", " ").replace(" bit", "-bit")
    rows = [
        f"| {label(name)} | {value} | "
        f"{pico[name.replace('Ibex', 'PicoRV32')]} |" for name, value in ibex.items()
    ]
    assert rows
    page = f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# flux: the emitter on a small core

*For firmware engineers. It answers: how large and how fast the emitter of flux is on a small
core.*

Made by `make bench-flux-target` on {datetime.date.today()}; rv32imc, `-Os`, classic layout only
(`-DFLUX_CLASSIC_ONLY`), no library linked.

| code | bytes |
|---|---|
{chr(10).join(f"| {what} | {size} |" for what, size in sizes.items())}

Data: none of its own. A buffer object takes 28 bytes, a trace object 8, an open item 72.

Cycles of one `flux_emit_integer`, the call and the loop around it included
(`sw/lib/flux/tools/flux_target.c` on the simulated demo SoCs, memory without wait states):

| value | Ibex | PicoRV32 |
|---|---|---|
{chr(10).join(rows)}
"""
    result.write_text(page)
    print(page)


main()
