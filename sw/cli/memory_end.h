// SPDX-License-Identifier: Apache-2.0
// What happens when memory ends. Not part of files.h, as the page that opens traces has no setjmp.
#ifndef WEIR_CLI_MEMORY_END_H
#define WEIR_CLI_MEMORY_END_H

#include <setjmp.h>

// Where the command goes on then: main sets it, receives MODEL_E_ROOM, reports it and ends; what
// was not finished is removed then (output.h). Only the thread of main may jump.
extern jmp_buf memory_end;

#endif
