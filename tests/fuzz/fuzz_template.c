/* Fuzzes texts with values in them: parsed in both kinds, and filled when they parse.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include "grader/course/template.h"

static const struct gr_binding names[] = {
    {.name = "n", .number = {.value = 16777216}, .low = 16777216, .high = 16777216},
    {.name = "beta", .number = {.value = 48.03e9, .dim = {1, 0, -1}}, .low = 47e9, .high = 49e9},
    {.name = "format", .is_text = true, .text = "bf16"},
};

static void fill(const struct gr_template *text, enum gr_blanks blanks)
{
    const struct gr_scope scope = {.bindings = names, .count = 3};
    struct gr_err err = {0};
    struct gr_buf out;
    gr_buf_start(&out, 1 << 20);
    bool done = gr_template_fill(text, 0, SIZE_MAX, &scope, blanks, &out, &err);
    fuzz_expect(done == (err.code == GR_OK));
    gr_buf_free(&out);
}

static void parse(struct gr_str text, enum gr_template_kind kind)
{
    struct gr_arena arena = {0};
    struct gr_diags diags = {0};
    struct gr_template out;
    struct gr_pos at = {.file = "fuzz", .line = 1, .column = 1};
    bool good = gr_template_parse(&arena, text, at, kind, &out, &diags);
    fuzz_expect(good == (diags.errors == 0));
    if (good) {
        fill(&out, GR_BLANKS_FILLED);
        fill(&out, GR_BLANKS_HIDDEN);
    }
    gr_diags_free(&diags);
    gr_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    parse(text, GR_TEMPLATE_NAMES);
    parse(text, GR_TEMPLATE_EXPRESSIONS);
    return 0;
}
