# SPDX-License-Identifier: Apache-2.0
"""Two harts, one unit: the trace has the order of the stores at both cores' own data ports."""

from soc import decode, offered_by, run
from weirstream import THREAD_NAME, THREAD_SWITCH

HARTS = range(2)
NAMES = [{"left", "right", "both"}, {"north", "south", "centre"}]
TOKEN = 1


def check_one_order(program, folder, core, soc):
    """Returns the number of events. Also of make regress-obi."""
    result = run(program,
                 folder,
                 core,
                 "two_harts",
                 "cpp-harts2",
                 watch=["running", "running+4"],
                 soc=soc)
    events, losses = decode(program, result.trace)
    assert not losses
    # Every event of both, to the cycle. On one bus no two share a cycle.
    expected = sorted((time, hart, id_, value) for hart in HARTS
                      for time, _, id_, value in offered_by(result.stores, hart))
    assert [(e.time, e.hart, e.id, e.value) for e in events] == expected
    assert len({time for time, *_ in expected}) == len(expected) > 1500
    for hart in HARTS:
        assert sum(e.hart == hart and e.id == THREAD_SWITCH for e in events) > 300
        assert NAMES[hart] < {e.name
                              for e in events
                              if e.hart == hart and e.id == THREAD_SWITCH}  # and no task

    # An effect comes after its cause on the other hart.
    tokens = [e for e in events if e.id == TOKEN]
    assert [e.value for e in tokens] == list(range(
        len(tokens))) and f"token {len(tokens)}\n" == result.console
    assert [e.hart for e in tokens] == [n % 2 for n in range(len(tokens))] and len(tokens) > 30
    assert {e.hart for e in events if e.id == THREAD_NAME} <= {0}
    return len(events)


def test_one_order(program, tmp_path):
    check_one_order(program, tmp_path, "ibex", "ibex")
