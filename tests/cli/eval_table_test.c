/* Every row of tests/cases/answers.tsv through the real `wallclock eval --json`, as an argument and
 * through standard input, in C.UTF-8 and under a German locale made for the test, where printf
 * would write commas.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/num/decimal.h"
#include "tests/cli/world.h"

enum { ROWS_AT_LEAST = 90 };

struct row {
    struct gr_str input, unit, status, expected;
};

static struct gr_str next_field(struct gr_str *line)
{
    const char *tab = memchr(line->ptr, '\t', line->len);
    size_t len = tab == NULL ? line->len : (size_t)(tab - line->ptr);
    struct gr_str field = {.ptr = line->ptr, .len = len};
    *line = gr_str_from(*line, len + (tab == NULL ? 0 : 1));
    return field;
}

/* The input as it is typed: "\n" in the table is a line end. */
static const char *typed(struct gr_arena *arena, struct gr_str input)
{
    char *text = gr_arena_text(arena, input);
    ck_assert_ptr_nonnull(text);
    char *end = strstr(text, "\\n");
    if (end != NULL) {
        end[0] = '\n';
        memmove(end + 1, end + 2, strlen(end + 2) + 1);
    }
    return text;
}

static void check_value(const struct row *row, const struct gr_node *json)
{
    double expected = 0, got = 0;
    struct gr_str value = json_text(json, "value");
    ck_assert_int_eq(gr_decimal_read(row->expected, &expected), GR_DECIMAL_OK);
    ck_assert_int_eq(gr_decimal_read(value, &got), GR_DECIMAL_OK);
    ck_assert_msg(memcmp(&expected, &got, sizeof got) == 0, "\"%.*s\" is %.*s, not %.*s",
                  (int)row->input.len, row->input.ptr, (int)value.len, value.ptr,
                  (int)row->expected.len, row->expected.ptr);
    ck_assert(gr_str_same(json_text(json, "unit"), row->unit));
    ck_assert_uint_gt(json_text(json, "echo").len, 0);
}

static void check_row(const struct world *world, const struct row *row, const char *how)
{
    struct gr_arena arena = {0};
    const struct gr_node *json = world_json(world, &arena);
    struct gr_str status = json_text(json, "status"), reason = json_text(json, "reason");
    bool is_ok = gr_str_is(row->status, "ok");
    ck_assert(gr_str_is(json_text(json, "schema"), "wallclock.eval/1"));
    ck_assert_msg(gr_str_same(status, row->status), "\"%.*s\" (%s) is %.*s: %s",
                  (int)row->input.len, row->input.ptr, how, (int)status.len, status.ptr,
                  world_out(world));
    ck_assert_msg(world->ran.status == (is_ok ? 0 : 1), "\"%.*s\" (%s) exits with %d",
                  (int)row->input.len, row->input.ptr, how, world->ran.status);
    if (is_ok)
        check_value(row, json);
    if (gr_str_is(row->status, "unreadable"))
        ck_assert_msg(gr_str_same(reason, row->expected), "\"%.*s\" (%s): reason %.*s",
                      (int)row->input.len, row->input.ptr, how, (int)reason.len, reason.ptr);
    ck_assert_str_eq(world_err(world), "");
    gr_arena_free(&arena);
}

static size_t check_table(struct world *world)
{
    char path[WORLD_PATH];
    struct gr_arena arena = {0};
    struct gr_str rest;
    size_t rows = 0;
    (void)snprintf(path, sizeof path, "%s/tests/cases/answers.tsv", getenv("WALLCLOCK_SOURCE"));
    ck_assert(gr_file_read(&arena, path, 1 << 20, &rest, NULL));
    while (rest.len > 0) {
        const char *end = memchr(rest.ptr, '\n', rest.len);
        size_t len = end == NULL ? rest.len : (size_t)(end - rest.ptr);
        struct gr_str line = {.ptr = rest.ptr, .len = len};
        rest = gr_str_from(rest, len + 1);
        if (gr_str_starts(line, "#"))
            continue;
        struct row row = {.input = next_field(&line)};
        row.unit = next_field(&line);
        row.status = next_field(&line);
        row.expected = next_field(&line);
        const char *unit = gr_arena_text(&arena, row.unit);
        const char *text = typed(&arena, row.input);
        (void)world_run(world, "eval", "--json", "--unit", unit, "--", text, NULL);
        check_row(world, &row, "argument");
        (void)world_feed(world, gr_str(text), "eval", "--json", "--unit", unit, NULL);
        check_row(world, &row, "standard input");
        rows++;
    }
    gr_arena_free(&arena);
    return rows;
}

START_TEST(reads_every_row_of_the_table_in_c_utf8)
{
    struct world world;
    world_make(&world);
    ck_assert_uint_ge(check_table(&world), ROWS_AT_LEAST);
    world_free(&world);
}
END_TEST

/* Makes de_DE.UTF-8 in the world's folder; false where there is no localedef or no source. */
static bool make_german(struct world *world, char locpath[WORLD_PATH])
{
    char target[WORLD_PATH];
    if (access("/usr/bin/localedef", X_OK) != 0 ||
        access("/usr/share/i18n/locales/de_DE", R_OK) != 0)
        return false;
    (void)temp_folder_name(&world->folder, "de_DE.UTF-8", target, sizeof target);
    const char *const argv[] = {"/usr/bin/localedef", "-i", "de_DE", "-f", "UTF-8", target, NULL};
    const char *const env[] = {"PATH=/usr/bin:/bin", NULL};
    struct proc_spec spec = {.argv = argv, .env = env};
    struct proc made = {0};
    proc_run(&made, &spec, gr_str(""));
    ck_assert_msg(made.status == 0, "localedef: %s", gr_buf_cstr(&made.err_text));
    proc_free(&made);
    (void)snprintf(locpath, WORLD_PATH, "LOCPATH=%s", world->folder.path);
    return true;
}

/* Whether the locale that was made really writes commas: else the test would prove nothing. */
static void check_comma(const char *locpath)
{
    const char *const argv[] = {"/usr/bin/locale", "decimal_point", NULL};
    const char *const env[] = {"PATH=/usr/bin:/bin", "LC_ALL=de_DE.UTF-8", locpath, NULL};
    struct proc_spec spec = {.argv = argv, .env = env};
    struct proc asked = {0};
    proc_run(&asked, &spec, gr_str(""));
    ck_assert_str_eq(gr_buf_cstr(&asked.out_text), ",\n");
    proc_free(&asked);
}

START_TEST(reads_every_row_of_the_table_under_a_comma_locale)
{
    struct world world;
    char locpath[WORLD_PATH];
    world_make(&world);
    if (make_german(&world, locpath)) {
        check_comma(locpath);
        world.locale = "LC_ALL=de_DE.UTF-8";
        world.locpath = locpath;
        ck_assert_uint_ge(check_table(&world), ROWS_AT_LEAST);
    } else {
        (void)fprintf(stderr, "no localedef here: the comma locale was not tried\n");
    }
    world_free(&world);
}
END_TEST

START_TEST(calls_a_mebibyte_of_junk_too_long)
{
    struct world world;
    struct gr_arena arena = {0};
    enum { MEBIBYTE = 1 << 20 };
    char *junk = malloc(MEBIBYTE);
    ck_assert_ptr_nonnull(junk);
    for (size_t i = 0; i < MEBIBYTE; i++)
        junk[i] = (char)(33 + (i * 7919 + i / 31) % 200);
    world_make(&world);
    struct gr_str input = {.ptr = junk, .len = MEBIBYTE};
    ck_assert_int_eq(world_feed(&world, input, "eval", "--json", NULL), 1);
    ck_assert(gr_str_is(json_text(world_json(&world, &arena), "reason"), "length"));
    gr_arena_free(&arena);
    free(junk);
    world_free(&world);
}
END_TEST

START_TEST(eval_opens_neither_course_nor_store)
{
    struct world world;
    char path[WORLD_PATH];
    world_make(&world);
    (void)snprintf(world.course, sizeof world.course, "/nowhere");
    ck_assert_int_eq(world_run(&world, "eval", "2^10", NULL), 0);
    ck_assert_str_eq(world_out(&world), "1024\n");
    (void)temp_folder_name(&world.folder, "data", path, sizeof path);
    ck_assert_int_ne(access(path, F_OK), 0);
    world_free(&world);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        reads_every_row_of_the_table_in_c_utf8,
        reads_every_row_of_the_table_under_a_comma_locale,
        calls_a_mebibyte_of_junk_too_long,
        eval_opens_neither_course_nor_store,
    };
    return world_tests("eval", 200, tests, sizeof tests / sizeof tests[0]);
}
