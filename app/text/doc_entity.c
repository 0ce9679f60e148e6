/* Character references: those of everyday prose and numeric ones. See doc_tree.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/doc_tree.h"

uint32_t doc_entity(struct gr_str text)
{
    static const struct {
        const char *name;
        uint32_t code;
    } known[] = {{"&amp;", '&'},   {"&lt;", '<'},       {"&gt;", '>'},       {"&quot;", '"'},
                 {"&nbsp;", 0xA0}, {"&times;", 0xD7},   {"&minus;", 0x2212}, {"&le;", 0x2264},
                 {"&ge;", 0x2265}, {"&mdash;", 0x2014}, {"&ndash;", 0x2013}, {"&hellip;", 0x2026}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (gr_str_is(text, known[i].name))
            return known[i].code;
    if (!gr_str_starts(text, "&#"))
        return 0;
    bool is_hex = text.len > 2 && (text.ptr[2] == 'x' || text.ptr[2] == 'X');
    uint32_t code = 0;
    for (size_t i = is_hex ? 3 : 2; i + 1 < text.len && code <= 0x10FFFF; i++) {
        char c = text.ptr[i];
        uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a' + 10);
        code = code * (is_hex ? 16u : 10u) + digit;
    }
    return code == 0 || code > 0x10FFFF ? 0xFFFD : code;
}
