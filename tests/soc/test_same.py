# SPDX-License-Identifier: Apache-2.0
"""The same application on every core: what the host reads is what the core did, by a log of the core's own data port."""

import os

import pytest
from soc import CORES, FREERTOS_CORES, decode, meant, run
from weirstream import THREAD_NAME, THREAD_SWITCH

CYCLES = int(os.environ.get("WEIR_CYCLES", 1_000_000))
APPS = {"cooperative": "running", "preemptive": "thread_running", "freertos_objects": "pxCurrentTCB"}


@pytest.mark.parametrize("core, app", [(core, app) for app in APPS for core in (FREERTOS_CORES if "freertos" in app else CORES)])
def test_as_at_the_pins(program, tmp_path, core, app):
    result = run(program, tmp_path, core, app, cycles=CYCLES, watch=APPS[app])
    events, losses = decode(program, result.trace)
    expected = meant(result.stores)
    assert not losses
    assert [(e.time, e.id, e.value) for e in events] == [(t, i, v) for t, _, i, v in expected]  # to the cycle

    switches = [e for e in events if e.id == THREAD_SWITCH]
    others = [e for e in events if e.id not in (THREAD_SWITCH, THREAD_NAME)]
    assert min(len(switches), len(others)) > CYCLES // (100_000 if core == "serv" else 10_000)
