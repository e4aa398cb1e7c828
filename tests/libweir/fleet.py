# SPDX-License-Identifier: Apache-2.0
"""A fleet of devices, made: traces of a periodic thread whose period a version makes longer."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "formats"))
import weirstream  # noqa: E402

IDLE, CONTROL, LOG = 0x100, 0x200, 0x300
NAMES = [(0, IDLE, "idle"), (0, CONTROL, "control"), (0, LOG, "log")]
TICK = 1e-8


def trace(path, seed, runs, slower, repeat=1):
    """A trace, of the same runs several times; returns the periods of the control thread, in ticks,
    of the first time.
    """
    rng, stream, starts = random.Random(seed), weirstream.Stream(), []
    for _ in range(runs):
        stream.switch(0, CONTROL, delta=rng.randrange(800, 1200))
        starts.append(stream.time)
        stream.event(0, 0x123, rng.randrange(100), delta=rng.randrange(10, 60))
        stream.switch(0, LOG if rng.random() < 0.1 else IDLE,
                      delta=int(rng.randrange(100, 200) * slower))
    if seed % 3 == 0:
        stream.loss({weirstream.USER: 7})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(weirstream.definitions(names=NAMES) + bytes(stream.bytes) * repeat)
    return [b - a for a, b in zip(starts, starts[1:])]


def fleet(folder, devices, runs, versions=("1.0", "1.1", "2.0"), repeat=1):
    """{(version, device): periods}; the last version is slower."""
    return {
        (version, f"d{device:04}"): trace(folder / version / f"d{device:04}.recTr",
                                          1000 * number + device, runs,
                                          12 if version == versions[-1] else 1, repeat)
        for number, version in enumerate(versions)
        for device in range(devices)
    }
