// SPDX-License-Identifier: Apache-2.0
// weir timeline: who ran when, drawn in characters; the first events in place; totals.
//
// The trace is read three times: once for its threads and its length, once to fill the lanes, once to list events.
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

enum {
    LANES_MOST = 24,            // lanes drawn over time; the last stands for all other threads, if there are more
    GUTTER_MOST = 12,           // lanes beside the list of events, likewise
    NAME_COLUMNS = 16,
    SHARE_COLUMNS = 10, SWITCHES_COLUMNS = 10,  // behind a lane
    LABEL_COLUMNS = 12,         // least distance of labels of the time axis
    HEIGHTS = 8,                // of a bar
    TIME_COLUMNS = 14, STEP_COLUMNS = 12, WHO_COLUMNS = 12, WHAT_COLUMNS = 8,  // of the list, at least
};

typedef struct {
    const char *height[HEIGHTS + 1];
    const char *axis, *tick, *event, *runs, *rests, *across, *crossing, *loss, *dot, *to;
    const char *leave_right, *enter_right, *leave_left, *enter_left, *begin;
} glyphs_t;

static const glyphs_t unicode = {
    {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
    "─", "┬", "●", "┃", "·", "─", "╂", "▒", " · ", "→",
    "╰", "╮", "╯", "╭", "╷",
};
static const glyphs_t ascii = {
    {" ", ".", ".", ":", ":", "=", "=", "#", "#"},
    "-", "+", "o", "|", ".", "-", "+", "%", ", ", "->",
    "`", ".", "'", ".", ".",
};

static const char *const colors[] = {"\033[36m", "\033[33m", "\033[35m", "\033[32m", "\033[34m", "\033[91m"};
static const char faint[] = "\033[2m", bold[] = "\033[1m", red[] = "\033[31m", plain[] = "\033[0m";

typedef struct {
    const event_thread_t *thread;       // NULL: the other threads
    uint64_t ticks, switches, events;
    uint64_t *ran;              // ticks, of each column
    uint32_t *marks;            // events, of each column
} lane_t;

typedef struct {
    trace_t trace;
    const glyphs_t *glyphs;
    bool color;
    unsigned width;             // columns of the page
    unsigned columns;           // of a lane
    uint64_t first, span;       // ticks
    unsigned harts;             // highest hart seen, plus 1
    lane_t lanes[LANES_MOST];
    unsigned lane_count;
    bool *lost;                 // of each column
    bool any_lost;
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

static char lane_letter(unsigned lane)
{
    return (char)('A' + lane);
}

// --- lanes ------------------------------------------------------------------------------------------------------------------

// The lane of a thread, LANES_MOST if it has none.
static unsigned lane_of(const page_t *page, uint32_t thread)
{
    for (unsigned i = 0; i < page->lane_count; i++)
        if (!page->lanes[i].thread || page->lanes[i].thread->value == thread)
            return i;
    return LANES_MOST;
}

static int by_ticks(const void *a, const void *b)
{
    const event_thread_t *const *x = a, *const *y = b;
    if ((*x)->ticks != (*y)->ticks)
        return (*x)->ticks > (*y)->ticks ? -1 : 1;
    return (*x)->order < (*y)->order ? -1 : 1;
}

static int by_order(const void *a, const void *b)
{
    const lane_t *x = a, *y = b;
    return x->thread->order < y->thread->order ? -1 : 1;
}

// A lane for each thread that ran, in the order they were met; if there are too many, for those that ran longest.
static void choose_lanes(page_t *page)
{
    const event_thread_t **threads = trace_threads(&page->trace);
    size_t met = page->trace.decoder.totals.threads, ran = 0;

    for (size_t i = 0; i < met; i++)
        if (threads[i]->switches)
            threads[ran++] = threads[i];
    qsort(threads, ran, sizeof *threads, by_ticks);

    bool others = ran > LANES_MOST || page->trace.decoder.totals.left_out;
    size_t room = LANES_MOST - (size_t)others, own = ran < room ? ran : room;
    for (size_t i = 0; i < ran; i++) {
        lane_t *lane = &page->lanes[i < own ? i : own];
        lane->thread = i < own ? threads[i] : NULL;
        lane->ticks += threads[i]->ticks;
        lane->switches += threads[i]->switches;
        lane->events += threads[i]->events;
    }
    qsort(page->lanes, own, sizeof *page->lanes, by_order);
    page->lane_count = (unsigned)(own + others);
    for (unsigned i = 0; i < page->lane_count; i++) {
        page->lanes[i].ran = need(page->columns, sizeof *page->lanes[i].ran);
        page->lanes[i].marks = need(page->columns, sizeof *page->lanes[i].marks);
    }
    page->lost = need(page->columns, sizeof *page->lost);
    free(threads);
}

// The time at which a column begins, behind the first.
static uint64_t column_start(const page_t *page, unsigned column)
{
    return (uint64_t)((unsigned __int128)page->span * column / page->columns);
}

static unsigned column_of(const page_t *page, uint64_t time)
{
    uint64_t behind = time > page->first ? time - page->first : 0;
    unsigned column = (unsigned)((unsigned __int128)behind * page->columns / page->span);
    while (column + 1 < page->columns && column_start(page, column + 1) <= behind)
        column++;
    return column < page->columns ? column : page->columns - 1;
}

static void fill(page_t *page, uint32_t thread, uint64_t from, uint64_t to)
{
    unsigned lane = lane_of(page, thread);
    if (lane == LANES_MOST)
        return;
    for (unsigned column = column_of(page, from); column < page->columns; column++) {
        uint64_t start = page->first + column_start(page, column), end = page->first + column_start(page, column + 1);
        if (start >= to)
            break;
        page->lanes[lane].ran[column] += (to < end ? to : end) - (from > start ? from : start);
    }
}

static void fill_lanes(page_t *page, trace_t *pass)
{
    struct { uint32_t thread; bool known; uint64_t since; } running[EVENT_HARTS] = {0};
    event_t event;

    while (trace_event(pass, &event)) {
        if (event.kind == EVENT_LOSS) {
            for (unsigned c = column_of(page, event.first); c <= column_of(page, event.last); c++)
                page->lost[c] = page->any_lost = true;
            continue;
        }
        if (event.hart >= page->harts)
            page->harts = event.hart + 1;
        if (event.id == WEIR_ID_THREAD_SWITCH) {
            if (running[event.hart].known)
                fill(page, event.outgoing, running[event.hart].since, event.time);
            running[event.hart].thread = event.thread;
            running[event.hart].known = true;
            running[event.hart].since = event.time;
        } else if (event.thread_known && event.id != WEIR_ID_THREAD_NAME) {
            unsigned lane = lane_of(page, event.thread);
            if (lane < LANES_MOST)
                page->lanes[lane].marks[column_of(page, event.time)]++;
        }
    }
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
        if (running[hart].known)
            fill(page, running[hart].thread, running[hart].since, page->first + page->span);
}

// --- drawing them -----------------------------------------------------------------------------------------------------------

static char *lane_name(const page_t *page, unsigned lane, char name[TEXT_NAME_MAX])
{
    const event_thread_t *thread = page->lanes[lane].thread;
    if (!thread)
        return strcpy(name, "others");
    return trace_thread_name(&page->trace, thread->value, true, name, NAME_COLUMNS);
}

// Labels at round times, in the unit that suits the span.
static void draw_axis(const page_t *page)
{
    static const struct { const char *name; double seconds; } units[] = {
        {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"ps", 1e-12}, {"fs", 1e-15},
    };
    const char *name = "ticks";
    double unit = 1, tick = 1;  // seconds, or ticks
    if (page->trace.exponent != TEXT_TICKS) {
        size_t i = 0;
        tick = pow(10, page->trace.exponent);
        while (i + 1 < sizeof units / sizeof *units && (double)page->span * tick < 10 * units[i].seconds)
            i++;
        name = units[i].name;
        unit = units[i].seconds;
    }
    double per_column = (double)page->span * tick / unit / page->columns;
    double step = pow(10, floor(log10(per_column * LABEL_COLUMNS)));
    while (step < per_column * LABEL_COLUMNS)
        step *= step * 2 >= per_column * LABEL_COLUMNS ? 2 : step * 5 >= per_column * LABEL_COLUMNS ? 5 : 10;

    double start = (double)page->first * tick / unit;
    bool *ticks = need(page->columns, sizeof *ticks);
    unsigned used = 0;
    printf("%*s", NAME_COLUMNS + 3, "");
    paint(page, faint);
    for (double at = ceil(start / step) * step;; at += step) {
        char label[40];
        double column = ceil((at - start) / per_column - 1e-6);
        if (column >= page->columns)
            break;
        unsigned begin = (unsigned)column, size = (unsigned)snprintf(label, sizeof label, "%.12g %s", at, name);
        ticks[begin] = true;
        if (begin + size > page->columns)
            continue;
        printf("%*s%s", (int)(begin - used), "", label);
        used = begin + size;
    }
    printf("%*s%*s%*s\n%*s", (int)(page->columns - used), "", SHARE_COLUMNS, "share", SWITCHES_COLUMNS, "switches",
           NAME_COLUMNS + 3, "");
    for (unsigned c = 0; c < page->columns; c++)
        fputs(ticks[c] ? page->glyphs->tick : page->glyphs->axis, stdout);
    paint(page, plain);
    printf("\n");
    free(ticks);
}

static void draw_lane(const page_t *page, unsigned number)
{
    const lane_t *lane = &page->lanes[number];
    char name[TEXT_NAME_MAX];
    bool marked = false;

    paint(page, lane_color(number));
    printf("%c ", lane_letter(number));
    text_padded(lane_name(page, number, name), NAME_COLUMNS + 1);
    for (unsigned c = 0; c < page->columns; c++) {
        uint64_t whole = column_start(page, c + 1) - column_start(page, c);
        uint64_t height = (uint64_t)(((unsigned __int128)lane->ran[c] * HEIGHTS + whole - 1) / whole);
        fputs(page->glyphs->height[height < HEIGHTS ? height : HEIGHTS], stdout);
        marked |= lane->marks[c];
    }
    paint(page, plain);
    printf("%*.1f %%%*" PRIu64 "\n", SHARE_COLUMNS - 2, 100.0 * (double)lane->ticks / (double)page->span / page->harts,
           SWITCHES_COLUMNS, lane->switches);
    if (!marked)
        return;
    paint(page, faint);
    printf("  %*s ", NAME_COLUMNS, "events");
    for (unsigned c = 0; c < page->columns; c++)
        putchar(lane->marks[c] > 9 ? '+' : lane->marks[c] ? (int)('0' + lane->marks[c]) : ' ');
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

// --- the list of events -----------------------------------------------------------------------------------------------------

typedef struct {
    uint32_t running[EVENT_HARTS];
    bool known[EVENT_HARTS];
    uint64_t before;            // time of the line before
    unsigned lanes;             // in the gutter
    bool *named;                // of each thread met, by its order: its name was listed
} list_t;

// The lane of a thread in the gutter; lanes beyond it share its last.
static unsigned gutter_lane(const page_t *page, const list_t *list, uint32_t thread)
{
    unsigned lane = lane_of(page, thread);
    return lane < list->lanes ? lane : list->lanes - 1;
}

static bool lane_runs(const page_t *page, const list_t *list, unsigned lane)
{
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
        if (list->known[hart] && gutter_lane(page, list, list->running[hart]) == lane)
            return true;
    return false;
}

static void draw_cell(const page_t *page, unsigned lane, const char *glyph, const char *gap, bool bright)
{
    paint(page, bright ? lane_color(lane) : faint);
    fputs(glyph, stdout);
    paint(page, plain);
    fputs(gap, stdout);
}

// One line of the gutter: the lanes, and what the event does to them. The list has its state before the event.
static void draw_gutter(const page_t *page, const list_t *list, const event_t *event)
{
    const glyphs_t *g = page->glyphs;
    bool happened = event->kind == EVENT_HAPPENED, known = happened && event->thread_known;
    bool switched = happened && event->id == WEIR_ID_THREAD_SWITCH;
    unsigned to = gutter_lane(page, list, event->thread), from = known ? gutter_lane(page, list, event->outgoing) : to;
    unsigned low = from < to ? from : to, high = from < to ? to : from;

    for (unsigned lane = 0; lane < list->lanes; lane++) {
        bool runs = lane_runs(page, list, lane);
        if (!happened) {
            paint(page, red);
            fputs(g->loss, stdout);
            fputs(lane + 1 < list->lanes ? g->loss : " ", stdout);
            paint(page, plain);
        } else if (switched && low < high && lane >= low && lane <= high) {
            const char *glyph = lane == from ? (from < to ? g->leave_right : g->leave_left)
                              : lane == to   ? (from < to ? g->enter_right : g->enter_left)
                              : runs         ? g->crossing
                                             : g->across;
            draw_cell(page, lane == from ? from : to, glyph, lane < high ? g->across : " ", true);
        } else if (switched && !known && lane == to) {
            draw_cell(page, lane, g->begin, " ", true);
        } else if (!switched && known && lane == from) {
            draw_cell(page, lane, g->event, " ", true);
        } else {
            draw_cell(page, lane, runs ? g->runs : g->rests, " ", runs);
        }
    }
}

static void draw_what(const page_t *page, const event_t *event, bool open, int columns)
{
    char text[4 * TEXT_NAME_MAX], clean[4 * TEXT_NAME_MAX], name[TEXT_NAME_MAX];
    int size;

    if (event->kind == EVENT_LOSS) {
        size = snprintf(text, sizeof text, "refused:");
        for (unsigned class = 0; class < EVENT_CLASSES; class++)
            if (event->refused[class])
                size += snprintf(text + size, sizeof text - (size_t)size, " %" PRIu64 " %s", event->refused[class],
                                 event_class_name(class));
        snprintf(text + size, sizeof text - (size_t)size, "%s%s%s%s%s%s%s%s%s%s",
                 !(event->unknown & EVENT_UNKNOWN_COUNT) ? "" : text[size - 1] == ':' ? " some" : " and more",
                 event->cause ? "; cause:" : "", event->cause >> EVENT_CAUSE_ROOM & 1 ? " room" : "",
                 event->cause >> EVENT_CAUSE_TORN & 1 ? " torn" : "", event->cause >> EVENT_CAUSE_ID & 1 ? " id" : "",
                 event->cause >> EVENT_CAUSE_MASK & 1 ? " mask" : "", event->cause >> EVENT_CAUSE_CAP & 1 ? " cap" : "",
                 event->unknown & EVENT_UNKNOWN_FIRST ? "; begin unknown" : "",
                 event->unknown & EVENT_UNKNOWN_LAST && !open ? "; end unknown" : "", open ? "; still open" : "");
    } else if (event->id == WEIR_ID_THREAD_SWITCH) {
        snprintf(text, sizeof text, "%s %s", page->glyphs->to, trace_thread_name(&page->trace, event->thread, true, name, 0));
    } else if (event->name) {
        text_name(name, sizeof name, event->name, strlen(event->name), 0);
        snprintf(text, sizeof text, "THREAD_NAME 0x%" PRIx32 " is %s", event->named, name);
    } else {
        trace_id_name(&page->trace, event->hart, event->id, name);
        size = snprintf(text, sizeof text, "%s %u%s%s = %" PRIu64, event_class_name(event->class), event->id,
                        *name ? " " : "", name, event->value);
        if (event->value > 9)
            snprintf(text + size, sizeof text - (size_t)size, " (0x%" PRIx64 ")", event->value);
    }
    fputs(text_name(clean, sizeof clean, text, strlen(text), columns), stdout);
}

// Who did it: the thread, and the hart if there are several.
static void draw_who(const page_t *page, const list_t *list, const event_t *event)
{
    char name[TEXT_NAME_MAX];

    if (page->harts > 1 && event->kind == EVENT_HAPPENED)
        printf("%2u ", event->hart);
    else if (page->harts > 1)
        printf("   ");
    printf(" ");
    if (event->kind == EVENT_HAPPENED && event->thread_known)
        paint(page, lane_color(gutter_lane(page, list, event->outgoing)));
    text_padded(event->kind == EVENT_HAPPENED
                    ? trace_thread_name(&page->trace, event->outgoing, event->thread_known, name, WHO_COLUMNS) : "",
                WHO_COLUMNS);
    paint(page, plain);
    printf(" ");
}

// Whether an event gets a line: of names, only the completion of one not listed before.
static bool is_listed(const page_t *page, const list_t *list, const event_t *event)
{
    if (event->kind != EVENT_HAPPENED || event->id != WEIR_ID_THREAD_NAME)
        return true;
    const event_thread_t *thread = event->name ? event_find(&page->trace.decoder, event->named) : NULL;
    if (!thread || list->named[thread->order])
        return false;
    return list->named[thread->order] = true;
}

static int at_least(int least, size_t columns)
{
    return columns > (size_t)least ? (int)columns : least;
}

static void list_events(page_t *page, trace_t *pass, unsigned most)
{
    const event_totals_t *totals = &page->trace.decoder.totals;
    list_t list = {.lanes = page->lane_count < GUTTER_MOST ? page->lane_count : GUTTER_MOST,
                   .named = need(totals->threads + 1, sizeof *list.named)};
    int exponent = page->trace.exponent, hart_columns = page->harts > 1 ? 3 : 0;
    uint64_t seen = 0, all = totals->losses;
    event_t event;
    char time[TEXT_TIME_MAX], step[TEXT_TIME_MAX + 1] = "+";

    all += event_open_loss(&page->trace.decoder, &event);
    // Times that need more columns take them from the text, and that from the lanes.
    int time_columns = at_least(TIME_COLUMNS, strlen(text_time(time, totals->last, exponent)) + 1);
    int step_columns = at_least(STEP_COLUMNS, strlen(text_time(time, totals->last - totals->first, exponent)) + 2);
    int what_columns = (int)page->width - time_columns - step_columns - 2 - 2 * (int)list.lanes - hart_columns - WHO_COLUMNS - 2;
    for (; what_columns < WHAT_COLUMNS && list.lanes > 1; what_columns += 2)
        list.lanes--;
    what_columns = at_least(1, (size_t)(what_columns > 0 ? what_columns : 0));

    printf("\n");
    paint(page, faint);
    printf("%*s%*s  ", time_columns, text_unit(exponent), step_columns, "later");
    for (unsigned lane = 0; lane < list.lanes; lane++)
        printf("%c ", lane + 1 == list.lanes && list.lanes < page->lane_count ? '*' : lane_letter(lane));
    printf("%*s ", hart_columns, hart_columns ? "ht" : "");
    text_padded("thread", WHO_COLUMNS + 1);
    printf("event");
    paint(page, plain);
    printf("\n");
    for (unsigned listed = 0; listed < most && trace_event(pass, &event); seen++) {
        if (!is_listed(page, &list, &event))
            continue;
        printf("%*s", time_columns, text_time(time, event.time, exponent));
        text_time(step + 1, event.time - list.before, exponent);
        paint(page, faint);
        printf("%*s  ", step_columns, listed++ ? step : "");
        paint(page, plain);
        draw_gutter(page, &list, &event);
        draw_who(page, &list, &event);
        draw_what(page, &event, event.kind == EVENT_LOSS && trace_open_loss(pass), what_columns);
        printf("\n");
        if (event.kind == EVENT_HAPPENED && event.id == WEIR_ID_THREAD_SWITCH) {
            list.running[event.hart] = event.thread;
            list.known[event.hart] = true;
        }
        list.before = event.time;
    }
    for (unsigned class = 0; class < EVENT_CLASSES; class++)
        all += totals->delivered[class];
    if (all > seen) {
        paint(page, faint);
        printf("%*s and %" PRIu64 " more; weir dump lists them all\n", time_columns, "...", all - seen);
        paint(page, plain);
    }
    free(list.named);
}

// --- the page ---------------------------------------------------------------------------------------------------------------

static void draw_header(const page_t *page)
{
    const event_totals_t *totals = &page->trace.decoder.totals;
    const char *dot = page->glyphs->dot;
    char clock[TEXT_TIME_MAX], length[TEXT_TIME_MAX];
    const char *folder = strrchr(page->trace.input.name, '/');

    paint(page, bold);
    printf("%s", folder ? folder + 1 : page->trace.input.name);
    paint(page, plain);
    printf("%s%u hart%s%sclock %s%s%s %s%s%" PRIu64 " switches\n\n", dot, page->harts, page->harts == 1 ? "" : "s", dot,
           text_clock(clock, page->trace.exponent), dot, text_time(length, totals->last - totals->first, page->trace.exponent),
           text_unit(page->trace.exponent), dot, totals->switches);
}

static int draw(page_t *page, const options_t *options)
{
    trace_t *pass = need(1, sizeof *pass);
    const event_totals_t *totals = &page->trace.decoder.totals;
    int rc;

    page->first = totals->first;
    page->span = totals->last > totals->first ? totals->last - totals->first : 1;
    page->columns = page->width - NAME_COLUMNS - 3 - SHARE_COLUMNS - SWITCHES_COLUMNS;
    if (page->columns > page->span)
        page->columns = (unsigned)page->span;
    choose_lanes(page);
    if (!(rc = trace_again(pass, &page->trace))) {
        fill_lanes(page, pass);
        trace_close(pass);
        draw_header(page);
        draw_axis(page);
        for (unsigned lane = 0; lane < page->lane_count; lane++)
            draw_lane(page, lane);
        if (page->any_lost)
            draw_loss(page);
        if (options->events && !(rc = trace_again(pass, &page->trace))) {
            list_events(page, pass, options->events);
            trace_close(pass);
        }
        printf("\n");
        print_totals(&page->trace);
    }
    for (unsigned lane = 0; lane < page->lane_count; lane++) {
        free(page->lanes[lane].ran);
        free(page->lanes[lane].marks);
    }
    free(page->lost);
    free(pass);
    return rc;
}

int timeline_flux(const options_t *options, const octets_in_t *opened)
{
    const char *path = options->paths[0];
    page_t *page = need(1, sizeof *page);
    int rc = trace_open(&page->trace, path, (trace_options_t){.opened = opened, .raw = options->raw, .unit = options->unit, .rewind = true});

    if (!rc && !page->trace.weir) {
        input_wrong(&page->trace.input, 0, "a Weir stream", "another flux trace");
        trace_close(&page->trace);
        rc = EXIT_BAD_INPUT;
    } else if (!rc) {
        page->glyphs = options->ascii ? &ascii : &unicode;
        page->color = options->color == COLOR_ALWAYS ||
                      (options->color == COLOR_AUTO && isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
        page->width = options->columns;
        page->harts = 1;
        trace_survey(&page->trace);
        rc = draw(page, options);
        if (!rc && page->trace.input.failed)
            rc = EXIT_BAD_INPUT;
        trace_close(&page->trace);
    }
    free(page);
    return rc;
}
