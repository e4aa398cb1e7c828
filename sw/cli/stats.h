// SPDX-License-Identifier: Apache-2.0
// The results of `weir stats`: threads, ids, traps and interrupts, harts, loss. Times are in ticks.
#ifndef WEIR_CLI_STATS_H
#define WEIR_CLI_STATS_H

#include "commands.h"
#include "totals.h"
#include "traces.h"

// Distribution of a series of numbers.
typedef struct {
    uint64_t count;
    double min, max, mean, squares; // squares: sum of squared distances from the mean
} spread_t;

double spread_deviation(const spread_t *spread);

enum { STATS_BUCKETS = 66 }; // of values: below 0; 0; then 2^n to 2^(n+1)-1
enum { STATS_HARTS = 1024, STATS_ISRS = 1024 };

typedef struct {
    spread_t runs;    // length of a run
    spread_t period;  // from one start of a run to the next
    uint64_t started; // time of the last start
    bool has_started;
    uint64_t ticks; // of all its runs
    uint64_t harts; // bit mask of the harts it ran on, up to 63
} stats_thread_t;

typedef struct {
    spread_t value;
    spread_t interval; // from one record to the next
    uint64_t last;
    uint64_t buckets[STATS_BUCKETS];
} stats_series_t;

typedef struct {
    unsigned hart;
    uint32_t cause;
    spread_t duration; // from enter to exit, nested ones included
    spread_t response; // from enter to the next switch of this hart
    bool used;
} stats_isr_t;

typedef struct {
    bool known;
    uint64_t since;
    model_thread_t running;
    uint64_t idle, busy, switches;
    uint64_t idle_threads; // part of busy; the load is the rest of it
    unsigned depth; // of traps
    uint64_t entered[16];
    uint32_t cause[16];
    stats_isr_t *pending; // until a switch
    uint64_t pending_since;
} stats_hart_t;

typedef struct {
    traces_t traces;
    stats_thread_t *threads; // indexed as the threads of the survey
    stats_series_t *series;  // likewise
    stats_isr_t isrs[STATS_ISRS];
    unsigned isr_count;
    stats_hart_t harts[STATS_HARTS];
    totals_t totals;
    uint64_t lost_time; // sum of all losses, first to last lost event
    uint64_t unmatched; // exits without enter
    double span;        // ticks from first to last
} stats_t;

// Reads and measures all inputs. Returns EXIT_GOOD and *stats, which stats_free frees, even if an
// input is damaged (traces_verdict); else reports the error and returns an exit code.
int stats_measure(stats_t **stats, const options_t *options);
void stats_free(stats_t *stats);
// Reports on stderr what reading the inputs left out.
void stats_account(const stats_t *stats);

// A readable time: "12.35 us", or in ticks.
enum { STATS_TIME = 40 };
char *stats_time(char text[STATS_TIME], const stats_t *s, double ticks);
// Converts ticks to seconds; returns ticks if their length is unknown.
double stats_seconds(const stats_t *s, double ticks);

// The name of a series.
const char *stats_label(const model_survey_series_t *series, char text[160]);
// The share of a thread in the time of all harts, 0 to 1.
double stats_share(const stats_t *s, const model_survey_thread_t *thread);

void stats_text(const stats_t *s);
// Returns 0, or -1 if there is no memory.
int stats_json(const stats_t *s);
int stats_svg(const stats_t *s, const char *path);

#endif
