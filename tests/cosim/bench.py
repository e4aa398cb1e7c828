# SPDX-License-Identifier: Apache-2.0
"""Runs the benches of the unit and reads what they print."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_SET = "small"
BENCHES = ROOT / os.environ.get("WEIR_BENCHES", "build/sim")  # mutants, netlists have others
sys.path.append(str(ROOT / "tests/formats"))

sys.path += [str(ROOT / "rtl"), str(ROOT / "sim/bench")]
from lists import FILES, HAS, INCLUDE, PARAMETERS, TOPS  # noqa: E402, F401
from points import CLASSES  # noqa: E402
from registers import REG  # noqa: E402, F401
from weirstream import REASONS  # noqa: E402


def cpp(parameters=DEFAULT_SET):
    return BENCHES / parameters / "bench"


def systemc(variant):
    return BENCHES / variant / "bench_sc"


def run(*command, stdin=None, code=0):
    """Runs a bench, which must end with `code`; returns its (numbers by name, reads, standard
    error).
    """
    assert Path(command[0]).exists(), f"{command[0]} is not built; run: make test"
    done = subprocess.run(list(map(str, command)),
                          input=stdin,
                          capture_output=True,
                          text=True,
                          timeout=600)
    failure = f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr}"
    assert done.returncode == code, failure
    numbers, reads = {}, []
    for words in (line.split() for line in done.stdout.splitlines()):
        if len(words) == 3 and words[0] == "read":
            reads.append((int(words[1], 16), int(words[2], 16)))
        elif len(words) == 3 and words[1].replace(".", "", 1).isdigit():
            numbers[words[0]] = float(words[1])
    return numbers, reads, done.stderr


def check_account(n):
    """Offered = delivered + dropped, by class; CLEAR dropped nothing unread where `unread` is 0."""
    for c in CLASSES:
        assert n[f"{c}_offered"] == n[f"{c}_delivered"] + n[f"{c}_dropped"] + n[f"{c}_unread"], c
    assert n["none_delivered"] == 0
    reasons = [reason.lower() for reason in REASONS[len(CLASSES) - 1:]]  # not the first: no space
    assert n["none_dropped"] == sum(n[f"dropped_{reason}"] for reason in reasons)
    assert n["errors"] == 0


class Unit:
    """A script for the play bench, written as calls; then what came of it."""
    def __init__(self, tmp_path, parameters=DEFAULT_SET):
        self.path, self.parameters, self.lines = tmp_path, parameters, []

    def line(self, *parts):
        self.lines.append(" ; ".join(parts))
        return self

    def write(self, addr, data, strobes=0xF, store=None):
        """`store`: (address, data) of a store of the hart in the same cycle."""
        snoop = [f"s {store[0]:x} {store[1]:x}"] if store else []
        return self.line(f"w {addr:x} {data:x} {strobes:x}", *snoop)

    def read(self, addr):
        return self.line(f"r {addr:x}")

    def store(self, addr, data, strobes=0xF):
        return self.line(f"s {addr:x} {data:x} {strobes:x}")

    def stores(self, **harts):
        """Stores in one cycle: h0=(address, data), h1=..."""
        return self.line(*(f"s{hart[1:]} {addr:x} {data:x}"
                           for hart, (addr, data) in harts.items()))

    def retires(self, *what):
        """What harts do in one cycle: ("g", register, value), ("c", csr, value), ("e", code,
        interrupt), ("x",), ("h", immediate + 0x1000 for sltiu + 0x2000 in user mode, value), or a
        store ("s", address, value); a number behind the letter is the
        hart.
        """
        return self.line(*(" ".join([kind, *(f"{n:x}" for n in numbers)])
                           for kind, *numbers in what))

    def pin(self, level):
        return self.line(f"t {level}")

    def pins(self, levels):
        """The event pins, pin 0 in the low bit."""
        return self.line(f"p {levels:x}")

    def auth(self, level):
        return self.line(f"a {level}")

    def idle(self, cycles):
        return self.line(f"i {cycles:x}")

    def reset(self):
        return self.line("reset 3")

    def play(self):
        """Runs it; fills `numbers`, `reads` (address, value), `values`, `events` (as logged) and
        `stream`.
        """
        log, stream = self.path / "log", self.path / "stream"
        self.numbers, self.reads, _ = run(cpp(self.parameters),
                                          "play",
                                          "--log",
                                          log,
                                          "--stream",
                                          stream,
                                          "-",
                                          stdin="\n".join(self.lines) + "\n")
        check_account(self.numbers)
        self.values = [value for _, value in self.reads]
        self.events = [line.split() for line in log.read_text().splitlines()]
        self.stream = stream.read_bytes()
        return self

    def entries(self):
        """[(time, item, value)] of the stream, decoded here; CURR is (time, 0, time)."""
        data, time, found = list(self.stream), 0, []

        def pint():
            n = shift = 0
            while True:
                byte = data.pop(0)
                n |= (byte & 0x7F) << shift
                shift += 7
                if not byte & 0x80:
                    return n

        while data:
            header = pint()
            if header == 0:
                assert data[:3] == [0x23, 0, 8]
                time = int.from_bytes(bytes(data[3:11]), "little")
                found.append((time, 0, time))
                del data[:11]
                continue
            time += pint() if header & 2 else 0
            size = pint() >> 4
            found.append((time, header >> 3, int.from_bytes(bytes(data[:size]), "little")))
            del data[:size]
        return found
