/* Finding an item of a course by the name a person types: whole or short, in any case.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/course/course.h"

/* Whether `name` is `id`, or what stands after "<chapter>." in it. */
static bool is_called(const char *id, const char *chapter, const char *name)
{
    size_t len = chapter == NULL ? 0 : strlen(chapter);
    if (strcasecmp(id, name) == 0)
        return true;
    return len > 0 && strncmp(id, chapter, len) == 0 && id[len] == '.' &&
           strcasecmp(id + len + 1, name) == 0;
}

const struct gr_chapter *gr_course_chapter_of(const struct gr_course *course, const char *item_id)
{
    const struct gr_chapter *best = NULL;
    size_t best_len = 0;
    for (size_t i = 0; i < course->chapter_count; i++) {
        size_t len = strlen(course->chapters[i].id);
        bool holds = strncmp(item_id, course->chapters[i].id, len) == 0 &&
                     (item_id[len] == '.' || item_id[len] == '\0');
        if (holds && len > best_len) {
            best = &course->chapters[i];
            best_len = len;
        }
    }
    return best;
}

static bool find_chapter(const struct gr_course *course, const char *name, struct gr_item *out)
{
    for (size_t i = 0; i < course->chapter_count; i++) {
        const struct gr_chapter *chapter = &course->chapters[i];
        if (strcasecmp(chapter->id, name) != 0)
            continue;
        *out = (struct gr_item){.kind = GR_ITEM_CHAPTER, .chapter = chapter};
        return true;
    }
    return false;
}

static bool find_strand(const struct gr_course *course, const char *name, struct gr_item *out)
{
    for (size_t i = 0; i < course->chapter_count; i++) {
        const struct gr_chapter *chapter = &course->chapters[i];
        size_t len = strlen(chapter->id);
        bool is_whole = strncasecmp(name, chapter->id, len) == 0 && name[len] == '.';
        const char *word = is_whole ? name + len + 1 : name;
        for (size_t j = 0; j < chapter->strand_count; j++) {
            if (strcasecmp(chapter->strands[j].id, word) != 0)
                continue;
            *out = (struct gr_item){
                .kind = GR_ITEM_STRAND, .chapter = chapter, .strand = &chapter->strands[j]};
            return true;
        }
    }
    return false;
}

static const struct gr_strand *strand_of(const struct gr_chapter *chapter,
                                         const struct gr_page *page)
{
    for (size_t i = 0; chapter != NULL && i < chapter->strand_count; i++)
        if (strcmp(chapter->strands[i].id, page->strand) == 0)
            return &chapter->strands[i];
    return NULL;
}

static bool find_page(const struct gr_course *course, const char *name, struct gr_item *out)
{
    for (size_t i = 0; i < course->page_count; i++) {
        const struct gr_page *page = course->pages[i];
        const struct gr_chapter *chapter = gr_course_chapter_of(course, page->id);
        if (!is_called(page->id, chapter == NULL ? NULL : chapter->id, name))
            continue;
        *out = (struct gr_item){.kind = GR_ITEM_PAGE,
                                .chapter = chapter,
                                .page = page,
                                .strand = strand_of(chapter, page)};
        return true;
    }
    return false;
}

static bool find_problem(const struct gr_course *course, const char *name, struct gr_item *out)
{
    for (size_t i = 0; i < course->problem_count; i++) {
        const struct gr_problem *problem = course->problems[i];
        const struct gr_chapter *chapter = gr_course_chapter_of(course, problem->id);
        if (!is_called(problem->id, chapter == NULL ? NULL : chapter->id, name))
            continue;
        *out = (struct gr_item){.kind = GR_ITEM_PROBLEM, .chapter = chapter, .problem = problem};
        return true;
    }
    return false;
}

/* ---- when there is none ------------------------------------------------------------------- */

static bool fail_broken(const struct gr_course *course, const char *name, struct gr_err *err)
{
    for (size_t i = 0; i < course->broken_count; i++) {
        const char *dot = strrchr(name, '.');
        const char *short_name = dot == NULL ? name : dot + 1;
        const char *id = course->broken[i].short_id;
        if (strcasecmp(id, name) == 0 || strcasecmp(id, short_name) == 0)
            return gr_fail(err, GR_E_COURSE,
                           "%s cannot be used: its file %s has findings; see `wallclock check`", id,
                           course->broken[i].path);
    }
    return true;
}

/* Every name that could have been typed; short ones too. Returns how many. */
static size_t collect_names(const struct gr_course *course, const char **out)
{
    size_t count = 0;
    for (size_t i = 0; i < course->chapter_count; i++) {
        out[count++] = course->chapters[i].id;
        for (size_t j = 0; j < course->chapters[i].strand_count; j++)
            out[count++] = course->chapters[i].strands[j].id;
    }
    for (size_t i = 0; i < course->problem_count; i++) {
        out[count++] = course->problems[i]->short_id;
        out[count++] = course->problems[i]->id;
    }
    for (size_t i = 0; i < course->page_count; i++) {
        const struct gr_chapter *chapter = gr_course_chapter_of(course, course->pages[i]->id);
        out[count++] = course->pages[i]->id;
        if (chapter != NULL && strlen(course->pages[i]->id) > strlen(chapter->id) + 1)
            out[count++] = course->pages[i]->id + strlen(chapter->id) + 1;
    }
    return count;
}

static bool fail_unknown(const struct gr_course *course, const char *name, struct gr_err *err)
{
    size_t most = course->chapter_count * 6 + course->problem_count * 2 + course->page_count * 2;
    const char **names = calloc(most + 1, sizeof *names);
    if (names == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory while looking for \"%.60s\"", name);
    const char *nearest = gr_nearest(gr_str(name), names, collect_names(course, names));
    if (nearest != NULL)
        (void)gr_fail(err, GR_E_USAGE, "there is no \"%.60s\"; did you mean %s?", name, nearest);
    else
        (void)gr_fail(err, GR_E_USAGE,
                      "there is no \"%.60s\"; `wallclock list` shows what there is", name);
    free(names);
    return false;
}

bool gr_course_find(const struct gr_course *course, const char *name, struct gr_item *out,
                    struct gr_err *err)
{
    *out = (struct gr_item){0};
    if (find_chapter(course, name, out) || find_problem(course, name, out) ||
        find_page(course, name, out) || find_strand(course, name, out))
        return true;
    return fail_broken(course, name, err) && fail_unknown(course, name, err);
}
