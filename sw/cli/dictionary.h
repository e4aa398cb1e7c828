// SPDX-License-Identifier: Apache-2.0
// Files of dictionaries (names.h) of the command line.
#ifndef WEIR_CLI_DICTIONARY_H
#define WEIR_CLI_DICTIONARY_H

#include "names.h"

// Adds the names of a file of any kind; later files take precedence. Returns EXIT_GOOD, or reports
// the error and returns EXIT_BAD_INPUT or EXIT_ERROR.
int names_load(names_t *names, const char *path);

#endif
