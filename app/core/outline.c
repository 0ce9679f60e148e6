/* See outline.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/core/outline.h"

#include <string.h>

struct builder {
    const struct gr_course *course;
    const struct gr_chapter *chapter;
    struct app_entry *entries;
    size_t count, size;
};

const char *app_item_id(const struct gr_item *item)
{
    switch (item->kind) {
    case GR_ITEM_PAGE:
        return item->page->id;
    case GR_ITEM_PROBLEM:
        return item->problem->id;
    case GR_ITEM_STRAND:
        return item->strand->id;
    case GR_ITEM_CHAPTER:
        break;
    }
    return item->chapter->id;
}

/* "VIII.6.basics.3" in chapter VIII.6 is typed as "basics.3". */
static const char *short_of(const char *id, const struct gr_chapter *chapter)
{
    size_t len = chapter == NULL ? 0 : strlen(chapter->id);
    bool inside = len > 0 && strncmp(id, chapter->id, len) == 0 && id[len] == '.';
    return inside ? id + len + 1 : id;
}

static bool is_listed(const struct builder *builder, const char *id)
{
    for (size_t i = 0; i < builder->count; i++)
        if (strcmp(builder->entries[i].id, id) == 0)
            return true;
    return false;
}

static void add(struct builder *builder, struct app_entry entry)
{
    entry.item.chapter = builder->chapter;
    entry.id = app_item_id(&entry.item);
    if (builder->count == builder->size || is_listed(builder, entry.id))
        return;
    entry.short_id = short_of(entry.id, builder->chapter);
    builder->entries[builder->count++] = entry;
}

static void add_pages(struct builder *builder, struct app_entry like,
                      const struct gr_page *const *pages, size_t count)
{
    like.item.kind = GR_ITEM_PAGE;
    for (size_t i = 0; i < count; i++) {
        like.item.page = pages[i];
        like.title = pages[i]->title;
        add(builder, like);
    }
}

static void add_problems(struct builder *builder, struct app_entry like)
{
    const struct gr_course *course = builder->course;
    like.item.kind = GR_ITEM_PROBLEM;
    for (size_t i = 0; i < course->problem_count; i++) {
        const struct gr_problem *problem = course->problems[i];
        if (gr_course_chapter_of(course, problem->id) != builder->chapter)
            continue;
        like.item.problem = problem;
        like.title = problem->title;
        add(builder, like);
    }
}

static void add_chapter(struct builder *builder)
{
    const struct gr_chapter *chapter = builder->chapter;
    struct app_entry like = {.group = "Mathematics", .gloss = ""};
    for (size_t i = 0; i < chapter->strand_count; i++) {
        const struct gr_strand *strand = &chapter->strands[i];
        struct app_entry here = {.group = strand->title,
                                 .gloss = strand->gloss == NULL ? "" : strand->gloss,
                                 .item.strand = strand};
        add_pages(builder, here, strand->pages, strand->page_count);
        if (strcmp(strand->id, "mathematics") == 0)
            add_problems(builder, here);
    }
    add_problems(builder, like); /* those of a chapter that has no such strand */
    like.group = "Propositions";
    add_pages(builder, like, chapter->propositions, chapter->proposition_count);
}

bool app_outline(const struct gr_course *course, struct gr_arena *arena, struct app_outline *out,
                 struct gr_err *err)
{
    struct builder builder = {.course = course, .size = course->page_count + course->problem_count};
    builder.entries = gr_arena_array(arena, builder.size, sizeof *builder.entries);
    if (builder.entries == NULL)
        return gr_fail(err, GR_E_MEMORY, "out of memory");
    for (size_t i = 0; i < course->chapter_count; i++) {
        builder.chapter = &course->chapters[i];
        add_chapter(&builder);
    }
    builder.chapter = NULL;
    struct app_entry like = {.group = "Apparatus", .gloss = "links to follow, never a gate"};
    add_pages(&builder, like, course->pages, course->page_count);
    *out = (struct app_outline){.entries = builder.entries, .count = builder.count};
    return true;
}

const struct app_entry *app_outline_find(const struct app_outline *outline, const char *id)
{
    for (size_t i = 0; i < outline->count; i++)
        if (strcmp(outline->entries[i].id, id) == 0)
            return &outline->entries[i];
    return NULL;
}
