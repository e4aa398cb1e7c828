// SPDX-License-Identifier: Apache-2.0
// The commands of `weir`. Each reports errors on stderr and returns an exit code.
#ifndef WEIR_CLI_COMMANDS_H
#define WEIR_CLI_COMMANDS_H

#include <stdbool.h>

#include "names.h"
#include "text.h"
#include "traces.h"

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_t;

typedef struct {
    const char *command; // its name
    char **paths; // arguments that are not options
    unsigned count;
    bool raw;         // the input is FIFO data, without a head
    const char *unit; // tick of an input that does not state it
    const char *from; // format of the input; NULL: detect it
    const char *to;   // format of the output; NULL: from its extension
    const char *output;
    const char *read_settings, *write_settings;
    names_t names;            // of all --names
    bool entries;             // dump: the flux level
    unsigned columns, events; // timeline
    bool ascii;
    color_t color;
    uint64_t rotate;      // record: bytes after which a new file begins; 0: never
    unsigned baud;        // record: of a serial port; 0: unchanged
    const char *perfetto; // view: folder of Perfetto's UI, "": search it; NULL: the built-in page
    bool tui;             // view: in the terminal
    const char *span;     // plot: FROM,TO; NULL: the whole trace
    bool watch;           // record: serve a live page
    unsigned port;        // of this page; 0: any free one
    uint64_t spool;       // bytes of this page; 0: not given
    bool follow;          // record, view --tui: the input is a growing file
    bool reconnect;       // record: connect again
    bool quiet;           // no progress, no summary, no report of what was left out
    bool json;            // stats
    const char *picture;  // stats: SVG
    bool header;          // names: as C
    double threshold;     // compare: %
    double confidence;    // compare: %
} options_t;

int command_info(const options_t *options);
int command_dump(const options_t *options);
int command_timeline(const options_t *options);
int command_convert(const options_t *options);
int command_stats(const options_t *options);
int command_compare(const options_t *options);
int command_plot(const options_t *options);
int command_view(const options_t *options);
int command_check(const options_t *options);
int command_record(const options_t *options);
int command_names(const options_t *options);
int command_formats(const options_t *options);
int command_completion(const options_t *options);
int command_doctor(const options_t *options);

// The kinds of pictures of `weir plot`; NULL behind the last.
const char *plot_kind(unsigned number);
// The options of traces_open.
traces_options_t traces_options(const options_t *options);
// The length of a unit like ns10; {0, 0} if it is not a unit.
model_base_t base_of_unit(const char *unit);
// The format of an output: from --to, else from the extension of --output. Reports an error and
// returns NULL if there is none.
const model_format_t *output_format(const options_t *options);

#endif
