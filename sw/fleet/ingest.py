#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of many devices into one data set of Parquet files, partitioned by firmware version:

    find traces -name '*.recTr' -print0 | xargs -0 -n 20 -P 8 ingest.py DATASET

A path ends in VERSION/DEVICE.ENDING, or --version and --device name them. A trace becomes a file of
each table, DATASET/TABLE/version=VERSION/DEVICE-HASH.parquet, written under another name and then
renamed: processes, hosts and repetitions do not disturb one another. Needs weir-trace and pyarrow.
"""

import argparse
import hashlib
import os
import re
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import weir

# Columns of a table: what the library calls them, and their type here: numbers are signed, which
# every engine has.
NUMBER, NAME = pa.int64(), pa.dictionary(pa.int32(), pa.string())
TABLES = {
    "runs": (("start", "start", NUMBER), ("end", "end", NUMBER), ("hart", "hart", pa.int32()),
             ("thread", "thread", NUMBER), ("thread_name", "thread_name", NAME),
             ("period", "period", NUMBER)),
    "events": (("time", "time", NUMBER), ("hart", "hart", pa.int32()), ("kind", "kind", NAME),
               ("id", "id", NUMBER), ("name", "name", NAME), ("thread", "thread", NUMBER),
               ("thread_name", "thread_name", NAME), ("value", "value", pa.float64()),
               ("text", "text", pa.string())),
    "losses": (("first_tick", "first", NUMBER), ("last_tick", "last", NUMBER),
               ("lost", "events", NUMBER)),
}
GROUP = 1 << 20  # rows in memory, which are a row group
SAFE = re.compile(r"[\w.+-]+")


def converted(column, to):
    if column.type == pa.uint64() and to == NUMBER:
        return pa.chunked_array([chunk.view(to) for chunk in column.chunks], to)  # no copy
    return column if column.type == to else column.cast(to, safe=False)


def write(stream, columns, constants, path):
    """A table of the library as a file, in constant memory. Returns the number of rows."""
    names = list(constants) + [name for name, _, _ in columns]
    types = [pa.float64() if isinstance(v, float) else NAME
             for v in constants.values()] + [to for _, _, to in columns]
    schema, rows = pa.schema(list(zip(names, types))), 0
    zeros = pa.Array.from_buffers(pa.int32(), 2 * GROUP, [None, pa.py_buffer(bytes(8 * GROUP))])

    def put(batches):
        table = pa.Table.from_batches(batches).unify_dictionaries()
        arrays = [pa.repeat(pa.scalar(v), len(table)) if isinstance(v, float) else
                  pa.DictionaryArray.from_arrays(zeros[:len(table)], [v])
                  for v in constants.values()]
        arrays += [converted(table[source], to) for _, source, to in columns]
        writer.write_table(pa.Table.from_arrays(arrays, schema=schema), 2 * GROUP)

    # Times are small differences; what has few values becomes numbers of them.
    delta = [name for name, to in zip(names, types) if to == NUMBER]
    with pa.parquet.ParquetWriter(
            path,
            schema,
            compression="zstd",
            compression_level=1,
            use_dictionary=[name for name in names if name not in delta],
            column_encoding={name: "DELTA_BINARY_PACKED" for name in delta}) as writer:
        batches = []
        for batch in pa.RecordBatchReader.from_stream(stream):
            batches.append(batch)
            rows += len(batch)
            if sum(map(len, batches)) >= GROUP:
                put(batches)
                batches = []
        if batches:
            put(batches)
    return rows


def ingest(path, dataset, version=None, device=None, damaged=False, **options):
    """Adds a trace, one that is damaged only if `damaged`. Returns {table: rows}."""
    path = Path(os.path.abspath(path))  # of a link, its own names
    version, device = version or path.parent.name, device or path.stem
    for word in (version, device):
        if not SAFE.fullmatch(word):
            raise ValueError(f"{word!r} is no name of a version or a device: letters, digits, .+-_")
    trace = weir.open(path, **options)
    if trace.tick is None:
        raise ValueError("the length of a tick is unknown: name it (unit)")
    if trace.damage and not damaged:
        raise ValueError(f"damaged at offset {trace.damaged_at}; not added (--damaged adds it)")
    with path.open("rb") as file:
        name = f"{device}-{hashlib.file_digest(file, 'sha256').hexdigest()[:16]}"
    constants, rows = {
        "device": device,
        "trace": name,
        "tick": trace.tick[0] / trace.tick[1]
    }, {}
    for table, columns in TABLES.items():
        folder = Path(dataset) / table / f"version={version}"
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{name}.{os.getpid()}.part"
        try:
            rows[table] = write(trace.columns(table), columns, constants, part)
            part.replace(folder / f"{name}.parquet")
        finally:
            part.unlink(missing_ok=True)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dataset")
    parser.add_argument("traces", nargs="+")
    parser.add_argument("--version", help="of the firmware (default: the folder of the trace)")
    parser.add_argument("--device", help="default: the name of the file")
    parser.add_argument("--names", action="append", default=[], help="a dictionary, or an ELF")
    parser.add_argument("--unit", help="of a tick, where the trace lacks it: 10ns")
    parser.add_argument("--damaged", action="store_true", help="add what damaged traces still have")
    args = parser.parse_args()
    bad = 0
    for path in args.traces:
        try:
            rows = ingest(path, args.dataset, args.version, args.device, args.damaged,
                          names=args.names, unit=args.unit)
            print(path, " ".join(f"{table}={n}" for table, n in rows.items()), flush=True)
        except (weir.Error, ValueError, OSError, pa.ArrowException) as error:
            print(f"ingest: {path}: {error}", file=sys.stderr)
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())
