/* Classes and looseness of nodes. See math_shape.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/text/math_shape.h"

#include <string.h>

const struct math_node *math_next(const struct math_node *node)
{
    do
        node = node->next;
    while (node != NULL && node->kind == MATH_BLANK);
    return node;
}

bool math_is_symbol(const struct math_node *node, const char *name)
{
    return node != NULL && node->kind == MATH_SYMBOL && strcmp(node->symbol->name, name) == 0;
}

enum math_class math_class_of(const struct math_node *node)
{
    if (node->kind == MATH_SYMBOL)
        return node->symbol->class;
    bool is_braced = node->kind == MATH_ROW && node->a != NULL && node->a->next == NULL &&
                     node->a->kind == MATH_SYMBOL;
    if (is_braced) /* {,} is a comma without its space, {+} a plus sign */
        return node->a->symbol->class;
    if (node->kind == MATH_SCRIPT && node->a != NULL && node->a->kind == MATH_SYMBOL &&
        (node->a->symbol->class == MATH_FUNCTION || node->a->symbol->class == MATH_BIG))
        return node->a->symbol->class;
    return MATH_ORDINARY;
}

bool math_is_thing(const struct math_node *node)
{
    if (node == NULL || node->kind == MATH_BLANK)
        return false;
    enum math_class class = math_class_of(node);
    return class == MATH_ORDINARY || class == MATH_FUNCTION || class == MATH_BIG;
}

static enum math_loose loose_of_row(const struct math_node *row)
{
    const struct math_node *first = row->a;
    while (first != NULL && first->kind == MATH_BLANK)
        first = first->next;
    if (first == NULL)
        return MATH_ATOM;
    const struct math_node *second = math_next(first);
    if (second == NULL)
        return math_loose_of(first);
    if (math_class_of(first) == MATH_FUNCTION && second->kind == MATH_FENCE &&
        math_next(second) == NULL)
        return MATH_ATOM;
    enum math_loose most = MATH_PRODUCT;
    for (const struct math_node *n = first; n != NULL; n = math_next(n)) {
        enum math_class class = math_class_of(n);
        if (class == MATH_RELATION || class == MATH_PUNCTUATION)
            return MATH_CHAIN;
        if (math_is_symbol(n, "+") || math_is_symbol(n, "-") || math_is_symbol(n, "pm"))
            most = MATH_SUM;
    }
    return most;
}

enum math_loose math_loose_of(const struct math_node *node)
{
    if (node == NULL)
        return MATH_ATOM;
    switch (node->kind) {
    case MATH_ROW:
        return loose_of_row(node);
    case MATH_FRACTION:
        return MATH_PRODUCT;
    case MATH_TEXT:
        return memchr(node->text.ptr, ' ', node->text.len) != NULL ? MATH_PRODUCT : MATH_ATOM;
    case MATH_SYMBOL:
    case MATH_LETTER:
    case MATH_NUMBER:
    case MATH_BLANK:
    case MATH_ROOT:
    case MATH_SCRIPT:
    case MATH_FENCE:
    case MATH_ACCENT:
        break;
    }
    return MATH_ATOM;
}
