#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Parameter sets that together have every pair of parameter values: a covering array of
rtl/regs/parameters.toml.

`pairs.py` prints them as makefile variables (PAIR_SETS, and TOP_, PARAMETERS_ and HAS_ of each).
The same table gives the same sets. Of a range: both ends and one value between.
"""

import itertools
import random
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "rtl/regs"))

# (a parameter's values, another's) that no unit has, and why.
INFEASIBLE = [
    ("VALUE_W", lambda v: v == 64, "ARGS", lambda v: v > 1, "64 bits take both words of an event"),
    ("VALUE_W", lambda v: v == 64, "VALUE_REGS", lambda v: v == 0, "64 bits need a value register"),
    ("VALUE_W", lambda v: v == 64, "FRAME", lambda v: v > 0, "frames have values of 32 bits"),
    ("VALUE_W", lambda v: v == 64, "RING", lambda v: v > 0, "sections have values of 32 bits"),
    ("ARGS", lambda v: v > 1, "VALUE_REGS", lambda v: v == 0, "words need a value register"),
    ("PINS", lambda v: v > 0, "HARTS", lambda v: v > 15, "the pins count as a hart"),
    ("FRAME", lambda v: v == 1, "HARTS", lambda v: v > 4, "an id of a byte has two bits of hart"),
    ("CHECKPOINT", lambda v: v > 0, "FIFO_LOG2", lambda v: v < 8, "a checkpoint must fit the FIFO"),
]


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


def feasible(chosen):
    if chosen.get("CHECKPOINT") and chosen.get("HARTS", 0) > 8 and chosen.get("FIFO_LOG2", 15) < 12:
        return False  # a checkpoint of a unit with many harts must fit the FIFO
    return not any(a in chosen and b in chosen and bad_a(chosen[a]) and bad_b(chosen[b])
                   for a, bad_a, b, bad_b, _ in INFEASIBLE)


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


def main():
    from generate import features
    table = tomllib.loads((ROOT / "rtl/regs/parameters.toml").read_text())
    sets = covering(table)
    print("PAIR_SETS :=", " ".join(f"pair{n}" for n in range(len(sets))))
    for n, chosen in enumerate(sets):
        print(f"TOP_pair{n} := weir")
        print(f"PARAMETERS_pair{n} :=", " ".join(f"{k}={v}" for k, v in chosen.items()))
        print(f"HAS_pair{n} :=",
              " ".join(f"{k}={v}" for k, v in features("weir", chosen).items()))


if __name__ == "__main__":
    main()
