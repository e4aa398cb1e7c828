# SPDX-License-Identifier: Apache-2.0
"""The item map of the decoder against the map of stream.md as weirstream.py reads it.
"""

import subprocess
import tomllib

import weirstream


def test_every_item(program):
    done = subprocess.run([program("build/tests/formats/event_kinds")],
                          capture_output=True,
                          text=True,
                          timeout=120)
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
    expected[3] = ("loss", )
    for hart in range(16):
        for context in range(4):
            free = range(len(weirstream.REASONS), 16)
            for number, kind in enumerate([*weirstream.REASONS, *free]):
                item = weirstream.dropped_item(kind, context, hart)
                assert item not in expected
                cls = kind if kind in weirstream.CLASSES else weirstream.NONE
                expected[item] = ("dropped", str(hart), str(context), str(number), cls)
    for hart in range(16):
        for number in range(16):
            item = weirstream.CACHE_ENTRY_ITEM + 16 * number + hart
            assert item not in expected
            expected[item] = ("cache_entry", str(hart), str(number))
    expected[4] = ("checkpoint", )
    for hart in range(16):
        expected[weirstream.isr_item(hart)] = ("isr", str(hart), str(
            weirstream.ISR), weirstream.SYS)
    for word in (1, 2, 3):
        for hart in range(16):
            expected[weirstream.arg_item(word, hart)] = ("arg", str(hart), str(word))
    for item in range(240, 256):
        expected[item] = ("scope", )
    assert decoded == expected
    assert max(decoded) == weirstream.MAX_ITEM


def test_examples_of_the_specification():
    """The table of bytes in stream.md."""
    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10)
    stream.event(0, 12, 0x80000000, 300)
    stream.switch(0, 0x1234, 1)
    assert stream.bytes == bytes.fromhex("2a0a1107 824bac0251 0000008000 0a01223412")

    stream = weirstream.Stream()
    stream.event(0, 1, 7, 10, args=(0, 128))
    assert stream.bytes == bytes.fromhex("820c0a01 800d218000 281107")

    stream = weirstream.Stream(threads=4)
    stream.cache, stream.victim = [1, 2], 2
    stream.switch(0, 0x1234, 1)
    stream.switch(0, 0x1234, 300)
    assert stream.bytes == bytes.fromhex("823201223412 8232ac0202")

    stream = weirstream.Stream(time=1000)
    stream.drop(weirstream.USER, count=300, first=1001, last=1403)
    stream.begin(3)
    stream.time = 1471
    stream.report()
    stream.end()
    assert stream.bytes == bytes.fromhex("1a031105 82100121 2c01 1a01218c00")


def test_numbers_of_the_single_source(root):
    """weirstream.py, written from the text, agrees with the file that constants are made from."""
    toml = tomllib.loads((root / "rtl/regs/stream.toml").read_text())
    assert toml["ids"]["known"]["THREAD_NAME"] == weirstream.THREAD_NAME
    assert toml["ids"]["known"]["THREAD_SWITCH"] == weirstream.THREAD_SWITCH
    assert toml["items"]["MAX"] == weirstream.MAX_ITEM
    assert toml["items"]["LOSS"] == weirstream.LOSS_ITEM
    assert toml["items"]["DROPPED"] == weirstream.DROPPED_ITEM
    assert toml["items"]["ARG"] == weirstream.arg_item(1)
    assert toml["items"]["CACHE_ENTRY"] == weirstream.CACHE_ENTRY_ITEM
    assert toml["sizes"]["ENTRY_MAX"] == weirstream.MAX_ENTRY
    assert toml["loss"]["AGE_MAX"] == weirstream.MAX_AGE
    assert toml["items"]["DROPPED_MORE"] == weirstream.DROPPED_MORE_ITEM
    assert toml["classes"] == {name: n
                               for n, name in enumerate(weirstream.CLASSES)
                               } | {"COUNT": len(weirstream.CLASSES), "CODES": 8}
    assert len(toml["contexts"]) == len(weirstream.PORTS)
