/* What a caller may ask about an expression without evaluating it: its names, its text; and finding
 * a name in a scope. Scopes hold a few dozen names, so a search from the front is fastest.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/expr.h"

#include "grader/num/expr_tree.h"

const struct gr_binding *gr_scope_find(const struct gr_scope *scope, struct gr_str name)
{
    for (size_t i = 0; i < scope->count; i++)
        if (gr_str_is(name, scope->bindings[i].name))
            return &scope->bindings[i];
    return NULL;
}

struct visit {
    bool (*visit)(void *context, struct gr_str name, struct gr_pos at);
    void *context;
};

static bool visit_names(const struct gr_expr_node *node, const struct visit *visit)
{
    if (node->kind == GR_EXPR_NAME)
        return visit->visit(visit->context, node->text, node->at);
    for (size_t i = 0; i < node->arg_count; i++)
        if (!visit_names(node->args[i], visit))
            return false;
    return true;
}

void gr_expr_names(const struct gr_expr *expr,
                   bool (*visit)(void *context, struct gr_str name, struct gr_pos at),
                   void *context)
{
    struct visit all = {.visit = visit, .context = context};
    (void)visit_names(expr->root, &all);
}

struct wanted {
    const char *name;
    bool is_found;
};

static bool look_for(void *context, struct gr_str name, struct gr_pos at)
{
    struct wanted *wanted = context;
    (void)at;
    wanted->is_found = gr_str_is(name, wanted->name);
    return !wanted->is_found;
}

bool gr_expr_uses(const struct gr_expr *expr, const char *name)
{
    struct wanted wanted = {.name = name};
    gr_expr_names(expr, look_for, &wanted);
    return wanted.is_found;
}

struct gr_str gr_expr_text(const struct gr_expr *expr)
{
    return expr->text;
}

struct gr_pos gr_expr_at(const struct gr_expr *expr)
{
    return expr->at;
}
