// SPDX-License-Identifier: Apache-2.0
// weir plot: draws a trace as a figure. It reads the trace twice:
// for the threads and the length, then for the columns of the figure. A column of the timeline is a
// quarter of a pixel; a shorter run shows as a share of the column.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analysis.h"
#include "commands.h"
#include "picture.h"
#include "progress.h"
#include "text.h"

enum {
    WIDTH = 960,
    LEFT = 150,
    RIGHT = 24,
    TOP = 62,
    LANE = 26,
    BAR = 19,
    CHART = 250,
    FINE = 4 * (WIDTH - LEFT - RIGHT),
    COARSE = 131, // columns of a timeline, of a curve
    LANES_MAX = 24,
    OCTAVE = 8,
    BUCKETS = 64 * OCTAVE + 2,
    CAUSES = 6,
};

typedef struct {
    double *columns; // ticks in each column; NULL: never ran
    double all;
} lane_t;

typedef struct {
    uint32_t cause;
    uint64_t count, max, buckets[BUCKETS];
} latency_t;

typedef struct {
    traces_t traces;
    unsigned columns;
    double from, to; // ticks
    lane_t *lanes;   // indexed as the threads of the survey
    double *isr, *lost,
        *delivered; // of each column; lost: events, tiny if they were not counted
    bool any_isr, any_lost;
    uint64_t lost_events;
    analysis_t analysis;
    latency_t latencies[CAUSES];
    unsigned latency_count;
    uint64_t latencies_omitted;
    FILE *out;
} plot_t;

// ---- filling

static double width_of(const plot_t *p) { return (p->to - p->from) / p->columns; }

// amount < 0: adds the time from a to b to the columns; else spreads amount over that time.
static void spread(const plot_t *p, double *columns, double a, double b, double amount)
{
    double width = width_of(p), length = b - a;
    double first = (fmax(a, p->from) - p->from) / width, last = (fmin(b, p->to) - p->from) / width;
    if (last < first || b < p->from || a > p->to)
        return;
    for (unsigned c = (unsigned)fmin(first, p->columns - 1); c < p->columns && c <= last; c++) {
        double part = fmin(last, c + 1) - fmax(first, c);
        columns[c] += amount < 0   ? part * width
                      : length > 0 ? amount * part * width / length
                                   : amount;
    }
}

static void take_run(void *context, const analysis_run_t *run)
{
    plot_t *p = context;
    const model_survey_thread_t *seen = run->thread.known && run->thread.number
                                            ? model_survey_thread(&p->traces.survey, run->thread)
                                            : NULL;
    if (!seen)
        return;
    lane_t *lane = &p->lanes[seen - p->traces.survey.threads];
    if (!lane->columns)
        lane->columns = xcalloc(p->columns, sizeof *lane->columns);
    spread(p, lane->columns, (double)run->from, (double)run->to, -1);
    lane->all += fmax(0, fmin((double)run->to, p->to) - fmax((double)run->from, p->from));
}

static void note_latency(plot_t *p, uint32_t cause, uint64_t ticks)
{
    unsigned i = 0;
    while (i < p->latency_count && p->latencies[i].cause != cause)
        i++;
    if (i == CAUSES) {
        p->latencies_omitted++;
        return;
    }
    if (i == p->latency_count)
        p->latencies[p->latency_count++].cause = cause;
    latency_t *l = &p->latencies[i];
    l->count++;
    l->max = ticks > l->max ? ticks : l->max;
    l->buckets[ticks ? 1 + (unsigned)(log2((double)ticks) * OCTAVE) : 0]++;
}

static void take_handler(void *context, const analysis_handler_t *handler)
{
    plot_t *p = context;
    if (!handler->depth)
        spread(p, p->isr, (double)handler->from, (double)handler->to, -1);
    p->any_isr = true;
}

static void take_response(void *context, const analysis_handler_t *handler, uint64_t ticks)
{
    plot_t *p = context;
    const double end = (double)handler->from + (double)ticks;
    if (end >= p->from && end <= p->to)
        note_latency(p, handler->cause, ticks);
}

static void take_loss(plot_t *p, const model_record_t *r)
{
    double count = 0;
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        count += (double)r->loss.count[class];
    if ((double)r->loss.last < p->from || (double)r->loss.first > p->to)
        return;
    spread(p, p->lost, (double)r->loss.first, (double)r->loss.last, fmax(count, 1e-9));
    p->any_lost = true;
    p->lost_events += (uint64_t)count;
}

static void count_delivered(plot_t *p, uint64_t time)
{
    if ((double)time >= p->from && (double)time <= p->to)
        p->delivered[(unsigned)fmin((double)(p->columns - 1),
                                    ((double)time - p->from) / width_of(p))]++;
}

static void take_rows(plot_t *p, const model_batch_t *b)
{
    batch_space_t space;
    analysis_times(&p->analysis, b);
    for (uint32_t row = 0; row < b->count; row++) {
        const unsigned kind = b->kind[row];
        if (b->form[row] == ROW_RECORD || kind == MODEL_SWITCH || kind == MODEL_ISR_ENTER ||
            kind == MODEL_ISR_EXIT) {
            const model_record_t *r = batch_get(b, row, &space);
            analysis_record(&p->analysis, r);
            if (r->kind == MODEL_LOSS)
                take_loss(p, r);
            else if (r->timed && r->kind <= MODEL_LOG)
                count_delivered(p, r->time);
        } else {
            count_delivered(p, b->time[row]);
        }
    }
}

static int fill(plot_t *p)
{
    static const analysis_results_t results = {
        .run = take_run, .handler = take_handler, .response = take_response};
    const model_batch_t *batch;
    int more;
    p->lanes = xcalloc(p->traces.survey.thread_capacity, sizeof *p->lanes);
    p->isr = xcalloc(p->columns, sizeof *p->isr);
    p->lost = xcalloc(p->columns, sizeof *p->lost);
    p->delivered = xcalloc(p->columns, sizeof *p->delivered);
    analysis_init(&p->analysis, &results, p, p->traces.survey.first, p->traces.count);
    while ((more = traces_read(&p->traces, &batch)) == 1)
        take_rows(p, batch);
    analysis_end(&p->analysis, p->traces.survey.last);
    progress_end();
    return more < 0 ? EXIT_ERROR : EXIT_GOOD;
}

// ---- SVG

static const char *const colors[] = {"#0072b2", "#e69f00", "#009e73", "#cc6599",
                                     "#56b4e9", "#d55e00", "#8a63c9", "#7f8c1d"};
enum { COLORS = sizeof colors / sizeof *colors };

__attribute__((format(printf, 6, 7))) static void label(const plot_t *p, double x, double y,
                                                        const char *anchor, const char *class,
                                                        const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">", x, y, anchor,
            class);
    picture_text(p->out, text);
    fputs("</text>\n", p->out);
}

static double round_step(double min)
{
    double power = pow(10, floor(log10(min)));
    for (int i = 0; i < 3; i++)
        if (power * (i == 0 ? 1 : i == 1 ? 2 : 5) >= min * 0.999999)
            return power * (i == 0 ? 1 : i == 1 ? 2 : 5);
    return power * 10;
}

// A readable unit for times, and the factor from ticks to it.
static double unit_of(const plot_t *p, double ticks, const char **name)
{
    static const struct {
        const char *name;
        double scale;
    } units[] = {{"s", 1}, {"ms", 1e3}, {"µs", 1e6}, {"ns", 1e9}, {"ps", 1e12}};
    model_base_t base = p->traces.base;
    double tick = base.denominator ? (double)base.numerator / (double)base.denominator : 0;
    unsigned i = 0;
    *name = "ticks";
    if (!tick)
        return 1;
    while (i < 4 && ticks * tick * units[i].scale < 2)
        i++;
    *name = units[i].name;
    return tick * units[i].scale;
}

static double x_of(const plot_t *p, double time)
{
    return LEFT + (time - p->from) / (p->to - p->from) * (WIDTH - LEFT - RIGHT);
}

static void time_axis(const plot_t *p, double top, double bottom)
{
    const char *unit;
    double scale = unit_of(p, fmax(p->to, p->to - p->from), &unit),
           step = round_step((p->to - p->from) * scale / 8);
    for (double n = ceil(p->from * scale / step); n * step <= p->to * scale; n++) {
        double x = x_of(p, n * step / scale);
        fprintf(p->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>\n",
                x, top, x, bottom);
        label(p, x, bottom + 16, "middle", "note", "%.10g %s",
              fabs(n * step) < step / 2 ? 0 : n * step, unit);
    }
}

static void value_axis(const plot_t *p, double top, double bottom, double max, const char *unit)
{
    double step = round_step(max / 5);
    for (double n = 0; n * step <= max * 1.0001; n++) {
        double y = bottom - (bottom - top) * n * step / max;
        fprintf(p->out, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"grid\"/>\n",
                LEFT, y, WIDTH - RIGHT, y);
        label(p, LEFT - 8, y + 4, "end", "note", "%.6g%s", n * step, unit);
    }
}

static const char *thread_name(const model_survey_thread_t *t, char text[80])
{
    if (*t->name)
        return text_name(text, 80, t->name, strlen(t->name), 18);
    snprintf(text, 80, "0x%" PRIx64, t->thread.number);
    return text;
}

// The threads that ran, in order of appearance; if too many, those that ran longest.
static unsigned choose(const plot_t *p, const model_survey_thread_t *chosen[LANES_MAX],
                       unsigned *left)
{
    const model_survey_t *survey = &p->traces.survey;
    unsigned count = 0;
    *left = 0;
    for (size_t i = 0; i < survey->thread_capacity; i++) {
        unsigned at = count;
        if (!survey->threads[i].order || !p->lanes[i].columns)
            continue;
        if (count == LANES_MAX) {
            ++*left;
            at = 0;
            for (unsigned j = 1; j < count; j++)
                if (p->lanes[chosen[j] - survey->threads].all <
                    p->lanes[chosen[at] - survey->threads].all)
                    at = j;
            if (p->lanes[chosen[at] - survey->threads].all >= p->lanes[i].all)
                continue;
        }
        chosen[at] = &survey->threads[i];
        count += at == count;
    }
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j && chosen[j]->order < chosen[j - 1]->order; j--) {
            const model_survey_thread_t *other = chosen[j];
            chosen[j] = chosen[j - 1];
            chosen[j - 1] = other;
        }
    return count;
}

// Colours as in the viewer: idle threads are grey.
static const char *color_of(const model_survey_thread_t *const *chosen, unsigned lane)
{
    unsigned order = 0;
    if (survey_is_idle(chosen[lane]))
        return "#b6bec9";
    for (unsigned i = 0; i < lane; i++)
        order += !survey_is_idle(chosen[i]);
    return colors[order % COLORS];
}

static double lane_of(const plot_t *p, const model_survey_thread_t *t, unsigned column)
{
    return p->lanes[t - p->traces.survey.threads].columns[column];
}

// Draws columns as an area: the height is the share of the column's time.
static void area(const plot_t *p, const double *columns, double y, double height, const char *style)
{
    double width = width_of(p), step = (double)(WIDTH - LEFT - RIGHT) / p->columns, before = 0;
    bool open = false;
    for (unsigned c = 0; c <= p->columns; c++) {
        double part = c < p->columns ? fmin(1, columns[c] / width) : 0;
        if (part > 0 && part < 1 / height)
            part = 1 / height;
        if (fabs(part - before) < 0.01 && c < p->columns && (part > 0) == (before > 0))
            continue;
        if (!open && part > 0) {
            fprintf(p->out, "<path %s d=\"M%.1f %.1f", style, LEFT + c * step, y + height);
            open = true;
        }
        if (open)
            fprintf(p->out, "H%.1fV%.1f", LEFT + c * step, y + height * (1 - part));
        before = part;
    }
    if (open)
        fputs("Z\"/>\n", p->out);
}

// Hatches the columns with a loss.
static void hatch_losses(const plot_t *p, double top, double bottom)
{
    double step = (double)(WIDTH - LEFT - RIGHT) / p->columns;
    for (unsigned c = 0; c < p->columns; c++) {
        unsigned first = c;
        while (c < p->columns && p->lost[c] > 0)
            c++;
        if (c > first)
            fprintf(p->out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                    "fill=\"url(#loss)\"/>\n",
                    LEFT + first * step, top, fmax(2, (c - first) * step), bottom - top);
    }
}

static double draw_timeline(plot_t *p)
{
    const model_survey_thread_t *chosen[LANES_MAX];
    unsigned left, count = choose(p, chosen, &left);
    double y = TOP, bottom = TOP + LANE * (count + (unsigned)p->any_isr) + 6;
    char name[80], style[120];

    time_axis(p, TOP - 4, bottom);
    for (unsigned i = 0; i < count; i++, y += LANE) {
        snprintf(style, sizeof style, "fill=\"%s\"", color_of(chosen, i));
        label(p, LEFT - 60, y + 14, "end", "name", "%s", thread_name(chosen[i], name));
        label(p, LEFT - 8, y + 14, "end", "note", "%.1f %%",
              100 * p->lanes[chosen[i] - p->traces.survey.threads].all / (p->to - p->from) /
                  (p->analysis.switched ? p->analysis.switched : 1));
        fprintf(p->out, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"base\"/>\n",
                LEFT, y + BAR + 0.5, WIDTH - RIGHT, y + BAR + 0.5);
        area(p, p->lanes[chosen[i] - p->traces.survey.threads].columns, y, BAR, style);
    }
    if (p->any_isr) {
        label(p, LEFT - 8, y + 14, "end", "note", "traps, interrupts");
        area(p, p->isr, y, BAR, "fill=\"#525c6b\"");
    }
    hatch_losses(p, TOP - 4, bottom);
    if (left)
        label(p, LEFT, bottom + 34, "start", "note", "and %u more threads, which ran less", left);
    return bottom + (left ? 44 : 28);
}

static double draw_share(plot_t *p)
{
    const model_survey_thread_t *chosen[LANES_MAX];
    unsigned left, count = choose(p, chosen, &left);
    double bottom = TOP + CHART, step = (double)(WIDTH - LEFT - RIGHT) / p->columns,
           whole = width_of(p) * (p->analysis.switched ? p->analysis.switched : 1);
    double *base = xcalloc(p->columns, sizeof *base), x = LEFT;
    char name[80];

    value_axis(p, TOP, bottom, 100, " %");
    for (int idle = 0; idle < 2; idle++) // idle threads on top
        for (unsigned i = 0; i < count; i++) {
            if (survey_is_idle(chosen[i]) != (bool)idle)
                continue;
            fprintf(p->out, "<path class=\"part\" fill=\"%s\" d=\"M%d %.1f", color_of(chosen, i),
                    LEFT, bottom - CHART * fmin(1, base[0]));
            for (unsigned c = 0; c < p->columns; c++)
                fprintf(p->out, "V%.1fH%.1f", bottom - CHART * fmin(1, base[c]),
                        LEFT + (c + 1) * step);
            for (unsigned c = p->columns; c--;) {
                base[c] += lane_of(p, chosen[i], c) / whole;
                fprintf(p->out, "V%.1fH%.1f", bottom - CHART * fmin(1, base[c]), LEFT + c * step);
            }
            fputs("Z\"/>\n", p->out);
        }
    hatch_losses(p, TOP, bottom);
    time_axis(p, bottom, bottom + 4);
    for (unsigned i = 0; i < count; i++) {
        const char *text = thread_name(chosen[i], name);
        double width = 26 + 7.2 * text_columns(text);
        if (x + width > WIDTH - RIGHT)
            break;
        fprintf(p->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"11\" height=\"11\" fill=\"%s\"/>\n", x,
                bottom + 30, color_of(chosen, i));
        label(p, x + 16, bottom + 40, "start", "note", "%s", text);
        x += width + 8;
    }
    free(base);
    return bottom + 54;
}

static double draw_goodput(plot_t *p)
{
    double bottom = TOP + CHART, step = (double)(WIDTH - LEFT - RIGHT) / p->columns, max = 0;
    double per = p->traces.base.denominator ? width_of(p) * (double)p->traces.base.numerator /
                                                  (double)p->traces.base.denominator
                                            : width_of(p);

    for (unsigned c = 0; c < p->columns; c++)
        max = fmax(max, (p->delivered[c] + p->lost[c]) / per);
    max = max > 0 ? max * 1.05 : 1;
    double thousands = max >= 2e6 ? 1e6 : max >= 2e3 ? 1e3 : 1;
    value_axis(p, TOP, bottom, max / thousands,
               thousands > 1e3              ? " M/s"
               : thousands > 1              ? " k/s"
               : p->traces.base.denominator ? " /s"
                                            : " /tick");
    hatch_losses(p, TOP, bottom);
    for (int pass = p->any_lost ? 1 : 0; pass >= 0; pass--) {
        fprintf(p->out, "<path class=\"%s\" d=\"M%d %.1f", pass ? "offered" : "goodput", LEFT,
                bottom);
        for (unsigned c = 0; c < p->columns; c++) {
            double y = bottom - CHART * (p->delivered[c] + (pass ? p->lost[c] : 0)) / per / max;
            fprintf(p->out, "V%.1fH%.1f", y, LEFT + (c + 1) * step);
        }
        fprintf(p->out, "V%.1f\"/>\n", bottom);
    }
    time_axis(p, bottom, bottom + 4);
    fprintf(p->out, "<rect x=\"%d\" y=\"%.1f\" width=\"11\" height=\"11\" class=\"goodput\"/>\n",
            LEFT, bottom + 30);
    label(p, LEFT + 16, bottom + 40, "start", "note", "delivered");
    if (p->any_lost) {
        fprintf(p->out,
                "<rect x=\"%d\" y=\"%.1f\" width=\"11\" height=\"11\" class=\"offered\"/>\n",
                LEFT + 100, bottom + 30);
        label(p, LEFT + 116, bottom + 40, "start", "note", "offered: delivered and lost");
    }
    return bottom + 54;
}

static double percentile(const latency_t *l, double part)
{
    uint64_t sum = 0;
    for (unsigned b = 0; b < BUCKETS; b++) {
        sum += l->buckets[b];
        if ((double)sum >= part * (double)l->count)
            return fmin((double)l->max, b ? exp2((double)b / OCTAVE) : 0);
    }
    return (double)l->max;
}

static double draw_latency(plot_t *p)
{
    const char *unit;
    double y = TOP, max_ticks = 1;
    unsigned first = BUCKETS, last = 0;

    for (unsigned i = 0; i < p->latency_count; i++) {
        max_ticks = fmax(max_ticks, (double)p->latencies[i].max);
        for (unsigned b = 0; b < BUCKETS; b++)
            if (p->latencies[i].buckets[b]) {
                first = b < first ? b : first;
                last = b > last ? b : last;
            }
    }
    if (!p->latency_count) {
        label(p, LEFT, TOP + 20, "start", "name",
              "No switch follows a trap or interrupt in this trace.");
        return TOP + 44;
    }
    // whole octaves, three at least
    first = first ? (first - 1) / OCTAVE * OCTAVE + 1 : 1;
    last = (last / OCTAVE + 1) * OCTAVE;
    if (last < first + 3 * OCTAVE)
        last = first + 3 * OCTAVE;
    double scale = unit_of(p, exp2((double)(first - 1) / OCTAVE) * 4, &unit),
           step = (double)(WIDTH - LEFT - RIGHT) / (last - first + 1);
    for (unsigned i = 0; i < p->latency_count; i++, y += 92) {
        const latency_t *l = &p->latencies[i];
        uint64_t max = 1;
        for (unsigned b = 0; b < BUCKETS; b++)
            max = l->buckets[b] > max ? l->buckets[b] : max;
        label(p, LEFT - 8, y + 30, "end", "name", "%s %" PRIu32,
              l->cause >> 31 ? "interrupt" : "trap", l->cause & 0x7fffffff);
        label(p, LEFT - 8, y + 48, "end", "note", "%" PRIu64 " times", l->count);
        fprintf(p->out, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"base\"/>\n",
                LEFT, y + 70.5, WIDTH - RIGHT, y + 70.5);
        for (unsigned b = 0; b < BUCKETS; b++) {
            double height = l->buckets[b] ? fmax(1.5, 60 * (double)l->buckets[b] / (double)max) : 0;
            unsigned at = b < first ? first : b;
            if (height > 0)
                fprintf(
                    p->out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                    LEFT + (at - first) * step + 0.5, y + 70 - height, fmax(1, step - 1), height,
                    colors[i % COLORS]);
        }
        label(p, WIDTH - RIGHT, y + 6, "end", "note",
              "median %.3g %s · 99th percentile %.3g %s · max %.4g %s", percentile(l, 0.5) * scale,
              unit, percentile(l, 0.99) * scale, unit, (double)l->max * scale, unit);
    }
    for (unsigned b = first; b <= last + 1; b += OCTAVE) {
        double x = LEFT + (b - first) * step;
        fprintf(p->out, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>\n", x,
                TOP, x, y - 20);
        label(p, x, y - 4, "middle", "note", "%.4g %s", exp2((double)(b - 1) / OCTAVE) * scale,
              unit);
    }
    if (p->latencies_omitted)
        label(p, LEFT, y + 14, "start", "note", "%" PRIu64 " of other causes not drawn",
              p->latencies_omitted);
    return y + (p->latencies_omitted ? 24 : 10);
}

static const struct {
    const char *name, *title;
    double (*draw)(plot_t *);
    unsigned columns;
} kinds[] = {
    {"timeline", "when each thread ran", draw_timeline, FINE},
    {"share", "share of the time of all harts", draw_share, COARSE},
    {"latency", "from entry of a trap or interrupt to the next switch", draw_latency, COARSE},
    {"goodput", "events delivered, over time", draw_goodput, COARSE},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

// Returns whether it had memory.
static void draw(plot_t *p, unsigned kind, FILE *out)
{
    static const char style[] =
        "<style>text{font:12px system-ui,'Noto Sans','DejaVu "
        "Sans',sans-serif;fill:#1f2530}.title{font-size:15px;font-weight:600}.name{font-weight:600}"
        ".note{fill:#5f6a7b;font-size:11px}.page{fill:#fff}.grid{stroke:#e3e7ec}.base{stroke:#"
        "cfd5dd}.part{stroke:#fff;stroke-width:.6}"
        ".goodput{fill:#0072b2;fill-opacity:.8}.offered{fill:#c0262c;fill-opacity:.25;stroke:#"
        "c0262c;stroke-dasharray:3 2}"
        "@media(prefers-color-scheme:dark){text{fill:#e6eaf0}.note{fill:#9aa5b5}.page{fill:#12161c}"
        ".grid{stroke:#2b323d}.base{stroke:#39424f}.part{stroke:#12161c}}</style>\n"
        "<defs><pattern id=\"loss\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
        "patternTransform=\"rotate(45)\">"
        "<rect width=\"7\" height=\"7\" fill=\"#c0262c\" fill-opacity=\".08\"/><rect width=\"1.4\" "
        "height=\"7\" fill=\"#c0262c\"/></pattern></defs>\n";
    const traces_t *t = &p->traces;
    char *body = NULL, name[160], count[40] = "nothing";
    size_t size = 0;
    const char *file = text_file(t->inputs[0].bytes.name), *unit;
    double scale = unit_of(p, p->to - p->from, &unit);

    p->out = text_stream(&body, &size);
    if (p->any_lost)
        snprintf(count, sizeof count, p->lost_events ? "%" PRIu64 " events" : "some",
                 p->lost_events);
    label(p, 20, 30, "start", "title", "%s: %s",
          text_name(name, sizeof name, file, strlen(file), 60), kinds[kind].title);
    label(p, WIDTH - RIGHT, 30, "end", "note", "%.4g %s · %s lost", (p->to - p->from) * scale, unit,
          count);
    double height = kinds[kind].draw(p);
    close_text(p->out, &body);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" viewBox=\"0 0 "
            "%d %.0f\">\n%s<rect class=\"page\" width=\"%d\" height=\"%.0f\"/>\n",
            WIDTH, height, WIDTH, height, style, WIDTH, height);
    fwrite(body, 1, size, out);
    fputs("</svg>\n", out);
    free(body);
}

// ---- the command

// Whether the picture would show nothing.
static bool is_empty(const plot_t *p, unsigned kind)
{
    double all = p->any_isr;
    if (kinds[kind].draw == draw_latency)
        return !p->latency_count;
    for (unsigned c = 0; kinds[kind].draw == draw_goodput && c < p->columns; c++)
        all += p->delivered[c] + p->lost[c];
    for (size_t i = 0; kinds[kind].draw != draw_goodput && i < p->traces.survey.thread_capacity;
         i++)
        all += p->lanes[i].all;
    return all <= 0;
}

static int nothing(const plot_t *p, unsigned kind)
{
    const char *missing = kinds[kind].draw == draw_latency
                              ? "switch that follows a trap or interrupt"
                          : kinds[kind].draw == draw_goodput ? "event"
                                                             : "run of a thread";
    message("%s: no %s in it: nothing to draw", p->traces.inputs[0].bytes.name, missing);
    return EXIT_BAD_INPUT;
}

static const struct {
    const char *name;
    double seconds;
} times[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}};
enum { TIMES = sizeof times / sizeof *times, TIME_TEXT = 40 };

// Parses a time with a unit, "1.5ms", or in ticks, into ticks. Returns the end of it, or NULL.
static const char *time_of(const char *text, model_base_t base, double *ticks)
{
    char *end;
    *ticks = strtod(text, &end);
    if (end == text || !isfinite(*ticks))
        return NULL;
    for (size_t i = 0; i < TIMES; i++)
        if (base.denominator && !strncmp(end, times[i].name, strlen(times[i].name))) {
            *ticks *= times[i].seconds * (double)base.denominator / (double)base.numerator;
            return end + strlen(times[i].name);
        }
    return end;
}

// A time as time_of() reads it, in the largest unit that leaves 1 or more. Returns text.
static char *time_text(char text[TIME_TEXT], model_base_t base, uint64_t ticks)
{
    const double seconds = (double)ticks * (double)base.numerator / (double)base.denominator;
    size_t i = 0;
    while (i < TIMES - 1 && seconds < times[i].seconds)
        i++;
    if (base.denominator && ticks)
        snprintf(text, TIME_TEXT, "%.15g%s", seconds / times[i].seconds, times[i].name);
    else
        snprintf(text, TIME_TEXT, "%llu", (unsigned long long)ticks);
    return text;
}

static int outside(const plot_t *p, const char *span)
{
    const model_survey_t *s = &p->traces.survey;
    char first[TIME_TEXT], last[TIME_TEXT];
    return usage("--span %s is outside of the trace, which has %s to %s", span,
                 time_text(first, p->traces.base, s->first),
                 time_text(last, p->traces.base, s->last));
}

static bool take_span(plot_t *p, const char *span, model_base_t base)
{
    const char *end = time_of(span, base, &p->from);
    end = end && *end == ',' ? time_of(end + 1, base, &p->to) : NULL;
    return end && !*end;
}

static int choose_span(plot_t *p, const char *span)
{
    p->from = (double)p->traces.survey.first;
    p->to = (double)p->traces.survey.last;
    if (span && !take_span(p, span, p->traces.base)) {
        const bool a_time = take_span(p, span, (model_base_t){1, 1});
        return usage("--span %s: %s", span,
                     a_time ? "the length of a tick is unknown: add --unit, or write ticks, like "
                              "100000,3000000"
                            : "write FROM,TO like 1.5ms,2ms");
    }
    if (span && p->to <= p->from)
        return usage("--span %s %s: write FROM,TO like 1.5ms,2ms", span,
                     p->to < p->from ? "ends before it begins" : "is empty");
    const model_survey_t *s = &p->traces.survey;
    if (span && (p->from > (double)s->last || p->to < (double)s->first))
        return outside(p, span);
    p->to = fmax(p->to, p->from + 1);
    return EXIT_GOOD;
}

const char *plot_kind(unsigned number) { return number < KINDS ? kinds[number].name : NULL; }

static int unknown_kind(const char *name)
{
    char hint[NEAREST_MAX], names[80] = "";
    nearest_t nearest = nearest_to(name);
    for (unsigned i = 0; i < KINDS; i++) {
        nearest_try(&nearest, kinds[i].name);
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "",
                 kinds[i].name);
    }
    return usage("%s is no kind of picture%s (%s)", name, nearest_hint(&nearest, hint), names);
}

int command_plot(const options_t *options)
{
    traces_options_t how = traces_options(options);
    plot_t *p = xcalloc(1, sizeof *p);
    picture_t picture;
    unsigned kind = 0;

    while (kind < KINDS && strcmp(options->paths[0], kinds[kind].name))
        kind++;
    int rc = kind == KINDS ? unknown_kind(options->paths[0]) : EXIT_GOOD;
    if (!rc && (options->count < 2 || !options->output))
        rc = usage("missing %s; example: weir plot %s trace.recTr -o %s.svg",
                   options->count < 2 ? "FILE" : "-o OUT", kinds[kind].name, kinds[kind].name);
    how.rewind = true;
    if (!rc)
        rc = traces_open(&p->traces, options->paths + 1, options->count - 1, &how);
    if (rc) {
        free(p);
        return rc;
    }
    rc = picture_check(options->output);
    if (!rc)
        rc = traces_survey(&p->traces, MODEL_ORDERED);
    if (!rc)
        rc = choose_span(p, options->span);
    if (!rc) {
        p->columns = kinds[kind].columns;
        rc = fill(p);
        if (!rc && is_empty(p, kind))
            rc = nothing(p, kind);
        if (!rc)
            rc = picture_create(&picture, options->output);
        if (!rc) {
            draw(p, kind, picture.svg);
            rc = picture_finish(&picture, false);
        }
        if (!rc) {
            if (!options->quiet) {
                traces_account(&p->traces);
                report_unmeasured(p->analysis.left_out);
            }
            rc = traces_verdict(&p->traces);
        }
        for (size_t i = 0; i < p->traces.survey.thread_capacity; i++)
            free(p->lanes[i].columns);
    }
    free(p->lanes);
    free(p->isr);
    free(p->lost);
    free(p->delivered);
    traces_close(&p->traces);
    free(p);
    return rc;
}
