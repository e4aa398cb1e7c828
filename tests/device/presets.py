# SPDX-License-Identifier: Apache-2.0
"""Programs on each preset of the model, then their accesses on the RTL: every read has the same
answer, those of the stream, of counters, of times and after drops among them. `make regress-tlm`;
arguments: the programs, .hex files for Ibex.

docs/explanation/theory.md, The pace of the stages, would let the RTL differ after drops; that of
this repository keeps the pace.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/cosim"))
import bench  # noqa: E402

PRESETS = ["tiny", "small", "full", "wide"]


def recorded(script):
    """The reads of a script and their answers."""
    lines = script.read_text().splitlines()
    return [(int(line[2:], 16), int(after[2:], 16)) for line, after in zip(lines, lines[1:])
            if line.startswith("r ")]


def on_both(soc, firmware, preset, folder, *options):
    """(exit code of the program on the model, its reads, those of the RTL, numbers of the RTL)"""
    script = folder / f"{Path(firmware).stem}.{preset}"
    done = subprocess.run([
        soc, "--hex", firmware, "--preset", preset, "--record", script, "--out", os.devnull,
        *options
    ],
                          capture_output=True,
                          text=True,
                          timeout=600)
    n, reads, _ = bench.run(bench.cpp(preset), "play", script)
    bench.check_account(n)
    mine = recorded(script)
    script.unlink()
    return done.returncode, mine, reads[:len(mine)], n


def main():
    soc = Path(os.environ.get("WEIR_BUILD", ROOT / "build")) / "tlm/soc"
    bad = 0
    print("program, preset: exit code, reads, of them the same, events, dropped for lack of space")
    with tempfile.TemporaryDirectory() as folder:
        for firmware in sys.argv[1:]:
            for preset in PRESETS:
                code, mine, rtl, n = on_both(soc, firmware, preset, Path(folder), "--run",
                                             "300000", "--max", "3000000")
                same = sum(a == b for a, b in zip(mine, rtl))
                good = same == len(mine) == len(rtl)
                print(f"{Path(firmware).stem}, {preset}: {code}, {len(mine)}, {same}, "
                      f"{n['offered']:.0f}, {n['dropped_space']:.0f}" + " DIFFERS" * (not good),
                      flush=True)
                bad += not good
    print(f"{bad} differ")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
