#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A thousand traces into one data set, by several processes; then the queries on DuckDB and on
# Spark, whose results must be equal. TRACES and RUNS (of a thread, three events each) change the
# size, and REPEAT, how often a trace has the same runs; MEMORY is for each engine, in GB.
set -euo pipefail
cd "$(dirname "$0")/../.."
traces=${TRACES:-1000} runs=${RUNS:-300} memory=(${MEMORY:+--memory "$MEMORY"})
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
build/venv/bin/python - "$folder/traces" "$traces" "$runs" "${REPEAT:-1}" <<'EOF'
import sys
from pathlib import Path
sys.path.insert(0, "tests/libweir")
import fleet
fleet.fleet(Path(sys.argv[1]), (int(sys.argv[2]) + 2) // 3, int(sys.argv[3]),
            repeat=int(sys.argv[4]))
EOF
seconds() { date +%s.%N; }
begin=$(seconds)
find "$folder/traces" -name '*.recTr' -print0 |
  xargs -0 -n 50 -P 2 build/venv/bin/python sw/fleet/ingest.py "$folder/set" >"$folder/log"
ingested=$(seconds)
build/venv/bin/python sw/fleet/query.py "$folder/set" "${memory[@]}" >"$folder/duckdb"
duckdb=$(seconds)
build/spark/bin/python sw/fleet/query.py "$folder/set" --engine spark "${memory[@]}" \
  >"$folder/spark" 2>"$folder/err" || { tail -5 "$folder/err"; exit 1; }
spark=$(seconds)
cmp "$folder/duckdb" "$folder/spark"
awk -v a="$begin" -v b="$ingested" -v c="$duckdb" -v d="$spark" '
  { traces++; for (i = 2; i <= NF; i++) { split($i, p, "="); rows[p[1]] += p[2] } }
  END { printf "%d traces, %d events: ingested in %.1f s, queried by DuckDB in %.1f s, by Spark " \
               "in %.1f s, with equal results\n", traces, rows["events"], b - a, c - b, d - c }
' "$folder/log"
du -sh "$folder/traces" "$folder/set" | cut -f1 | paste -sd' ' | sed 's/^/traces and data set: /'
echo "1 passed, 0 failed"
