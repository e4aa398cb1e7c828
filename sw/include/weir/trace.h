/* SPDX-License-Identifier: Apache-2.0 */
/* libweir: reads traces of every format that `weir` reads (flux, FXT, TXTB, RKH), event by event or
 * as columns (columns.h).
 *
 *     weir_trace_t *trace;
 *     weir_trace_event_t event;
 *     int rc = weir_trace_open_file(&trace, "trace.recTr", NULL);
 *     while (rc >= 0 && (rc = weir_trace_next(trace, &event)) == 1)
 *         printf("%llu %s\n", (unsigned long long)event.time, event.name);
 *     if (rc < 0)
 *         fprintf(stderr, "%s\n", weir_trace_error(trace));
 *     weir_trace_close(trace);
 *
 * Errors are negative numbers; weir_trace_error has the text. No function prints or ends the
 * program. Handles are independent of one another: threads may use different ones at the same time,
 * but one handle only one after the other. Memory does not grow with the trace, except for its
 * different names, ids and threads. Texts are 0-terminated, not checked to be UTF-8, and stay until
 * the next call with the same handle, unless noted. */
#ifndef WEIR_TRACE_H
#define WEIR_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WEIR_TRACE_API __attribute__((visibility("default")))
#else
#define WEIR_TRACE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Versions of this interface: of the header, and of the library that is linked. */
#define WEIR_TRACE_VERSION_MAJOR 1
#define WEIR_TRACE_VERSION_MINOR 0
WEIR_TRACE_API const char *weir_trace_version(void);

enum {
    WEIR_TRACE_E_BAD = -1,  /* the input breaks the rules of its format, here: reading goes on */
    WEIR_TRACE_E_READ = -2, /* the input cannot be read */
    WEIR_TRACE_E_ARGUMENT = -3, /* an argument or option is wrong */
    WEIR_TRACE_E_MEMORY = -4,   /* no memory */
    WEIR_TRACE_E_FORMAT = -5,   /* the format of the input is unknown */
    WEIR_TRACE_E_NAMES = -6     /* a dictionary cannot be read */
};

/* What an error number means, in general; stays for ever. "unknown error" for other numbers. */
WEIR_TRACE_API const char *weir_trace_error_text(int error);

typedef struct weir_trace weir_trace_t;

/* How to read. NULL or zeros: detect the format, use the trace's own clock and names. */
typedef struct weir_trace_options {
    const char *format;   /* "flux", "fxt", "txtb", "rkh" */
    const char *settings; /* "key=value,...", as `weir formats` lists them for reading */
    const char *unit;     /* of a tick, where the input lacks it: "10ns", "us", ... */
    /* Files with names: JSON, YAML, or the firmware's ELF. names_count of them. */
    const char *const *names;
    size_t names_count;
    bool raw; /* the input is FIFO data or the image of a ring buffer, without a head */
} weir_trace_options_t;

/* Opens a file; the path "-" has no special meaning. *trace is a handle even after an error, for
 * weir_trace_error and weir_trace_close; NULL only without memory. Returns 0 or WEIR_TRACE_E_... */
WEIR_TRACE_API int weir_trace_open_file(weir_trace_t **trace, const char *path,
                                        const weir_trace_options_t *options);

/* The same for bytes in memory, which must stay until weir_trace_close. */
WEIR_TRACE_API int weir_trace_open_memory(weir_trace_t **trace, const void *bytes, size_t size,
                                          const weir_trace_options_t *options);

/* The same for any input. `read` returns up to size bytes at an offset, at least one, 0 at the end,
 * or less than 0 for an error. Any offset must be readable at any time. size: bytes of the input.
 */
typedef int64_t weir_trace_read_t(void *context, void *bytes, size_t size, uint64_t offset);
WEIR_TRACE_API int weir_trace_open_input(weir_trace_t **trace, weir_trace_read_t *read,
                                         void *context, uint64_t size,
                                         const weir_trace_options_t *options);

/* Frees everything; NULL is no handle and nothing happens. */
WEIR_TRACE_API void weir_trace_close(weir_trace_t *trace);

/* The text of the last error of this handle: "trace.recTr: offset 12: expected ..., found ...". */
WEIR_TRACE_API const char *weir_trace_error(const weir_trace_t *trace);

/* ---- the trace as a whole */

WEIR_TRACE_API const char *weir_trace_format(const weir_trace_t *trace); /* "flux" */

/* A tick is numerator / denominator seconds; 0 / 0 if it is unknown. */
WEIR_TRACE_API void weir_trace_tick(const weir_trace_t *trace, uint64_t *numerator,
                                    uint64_t *denominator);

/* Events that the trace reports as dropped, up to the last event read. *uncounted, unless NULL: the
 * losses whose number is unknown. */
WEIR_TRACE_API uint64_t weir_trace_lost(const weir_trace_t *trace, uint64_t *uncounted);

/* Records (blobs, which are no events, among them), parts of them, bytes of no known meaning and
 * further buffers that reading left out, up to the last event read; behind a table of interrupts,
 * those that had no room. 0: nothing. Names of providers are neither delivered nor counted. */
WEIR_TRACE_API uint64_t weir_trace_left_out(const weir_trace_t *trace);

/* Places that break the rules of the format, which reading stepped over, up to the last event read;
 * weir_trace_error has the last. *first, unless NULL: the offset of the first, if there is one. */
WEIR_TRACE_API uint64_t weir_trace_damage(const weir_trace_t *trace, uint64_t *first);

/* The last name of a thread, up to the last event read; "" without one. */
WEIR_TRACE_API const char *weir_trace_thread_name(const weir_trace_t *trace, uint64_t process,
                                                  uint64_t thread);

/* The threads with a name, up to the last event read, by process and number; index from 0. Returns
 * 1, or 0 behind the last. */
WEIR_TRACE_API int weir_trace_thread(const weir_trace_t *trace, size_t index, uint64_t *process,
                                     uint64_t *thread, const char **name);

/* Reads to the end without looking at events: then the functions above are about the whole trace.
 * Goes on behind damage. Returns 0 or another WEIR_TRACE_E_... */
WEIR_TRACE_API int weir_trace_read_all(weir_trace_t *trace);

/* Goes back to the first event. Returns 0 or WEIR_TRACE_E_... */
WEIR_TRACE_API int weir_trace_rewind(weir_trace_t *trace);

/* ---- events */

/* What happened. Numbers of later versions may be larger: skip those that you do not know. */
typedef enum weir_trace_kind {
    WEIR_TRACE_INSTANT,   /* an event; one of the unit has an id, and mostly a value */
    WEIR_TRACE_SWITCH,    /* `hart` switches from thread `outgoing` to `thread` */
    WEIR_TRACE_ISR_ENTER, /* `hart` enters a trap or an interrupt: id is its cause */
    WEIR_TRACE_ISR_EXIT,  /* and returns from it */
    WEIR_TRACE_COUNTER,   /* each argument is a number of a series */
    WEIR_TRACE_BEGIN,     /* a duration on a thread; durations of a thread nest */
    WEIR_TRACE_END,
    WEIR_TRACE_COMPLETE,    /* a duration from time to until */
    WEIR_TRACE_ASYNC_BEGIN, /* a duration that moves between threads, known by correlation */
    WEIR_TRACE_ASYNC_INSTANT,
    WEIR_TRACE_ASYNC_END,
    WEIR_TRACE_FLOW_BEGIN, /* an arrow between durations, known by correlation */
    WEIR_TRACE_FLOW_STEP,
    WEIR_TRACE_FLOW_END,
    WEIR_TRACE_WAKEUP, /* `thread` becomes ready on `hart` */
    WEIR_TRACE_LOG,    /* text is the message */
    WEIR_TRACE_LOSS,   /* events were dropped: lost, until is the time of the last one */
    WEIR_TRACE_OBJECT, /* a description: `thread`, or another object, has this name */
    WEIR_TRACE_NAME    /* a description: `id`, or its value, has this name */
} weir_trace_kind_t;

WEIR_TRACE_API const char *weir_trace_kind_name(weir_trace_kind_t kind); /* "instant", ... */

enum { WEIR_TRACE_NO_HART = 0xffff };

/* A thread or process with number 0 is none; `known` tells none from unknown. */
typedef struct weir_trace_event {
    weir_trace_kind_t kind;
    bool timed; /* time is valid; descriptions mostly have none */
    bool thread_known, outgoing_known; /* OBJECT: thread_known: it is a thread */
    bool has_id;    /* id is one of the unit's 16-bit ids (USER, COM, SYS) */
    bool has_value; /* value is its only argument, an unsigned number */
    bool counted;   /* LOSS: lost is the number of events; else it is unknown */
    uint16_t hart;  /* WEIR_TRACE_NO_HART without one */
    uint32_t id;
    uint64_t time, until;     /* ticks */
    uint64_t thread, process; /* that the event belongs to; SWITCH: that runs from now on */
    uint64_t outgoing;        /* SWITCH: that ran before */
    uint64_t value, correlation, lost;
    const char *category, *name, *text; /* "" without one */
    uint32_t arguments;                 /* see weir_trace_argument */
} weir_trace_event_t;

/* Reads the next event. Returns 1; 0 at the end; or WEIR_TRACE_E_...: after WEIR_TRACE_E_BAD the
 * next call goes on behind the damage. Logs and RKH records that the driver sent as several events
 * are one event; with names of an ELF, logs have their text. */
WEIR_TRACE_API int weir_trace_next(weir_trace_t *trace, weir_trace_event_t *event);

/* Name and value of an argument of the last event, as texts; index from 0. Returns 0 or
 * WEIR_TRACE_E_ARGUMENT. */
WEIR_TRACE_API int weir_trace_argument(weir_trace_t *trace, uint32_t index, const char **name,
                                       const char **value);

#ifdef __cplusplus
}
#endif
#endif
