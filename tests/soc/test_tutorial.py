# SPDX-License-Identifier: Apache-2.0
"""What tutorial.md says of its trace is in the trace: one missed deadline, by an inversion."""

import csv
import re
import subprocess

import pytest


@pytest.fixture(scope="module")
def late(program, tmp_path_factory):
    """(console, rows) of the program with the mistake."""
    folder = tmp_path_factory.mktemp("late")
    done = subprocess.run([
        program("build/soc/ibex-cpp-full/soc"), "--quiet", "--hex",
        program("build/fw/ibex/freertos_late.hex"), "--out", folder / "late.recTr"
    ],
                          check=True,
                          capture_output=True,
                          text=True)
    weir = program("build/weir")
    doctor = subprocess.run([weir, "doctor", folder / "late.recTr"],
                            capture_output=True,
                            text=True)
    assert doctor.returncode == 0 and ": nothing is odd;" in doctor.stdout, doctor.stdout
    table = subprocess.run([weir, "convert", folder / "late.recTr", "--to", "csv", "-o", "-"],
                           check=True,
                           capture_output=True,
                           text=True).stdout
    return done.stdout, [r for r in csv.DictReader(table.splitlines()) if r["time"]]


def test_one_deadline_is_missed(late, root):
    console, rows = late
    said = re.search(r"deadlines missed: \d+ of \d+", console)[0]
    assert said in (root / "docs/start/tutorial.md").read_text()
    assert said.endswith(f"{sum(r['id_name'] == 'done' for r in rows)}")
    assert sum(r["id_name"] == "deadline missed" for r in rows) == 1


def test_it_is_an_inversion(late):
    """logger has the bus; control waits for it; radio runs, and logger does not."""
    _, rows = late
    missed = next(i for i, r in enumerate(rows) if r["id_name"] == "deadline missed")
    due = max(i for i in range(missed) if rows[i]["id_name"] == "due")
    waits = next(i for i in range(due, missed) if rows[i]["id_name"] == "semaphore take waits")
    given = next(i for i in range(waits, missed) if rows[i]["id_name"] == "semaphore give")
    taken = max(i for i in range(waits) if rows[i]["id_name"] == "semaphore take")
    assert [rows[i]["thread_name"] for i in (taken, waits, given, missed)
            ] == ["logger", "control", "logger", "control"]
    running, since, ran = None, 0, {}
    for row in rows[waits:given + 1]:
        if row["kind"] == "switch":
            if running:
                ran[running] = ran.get(running, 0) + int(row["time"]) - since
            running, since = row["thread_name"], int(row["time"])
    assert ran["radio"] > 30000 and ran.get("logger", 0) < 10000  # of 10 ns
    assert int(rows[missed]["time"]) - int(rows[due]["time"]) > 30000


def test_its_interrupts_are_there(late):
    """The timer, the unit's own, and yields: traps that the unit saw by itself."""
    _, rows = late
    entered = [r for r in rows if r["kind"] == "isr_enter" or "enter" in r["kind"]]
    assert len(entered) > 200 and len({r["id"] for r in entered}) == 3
