// SPDX-License-Identifier: Apache-2.0
// Files and temporary files of the command, see files.h.
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory_end.h"
#include "progress.h"

int report_errno(const char *name, const char *what)
{
    message("%s: %s: %s", name, what, strerror(errno));
    return EXIT_ERROR;
}

jmp_buf memory_end;

void *checked(void *memory)
{
    if (!memory)
        longjmp(memory_end, MODEL_E_ROOM);
    return memory;
}

void *xmalloc(size_t size) { return checked(malloc(size)); }

void *xcalloc(size_t count, size_t size) { return checked(calloc(count, size)); }

FILE *text_stream(char **text, size_t *size)
{
    errno = 0;
    return checked(open_memstream(text, size));
}

void close_text(FILE *stream, char *const *text)
{
    // glibc does not mark a stream whose memory could not grow within a format
    const bool whole = !ferror(stream) && errno != ENOMEM;
    checked(!fclose(stream) && whole ? *text : NULL);
}

const char *temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return !folder || !*folder || strlen(folder) > FILE_PATH / 2 ? "/tmp" : folder;
}

FILE *temporary_file(void)
{
    char path[FILE_PATH];
    sigset_t all, before;
    // without O_TMPFILE, the file has a name for a moment: no signal may come between
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int file = open(temporary_folder(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) {
        snprintf(path, sizeof path, "%s/weir.XXXXXX", temporary_folder());
        file = mkostemp(path, O_CLOEXEC);
        if (file >= 0)
            unlink(path);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return file < 0 ? NULL : fdopen(file, "w+b");
}

int report_temporary(const char *what)
{
    message("temporary file in %s: %s: %s; TMPDIR sets its folder", temporary_folder(), what,
            strerror(errno));
    return EXIT_ERROR;
}

// ---- in

static struct {
    struct place {
        dev_t device;
        ino_t file;
    } * places;
    size_t count;
} inputs; // every regular file that this command reads

static bool is_place(const struct stat *status, struct place place)
{
    return S_ISREG(status->st_mode) && status->st_dev == place.device &&
           status->st_ino == place.file;
}

int input_remember(const char *name, int file)
{
    struct stat status, out;
    if (fstat(file, &status) || !S_ISREG(status.st_mode))
        return EXIT_GOOD;
    const struct place place = {status.st_dev, status.st_ino};
    // the output would become input, which never ends
    if (!fstat(STDOUT_FILENO, &out) && is_place(&out, place))
        return usage("%s is an input: send standard output to another file", name);
    void *places = realloc(inputs.places, (inputs.count + 1) * sizeof place);
    if (!places)
        return report_errno("memory", "cannot allocate");
    inputs.places = places;
    inputs.places[inputs.count++] = place;
    return EXIT_GOOD;
}

bool input_is(const char *path)
{
    struct stat status;
    if (stat(path, &status))
        return false;
    for (size_t i = 0; i < inputs.count; i++)
        if (is_place(&status, inputs.places[i]))
            return true;
    return false;
}

static ssize_t read_some(int file, void *bytes, size_t size)
{
    ssize_t got;
    do
        got = read(file, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

static ssize_t read_at(int file, void *bytes, size_t size, uint64_t offset)
{
    ssize_t got;
    do
        got = pread(file, bytes, size, (off_t)offset);
    while (got < 0 && errno == EINTR);
    return got;
}

int prefix_add(prefix_t *p, const void *bytes, size_t size)
{
    if (!p->keeps || !size)
        return 0;
    if (p->size + size > p->capacity) {
        size_t capacity = 2 * (p->size + size);
        uint8_t *more = realloc(p->bytes, capacity);
        if (!more)
            return -1;
        p->bytes = more;
        p->capacity = capacity;
    }
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
    return 0;
}

size_t prefix_read(prefix_t *p, void *bytes, size_t size, uint64_t offset)
{
    if (offset < p->size) {
        size = size < p->size - offset ? size : p->size - (size_t)offset;
        memcpy(bytes, p->bytes + offset, size);
        return size;
    }
    if (!p->keeps) {
        free(p->bytes);
        *p = (prefix_t){0};
    }
    return 0;
}

int input_open(input_t *in, const char *path)
{
    bool standard = !strcmp(path, "-");
    struct stat status;

    *in = (input_t){.name = standard ? "standard input" : path, .size = UINT64_MAX};
    in->file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (in->file < 0)
        return report_errno(in->name, "cannot open");
    if (!fstat(in->file, &status) && S_ISDIR(status.st_mode)) {
        close(in->file);
        message("%s is a directory: name a trace file in it (CTF is written only)", in->name);
        return EXIT_ERROR;
    }
    if (input_remember(in->name, in->file)) {
        close(in->file);
        return EXIT_ERROR;
    }
    in->seekable = S_ISREG(status.st_mode);
    if (in->seekable)
        in->size = (uint64_t)status.st_size;
    while (in->head_size < sizeof in->head) {
        ssize_t got = in->seekable ? read_at(in->file, in->head + in->head_size,
                                             sizeof in->head - in->head_size, in->head_size)
                                   : read_some(in->file, in->head + in->head_size,
                                               sizeof in->head - in->head_size);
        if (got < 0) {
            close(in->file);
            return report_errno(in->name, "cannot read");
        }
        if (!got)
            break;
        in->head_size += (size_t)got;
    }
    in->at = in->head_size;
    in->prefix.keeps = !in->seekable;
    if (prefix_add(&in->prefix, in->head, in->head_size)) {
        close(in->file);
        return report_errno("memory", "cannot allocate");
    }
    in->prefix.keeps = false;
    return EXIT_GOOD;
}

int input_make_seekable(input_t *in)
{
    uint8_t buffer[1 << 16];
    ssize_t got = 0;

    if (in->seekable)
        return EXIT_GOOD;
    FILE *file = temporary_file();
    if (!file)
        return report_temporary("cannot open");
    bool good = fwrite(in->head, 1, in->head_size, file) == in->head_size;
    while (good && (got = read_some(in->file, buffer, sizeof buffer)) > 0) {
        good = fwrite(buffer, 1, (size_t)got, file) == (size_t)got;
        in->at += (uint64_t)got;
        progress_block("copying", in->name, in->at, UINT64_MAX, 0);
    }
    progress_end();
    good = good && !got && !fflush(file);
    int copy = good ? dup(fileno(file)) : -1;
    if (copy < 0)
        report_errno(in->name, "cannot copy to a temporary file");
    fclose(file);
    if (copy < 0)
        return EXIT_ERROR;
    close(in->file);
    in->file = copy;
    in->seekable = true;
    in->size = in->at;
    return EXIT_GOOD;
}

bool input_reads_ahead(const input_t *in)
{
    enum { SHORT = 1 << 20 };
    const char *parallel = getenv("WEIR_PARALLEL");
    cpu_set_t processors;
    if (!in->seekable || (parallel && *parallel))
        return in->seekable && *parallel != '0';
    return in->size >= SHORT && !sched_getaffinity(0, sizeof processors, &processors) &&
           CPU_COUNT(&processors) > 1;
}

void input_close(input_t *in)
{
    free(in->prefix.bytes);
    close(in->file);
}

int64_t input_read(void *context, void *bytes, size_t size, uint64_t offset)
{
    input_t *in = context;
    ssize_t got;

    if (in->seekable) {
        got = read_at(in->file, bytes, size, offset);
    } else if ((got = (ssize_t)prefix_read(&in->prefix, bytes, size, offset)) > 0) {
        // a second time
    } else if (offset == in->at) {
        got = read_some(in->file, bytes, size);
        if (got > 0 && prefix_add(&in->prefix, bytes, (size_t)got))
            got = -1;
        if (got > 0)
            in->at += (uint64_t)got;
    } else {
        errno = ESPIPE;
        got = -1;
    }
    if (got > 0)
        in->done += (uint64_t)got;
    return got < 0 ? MODEL_E_READ : got;
}
