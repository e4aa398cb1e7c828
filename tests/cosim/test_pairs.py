# SPDX-License-Identifier: Apache-2.0
"""The sets of sim/bench/pairs.py have every pair of parameter values that a unit can have. Random
streams of some of them, whose pairs no other set has; `make regress-pairs` runs all.
"""

import itertools
import re

import pytest
from bench import PARAMETERS, ROOT, TOPS, check_account, cpp, run

import pairs  # in a folder that bench adds

TEXT = (ROOT / "rtl/pairs.mk").read_text()
SETS = {
    name: {key: int(value) for key, value in re.findall(r"(\w+)=(\d+)", values)}
    for name, values in re.findall(r"^PARAMETERS_(\w+) := (.*)$", TEXT, re.M)
}  # yapf: disable
TESTED = re.search(r"^PAIR_TESTS := (.*)$", TEXT, re.M)[1].split()


def test_every_pair():
    table = pairs.generate.read_parameters(pairs.TABLE)
    sets = pairs.covering(table)
    assert sets == pairs.covering(table) and all(map(pairs.feasible, sets))
    for a, b in itertools.combinations(table, 2):
        for x, y in itertools.product(pairs.values(table[a]), pairs.values(table[b])):
            met = any(s[a] == x and s[b] == y for s in sets)
            assert met == pairs.feasible({a: x, b: y}), (a, x, b, y)


def test_some_are_new():
    """Those that are run here have pairs of values that no other set has, many of them."""
    known = set().union(*(pairs.pairs_of(of) for name, of in PARAMETERS.items()
                          if TOPS[name] == "weir"))
    every = set().union(*map(pairs.pairs_of, SETS.values()))
    new = [pairs.pairs_of(SETS[name]) - known for name in TESTED]
    assert min(map(len, new)) > 30 and len(every & known.union(*new)) > 0.6 * len(every)
    assert not known & every == every, "the others have all"


@pytest.mark.parametrize("name", TESTED)
@pytest.mark.parametrize("seed", [1, 2])
def test_streams(name, seed):
    n, _, _ = run(cpp(name), "--seed", seed)
    check_account(n)
    assert n["delivered"] > 1000 and n["dropped"] > 100
