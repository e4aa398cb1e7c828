# SPDX-License-Identifier: Apache-2.0
"""The libraries on a 32-bit big-endian machine write the bytes that they write here."""

import subprocess

import fluxgen
import fxtgen
import pytest
import weirstream
from test_txtb import trace
from test_txtb_model import random_buffer

SOURCES = ["flux", "fxt", "rkh", "txtb"]
OTHERS = ["other.flux", "other.fxt", "big.fxt", "big.txtb"]  # of other tools
SINKS = ["flux", "fxt", "rkh", "txtb", "csv", "json", "vcd", "ctf"]


@pytest.fixture(scope="module")
def traces(program, tmp_path_factory):
    """A trace in every format that can be read, by the command."""
    folder = tmp_path_factory.mktemp("portable")
    stream, _ = weirstream.random_stream(seed=21, harts=2, threads=6, events=2000)
    # a clock whose ticks need products of more than 64 bits, and names beyond the caches of FXT
    ids = [(0, id, f"a name of many, number {id * 7919}") for id in range(1, 600)]
    (folder / "t.flux").write_bytes(
        weirstream.definitions(harts=2, ids=ids, unit="ps100") + bytes(stream.bytes))
    for source in SOURCES[1:]:
        subprocess.run([
            program("build/weir"), "convert", folder / "t.flux", "-o", folder / f"t.{source}"
        ],
                       check=True,
                       capture_output=True)
    (folder / "other.flux").write_bytes(fluxgen.generate(5, 600)[0])
    words = fxtgen.Random(4, 2500).words.bytes
    (folder / "other.fxt").write_bytes(words[fxtgen.LITTLE])
    (folder / "big.fxt").write_bytes(words[fxtgen.BIG])
    big = next(made for made in map(random_buffer, range(20)) if made[2] == ">")
    (folder / "big.txtb").write_bytes(trace(*big[:2], order=">"))
    return folder


@pytest.mark.parametrize("name", [f"t.{source}" for source in SOURCES] + OTHERS)
def test_the_bytes_are_the_same(program, traces, tmp_path, name):
    data, source = (traces / name).read_bytes(), name.split(".")[1]
    least = 500 if name.startswith("t.") else 50
    for sink in SINKS:
        written = []
        for machine, run in (("portable", []), ("portable-ppc", ["qemu-ppc"])):
            out = tmp_path / f"{machine}.{sink}"
            done = subprocess.run(
                [*run, program(f"build/tests/formats/{machine}"), source, sink, out],
                input=data,
                capture_output=True,
                timeout=60)
            assert done.returncode == 0 and int(done.stdout) > least, (sink, done.stderr)
            files = sorted(out.iterdir()) if out.is_dir() else [out]
            written.append([(f.name if out.is_dir() else "", f.read_bytes()) for f in files])
        assert written[0] == written[1], sink


def test_the_other_machine_is_one(program):
    """32 bits and big-endian: its ELF header says so."""
    head = program("build/tests/formats/portable-ppc").read_bytes()[:6]
    assert head == b"\x7fELF\x01\x02"
