// SPDX-License-Identifier: Apache-2.0
// Files that the command writes, see output.h.
#include "output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { LINKS_MAX = 40 }; // symbolic links behind one another, as for the kernel

// ---- the hidden folder

// Removes a folder and what is in it. Calls only functions that a signal handler may call.
static void remove_folder(int at, const char *name, unsigned depth)
{
    _Alignas(struct dirent64) char buffer[2048];
    ssize_t got;

    for (unsigned pass = 0; pass < 3 && unlinkat(at, name, AT_REMOVEDIR); pass++) {
        int folder = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (folder < 0)
            return;
        while ((got = getdents64(folder, buffer, sizeof buffer)) > 0)
            for (ssize_t i = 0; i < got;) {
                const struct dirent64 *entry = (const void *)(buffer + i);
                i += entry->d_reclen;
                if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
                    unlinkat(folder, entry->d_name, 0) && depth)
                    remove_folder(folder, entry->d_name, depth - 1);
            }
        close(folder);
    }
}

static char open_folder[FILE_PATH]; // "": none

static void forget_folder(void)
{
    if (*open_folder)
        remove_folder(AT_FDCWD, open_folder, 1);
    *open_folder = 0;
}

static void on_signal(int number)
{
    int reason = errno;
    forget_folder();
    raise(number); // SA_RESETHAND: with its default action, which ends the process
    errno = reason;
}

static void catch_signals(void)
{
    static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    static bool done;
    struct sigaction before;

    if (done)
        return;
    done = true;
    atexit(forget_folder);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!sigaction(numbers[i], NULL, &before) && before.sa_handler == SIG_DFL)
            sigaction(numbers[i],
                      &(struct sigaction){.sa_handler = on_signal,
                                          .sa_flags = SA_RESETHAND | SA_NODEFER},
                      NULL);
}

static int make_folder(output_t *out)
{
    sigset_t all, before;
    const char *slash = strrchr(out->path, '/');
    int size = *out->path ? snprintf(out->folder, sizeof out->folder, "%.*s.weir-XXXXXX",
                                     slash ? (int)(slash - out->path + 1) : 0, out->path)
                          : snprintf(out->folder, sizeof out->folder, "%s/weir-XXXXXX",
                                     temporary_folder());
    errno = ENAMETOOLONG;
    if (size >= (int)sizeof out->folder ||
        snprintf(out->made, sizeof out->made, "%s/%s", out->folder,
                 !*out->path ? "output"
                 : slash     ? slash + 1
                             : out->path) >= (int)sizeof out->made)
        return -1;
    catch_signals();
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool good = mkdtemp(out->folder) != NULL;
    if (good) {
        memcpy(open_folder, out->folder, sizeof open_folder);
        memcpy(out->made, out->folder, (size_t)size);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good ? 0 : -1;
}

// ---- where an output goes

// Whether a path is a link in /proc, as /dev/stdout: it stands for an open file, which must not be
// replaced by another one.
static bool is_descriptor(const char *path)
{
    struct statfs system;
    int file = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    bool is = file >= 0 && !fstatfs(file, &system) && system.f_type == PROC_SUPER_MAGIC;
    if (file >= 0)
        close(file);
    return is;
}

// Follows symbolic links at the end of a path. "": the path stands for an open file. Returns 0, or
// -1 with errno.
static int follow_links(const char *from, char path[FILE_PATH])
{
    char link[FILE_PATH];
    ssize_t size;

    errno = ENAMETOOLONG;
    if (snprintf(path, FILE_PATH, "%s", from) >= FILE_PATH)
        return -1;
    for (size_t end = strlen(path); end > 1 && path[end - 1] == '/'; end--)
        path[end - 1] = 0; // of a directory
    for (unsigned i = 0; (size = readlink(path, link, sizeof link - 1)) >= 0; i++) {
        if (is_descriptor(path)) {
            *path = 0;
            return 0;
        }
        char *slash = strrchr(path, '/');
        size_t stem = *link != '/' && slash ? (size_t)(slash - path + 1) : 0;
        errno = i == LINKS_MAX ? ELOOP : ENAMETOOLONG;
        if (i == LINKS_MAX || stem + (size_t)size >= FILE_PATH)
            return -1;
        memcpy(path + stem, link, (size_t)size);
        path[stem + (size_t)size] = 0;
    }
    return 0;
}

// Whether a file in a directory is of a CTF trace that this command wrote.
static bool is_own(int folder, const char *name)
{
    static const char packet[] = {(char)0xc1, 0x1f, (char)0xfc, (char)0xc1},
                      format[] = "/* CTF 1.8 */\n", author[] = "tracer_name = \"weir\"";
    char begin[1024];
    unsigned hart;
    int end = 0;

    int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    ssize_t got = file < 0 ? -1 : read(file, begin, sizeof begin);
    if (file >= 0)
        close(file);
    if (!strcmp(name, "metadata"))
        return got > (ssize_t)strlen(format) && !memcmp(begin, format, strlen(format)) &&
               memmem(begin, (size_t)got, author, strlen(author));
    return (!strcmp(name, "rest") ||
            (sscanf(name, "hart%2u%n", &hart, &end) == 1 && !name[end])) &&
           got > (ssize_t)sizeof packet && !memcmp(begin, packet, sizeof packet);
}

// A directory is replaced as a whole, so every file in it must be of an earlier trace.
static int check_directory(const char *path)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;
    char found[FILE_PATH + 300] = "";

    if (!directory)
        return errno == ENOENT ? EXIT_GOOD : report_errno(path, "cannot open");
    while (!*found && (entry = readdir(directory)))
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
            !is_own(dirfd(directory), entry->d_name))
            snprintf(found, sizeof found, "%s/%s", path, entry->d_name);
    closedir(directory);
    return *found ? usage("%s is in the way: a CTF trace replaces only an empty directory or an "
                          "earlier CTF trace of this command",
                          found)
                  : EXIT_GOOD;
}

int output_check(const char *path, const model_format_t *format)
{
    if (!strcmp(path, "-"))
        return EXIT_GOOD;
    if (input_is(path))
        return usage("%s is an input: choose another output", path);
    return format->flags & MODEL_DIRECTORY ? check_directory(path) : EXIT_GOOD;
}

// ---- writing

static int write_file(void *context, const void *bytes, size_t size)
{
    output_t *out = context;
    const bool good = out->behind ? !write_behind_put(out->behind, bytes, size)
                                  : fwrite(bytes, 1, size, out->file) == size;
    return good ? 0 : MODEL_E_WRITE;
}

static int patch_file(void *context, const void *bytes, size_t size, uint64_t offset)
{
    output_t *out = context;
    if ((out->behind && write_behind_wait(out->behind)) || fflush(out->file))
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

// Sets where the output goes. Returns 0, or -1 with errno.
static int find_place(output_t *out, const char *path)
{
    struct stat status;
    if (out->standard)
        return 0;
    if (follow_links(path, out->path))
        return -1;
    if (!*out->path || stat(out->path, &status))
        return 0;
    if (S_ISDIR(status.st_mode) != out->directory) {
        errno = out->directory ? ENOTDIR : EISDIR;
        return -1;
    }
    if (!S_ISREG(status.st_mode) && !out->directory) {
        *out->path = 0; // a pipe or a device
        return 0;
    }
    return access(out->path, W_OK); // a file that is protected stays
}

static model_output_t sink_output(output_t *out, const model_format_t *format)
{
    return (model_output_t){.write = write_file,
                            .patch = format->flags & MODEL_PATCHES ? patch_file : NULL,
                            .context = out};
}

static void end_folder(output_t *out)
{
    int reason = errno;
    if (*out->folder)
        forget_folder();
    *out->folder = 0;
    errno = reason;
}

// Why nothing can be written at the place of an output.
static int report_place(const output_t *out)
{
    char folder[FILE_PATH];
    const char *path = out->path, *slash = strrchr(path, '/');
    const int reason = errno;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1,
             slash ? path : ".");
    const bool exists = !access(folder, F_OK);
    errno = reason;
    if (!*path && *out->folder)
        return report_temporary("cannot open");
    if (errno != ENOENT)
        return report_errno(out->name, "cannot open");
    return usage("%s: %s", out->name,
                 exists ? "no file can be made in this folder" : "its folder does not exist");
}

// Makes the output in its hidden folder.
static int make_output(output_t *out, const model_format_t *format, model_output_t *output)
{
    bool good = !make_folder(out);
    output->path = out->made;
    if (good && !(format->flags & (MODEL_PATH | MODEL_DIRECTORY))) {
        static char buffer[1 << 18]; // of a write; the C library ignores a size without memory
        out->file = fopen(out->made, "wb");
        good = out->file && !setvbuf(out->file, buffer, _IOFBF, sizeof buffer);
    }
    if (good)
        return EXIT_GOOD;
    int rc = report_place(out);
    output_discard(out);
    return rc;
}

bool output_can_restart(const char *path, const model_format_t *format)
{
    char place[FILE_PATH];
    struct stat status;
    if (format->flags & (MODEL_PATH | MODEL_PATCHES | MODEL_DIRECTORY))
        return true;
    return strcmp(path, "-") && !follow_links(path, place) && *place &&
           (stat(place, &status) || S_ISREG(status.st_mode));
}

int output_create(output_t *out, const char *path, const model_format_t *format, bool may_restart,
                  model_output_t *output)
{
    const bool standard = !strcmp(path, "-");

    *out = (output_t){.name = standard ? "standard output" : path,
                      .standard = standard,
                      .directory = format->flags & MODEL_DIRECTORY};
    *output = sink_output(out, format);
    if (standard && isatty(STDOUT_FILENO) && !(format->flags & MODEL_TEXT))
        return usage("%s is not text: write it to a file with -o OUT, or into a pipe",
                     format->name);
    if (standard && out->directory)
        return usage("%s is a folder of files: give its name with -o OUT", format->name);
    int rc = output_check(path, format);
    if (rc)
        return rc;
    if (find_place(out, path))
        return report_place(out);
    if (!*out->path) {
        out->file = standard ? stdout : fopen(path, "wb");
        if (!out->file)
            return report_place(out);
        if (!may_restart && !(format->flags & (MODEL_PATH | MODEL_PATCHES)))
            return EXIT_GOOD;
        out->target = out->file; // cannot be taken back, patched, or written by its name
        out->file = NULL;
    }
    return make_output(out, format, output);
}

int output_restart(output_t *out, const model_format_t *format, model_output_t *output)
{
    FILE *const target = out->target;
    out->target = NULL; // a pipe stays open
    output_discard(out);
    out->target = target;
    *output = sink_output(out, format);
    return make_output(out, format, output);
}

// ---- its end

static bool copy_to_target(const output_t *out)
{
    char buffer[1 << 16];
    ssize_t got;

    if (out->file && fflush(out->file))
        return false;
    int file = open(out->made, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    while ((got = read(file, buffer, sizeof buffer)) > 0 &&
           fwrite(buffer, 1, (size_t)got, out->target) == (size_t)got)
        ;
    int reason = errno;
    close(file);
    errno = reason;
    return !got && !fflush(out->target);
}

// Puts the new directory in the place of the old one, which then is in the hidden folder.
static bool exchange(const output_t *out)
{
    char old[FILE_PATH];
    if (!renameat2(AT_FDCWD, out->made, AT_FDCWD, out->path, RENAME_EXCHANGE))
        return true;
    if ((errno != EINVAL && errno != ENOSYS) ||
        snprintf(old, sizeof old, "%s/old", out->folder) >= (int)sizeof old ||
        rename(out->path, old))
        return false;
    if (!rename(out->made, out->path))
        return true;
    int reason = errno;
    if (rename(old, out->path)) // the folder has the only copy: leave it
        *open_folder = 0;
    errno = reason;
    return false;
}

static bool move_to_place(const output_t *out)
{
    struct stat status;
    if (!stat(out->path, &status)) {
        // only a privileged user can keep the owner
        if (chown(out->made, status.st_uid, status.st_gid))
            errno = 0;
        if (chmod(out->made, status.st_mode & 07777))
            return false;
    }
    if (!rename(out->made, out->path))
        return true;
    if (!out->directory || (errno != ENOTEMPTY && errno != EEXIST))
        return false;
    if (!check_directory(out->path))
        return exchange(out);
    errno = ENOTEMPTY; // somebody added a file meanwhile
    return false;
}

void output_write_behind(output_t *out)
{
    if (out->file)
        out->behind = write_behind_begin(out->file);
}

int output_publish(output_t *out)
{
    bool good = !*out->folder || !*out->path || (!fflush(out->file) && move_to_place(out));
    int rc = good ? EXIT_GOOD : report_errno(out->name, "cannot write");
    end_folder(out);
    return rc;
}

int output_finish(output_t *out, bool failed)
{
    bool good = !failed;
    int reason = failed ? errno : 0;
    FILE *files[] = {out->file, out->target};
    const int behind = write_behind_end(out->behind);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition) && good) {                                                                \
            good = false;                                                                          \
            reason = errno;                                                                        \
        }                                                                                          \
    } while (0)
    CHECK(!behind);
    out->behind = NULL;
    CHECK(!good || !out->target || copy_to_target(out));
    out->file = out->target = NULL;
    for (unsigned i = 0; i < 2; i++) {
        if (!files[i])
            continue;
        CHECK(!ferror(files[i]));
        CHECK(!(files[i] == stdout ? fflush(stdout) : fclose(files[i])));
    }
    CHECK(!good || !*out->folder || !*out->path || move_to_place(out));
#undef CHECK
    end_folder(out);
    if (good)
        return EXIT_GOOD;
    errno = reason;
    return report_errno(out->name, "cannot write");
}

void output_discard(output_t *out)
{
    FILE *files[] = {out->file, out->target};
    (void)write_behind_end(out->behind);
    out->behind = NULL;
    out->file = out->target = NULL;
    for (unsigned i = 0; i < 2; i++)
        if (files[i] && files[i] != stdout)
            fclose(files[i]);
    end_folder(out);
}
