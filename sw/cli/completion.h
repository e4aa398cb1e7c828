// SPDX-License-Identifier: Apache-2.0
// Shell completion of the command.
#ifndef WEIR_CLI_COMPLETION_H
#define WEIR_CLI_COMPLETION_H

#include <argp.h>

typedef struct {
    const char *name;
    const struct argp_option *options;
} completion_t;

void completion_print(const completion_t *commands, unsigned count);

#endif
