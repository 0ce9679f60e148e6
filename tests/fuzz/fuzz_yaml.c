/* Fuzzes the YAML reader and, when a tree comes out, everything that a problem file's schema does
 * with it: any bytes end in a tree or in findings.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"
#include "grader/course/problem.h"
#include "grader/course/yaml.h"

static void parse_tree(struct gr_str text)
{
    struct gr_arena arena = {0};
    struct gr_diags diags = {0};
    const struct gr_node *root = gr_yaml_parse(&arena, text, "fuzz.yaml", 1, &diags);
    fuzz_expect((root == NULL) == (diags.errors > 0));
    gr_diags_sort(&diags);
    gr_diags_free(&diags);
    gr_arena_free(&arena);
}

static void read_problem(struct gr_str text)
{
    struct gr_arena arena = {0};
    struct gr_diags diags = {0};
    const struct gr_problem *problem = gr_problem_read(&arena, text, "fuzz.yaml", NULL, &diags);
    fuzz_expect((problem == NULL) == (diags.errors > 0));
    gr_diags_free(&diags);
    gr_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct gr_str text = {.ptr = (const char *)data, .len = size};
    parse_tree(text);
    read_problem(text);
    return 0;
}
