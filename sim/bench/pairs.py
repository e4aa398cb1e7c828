# SPDX-License-Identifier: Apache-2.0
"""Parameter sets that together have every pair of parameter values: a covering array of
rtl/regs/parameters.toml.

The same table gives the same sets. Of a range: both ends and one value between.
"""

import functools
import itertools
import random
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl/regs"))
import generate  # noqa: E402

TABLE = ROOT / "rtl/regs/parameters.toml"
TESTED = 4  # sets that `make test` runs
# As in rtl/weir.sv.  @weir_checkpoint_space
RESERVED = "(18 + 8 * (32 * HARTS + 8 * (PINS > 0) + THREAD_CACHE) + 14) // 4 * 4 + 128"


@functools.cache
def exclusions():
    """[(expression that must not be true, parameters in it, reason)]."""
    found = []
    for wrong, reason in generate.read_exclusions(TABLE):
        wrong = wrong.replace("RESERVED", f"({RESERVED})").replace("&&", "and").replace("||", "or")
        names = sorted(set(re.findall(r"[A-Z]\w+", wrong)))
        found.append((compile(wrong, wrong, "eval"), names, reason))
    return found


def values(entry):
    """The values of a parameter to try."""
    found = []
    for value in entry["values"]:
        if isinstance(value, list):
            low, high = value
            found += [low, (low + high) // 2, high]
        else:
            found.append(value)
    return sorted(set(found))


@functools.cache
def options_of():
    return {name: values(entry) for name, entry in generate.read_parameters(TABLE).items()}


def excluded(chosen):
    """Reasons why no unit has these values, whatever its other parameters are."""
    for wrong, names, reason in exclusions():
        options = [[chosen[n]] if n in chosen else options_of()[n] for n in names]
        if all(eval(wrong, dict(zip(names, of))) for of in itertools.product(*options)):
            yield reason


def feasible(chosen):
    return not any(excluded(chosen))


def covering(table):
    """Sets, as dictionaries, that have every feasible pair of values; greedy, deterministic."""
    options = {name: values(entry) for name, entry in table.items()}
    missing = {((a, x), (b, y))
               for a, b in itertools.combinations(options, 2)
               for x in options[a]
               for y in options[b] if feasible({a: x, b: y})}
    rng, sets = random.Random(0), []
    while missing:
        best = None
        for _ in range(30):
            (a, x), (b, y) = rng.choice(sorted(missing))
            chosen = {a: x, b: y}
            for name in rng.sample(sorted(options), len(options)):
                if name in chosen:
                    continue
                fits = [v for v in options[name] if feasible({**chosen, name: v})]
                gains = [
                    sum(((other, w), (name, v)) in missing or ((name, v), (other, w)) in missing
                        for other, w in chosen.items()) for v in fits
                ]
                chosen[name] = fits[gains.index(max(gains))]
            pairs = {p for p in missing if all(chosen[n] == v for n, v in p)}
            if best is None or len(pairs) > len(best[1]):
                best = chosen, pairs
        sets.append({name: best[0][name] for name in options})
        missing -= best[1]
    return sets


def pairs_of(chosen):
    return set(itertools.combinations(sorted(chosen.items()), 2))


def tested(sets, known):
    """Numbers of the sets that `make test` runs: those that add most to the pairs of the `known`
    ones. None that takes long to build or to fill.
    """
    met = set().union(*map(pairs_of, known))
    small = [n for n, s in enumerate(sets) if s["HARTS"] <= 8 and s["FIFO_LOG2"] <= 11]
    numbers = []
    for _ in range(TESTED):
        numbers.append(max(small, key=lambda n: len(pairs_of(sets[n]) - met)))
        met |= pairs_of(sets[numbers[-1]])
    return sorted(numbers)


def makefile():
    """rtl/pairs.mk, which generate.py writes."""
    sets = covering(generate.read_parameters(TABLE))
    known = [of for top, of in generate.read_presets(TABLE)[0].values() if top == "weir"]
    name = lambda numbers: " ".join(f"pair{n}" for n in numbers)
    lines = [
        "# SPDX-License-Identifier: Apache-2.0",
        "# Sets of parameters that together have every pair of values; `make test` runs "
        "PAIR_TESTS.",
        "# Made by `make regs` from parameters.toml, by sim/bench/pairs.py.",
        f"PAIR_SETS := {name(range(len(sets)))}",
        f"PAIR_TESTS := {name(tested(sets, known))}",
    ]
    for n, chosen in enumerate(sets):
        values = lambda of: " ".join(f"{key}={value}" for key, value in of.items())
        lines += [
            f"TOP_pair{n} := weir", f"PARAMETERS_pair{n} := {values(chosen)}",
            f"HAS_pair{n} := {values(generate.features('weir', chosen))}"
        ]
    return "\n".join(lines) + "\n"
