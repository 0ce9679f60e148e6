/* The static check of a whole course: what no single file can tell.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>
#include <strings.h>

#include "grader/course/course.h"

enum { MOST_WORDS = 512 };

static const char *nearest_page(const struct gr_course *course, const char *link)
{
    const char *words[MOST_WORDS];
    size_t count = course->page_count < MOST_WORDS ? course->page_count : MOST_WORDS;
    for (size_t i = 0; i < count; i++)
        words[i] = course->pages[i]->id;
    return gr_nearest(gr_str(link), words, count);
}

static bool page_exists(const struct gr_course *course, const char *id)
{
    for (size_t i = 0; i < course->page_count; i++)
        if (strcmp(course->pages[i]->id, id) == 0)
            return true;
    return false;
}

/* What is there and cannot be used has findings of its own; a link to it is no further one. */
static bool is_broken(const struct gr_course *course, const char *id)
{
    for (size_t i = 0; i < course->broken_count; i++)
        if (strcmp(course->broken[i].id, id) == 0)
            return true;
    return false;
}

/* `needs:` may name any item by its whole id. */
static bool item_exists(const struct gr_course *course, const char *id)
{
    for (size_t i = 0; i < course->problem_count; i++)
        if (strcmp(course->problems[i]->id, id) == 0)
            return true;
    return page_exists(course, id) || is_broken(course, id);
}

static void check_link(const struct gr_course *course, const char *link, struct gr_pos at,
                       struct gr_diags *diags)
{
    if (item_exists(course, link))
        return;
    struct gr_diag *diag =
        gr_diag_add(diags, GR_ERROR, "L001", at, "\"%s\" links to nothing", link);
    gr_diag_suggest(diags, diag, nearest_page(course, link));
    gr_diag_help(diags, diag, "name an item by its whole id: VIII.6.basics.3");
}

/* ---- words that chapter.yaml declares ----------------------------------------------------- */

static bool topic_exists(const struct gr_chapter *chapter, const char *topic)
{
    for (size_t i = 0; i < chapter->topic_count; i++)
        if (strcmp(chapter->topics[i].key, topic) == 0)
            return true;
    return false;
}

static void check_topic(const struct gr_chapter *chapter, const char *topic, struct gr_pos at,
                        struct gr_diags *diags)
{
    const char *words[MOST_WORDS];
    if (chapter == NULL || topic == NULL || topic_exists(chapter, topic))
        return;
    size_t count = chapter->topic_count < MOST_WORDS ? chapter->topic_count : MOST_WORDS;
    for (size_t i = 0; i < count; i++)
        words[i] = chapter->topics[i].key;
    struct gr_diag *diag = gr_diag_add(diags, GR_ERROR, "L002", at,
                                       "\"%s\" is no topic of chapter %s", topic, chapter->id);
    gr_diag_suggest(diags, diag, gr_nearest(gr_str(topic), words, count));
    gr_diag_help(diags, diag, "topics: in chapter.yaml declares them");
}

static void check_variant(const struct gr_chapter *chapter, const struct gr_problem *problem,
                          struct gr_diags *diags)
{
    if (chapter == NULL || problem->variant == NULL)
        return;
    for (size_t i = 0; i < chapter->variant_count; i++)
        if (strcmp(chapter->variants[i], problem->variant) == 0)
            return;
    struct gr_diag *diag =
        gr_diag_add(diags, GR_ERROR, "L003", problem->variant_at,
                    "\"%s\" is no variant of chapter %s", problem->variant, chapter->id);
    gr_diag_suggest(
        diags, diag,
        gr_nearest(gr_str(problem->variant), chapter->variants, chapter->variant_count));
    gr_diag_help(diags, diag, "variants: in chapter.yaml declares them");
}

/* ---- files -------------------------------------------------------------------------------- */

/* For a published chapter the gate says it, and says it as an error. */
static void check_solution(const struct gr_chapter *chapter, const struct gr_problem *problem,
                           struct gr_diags *diags)
{
    if (problem->has_solution || problem->solution_path != NULL)
        return; /* a broken solution has its own findings */
    if (chapter == NULL || !chapter->is_published)
        gr_diag_help(diags,
                     gr_diag_add(diags, GR_WARNING, "S005", problem->at,
                                 "%s has no published solution and does not count", problem->id),
                     "write solutions/<chapter>/%s.md", problem->short_id);
}

static void check_problem(const struct gr_course *course, const struct gr_problem *problem,
                          struct gr_diags *diags)
{
    const struct gr_chapter *chapter = gr_course_chapter_of(course, problem->id);
    check_variant(chapter, problem, diags);
    check_topic(chapter, problem->topic, problem->topic_at, diags);
    check_solution(chapter, problem, diags);
    for (size_t i = 0; i < problem->need_count; i++)
        check_link(course, problem->needs[i], problem->needs_at[i], diags);
}

static uint32_t planned_in(const struct gr_chapter *chapter, const char *strand)
{
    for (size_t i = 0; i < chapter->strand_count; i++)
        if (strcmp(chapter->strands[i].id, strand) == 0)
            return chapter->strands[i].planned;
    return strcmp(strand, "propositions") == 0 ? chapter->propositions_planned : 0;
}

/* A page beyond the plan would count for nothing, or for one that is missing. */
static void check_number(const struct gr_chapter *chapter, const struct gr_page *page,
                         struct gr_diags *diags)
{
    struct gr_pos at = {.file = page->path};
    if (chapter == NULL || strcmp(page->strand, "apparatus") == 0)
        return;
    uint32_t planned = planned_in(chapter, page->strand);
    if (gr_page_number(page) > planned)
        gr_diag_help(diags,
                     gr_diag_add(diags, GR_ERROR, "C015", at, "chapter %s plans %s 1 to %u",
                                 chapter->id, page->strand, (unsigned)planned),
                     "number the page within the plan, or plan more in chapter.yaml");
}

static void check_page(const struct gr_course *course, const struct gr_page *page,
                       struct gr_diags *diags)
{
    const struct gr_chapter *chapter = gr_course_chapter_of(course, page->id);
    check_number(chapter, page, diags);
    check_topic(chapter, page->topic, page->topic_at, diags);
    for (size_t i = 0; i < page->need_count; i++)
        check_link(course, page->needs[i], page->needs_at[i], diags);
}

/* A draft may name apparatus that is still to be written; a published chapter may not. */
static void check_apparatus(const struct gr_course *course, const struct gr_chapter *chapter,
                            struct gr_diags *diags)
{
    for (size_t i = 0; chapter->is_published && i < chapter->apparatus_count; i++)
        check_link(course, chapter->apparatus[i].key, chapter->apparatus[i].at, diags);
}

/* Names are found in any case, so two that differ only in it are one. */
static void check_names(const struct gr_course *course, struct gr_diags *diags)
{
    for (size_t i = 0; i < course->problem_count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcasecmp(course->problems[i]->id, course->problems[j]->id) == 0)
                gr_diag_help(diags,
                             gr_diag_add(diags, GR_ERROR, "L004", course->problems[i]->at,
                                         "the id %s is used twice, also in %s",
                                         course->problems[i]->id, course->problems[j]->path),
                             "an id is used once, for ever, and its case does not count");
}

bool gr_check_course(const struct gr_course *course, struct gr_diags *diags, struct gr_err *err)
{
    struct gr_arena arena = {0};
    bool done = true;
    check_names(course, diags);
    for (size_t i = 0; i < course->problem_count; i++)
        check_problem(course, course->problems[i], diags);
    for (size_t i = 0; i < course->page_count; i++)
        check_page(course, course->pages[i], diags);
    for (size_t i = 0; done && i < course->chapter_count; i++) {
        struct gr_ledger ledger;
        check_apparatus(course, &course->chapters[i], diags);
        done = gr_gate_count(course, &course->chapters[i], &arena, &ledger, err);
        if (done)
            gr_gate_check(&ledger, diags);
    }
    gr_arena_free(&arena);
    return done;
}
