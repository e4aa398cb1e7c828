// SPDX-License-Identifier: Apache-2.0
// A picture as output: SVG, and PNG or PDF by the program rsvg-convert. The ending of its path
// decides.
#ifndef WEIR_CLI_PICTURE_H
#define WEIR_CLI_PICTURE_H

#include <stdbool.h>

#include "output.h"

typedef struct {
    FILE *svg; // write the SVG here

    // private
    output_t out;
    model_output_t output;
    const char *format; // for rsvg-convert; NULL: the output is the SVG
} picture_t;

// Checks that a path has a known ending and may be written (output_check). Standard output and
// devices get SVG. Returns EXIT_GOOD, or reports the error and returns EXIT_ERROR.
int picture_check(const char *path);
// Checks that a page, which is HTML, does not get the name of a picture or of a trace. Returns as
// picture_check.
int page_check(const char *path);
// Whether a path ends as pictures do, or as pages do.
bool picture_named(const char *path);
bool page_named(const char *path);
// Begins a picture. Returns as picture_check.
int picture_create(picture_t *picture, const char *path);
// Ends it. failed: it could not be drawn, and errno has the reason. Returns as picture_check.
int picture_finish(picture_t *picture, bool failed);

// Writes text into XML: no character of it is markup, none is a control character.
void picture_text(FILE *svg, const char *text);

#endif
