// SPDX-License-Identifier: Apache-2.0
// VCD writer: the text of vcd.h's calls.
#include "vcd.h"

#include <stdio.h>
#include <string.h>

#include "digits.h"

static int put(struct vcd_writer *w, const void *bytes, size_t size)
{
    if (!w->failed && size && w->write(w->context, bytes, size))
        w->failed = 1;
    return w->failed ? VCD_E_WRITE : 0;
}

static int put_text(struct vcd_writer *w, const char *text) { return put(w, text, strlen(text)); }

enum { CODE_MAX = 8 }; // characters

static char *binary(char *at, uint64_t number)
{
    static const char nibbles[16][4] = {"0000", "0001", "0010", "0011", "0100", "0101",
                                        "0110", "0111", "1000", "1001", "1010", "1011",
                                        "1100", "1101", "1110", "1111"};
    unsigned left = 1; // nibbles
    while (left < 16 && number >> 4 * left)
        left++;
    const unsigned first = (unsigned)(number >> 4 * (left - 1)) & 15;
    const unsigned bits = first > 7 ? 4 : first > 3 ? 3 : first > 1 ? 2 : 1;
    memcpy(at, nibbles[first] + 4 - bits, bits);
    at += bits;
    for (left--; left-- > 0; at += 4)
        memcpy(at, nibbles[number >> 4 * left & 15], 4);
    return at;
}

// The identifier code of a variable: its number in bijective base 94, digits '!' to '~'.
static char *code(char *at, uint32_t number)
{
    for (uint64_t n = (uint64_t)number + 1; n; n = (n - 1) / 94)
        *at++ = (char)('!' + (n - 1) % 94);
    return at;
}

static int put_decimal(struct vcd_writer *w, uint64_t number)
{
    char text[DIGITS_ROOM];
    return put(w, text, (size_t)(digits_put(text, number) - text));
}

static int put_code(struct vcd_writer *w, uint32_t number)
{
    char text[CODE_MAX];
    return put(w, text, (size_t)(code(text, number) - text));
}

static int plain(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// A name in Verilog: plain, or \escaped. Bytes outside printable ASCII become _.
static int put_name(struct vcd_writer *w, const char *name)
{
    int escaped = !(*name && plain((unsigned char)*name)) || (*name >= '0' && *name <= '9');
    for (const char *c = name; *c; c++)
        escaped |= !plain((unsigned char)*c) && *c > ' ' && *c <= '~';
    if (escaped && *name)
        put_text(w, "\\");
    if (!*name)
        put_text(w, "_");
    for (const char *c = name; *c; c++)
        put(w, *c > ' ' && *c <= '~' ? c : "_", 1);
    return put(w, "", 0);
}

int vcd_begin(struct vcd_writer *w, vcd_write_fn *write, void *context, unsigned magnitude,
              const char *unit, const char *comment)
{
    static const char *const units[] = {"s", "ms", "us", "ns", "ps", "fs"};
    int known = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        known |= !strcmp(unit, units[i]);
    if (!known || (magnitude != 1 && magnitude != 10 && magnitude != 100))
        return VCD_E_ARG;
    if (comment && (strchr(comment, '\n') || strstr(comment, "$end")))
        return VCD_E_ARG;
    *w = (struct vcd_writer){.write = write, .context = context, .state = VCD_DEFINING};
    if (comment) {
        put_text(w, "$comment ");
        put_text(w, comment);
        put_text(w, " $end\n");
    }
    put_text(w, "$timescale ");
    put_decimal(w, magnitude);
    put_text(w, " ");
    put_text(w, unit);
    return put_text(w, " $end\n");
}

int vcd_scope(struct vcd_writer *w, const char *name)
{
    if (w->state != VCD_DEFINING)
        return VCD_E_ORDER;
    w->depth++;
    put_text(w, "$scope module ");
    put_name(w, name);
    return put_text(w, " $end\n");
}

int vcd_upscope(struct vcd_writer *w)
{
    if (w->state != VCD_DEFINING || !w->depth)
        return VCD_E_ORDER;
    w->depth--;
    return put_text(w, "$upscope $end\n");
}

static int put_variable(struct vcd_writer *w, const char *kind, unsigned width, const char *name)
{
    if (w->state != VCD_DEFINING || !w->depth)
        return VCD_E_ORDER;
    put_text(w, "$var ");
    put_text(w, kind);
    put_text(w, " ");
    put_decimal(w, width);
    put_text(w, " ");
    put_code(w, w->variables++);
    put_text(w, " ");
    put_name(w, name);
    return put_text(w, " $end\n");
}

int vcd_vector(struct vcd_writer *w, const char *name, unsigned width,
               struct vcd_variable *variable)
{
    if (width < 1 || width > 64)
        return VCD_E_ARG;
    *variable = (struct vcd_variable){w->variables, (uint8_t)width};
    return put_variable(w, "wire", width, name);
}

int vcd_event(struct vcd_writer *w, const char *name, struct vcd_variable *variable)
{
    *variable = (struct vcd_variable){w->variables, 0};
    return put_variable(w, "event", 1, name);
}

int vcd_real(struct vcd_writer *w, const char *name, struct vcd_variable *variable)
{
    *variable = (struct vcd_variable){w->variables, VCD_REAL};
    return put_variable(w, "real", 64, name);
}

int vcd_end_definitions(struct vcd_writer *w)
{
    if (w->state != VCD_DEFINING || w->depth)
        return VCD_E_ORDER;
    w->state = VCD_CHANGING;
    return put_text(w, "$enddefinitions $end\n");
}

int vcd_time(struct vcd_writer *w, uint64_t time)
{
    if (w->state != VCD_CHANGING || (w->timed && time < w->time))
        return VCD_E_ORDER;
    if (w->timed && time == w->time)
        return put(w, "", 0);
    w->timed = 1;
    w->time = time;
    char text[1 + DIGITS_ROOM + 1] = "#", *end = digits_put(text + 1, time);
    *end++ = '\n';
    return put(w, text, (size_t)(end - text));
}

int vcd_change(struct vcd_writer *w, struct vcd_variable variable, uint64_t value)
{
    if (!w->timed)
        return VCD_E_ORDER;
    if (variable.number >= w->variables || variable.width > 64 ||
        (variable.width > 0 && variable.width < 64 && value >> variable.width))
        return VCD_E_ARG;
    char text[1 + 64 + 1 + CODE_MAX + 1], *end = text;
    if (variable.width <= 1) {
        *end++ = variable.width == 0 || value ? '1' : '0';
    } else {
        *end++ = 'b';
        end = binary(end, value);
        *end++ = ' ';
    }
    end = code(end, variable.number);
    *end++ = '\n';
    return put(w, text, (size_t)(end - text));
}

int vcd_change_real(struct vcd_writer *w, struct vcd_variable variable, double value)
{
    char text[40];

    if (!w->timed)
        return VCD_E_ORDER;
    if (variable.number >= w->variables || variable.width != VCD_REAL)
        return VCD_E_ARG;
    snprintf(text, sizeof text, "r%.17g ", value);
    put_text(w, text);
    put_code(w, variable.number);
    return put_text(w, "\n");
}
