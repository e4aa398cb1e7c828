// SPDX-License-Identifier: Apache-2.0
// Names of a recording, see known_names.h.
#include "known_names.h"

#include <stdlib.h>

#include "files.h"

static bool names_something(const model_record_t *r)
{
    return r->name.size && (r->kind == MODEL_NAME || r->kind == MODEL_PROVIDER ||
                            (r->kind == MODEL_INSTANT && r->space) ||
                            (r->kind == MODEL_OBJECT && r->object.kind < MODEL_OBJECT_TRACE));
}

// What a record names, without its name.
static model_record_t subject_of(const model_record_t *r)
{
    model_record_t subject = model_record(r->kind == MODEL_INSTANT ? MODEL_NAME : r->kind);
    if (r->kind == MODEL_OBJECT) {
        subject.object = r->object;
    } else if (r->kind == MODEL_PROVIDER) {
        subject.correlation = r->correlation;
    } else {
        subject.space = r->space;
        subject.id = r->id;
        subject.hart = r->hart;
        subject.class = r->class;
        subject.value_named = r->value_named;
        subject.value = r->value_named ? r->value : 0;
    }
    return subject;
}

static uint64_t hash(const model_record_t *s)
{
    const uint64_t parts[] = {(uint64_t)s->kind << 32 | (unsigned)s->object.kind,
                              (uint64_t)s->space << 48 | (uint64_t)s->hart << 32 | s->id,
                              s->value,
                              s->object.number,
                              s->object.process,
                              s->correlation};
    uint64_t mixed = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        mixed = (mixed ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15);
        mixed ^= mixed >> 32;
    }
    return mixed;
}

static bool same(const model_record_t *a, const model_record_t *b)
{
    return a->kind == b->kind && a->space == b->space && a->id == b->id && a->hart == b->hart &&
           a->value_named == b->value_named && a->value == b->value &&
           a->correlation == b->correlation && a->object.kind == b->object.kind &&
           a->object.number == b->object.number && a->object.process == b->object.process;
}

// The slot of a subject: its own, or a free one.
static uint32_t *slot_of(known_names_t *known, const model_record_t *subject)
{
    uint32_t i = (uint32_t)hash(subject) % KNOWN_SLOTS;
    while (known->slots[i] && !same(known->names[known->slots[i] - 1], subject))
        i = (i + 1) % KNOWN_SLOTS;
    return &known->slots[i];
}

static bool has_name(known_names_t *known, const model_record_t *subject, model_text_t name)
{
    const uint32_t slot = *slot_of(known, subject);
    return slot && model_text_equal(known->names[slot - 1]->name, name);
}

// Of the memory of the entry.
static model_record_t *new_entry(model_record_t subject, model_text_t name)
{
    char *memory = xcalloc(1, sizeof subject + name.size), *text = memory + sizeof subject;
    memcpy(text, name.bytes, name.size);
    subject.name = (model_text_t){text, name.size};
    memcpy(memory, &subject, sizeof subject);
    return (model_record_t *)(void *)memory;
}

void known_names_record(known_names_t *known, const model_record_t *record)
{
    if (!names_something(record)) // most records
        return;
    const model_record_t subject = subject_of(record);
    model_record_t everywhere = subject;
    everywhere.hart = MODEL_NO_HART;
    if (has_name(known, &subject, record->name) ||
        (record->kind == MODEL_INSTANT && has_name(known, &everywhere, record->name)))
        return;
    uint32_t *slot = slot_of(known, &subject);
    if (!*slot && known->count == KNOWN_MAX)
        return;
    if (!*slot)
        *slot = ++known->count;
    free(known->names[*slot - 1]);
    known->names[*slot - 1] = new_entry(subject, record->name);
}

void known_names_free(known_names_t *known)
{
    for (uint32_t i = 0; i < known->count; i++)
        free(known->names[i]);
}
