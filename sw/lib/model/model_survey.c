// SPDX-License-Identifier: Apache-2.0
// Results of a first pass: threads, series, harts, times; see model.h.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"

static uint64_t mixed(uint64_t number)
{
    number ^= number >> 32;
    number *= UINT64_C(0x9e3779b97f4a7c15);
    return number ^ number >> 29;
}

static uint64_t hash_text(uint64_t hash, model_text_t text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.bytes[i]) * UINT64_C(0x100000001b3);
    return hash * 31 + text.size;
}

// A text as it is kept in size bytes: whole, unless it is longer or has a 0. Then its begin, up to
// a whole character, and a number of the whole text, so that two texts remain two.
static model_text_t fit(char *room, size_t size, model_text_t text)
{
    enum { NUMBER = 17 };
    const char *zero = text.size ? memchr(text.bytes, 0, text.size) : NULL;
    if (!zero && text.size < size)
        return text;
    size_t length = zero ? (size_t)(zero - text.bytes) : text.size;
    if (length > size - 1 - NUMBER) {
        length = size - 1 - NUMBER;
        while (length && ((uint8_t)text.bytes[length] & 0xc0) == 0x80)
            length--;
    }
    memcpy(room, text.bytes, length);
    snprintf(room + length, NUMBER + 1, "~%016" PRIx64, hash_text(0, text));
    return (model_text_t){room, length + NUMBER};
}

static void keep(char *kept, model_text_t text)
{
    if (text.size)
        memcpy(kept, text.bytes, text.size);
    kept[text.size] = 0;
}

// The same. Returns whether it is another text than before.
static bool keeps(char *kept, size_t size, model_text_t text)
{
    char room[MODEL_SURVEY_TEXT];
    text = fit(room, size, text);
    if (model_text_equal(model_text(kept), text))
        return false;
    keep(kept, text);
    return true;
}

// Whether a text is among those that are kept, separated by ", ".
static bool among(const char *kept, model_text_t text)
{
    for (const char *p = kept, *end; *p; p = *end ? end + 2 : end) {
        if (!strncmp(p, text.bytes, text.size) &&
            (!p[text.size] || !strncmp(p + text.size, ", ", 2)))
            return true;
        end = strstr(p, ", ");
        end = end ? end : p + strlen(p);
    }
    return false;
}

// Adds a text to those. What finds no space is "...". Returns whether they are others than before.
static bool adds(char *kept, size_t size, model_text_t text)
{
    static const char more[] = ", ...";
    char room[MODEL_SURVEY_TEXT];
    const size_t before = strlen(kept);
    text = fit(room, size, text);
    if (!text.size || among(kept, text))
        return false;
    if (!before) {
        keep(kept, text);
        return true;
    }
    if (before >= sizeof more - 1 && !strcmp(kept + before - (sizeof more - 1), more))
        return false;
    if (before + 2 + text.size + sizeof more <= size) {
        memcpy(kept + before, ", ", 2);
        keep(kept + before + 2, text);
    } else if (before + sizeof more <= size) {
        memcpy(kept + before, more, sizeof more);
    } else {
        return false;
    }
    return true;
}

void model_survey_init(model_survey_t *survey, model_survey_thread_t *threads,
                       size_t thread_capacity, model_survey_series_t *series,
                       size_t series_capacity)
{
    *survey = (model_survey_t){.ordered = true,
                               .threads = threads,
                               .thread_capacity = thread_capacity,
                               .series = series,
                               .series_capacity = series_capacity};
}

// ---- threads

static model_survey_thread_t *thread_place(const model_survey_t *s, model_thread_t thread)
{
    if (!s->thread_capacity)
        return NULL;
    size_t mask = s->thread_capacity - 1, i = mixed(thread.number) & mask;
    while (s->threads[i].order && s->threads[i].thread.number != thread.number)
        i = (i + 1) & mask;
    return &s->threads[i];
}

model_survey_thread_t *model_survey_thread(const model_survey_t *survey, model_thread_t thread)
{
    model_survey_thread_t *place = thread_place(survey, thread);
    return place && place->order ? place : NULL;
}

static model_survey_thread_t *meet_thread(model_survey_t *s, model_thread_t thread)
{
    model_survey_thread_t *place = thread_place(s, thread);
    if (!place || (!place->order && s->thread_count >= model_survey_most(s->thread_capacity))) {
        s->left_out++;
        return NULL;
    }
    if (!place->order) {
        place->thread = thread;
        place->order = (uint32_t)++s->thread_count;
        s->thread_changes++;
    }
    if (!place->thread.process && thread.process) {
        place->thread.process = thread.process;
        s->thread_changes++;
    }
    return place;
}

// ---- series

// The kind that represents this one; false if records of this kind are no series.
static bool series_kind(model_kind_t kind, model_kind_t *stands)
{
    switch (kind) {
    case MODEL_INSTANT:
    case MODEL_WAKEUP:
    case MODEL_COUNTER:
    case MODEL_LOG: *stands = kind; return true;
    case MODEL_ISR_ENTER:
    case MODEL_ISR_EXIT: *stands = MODEL_ISR_ENTER; return true;
    case MODEL_BEGIN:
    case MODEL_END:
    case MODEL_COMPLETE: *stands = MODEL_BEGIN; return true;
    case MODEL_ASYNC_BEGIN:
    case MODEL_ASYNC_INSTANT:
    case MODEL_ASYNC_END: *stands = MODEL_ASYNC_BEGIN; return true;
    case MODEL_FLOW_BEGIN:
    case MODEL_FLOW_STEP:
    case MODEL_FLOW_END: *stands = MODEL_FLOW_BEGIN; return true;
    default: return false;
    }
}

// *key: a number of all that tells this series from others.
static model_survey_series_t *series_place(const model_survey_t *s, const model_record_t *r,
                                           model_kind_t kind, uint64_t *key)
{
    if (!s->series_capacity)
        return NULL;
    uint64_t hash = mixed((uint64_t)r->id << 32 | (uint32_t)r->hart << 16 | (uint32_t)kind << 8 |
                          r->space);
    if (!r->space) // events of an id are one series, even if its name changes
        hash = hash_text(hash_text(hash, r->category), r->name);
    *key = mixed(hash);
    const size_t mask = s->series_capacity - 1;
    for (size_t i = *key & mask;; i = (i + 1) & mask) {
        model_survey_series_t *p = &s->series[i];
        if (!p->order || (p->key == *key && p->kind == kind && p->space == r->space &&
                          p->id == r->id && p->hart == r->hart))
            return p;
    }
}

model_survey_series_t *model_survey_series(const model_survey_t *survey,
                                           const model_record_t *record)
{
    model_kind_t kind;
    uint64_t key;
    if (!series_kind(record->kind, &kind))
        return NULL;
    model_survey_series_t *place = series_place(survey, record, kind, &key);
    return place && place->order ? place : NULL;
}

// The first argument of a record that is counted already.
static void meet_arg(model_survey_t *s, model_survey_series_t *p, model_arg_type_t type,
                     uint8_t bits)
{
    if (type > MODEL_ARG_BYTES)
        type = type == MODEL_ARG_ENUM ? MODEL_ARG_INT : MODEL_ARG_TEXT;
    if (p->type == type && bits <= p->bits)
        return;
    s->series_changes++;
    if (p->count > 1 && p->type != type)
        p->mixed = true;
    p->type = type;
    if (bits > p->bits)
        p->bits = bits;
}

// Gives a series its name. Returns whether it is another one than before.
static bool names(model_survey_series_t *p, model_text_t name)
{
    const bool changed = keeps(p->name, sizeof p->name, name);
    p->cut |= changed && strlen(p->name) != name.size;
    return changed;
}

static void meet_series(model_survey_t *s, const model_record_t *r)
{
    model_kind_t kind;
    uint64_t key;
    if (!series_kind(r->kind, &kind))
        return;
    model_survey_series_t *p = series_place(s, r, kind, &key);
    if (!p || (!p->order && s->series_count >= model_survey_most(s->series_capacity))) {
        s->left_out++;
        return;
    }
    if (!p->order) {
        *p = (model_survey_series_t){.kind = kind,
                                     .space = r->space,
                                     .id = r->id,
                                     .hart = r->hart,
                                     .class = r->class,
                                     .key = key,
                                     .order = (uint32_t)++s->series_count};
        s->series_changes++;
        (void)keeps(p->category, sizeof p->category, r->category);
        p->cut = r->category.size != strlen(p->category);
    }
    if (!*p->name)
        s->series_changes += names(p, r->name);
    p->count++;
    p->exits += r->kind == MODEL_ISR_EXIT;
    if (r->arg_count > p->args) {
        p->args = r->arg_count;
        s->series_changes++;
    }
    if (r->arg_count)
        meet_arg(s, p, r->args[0].type, r->args[0].bits && r->args[0].bits <= 32 ? 32 : 64);
}

// Sets the name of an id, before or after its records.
static void name_series(model_survey_t *s, const model_record_t *r)
{
    for (size_t i = 0; s->series_count && i < s->series_capacity; i++)
        if (s->series[i].order && r->space && s->series[i].space == r->space &&
            s->series[i].id == r->id && (s->series[i].hart == r->hart || r->hart == MODEL_NO_HART))
            s->series_changes += names(&s->series[i], r->name);
}

// ---- all

bool model_survey_hart(const model_survey_t *survey, unsigned hart)
{
    return hart < 65536 && survey->harts[hart / 64] >> hart % 64 & 1;
}

static bool is_real(const model_survey_t *survey, unsigned hart)
{
    return survey->real_harts[hart / 64] >> hart % 64 & 1;
}

bool model_survey_pins(const model_survey_t *survey, unsigned hart)
{
    return model_survey_hart(survey, hart) && !is_real(survey, hart);
}

static void meet_time(model_survey_t *s, uint64_t time)
{
    if (!s->any)
        s->first = time;
    s->any = true;
    if (time < s->last)
        s->ordered = false;
    s->repeats |= time == s->last;
    if (time < s->first)
        s->first = time;
    if (time > s->last)
        s->last = time;
}

static bool is_name_of_pin(const model_record_t *r)
{
    return r->kind == MODEL_NAME && r->space == MODEL_SPACE_WEIR && model_is_pin(r->id);
}

static void meet_hart(model_survey_t *s, uint16_t hart, bool pins)
{
    if (hart == MODEL_NO_HART || (pins ? model_survey_hart(s, hart) : is_real(s, hart)))
        return;
    s->harts[hart / 64] |= UINT64_C(1) << hart % 64;
    s->real_harts[hart / 64] |= (uint64_t)!pins << hart % 64;
    s->series_changes++;
}

// Whether a thread has other names than before. A symbol is its name until the trace gives one.
static bool name_thread(model_survey_thread_t *thread, const model_record_t *r)
{
    if (thread->symbol && !r->object.symbol && r->name.size) {
        thread->symbol = false;
        *thread->name = thread->first = 0;
    }
    if (r->object.symbol && *thread->name)
        return false;
    const bool changed = adds(thread->name, sizeof thread->name, r->name);
    if (!thread->first) {
        thread->first = (uint8_t)strlen(thread->name);
        thread->symbol = r->object.symbol;
    }
    return changed;
}

void model_survey_record(model_survey_t *s, const model_record_t *r)
{
    s->count[r->kind]++;
    if (r->timed)
        meet_time(s, r->time);
    meet_hart(s, r->hart, is_name_of_pin(r));
    if (r->thread.known && r->thread.number) {
        model_survey_thread_t *thread = meet_thread(s, r->thread);
        if (thread && r->kind == MODEL_SWITCH)
            thread->switches++;
        else if (thread)
            thread->records++;
    }
    if (r->kind == MODEL_SWITCH && r->change.outgoing.known && r->change.outgoing.number)
        meet_thread(s, r->change.outgoing);
    if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD) {
        model_survey_thread_t *thread = meet_thread(
            s, (model_thread_t){r->object.process, r->object.number, true});
        if (thread)
            s->thread_changes += name_thread(thread, r);
    }
    if (r->kind == MODEL_NAME && !r->value_named)
        name_series(s, r);
    if (r->kind == MODEL_LOSS)
        for (unsigned class = 0; class < MODEL_CLASSES; class ++)
            s->lost += r->loss.count[class];
    meet_series(s, r);
}

void model_survey_begin(model_survey_t *survey)
{
    for (size_t i = 0; i < survey->thread_capacity; i++) {
        model_survey_thread_t *thread = &survey->threads[i];
        keep(thread->now, (model_text_t){thread->name, thread->first});
    }
}

bool model_survey_name(model_survey_t *survey, const model_record_t *r)
{
    if (r->object.kind != MODEL_OBJECT_THREAD)
        return false;
    model_survey_thread_t *thread = model_survey_thread(
        survey, (model_thread_t){r->object.process, r->object.number, true});
    return thread && r->name.size && !(r->object.symbol && *thread->now) &&
           keeps(thread->now, sizeof thread->now, r->name);
}

bool model_survey_whole(const model_survey_t *survey, const model_record_t *r)
{
    const model_survey_thread_t *thread = model_survey_thread(
        survey, (model_thread_t){r->object.process, r->object.number, true});
    char room[sizeof thread->name];
    return r->object.symbol || !r->name.size ||
           (thread && fit(room, sizeof room, r->name).bytes != room &&
            among(thread->name, r->name));
}

// ---- batches

void model_survey_again(model_survey_t *survey)
{
    memset(survey->of_type, 0, sizeof survey->of_type);
    memset(survey->of_thread, 0, sizeof survey->of_thread);
    survey->threads_met = 0;
}

// The thread of a row, if it was met before; NULL otherwise, and for no thread.
static model_survey_thread_t *cached_thread(const model_survey_t *s, uint32_t number)
{
    const unsigned at = number % MODEL_SURVEY_CACHE;
    return s->of_thread[at].number == number ? s->of_thread[at].thread : NULL;
}

enum { NO_FORM = 255 };

static inline uint64_t key_of(uint32_t type, uint16_t hart, uint8_t kind)
{
    return UINT64_C(1) << 63 | (uint64_t)kind << 48 | (uint64_t)hart << 32 | type;
}

static inline unsigned place_of(uint32_t type, uint16_t hart)
{
    return (type ^ (uint32_t)hart << 5) % MODEL_SURVEY_CACHE;
}

model_survey_series_t *model_survey_row(model_survey_t *s, const model_batch_t *b, uint32_t row)
{
    batch_space_t space;
    const uint64_t key = key_of(b->type[row], b->hart[row], b->kind[row]);
    const unsigned at = place_of(b->type[row], b->hart[row]);
    if (s->of_type[at].key != key || !s->of_type[at].series) {
        s->of_type[at].key = key;
        s->of_type[at].form = NO_FORM;
        s->of_type[at].series = model_survey_series(s, batch_get(b, row, &space));
    }
    return s->of_type[at].series;
}

// The thread before a switch.
static uint32_t outgoing_of(const model_batch_t *b, uint32_t row)
{
    return (uint32_t)(b->form[row] == ROW_ARGS ? b->cells[b->value[row]] : b->value[row]);
}

// What the rows of a batch add, until a row needs the survey itself.
typedef struct {
    uint64_t switches, instants, records; // records: of the thread
    uint32_t thread_number;
    model_survey_thread_t *thread; // of the last row; NULL: none
} counts_t;

// A row of another thread than the one before. False: it was not met before.
static bool change_thread(const model_survey_t *s, counts_t *c, uint32_t number)
{
    model_survey_thread_t *thread = number > BATCH_NO_THREAD ? cached_thread(s, number) : NULL;
    if (number > BATCH_NO_THREAD && !thread)
        return false;
    if (c->thread)
        c->thread->records += c->records;
    c->records = 0;
    c->thread_number = number;
    c->thread = thread;
    return true;
}

static bool count_switch(const model_survey_t *s, counts_t *c, const model_batch_t *b,
                         uint32_t row)
{
    const uint32_t before = outgoing_of(b, row);
    if (before > BATCH_NO_THREAD && before != c->thread_number && !cached_thread(s, before))
        return false;
    if (b->thread[row] != c->thread_number && !change_thread(s, c, b->thread[row]))
        return false;
    if (c->thread)
        c->thread->switches++;
    c->switches++;
    return true;
}

static inline bool count_event(model_survey_t *s, counts_t *c, const model_batch_t *b,
                               uint32_t row)
{
    const uint32_t type = b->type[row];
    const uint8_t kind = b->kind[row];
    const unsigned at = place_of(type, b->hart[row]), form = b->form[row];
    if (s->of_type[at].key != key_of(type, b->hart[row], kind) ||
        (form == s->of_type[at].form ? b->value[row] > s->of_type[at].value_max
                                     : form != ROW_PLAIN || !s->of_type[at].series) ||
        (b->thread[row] != c->thread_number && !change_thread(s, c, b->thread[row])))
        return false;
    s->of_type[at].series->count++;
    s->of_type[at].series->exits += kind == MODEL_ISR_EXIT;
    c->records++;
    if (kind == MODEL_INSTANT)
        c->instants++;
    else
        s->count[kind]++;
    return true;
}

// The times of some rows. Most rise.
static void meet_times(model_survey_t *s, const uint64_t *times, uint32_t row, uint32_t end)
{
    uint64_t first = s->any ? s->first : UINT64_MAX, last = s->any ? s->last : 0;
    bool rise = times[row] >= last, repeats = times[row] == last;
    for (uint32_t i = row + 1; i < end; i++) {
        rise &= times[i] >= times[i - 1];
        repeats |= times[i] == times[i - 1];
    }
    s->repeats |= repeats;
    if (rise) {
        first = times[row] < first ? times[row] : first;
        last = times[end - 1];
    } else {
        s->ordered = false;
        for (; row < end; row++) {
            first = times[row] < first ? times[row] : first;
            last = times[row] > last ? times[row] : last;
        }
    }
    s->first = first;
    s->last = last;
    s->any = true;
}

// Counts rows of things that were met before, up to one with others.
static uint32_t count_rows(model_survey_t *s, const model_batch_t *b, uint32_t row)
{
    counts_t c = {.thread_number = BATCH_NO_THREAD};
    uint16_t hart = MODEL_NO_HART;
    const uint32_t begin = row;
    for (; row < b->count; row++) {
        if (b->form[row] == ROW_RECORD || (b->kind[row] == MODEL_SWITCH
                                               ? !count_switch(s, &c, b, row)
                                               : !count_event(s, &c, b, row)))
            break;
        if (b->hart[row] != hart)
            meet_hart(s, hart = b->hart[row], false);
    }
    if (row > begin)
        meet_times(s, b->time, begin, row);
    s->count[MODEL_SWITCH] += c.switches;
    s->count[MODEL_INSTANT] += c.instants;
    if (c.thread)
        c.thread->records += c.records;
    return row;
}

static void remember_thread(model_survey_t *s, const model_batch_t *b, uint32_t number)
{
    const unsigned at = number % MODEL_SURVEY_CACHE;
    if (number <= BATCH_NO_THREAD)
        return;
    s->of_thread[at].number = number;
    s->of_thread[at].thread = model_survey_thread(s, b->dictionary->threads[number]);
}

// A row that was counted: what is like it only counts, unless its series has several types.
static void remember_series(model_survey_t *s, const model_batch_t *b, uint32_t row)
{
    const unsigned at = place_of(b->type[row], b->hart[row]);
    const uint8_t form = b->form[row];
    const model_survey_series_t *p = model_survey_row(s, b, row);
    if (!p || p->mixed || form == ROW_PLAIN)
        return;
    s->of_type[at].form = form;
    s->of_type[at].value_max = form == ROW_VALUE && p->bits < 64 ? UINT32_MAX : UINT64_MAX;
}

void model_survey_batch(model_survey_t *s, const model_batch_t *b)
{
    batch_space_t space;
    for (uint32_t row = 0; (row = count_rows(s, b, row)) < b->count; row++) {
        const uint32_t changes = s->series_changes;
        model_survey_record(s, batch_get(b, row, &space));
        if (s->series_changes != changes) // another type of value, among others
            memset(s->of_type, 0, sizeof s->of_type);
        if (b->form[row] == ROW_RECORD)
            continue;
        remember_thread(s, b, b->thread[row]);
        if (b->kind[row] == MODEL_SWITCH)
            remember_thread(s, b, outgoing_of(b, row));
        else
            remember_series(s, b, row);
    }
}

// ---- changes only

// Whether the table has all threads of a dictionary, as it would have them from their rows.
static bool all_met(model_survey_t *s, const batch_dictionary_t *d)
{
    for (; s->threads_met < d->thread_count; s->threads_met++) {
        const model_thread_t thread = d->threads[s->threads_met];
        if (!thread.known || !thread.number)
            continue;
        const model_survey_thread_t *met = model_survey_thread(s, thread);
        if (!met || (thread.process && !met->thread.process))
            return false;
    }
    return true;
}

// Rows that have a time and are no records.
static void meet_rows(model_survey_t *s, const model_batch_t *b, uint32_t row, uint32_t end)
{
    if (row == end)
        return;
    batch_count(b, row, end, s->count);
    meet_times(s, b->time, row, end);
}

bool model_survey_watch(model_survey_t *s, const model_batch_t *b, bool series)
{
    const uint32_t threads = s->thread_changes, others = s->series_changes;
    if (series || !all_met(s, b->dictionary)) {
        model_survey_batch(s, b);
    } else {
        for (uint32_t row = 0; row < b->count; row++) {
            const uint8_t *const next = memchr(b->form + row, ROW_RECORD, b->count - row);
            const uint32_t end = next ? (uint32_t)(next - b->form) : b->count;
            meet_rows(s, b, row, end);
            if (next)
                model_survey_record(s, b->records[b->value[end]]);
            row = end;
        }
    }
    return s->thread_changes != threads || (series && s->series_changes != others);
}
