// SPDX-License-Identifier: Apache-2.0
// weir convert to CSV (RFC 4180): one row an event or loss record. Times are in ticks.
#include <inttypes.h>
#include <string.h>

#include "convert.h"

static void quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

int convert_csv(const trace_t *trace, trace_t *pass, FILE *out)
{
    char name[TEXT_NAME_MAX];
    event_t event;

    fprintf(out, "kind,time,hart,thread,thread_name,class,id,id_name,value,"
                 "refused_user,refused_com,refused_sys,refused_none,cause,source,first,last\r\n");
    while (trace_event(pass, &event)) {
        if (event.kind == EVENT_LOSS) {
            fprintf(out, "loss,%" PRIu64 ",,,,,,,,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%u,%" PRIu64 ",%" PRIu64
                         ",%" PRIu64 "\r\n",
                    event.time, event.refused[0], event.refused[1], event.refused[2], event.refused[3], event.cause,
                    event.source, event.first, event.last);
            continue;
        }
        fprintf(out, "event,%" PRIu64 ",%u,%" PRIu32 ",", event.time, event.hart, event.thread);
        quoted(out, trace_thread_name(trace, event.thread, event.thread_known || event.id == WEIR_ID_THREAD_SWITCH, name, 0));
        fprintf(out, ",%s,%u,", event_class_name(event.class), event.id);
        quoted(out, trace_id_name(trace, event.hart, event.id, name));
        fprintf(out, ",%" PRIu64 ",,,,,,,,\r\n", event.value);
    }
    return EXIT_GOOD;
}
