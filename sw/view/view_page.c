// SPDX-License-Identifier: Apache-2.0
// Embeds the page that the build made, see view_page.h.
#include "view_page.h"

#define EMBED(name, path)                                                                          \
    __asm__(".section .rodata\n.global " #name "\n.global " #name "_end\n" #name                   \
            ":\n.incbin \"" path "\"\n" #name "_end:\n.byte 0\n.previous\n")

EMBED(view_page_head, "build/view/head.html");
EMBED(view_page_tail, "build/view/tail.html");
