# SPDX-License-Identifier: Apache-2.0
"""Random RKH streams of every predefined record, with the truth beside them.

The forms are those of docs/reference/rkh.md, written down again: p address of 4 bytes, 1, 2 and 4
numbers of that length, z text with a final 0. What a record names, the model has as an object.
"""

import random
import struct

FORMS = {
    0x00: "MP INIT p:pool 1:blocks 1:size",
    0x01: "MP GET p:pool 1:free 1:least",
    0x02: "MP PUT p:pool 1:free",
    0x20: "QUE INIT p:queue p:active 1:elements",
    0x21: "QUE GET p:queue 1:elements",
    0x22: "QUE FIFO p:queue 1:elements 1:least",
    0x23: "QUE LIFO p:queue 1:elements 1:least",
    0x24: "QUE FULL p:queue",
    0x25: "QUE DPT p:queue",
    0x26: "QUE GET_LAST p:queue",
    0x40: "SMA ACT p:active 1:priority 1:queue",
    0x41: "SMA TERM p:active 1:priority",
    0x42: "SMA GET p:active 1:signal 1:pool 1:refs 1:elements 1:least",
    0x43: "SMA FIFO p:active 1:signal p:sender 1:pool 1:refs 1:elements 1:least",
    0x44: "SMA LIFO p:active 1:signal p:sender 1:pool 1:refs 1:elements 1:least",
    0x45: "SMA REG p:active 1:priority",
    0x46: "SMA UNREG p:active 1:priority",
    0x47: "SMA DEFER p:queue 1:signal",
    0x48: "SMA RCALL p:active 1:signal",
    0x60: "SM INIT p:active p:state",
    0x61: "SM CLRH p:active p:history",
    0x62: "SM TRN p:active p:source p:target",
    0x63: "SM STATE p:active p:state",
    0x64: "SM ENSTATE p:active p:state",
    0x65: "SM EXSTATE p:active p:state",
    0x66: "SM NENEX p:active 1:entries 1:exits",
    0x67: "SM NTRNACT p:active 1:actions 1:segments",
    0x68: "SM TS_STATE p:active p:state",
    0x69: "SM EVT_PROC p:active",
    0x6A: "SM EVT_NFOUND p:active 1:signal",
    0x6B: "SM GRD_FALSE p:active",
    0x6C: "SM CND_NFOUND p:active",
    0x6D: "SM UNKN_STATE p:active",
    0x6E: "SM EX_HLEVEL p:active",
    0x6F: "SM EX_TSEG p:active",
    0x70: "SM EXE_ACT 1:type p:active p:state p:action",
    0x71: "SM DCH p:active 1:signal p:state",
    0x80: "TMR INIT p:timer 1:signal",
    0x81: "TMR START p:timer p:active 1:ticks 1:period",
    0x82: "TMR STOP p:timer 1:ticks 1:period",
    0x83: "TMR TOUT p:timer 1:signal p:active",
    0x84: "TMR REM p:timer",
    0xA0: "FWK EN",
    0xA1: "FWK EX",
    0xA2: "FWK EPREG 1:pool 4:storage 1:event 1:blocks",
    0xA3: "FWK AE 1:event 1:signal 1:pool 1:refs 1:used 1:least p:sender",
    0xA4: "FWK GC 1:signal 1:pool 1:refs",
    0xA5: "FWK GCR 1:signal 1:pool 1:refs 1:used 1:least p:sender",
    0xA6: "= p z",
    0xA7: "= 1 z",
    0xA8: "= p z",
    0xA9: "FWK EXE_FUN p:function",
    0xAA: "FWK SYNC_EVT p:function p:sender p:receiver",
    0xAD: "FWK ASSERT z:module 2:line",
    0xAE: "= p z",
    0xB1: "= p z",
    0xB2: "= 1 z",
    0xB3: "= p z",
    0xB4: "= p z",
    0xAF: "=2 p p z",
    0xB0: "=2 p p z",
}
# sizes, and everything that is optional: docs/reference/rkh.md
CONFIGURATION = bytes.fromhex("ac 0030 0d980300 14411101 10 0000")


def frame(data):
    """A frame as any encoder makes it: checksum, escapes, the flag behind it."""
    data += bytes([-sum(data) & 255])
    return b"".join(bytes([0x7D, o ^ 0x20]) if o in (0x7D, 0x7E) else bytes([o])
                    for o in data) + b"\x7e"


def field(rng, kind):
    """The bytes of a field, and its value."""
    if kind == "z":
        text = "".join(rng.choice("abcXYZ_0 ~}") for _ in range(rng.randrange(1, 12)))
        return text.encode() + b"\0", text
    size = 4 if kind == "p" else int(kind)
    number = rng.choice([0x7D, 0x7E, 0, rng.getrandbits(8 * size)]) & ((1 << 8 * size) - 1)
    return number.to_bytes(size, "little"), f"0x{number:x}" if kind == "p" else number


def record(rng, number):
    """Its argument bytes, and what a reader must find: an event or the name of an object."""
    words = FORMS[number].split()
    names = words[0].startswith("=")
    data, values = b"", {}
    for word in words[1:] if names else words[2:]:
        kind, _, key = word.partition(":")
        more, value = field(rng, kind)
        data += more
        values[key or len(values)] = value
    if not names:
        return data, ("instant", words[0], words[1], values)
    *_, thing, text = values.values()
    return data, ("object", int(thing, 16) if isinstance(thing, str) else thing, text)


def generate(seed, records):
    """The bytes of a stream, and (time, what) of each record; a gap in the sequence is (time,
    ("lost", frames))."""
    rng = random.Random(seed)
    out, truth = bytearray(b"\x7e" + frame(CONFIGURATION)), []
    sequence = time = 0
    kinds = list(FORMS) * (1 + records // len(FORMS))
    rng.shuffle(kinds)
    for number in kinds[:records]:
        time += rng.choice([0, 1, rng.randrange(1 << 8), rng.randrange(1 << 28)])
        if truth and rng.randrange(40) == 0:
            lost = rng.randrange(1, 100)
            sequence += lost
            truth.append((time, ("lost", lost)))
        data, what = record(rng, number)
        truth.append((time, what))
        out += frame(bytes([number, sequence & 255]) + struct.pack("<I", time & 0xFFFFFFFF) + data)
        sequence += 1
    return bytes(out), truth
