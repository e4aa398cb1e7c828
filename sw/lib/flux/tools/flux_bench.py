# SPDX-License-Identifier: Apache-2.0
"""flux: how fast the library reads and writes, beside cat, lz4 -d and babeltrace2, in one run on
one trace.

    flux_bench.py BUILD_DIRECTORY [EVENTS [RESULT.md]]

All times are CPU seconds (user and system) of the whole process, the best of some rounds: on a
machine that does other things too, they vary much less than the time on the clock. Instructions are
counted by valgrind on two shorter traces, of which the difference is taken; they do not depend on
the machine's load at all.
"""

import datetime
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROUNDS = 7
COUNTED = 200_000


def run(*command, stdout=subprocess.DEVNULL):
    """CPU seconds of a command."""
    process = subprocess.Popen([str(c) for c in command], stdout=stdout)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"flux_bench: {' '.join(map(str, command))}: exit code {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def best(*command, rounds=ROUNDS):
    return min(run(*command) for _ in range(rounds))


def measured(*command, rounds):
    """CPU seconds and the line a flux-bench command prints, which must be the same each time."""
    lines, seconds = set(), []
    for _ in range(rounds):
        with tempfile.TemporaryFile("w+") as line:
            seconds.append(run(*command, stdout=line))
            line.seek(0)
            lines.add(line.read().strip())
    assert len(lines) == 1, lines
    return min(seconds), lines.pop().split()


def instructions(bench, folder, how, *written):
    """Instructions per event of a flux-bench command.

    written: the command that makes what it reads.
    """
    counts = []
    for events in (COUNTED, 2 * COUNTED):
        path = folder / "counted.flux"
        if written:
            subprocess.run([bench, *written, str(events), path],
                           check=True,
                           stdout=subprocess.DEVNULL)
        arguments = {
            "events": [str(events)], "write": [str(events), path], "write-lz4": [str(events), path]
        }.get(how, [path])
        done = subprocess.run([
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", bench, how, *arguments
        ],
                              check=True,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE,
                              text=True)
        counts.append(int(re.search(r"Collected : (\d+)", done.stderr).group(1)))
    return (counts[1] - counts[0]) / COUNTED


def babeltrace_text(folder):
    """CPU seconds of babeltrace2 printing the events, and how many it printed."""
    process = subprocess.Popen(["babeltrace2", str(folder)], stdout=subprocess.PIPE)
    lines = 0
    while block := process.stdout.read(1 << 20):
        lines += block.count(b"\n")
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_utime + usage.ru_stime, lines


def cpu_name():
    match = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return match.group(1) if match else platform.machine()


def version(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0].strip()


def main():
    build = Path(sys.argv[1])
    events = int(sys.argv[2]) if len(sys.argv) > 2 else 50_000_000
    result = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    bench = build / "sw/flux-bench"
    folder = build / "bench/flux"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "ctf").mkdir(parents=True)
    plain, packed, frame = folder / "plain.flux", folder / "lz4.flux", folder / "plain.flux.lz4"

    make, (_, _, sum_made) = measured(bench, "events", events, rounds=3)
    write_plain, (count, plain_bytes, checksum) = measured(bench, "write", events, plain, rounds=3)
    write_packed, (_, packed_bytes, sum_packed) = measured(bench,
                                                           "write-lz4",
                                                           events,
                                                           packed,
                                                           rounds=3)
    _, (_, ctf_bytes, sum_ctf) = measured(bench, "ctf", events, folder / "ctf", rounds=1)
    subprocess.run(["lz4", "-1", "-f", "-q", plain, frame], check=True)
    assert sum_made == sum_packed == sum_ctf == checksum and int(count) == events

    cat = best("cat", plain)
    times = {}
    for how in ("read", "visit", "pull"):
        for path in (plain, packed):
            times[how, path], (count_read, _, sum_read) = measured(bench, how, path, rounds=ROUNDS)
            assert count_read == count and sum_read == checksum
    unlz4 = best("lz4", "-d", "-f", "-q", frame, "/dev/null")
    dummy = best("babeltrace2", folder / "ctf", "-o", "dummy", rounds=2)
    text, lines = babeltrace_text(folder / "ctf")
    assert lines == events, lines
    read_plain, read_packed = times["read", plain], times["read", packed]
    counted = {
        how: instructions(bench, folder, how,
                          *(["write"] if how in ("read", "visit", "pull") else []))
        for how in ("events", "write", "write-lz4", "read", "visit", "pull")
    }
    counted["read-lz4"] = instructions(bench, folder, "read", "write-lz4")

    megabytes = int(plain_bytes) / 1e6

    def row(what, seconds, how="", note=""):
        per_event = f"{counted[how]:.0f}" if how else ""
        return (f"| {what} | {seconds:.2f} | {events / seconds / 1e6:.1f} | "
                f"{megabytes / seconds:.0f} | {per_event} | {note} |")

    table = "\n".join([
        "| | CPU s | million events/s | MB/s of plain flux | instructions an event | |",
        "|---|---|---|---|---|---|",
        row("making the events, nothing else", make, "events", "is in the two rows below"),
        row("write", write_plain, "write", f"{int(plain_bytes) / events:.2f} bytes an event"),
        row("write, LZ4 blocks", write_packed, "write-lz4",
            f"{int(packed_bytes) / events:.2f} bytes an event"),
        row("**read, integers in runs** (`samples`)", read_plain, "read",
            "every event delivered; item, position, value summed up"),
        row("read, LZ4 blocks, integers in runs", read_packed, "read-lz4", "likewise"),
        row("read, one by one (`data`)", times["visit", plain], "visit", "likewise"),
        row("read, LZ4 blocks, one by one", times["visit", packed], "", "likewise"),
        row("read, pulled (`flux_reader_next`)", times["pull", plain], "pull", "likewise"),
        row("`cat plain.flux > /dev/null`", cat, "",
            f"reading takes {read_plain / cat:.1f} times as long"),
        row("`lz4 -d` of the same bytes", unlz4, "",
            f"reading in LZ4 takes {read_packed / unlz4:.1f} times as long"),
        row("`babeltrace2 -o dummy`, same events as CTF", dummy, "",
            f"**{dummy / read_plain:.0f} times** as long as reading flux"),
        row("`babeltrace2`, as text", text, "",
            f"**{text / read_plain:.0f} times** as long as reading flux"),
    ])
    page = f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# flux: speed

*For programmers of tools. It answers: how fast flux is read and written, beside other
programs.*

Made by `make bench-flux` on {datetime.date.today()}: one trace of {events:,} integer samples of 8
signals, {int(plain_bytes) / 1e6:.0f} MB of flux, {int(packed_bytes) / 1e6:.0f} MB with LZ4 blocks
of 256 KiB, {int(ctf_bytes) / 1e6:.0f} MB of CTF. One core; CPU seconds of the whole process
(reading the file included), the best of {ROUNDS} rounds (writing: of 3; babeltrace2: of 2; its
text: one). {cpu_name()}, {os.cpu_count()} CPUs, load {os.getloadavg()[0]:.1f} from other work while
it ran: times are longer than on a quiet machine, ratios and instructions are not.

{table}

The aim is 100 million integer events a second on one core and 100 times babeltrace2: here
{events / read_plain / 1e6:.0f} million, {text / read_plain:.0f} times babeltrace2 as it prints
them, {dummy / read_plain:.0f} times its dummy sink, which only decodes. What bounds reading: where
an entry ends is known only when its head has been read, so entries cannot be read side by side.
This chain (load, add up the sizes, next address) takes by count some 15 cycles an event, 5 ns at 3
GHz; the instructions of an event take about as long on a core that does four a cycle. A hundred
times babeltrace2 without its text would be below 4 ns an event. Runs of integers cost one call for
up to 256 events, `data` one call each, pulling one call and one copy each.

{version("babeltrace2", "--version").split(" - ")[0]}; {version("lz4", "--version").strip("* ")};
{version("gcc", "--version")}.
"""
    print(table)
    if result:
        result.write_text(page)
    shutil.rmtree(folder)


main()
