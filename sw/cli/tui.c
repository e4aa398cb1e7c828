// SPDX-License-Identifier: Apache-2.0
// weir view --tui: a timeline in a terminal, with zoom and scroll; with --follow, of a growing
// file. The trace is in memory: 16 bytes for each run, 24 for each event. A file that has grown is
// read again, and reading takes at most a fifth of the time.
#include <curses.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "analysis.h"
#include "commands.h"
#include "stats.h"
#include "tui.h"

enum {
    NAME = 16,
    LEFT = NAME + 3,
    SHARE = 8,
    COLUMNS_MAX = 1000,
    HARTS = ANALYSIS_HARTS,
    HEIGHTS = 8,
    TICK_COLUMNS = 14,
    HUES = 6,
    PAIR_LOSS = 7,
    PAIR_FAINT = 8,
    LIST_MIN = 3,
    FOLLOW_MS = 300,
};

typedef struct {
    uint64_t from, to;
} run_t;

typedef struct {
    char name[80];
    bool traps; // traps of a hart, not a thread
    bool idle;
    run_t *runs;
    size_t count, capacity;
    uint64_t all;
} lane_t;

typedef struct {
    uint64_t time;
    double value;
    uint32_t series; // index into the survey, or EVENT_...
    uint16_t lane;   // of its thread, or NO_LANE
    bool has_value;
} event_t;

enum { NO_LANE = UINT16_MAX, EVENT_SWITCH = UINT32_MAX, EVENT_LOSS = UINT32_MAX - 1 };

typedef struct {
    uint64_t first, last, events;
} loss_t;

typedef struct {
    traces_t traces;
    lane_t *lanes;
    size_t lane_count;
    uint16_t *lane_of; // indexed as the threads of the survey; NO_LANE: none
    event_t *events;
    size_t event_count, event_capacity;
    loss_t *losses;
    size_t loss_count, loss_capacity;
    uint64_t first, last;
    unsigned harts;
} read_t; // the trace in memory

typedef struct {
    const options_t *options;
    read_t read;
    double from, to; // ticks in view
    double cursor;
    double mark; // NAN: none
    int top;     // first visible lane
    int width, height, columns;
    char pattern[80], message[160];
    struct stat file_status; // when the file was read
    double read_seconds;     // that reading took
} tui_t;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// ---- reading

static void *grow_list(void *list, size_t *capacity, size_t count, size_t size)
{
    if (count < *capacity)
        return list;
    *capacity = *capacity ? 2 * *capacity : 256;
    return checked(realloc(list, *capacity * size));
}

static void add_run(lane_t *lane, uint64_t from, uint64_t to)
{
    lane->runs = grow_list(lane->runs, &lane->capacity, lane->count, sizeof *lane->runs);
    lane->runs[lane->count++] = (run_t){from, to};
    lane->all += to - from;
}

static uint16_t thread_lane(const read_t *r, model_thread_t thread)
{
    const model_survey_thread_t *seen = thread.known && thread.number
                                            ? model_survey_thread(&r->traces.survey, thread)
                                            : NULL;
    return seen ? r->lane_of[seen - r->traces.survey.threads] : NO_LANE;
}

static event_t *add_event(read_t *r, uint64_t time, uint32_t series, uint16_t lane)
{
    r->events = grow_list(r->events, &r->event_capacity, r->event_count, sizeof *r->events);
    r->events[r->event_count] = (event_t){.time = time, .series = series, .lane = lane};
    return &r->events[r->event_count++];
}

static void assign_lanes(read_t *r)
{
    const model_survey_t *survey = &r->traces.survey;
    size_t count = 0;
    r->lane_of = xcalloc(survey->thread_capacity, sizeof *r->lane_of);
    r->lanes = xcalloc(survey->thread_count + HARTS + 1, sizeof *r->lanes);
    for (uint32_t order = 1; order <= survey->thread_count && order < NO_LANE - HARTS; order++)
        for (size_t i = 0; i < survey->thread_capacity; i++)
            if (survey->threads[i].order == order) {
                lane_t *lane = &r->lanes[count];
                const model_survey_thread_t *t = &survey->threads[i];
                r->lane_of[i] = (uint16_t)count++;
                if (*t->name)
                    text_name(lane->name, sizeof lane->name, t->name, strlen(t->name), NAME);
                else
                    snprintf(lane->name, sizeof lane->name, "0x%" PRIx64, t->thread.number);
                lane->idle = survey_is_idle(t);
                break;
            }
    r->lane_count = count;
}

typedef struct { // while it is read
    read_t *read;
    analysis_t analysis;
    uint16_t traps[HARTS]; // lanes plus 1; 0: none yet
} reading_t;

static void take_run(void *context, const analysis_run_t *run)
{
    read_t *r = ((reading_t *)context)->read;
    const uint16_t lane = thread_lane(r, run->thread);
    if (lane != NO_LANE)
        add_run(&r->lanes[lane], run->from, run->to);
}

static void take_handler(void *context, const analysis_handler_t *handler)
{
    reading_t *reading = context;
    read_t *r = reading->read;
    uint16_t *traps = &reading->traps[handler->hart];
    if (handler->depth)
        return;
    if (!*traps) {
        snprintf(r->lanes[r->lane_count].name, sizeof r->lanes->name, "traps, hart %u",
                 handler->hart);
        r->lanes[r->lane_count].traps = true;
        *traps = (uint16_t)++r->lane_count;
    }
    add_run(&r->lanes[*traps - 1], handler->from, handler->to);
}

static void take(reading_t *reading, const model_record_t *record)
{
    read_t *r = reading->read;
    event_t *event;
    const model_survey_series_t *series;

    analysis_record(&reading->analysis, record);
    switch (record->kind) {
    case MODEL_SWITCH:
        if (record->hart < HARTS)
            add_event(r, record->time, EVENT_SWITCH, thread_lane(r, record->thread));
        return;
    case MODEL_ISR_EXIT: return;
    case MODEL_LOSS:
        r->losses = grow_list(r->losses, &r->loss_capacity, r->loss_count, sizeof *r->losses);
        r->losses[r->loss_count] = (loss_t){record->loss.first, record->loss.last, 0};
        for (unsigned class = 0; class < MODEL_CLASSES; class ++)
            r->losses[r->loss_count].events += record->loss.count[class];
        event = add_event(r, record->time, EVENT_LOSS, NO_LANE);
        event->value = (double)r->losses[r->loss_count++].events;
        return;
    default: break;
    }
    series = record->timed && record->kind <= MODEL_LOG
                 ? model_survey_series(&r->traces.survey, record)
                 : NULL;
    if (!series)
        return;
    event = add_event(r, record->time, (uint32_t)(series - r->traces.survey.series),
                      thread_lane(r, record->thread));
    if (record->arg_count) {
        const model_arg_t *arg = record->args;
        event->has_value = (arg->type != MODEL_ARG_NULL && arg->type < MODEL_ARG_TEXT) ||
                           arg->type == MODEL_ARG_POINTER || arg->type == MODEL_ARG_OBJECT ||
                           arg->type == MODEL_ARG_ENUM;
        event->value = arg->type == MODEL_ARG_INT || arg->type == MODEL_ARG_ENUM ? (double)arg->i
                       : arg->type == MODEL_ARG_FLOAT ? arg->f
                                                      : (double)arg->u;
    }
}

static void free_read(read_t *r)
{
    for (size_t i = 0; i < r->lane_count; i++)
        free(r->lanes[i].runs);
    free(r->lanes);
    free(r->lane_of);
    free(r->events);
    free(r->losses);
    traces_close(&r->traces);
}

static int read_all(read_t *r, const options_t *options, bool silent)
{
    traces_options_t how = traces_options(options);
    const model_record_t *record;
    int more = 0;

    *r = (read_t){0};
    how.rewind = true;
    how.no_progress = silent;
    int rc = traces_open(&r->traces, options->paths, options->count, &how);
    if (rc)
        return rc;
    for (unsigned i = 0; i < r->traces.count; i++)
        r->traces.inputs[i].reported = silent;
    rc = traces_survey(&r->traces, MODEL_ORDERED);
    r->first = r->traces.survey.first;
    r->last = r->traces.survey.last;
    if (!rc) {
        static const analysis_results_t results = {.run = take_run, .handler = take_handler};
        reading_t *reading = xcalloc(1, sizeof *reading);
        reading->read = r;
        analysis_init(&reading->analysis, &results, reading, r->first, r->traces.count);
        assign_lanes(r);
        while ((more = traces_next(&r->traces, &record)) == 1)
            take(reading, record);
        analysis_end(&reading->analysis, r->last);
        r->harts = reading->analysis.switched;
        free(reading);
    }
    if (rc || more < 0) {
        free_read(r);
        return EXIT_ERROR;
    }
    return EXIT_GOOD;
}

// ---- positions

static double column_time(const tui_t *t, double column)
{
    return t->from + (t->to - t->from) * column / t->columns;
}

static int column_of(const tui_t *t, double time)
{
    return (int)floor((time - t->from) / (t->to - t->from) * t->columns);
}

// The first entry of a table at this time or later. offset: of the time in an entry. Times are in
// order.
static size_t first_from(const void *table, size_t count, size_t size, size_t offset, double time)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((double)*(const uint64_t *)((const char *)table + middle * size + offset) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t event_at(const read_t *r, double time)
{
    return first_from(r->events, r->event_count, sizeof *r->events, offsetof(event_t, time), time);
}

static size_t run_at(const lane_t *lane, double time)
{
    return first_from(lane->runs, lane->count, sizeof *lane->runs, offsetof(run_t, to), time);
}

static void clamp_view(tui_t *t)
{
    double first = (double)t->read.first, last = fmax((double)t->read.last, first + 1),
           span = t->to - t->from;
    span = fmin(fmax(span, fmax(1, t->columns / 8.0)), last - first);
    double middle = (t->from + t->to) / 2;
    t->from = fmin(fmax(middle - span / 2, first), last - span);
    t->to = t->from + span;
    t->cursor = fmin(fmax(t->cursor, t->from), t->to);
}

static void zoom(tui_t *t, double factor, double at)
{
    t->from = at - (at - t->from) * factor;
    t->to = at + (t->to - at) * factor;
    clamp_view(t);
}

static void move_view(tui_t *t, double by)
{
    t->from += by;
    t->to += by;
    t->cursor += by;
    clamp_view(t);
}

static void go_to(tui_t *t, double time)
{
    double half = (t->to - t->from) / 2;
    t->cursor = time;
    if (time < t->from || time > t->to) {
        t->from = time - half;
        t->to = time + half;
    }
    clamp_view(t);
    t->cursor = time;
}

// ---- drawing

static const char *time_text(const tui_t *t, double ticks, char text[STATS_TIME])
{
    stats_t s = {.traces = t->read.traces};
    return stats_time(text, &s, ticks);
}

static const char *event_text(const tui_t *t, const event_t *m, char text[300])
{
    char name[160], clean[200];
    if (m->series == EVENT_LOSS)
        snprintf(text, 300, m->value > 0 ? "lost %.0f" : "lost some", m->value);
    else if (m->series == EVENT_SWITCH)
        snprintf(text, 300, "→ %s", m->lane == NO_LANE ? "idle" : t->read.lanes[m->lane].name);
    else {
        const model_survey_series_t *series = &t->read.traces.survey.series[m->series];
        if (series->kind == MODEL_ISR_ENTER)
            snprintf(name, sizeof name, "%s %" PRIu32, series->id >> 31 ? "interrupt" : "trap",
                     series->id & 0x7fffffff);
        else
            stats_label(series, name);
        text_name(clean, sizeof clean, name, strlen(name), 60);
        if (m->has_value)
            snprintf(text, 300, "%s = %.15g", clean, m->value);
        else
            snprintf(text, 300, "%s", clean);
    }
    return text;
}

static int color_of(const tui_t *t, size_t number)
{
    int order = 0;
    if (t->read.lanes[number].traps || t->read.lanes[number].idle)
        return PAIR_FAINT;
    for (size_t i = 0; i < number; i++)
        order += !t->read.lanes[i].idle && !t->read.lanes[i].traps;
    return 1 + order % HUES;
}

static void draw_axis(const tui_t *t, int y)
{
    const char *unit = "ticks";
    model_base_t base = t->read.traces.base;
    double tick = base.denominator ? (double)base.numerator / (double)base.denominator : 0,
           scale = 1;
    static const struct {
        const char *name;
        double scale;
    } units[] = {{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}};
    if (tick) {
        size_t i = 0;
        while (i < 3 && (t->to - t->from) * tick * units[i].scale < 10)
            i++;
        unit = units[i].name;
        scale = tick * units[i].scale;
    }
    double least = (t->to - t->from) * scale / t->columns * TICK_COLUMNS,
           step = pow(10, floor(log10(least)));
    step *= step * 2 >= least ? 2 : step * 5 >= least ? 5 : 10;
    attron(COLOR_PAIR(PAIR_FAINT));
    for (int c = 0; c < t->columns; c++)
        mvaddstr(y + 1, LEFT + c, "─");
    for (double n = ceil(t->from * scale / step); n * step <= t->to * scale; n++) {
        int c = column_of(t, n * step / scale);
        if (c < 0 || c >= t->columns)
            continue;
        mvaddstr(y + 1, LEFT + c, "┬");
        if (c + TICK_COLUMNS <= t->columns + SHARE)
            mvprintw(y, LEFT + c, "%.12g %s", n * step, unit);
    }
    attroff(COLOR_PAIR(PAIR_FAINT));
}

static void draw_lane(const tui_t *t, size_t number, int y)
{
    static const char *const heights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    const lane_t *lane = &t->read.lanes[number];
    int color = color_of(t, number);
    char clean[80];

    attron(COLOR_PAIR(color));
    mvprintw(y, 0, "%c ", lane->traps ? ' ' : (char)('A' + number % 26));
    addstr(text_name(clean, sizeof clean, lane->name, strlen(lane->name), NAME));
    size_t run = run_at(lane, t->from);
    for (int c = 0; c < t->columns; c++) {
        double a = column_time(t, c), b = column_time(t, c + 1), ran = 0;
        while (run < lane->count && (double)lane->runs[run].to < a)
            run++;
        for (size_t i = run; i < lane->count && (double)lane->runs[i].from < b; i++)
            ran += fmax(0, fmin(b, (double)lane->runs[i].to) - fmax(a, (double)lane->runs[i].from));
        int height = (int)ceil(ran / (b - a) * HEIGHTS - 1e-9);
        if (ran > 0)
            mvaddstr(y, LEFT + c, heights[height > HEIGHTS ? HEIGHTS : height]);
    }
    attroff(COLOR_PAIR(color));
    if (!lane->traps && t->read.last > t->read.first && lane->count)
        mvprintw(y, LEFT + t->columns, "%6.1f %%",
                 100 * (double)lane->all / (double)(t->read.last - t->read.first) /
                     (t->read.harts ? t->read.harts : 1));
}

static void draw_marks(const tui_t *t, size_t number, int y)
{
    int before = -1, count = 0;
    attron(COLOR_PAIR(PAIR_FAINT));
    for (size_t i = event_at(&t->read, t->from); i <= t->read.event_count; i++) {
        const event_t *m = &t->read.events[i];
        bool end = i == t->read.event_count || (double)m->time > t->to;
        if (!end && (m->lane != number || m->series == EVENT_SWITCH))
            continue;
        int c = end ? t->columns : column_of(t, (double)m->time);
        if (c != before && count && before >= 0 && before < t->columns)
            mvaddch(y, LEFT + before, (chtype)(count > 9 ? '+' : '0' + count));
        count = c == before ? count + 1 : 1;
        before = c;
        if (end)
            break;
    }
    attroff(COLOR_PAIR(PAIR_FAINT));
}

static void draw_losses(const tui_t *t, int y)
{
    attron(COLOR_PAIR(PAIR_LOSS));
    mvaddstr(y, 2, "lost");
    for (size_t i = 0; i < t->read.loss_count; i++)
        for (int c = column_of(t, (double)t->read.losses[i].first);
             c <= column_of(t, (double)t->read.losses[i].last) && c < t->columns; c++)
            if (c >= 0)
                mvaddstr(y, LEFT + c, "▒");
    attroff(COLOR_PAIR(PAIR_LOSS));
}

// Lists the events around the cursor; the nearest one is bright.
static void draw_list(const tui_t *t, int y, int rows)
{
    size_t at = event_at(&t->read, t->cursor),
           first = at > (size_t)rows / 2 ? at - (size_t)rows / 2 : 0;
    char text[300];
    for (int row = 0; row < rows && first + (size_t)row < t->read.event_count; row++) {
        const event_t *m = &t->read.events[first + (size_t)row];
        int attribute = first + (size_t)row == at ? A_BOLD
                        : m->series == EVENT_LOSS ? COLOR_PAIR(PAIR_LOSS)
                                                  : COLOR_PAIR(PAIR_FAINT);
        attron(attribute);
        mvprintw(y + row, 0, "%c%16.3f %-5s ", first + (size_t)row == at ? '>' : ' ',
                 stats_seconds(&(stats_t){.traces = t->read.traces}, (double)m->time) *
                     (t->read.traces.base.denominator ? 1e6 : 1),
                 t->read.traces.base.denominator ? "us" : "ticks");
        if (m->lane != NO_LANE && m->series != EVENT_SWITCH)
            printw("%-12.12s ", t->read.lanes[m->lane].name);
        else
            printw("%-12s ", "");
        addnstr(event_text(t, m, text), t->width > 40 ? 4 * (t->width - 38) : 8);
        attroff(attribute);
    }
}

// Adds a piece of the title if it fits the first line.
static void add_piece(const tui_t *t, int attribute, const char *text)
{
    if (getcurx(stdscr) + text_columns(text) >= t->width || getcury(stdscr))
        return;
    attron(attribute);
    addstr(text);
    attroff(attribute);
}

// The parts that matter most come first; what does not fit the width is left out.
static void draw_title(const tui_t *t)
{
    char time[STATS_TIME], name[120], piece[STATS_TIME + 40];
    const char *path = text_file(t->options->paths[0]);
    uint64_t lost = 0;
    for (size_t i = 0; i < t->read.loss_count; i++)
        lost += t->read.losses[i].events;
    move(0, 0);
    attron(A_BOLD);
    addstr(text_name(name, sizeof name, path, strlen(path), t->width < 100 ? t->width / 3 : 40));
    attroff(A_BOLD);
    snprintf(piece, sizeof piece, " · %s",
             time_text(t, (double)(t->read.last - t->read.first), time));
    add_piece(t, 0, piece);
    snprintf(piece, sizeof piece, " · %" PRIu64 " lost", lost);
    add_piece(t, lost ? (int)COLOR_PAIR(PAIR_LOSS) : 0, piece);
    snprintf(piece, sizeof piece, " · %s in view", time_text(t, t->to - t->from, time));
    add_piece(t, 0, piece);
    snprintf(piece, sizeof piece, " · %zu records", t->read.event_count);
    add_piece(t, 0, piece);
    if (t->options->follow)
        add_piece(t, 0, " · following");
}

// The keys, over the lanes, until the next key.
static void draw_help(const tui_t *t)
{
    static const char *const lines[] = {
        "Keys",
        "",
        "← →  h l        move the cursor",
        "H L  PgUp PgDn  move the view by half",
        "+ -  wheel      zoom at the cursor",
        "0               the whole trace",
        "Home End G      begin, end",
        ", .             previous, next event",
        "↑ ↓  k j        scroll the lanes",
        "/               search: a name, 42, 0x2a, sample > 1061",
        "n N             next, previous match",
        "m               set a mark; the status line shows the distance",
        "q               quit",
    };
    enum { ROWS = sizeof lines / sizeof *lines, WIDE = 62 };
    int left = t->width > WIDE + 4 ? (t->width - WIDE) / 2 : 0, top = t->height > ROWS + 2 ? 1 : 0;
    attron(A_REVERSE);
    for (int i = 0; i < ROWS + 2 && top + i < t->height; i++) {
        mvprintw(top + i, left, "%*s", t->width - left < WIDE ? t->width - left : WIDE, "");
        if (i && i <= ROWS)
            mvaddnstr(top + i, left + 2, lines[i - 1], t->width > 4 ? 3 * (t->width - 4) : 4);
    }
    attroff(A_REVERSE);
    refresh();
}

static void draw(tui_t *t)
{
    char text[STATS_TIME];

    getmaxyx(stdscr, t->height, t->width);
    t->columns = t->width - LEFT - SHARE;
    t->columns = t->columns < 10 ? 10 : t->columns > COLUMNS_MAX ? COLUMNS_MAX : t->columns;
    clamp_view(t);
    erase();
    draw_title(t);
    draw_axis(t, 1);
    int y = 3, list = t->height - 4 - 2 * (int)t->read.lane_count - (t->read.loss_count != 0);
    list = list < LIST_MIN ? LIST_MIN : list;
    if (t->read.loss_count)
        draw_losses(t, y++);
    for (size_t lane = (size_t)t->top; lane < t->read.lane_count && y < t->height - list - 1;
         lane++) {
        draw_lane(t, lane, y++);
        if (!t->read.lanes[lane].traps && y < t->height - list - 1)
            draw_marks(t, lane, y++);
    }
    int column = column_of(t, t->cursor);
    column = column < 0 ? 0 : column >= t->columns ? t->columns - 1 : column;
    for (int row = 2; row < y; row++)
        mvchgat(row, LEFT + column, 1, A_REVERSE, 0, NULL);
    if (!isnan(t->mark) && column_of(t, t->mark) >= 0 && column_of(t, t->mark) < t->columns)
        mvaddstr(2, LEFT + column_of(t, t->mark), "▼");
    draw_list(t, t->height - list - 1, list);
    attron(A_REVERSE);
    mvprintw(t->height - 1, 0, "%*s", t->width - 1, "");
    if (*t->message)
        mvaddstr(t->height - 1, 0, t->message);
    else if (!isnan(t->mark))
        mvprintw(t->height - 1, 0, "from mark to cursor: %s",
                 time_text(t, fabs(t->cursor - t->mark), text));
    else
        mvaddnstr(t->height - 1, 0,
                  t->width < 78
                      ? "? help  / search  +- zoom  q quit"
                      : "←→ cursor +- zoom HL move 0 all ,. event / search nN m mark ? help q quit",
                  2 * t->width);
    attroff(A_REVERSE);
    refresh();
}

// ---- keys

// A query as in the browser: a part of a name, a number, or both: "sample > 1061", "0x2a".
typedef struct {
    char name[80];
    char compare[3]; // "": the name, or the number if there is one
    bool numeric;
    double number;
} query_t;

static bool parse_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

static query_t parse_query(const char *text)
{
    static const char *const compares[] = {"!=", ">=", "<=", "=", ">", "<"};
    query_t q = {0};
    snprintf(q.name, sizeof q.name, "%s", text);
    for (size_t i = 0; i < sizeof compares / sizeof *compares; i++) {
        char *at = strstr(q.name, compares[i]);
        if (!at || !parse_number(at + strlen(compares[i]), &q.number))
            continue;
        snprintf(q.compare, sizeof q.compare, "%s", compares[i]);
        q.numeric = true;
        while (at > q.name && at[-1] == ' ')
            at--;
        *at = 0;
        return q;
    }
    q.numeric = parse_number(q.name, &q.number);
    return q;
}

static bool fits(double value, const char *compare, double number)
{
    switch (compare[0]) {
    case '!': return value != number;
    case '>': return compare[1] ? value >= number : value > number;
    case '<': return compare[1] ? value <= number : value < number;
    default: return value == number;
    }
}

static bool matches(const tui_t *t, const query_t *q, const event_t *m)
{
    char text[300];
    const bool named = strcasestr(event_text(t, m, text), q->name) != NULL,
               valued = q->numeric && m->has_value && fits(m->value, q->compare, q->number);
    if (!*q->compare)
        return named || valued;
    if (!valued)
        return false;
    char *value = strstr(text, " = "); // the name only
    if (value)
        *value = 0;
    return strcasestr(text, q->name) != NULL;
}

// Goes to the next event (step -1: the previous one) that matches the pattern.
static void search(tui_t *t, int step)
{
    const query_t query = parse_query(t->pattern);
    if (!*t->pattern)
        return;
    size_t at = event_at(&t->read, step > 0 ? t->cursor + 0.5 : t->cursor);
    for (;;) {
        if (step < 0 ? at-- == 0 : at >= t->read.event_count)
            break;
        const event_t *m = &t->read.events[at];
        if (matches(t, &query, m)) {
            go_to(t, (double)m->time);
            snprintf(t->message, sizeof t->message, "/%s", t->pattern);
            return;
        }
        at += step > 0;
    }
    snprintf(t->message, sizeof t->message, "/%s: not found", t->pattern);
}

static void read_pattern(tui_t *t)
{
    echo();
    curs_set(1);
    timeout(-1);
    mvprintw(t->height - 1, 0, "%*s", t->width - 1, "");
    mvaddch(t->height - 1, 0, '/');
    if (getnstr(t->pattern, sizeof t->pattern - 1) != OK)
        *t->pattern = 0;
    curs_set(0);
    noecho();
    search(t, 1);
}

static void step_event(tui_t *t, int step)
{
    size_t at = event_at(&t->read, step > 0 ? t->cursor + 0.5 : t->cursor);
    if (step < 0 && !at--)
        return;
    if (at < t->read.event_count)
        go_to(t, (double)t->read.events[at].time);
}

static void on_mouse(tui_t *t)
{
    MEVENT e;
    if (getmouse(&e) != OK || e.x < LEFT || e.x >= LEFT + t->columns)
        return;
    double at = column_time(t, e.x - LEFT + 0.5);
    if (e.bstate & BUTTON4_PRESSED)
        zoom(t, 0.8, at);
    else if (e.bstate & BUTTON5_PRESSED)
        zoom(t, 1.25, at);
    else
        t->cursor = at;
}

// Returns false to quit.
static bool on_key(tui_t *t, int key)
{
    double span = t->to - t->from, column = span / t->columns;
    *t->message = 0;
    switch (key) {
    case 'q':
    case 3: return false;
    case KEY_LEFT:
    case 'h': go_to(t, t->cursor - column); break;
    case KEY_RIGHT:
    case 'l': go_to(t, t->cursor + column); break;
    case 'H':
    case KEY_PPAGE: move_view(t, -span / 2); break;
    case 'L':
    case KEY_NPAGE: move_view(t, span / 2); break;
    case '+':
    case '=': zoom(t, 0.5, t->cursor); break;
    case '-': zoom(t, 2, t->cursor); break;
    case '0':
        t->from = (double)t->read.first;
        t->to = (double)t->read.last;
        break;
    case KEY_HOME: go_to(t, (double)t->read.first); break;
    case KEY_END:
    case 'G': go_to(t, (double)t->read.last); break;
    case ',': step_event(t, -1); break;
    case '.': step_event(t, 1); break;
    case 'm': t->mark = isnan(t->mark) || t->mark != t->cursor ? t->cursor : (double)NAN; break;
    case '/': read_pattern(t); break;
    case 'n':
    case 'N': search(t, key == 'n' ? 1 : -1); break;
    case KEY_UP:
    case 'k': t->top -= t->top > 0; break;
    case KEY_DOWN:
    case 'j': t->top += t->top + 1 < (int)t->read.lane_count; break;
    case '?':
        draw_help(t);
        timeout(-1);
        getch();
        break;
    case KEY_MOUSE: on_mouse(t); break;
    default: break;
    }
    return true;
}

// Reads a file again that has grown. A view of the end, or of the whole trace, stays one.
static void follow(tui_t *t)
{
    struct stat status;
    read_t more;
    double start = now();
    if (stat(t->options->paths[0], &status) ||
        (status.st_size == t->file_status.st_size && status.st_mtime == t->file_status.st_mtime))
        return;
    t->file_status = status;
    if (read_all(&more, t->options, true))
        return;
    bool end = t->to >= (double)t->read.last, all = end && t->from <= (double)t->read.first,
         at_end = t->cursor >= (double)t->read.last;
    double span = t->to - t->from;
    free_read(&t->read);
    t->read = more;
    if (end) {
        t->to = (double)more.last;
        t->from = all ? (double)more.first : t->to - span;
    }
    t->cursor = at_end ? (double)more.last : t->cursor;
    t->read_seconds = now() - start;
}

// Returns whether curses knows the terminal.
static bool start_curses(void)
{
    static const short colors[HUES] = {COLOR_CYAN,  COLOR_YELLOW, COLOR_MAGENTA,
                                       COLOR_GREEN, COLOR_BLUE,   COLOR_RED};
    if (!newterm(NULL, stdout, stdin)) // initscr would end the process
        return false;
    raw();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mousemask(BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    if (!has_colors())
        return true;
    start_color();
    use_default_colors();
    for (short i = 0; i < HUES; i++)
        init_pair((short)(i + 1), colors[i], -1);
    init_pair(PAIR_LOSS, COLOR_RED, -1);
    init_pair(PAIR_FAINT, -1, -1);
    return true;
}

int view_tui(const options_t *options)
{
    tui_t *t = xcalloc(1, sizeof *t);
    t->options = options;
    t->mark = (double)NAN;
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        free(t);
        return usage("--tui needs a terminal; `weir timeline` does not");
    }
    if (options->follow) // the writer may not have written anything yet
        while (!stat(options->paths[0], &t->file_status) && S_ISREG(t->file_status.st_mode) &&
               !t->file_status.st_size)
            nanosleep(&(struct timespec){.tv_nsec = FOLLOW_MS * 1000000L}, NULL);
    double start = now();
    stat(options->paths[0], &t->file_status);
    int rc = read_all(&t->read, options, false);
    if (rc) {
        free(t);
        return rc;
    }
    t->read_seconds = now() - start;
    t->from = t->cursor = (double)t->read.first;
    t->to = (double)t->read.last;
    if (options->follow)
        t->cursor = t->to;
    if (!start_curses()) {
        const char *terminal = getenv("TERM");
        free_read(&t->read);
        free(t);
        return usage("this terminal (TERM=%s) cannot show it; `weir timeline` does",
                     terminal ? terminal : "");
    }
    draw(t);
    for (;;) {
        double wait = fmax(FOLLOW_MS, 4000 * t->read_seconds);
        timeout(options->follow ? (int)fmin(wait, 60000) : -1);
        int key = getch();
        if (key == ERR && options->follow)
            follow(t);
        else if (key == ERR || !on_key(t, key))
            break;
        draw(t);
    }
    endwin();
    traces_account(&t->read.traces);
    rc = traces_verdict(&t->read.traces);
    free_read(&t->read);
    free(t);
    return options->follow ? EXIT_GOOD : rc;
}
