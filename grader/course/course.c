/* See course.h. Opening lists the folders first (scan.c), so that every array has its size before
 * anything is read; then chapters, pages and problems are loaded in that order. Pages of a strand
 * are views into one array of pointers, which the scan left in strand order.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/course.h"

#include <stdlib.h>
#include <string.h>

#include "grader/course/chapter_load.h"

struct opening {
    struct gr_course *course;
    struct gr_listing scan;
    struct gr_diags *diags;
    struct gr_err *err;
    struct gr_chapter *chapters;
    const struct gr_page **pages;
    const struct gr_problem **problems;
    struct gr_broken *broken;
    size_t found_before, lost_before; /* findings that diags held already */
};

bool gr_course_is(const char *root)
{
    struct gr_arena arena = {0};
    char *path = gr_path_join(&arena, root, "content/levels.yaml");
    bool is = path != NULL && !gr_path_is_absent(path);
    gr_arena_free(&arena);
    return is;
}

static bool fail_memory(struct gr_err *err)
{
    return gr_fail(err, GR_E_MEMORY, "out of memory while opening the course");
}

/* Whether memory gave out in the reading of a file: what was read is then no course to show. */
static bool ran_short(const struct opening *open)
{
    for (size_t i = open->found_before; i < open->diags->count; i++)
        if (strcmp(open->diags->items[i].code, "Y000") == 0)
            return true;
    return open->diags->lost > open->lost_before;
}

static void add_broken(struct opening *open, const struct gr_found *found)
{
    open->broken[open->course->broken_count++] =
        (struct gr_broken){.path = found->path, .short_id = found->short_id, .id = found->id};
}

/* ---- loading in the order of the scan ----------------------------------------------------- */

static void load_chapter(struct opening *open, const struct gr_found *found)
{
    struct gr_course *course = open->course;
    if (gr_chapter_load(course, found, &open->chapters[course->chapter_count], open->diags))
        course->chapter_count++;
    else
        add_broken(open, found);
}

static void load_page(struct opening *open, const struct gr_found *found)
{
    struct gr_course *course = open->course;
    struct gr_page *page = gr_page_load(&course->arena, found, open->diags);
    if (page != NULL)
        open->pages[course->page_count++] = page;
    else
        add_broken(open, found);
}

static void load_problem(struct opening *open, const struct gr_found *found)
{
    struct gr_course *course = open->course;
    struct gr_problem *problem =
        gr_problem_load(&course->arena, found->path, found->solution_path, open->diags);
    if (problem != NULL && strcmp(problem->id, found->id) != 0) {
        gr_diag_help(open->diags,
                     gr_diag_add(open->diags, GR_ERROR, "P003", problem->at,
                                 "problem %s lies in the folder of chapter %s", problem->id,
                                 found->chapter),
                     "its id is %s, or it belongs elsewhere", found->id);
        problem = NULL;
    }
    if (problem != NULL)
        open->problems[course->problem_count++] = problem;
    else
        add_broken(open, found);
}

static bool load_all(struct opening *open)
{
    struct gr_course *course = open->course;
    const struct gr_listing *scan = &open->scan;
    open->chapters =
        gr_arena_array(&course->arena, scan->counts[GR_FOUND_CHAPTER], sizeof *open->chapters);
    open->pages = gr_arena_array(&course->arena, scan->counts[GR_FOUND_PAGE], sizeof *open->pages);
    open->problems =
        gr_arena_array(&course->arena, scan->counts[GR_FOUND_PROBLEM], sizeof *open->problems);
    open->broken = gr_arena_array(&course->arena, scan->count, sizeof *open->broken);
    if (open->chapters == NULL || open->pages == NULL || open->problems == NULL ||
        open->broken == NULL)
        return fail_memory(open->err);
    for (size_t i = 0; i < scan->count; i++) {
        if (scan->items[i].kind == GR_FOUND_CHAPTER)
            load_chapter(open, &scan->items[i]);
        else if (scan->items[i].kind == GR_FOUND_PAGE)
            load_page(open, &scan->items[i]);
        else
            load_problem(open, &scan->items[i]);
    }
    course->chapters = open->chapters;
    course->pages = open->pages;
    course->problems = open->problems;
    course->broken = open->broken;
    return true;
}

/* ---- strands ------------------------------------------------------------------------------ */

static bool lies_in(const struct gr_page *page, const char *chapter, const char *strand)
{
    size_t len = strlen(chapter);
    return strcmp(page->strand, strand) == 0 && strncmp(page->id, chapter, len) == 0 &&
           page->id[len] == '.';
}

/* The run of the chapter's pages in this strand: the scan put them side by side. */
static const struct gr_page *const *pages_of(const struct gr_course *course, const char *chapter,
                                             const char *strand, size_t *count)
{
    size_t first = 0;
    while (first < course->page_count && !lies_in(course->pages[first], chapter, strand))
        first++;
    *count = 0;
    while (first + *count < course->page_count &&
           lies_in(course->pages[first + *count], chapter, strand))
        (*count)++;
    return course->pages + first;
}

static void fill_strands(struct opening *open)
{
    for (size_t i = 0; i < open->course->chapter_count; i++) {
        struct gr_chapter *chapter = &open->chapters[i];
        for (size_t j = 0; j < chapter->strand_count; j++) {
            struct gr_strand *strand = &chapter->strands[j];
            strand->pages = pages_of(open->course, chapter->id, strand->id, &strand->page_count);
        }
        chapter->propositions =
            pages_of(open->course, chapter->id, "propositions", &chapter->proposition_count);
    }
}

/* ---- opening ------------------------------------------------------------------------------ */

/* The first error among the findings says best why there is nothing to open. */
static bool fail_by_findings(const struct opening *open, const char *otherwise)
{
    for (size_t i = open->found_before; i < open->diags->count; i++)
        if (open->diags->items[i].severity == GR_ERROR)
            return gr_fail_at(open->err, GR_E_COURSE, open->diags->items[i].at, "%s%s%s",
                              open->diags->items[i].text,
                              open->diags->items[i].help == NULL ? "" : "; ",
                              open->diags->items[i].help == NULL ? "" : open->diags->items[i].help);
    return gr_fail(open->err, GR_E_COURSE, "%s: %s", open->course->root, otherwise);
}

static bool load_levels(struct opening *open)
{
    struct gr_course *course = open->course;
    char *levels = gr_path_join(&course->arena, course->root, "content/levels.yaml");
    char *constants = gr_path_join(&course->arena, course->root, "content/constants.yaml");
    if (levels == NULL || constants == NULL)
        return fail_memory(open->err);
    if (gr_path_is_absent(levels))
        return gr_fail(open->err, GR_E_COURSE,
                       "%s is no course: it has no content/levels.yaml; name one with --course",
                       course->root);
    if (!gr_levels_load(course, levels, open->diags))
        return fail_by_findings(open, "content/levels.yaml cannot be read");
    if (!gr_path_is_absent(constants))
        (void)gr_constants_load(course, constants, open->diags);
    return true;
}

static bool open_all(struct opening *open, const char *root)
{
    struct gr_course *course = open->course;
    course->root = gr_arena_text(&course->arena, gr_str(root));
    if (course->root == NULL)
        return fail_memory(open->err);
    if (!load_levels(open) ||
        !gr_listing_make(&course->arena, course->root, &open->scan, open->diags, open->err) ||
        !gr_stray_check(&course->arena, course->root, &open->scan, open->diags, open->err) ||
        !load_all(open))
        return false;
    if (course->chapter_count == 0)
        return fail_by_findings(open, "there is no chapter; content/NAME/chapter.yaml");
    fill_strands(open);
    return true;
}

bool gr_course_open(const char *root, struct gr_course **out, struct gr_diags *diags,
                    struct gr_err *err)
{
    struct gr_err why = {0};
    struct opening open = {
        .diags = diags, .err = &why, .found_before = diags->count, .lost_before = diags->lost};
    *out = NULL;
    open.course = calloc(1, sizeof *open.course);
    if (open.course == NULL)
        return fail_memory(err);
    bool is_open = open_all(&open, root);
    if (ran_short(&open)) {
        why = (struct gr_err){0};
        is_open = fail_memory(&why);
    }
    if (!is_open) {
        gr_course_close(open.course);
        return gr_fail_at(err, why.code, why.at, "%s", why.text);
    }
    *out = open.course;
    return true;
}

void gr_course_close(struct gr_course *course)
{
    if (course == NULL)
        return;
    struct gr_arena arena = course->arena;
    free(course);
    gr_arena_free(&arena);
}
