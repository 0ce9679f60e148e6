/* See run_support.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/grader/run/run_support.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/num/decimal.h"

static const char *const files[] = {
    "content/levels.yaml",  "content/T.1/chapter.yaml", "content/T.1/basics/1.md",
    "problems/T.1/W1.yaml", "problems/T.1/W2.yaml",     "problems/T.1/E1.yaml",
    "solutions/T.1/W1.md",  "solutions/T.1/W2.md",      "solutions/T.1/E1.md"};
static const char *const folders[] = {
    "",         "content",      "content/T.1", "content/T.1/basics",
    "problems", "problems/T.1", "solutions",   "solutions/T.1"};

enum { FILE_BYTES = 64 * 1024 };

static size_t read_all(const char *path, char *out)
{
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", path);
    size_t len = fread(out, 1, FILE_BYTES - 1, file);
    (void)fclose(file);
    out[len] = '\0';
    return len;
}

static void write_all(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    (void)fputs(text, file);
    ck_assert_int_eq(fclose(file), 0);
}

void scratch_start(struct scratch *scratch)
{
    const char *source = getenv("WALLCLOCK_SOURCE");
    static char text[FILE_BYTES];
    char from[512], to[512];
    ck_assert_msg(source != NULL, "WALLCLOCK_SOURCE is not set");
    temp_folder_make(&scratch->folder, true);
    (void)temp_folder_name(&scratch->folder, "course", scratch->course, sizeof scratch->course);
    (void)temp_folder_name(&scratch->folder, "store/progress.db", scratch->store,
                           sizeof scratch->store);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        (void)snprintf(to, sizeof to, "%s/%s", scratch->course, folders[i]);
        ck_assert_int_eq(mkdir(to, 0700), 0);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        (void)snprintf(from, sizeof from, "%s/tests/unit/grader/run/course/%s", source, files[i]);
        (void)snprintf(to, sizeof to, "%s/%s", scratch->course, files[i]);
        (void)read_all(from, text);
        write_all(to, text);
    }
}

void scratch_end(struct scratch *scratch)
{
    temp_folder_remove(&scratch->folder);
}

void scratch_edit(const struct scratch *scratch, const char *file, const char *from, const char *to)
{
    static char text[FILE_BYTES], changed[2 * FILE_BYTES];
    char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", scratch->course, file);
    (void)read_all(path, text);
    char *place = strstr(text, from);
    ck_assert_msg(place != NULL, "%s has no \"%s\"", file, from);
    *place = '\0';
    (void)snprintf(changed, sizeof changed, "%s%s%s", text, to, place + strlen(from));
    write_all(path, changed);
}

struct gr_session *scratch_session(const struct scratch *scratch, bool with_store, const char *stub)
{
    struct gr_err err = {0};
    struct gr_session *session = NULL;
    struct gr_session_options options = {.course_root = scratch->course,
                                         .journal_path = with_store ? scratch->store : NULL,
                                         .kn_path = getenv("RUN_STUB_KN"),
                                         .student = "ada"};
    struct gr_diags diags = {0};
    ck_assert(setenv("RUN_STUB", stub, 1) == 0);
    ck_good(gr_session_open(&options, &session, &diags, &err), err);
    for (size_t i = 0; i < diags.count; i++)
        ck_assert_msg(diags.items[i].severity != GR_ERROR, "%s:%u: %s", diags.items[i].at.file,
                      (unsigned)diags.items[i].at.line, diags.items[i].text);
    gr_diags_free(&diags);
    return session;
}

const struct gr_problem *problem_called(struct gr_session *session, const char *name)
{
    struct gr_item item = {0};
    struct gr_err err = {0};
    ck_good(gr_course_find(gr_session_course(session), name, &item, &err), err);
    ck_assert(item.problem != NULL);
    return item.problem;
}

const struct gr_deal *deal_now(struct gr_session *session, const char *name, enum gr_deal_wish wish,
                               uint32_t instance)
{
    struct gr_err err = {0};
    const struct gr_deal *deal = NULL;
    ck_good(
        gr_session_deal(session, problem_called(session, name), wish, instance, NULL, &deal, &err),
        err);
    return deal;
}

struct gr_result answer_text(struct gr_session *session, const char *name, bool on_twin,
                             const char *text)
{
    struct gr_err err = {0};
    struct gr_result result;
    const struct gr_deal *deal = deal_now(session, name, GR_WISH_CURRENT, 0);
    ck_good(gr_session_answer(session, deal, on_twin, gr_str(text), false, &result, &err), err);
    return result;
}

const char *value_text(double value, char out[64])
{
    char number[GR_DECIMAL_PRINT];
    (void)snprintf(out, 64, "%s", gr_decimal_print(value, number));
    return out;
}

double number_of(const struct gr_deal *deal, const char *name)
{
    struct gr_scope scope = gr_deal_scope(deal);
    const struct gr_binding *binding = gr_scope_find(&scope, gr_str(name));
    ck_assert(binding != NULL);
    return binding->number.value;
}

struct gr_standing standing_of(struct gr_session *session, const char *id)
{
    return gr_session_standing(session, id);
}

/* The current deal's reference, as a student who knows it would type it. */
const char *right_text(struct gr_session *session, const char *name, bool on_twin, char out[64])
{
    const struct gr_deal *deal = deal_now(session, name, GR_WISH_CURRENT, 0);
    return value_text(on_twin ? deal->twin.rule.reference : deal->answer.rule.reference, out);
}

bool said(const struct gr_buf *text, const char *words)
{
    return strstr(gr_buf_cstr(text), words) != NULL;
}

void see_solution(struct gr_session *session, const char *name)
{
    struct gr_err err = {0};
    struct gr_buf text;
    gr_buf_start(&text, 1 << 16);
    ck_good(gr_session_solution(session, deal_now(session, name, GR_WISH_CURRENT, 0), &text, &err),
            err);
    ck_assert(text.len > 0);
    gr_buf_free(&text);
}
