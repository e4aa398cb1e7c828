// SPDX-License-Identifier: Apache-2.0
// weir stats: prints what stats.c measures, as text, JSON and SVG.
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"
#include "stats.h"
#include "text.h"

enum { NAME_COLUMNS = 22, BAR_COLUMNS = 20 };

static const char *thread_name(const model_survey_thread_t *t, char text[80])
{
    if (*t->name)
        text_name(text, 80, t->name, strlen(t->name), NAME_COLUMNS);
    else
        snprintf(text, 80, "0x%" PRIx64, t->thread.number);
    return text;
}

static void cell(const stats_t *s, double ticks)
{
    char text[STATS_TIME];
    printf(" %10s", stats_time(text, s, ticks));
}

// The same of what may have no samples.
static void cell_of(const stats_t *s, const spread_t *spread, double ticks)
{
    if (spread->count)
        cell(s, ticks);
    else
        printf(" %10s", "-");
}

static const char *jitter_text(char text[STATS_TIME], const stats_t *s, const spread_t *spread)
{
    return spread->count > 1 ? stats_time(text, s, spread_deviation(spread)) : "-";
}

static void jitter_cell(const stats_t *s, const spread_t *spread)
{
    char text[STATS_TIME];
    printf(" %10s", jitter_text(text, s, spread));
}

// Whole numbers without decimals if they fit the column; else six digits.
static void number(int columns, double value)
{
    printf(value == floor(value) && fabs(value) < 1e10 ? " %*.0f"
           : fabs(value) >= 1000 && fabs(value) < 1e10 ? " %*.1f"
                                                       : " %*.6g",
           columns, value);
}

// One block character for each bucket, scaled to the largest.
static void print_histogram(const uint64_t *buckets)
{
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    unsigned first = 0, last = STATS_BUCKETS - 1;
    uint64_t max = 0;

    while (first < last && !buckets[first])
        first++;
    while (last > first && !buckets[last])
        last--;
    for (unsigned i = first; i <= last; i++)
        max = buckets[i] > max ? buckets[i] : max;
    for (unsigned i = first; i <= last; i++)
        fputs(blocks[buckets[i] ? 1 + buckets[i] * 7 / max : 0], stdout);
}

static void print_threads(const stats_t *s)
{
    const model_survey_thread_t **threads = survey_threads(&s->traces.survey);
    char name[80];

    if (threads[0]) {
        printf("\n  ");
        text_padded("thread", NAME_COLUMNS);
        printf(" %10s %7s %9s %10s %10s %10s %10s\n", "run time", "share", "switches", "mean run",
               "longest", "period", "jitter");
    }
    for (size_t i = 0; threads[i]; i++) {
        const stats_thread_t *t = &s->threads[threads[i] - s->traces.survey.threads];
        printf("  ");
        text_padded(thread_name(threads[i], name), NAME_COLUMNS);
        cell(s, t->runs.mean * (double)t->runs.count);
        printf(" %5.1f %% %9" PRIu64, 100 * stats_share(s, threads[i]), threads[i]->switches);
        cell_of(s, &t->runs, t->runs.mean);
        cell_of(s, &t->runs, t->runs.max);
        cell_of(s, &t->period, t->period.mean);
        jitter_cell(s, &t->period);
        printf("\n");
    }
    free(threads);
}

static void print_series(const stats_t *s)
{
    const model_survey_series_t **series = survey_series(&s->traces.survey);
    double span = stats_seconds(s, s->span);
    char label[160], clean[80];

    if (series[0]) {
        printf("\n  ");
        text_padded("id", NAME_COLUMNS);
        printf(" %4s %9s %11s %10s %10s %12s %12s  values, by powers of 2\n", "hart", "records",
               s->traces.base.denominator ? "per second" : "per tick", "interval", "jitter", "min",
               "max");
    }
    for (size_t i = 0; series[i]; i++) {
        const stats_series_t *p = &s->series[series[i] - s->traces.survey.series];
        if (series[i]->kind == MODEL_ISR_ENTER) // has its own table
            continue;
        printf("  ");
        stats_label(series[i], label);
        text_padded(text_name(clean, sizeof clean, label, strlen(label), NAME_COLUMNS),
                    NAME_COLUMNS);
        if (series[i]->hart == MODEL_NO_HART)
            printf("    -");
        else
            printf(" %4u", series[i]->hart);
        printf(" %9" PRIu64, series[i]->count);
        number(11, span > 0 ? (double)series[i]->count / span : 0);
        cell_of(s, &p->interval, p->interval.mean);
        jitter_cell(s, &p->interval);
        if (p->value.count) {
            number(12, p->value.min);
            number(12, p->value.max);
            printf("  ");
            print_histogram(p->buckets);
        }
        printf("\n");
    }
    free(series);
}

static const char *isr_name(const stats_isr_t *isr, char text[40])
{
    snprintf(text, 40, "%s %" PRIu32, isr->cause >> 31 ? "interrupt" : "trap",
             isr->cause & 0x7fffffff);
    return text;
}

static void print_isrs(const stats_t *s)
{
    char text[40];
    if (s->isr_count) {
        printf("\n  ");
        text_padded("trap or interrupt", NAME_COLUMNS);
        printf(" %4s %9s %10s %10s %10s %10s %10s\n", "hart", "times", "shortest", "mean",
               "longest", "to switch", "longest");
    }
    for (unsigned i = 0; i < s->isr_count; i++) {
        const stats_isr_t *isr = &s->isrs[i];
        printf("  ");
        text_padded(isr_name(isr, text), NAME_COLUMNS);
        printf(" %4u %9" PRIu64, isr->hart, isr->duration.count);
        cell(s, isr->duration.min);
        cell(s, isr->duration.mean);
        cell(s, isr->duration.max);
        if (isr->response.count) {
            cell(s, isr->response.mean);
            cell(s, isr->response.max);
        }
        printf("\n");
    }
    if (s->analysis.unmatched)
        printf("  returns without an entry: %" PRIu64 "\n", s->analysis.unmatched);
}

// Durations of spans, from begin to end.
static void print_spans(const stats_t *s)
{
    const model_survey_series_t **series = survey_series(&s->traces.survey);
    char label[160], clean[80];
    bool any = false;
    for (size_t i = 0; series[i]; i++) {
        const spread_t *d = &s->series[series[i] - s->traces.survey.series].duration;
        if (!d->count)
            continue;
        if (!any) {
            printf("\n  ");
            text_padded("span", NAME_COLUMNS);
            printf(" %4s %9s %10s %10s %10s %10s\n", "hart", "times", "shortest", "mean", "longest",
                   "jitter");
        }
        any = true;
        stats_label(series[i], label);
        printf("  ");
        text_padded(text_name(clean, sizeof clean, label, strlen(label), NAME_COLUMNS),
                    NAME_COLUMNS);
        if (series[i]->hart == MODEL_NO_HART)
            printf("    -");
        else
            printf(" %4u", series[i]->hart);
        printf(" %9" PRIu64, d->count);
        cell(s, d->min);
        cell(s, d->mean);
        cell(s, d->max);
        jitter_cell(s, d);
        printf("\n");
    }
    free(series);
}

static void stats_text(const stats_t *s)
{
    char text[STATS_TIME];
    uint64_t lost = 0;

    printf("  %-12s %s\n", "time", stats_time(text, s, s->span));
    for (unsigned hart = 0; hart < STATS_HARTS; hart++) {
        const analysis_load_t load = stats_load(s, hart);
        const double all = (double)analysis_known(&load);
        if (all > 0)
            printf("  hart %-7u busy %.1f %%, load %.1f %%, %" PRIu64 " switches\n", hart,
                   100 * (double)(load.work + load.idle_threads) / all,
                   100 * (double)load.work / all, s->harts[hart].switches);
    }
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        lost += s->totals.dropped[class];
    printf("  %-12s %" PRIu64 "%s", "lost", lost, s->totals.uncounted ? " and more" : "");
    if (s->totals.losses)
        printf(" in %" PRIu64 " losses, %s in total", s->totals.losses,
               stats_time(text, s, (double)s->lost_time));
    printf("\n");
    print_threads(s);
    print_isrs(s);
    print_spans(s);
    print_series(s);
    if (s->traces.survey.left_out)
        printf("\n  left out: %" PRIu64 " records of further threads and ids\n",
               s->traces.survey.left_out);
}

// ---- JSON

static json_t *spread(const stats_t *s, const spread_t *numbers, bool times)
{
    double scale = times ? stats_seconds(s, 1) : 1;
    if (!numbers->count)
        return json_null();
    return json_pack("{sIsfsfsfsf}", "count", (json_int_t)numbers->count, "min",
                     numbers->min * scale, "mean", numbers->mean * scale, "max",
                     numbers->max * scale, "deviation", spread_deviation(numbers) * scale);
}

static json_t *name_or_null(const char *name)
{
    json_t *string = *name ? json_string(name) : NULL;
    return string ? string : json_null();
}

// JSON of most readers, and of this library, has no integers from 2^63 on.
static json_t *number_json(uint64_t number)
{
    return number <= INT64_MAX ? json_integer((json_int_t)number)
                               : json_sprintf("0x%" PRIx64, number);
}

static json_t *threads_json(const stats_t *s)
{
    const model_survey_thread_t **threads = survey_threads(&s->traces.survey);
    json_t *list = json_array();
    for (size_t i = 0; threads[i]; i++) {
        const stats_thread_t *t = &s->threads[threads[i] - s->traces.survey.threads];
        json_array_append_new(
            list,
            json_pack("{sososIsfsfsoso}", "thread", number_json(threads[i]->thread.number), "name",
                      name_or_null(threads[i]->name), "switches", (json_int_t)threads[i]->switches,
                      "time", stats_seconds(s, t->runs.mean * (double)t->runs.count), "share",
                      stats_share(s, threads[i]), "run", spread(s, &t->runs, true), "period",
                      spread(s, &t->period, true)));
    }
    free(threads);
    return list;
}

static json_t *series_json(const stats_t *s)
{
    const model_survey_series_t **series = survey_series(&s->traces.survey);
    json_t *list = json_array();
    double span = stats_seconds(s, s->span);
    char label[160];

    for (size_t i = 0; series[i]; i++) {
        const stats_series_t *p = &s->series[series[i] - s->traces.survey.series];
        if (series[i]->kind == MODEL_ISR_ENTER)
            continue;
        json_t *histogram = json_array();
        for (int bucket = 0; bucket < STATS_BUCKETS; bucket++)
            if (p->buckets[bucket])
                json_array_append_new(histogram,
                                      json_pack("{sfsI}", "from",
                                                bucket < 2 ? (bucket ? 0.0 : -1.0)
                                                           : (double)(UINT64_C(1) << (bucket - 2)),
                                                "count", (json_int_t)p->buckets[bucket]));
        json_t *entry = json_pack("{sssosIsfsososo}", "kind", model_kind_name(series[i]->kind),
                                  "name", name_or_null(stats_label(series[i], label)), "count",
                                  (json_int_t)series[i]->count, "rate",
                                  span > 0 ? (double)series[i]->count / span : 0.0, "interval",
                                  spread(s, &p->interval, true), "value",
                                  spread(s, &p->value, false), "histogram", histogram);
        if (entry && p->duration.count)
            json_object_set_new(entry, "duration", spread(s, &p->duration, true));
        if (entry && series[i]->space)
            json_object_set_new(entry, "id", json_integer(series[i]->id));
        if (entry && series[i]->hart != MODEL_NO_HART)
            json_object_set_new(entry, "hart", json_integer(series[i]->hart));
        json_array_append_new(list, entry);
    }
    free(series);
    return list;
}

// Returns 0, or -1 without memory.
static int stats_json(const stats_t *s)
{
    json_t *harts = json_array(), *isrs = json_array();
    for (unsigned hart = 0; hart < STATS_HARTS; hart++) {
        const analysis_load_t load = stats_load(s, hart);
        if (analysis_known(&load))
            json_array_append_new(
                harts, json_pack("{sisfsfsfsI}", "hart", (int)hart, "busy",
                                 stats_seconds(s, (double)(load.work + load.idle_threads)), "idle",
                                 stats_seconds(s, (double)load.idle), "load",
                                 stats_seconds(s, (double)load.work), "switches",
                                 (json_int_t)s->harts[hart].switches));
    }
    for (unsigned i = 0; i < s->isr_count; i++)
        json_array_append_new(isrs, json_pack("{sisIsoso}", "hart", (int)s->isrs[i].hart, "cause",
                                              (json_int_t)s->isrs[i].cause, "duration",
                                              spread(s, &s->isrs[i].duration, true), "to_switch",
                                              spread(s, &s->isrs[i].response, true)));
    json_t *all = json_pack(
        "{sssfsosososos{sIsI}s{sIsI}s{sIsIsIsIsIsI}}", "unit",
        s->traces.base.denominator ? "s" : "ticks", "time", stats_seconds(s, s->span), "harts",
        harts, "threads", threads_json(s), "isrs", isrs, "ids", series_json(s), "left_out",
        "records", (json_int_t)s->traces.survey.left_out, "handlers_and_spans",
        (json_int_t)s->analysis.left_out, "switches", "all", (json_int_t)s->analysis.switches,
        "inconsistent", (json_int_t)s->analysis.astray, "lost", "USER",
        (json_int_t)s->totals.dropped[0], "COM", (json_int_t)s->totals.dropped[1], "SYS",
        (json_int_t)s->totals.dropped[2], "NONE", (json_int_t)s->totals.dropped[3], "losses",
        (json_int_t)s->totals.losses, "uncounted", (json_int_t)s->totals.uncounted);
    int rc = !all || !text_json(stdout, all, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) ||
                     printf("\n") < 0
                 ? -1
                 : 0;
    json_decref(all);
    return rc;
}

// ---- picture

enum { WIDTH = 860, LEFT = 190, ROW = 26, BAR = 16, MAX_ROWS = 40 };

static void label(FILE *out, double x, double y, const char *anchor, const char *class,
                  const char *text)
{
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
            class);
    picture_text(out, text);
    fputs("</text>\n", out);
}

static void bar(FILE *out, double x, double y, double width, double height, const char *class)
{
    fprintf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" class=\"%s\"/>\n", x,
            y, width, height, class);
}

static double draw_threads(const stats_t *s, FILE *out, double y)
{
    const model_survey_thread_t **threads = survey_threads(&s->traces.survey);
    char name[80], text[160], longest[STATS_TIME], jitter[STATS_TIME];

    label(out, 20, y, "start", "head", "Threads: share of the time of all harts");
    y += 14;
    for (size_t i = 0; threads[i] && i < MAX_ROWS; i++, y += ROW) {
        const stats_thread_t *t = &s->threads[threads[i] - s->traces.survey.threads];
        double share = stats_share(s, threads[i]);
        label(out, LEFT - 10, y + 13, "end", "name", thread_name(threads[i], name));
        bar(out, LEFT, y, 300, BAR, "back");
        bar(out, LEFT, y, 300 * share, BAR, "share");
        snprintf(text, sizeof text, "%.1f %% · %" PRIu64 " switches · longest %s · jitter %s",
                 100 * share, threads[i]->switches, stats_time(longest, s, t->runs.max),
                 jitter_text(jitter, s, &t->period));
        label(out, LEFT + 310, y + 13, "start", "note", text);
    }
    free(threads);
    return y + 24;
}

// Bars from shortest to longest, with a mark at the mean.
static double draw_isrs(const stats_t *s, FILE *out, double y)
{
    char name[40], text[160], shortest[STATS_TIME], mean[STATS_TIME], longest[STATS_TIME];
    double max = 0;

    if (!s->isr_count)
        return y;
    label(out, 20, y, "start", "head", "Traps and interrupts: from entry to return");
    y += 14;
    for (unsigned i = 0; i < s->isr_count; i++)
        max = s->isrs[i].duration.max > max ? s->isrs[i].duration.max : max;
    for (unsigned i = 0; i < s->isr_count && i < MAX_ROWS; i++, y += ROW) {
        const spread_t *duration = &s->isrs[i].duration;
        double scale = max > 0 ? 300 / max : 0;
        label(out, LEFT - 10, y + 13, "end", "name", isr_name(&s->isrs[i], name));
        bar(out, LEFT, y, 300, BAR, "back");
        bar(out, LEFT + duration->min * scale, y, (duration->max - duration->min) * scale, BAR,
            "value");
        bar(out, LEFT + duration->mean * scale - 1, y, 2, BAR, "mean");
        snprintf(text, sizeof text, "hart %u · %" PRIu64 " times · %s to %s, mean %s",
                 s->isrs[i].hart, duration->count, stats_time(shortest, s, duration->min),
                 stats_time(longest, s, duration->max), stats_time(mean, s, duration->mean));
        label(out, LEFT + 310, y + 13, "start", "note", text);
    }
    return y + 24;
}

static double draw_series(const stats_t *s, FILE *out, double y)
{
    const model_survey_series_t **series = survey_series(&s->traces.survey);
    char name[160], clean[80], text[120];
    bool first = true;
    unsigned rows = 0;

    for (size_t i = 0; series[i] && rows < MAX_ROWS; i++) {
        const stats_series_t *p = &s->series[series[i] - s->traces.survey.series];
        unsigned from = 0, to = STATS_BUCKETS - 1;
        uint64_t max = 1;
        if (!p->value.count || series[i]->kind == MODEL_ISR_ENTER)
            continue;
        if (first)
            label(out, 20, y, "start", "head", "Values of each id, by powers of 2");
        y += first ? 14 : 0;
        first = false;
        rows++;
        while (!p->buckets[from])
            from++;
        while (!p->buckets[to])
            to--;
        for (unsigned b = from; b <= to; b++)
            max = p->buckets[b] > max ? p->buckets[b] : max;
        double width = 300.0 / (to - from + 1 < 8 ? 8 : to - from + 1);
        stats_label(series[i], name);
        label(out, LEFT - 10, y + 24, "end", "name",
              text_name(clean, sizeof clean, name, strlen(name), NAME_COLUMNS));
        bar(out, LEFT, y + 30, 300, 1, "axis");
        for (unsigned b = from; b <= to; b++)
            if (p->buckets[b]) {
                double height = 2 + 26 * (double)p->buckets[b] / (double)max;
                bar(out, LEFT + (b - from) * width + 0.5, y + 30 - height, width - 1, height,
                    "value");
            }
        snprintf(text, sizeof text, "%" PRIu64 " records · %.4g to %.4g, mean %.4g",
                 series[i]->count, p->value.min, p->value.max, p->value.mean);
        label(out, LEFT + 310, y + 24, "start", "note", text);
        y += 42;
    }
    free(series);
    return y;
}

static int stats_svg(const stats_t *s, const char *path)
{
    picture_t picture;
    char time[STATS_TIME], text[160], title[TEXT_NAME_MAX], *body = NULL;
    size_t size = 0;
    uint64_t lost = 0;

    int rc = picture_create(&picture, path);
    if (rc)
        return rc;
    FILE *memory = text_stream(&body, &size);
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        lost += s->totals.dropped[class];
    snprintf(text, sizeof text, "%s, %" PRIu64 " lost%s", stats_time(time, s, s->span), lost,
             s->totals.uncounted ? " and more" : "");
    const char *name = text_file(s->traces.inputs[0].bytes.name);
    label(memory, 20, 30, "start", "title", text_name(title, sizeof title, name, strlen(name), 60));
    label(memory, WIDTH - 20, 30, "end", "note", text);
    double y = draw_series(s, memory, draw_isrs(s, memory, draw_threads(s, memory, 64)));
    close_text(memory, &body);
    fprintf(picture.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 "
            "%d %.0f\" font-family=\"sans-serif\">\n"
            "<style>rect.page{fill:#fff}text{fill:#24292f;font-size:12px}.title{font-size:16px;"
            "font-weight:600}.head{font-weight:600}"
            ".note{fill:#57606a}.back{fill:#eaeef2}.share{fill:#2f81b7}.value{fill:#5aa469}.mean{"
            "fill:#24292f}.axis{fill:#afb8c1}</style>\n"
            "<rect class=\"page\" width=\"%d\" height=\"%.0f\"/>\n",
            WIDTH, y, WIDTH, y, WIDTH, y);
    fwrite(body, 1, size, picture.svg);
    fputs("</svg>\n", picture.svg);
    free(body);
    return picture_finish(&picture, false);
}

// ---- the command

int command_stats(const options_t *options)
{
    stats_t *s;
    int rc = options->picture ? picture_check(options->picture) : EXIT_GOOD;
    if (!rc)
        rc = stats_measure(&s, options, false);
    if (rc)
        return rc;
    const bool drawn = options->picture &&
                       !strcmp(options->picture, "-"); // then stdout has only the picture
    if (options->picture)
        rc = stats_svg(s, options->picture);
    if (!rc && options->json && !drawn)
        rc = stats_json(s) ? report_errno("memory", "cannot allocate") : EXIT_GOOD;
    else if (!rc && !drawn)
        stats_text(s);
    if (!rc) {
        traces_account(&s->traces);
        report_unmeasured(s->analysis.left_out);
        if (s->analysis.astray)
            fprintf(stderr,
                    "weir: %" PRIu64 " of %" PRIu64 " switches are from a thread that did "
                    "not run: runs overlap, or switches are missing, so run times are "
                    "too short\n",
                    s->analysis.astray, s->analysis.switches);
        rc = traces_verdict(&s->traces);
        rc = rc ? rc : traces_any(&s->traces);
    }
    stats_free(s);
    return rc;
}
