# SPDX-License-Identifier: Apache-2.0
"""Two harts, one unit: the trace has the order of the stores at both cores' own data ports, and the
HINTs of each hart in its order."""

import re

from soc import address_of, decode, offered_by, run
from weirstream import THREAD_NAME, THREAD_SWITCH

HARTS = range(2)
NAMES = [{"left", "right", "both"}, {"north", "south", "centre"}]
TOKEN, MARK = 1, 3


def check_hints(program, core, result, events):
    """Each hart stored the value of each of its HINTs, which has the hart's running task."""
    word = address_of(program, core, "two_harts", "marked")
    stores = [[int(f, b) for f, b in zip(line.split(), (10, 16, 16, 16, 10))]
              for line in result.stores.read_text().splitlines()]
    for hart in HARTS:
        stored = [data for _, address, data, _, by in stores
                  if by == hart and address == word + 4 * hart and data]  # yapf: disable
        own = [e for e in events if e.hart == hart]
        assert [e.value for e in own] == stored and len(stored) > 200
        assert {e.name for e in own} == NAMES[hart]


def check_one_order(program, folder, core, soc, hints=True):
    """Returns the number of events. Also of make regress-obi, whose core shows no HINTs."""
    result = run(program,
                 folder,
                 core,
                 "two_harts",
                 "cpp-harts2",
                 watch=["running", "running+4", "marked", "marked+4"],
                 soc=soc)
    events, losses = decode(program, result.trace)
    assert not losses
    for hart in HARTS:  # offered = delivered + dropped, and the stream has what was delivered
        offered, dropped = re.search(rf"^hart {hart} offered (\d+) dropped (\d+)$",
                                     result.console, re.M).groups()  # yapf: disable
        assert (int(offered), int(dropped)) == (sum(e.hart == hart for e in events), 0)
    marks = [e for e in events if e.id == MARK]
    events = [e for e in events if e.id != MARK]
    if hints:
        check_hints(program, core, result, marks)
    else:
        assert not marks
    # Every event of both. On one bus no two stores share a cycle.
    expected = sorted((time, hart, id_, value) for hart in HARTS
                      for time, _, id_, value in offered_by(result.stores, hart))
    assert [(e.hart, e.id, e.value) for e in events] == [tuple(rest) for _, *rest in expected]
    late = [e.time - time for e, (time, *_) in zip(events, expected)]
    alone = sum(e.time < marks[0].time for e in events) if marks else len(events)
    assert alone > 750 and not any(late[:alone])  # to the cycle,
    assert {*late[alone:]} <= {0, 1, 2}  # and behind HINTs of both harts in the same cycle
    assert len({time for time, *_ in expected}) == len(expected) > 1500
    for hart in HARTS:
        assert sum(e.hart == hart and e.id == THREAD_SWITCH for e in events) > 300
        assert NAMES[hart] < {e.name
                              for e in events
                              if e.hart == hart and e.id == THREAD_SWITCH}  # and no task

    # An effect comes after its cause on the other hart.
    tokens = [e for e in events if e.id == TOKEN]
    assert [e.value for e in tokens] == list(range(
        len(tokens))) and result.console.startswith(f"token {len(tokens)}\n")
    assert [e.hart for e in tokens] == [n % 2 for n in range(len(tokens))] and len(tokens) > 30
    assert {e.hart for e in events if e.id == THREAD_NAME} <= {0}
    return len(events) + len(marks)


def test_one_order(program, tmp_path):
    check_one_order(program, tmp_path, "ibex", "ibex")
