# SPDX-License-Identifier: Apache-2.0
"""flux: the document is up to date, and a second, independent decoder finds the same entries as
the library.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/formats/vectors/flux"
TOOLS = ROOT / "sw/lib/flux/tools"
sys.path.insert(0, str(TOOLS))
import flux_spec as spec  # noqa: E402

UNPACKED = [
    "all_v4", "all_v6", "java_all_v6", "ring_v6_empty", "ring_v6_half", "ring_v6_noinit",
    "ring_v6_wrap15", "ring_v6_wrap15to1", "ring_v6_wrapped"
]


def test_document():
    page = ROOT / "docs/reference/flux.md"
    done = subprocess.run([sys.executable, TOOLS / "flux_spec.py", "--check", page, VECTORS])
    assert done.returncode == 0


def dumped(program, data):
    """{offset: kind} of the output of flux-dump."""
    done = subprocess.run([program("build/sw/flux-dump"), "-"],
                          input=data,
                          capture_output=True,
                          check=True)
    return {int(line.split()[0], 16): line.split()[1] for line in done.stdout.decode().splitlines()}


@pytest.mark.parametrize("name", UNPACKED)
def test_same_entries(program, name):
    data = (VECTORS / f"{name}.recTr").read_bytes()
    found = {
        at: kind
        for at, kind, fields in spec.decode(data) if not (kind == "SECT" and fields[1][2] & 15 == 0)
    }
    assert found == dumped(program, data)


def test_logic_states(program):
    """The second decoder and flux-dump read the same logic."""
    data = (VECTORS / "all_v6.recTr").read_bytes()
    text = subprocess.run([program("build/sw/flux-dump"), "-"],
                          input=data,
                          capture_output=True,
                          check=True).stdout.decode()
    said = {
        int(line.split()[0], 16): line.split()[-1]
        for line in text.splitlines() if " logic " in line and " data " in line
    }
    assert len(said) > 15
    for at, states in said.items():
        _, fields, _ = spec.decode_entry(data, at)
        shown = {name: (raw, value) for name, raw, value in fields}
        df = int(shown["size and format"][1].split("df ")[1])
        assert spec.logic_states(df, shown.get("payload", (b"", ))[0], 12) == states


def test_extended_entries(program):
    """Definitions of the extended layout as the second encoder writes them."""
    rng = random.Random(1)
    word = lambda: "".join(rng.choice("abcdefg") for _ in range(rng.randrange(4)))  # noqa: E731
    head = spec.encode("SCPD", spec.EXTENDED, 1, 0, word(), word(), word())
    stream, expected = b"", []
    for i in range(200):
        kind = rng.choice(["SCPD", "SIGD", "MSGD", "SIRD", "SSGD", "SSRD"])
        values = [
            rng.randrange(1, 300) if k == "P" else
            rng.randrange(1, 12) if k == "B" else rng.randrange(-5, 70) if k == "Z" else word()
            for _, k in spec.fields_of(spec.TAGS[kind], spec.EXTENDED)
        ]
        if kind == "MSGD":
            values[1] = values[0] + rng.randrange(5)
        stream += spec.encode(kind, spec.EXTENDED, *values)
        expected.append(kind)
    trace = bytes.fromhex("0001666c75780600000000ff018020") + head + stream
    done = subprocess.run([program("build/sw/flux-dump"), "-w", "-"],
                          input=trace,
                          capture_output=True)
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 0, done.stderr
    assert [line.split()[1] for line in lines] == ["HEAD", "SCPD"] + expected
    assert all(line.endswith("(extended)")
               for line in lines[1:]) and "~" not in done.stdout.decode()
