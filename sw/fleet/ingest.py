#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of many devices into one data set of Parquet files, partitioned by firmware version:

    find traces -name '*.recTr' -print0 | xargs -0 -n 20 -P 8 ingest.py DATASET

A path ends in VERSION/DEVICE.ENDING, or --version and --device name them. A trace becomes a file of
each table, DATASET/TABLE/version=VERSION/DEVICE-HASH.parquet, written under another name and then
renamed: processes, hosts and repetitions do not disturb one another. Needs weir-trace and DuckDB.
"""

import argparse
import hashlib
import os
import re
import sys
from pathlib import Path

import duckdb
import weir

# Signed numbers, which every engine has. Times in ticks of `tick` seconds.
QUERIES = {
    "runs":
    """select '{device}' device, '{trace}' trace, {tick}::double tick, start::bigint "start",
       "end"::bigint "end", hart::int hart, thread::bigint thread,
       coalesce(thread_name, '') thread_name from runs""",
    "events":
    """select '{device}' device, '{trace}' trace, {tick}::double tick, time::bigint "time",
       hart::int hart, kind::varchar kind, id::bigint id, name::varchar "name",
       thread::bigint thread, coalesce(thread_name, '') thread_name, value::double "value"
       from events""",
    "losses":
    """select '{device}' device, '{trace}' trace, {tick}::double tick, "first"::bigint first_tick,
       "last"::bigint last_tick, events::bigint lost from losses""",
}
SAFE = re.compile(r"[\w.+-]+")


def ingest(path, dataset, version=None, device=None, tables=tuple(QUERIES), **options):
    """Adds a trace. Returns {table: rows}."""
    path = Path(path).resolve()
    version, device = version or path.parent.name, device or path.stem
    for word in (version, device):
        if not SAFE.fullmatch(word):
            raise ValueError(f"{word!r} is no name of a version or a device: letters, digits, .+-_")
    trace = weir.open(path, **options)
    if trace.tick is None:
        raise ValueError("the length of a tick is unknown: name it (unit)")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    tick, rows, db = trace.tick[0] / trace.tick[1], {}, duckdb.connect()
    for table in tables:
        folder = Path(dataset) / table / f"version={version}"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"{device}-{digest}.parquet"
        part = folder / f".{device}-{digest}.{os.getpid()}.part"
        query = QUERIES[table].format(device=device, trace=f"{device}-{digest}", tick=repr(tick))
        db.register(table, trace.columns(table))
        quoted = str(part).replace("'", "''")
        rows[table] = db.execute(
            f"copy ({query}) to '{quoted}' (format parquet, compression zstd)").fetchall()[0][0]
        db.unregister(table)
        part.replace(target)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dataset")
    parser.add_argument("traces", nargs="+")
    parser.add_argument("--version", help="of the firmware (default: the folder of the trace)")
    parser.add_argument("--device", help="default: the name of the file")
    parser.add_argument("--names", action="append", default=[], help="a dictionary, or an ELF")
    parser.add_argument("--unit", help="of a tick, where the trace lacks it: 10ns")
    args = parser.parse_args()
    bad = 0
    for path in args.traces:
        try:
            rows = ingest(path, args.dataset, args.version, args.device, names=args.names,
                          unit=args.unit)
            print(path, " ".join(f"{table}={n}" for table, n in rows.items()), flush=True)
        except (weir.Error, ValueError, OSError, duckdb.Error) as error:
            print(f"ingest: {path}: {error}", file=sys.stderr)
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
