// SPDX-License-Identifier: Apache-2.0
// FXT reader: frames records, and finds the next one after damage.
#include <string.h>

#include "fxt_reader.h"

// ---- bytes of the input

// The next size bytes of the stream in one piece; NULL before they arrive. At most FXT_RECORD_MAX +
// 8.
static const uint8_t *peek(fxt_reader_t *r, size_t size)
{
    if (!r->held && r->in_size >= size)
        return r->in;
    if (r->held < size) {
        size_t part = size - r->held < r->in_size ? size - r->held : r->in_size;
        if (r->hold_at + size > HOLD) {
            memmove(r->hold, r->hold + r->hold_at, r->held);
            r->hold_at = 0;
        }
        if (part) {
            memcpy(r->hold + r->hold_at + r->held, r->in, part);
            r->held += part;
            r->recent += part;
            r->in += part;
            r->in_size -= part;
        }
    }
    return r->held >= size ? r->hold + r->hold_at : NULL;
}

// Consumes bytes of peek. They stay in memory until the next peek.
static void use(fxt_reader_t *r, size_t size)
{
    r->totals.bytes = r->offset += size;
    if (!r->held) {
        if (size)
            r->in += size;
        r->in_size -= size;
        return;
    }
    r->held -= size;
    r->hold_at += size;
    if (r->recent &&
        r->held <= r->recent) { // the bytes in hold are in the chunk, too: continue there
        r->in -= r->held;
        r->in_size += r->held;
        r->held = r->hold_at = r->recent = 0;
    }
}

static size_t left(const fxt_reader_t *r) { return r->held + r->in_size; }

static void use_all(fxt_reader_t *r)
{
    r->totals.bytes = r->offset += left(r);
    r->held = r->hold_at = r->recent = r->in_size = 0;
}

// ---- headers

// Number of consecutive records; 0 if one of the first few is damaged.
static int count_records(const uint8_t *bytes, size_t size, bool big)
{
    const fxt_reader_t order = {.big = big};
    int count = 0;
    for (size_t at = 0; at < size && size - at >= 8 && count < 20; count++) {
        uint64_t header = fxt_word_at(&order, bytes + at);
        if (!fxt_plausible(header))
            return 0;
        at += fxt_size_words(header) * 8;
    }
    return count;
}

int fxt_guess(const void *bytes, size_t size)
{
    const fxt_reader_t little = {.big = false};
    uint64_t first = size < 8 ? 0 : fxt_word_at(&little, bytes);
    if (first == FXT_MAGIC_WORD || first == __builtin_bswap64(FXT_MAGIC_WORD))
        return 100;
    int count = count_records(bytes, size, false), other = count_records(bytes, size, true);
    count = count > other ? count : other;
    return count < 3 ? 0 : 2 * count;
}

// A header word. Detects the byte order: that of the first plausible header, and again at a magic
// of the other order.
static uint64_t header_at(fxt_reader_t *r, const uint8_t *p)
{
    uint64_t word = fxt_word_at(r, p), other = __builtin_bswap64(word);
    if (r->config.order == FXT_ORDER_AUTO &&
        (other == FXT_MAGIC_WORD ||
         (!r->ordered && !fxt_plausible(word) && fxt_plausible(other)))) {
        r->big = !r->big;
        return other;
    }
    return word;
}

// ---- the reader

int fxt_reader_feed(fxt_reader_t *r, const void *data, size_t size)
{
    if (r->in_size && size)
        return FXT_E_ARG;
    if (size) {
        r->in = data;
        r->in_size = size;
        r->recent = 0;
    }
    return 0;
}

void fxt_reader_finish(fxt_reader_t *r) { r->finished = true; }

// Delivers the error.
static bool deliver_error(fxt_reader_t *r, const fxt_record_t **record)
{
    r->has_error = false;
    r->totals.skipped += r->error.error.skipped;
    r->error.kind = FXT_ERROR;
    r->error.offset = r->error.error.offset;
    r->error.raw = NULL;
    r->error.raw_size = 0;
    r->error.big_endian = r->big;
    r->error.provider = &r->provider->delivered;
    r->totals.records[FXT_ERROR]++;
    *record = &r->error;
    return true;
}

// Delivers a record, after the error about it, if any.
static bool deliver(fxt_reader_t *r, const fxt_record_t **record)
{
    if (r->has_error) {
        r->pending = true;
        return deliver_error(r, record);
    }
    r->pending = false;
    r->record.provider = &r->provider->delivered;
    r->totals.records[r->record.kind]++;
    *record = &r->record;
    return true;
}

// No good record begins here: searches for the next one. The reason is already reported.
static void lose(fxt_reader_t *r)
{
    r->lost = true;
    r->has_error = false;
    r->error.error.offset = r->offset;
    use(r, 8);
}

// A record begins again, or the stream ends: reports the number of skipped bytes.
static bool found_again(fxt_reader_t *r, const fxt_record_t **record)
{
    r->lost = false;
    r->error.error.skipped = r->offset - r->error.error.offset;
    return deliver_error(r, record);
}

// The stream ends in an incomplete record. The rest is not searched for records: most findings
// would be wrong.
static bool cut(fxt_reader_t *r, const fxt_record_t **record)
{
    size_t size = left(r);
    const uint8_t *header = peek(r, 8);
    fxt_start_record(r, NULL, 0);
    fxt_report_error(r, FXT_E_CUT, 0, "", header ? fxt_size_words(fxt_word_at(r, header)) * 8 : 8,
                     size, true);
    r->error.error.skipped = size;
    use_all(r);
    return deliver_error(r, record);
}

// The stream ends inside a large record whose begin was delivered.
static bool cut_large(fxt_reader_t *r, const fxt_record_t **record)
{
    size_t size = left(r);
    fxt_start_record(r, NULL, 0);
    r->record.offset = r->large_offset;
    if (r->blob_left)
        r->record.kind = FXT_LARGE_BLOB;
    use_all(r);
    r->blob_left = r->skipping = 0;
    fxt_report_error(r, FXT_E_CUT, 0, "", r->large_size, r->offset - r->large_offset, true);
    r->error.error.skipped = size;
    return deliver_error(r, record);
}

// The next piece of a large blob, behind the first one.
static bool next_piece(fxt_reader_t *r, const fxt_record_t **record)
{
    size_t size = r->blob_left < FXT_RECORD_MAX ? (size_t)r->blob_left : FXT_RECORD_MAX;
    const uint8_t *p = peek(r, size);
    if (!p)
        return r->finished ? cut_large(r, record) : false;
    uint64_t rest = r->blob_size - r->blob_at;
    fxt_start_record(r, NULL, 0);
    r->record.kind = FXT_LARGE_BLOB;
    r->record.offset = r->large_offset;
    r->record.large_blob = (fxt_large_blob_t){.plain = r->blob_plain,
                                              .category = {.text = ""},
                                              .name = {.text = ""},
                                              .args = {r->args, 0},
                                              .size = r->blob_size,
                                              .at = r->blob_at,
                                              .data = p,
                                              .length = rest < size ? (size_t)rest : size};
    use(r, size);
    r->blob_left -= size;
    r->blob_at += r->record.large_blob.length;
    return deliver(r, record);
}

// Returns 1 if another plausible record, or the end, follows the record of this size; 0 if not; -1
// if unknown yet. Records of unknown types are always plausible, so the record after them decides.
static int is_followed(fxt_reader_t *r, uint64_t size)
{
    while (size <= FXT_RECORD_MAX) {
        const uint8_t *p = peek(r, (size_t)size + 8);
        if (!p)
            return !r->finished ? -1 : left(r) >= size && left(r) - size < 8;
        uint64_t next = fxt_word_at(r, p + size);
        if (!fxt_is_new(next) || !fxt_size_words(next))
            return fxt_plausible(next) || next == __builtin_bswap64(FXT_MAGIC_WORD);
        size += fxt_size_words(next) * 8;
    }
    return 0;
}

// Returns 1 if a word is accepted as a header here, 0 if not, -1 if unknown yet. At a known begin
// of a record, the header or the record must be plausible, or another one must follow; elsewhere
// all three.
static int acceptable(fxt_reader_t *r, uint64_t header)
{
    uint64_t size = fxt_size_words(header) * 8;
    bool known = r->ordered && !r->lost, good = fxt_plausible(header);

    if (known ? good : header == FXT_MAGIC_WORD)
        return 1;
    if (!size || size > FXT_RECORD_MAX || !(known || good))
        return 0;
    const uint8_t *p = peek(r, (size_t)size);
    if (!p)
        return r->finished ? 0 : -1;
    if (known && fxt_convincing(r, p, (uint32_t)size, header, FXT_TRIAL))
        return 1;
    int followed = is_followed(r, size);
    if (followed == 1 && r->lost)
        return fxt_convincing(r, peek(r, (size_t)size), (uint32_t)size, header, FXT_HARD_TRIAL);
    return followed;
}

static bool next(fxt_reader_t *r, const fxt_record_t **record)
{
    if (r->pending)
        return deliver(r, record);
    for (;;) {
        if (r->bad_size) {
            int followed = is_followed(r, r->bad_size);
            if (followed < 0)
                return false;
            if (followed) {
                use(r, (size_t)r->bad_size);
                r->error.error.skipped = r->bad_size;
                r->bad_size = 0;
                return deliver_error(r, record);
            }
            r->bad_size = 0;
            lose(r);
        }
        if (r->blob_left)
            return next_piece(r, record);
        if (r->skipping) {
            size_t size = r->held ? r->held : r->in_size;
            size = size < r->skipping ? size : (size_t)r->skipping;
            use(r, size);
            r->skipping -= size;
            if (!r->skipping || left(r))
                continue;
            return r->finished ? cut_large(r, record) : false;
        }
        const uint8_t *p = peek(r, 8);
        if (!p) {
            if (!r->finished)
                return false;
            if (!r->lost)
                return left(r) ? cut(r, record) : false;
            use_all(r);
            return found_again(r, record);
        }
        uint64_t header = header_at(r, p);
        int accepted = acceptable(r, header);
        if (accepted < 0)
            return false;
        if (!accepted && r->lost) {
            use(r, 8);
            continue;
        }
        if (!accepted) {
            fxt_start_record(r, NULL, 0);
            fxt_report_error(r, FXT_E_HEADER, 0, "", 0, header, true);
            lose(r);
            continue;
        }
        r->ordered = true;
        if (r->lost)
            return found_again(r, record);
        uint64_t total = fxt_size_words(header) * 8;
        uint32_t size = total < FXT_RECORD_MAX ? (uint32_t)total : FXT_RECORD_MAX;
        p = peek(r, size);
        if (!p)
            return r->finished ? cut(r, record) : false;
        fxt_names_reserve(&r->names);
        if (fxt_parse(r, p, size, header)) {
            fxt_apply(r);
            use(r, size);
            return deliver(r, record);
        }
        r->bad_size = total;
    }
}

bool fxt_reader_next(fxt_reader_t *r, const fxt_record_t **record)
{
    if (next(r, record))
        return true;
    r->recent = 0; // the chunk is used up and belongs to the caller again
    return false;
}

static int push(fxt_reader_t *r, fxt_visit_fn *visit, void *ctx)
{
    const fxt_record_t *record;
    while (fxt_reader_next(r, &record)) {
        int rc = visit(ctx, record);
        if (rc)
            return rc;
    }
    return 0;
}

int fxt_reader_push(fxt_reader_t *r, const void *data, size_t size, fxt_visit_fn *visit, void *ctx)
{
    int rc = fxt_reader_feed(r, data, size);
    return rc ? rc : push(r, visit, ctx);
}

int fxt_reader_end(fxt_reader_t *r, fxt_visit_fn *visit, void *ctx)
{
    fxt_reader_finish(r);
    return push(r, visit, ctx);
}

const fxt_totals_t *fxt_reader_totals(const fxt_reader_t *r) { return &r->totals; }
