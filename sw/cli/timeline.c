// SPDX-License-Identifier: Apache-2.0
// weir timeline: draws with characters when each thread ran; lists the first events and the totals.
// It reads the input twice: for the threads and the length, then to draw.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis.h"
#include "commands.h"
#include "model_text.h"
#include "record_text.h"
#include "totals.h"
#include "weir_stream.h"
#include "wide.h"

enum {
    LANES_MAX = 24,  // lanes drawn over time; the last one has all further threads
    GUTTER_MAX = 12, // lanes beside the list of events, likewise
    NAME_COLUMNS = 16,
    SHARE_COLUMNS = 10,
    SWITCHES_COLUMNS = 10, // at the right of a lane
    LABEL_COLUMNS = 12,    // minimum distance of labels of the time axis
    HEIGHTS = 8,           // of a bar
    TIME_COLUMNS = 14,
    STEP_COLUMNS = 12,
    THREAD_COLUMNS = 12,
    TEXT_COLUMNS = 8, // of the list, minimum
};

typedef struct {
    const char *height[HEIGHTS + 1];
    const char *axis, *tick, *event, *runs, *rests, *across, *crossing, *loss, *dot, *to;
    const char *leave_right, *enter_right, *leave_left, *enter_left, *begin, *end;
} glyphs_t;

static const glyphs_t unicode = {
    {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
    "─",
    "┬",
    "●",
    "┃",
    "·",
    "─",
    "╂",
    "▒",
    " · ",
    "→",
    "╰",
    "╮",
    "╯",
    "╭",
    "╷",
    "╵",
};
static const glyphs_t ascii = {
    {" ", ".", ".", ":", ":", "=", "=", "#", "#"},
    "-",
    "+",
    "o",
    "|",
    ".",
    "-",
    "+",
    "%",
    ", ",
    "->",
    "`",
    ".",
    "'",
    ".",
    ".",
    "'",
};

static const char *const colors[] = {"\033[36m", "\033[33m", "\033[35m",
                                     "\033[32m", "\033[34m", "\033[91m"};
static const char faint[] = "\033[2m", bold[] = "\033[1m", red[] = "\033[31m", plain[] = "\033[0m";

// A thread is an index into the table of the survey; one past the table: all threads not in it.
// NO_THREAD: none, or unknown.
enum { NO_THREAD = -1 };

typedef struct {
    uint64_t ticks, switches, events;
    uint64_t *run_ticks;    // ticks in each column; NULL: never ran
    uint32_t *event_counts; // events in each column; NULL: none
    bool named;             // its name has been listed
} track_t;

typedef struct { // a line of the list
    enum { LINE_EVENT, LINE_SWITCH, LINE_LOSS } kind;
    uint64_t time;
    unsigned hart;
    bool known;   // the thread is known
    int from, to; // threads; from: made the event, or ran before the switch
    char *text;
    size_t size; // of text
} line_t;

typedef struct {
    traces_t traces;
    const glyphs_t *glyphs;
    bool color;
    unsigned width;       // columns of the page
    unsigned columns;     // of a lane
    int exponent;         // of the unit of times
    uint64_t first, span; // in that unit
    model_rate_t rate;    // from ticks to that unit
    unsigned column;      // found last, and its times after the first
    uint64_t column_from, column_to;
    int *rows; // of threads of a dictionary, plus 2; 0: not yet
    uint32_t row_count;
    unsigned harts;       // highest hart plus 1
    analysis_t analysis;
    track_t *tracks;
    int lanes[LANES_MAX]; // their threads; the last may be all others
    unsigned lane_count;
    bool others; // the last lane has all others
    bool *lost;  // of each column
    bool any_lost;
    totals_t totals;
    line_t *lines;
    unsigned line_count, line_limit;
    uint64_t listed_events, all; // events up to the last line, and of the trace
} page_t;

static void paint(const page_t *page, const char *code)
{
    if (page->color)
        fputs(code, stdout);
}

static const char *lane_color(unsigned lane)
{
    return colors[lane % (sizeof colors / sizeof *colors)];
}

static char lane_letter(unsigned lane) { return (char)('A' + lane); }

// ---- times

static uint64_t in_unit(const page_t *page, uint64_t time)
{
    bool exact;
    return model_scale(&page->rate, time, &exact);
}

// a * b / c, which has 64 bits; *exact: without a rest.
static uint64_t part(uint64_t a, uint64_t b, uint64_t c, bool *exact)
{
    return wide_low(wide_quotient(wide_product(a, b), wide_product(c, 1), exact));
}

// The time at which a column begins, relative to the first.
static uint64_t column_start(const page_t *page, unsigned column)
{
    bool exact;
    return part(page->span, column, page->columns, &exact);
}

static unsigned column_of(page_t *page, uint64_t time)
{
    uint64_t offset = time > page->first ? time - page->first : 0;
    bool exact;
    if (offset >= page->column_from && offset < page->column_to) // most are in that of the last
        return page->column;
    unsigned column = (unsigned)part(offset, page->columns, page->span, &exact);
    while (column + 1 < page->columns && column_start(page, column + 1) <= offset)
        column++;
    column = column < page->columns ? column : page->columns - 1;
    page->column = column;
    page->column_from = column_start(page, column);
    page->column_to = column_start(page, column + 1);
    return column;
}

// ---- events

static int row_of(const page_t *page, model_thread_t thread)
{
    const model_survey_t *survey = &page->traces.survey;
    if (!thread.known || !thread.number)
        return NO_THREAD;
    const model_survey_thread_t *found = model_survey_thread(survey, thread);
    return found ? (int)(found - survey->threads) : (int)survey->thread_capacity;
}

static void add_run(page_t *page, int row, uint64_t from, uint64_t to)
{
    if (row == NO_THREAD || to < from)
        return;
    track_t *track = &page->tracks[row];
    if (!track->run_ticks)
        track->run_ticks = xcalloc(page->columns, sizeof *track->run_ticks);
    track->ticks += to - from;
    for (unsigned column = column_of(page, from); column < page->columns; column++) {
        uint64_t start = page->first + column_start(page, column),
                 end = page->first + column_start(page, column + 1);
        if (start >= to)
            break;
        track->run_ticks[column] += (to < end ? to : end) - (from > start ? from : start);
    }
}

static void take_run(void *context, const analysis_run_t *run)
{
    page_t *page = context;
    add_run(page, row_of(page, run->thread), in_unit(page, run->from), in_unit(page, run->to));
}

static void take_start(void *context, unsigned hart, model_thread_t thread, uint64_t time)
{
    page_t *page = context;
    const int row = row_of(page, thread);
    (void)hart;
    (void)time;
    if (row != NO_THREAD)
        page->tracks[row].switches++;
}

static void count_event(page_t *page, int row, uint64_t time)
{
    if (row == NO_THREAD)
        return;
    track_t *track = &page->tracks[row];
    if (!track->event_counts)
        track->event_counts = xcalloc(page->columns, sizeof *track->event_counts);
    track->event_counts[column_of(page, time)]++;
    track->events++;
}

static void mark_loss(page_t *page, const model_record_t *r)
{
    for (unsigned c = column_of(page, in_unit(page, r->loss.first));
         c <= column_of(page, in_unit(page, r->loss.last)); c++)
        page->lost[c] = page->any_lost = true;
}

// ---- text of the list

// Opens the text of a line for writing.
static FILE *open_text(line_t *line)
{
    return checked(open_memstream(&line->text, &line->size));
}

static void list_record(page_t *page, const model_record_t *r, uint64_t time)
{
    model_thread_t from = r->kind == MODEL_SWITCH ? r->change.outgoing : r->thread;
    line_t *line = &page->lines[page->line_count++];
    *line = (line_t){.kind = r->kind == MODEL_LOSS     ? LINE_LOSS
                             : r->kind == MODEL_SWITCH ? LINE_SWITCH
                                                       : LINE_EVENT,
                     .time = time,
                     .hart = r->hart,
                     .known = from.known,
                     .from = row_of(page, from),
                     .to = row_of(page, r->thread)};
    FILE *out = open_text(line);
    print_record(out, &page->traces.survey, r, page->glyphs->to);
    close_text(out, &line->text);
}

// Lists the name of a thread once, at the time of the event before it.
static void list_name(page_t *page, const model_record_t *r, const line_t *before)
{
    int row = row_of(page, (model_thread_t){.number = r->object.number, .known = true});
    if (r->object.kind != MODEL_OBJECT_THREAD || row == NO_THREAD || page->tracks[row].named)
        return;
    page->tracks[row].named = true;
    line_t *line = &page->lines[page->line_count++];
    *line = *before;
    FILE *out = open_text(line);
    fprintf(out, "THREAD_NAME 0x%" PRIx64 " is ", r->object.number);
    print_text(out, r->name);
    close_text(out, &line->text);
}

static void take_record(page_t *page, const model_record_t *r, line_t *before)
{
    const bool listed = page->line_count < page->line_limit,
               named = r->space == MODEL_SPACE_WEIR && r->id == WEIR_ID_THREAD_NAME;
    const uint64_t time = in_unit(page, r->time);
    if (r->kind == MODEL_OBJECT && page->all && listed)
        list_name(page, r, before);
    if (!r->timed || r->kind > MODEL_LOSS)
        return;
    totals_record(&page->totals, r);
    page->all++;
    page->listed_events += listed;
    if (r->hart < ANALYSIS_HARTS && r->hart >= page->harts)
        page->harts = r->hart + 1u;
    if (listed && (!named || r->kind != MODEL_INSTANT))
        list_record(page, r, time);
    *before = (line_t){.time = time,
                       .hart = r->hart,
                       .known = r->thread.known,
                       .from = row_of(page, r->thread)};
    if (r->kind == MODEL_LOSS) {
        mark_loss(page, r);
        return;
    }
    analysis_record(&page->analysis, r);
    if (r->kind != MODEL_SWITCH && !named && r->kind != MODEL_ISR_ENTER &&
        r->kind != MODEL_ISR_EXIT)
        count_event(page, row_of(page, r->thread), time);
}

// The row of a thread of a dictionary.
static int row_of_number(page_t *page, const batch_dictionary_t *d, uint32_t number)
{
    if (number >= page->row_count) {
        int *rows = xcalloc(2 * (size_t)d->thread_count, sizeof *rows);
        if (page->row_count)
            memcpy(rows, page->rows, page->row_count * sizeof *rows);
        free(page->rows);
        page->rows = rows;
        page->row_count = 2 * d->thread_count;
    }
    if (!page->rows[number])
        page->rows[number] = row_of(page, d->threads[number]) + 2;
    return page->rows[number] - 2;
}

// A row behind the list, without a record. False: it needs one.
static bool take_row(page_t *page, const model_batch_t *b, uint32_t row)
{
    const batch_dictionary_t *d = b->dictionary;
    const batch_type_t *type = &d->types[b->type[row]];
    const unsigned form = b->form[row], kind = b->kind[row], hart = b->hart[row];
    if (form == ROW_SWITCH) {
        page->totals.delivered[MODEL_CLASS_SYS]++;
        analysis_switch(&page->analysis, hart, d->threads[b->value[row]],
                        d->threads[b->thread[row]], b->time[row]);
    } else if (form == ROW_VALUE && kind == MODEL_INSTANT) {
        page->totals.delivered[type->class]++;
        if (type->space != MODEL_SPACE_WEIR || type->id != WEIR_ID_THREAD_NAME)
            count_event(page, row_of_number(page, d, b->thread[row]),
                        in_unit(page, b->time[row]));
    } else {
        return false;
    }
    page->all++;
    if (hart < ANALYSIS_HARTS && hart >= page->harts)
        page->harts = hart + 1u;
    return true;
}

// Reads all that is drawn.
static int read_all(page_t *page)
{
    static const analysis_results_t results = {.start = take_start, .run = take_run};
    const model_survey_t *survey = &page->traces.survey;
    const model_batch_t *b;
    line_t before = {.from = NO_THREAD};
    batch_space_t space;
    int more;

    analysis_init(&page->analysis, &results, page, survey->first);
    while ((more = traces_read(&page->traces, &b)) == 1)
        for (uint32_t row = 0; row < b->count; row++)
            if (page->line_count < page->line_limit || !take_row(page, b, row))
                take_record(page, batch_get(b, row, &space), &before);
    analysis_end(&page->analysis, survey->last > survey->first ? survey->last : survey->first + 1);
    free(page->rows);
    return more < 0 ? EXIT_ERROR : EXIT_GOOD;
}

// ---- lanes

typedef struct {
    int row;
    uint64_t ticks;
    uint32_t order;
} candidate_t;

static int by_ticks(const void *a, const void *b)
{
    const candidate_t *x = a, *y = b;
    if (x->ticks != y->ticks)
        return x->ticks > y->ticks ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static int by_order(const void *a, const void *b)
{
    const candidate_t *x = a, *y = b;
    return x->order < y->order ? -1 : 1;
}

static void join(track_t *all, const track_t *one, unsigned columns)
{
    all->ticks += one->ticks;
    all->switches += one->switches;
    all->events += one->events;
    if (one->run_ticks && !all->run_ticks)
        all->run_ticks = xcalloc(columns, sizeof *all->run_ticks);
    if (one->event_counts && !all->event_counts)
        all->event_counts = xcalloc(columns, sizeof *all->event_counts);
    for (unsigned c = 0; c < columns; c++) {
        if (one->run_ticks)
            all->run_ticks[c] += one->run_ticks[c];
        if (one->event_counts)
            all->event_counts[c] += one->event_counts[c];
    }
}

// Gives each thread that ran a lane, in order of appearance; if too many, those that ran longest.
static void choose_lanes(page_t *page)
{
    const model_survey_t *survey = &page->traces.survey;
    candidate_t *run_ticks = xcalloc(survey->thread_count + 1, sizeof *run_ticks);
    track_t *rest = &page->tracks[survey->thread_capacity];
    size_t count = 0;

    for (size_t i = 0; i < survey->thread_capacity; i++)
        if (survey->threads[i].order && (page->tracks[i].switches || page->tracks[i].run_ticks))
            run_ticks[count++] = (candidate_t){(int)i, page->tracks[i].ticks,
                                               survey->threads[i].order};
    qsort(run_ticks, count, sizeof *run_ticks, by_ticks);
    page->others = count > LANES_MAX || rest->switches || rest->run_ticks;
    size_t listed = LANES_MAX - (size_t)page->others, own = count < listed ? count : listed;
    for (size_t i = own; i < count; i++)
        join(rest, &page->tracks[run_ticks[i].row], page->columns);
    qsort(run_ticks, own, sizeof *run_ticks, by_order);
    for (size_t i = 0; i < own; i++)
        page->lanes[i] = run_ticks[i].row;
    if (page->others)
        page->lanes[own] = (int)survey->thread_capacity;
    page->lane_count = (unsigned)(own + page->others);
    free(run_ticks);
}

// The lane of a thread; LANES_MAX if it has none.
static unsigned lane_of(const page_t *page, int row)
{
    for (unsigned i = 0; i < page->lane_count && row != NO_THREAD; i++)
        if (page->lanes[i] == row || (page->others && i + 1 == page->lane_count))
            return i;
    return LANES_MAX;
}

// ---- drawing lanes

static const char *thread_name(const page_t *page, int row, char name[TEXT_NAME_MAX], int columns)
{
    const model_survey_t *survey = &page->traces.survey;
    char text[MODEL_THREAD_TEXT];
    if ((size_t)row == survey->thread_capacity)
        return "others";
    const char *name_text = model_thread_text(survey, survey->threads[row].thread, text);
    return text_name(name, TEXT_NAME_MAX, name_text, strlen(name_text), columns);
}

// Draws the time axis: labels at round times, in a unit that suits the span.
static void draw_axis(const page_t *page)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {
        {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {"fs", 1e-15},
    };
    const char *name = "ticks";
    double unit = 1, tick = 1; // seconds, or ticks
    if (page->exponent != TEXT_TICKS) {
        size_t i = 0;
        tick = pow(10, page->exponent);
        while (i + 1 < sizeof units / sizeof *units &&
               (double)page->span * tick < 10 * units[i].seconds)
            i++;
        name = units[i].name;
        unit = units[i].seconds;
    }
    double per_column = (double)page->span * tick / unit / page->columns;
    double step = pow(10, floor(log10(per_column * LABEL_COLUMNS)));
    while (step < per_column * LABEL_COLUMNS)
        step *= step * 2 >= per_column * LABEL_COLUMNS   ? 2
                : step * 5 >= per_column * LABEL_COLUMNS ? 5
                                                         : 10;

    double start = (double)page->first * tick / unit;
    bool *ticks = xcalloc(page->columns, sizeof *ticks);
    unsigned used = 0;
    printf("%*s", NAME_COLUMNS + 3, "");
    paint(page, faint);
    for (double at = ceil(start / step) * step;; at += step) {
        char label[40];
        double column = ceil((at - start) / per_column - 1e-6);
        if (column >= page->columns)
            break;
        unsigned begin = (unsigned)column,
                 size = (unsigned)snprintf(label, sizeof label, "%.12g %s", at, name);
        ticks[begin] = true;
        if (begin + size > page->columns)
            continue;
        printf("%*s%s", (int)(begin - used), "", label);
        used = begin + size;
    }
    printf("%*s%*s%*s\n%*s", (int)(page->columns - used), "", SHARE_COLUMNS, "share",
           SWITCHES_COLUMNS, "switches", NAME_COLUMNS + 3, "");
    for (unsigned c = 0; c < page->columns; c++)
        fputs(ticks[c] ? page->glyphs->tick : page->glyphs->axis, stdout);
    paint(page, plain);
    printf("\n");
    free(ticks);
}

static void draw_lane(const page_t *page, unsigned number)
{
    const track_t *track = &page->tracks[page->lanes[number]];
    char name[TEXT_NAME_MAX];

    paint(page, lane_color(number));
    printf("%c ", lane_letter(number));
    text_padded(thread_name(page, page->lanes[number], name, NAME_COLUMNS), NAME_COLUMNS + 1);
    for (unsigned c = 0; c < page->columns; c++) {
        uint64_t whole = column_start(page, c + 1) - column_start(page, c);
        uint64_t height = 0;
        if (track->run_ticks) {
            bool exact;
            height = part(track->run_ticks[c], HEIGHTS, whole, &exact);
            height += !exact; // any time at all shows
        }
        fputs(page->glyphs->height[height < HEIGHTS ? height : HEIGHTS], stdout);
    }
    paint(page, plain);
    printf("%*.1f %%%*" PRIu64 "\n", SHARE_COLUMNS - 2,
           100.0 * (double)track->ticks / (double)page->span / page->harts, SWITCHES_COLUMNS,
           track->switches);
    if (!track->event_counts)
        return;
    paint(page, faint);
    printf("  %*s ", NAME_COLUMNS, "events");
    for (unsigned c = 0; c < page->columns; c++)
        putchar(track->event_counts[c] > 9 ? '+'
                : track->event_counts[c]   ? (int)('0' + track->event_counts[c])
                                           : ' ');
    paint(page, plain);
    printf("\n");
}

static void draw_loss(const page_t *page)
{
    paint(page, red);
    text_padded("  loss", NAME_COLUMNS + 3);
    for (unsigned c = 0; c < page->columns; c++)
        fputs(page->lost[c] ? page->glyphs->loss : " ", stdout);
    paint(page, plain);
    printf("\n");
}

// ---- the list of events

typedef struct {
    int runs[ANALYSIS_HARTS]; // the thread on each hart; NO_THREAD: none, or unknown
    unsigned lanes;  // of the gutter
} gutter_t;

// The lane of a thread in the gutter; further lanes share the last. LANES_MAX: none.
static unsigned gutter_lane(const page_t *page, const gutter_t *gutter, int row)
{
    unsigned lane = lane_of(page, row);
    return lane == LANES_MAX || lane < gutter->lanes ? lane : gutter->lanes - 1;
}

static bool lane_runs(const page_t *page, const gutter_t *gutter, unsigned lane)
{
    for (unsigned hart = 0; hart < page->harts; hart++)
        if (gutter->runs[hart] != NO_THREAD &&
            gutter_lane(page, gutter, gutter->runs[hart]) == lane)
            return true;
    return false;
}

static void draw_cell(const page_t *page, unsigned lane, const char *glyph, const char *gap,
                      bool bright)
{
    paint(page, bright ? lane_color(lane) : faint);
    fputs(glyph, stdout);
    paint(page, plain);
    fputs(gap, stdout);
}

// Draws one line of the gutter: the lanes, and what the event changes. gutter: before the event.
static void draw_gutter(const page_t *page, const gutter_t *gutter, const line_t *line)
{
    const glyphs_t *g = page->glyphs;
    unsigned from = gutter_lane(page, gutter, line->from),
             to = line->kind == LINE_SWITCH ? gutter_lane(page, gutter, line->to) : LANES_MAX;
    unsigned low = from < to ? from : to, high = from < to ? to : from;

    for (unsigned lane = 0; lane < gutter->lanes; lane++) {
        bool runs = lane_runs(page, gutter, lane);
        if (line->kind == LINE_LOSS) {
            paint(page, red);
            fputs(g->loss, stdout);
            fputs(lane + 1 < gutter->lanes ? g->loss : " ", stdout);
            paint(page, plain);
        } else if (high < LANES_MAX && low < high && lane >= low && lane <= high) {
            const char *glyph = lane == from ? (from < to ? g->leave_right : g->leave_left)
                                : lane == to ? (from < to ? g->enter_right : g->enter_left)
                                : runs       ? g->crossing
                                             : g->across;
            draw_cell(page, lane == from ? from : to, glyph, lane < high ? g->across : " ", true);
        } else if (from == LANES_MAX && lane == to) {
            draw_cell(page, lane, g->begin, " ", true);
        } else if (to == LANES_MAX && line->kind == LINE_SWITCH && lane == from) {
            draw_cell(page, lane, g->end, " ", true);
        } else if (line->kind == LINE_EVENT && lane == from) {
            draw_cell(page, lane, g->event, " ", true);
        } else {
            draw_cell(page, lane, runs ? g->runs : g->rests, " ", runs);
        }
    }
}

// The thread that made the event, and the hart if there are several.
static void draw_thread(const page_t *page, const gutter_t *gutter, const line_t *line)
{
    char name[TEXT_NAME_MAX];
    unsigned lane = gutter_lane(page, gutter, line->from);

    if (page->harts > 1 && line->kind != LINE_LOSS && line->hart < ANALYSIS_HARTS)
        printf("%2u ", line->hart);
    else if (page->harts > 1)
        printf("   ");
    printf(" ");
    if (lane < LANES_MAX)
        paint(page, lane_color(lane));
    text_padded(line->kind == LINE_LOSS   ? ""
                : !line->known            ? "?"
                : line->from == NO_THREAD ? "idle"
                                          : thread_name(page, line->from, name, THREAD_COLUMNS),
                THREAD_COLUMNS);
    paint(page, plain);
    printf(" ");
}

static int at_least(int least, size_t columns)
{
    return columns > (size_t)least ? (int)columns : least;
}

static void draw_list(const page_t *page)
{
    gutter_t gutter;
    int exponent = page->exponent, hart_columns = page->harts > 1 ? 3 : 0;
    char time[TEXT_TIME_MAX], step[TEXT_TIME_MAX + 1] = "+", clean[4 * TEXT_NAME_MAX];
    uint64_t before = 0;

    for (unsigned hart = 0; hart < ANALYSIS_HARTS; hart++)
        gutter.runs[hart] = NO_THREAD;
    gutter.lanes = page->lane_count < GUTTER_MAX ? page->lane_count : GUTTER_MAX;
    // Longer times take columns from the text, and the text takes them from the lanes.
    int time_columns = at_least(TIME_COLUMNS,
                                strlen(text_time(time, page->first + page->span, exponent)) + 1);
    int step_columns = at_least(STEP_COLUMNS, strlen(text_time(time, page->span, exponent)) + 2);
    int text_columns_left = (int)page->width - time_columns - step_columns - 2 -
                            2 * (int)gutter.lanes - hart_columns - THREAD_COLUMNS - 2;
    for (; text_columns_left < TEXT_COLUMNS && gutter.lanes > 1; text_columns_left += 2)
        gutter.lanes--;
    text_columns_left = at_least(1, (size_t)(text_columns_left > 0 ? text_columns_left : 0));

    printf("\n");
    paint(page, faint);
    printf("%*s%*s  ", time_columns, text_unit(exponent), step_columns, "later");
    for (unsigned lane = 0; lane < gutter.lanes; lane++)
        printf("%c ", lane + 1 == gutter.lanes && gutter.lanes < page->lane_count
                          ? '*'
                          : lane_letter(lane));
    printf("%*s ", hart_columns, hart_columns ? "ht" : "");
    text_padded("thread", THREAD_COLUMNS + 1);
    printf("event");
    paint(page, plain);
    printf("\n");
    for (unsigned i = 0; i < page->line_count; i++) {
        const line_t *line = &page->lines[i];
        printf("%*s", time_columns, text_time(time, line->time, exponent));
        text_time(step + 1, line->time - before, exponent);
        paint(page, faint);
        printf("%*s  ", step_columns, i ? step : "");
        paint(page, plain);
        draw_gutter(page, &gutter, line);
        draw_thread(page, &gutter, line);
        fputs(text_name(clean, sizeof clean, line->text, strlen(line->text), text_columns_left),
              stdout);
        printf("\n");
        if (line->kind == LINE_SWITCH && line->hart < ANALYSIS_HARTS)
            gutter.runs[line->hart] = line->to;
        before = line->time;
    }
    if (page->all > page->listed_events) {
        paint(page, faint);
        printf("%*s and %" PRIu64 " more; weir dump lists them all\n", time_columns, "...",
               page->all - page->listed_events);
        paint(page, plain);
    }
}

// ---- the page

static void draw_header(const page_t *page)
{
    const char *dot = page->glyphs->dot, *name = page->traces.inputs[0].bytes.name,
               *folder = strrchr(name, '/');
    char clock[TEXT_TIME_MAX], length[TEXT_TIME_MAX];

    record_clock(clock, page->traces.base);
    paint(page, bold);
    printf("%s%s", folder ? folder + 1 : name, page->traces.count > 1 ? " and others" : "");
    paint(page, plain);
    printf("%s%u hart%s%sclock %s%s%s %s%s%" PRIu64 " switches\n\n", dot, page->harts,
           page->harts == 1 ? "" : "s", dot, clock, dot,
           text_time(length, page->span, page->exponent), text_unit(page->exponent), dot,
           page->analysis.switches);
}

static int draw(page_t *page)
{
    const model_survey_t *survey = &page->traces.survey;
    uint64_t first = in_unit(page, survey->first), last = in_unit(page, survey->last);

    page->first = first;
    page->span = last > first ? last - first : 1;
    page->columns = page->width - NAME_COLUMNS - 3 - SHARE_COLUMNS - SWITCHES_COLUMNS;
    if (page->columns > page->span)
        page->columns = (unsigned)page->span;
    page->tracks = xcalloc(survey->thread_capacity + 1, sizeof *page->tracks);
    page->lines = xcalloc(page->line_limit + 1, sizeof *page->lines);
    page->lost = xcalloc(page->columns, sizeof *page->lost);
    int rc = read_all(page);
    if (!rc) {
        choose_lanes(page);
        draw_header(page);
        draw_axis(page);
        for (unsigned lane = 0; lane < page->lane_count; lane++)
            draw_lane(page, lane);
        if (page->any_lost)
            draw_loss(page);
        if (page->line_limit)
            draw_list(page);
        printf("\n");
        totals_print(&page->totals);
    }
    for (size_t i = 0; i <= survey->thread_capacity; i++) {
        free(page->tracks[i].run_ticks);
        free(page->tracks[i].event_counts);
    }
    for (unsigned i = 0; i < page->line_count; i++)
        free(page->lines[i].text);
    free(page->tracks);
    free(page->lines);
    free(page->lost);
    return rc;
}

int command_timeline(const options_t *options)
{
    page_t *page = xcalloc(1, sizeof *page);
    traces_options_t how = traces_options(options);

    how.rewind = true;
    int rc = traces_open(&page->traces, options->paths, options->count, &how);
    if (!rc) {
        page->glyphs = options->ascii ? &ascii : &unicode;
        page->color = options->color == COLOR_ALWAYS ||
                      (options->color == COLOR_AUTO && isatty(STDOUT_FILENO) &&
                       !getenv("NO_COLOR"));
        page->width = options->columns;
        page->harts = 1;
        page->line_limit = options->events;
        page->exponent = record_exponent(page->traces.base);
        page->rate = record_rate(page->traces.base);
        rc = traces_survey(&page->traces, MODEL_ORDERED);
        if (!rc)
            rc = draw(page);
        if (!rc)
            traces_account(&page->traces);
        rc = rc ? rc : traces_verdict(&page->traces);
        rc = rc ? rc : traces_any(&page->traces);
        traces_close(&page->traces);
    }
    free(page);
    return rc;
}
