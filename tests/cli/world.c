/* See world.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/cli/world.h"

#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *needed(const char *name)
{
    const char *value = getenv(name);
    ck_assert_msg(value != NULL, "%s is not set: run this through ctest", name);
    return value;
}

static void copy_file(const char *from, const char *to)
{
    char piece[65536];
    size_t got = 0;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    ck_assert_msg(in != NULL && out != NULL, "cannot copy %s to %s", from, to);
    while ((got = fread(piece, 1, sizeof piece, in)) > 0)
        ck_assert_uint_eq(fwrite(piece, 1, got, out), got);
    ck_assert_int_eq(fclose(in), 0);
    ck_assert_int_eq(fclose(out), 0);
}

/* The test's own course, file by file: a list is short and says what there is. */
static const char *const course_files[] = {
    "content/levels.yaml",     "content/T.1/chapter.yaml", "content/T.1/basics/1.md",
    "content/T.1/basics/2.md", "problems/T.1/E1.yaml",     "problems/T.1/W1.yaml",
    "problems/T.1/E2.yaml",    "solutions/T.1/E1.md",      "solutions/T.1/E2.md",
    "solutions/T.1/W1.md",
};

static void make_folders(const char *path)
{
    char folder[WORLD_PATH];
    (void)snprintf(folder, sizeof folder, "%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(folder, 0700);
        *slash = '/';
    }
}

const char *world_file(const struct world *world, const char *name, char out[WORLD_PATH])
{
    (void)snprintf(out, WORLD_PATH, "%s/course/%s", world->folder.path, name);
    return out;
}

void world_make(struct world *world)
{
    char from[2 * WORLD_PATH], to[WORLD_PATH];
    *world = (struct world){0};
    temp_folder_make(&world->folder, true);
    const char *base = world->folder.path;
    (void)snprintf(world->program, WORLD_PATH, "%s/wallclock", needed("WALLCLOCK_BIN"));
    (void)snprintf(world->course, WORLD_PATH, "%s/course", base);
    (void)snprintf(world->home, WORLD_PATH, "HOME=%s/home", base);
    (void)snprintf(world->data, WORLD_PATH, "XDG_DATA_HOME=%s/data", base);
    (void)snprintf(world->kn, WORLD_PATH, "WALLCLOCK_KN=%s/kn", needed("WALLCLOCK_BIN"));
    for (size_t i = 0; i < sizeof course_files / sizeof course_files[0]; i++) {
        (void)snprintf(from, sizeof from, "%s/tests/cli/course/%s", needed("WALLCLOCK_SOURCE"),
                       course_files[i]);
        make_folders(world_file(world, course_files[i], to));
        copy_file(from, to);
    }
}

void world_free(struct world *world)
{
    proc_free(&world->ran);
    temp_folder_remove(&world->folder);
}

static void start(struct world *world, va_list more)
{
    const char *argv[WORLD_ARGS + 1] = {world->program}, *env[16] = {0};
    size_t args = 1, vars = 0;
    for (const char *arg = va_arg(more, const char *); arg != NULL;
         arg = va_arg(more, const char *)) {
        ck_assert_uint_lt(args, WORLD_ARGS);
        argv[args++] = arg;
    }
    char course[WORLD_PATH + 32];
    (void)snprintf(course, sizeof course, "WALLCLOCK_COURSE=%s", world->course);
    env[vars++] = "PATH=/usr/bin:/bin";
    env[vars++] = world->home;
    env[vars++] = world->data;
    env[vars++] = world->kn;
    if (world->course[0] != '\0')
        env[vars++] = course;
    env[vars++] = world->locale == NULL ? "LC_ALL=C.UTF-8" : world->locale;
    if (world->locpath != NULL)
        env[vars++] = world->locpath;
    for (size_t i = 0; i < 4 && world->more_env[i] != NULL; i++)
        env[vars++] = world->more_env[i];
    struct proc_spec spec = {.argv = argv,
                             .env = env,
                             .output = world->output,
                             .most_file_bytes = world->most_file_bytes,
                             .no_output = world->no_output};
    proc_free(&world->ran);
    proc_start(&world->ran, &spec);
}

int world_run(struct world *world, ...)
{
    va_list more;
    va_start(more, world);
    start(world, more);
    va_end(more);
    proc_close_input(&world->ran);
    proc_wait(&world->ran);
    return world->ran.status;
}

int world_feed(struct world *world, struct gr_str input, ...)
{
    va_list more;
    va_start(more, input);
    start(world, more);
    va_end(more);
    (void)proc_write(&world->ran, input);
    proc_close_input(&world->ran);
    proc_wait(&world->ran);
    return world->ran.status;
}

void world_start(struct world *world, ...)
{
    va_list more;
    va_start(more, world);
    start(world, more);
    va_end(more);
}

const char *world_out(const struct world *world)
{
    return gr_buf_cstr(&world->ran.out_text);
}

const char *world_err(const struct world *world)
{
    return gr_buf_cstr(&world->ran.err_text);
}

void world_write(const struct world *world, const char *name, const char *text)
{
    char path[WORLD_PATH];
    make_folders(world_file(world, name, path));
    FILE *file = fopen(path, "wb");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    ck_assert_int_ge(fputs(text, file), 0);
    ck_assert_int_eq(fclose(file), 0);
}

void world_edit(const struct world *world, const char *name, const char *from, const char *to)
{
    char path[WORLD_PATH];
    struct gr_arena arena = {0};
    struct gr_str raw;
    struct gr_buf edited;
    ck_assert(gr_file_read(&arena, world_file(world, name, path), 1 << 20, &raw, NULL));
    const char *text = gr_arena_text(&arena, raw);
    const char *at = strstr(text, from);
    ck_assert_msg(at != NULL, "%s does not hold \"%s\"", name, from);
    gr_buf_start(&edited, 2 << 20);
    gr_buf_add(&edited, (struct gr_str){.ptr = text, .len = (size_t)(at - text)});
    gr_buf_text(&edited, to);
    gr_buf_text(&edited, at + strlen(from));
    world_write(world, name, gr_buf_cstr(&edited));
    gr_buf_free(&edited);
    gr_arena_free(&arena);
}

const struct gr_node *world_json(const struct world *world, struct gr_arena *arena)
{
    struct gr_diags diags = {0};
    const struct gr_node *root =
        gr_yaml_parse(arena, gr_buf_view(&world->ran.out_text), "output", 1, &diags);
    ck_assert_msg(root != NULL && root->kind == GR_NODE_MAPPING, "no JSON object: %s",
                  world_out(world));
    gr_diags_free(&diags);
    return root;
}

struct gr_str json_text(const struct gr_node *mapping, const char *key)
{
    const struct gr_node *node = gr_node_get(mapping, key);
    return node == NULL ? gr_str("") : node->text;
}

void world_says(const char *text, const char *part)
{
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in: %s", part, text);
}

int world_tests(const char *name, int timeout_s, const TTest *const *tests, size_t count)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, timeout_s);
    for (size_t i = 0; i < count; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? 0 : 1;
}
