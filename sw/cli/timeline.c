// SPDX-License-Identifier: Apache-2.0
// weir timeline: draws with characters when each thread ran; lists the first events and the totals.
// It reads the input once: what is drawn is spooled until the length is known (run_spool.h). Inputs
// that must be sorted are read before.
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
#include "run_spool.h"
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
    KNOWN = 64,
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
    uint64_t ticks, switches;
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
    struct {
        uint64_t number; // 0: free
        int row;
    } known[KNOWN]; // threads that were found
    bool seen[ANALYSIS_HARTS]; // harts with events
    unsigned harts, hart_end;  // their number, the highest plus 1
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
    run_spool_t spool;
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

static int row_of(page_t *page, model_thread_t thread)
{
    const model_survey_t *survey = &page->traces.survey;
    const unsigned at = thread.number * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (KNOWN - 1);
    if (!thread.known || !thread.number)
        return NO_THREAD;
    if (page->known[at].number != thread.number) {
        const model_survey_thread_t *found = model_survey_thread(survey, thread);
        page->known[at].number = thread.number;
        page->known[at].row = found ? (int)(found - survey->threads) : (int)survey->thread_capacity;
    }
    return page->known[at].row;
}

static void add_run(page_t *page, int row, uint64_t from, uint64_t to)
{
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
    const int row = row_of(page, run->thread);
    if (row != NO_THREAD)
        run_spool_run(&page->spool, row, run->from, run->to);
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

static void add_events(page_t *page, int row, uint64_t time, uint64_t count)
{
    track_t *track = &page->tracks[row];
    if (!track->event_counts)
        track->event_counts = xcalloc(page->columns, sizeof *track->event_counts);
    track->event_counts[column_of(page, time)] += (uint32_t)count;
}

static void add_loss(page_t *page, uint64_t first, uint64_t last)
{
    for (unsigned c = column_of(page, first); c <= column_of(page, last); c++)
        page->lost[c] = page->any_lost = true;
}

// Fills the columns.
static int fill_columns(page_t *page)
{
    run_spool_entry_t e;
    int row = NO_THREAD, more; // of the latest events, all in one column
    uint64_t from = 0, to = 0, count = 0;
    if (run_spool_rewind(&page->spool))
        return report_temporary("cannot write");
    while ((more = run_spool_next(&page->spool, &e)) == 1) {
        const uint64_t time = in_unit(page, e.from);
        if (e.kind == RUN_SPOOL_IS_EVENT) {
            if (e.row != row || time < from || time >= to) {
                if (count)
                    add_events(page, row, from, count);
                row = e.row;
                (void)column_of(page, time);
                from = page->first + page->column_from;
                to = page->first + page->column_to;
                count = 0;
            }
            count++;
        } else if (e.kind == RUN_SPOOL_IS_RUN) {
            add_run(page, e.row, time, in_unit(page, e.to));
        } else {
            add_loss(page, time, in_unit(page, e.to));
        }
    }
    if (count)
        add_events(page, row, from, count);
    return more ? report_temporary("cannot read") : EXIT_GOOD;
}

// ---- text of the list

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
    FILE *out = text_stream(&line->text, &line->size);
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
    FILE *out = text_stream(&line->text, &line->size);
    fprintf(out, "THREAD_NAME 0x%" PRIx64 " is ", r->object.number);
    print_text(out, r->name);
    close_text(out, &line->text);
}

static bool is_thread_name(const model_record_t *r)
{
    return r->space == MODEL_SPACE_WEIR && r->id == WEIR_ID_THREAD_NAME;
}

// Lists a record, while there is room.
static void list(page_t *page, const model_record_t *r, line_t *before)
{
    const uint64_t time = in_unit(page, r->time);
    if (r->kind == MODEL_OBJECT && page->listed_events)
        list_name(page, r, before);
    if (!r->timed || r->kind > MODEL_LOSS)
        return;
    page->listed_events++;
    if (!is_thread_name(r) || r->kind != MODEL_INSTANT)
        list_record(page, r, time);
    *before = (line_t){.time = time,
                       .hart = r->hart,
                       .known = r->thread.known,
                       .from = row_of(page, r->thread)};
}

static void see_hart(page_t *page, unsigned hart)
{
    if (hart >= ANALYSIS_HARTS || page->seen[hart])
        return;
    page->seen[hart] = true;
    page->harts++;
    page->hart_end = hart >= page->hart_end ? hart + 1 : page->hart_end;
}

static void take_record(page_t *page, const model_record_t *r)
{
    if (!r->timed || r->kind > MODEL_LOSS)
        return;
    totals_record(&page->totals, r);
    page->all++;
    see_hart(page, r->hart);
    if (r->kind == MODEL_LOSS) {
        run_spool_loss(&page->spool, r->loss.first, r->loss.last);
        return;
    }
    analysis_record(&page->analysis, r);
    const int row = row_of(page, r->thread);
    if (r->kind != MODEL_SWITCH && !is_thread_name(r) && r->kind != MODEL_ISR_ENTER &&
        r->kind != MODEL_ISR_EXIT && row != NO_THREAD)
        run_spool_event(&page->spool, row, r->time);
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

// Takes rows without records, up to one that needs one.
static uint32_t take_frequent(page_t *page, const model_batch_t *b, uint32_t row)
{
    enum { CLASS_BITS = 64 / MODEL_CLASSES }; // a batch has fewer rows
    const batch_dictionary_t *d = b->dictionary;
    const uint32_t begin = row, end = row + UINT16_MAX < b->count ? row + UINT16_MAX : b->count;
    uint32_t thread = BATCH_UNKNOWN; // of the last event
    uint64_t delivered = 0;          // of each class
    unsigned last_hart = MODEL_NO_HART;
    int at = NO_THREAD;
    for (; row < end; row++) {
        const unsigned hart = b->hart[row];
        if (b->form[row] == ROW_SWITCH) {
            delivered += UINT64_C(1) << CLASS_BITS * MODEL_CLASS_SYS;
            analysis_switch(&page->analysis, hart, d->threads[b->value[row]],
                            d->threads[b->thread[row]], b->time[row]);
        } else if (b->form[row] == ROW_VALUE && b->kind[row] == MODEL_INSTANT) {
            const batch_type_t *type = &d->types[b->type[row]];
            delivered += UINT64_C(1) << CLASS_BITS * type->class;
            if (b->thread[row] != thread)
                at = row_of_number(page, d, thread = b->thread[row]);
            if (at != NO_THREAD &&
                (type->id != WEIR_ID_THREAD_NAME || type->space != MODEL_SPACE_WEIR))
                run_spool_event(&page->spool, at, b->time[row]);
        } else {
            break;
        }
        if (hart != last_hart)
            see_hart(page, last_hart = hart);
    }
    for (unsigned class = 0; class < MODEL_CLASSES; class ++)
        page->totals.delivered[class] += delivered >> CLASS_BITS * class & UINT16_MAX;
    page->all += row - begin;
    return row;
}

static void take_rows(page_t *page, const model_batch_t *b)
{
    batch_space_t space;
    page->analysis.first = page->traces.survey.first;
    analysis_times(&page->analysis, b);
    for (uint32_t row = 0; row < b->count; row++) {
        row = take_frequent(page, b, row);
        if (row < b->count)
            take_record(page, batch_get(b, row, &space));
    }
}

static void begin_reading(page_t *page)
{
    static const analysis_results_t results = {.start = take_start, .run = take_run};
    free(page->tracks);
    free(page->rows);
    run_spool_free(&page->spool);
    memset(&page->spool, 0, sizeof page->spool);
    memset(&page->analysis, 0, sizeof page->analysis);
    memset(page->known, 0, sizeof page->known);
    page->totals = (totals_t){0};
    page->rows = NULL;
    page->row_count = 0;
    page->all = 0;
    memset(page->seen, 0, sizeof page->seen);
    page->harts = page->hart_end = 0;
    page->tracks = xcalloc(page->traces.survey.thread_capacity + 1, sizeof *page->tracks);
    analysis_init(&page->analysis, &results, page, page->traces.survey.first, page->traces.count);
}

// Reads an input in one pass. Returns 1 if its times do not rise: then its records must be sorted.
static int read_once(page_t *page, int *more)
{
    traces_t *t = &page->traces;
    const model_batch_t *b;
    traces_learn(t);
    begin_reading(page);
    while ((*more = traces_read(t, &b)) == 1) {
        (void)model_survey_watch(&t->survey, b, false);
        if (!t->survey.ordered)
            return 1;
        take_rows(page, b);
    }
    return 0;
}

static void list_rows(page_t *page, const model_batch_t *b, line_t *before)
{
    batch_space_t space;
    for (uint32_t row = 0; row < b->count && page->line_count < page->line_limit; row++)
        list(page, batch_get(b, row, &space), before);
}

static int read_sorted(page_t *page, int *more)
{
    const model_batch_t *b;
    line_t before = {.from = NO_THREAD};
    const int rc = traces_survey_threads(&page->traces, MODEL_ORDERED);
    if (rc)
        return rc;
    begin_reading(page);
    while ((*more = traces_read(&page->traces, &b)) == 1) {
        list_rows(page, b, &before);
        take_rows(page, b);
    }
    return EXIT_GOOD;
}

// Lists the first records, with the names of the whole trace.
static int list_first(page_t *page, int *more)
{
    const model_batch_t *b;
    line_t before = {.from = NO_THREAD};
    const int rc = page->line_limit ? traces_rewind(&page->traces) : EXIT_GOOD;
    while (!rc && page->line_count < page->line_limit &&
           (*more = traces_read(&page->traces, &b)) == 1)
        list_rows(page, b, &before);
    return rc;
}

// Reads all that is drawn.
static int read_all(page_t *page)
{
    traces_t *t = &page->traces;
    int more = 0, rc;
    if (t->count == 1 && !read_once(page, &more)) {
        rc = more < 0 ? EXIT_ERROR : list_first(page, &more);
    } else {
        rc = t->count == 1 ? traces_again(t) : EXIT_GOOD;
        rc = rc ? rc : read_sorted(page, &more);
    }
    analysis_end(&page->analysis,
                 t->survey.last > t->survey.first ? t->survey.last : t->survey.first + 1);
    return more < 0 ? EXIT_ERROR : rc;
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
           100.0 * (double)track->ticks / (double)page->span /
               (page->analysis.switched ? page->analysis.switched : 1),
           SWITCHES_COLUMNS, track->switches);
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
    for (unsigned hart = 0; hart < page->hart_end; hart++)
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
    const char *dot = page->glyphs->dot, *name = text_file(page->traces.inputs[0].bytes.name);
    char clock[TEXT_TIME_MAX], length[TEXT_TIME_MAX], clean[FILE_PATH];

    record_clock(clock, page->traces.base);
    paint(page, bold);
    printf("%s%s", text_name(clean, sizeof clean, name, strlen(name), 0),
           page->traces.count > 1 ? " and others" : "");
    paint(page, plain);
    printf("%s%u hart%s%sclock %s%s%s %s%s%" PRIu64 " switches\n\n", dot, page->harts,
           page->harts == 1 ? "" : "s", dot, clock, dot,
           text_time(length, page->span, page->exponent), text_unit(page->exponent), dot,
           page->analysis.switches);
}

static int draw(page_t *page)
{
    const model_survey_t *survey = &page->traces.survey;
    page->lines = xcalloc(page->line_limit + 1, sizeof *page->lines);
    int rc = read_all(page);
    const uint64_t first = in_unit(page, survey->first), last = in_unit(page, survey->last);

    page->first = first;
    page->span = last > first ? last - first : 1;
    page->columns = page->width - NAME_COLUMNS - 3 - SHARE_COLUMNS - SWITCHES_COLUMNS;
    if (page->columns > page->span)
        page->columns = (unsigned)page->span;
    page->lost = xcalloc(page->columns, sizeof *page->lost);
    rc = rc ? rc : fill_columns(page);
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
    for (size_t i = 0; page->tracks && i <= survey->thread_capacity; i++) {
        free(page->tracks[i].run_ticks);
        free(page->tracks[i].event_counts);
    }
    for (unsigned i = 0; i < page->line_count; i++)
        free(page->lines[i].text);
    run_spool_free(&page->spool);
    free(page->rows);
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
        page->line_limit = options->events;
        page->exponent = record_exponent(page->traces.base);
        page->rate = record_rate(page->traces.base);
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
