# SPDX-License-Identifier: Apache-2.0
"""Speed of the device beside the Verilated SoC, as ratios of CPU time. `make bench-device`; with
--table FILE it writes docs/evidence/device.md.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5  # of what is short; as in speed.c


def cpu_time(*command, **options):
    """(CPU seconds of the command, its output)"""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, done.stdout


# (what runs, its program, options of the platform)
CASES = [
    ("FreeRTOS objects, built without trace; no unit", "freertos_idle", ["--no-unit"]),
    ("the same, the unit there and unused", "freertos_idle", []),
    ("FreeRTOS objects, every kernel object traced", "freertos_objects", []),
    ("a preemptive kernel, traced", "preemptive", []),
    ("two threads that do nothing but emit and drain", "torn", []),
]


def platform(program, options):
    """{instructions, cycles, seconds} of 200 million cycles, or to the program's end: of the run
    with the median of the seconds.
    """
    ran = [platform_run(program, options) for _ in range(RUNS)]
    return sorted(ran, key=lambda run: run["seconds"])[RUNS // 2]


def platform_run(program, options):
    done = subprocess.run([
        ROOT / "build/tlm/soc", "--run", "200000000", "--quantum", "10000", "--out", os.devnull,
        "--hex", ROOT / f"build/fw/ibex/{program}.hex", *options
    ],
                          check=True,
                          capture_output=True,
                          text=True)
    return {w[0]: float(w[1]) for w in map(str.split, done.stderr.splitlines()) if len(w) == 2}


def verilated(program):
    """(CPU seconds, cycles) of the Verilated SoC, scoreboard included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([
        ROOT / "build/soc/ibex-cpp/soc", "--quiet", "--out", os.devnull, "--hex",
        ROOT / f"build/fw/ibex/{program}.hex"
    ],
                          check=True,
                          capture_output=True,
                          text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime, int(re.search(r"(\d+) cycles in", done.stderr)[1])


def platform_table():
    out = [
        "A cycle is an instruction here. Ibex takes more for some, so a ratio of instructions "
        "would be higher.", "",
        "| program | million instructions a second | of that without the unit | an event each ... "
        "instructions | times the Verilated SoC, in cycles |", "|---|---|---|---|---|"
    ]
    first, cache = None, {}
    for what, program, options in CASES:
        ran = platform(program, options)
        speed = ran["instructions"] / ran["seconds"]
        first = first or speed
        if program not in cache:
            cache[program] = verilated(program)
        seconds, cycles = cache[program]
        events = ran.get("events", 0)
        out.append(f"| {what} (`{program}`) | {speed / 1e6:.0f} | {speed / first:.2f} | " +
                   (f"{ran['instructions'] / events:.0f}" if events else "-") +
                   f" | {seconds / cycles * ran['cycles'] / ran['seconds']:.0f} |")
    return out


def main():
    build = ROOT / "build"
    _, text = cpu_time(build / "device/speed")
    n = dict((name, float(number)) for name, number in (line.split() for line in text.splitlines()))
    soc_time, text = cpu_time(build / "soc/ibex-cpp/soc", "--quiet", "--hex",
                              build / "fw/ibex/freertos_demo.hex", "--out", os.devnull)
    demo_time = statistics.median(
        cpu_time(build / "device/host_demo", env={**os.environ, "WEIR_TRACE": os.devnull})[0]
        for _ in range(RUNS))  # yapf: disable
    out = [
        "<!-- SPDX-License-Identifier: Apache-2.0 -->", "# Speed of the model", "",
        "*For authors of virtual platforms. It answers: how fast the model in C is.*",
        "",
        "Made by `make bench-device TABLE=docs/evidence/device.md`, in CPU time: the median of "
        f"{RUNS} runs, but one of the", "Verilated SoC. Values are those of the machine. "
        "The device alone ([the model](../guides/device.md)), millions a second:", "",
        "| preset | reads of registers | accesses, an event every 80 cycles "
        "| stores that the snoop does not watch | idle cycles |", "|---|---|---|---|---|"
    ]
    for preset in ("tiny", "small", "full", "wide"):
        cells = (f"{n[f'{preset}_{what}']:.0f}" for what in ("reads", "events", "stores", "idle"))
        out.append(f"| {preset} | " + " | ".join(cells) + " |")
    out += [
        "",
        f"The FreeRTOS demo to the end: the Verilated SoC takes {soc_time / demo_time:.0f} times "
        "the CPU time of `make host-demo`'s", "program (kernel and application compiled for the "
        "host, the unit as the device).", ""
    ]
    out += [
        "The demo SoC as a virtual platform (`build/tlm/soc`: SystemC, an instruction-set "
        "simulator of RV32IMC, a quantum",
        "of 10 us) runs the programs for Ibex unchanged. Beside it the Verilated SoC with its "
        "scoreboard, in CPU time.", *platform_table(), ""
    ]
    text = "\n".join(out)
    if "--table" in sys.argv:
        (ROOT / sys.argv[sys.argv.index("--table") + 1]).write_text(text)
    print(text)


main()
