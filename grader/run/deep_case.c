/* Cases of the deep check: a fault of the file usually shows in every instance, and 24 findings
 * that differ in a number hide the others. So each is kept once, with a count, the first few
 * instances and how it looked in the first. A list in the order of finding; memory that runs out is
 * counted as lost findings, so that a check without memory is never clean.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/run/deep.h"

enum { HOW_BYTES = 320 };

struct gr_deep_case {
    struct gr_deep_case *next;
    struct gr_deep_fault fault; /* texts in the arena */
    const char *how;            /* in the first instance */
    uint32_t count, where[GR_DEEP_WHERE_MOST];
};

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same(const struct gr_deep_fault *a, const struct gr_deep_fault *b)
{
    return a->at.line == b->at.line && a->at.column == b->at.column &&
           strcmp(a->code, b->code) == 0 && is_same_text(a->at.file, b->at.file) &&
           is_same_text(a->what, b->what);
}

static struct gr_deep_case *case_of(const struct gr_deep *deep, const struct gr_deep_fault *fault)
{
    struct gr_deep_case *found = deep->first_case;
    while (found != NULL && !is_same(&found->fault, fault))
        found = found->next;
    return found;
}

static struct gr_deep_case *add_case(struct gr_deep *deep, const struct gr_deep_fault *fault,
                                     const char *how)
{
    struct gr_deep_case *added = gr_arena_array(&deep->arena, 1, sizeof *added);
    const char *what = gr_arena_text(&deep->arena, gr_str(fault->what));
    const char *kept = gr_arena_text(&deep->arena, gr_str(how));
    if (added == NULL || what == NULL || kept == NULL) {
        deep->diags->lost++;
        return NULL;
    }
    *added = (struct gr_deep_case){.fault = *fault, .how = kept};
    added->fault.what = what;
    if (deep->last_case != NULL)
        deep->last_case->next = added;
    else
        deep->first_case = added;
    deep->last_case = added;
    return added;
}

void gr_deep_found(struct gr_deep *deep, const struct gr_deep_fault *fault, uint32_t instance,
                   const char *how, ...)
{
    struct gr_deep_case *found = case_of(deep, fault);
    if (found == NULL) {
        char text[HOW_BYTES];
        va_list args;
        va_start(args, how);
        (void)vsnprintf(text, sizeof text, how, args);
        va_end(args);
        found = add_case(deep, fault, text);
    }
    if (found == NULL)
        return;
    if (found->count < GR_DEEP_WHERE_MOST)
        found->where[found->count] = instance;
    found->count++;
}

/* "0, 1, 2, ..." */
static void list_instances(const struct gr_deep_case *told, char *out, size_t size)
{
    size_t used = 0;
    for (uint32_t i = 0; i < told->count && i < GR_DEEP_WHERE_MOST && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%u", i > 0 ? ", " : "",
                                 (unsigned)told->where[i]);
    if (told->count > GR_DEEP_WHERE_MOST && used < size)
        (void)snprintf(out + used, size - used, ", ...");
}

void gr_deep_tell(struct gr_deep *deep)
{
    for (const struct gr_deep_case *told = deep->first_case; told != NULL; told = told->next) {
        char instances[64] = "";
        list_instances(told, instances, sizeof instances);
        struct gr_diag *diag =
            gr_diag_add(deep->diags, GR_ERROR, told->fault.code, told->fault.at,
                        "%s in %u of %u instance%s (%s); in instance %u %s", told->fault.what,
                        (unsigned)told->count, (unsigned)deep->tried, deep->tried == 1 ? "" : "s",
                        instances, (unsigned)told->where[0], told->how);
        if (told->fault.help != NULL)
            gr_diag_help(deep->diags, diag, "%s", told->fault.help);
    }
    gr_arena_free(&deep->arena);
    deep->first_case = deep->last_case = NULL;
}
