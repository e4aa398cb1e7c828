# SPDX-License-Identifier: Apache-2.0
"""A data set of many devices, as in docs/guides/fleet.md: ingested in parallel, queried by DuckDB,
against the truth.
"""

import os
import re
import shutil
import subprocess
import sys

import fleet
import pytest


def quantile(values, p):
    """With interpolation, as SQL defines percentile_cont."""
    values = sorted(values)
    at = p * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


@pytest.fixture(scope="module")
def dataset(root, program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("fleet")
    truth = fleet.fleet(folder / "traces", devices=4, runs=300)
    env = {
        **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
        "PYTHONPATH": str(root / "sw/python")
    }
    for _ in range(2):  # a second time changes nothing
        subprocess.run(
            f"find {folder}/traces -name '*.recTr' -print0 | xargs -0 -n 4 -P 2 "
            f"{sys.executable} {root}/sw/fleet/ingest.py {folder}/set",
            shell=True,
            check=True,
            env=env,
            stdout=subprocess.DEVNULL)
    return folder / "set", truth


def ask(root, dataset, name):
    out = subprocess.run([sys.executable, root / "sw/fleet/query.py", dataset, name],
                         capture_output=True,
                         text=True,
                         check=True).stdout.splitlines()
    assert out[0] == f"# {name}"
    columns = out[1].split("\t")
    return [dict(zip(columns, line.split("\t"))) for line in out[2:]]


def test_files(dataset):
    folder, truth = dataset
    for table in ("runs", "events", "losses"):
        files = list(folder.glob(f"{table}/version=*/*"))
        assert len(files) == len(truth) and all(f.suffix == ".parquet" for f in files)


def test_periods(root, dataset):
    folder, truth = dataset
    rows = {(r["version"], r["device"]): r
            for r in ask(root, folder, "periods") if r["thread_name"] == "control"}
    assert rows.keys() == truth.keys()
    for key, periods in truth.items():
        assert int(rows[key]["periods"]) == len(periods)
        for name, p in (("p50", 0.5), ("p99", 0.99), ("p999", 0.999)):
            want = quantile(periods, p) * fleet.TICK
            assert float(rows[key][name]) == pytest.approx(want, rel=1e-6)


def test_regressions(root, dataset):
    folder, truth = dataset
    by = {v: [p for (w, _), periods in truth.items() if w == v for p in periods]
          for v in ("1.0", "1.1", "2.0")}
    row, = [r for r in ask(root, folder, "regressions") if r["thread_name"] == "control"]
    assert (row["before"], row["version"]) == ("1.1", "2.0")
    want = quantile(by["2.0"], 0.999) / quantile(by["1.1"], 0.999)
    assert want > 1.05 and float(row["ratio"]) == pytest.approx(want, rel=1e-6)


def test_order_of_versions(root, dataset, tmp_path):
    """1.10 comes after 1.9."""
    renamed = {"1.0": "1.9", "1.1": "1.10", "2.0": "2.0"}
    for path in dataset[0].glob("*/version=*"):
        version = renamed[path.name.removeprefix("version=")]
        shutil.copytree(path, tmp_path / path.parent.name / f"version={version}")
    row, = [r for r in ask(root, tmp_path, "regressions") if r["thread_name"] == "control"]
    assert (row["before"], row["version"]) == ("1.10", "2.0")


def test_worst(root, dataset):
    folder, _ = dataset
    rows = ask(root, folder, "worst")
    assert len(rows) == 10 and {r["version"] for r in rows[:4]} == {"2.0"}
    lost = {(r["version"], r["device"]): int(r["lost"]) for r in rows}
    assert set(lost.values()) == {0, 7} and {r["uncounted"] for r in rows} == {"0"}


def test_losses_without_a_number(root, dataset, program, tmp_path):
    """They are no losses of nothing."""
    good = next((dataset[0].parent / "traces").rglob("*.recTr"))
    fxt = tmp_path / "1" / "d1.fxt"
    fxt.parent.mkdir()
    subprocess.run([program("build/weir"), "convert", good, "-o", fxt], check=True)
    full = (1 << 4 | 3 << 16 | 7 << 20).to_bytes(8, "little")  # a buffer of provider 7
    fxt.write_bytes(fxt.read_bytes() + 2 * full)
    subprocess.run([sys.executable, root / "sw/fleet/ingest.py", tmp_path / "set", fxt], check=True,
                   stdout=subprocess.DEVNULL, env={
                       **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
                       "PYTHONPATH": str(root / "sw/python")
                   })
    row, = ask(root, tmp_path / "set", "worst")
    assert row["lost"] in ("0", "7") and row["uncounted"] == "2"


def test_bad_trace(root, dataset, program, tmp_path):
    """What cannot be read, or is damaged, is reported by name; the others go in."""
    good = next((dataset[0].parent / "traces").rglob("*.recTr"))
    bad, flip = tmp_path / "bad.recTr", tmp_path / "flip.recTr"
    bad.write_bytes(b"nothing of the sort" * 10)
    content = good.read_bytes()
    middle = len(content) // 2
    flip.write_bytes(content[:middle] + bytes([content[middle] ^ 0xff]) + content[middle + 1:])

    def ingest(*words):
        env = {
            **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
            "PYTHONPATH": str(root / "sw/python")
        }
        return subprocess.run([
            sys.executable, root / "sw/fleet/ingest.py", tmp_path / "set", "--version", "1", *words
        ],
                              env=env,
                              capture_output=True,
                              text=True)

    done = ingest(bad, flip, good)
    assert done.returncode == 1 and good.name in done.stdout
    first, second = done.stderr.splitlines()
    assert first.startswith(f"ingest: {bad}: ")
    assert re.fullmatch(rf"ingest: {flip}: damaged at offset \d+; not added \(--damaged adds it\)",
                        second)
    assert len(list(tmp_path.glob("set/runs/*/*.parquet"))) == 1
    assert ingest("--damaged", flip).returncode == 0
    assert len(list(tmp_path.glob("set/runs/*/*.parquet"))) == 2


def test_a_link_has_its_own_names(root, dataset, program, tmp_path):
    """A store by the hash of its contents, with links by version and device."""
    trace = next((dataset[0].parent / "traces").rglob("*.recTr"))
    link = tmp_path / "1.2" / "d7.recTr"
    link.parent.mkdir()
    link.symlink_to(trace)
    subprocess.run([sys.executable, root / "sw/fleet/ingest.py", tmp_path / "set", "d7.recTr"],
                   cwd=link.parent,
                   check=True,
                   stdout=subprocess.DEVNULL,
                   env={
                       **os.environ, "WEIR_LIBRARY": str(program("build/lib/libweir.so")),
                       "PYTHONPATH": str(root / "sw/python")
                   })
    stored, = tmp_path.glob("set/runs/*/*.parquet")
    assert stored.parent.name == "version=1.2" and stored.name.startswith("d7-")
