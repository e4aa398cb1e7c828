# SPDX-License-Identifier: Apache-2.0
"""How fast events are taken: bursts without loss, and the sustained rate."""

import pytest
from bench import cpp, run

import wide  # in a folder that bench adds

# Events a cycle; without a queue each waits until pack, a byte a cycle and three between, has the
# one before: of seven bytes one in ten cycles.
BURST = [("small", "pair", 0.5), ("small", "window", 1), ("small", "running", 0.5),
         ("small", "snoop", 1), ("full", "pair", 0.5), ("tiny", "pair", 1 / 10)]  # fmt: skip
# Switches go on at 0.28 and 0.33 where there is no thread cache; looking for the thread takes the
# rest.
SUSTAINED = [("small", "pair", 0.25), ("small", "window", 0.285), ("small", "running", 0.271),
             ("small", "snoop", 0.285), ("small_one", "running", 0.28),
             ("small_one", "snoop", 0.33), ("small_frames", "window", 0.2739),
             ("tiny", "pair", 1 / 10)]  # fmt: skip


@pytest.mark.parametrize("parameters, kind, least", BURST)
def test_burst(parameters, kind, least):
    """16 events back to back without a reader: none dropped, a store a cycle, one more after a
    switch.
    """
    n, _, _ = run(cpp(parameters), "load", "--kind", kind, "--rate", 1, "--periodic", "--events",
                  16, "--word-every", 0)
    assert 0.999 * least <= n["burst"] <= 1.2 * least
    assert n["offered"] == n["delivered"] == 16


@pytest.mark.parametrize("parameters, kind", [("wide", "window"), ("wide", "snoop"),
                                              ("wide_harts", "window"), ("wide_harts", "snoop"),
                                              ("wide_harts", "retire")])
def test_one_event_a_cycle(parameters, kind):
    """To the ring of weir_wide, in every cycle: by windows, by snoop and by what retires."""
    n = wide.measure(parameters, kind, 1, 1)
    assert n["window_offered"] == n["window_delivered"] == 1
    assert n["dropped"] == 0 and n["offered"] == n["delivered"]


def test_wide_page_is_current():
    """The rows of one event a cycle, measured again."""
    text = wide.PAGE.read_text()
    for parameters, kind, title in wide.EVENTS:
        section = text[text.index(f"## {title[0].upper()}{title[1:]}"):].split("\n## ")[0]
        for row_every in wide.SINKS:
            assert wide.row(parameters, kind, 1, row_every) in section, "run: make wide"


@pytest.mark.parametrize("kind, size", [("window", 7), ("snoop", 4)])
def test_half_the_bus(kind, size):
    """A bus of 32 bits takes four bytes a cycle, and is never idle."""
    n = wide.measure("wide", kind, 1, 2)
    assert n["window_delivered"] >= 0.98 * 4 / size
    assert n["window_drain"] >= 0.999 * 4 and n["offered"] == n["delivered"] + n["dropped"]


@pytest.mark.parametrize("parameters, kind, least", SUSTAINED)
def test_sustained(parameters, kind, least):
    """A reader at full speed shares the port with the stores."""
    n, _, _ = run(cpp(parameters), "load", "--kind", kind, "--rate", 1, "--periodic",
                  "--word-every", 1, "--warm-up", 20000, "--cycles", 50000)
    assert n["window_delivered"] >= 0.999 * least
