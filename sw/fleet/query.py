#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs queries.sql, or other SQL, over a data set of ingest.py:

    query.py DATASET [NAME ...] [--engine duckdb|spark] [--sql FILE] [--memory GB]

Without names all of them. Prints tab-separated rows. What does not fit into the memory goes to
files in TMPDIR.
"""

import argparse
import re
import sys
import tempfile
from pathlib import Path

TABLES = ("runs", "events", "losses")


def versions(dataset):
    """Those of the data set in their order, 1.10 after 1.9, as SQL: the table (version, place)."""
    found = {path.name.partition("=")[2]
             for table in TABLES for path in (Path(dataset) / table).glob("version=*")}
    parts = lambda version: [(text.isdigit(), int(text) if text.isdigit() else 0, text)
                             for text in re.findall(r"\d+|\D+", version)]
    rows = [f"select '{version}' as version, {place} as place"
            for place, version in enumerate(sorted(found, key=parts))]
    return "create or replace temporary view versions as " + " union all ".join(rows)


def queries(path):
    """{name: text} of a file."""
    parts = re.split(r"(?m)^-- name: (\w+)$", Path(path).read_text())
    return {name: text.strip().rstrip(";") for name, text in zip(parts[1::2], parts[2::2])}


class DuckDB:
    def __init__(self, dataset, memory):
        import duckdb
        self.db = duckdb.connect(config={"temp_directory": tempfile.mkdtemp(prefix="query-")})
        if memory:
            self.db.execute(f"set memory_limit = '{memory}GB'")
        for table in TABLES:
            files = str(Path(dataset) / table / "*/*.parquet").replace("'", "''")
            self.db.execute(f"create view {table} as select * from read_parquet('{files}', "
                            "hive_partitioning = true, hive_types = {'version': varchar})")
        self.db.execute(versions(dataset))

    def rows(self, text):
        found = self.db.execute(text.replace("`", '"'))
        return [d[0] for d in found.description], [tuple(row) for row in found.fetchall()]


class Spark:
    def __init__(self, dataset, memory):
        from pyspark.sql import SparkSession
        builder = SparkSession.builder.master("local[2]").appName("fleet")
        for key, value in {
            "spark.ui.enabled": "false",
            "spark.sql.sources.partitionColumnTypeInference.enabled": "false",
            "spark.local.dir": tempfile.gettempdir(),
            "spark.driver.memory": f"{memory or 1}g",
            "spark.sql.shuffle.partitions": "16"
        }.items():
            builder = builder.config(key, value)
        self.spark = builder.getOrCreate()
        self.spark.sparkContext.setLogLevel("ERROR")
        for table in TABLES:
            self.spark.read.parquet(str(Path(dataset) / table)).createOrReplaceTempView(table)
        self.spark.sql(versions(dataset))

    def rows(self, text):
        found = self.spark.sql(text)
        return found.columns, [tuple(row) for row in found.collect()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dataset")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--engine", choices=["duckdb", "spark"], default="duckdb")
    parser.add_argument("--sql", default=Path(__file__).with_name("queries.sql"))
    parser.add_argument("--memory", type=int, help="GB (DuckDB: four fifths of all; Spark: 1)")
    args = parser.parse_args()
    known = queries(args.sql)
    for name in args.names:
        if name not in known:
            sys.exit(f"query: no query {name}; there are {', '.join(known)}")
    engine = {"duckdb": DuckDB, "spark": Spark}[args.engine](args.dataset,
                                                                     args.memory)
    for name in args.names or known:
        columns, rows = engine.rows(known[name])
        print(f"# {name}")
        print(*columns, sep="\t")
        for row in rows:
            print(*(f"{v:.9g}" if isinstance(v, float) else v for v in row), sep="\t")


if __name__ == "__main__":
    main()
