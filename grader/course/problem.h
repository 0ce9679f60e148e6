/* A problem file, checked and ready: everything later code needs, positions included. Immutable
 * once loaded; lives in the course's arena. The file format is design.md section 3.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_PROBLEM_H
#define GR_PROBLEM_H

#include <kn/catalogue.h>

#include "grader/base/arena.h"
#include "grader/base/diag.h"
#include "grader/course/template.h"
#include "grader/num/expr.h"
#include "grader/num/verdict.h"

enum gr_problem_kind { GR_KIND_PROBLEM, GR_KIND_EXERCISE };

enum gr_param_kind {
    GR_PARAM_NUMBERS, /* choose: [1, 2, 3] */
    GR_PARAM_WORDS,   /* choose: [bf16, fp16] */
    GR_PARAM_INTEGER, /* integer: [low, high], both ends possible; expressions over earlier params
                       */
    GR_PARAM_REAL     /* real: [low, high], digits: d; rounded to d significant digits */
};

struct gr_param {
    const char *name;
    struct gr_pos at;
    enum gr_param_kind kind;
    const double *numbers;
    const char *const *words;
    size_t choice_count;
    const struct gr_expr *low, *high;
    int digits;
    struct gr_unit unit; /* "" unless the file says unit: */
};

struct gr_run_arg {
    const char *name; /* the kernel's argument */
    struct gr_pos at;
    const struct gr_expr *number; /* NULL when text */
    const char *text;             /* a literal word, or a word parameter's name (text_is_name) */
    bool text_is_name;
};

struct gr_run_output {
    const char *name; /* the name expressions use */
    const struct kn_output *output;
    struct gr_dim dim;
};

struct gr_run {       /* one kernel call; several may be named in `runs:` */
    const char *name; /* "" for the single `run:` */
    struct gr_pos at;
    const struct kn_kernel *kernel;
    const struct gr_run_arg *args;
    size_t arg_count;
    const struct gr_run_output *outputs;
    size_t output_count;
};

struct gr_let {
    const char *name;
    struct gr_pos at;
    const struct gr_expr *expr;
    struct gr_dim dim;
};

struct gr_require {
    struct gr_pos at;
    const struct gr_expr *expr;
    bool needs_run; /* reads an output or a let: decides after the run, on the dealt values */
};

struct gr_mistake {
    const char *id;
    struct gr_pos at;
    const struct gr_expr *value;
    const struct gr_expr *when; /* NULL: always */
    bool separate; /* the instance is dealt again until it differs by twice the tolerance */
    struct gr_template say;
};

struct gr_question { /* the answer, or the twin's */
    struct gr_pos at;
    struct gr_unit unit;
    const struct gr_expr *reference;
    const struct gr_expr *model; /* NULL: none */
    double tolerance_rel, tolerance_abs;
    bool tolerance_exact;      /* `tolerance: exact` */
    const char *tolerance_why; /* may be NULL */
    bool has_low, has_high;    /* `domain: [low, high]`, in the unit asked for */
    double low, high;
    struct gr_template statement;
    const struct gr_mistake *mistakes;
    size_t mistake_count;
};

/* Tests and solutions may also name `reference` and `model`: whoever fills them binds these in base
 * units with their dimension, like every other name. A bare {reference} is printed in the unit
 * asked for. */
struct gr_test {
    struct gr_pos at;
    struct gr_template in;
    enum gr_verdict expect;
    const char *mistake; /* `expect: mistake added-pipes`; NULL: any */
};

struct gr_problem {
    const char *path; /* as given when loading */
    struct gr_pos at;
    const char *id;       /* "VIII.6.W1" */
    const char *short_id; /* "W1" */
    uint32_t rev;
    enum gr_problem_kind kind;
    const char *variant; /* NULL for an exercise without one */
    const char *topic;
    enum kn_class problem_class;
    const char *title;
    uint32_t minutes, points, instances;
    struct gr_pos variant_at, topic_at, class_at; /* where the file says so, for later findings */
    const char *const *needs;
    const struct gr_pos *needs_at;
    size_t need_count;
    const struct gr_param *params;
    size_t param_count;
    const struct gr_run *runs;
    size_t run_count;
    const struct gr_let *lets;
    size_t let_count;
    const struct gr_require *requires;
    size_t require_count;
    struct gr_question answer;
    bool has_twin;
    struct gr_question twin;
    const struct gr_template *hints;
    size_t hint_count;
    const struct gr_test *tests;
    size_t test_count;
    /* The published solution beside it (solutions/<chapter>/<stem>.md); NULL when there is none. */
    const char *solution_path;
    struct gr_template solution;
    bool has_solution;
};

/* Loads and checks one file; all findings in one pass. NULL when it cannot be used (at least one
 * error was added). `solution_path` may be NULL or not exist: the problem is then without solution.
 */
struct gr_problem *gr_problem_load(struct gr_arena *arena, const char *path,
                                   const char *solution_path, struct gr_diags *diags);
/* The same from text; `path` only names it in positions. */
struct gr_problem *gr_problem_read(struct gr_arena *arena, struct gr_str text, const char *path,
                                   const char *solution_path, struct gr_diags *diags);
/* Where `name` is printed in the statement with a unit: the unit it is rounded in, or NULL. `shown`
 * says whether it is printed at all. */
const struct gr_unit *gr_problem_shown(const struct gr_problem *problem, const char *name,
                                       bool *shown);

#endif
