/* Fuzzes pages: any bytes lay out at any width in UTF-8 and ASCII with no line too wide and no
 * control character, speak, and are checked. The first byte chooses the width.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/doc.h"
#include "app/text/width.h"
#include "fuzz.h"

static void lay_out(struct gr_str text, int width, enum doc_glyphs glyphs)
{
    struct gr_arena arena = {0};
    struct gr_err err = {0};
    struct doc doc;
    int most = width < 8 ? 8 : width > DOC_MEASURE_CELLS ? DOC_MEASURE_CELLS : width;
    fuzz_expect(doc_layout(&arena, text, width, glyphs, &doc, &err));
    for (size_t i = 0; i < doc.count; i++) {
        int cells = 0;
        for (size_t s = 0; s < doc.lines[i].count; s++) {
            struct gr_str span = doc.lines[i].spans[s].text;
            cells += text_cells(span);
            for (size_t b = 0; b < span.len; b++)
                fuzz_expect((unsigned char)span.ptr[b] >= ' ' && span.ptr[b] != 0x7F &&
                            (glyphs == DOC_UTF8 || (unsigned char)span.ptr[b] < 0x7F));
        }
        fuzz_expect(cells <= most);
    }
    gr_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct gr_str text = {.ptr = (const char *)data + 1, .len = size - 1};
    struct gr_err err = {0};
    struct gr_diags diags = {0};
    struct gr_buf out;
    gr_buf_start(&out, 1u << 24);
    lay_out(text, data[0] % 100, DOC_UTF8);
    lay_out(text, data[0] % 100, DOC_ASCII);
    fuzz_expect(doc_speak(text, data[0] % 100, &out, &err));
    doc_check(text, "fuzz.md", 1, NULL, NULL, &diags);
    gr_diags_free(&diags);
    gr_buf_free(&out);
    return 0;
}
