# SPDX-License-Identifier: Apache-2.0
"""The item map of the decoder against the map of docs/formats/stream.md as weirstream.py reads it."""

import subprocess
import tomllib

import weirstream


def test_every_item(program):
    done = subprocess.run([program("build/tests/formats/event_kinds")], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    decoded = {}
    for line in done.stdout.splitlines():
        item, kind, *rest = line.split()
        decoded[int(item)] = (kind, *rest)

    expected = {}
    ids = [*range(1, 0x8000), 0x8000, *range(0xC000, 0x10000)]
    for hart in range(16):
        for event_id in ids:
            item = weirstream.item_of(hart, event_id)
            assert item not in expected
            expected[item] = ("id", str(hart), str(event_id), weirstream.class_of(event_id))
    expected[3] = ("loss",)
    for item in [2, 4, *range(33, 48)]:
        expected[item] = ("reserved",)
    for item in range(240, 256):
        expected[item] = ("scope",)
    assert decoded == expected
    assert max(decoded) == weirstream.MAX_ITEM


def test_examples_of_the_specification():
    """The table of octets in stream.md."""
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10)
    stream.event(0, 12, 0x80000000, 300)
    stream.switch(0, 0x1234, 1)
    assert stream.octets == bytes.fromhex("2a0a1107 821bac0251 0000008000 0a01223412")


def test_numbers_of_the_single_source(root):
    """weirstream.py, written from the text, agrees with the file that constants are made from."""
    toml = tomllib.loads((root / "rtl/regs/stream.toml").read_text())
    assert toml["ids"]["known"]["THREAD_NAME"] == weirstream.THREAD_NAME
    assert toml["ids"]["known"]["THREAD_SWITCH"] == weirstream.THREAD_SWITCH
    assert toml["items"]["MAX"] == weirstream.MAX_ITEM
    assert toml["items"]["LOSS"] == weirstream.LOSS_ITEM
    assert list(toml["loss_members"]) == [name.upper() for name in weirstream.LOSS_MEMBERS]
    assert toml["classes"] == {name: n for n, name in enumerate(weirstream.CLASSES)}
    assert {1 << bit for bit in toml["causes"].values()} == {weirstream.ROOM, weirstream.TORN, weirstream.ID}
