# SPDX-License-Identifier: Apache-2.0
"""How fast events are taken: bursts without loss, and without end."""

import pytest
from bench import cpp, run


@pytest.mark.parametrize("kind, accepted", [("pair", 0.5), ("running", 1), ("snoop", 1)])
def test_burst(kind, accepted):
    """16 events back to back: one store a cycle, a snooped one besides; none refused, though nobody reads."""
    n, _, _ = run(cpp(), "load", "--kind", kind, "--rate", 1, "--periodic", "--events", 16, "--word-every", 0)
    assert n["burst"] == accepted
    assert n["offered"] == n["delivered"] == 16


@pytest.mark.parametrize("kind, least", [("pair", 0.25), ("running", 0.25), ("snoop", 0.3)])
def test_sustained(kind, least):
    """A reader at full speed shares the port with the stores."""
    n, _, _ = run(
        cpp(), "load", "--kind", kind, "--rate", 1, "--periodic", "--word-every", 1, "--warm-up", 20000, "--cycles", 50000
    )
    assert n["window_delivered"] >= 0.999 * least
