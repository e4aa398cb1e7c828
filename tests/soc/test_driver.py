# SPDX-License-Identifier: Apache-2.0
"""The driver on the host, on the device with faults laid over it."""

import subprocess

import pytest
from weirstream import definitions, name_run, cut_name


@pytest.mark.parametrize("variant", ["driver_plain", "driver_known_base", "driver_known_unit"])
def test_driver(program, variant):
    done = subprocess.run([program(f"build/tests/soc/{variant}")], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "good\n", done.stderr


def test_order(program):
    """With WEIR_BARRIER, events keep their values and threads on a bus that reorders stores."""
    done = subprocess.run([program("build/tests/soc/order_test")], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == "good\n", done.stderr


@pytest.mark.parametrize(
    "preset,features", [("tiny", dict(snoop=False)), ("small", dict(threads=8)),
                        ("full", dict(contexts=3, filtered=True, threads=16, retire=True, args=4))])
def test_head(program, preset, features):
    """The head equals that of weirstream, byte for byte."""
    done = subprocess.run([program("build/tests/soc/driver_plain"), "head", preset],
                          capture_output=True,
                          check=True)
    long = cut_name("a name that is cut at sixty-three bytes, inside ü or before it: üü")
    ids = [(0, 1, "one"), (0, 11, "eleven"), (0, 12, "twelve"), (0, 0x4001, "Übung"),
           (0, 0x7FFF, long)]
    names = [(0, 0x80001000, "idle"), (0, 5, long)]
    expected = definitions(ids=ids, names=names, **features)
    assert expected.startswith(b"\0\x01flux\x06\0")
    expected = expected.replace(b"regs 3", b"regs 5", 1)  # of the unit that the driver knows
    assert done.stdout == expected.replace(b"\0\x01flux\x06\0", b"\0\x01flux\x06\xac\x02",
                                           1)  # traceId 300


@pytest.mark.parametrize("name", [
    "", "a", "idle", "fünf", "12345678", "x" * 63, "x" * 64, "x" * 62 + "ü", "x" * 61 + "ü",
    "日" * 30, "\U0001f30a" * 20
])
def test_names(program, name):
    done = subprocess.run([program("build/tests/soc/driver_plain"), "names", "80001234", name],
                          capture_output=True,
                          text=True,
                          check=True)
    assert [int(line, 16) for line in done.stdout.split()] == name_run(0x80001234, name)
