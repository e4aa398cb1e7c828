# SPDX-License-Identifier: Apache-2.0
"""The retire adapters of CVA6 and NEORV32, driven as the documents of these cores describe their
ports.

No package has these cores with these ports: CVA6 4.2 on PyPI is older than interrupts in its RVFI,
NEORV32 is on none. So random programs, whose effect is known, drive the ports as core/cva6_rvfi.sv
of CVA6 and neorv32_cpu_trace.vhd of NEORV32 do. Ibex, PicoRV32 and SERV with weir_rvfi are tested
themselves (tests/soc/test_same.py); here weir_rvfi gets what RVFI allows and these three do not do.
"""

import itertools
import random
import subprocess
from collections import Counter, namedtuple

import pytest
from bench import ROOT
from pins import printed, watched
from survivors import with_mutants

CYCLES = 6_000
TP, MRET, SRET, ECALL = 4, 0x30200073, 0x10200073, 0x00000073
# Of a cycle; rd 0: none; csr (number, value), trap (interrupt, code), store (address, data,
# strobes), hint (sltiu, immediate, value, user mode), or None; lost: a HINT had no place.
Done = namedtuple("Done", "rd data csr trap ret store hint lost", defaults=[None, None, 0])


def hint_of(insn, rs1, mode):
    if insn & 0x6FFF != 0x2013:  # slti or sltiu, rd is x0
        return None
    return insn >> 12 & 1, insn >> 20, rs1 & 0xFFFFFFFF, int(mode == 0)


def play(tmp_path, fields, cycles, defines):
    """The outputs in each cycle; a cycle is the values of the fields, the first in the high bits.
    """
    lines = []
    for values in cycles:
        number = 0
        for bits, value in zip(fields, values, strict=True):
            assert 0 <= value < 1 << bits
            number = number << bits | value
        lines.append(f"{number:x}\n")
    (tmp_path / "in").write_text("".join(lines))
    rtl, mutant = with_mutants(["rtl/weir_pkg.sv", *sorted((ROOT / "rtl/retire").glob("*.sv"))])
    options, watch = watched("adapters")
    subprocess.run([
        "iverilog", "-g2012", "-s", "adapters", *options, *defines, "-o", tmp_path / "adapters",
        *rtl, ROOT / "tests/cosim/adapters.sv", *watch
    ],
                   check=True)
    done = subprocess.run(["vvp", "-n", tmp_path / "adapters", f"+in={tmp_path / 'in'}", mutant],
                          check=True,
                          capture_output=True,
                          text=True)
    for line in printed(done.stdout).splitlines():
        rd, data, csr_valid, csr, csr_data, *rest = line.split()
        trap, interrupt, code, ret, hints, store_valid, *store = rest
        hint, sltiu, user, lost = map(int, hints)
        yield Done(int(rd),
                   int(data, 16) if rd != "0" else 0,
                   (int(csr, 16), int(csr_data, 16)) if csr_valid == "1" else None,
                   (int(interrupt), int(code)) if trap == "1" else None, int(ret),
                   tuple(int(word, 16) for word in store) if store_valid == "1" else None,
                   (sltiu, int(csr, 16), int(csr_data, 16), user) if hint else None, lost)


# ---- Instructions: (encoding, register that is written and shown, whether it is a floating-point
# register)


def plain(r, xlen):
    rd, noise = r.choice([0, 1, TP, TP, 5, 31]), r.getrandbits(32)

    def wide(opcode, top=None):
        insn = noise & ~0xFFF | rd << 7 | opcode
        return insn if top is None else insn & 0x07FFFFFF | top << 27

    def small(quadrant, three):
        return noise & 0x1FFC | three << 13 | quadrant

    integer = [(noise & ~0x6FFF | 0x2013, 0)] * 10  # HINTs
    integer += [(wide(op), rd)
               for op in (0x13, 0x33, 0x03, 0x37, 0x17, 0x6F, 0x67, 0x1B if xlen == 64 else 0x13)]
    integer += [(wide(op), 0) for op in (0x63, 0x23, 0x27, 0x0F)]  # branches, stores, fence
    integer += [(wide(0x53, top), rd) for top in (0b10100, 0b11000, 0b11100)
                ]  # compare, convert to and move to an integer register
    integer += [(small(1, 0), rd), (small(1, 2), rd), (small(1, 3), rd), (small(0, 2), rd),
                (small(2, 2), rd), (small(2, 4), rd), (small(2, 0), rd), (small(1, 1), rd)]
    integer += [
        (0x1070 | small(quadrant, three), rd) for quadrant, three in ((0, 2), (1, 0), (2, 4))
    ]  # like a CSR instruction but for two bits
    integer += [(0x12000073 | noise & 0x1FF8000, 0), (0x10500073, 0),
                (MRET ^ 1 << 20 + noise % 8, 0)]  # SFENCE.VMA, WFI, what is almost a return
    floats = [(wide(op), rd) for op in (0x07, 0x43, 0x47, 0x4B, 0x4F)]
    floats += [(wide(0x53, top), rd) for top in (0b00000, 0b00001, 0b00010, 0b00011, 0b01011,
                                                 0b00100, 0b00101, 0b01000, 0b11010, 0b11110)]
    floats += [(small(0, 1), rd), (small(2, 1), rd)]
    (floats if xlen == 32 else integer).extend([(small(0, 3), rd),
                                                (small(2, 3), rd)])  # C.FLW and C.LD are one
    kind = r.random() < 0.3
    return *r.choice(floats if kind else integer), kind


def csr_instruction(r, source):
    """The encoding with this operand in rs1 or as immediate; (CSR, immediate, operation 1-3, rd).
    """
    number, immediate, operation, rd = r.choice([0x340, 0x305,
                                                 r.getrandbits(12)]), r.getrandbits(1), r.randint(
                                                     1, 3), r.choice([0, 0, 6, TP])
    code = number << 20 | source << 15 | immediate << 14 | operation << 12 | rd << 7 | 0x73
    return code, number, immediate, operation, rd


def written(operation, operand, old):
    return [operand, old | operand, old & ~operand][operation - 1] & 0xFFFFFFFF


@pytest.mark.parametrize("xlen", [32, 64])
def test_cva6(tmp_path, xlen):
    r, cycles, expected, met = random.Random(xlen), [], [], Counter()
    great = itertools.cycle(
        1 << bit for bit in range(12, xlen - 1))  # causes that are too great, by each of the bits

    def cycle(ports, done, cause=0):
        """ports: (valid, insn, trap, rs1, rd, data) of the older, of the younger."""
        both = [[p[n] for p in ports] for n in range(6)]
        modes = [r.choice([0, 1, 3]) for _ in ports]
        hints = [
            hint_of(insn, rs1, mode) if valid and not trap else None
            for (valid, insn, trap, rs1, *_), mode in zip(ports, modes)
        ]
        place = hints[0] is None and done.csr is None
        done = done._replace(hint=hints[0] or (hints[1] if place else None),
                             lost=int(hints[1] is not None and not place))
        met["hint"] += hints[0] is not None
        met["younger hint"] += hints[1] is not None and place
        met["two hints"] += done.lost
        cycles.append(
            tuple(
                sum(v << bits * n for n, v in enumerate(values))
                for values, bits in ((both[0], 1), (both[1], 32), (both[2], 1), ([cause, cause],
                                                                                 xlen),
                                     (both[3], xlen), (both[4], 5), (both[5], xlen), (modes, 2))))
        expected.append(done)

    def value():
        return r.getrandbits(xlen)

    def any_():
        return r.choice([plain(r, xlen)[0], csr_instruction(r, r.getrandbits(5))[0], MRET])

    def other():  # an instruction that is not committed, as it stands at the port
        return 0, any_(), 0, value(), r.getrandbits(5), value()

    for _ in range(CYCLES):
        what = r.choice(
            ["both", "both", "one", "csr", "return", "exception", "ecall", "interrupt", "nothing"])
        if what in ("both", "one"):
            ports, shown = [], (0, 0)
            for n in range(2 if what == "both" else 1):
                insn, rd, floating = plain(r, xlen)
                data = value()
                ports.append((1, insn, 0, value(), rd, data))
                if rd and not floating and (not shown[0] or rd == TP):
                    shown = rd, data & 0xFFFFFFFF
                met["floating"] += floating and rd != 0
            met["two of tp"] += what == "both" and all(
                p[4] == TP for p in ports) and shown == (TP, ports[1][5] & 0xFFFFFFFF)
            cycle((ports + [other()])[:2], Done(*shown, None, None, 0))
        elif what == "csr":
            source, operand, old = r.choice([0, 0, 9, 31, 1 << r.randrange(5)]), value(), value()
            insn, number, immediate, operation, rd = csr_instruction(r, source)
            operand = source if immediate else operand if source else 0
            known = operation == 1 or (rd != 0 and source != 0)
            csr = (number, written(operation, operand, old)) if known else None
            met["csr"] += known
            cycle(
                [(1, insn, 0, 0 if not source else operand if not immediate else value(), rd, old),
                 other()], Done(rd, old & 0xFFFFFFFF if rd else 0, csr, None, 0))
        elif what == "return":
            cycle([(1, r.choice([MRET, SRET]), 0, value(), 0, value()),
                   other()], Done(0, 0, None, None, 1))
        elif what == "nothing":
            cycle([other(), other()], Done(0, 0, None, None, 0))
        # a trap; that of the older stands at the port of the younger, too, if there is an
        # instruction
        else:
            codes = [9, 11] if what == "ecall" else [
                0, 2, 3, 7, 11, 4093, 4094, 4095,
                r.getrandbits(12), None
            ]
            interrupt, code = what == "interrupt", r.choice(codes)
            code = next(great) if code is None else code
            insn = ECALL if what == "ecall" else any_()
            younger, valid = r.getrandbits(1), what == "ecall"
            cycle([
                (int(valid), insn, 1, value(), r.getrandbits(5), value()),
                (int(valid and younger), *other()[1:2], younger, value(), r.getrandbits(5), value())
            ], Done(0, 0, None, (int(interrupt), min(code, 4094)), 0), interrupt << xlen - 1 | code)
            met[what] += 1
            met["too great"] += code >= 1 << 12
    fields = [2, 64, 2, 2 * xlen, 2 * xlen, 10, 2 * xlen, 4]
    for n, (found, right) in enumerate(
            zip(play(tmp_path, fields, cycles, [f"-DXLEN={xlen}"]), expected, strict=True)):
        assert found == right, f"cycle {n}: {found} is not {right}: {[hex(v) for v in cycles[n]]}"
    points = ("floating", "two of tp", "csr", "exception", "ecall", "interrupt", "hint",
              "younger hint", "two hints")
    assert min(met[k] for k in points) > 30 and met["too great"] >= xlen - 13, met


def test_neorv32(tmp_path):
    r, cycles, expected, met = random.Random(3), [], [], Counter()
    code = 0

    def cycle(done,
              valid=0,
              insn=None,
              trap=0,
              intr=0,
              debug=0,
              rd=0,
              data=None,
              csr=0,
              csr_data=None,
              reset=0):
        noise = r.getrandbits(32)
        insn, mode, rs1 = noise if insn is None else insn, r.choice([0, 3]), r.getrandbits(32)
        hint = hint_of(insn, rs1, mode) if valid and not trap and not debug else None
        met["hint"] += hint is not None
        cycles.append((reset, valid, insn, trap, intr, debug, rd, noise if data is None else data,
                       csr, noise if csr_data is None else csr_data, code, mode, rs1))
        expected.append(done._replace(hint=hint))

    nothing = Done(0, 0, None, None, 0)
    first, exception = False, False  # a handler begins with the next; of an exception
    while len(cycles) < CYCLES:
        for _ in range(r.choice([0, 1, 1, 3])):  # an instruction takes some cycles
            cycle(nothing,
                  trap=r.getrandbits(1),
                  intr=r.getrandbits(1),
                  rd=r.getrandbits(5),
                  csr=r.getrandbits(12))
        if r.random(
        ) < 0.1:  # a debugger stops the hart for some instructions, of which nothing is shown
            for _ in range(r.randint(1, 4)):
                insn, number, *_ = csr_instruction(r, r.getrandbits(5))
                cycle(nothing, 1, r.choice([MRET, insn, plain(r, 32)[0]]), r.getrandbits(1),
                      r.getrandbits(1), 1, r.getrandbits(5), None, number)
            met["debug"] += 1
        if r.random() < 0.08:  # a reset forgets the exception whose handler would begin
            cycle(nothing, reset=1)
            met["reset"] += first and exception
            first = False
        if not first and r.random() < 0.1:
            first, exception = True, False  # an interrupt
        if first:
            code = r.choice([3, 7, 11, 31, 4093, 4094, 4095, 2047, r.getrandbits(12)])
        entry, intr = ((int(not exception), min(code, 4094)) if first else None), int(first)
        met["exception" if exception else "interrupt"] += first
        first, what = False, r.choice(["plain", "plain", "csr", "return", "trap"])
        if what == "trap":
            insn = r.choice([ECALL, plain(r, 32)[0], csr_instruction(r, r.getrandbits(5))[0], MRET])
            cycle(Done(0, 0, None, entry, 0), 1, insn, 1, intr, 0, r.getrandbits(5))
            first, exception = True, True
        elif what == "return":
            cycle(Done(0, 0, None, entry, 1), 1, MRET, 0, intr)
        elif what == "csr":
            source, old = r.choice([0, 0, 9, 31, 1 << r.randrange(5)]), r.getrandbits(32)
            insn, number, immediate, operation, rd = csr_instruction(r, source)
            new = written(operation, source if immediate or not source else r.getrandbits(32), old)
            writes = operation == 1 or source != 0
            met["a write without rd"] += writes and operation != 1 and rd == 0
            cycle(Done(rd, old if rd else 0, (number, new) if writes else None, entry, 0), 1, insn,
                  0, intr, 0, rd, old if rd else None, number, new)
        else:
            insn, rd, _ = plain(r, 32)
            data = r.getrandbits(32)
            cycle(Done(rd, data if rd else 0, None, entry, 0), 1, insn, 0, intr, 0, rd, data)
    fields = [1, 1, 32, 1, 1, 1, 5, 32, 12, 32, 12, 2, 32]
    for n, (found, right) in enumerate(
            zip(play(tmp_path, fields, cycles, ["-DNEORV32"]), expected, strict=True)):
        assert found == right, f"cycle {n}: {found} is not {right}: {[hex(v) for v in cycles[n]]}"
    points = ("debug", "exception", "interrupt", "a write without rd", "reset", "hint")
    assert min(met[k] for k in points) > 30, met


def test_rvfi(tmp_path):
    """One instruction a cycle, or none; without one the port is ignored."""
    r, cycles, expected, met = random.Random(4), [], [], Counter()
    great = itertools.cycle(1 << bit for bit in range(12, 31))
    word = lambda: r.getrandbits(32)
    while len(cycles) < CYCLES:
        what = r.choice(
            ["plain", "plain", "store", "store", "csr", "return", "exception", "nothing"])
        valid, first = what != "nothing", r.random() < 0.1  # of a handler
        interrupt, code = r.getrandbits(1), r.choice(
            [0, 3, 7, 11, 4093, 4094, 4095, r.getrandbits(12), None])
        code = next(great) if code is None else code
        entry = (interrupt, min(code, 4094)) if valid and first else None
        source, rs1, old = r.choice([0, 0, 9, 31, 1 << r.randrange(5)]), word(), word()
        rs1 = rs1 if source else 0
        insn, number, immediate, operation, csr_rd = csr_instruction(r, source)
        rd, addr, strobes, data = 0, word(), 0, word()
        done = Done(0, 0, None, entry, 0)
        if what == "plain":
            insn, rd, _ = plain(r, 32)
            done = done._replace(rd=rd, data=old if rd else 0)
        # of a byte, of two or four; one that is not at a word is shown by no adapter
        elif what == "store":
            insn = word() & ~0x7F | 0x23
            addr, strobes = addr & ~3 | r.choice([0, 0, 0, 1, 2, 3]), r.choice(
                [1, 2, 3, 4, 8, 12, 15])
            at_word = addr % 4 == 0
            done = done._replace(store=(addr, data, strobes) if at_word else None)
            met["store elsewhere"] += not at_word
        elif what == "csr":
            rd, operand = csr_rd, source if immediate else rs1
            known = operation == 1 or (rd != 0 and source != 0)
            done = done._replace(rd=rd,
                                 data=old if rd else 0,
                                 csr=(number, written(operation, operand, old)) if known else None)
            met["csr"] += known
            met["csr not known"] += not known and source != 0
        elif what == "return":
            insn = r.choice([MRET, SRET])
            done = done._replace(ret=1)
        else:  # an exception, or nothing: whatever would have been done
            insn, rd, strobes = r.choice([insn, MRET,
                                          plain(r, 32)[0]]), r.getrandbits(5), r.getrandbits(4)
        met[what] += 1
        met["entry"] += entry is not None
        trap = int(what == "exception" or (what == "nothing" and r.getrandbits(1)))
        mode = r.choice([0, 1, 3])
        hint = hint_of(insn, rs1, mode) if valid and not trap else None
        met["hint"] += hint is not None
        cycles.append((int(valid), insn, trap, int(first), rs1, rd, old, addr, strobes, data,
                       interrupt << 31 | code, mode))
        expected.append(done._replace(hint=hint))
    for n, (found, right) in enumerate(
            zip(play(tmp_path, [1, 32, 1, 1, 32, 5, 32, 32, 4, 32, 32, 2], cycles, ["-DRVFI"]),
                expected,
                strict=True)):
        assert found == right, f"cycle {n}: {found} is not {right}: {[hex(v) for v in cycles[n]]}"
    assert min(met[k] for k in ("plain", "store", "store elsewhere", "csr", "csr not known",
                                "return", "exception", "nothing", "entry", "hint")) > 100, met
