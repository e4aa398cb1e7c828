// SPDX-License-Identifier: Apache-2.0
// flux: errors and kinds of entries as text.
#include <inttypes.h>
#include <stdio.h>

#include "flux_read.h"

const char *flux_kind_name(int kind)
{
    switch (kind) {
    case FLUX_HEAD: return "HEAD";
    case FLUX_SWTH: return "SWTH";
    case FLUX_PBLK: return "PBLK";
    case FLUX_SECT: return "SECT";
    case FLUX_SCPD: return "SCPD";
    case FLUX_SIGD: return "SIGD";
    case FLUX_MSGD: return "MSGD";
    case FLUX_SIRD: return "SIRD";
    case FLUX_SSGD: return "SSGD";
    case FLUX_SSRD: return "SSRD";
    case FLUX_OPEN: return "OPEN";
    case FLUX_CLOS: return "CLOS";
    case FLUX_DOMD: return "DOMD";
    case FLUX_CURR: return "CURR";
    case FLUX_ENMD: return "ENMD";
    case FLUX_MEMD: return "MEMD";
    case FLUX_ATRE: return "ATRE";
    case FLUX_ATLA: return "ATLA";
    case FLUX_CREQ: return "CREQ";
    case FLUX_CRES: return "CRES";
    case FLUX_DATA: return "data";
    case FLUX_ERROR: return "error";
    }
    return "?";
}

static const char *problem(int code)
{
    switch (code) {
    case FLUX_E_ARG: return "argument out of range";
    case FLUX_E_ROOM: return "no room for the entry";
    case FLUX_E_SINK: return "handler failed";
    case FLUX_E_BACK: return "position before the current one";
    case FLUX_E_TAG: return "unknown tag";
    case FLUX_E_HEAD: return "no flux HEAD";
    case FLUX_E_VERSION: return "unknown version";
    case FLUX_E_PINT: return "bad number";
    case FLUX_E_CUT: return "cut off";
    case FLUX_E_BIG: return "entry too large";
    case FLUX_E_RANGE: return "position out of range";
    case FLUX_E_CLOSED: return "item not open";
    case FLUX_E_PACK: return "bad packed block";
    case FLUX_E_MODE: return "unknown packing mode";
    case FLUX_E_DEPTH: return "nested too deep";
    case FLUX_E_SECTION: return "bad ring";
    case FLUX_E_MEMORY: return "limit of this reader reached";
    case FLUX_E_VALUE: return "bad value";
    case FLUX_E_EXPANSION: return "unpacks to too much";
    case FLUX_E_FILE: return "file error";
    }
    return "error";
}

char *flux_error_text(const flux_error_t *error, char *text, size_t size)
{
    char inner[64] = "";
    if (error->where.depth)
        snprintf(inner, sizeof inner, ", in its block byte %" PRIu32 " (depth %u)",
                 error->where.inner, error->where.depth);
    snprintf(text, size, "byte %" PRIu64 "%s: %s at +%" PRIu32 ": %s: expected %s",
             error->where.offset, inner, error->kind ? flux_kind_name(error->kind) : "entry",
             error->at, problem(error->code), error->expected ? error->expected : "something else");
    return text;
}
