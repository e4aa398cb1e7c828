// SPDX-License-Identifier: Apache-2.0
// RKH: what damage does to a stream of Weir's events: every single bit flipped, every truncation,
// random splices. Counted are the frames lost beyond those that were touched, the frames accepted
// that were never sent, beside what an 8-bit checksum allows, and whether the reader's own count of
// what is missing is right.
//
//     rkh-damage SEED FRAMES SPLICES
//
// Prints one line for each kind of damage; exit code 1 if something is outside theory.
#include <math.h>
#include <string.h>

#include "random.h"
#include "rkh_args.h"
#include "rkh_weir_read.h"

typedef struct {
    uint64_t offset;
    uint32_t bytes;
    uint8_t sequence;
} sent_t;

static uint8_t *stream;
static size_t size;
static sent_t *sent;
static unsigned sent_count;
static int code;

static int append(void *context, const uint8_t *bytes, uint32_t n)
{
    (void)context;
    memcpy(stream + size, bytes, n);
    size += n;
    return 0;
}

// Events as a trace has them: mostly small values, now and then addresses, losses, long gaps.
static void make(unsigned frames)
{
    static uint8_t memory[512];
    rkh_writer_t w;
    rkh_weir_t s;
    uint64_t time = 0;
    rkh_weir_init(&s, 100000000);
    rkh_writer_init(&w, &rkh_weir_config, memory, sizeof memory, append, NULL);
    rkh_weir_emit_start(&s, &w, 0);
    while (sent_count < frames) {
        static const rkh_weir_kind_t kinds[] = {RKH_WEIR_USER, RKH_WEIR_USER,   RKH_WEIR_COM,
                                                RKH_WEIR_SYS,  RKH_WEIR_THREAD, RKH_WEIR_THREAD,
                                                RKH_WEIR_USER, RKH_WEIR_LOSS};
        rkh_weir_event_t e = {
            .kind = kinds[any() % 8], .hart = any() % 4, .time = time += any() % 5000};
        e.id = (uint16_t)(any() >> any() % 16);
        e.value = e.kind == RKH_WEIR_THREAD ? 0x20000000 + any() % 8 * 0x100 : any() >> any() % 64;
        if (e.kind == RKH_WEIR_LOSS) { // as the unit tells it
            e.part = true;
            e.what = any() % 3 ? (uint8_t)(RKH_WEIR_LOSS_TOTAL + any() % 24) : any() % 2;
            e.value = any() % 1000;
        }
        rkh_weir_emit(&s, &w, &e);
        sent_count++;
    }
    rkh_flush(&w);
}

// Reads a stream and notes where its frames are.
static unsigned list(const uint8_t *bytes, size_t n, sent_t *to, rkh_totals_t *totals)
{
    static uint8_t memory[300];
    rkh_reader_t r;
    unsigned count = 0;
    rkh_reader_init(&r, &rkh_weir_config, memory, sizeof memory);
    rkh_feed(&r, bytes, n);
    for (int what; (what = rkh_next(&r)) != RKH_MORE;)
        if (what == RKH_FRAME)
            to[count++] = (sent_t){r.frame.offset, r.frame.bytes, r.frame.sequence};
    rkh_finish(&r);
    *totals = r.totals;
    return count;
}

// ---- one damage, seen from its surroundings

typedef struct {
    const char *what;
    uint64_t cases, frames; // of damage; frames that were touched by it
    uint64_t chances; // pieces that are no frame that was sent, but long enough to be one: 1 in 256
                      // may look right
    uint64_t blind;   // of them, what a sum cannot see: bytes of 0 taken out of one frame
    double allowed;   // wrong frames, by theory
    uint64_t wrong;   // frames accepted that were never sent
    uint64_t events;  // of those, with arguments that are Weir's: wrong events
    uint64_t displaced;         // frames that were sent, but not here
    uint64_t collateral;        // untouched frames not delivered
    uint64_t counts, miscounts; // losses by the sequence numbers: right, wrong
} tally_t;

// Whether these bytes, escapes undone, are long enough and well escaped: only the checksum can tell
// that they are no frame.
static bool plausible(const uint8_t *p, size_t n)
{
    uint32_t used = 0;
    for (size_t i = 0; i < n; i++, used++)
        if (p[i] == RKH_ESCAPE && (++i == n || (p[i] != 0x5d && p[i] != 0x5e)))
            return false;
    return used >= rkh_head_size(&rkh_weir_config) + 1;
}

// Which frame, from k on, these bytes are; sent_count if none.
static unsigned find(const uint8_t *p, size_t n, unsigned k, unsigned last)
{
    while (k < last && (n != sent[k].bytes || memcmp(p, stream + sent[k].offset, n)))
        k++;
    return k < last ? k : sent_count;
}

// bytes: what stands where frames `first` to `last` - 1 were sent, in a stream that is whole before
// and behind. one_bit: only pieces that a new flag has cut off can look right, anything else
// changes the sum for certain.
static void judge(tally_t *t, const uint8_t *bytes, size_t n, unsigned first, unsigned last,
                  bool one_bit)
{
    enum { AROUND = 3 };
    static uint8_t memory[300], piece[1 << 14];
    rkh_reader_t r;
    rkh_weir_t s;
    rkh_weir_event_t e;
    unsigned a = first - AROUND, z = last + AROUND < sent_count ? last + AROUND : sent_count;
    size_t front = sent[first].offset - sent[a].offset + 1,
           back = sent[z - 1].offset + sent[z - 1].bytes + 1 - sent[last].offset;
    if (front + n + back > sizeof piece)
        exit(3);
    memcpy(piece, stream + sent[a].offset - 1, front);
    memcpy(piece + front, bytes, n);
    memcpy(piece + front + n, stream + sent[last].offset, back);
    rkh_reader_init(&r, &rkh_weir_config, memory, sizeof memory);
    rkh_weir_init(&s, 0);
    rkh_feed(&r, piece, front + n + back);
    unsigned good_front = 0, good_back = 0, lost = 0, inside = 0, next = first;
    uint64_t wrong = 0, displaced = 0;
    for (int what; (what = rkh_next(&r)) != RKH_MORE;) {
        uint64_t at = r.frame.offset;
        if (what != RKH_FRAME)
            continue;
        lost += r.frame.lost;
        if (at + r.frame.bytes < front) {
            good_front++;
        } else if (at >= front + n) {
            good_back++;
        } else {
            unsigned k = find(piece + at, r.frame.bytes, next, last);
            if (k < sent_count) {
                inside++;
                next = k + 1;
            } else if (find(piece + at, r.frame.bytes, 0, sent_count) < sent_count) {
                displaced++;
            } else {
                wrong++;
                t->events += rkh_weir_take(&s, &r, &e) == 1;
            }
        }
    }
    rkh_finish(&r);
    // pieces between flags that begin in the damaged part; the last one may run on into the whole
    // part behind
    unsigned pieces = 0, chances = 0;
    for (const uint8_t *p = piece + front, *end = p + n; p < end; pieces++) {
        const uint8_t *flag = memchr(p, RKH_FLAG, (size_t)(end + back - p));
        if (!flag)
            break;
        chances += plausible(p, (size_t)(flag - p)) &&
                   find(p, (size_t)(flag - p), 0, sent_count) == sent_count;
        p = flag + 1;
    }
    t->chances += one_bit && pieces <= last - first ? 0 : chances;
    t->cases++;
    t->frames += last - first;
    t->wrong += wrong;
    t->displaced += displaced;
    t->collateral += first - a - good_front + (z - last - good_back);
    if (!wrong && !displaced) {
        if (lost == ((last - first - inside) & 255))
            t->counts++;
        else
            t->miscounts++;
    }
}

// random: what is damaged is so at random, and the checksum lets 1 in 256 through. Parts of other
// frames are not random: a sum finds fewer of them, and what counts is how many wrong events the
// arguments' formats leave.
static void report(tally_t *t, bool is_random)
{
    double random = (double)(t->chances - t->blind) / 256;
    t->allowed = (double)t->blind + random;
    bool fine = !t->collateral && !t->miscounts &&
                (double)(is_random ? t->wrong : t->events) <= t->allowed + 4 * sqrt(random) + 1;
    printf("%s: cases=%llu touched=%llu collateral=%llu chances=%llu allowed=%.1f wrong=%llu "
           "events=%llu displaced=%llu counts=%llu "
           "miscounts=%llu unjudged=%llu %s\n",
           t->what, (unsigned long long)t->cases, (unsigned long long)t->frames,
           (unsigned long long)t->collateral, (unsigned long long)t->chances, t->allowed,
           (unsigned long long)t->wrong, (unsigned long long)t->events,
           (unsigned long long)t->displaced, (unsigned long long)t->counts,
           (unsigned long long)t->miscounts,
           (unsigned long long)(t->cases - t->counts - t->miscounts),
           fine ? "ok" : "OUTSIDE THEORY");
    if (!fine)
        code = 1;
}

// Each bit of each frame, and of the flag behind it.
static void flips(void)
{
    tally_t t = {.what = "single bits"}, f = {.what = "single bits of flags"};
    uint8_t bytes[600];
    for (unsigned i = 3; i + 4 < sent_count; i++) {
        uint32_t n = sent[i].bytes;
        for (uint32_t bit = 0; bit < 8 * n; bit++) {
            memcpy(bytes, stream + sent[i].offset, n + 1);
            bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
            judge(&t, bytes, n + 1, i, i + 1, true);
        }
        uint32_t both = n + 1 + sent[i + 1].bytes + 1;
        for (uint32_t bit = 0; bit < 8; bit++) {
            memcpy(bytes, stream + sent[i].offset, both);
            bytes[n] ^= (uint8_t)(1 << bit);
            judge(&f, bytes, both, i, i + 2, true);
        }
    }
    report(&t, true);
    report(&f, true);
}

// The stream ends after each byte; and begins there.
static void truncations(void)
{
    tally_t end = {.what = "truncated ends"}, begin = {.what = "truncated begins"};
    sent_t *found = malloc((sent_count + 1) * sizeof *found);
    rkh_totals_t totals;
    // of a long stream, only near its ends: elsewhere it is the same
    size_t near = sent_count > 1000 ? 40 : sent_count - 1,
           from = sent[sent_count - 1 - near].offset, to = sent[sent_count - 1].offset;
    for (size_t cut = from; cut < to; cut++) {
        unsigned whole = 0, begun = 0;
        for (unsigned k = 0; k < sent_count; k++) {
            whole += sent[k].offset + sent[k].bytes < cut;
            begun += sent[k].offset < cut;
        }
        unsigned count = list(stream, cut, found, &totals);
        end.cases++;
        end.frames += begun - whole;
        end.collateral += whole - (count < whole ? count : whole);
        end.wrong += count > whole;
        totals.damaged == begun - whole && !totals.lost ? end.counts++ : end.miscounts++;
    }
    for (size_t cut = 1; cut < sent[near].offset; cut++) {
        unsigned whole = 0;
        for (unsigned k = 0; k < sent_count; k++)
            whole += sent[k].offset > cut;
        unsigned count = list(stream + cut, size - cut, found, &totals);
        begin.cases++;
        begin.collateral += whole - (count < whole ? count : whole);
        begin.wrong += count > whole;
        totals.damaged <= 1 && !totals.lost ? begin.counts++ : begin.miscounts++;
    }
    free(found);
    report(&end, true);
    report(&begin, true);
}

// Pieces cut out, put in from elsewhere, doubled, or replaced by noise.
static void splices(unsigned count)
{
    static const char *const kinds[] = {"pieces cut out", "pieces of elsewhere put in",
                                        "noise put in", "noise over pieces"};
    uint8_t bytes[8192];
    for (int kind = 0; kind < 4; kind++) {
        tally_t t = {.what = kinds[kind]};
        for (unsigned n = 0; n < count; n++) {
            unsigned first = 5 + (unsigned)(any() % (sent_count - 140)),
                     last = first + 1 + (unsigned)(any() % 12);
            const uint8_t *p = stream + sent[first].offset;
            size_t whole = sent[last].offset - sent[first].offset, a = any() % whole,
                   b = any() % whole, used = 0, extra;
            if (a > b) {
                size_t swap = a;
                a = b;
                b = swap;
            }
            if (kind == 1 || kind == 2)
                b = a;
            memcpy(bytes, p, a);
            used = a;
            extra = kind == 0 ? 0 : kind == 3 ? b - a : 1 + any() % 100;
            const uint8_t *other = stream + any() % (size - 200);
            for (size_t i = 0; i < extra; i++)
                bytes[used++] = kind == 1 ? other[i] : (uint8_t)any();
            memcpy(bytes + used, p + b, whole - b);
            used += whole - b;
            bool zeros = kind == 0 && b > a;
            for (size_t i = a; i < b; i++)
                zeros &= !p[i];
            t.blind += zeros;
            judge(&t, bytes, used, first, last, false);
        }
        report(&t, kind >= 2);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    random_begin(strtoull(argv[1], NULL, 10));
    unsigned frames = (unsigned)strtoul(argv[2], NULL, 10);
    stream = malloc((size_t)frames * 130 + 1000);
    sent = malloc(((size_t)frames + 300) * sizeof *sent);
    make(frames);
    rkh_totals_t totals;
    sent_count = list(stream, size, sent, &totals);
    printf("stream: frames=%u bytes=%zu lost=%llu damaged=%llu\n", sent_count, size,
           (unsigned long long)totals.lost, (unsigned long long)totals.damaged);
    flips();
    truncations();
    splices((unsigned)strtoul(argv[3], NULL, 10));
    free(stream);
    free(sent);
    return code;
}
