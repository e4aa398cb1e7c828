# SPDX-License-Identifier: Apache-2.0
"""The sets of sim/bench/pairs.py have every pair of parameter values that a unit can have."""

import itertools
import tomllib

from bench import ROOT

import pairs  # in a folder that bench adds


def test_every_pair():
    table = tomllib.loads((ROOT / "rtl/regs/parameters.toml").read_text())
    sets = pairs.covering(table)
    assert sets == pairs.covering(table) and all(map(pairs.feasible, sets))
    for a, b in itertools.combinations(table, 2):
        for x, y in itertools.product(pairs.values(table[a]), pairs.values(table[b])):
            met = any(s[a] == x and s[b] == y for s in sets)
            assert met == pairs.feasible({a: x, b: y}), (a, x, b, y)


def test_reasons():
    assert all(reason for *_, reason in pairs.INFEASIBLE)
