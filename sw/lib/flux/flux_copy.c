// SPDX-License-Identifier: Apache-2.0
// flux: writes what a reader delivered.
#include "flux_copy.h"

int flux_emit_entry(flux_trace_t *trace, const flux_entry_t *e)
{
    flux_domain_t domain = {.open = true};
    switch (e->kind) {
    case FLUX_HEAD: return flux_emit_head(trace, &e->head);
    case FLUX_SWTH: return flux_emit_switch(trace, e->switched);
    case FLUX_SCPD: return flux_emit_scope(trace, &e->scope);
    case FLUX_SIGD:
    case FLUX_MSGD:
    case FLUX_SSGD: return flux_emit_signal(trace, &e->signal);
    case FLUX_SIRD:
    case FLUX_SSRD: return flux_emit_reference(trace, &e->reference);
    case FLUX_OPEN: return flux_emit_open(trace, &domain, &e->open);
    case FLUX_CLOS:
        domain.item = e->close.item;
        return flux_emit_close(trace, &domain, e->close.end);
    case FLUX_DOMD: return flux_emit_base(trace, e->base);
    case FLUX_CURR:
        domain.item = e->current.item;
        return flux_emit_current(trace, &domain, e->current.position);
    case FLUX_ENMD: return flux_emit_enum(trace, &e->label);
    case FLUX_MEMD: return flux_emit_member(trace, &e->member);
    case FLUX_DATA:
        domain.current = (int64_t)((uint64_t)e->data.position - e->data.delta);
        return flux_emit_data(trace, &domain, &e->data);
    case FLUX_ATRE: return flux_emit_relation(trace, &e->relation);
    case FLUX_ATLA: return flux_emit_label(trace, &e->attached);
    case FLUX_CREQ: return flux_emit_request(trace, &e->control);
    case FLUX_CRES: return flux_emit_result(trace, &e->control);
    }
    return 1;
}
