# SPDX-License-Identifier: Apache-2.0
"""Random traces as other tools may write them, with their truth, read by the event model.

    differential.py BUILD_DIRECTORY RESULT.md EVENTS

Of each format of foreign.c EVENTS events, in rounds of a million. What was done so far stays in
BUILD_DIRECTORY/differential.json: an interrupted run goes on there, unless the code has changed
since. RESULT.md is right after each round. Stops at the first difference.
"""

import datetime
import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/fuzz"))
import fuzzing  # noqa: E402

FORMATS = {"flux": "flux", "fxt": "FXT", "txtb": "TXTB", "rkh": "RKH"}
STREAMS, LENGTH = 50, 20_000  # of a round


def sources():
    return [*(ROOT / "sw/lib/model").glob("*.c"),
            *(path for name in ("event", "flux", "fxt", "rkh", "txtb")
              for path in (ROOT / "sw/lib" / name).glob("*.c"))]


def page(state, wanted):
    rows = "\n".join(f"| {FORMATS[name]} | {d['streams']:,} | {d['events']:,} | {d['bytes']:,} | "
                     f"{d['seconds'] / 60:.0f} min | none |" for name, d in state["done"].items())
    least = min(d["events"] for d in state["done"].values())
    so_far = f" The aim is {wanted:,} of each; it goes on there." if least < wanted else ""
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# Random streams of each format: the event model against their truth

*For verification engineers. It answers: whether the event model reads every legal stream that an
independent generator makes.*

Made by `make regress-differential` on {datetime.date.today()}. `tests/formats/foreign.c`, of this
project, makes random legal streams and knows their rows; it shares no code with the readers. No
stream is from another tool. Each row of the event model must have the same kind, time, hart,
thread, id, name, tag and values, and nothing may be left out.{so_far}

Sources: {fuzzing.revision(state)}; events of other sources do not count.

| format | streams | events | bytes | time | differences |
|---|---|---|---|---|---|
{rows}
"""


def main():
    build, result, wanted = Path(sys.argv[1]), Path(sys.argv[2]), int(float(sys.argv[3]))
    book, state = build / "differential.json", None
    if book.exists():
        state = json.loads(book.read_text())
    about = fuzzing.about(sources(), [ROOT / "tests/formats/foreign.c"])
    if not state or state["code"] != about["code"]:
        state = dict(about, done={name: dict(streams=0, events=0, bytes=0, seconds=0)
                                  for name in FORMATS})
    while left := [name for name, d in state["done"].items() if d["events"] < wanted]:
        for name in left:
            done, start = state["done"][name], time.monotonic()
            said = subprocess.run(
                [build / "tests/foreign", name, str(1 + done["streams"]), str(STREAMS),
                 str(LENGTH)], capture_output=True, text=True)
            if said.returncode:
                sys.exit(said.stderr)
            for key, number in zip(("streams", "events", "bytes"),
                                   re.findall(r"\d+", said.stdout)):
                done[key] += int(number)
            done["seconds"] += time.monotonic() - start
        book.write_text(json.dumps(state))
        result.write_text(page(state, wanted))
    result.write_text(page(state, wanted))
    print(result.read_text())


main()
