// SPDX-License-Identifier: Apache-2.0
// weir check: whether a trace keeps the rules of flux, and, if it is Weir's, those of the stream, to the last octet.
#include <inttypes.h>
#include <stdio.h>

#include "commands.h"

int check_flux(const options_t *options, const octets_in_t *opened)
{
    trace_t trace;
    int rc = trace_open(&trace, opened, (trace_options_t){.raw = options->raw, .strict = true});
    if (rc)
        return rc;

    uint64_t entries = 0;
    const flux_entry_t *entry;
    while (trace_entry(&trace, &entry)) {
        event_t event;
        entries++;
        if (trace.weir && event_decode(&trace.decoder, entry, &event) < 0) {
            const event_problem_t *problem = &trace.decoder.problem;
            input_wrong(&trace.input, problem->offset, problem->expected, problem->found);
        }
    }
    if (!trace.input.failed)
        printf("%s: good %s, %" PRIu64 " entries\n", trace.input.name, trace.weir ? "Weir stream" : "flux", entries);
    rc = trace.input.failed ? EXIT_BAD_INPUT : EXIT_GOOD;
    trace_close(&trace);
    return rc;
}
