// SPDX-License-Identifier: Apache-2.0
// Files and temporary files of the command, see bytes.h.
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress.h"

int report_errno(const char *name, const char *what)
{
    fprintf(stderr, "weir: %s: %s: %s\n", name, what, strerror(errno));
    return EXIT_ERROR;
}

int usage(const char *expected, const char *found)
{
    fprintf(stderr, "weir: expected %s, found %s\n", expected, found);
    return EXIT_ERROR;
}

void *xcalloc(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        exit(report_errno("memory", "cannot allocate"));
    return memory;
}

static FILE *temporary(char path[BYTES_PATH])
{
    const char *folder = getenv("TMPDIR");

    if (!folder || !*folder || strlen(folder) > BYTES_PATH - 32)
        folder = "/tmp";
    snprintf(path, BYTES_PATH, "%s/weir.XXXXXX", folder);
    int file = mkostemp(path, O_CLOEXEC);
    return file < 0 ? NULL : fdopen(file, "w+b");
}

FILE *temporary_file(void)
{
    char path[BYTES_PATH];
    FILE *file = temporary(path);
    if (file)
        unlink(path);
    return file;
}

// ---- in

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

int bytes_open(bytes_in_t *in, const char *path)
{
    bool standard = !strcmp(path, "-");
    struct stat status;

    *in = (bytes_in_t){.name = standard ? "standard input" : path, .size = UINT64_MAX};
    in->file = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
    if (in->file < 0)
        return report_errno(in->name, "cannot open");
    if (!fstat(in->file, &status) && S_ISDIR(status.st_mode)) {
        close(in->file);
        errno = EISDIR;
        return report_errno(in->name, "cannot read");
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
    return EXIT_GOOD;
}

int bytes_make_seekable(bytes_in_t *in)
{
    uint8_t buffer[1 << 16];
    ssize_t got = 0;

    if (in->seekable)
        return EXIT_GOOD;
    FILE *file = temporary_file();
    if (!file)
        return report_errno(in->name, "cannot copy to a temporary file");
    bool good = fwrite(in->head, 1, in->head_size, file) == in->head_size;
    while (good && (got = read_some(in->file, buffer, sizeof buffer)) > 0) {
        good = fwrite(buffer, 1, (size_t)got, file) == (size_t)got;
        in->at += (uint64_t)got;
        progress_block("copying", in->name, in->at);
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

void bytes_close(bytes_in_t *in) { close(in->file); }

bool bytes_is_file(int file, const char *path)
{
    struct stat a, b;
    return !fstat(file, &a) && !stat(path, &b) && S_ISREG(a.st_mode) && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

int64_t bytes_read(void *context, void *bytes, size_t size, uint64_t offset)
{
    bytes_in_t *in = context;
    ssize_t got;

    if (in->seekable) {
        got = read_at(in->file, bytes, size, offset);
    } else if (offset < in->head_size) {
        got = (ssize_t)(size < in->head_size - offset ? size : in->head_size - offset);
        memcpy(bytes, in->head + offset, (size_t)got);
    } else if (offset == in->at) {
        got = read_some(in->file, bytes, size);
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

// ---- out

static int write_file(void *context, const void *bytes, size_t size)
{
    bytes_out_t *out = context;
    return fwrite(bytes, 1, size, out->file) == size ? 0 : MODEL_E_WRITE;
}

static int patch_file(void *context, const void *bytes, size_t size, uint64_t offset)
{
    bytes_out_t *out = context;
    if (fflush(out->file))
        return MODEL_E_WRITE;
    for (size_t done = 0; done < size;) {
        ssize_t written = pwrite(fileno(out->file), (const char *)bytes + done, size - done,
                                 (off_t)(offset + done));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return MODEL_E_WRITE;
        done += (size_t)written;
    }
    return 0;
}

int bytes_create(bytes_out_t *out, const char *path, const model_format_t *format,
                 model_output_t *output)
{
    const bool standard = !strcmp(path, "-");
    struct stat status;
    // a pipe or a device is not seekable, and must not be replaced by a file
    const bool special = standard || (!stat(path, &status) && !S_ISREG(status.st_mode));

    *out = (bytes_out_t){.name = standard ? "standard output" : path, .standard = standard};
    *output = (model_output_t){.write = write_file, .context = out, .path = standard ? NULL : path};
    if (format->flags & MODEL_PATCHES)
        output->patch = patch_file;
    if (standard && isatty(STDOUT_FILENO) && !(format->flags & MODEL_TEXT))
        return usage("--output FILE, or a pipe, for a format that is not text", "a terminal");
    if (standard && format->flags & MODEL_DIRECTORY)
        return usage("--output DIRECTORY, as the format is several files", "standard output");
    if (format->flags & MODEL_DIRECTORY || (format->flags & MODEL_PATH && !special))
        return EXIT_GOOD;
    out->file = standard ? stdout : fopen(path, "wb");
    if (!out->file)
        return report_errno(out->name, "cannot open");
    if (special && format->flags & (MODEL_PATH | MODEL_PATCHES)) {
        out->target = out->file;
        out->file = temporary(out->path);
        if (!out->file)
            return report_errno("temporary file", "cannot open");
        output->path = out->path;
    }
    return EXIT_GOOD;
}

static bool copy_to_target(bytes_out_t *out)
{
    char buffer[1 << 16];
    uint64_t at = 0;
    ssize_t got;

    if (fflush(out->file))
        return false;
    int file = open(out->path,
                    O_RDONLY | O_CLOEXEC); // a format may have replaced the file that was opened
    if (file < 0)
        return false;
    while ((got = read_at(file, buffer, sizeof buffer, at)) > 0 &&
           fwrite(buffer, 1, (size_t)got, out->target) == (size_t)got)
        at += (uint64_t)got;
    int reason = errno;
    close(file);
    errno = reason;
    return !got;
}

int bytes_finish(bytes_out_t *out, bool failed)
{
    bool good = !failed;
    int reason = failed ? errno : 0;
    FILE *files[] = {out->file, out->target};

    if (good && out->target && !copy_to_target(out)) {
        good = false;
        reason = errno;
    }
    if (out->target)
        unlink(out->path);
    for (unsigned i = 0; i < 2; i++)
        if (files[i] && good && ferror(files[i])) {
            good = false;
            reason = errno;
        }
    out->file = out->target = NULL;
    for (unsigned i = 0; i < 2; i++)
        if (files[i] && files[i] != stdout && fclose(files[i]))
            good = false;
    if (out->standard && (fflush(stdout) || ferror(stdout)))
        good = false;
    if (good)
        return EXIT_GOOD;
    if (reason)
        errno = reason;
    return report_errno(out->name, "cannot write");
}
