/* Fuzzes formulas: any bytes become a tree that both writers can say.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/maths.h"
#include "fuzz.h"

static void count(void *context, enum math_trouble trouble, size_t offset, struct gr_str what)
{
    size_t *most = context;
    fuzz_expect(offset <= *most && what.len <= *most + 8 && trouble <= MATH_TOO_DEEP);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gr_arena arena = {0};
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    const struct math_report report = {count, &size};
    struct gr_buf out;
    gr_buf_start(&out, 1u << 24);
    const struct math_node *row = math_parse(&arena, text, &report);
    fuzz_expect(row != NULL);
    math_line(row, DOC_UTF8, &out);
    math_line(row, DOC_ASCII, &out);
    math_speak(row, &out);
    gr_buf_free(&out);
    gr_arena_free(&arena);
    return 0;
}
