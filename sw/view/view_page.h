// SPDX-License-Identifier: Apache-2.0
// The page of `weir view`, before and after the blocks of the trace (view_pack.h). Each block is
//   <script type="weir/block">BASE64</script>
#ifndef VIEW_PAGE_H
#define VIEW_PAGE_H

#include <stddef.h>

extern const char view_page_head[], view_page_head_end[], view_page_tail[], view_page_tail_end[];

#define VIEW_BLOCK_HEAD "<script type=\"weir/block\">"
#define VIEW_BLOCK_TAIL "</script>\n"

#endif
