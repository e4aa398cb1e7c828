# SPDX-License-Identifier: Apache-2.0
"""A trace from each format that can be read and written into each, and whether the same happened
in all of them.
"""

import csv
import io
import subprocess


def essence(weir, path):
    """The part that every format has: switches (time, thread) and events (time,
    thread, value). Names and bytes of
    names that a stream carries as events are names in the others."""
    text = subprocess.run([weir, "convert", path, "--to", "csv", "-o", "-"],
                          check=True,
                          capture_output=True,
                          text=True).stdout
    table = list(csv.DictReader(io.StringIO(text, newline="")))
    switches = [(int(r["time"]), r["thread_name"]) for r in table if r["kind"] == "switch"]
    # ThreadX tells how a thread was left by an event of its own
    events = [(int(r["time"]), r["thread_name"], int(r["value"])) for r in table
              if r["kind"] == "instant" and r["category"] != "ThreadX"]
    return switches, events


def every_pair(weir, path, folder):
    """Asserts it of every pair of formats; returns the essence of path."""
    wanted = essence(weir, path)
    lines = subprocess.run([weir, "formats"], capture_output=True, text=True,
                           check=True).stdout.splitlines()
    formats = [line.split()[0] for line in lines if line.split()[1:2] == ["rw"]]
    assert {"flux", "fxt", "rkh", "txtb"} <= set(formats)
    for first in formats:
        one = folder / f"one.{first}"
        subprocess.run([weir, "convert", path, "--to", first, "-o", one],
                       check=True,
                       capture_output=True)
        subprocess.run([weir, "check", one], check=True, capture_output=True)
        for second in formats:
            two = folder / f"two.{second}"
            subprocess.run([weir, "convert", one, "--to", second, "-o", two],
                           check=True,
                           capture_output=True)
            got = essence(weir, two)
            factor = got[0][-1][0] / wanted[0][-1][0]  # ticks of the one in a tick of the other
            for g, w in zip(got, wanted):
                assert [(t / factor, *rest)
                        for t, *rest in g] == [(t, *rest) for t, *rest in w], (first, second)
    return wanted
