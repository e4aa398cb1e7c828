// SPDX-License-Identifier: Apache-2.0
// The results of `weir stats`: threads, ids, traps and interrupts, harts, loss. Times are in ticks.
#ifndef WEIR_CLI_STATS_H
#define WEIR_CLI_STATS_H

#include "analysis.h"
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
enum { STATS_HARTS = ANALYSIS_HARTS, STATS_ISRS = 1024, STATS_KNOWN = 64 };

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
    spread_t duration; // from begin to end
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
    traces_t traces;
    bool brief;              // without spreads
    stats_thread_t *threads; // indexed as the threads of the survey
    stats_series_t *series;  // likewise
    stats_isr_t isrs[STATS_ISRS];
    unsigned isr_count;
    struct {
        uint64_t switches, idle; // idle: ticks without a thread
        uint64_t *threads;       // ticks of each thread of the survey; NULL: none ran
    } harts[STATS_HARTS];
    struct {
        uint64_t number;
        stats_thread_t *thread; // NULL: free entry
    } known[STATS_KNOWN];       // threads that were found
    analysis_t analysis;
    totals_t totals;
    uint64_t lost_time; // sum of all losses, first to last lost event
    double span;        // ticks from first to last
} stats_t;

// Reads and measures all inputs; brief: without spreads, which cost time. Returns EXIT_GOOD and
// *stats, which stats_free frees, even if an input is damaged (traces_verdict); else reports the
// error and returns an exit code.
int stats_measure(stats_t **stats, const options_t *options, bool brief);
void stats_free(stats_t *stats);

// A readable time: "12.35 us", or in ticks.
enum { STATS_TIME = 40 };
char *stats_time(char text[STATS_TIME], const stats_t *s, double ticks);
// Converts ticks to seconds; returns ticks if their length is unknown.
double stats_seconds(const stats_t *s, double ticks);

// The name of a series.
const char *stats_label(const model_survey_series_t *series, char text[160]);
// The load of a hart.
analysis_load_t stats_load(const stats_t *s, unsigned hart);
// The share of a thread in the time of all harts, 0 to 1.
double stats_share(const stats_t *s, const model_survey_thread_t *thread);

#endif
