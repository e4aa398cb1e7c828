// SPDX-License-Identifier: Apache-2.0
// fxt-dump: prints every record of an FXT stream, one a line, behind its first byte's offset;
// errors are lines with '!' before their record.
//
//     fxt-dump [--strict] [--little | --big] [--chunk BYTES] [--names COUNT] [--text BYTES]
//              [--providers COUNT] [--rewrite] [--quiet] [FILE]
//
// --rewrite writes the records to standard output again, as FXT, instead of printing them. --quiet
// prints errors only. Exit code 0: no errors; 1: errors in the stream; 2: any other failure.
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fxt.h"

enum { LINE = 1 << 18 };

typedef struct {
    bool rewrite, quiet;
    fxt_writer_t writer;
    char line[LINE];
    uint8_t record[FXT_RECORD_MAX];
} output_t;

static int to_stdout(void *context, const void *bytes, size_t size)
{
    (void)context;
    return fwrite(bytes, 1, size, stdout) != size;
}

// Large blobs in pieces are too long to rewrite here.
static int rewrite(output_t *o, const fxt_record_t *record)
{
    return record->kind == FXT_LARGE_BLOB && record->large_blob.length != record->large_blob.size
               ? FXT_E_SIZE
               : fxt_write(&o->writer, record);
}

static int show(void *ctx, const fxt_record_t *record)
{
    output_t *o = ctx;
    if (record->kind == FXT_ERROR) {
        fprintf(o->rewrite ? stderr : stdout, "! %s\n",
                fxt_error_text(&record->error, o->line, sizeof o->line));
    } else if (o->rewrite) {
        int rc = rewrite(o, record);
        if (rc)
            fprintf(stderr, "fxt-dump: byte %" PRIu64 ": %s cannot be written (%d)\n",
                    record->offset, fxt_kind_name(record->kind), rc);
    } else if (!o->quiet) {
        printf("%" PRIu64 " %s\n", record->offset,
               fxt_record_text(record, o->line, sizeof o->line));
    }
    return 0;
}

static int usage(void)
{
    fputs("usage: fxt-dump [--strict] [--little | --big] [--chunk BYTES] [--names COUNT] [--text "
          "BYTES] [--providers COUNT]\n"
          "                [--rewrite] [--quiet] [FILE]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    static output_t output;
    static const struct option options[] = {
        {"strict", 0, 0, 's'},    {"little", 0, 0, 'l'},
        {"big", 0, 0, 'b'},       {"chunk", 1, 0, 'c'},
        {"names", 1, 0, 'n'},     {"text", 1, 0, 't'},
        {"providers", 1, 0, 'p'}, {"rewrite", 0, 0, 'r'},
        {"quiet", 0, 0, 'q'},     {0},
    };
    fxt_reader_config_t config;
    size_t chunk = 1 << 20;
    int c;

    fxt_reader_defaults(&config);
    while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (c) {
        case 's': config.strict = true; break;
        case 'l': config.order = FXT_ORDER_LITTLE; break;
        case 'b': config.order = FXT_ORDER_BIG; break;
        case 'c': chunk = strtoul(optarg, NULL, 0); break;
        case 'n': config.names = (uint32_t)strtoul(optarg, NULL, 0); break;
        case 't': config.text = (uint32_t)strtoul(optarg, NULL, 0); break;
        case 'p': config.providers = (uint32_t)strtoul(optarg, NULL, 0); break;
        case 'r': output.rewrite = true; break;
        case 'q': output.quiet = true; break;
        default: return usage();
        }
    }
    if (argc - optind > 1 || !chunk)
        return usage();

    const char *path = optind < argc ? argv[optind] : "-";
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!file) {
        perror(path);
        return 2;
    }
    size_t size = fxt_reader_size(&config);
    uint8_t *memory = malloc(size ? size : 1), *bytes = malloc(chunk);
    fxt_reader_t *r = memory ? fxt_reader_init(memory, size, &config) : NULL;
    if (!r || !bytes) {
        fputs("fxt-dump: limits out of range\n", stderr);
        return 2;
    }
    fxt_writer_init(&output.writer, to_stdout, NULL, output.record, sizeof output.record);
    size_t got;
    while ((got = fread(bytes, 1, chunk, file)) > 0)
        fxt_reader_push(r, bytes, got, show, &output);
    if (ferror(file)) {
        perror(path);
        return 2;
    }
    fxt_reader_end(r, show, &output);
    bool good = !fxt_reader_totals(r)->records[FXT_ERROR];
    free(bytes);
    free(memory);
    fclose(file);
    return fflush(stdout) ? 2 : good ? 0 : 1;
}
