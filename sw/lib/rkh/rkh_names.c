// SPDX-License-Identifier: Apache-2.0
// RKH dictionaries: a hash table with linear probing, of names in one piece of text.
#include "rkh_names.h"

#include <string.h>

#include "rkh_args.h"

void rkh_names_init(rkh_names_t *n, rkh_name_t *table, uint32_t capacity, char *text,
                    uint32_t text_capacity)
{
    *n = (rkh_names_t){
        .table = table, .text = text, .capacity = capacity, .text_capacity = text_capacity};
    if (capacity)
        memset(table, 0, capacity * sizeof *table);
}

// The entry of a name, or the free entry for it; NULL without a table.
static rkh_name_t *place(const rkh_names_t *n, unsigned kind, uint64_t key)
{
    if (!n->capacity)
        return NULL;
    uint32_t at = (uint32_t)((key * 4 + kind) * 0x9e3779b97f4a7c15u >> 32) & (n->capacity - 1);
    while (n->table[at].kind && (n->table[at].kind != kind || n->table[at].key != key))
        at = (at + 1) & (n->capacity - 1);
    return &n->table[at];
}

int rkh_names_set(rkh_names_t *n, rkh_name_kind_t kind, uint64_t key, const char *text,
                  uint32_t size)
{
    rkh_name_t *name = place(n, kind, key);
    if (!name || (!name->kind && n->used >= n->capacity - n->capacity / 4 - (n->capacity < 4))) {
        n->left_out++;
        return RKH_E_ROOM;
    }
    if (!name->kind || name->size < size) {
        if (n->text_capacity - n->text_used <= size) {
            n->left_out++;
            return RKH_E_ROOM;
        }
        n->used += !name->kind;
        *name = (rkh_name_t){.key = key, .text = n->text_used, .size = size, .kind = (uint8_t)kind};
        n->text_used += size + 1;
    }
    if (size) // an empty name may have no text
        memcpy(n->text + name->text, text, size);
    n->text[name->text + size] = 0;
    return 1;
}

int rkh_names_take(rkh_names_t *n, const rkh_config_t *config, const rkh_frame_t *frame)
{
    rkh_name_kind_t kind;
    if (frame->group != RKH_GROUP_FWK)
        return 0;
    switch (frame->event) {
    case RKH_FWK_OBJ:
    case RKH_FWK_FUN:
    case RKH_FWK_AO:
    case RKH_FWK_STATE:
    case RKH_FWK_PSTATE:
    case RKH_FWK_TIMER:
    case RKH_FWK_QUEUE:
    case RKH_FWK_ACTOR: kind = RKH_NAME_OBJECT; break;
    case RKH_FWK_SIG: kind = RKH_NAME_SIGNAL; break;
    case RKH_FWK_TUSR: kind = RKH_NAME_USER; break;
    case RKH_FWK_EPOOL: kind = RKH_NAME_POOL; break;
    default: return 0;
    }
    // the key is the last number before the name
    rkh_args_t args;
    rkh_arg_t arg, text = {.type = RKH_MEM};
    uint64_t key = 0;
    int rc;
    rkh_args_begin(&args, config, frame);
    while ((rc = rkh_args_next(&args, &arg)) == 1) {
        if (arg.type == RKH_STR)
            text = arg;
        else
            key = arg.value;
    }
    if (rc < 0)
        return rc;
    uint32_t skip = text.size && *text.data == '&';
    return rkh_names_set(n, kind, key, (const char *)text.data + skip, text.size - skip);
}

const char *rkh_names_find(const rkh_names_t *n, rkh_name_kind_t kind, uint64_t key)
{
    const rkh_name_t *name = place(n, kind, key);
    return name && name->kind ? n->text + name->text : NULL;
}
