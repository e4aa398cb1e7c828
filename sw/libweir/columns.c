// SPDX-License-Identifier: Apache-2.0
// libweir: a trace as columns, see weir/columns.h.
#include "weir/columns.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "trace_impl.h"

typedef columns_bytes_t bytes_t;

static const char *const formats[] = {[COLUMNS_U16] = "S",
                                      [COLUMNS_U32] = "I",
                                      [COLUMNS_U64] = "L",
                                      [COLUMNS_NAME] = "i",
                                      [COLUMNS_UTF8] = "u"};

// The tables of the interface.
_Static_assert((int)WEIR_TRACE_EVENTS == (int)COLUMNS_EVENTS &&
                   (int)WEIR_TRACE_RUNS == (int)COLUMNS_RUNS &&
                   (int)WEIR_TRACE_INTERRUPTS == (int)COLUMNS_INTERRUPTS &&
                   (int)WEIR_TRACE_LOSSES == (int)COLUMNS_LOSSES &&
                   (int)WEIR_TRACE_NAMES == (int)COLUMNS_NAMES,
               "tables");

typedef struct {
    weir_trace_t *trace;
    weir_trace_t *ahead; // reads names of threads that come late; NULL: it was not necessary
    columns_t *columns;
    bool done, owns;
} stream_t;

static bool look_ahead(void *context, columns_t *columns)
{
    stream_t *s = context;
    const model_batch_t *b;
    if (!s->ahead && !(s->ahead = trace_beside(s->trace)))
        return false;
    const int rc = trace_rows(s->ahead, &b);
    for (uint32_t i = 0; rc == 1 && i < b->record_count; i++) {
        const model_record_t *r = b->records[i];
        if (r->kind == MODEL_OBJECT && r->object.kind == MODEL_OBJECT_THREAD)
            columns_later(columns, r->object.process, r->object.number, r->name);
    }
    return rc == 1 || rc == WEIR_TRACE_E_BAD;
}

// Adds rows of the table until there are enough of them, or the trace ends.
static int fill(stream_t *s)
{
    const model_batch_t *b;
    while (!s->done && s->columns->rows < COLUMNS_CHUNK && !s->columns->no_memory) {
        const int rc = trace_rows(s->trace, &b);
        if (rc == 1) {
            columns_rows(s->columns, b);
        } else if (rc < 0 && rc != WEIR_TRACE_E_BAD) {
            return rc;
        } else if (!rc) {
            s->done = true;
            columns_end(s->columns);
            s->trace->source.account.dropped[MODEL_ISR_EXIT] += s->columns->left_out;
        }
    }
    return s->columns->no_memory ? trace_fail(s->trace, WEIR_TRACE_E_MEMORY, "no memory") : 0;
}

// ---- the Arrow C Data Interface

typedef struct {
    const void *buffers[3];
    void *owned[3];
    struct ArrowArray *children[COLUMNS_MAX], storage[COLUMNS_MAX], dictionary;
} array_t;

static void release_array(struct ArrowArray *array)
{
    array_t *own = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    if (array->dictionary && array->dictionary->release)
        array->dictionary->release(array->dictionary);
    for (unsigned i = 0; i < 3; i++)
        free(own->owned[i]);
    free(own);
    array->release = NULL;
}

static bool new_array(struct ArrowArray *array, int64_t length, int64_t buffers)
{
    array_t *own = calloc(1, sizeof *own);
    if (!own)
        return false;
    *array = (struct ArrowArray){.length = length,
                                 .n_buffers = buffers,
                                 .buffers = own->buffers,
                                 .release = release_array,
                                 .private_data = own};
    return true;
}

// Gives memory to an array.
static void give(struct ArrowArray *array, unsigned buffer, bytes_t *g)
{
    array_t *own = array->private_data;
    own->buffers[buffer] = own->owned[buffer] = g->bytes;
    *g = (bytes_t){.last = g->size};
}

static bool copy(struct ArrowArray *array, unsigned buffer, const void *bytes, size_t size)
{
    array_t *own = array->private_data;
    void *to = calloc(1, size + 8);
    if (!to)
        return false;
    if (size)
        memcpy(to, bytes, size);
    own->buffers[buffer] = own->owned[buffer] = to;
    return true;
}

static bool make_dictionary(struct ArrowArray *array, const columns_dictionary_t *d)
{
    static const int32_t zero;
    return new_array(array, d->count, 3) &&
           copy(array, 1, d->offsets.size ? d->offsets.bytes : (const void *)&zero,
                d->offsets.size ? d->offsets.size : 4) &&
           copy(array, 2, d->texts.bytes, d->texts.size);
}

static bool make_column(columns_t *c, unsigned index, struct ArrowArray *array)
{
    columns_column_t *column = &c->column[index];
    const columns_type_t type = c->schema->fields[index].type;
    if (!new_array(array, (int64_t)c->rows, type == COLUMNS_UTF8 ? 3 : 2))
        return false;
    array->null_count = column->nulls;
    if (column->nulls)
        give(array, 0, &column->valid);
    give(array, 1, &column->data);
    if (type == COLUMNS_UTF8) {
        if (!column->texts.size && !copy(array, 2, NULL, 0))
            return false;
        if (column->texts.size)
            give(array, 2, &column->texts);
    }
    if (type == COLUMNS_NAME) {
        array->dictionary = &((array_t *)array->private_data)->dictionary;
        return make_dictionary(array->dictionary, &column->dictionary);
    }
    return true;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    stream_t *s = stream->private_data;
    columns_t *c = s->columns;
    *out = (struct ArrowArray){0};
    const int rc = fill(s);
    if (rc < 0)
        return rc == WEIR_TRACE_E_MEMORY ? ENOMEM : EIO;
    if (!c->rows)
        return 0; // the end
    columns_pack(c);
    bool good = new_array(out, (int64_t)c->rows, 1);
    if (good) {
        array_t *own = out->private_data;
        out->children = own->children;
        out->n_children = c->count;
        for (unsigned i = 0; i < c->count; i++)
            own->children[i] = &own->storage[i];
        for (unsigned i = 0; good && i < c->count; i++)
            good = make_column(c, i, &own->storage[i]);
    }
    if (!good && out->release)
        out->release(out);
    columns_clear(c);
    if (!good)
        trace_fail(s->trace, WEIR_TRACE_E_MEMORY, "no memory");
    return good ? 0 : ENOMEM;
}

typedef struct {
    struct ArrowSchema *children[COLUMNS_MAX], storage[COLUMNS_MAX], dictionary;
    char *metadata;
} schema_t;

static void release_schema(struct ArrowSchema *schema)
{
    schema_t *own = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    if (schema->dictionary && schema->dictionary->release)
        schema->dictionary->release(schema->dictionary);
    free(own->metadata);
    free(own);
    schema->release = NULL;
}

static bool new_schema(struct ArrowSchema *schema, const char *format, const char *name,
                       bool nullable)
{
    schema_t *own = calloc(1, sizeof *own);
    if (!own)
        return false;
    *schema = (struct ArrowSchema){.format = format,
                                   .name = name,
                                   .flags = nullable ? ARROW_FLAG_NULLABLE : 0,
                                   .release = release_schema,
                                   .private_data = own};
    return true;
}

// Pairs of texts, each with its size before it, as the interface says.
static bool add_metadata(struct ArrowSchema *schema, const char *const *pairs, int32_t count)
{
    size_t size = 4;
    for (int32_t i = 0; i < 2 * count; i++)
        size += 4 + strlen(pairs[i]);
    char *bytes = malloc(size), *at = bytes;
    if (!bytes)
        return false;
    memcpy(at, &count, 4);
    at += 4;
    for (int32_t i = 0; i < 2 * count; i++) {
        const int32_t length = (int32_t)strlen(pairs[i]);
        memcpy(at, &length, 4);
        memcpy(at + 4, pairs[i], (size_t)length);
        at += 4 + length;
    }
    schema->metadata = ((schema_t *)schema->private_data)->metadata = bytes;
    return true;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    stream_t *s = stream->private_data;
    const columns_t *c = s->columns;
    char numerator[24], denominator[24], version[12];
    const model_base_t base = s->trace->source.base;
    snprintf(numerator, sizeof numerator, "%" PRIu64, base.numerator);
    snprintf(denominator, sizeof denominator, "%" PRIu64, base.denominator);
    snprintf(version, sizeof version, "%d", (int)COLUMNS_VERSION);
    const char *const pairs[] = {
        "weir_columns",   version,   "table",
        c->schema->name,  "format",  weir_trace_format(s->trace),
        "tick_numerator", numerator, "tick_denominator",
        denominator,
    };
    static const char *const unit[] = {"unit", "tick"};
    bool good = new_schema(out, "+s", "", false) &&
                add_metadata(out, pairs, sizeof pairs / sizeof *pairs / 2);
    if (out->release) {
        schema_t *own = out->private_data;
        out->children = own->children;
        out->n_children = c->count;
        for (unsigned i = 0; i < c->count; i++)
            own->children[i] = &own->storage[i];
        for (unsigned i = 0; good && i < c->count; i++) {
            const columns_field_t *f = &c->schema->fields[i];
            struct ArrowSchema *child = &own->storage[i];
            good = new_schema(child, formats[f->type], f->name, f->nullable) &&
                   (!f->ticks || add_metadata(child, unit, 1));
            if (good && f->type == COLUMNS_NAME) {
                child->dictionary = &((schema_t *)child->private_data)->dictionary;
                good = new_schema(child->dictionary, "u", "", false);
            }
        }
    }
    if (!good && out->release)
        out->release(out);
    return good ? 0 : ENOMEM;
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    return weir_trace_error(((stream_t *)stream->private_data)->trace);
}

static void release_stream(struct ArrowArrayStream *stream)
{
    stream_t *s = stream->private_data;
    trace_beside_close(s->ahead);
    if (s->owns)
        weir_trace_close(s->trace);
    columns_free(s->columns);
    free(s);
    stream->release = NULL;
}

int weir_trace_columns(weir_trace_t *trace, weir_trace_table_t table,
                       struct ArrowArrayStream *stream)
{
    *stream = (struct ArrowArrayStream){0};
    if ((unsigned)table >= COLUMNS_TABLES)
        return trace_fail(trace, WEIR_TRACE_E_ARGUMENT, "there is no table %u", (unsigned)table);
    const int rc = weir_trace_rewind(trace);
    if (rc)
        return rc;
    const model_text_t name = columns_trace(trace->path ? trace->path : "");
    stream_t *s = calloc(1, sizeof *s);
    columns_t *c = s ? columns_new((columns_table_t)table, &name, name.size > 0) : NULL;
    if (!c) {
        free(s);
        return trace_fail(trace, WEIR_TRACE_E_MEMORY, "no memory");
    }
    c->look_ahead = look_ahead;
    c->context = s;
    *s = (stream_t){.trace = trace, .columns = c};
    *stream = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release_stream, s};
    return 0;
}

void weir_trace_give(struct ArrowArrayStream *stream)
{
    ((stream_t *)stream->private_data)->owns = true;
}
