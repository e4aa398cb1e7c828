# SPDX-License-Identifier: Apache-2.0
"""The long fuzzing campaign of a format's library, and the long run of its round trips.

    campaign.py NAME BUILD_DIRECTORY RESULT.md [EXECUTIONS [JOBS]]

NAME is flux, fxt, rkh, txtb, event, names, serve or sinks.

Most executions on short inputs, some on longer ones, in rounds, JOBS lengths at a time (as many as
there are cores). The corpus and what was done so far stay in BUILD_DIRECTORY/fuzz/FORMAT: a
campaign that was interrupted goes on there, unless the code has changed since, and RESULT.md is
right after each round. Without that folder the one of sinks goes on where RESULT.md says, with a
new corpus. At the end tests/fuzz/FORMAT-corpus.txt has the fewest short inputs that cover what the
short ones cover. Stops at the first finding, which is then the input crash-... there; RESULT.md
says so.
"""

import datetime
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fuzzing

ROOT = fuzzing.HERE.parents[1]
SINKS_LENGTH = 170
ROUNDS = {  # executions of a round, by the largest input in bytes, or by the sink
    "flux": {60: 400_000, 120: 150_000, 400: 25_000, 2500: 2_500},
    "fxt": {96: 300_000, 400: 150_000, 2500: 10_000},
    "rkh": {60: 300_000, 150: 150_000, 600: 50_000},
    "txtb": {150: 300_000, 300: 150_000, 1000: 50_000},
    "event": {60: 300_000, 200: 150_000, 600: 50_000},
    "names": {100: 200_000, 1200: 100_000, 4000: 10_000},
    "serve": {100: 200_000, 400: 100_000},
    "sinks": {sink: 500_000 for sink in fuzzing.SINKS},
}
TRIPS = {"flux": 1_000_000, "fxt": 200_000, "rkh": 1_000_000, "txtb": 1_000_000}
CHECKS = {
    "flux": "reads an input three times, pulled in small chunks, pushed whole, and pushed whole "
    "with integers in runs, and requires the same entries and the same end; reads every payload "
    "as every type; and writes every entry again, which must succeed in no more bytes",
    "fxt": "reads an input twice, pushed whole and pulled in small chunks, and requires the same "
    "records and errors from both; and writes every record again, which must read as the "
    "same",
    "rkh": "reads an input whole and in small chunks and requires the same frames, arguments, "
    "names and damage from both; requires every byte to be in a frame, in damage, or a flag; and "
    "writes every frame again, which must give the same bytes",
    "txtb": "reads an input through a small window and a large one and requires the same buffers, "
    "objects, events and errors from both, and times that never fall; and writes the first "
    "buffer again in the other byte order and reads that",
    "event": "decodes a stream of the unit, through the flux reader, whole and in small chunks, "
    "one entry at a time and in runs, and requires the same events and errors from all; the same "
    "result from both decoders for everything that the strict one accepts; not more events, or "
    "bytes, than the input has; every event delivered and every drop in the account; times and "
    "offsets that never fall; and threads, names and losses that agree",
    "names": "reads a file as ELF, JSON or YAML, finds every name and string again that it "
    "delivered, and not more of them than the file has bytes; and decodes a run of words "
    "with it, as a log or an RKH record, where every event must appear again, in the "
    "text of the run or as the original event",
    "serve": "is what clients of the server do, while a recording stores blocks and ends; requires "
    "that no page, block, trace or file leaves without the token and the right host, and nothing "
    "from outside the folder; that a stream has the blocks in their order, and a good request "
    "among 16 clients gets its whole answer; and that no file stays open",
    "sinks": "makes any records of the bytes, or reads them as flux, FXT, TXTB or RKH, and writes "
    "them to one sink; requires no damage in what it reads back, JSON that another reader takes, "
    "CSV of as many columns as its head, and text without control characters; and, as the input "
    "chooses, the same bytes and account from single records, the same from one pass, an error "
    "from an output that fails, or all of this of very long texts",
}
USES = {"event": ["flux"]}  # libraries that a library needs
SHORT, ROOM = 300, 80_000  # bytes of an input that is kept, letters of all
READERS = {  # what a page is about
    "event": "the decoder of the stream",
    "flux": "the reader of flux",
    "fxt": "the reader of FXT",
    "names": "the readers of dictionaries and logs",
    "rkh": "the reader of RKH frames",
    "serve": "the server of the live page",
    "txtb": "the reader of ThreadX buffers",
    "sinks": "the writers of all formats",
}
NAMES = {"flux": "flux", "event": "Streams of the unit", "names": "Dictionaries and logs",
         "serve": "Server of the live page", "sinks": "Sinks of the event model"}


def made_of(variable):
    """The files of a variable of the makefiles, as make says."""
    said = subprocess.run(
        ["make", "-s", "--no-print-directory", "-f-", "print"],
        input=f"include Makefile\nprint: ; @echo $({variable})\n.PHONY: print\n",
        cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / path for path in said.split()]


def sources(name):
    """What a campaign is of, all that the makefiles compile into its programs; and its harness."""
    if name in ("names", "serve", "sinks"):
        return made_of(f"{name.upper()}_FUZZ_SRC"), [fuzzing.HERE / f"{name}_fuzz.c"]
    libraries = [name, *USES.get(name, ())]
    return [path for library in libraries for path in [
        *(ROOT / "sw/lib" / library).glob("*.c"), *(ROOT / "driver/src").glob(f"{library}_*.c")
    ]], [
        path for kind in ("fuzz", "roundtrip") for path in fuzzing.HERE.glob(f"{name}_{kind}.c")
    ]


def fuzz(name, build, folder, length, done):
    """Some executions more; adds to what is done. Returns what a finding says, or None."""
    sink = length if name == "sinks" else None
    key, length = length, SINKS_LENGTH if sink else length
    corpus = folder / f"corpus-{key}"
    corpus.mkdir(parents=True, exist_ok=True)
    first = not done["rounds"] or not any(corpus.iterdir())
    seeds = fuzzing.write_seeds(name, build, folder / str(key), length) if first else []
    start = time.monotonic()
    failure, figures = fuzzing.run(name,
                                   build,
                                   folder,
                                   runs=ROUNDS[name][key],
                                   length=length,
                                   seed=1 + done["rounds"],
                                   seeds=seeds,
                                   corpus=[corpus],
                                   sink=sink)
    if failure:
        done["findings"] += 1
        return failure
    figures["executions"] += done["executions"]
    done.update(figures,
                rounds=done["rounds"] + 1,
                minutes=done["minutes"] + (time.monotonic() - start) / 60)
    return None


def round_trips(name, build, count, done):
    """Some random round trips more; adds to what is done."""
    said = subprocess.run(
        [build / f"sw/{name}-roundtrip",
         str(1_000_000 + done["trips"]),
         str(count)],
        check=True,
        capture_output=True,
        text=True).stdout
    done["trips"] += count
    for number, what in re.findall(r"(\d+) ([^,\n]+)", said):
        done["made"][what] = done["made"].get(what, 0) + int(number)


def page(name, state, wanted):
    so_far = f" (of {wanted:,}; {GOES_ON})" if executions(state) < wanted else ""
    title = NAMES.get(name, name.upper())
    label, first = ("{}", "sink") if name == "sinks" else ("up to {} bytes", "inputs")
    rows = "\n".join(
        f"| {label.format(length)} | {d['executions']:,} | {d['minutes']:.0f} min | {d['edges']} | "
        f"{d['features']} | "
        f"{d['corpus']} |" for length, d in state["fuzz"].items() if d["rounds"] or d["findings"])
    where = [label.format(length) for length, d in state["fuzz"].items() if d["findings"]]
    made = ", ".join(f"{number:,} {what}" for what, number in state["trips"]["made"].items())
    trips = f"\nRound trips (`tests/fuzz/{name}_roundtrip.c`): {made}; no difference.\n"
    trips = trips if made else ""
    return f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# {title}: fuzzing

*For verification engineers. It answers: what random bytes did to {READERS[name]}.*

Made by `make regress-{name}` on {datetime.date.today()}: {executions(state):,} executions{so_far}
of `tests/fuzz/{name}_fuzz.c` (libFuzzer, address and undefined-behaviour sanitizers). Each
execution {CHECKS[name]}.

Sources: {fuzzing.revision(state)}; executions of other sources do not count.
{fuzzing.findings(where)}

| {first} | executions | time | edges covered | features | corpus |
|---|---|---|---|---|---|
{rows}
{trips}"""


GOES_ON = "it goes on where it was interrupted"


def stated(result, about):
    """The state of a campaign of the same code that a page says is not at its end; or {}."""
    text = result.read_text() if result.exists() else ""
    if GOES_ON not in text or about["code"][:16] not in text or fuzzing.FOUND in text:
        return {}
    rows = re.findall(  # older pages have a column of findings, too
        r"^\| (\w+) \| ([\d,]+) \| (\d+) min \| (\d+) \| (\d+) \| (\d+) \|(?: none \|)?$",
        text, re.M)
    fields = ("executions", "minutes", "edges", "features", "corpus")
    number = lambda said: int(said.replace(",", ""))
    return {sink: dict(zip(fields, map(number, figures)), findings=0,
                       rounds=number(figures[0]) // ROUNDS["sinks"][sink])
            for sink, *figures in rows}


def executions(state):
    return sum(d["executions"] for d in state["fuzz"].values())


def short_inputs(name, folder):
    """The folders of the inputs that may be kept."""
    if name != "sinks":
        return [
            where for length in ROUNDS[name] if length <= SHORT
            for where in (folder / str(length) / "seeds", folder / f"corpus-{length}")
        ]
    for number, sink in enumerate(fuzzing.SINKS):  # the first byte names the sink
        named = folder / "named" / sink
        named.mkdir(parents=True, exist_ok=True)
        for path in [*(folder / sink / "seeds").iterdir(), *(folder / f"corpus-{sink}").iterdir()]:
            (named / path.name).write_bytes(bytes([number]) + path.read_bytes()[1:])
    return [folder / "named" / sink for sink in fuzzing.SINKS]


def main():
    name, build, result = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    wanted = int(sys.argv[4]) if len(sys.argv) > 4 else 10_000_000
    wanted *= len(ROUNDS[name]) if name == "sinks" else 1  # of each
    jobs = int(sys.argv[5]) if len(sys.argv) > 5 else len(os.sched_getaffinity(0))
    folder = build / "fuzz" / name
    folder.mkdir(parents=True, exist_ok=True)
    book, state = folder / "campaign.json", None
    if book.exists():
        state = json.loads(book.read_text())
    about = fuzzing.about(*sources(name))
    if not state or state["code"] != about["code"]:
        before = stated(result, about) if name == "sinks" else {}
        state = dict(about,
                     trips=dict(trips=0, made={}),
                     fuzz={
                         str(length): before.get(str(length)) or
                                      dict(rounds=0,
                                           executions=0,
                                           minutes=0,
                                           edges=0,
                                           features=0,
                                           corpus=0,
                                           findings=0)
                         for length in ROUNDS[name]
                     })
    while (left := wanted - executions(state)) > 0 or state["trips"]["trips"] < TRIPS.get(name, 0):
        with ThreadPoolExecutor(jobs) as pool:
            lengths = sorted(ROUNDS[name] if left > 0 else [],  # so that none is late, alone
                             key=lambda length: -state["fuzz"][str(length)]["minutes"])
            failures = [
                said for said in pool.map(
                    lambda length: fuzz(name, build, folder, length, state["fuzz"][str(length)]),
                    lengths) if said
            ]
        if failures:
            book.write_text(json.dumps(state))
            result.write_text(page(name, state, wanted))
            sys.exit("\n".join(failures))
        if (trips := min(TRIPS.get(name, 0) // 20,
                         TRIPS.get(name, 0) - state["trips"]["trips"])) > 0:
            round_trips(name, build, trips, state["trips"])
        book.write_text(json.dumps(state))
        result.write_text(page(name, state, wanted))
        print(f"{executions(state):,} executions, {state['trips']['trips']:,} round trips",
              flush=True)
    book.unlink(missing_ok=True)  # the next campaign counts anew
    inputs = fuzzing.fewest_within(ROOM, build / f"fuzz/{name}-fuzz", short_inputs(name, folder),
                                   name)
    fuzzing.keep(
        fuzzing.corpus(name), {name: inputs},
        f"Inputs of the fuzzer of {NAMES.get(name, name.upper())}: the fewest that cover what was "
        f"covered. "
        f"Made by `make regress-{name}`.")
    print(result.read_text())


main()
