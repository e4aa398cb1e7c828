# SPDX-License-Identifier: Apache-2.0
"""flux: the emitter on simulated cores, linked without a library, and what it writes there read
here.
"""

import subprocess

import pytest


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_on_a_core(program, tmp_path, core):
    """A trace written by a program on the core is a valid file with every sample in it."""
    data = tmp_path / "core.recTr"
    done = subprocess.run([
        program(f"build/soc/{core}-cpp/soc"), "--quiet", "--hex",
        program(f"build/fw/{core}/flux_target.hex"), "--out", data
    ],
                          capture_output=True,
                          text=True,
                          timeout=300)
    assert "integer_8_bit" in done.stdout, done.stdout + done.stderr
    dump = subprocess.run([program("build/sw/flux-dump"), data], capture_output=True, text=True)
    assert dump.returncode == 0, dump.stderr
    lines = [line.split(" ", 1)[1] for line in dump.stdout.splitlines()]
    values = [7] * 200 + [0x1234] * 200 + [0x12345678] * 200 + [0x123456789ABCDEF0] * 200
    steps = [100] * 200 + [1000] * 400 + [100000] * 200
    position, expected = 0, []
    for value, step in zip(values, steps):
        position += step
        expected.append(f"data item=2 @{position} ns10 integer {value}")
    assert lines == [
        'HEAD trace=0 "core" "" version=6 mode=0 items=3 entry=64',
        'SCPD item=1 parent=0 "hart0" ""',
        'SIGD item=2 parent=1 "count" "" integer',
        'SIGD item=3 parent=1 "load" "" struct',
        'OPEN item=0 base="ns10" start=0 rate=0',
        'MEMD item=3 member=0 parent=0 "cpu" integer',
        'ENMD item=2 scope=0 "none" = 0',
        *expected,
        f"data item=3 @{position} ns10 struct {{0:42}}",
        f"CLOS item=0 end={position}",
    ]


def test_code(program):
    """The emitter for rv32imc needs nothing from any library, and stays small."""
    unit = program("build/fw/flux/emit.o")
    undefined = subprocess.run(["riscv64-unknown-elf-nm", "-u", unit],
                               capture_output=True,
                               text=True,
                               check=True).stdout
    assert undefined.strip() == ""
    sizes = subprocess.run(["riscv64-unknown-elf-size", unit],
                           capture_output=True,
                           text=True,
                           check=True).stdout
    text, data, bss = map(int, sizes.splitlines()[1].split()[:3])
    assert text < 6000 and data == 0 and bss == 0
