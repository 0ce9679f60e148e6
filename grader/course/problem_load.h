/* Inside the problem loader only: the file under way, and the names its expressions may use so far.
 * A name is known from the moment its section is read (params, then runs' outputs, then lets),
 * which is also the order in which a deal binds them, so nothing can be used before it has a value.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_PROBLEM_LOAD_H
#define GR_PROBLEM_LOAD_H

#include "grader/course/problem.h"
#include "grader/course/schema.h"

enum { GR_NAMES_MAX = 128 };

struct gr_name { /* beside the binding of the same index */
    struct gr_pos at;
    bool from_run; /* an output, or a let that reads one */
    enum kn_class name_class;
    const struct gr_param *param; /* NULL unless it is one */
    bool is_broken; /* its own place has a finding; what uses it is passed over in silence */
};

struct gr_problem_load {
    struct gr_reader reader; /* reader.owner is this structure */
    struct gr_problem *problem;
    struct gr_str stem; /* of the file's name */
    const struct gr_node *root;
    bool names_are_open; /* a section that gives names could not be read: any name may be right */
    struct gr_binding bindings[GR_NAMES_MAX];
    struct gr_name names[GR_NAMES_MAX];
    size_t name_count;
    bool knows_answer;   /* `reference` and `model` may be used: tests and solution */
    bool units_are_free; /* tests: a mistake typed in may be dimensionally absurd */
};

struct gr_problem_load *gr_load_of(const struct gr_reader *reader);

/* ---- names (problem_names.c) -------------------------------------------------------------- */

/* Makes a name known, or adds the finding why it cannot be one. */
bool gr_name_declare(struct gr_problem_load *load, const struct gr_binding *binding,
                     const struct gr_name *name);
/* Makes it known as broken, so that one slip does not give a finding at each of its uses. */
void gr_name_break(struct gr_problem_load *load, const char *name, struct gr_pos at);
const struct gr_name *gr_name_find(const struct gr_problem_load *load, struct gr_str name);
struct gr_scope gr_load_scope(const struct gr_problem_load *load);
/* Whether the expression reads a run's output, directly or through a let. */
bool gr_expr_reads_run(const struct gr_problem_load *load, const struct gr_expr *expr);

/* The expression in a scalar, with only known names in it; NULL after a finding. */
const struct gr_expr *gr_load_expr(struct gr_reader *reader, const struct gr_node *node,
                                   const char *what);
/* Its dimension; false after a finding. `at` is used when the error has no place of its own. */
bool gr_load_dim(struct gr_reader *reader, const struct gr_expr *expr, struct gr_pos at,
                 struct gr_dim *out);
/* The same, and it must be `want`. */
bool gr_load_dim_is(struct gr_reader *reader, const struct gr_expr *expr, struct gr_pos at,
                    struct gr_dim want, const char *what);
/* An expression that is true or false. */
const struct gr_expr *gr_load_condition(struct gr_reader *reader, const struct gr_node *node,
                                        const char *what);
/* Text with values in it: every name known, every unit of the value's dimension. */
bool gr_load_template(struct gr_reader *reader, const struct gr_node *node,
                      enum gr_template_kind kind, struct gr_template *out, const char *what);
bool gr_template_names_known(struct gr_reader *reader, const struct gr_template *template);
bool gr_load_unit(struct gr_reader *reader, const struct gr_node *node, struct gr_unit *out);

/* ---- sections: readers for the table in problem.c ----------------------------------------- */

void gr_read_params(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_run(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_runs(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_lets(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_requires(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_answer(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_statement(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_mistakes(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_hints(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_twin(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_tests(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);

/* What only the whole file can tell: class against kernels, twin, hints (problem_sense.c). */
void gr_problem_check_sense(struct gr_problem_load *load);
/* The published solution, when there is a file (solution.c). */
void gr_solution_load(struct gr_problem_load *load, const char *path);

#endif
