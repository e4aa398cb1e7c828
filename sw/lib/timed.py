# SPDX-License-Identifier: Apache-2.0
"""What the speed benches of the formats share: the CPU seconds of a command, and what their pages
say of the load.
"""

import os
import subprocess
import sys

ROUNDS = 3  # each runs every program once; the best of a program counts


def once(*command):
    """CPU seconds (user and system) of a command, how many lines it prints, and the words of the
    last. `cat` does not write into a pipe.
    """
    lines, last = 0, b""
    process = subprocess.Popen([str(c) for c in command],
                               stdout=subprocess.DEVNULL if command[0] == "cat" else
                               subprocess.PIPE)
    while process.stdout and (block := process.stdout.read(1 << 20)):
        lines, last = lines + block.count(b"\n"), block
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {process.returncode}")
    words = last.decode().splitlines()[-1].split() if last else []
    return usage.ru_utime + usage.ru_stime, lines, words


def load_text(before):
    """For a page, after the rounds; before: the load when they began."""
    load = max(before, os.getloadavg()[0])
    return f"""\
The load was {load:.1f} on {os.cpu_count()} cores: if it is much more than 1, times are longer than
on a quiet machine, and their ratios may differ, too."""
