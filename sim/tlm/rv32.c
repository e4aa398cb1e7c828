/* SPDX-License-Identifier: Apache-2.0 */
/* The instruction-set simulator of rv32.h. */
#include "rv32.h"

#include <string.h>

enum { MIE = 1 << 3, MPIE = 1 << 7, MPP = 3 << 11 };
enum { NO_INSTRUCTION = 1, ILLEGAL = 2, BREAKPOINT = 3, ECALL_U = 8, ECALL_M = 11 };

/* Kinds of decoded instructions. FRESH is not decoded yet; the others end, or may end, the run of
 * instructions from CSR on. */
enum kind {
    FRESH, LUI, ADDI, SLTI, SLTIU, XORI, ORI, ANDI, SLLI, SRLI, SRAI,
    ADD, SUB, SLL, SLT, SLTU, XOR, SRL, SRA, OR, AND,
    MUL, MULH, MULHSU, MULHU, DIV, DIVU, REM, REMU,
    LB, LH, LW, LBU, LHU, SB, SH, SW,
    BEQ, BNE, BLT, BGE, BLTU, BGEU, JAL, JALR, NOTHING,
    CSR, ECALL, EBREAK, MRET, WFI, FENCE_I, BAD
};
/* In `kind`: the instruction has two bytes. */
enum { SHORT = 0x80 };

void rv32_reset(struct rv32 *cpu, uint32_t pc)
{
    memset(cpu->x, 0, sizeof cpu->x);
    cpu->pc = pc;
    cpu->mstatus = MPP;
    cpu->mie = cpu->mip = cpu->mepc = cpu->mcause = cpu->mtval = cpu->mscratch = 0;
    cpu->mtvec = 1;
    cpu->user = cpu->waiting = cpu->stop = false;
    cpu->cycles = cpu->instructions = 0;
    rv32_written(cpu, 0, cpu->ram_size);
}

void rv32_written(struct rv32 *cpu, uint32_t addr, uint32_t bytes)
{
    /* An instruction of four bytes may begin two bytes before. */
    for (uint32_t at = addr < 2 ? 0 : (addr - 2) & ~1u; at < addr + bytes && at < cpu->ram_size;
         at += 2)
        cpu->ops[at / 2].kind = FRESH;
}

/* ---- Decoding */

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return word >> low & ((2u << (high - low)) - 1);
}
static int32_t extend(uint32_t value, unsigned width)
{
    const uint32_t sign = 1u << (width - 1);
    return (int32_t)((value ^ sign) - sign);
}

static struct rv32_op op(unsigned kind, unsigned rd, unsigned rs1, unsigned rs2, int32_t imm)
{
    const bool stores = kind >= SB && kind <= BGEU; /* rd is none */
    return (struct rv32_op){(uint8_t)kind, (uint8_t)(rd || stores ? rd : 32), (uint8_t)rs1,
                            (uint8_t)rs2, imm};
}

static struct rv32_op decode_long(uint32_t w, uint32_t pc)
{
    const unsigned rd = bits(w, 11, 7), rs1 = bits(w, 19, 15), rs2 = bits(w, 24, 20),
                   f3 = bits(w, 14, 12), f7 = w >> 25;
    const int32_t i = (int32_t)w >> 20;
    static const uint8_t immediate[8] = {ADDI, SLLI, SLTI, SLTIU, XORI, SRLI, ORI, ANDI},
                         plain[8] = {ADD, SLL, SLT, SLTU, XOR, SRL, OR, AND},
                         loads[8] = {LB, LH, LW, BAD, LBU, LHU, BAD, BAD},
                         branches[8] = {BEQ, BNE, BAD, BAD, BLT, BGE, BLTU, BGEU};
    switch (w & 0x7f) {
    case 0x37: return op(LUI, rd, 0, 0, (int32_t)(w & ~0xfffu));
    case 0x17: return op(LUI, rd, 0, 0, (int32_t)((w & ~0xfffu) + pc));
    case 0x6f:
        return op(JAL, rd, 0, 0,
                  (int32_t)pc + extend(bits(w, 31, 31) << 20 | bits(w, 19, 12) << 12 |
                                           bits(w, 20, 20) << 11 | bits(w, 30, 21) << 1,
                                       21));
    case 0x67: return op(f3 ? BAD : JALR, rd, rs1, 0, i);
    case 0x63:
        return op(branches[f3], 0, rs1, rs2,
                  (int32_t)pc + extend(bits(w, 31, 31) << 12 | bits(w, 7, 7) << 11 |
                                           bits(w, 30, 25) << 5 | bits(w, 11, 8) << 1,
                                       13));
    case 0x03: return op(loads[f3], rd, rs1, 0, i);
    case 0x23:
        return op(f3 > 2 ? BAD : SB + f3, 0, rs1, rs2, extend(f7 << 5 | rd, 12));
    case 0x13:
        if (f3 == 1 || f3 == 5) {
            const bool arithmetic = f3 == 5 && f7 == 0x20;
            return op(f7 && !arithmetic ? BAD : arithmetic ? SRAI : immediate[f3], rd, rs1, 0,
                      (int32_t)rs2);
        }
        return op(immediate[f3], rd, rs1, 0, i);
    case 0x33:
        if (f7 == 1)
            return op(MUL + f3, rd, rs1, rs2, 0);
        if (f7 == 0x20 && (f3 == 0 || f3 == 5))
            return op(f3 ? SRA : SUB, rd, rs1, rs2, 0);
        return op(f7 ? BAD : plain[f3], rd, rs1, rs2, 0);
    case 0x0f: return op(f3 == 1 ? FENCE_I : f3 ? BAD : NOTHING, 0, 0, 0, 0);
    case 0x73:
        if (f3 & 3) /* rs2: the function */
            return op(CSR, rd, rs1, f3, (int32_t)(w >> 20));
        switch (w) {
        case 0x00000073: return op(ECALL, 0, 0, 0, 0);
        case 0x00100073: return op(EBREAK, 0, 0, 0, 0);
        case 0x30200073: return op(MRET, 0, 0, 0, 0);
        case 0x10500073: return op(WFI, 0, 0, 0, 0);
        }
    }
    return op(BAD, 0, 0, 0, 0);
}

static struct rv32_op decode_short(uint32_t w, uint32_t pc)
{
    const unsigned rd = bits(w, 11, 7), rs2 = bits(w, 6, 2), a = 8 + bits(w, 9, 7),
                   b = 8 + bits(w, 4, 2);
    const int32_t imm = extend(bits(w, 12, 12) << 5 | rs2, 6);
    const uint32_t word = bits(w, 12, 10) << 3 | bits(w, 6, 6) << 2 | bits(w, 5, 5) << 6;
    const int32_t jump = (int32_t)pc + extend(bits(w, 12, 12) << 11 | bits(w, 8, 8) << 10 |
                                                  bits(w, 10, 9) << 8 | bits(w, 6, 6) << 7 |
                                                  bits(w, 7, 7) << 6 | bits(w, 2, 2) << 5 |
                                                  bits(w, 11, 11) << 4 | bits(w, 5, 3) << 1,
                                              12);
    const int32_t branch = (int32_t)pc + extend(bits(w, 12, 12) << 8 | bits(w, 6, 5) << 6 |
                                                    bits(w, 2, 2) << 5 | bits(w, 11, 10) << 3 |
                                                    bits(w, 4, 3) << 1,
                                                9);
    static const uint8_t four[4] = {SUB, XOR, OR, AND};
    switch ((w & 3) << 3 | w >> 13) {
    case 0: {
        const uint32_t n = bits(w, 12, 11) << 4 | bits(w, 10, 7) << 6 | bits(w, 6, 6) << 2 |
                           bits(w, 5, 5) << 3;
        return op(n ? ADDI : BAD, b, 2, 0, (int32_t)n);
    }
    case 2: return op(LW, b, a, 0, (int32_t)word);
    case 6: return op(SW, 0, a, b, (int32_t)word);
    case 8: return op(ADDI, rd, rd, 0, imm);
    case 9: return op(JAL, 1, 0, 0, jump);
    case 10: return op(ADDI, rd, 0, 0, imm);
    case 11:
        if (rd == 2)
            return op(ADDI, 2, 2, 0,
                      extend(bits(w, 12, 12) << 9 | bits(w, 6, 6) << 4 | bits(w, 5, 5) << 6 |
                                 bits(w, 4, 3) << 7 | bits(w, 2, 2) << 5,
                             10));
        return op(LUI, rd, 0, 0, (int32_t)((uint32_t)imm << 12));
    case 12:
        switch (bits(w, 11, 10)) {
        case 0: return op(w >> 12 & 1 ? BAD : SRLI, a, a, 0, (int32_t)rs2);
        case 1: return op(w >> 12 & 1 ? BAD : SRAI, a, a, 0, (int32_t)rs2);
        case 2: return op(ANDI, a, a, 0, imm);
        }
        return op(w >> 12 & 1 ? BAD : four[bits(w, 6, 5)], a, a, b, 0);
    case 13: return op(JAL, 0, 0, 0, jump);
    case 14: return op(BEQ, 0, a, 0, branch);
    case 15: return op(BNE, 0, a, 0, branch);
    case 16: return op(w >> 12 & 1 ? BAD : SLLI, rd, rd, 0, (int32_t)rs2);
    case 18:
        return op(rd ? LW : BAD, rd, 2, 0,
                  (int32_t)(bits(w, 12, 12) << 5 | bits(w, 6, 4) << 2 | bits(w, 3, 2) << 6));
    case 20:
        if (!rs2 && !rd)
            return op(w >> 12 & 1 ? EBREAK : BAD, 0, 0, 0, 0);
        if (!rs2)
            return op(JALR, w >> 12 & 1, rd, 0, 0);
        return op(ADD, rd, w >> 12 & 1 ? rd : 0, rs2, 0);
    case 22:
        return op(SW, 0, 2, rs2, (int32_t)(bits(w, 12, 9) << 2 | bits(w, 8, 7) << 6));
    }
    return op(BAD, 0, 0, 0, 0);
}

static void decode(struct rv32 *cpu, uint32_t pc)
{
    struct rv32_op *const o = &cpu->ops[pc / 2];
    uint32_t w = 0;
    memcpy(&w, cpu->ram + pc, pc + 4 <= cpu->ram_size ? 4 : 2);
    if ((w & 3) != 3) {
        *o = decode_short(w & 0xffff, pc);
        o->kind |= SHORT;
    } else {
        *o = decode_long(w, pc);
    }
    if (cpu->decoded < pc + 4)
        cpu->decoded = pc + 4;
}

/* ---- Traps and CSRs */

static void enter(struct rv32 *cpu, uint32_t code, bool interrupt, uint32_t pc, uint32_t value)
{
    cpu->mepc = pc;
    cpu->mcause = code | (interrupt ? 0x80000000u : 0);
    cpu->mtval = value;
    cpu->mstatus = (cpu->mstatus & ~(uint32_t)(MIE | MPIE | MPP)) |
                   (cpu->mstatus & MIE ? MPIE : 0) | (cpu->user ? 0 : MPP);
    cpu->user = false;
    cpu->pc = (cpu->mtvec & ~3u) + (interrupt && cpu->mtvec & 1 ? 4 * code : 0);
    if (cpu->trap)
        cpu->trap(cpu->context, code, interrupt);
}

static void interrupts(struct rv32 *cpu)
{
    const uint32_t pending = cpu->mie & cpu->mip;
    if (pending)
        cpu->waiting = false;
    if (pending && (cpu->user || cpu->mstatus & MIE))
        enter(cpu, pending & RV32_EXTERNAL ? 11 : 7, true, cpu->pc, 0);
}

/* The register of a number; NULL: none that can be written as it is. */
static uint32_t *csr_of(struct rv32 *cpu, unsigned number)
{
    switch (number) {
    case 0x300: return &cpu->mstatus;
    case 0x304: return &cpu->mie;
    case 0x305: return &cpu->mtvec;
    case 0x340: return &cpu->mscratch;
    case 0x341: return &cpu->mepc;
    case 0x342: return &cpu->mcause;
    case 0x343: return &cpu->mtval;
    default: return NULL;
    }
}

static bool csr(struct rv32 *cpu, const struct rv32_op *o)
{
    const unsigned number = (unsigned)o->imm;
    const bool writes = (o->rs2 & 3) == 1 || o->rs1;
    if ((cpu->user && bits(number, 9, 8)) || (writes && number >> 10 == 3))
        return false;
    uint32_t *const plain = csr_of(cpu, number), with = o->rs2 & 4 ? o->rs1 : cpu->x[o->rs1];
    uint32_t old = 0;
    if (plain)
        old = *plain;
    else if (number == 0x301)
        old = 0x40101104; /* RV32 I, M, C, U */
    else if (number == 0x344)
        old = cpu->mip;
    else if (number == 0xf14)
        old = cpu->mhartid;
    else if (number == 0xb00 || number == 0xc00)
        old = (uint32_t)cpu->cycles;
    else if (number == 0xb80 || number == 0xc80)
        old = (uint32_t)(cpu->cycles >> 32);
    else if (number == 0xb02 || number == 0xc02)
        old = (uint32_t)cpu->instructions;
    else if (number == 0xb82 || number == 0xc82)
        old = (uint32_t)(cpu->instructions >> 32);
    else if (!(number >= 0x3a0 && number <= 0x3ef) && /* protection, event selectors, */
             !(number >= 0x320 && number <= 0x33f) && /* counters, machine ids */
             !(number >= 0xb03 && number <= 0xb9f) && !(number >= 0xf11 && number <= 0xf15))
        return false;
    if (plain && writes)
        *plain = (o->rs2 & 3) == 1 ? with : (o->rs2 & 3) == 2 ? old | with : old & ~with;
    cpu->mepc &= ~1u;
    cpu->x[o->rd] = old;
    return true;
}

static uint32_t divided(int32_t a, int32_t b)
{
    return b == 0 ? ~0u : a == INT32_MIN && b == -1 ? (uint32_t)a : (uint32_t)(a / b);
}
static uint32_t rest(int32_t a, int32_t b)
{
    return b == 0 ? (uint32_t)a : a == INT32_MIN && b == -1 ? 0 : (uint32_t)(a % b);
}

/* ---- Running */

static uint32_t get(const uint8_t *from, unsigned bytes)
{
    uint32_t value = 0;
    memcpy(&value, from, bytes);
    return value;
}

void rv32_run(struct rv32 *cpu, uint64_t until)
{
    cpu->stop = false;
    uint32_t *const x = cpu->x;
    uint8_t *const ram = cpu->ram;
    const uint32_t size = cpu->ram_size;
    struct rv32_op *const ops = cpu->ops;
    while (cpu->cycles < until && !cpu->stop) {
        interrupts(cpu);
        if (cpu->waiting)
            return;
        /* Up to here instructions follow each other without a look at anything else. */
        int64_t left = (int64_t)(until - cpu->cycles);
        const int64_t begun = left;
        /* A jump to outside of RAM goes to the spare entry behind it; `away` is where to. */
        uint32_t away = size, next, code = 0, value = 0;
        uint32_t pc = cpu->pc < size ? cpu->pc : (away = cpu->pc, size);
        int64_t counted = begun;
#define COUNT()                                                                                    \
    (cpu->cycles += (uint64_t)(counted - left), cpu->instructions += (uint64_t)(counted - left),   \
     counted = left)
        bool goes = true;
        while (goes && left > 0) {
            const struct rv32_op *o = &ops[pc / 2];
            next = pc + (o->kind & SHORT ? 2 : 4);
            const uint32_t a = x[o->rs1], b = x[o->rs2];
            const uint32_t imm = (uint32_t)o->imm;
            left--;
#define SET(expression)                                                                            \
    x[o->rd] = (expression);                                                                       \
    break
#define LOAD(type, n)                                                                              \
    {                                                                                              \
        const uint32_t at = a + imm;                                                               \
        if (at <= size - (n)) {                                                                    \
            type v;                                                                                \
            memcpy(&v, ram + at, sizeof v);                                                        \
            x[o->rd] = (uint32_t)v;                                                                \
        } else {                                                                                   \
            COUNT();                                                                               \
            x[o->rd] = (uint32_t)(type)cpu->load(cpu->context, at, n);                             \
            goes = false;                                                                          \
        }                                                                                          \
    }                                                                                              \
    break
#define STORE(n)                                                                                   \
    {                                                                                              \
        const uint32_t at = a + imm;                                                               \
        if (at <= size - (n)) {                                                                    \
            memcpy(ram + at, &b, n);                                                               \
            if (at < cpu->decoded)                                                                 \
                rv32_written(cpu, at, n);                                                          \
            if ((at & ~3u) == cpu->watch) {                                                        \
                COUNT();                                                                           \
                cpu->stored(cpu->context, at, b, n);                                               \
                goes = false;                                                                      \
            }                                                                                      \
        } else {                                                                                   \
            COUNT();                                                                               \
            cpu->store(cpu->context, at, b, n);                                                    \
            goes = false;                                                                          \
        }                                                                                          \
    }                                                                                              \
    break
#define BRANCH(condition)                                                                          \
    if (condition)                                                                                 \
        JUMP(imm);                                                                                 \
    break
#define JUMP(to) next = (to) < size ? (to) : (away = (to), size)
            switch (o->kind & ~SHORT) {
            case FRESH:
                left++;
                if (pc >= size)
                    code = NO_INSTRUCTION, value = pc = away;
                else
                    decode(cpu, pc), next = pc;
                break;
            case LUI: SET(imm);
            case ADDI: SET(a + imm);
            case SLTI: SET((int32_t)a < (int32_t)imm);
            case SLTIU: SET(a < imm);
            case XORI: SET(a ^ imm);
            case ORI: SET(a | imm);
            case ANDI: SET(a & imm);
            case SLLI: SET(a << imm);
            case SRLI: SET(a >> imm);
            case SRAI: SET((uint32_t)((int32_t)a >> imm));
            case ADD: SET(a + b);
            case SUB: SET(a - b);
            case SLL: SET(a << (b & 31));
            case SLT: SET((int32_t)a < (int32_t)b);
            case SLTU: SET(a < b);
            case XOR: SET(a ^ b);
            case SRL: SET(a >> (b & 31));
            case SRA: SET((uint32_t)((int32_t)a >> (b & 31)));
            case OR: SET(a | b);
            case AND: SET(a & b);
            case MUL: SET(a * b);
            case MULH: SET((uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32));
            case MULHSU: SET((uint32_t)((int64_t)(int32_t)a * (int64_t)b >> 32));
            case MULHU: SET((uint32_t)((uint64_t)a * b >> 32));
            case DIV: SET(divided((int32_t)a, (int32_t)b));
            case DIVU: SET(b ? a / b : ~0u);
            case REM: SET(rest((int32_t)a, (int32_t)b));
            case REMU: SET(b ? a % b : a);
            case LB: LOAD(int8_t, 1);
            case LH: LOAD(int16_t, 2);
            case LW: LOAD(uint32_t, 4);
            case LBU: LOAD(uint8_t, 1);
            case LHU: LOAD(uint16_t, 2);
            case SB: STORE(1);
            case SH: STORE(2);
            case SW: STORE(4);
            case BEQ: BRANCH(a == b);
            case BNE: BRANCH(a != b);
            case BLT: BRANCH((int32_t)a < (int32_t)b);
            case BGE: BRANCH((int32_t)a >= (int32_t)b);
            case BLTU: BRANCH(a < b);
            case BGEU: BRANCH(a >= b);
            case JAL:
                x[o->rd] = next;
                JUMP(imm);
                break;
            case JALR:
                x[o->rd] = next;
                JUMP(((a + imm) & ~1u));
                break;
            case NOTHING: break;
            case CSR:
                COUNT();
                goes = false;
                if (!csr(cpu, o))
                    code = ILLEGAL, value = get(ram + pc, 4);
                break;
            case ECALL: code = cpu->user ? ECALL_U : ECALL_M; break;
            case EBREAK: code = BREAKPOINT; break;
            case MRET:
                goes = false;
                if (cpu->user) {
                    code = ILLEGAL;
                    break;
                }
                JUMP(cpu->mepc);
                cpu->user = (cpu->mstatus & MPP) != MPP;
                cpu->mstatus = (cpu->mstatus & ~(uint32_t)(MIE | MPP)) |
                               (cpu->mstatus & MPIE ? MIE : 0) | MPIE;
                COUNT();
                if (cpu->returns)
                    cpu->returns(cpu->context);
                break;
            case WFI:
                goes = false;
                cpu->waiting = true;
                break;
            case FENCE_I: rv32_written(cpu, 0, cpu->decoded); break;
            default: code = ILLEGAL, value = get(ram + pc, 2 + 2 * (next - pc == 4)); break;
            }
            if (code)
                break;
            pc = next;
        }
        COUNT();
        cpu->pc = pc;
        if (code)
            enter(cpu, code, false, pc, value);
    }
}
