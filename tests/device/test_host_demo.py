# SPDX-License-Identifier: Apache-2.0
"""The FreeRTOS demo on the host, on the model of the unit: `make host-demo`."""

import csv
import io
import os
import subprocess


def test_host_demo(program, tmp_path):
    """The same trace in every run; tasks are preempted, nothing is lost, and names are there."""
    traces = []
    for n in range(2):
        trace = tmp_path / f"trace{n}.recTr"
        done = subprocess.run([program("build/device/host_demo")],
                              check=True,
                              capture_output=True,
                              text=True,
                              timeout=120,
                              env={
                                  **os.environ, "WEIR_TRACE": str(trace)
                              })
        assert "line 10: level" in done.stdout
        traces.append(trace.read_bytes())
    assert traces[0] == traces[1]
    subprocess.run([program("build/weir"), "check", trace], check=True, capture_output=True)
    text = subprocess.run([program("build/weir"), "convert", "--to", "csv", "-o", "-", trace],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    events = [r for r in rows if r["kind"] == "instant" and r["class"] == "USER"]
    totals = dict(
        (line.split()[1], list(map(int, line.split()[3::2]))) for line in done.stdout.splitlines()
        if line.startswith("total"))
    offered, delivered, dropped = totals["USER"]
    assert offered == delivered + dropped and dropped == 0 and len(events) == delivered
    assert sum(r["kind"] == "switch" for r in rows) > 80
    times = [int(r["time"]) for r in rows if r["kind"] in ("instant", "switch")]
    assert times == sorted(times)
    assert all(name in text for name in ("sensor", "filter", "logger"))
