# SPDX-License-Identifier: Apache-2.0
"""The ring with a core: the unit alone writes the trace to RAM, a file of the newest events."""

import re
import subprocess

import pytest
from soc import decode, offered_by, run


@pytest.mark.parametrize("core", ["picorv32"])
def test_ring(program, tmp_path, core):
    result = run(program, tmp_path, core, "ring", harness="cpp-full", cycles=200_000)
    rounds, data = map(int, re.search(r"(\d+) rounds, (\d+) bytes", result.console).groups())
    assert result.trace.stat().st_size == data and data > 8192
    events, losses = decode(program, result.trace)
    expected = [(id_, value) for _, _, id_, value in offered_by(result.stores)]
    found = [(e.id, e.value) for e in events]
    assert not losses and 800 < len(found) < len(expected) and found == expected[-len(found):]
    assert {e.name for e in events} == {"idle", "pump", "valve"}
    info = subprocess.run([program("build/weir"), "info", result.trace],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    switches = sum(e.id == 0x8000 for e in events)
    assert re.search(rf"^  records .*\b{switches} switch,", info,
                     re.M)  # repeated at section starts: not counted
    assert found[-1][1] in (rounds - 1, (rounds - 1) * 0x01234567 % 2**32)
