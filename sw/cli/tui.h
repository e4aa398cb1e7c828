// SPDX-License-Identifier: Apache-2.0
// weir view --tui.
#ifndef WEIR_CLI_TUI_H
#define WEIR_CLI_TUI_H

#include "commands.h"

int view_tui(const options_t *options);

#endif
