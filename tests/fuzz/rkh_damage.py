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
            f"| {what} | {n['cases']} | {n['touched']} | {n['collateral']} | {n['chances']} | {t['allowed']:,.1f} | {n['wrong']} | "
            f"{n['events']} | {n['counts']} | {n['miscounts']} |")
    Path(sys.argv[2]).write_text(f"""<!-- SPDX-License-Identifier: Apache-2.0 -->
# RKH: damage

Made by `make regress-rkh-damage` on {datetime.date.today()}: `tests/fuzz/rkh_damage.c` on a stream of {int(stream["frames"]):,} frames of Weir's events,
{int(stream["bytes"]):,} bytes. Every bit of every frame and flag was flipped, the stream was cut at every byte of its ends, and pieces at random places
were cut out, put in from elsewhere in the stream, or overwritten with noise.

| damage | cases | frames touched | untouched frames lost | chances | wrong frames, theory | wrong frames | wrong events | loss told right | told wrong |
|---|---|---|---|---|---|---|---|---|---|
{chr(10).join(rows)}

A *chance* is a piece between two flags that is no frame that was sent, long enough and well escaped, so that only the checksum
tells; of random pieces 1 in 256 looks right. With one bit flipped, only a piece cut off by a new flag has that chance. Of pieces cut out, those of bytes of 0 from within one frame are
counted in theory, since no sum can see them. A *wrong frame* was accepted and never sent; a *wrong event* also has the arguments of an event of Weir.

Noise is let through as theory says. Pieces of real frames are not random: their bytes are alike, and a sum finds fewer of them than a
random checksum would; the formats of the arguments and the sequence number find most of the rest. Where no wrong frame was accepted, and none that
was sent elsewhere, the loss told by the sequence numbers was right each time.
""")
    print(Path(sys.argv[2]).read_text())


main()
