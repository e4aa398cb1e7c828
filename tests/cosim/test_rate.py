# SPDX-License-Identifier: Apache-2.0
"""How fast events are taken: bursts without loss, and the sustained rate."""

import pytest
from bench import REG, Unit, cpp, run

import wide  # in a folder that bench adds

# Events a cycle; without a queue each waits until pack, a byte a cycle and three between, has the
# one before: of seven bytes one in ten cycles.
BURST = [("small", "pair", 0.5), ("small", "window", 1), ("small", "running", 0.5),
         ("small", "snoop", 1), ("full", "pair", 0.5), ("tiny", "pair", 1 / 10)]  # fmt: skip
# Switches go on at 0.28 and 0.33 where there is no thread cache; looking for the thread takes the
# rest.
SUSTAINED = [("small", "pair", 0.25), ("small", "window", 0.285), ("small", "running", 0.271),
             ("small", "snoop", 0.285), ("small_one", "running", 0.28),
             ("small_one", "snoop", 0.33), ("tiny", "pair", 1 / 10)]  # fmt: skip


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


def test_a_loss_waits_for_a_cycle_without_an_event(tmp_path):
    """Events in every cycle go before its first entry, which says when the first drop was."""
    unit = Unit(tmp_path, "wide").write(REG["RING_BASE"], 0x4000_0000).write(REG["RING_SIZE"], 20)
    unit.write(REG["RING_CTRL"], 1).write(REG["CTRL"], 1).write(REG["HART_PORT_ID"], 1, 0x7)
    events = 300
    for i in range(events):
        unit.write(REG["HART_WINDOW"] + 4 * (1 + i % 8), i)
    unit.idle(200).play()
    (_, *dropped), *delivered = ((e[5], int(e[0]), e[6]) for e in unit.events)
    assert dropped[1] == "ID" and len(delivered) == events
    begins, = ((time, value >> 1) for time, item, value in unit.entries()
               if item == 3 and value & 1)
    assert begins[0] - begins[1] == dropped[0] and begins[1] > events


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
