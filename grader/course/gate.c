/* The gate: what a chapter has, what its level and plan say it owes, and the book's own three lines
 * about it. A problem or exercise without a published solution does not count.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/course/course.h"
#include "grader/course/folder.h"

struct counting {
    const struct gr_course *course;
    const struct gr_chapter *chapter;
    struct gr_ledger *ledger;
    struct gr_arena *arena;
    struct gr_owed *owed;
    size_t size;
    struct gr_err *err;
};

static bool GR_PRINTF(3, 4) owe(struct counting *count, const char *code, const char *format, ...);

/* ---- counting ----------------------------------------------------------------------------- */

static bool is_of(const struct counting *count, const struct gr_problem *problem)
{
    return gr_course_chapter_of(count->course, problem->id) == count->chapter;
}

static bool counts(const struct counting *count, const struct gr_problem *problem)
{
    return problem->has_solution && is_of(count, problem);
}

/* Whether a counted worked problem before `index` already has this variant. */
static bool variant_seen(const struct counting *count, size_t index)
{
    const struct gr_problem *problem = count->course->problems[index];
    for (size_t i = 0; i < index; i++) {
        const struct gr_problem *other = count->course->problems[i];
        if (counts(count, other) && other->kind == GR_KIND_PROBLEM &&
            strcmp(other->variant, problem->variant) == 0)
            return true;
    }
    return false;
}

static void count_problems(struct counting *count)
{
    for (size_t i = 0; i < count->course->problem_count; i++) {
        const struct gr_problem *problem = count->course->problems[i];
        if (!counts(count, problem))
            continue;
        if (problem->kind == GR_KIND_EXERCISE) {
            count->ledger->exercises++;
            continue;
        }
        count->ledger->problems++;
        count->ledger->variants += variant_seen(count, i) ? 0 : 1;
    }
}

static bool has_page(const struct gr_page *const *pages, size_t page_count, uint32_t number)
{
    for (size_t i = 0; i < page_count; i++)
        if (gr_page_number(pages[i]) == number)
            return true;
    return false;
}

/* Only pages that the plan has a place for. */
static uint32_t pages_done(const struct gr_page *const *pages, size_t page_count, uint32_t planned)
{
    uint32_t done = 0;
    for (uint32_t n = 1; n <= planned; n++)
        done += has_page(pages, page_count, n) ? 1 : 0;
    return done;
}

static void count_strands(struct counting *count)
{
    struct gr_ledger *ledger = count->ledger;
    for (size_t i = 0; i < count->chapter->strand_count; i++) {
        const struct gr_strand *strand = &count->chapter->strands[i];
        bool is_mathematics = strcmp(strand->id, "mathematics") == 0;
        ledger->strands[i].strand = strand;
        ledger->strands[i].planned = strand->planned;
        ledger->strands[i].done =
            is_mathematics ? ledger->problems + ledger->exercises
                           : pages_done(strand->pages, strand->page_count, strand->planned);
    }
    ledger->strand_count = count->chapter->strand_count;
    ledger->propositions =
        pages_done(count->chapter->propositions, count->chapter->proposition_count,
                   count->chapter->propositions_planned);
}

static uint32_t missing(uint32_t owed, uint32_t done)
{
    return owed > done ? owed - done : 0;
}

/* ---- one line for each thing owed --------------------------------------------------------- */

static bool owe(struct counting *count, const char *code, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct gr_ledger *ledger = count->ledger;
    if (ledger->owed_count == count->size) {
        size_t size = count->size * 2 + 16;
        struct gr_owed *owed = gr_arena_array(count->arena, size, sizeof *owed);
        if (owed == NULL)
            return gr_fail(count->err, GR_E_MEMORY, "out of memory while counting");
        if (ledger->owed_count > 0)
            memcpy(owed, count->owed, ledger->owed_count * sizeof *owed);
        count->owed = owed;
        count->size = size;
        ledger->owed = owed;
    }
    const char *what = gr_arena_text(count->arena, gr_str(text));
    if (what == NULL)
        return gr_fail(count->err, GR_E_MEMORY, "out of memory while counting");
    count->owed[ledger->owed_count++] = (struct gr_owed){.code = code, .what = what};
    return true;
}

static bool owe_solutions(struct counting *count)
{
    for (size_t i = 0; i < count->course->problem_count; i++) {
        const struct gr_problem *problem = count->course->problems[i];
        if (is_of(count, problem) && !problem->has_solution &&
            !owe(count, "G004", "%s has no published solution", problem->id))
            return false;
    }
    return true;
}

static bool owe_numbered(struct counting *count, const char *code, const char *what, uint32_t done,
                         uint32_t owed)
{
    for (uint32_t n = done + 1; n <= owed; n++)
        if (!owe(count, code, "%s %u of %u is missing", what, (unsigned)n, (unsigned)owed))
            return false;
    return true;
}

static bool owe_level(struct counting *count)
{
    const struct gr_ledger *ledger = count->ledger;
    const struct gr_level *level = count->chapter->level;
    return owe_numbered(count, "G001", "worked problem", ledger->problems, level->problems) &&
           owe_numbered(count, "G002", "variant", ledger->variants, level->variants) &&
           owe_numbered(count, "G003", "exercise", ledger->exercises, level->exercises) &&
           owe_solutions(count);
}

struct planned_pages {
    const char *code, *what;
    const struct gr_page *const *pages;
    size_t page_count;
    uint32_t planned;
};

/* Names the planned numbers that are not there. */
static bool owe_pages(struct counting *count, const struct planned_pages *plan)
{
    for (uint32_t n = 1; n <= plan->planned; n++)
        if (!has_page(plan->pages, plan->page_count, n) &&
            !owe(count, plan->code, "%s %u is missing", plan->what, (unsigned)n))
            return false;
    return true;
}

/* The mathematics strand is made of problems and exercises, which the level already names. */
static bool owe_mathematics(struct counting *count, uint32_t done, uint32_t planned)
{
    uint32_t named = count->ledger->owes;
    return owe_numbered(count, "G005", "mathematics", done + named, planned);
}

static bool owe_strands(struct counting *count)
{
    for (size_t i = 0; i < count->ledger->strand_count; i++) {
        const struct gr_strand *strand = count->ledger->strands[i].strand;
        uint32_t done = count->ledger->strands[i].done;
        struct planned_pages plan = {.code = "G005",
                                     .what = strand->id,
                                     .pages = strand->pages,
                                     .page_count = strand->page_count,
                                     .planned = strand->planned};
        bool is_mathematics = strcmp(strand->id, "mathematics") == 0;
        if (is_mathematics ? !owe_mathematics(count, done, strand->planned)
                           : !owe_pages(count, &plan))
            return false;
    }
    return true;
}

static bool owe_propositions(struct counting *count)
{
    const struct gr_chapter *chapter = count->chapter;
    struct planned_pages plan = {.code = "G006",
                                 .what = "proposition",
                                 .pages = chapter->propositions,
                                 .page_count = chapter->proposition_count,
                                 .planned = chapter->propositions_planned};
    if (!owe_pages(count, &plan))
        return false;
    for (size_t i = 0; i < chapter->proposition_count; i++)
        if (chapter->propositions[i]->figure == NULL &&
            !owe(count, "G007", "%s has no figure", chapter->propositions[i]->id))
            return false;
    return true;
}

bool gr_gate_count(const struct gr_course *course, const struct gr_chapter *chapter,
                   struct gr_arena *arena, struct gr_ledger *out, struct gr_err *err)
{
    struct counting count = {
        .course = course, .chapter = chapter, .ledger = out, .arena = arena, .err = err};
    *out = (struct gr_ledger){.chapter = chapter};
    count_problems(&count);
    count_strands(&count);
    out->owes = missing(chapter->level->problems, out->problems) +
                missing(chapter->level->exercises, out->exercises);
    return owe_level(&count) && owe_strands(&count) && owe_propositions(&count);
}

/* ---- saying it ---------------------------------------------------------------------------- */

void gr_ledger_print(const struct gr_ledger *ledger, bool lines, struct gr_buf *out)
{
    const struct gr_chapter *chapter = ledger->chapter;
    const struct gr_level *level = chapter->level;
    gr_buf_printf(out, "%s %s   %s %s   %s\n ", chapter->id, chapter->title, level->id, level->name,
                  chapter->is_published ? "published" : "draft");
    for (size_t i = 0; i < ledger->strand_count; i++)
        gr_buf_printf(out, "%s%s %u/%u", i == 0 ? " " : "  ", ledger->strands[i].strand->id,
                      (unsigned)ledger->strands[i].done, (unsigned)ledger->strands[i].planned);
    gr_buf_printf(out, "\n  %u/%u problems  %u/%u variants  %u/%u exercises   ",
                  (unsigned)ledger->problems, (unsigned)level->problems, (unsigned)ledger->variants,
                  (unsigned)level->variants, (unsigned)ledger->exercises,
                  (unsigned)level->exercises);
    if (ledger->owed_count == 0)
        gr_buf_text(out, "owes nothing\n");
    else
        gr_buf_printf(out, "owes %u more\n", (unsigned)ledger->owes);
    for (size_t i = 0; lines && i < ledger->owed_count; i++)
        gr_buf_printf(out, "  owes: %s\n", ledger->owed[i].what);
}

void gr_gate_check(const struct gr_ledger *ledger, struct gr_diags *diags)
{
    if (!ledger->chapter->is_published)
        return;
    for (size_t i = 0; i < ledger->owed_count; i++)
        gr_diag_help(diags,
                     gr_diag_add(diags, GR_ERROR, ledger->owed[i].code, ledger->chapter->status_at,
                                 "%s is published and owes: %s", ledger->chapter->id,
                                 ledger->owed[i].what),
                     "add it, or set status: draft");
}
