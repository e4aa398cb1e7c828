/* SPDX-License-Identifier: Apache-2.0 */
/* Overhead of tracing. Two threads, preempted by a timer, do a fixed amount of work like that of
 * benchmarks for small cores (lists, matrices, a state machine, checksums): first without trace,
 * then with more and more events. The work is compiled once for each run, so that the run without
 * trace contains no trace code. */
#include "soc.h"
#include "threads.h"
#include "weir.h"

#ifdef SOC_SERV
enum { SLICE = 100000, ROUNDS = 4 };
#else
enum { SLICE = 5000, ROUNDS = 20 };
#endif
enum { NODES = 20, ORDER = 5, RUNS = 6 };
enum { SWITCHES = 2 };        /* the first run with trace */
enum { PART = 1, ROUND = 2 }; /* USER ids */

static const struct weir_config config = {.base = SOC_WEIR, .unit = "ns10", .sink = soc_host};
static struct weir weir;
static struct thread threads[2];
static volatile uint32_t done[2], results[2], ends;
static volatile unsigned run; /* 0 warms the caches and is printed like the others */
static uint32_t switches;

struct node {
    struct node *next;
    uint32_t key;
};
struct work {
    struct node nodes[NODES];
    int32_t a[ORDER][ORDER], b[ORDER][ORDER], c[ORDER][ORDER];
    uint32_t crc;
};
static struct work works[2];

/* The pieces of work. Each takes about a hundred cycles at one cycle per instruction. All runs
 * share this code. */

static __attribute__((noinline)) uint32_t crc_of(uint32_t crc, uint32_t value)
{
    for (int bit = 0; bit < 8; bit++) {
        crc = crc >> 1 ^ (-((crc ^ value) & 1) & 0xa001u);
        value >>= 1;
    }
    return crc;
}

static __attribute__((noinline)) uint32_t find(const struct node *list, uint32_t key)
{
    uint32_t steps = 0;
    for (; list && list->key != key; list = list->next)
        steps++;
    return steps;
}

static __attribute__((noinline)) struct node *reverse(struct node *list)
{
    struct node *reversed = NULL;
    while (list) {
        struct node *const next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    return reversed;
}

static __attribute__((noinline)) uint32_t multiply_cell(struct work *w, unsigned row,
                                                        unsigned column)
{
    int32_t cell = 0;
    for (unsigned k = 0; k < ORDER; k++)
        cell += w->a[row][k] * w->b[k][column];
    w->c[row][column] = cell;
    return (uint32_t)cell;
}

static __attribute__((noinline)) uint32_t count_numbers(const char *text)
{
    enum { START, SIGN, DIGITS, OTHER } state = START;
    uint32_t numbers = 0;
    for (; *text; text++)
        switch (state) {
        case START:
            state = *text == '-'                   ? SIGN
                    : *text >= '0' && *text <= '9' ? DIGITS
                    : *text == ' '                 ? START
                                                   : OTHER;
            break;
        case SIGN: state = *text >= '0' && *text <= '9' ? DIGITS : OTHER; break;
        case DIGITS:
            if (*text == ' ')
                numbers++;
            state = *text == ' ' ? START : *text >= '0' && *text <= '9' ? DIGITS : OTHER;
            break;
        default: state = *text == ' ' ? START : OTHER;
        }
    return numbers;
}

/* The work of a thread, aligned so that every run has the same cache layout. PART_DONE is the trace
 * code after each piece, ROUND_DONE after each group of pieces. */
#define WORK(name, PART_DONE, ROUND_DONE)                                                          \
    static __attribute__((noinline, aligned(4096))) void name(struct work *w)                      \
    {                                                                                              \
        struct node *list = w->nodes;                                                              \
        for (uint32_t n = 0; n < ROUNDS; n++) {                                                    \
            for (unsigned row = 0; row < ORDER; row++) {                                           \
                uint32_t sum = 0;                                                                  \
                for (unsigned column = 0; column < ORDER; column++) {                              \
                    const uint32_t cell = multiply_cell(w, row, column);                           \
                    PART_DONE(cell);                                                               \
                    sum += cell;                                                                   \
                }                                                                                  \
                w->crc = crc_of(w->crc, sum);                                                      \
                PART_DONE(w->crc);                                                                 \
                w->crc = crc_of(w->crc, sum >> 8);                                                 \
                PART_DONE(w->crc);                                                                 \
                const uint32_t steps = find(list, (n + 5 * row) % NODES);                          \
                PART_DONE(steps);                                                                  \
                w->crc = crc_of(w->crc, steps);                                                    \
                PART_DONE(w->crc);                                                                 \
                ROUND_DONE(row);                                                                   \
            }                                                                                      \
            list = reverse(list);                                                                  \
            w->a[n % ORDER][n / 2 % ORDER] = (int32_t)(w->crc & 0xff);                             \
            w->crc = crc_of(w->crc, count_numbers("12 -7 x9 1000 4.5 -0 18 - 3"));                 \
        }                                                                                          \
    }

#define NOTHING(value) ((void)0)
#define PART_EVENT(value) weir_emit_fast(&weir, PART, value)
#define ROUND_EVENT(value) weir_emit_fast(&weir, ROUND, value)
WORK(work_plain, NOTHING, NOTHING)
WORK(work_rounds, NOTHING, ROUND_EVENT)
WORK(work_parts, PART_EVENT, ROUND_EVENT)
/* The unit of this SoC may not see HINTs: they cost the same. */
#define PART_HINT(value) weir_hint(PART, value)
#define ROUND_HINT(value) weir_hint(ROUND, value)
WORK(work_hints, PART_HINT, ROUND_HINT)

static void (*const runs[RUNS])(struct work *) = {work_plain, work_plain, work_plain, work_rounds,
                                                  work_parts, work_hints};

static void begin(struct work *w, uint32_t seed)
{
    for (unsigned i = 0; i < NODES; i++)
        w->nodes[i] = (struct node){i + 1 < NODES ? &w->nodes[i + 1] : NULL,
                                    (i * 7 + seed) % NODES};
    for (unsigned i = 0; i < ORDER; i++)
        for (unsigned j = 0; j < ORDER; j++) {
            w->a[i][j] = (int32_t)(i * seed + j);
            w->b[i][j] = (int32_t)(j * seed - i);
        }
    w->crc = seed;
}

static void run_thread(unsigned me)
{
    begin(&works[me], me + 3);
    runs[run](&works[me]);
    results[me] = works[me].crc;
    done[me] = 1;
    if (done[0] && done[1])
        ends = soc_cycles();
    /* End the slice now: waiting for its end would take longer than the measured overhead. */
    soc_timer_at(0);
    for (;;)
        ;
}

static void run_first(void) { run_thread(0); }
static void run_second(void) { run_thread(1); }

static uint32_t start, plain_results[2];
static void next_run(void);

/* Switches threads. When both are done, prints the run and starts the next one. */
void on_timer(void)
{
    if (done[0] && done[1]) {
        struct weir_counts n = {{0}, {0}};
        if (run >= SWITCHES) {
            soc_check(weir_disable(&weir), "weir_disable");
            soc_check(weir_counters(&weir, &n), "weir_counters");
        }
        printf(SOC_CORE " load %s %lu cycles %lu events\n",
               (const char *const[]){"warming", "nothing", "switches", "switches_and_few_events",
                                     "switches_and_many_events",
                                     "switches_and_many_hints"}[run],
               (unsigned long)(ends - start),
               (unsigned long)(n.offered[WEIR_CLASS_USER] +
                               (run == SWITCHES ? n.offered[WEIR_CLASS_SYS] : 0)));
        if (run == 0) {
            plain_results[0] = results[0];
            plain_results[1] = results[1];
        }
        if (results[0] != plain_results[0] || results[1] != plain_results[1])
            exit(1);
        if (run >= SWITCHES) {
            soc_check(weir_finish(&weir), "weir_finish");
            if (n.offered[WEIR_CLASS_SYS] < switches || switches < 10)
                exit(2);
        }
        run++;
        if (run == RUNS)
            exit(0);
        next_run();
        return;
    }
    soc_timer_at(SOC_MTIME + SLICE);
    const unsigned next = done[0] || (!done[1] && thread_running == &threads[0]);
    switches += thread_running != &threads[next];
    thread_running = &threads[next];
}

void on_weir(void) {}

static void next_run(void)
{
    done[0] = done[1] = 0;
    switches = 0;
    thread_make(&threads[0], run_first);
    thread_make(&threads[1], run_second);
    if (run >= SWITCHES) {
        soc_check(weir_start(&weir), "weir_start");
        soc_check(weir_snoop(&weir, 0, &thread_running), "weir_snoop");
    }
    thread_running = &threads[0];
    soc_timer_at(SOC_MTIME + SLICE);
    start = soc_cycles();
}

int main(void)
{
    soc_check(weir_init(&weir, &config), "weir_init");
    next_run();
    threads_start();
}
