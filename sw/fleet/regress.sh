#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A thousand traces into one data set, by two processes; then the queries on DuckDB and on Spark,
# whose results must be equal. TRACES and RUNS (of the control thread, three events each) change the
# size, and REPEAT, how often a trace has the same runs; MEMORY is for each engine, in GB. PAGE=1
# writes the figures into docs/evidence/library.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
traces=${TRACES:-1000} runs=${RUNS:-300} repeat=${REPEAT:-1} memory=(${MEMORY:+--memory "$MEMORY"})
command -v java >/dev/null || {
  echo "regress-fleet: NOT RUN. Spark needs Java (apt-get install default-jre-headless)"
  exit 0
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export TMPDIR=$folder
export PYTHONPATH=$PWD/sw/python WEIR_LIBRARY=$PWD/build/lib/libweir.so
[ -x build/spark/bin/python ] || python3 -m venv build/spark
build/spark/bin/pip -q --disable-pip-version-check install -r sim/deps/spark.txt
python=build/venv/bin/python
PYTHONPATH=tests/libweir $python -c "
import fleet, pathlib
fleet.fleet(pathlib.Path('$folder/traces'), ($traces + 2) // 3, $runs, repeat=$repeat)"

declare -A wall
measure() { # step, command...: its seconds
  local name=$1 TIMEFORMAT=%R
  shift
  wall[$name]=$({ time "$@" 2>"$folder/err"; } 2>&1) || { tail -5 "$folder/err" >&2; exit 1; }
}
ingest() {
  find "$folder/traces" -name '*.recTr' -print0 |
    xargs -0 -n 50 -P 2 $python sw/fleet/ingest.py "$folder/set" >"$folder/log"
}
ask() { # engine, python
  "$2" sw/fleet/query.py "$folder/set" --engine "$1" "${memory[@]}" >"$folder/$1"
}
measure ingest ingest
measure duckdb ask duckdb $python
measure spark ask spark build/spark/bin/python
cmp "$folder/duckdb" "$folder/spark"
read -r count events rows < <(awk '
  { n++; for (i = 2; i <= NF; i++) { split($i, p, "="); rows[p[1]] += p[2] } }
  END { print n, rows["events"], rows["runs"] }' "$folder/log")
size() { du -sm "$folder/$1" | cut -f1; }
echo "$count traces, $events events, $rows runs: $(size traces) MB of flux, data set $(size set) MB"
for step in ingest duckdb spark; do echo "$step: ${wall[$step]} s"; done
if [ -n "${PAGE:-}" ]; then
  $python sw/libweir/tools/library_bench.py fleet docs/evidence/library.md \
    "TRACES=$traces RUNS=$runs REPEAT=$repeat${MEMORY:+ MEMORY=$MEMORY}" "$count" "$events" "$rows" \
    "$(size traces)" "$(size set)" "${wall[ingest]}" "${wall[duckdb]}" "${wall[spark]}" \
    "$folder/duckdb"
fi
echo "1 passed, 0 failed"
