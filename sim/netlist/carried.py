# SPDX-License-Identifier: Apache-2.0
"""Results of mutants of the RTL that go from one machine to another: carried.toml. A set of
mutation.toml has those of one netlist and one bench; of each mutant what killed it, or the stages
that it survived, and whether SAT shows that it cannot differ.
"""

import json
import textwrap
import tomllib
from pathlib import Path

FILE = Path(__file__).with_name("carried.toml")
HEAD = """# SPDX-License-Identifier: Apache-2.0
# Written by mutate.py: the mutants of each set by their numbers, see carried.py.
"""


def stored():
    return tomllib.loads(FILE.read_text()) if FILE.exists() else {}


def restore(name, key, kept):
    """Makes the file `kept` of results of a set, unless it is there or they are of another key."""
    ours = stored().get(name)
    if kept.exists() or not ours or ours["key"] != key:
        return
    bench = key.split("-")[1]
    entry = lambda number, by, passed, **more: json.dumps({
        "number": number, "by": by, "passed": passed, **more, "bench": bench}) + "\n"
    kept.write_text("".join([
        *(entry(n, by, []) for by, numbers in ours["killed"].items() for n in numbers),
        *(entry(n, None, [stage]) for stage, numbers in ours["passed"].items() for n in numbers),
        *(entry(n, None, [], same=True) for n in ours["same"])]))


def store(name, key, mutants, same):
    """Keeps what is known of the mutants of a set; `same`: the reason of those that SAT shows."""
    killed, passed = {}, {}
    for number, mutant in sorted(mutants.items()):
        if mutant["by"]:
            killed.setdefault(mutant["by"], []).append(number)
        elif "why" not in mutant:
            for stage in sorted(mutant["passed"]):
                passed.setdefault(stage, []).append(number)
    sets = {**stored(), name: {
        "key": key, "same": [n for n, m in sorted(mutants.items()) if m.get("why") == same],
        "killed": killed, "passed": passed}}
    array = lambda key, numbers: f"{key} = [\n" + textwrap.fill(
        ", ".join(map(str, numbers)), 99, initial_indent="  ", subsequent_indent="  ") + "\n]"
    lines = [HEAD]
    for one, of in sorted(sets.items()):
        lines += [f"[{one}]", f'key = "{of["key"]}"', array("same", of["same"])]
        for table in ("killed", "passed"):
            lines += [f"[{one}.{table}]",
                      *(array(json.dumps(what), n) for what, n in sorted(of[table].items()))]
        lines.append("")
    FILE.write_text("\n".join(lines))
