// SPDX-License-Identifier: Apache-2.0
// Pictures, see picture.h.
#include "picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text.h"
#include "usage.h"

static const struct {
    const char *ending, *format; // of rsvg-convert; NULL: none needed
    model_format_t output;
} kinds[] = {
    {".svg", NULL, {.name = "svg", .flags = MODEL_TEXT}},
    {".png", "png", {.name = "png", .flags = MODEL_PATH}},
    {".pdf", "pdf", {.name = "pdf", .flags = MODEL_PATH}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static unsigned kind_named(const char *path)
{
    size_t length = strlen(path);
    unsigned kind = 0;
    while (kind < KINDS && (length < 5 || strcmp(path + length - 4, kinds[kind].ending)))
        kind++;
    return kind;
}

bool picture_named(const char *path) { return kind_named(path) < KINDS; }

bool page_named(const char *path)
{
    size_t length = strlen(path);
    return length > 5 && !strcmp(path + length - 5, ".html");
}

int page_check(const char *path)
{
    if (picture_named(path))
        return usage("%s: a page ends in .html; `weir plot` draws pictures", path);
    return model_format_of_path(path)
               ? usage("%s: a page ends in .html; `weir convert` writes traces", path)
               : EXIT_GOOD;
}

// The index of the kind of a path; KINDS if its ending is unknown.
static unsigned kind_of(const char *path)
{
    struct stat status;
    unsigned kind = kind_named(path);
    if (kind == KINDS && (!strcmp(path, "-") || (!stat(path, &status) && !S_ISREG(status.st_mode))))
        return 0;
    return kind;
}

int picture_check(const char *path)
{
    unsigned kind = kind_of(path);
    return kind == KINDS ? usage("%s: the name of a picture ends in .svg, .png or .pdf", path)
                         : output_check(path, &kinds[kind].output);
}

int picture_create(picture_t *p, const char *path)
{
    unsigned kind = kind_of(path);
    if (kind == KINDS)
        return picture_check(path);
    p->format = kinds[kind].format;
    int rc = output_create(&p->out, path, &kinds[kind].output, false, &p->output);
    if (rc)
        return rc;
    p->svg = p->format ? temporary_file() : p->out.file;
    if (p->svg)
        return EXIT_GOOD;
    rc = report_temporary("cannot open");
    output_discard(&p->out);
    return rc;
}

static int render(const picture_t *p)
{
    char format[16];
    int status;
    if (fflush(p->svg) || ferror(p->svg))
        return report_temporary("cannot write");
    snprintf(format, sizeof format, "--format=%s", p->format);
    pid_t child = fork();
    if (!child) {
        dup2(fileno(p->svg), STDIN_FILENO);
        lseek(STDIN_FILENO, 0, SEEK_SET);
        execlp("rsvg-convert", "rsvg-convert", strcmp(p->format, "png") ? "--zoom=1" : "--zoom=2",
               format, "--output", p->output.path, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return report_errno("rsvg-convert", "cannot run");
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return usage("PNG and PDF need rsvg-convert (Debian: librsvg2-bin); SVG does not");
    return WIFEXITED(status) && !WEXITSTATUS(status)
               ? EXIT_GOOD
               : usage("%s: rsvg-convert cannot write it", p->out.name);
}

int picture_finish(picture_t *p, bool failed)
{
    int rc = EXIT_GOOD;
    if (p->format) {
        rc = failed ? EXIT_GOOD : render(p);
        fclose(p->svg);
    }
    if (!rc)
        return output_finish(&p->out, failed);
    output_discard(&p->out);
    return rc;
}

void picture_text(FILE *svg, const char *text)
{
    char clean[TEXT_NAME_MAX * 2];
    text_name(clean, sizeof clean, text, strlen(text), 0);
    for (const char *at = clean; *at; at++)
        switch (*at) {
        case '<': fputs("&lt;", svg); break;
        case '>': fputs("&gt;", svg); break;
        case '&': fputs("&amp;", svg); break;
        default: fputc(*at, svg);
        }
}
