# SPDX-License-Identifier: Apache-2.0
"""The VCD writer: golden text, and the result of other readers."""

import subprocess

import pytest
import readers


@pytest.fixture
def kinds(program, tmp_path):
    done = subprocess.run([program("build/tests/formats/vcd_kinds")],
                          capture_output=True,
                          timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    path = tmp_path / "kinds.vcd"
    path.write_bytes(done.stdout)
    return path


def code(number):
    """Identifier code of the n-th variable.

    All strings of ! to ~, the shorter first, the first character running fastest.
    """
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 94)
        text += chr(33 + digit)
    return text


def test_golden_text(kinds):
    assert len({code(n) for n in range(205)}) == 205 and code(93) == "~" and code(94) == "!!"
    lines = [
        "$comment all kinds $end",
        "$timescale 10 ns $end",
        "$scope module top $end",
        "$var wire 1 ! wire $end",
        "$scope module inner_scope $end",
        '$var wire 32 " \\count[3] $end',
        "$var wire 64 # \\9___ $end",
        "$var event 1 $ _ $end",
        *(f"$var wire 8 {code(4 + n)} v{n} $end" for n in range(200)),
        f"$var wire 2 {code(204)} pair $end",
        "$upscope $end",
        "$upscope $end",
        "$enddefinitions $end",
        "#0",
        "0!",
        "#5",
        "1!",
        'b0 "',
        "b" + "1" * 64 + " #",
        "1$",
        "#10000000000",
        f'b{0xDEADBEEF:b} "',
        *(f"b{n:b} {code(4 + n)}" for n in range(200)),
        *(line for n in range(4) for line in (f"#{10**10 + 1 + n}", f"b{n:b} {code(204)}")),
    ]
    assert kinds.read_text().splitlines() == lines


def numbers(signals):
    return {
        name: [(time, int(value, 2)) for time, value in changes]
        for name, changes in signals.items()
    }


def test_read_by_vcdvcd_and_through_fst(kinds, tmp_path):
    signals = numbers(readers.vcd_signals(kinds))
    assert len(signals) == 205
    assert signals["top.wire"] == [(0, 0), (5, 1)]
    assert signals["top.inner_scope.\\count[3]"] == [(5, 0), (10**10, 0xDEADBEEF)]
    assert signals["top.inner_scope.\\9___"] == [(5, 2**64 - 1)]
    assert signals["top.inner_scope._"] == [(5, 1)]
    assert signals["top.inner_scope.v199"] == [(10**10, 199)]
    assert signals["top.inner_scope.pair"] == [(10**10 + 1 + n, n) for n in range(4)]
    assert numbers(readers.vcd_signals(readers.vcd_through_fst(kinds, tmp_path))) == signals
