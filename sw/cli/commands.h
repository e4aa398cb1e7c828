// SPDX-License-Identifier: Apache-2.0
// The commands of `weir`. Each returns an exit code; what was wrong was told on stderr.
#ifndef WEIR_CLI_COMMANDS_H
#define WEIR_CLI_COMMANDS_H

#include <stdbool.h>

#include "names.h"
#include "text.h"
#include "traces.h"

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_t;

typedef struct {
    char **paths; // what stands on the command line beside options
    unsigned count;
    bool raw;         // the input is what the FIFO gave, without head
    const char *unit; // of an input whose ticks have no length of their own
    const char *from; // format of the input; NULL: guessed
    const char *to;   // format of the output; NULL: by its ending
    const char *output;
    const char *read_settings, *write_settings;
    names_t names;            // of all --names
    bool entries;             // dump: the flux level
    unsigned columns, events; // timeline
    bool ascii;
    color_t color;
    uint64_t rotate;      // record: bytes of a file after which the next one begins; 0: never
    unsigned baud;        // record: of a serial port; 0: as it is
    const char *perfetto; // view: folder of Perfetto's UI, "" to look for it; NULL: our page
    bool tui;             // view: in the terminal
    const char *span;     // plot: FROM,TO; NULL: all of it
    bool watch;           // record: pages follow it
    unsigned port;        // that they are served at; 0: any
    bool follow;          // record, view --tui: the input is a file that grows
    bool quiet; // record: no progress, no summary; convert, view: nothing of what was left out
    bool json;  // stats
    const char *picture; // stats: SVG
    bool header;         // names: as C
} options_t;

int command_info(const options_t *options);
int command_dump(const options_t *options);
int command_timeline(const options_t *options);
int command_convert(const options_t *options);
int command_stats(const options_t *options);
int command_plot(const options_t *options);
int command_view(const options_t *options);
int command_check(const options_t *options);
int command_record(const options_t *options);
int command_names(const options_t *options);
int command_formats(const options_t *options);
int command_completion(const options_t *options);

// What traces_open wants to know.
traces_options_t traces_options(const options_t *options);
// The length of a unit like ns10, {0, 0} if it is none.
model_base_t base_of_unit(const char *unit);
// The format of an output: by --to, else by the ending of --output. NULL, and told, if there is
// none.
const model_format_t *output_format(const options_t *options);

#endif
