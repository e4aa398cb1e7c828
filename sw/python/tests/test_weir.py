# SPDX-License-Identifier: Apache-2.0
"""The Python package, on the trace that WEIR_TRACE names. Tests of pyarrow, pandas and DuckDB are
skipped where these are not installed.
"""

import gc
import warnings

import pytest
import weir


def test_versions_and_errors(tmp_path):
    with pytest.raises(weir.Error, match="No such file"):
        weir.open(tmp_path / "none")
    (tmp_path / "other").write_bytes(b"not a trace at all " * 20)
    with pytest.raises(weir.Error, match="offset 0: expected the start"):
        weir.open(tmp_path / "other")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(weir.Error, match="expected a trace, found no byte: it is empty"):
        weir.open(tmp_path / "empty")
    with pytest.raises(weir.Error, match="is no unit"):
        weir.open(tmp_path / "other", unit="parsec")


@pytest.fixture
def trace(trace_path):
    with weir.open(trace_path) as one:
        yield one


def test_trace(trace):
    assert trace.format == "flux" and trace.tick == (10, 1_000_000_000)
    assert trace.threads and trace.lost > 0 and trace.uncounted == 0
    assert trace.left_out == 0 and "flux" in repr(trace)


def test_damage(trace_path, tmp_path):
    """What was stepped over is counted, and warned of once."""
    content = bytearray(open(trace_path, "rb").read())
    content[len(content) // 2] ^= 0xff
    path = tmp_path / "flip.recTr"
    path.write_bytes(content)
    trace = weir.open(path)
    with pytest.warns(weir.DamageWarning, match=f"{path}: damaged at offset {trace.damaged_at}; "):
        rows = len(trace.columns("events"))
    assert trace.damage > 0 and rows > 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        len(trace.columns("runs"))
        assert weir.open(trace_path).damaged_at is None
    pytest.importorskip("pyarrow")
    for use in (lambda: weir.open(path).to_arrow(), lambda: weir.to_parquet(path, tmp_path)):
        with pytest.warns(weir.DamageWarning):
            use()


def test_capsules(trace):
    """Streams that nobody takes are released; several live at the same time."""
    events = trace.columns("events")
    count = len(events)
    capsules = [events.__arrow_c_stream__() for _ in range(20)]
    del capsules
    gc.collect()
    assert len(events) == count > 0
    with pytest.raises(ValueError):
        trace.columns("nothing")


def test_duckdb(trace):
    duckdb = pytest.importorskip("duckdb")
    events, runs = trace.columns("events"), trace.columns("runs")  # noqa: F841
    assert duckdb.sql("select count(*) from events").fetchall() == [(len(events),)]
    busy = duckdb.sql('select sum("end" - start) from runs where thread_name is not null')
    assert busy.fetchall()[0][0] > 0


def test_pyarrow(trace, trace_path, tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow.parquet
    rows = weir.to_parquet(trace_path, tmp_path)
    for table in weir.TABLES:
        assert pyarrow.parquet.read_table(tmp_path / f"{table}.parquet").num_rows == rows[table]
        assert trace.to_arrow(table).num_rows == rows[table]


def test_pandas(trace):
    pytest.importorskip("pyarrow")
    pytest.importorskip("pandas")
    runs = trace.to_pandas("runs")
    assert len(runs) == len(trace.columns("runs")) and "thread_name" in runs.columns
