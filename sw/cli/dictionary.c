// SPDX-License-Identifier: Apache-2.0
// Files of dictionaries, see dictionary.h.
#include "dictionary.h"

#include <inttypes.h>

#include "files.h"

int names_load(names_t *names, const char *path)
{
    model_problem_t problem;
    input_t in;
    int rc = input_open(&in, path);
    if (rc)
        return rc;
    rc = input_make_seekable(&in);
    if (!rc) {
        switch (names_read(names, in.file, &problem)) {
        case 0: break;
        case MODEL_E_BAD:
            message("%s: offset %" PRIu64 ": expected %s, found %s", in.name, problem.offset,
                    problem.expected, problem.found);
            rc = EXIT_BAD_INPUT;
            break;
        default: rc = report_errno(in.name, "cannot read");
        }
    }
    input_close(&in);
    return rc;
}
