#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds the source archive, installs it with pip into a new environment, beside pyarrow, pandas and
# polars, and runs the package's tests there, and a plot of a trace.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
build/venv/bin/python - "$folder/trace.recTr" <<'EOF'
import sys
sys.path.insert(0, "tests/formats")
import weirstream
stream, names = weirstream.random_stream(seed=32, events=30_000)
definitions = weirstream.definitions(harts=2, names=[(0, t, n) for t, n in names.items()])
open(sys.argv[1], "wb").write(definitions + bytes(stream.bytes))
EOF
python3 -m venv "$folder/venv"
pip=("$folder/venv/bin/pip" -q --disable-pip-version-check)
"${pip[@]}" install build pytest pandas==3.1.1 pyarrow==26.0.1 polars matplotlib duckdb==2.0.0
"$folder/venv/bin/python" -m build -q --sdist -o "$folder" "$here"
ls -l "$folder"/*.tar.gz
"${pip[@]}" install "$folder"/weir_trace-*.tar.gz
cd "$folder"
WEIR_TRACE=$folder/trace.recTr venv/bin/python -m pytest -q -p no:cacheprovider -p no:randomly \
  "$here/sw/python/tests"
venv/bin/weir --version
venv/bin/python - <<'EOF'
import matplotlib
matplotlib.use("Agg")
import polars
import weir
trace = weir.open("trace.recTr")
runs = trace.to_pandas("runs")
axes = runs.groupby("thread_name", observed=True).apply(
    lambda r: (r["end"] - r["start"]).sum()).plot.barh()
axes.figure.savefig("runs.png")
frame = polars.DataFrame(trace.columns("events"))
assert len(frame) == len(trace.columns("events"))
EOF
test -s runs.png
MPLBACKEND=Agg venv/bin/python - "$here/docs/guides/trace.ipynb" <<'EOF'
import json
import sys
cells = [c for c in json.load(open(sys.argv[1]))["cells"] if c["cell_type"] == "code"]
exec("\n".join("".join(c["source"]) for c in cells))
EOF
echo "1 passed, 0 failed"
