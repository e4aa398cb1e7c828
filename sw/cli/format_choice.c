// SPDX-License-Identifier: Apache-2.0
// Formats and settings that a user names, see format_choice.h.
#include "format_choice.h"

#include <stdio.h>
#include <string.h>

#include "usage.h"

bool settings_known(const model_format_t *format, bool writing, const char *settings)
{
    char key[64];
    size_t size;
    const char *unknown = model_setting_unknown(format, writing, settings, &size);
    if (!unknown)
        return true;
    snprintf(key, sizeof key, "%.*s", (int)(size < sizeof key ? size : sizeof key - 1), unknown);
    usage("%s has no setting %s for --%s; `weir formats` lists them", format->name, key,
          writing ? "set" : "get");
    return false;
}

int usage_setting(const model_problem_t *problem)
{
    return usage("wrong setting %s; write %s", problem->found, problem->expected);
}

static bool can(const model_format_t *format, bool writing)
{
    return writing ? format->begin != NULL : format->open != NULL;
}

const char *format_names(char names[FORMAT_NAMES], bool writing)
{
    *names = 0;
    for (const model_format_t *const *f = model_formats; *f; f++)
        if (can(*f, writing))
            snprintf(names + strlen(names), FORMAT_NAMES - strlen(names), "%s%s",
                     *names ? ", " : "", (*f)->name);
    return names;
}

int usage_format(const char *option, const char *name, bool writing)
{
    char hint[NEAREST_MAX], names[FORMAT_NAMES];
    nearest_t nearest = nearest_to(name);
    for (const model_format_t *const *f = model_formats; *f; f++)
        if (can(*f, writing))
            nearest_try(&nearest, (*f)->name);
    return usage("%s %s is not a format to %s%s (%s)", option, name, writing ? "write" : "read",
                 nearest_hint(&nearest, hint), format_names(names, writing));
}
