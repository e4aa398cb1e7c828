# SPDX-License-Identifier: Apache-2.0
"""Runs programs on the demo SoCs and reads what they leave behind."""

import csv
import io
import subprocess
from collections import namedtuple

Run = namedtuple("Run", "console report trace log ports")
Event = namedtuple("Event", "time thread name cls id value")

CORES = ["ibex", "picorv32"]


def run(program, folder, core, app, harness="cpp"):
    """Runs build/fw/CORE/APP.hex to its end. The scoreboard watches the pins of the unit; any error of it fails the test."""
    trace, log, ports = folder / "trace.recTr", folder / "log", folder / "ports"
    done = subprocess.run(
        [program(f"build/soc/{core}-{harness}/soc"), "--quiet", "--hex", program(f"build/fw/{core}/{app}.hex"),
         "--out", trace, "--log", log, "--ports", ports, "--max", "60000000"],
        capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "the unit is right" in done.stderr
    return Run(done.stdout, done.stderr, trace, log, ports)


def decode(program, trace):
    """The events of a trace and its losses, by the host tools."""
    subprocess.run([program("build/weir"), "check", trace], check=True, capture_output=True)
    done = subprocess.run([program("build/weir"), "convert", "--to", "csv", "--output", "-", trace],
                          check=True, capture_output=True, text=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    events = [Event(int(r["time"]), int(r["thread"] or 0), r["thread_name"], r["class"], int(r["id"]), int(r["value"]))
              for r in rows if r["kind"] in ("instant", "switch")]
    return events, [r for r in rows if r["kind"] == "loss"]


def without_repeats(values):
    return [v for n, v in enumerate(values) if n == 0 or v != values[n - 1]]
