// SPDX-License-Identifier: Apache-2.0
// weir compare: what became slower from one trace, or set of traces, to another.
//
// Each quantity (the runs of a thread, its periods, the durations of an interrupt, ...) has a
// histogram with bins of less than 2 %. A quantile of it has a confidence interval by ranks, which
// assumes nothing about the distribution. A quantity is slower if the interval of its median, or of
// its 99th percentile, lies above that before by more than the threshold.
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis.h"
#include "commands.h"
#include "compare.h"
#include "output.h"
#include "picture.h"

enum {
    SUBS = 64,     // bins of an octave
    OCTAVES = 128, // from 2^-64 on
    BINS = 1 + SUBS * OCTAVES,
    TABLE = 1 << 14, // of the hash table of quantities
    LABEL = 160,
};

typedef struct {
    uint32_t *bins;
    uint64_t count;
    double least, most, sum;
} side_t;

typedef enum { SAME, SLOWER, FASTER, FEW, VERDICTS } verdict_t;
static const char *const verdict_names[] = {"same", "slower", "faster", "few"};
static const double quantiles[] = {0.5, 0.99};
enum { QUANTILES = sizeof quantiles / sizeof *quantiles };

typedef struct {
    char *label;       // "control: run"
    bool timing;       // it counts for the exit code
    side_t side[2];    // before, after
    verdict_t verdict; // the worst of its quantiles
    unsigned worst;    // that quantile
    double ratio;
} quantity_t;

typedef struct {
    const options_t *options;
    quantity_t *quantities;
    size_t count, room;
    uint32_t table[TABLE];
    uint64_t left_out; // measurements without room in the table
    unsigned traces[2];
    bool any[2];            // a trace has an event
    bool ticks, base_known; // the unit is a tick; it is decided
    double z;               // of the confidence
    unsigned found[VERDICTS];
    unsigned only[2]; // quantities that only one side has
    int rc; // EXIT_BAD_INPUT after damage, without an event or a verdict, if a part is left out
} compare_t;

typedef struct { // a trace that is being measured
    compare_t *c;
    traces_t traces;
    unsigned side;
    struct { // of a thread of the survey: numbers of quantities + 1
        uint32_t run, period;
        bool skip;
        uint64_t started;
        bool has_started;
    } * threads;
    struct {
        uint32_t interval, duration;
        uint64_t last;
        bool seen;
    } * series;
    analysis_t analysis;
} measured_t;

static const model_format_t page = {.name = "html", .flags = MODEL_TEXT};

// ---- histograms

static unsigned bin_of(double value)
{
    int exponent;
    if (!(value > 0))
        return 0;
    const double mantissa = frexp(value, &exponent); // 0.5 to 1
    const int octave = exponent + 64;
    if (octave < 0)
        return 1;
    if (octave >= OCTAVES)
        return BINS - 1;
    return 1 + (unsigned)octave * SUBS + (unsigned)((mantissa - 0.5) * 2 * SUBS);
}

// The lower bound of a bin.
static double bound(unsigned bin)
{
    if (!bin)
        return 0;
    const unsigned at = bin - 1;
    return ldexp(0.5 + (double)(at % SUBS) / (2 * SUBS), (int)(at / SUBS) - 64);
}

static void add(side_t *s, double value)
{
    if (!s->bins)
        s->bins = xcalloc(BINS, sizeof *s->bins);
    s->bins[bin_of(value)]++;
    s->least = !s->count || value < s->least ? value : s->least;
    s->most = !s->count || value > s->most ? value : s->most;
    s->sum += value;
    s->count++;
}

// The bounds of the value of this rank, 1 to count.
static void at_rank(const side_t *s, uint64_t rank, double *low, double *high)
{
    uint64_t sum = 0;
    unsigned bin = 0;
    while (bin < BINS - 1 && (sum += s->bins[bin]) < rank)
        bin++;
    *low = bound(bin) > s->least ? bound(bin) : s->least;
    const double upper = bin + 1 < BINS ? bound(bin + 1) : s->most;
    *high = upper < s->most ? upper : s->most;
}

static double quantile(const side_t *s, double p)
{
    double low, high;
    uint64_t rank = (uint64_t)ceil(p * (double)s->count);
    at_rank(s, rank ? rank : 1, &low, &high);
    return (low + high) / 2;
}

// The confidence interval of a quantile. Returns false if there are too few values.
static bool interval(const side_t *s, double p, double z, double *low, double *high)
{
    double unused;
    const double n = (double)s->count, wide = z * sqrt(n * p * (1 - p));
    const double first = floor(n * p - wide), last = ceil(n * p + wide) + 1;
    if (first < 1 || last > n)
        return false;
    at_rank(s, (uint64_t)first, low, &unused);
    at_rank(s, (uint64_t)last, &unused, high);
    return true;
}

// The number of standard deviations of a two-sided confidence, 0 to 1.
static double deviations(double confidence)
{
    double low = 0, high = 40;
    for (unsigned i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > 1 - confidence)
            low = middle;
        else
            high = middle;
    }
    return high;
}

// ---- quantities

// The number of a quantity + 1, a new one if necessary; 0 if the table is full.
static uint32_t quantity(compare_t *c, bool timing, const char *name, const char *what)
{
    char label[LABEL];
    uint32_t hash = 2166136261u;
    snprintf(label, sizeof label, "%s: %s", name, what);
    for (const char *p = label; *p; p++)
        hash = (hash ^ (uint8_t)*p) * 16777619u;
    for (uint32_t i = hash % TABLE;; i = (i + 1) % TABLE) {
        if (c->table[i] && strcmp(c->quantities[c->table[i] - 1].label, label))
            continue;
        if (c->table[i])
            return c->table[i];
        if (c->count == TABLE / 4)
            return 0;
        if (c->count == c->room) {
            c->room = c->room ? 2 * c->room : 64;
            quantity_t *all = xcalloc(c->room, sizeof *all);
            if (c->count)
                memcpy(all, c->quantities, c->count * sizeof *all);
            free(c->quantities);
            c->quantities = all;
        }
        char *copy = xcalloc(1, strlen(label) + 1);
        strcpy(copy, label);
        c->quantities[c->count] = (quantity_t){.label = copy, .timing = timing};
        return c->table[i] = (uint32_t)++c->count;
    }
}

static void take(measured_t *m, uint32_t *known, bool timing, const char *name, const char *what,
                 uint64_t ticks)
{
    const model_base_t base = m->traces.base;
    if (!*known)
        *known = quantity(m->c, timing, name, what);
    if (!*known) {
        m->c->left_out++;
        return;
    }
    add(&m->c->quantities[*known - 1].side[m->side],
        base.denominator ? (double)ticks * (double)base.numerator / (double)base.denominator
                         : (double)ticks);
}

// ---- measuring a trace

static model_survey_thread_t *thread_of(measured_t *m, model_thread_t thread)
{
    return thread.known && thread.number ? model_survey_thread(&m->traces.survey, thread) : NULL;
}

static const char *thread_label(const model_survey_thread_t *t, char text[LABEL])
{
    if (*t->name)
        return text_name(text, LABEL, t->name, strlen(t->name), 0);
    snprintf(text, LABEL, "thread 0x%" PRIx64, t->thread.number);
    return text;
}

static void take_run(void *context, const analysis_run_t *run)
{
    measured_t *m = context;
    char text[LABEL];
    const model_survey_thread_t *t = thread_of(m, run->thread);
    if (!t || m->threads[t - m->traces.survey.threads].skip)
        return;
    take(m, &m->threads[t - m->traces.survey.threads].run, true, thread_label(t, text), "run",
         run->to - run->from);
}

static void take_start(void *context, unsigned hart, model_thread_t thread, uint64_t time)
{
    measured_t *m = context;
    char text[LABEL];
    (void)hart;
    const model_survey_thread_t *t = thread_of(m, thread);
    const size_t i = t ? (size_t)(t - m->traces.survey.threads) : 0;
    if (!t || m->threads[i].skip)
        return;
    if (m->threads[i].has_started)
        take(m, &m->threads[i].period, true, thread_label(t, text), "period",
             time - m->threads[i].started);
    m->threads[i].started = time;
    m->threads[i].has_started = true;
}

static void take_interrupt(measured_t *m, const analysis_handler_t *h, const char *what,
                           uint64_t ticks)
{
    char text[LABEL];
    uint32_t none = 0;
    snprintf(text, sizeof text, "%s %" PRIu32 " of hart %u", h->cause >> 31 ? "interrupt" : "trap",
             h->cause & 0x7fffffff, h->hart);
    take(m, &none, true, text, what, ticks);
}

static void take_handler(void *context, const analysis_handler_t *h)
{
    take_interrupt(context, h, "duration", h->to - h->from);
}

static void take_response(void *context, const analysis_handler_t *h, uint64_t ticks)
{
    take_interrupt(context, h, "response", ticks);
}

static const char *series_label(const model_survey_series_t *p, char text[LABEL])
{
    char label[160];
    return text_name(text, LABEL, stats_label(p, label), strlen(stats_label(p, label)), 0);
}

static void take_span(void *context, const analysis_span_t *span)
{
    measured_t *m = context;
    char text[LABEL];
    const model_survey_series_t *p = model_survey_series(&m->traces.survey, span->end);
    if (p)
        take(m, &m->series[p - m->traces.survey.series].duration, true, series_label(p, text),
             "duration", span->to - span->from);
}

// The interval of an id does not count for the exit code: a program may emit it more rarely.
static void take_event(measured_t *m, const model_survey_series_t *p, uint64_t time)
{
    char text[LABEL];
    if (!p)
        return;
    const size_t i = (size_t)(p - m->traces.survey.series);
    if (m->series[i].seen)
        take(m, &m->series[i].interval, false, series_label(p, text), "interval",
             time - m->series[i].last);
    m->series[i].seen = true;
    m->series[i].last = time;
}

static void take_rows(measured_t *m, const model_batch_t *b)
{
    batch_space_t space;
    for (uint32_t row = 0; row < b->count; row++) {
        const model_record_t *r = batch_get(b, row, &space);
        analysis_record(&m->analysis, r);
        if (r->kind < MODEL_LOG && r->timed && r->kind != MODEL_SWITCH &&
            r->kind != MODEL_ISR_ENTER && r->kind != MODEL_ISR_EXIT)
            take_event(m, model_survey_series(&m->traces.survey, r), r->time);
    }
}

static int measure(compare_t *c, unsigned side, char *path)
{
    static const analysis_results_t results = {.start = take_start,
                                               .run = take_run,
                                               .handler = take_handler,
                                               .response = take_response,
                                               .span = take_span};
    traces_options_t how = traces_options(c->options);
    const model_batch_t *batch;
    measured_t *m = xcalloc(1, sizeof *m);
    int more;

    *m = (measured_t){.c = c, .side = side};
    how.rewind = true;
    int rc = traces_open(&m->traces, &path, 1, &how);
    if (rc) {
        free(m);
        return rc;
    }
    const bool ticks = !m->traces.base.denominator;
    if (c->base_known && ticks != c->ticks)
        rc = usage("%s: the length of a tick is %s, unlike before; add --unit", path,
                   ticks ? "unknown" : "known");
    c->ticks = ticks;
    c->base_known = true;
    rc = rc ? rc : traces_survey(&m->traces, MODEL_ORDERED);
    if (!rc) {
        model_survey_t *survey = &m->traces.survey;
        m->threads = xcalloc(survey->thread_capacity, sizeof *m->threads);
        m->series = xcalloc(survey->series_capacity, sizeof *m->series);
        for (size_t i = 0; i < survey->thread_capacity; i++)
            m->threads[i].skip = survey_is_idle(&survey->threads[i]);
        analysis_init(&m->analysis, &results, m, survey->first, 1);
        while ((more = traces_read(&m->traces, &batch)) == 1)
            take_rows(m, batch);
        analysis_end(&m->analysis, survey->last);
        rc = more < 0 ? EXIT_ERROR : EXIT_GOOD;
        c->traces[side]++;
        c->any[side] |= survey->any;
        if (!rc && (traces_verdict(&m->traces) || m->analysis.left_out))
            c->rc = EXIT_BAD_INPUT;
    }
    if (!rc) {
        traces_account(&m->traces);
        report_unmeasured(m->analysis.left_out);
    }
    traces_close(&m->traces);
    free(m->threads);
    free(m->series);
    free(m);
    return rc;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

// A folder is a set: its files, without those whose names begin with a dot.
static int measure_folder(compare_t *c, unsigned side, const char *path)
{
    char **names = NULL;
    size_t count = 0, room = 0;
    struct stat about;
    struct dirent *entry;
    int rc = EXIT_GOOD;
    DIR *folder = opendir(path);
    if (!folder)
        return report_errno(path, "cannot read");
    while ((entry = readdir(folder))) {
        char name[FILE_PATH];
        if (*entry->d_name == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (stat(name, &about) || !S_ISREG(about.st_mode))
            continue;
        if (count == room) {
            room = room ? 2 * room : 64;
            names = checked(realloc(names, room * sizeof *names));
        }
        names[count] = xcalloc(1, strlen(name) + 1);
        strcpy(names[count++], name);
    }
    closedir(folder);
    if (count)
        qsort(names, count, sizeof *names, by_name);
    else
        rc = usage("%s: the folder has no files", path);
    for (size_t i = 0; i < count; i++) {
        rc = rc ? rc : measure(c, side, names[i]);
        free(names[i]);
    }
    free(names);
    return rc;
}

// ---- verdicts

static void judge(compare_t *c, quantity_t *q)
{
    const double more = 1 + c->options->threshold / 100;
    bool few = true;
    q->verdict = SAME;
    q->ratio = 1;
    for (unsigned i = 0; i < QUANTILES; i++) {
        double low[2], high[2];
        if (!interval(&q->side[0], quantiles[i], c->z, &low[0], &high[0]) ||
            !interval(&q->side[1], quantiles[i], c->z, &low[1], &high[1]))
            continue;
        few = false;
        const double before = quantile(&q->side[0], quantiles[i]);
        const double ratio = before > 0 ? quantile(&q->side[1], quantiles[i]) / before : 0;
        const bool slower = low[1] > high[0] * more, faster = high[1] * more < low[0];
        if (slower && (q->verdict != SLOWER || ratio > q->ratio)) {
            q->verdict = SLOWER;
            q->worst = i;
            q->ratio = ratio;
        } else if (faster && q->verdict == SAME) {
            q->verdict = FASTER;
            q->worst = i;
            q->ratio = ratio;
        }
    }
    if (few)
        q->verdict = FEW;
    c->found[q->verdict]++;
}

static int by_ratio(const void *a, const void *b)
{
    const quantity_t *x = a, *y = b;
    const int order[VERDICTS] = {[SLOWER] = 0, [FASTER] = 1, [SAME] = 2, [FEW] = 3};
    if (order[x->verdict] != order[y->verdict])
        return order[x->verdict] - order[y->verdict];
    if (x->ratio != y->ratio)
        return (x->ratio < y->ratio) == (x->verdict != FASTER) ? 1 : -1;
    return strcmp(x->label, y->label);
}

static bool fails(const compare_t *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->quantities[i].timing && c->quantities[i].verdict == SLOWER)
            return true;
    return false;
}

static bool on_both(const quantity_t *q) { return q->side[0].count && q->side[1].count; }

static char *time_text(char text[40], const compare_t *c, double value)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps"};
    unsigned unit = 0;
    if (c->ticks) {
        snprintf(text, 40, "%.0f ticks", value);
        return text;
    }
    while (unit < 4 && value > 0 && value < 0.9995) {
        value *= 1000;
        unit++;
    }
    snprintf(text, 40, "%.3g %s", value, units[value > 0 ? unit : 0]);
    return text;
}

// ---- text, JSON, HTML

static void print_text(const compare_t *c)
{
    char before[40], after[40];
    for (size_t i = 0; i < c->count; i++) {
        const quantity_t *q = &c->quantities[i];
        if (!on_both(q) || (q->verdict != SLOWER && q->verdict != FASTER))
            continue;
        const double p = quantiles[q->worst];
        printf("%s  %s p%g %s -> %s (x%.2f), of %" PRIu64 " and %" PRIu64 "\n",
               verdict_names[q->verdict], q->label, 100 * p,
               time_text(before, c, quantile(&q->side[0], p)),
               time_text(after, c, quantile(&q->side[1], p)), q->ratio, q->side[0].count,
               q->side[1].count);
    }
    printf("%u slower, %u faster, %u within %g %% at %g %% confidence, %u with too few values, %u "
           "only before, %u only after\n",
           c->found[SLOWER], c->found[FASTER], c->found[SAME], c->options->threshold,
           c->options->confidence, c->found[FEW], c->only[0], c->only[1]);
}

static json_t *json_side(const compare_t *c, const side_t *s)
{
    json_t *side = json_pack("{s:I}", "count", (json_int_t)s->count);
    if (!s->count)
        return side;
    json_object_set_new(side, "mean", json_real(s->sum / (double)s->count));
    json_object_set_new(side, "min", json_real(s->least));
    json_object_set_new(side, "max", json_real(s->most));
    for (unsigned i = 0; i < QUANTILES; i++) {
        char key[24];
        double low, high;
        snprintf(key, sizeof key, "p%g", 100 * quantiles[i]);
        json_object_set_new(side, key, json_real(quantile(s, quantiles[i])));
        if (!interval(s, quantiles[i], c->z, &low, &high))
            continue;
        strcat(key, "_interval");
        json_object_set_new(side, key, json_pack("[f,f]", low, high));
    }
    return side;
}

static int print_json(const compare_t *c)
{
    json_t *all = json_array();
    for (size_t i = 0; i < c->count; i++) {
        const quantity_t *q = &c->quantities[i];
        json_t *one = json_pack("{s:s, s:b, s:s, s:o, s:o}", "name", q->label, "timing", q->timing,
                                "verdict", on_both(q) ? verdict_names[q->verdict] : "one side",
                                "before", json_side(c, &q->side[0]), "after",
                                json_side(c, &q->side[1]));
        if (one && on_both(q) && (q->verdict == SLOWER || q->verdict == FASTER))
            json_object_set_new(one, "ratio", json_real(q->ratio));
        json_array_append_new(all, one);
    }
    json_t *root = json_pack("{s:s, s:f, s:f, s:i, s:i, s:i, s:i, s:o}", "unit",
                             c->ticks ? "ticks" : "s", "threshold", c->options->threshold,
                             "confidence", c->options->confidence, "slower", c->found[SLOWER],
                             "faster", c->found[FASTER], "same", c->found[SAME], "few",
                             c->found[FEW], "quantities", all);
    const bool good = root && text_json(stdout, root, JSON_INDENT(2) | JSON_SORT_KEYS);
    json_decref(root);
    if (good)
        putchar('\n');
    return good ? EXIT_GOOD : report_errno("memory", "cannot allocate");
}

static void html_text(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        default: fputc(*text, out);
        }
}

// Both distributions over a logarithmic axis: the share of each bin of an eighth of an octave.
static void html_picture(FILE *out, const quantity_t *q)
{
    enum { WIDTH = 320, HEIGHT = 60, WIDE = SUBS / 8 };
    static const char *const colours[] = {"#888", "#c33"};
    unsigned first = BINS, last = 0;
    double most = 0;
    for (unsigned side = 0; side < 2; side++)
        for (unsigned bin = 0; bin < BINS; bin++)
            if (q->side[side].bins[bin]) {
                first = bin < first ? bin : first;
                last = bin > last ? bin : last;
            }
    first /= WIDE;
    last /= WIDE;
    const double step = (double)WIDTH / (last - first + 1);
    for (unsigned pass = 0; pass < 2; pass++) {
        if (pass)
            fprintf(out, "<svg width=\"%d\" height=\"%d\">", WIDTH, HEIGHT);
        for (unsigned side = 0; side < 2; side++) {
            if (pass)
                fprintf(out, "<path fill=\"none\" stroke=\"%s\" d=\"M0 %d", colours[side], HEIGHT);
            for (unsigned group = first; group <= last; group++) {
                double share = 0;
                for (unsigned bin = group * WIDE; bin < (group + 1) * WIDE && bin < BINS; bin++)
                    share += q->side[side].bins[bin];
                share /= (double)q->side[side].count;
                most = share > most ? share : most;
                if (pass)
                    fprintf(out, "L%.1f %.1fh%.1f", (group - first) * step,
                            HEIGHT - share / most * (HEIGHT - 2), step);
            }
            if (pass)
                fprintf(out, "V%d\"/>", HEIGHT);
        }
    }
    fputs("</svg>", out);
}

static void print_html(const compare_t *c, FILE *out)
{
    char text[40];
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>weir compare</title>"
          "<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse}"
          "td,th{padding:3px 10px;text-align:right;border-bottom:1px solid #ddd}"
          "td:nth-child(-n+2),th:nth-child(-n+2){text-align:left}.slower{color:#c33}"
          ".faster{color:#283}</style>\n<h1>What became slower</h1><p>Before (grey): ",
          out);
    html_text(out, c->options->paths[0]);
    fprintf(out, ", %u trace%s. After (red): ", c->traces[0], c->traces[0] == 1 ? "" : "s");
    html_text(out, c->options->paths[1]);
    fprintf(out,
            ", %u trace%s. %u slower, %u faster, %u within %g %% at %g %% confidence, %u with too "
            "few values.</p>\n<table><tr><th>verdict<th>quantity<th>before<th>after",
            c->traces[1], c->traces[1] == 1 ? "" : "s", c->found[SLOWER], c->found[FASTER],
            c->found[SAME], c->options->threshold, c->options->confidence, c->found[FEW]);
    for (unsigned i = 0; i < QUANTILES; i++)
        fprintf(out, "<th>p%g before<th>after", 100 * quantiles[i]);
    fputs("<th>distributions, logarithmic</tr>\n", out);
    for (size_t i = 0; i < c->count; i++) {
        const quantity_t *q = &c->quantities[i];
        if (!on_both(q))
            continue;
        fprintf(out, "<tr class=\"%s\"><td>%s<td>", verdict_names[q->verdict],
                verdict_names[q->verdict]);
        html_text(out, q->label);
        fprintf(out, "<td>%" PRIu64 "<td>%" PRIu64, q->side[0].count, q->side[1].count);
        for (unsigned p = 0; p < QUANTILES; p++)
            for (unsigned side = 0; side < 2; side++)
                fprintf(out, "<td>%s", time_text(text, c, quantile(&q->side[side], quantiles[p])));
        fputs("<td>", out);
        html_picture(out, q);
        fputs("</tr>\n", out);
    }
    fputs("</table></html>\n", out);
}

static int write_html(const compare_t *c)
{
    output_t out;
    model_output_t unused;
    int rc = output_create(&out, c->options->output, &page, false, &unused);
    if (rc)
        return rc;
    errno = 0;
    print_html(c, out.file);
    return output_finish(&out, ferror(out.file));
}

int command_compare(const options_t *options)
{
    compare_t *c = xcalloc(1, sizeof *c);
    struct stat about;
    int rc = options->count == 2
                 ? EXIT_GOOD
                 : usage("missing AFTER; example: weir compare old.recTr new.recTr");
    if (!rc && options->json && options->output && !strcmp(options->output, "-"))
        rc = usage("--json is written to standard output: give the page a name with -o OUT");
    if (!rc && options->output)
        rc = page_check(options->output);
    if (!rc && options->output)
        rc = output_check(options->output, &page);
    c->options = options;
    c->z = deviations(options->confidence / 100);
    for (unsigned side = 0; side < 2 && !rc; side++) {
        char *path = options->paths[side];
        rc = !stat(path, &about) && S_ISDIR(about.st_mode) ? measure_folder(c, side, path)
                                                           : measure(c, side, path);
        if (!rc && !c->any[side])
            c->rc = report_no_event(strcmp(path, "-") ? path : "standard input");
    }
    if (!rc) {
        for (size_t i = 0; i < c->count; i++) {
            quantity_t *q = &c->quantities[i];
            if (on_both(q))
                judge(c, q);
            else
                c->only[q->side[1].count != 0]++;
        }
        if (c->count)
            qsort(c->quantities, c->count, sizeof *c->quantities, by_ratio);
        if (options->output)
            rc = write_html(c);
        if (!rc && options->json)
            rc = print_json(c);
        else if (!rc && !(options->output && !strcmp(options->output, "-")))
            print_text(c);
        if (c->left_out) {
            message("left out %" PRIu64 " measurements: more than %d quantities", c->left_out,
                    TABLE / 4);
            c->rc = EXIT_BAD_INPUT;
        }
        if (c->only[0] && c->any[1])
            message("%u quantit%s only before: AFTER has no value of %s; its threads or ids may be "
                    "missing",
                    c->only[0], c->only[0] == 1 ? "y is" : "ies are",
                    c->only[0] == 1 ? "it" : "them");
        if (c->any[0] && c->any[1] && !c->found[SLOWER] && !c->found[FASTER] && !c->found[SAME]) {
            message("nothing can be compared: no quantity has enough values in BEFORE and AFTER");
            c->rc = EXIT_BAD_INPUT;
        }
    }
    if (!rc)
        rc = c->rc ? c->rc : fails(c) ? COMPARE_SLOWER : EXIT_GOOD;
    for (size_t i = 0; i < c->count; i++) {
        free(c->quantities[i].label);
        free(c->quantities[i].side[0].bins);
        free(c->quantities[i].side[1].bins);
    }
    free(c->quantities);
    free(c);
    return rc;
}
