// SPDX-License-Identifier: Apache-2.0
// weir check: checks every rule of a trace's format, up to the last byte, by the strict rules: also
// those that other commands, which are lenient, can read past. A trace is good if it breaks no rule
// and the event model holds all of it; then no conversion or measurement misses anything.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "record_text.h"

int command_check(const options_t *options)
{
    traces_options_t how = traces_options(options);
    const model_batch_t *batch;
    traces_t t;
    int more;

    how.model.strict = how.stop_at_first = how.alone = true;
    int rc = traces_open(&t, options->paths, 1, &how);
    if (rc)
        return rc;
    while ((more = traces_read(&t, &batch)) == 1)
        ;
    const trace_in_t *in = &t.inputs[0];
    rc = more < 0 ? EXIT_ERROR : traces_verdict(&t);
    const bool whole = !model_lossy(&in->account);
    if (!rc) {
        traces_account(&t);
        char name[FILE_PATH];
        printf("%s: valid %s%s, %" PRIu64 " records",
               text_name(name, sizeof name, in->bytes.name, strlen(in->bytes.name), 0),
               in->source.format->name, whole ? "" : ", but not read whole", t.records);
        if (t.title.size) {
            printf(", \"");
            print_text(stdout, t.title);
            printf("\"");
        }
        printf("\n");
        rc = whole ? EXIT_GOOD : EXIT_BAD_INPUT;
    }
    traces_close(&t);
    return rc;
}
