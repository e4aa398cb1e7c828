# SPDX-License-Identifier: Apache-2.0
"""FXT: how fast it is read and written, beside the readers of others, in one run.

    fxt_bench.py BUILD_DIRECTORY EVENTS RESULT.md

PyPI fxt reads the first events only (1/50 of them), as it takes long; its time is counted for as
many events. Perfetto's trace processor is timed from the first byte it is given to the moment it
can answer, without its start; it also sorts the events and builds tables. Each of some rounds runs
every program once; the best counts.
"""

import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "tests/formats"))
import readers  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from timed import ROUNDS, load_text, once  # noqa: E402

PART = 50
LOAD = """
const fs = require('fs'), vm = require('vm');
const [path, ui, trace] = process.argv.slice(1);
let source = fs.readFileSync(path, 'utf8').replace(/\\nmain\\([^]*$/, '\\n');
source += `
(async () => {
  const engine = await startEngine(${JSON.stringify(ui)});
  const start = process.cpuUsage();
  load(engine, ${JSON.stringify(trace)});
  const used = process.cpuUsage(start);
  const rows = query(engine, 'select (select count(*) from slice) + ' +
    '(select count(*) from counter) + (select count(*) from sched) as n');
  process.stdout.write(JSON.stringify({seconds: (used.user + used.system) / 1e6, rows: rows[0].n}));
})();`;
new Function('require', 'process', source)(require, process);
"""


def by_python(part, events):
    """CPU seconds of PyPI fxt."""
    start = time.process_time()
    assert len(readers.fxt_records(part)) == events + 16
    return time.process_time() - start


def by_perfetto(trace, events):
    """CPU seconds of Perfetto's trace processor."""
    done = subprocess.run([
        "node", "-e", LOAD,
        str(ROOT / "tests/formats/perfetto.js"),
        str(readers.perfetto_ui()),
        str(trace)
    ],
                          capture_output=True,
                          text=True,
                          check=True)
    load = json.loads(done.stdout)
    assert abs(load["rows"] - events * 6 // 8) < 10  # a duration is one row
    return load["seconds"]


def main():
    build, events, result = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    bench, folder = build / "sw/fxt-bench", build / "bench/fxt"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    trace, large, part = folder / "trace.fxt", folder / "large.fxt", folder / "part.fxt"
    many = events * 20

    for count, path in (events, trace), (events // PART, part):
        once(bench, "write", count, path)
    load, took = os.getloadavg()[0], {}
    for _ in range(ROUNDS):
        write, _, (_, large_bytes, large_sum) = once(bench, "write", many, large)
        read, _, (count, _, read_sum) = once(bench, "read", large)
        assert int(count) == many and read_sum == large_sum
        each = {
            "write": write / many,
            "read": read / many,
            "cat": once("cat", large)[0] / many,
            "python": by_python(part, events // PART) / (events // PART),
            "perfetto": by_perfetto(trace, events) / events
        }
        took = {what: min(took.get(what, spent), spent) for what, spent in each.items()}
    load_said, ours = load_text(load), took["read"]

    def row(what, each, note):
        return f"| {what} | {1 / each / 1e6:.2f} | {each / ours:.1f} | {note} |"

    table = "\n".join([
        "| | million events/s | times as long as reading here | |",
        "|---|---|---|---|",
        row("read", ours, "every record delivered, references resolved, times summed up"),
        row("write", took["write"], "with the caches of strings and threads"),
        row("`cat` of the same bytes", took["cat"], ""),
        row("PyPI `fxt`, `parse_records`", took["python"], f"{events // PART:,} events"),
        row("Perfetto trace processor, load", took["perfetto"],
            f"WebAssembly under node; {events:,} events, which it also sorts and puts in tables"),
    ])
    cpu_name = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    result.write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# FXT: speed

*For programmers of tools. It answers: how fast FXT is read and written, beside other programs.*

Made by `make bench-fxt` on {datetime.date.today()}: {many:,} events (switches, durations, counters,
instants with arguments), {int(large_bytes) / many:.1f} bytes each. CPU seconds of whole processes,
reading the file included; of the two readers by others without their start. {ROUNDS} rounds, each
with all programs in turn; of each program the best.
{cpu_name.group(1) if cpu_name else platform.machine()}.
{load_said}

{table}
""")
    print(table)
    shutil.rmtree(folder)


main()
