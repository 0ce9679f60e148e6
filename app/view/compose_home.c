/* The front page: what to go on with, then the book's own page of the chapter in its order and with
 * its labels, the student's counts beside the chapter's. See compose.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/core/words.h"
#include "app/text/doc.h"
#include "app/view/compose.h"

static void add_escaped(struct gr_buf *out, const char *text)
{
    doc_escape(gr_str(text), out);
}

static void add_link(struct gr_buf *out, const char *text, const char *target)
{
    gr_buf_char(out, '[');
    add_escaped(out, text);
    gr_buf_printf(out, "](%s)", target);
}

/* Where one was, with the draft that waits there; at the first start, where to begin. */
static bool add_resume(const struct compose *c, const struct app_entry *resume, struct gr_buf *out,
                       struct gr_err *err)
{
    struct gr_buf draft;
    if (resume == NULL) {
        if (c->outline->count == 0)
            return true;
        gr_buf_text(out, "Begin with ");
        add_link(out, c->outline->entries[0].title, c->outline->entries[0].id);
        gr_buf_text(out, "\n\n");
        return true;
    }
    gr_buf_start(&draft, 4096);
    bool good = gr_session_draft_get(c->session, resume->id, &draft, err);
    gr_buf_text(out, "Resume ");
    gr_buf_char(out, '[');
    add_escaped(out, resume->short_id);
    gr_buf_char(out, ' ');
    add_escaped(out, resume->title);
    gr_buf_printf(out, "](%s)", resume->id);
    if (draft.len > 0) {
        gr_buf_text(out, ": you had typed ");
        add_escaped(out, gr_buf_cstr(&draft));
        gr_buf_text(out, " (draft, not submitted)");
    }
    gr_buf_text(out, "\n\n");
    gr_buf_free(&draft);
    return good;
}

static void add_title(const struct gr_chapter *chapter, struct gr_buf *out)
{
    gr_buf_text(out, "# ");
    add_escaped(out, chapter->id);
    gr_buf_char(out, ' ');
    add_escaped(out, chapter->title);
    gr_buf_text(out, "\n\n");
    if (chapter->subtitle != NULL) {
        add_escaped(out, chapter->subtitle);
        gr_buf_text(out, ". ");
    }
    if (chapter->level != NULL) {
        add_escaped(out, chapter->level->id);
        gr_buf_char(out, ' ');
        add_escaped(out, chapter->level->name);
        gr_buf_printf(out, ", %s.", chapter->is_published ? "published" : "draft");
    }
    gr_buf_text(out, "\n\n");
}

/* How many of the strand's items the student has done, of those that exist. */
static void count_done(const struct compose *c, const struct gr_strand *strand, uint32_t *done,
                       uint32_t *total)
{
    *done = *total = 0;
    for (size_t i = 0; i < c->outline->count; i++) {
        const struct app_entry *entry = &c->outline->entries[i];
        if (entry->item.strand != strand)
            continue;
        struct gr_standing standing = gr_session_standing(c->session, entry->id);
        *total += 1;
        *done += app_standing_is_done(&standing, entry->item.kind) ? 1 : 0;
    }
}

static void add_strands(const struct compose *c, const struct gr_ledger *ledger, struct gr_buf *out)
{
    gr_buf_text(out, "| Strand | You | Chapter | |\n|---|---|---|---|\n");
    for (size_t i = 0; i < ledger->strand_count; i++) {
        const struct gr_strand *strand = ledger->strands[i].strand;
        uint32_t done, total;
        count_done(c, strand, &done, &total);
        gr_buf_text(out, "| ");
        add_link(out, strand->title, strand->id);
        gr_buf_printf(out, " | %u/%u | %u/%u | ", (unsigned)done, (unsigned)total,
                      (unsigned)ledger->strands[i].done, (unsigned)ledger->strands[i].planned);
        add_escaped(out, strand->gloss == NULL ? "" : strand->gloss);
        gr_buf_text(out, " |\n");
    }
    gr_buf_char(out, '\n');
}

static void add_ledger(const struct compose *c, const struct gr_ledger *ledger, struct gr_buf *out)
{
    const struct gr_level *level = ledger->chapter->level;
    struct gr_tally tally = gr_session_tally(c->session, ledger->chapter);
    if (level != NULL)
        gr_buf_printf(
            out, "Chapter: %u/%u problems, %u/%u variants, %u/%u exercises; owes %u more.\n\n",
            (unsigned)ledger->problems, (unsigned)level->problems, (unsigned)ledger->variants,
            (unsigned)level->variants, (unsigned)ledger->exercises, (unsigned)level->exercises,
            (unsigned)ledger->owes);
    gr_buf_printf(
        out, "You: %u/%u problems, %u/%u exercises, %u/%u pages read, %u of %u points.\n\n",
        (unsigned)tally.problems_solved, (unsigned)tally.problems, (unsigned)tally.exercises_solved,
        (unsigned)tally.exercises, (unsigned)tally.pages_read, (unsigned)tally.pages,
        (unsigned)tally.points, (unsigned)tally.points_possible);
}

static void add_part(struct gr_buf *out, const char *heading, const char *markdown)
{
    if (markdown == NULL || markdown[0] == '\0')
        return;
    gr_buf_text(out, "## ");
    add_escaped(out, heading);
    gr_buf_printf(out, "\n\n%s\n\n", markdown);
}

static void add_topics(const struct gr_chapter *chapter, struct gr_buf *out)
{
    if (chapter->topic_count == 0)
        return;
    gr_buf_text(out, "## What this chapter covers\n\n");
    for (size_t i = 0; i < chapter->topic_count; i++) {
        gr_buf_text(out, i == 0 ? "" : " · ");
        add_escaped(out, chapter->topics[i].text);
    }
    gr_buf_text(out, "\n\n");
}

/* Titles lead to their pages where those exist already. */
static void add_apparatus(const struct compose *c, const struct gr_chapter *chapter,
                          struct gr_buf *out)
{
    if (chapter->apparatus_count == 0)
        return;
    gr_buf_text(out, "## Apparatus\n\nNot a gate: links to follow when a step stops making "
                     "sense.\n\n");
    for (size_t i = 0; i < chapter->apparatus_count; i++) {
        const struct gr_pair_text *pair = &chapter->apparatus[i];
        const struct app_entry *entry = app_outline_find(c->outline, pair->text);
        if (entry == NULL)
            entry = app_outline_find(c->outline, pair->key);
        gr_buf_text(out, "- ");
        if (entry != NULL)
            add_link(out, entry->title, entry->id);
        else
            add_escaped(out, pair->text);
        gr_buf_char(out, ' ');
        add_escaped(out, pair->key);
        gr_buf_char(out, '\n');
    }
    gr_buf_char(out, '\n');
}

static void add_notation(const struct gr_chapter *chapter, struct gr_buf *out)
{
    if (chapter->notation_count == 0)
        return;
    gr_buf_text(out, "## Notation\n\n");
    for (size_t i = 0; i < chapter->notation_count; i++) {
        gr_buf_text(out, i == 0 ? "" : " · ");
        add_escaped(out, chapter->notation[i].key);
        gr_buf_char(out, ' ');
        add_escaped(out, chapter->notation[i].text);
    }
    gr_buf_text(out, "\n\n");
}

static void add_problems(const struct compose *c, const struct gr_chapter *chapter,
                         struct gr_buf *out)
{
    gr_buf_text(out, "## Worked problems\n\n| Item | You |\n|---|---|\n");
    for (size_t i = 0; i < c->outline->count; i++) {
        const struct app_entry *entry = &c->outline->entries[i];
        if (entry->item.kind != GR_ITEM_PROBLEM || entry->item.chapter != chapter)
            continue;
        struct gr_standing standing = gr_session_standing(c->session, entry->id);
        gr_buf_text(out, "| [");
        add_escaped(out, entry->short_id);
        gr_buf_char(out, ' ');
        add_escaped(out, entry->title);
        gr_buf_printf(out, "](%s) | ", entry->id);
        app_standing_print(&standing, GR_ITEM_PROBLEM, out);
        gr_buf_text(out, " |\n");
    }
    gr_buf_char(out, '\n');
}

bool compose_home(const struct compose *c, const struct gr_chapter *chapter,
                  const struct app_entry *resume, struct gr_buf *out, struct gr_err *err)
{
    struct gr_arena arena = {0};
    struct gr_ledger ledger;
    bool good = gr_gate_count(gr_session_course(c->session), chapter, &arena, &ledger, err) &&
                add_resume(c, resume, out, err);
    if (good) {
        add_title(chapter, out);
        add_strands(c, &ledger, out);
        add_ledger(c, &ledger, out);
        if (chapter->motto != NULL) {
            gr_buf_text(out, "> ");
            add_escaped(out, chapter->motto);
            gr_buf_text(out, "\n\n");
        }
        add_part(out, "How this chapter is built", chapter->built);
        add_part(out,
                 chapter->opening_title != NULL ? chapter->opening_title
                                                : "Before you start: the problem",
                 chapter->opening);
        add_part(out, "The figure, in words", chapter->figure_caption);
        add_topics(chapter, out);
        add_apparatus(c, chapter, out);
        add_notation(chapter, out);
        add_problems(c, chapter, out);
    }
    gr_arena_free(&arena);
    return good && (!out->failed || gr_fail(err, GR_E_MEMORY, "out of memory"));
}
