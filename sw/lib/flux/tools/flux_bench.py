# SPDX-License-Identifier: Apache-2.0
"""flux: how fast the library reads and writes, beside cat, lz4 -d and babeltrace2, in one run on
the same events.

    flux_bench.py BUILD_DIRECTORY [EVENTS [RESULT.md]]

All times are CPU seconds (user and system) of the whole process, the best of some rounds; each
round runs every program once. Instructions are counted by valgrind on two shorter traces, of which
the difference is taken; they do not depend on the machine's load.
"""

import datetime
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from timed import ROUNDS, load_text, once  # noqa: E402

COUNTED = 200_000


def rounds(commands):
    """The least CPU seconds, the lines and the last words of each of the commands, which must be
    the same each time.
    """
    took, said = {}, {}
    for _ in range(ROUNDS):
        for what, command in commands.items():
            seconds, *printed = once(*command)
            took[what] = min(took.get(what, seconds), seconds)
            assert said.setdefault(what, printed) == printed, what
    return took, said


def instructions(bench, folder, how, *written):
    """Instructions per event of a flux-bench command.

    written: the command that makes what it reads.
    """
    counts = []
    for events in (COUNTED, 2 * COUNTED):
        path = folder / "counted.flux"
        if written:
            once(bench, *written, events, path)
        arguments = [str(events)] if how == "events" else [path]
        arguments = [str(events), path] if how.startswith("write") else arguments
        done = subprocess.run([
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", bench, how, *arguments
        ],
                              check=True,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE,
                              text=True)
        counts.append(int(re.search(r"Collected : (\d+)", done.stderr).group(1)))
    return (counts[1] - counts[0]) / COUNTED


def cpu_name():
    match = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return match.group(1) if match else platform.machine()


def version(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0].strip()


def main():
    build = Path(sys.argv[1])
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000_000
    result = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    bench, load = build / "sw/flux-bench", os.getloadavg()[0]
    folder = build / "bench/flux"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "ctf").mkdir(parents=True)
    files = {
        how: folder / f"{how}.flux" for how in ("write", "write-lz4", "write-new", "write-new-lz4")
    }
    plain, frame = files["write"], folder / "plain.flux.lz4"

    # Those that read and those that write: two sets of rounds, for what is read must be written.
    made, said = rounds({"events": (bench, "events", events)} | {
        how: (bench, how, events, path) for how, path in files.items()
    })  # fmt: skip
    size = {how: int(said[how][1][1]) for how in files}
    checksum, checksum_new = said["write"][1][2], said["write-new"][1][2]
    assert said["events"][1][2] == said["write-lz4"][1][2] == checksum
    assert said["write-new-lz4"][1][2] == checksum_new
    ctf_count, ctf_bytes, ctf_sum = once(bench, "ctf", events, folder / "ctf")[2]
    assert ctf_sum == checksum and int(ctf_count) == int(said["write"][1][0]) == events
    subprocess.run(["lz4", "-1", "-f", "-q", plain, frame], check=True)

    took, said = rounds({
        **{(how, of): (bench, how, files[of])
           for how in ("read", "visit", "pull") for of in ("write", "write-lz4")},
        **{("read", of): (bench, "read", files[of]) for of in ("write-new", "write-new-lz4")},
        "cat": ("cat", plain),
        "lz4": ("lz4", "-d", "-f", "-q", frame, "/dev/null"),
        "dump": (build / "sw/flux-dump", plain),
        "dummy": ("babeltrace2", folder / "ctf", "-o", "dummy"),
        "text": ("babeltrace2", folder / "ctf"),
    })  # fmt: skip
    load_said = load_text(load)
    for what, (lines, words) in said.items():
        if isinstance(what, tuple):
            assert int(words[0]) == events
            assert words[2] == (checksum_new if "new" in what[1] else checksum)
    assert said["text"][0] == events < said["dump"][0] < events + 100

    def row(what, seconds, count="", note="", of="write"):
        return (f"| {what} | {seconds:.2f} | {events / seconds / 1e6:.1f} | "
                f"{size[of] / 1e6 / seconds:.0f} | {count and f'{count:.0f}'} | {note} |")

    def writes(what, how, of):
        return row(what, made[how], instructions(bench, folder, how),
                   f"{size[how] / events:.2f} bytes an event", of)

    def reads(what, how, path, note="likewise", of="write"):
        return row(what, took[how, path], instructions(bench, folder, how, path), note, of)

    read, pull = took["read", "write"], took["pull", "write"]
    table = "\n".join([
        "| | CPU s | million events/s | MB/s of plain flux | instructions an event | |",
        "|---|---|---|---|---|---|",
        row("making the events, nothing else", made["events"],
            instructions(bench, folder, "events"), "is in the rows of writing"),
        writes("write", "write", "write"),
        writes("write, LZ4 blocks", "write-lz4", "write"),
        writes("write, values that do not repeat", "write-new", "write-new"),
        writes("write, LZ4 blocks, values that do not repeat", "write-new-lz4", "write-new"),
        reads("**read, integers in runs** (`samples`)", "read", "write",
              "every event delivered; item, position, value summed up"),
        reads("read, LZ4 blocks, integers in runs", "read", "write-lz4"),
        reads("read, values that do not repeat, integers in runs", "read", "write-new",
              of="write-new"),
        reads("read, LZ4 blocks, values that do not repeat, integers in runs", "read",
              "write-new-lz4", of="write-new"),
        reads("read, one by one (`data`)", "visit", "write"),
        reads("read, LZ4 blocks, one by one", "visit", "write-lz4"),
        reads("read, pulled (`flux_reader_next`)", "pull", "write"),
        reads("read, LZ4 blocks, pulled", "pull", "write-lz4"),
        row("`flux-dump`, as text", took["dump"], "", "one line an event"),
        row("`cat plain.flux > /dev/null`", took["cat"], "",
            f"reading in runs takes {read / took['cat']:.1f} times as long"),
        row("`lz4 -d` of the same bytes", took["lz4"], "",
            f"reading in LZ4 takes {took['read', 'write-lz4'] / took['lz4']:.1f} times as long"),
        row("`babeltrace2 -o dummy`, same events as CTF", took["dummy"], "",
            f"**{took['dummy'] / pull:.0f} times** as long as flux pulled, "
            f"{took['dummy'] / read:.0f} times as long as in runs"),
        row("`babeltrace2`, as text", took["text"], "",
            f"**{took['text'] / took['dump']:.1f} times** as long as `flux-dump`; one line an "
            "event"),
    ])
    page = f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# flux: speed

*For programmers of tools. It answers: how fast flux is read and written, beside other
programs.*

Made by `make bench-flux` on {datetime.date.today()}: one trace of {events:,} integer samples of 8
signals, {size["write"] / 1e6:.0f} MB of flux, {size["write-lz4"] / 1e6:.0f} MB with LZ4 blocks of
256 KiB, {int(ctf_bytes) / 1e6:.0f} MB of CTF. It is of 64 routines of 8 events each, called at
random. The signals and values of a routine are the same in each call, but for its first value: this
is why LZ4 makes the trace {size["write"] / size["write-lz4"]:.1f} times smaller. With values drawn
anew (rows *values that do not repeat*) it makes it
{size["write-new"] / size["write-new-lz4"]:.2f} times smaller.

One core; CPU seconds of the whole process (reading the file included). {ROUNDS} rounds, each with
all programs in turn; of each program the best. {cpu_name()}.
{load_said} Instructions do not depend on it.

{table}

Text is compared with text. The dummy sink of babeltrace2 only decodes, as pulling does, which also
sums up. The aim is 100 million integer events a second on one core: here {events / read / 1e6:.0f}
million. What bounds reading: where an entry ends is known only when its head has been read, so
entries cannot be read side by side. This chain (load, add up the sizes, next address) takes by
count some 15 cycles an event, 5 ns at 3 GHz; the instructions of an event take about as long on a
core that does four a cycle. Runs of integers cost one call for up to 256 events, `data` one call
each, pulling one call and one copy each.

{version("babeltrace2", "--version").split(" - ")[0]}; {version("lz4", "--version").strip("* ")};
{version("gcc", "--version")}.
"""
    print(table)
    if result:
        result.write_text(page)
    shutil.rmtree(folder)


main()
