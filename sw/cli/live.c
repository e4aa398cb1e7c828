// SPDX-License-Identifier: Apache-2.0
// Live input, see live.h.
#include "live.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    FOLLOW_NS = 20 * 1000 * 1000, // between two reads of a growing file
    RECONNECT_S = 1,              // between two attempts to connect
    DRAIN_MAX = 16 << 20,         // bytes read after a signal: a source that never stops must not
    // prevent the end
};

static const char tcp[] = "tcp:"; // before HOST:PORT

static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDS = sizeof ends / sizeof *ends };

static volatile sig_atomic_t signals;

static void on_signal(int number);

static void set_handlers(int flags)
{
    struct sigaction before;

    for (unsigned i = 0; i < ENDS; i++)
        if (!sigaction(ends[i], NULL, &before) &&
            (ends[i] != SIGHUP || before.sa_handler != SIG_IGN)) // ignored: nohup
            sigaction(ends[i], &(struct sigaction){.sa_handler = on_signal, .sa_flags = flags},
                      NULL);
}

static void on_signal(int number)
{
    (void)number;
    if (++signals > 2)
        _exit(EXIT_ERROR);
    set_handlers(0); // the next one ends a write whose reader has stopped
}

static sigset_t all_ends(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (unsigned i = 0; i < ENDS; i++)
        sigaddset(&set, ends[i]);
    return set;
}

// Waits as ppoll does, but returns -1 after a signal, even after one of before.
static int wait_for(struct pollfd *one, const struct timespec *time)
{
    const sigset_t set = all_ends();
    sigset_t before;
    int rc = -1, reason;

    // blocked until ppoll, so that none is missed between the test and the wait
    sigprocmask(SIG_BLOCK, &set, &before);
    errno = EINTR;
    if (!signals)
        rc = ppoll(one, one != NULL, time, &before);
    reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return rc;
}

void live_catch(bool writing)
{
    const sigset_t set = all_ends();
    set_handlers(writing ? SA_RESTART : 0);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    signal(SIGXFSZ, SIG_IGN); // a file that is too large is an error like others
}

// ---- opening

// Connects a socket, unless a signal comes. Returns 0, or -1 with errno.
static int connect_socket(int file, const struct addrinfo *address)
{
    struct pollfd one = {.fd = file, .events = POLLOUT};
    int reason = 0;
    socklen_t size = sizeof reason;

    if (!connect(file, address->ai_addr, address->ai_addrlen))
        return 0;
    if (errno != EINPROGRESS || wait_for(&one, NULL) < 0 ||
        getsockopt(file, SOL_SOCKET, SO_ERROR, &reason, &size))
        return -1;
    errno = reason;
    return reason ? -1 : 0;
}

// Returns EXIT_GOOD, or EXIT_ERROR with the reason in problem; "": errno has it.
static int connect_once(live_t *live, char problem[128])
{
    char host[256];
    const char *address = live->name + strlen(tcp), *colon = strrchr(address, ':');
    const size_t size = (size_t)(colon - address);
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};

    *problem = 0;
    memcpy(host, address, size);
    host[size] = 0;
    int rc = getaddrinfo(host, colon + 1, &hints, &found);
    if (rc) {
        snprintf(problem, 128, "%s", gai_strerror(rc));
        return EXIT_ERROR;
    }
    live->file = -1;
    for (struct addrinfo *a = found; a && live->file < 0; a = a->ai_next) {
        live->file = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                            a->ai_protocol);
        if (live->file >= 0 && connect_socket(live->file, a)) {
            int reason = errno;
            close(live->file);
            live->file = -1;
            errno = reason;
        }
    }
    freeaddrinfo(found);
    return live->file < 0 ? EXIT_ERROR : EXIT_GOOD;
}

static void report_waiting(const live_t *live, const char *problem)
{
    message("%s: %s; connecting again until SIGINT", live->name, problem);
}

// Connects; with reconnect until it succeeds or a signal comes.
static int connect_to(live_t *live)
{
    char problem[128];
    bool reported = live->file >= 0;

    if (live->file >= 0)
        close(live->file);
    live->file = -1;
    while (connect_once(live, problem)) {
        int reason = errno;
        if (!live->reconnect) {
            if (!*problem)
                return report_errno(live->name, "cannot open");
            message("%s: cannot open: %s", live->name, problem);
            return EXIT_ERROR;
        }
        if (!reported)
            report_waiting(live, *problem ? problem : strerror(reason));
        reported = true;
        wait_for(NULL, &(struct timespec){.tv_sec = RECONNECT_S});
        if (signals) {
            live->ended = live->stopping = true;
            return EXIT_GOOD;
        }
    }
    // a peer that is switched off never ends its connection
    if (live->reconnect) {
        static const int on = 1, idle = 10, interval = 5, count = 3;
        setsockopt(live->file, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
        setsockopt(live->file, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
        setsockopt(live->file, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
        setsockopt(live->file, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    }
    return EXIT_GOOD;
}

static bool is_address(const char *name)
{
    const char *address = name + strlen(tcp), *colon = strrchr(address, ':');
    return colon && colon != address && colon[1] && colon - address < 256;
}

static const struct {
    unsigned baud;
    speed_t speed;
} speeds[] = {
    {9600, B9600},       {19200, B19200},     {38400, B38400},     {57600, B57600},
    {115200, B115200},   {230400, B230400},   {460800, B460800},   {500000, B500000},
    {576000, B576000},   {921600, B921600},   {1000000, B1000000}, {1152000, B1152000},
    {1500000, B1500000}, {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000},
    {3500000, B3500000}, {4000000, B4000000},
};

static int serial_port(live_t *live, unsigned baud)
{
    struct termios t;
    char text[16];

    if (tcgetattr(live->file, &t))
        return report_errno(live->name, "cannot read the settings of the port");
    cfmakeraw(&t);
    t.c_cflag |= CLOCAL | CREAD;
    t.c_cflag &= ~(tcflag_t)CRTSCTS;
    if (baud) {
        size_t i = 0, count = sizeof speeds / sizeof *speeds;
        while (i < count && speeds[i].baud != baud)
            i++;
        if (i == count) {
            snprintf(text, sizeof text, "%u", baud);
            return usage("--baud %s is no speed of a serial port; write one like 115200", text);
        }
        cfsetspeed(&t, speeds[i].speed);
    }
    return tcsetattr(live->file, TCSANOW, &t) ? report_errno(live->name, "cannot set up the port")
                                              : EXIT_GOOD;
}

int live_open(live_t *live, const char *from, bool follow, bool reconnect, unsigned baud)
{
    bool standard = !strcmp(from, "-");
    struct stat status;
    int rc = EXIT_GOOD;

    *live = (live_t){.name = standard ? "standard input" : from,
                     .file = -1,
                     .follow = follow,
                     .reconnect = reconnect};
    if (!strncmp(from, tcp, strlen(tcp))) {
        rc = is_address(from) ? connect_to(live)
                              : usage("%s: write tcp:HOST:PORT, like tcp:board:5000", from);
    } else if (reconnect) {
        rc = usage("%s: --reconnect works with tcp:HOST:PORT only", live->name);
    } else {
        // standard input stays as it is: others have it open, too
        live->file = standard ? dup(STDIN_FILENO)
                              : open(from, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (live->file < 0)
            rc = report_errno(live->name, "cannot open");
        else if (!fstat(live->file, &status) && S_ISDIR(status.st_mode)) {
            errno = EISDIR;
            rc = report_errno(live->name, "cannot read");
        } else if (isatty(live->file) && !standard) {
            rc = serial_port(live, baud);
            baud = 0;
        }
    }
    if (!rc && baud)
        rc = usage("%s is no serial port: leave out --baud", live->name);
    if (!rc && live->file >= 0)
        rc = input_remember(live->name, live->file);
    return rc;
}

void live_close(live_t *live)
{
    free(live->prefix.bytes);
    if (live->file >= 0)
        close(live->file);
}

void live_wait(void)
{
    while (!signals)
        wait_for(NULL, NULL);
}

// ---- reading

// Returns when there are bytes, or on a signal.
static void wait_for_bytes(live_t *live)
{
    if (live->idle)
        live->idle(live->context);
    if (live->follow) // a file is always readable
        wait_for(NULL, &(struct timespec){.tv_nsec = FOLLOW_NS});
    else
        wait_for(&(struct pollfd){.fd = live->file, .events = POLLIN}, NULL);
}

// Waits for the next connection. Returns whether there is one.
static bool next_connection(live_t *live)
{
    if (live->idle)
        live->idle(live->context);
    report_waiting(live, "the connection ended");
    return !connect_to(live) && !live->ended;
}

int64_t live_read(void *context, void *bytes, size_t size, uint64_t offset)
{
    live_t *live = context;

    size_t again = prefix_read(&live->prefix, bytes, size, offset);
    if (again)
        return (int64_t)again;
    while (!live->ended) {
        struct pollfd one = {.fd = live->file, .events = POLLIN};
        live->stopping = signals != 0;
        errno = EAGAIN; // of a read that would wait
        ssize_t got = poll(&one, 1, 0) > 0 ? read(live->file, bytes, size) : -1;
        if (got > 0) {
            live->received += (uint64_t)got;
            live->drained += live->stopping ? (uint64_t)got : 0;
            live->ended = live->drained > DRAIN_MAX;
            return prefix_add(&live->prefix, bytes, (size_t)got) ? MODEL_E_READ : got;
        }
        if (got < 0 && errno == EIO) // a terminal whose other side was closed
            got = 0;
        const bool waits = got < 0 && (errno == EAGAIN || errno == EINTR);
        if (live->stopping && (waits || !got)) {
            live->ended = true;
        } else if (live->reconnect && !waits) {
            live->ended = !next_connection(live);
        } else if (got < 0 && !waits) {
            return MODEL_E_READ;
        } else if (!got && !live->follow) {
            live->ended = true;
        } else if (!got || errno == EAGAIN) {
            wait_for_bytes(live);
        }
    }
    return 0;
}
