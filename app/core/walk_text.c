/* See walk_text.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/walk_text.h"

/* The formula that is open after `text`; "\$" is money, a code span has no formulas. */
static enum app_maths scan(struct gr_str text, enum app_maths open)
{
    bool in_code = false;
    for (size_t i = 0; i < text.len; i++) {
        bool pair = i + 1 < text.len && text.ptr[i + 1] == '$';
        if (text.ptr[i] == '\\') {
            i++;
        } else if (text.ptr[i] == '`' && open == APP_MATHS_NONE) {
            in_code = !in_code;
        } else if (text.ptr[i] == '$' && !in_code) {
            if (open == APP_MATHS_NONE)
                open = pair ? APP_MATHS_DISPLAY : APP_MATHS_INLINE;
            else
                open = APP_MATHS_NONE;
            i += pair ? 1 : 0;
        }
    }
    return open;
}

static const char *mark(enum app_maths maths)
{
    if (maths == APP_MATHS_NONE)
        return "";
    return maths == APP_MATHS_INLINE ? "$" : "$$";
}

enum app_maths app_walk_markdown(struct gr_str step, enum app_maths before, bool ends_in_blank,
                                 struct gr_buf *out)
{
    gr_buf_text(out, mark(before));
    gr_buf_add(out, step);
    enum app_maths after = scan(step, before);
    if (after != APP_MATHS_NONE)
        gr_buf_printf(out, "%s%s", ends_in_blank ? " \\text{____}" : "", mark(after));
    else if (ends_in_blank)
        gr_buf_text(out, " \\_\\_\\_\\_");
    return after;
}
