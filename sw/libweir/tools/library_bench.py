# SPDX-License-Identifier: Apache-2.0
"""Sizes of the library and its packages, and the speed of columns, beside `weir check` of the same
trace: library_bench.py BUILD EVENTS RESULT.md. Keeps what the page has of fleets, which
`library_bench.py fleet` writes for sw/fleet/regress.sh.
"""

import datetime
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "formats"))
import weirstream  # noqa: E402

ROUNDS = 3
BLOCK = 1_000_000  # events that repeat
# Reads a table of libweir as a user of the Arrow C Data Interface, and counts rows.
READ = """
#include <stdio.h>
#include <stdlib.h>
#include <weir/columns.h>
int main(int argc, char **argv)
{
    weir_trace_t *trace;
    struct ArrowArrayStream stream;
    struct ArrowArray rows;
    long long count = 0;
    if (argc < 3 || weir_trace_open_file(&trace, argv[1], NULL) ||
        weir_trace_columns(trace, (weir_trace_table_t)atoi(argv[2]), &stream))
        return 1;
    while (!stream.get_next(&stream, &rows) && rows.release) {
        count += rows.length;
        rows.release(&rows);
    }
    stream.release(&stream);
    weir_trace_close(trace);
    return count == 0;
}
"""


def seconds(*command):
    """Processor time of the quickest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([str(word) for word in command],
                       stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL,
                       env={
                           **os.environ, "WEIR_PARALLEL": "0"
                       },
                       check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def sizes(build, folder):
    """Rows of what is built, stripped as packages have it."""
    rows = []
    for name, path in (("command `weir`", build / "weir"),
                       ("`libweir.so`", build / "lib/libweir.so")):
        stripped = folder / "stripped"
        subprocess.run(["strip", "-o", stripped, path], check=True)
        rows.append(f"| {name}, stripped | {stripped.stat().st_size / 1024:.0f} |")
    for name, pattern in (("Debian package", "deb/*.deb"), ("wheel of `weir-trace`",
                                                            "wheel/*.whl")):
        rows += [f"| {name} | {path.stat().st_size / 1024:.0f} |" for path in build.glob(pattern)]
    return rows


def main(build, wanted, result):
    build, page = Path(build).resolve(), Path(result)
    kept = "\n## A fleet" + page.read_text().split("\n## A fleet")[1] if page.exists() else ""
    stream, _ = weirstream.random_stream(seed=1, harts=1, threads=24, events=BLOCK, loss=False)
    threads = sorted(e.value for e in stream.events if e.id == weirstream.THREAD_SWITCH)
    repeat = max(1, wanted // BLOCK)
    events, rows = repeat * BLOCK, []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        data = bytes(stream.bytes) * repeat
        named, unnamed = folder / "named.recTr", folder / "unnamed.recTr"
        named.write_bytes(
            weirstream.definitions(names=[(0, t, f"thread {t:x}") for t in set(threads)]) + data)
        unnamed.write_bytes(weirstream.definitions() + data)
        program = folder / "read"
        (folder / "read.c").write_text(READ)
        include = Path(__file__).resolve().parents[2] / "include"
        subprocess.run([
            "gcc", "-O2", f"-I{include}", folder / "read.c", f"-L{build}/lib", "-lweir",
            f"-Wl,-rpath,{build}/lib", "-o", program
        ],
                       check=True)
        weir, out = build / "weir", folder / "out.arrow"
        check = seconds(weir, "check", named)

        def row(what, took, size=None):
            bytes_ = f"{size / events:.1f}" if size else ""
            rows.append(f"| {what} | {events / took / 1e6:.1f} | {took / check:.2f} | {bytes_} |")
            print(rows[-1], flush=True)

        row("`weir check`", check, named.stat().st_size)
        row("columns of `events`, all threads named", seconds(program, named, 0))
        row("columns of `events`, threads without a name", seconds(program, unnamed, 0))
        row("columns of `runs`", seconds(program, named, 1))
        took = seconds(weir, "convert", named, "-o", out)
        row("`weir convert --to arrow`", took, out.stat().st_size)
        packages = sizes(build, folder)
    page.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# The library, its packages, and columns: size and speed

*For programmers of tools and analyses. It answers: how large the library is, and how fast columns
are.*

Made by `make bench-library` on {datetime.date.today()}: {events:,} events of one hart, a
random million that repeats. Processor time of whole processes in one thread, best of {ROUNDS}
rounds. The load was {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores: if it is much more than 1,
the times are longer, and not all by as much.

| | million events/s | time, of `weir check` | bytes an event |
|---|---|---|---|
{chr(10).join(rows)}

A trace is decoded once. Where a thread has no name, a second reader looks for it, to the end of the
trace if it gets none. The command also writes the file, which the kernel counts.

| size | KiB |
|---|---|
{chr(10).join(packages)}
{kept}""")


def periods(answers, thread):
    """Rows of percentiles of the period of a thread by version, from the least to the most of its
    devices, in microseconds."""
    lines = Path(answers).read_text().split("# periods\n")[1].split("\n#")[0].splitlines()
    of = {}
    for row in (dict(zip(lines[0].split("\t"), line.split("\t"))) for line in lines[1:]):
        if row["thread_name"] == thread:
            of.setdefault(row["version"], []).append(row)
    for version, rows in sorted(of.items()):
        cells = []
        for name in ("p50", "p99", "p999"):
            values = [1e6 * float(r[name]) for r in rows]
            cells.append(f"{min(values):.2f} to {max(values):.2f}")
        yield f"| {version} | {len(rows)} | {' | '.join(cells)} |"


def fleet(result, settings, traces, events, rows, flux, dataset, ingest, duckdb, spark, answers):
    """Writes what the page says of fleets; answers: the file of what the queries gave."""
    page, events, rows = Path(result), int(events), int(rows)
    ingest, duckdb, spark = float(ingest), float(duckdb), float(spark)
    given = dict(re.findall(r"(\w+)=(\d+)", settings))
    again = ""
    if int(given["REPEAT"]) > 1:
        again = f"""
A trace has {int(given["RUNS"]):,} runs of the control thread, made at random, in
{int(given["REPEAT"]):,} copies one behind the other. Compression can find these copies: a data set
of traces without them may be larger.
"""
    page.write_text(
        page.read_text().split("\n## A fleet")[0] + f"""
## A fleet

Made by `{settings} PAGE=1 make regress-fleet` on {datetime.date.today()}, on
{os.cpu_count()} processors that others used, too: {int(traces):,} traces with {events:,} events and
{rows:,} runs of threads, {int(flux):,} MB of flux. DuckDB and Spark gave equal results for all
queries of [`queries.sql`](../guides/fleet.md).
{again}
| step | seconds | million events/s | |
|---|---|---|---|
| ingest: events, runs, losses; two processes | {ingest:.0f} | {events / ingest / 1e6:.1f} | \
data set of {int(dataset):,} MB |
| DuckDB, all queries | {duckdb:.0f} | {events / duckdb / 1e6:.1f} | |
| Spark, `local[2]`, all queries | {spark:.0f} | {events / spark / 1e6:.1f} | \
{spark / duckdb:.1f} times DuckDB |

### Periods of the control thread

The query `periods`, in us, from the least to the most of the devices of a version. The traces are
made; the last version is slower.

| version | devices | 50 % | 99 % | 99.9 % |
|---|---|---|---|---|
{chr(10).join(periods(answers, "control"))}
""")


if __name__ == "__main__":
    if sys.argv[1] == "fleet":
        fleet(*sys.argv[2:])
    else:
        main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
