// SPDX-License-Identifier: Apache-2.0
// weir formats: the formats, whether each can be read and written, and its settings.
#include <stdio.h>
#include <string.h>

#include "commands.h"

int command_formats(const options_t *options)
{
    (void)options;
    printf("%-6s %-6s %-14s %s\n", "name", "", "endings", "");
    for (const model_format_t *const *f = model_formats; *f; f++) {
        printf("%-6s %s%s     %-14s %s\n", (*f)->name, (*f)->open ? "r" : "-",
               (*f)->begin ? "w" : "-", (*f)->endings, (*f)->title);
        for (const char *line = (*f)->settings; line && *line;) {
            size_t size = strcspn(line, "\n");
            printf("%-29s %.*s\n", "", (int)size, line);
            line += size + (line[size] == '\n');
        }
    }
    return EXIT_GOOD;
}
