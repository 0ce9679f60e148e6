/* From measured values to a verdict: `let`, `require`, `answer`, `mistakes`, `twin` and `tests` of
 * a problem file. Dimensions are checked against the unit asked for; a mistake's value is exempt,
 * for a mistake may well be dimensionally absurd.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <float.h>
#include <string.h>

#include "grader/course/problem_load.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

/* ---- let and require ---------------------------------------------------------------------- */

static enum kn_class class_of(const struct gr_problem_load *load, const struct gr_expr *expr)
{
    enum kn_class most = KN_EXACT;
    for (size_t i = 0; i < load->name_count; i++)
        if (load->names[i].name_class > most && gr_expr_uses(expr, load->bindings[i].name))
            most = load->names[i].name_class;
    return most;
}

static bool read_let(struct gr_reader *reader, const struct gr_node *key,
                     const struct gr_node *node, struct gr_let *let)
{
    struct gr_problem_load *load = gr_load_of(reader);
    *let = (struct gr_let){.name = gr_reader_text(reader, key->text), .at = key->at};
    let->expr = let->name == NULL ? NULL : gr_load_expr(reader, node, let->name);
    if (let->expr == NULL || !gr_load_dim(reader, let->expr, node->text_at, &let->dim)) {
        gr_name_break(load, let->name, let->at);
        return false;
    }
    struct gr_binding binding = {.name = let->name,
                                 .number = {.value = 1, .dim = let->dim},
                                 .low = 1,
                                 .high = 1,
                                 .is_dimension = true};
    struct gr_name name = {.at = let->at,
                           .from_run = gr_expr_reads_run(load, let->expr),
                           .name_class = class_of(load, let->expr)};
    return gr_name_declare(load, &binding, &name);
}

void gr_read_lets(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                  void *field)
{
    struct gr_problem *problem = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name)) {
        gr_load_of(reader)->names_are_open = true;
        return;
    }
    struct gr_let *lets = gr_reader_array(reader, node->count, sizeof *lets);
    if (lets == NULL)
        return;
    problem->lets = lets;
    for (size_t i = 0; i < node->count && !reader->is_short; i++)
        if (read_let(reader, node->keys[i], node->items[i], &lets[problem->let_count]))
            problem->let_count++;
}

/* Instances bind parameters alone, so a condition over anything else waits for the run. */
static bool waits_for_run(const struct gr_problem_load *load, const struct gr_expr *expr)
{
    for (size_t i = 0; i < load->name_count; i++)
        if (load->names[i].param == NULL && gr_expr_uses(expr, load->bindings[i].name))
            return true;
    return false;
}

void gr_read_requires(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    struct gr_problem *problem = field;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, key->name))
        return;
    struct gr_require *requires = gr_reader_array(reader, node->count, sizeof *requires);
    if (requires == NULL)
        return;
    problem->requires = requires;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        const struct gr_node *item = node->items[i];
        const struct gr_expr *expr = gr_load_condition(reader, item, "a requirement");
        if (expr == NULL)
            continue;
        struct gr_require *require = &requires[problem->require_count++];
        *require = (struct gr_require){.at = item->text_at,
                                       .expr = expr,
                                       .needs_run = waits_for_run(gr_load_of(reader), expr)};
    }
}

/* ---- tolerance ---------------------------------------------------------------------------- */

static void read_share(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    double *out = field;
    double value;
    const char *help = NULL;
    if (!gr_node_number(reader, node, true, &value, key->name))
        return;
    if (!(value > 0))
        help = "to ask for the exact value write tolerance: exact";
    else if (value > 0.5)
        help = "over half of the answer decides nothing; 12% is 12%, not 12";
    else if (value < 8 * DBL_EPSILON)
        help = "finer than 8 units in the last place; write tolerance: exact";
    if (help != NULL)
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P040", node->text_at,
                                     "rel: %.*s makes no sense as a relative tolerance",
                                     (int)(node->text.len < 20 ? node->text.len : 20),
                                     node->text.ptr),
                     "%s", help);
    else
        *out = value;
}

static void read_width(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    double *out = field;
    if (gr_node_number(reader, node, false, out, key->name) && !(*out > 0))
        gr_diag_help(
            reader->diags,
            gr_reader_error(reader, "P040", node->text_at, "abs must be greater than zero"),
            "to ask for the exact value write tolerance: exact");
}

static const struct gr_key tolerance_keys[] = {
    {"rel", false, read_share, offsetof(struct gr_question, tolerance_rel), 0, 0,
     "share of the reference: 12% or 1e-5"},
    {"abs", false, read_width, offsetof(struct gr_question, tolerance_abs), 0, 0,
     "half width, in the unit asked for"},
    {"why", false, gr_read_text, offsetof(struct gr_question, tolerance_why), 0, 0,
     "what the width was taken from"},
};

static void read_tolerance(struct gr_reader *reader, const struct gr_key *key,
                           const struct gr_node *node, void *field)
{
    struct gr_question *question = field;
    (void)key;
    if (node->kind == GR_NODE_SCALAR && gr_str_is(node->text, "exact")) {
        question->tolerance_exact = true;
        return;
    }
    if (node->kind == GR_NODE_SCALAR) {
        static const char *const exact[] = {"exact"};
        struct gr_diag *diag =
            gr_reader_error(reader, "P041", node->text_at, "\"%.*s\" is no tolerance",
                            (int)(node->text.len < 40 ? node->text.len : 40), node->text.ptr);
        gr_diag_suggest(reader->diags, diag, gr_nearest(node->text, exact, 1));
        gr_diag_help(reader->diags, diag, "write {rel: 1%%}, {abs: 0.5} or the word exact");
        return;
    }
    if (!gr_keys_read(reader, node, tolerance_keys, COUNT(tolerance_keys), question, "a tolerance"))
        return;
    if (gr_node_get(node, "rel") == NULL && gr_node_get(node, "abs") == NULL)
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P041", node->at, "a tolerance of nothing"),
                     "give rel, abs or both; for an exact answer write tolerance: exact");
}

/* ---- the answer --------------------------------------------------------------------------- */

static void read_unit(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    (void)key;
    (void)gr_load_unit(reader, node, field);
}

static void read_expr(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    *(const struct gr_expr **)field = gr_load_expr(reader, node, key->name);
}

static bool read_end(struct gr_reader *reader, const struct gr_node *node, double *out, bool *has)
{
    *has = !(node->kind == GR_NODE_SCALAR && gr_str_is(node->text, "none"));
    return !*has || gr_node_number(reader, node, false, out, "domain");
}

static void read_domain(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    struct gr_question *question = field;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, key->name))
        return;
    if (node->count != 2) {
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P042", node->at, "domain takes two ends"),
                     "domain: [0, none] in the unit asked for; none leaves an end open");
        return;
    }
    if (read_end(reader, node->items[0], &question->low, &question->has_low) &&
        read_end(reader, node->items[1], &question->high, &question->has_high) &&
        question->has_low && question->has_high && !(question->low <= question->high))
        (void)gr_reader_error(reader, "P042", node->at, "the domain is empty");
}

static const struct gr_key answer_keys[] = {
    {"unit", true, read_unit, offsetof(struct gr_question, unit), 0, 0,
     "the unit asked for; \"\" for a pure number"},
    {"reference", true, read_expr, offsetof(struct gr_question, reference), 0, 0,
     "what the run says, over params, outputs and lets"},
    {"model", false, read_expr, offsetof(struct gr_question, model), 0, 0,
     "what the derivation predicts"},
    {"tolerance", true, read_tolerance, 0, 0, 0, "{rel: 12%, abs: .., why: ..} or exact"},
    {"domain", false, read_domain, 0, 0, 0, "[low, high] an answer must lie in"},
};

static void check_dims(struct gr_reader *reader, const struct gr_question *question,
                       const struct gr_node *node)
{
    const struct gr_node *reference = gr_node_get(node, "reference");
    const struct gr_node *model = gr_node_get(node, "model");
    if (question->unit.scale == 0)
        return; /* no unit was read: that has its own finding */
    if (question->reference != NULL && reference != NULL)
        (void)gr_load_dim_is(reader, question->reference, reference->text_at, question->unit.dim,
                             "the reference");
    if (question->model != NULL && model != NULL)
        (void)gr_load_dim_is(reader, question->model, model->text_at, question->unit.dim,
                             "the model");
}

void gr_read_answer(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                    void *field)
{
    struct gr_question *question = field;
    (void)key;
    question->at = node->at;
    if (gr_keys_read(reader, node, answer_keys, COUNT(answer_keys), question, "an answer"))
        check_dims(reader, question, node);
}

void gr_read_statement(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    (void)gr_load_template(reader, node, GR_TEMPLATE_NAMES, field, key->name);
}

/* ---- mistakes ----------------------------------------------------------------------------- */

static void read_when(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    *(const struct gr_expr **)field = gr_load_condition(reader, node, key->name);
}

static const struct gr_key mistake_keys[] = {
    {"id", true, gr_read_word, offsetof(struct gr_mistake, id), 0, 0, "a word for the record"},
    {"value", true, read_expr, offsetof(struct gr_mistake, value), 0, 0,
     "what the mistake computes"},
    {"when", false, read_when, offsetof(struct gr_mistake, when), 0, 0,
     "a condition; elsewhere the mistake does not exist"},
    {"separate", false, gr_read_truth, offsetof(struct gr_mistake, separate), 0, 0,
     "true: deal again until it differs by twice the tolerance"},
    {"say", true, gr_read_statement, offsetof(struct gr_mistake, say), 0, 0,
     "one sentence for the student"},
};

static void check_mistake_id(struct gr_reader *reader, const struct gr_mistake *mistakes, size_t i)
{
    for (size_t j = 0; j < i && mistakes[i].id != NULL; j++)
        if (mistakes[j].id != NULL && strcmp(mistakes[j].id, mistakes[i].id) == 0)
            (void)gr_reader_error(reader, "P043", mistakes[i].at,
                                  "the mistake \"%s\" stands twice: here and in line %u",
                                  mistakes[i].id, (unsigned)mistakes[j].at.line);
}

void gr_read_mistakes(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    struct gr_question *question = field;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, key->name))
        return;
    struct gr_mistake *mistakes = gr_reader_array(reader, node->count, sizeof *mistakes);
    if (mistakes == NULL)
        return;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        mistakes[i].at = node->items[i]->at;
        (void)gr_keys_read(reader, node->items[i], mistake_keys, COUNT(mistake_keys), &mistakes[i],
                           "a mistake");
        check_mistake_id(reader, mistakes, i);
    }
    question->mistakes = mistakes;
    question->mistake_count = node->count;
}

/* ---- hints, twin, tests ------------------------------------------------------------------- */

void gr_read_hints(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                   void *field)
{
    struct gr_problem *problem = field;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, key->name))
        return;
    struct gr_template *hints = gr_reader_array(reader, node->count, sizeof *hints);
    if (hints == NULL)
        return;
    problem->hints = hints;
    problem->hint_count = node->count;
    for (size_t i = 0; i < node->count && !reader->is_short; i++)
        (void)gr_load_template(reader, node->items[i], GR_TEMPLATE_NAMES, &hints[i], "a hint");
}

static const struct gr_key twin_keys[] = {
    {"unit", true, read_unit, offsetof(struct gr_question, unit), 0, 0,
     "the unit asked for; \"\" for a pure number"},
    {"statement", true, gr_read_statement, offsetof(struct gr_question, statement), 0, 0,
     "a question that needs no new measurement"},
    {"reference", true, read_expr, offsetof(struct gr_question, reference), 0, 0,
     "its answer from the values already dealt"},
    {"model", false, read_expr, offsetof(struct gr_question, model), 0, 0,
     "what the derivation predicts"},
    {"tolerance", true, read_tolerance, 0, 0, 0, "{rel: 1%} or exact"},
    {"domain", false, read_domain, 0, 0, 0, "[low, high] an answer must lie in"},
    {"mistakes", false, gr_read_mistakes, 0, 0, 0, "as in the problem"},
};

void gr_read_twin(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                  void *field)
{
    struct gr_problem *problem = field;
    (void)key;
    problem->twin.at = node->at;
    problem->has_twin =
        gr_keys_read(reader, node, twin_keys, COUNT(twin_keys), &problem->twin, "a twin");
    if (problem->has_twin)
        check_dims(reader, &problem->twin, node);
}

static bool mistake_is_known(const struct gr_problem *problem, struct gr_str id)
{
    for (size_t i = 0; i < problem->answer.mistake_count; i++)
        if (problem->answer.mistakes[i].id != NULL && gr_str_is(id, problem->answer.mistakes[i].id))
            return true;
    return false;
}

static void read_expect(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    static const char *const words[] = {"unreadable", "wrong-unit", "out-of-domain", "correct",
                                        "mistake",    "near",       "wrong"};
    struct gr_test *test = field;
    if (node->kind == GR_NODE_SCALAR && gr_str_starts(node->text, "mistake ")) {
        struct gr_str id = gr_str_trim(gr_str_from(node->text, strlen("mistake ")));
        test->expect = GR_VERDICT_MISTAKE;
        test->mistake = gr_reader_text(reader, id);
        if (!mistake_is_known(gr_load_of(reader)->problem, id))
            (void)gr_reader_error(reader, "P044", node->text_at, "no mistake is called \"%.*s\"",
                                  (int)(id.len < 40 ? id.len : 40), id.ptr);
        return;
    }
    int i = gr_node_choice(reader, node, words, COUNT(words), key->name);
    if (i >= 0)
        (void)gr_verdict_from_word(gr_str(words[i]), &test->expect);
}

/* A bare {reference} means the answer as a student would type it: in the unit asked for. */
static void show_in_asked_unit(struct gr_part *part, const struct gr_unit *asked)
{
    struct gr_str text;
    if (part->kind != GR_PART_VALUE || part->has_unit)
        return;
    text = gr_str_trim(gr_expr_text(part->expr));
    if (gr_str_is(text, "reference") || gr_str_is(text, "model")) {
        part->has_unit = true;
        part->unit = *asked;
    }
}

static void read_in(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                    void *field)
{
    struct gr_template *out = field;
    struct gr_problem_load *load = gr_load_of(reader);
    if (!gr_node_is(reader, node, GR_NODE_SCALAR, key->name) ||
        !gr_template_parse(reader->arena, node->text, node->text_at, GR_TEMPLATE_EXPRESSIONS, out,
                           reader->diags))
        return;
    struct gr_part *parts = gr_reader_array(reader, out->count, sizeof *parts);
    if (parts == NULL)
        return;
    if (out->count > 0)
        memcpy(parts, out->parts, out->count * sizeof *parts);
    for (size_t i = 0; i < out->count; i++)
        show_in_asked_unit(&parts[i], &load->problem->answer.unit);
    out->parts = parts;
    load->knows_answer = load->units_are_free = true;
    (void)gr_template_names_known(reader, out);
    load->knows_answer = load->units_are_free = false;
}

static const struct gr_key test_keys[] = {
    {"in", true, read_in, offsetof(struct gr_test, in), 0, 0, "what a student types"},
    {"expect", true, read_expect, 0, 0, 0, "a verdict, or `mistake ID`"},
};

void gr_read_tests(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                   void *field)
{
    struct gr_problem *problem = field;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, key->name))
        return;
    struct gr_test *tests = gr_reader_array(reader, node->count, sizeof *tests);
    if (tests == NULL)
        return;
    problem->tests = tests;
    problem->test_count = node->count;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        tests[i].at = node->items[i]->at;
        (void)gr_keys_read(reader, node->items[i], test_keys, COUNT(test_keys), &tests[i],
                           "a test");
    }
}
