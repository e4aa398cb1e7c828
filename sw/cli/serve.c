// SPDX-License-Identifier: Apache-2.0
// The server of `weir record --view`, see serve.h.
#include "serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "octets.h"
#include "view_page.h"

enum { CLIENTS = 16, REQUEST = 4096, PIECES = 4, STOP_SECONDS = 2 };

static const char live_mark[] = "<script type=\"weir/live\"></script>\n";

typedef struct {
    int file;                   // -1: this place is free
    char request[REQUEST];
    size_t size;
    bool answered;              // there is something to send, or was
    bool stream;                // then come the blocks, from offset on
    struct { const char *octets; size_t size; } pieces[PIECES];
    unsigned piece;
    off_t offset;
} client_t;

struct serve {
    int listener, wake[2];
    FILE *store;                // all events, as they are sent
    atomic_ullong size;         // octets of it that are whole
    atomic_bool stop;
    pthread_t thread;
    char token[17], address[64];
    unsigned port;
    client_t clients[CLIENTS];
};

// --- answers ----------------------------------------------------------------------------------------------------------------

#define HEAD(status, type) "HTTP/1.1 " status "\r\nContent-Type: " type "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n" \
    "Referrer-Policy: no-referrer\r\nConnection: close\r\n\r\n"

static void piece(client_t *c, const char *octets, size_t size)
{
    c->pieces[c->piece].octets = octets;
    c->pieces[c->piece++].size = size;
}

// The value of a header of a request, compared; letters of its name may be of any case.
static bool header_is(const char *request, const char *name, const char *value)
{
    size_t length = strlen(name);
    for (const char *line = strstr(request, "\r\n"); line && line[2] != '\r'; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, length) || line[2 + length] != ':')
            continue;
        const char *at = line + 3 + length;
        at += strspn(at, " ");
        return !strncmp(at, value, strlen(value)) && at[strlen(value)] == '\r';
    }
    return false;
}

static void answer(serve_t *s, client_t *c)
{
    static const char page[] = HEAD("200 OK", "text/html; charset=utf-8"), stream[] = HEAD("200 OK", "text/event-stream"),
                      none[] = HEAD("404 Not Found", "text/plain") "not here\n", refused[] = HEAD("403 Forbidden", "text/plain") "refused\n";
    char line[64], host[32], local[32];
    c->answered = true;
    c->piece = 0;
    snprintf(host, sizeof host, "127.0.0.1:%u", s->port);
    snprintf(local, sizeof local, "localhost:%u", s->port);
    if (!header_is(c->request, "Host", host) && !header_is(c->request, "Host", local)) {
        piece(c, refused, sizeof refused - 1);
    } else if (snprintf(line, sizeof line, "GET /%s/ HTTP/1.1\r\n", s->token), !strncmp(c->request, line, strlen(line))) {
        piece(c, page, sizeof page - 1);
        piece(c, view_page_head, (size_t)(view_page_head_end - view_page_head));
        piece(c, live_mark, sizeof live_mark - 1);
        piece(c, view_page_tail, (size_t)(view_page_tail_end - view_page_tail));
    } else if (snprintf(line, sizeof line, "GET /%s/stream HTTP/1.1\r\n", s->token), !strncmp(c->request, line, strlen(line))) {
        piece(c, stream, sizeof stream - 1);
        c->stream = true;
    } else {
        piece(c, none, sizeof none - 1);
    }
    for (unsigned i = c->piece; i < PIECES; i++)
        c->pieces[i].size = 0;
    c->piece = 0;
}

// --- clients ----------------------------------------------------------------------------------------------------------------

static void drop(client_t *c)
{
    close(c->file);
    c->file = -1;
}

static bool has_more(serve_t *s, const client_t *c)
{
    return c->answered && (c->piece < PIECES || (c->stream && (uint64_t)c->offset < atomic_load(&s->size)));
}

static void welcome(serve_t *s)
{
    int file = accept4(s->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0)
        return;
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file < 0) {
            s->clients[i] = (client_t){.file = file};
            return;
        }
    close(file);                // too many
}

static void hear(serve_t *s, client_t *c)
{
    ssize_t got = recv(c->file, c->request + c->size, REQUEST - 1 - c->size, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        drop(c);
        return;
    }
    if (c->answered) {          // what comes behind the request does not matter
        c->size = 0;
        return;
    }
    c->size += (size_t)got;
    c->request[c->size] = 0;
    if (strstr(c->request, "\r\n\r\n"))
        answer(s, c);
    else if (c->size == REQUEST - 1)
        drop(c);
}

static void tell(serve_t *s, client_t *c)
{
    while (c->piece < PIECES) {
        ssize_t sent = c->pieces[c->piece].size ? send(c->file, c->pieces[c->piece].octets, c->pieces[c->piece].size, MSG_NOSIGNAL) : 0;
        if (sent < 0) {
            if (errno != EAGAIN && errno != EINTR)
                drop(c);
            return;
        }
        c->pieces[c->piece].octets += sent;
        c->pieces[c->piece].size -= (size_t)sent;
        c->piece += !c->pieces[c->piece].size;
    }
    if (!c->stream) {
        shutdown(c->file, SHUT_WR);
        drop(c);
        return;
    }
    uint64_t size = atomic_load(&s->size);
    while ((uint64_t)c->offset < size)
        if (sendfile(c->file, fileno(s->store), &c->offset, size - (uint64_t)c->offset) <= 0) {
            if (errno != EAGAIN && errno != EINTR)
                drop(c);
            return;
        }
}

static bool all_told(serve_t *s)
{
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0 && has_more(s, &s->clients[i]))
            return false;
    return true;
}

static void *serve(void *context)
{
    serve_t *s = context;
    struct timespec now;
    time_t until = 0;

    for (;;) {
        struct pollfd polls[CLIENTS + 2] = {{s->listener, POLLIN, 0}, {s->wake[0], POLLIN, 0}};
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (atomic_load(&s->stop)) {
            until = until ? until : now.tv_sec + STOP_SECONDS;
            if (now.tv_sec > until || all_told(s))
                return NULL;
        }
        for (unsigned i = 0; i < CLIENTS; i++)
            polls[i + 2] = (struct pollfd){s->clients[i].file, (short)(POLLIN | (has_more(s, &s->clients[i]) ? POLLOUT : 0)), 0};
        poll(polls, CLIENTS + 2, until ? 100 : -1);
        char octets[64];
        if (polls[1].revents && read(s->wake[0], octets, sizeof octets) < 0)
            continue;
        for (unsigned i = 0; i < CLIENTS; i++) {
            client_t *c = &s->clients[i];
            if (c->file >= 0 && polls[i + 2].revents & (POLLIN | POLLHUP | POLLERR))
                hear(s, c);
            if (c->file >= 0 && has_more(s, c))
                tell(s, c);
        }
        if (polls[0].revents)
            welcome(s);
    }
}

// --- the recording's side -----------------------------------------------------------------------------------------------------

static void wake(serve_t *s)
{
    // full: it wakes anyhow
    if (write(s->wake[1], "", 1) < 0)
        return;
}

static int keep(serve_t *s, const char *event, const char *data, size_t size)
{
    if (fputs(event, s->store) < 0 || fputs("data: ", s->store) < 0 || fwrite(data, 1, size, s->store) != size || fputs("\n\n", s->store) < 0
        || fflush(s->store))
        return -1;
    atomic_store(&s->size, (unsigned long long)ftello(s->store));
    wake(s);
    return 0;
}

int serve_start(serve_t **serve_out, unsigned port)
{
    serve_t *s = need(1, sizeof *s);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    uint64_t number;
    sigset_t all, before;
    int yes = 1;

    for (unsigned i = 0; i < CLIENTS; i++)
        s->clients[i].file = -1;
    s->store = temporary_file();
    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s->listener >= 0)
        setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (!s->store || s->listener < 0 || pipe2(s->wake, O_NONBLOCK | O_CLOEXEC) || bind(s->listener, (struct sockaddr *)&address, sizeof address)
        || listen(s->listener, CLIENTS) || getsockname(s->listener, (struct sockaddr *)&address, &length)
        || getrandom(&number, sizeof number, 0) != sizeof number) {
        int rc = trouble("the server on 127.0.0.1", "cannot start");
        if (s->store)
            fclose(s->store);
        if (s->listener >= 0)
            close(s->listener);
        free(s);
        return rc;
    }
    s->port = ntohs(address.sin_port);
    snprintf(s->token, sizeof s->token, "%016" PRIx64, number);
    snprintf(s->address, sizeof s->address, "http://127.0.0.1:%u/%s/", s->port, s->token);
    // signals are the recording's
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    errno = pthread_create(&s->thread, NULL, serve, s);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (errno)
        exit(trouble("the server on 127.0.0.1", "cannot start"));
    *serve_out = s;
    return EXIT_GOOD;
}

const char *serve_address(const serve_t *s)
{
    return s->address;
}

int serve_block(serve_t *s, const char *base64, size_t size)
{
    return keep(s, "", base64, size);
}

int serve_over(serve_t *s)
{
    return keep(s, "event: over\n", "", 0);
}

void serve_stop(serve_t *s)
{
    if (!s)
        return;
    atomic_store(&s->stop, true);
    wake(s);
    pthread_join(s->thread, NULL);
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0)
            drop(&s->clients[i]);
    close(s->listener);
    close(s->wake[0]);
    close(s->wake[1]);
    fclose(s->store);
    free(s);
}
