/* Plain text as Markdown that shows it unchanged. See doc.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/doc.h"

void doc_escape(struct gr_str text, struct gr_buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (c != '\0' && strchr("\\`*_{}[]()#+-.!|<>$~&^=:\"'", c) != NULL)
            gr_buf_char(out, '\\');
        gr_buf_char(out, c == '\n' || c == '\r' ? ' ' : c);
    }
}
