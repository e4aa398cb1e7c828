#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shrinks a failing seed to the shortest list of actions that still fails alike: a script for the
play bench.

The run is recorded cycle by cycle; then whole kinds of actions, runs of lines, single actions and
idle cycles are left out as long as the scoreboard says the same, numbers aside (delta debugging).
First shorter runs of other seeds are tried, since one of them may fail alike.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def sign(report):
    """What failed, without the numbers."""
    lines = report.strip().splitlines() or ["no word about it"]
    said = next((line for line in lines if line.startswith("scoreboard: ")), lines[-1])
    said = re.sub(r"^.*?: (?=reg_ready_o)", "", said.replace("scoreboard: cycle", "cycle"))
    said = re.sub(r"stays low: .*", "stays low", re.sub(r"^cycle \d+, time \d+: ", "", said))
    return re.sub(r"\b[0-9a-f]*\d[0-9a-f]*\b", "N", said)


def cycles(line):
    """Cycles that a line takes, if its access need not wait."""
    idle = re.fullmatch(r"i ([0-9a-f]+)", line)
    return int(idle[1], 16) if idle else 1


def folded(lines):
    """Cycles of nothing, one after the other, as one line."""
    out = []
    for line in lines:
        if out and re.fullmatch("i [0-9a-f]+", line) and re.fullmatch("i [0-9a-f]+", out[-1]):
            line = f"i {cycles(out.pop()) + cycles(line):x}"
        out.append(line)
    return out


class Shrinker:
    """`lines`: the shortest script so far; `said`: what the scoreboard says of it."""
    def __init__(self, bench, seed, events, seconds=120):
        self.bench, self.seed, self.end, self.runs = Path(
            bench), seed, time.monotonic() + seconds, 0
        self.lines, self.said = self.record(seed, events)
        if not self.said:
            raise ValueError(f"{bench} --seed {seed} --events {events} does not fail")
        self.sign = sign(self.said)
        if not self.fails(self.lines):
            raise ValueError(f"{bench} --seed {seed} --events {events} fails, but its record, "
                             f"played, does not: {self.said.splitlines()[0]}")

    def record(self, seed, events):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "script")
            done = subprocess.run(
                [self.bench, "--seed",
                 str(seed), "--events",
                 str(events), "--record", script],
                capture_output=True,
                text=True)  # fmt: skip
            return script.read_text().splitlines(), done.stderr if done.returncode else ""

    def fails(self, lines):
        """Plays; returns whether it fails alike, and stores the report."""
        self.runs += 1
        try:
            done = subprocess.run(
                [self.bench, "play", "--seed", str(self.seed), "-"],
                input="\n".join(lines) + "\n",
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=60)  # fmt: skip
        except subprocess.TimeoutExpired:
            return False
        alike = done.returncode != 0 and sign(done.stderr) == self.sign
        if alike:
            self.said = done.stderr
        return alike

    def in_time(self):
        return time.monotonic() < self.end

    def keep(self, lines):
        """Takes `lines` if they fail alike."""
        if not self.in_time() or len(lines) == 0 or not self.fails(lines):
            return False
        self.lines = folded(lines)
        return True

    def other_seeds(self):
        for events in (10, 30, 100, 300, 1000, 3000):
            if events * 4 > len(self.lines):
                return
            for seed in range(1, 21):
                if not self.in_time():
                    return
                lines, said = self.record(seed, events)
                if said and sign(said) == self.sign and len(lines) < len(self.lines):
                    was, self.seed = self.seed, seed
                    if self.keep(lines):
                        return
                    self.seed = was

    def kinds(self):
        """Without all that is of one kind."""
        for kind in ("time", "ring", "frame", "glitch", "p", "t", "a", "jump", "x", "e", "c", "g",
                     "s", "r"):
            pattern = re.compile(rf"(?:try )?{kind}\d* ")
            lines = [
                " ; ".join(p for p in line.split(" ; ") if not pattern.match(p + " "))
                for line in self.lines
            ]
            if lines != self.lines:
                self.keep([line or "i 1" for line in lines])

    def runs_of_lines(self):
        size = max(1, len(self.lines) // 2)
        while self.in_time():
            at, shorter = 0, False
            while at < len(self.lines) and self.in_time():
                before, some, after = self.lines[:at], self.lines[at:at + size], self.lines[at +
                                                                                            size:]
                nothing = f"i {sum(map(cycles, some)):x}"  # in its time
                if self.keep(before + after) or (some != [nothing]
                                                 and self.keep(before + [nothing] + after)):
                    shorter = True
                else:
                    at += size
            if size == 1 and not shorter:
                return
            size = max(1, size // 2)

    def single_actions(self):
        for at in range(len(self.lines)):
            part = 0
            while part < len(parts := self.lines[at].split(" ; ")) and len(parts) > 1:
                if not self.keep(self.lines[:at] + [" ; ".join(parts[:part] + parts[part + 1:])] +
                                 self.lines[at + 1:]):
                    part += 1
            step = cycles(self.lines[at]) // 2
            while step and self.in_time():
                n = cycles(self.lines[at])
                if n <= step or not self.keep(self.lines[:at] + [f"i {n - step:x}"] +
                                              self.lines[at + 1:]):
                    step //= 2

    def shrink(self):
        self.other_seeds()
        self.kinds()
        before = None
        while before != self.lines and self.in_time():
            before = list(self.lines)
            self.runs_of_lines()
            self.single_actions()

    def text(self):
        heads = [
            "SPDX-License-Identifier: Apache-2.0", f"{self.bench} play --seed {self.seed} THIS",
            *self.said.splitlines()[:1]
        ]
        return "\n".join([f"# {head}" for head in heads] + self.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path, help="build/sim/SET/bench")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--events", type=int, default=20000)
    parser.add_argument("--seconds",
                        type=float,
                        default=120,
                        help="give what there is after that time (%(default)g)")
    parser.add_argument("--out", type=Path, help="write the script there; else to standard output")
    a = parser.parse_args()
    try:
        shrinker = Shrinker(a.bench, a.seed, a.events, a.seconds)
    except (OSError, ValueError) as error:
        sys.exit(f"shrink.py: {error}")
    first = len(shrinker.lines)
    shrinker.shrink()
    a.out.write_text(shrinker.text()) if a.out else print(shrinker.text(), end="")
    print(f"shrink.py: {first} lines to {len(shrinker.lines)}, in {shrinker.runs} runs",
          file=sys.stderr)


if __name__ == "__main__":
    main()
