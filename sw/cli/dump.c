// SPDX-License-Identifier: Apache-2.0
// weir dump: one line an event, a sample or an entry.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "value.h"

enum { TIME_COLUMNS = 14, THREAD_COLUMNS = 16, RAW_MOST = 24, PATH_MOST = 16 };

// --- events of a Weir stream ----------------------------------------------------------------------------------------------

static void print_set(const char *const *names, unsigned count, uint64_t set)
{
    const char *separator = " ";
    for (unsigned i = 0; i < count; i++)
        if (set >> i & 1) {
            printf("%s%s", separator, names[i]);
            separator = "+";
        }
}

// A ? behind a time: the stream does not tell it, it is a bound.
static void print_loss(const event_t *event, int exponent, bool open)
{
    static const char *const causes[] = {"no room", "torn", "bad id", "masked", "capped"};
    static const char *const contexts[] = {"thread", "interrupt", "user", "snoop"};
    char first[TEXT_TIME_MAX], last[TEXT_TIME_MAX];
    const char *separator = "";
    uint64_t all = 0;

    for (unsigned class = 0; class < EVENT_CLASSES; class++)
        all += event->refused[class];
    if (event->unknown & EVENT_UNKNOWN_COUNT && !all)
        printf("some refused");
    else
        printf("%s%" PRIu64 " refused%s", event->unknown & EVENT_UNKNOWN_COUNT ? "at least " : "", all, all ? " (" : "");
    for (unsigned class = 0; class < EVENT_CLASSES; class++)
        if (event->refused[class]) {
            printf("%s%s %" PRIu64, separator, event_class_name(class), event->refused[class]);
            separator = ", ";
        }
    printf("%s%s", all ? ")" : "", event->cause ? ":" : "");
    print_set(causes, sizeof causes / sizeof *causes, event->cause);
    printf("; from %s%s to %s%s %s", text_time(first, event->first, exponent), event->unknown & EVENT_UNKNOWN_FIRST ? "?" : "",
           text_time(last, event->last, exponent), event->unknown & EVENT_UNKNOWN_LAST ? "?" : "", text_unit(exponent));
    for (unsigned hart = 0; hart < EVENT_HARTS; hart++)
        if (event->source >> 4 * hart & 15) {
            printf("; hart %u:", hart);
            print_set(contexts, 4, event->source >> 4 * hart & 15);
        }
    if (open)
        printf("; still open");
}

static void print_event(const trace_t *trace, const event_t *event)
{
    char time[TEXT_TIME_MAX], name[TEXT_NAME_MAX];

    printf("%*s  ", TIME_COLUMNS, text_time(time, event->time, trace->exponent));
    if (event->kind == EVENT_LOSS) {
        printf("--  ");
        text_padded("-", THREAD_COLUMNS);
        printf("  LOSS          ");
        print_loss(event, trace->exponent, trace_open_loss(trace));
        printf("\n");
        return;
    }
    printf("h%-2u ", event->hart);
    text_padded(trace_thread_name(trace, event->outgoing, event->thread_known, name, THREAD_COLUMNS), THREAD_COLUMNS);
    printf("  %-4s  0x%04x  ", event_class_name(event->class), event->id);
    trace_id_name(trace, event->hart, event->id, name);
    printf("%s%s", name, *name ? " " : "");
    if (event->id == WEIR_ID_THREAD_SWITCH) {
        printf("to %s", trace_thread_name(trace, event->thread, true, name, 0));
    } else if (event->id == WEIR_ID_THREAD_NAME) {
        printf("0x%" PRIx64, event->value);
        if (event->name)
            printf(": thread 0x%" PRIx32 " is \"%s\"", event->named,
                   text_name(name, sizeof name, event->name, strlen(event->name), 0));
    } else {
        printf("%" PRIu64, event->value);
        if (event->value > 9)
            printf(" 0x%" PRIx64, event->value);
    }
    printf("\n");
}

static void dump_events(trace_t *trace)
{
    event_t event;
    for (bool first = true; trace_event(trace, &event); first = false) {
        if (first) {
            printf("%*s  hart ", TIME_COLUMNS, text_unit(trace->exponent));
            text_padded("thread", THREAD_COLUMNS);
            printf(" class id      event\n");
        }
        print_event(trace, &event);
    }
}

// --- samples of any flux trace ------------------------------------------------------------------------------------------------

static void print_path(const trace_t *trace, uint32_t id, uint32_t number)
{
    const item_t *path[PATH_MOST];
    unsigned depth = 0;

    for (uint32_t i = number; i && depth < PATH_MOST;) {
        const item_t *item = trace_item(trace, id, i);
        if (!item || !*item->name)
            break;
        path[depth++] = item;
        i = item->parent;
    }
    if (!depth)
        printf("item %" PRIu32, number);
    while (depth--)
        printf("%s%s", path[depth]->name, depth ? "/" : "");
}

static void print_sample(const trace_t *trace, const flux_data_t *data)
{
    const item_t *item = trace_item(trace, data->trace, data->item);
    flux_item_t known = {.type = FLUX_UNKNOWN};

    flux_reader_item(trace->input.reader, data->item, &known);
    printf("%*" PRId64 " %s  ", TIME_COLUMNS, data->position, data->domain->base);
    print_path(trace, data->trace, data->item);
    printf(" = ");
    value_print(item && item->type ? item->type : known.type, known.width, data);
    if (data->tag)
        printf(" tag %u", data->tag);
    printf("\n");
}

static void dump_samples(trace_t *trace)
{
    const flux_entry_t *entry;
    while (trace_entry(trace, &entry))
        if (entry->kind == FLUX_DATA)
            print_sample(trace, &entry->data);
}

// --- entries of any flux trace ------------------------------------------------------------------------------------------------

static void quoted(const char *label, flux_text_t text)
{
    printf(" %s", label);
    value_print_text(text.data, text.size);
}

static void print_entry(const trace_t *trace, const flux_entry_t *entry)
{
    printf("%10" PRIu64, entry->where.offset);
    if (entry->where.depth)
        printf("/%-6" PRIu32, entry->where.inner);
    printf("  %s", flux_kind_name(entry->kind));
    switch (entry->kind) {
    case FLUX_HEAD:
        printf(" version %u trace %" PRIu32, entry->head.version, entry->head.trace);
        quoted("", entry->head.name);
        quoted("", entry->head.description);
        printf(" mode %u maxItemId %" PRIu32 " maxEntrySize %" PRIu32, entry->head.mode, entry->head.max_item,
               entry->head.max_entry);
        break;
    case FLUX_SWTH:
        printf(" trace %" PRIu32, entry->switched);
        break;
    case FLUX_PBLK:
        printf(" mode %u, %" PRIu32 " octets packed in %" PRIu32, entry->block.mode, entry->block.original, entry->block.size);
        break;
    case FLUX_SECT:
        printf(" generation %u%s, %u of %u octets used", entry->section.generation, entry->section.last ? ", last" : "",
               entry->section.used, entry->section.size);
        break;
    case FLUX_SCPD:
        printf(" item %" PRIu32 " in %" PRIu32, entry->scope.item, entry->scope.parent);
        quoted("", entry->scope.name);
        break;
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD:
        printf(" item %" PRIu32, entry->signal.item);
        if (entry->signal.last)
            printf("-%" PRIu32, entry->signal.last);
        printf(" in %" PRIu32, entry->signal.parent);
        quoted("", entry->signal.name);
        printf(" type %u", entry->signal.type);
        if (entry->signal.descriptor.size)
            quoted("", entry->signal.descriptor);
        if (entry->signal.scattered)
            printf(" bits %" PRIu32 "-%" PRIu32, entry->signal.from, entry->signal.to);
        break;
    case FLUX_SIRD:
    case FLUX_SSRD:
        printf(" item %" PRIu32 " again in %" PRIu32, entry->reference.item, entry->reference.parent);
        quoted("", entry->reference.name);
        break;
    case FLUX_ENMD:
        printf(" item %" PRIu32 " scope %" PRIu32 " %" PRIu64, entry->label.item, entry->label.scope, entry->label.value);
        quoted("is ", entry->label.label);
        break;
    case FLUX_MEMD:
        printf(" item %" PRIu32 " member %" PRIu32, entry->member.item, entry->member.member);
        quoted("", entry->member.label);
        printf(" type %u", entry->member.type);
        break;
    case FLUX_OPEN:
        printf(" item %" PRIu32, entry->open.item);
        quoted("", entry->open.base);
        printf(" start %" PRId64 " rate %" PRId64, entry->open.start, entry->open.rate);
        break;
    case FLUX_CLOS:
        printf(" item %" PRIu32 " end %" PRId64, entry->close.item, entry->close.end);
        break;
    case FLUX_DOMD:
        quoted("", entry->base);
        break;
    case FLUX_CURR:
        printf(" item %" PRIu32 " position %" PRId64, entry->current.item, entry->current.position);
        break;
    case FLUX_ATRE:
        printf(" item %" PRIu32 " type %u target %" PRIu32 " distance %" PRId64, entry->relation.item, entry->relation.type,
               entry->relation.target, entry->relation.distance);
        break;
    case FLUX_ATLA:
        printf(" item %" PRIu32 " style %" PRIu32, entry->attached.item, entry->attached.style);
        break;
    case FLUX_CREQ:
    case FLUX_CRES:
        printf(" control %" PRIu32 " message %" PRIu32 " members %" PRIu32, entry->control.control, entry->control.message,
               entry->control.count);
        break;
    case FLUX_DATA:
        printf(" item %" PRIu32 " at %" PRId64 " df %u size %" PRIu32, entry->data.item, entry->data.position, entry->data.df,
               entry->data.size);
        if (entry->data.tag)
            printf(" tag %u", entry->data.tag);
        printf(" (");
        print_path(trace, entry->trace, entry->data.item);
        printf(")");
        break;
    default:
        break;
    }
    if (entry->raw) {           // a section of a ring is told without its octets
        printf("  | ");
        value_print_octets(entry->raw, entry->raw_size, RAW_MOST);
    }
    printf("\n");
}

static void dump_entries(trace_t *trace)
{
    const flux_entry_t *entry;
    while (trace_entry(trace, &entry))
        print_entry(trace, entry);
}

int dump_flux(const options_t *options, const octets_in_t *opened)
{
    trace_t trace;
    int rc = trace_open(&trace, opened, (trace_options_t){.raw = options->raw, .unit = options->unit});
    if (rc)
        return rc;
    if (options->entries)
        dump_entries(&trace);
    else if (trace.weir)
        dump_events(&trace);
    else
        dump_samples(&trace);
    rc = trace.input.failed ? EXIT_BAD_INPUT : EXIT_GOOD;
    trace_close(&trace);
    return rc;
}
