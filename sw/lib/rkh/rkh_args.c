// SPDX-License-Identifier: Apache-2.0
// RKH: predefined records. The table is the only source of docs/reference/rkh.md (make docs-rkh).
#include "rkh_args.h"

#include <string.h>

#include "rkh_records.h"

static const char *const groups[] = {"MP", "QUE", "SMA", "SM", "TMR", "FWK", "USR", "UT"};

const char *rkh_group_name(unsigned group)
{
    return group < sizeof groups / sizeof *groups ? groups[group] : "?";
}

static const record_t *find(unsigned group, uint32_t event)
{
    if (group >= sizeof records / sizeof *records || event >= RECORDS_MAX ||
        !records[group][event].name)
        return NULL;
    return &records[group][event];
}

const char *rkh_event_name(unsigned group, uint32_t event)
{
    const record_t *r = find(group, event);
    return r ? r->name : NULL;
}

void rkh_args_begin(rkh_args_t *args, const rkh_config_t *config, const rkh_frame_t *frame)
{
    const record_t *r = find(frame->group, frame->event);
    *args = (rkh_args_t){
        .config = config, .at = frame->args, .end = frame->args + frame->args_size};
    if (frame->group != RKH_GROUP_USR)
        args->form = r ? r->form : frame->args_size ? "bytes:m" : "";
}

static int take_string(rkh_args_t *args, rkh_arg_t *arg)
{
    const uint8_t *end = args->at == args->end
                             ? NULL
                             : memchr(args->at, 0, (size_t)(args->end - args->at));
    if (!end)
        return RKH_E_FORMAT;
    arg->type = RKH_STR;
    arg->data = args->at;
    arg->size = (uint32_t)(end - args->at);
    args->at = end + 1;
    return 1;
}

static int take_number(rkh_args_t *args, rkh_arg_t *arg, unsigned type, unsigned size)
{
    if ((size_t)(args->end - args->at) < size)
        return RKH_E_FORMAT;
    arg->type = (uint8_t)type;
    arg->size = size;
    arg->value = rkh_number(args->at, size);
    if ((type == RKH_I8 || type == RKH_I16 || type == RKH_I32) && arg->value >> (8 * size - 1))
        arg->value |= ~(uint64_t)0 << 8 * size;
    args->at += size;
    return 1;
}

static int take_memory(rkh_args_t *args, rkh_arg_t *arg, uint32_t size)
{
    if ((size_t)(args->end - args->at) < size)
        return RKH_E_FORMAT;
    arg->type = RKH_MEM;
    arg->data = args->at;
    arg->size = size;
    args->at += size;
    return 1;
}

// The next argument of a user event: a format byte, then the value.
static int next_user(rkh_args_t *args, rkh_arg_t *arg)
{
    static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4};
    if (args->at == args->end)
        return 0;
    unsigned type = *args->at & 15;
    arg->width = *args->at++ >> 4;
    if (type < sizeof sizes)
        return take_number(args, arg, type, sizes[type]);
    if (type == RKH_STR)
        return take_string(args, arg);
    if (type == RKH_OBJ || type == RKH_FUN)
        return take_number(args, arg, type, args->config->pointer_size);
    if (type == RKH_SIG)
        return take_number(args, arg, type, args->config->signal_size);
    if (type != RKH_MEM || args->at == args->end)
        return RKH_E_FORMAT;
    uint32_t size = *args->at++;
    return take_memory(args, arg, size);
}

int rkh_args_next(rkh_args_t *args, rkh_arg_t *arg)
{
    memset(arg, 0, sizeof *arg);
    if (!args->form)
        return next_user(args, arg);
    const rkh_config_t *c = args->config;
    for (;;) {
        if (!*args->form)
            return args->at == args->end ? 0 : RKH_E_FORMAT;
        const char *colon = strchr(args->form, ':');
        size_t length = (size_t)(colon - args->form);
        memcpy(arg->name, args->form, length);
        arg->name[length] = 0;
        char kind = colon[1], only = colon[2];
        args->form = colon + 2 + (only && only != ' ');
        args->form += *args->form == ' ';
        if ((only == 'S' && !(c->flags & RKH_F_SENDER)) ||
            (only == 'Q' && !(c->flags & RKH_F_QUEUE_MINIMUM)) ||
            (only == 'P' && !(c->flags & RKH_F_POOL_MINIMUM)))
            continue;
        unsigned size = 0;
        switch (kind) {
        case 'm': return take_memory(args, arg, (uint32_t)(args->end - args->at));
        case '$': return take_string(args, arg);
        case 'p': return take_number(args, arg, RKH_OBJ, c->pointer_size);
        case 'f': return take_number(args, arg, RKH_FUN, c->pointer_size);
        case 's': return take_number(args, arg, RKH_SIG, c->signal_size);
        case 'i': size = c->id_size; break;
        case 't': size = c->ticks_size; break;
        case 'b': size = c->blocks_size; break;
        case 'e': size = c->elements_size; break;
        case 'v': size = c->event_size; break;
        case 'z': size = c->block_size; break;
        default: size = (unsigned)(kind - '0');
        }
        return take_number(args, arg, size <= 1 ? RKH_U8 : size == 2 ? RKH_U16 : RKH_U32, size);
    }
}
