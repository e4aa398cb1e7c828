# SPDX-License-Identifier: Apache-2.0
"""RKH: what damage does to a stream, measured against what an 8-bit checksum allows.

    rkh_damage.py BUILD_DIRECTORY RESULT.md
"""

import datetime
import re
import subprocess
import sys
from pathlib import Path

FRAMES, SPLICES = "3000", "400000"

HEADINGS = ("| damage | cases | frames touched | untouched frames lost | chances | "
            "wrong frames, theory | wrong frames | wrong events | loss right | loss wrong | "
            "loss not judged |")


def main():
    done = subprocess.run([Path(sys.argv[1]) / "sw/rkh-damage", "7", FRAMES, SPLICES],
                          capture_output=True,
                          text=True)
    lines = done.stdout.splitlines()
    if done.returncode:
        sys.exit(done.stdout)
    stream, rows = dict(re.findall(r"(\w+)=(\d+)", lines[0])), []
    for line in lines[1:]:
        what, rest = line.split(":")
        t = {key: float(value) for key, value in re.findall(r"(\w+)=([\d.]+)", rest)}
        n = {key: f"{value:,.0f}" for key, value in t.items()}
        rows.append(
            f"| {what} | {n['cases']} | {n['touched']} | {n['collateral']} | {n['chances']} | "
            f"{t['allowed']:,.1f} | {n['wrong']} | "
            f"{n['events']} | {n['counts']} | {n['miscounts']} | {n['unjudged']} |")
    Path(sys.argv[2]).write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# RKH: damage

*For those who record over a serial line. It answers: what damage does to RKH frames, and
whether it is noticed.*

Made by `make regress-rkh-damage` on {datetime.date.today()}: `tests/fuzz/rkh_damage.c` on a stream
of {int(stream["frames"]):,} frames of Weir's events, {int(stream["bytes"]):,} bytes. Every bit of
every frame and flag was flipped, the stream was cut at every byte of its ends, and pieces at random
places were cut out, put in from elsewhere in the stream, or overwritten with noise.

{HEADINGS}
|---|---|---|---|---|---|---|---|---|---|---|
{chr(10).join(rows)}

A *chance* is a piece between two flags that was not sent as a frame, but is long enough and well
escaped, so that only the checksum can reject it; 1 in 256 random pieces passes. With one bit
flipped, only a piece cut off by a new flag has this chance. Theory includes cuts of bytes of 0 from
within one frame, because no sum can detect them. A *wrong frame* was accepted and never sent; a
*wrong event* also has the arguments of an event of Weir.

The share of accepted noise agrees with theory. Pieces of real frames are not random: their bytes
are alike, and a sum detects fewer of them than a random checksum would; the formats of the
arguments and the sequence number detect most of the rest.

The *loss* is what the sequence numbers say is missing. It is *not judged* where a wrong frame was
accepted, or one that was sent, but elsewhere: its sequence number is not that of a frame here. Most
pieces of elsewhere bring such a frame. In all other cases the loss was right.
""")
    print(Path(sys.argv[2]).read_text())


main()
