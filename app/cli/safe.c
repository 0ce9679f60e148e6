/* See safe.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/safe.h"

#include <string.h>

#include "app/text/width.h"

uint32_t safe_code(uint32_t code)
{
    return text_width(code) < 0 ? '?' : code;
}

static void add_code(struct gr_buf *out, uint32_t code, unsigned form)
{
    char ascii[TEXT_ASCII_BYTES];
    bool is_line = code == '\n' || code == '\t';
    if (is_line && (form & SAFE_LINES) != 0)
        gr_buf_char(out, (char)code);
    else if ((form & SAFE_ASCII) == 0 || code < 0x80)
        gr_buf_utf8(out, safe_code(code));
    else if (text_width(code) != 0) /* a mark joins the letter before it, which stands alone */
        gr_buf_text(out, text_ascii(code, ascii));
}

void safe_add(struct gr_buf *out, struct gr_str text, unsigned form)
{
    for (size_t at = 0; at < text.len;) {
        uint32_t code = 0;
        (void)gr_utf8_next(text, &at, &code);
        add_code(out, code, form);
    }
}

const char *safe_name(const char *text, char *out, size_t size)
{
    struct gr_buf safe;
    gr_buf_start(&safe, 4 * strlen(text) + 4);
    safe_add(&safe, gr_str(text), SAFE_NAME);
    size_t len = safe.failed ? 0 : safe.len;
    while (len >= size ||
           (len > 0 && len < safe.len && ((unsigned char)safe.ptr[len] & 0xC0u) == 0x80u))
        len--; /* never within a character */
    memcpy(out, gr_buf_cstr(&safe), len);
    out[len] = '\0';
    gr_buf_free(&safe);
    return out;
}
