// SPDX-License-Identifier: Apache-2.0
// Fuzzer of the server of the live page. The bytes are what clients do: connect, send pieces of
// requests, read, wait, close; while a recording stores blocks and ends. The server may not touch
// memory that is not its own, nor keep a file open; nobody gets a page, a block, a trace or a file
// without the token and the right host, and nobody anything from outside the folder; a stream is
// the blocks in their order; and a good request among 16 clients gets its whole answer.
//
// The server runs in turns here, on a socket of the file system's kind, with a clock of the input.
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "random.h"

static time_t now = 1000;

static int fuzz_clock(struct timespec *to)
{
    *to = (struct timespec){.tv_sec = now};
    return 0;
}

// With little room, so that replies leave in parts.
static int fuzz_accept(int listener)
{
    const int file = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), room = 1;
    if (file >= 0)
        setsockopt(file, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    return file;
}

#define poll(files, count, wait) poll(files, count, 0)
#define clock_gettime(clock, to) fuzz_clock(to)
#define accept4(file, address, size, flags) fuzz_accept(file)
#include "../../sw/cli/serve.c"
#undef poll
#undef clock_gettime
#undef accept4

// What serve_start needs of the command; the fuzzer starts the server itself.
int report_errno(const char *name, const char *what) { return name == what; }
void *xcalloc(size_t count, size_t size) { return calloc(count, size); }
FILE *temporary_file(void) { return NULL; }

enum { PORT = 8080, PEERS = 20, SENT = 6000, BLOCKS = 20000, PAGE = 9000 };
static const char token[] = "0123456789abcdef", page_mark[] = "<!--page-->", trace_mark[] = "TRACE",
                  file_mark[] = "FILE", outside_mark[] = "OUTSIDE";
// Head and tail of the page, which the command has from view_page.S: numbers that all differ.
__asm__(".data\n"
        ".globl view_page_head, view_page_head_end, view_page_tail, view_page_tail_end\n"
        ".set number, 0x10203040\n"
        "view_page_head: .ascii \"<!--page-->\"\n"
        ".rept 2200\n.long number\n.set number, number + 1\n.endr\n"
        "view_page_head_end:\n"
        "view_page_tail: .rept 800\n.long number\n.set number, number + 1\n.endr\n"
        "view_page_tail_end: .byte 0\n"
        ".text\n");

typedef struct {
    int file; // -1: not connected
    bool was; // connected in this execution
    uint8_t sent[SENT], *got;
    size_t sent_size, size;
    bool good; // its first bytes were a whole request of the page
} peer_t;

static peer_t peers[PEERS];
static serve_t server;
static uint8_t whole[4 * PAGE], blocks[BLOCKS], room[PEERS][BLOCKS + 2 * PAGE];
static size_t whole_size, blocks_size; // of the page, and of all blocks as sent
static int listener, wake_pipe[2], folder, trace;
static struct sockaddr_un address;
static socklen_t address_size = sizeof address;

static const char *const requests[] = {
    "GET /@/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
    "GET /@/stream HTTP/1.1\r\nHost: localhost:8080\r\nAccept: x\r\n\r\n",
    "GET /@/ HTTP/1.1\r\nHost: example.org\r\n\r\n",
    "GET /0000000000000000/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
    "GET / HTTP/1.1\r\nhost:localhost:8080\r\nCookie: a=b; weir=@\r\n\r\n",
    "GET /localtrace HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nCookie: weir=@\r\n\r\n",
    "GET /a.js?x HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nCookie: weir=@\r\n\r\n",
    "GET /../outside HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nCookie: weir=@\r\n\r\n",
    "GET /vizviewer_info HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nCookie: weir=@\r\n\r\n",
    "POST /@/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
    "GET /",
    "@",
    " HTTP/1.1\r\n",
    "Host: 127.0.0.1:8080\r\n",
    "Cookie: weir=@\r\n",
    "\r\n",
    "/stream",
    "/..",
    "/a.js",
    "//outside",
    "Cookie: weir=0\r\nCookie: weir=@\r\n",
    "\r\n\r\n",
};
enum { GOOD_PAGE = 0, REQUESTS = sizeof requests / sizeof *requests };

static void write_file(int where, const char *name, const char *text)
{
    const int file = openat(where, name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    REQUIRE(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text) && !close(file));
}

static char above[] = "/dev/shm/serve-fuzz-XXXXXX";
static int up; // the folder `above`

static void remove_files(void)
{
    unlinkat(folder, "a.js", 0);
    unlinkat(folder, "index.html", 0);
    unlinkat(up, "ui", AT_REMOVEDIR);
    unlinkat(up, "outside", 0);
    rmdir(above);
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    REQUIRE(mkdtemp(above) && !atexit(remove_files));
    up = open(above, O_RDONLY | O_DIRECTORY);
    REQUIRE(up >= 0 && !mkdirat(up, "ui", 0700));
    folder = openat(up, "ui", O_RDONLY | O_DIRECTORY);
    write_file(up, "outside", outside_mark);
    write_file(folder, "index.html", file_mark);
    write_file(folder, "a.js", file_mark);
    trace = memfd_create("trace", 0);
    REQUIRE(folder >= 0 && write(trace, trace_mark, strlen(trace_mark)) > 0);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    address.sun_family = AF_UNIX; // the kernel chooses a name
    REQUIRE(listener >= 0 &&
            !bind(listener, (struct sockaddr *)&address, sizeof address.sun_family) &&
            !listen(listener, CLIENTS) &&
            !getsockname(listener, (struct sockaddr *)&address, &address_size));
    REQUIRE(!pipe2(wake_pipe, O_NONBLOCK | O_CLOEXEC));
    const char *const parts[][2] = {{view_page_head, view_page_head_end},
                                    {live_mark, live_mark + sizeof live_mark - 1},
                                    {view_page_tail, view_page_tail_end}};
    for (unsigned i = 0; i < 3; i++) {
        const size_t size = (size_t)(parts[i][1] - parts[i][0]);
        REQUIRE(whole_size + size <= sizeof whole);
        memcpy(whole + whole_size, parts[i][0], size);
        whole_size += size;
    }
    return 0;
}

// ---- the clients

typedef struct {
    const uint8_t *at, *end;
} in_t;

static unsigned next(in_t *in) { return in->at < in->end ? *in->at++ : 0; }

static void join(peer_t *p)
{
    if (p->was)
        return;
    p->file = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    REQUIRE(p->file >= 0);
    if (connect(p->file, (struct sockaddr *)&address, address_size)) {
        close(p->file); // too many at once
        p->file = -1;
        return;
    }
    p->was = true;
}

static size_t say(peer_t *p, const void *bytes, size_t size)
{
    if (p->file < 0 || p->sent_size + size > SENT)
        return 0;
    const ssize_t count = send(p->file, bytes, size, MSG_NOSIGNAL);
    if (count <= 0)
        return 0;
    memcpy(p->sent + p->sent_size, bytes, (size_t)count);
    p->sent_size += (size_t)count;
    return (size_t)count;
}

static void say_request(peer_t *p, unsigned which, size_t limit)
{
    char text[256];
    size_t size = 0;
    for (const char *c = requests[which]; *c; c++)
        if (*c == '@')
            size += (size_t)sprintf(text + size, "%s", token);
        else
            text[size++] = *c;
    const bool first = p->file >= 0 && !p->sent_size;
    const size_t sent = say(p, text, size < limit ? size : limit);
    p->good |= first && which == GOOD_PAGE && sent == size;
}

static bool hear(peer_t *p, size_t limit)
{
    if (p->file < 0)
        return false;
    const size_t left = sizeof room[0] - p->size;
    const ssize_t count = recv(p->file, p->got + p->size, limit < left ? limit : left, 0);
    p->size += count > 0 ? (size_t)count : 0;
    return count > 0;
}

static bool has(const uint8_t *bytes, size_t size, const char *text)
{
    return memmem(bytes, size, text, strlen(text)) != NULL;
}

static bool ends_head(const char *head, const peer_t *p, size_t *body)
{
    const size_t size = strlen(head);
    *body = size;
    return p->size > size && !memcmp(p->got, head, size);
}

static void check(const peer_t *p, bool live, bool calm)
{
    static const char stream[] = HEAD("200 OK", "text/event-stream") END_OF_HEAD,
                      page[] = HEAD("200 OK", "text/html; charset=utf-8") END_OF_HEAD;
    const char *const begin = "HTTP/1.1 ";
    const size_t length = p->size < strlen(begin) ? p->size : strlen(begin);
    size_t body;
    REQUIRE(!memcmp(p->got, begin, length));
    REQUIRE(!has(p->got, p->size, outside_mark));
    const bool served = has(p->got, p->size, " 200 OK") || has(p->got, p->size, token) ||
                        has(p->got, p->size, page_mark) || has(p->got, p->size, "data: ") ||
                        has(p->got, p->size, trace_mark) || has(p->got, p->size, file_mark);
    REQUIRE(!served || (has(p->sent, p->sent_size, token) &&
                        (has(p->sent, p->sent_size, "127.0.0.1:8080\r\n") ||
                         has(p->sent, p->sent_size, "localhost:8080\r\n"))));
    REQUIRE(!live || !(has(p->got, p->size, file_mark) || has(p->got, p->size, trace_mark)));
    if (ends_head(stream, p, &body)) {
        const size_t size = p->size - body, same = size < blocks_size ? size : blocks_size;
        REQUIRE(live && !memcmp(p->got + body, blocks, same));
        REQUIRE(size <= blocks_size || has(p->got + body + same, size - same, "event: "));
    }
    if (ends_head(page, p, &body)) {
        const size_t size = p->size - body;
        REQUIRE(live && size <= whole_size && !memcmp(p->got + body, whole, size));
        REQUIRE(!calm || !p->good || size == whole_size);
    } else {
        REQUIRE(!live || !calm || !p->good);
    }
}

// ---- an execution

static unsigned open_files(void)
{
    unsigned count = 0;
    for (int file = 0; file < 100; file++)
        count += fcntl(file, F_GETFD) >= 0;
    return count;
}

static void store_block(serve_t *s, in_t *in)
{
    char text[256];
    const size_t size = next(in);
    for (size_t i = 0; i < size; i++)
        text[i] = (char)('a' + next(in) % 26); // small letters make no mark
    const size_t all = size + strlen("data: \n\n");
    if (s->folder >= 0 || atomic_load(&s->end)) // no more follow
        return;
    if (serve_block(s, text, size)) {
        REQUIRE(blocks_size + all > s->limit);
        return;
    }
    blocks_size += (size_t)sprintf((char *)blocks + blocks_size, "data: %.*s\n\n", (int)size, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    in_t in = {data, data + size};
    const unsigned how = next(&in);
    const bool live = how & 1;
    const unsigned before = open_files();
    serve_t *const s = &server;
    bool calm = true; // nobody was sent away, and no time passed
    unsigned joined = 0;
    memset(s, 0, sizeof *s);
    for (unsigned i = 0; i < CLIENTS; i++)
        s->clients[i].file = -1;
    s->listener = listener;
    memcpy(s->wake, wake_pipe, sizeof s->wake);
    s->folder = live ? -1 : folder;
    s->limit = how & 2 ? 1000 : BLOCKS - 300;
    s->store = live ? fdopen(memfd_create("blocks", 0), "w+") : fdopen(dup(trace), "r");
    s->port = PORT;
    memcpy(s->token, token, sizeof token);
    REQUIRE(s->store);
    blocks_size = 0;
    for (unsigned i = 0; i < PEERS; i++)
        peers[i] = (peer_t){.file = -1, .got = room[i]};

    while (in.at < in.end) {
        const unsigned what = next(&in);
        peer_t *const p = &peers[what >> 3 < PEERS ? what >> 3 : 0];
        switch (what & 7) {
        case 0: // a whole request
            join(p);
            say_request(p, next(&in) % REQUESTS, SIZE_MAX);
            break;
        case 1: {
            const unsigned which = next(&in) % REQUESTS;
            join(p);
            say_request(p, which, next(&in));
            break;
        }
        case 2: {
            const size_t left = (size_t)(in.end - in.at), count = next(&in) % 64;
            join(p);
            in.at += say(p, in.at, count < left ? count : left ? left - 1 : 0);
            break;
        }
        case 3: hear(p, next(&in) * 64); break;
        case 4:
            if (p->file >= 0)
                shutdown(p->file, next(&in) & 1 ? SHUT_WR : SHUT_RDWR);
            p->good = false;
            break;
        case 5: store_block(s, &in); break;
        case 6: serve_end(s, next(&in) & 1 ? SERVE_OVER : SERVE_FAILED); break;
        default: now += next(&in); calm = false;
        }
        REQUIRE(turn(s));
    }
    for (unsigned i = 0; i < PEERS; i++)
        joined += peers[i].was;
    // as long as somebody hears more
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < 3; i++)
            REQUIRE(turn(s));
        for (unsigned i = 0; i < PEERS; i++)
            more |= hear(&peers[i], SIZE_MAX);
    }
    for (unsigned i = 0; i < PEERS; i++)
        check(&peers[i], live, calm && joined <= CLIENTS);
    atomic_store(&s->stop, true);
    for (unsigned i = 0; turn(s); i++) {
        now++;
        REQUIRE(i < 10);
    }
    for (unsigned i = 0; i < PEERS; i++)
        if (peers[i].file >= 0)
            close(peers[i].file);
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0)
            close_client(&s->clients[i]);
    fclose(s->store);
    char bytes[64];
    while (read(wake_pipe[0], bytes, sizeof bytes) > 0)
        ;
    // who connected and was not accepted
    for (int file; (file = accept(listener, NULL, NULL)) >= 0;)
        close(file);
    REQUIRE(open_files() == before);
    return 0;
}
