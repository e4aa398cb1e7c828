# SPDX-License-Identifier: Apache-2.0
"""Interrupt storms, nested handlers, overflow; two hundred threads, some with an empty name."""

import re

import pytest
from soc import decode, run
from weirstream import THREAD_NAME, THREAD_SWITCH, name_run

MAIN, PAIR, FAST = 1, 2, 3


@pytest.mark.parametrize("core", ["ibex", "vexriscv"])
def test_storm(program, tmp_path, core):
    """Nested handlers with overflow: each event is delivered in order or counted as dropped."""
    result = run(program, tmp_path, core, "storm")
    counts = {
        name: int(value)
        for name, value in re.findall(r"(main|deepest|interrupts) (\d+)", result.console)
    }
    offered = int(re.search(r"offered user (\d+)", result.console)[1])
    none = int(re.search(r"offered user \d+ none (\d+)", result.console)[1])
    dropped, torn = map(int, re.search(r"dropped user (\d+) torn (\d+)", result.console).groups())
    fast = {int(d): int(n) for d, n in re.findall(r"^fast (\d) (\d+)$", result.console, re.M)}
    assert counts["deepest"] == 4 and counts["interrupts"] == sum(fast.values()) == 1500

    events, losses = decode(program, result.trace)
    assert len(events) == offered - dropped and none == torn
    assert dropped > 300
    assert sum(int(r["dropped_user"])
               for r in losses) == dropped and sum(int(r["dropped_none"]) for r in losses) == torn
    assert offered + none == counts[
        "main"] + 7 * 1500  # a handler emits one fast event and six others
    by_id = {}
    for e in events:
        by_id.setdefault(e.id, []).append(e.value)
    for i in (MAIN, *range(FAST + 1, FAST + 5)):  # no duplicates, in order
        assert by_id[i] == sorted(set(
            by_id[i])) and by_id[i][-1] <= (counts["main"] if i == MAIN else fast[i - FAST])
    assert set(by_id) == {MAIN, PAIR, *range(FAST + 1, FAST + 5)}


def names_of(console):
    return {int(thread): name[:63] for thread, name in re.findall(r"^(\d+) (.*)$", console, re.M)}


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_crowd(program, tmp_path, core):
    result = run(program, tmp_path, core, "crowd")
    names = names_of(result.console)
    threads = sorted(names)
    events, losses = decode(program, result.trace)
    assert not losses and len(threads) == 200 and sum(not n for n in names.values()) == 20
    order = [i * 7 % 200 for i in range(200)] * 2
    assert [e.value for e in events if e.id == 1] == order
    switches = [e for e in events if e.id == THREAD_SWITCH]
    assert [e.value for e in switches if e.value] == [threads[i] for i in order]
    assert all(e.thread == threads[e.value] for e in events if e.id == 1)
    assert all(e.name == names[e.value] for e in switches if e.value and names[e.value])
    values = [e.value for e in events if e.id == THREAD_NAME]  # names in the order of the table
    assert values == [word for thread in threads for word in name_run(thread, names[thread])]


@pytest.mark.parametrize("kind", ["txtb", "rkh"])
def test_crowd_in_software(program, tmp_path, kind):
    from test_soft import rows

    result = run(program, tmp_path, "ibex", f"crowd_{kind}")
    names = names_of(result.console)
    records = rows(program, result.trace, "--from", kind)
    threads = sorted(names)
    order = [i * 7 % 200 for i in range(200)] * 2
    assert [int(r["value"]) for r in records if r["id"] == "1"] == order
    assert [int(r["thread"]) for r in records
            if r["kind"] == "switch" and r["thread"] != "0"] == [threads[i] for i in order]
    shown = {
        int(r["thread"]): r["id_name"]
        for r in records if r["kind"] == "object" and r["thread"]
    }
    assert shown == {t: n[:32] if kind == "txtb" else n for t, n in names.items()}
