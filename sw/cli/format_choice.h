// SPDX-License-Identifier: Apache-2.0
// Formats and settings that a user names: messages for those that are not there.
#ifndef FORMAT_CHOICE_H
#define FORMAT_CHOICE_H

#include "model.h"

// Whether a format has these settings (NULL: none), for reading or for writing; reports it if not.
bool settings_known(const model_format_t *format, bool writing, const char *settings);

// The names of the formats to read or to write, with commas. Returns names.
enum { FORMAT_NAMES = 128 };
const char *format_names(char names[FORMAT_NAMES], bool writing);

// Report that a setting is wrong, that no format to read or to write has this name. Return
// EXIT_ERROR.
int usage_setting(const model_problem_t *problem);
int usage_format(const char *option, const char *name, bool writing);

#endif
