/* What both writers of formulas ask about a node: its class in a row, and how loosely it holds
 * together, which decides where one row of text needs brackets.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef APP_MATH_SHAPE_H
#define APP_MATH_SHAPE_H

#include "app/text/maths.h"

enum math_loose { MATH_ATOM, MATH_PRODUCT, MATH_SUM, MATH_CHAIN };

/* A script has the class of its base where that is a function or a big operator. */
enum math_class math_class_of(const struct math_node *node);
/* ATOM: stands for itself; PRODUCT: things side by side or over each other; SUM: with + or -;
 * CHAIN: with relations or commas. */
enum math_loose math_loose_of(const struct math_node *node);
/* The next node that is no blank, or NULL. */
const struct math_node *math_next(const struct math_node *node);
/* Whether two things stand side by side with nothing between them: a product, or f of x. */
bool math_is_thing(const struct math_node *node);
bool math_is_symbol(const struct math_node *node, const char *name);

#endif
