// SPDX-License-Identifier: Apache-2.0
// Live input, see live.h.
#include "live.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    FOLLOW_NS = 20 * 1000 * 1000, // between two reads of a growing file
    DRAIN_MAX = 16 << 20,         // bytes read after a signal: a source that never stops must not
    // prevent the end
};

static volatile sig_atomic_t signals;

static void on_signal(int number)
{
    (void)number;
    if (++signals > 2)
        _exit(EXIT_ERROR);
}

// ---- opening

static int connect_to(live_t *live, const char *address)
{
    char host[256];
    const char *colon = strrchr(address, ':');
    struct addrinfo *found, hints = {.ai_socktype = SOCK_STREAM};

    if (!colon || colon == address || !colon[1] || (size_t)(colon - address) >= sizeof host)
        return usage("tcp:HOST:PORT", live->name);
    memcpy(host, address, (size_t)(colon - address));
    host[colon - address] = 0;
    int rc = getaddrinfo(host, colon + 1, &hints, &found);
    if (rc) {
        fprintf(stderr, "weir: %s: cannot open: %s\n", live->name, gai_strerror(rc));
        return EXIT_ERROR;
    }
    live->file = -1;
    for (struct addrinfo *a = found; a && live->file < 0; a = a->ai_next) {
        live->file = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
        if (live->file >= 0 && connect(live->file, a->ai_addr, a->ai_addrlen)) {
            int reason = errno;
            close(live->file);
            live->file = -1;
            errno = reason;
        }
    }
    freeaddrinfo(found);
    return live->file < 0 ? report_errno(live->name, "cannot open") : EXIT_GOOD;
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
            return usage("a standard serial speed from 9600 to 4000000", text);
        }
        cfsetspeed(&t, speeds[i].speed);
    }
    return tcsetattr(live->file, TCSANOW, &t) ? report_errno(live->name, "cannot set up the port")
                                              : EXIT_GOOD;
}

void live_catch(void)
{
    sigset_t blocked;

    // Signals are unblocked only while waiting, so that none is missed between the test of the flag
    // and the wait.
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, NULL);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = on_signal}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = on_signal}, NULL);
}

int live_open(live_t *live, const char *from, bool follow, unsigned baud)
{
    bool standard = !strcmp(from, "-");
    struct stat status;
    int rc = EXIT_GOOD;

    *live = (live_t){.name = standard ? "standard input" : from, .follow = follow};
    live_catch();
    sigprocmask(SIG_BLOCK, NULL, &live->waiting);
    sigdelset(&live->waiting, SIGINT);
    sigdelset(&live->waiting, SIGTERM);
    if (!strncmp(from, "tcp:", 4)) {
        rc = connect_to(live, from + 4);
    } else {
        live->file = standard ? dup(STDIN_FILENO) : open(from, O_RDONLY | O_NOCTTY | O_CLOEXEC);
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
        rc = usage("--baud with a serial port", live->name);
    if (rc)
        return rc;
    fcntl(live->file, F_SETFL, fcntl(live->file, F_GETFL) | O_NONBLOCK);
    int64_t got = live_read(live, live->head, sizeof live->head, 0);
    if (got < 0)
        return report_errno(live->name, "cannot read");
    live->head_size = (size_t)got;
    return EXIT_GOOD;
}

void live_close(live_t *live) { close(live->file); }

void live_wait(live_t *live)
{
    while (!signals)
        ppoll(NULL, 0, NULL, &live->waiting);
}

// ---- reading

// Returns when there are bytes, or on a signal.
static void wait_for_bytes(live_t *live)
{
    if (live->idle)
        live->idle(live->context);
    if (live->follow) { // a file is always readable
        ppoll(NULL, 0, &(struct timespec){.tv_nsec = FOLLOW_NS}, &live->waiting);
        return;
    }
    struct pollfd one = {.fd = live->file, .events = POLLIN};
    ppoll(&one, 1, NULL, &live->waiting);
}

int64_t live_read(void *context, void *bytes, size_t size, uint64_t offset)
{
    live_t *live = context;

    if (offset < live->head_size) {
        size_t left = live->head_size - (size_t)offset;
        if (left < size)
            size = left;
        memcpy(bytes, live->head + offset, size);
        return (int64_t)size;
    }
    while (!live->ended) {
        // Signals are blocked: deliver a pending one.
        if (!signals)
            ppoll(NULL, 0, &(struct timespec){0}, &live->waiting);
        live->stopping = signals != 0;
        ssize_t got = read(live->file, bytes, size);
        if (got > 0) {
            live->received += (uint64_t)got;
            live->drained += live->stopping ? (uint64_t)got : 0;
            live->ended = live->drained > DRAIN_MAX;
            return got;
        }
        if (got < 0 && errno == EIO) // a terminal whose other side was closed
            got = 0;
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return MODEL_E_READ;
        if (live->stopping || (!got && !live->follow))
            live->ended = true;
        else if (got == 0 || errno != EINTR)
            wait_for_bytes(live);
    }
    return 0;
}
