// SPDX-License-Identifier: Apache-2.0
// weir completion: a script for bash, and for zsh with bashcompinit, from the tables of --help.
#include "completion.h"

#include <stdio.h>

#include "commands.h"

static void words(const struct argp_option *option)
{
    for (; option->name || option->key; option++)
        if (option->name)
            printf(" --%s", option->name);
}

void completion_print(const completion_t *commands, unsigned count)
{
    printf("# bash completion of weir; made by `weir completion`\n_weir()\n{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} "
           "command=${COMP_WORDS[1]} options=\n"
           "    COMPREPLY=()\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        COMPREPLY=($(compgen -W \"");
    for (unsigned i = 0; i < count; i++)
        printf("%s ", commands[i].name);
    printf("help --help --version\" -- \"$word\"))\n        return\n    fi\n"
           "    case $before in\n"
           "    --unit) COMPREPLY=($(compgen -W \"1ns 10ns 100ns 1us 1ms\" -- \"$word\")); "
           "return ;;\n"
           "    help) COMPREPLY=($(compgen -W \"");
    for (unsigned i = 0; i < count; i++)
        printf("%s ", commands[i].name);
    printf("\" -- \"$word\")); return ;;\n"
           "    plot) [[ $word != -* ]] && { COMPREPLY=($(compgen -W \"");
    for (unsigned i = 0; plot_kind(i); i++)
        printf("%s ", plot_kind(i));
    printf("\" -- \"$word\")); return; } ;;\n"
           "    --to | -t) COMPREPLY=($(compgen -W \"$(weir formats | awk '/^[a-z]/ && $2 ~ /w$/ "
           "{print $1}')\" -- \"$word\")); return ;;\n"
           "    --from) COMPREPLY=($(compgen -W \"$(weir formats | awk '/^[a-z]/ && $2 ~ /^r/ "
           "{print $1}')\" -- \"$word\")); return ;;\n"
           "    --color) COMPREPLY=($(compgen -W \"always never auto\" -- \"$word\")); return ;;\n "
           "   esac\n    case $command in\n");
    for (unsigned i = 0; i < count; i++) {
        printf("    %s) options=\"", commands[i].name);
        words(commands[i].options);
        printf("\" ;;\n");
    }
    printf("    esac\n    case $word in\n    -*) COMPREPLY=($(compgen -W \"$options\" -- "
           "\"$word\")) ;;\n"
           "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n    esac\n}\ncomplete -o filenames "
           "-F _weir weir\n");
}
