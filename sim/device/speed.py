# SPDX-License-Identifier: Apache-2.0
"""Speed of the device beside the Verilated SoC, as ratios of CPU time in one run. `make
bench-device`; with --table FILE it writes docs/evidence/device.md.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def cpu_time(*command, **options):
    """(CPU seconds of the command, its output)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


def main():
    build = ROOT / "build"
    _, text = cpu_time(build / "device/speed")
    n = dict((name, float(number)) for name, number in (line.split() for line in text.splitlines()))
    soc_time, text = cpu_time(build / "soc/ibex-cpp/soc", "--quiet", "--hex",
                              build / "fw/ibex/freertos_demo.hex", "--out", os.devnull)
    demo_time, _ = cpu_time(build / "device/host_demo",
                            env={
                                **os.environ, "WEIR_TRACE": os.devnull
                            })
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->", "# Speed of the model", "",
        "Made by `make bench-device TABLE=docs/evidence/device.md`, in CPU time of one run; ratios "
        "hold, absolute values", "are those of the machine. The device alone "
        "([device.md](../guides/device.md)), millions a second:", "",
        "| preset | reads of registers | accesses, an event every 80 cycles "
        "| stores that the snoop does not watch | idle cycles |", "|---|---|---|---|---|"
    ]
    for preset in ("tiny", "small", "full"):
        cells = (f"{n[f'{preset}_{what}']:.0f}" for what in ("reads", "events", "stores", "idle"))
        out.append(f"| {preset} | " + " | ".join(cells) + " |")
    out += [
        "",
        f"The FreeRTOS demo to the end: the Verilated SoC takes {soc_time / demo_time:.0f} times "
        "the CPU time of `make host-demo`'s", "program (kernel and application compiled for the "
        "host, the unit as the device).", ""
    ]
    text = "\n".join(out)
    if "--table" in sys.argv:
        (ROOT / sys.argv[sys.argv.index("--table") + 1]).write_text(text)
    print(text)


main()
