/* YAML at the border: what is refused, with the exact place; what is read, with the exact place;
 * and that no bytes whatever make it crash.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <kn/rng.h>
#include <stdlib.h>
#include <string.h>

#include "grader/course/yaml.h"

struct parsed {
    struct gr_arena arena;
    struct gr_diags diags;
    struct gr_node *root;
};

static struct parsed parse_bytes(const char *text, size_t len)
{
    struct parsed out = {0};
    struct gr_str view = {.ptr = text, .len = len};
    out.root = gr_yaml_parse(&out.arena, view, "t.yaml", 1, &out.diags);
    gr_diags_sort(&out.diags);
    return out;
}

static struct parsed parse(const char *text)
{
    return parse_bytes(text, strlen(text));
}

static void drop(struct parsed *parsed)
{
    gr_diags_free(&parsed->diags);
    gr_arena_free(&parsed->arena);
}

static const struct {
    const char *text, *code;
    uint32_t line, column;
} refusals[] = {
    {"", "Y012", 1, 1},
    {"# only a comment\n", "Y012", 1, 1},
    {"a: !int 5\n", "Y005", 1, 4},
    {"a: !!str 5\n", "Y005", 1, 4},
    {"! a: 5\n", "Y005", 1, 1},
    {"%YAML 1.1\n---\na: 1\n", "Y005", 1, 1},
    {"a: &x 5\n", "Y006", 1, 4},
    {"a: 1\nb: &x [1, 2]\n", "Y006", 2, 4},
    {"a: 1\nb: *x\n", "Y006", 2, 4},
    {"a: 1\n<<: {b: 2}\n", "Y006", 2, 1},
    {"a: 1\nb: 2\na: 3\n", "Y007", 3, 1},
    {"a: {x: 1, x: 2}\n", "Y007", 1, 11},
    {"? [1, 2]\n: 3\n", "Y008", 1, 3},
    {"a:\n\tb: 1\n", "Y004", 2, 1},
    {"a: |\n  x\n \ty\n", "Y004", 3, 2},
    {"a: 1\n---\nb: 2\n", "Y011", 2, 1},
    {"a: \x01\n", "Y003", 1, 4},
    {"a: \xC2\x85\n", "Y003", 1, 4},
    {"a: 1\rb: 2\n", "Y003", 1, 5},
    {"# \xE2\x80\xAE reversed\na: 1\n", "Y003", 1, 3},
    {"a: \xE2\x80\x8B\n", "Y003", 1, 4},
    {"a: \"x\\u202e\"\n", "Y003", 1, 5},
    {"a: \"\\frac{1}{2}\"\n", "Y003", 1, 5},
    {"a: \"\\lceil\"\n", "Y001", 1, 5},
    {"a: \xFF\n", "Y002", 1, 4},
    {"\xFF\xFE"
     "a\n",
     "Y002", 1, 1},
    {"a: [1, 2\n", "Y001", 2, 1},
    {"a: {b: 1\n", "Y001", 2, 1},
    {"a: 'x\n", "Y001", 1, 4},
    {"a: 1\nb: [\"x, 2]\nc: 3\n", "Y001", 2, 5},
    {"t:\n  - {in: \"0, expect: x}\n  - {in: \"-1\", expect: y}\n", "Y001", 2, 10},
    {"t:\n  - {v: 'n, say: x}\n  - {v: 'm', say: y}\n", "Y001", 2, 9},
    {"a: \"b\nc: 8\nd: \"e f\"\n", "Y001", 1, 4},
    {"a: b: c\n", "Y001", 1, 5},
    {"a: 1\n  b: 2\n", "Y001", 2, 4},
    {"a: @x\n", "Y001", 1, 4},
    {"a: 1\nno key here\nb: 2\n", "Y001", 3, 1},
    {"m: {value: max(a, b), say: x}\n", "Y010", 1, 12},
    {"m: [max(a, b)]\n", "Y010", 1, 5},
    {"m:\n  - {id: x, value: n * if(a > 1, 2, 3)}\n", "Y010", 2, 20},
};

START_TEST(refuses_with_code_line_and_column)
{
    struct parsed got = parse(refusals[_i].text);
    ck_assert_ptr_null(got.root);
    ck_assert_msg(got.diags.count > 0, "nothing found in: %s", refusals[_i].text);
    const struct gr_diag *diag = &got.diags.items[0];
    ck_assert_msg(strcmp(diag->code, refusals[_i].code) == 0, "%s in: %s", diag->code,
                  refusals[_i].text);
    ck_assert_msg(diag->at.line == refusals[_i].line && diag->at.column == refusals[_i].column,
                  "%u:%u in: %s", (unsigned)diag->at.line, (unsigned)diag->at.column,
                  refusals[_i].text);
    ck_assert_str_eq(diag->at.file, "t.yaml");
    ck_assert_ptr_nonnull(diag->help);
    ck_assert_ptr_null(strstr(diag->help, "wallclock ")); /* no command reads YAML for you */
    drop(&got);
}
END_TEST

START_TEST(names_both_lines_of_a_duplicate_key)
{
    struct parsed got = parse("a: 1\nb: 2\nc: 3\nb: 4\n");
    ck_assert_uint_eq(got.diags.count, 1);
    ck_assert_uint_eq(got.diags.items[0].at.line, 4);
    ck_assert_ptr_nonnull(strstr(got.diags.items[0].text, "line 2"));
    drop(&got);
}
END_TEST

START_TEST(reports_everything_in_one_pass)
{
    struct parsed got = parse("a: !x 1\na: 2\nb: &y 3\nc: *y\nd: {v: f(1, 2)}\n");
    ck_assert_ptr_null(got.root);
    ck_assert_uint_eq(got.diags.count, 5);
    drop(&got);
}
END_TEST

START_TEST(gives_the_loose_tree_of_a_file_with_findings)
{
    struct gr_arena arena = {0};
    struct gr_diags diags = {0};
    struct gr_node *root =
        gr_yaml_tree(&arena, gr_str("a: 1\na: 2\n<<: {z: 1}\nb: 3\n"), "t.yaml", 1, &diags);
    ck_assert_ptr_nonnull(root);
    ck_assert_uint_eq(root->count, 2);
    ck_assert(gr_str_is(gr_node_get(root, "a")->text, "1"));
    ck_assert(gr_str_is(gr_node_get(root, "b")->text, "3"));
    gr_diags_free(&diags);
    gr_arena_free(&arena);
}
END_TEST

static struct gr_buf nested(size_t depth)
{
    struct gr_buf text;
    gr_buf_start(&text, 4096);
    for (size_t i = 0; i < depth; i++)
        gr_buf_char(&text, '[');
    for (size_t i = 0; i < depth; i++)
        gr_buf_char(&text, ']');
    return text;
}

START_TEST(allows_sixteen_levels_and_refuses_the_next)
{
    struct gr_buf good = nested(GR_YAML_DEPTH), bad = nested(GR_YAML_DEPTH + 1);
    struct parsed first = parse(good.ptr), second = parse(bad.ptr);
    ck_assert_ptr_nonnull(first.root);
    ck_assert_ptr_null(second.root);
    ck_assert_str_eq(second.diags.items[0].code, "Y009");
    ck_assert_uint_eq(second.diags.items[0].at.column, GR_YAML_DEPTH + 1);
    drop(&first);
    drop(&second);
    gr_buf_free(&good);
    gr_buf_free(&bad);
}
END_TEST

START_TEST(refuses_more_than_a_mebibyte)
{
    char *text = malloc(GR_YAML_BYTES + 1);
    ck_assert_ptr_nonnull(text);
    memset(text, '#', GR_YAML_BYTES + 1);
    struct parsed got = parse_bytes(text, GR_YAML_BYTES + 1);
    ck_assert_ptr_null(got.root);
    ck_assert_str_eq(got.diags.items[0].code, "Y009");
    drop(&got);
    free(text);
}
END_TEST

START_TEST(stops_at_a_mapping_of_too_many_keys)
{
    struct gr_buf text;
    gr_buf_start(&text, 1 << 20);
    for (unsigned i = 0; i < 5000; i++)
        gr_buf_printf(&text, "k%u: 1\n", i);
    struct parsed got = parse(gr_buf_cstr(&text));
    ck_assert_ptr_null(got.root);
    ck_assert_uint_eq(got.diags.count, 1);
    ck_assert_str_eq(got.diags.items[0].code, "Y009");
    ck_assert_uint_eq(got.diags.items[0].at.line, 1025);
    drop(&got);
    gr_buf_free(&text);
}
END_TEST

START_TEST(drops_a_bom_and_folds_crlf)
{
    struct parsed got = parse("\xEF\xBB\xBF"
                              "a: 1\r\nb: |\r\n  x\r\n  y\r\n");
    ck_assert_ptr_nonnull(got.root);
    ck_assert(gr_str_is(gr_node_get(got.root, "b")->text, "x\ny\n"));
    ck_assert_uint_eq(got.root->keys[0]->at.column, 1);
    drop(&got);
}
END_TEST

START_TEST(keeps_every_scalar_as_it_is_written)
{
    struct parsed got = parse("a: [yes, 1_000, 5:20, .nan, 010, ~, null, 0x10]\n");
    const char *const words[] = {"yes", "1_000", "5:20", ".nan", "010", "~", "null", "0x10"};
    const struct gr_node *list = gr_node_get(got.root, "a");
    ck_assert_uint_eq(list->count, 8);
    for (size_t i = 0; i < 8; i++)
        ck_assert(gr_str_is(list->items[i]->text, words[i]));
    drop(&got);
}
END_TEST

static const struct {
    const char *text;
    uint32_t line, column, text_line, text_column;
    bool is_plain, is_block, is_flow;
} places[] = {
    {"v: abc\n", 1, 4, 1, 4, true, false, false},
    {"v: 'abc'\n", 1, 4, 1, 5, false, false, false},
    {"v: \"abc\"\n", 1, 4, 1, 5, false, false, false},
    {"v: |\n  abc\n", 1, 4, 2, 3, false, true, false},
    {"v: |\n\n     abc\n     d\n", 1, 4, 2, 6, false, true, false},
    {"v: >-\n    abc\n    d\nw: 1\n", 1, 4, 2, 5, false, true, false},
    {"# \xC3\xA9\n\"\xC3\xA9\": 1\nv: abc\n", 3, 4, 3, 4, true, false, false},
    {"{\"\xCF\x80\xCE\xB2\": 1, v: abc}\n", 1, 14, 1, 14, true, false, true},
    {"v:\n  abc\n", 2, 3, 2, 3, true, false, false},
};

START_TEST(knows_the_place_of_a_scalar_and_of_its_text)
{
    struct parsed got = parse(places[_i].text);
    const struct gr_node *node = gr_node_get(got.root, "v");
    ck_assert_ptr_nonnull(node);
    ck_assert_uint_eq(node->at.line, places[_i].line);
    ck_assert_uint_eq(node->at.column, places[_i].column);
    ck_assert_uint_eq(node->text_at.line, places[_i].text_line);
    ck_assert_uint_eq(node->text_at.column, places[_i].text_column);
    ck_assert_int_eq(node->is_plain, places[_i].is_plain);
    ck_assert_int_eq(node->is_block, places[_i].is_block);
    ck_assert_int_eq(node->is_flow, places[_i].is_flow);
    drop(&got);
}
END_TEST

START_TEST(counts_lines_from_the_first_line_given)
{
    struct gr_arena arena = {0};
    struct gr_diags diags = {0};
    ck_assert_ptr_null(gr_yaml_parse(&arena, gr_str("a: 1\na: 2\n"), "p.md", 7, &diags));
    ck_assert_uint_eq(diags.items[0].at.line, 8);
    gr_diags_free(&diags);
    gr_arena_free(&arena);
}
END_TEST

/* A bounded fuzz: every run is the same, for the generator is ours. */
START_TEST(survives_random_changes_of_bytes)
{
    static const char seed[] = "schema: 1\nid: VIII.6.W1\nparams:\n  K: {choose: [1, 2, 3]}\n"
                               "statement: |\n  Text with {K} and $x$.\nlist:\n  - {in: \"a\"}\n";
    static const char bytes[] = "\0\t\n\r :{}[],&*!|>'\"%@`#-?\\\x7F\x80\xC2\xE2\xFF"
                                "a1";
    char text[sizeof seed];
    for (uint64_t round = 0; round < 20000; round++) {
        memcpy(text, seed, sizeof seed);
        size_t changes = 1 + kn_rng_below(7, round, 0, 6);
        for (size_t i = 0; i < changes; i++) {
            size_t at = kn_rng_below(7, round, 1 + 2 * i, sizeof seed - 1);
            text[at] = bytes[kn_rng_below(7, round, 2 + 2 * i, sizeof bytes - 1)];
        }
        struct parsed got = parse_bytes(text, sizeof seed - 1);
        ck_assert((got.root == NULL) == (got.diags.errors > 0));
        ck_assert_uint_eq(got.diags.lost, 0);
        drop(&got);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("yaml");
    TCase *cases = tcase_create("yaml");
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, refuses_with_code_line_and_column, 0,
                        (int)(sizeof refusals / sizeof refusals[0]));
    tcase_add_test(cases, names_both_lines_of_a_duplicate_key);
    tcase_add_test(cases, reports_everything_in_one_pass);
    tcase_add_test(cases, gives_the_loose_tree_of_a_file_with_findings);
    tcase_add_test(cases, allows_sixteen_levels_and_refuses_the_next);
    tcase_add_test(cases, refuses_more_than_a_mebibyte);
    tcase_add_test(cases, stops_at_a_mapping_of_too_many_keys);
    tcase_add_test(cases, drops_a_bom_and_folds_crlf);
    tcase_add_test(cases, keeps_every_scalar_as_it_is_written);
    tcase_add_loop_test(cases, knows_the_place_of_a_scalar_and_of_its_text, 0,
                        (int)(sizeof places / sizeof places[0]));
    tcase_add_test(cases, counts_lines_from_the_first_line_given);
    tcase_add_test(cases, survives_random_changes_of_bytes);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
