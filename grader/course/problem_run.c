/* The `run:` and `runs:` of a problem file, checked against the kernel catalogue: what would fail
 * when a student runs it is found when the file is checked.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "grader/course/problem_load.h"
#include "grader/num/decimal.h"

enum { MOST_WORDS = 64 };

/* ---- did you mean ------------------------------------------------------------------------- */

static size_t kernel_names(const char **out)
{
    size_t count = kn_catalogue_count();
    count = count < MOST_WORDS ? count : MOST_WORDS;
    for (size_t i = 0; i < count; i++)
        out[i] = kn_catalogue_at(i)->name;
    return count;
}

static size_t arg_names(const struct kn_kernel *kernel, const char **out)
{
    size_t count = kernel->arg_count < MOST_WORDS ? kernel->arg_count : MOST_WORDS;
    for (size_t i = 0; i < count; i++)
        out[i] = kernel->args[i].name;
    return count;
}

static size_t output_names(const struct kn_kernel *kernel, const char **out)
{
    size_t count = kernel->output_count < MOST_WORDS ? kernel->output_count : MOST_WORDS;
    for (size_t i = 0; i < count; i++)
        out[i] = kernel->outputs[i].name;
    return count;
}

struct unknown { /* a word that is not in the catalogue */
    const char *code, *what, *where;
    struct gr_str word;
    struct gr_pos at;
    const char **known;
    size_t count;
};

static void report_unknown(struct gr_reader *reader, const struct unknown *unknown)
{
    struct gr_buf list;
    gr_buf_start(&list, 1024);
    for (size_t i = 0; i < unknown->count; i++)
        gr_buf_printf(&list, "%s%s", i == 0 ? "" : ", ", unknown->known[i]);
    int len = (int)(unknown->word.len < 40 ? unknown->word.len : 40);
    struct gr_diag *diag =
        gr_reader_error(reader, unknown->code, unknown->at, "%s has no %s \"%.*s\"", unknown->where,
                        unknown->what, len, unknown->word.ptr);
    gr_diag_suggest(reader->diags, diag, gr_nearest(unknown->word, unknown->known, unknown->count));
    gr_diag_help(reader->diags, diag, "it has %s",
                 unknown->count > 0 ? gr_buf_cstr(&list) : "none");
    gr_buf_free(&list);
}

/* ---- the kernel --------------------------------------------------------------------------- */

static void read_kernel(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    struct gr_run *run = field;
    char name[64];
    const char *known[MOST_WORDS];
    if (!gr_node_has_text(reader, node, key->name))
        return;
    size_t len = node->text.len < sizeof name - 1 ? node->text.len : sizeof name - 1;
    memcpy(name, node->text.ptr, len);
    name[len] = '\0';
    run->kernel = kn_catalogue_find(name);
    if (run->kernel != NULL)
        return;
    struct unknown unknown = {"P030",        "kernel", "the catalogue",    node->text,
                              node->text_at, known,    kernel_names(known)};
    report_unknown(reader, &unknown);
}

/* ---- arguments ---------------------------------------------------------------------------- */

static bool word_is_choice(const struct kn_arg *arg, const char *word)
{
    for (size_t i = 0; arg->choices != NULL && arg->choices[i] != NULL; i++)
        if (strcmp(arg->choices[i], word) == 0)
            return true;
    return arg->choices == NULL;
}

static void report_choice(struct gr_reader *reader, const struct kn_arg *arg, struct gr_pos at,
                          const char *word)
{
    const char *known[MOST_WORDS];
    size_t count = 0;
    while (count < MOST_WORDS && arg->choices[count] != NULL) {
        known[count] = arg->choices[count];
        count++;
    }
    struct unknown unknown = {"P034", "choice", arg->name, gr_str(word), at, known, count};
    report_unknown(reader, &unknown);
}

static void read_word_arg(struct gr_reader *reader, const struct kn_arg *arg,
                          const struct gr_node *node, struct gr_run_arg *out)
{
    if (!gr_node_has_text(reader, node, arg->name))
        return;
    out->text = gr_reader_text(reader, gr_str_trim(node->text));
    const struct gr_name *name = gr_name_find(gr_load_of(reader), gr_str_trim(node->text));
    if (out->text == NULL)
        return;
    out->text_is_name = name != NULL && name->param != NULL && name->param->kind == GR_PARAM_WORDS;
    if (!out->text_is_name) {
        if (!word_is_choice(arg, out->text))
            report_choice(reader, arg, node->text_at, out->text);
        return;
    }
    for (size_t i = 0; i < name->param->choice_count; i++)
        if (!word_is_choice(arg, name->param->words[i]))
            report_choice(reader, arg, name->at, name->param->words[i]);
}

static void check_value(struct gr_reader *reader, const struct kn_arg *arg, struct gr_pos at,
                        double value)
{
    bool is_whole = value == floor(value);
    char low[GR_DECIMAL_PRINT], high[GR_DECIMAL_PRINT], shown[GR_DECIMAL_PRINT];
    if (value >= arg->low && value <= arg->high && (arg->type != KN_INTEGER || is_whole))
        return;
    (void)gr_reader_error(reader, "P035", at, "argument %s takes %s from %s to %s, not %s",
                          arg->name, arg->type == KN_INTEGER ? "whole numbers" : "numbers",
                          gr_decimal_print(arg->low, low), gr_decimal_print(arg->high, high),
                          gr_decimal_print(value, shown));
}

/* A bare parameter: each of its choices, or both ends of its range, must be possible. */
static void check_param_values(struct gr_reader *reader, const struct kn_arg *arg,
                               const struct gr_param *param)
{
    struct gr_scope empty = {0};
    const struct gr_expr *ends[] = {param->low, param->high};
    for (size_t i = 0; param->kind == GR_PARAM_NUMBERS && i < param->choice_count; i++)
        check_value(reader, arg, param->at, gr_unit_to_base(param->numbers[i], &param->unit));
    for (size_t i = 0; param->kind != GR_PARAM_NUMBERS && i < 2; i++) {
        struct gr_quantity end;
        struct gr_err err = {0};
        if (ends[i] != NULL && gr_expr_eval(ends[i], &empty, GR_UNITS_CHECKED, &end, &err))
            check_value(reader, arg, param->at, gr_unit_to_base(end.value, &param->unit));
    }
    if (param->kind == GR_PARAM_REAL && arg->type == KN_INTEGER)
        (void)gr_reader_error(reader, "P035", param->at, "argument %s takes whole numbers only",
                              arg->name);
}

static void check_number_arg(struct gr_reader *reader, const struct kn_arg *arg,
                             const struct gr_node *node, const struct gr_expr *expr)
{
    struct gr_scope empty = {0};
    struct gr_quantity value;
    struct gr_err err = {0};
    struct gr_unit unit;
    if (!gr_unit_parse(gr_str(arg->unit), &unit, &err) ||
        !gr_load_dim_is(reader, expr, node->text_at, unit.dim, arg->name))
        return;
    const struct gr_name *name = gr_name_find(gr_load_of(reader), gr_str_trim(node->text));
    if (name != NULL && name->param != NULL)
        check_param_values(reader, arg, name->param);
    else if (gr_expr_eval(expr, &empty, GR_UNITS_CHECKED, &value, &err))
        check_value(reader, arg, node->text_at, value.value);
}

static void read_number_arg(struct gr_reader *reader, const struct kn_arg *arg,
                            const struct gr_node *node, struct gr_run_arg *out)
{
    out->number = gr_load_expr(reader, node, arg->name);
    if (out->number != NULL && gr_expr_reads_run(gr_load_of(reader), out->number))
        gr_diag_help(
            reader->diags,
            gr_reader_error(reader, "P036", node->text_at, "an argument cannot use a run's output"),
            "arguments are made of parameters");
    else if (out->number != NULL)
        check_number_arg(reader, arg, node, out->number);
}

static void read_arg(struct gr_reader *reader, const struct gr_run *run, const struct gr_node *key,
                     const struct gr_node *node, struct gr_run_arg *out)
{
    const char *known[MOST_WORDS];
    out->at = key->at;
    out->name = gr_reader_text(reader, key->text);
    if (out->name == NULL)
        return;
    const struct kn_arg *arg = kn_kernel_arg(run->kernel, out->name);
    if (arg == NULL) {
        struct unknown unknown = {"P031",
                                  "argument",
                                  run->kernel->name,
                                  key->text,
                                  key->at,
                                  known,
                                  arg_names(run->kernel, known)};
        report_unknown(reader, &unknown);
    } else if (arg->type == KN_TEXT) {
        read_word_arg(reader, arg, node, out);
    } else {
        read_number_arg(reader, arg, node, out);
    }
}

static void check_missing(struct gr_reader *reader, const struct gr_run *run,
                          const struct gr_node *node)
{
    for (size_t i = 0; i < run->kernel->arg_count; i++) {
        const struct kn_arg *arg = &run->kernel->args[i];
        if (arg->fallback == NULL && (node == NULL || gr_node_get(node, arg->name) == NULL))
            gr_diag_help(reader->diags,
                         gr_reader_error(reader, "P032", node == NULL ? run->at : node->at,
                                         "kernel %s needs the argument %s", run->kernel->name,
                                         arg->name),
                         "%s: %s", arg->name, arg->about);
    }
}

static void read_args(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    struct gr_run *run = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name) || run->kernel == NULL)
        return;
    struct gr_run_arg *args = gr_reader_array(reader, node->count, sizeof *args);
    if (args == NULL)
        return;
    run->args = args;
    run->arg_count = node->count;
    for (size_t i = 0; i < node->count && !reader->is_short; i++)
        read_arg(reader, run, node->keys[i], node->items[i], &args[i]);
    check_missing(reader, run, node);
}

/* ---- outputs ------------------------------------------------------------------------------ */

static bool read_output(struct gr_reader *reader, const struct gr_run *run,
                        const struct gr_node *key, const struct gr_node *node,
                        struct gr_run_output *out)
{
    char name[64];
    const char *known[MOST_WORDS];
    struct gr_unit unit;
    struct gr_err err = {0};
    if (!gr_node_has_text(reader, node, "an output"))
        return false;
    size_t len = node->text.len < sizeof name - 1 ? node->text.len : sizeof name - 1;
    memcpy(name, node->text.ptr, len);
    name[len] = '\0';
    out->name = gr_reader_text(reader, key->text);
    out->output = kn_kernel_output(run->kernel, name);
    if (out->output == NULL) {
        struct unknown unknown = {"P033",
                                  "output",
                                  run->kernel->name,
                                  node->text,
                                  node->text_at,
                                  known,
                                  output_names(run->kernel, known)};
        report_unknown(reader, &unknown);
    }
    if (out->name == NULL || out->output == NULL)
        return false;
    if (!gr_unit_parse(gr_str(out->output->unit), &unit, &err)) {
        (void)gr_reader_error(reader, "P033", node->at, "output %s: %s", name, err.text);
        return false;
    }
    out->dim = unit.dim;
    return true;
}

static void declare_output(struct gr_problem_load *load, const struct gr_run_output *output,
                           struct gr_pos at)
{
    struct gr_binding binding = {.name = output->name,
                                 .number = {.value = 1, .dim = output->dim},
                                 .low = 1,
                                 .high = 1,
                                 .is_dimension = true};
    struct gr_name name = {.at = at, .from_run = true, .name_class = output->output->output_class};
    (void)gr_name_declare(load, &binding, &name);
}

static void read_outputs(struct gr_reader *reader, const struct gr_key *key,
                         const struct gr_node *node, void *field)
{
    struct gr_run *run = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name)) {
        gr_load_of(reader)->names_are_open = true;
        return;
    }
    struct gr_run_output *outputs = gr_reader_array(reader, node->count, sizeof *outputs);
    if (outputs == NULL)
        return;
    run->outputs = outputs;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        struct gr_run_output *output = &outputs[run->output_count];
        if (run->kernel == NULL ||
            !read_output(reader, run, node->keys[i], node->items[i], output)) {
            gr_name_break(gr_load_of(reader), gr_reader_text(reader, node->keys[i]->text),
                          node->keys[i]->at);
            continue;
        }
        declare_output(gr_load_of(reader), output, node->keys[i]->at);
        run->output_count++;
    }
}

/* ---- run and runs ------------------------------------------------------------------------- */

static const struct gr_key run_keys[] = {
    {"kernel", true, read_kernel, 0, 0, 0, "a kernel of the catalogue (`kn list`)"},
    {"args", false, read_args, 0, 0, 0, "its arguments: names, numbers or words"},
    {"outputs", true, read_outputs, 0, 0, 0, "name for expressions: the kernel's output"},
};

static void read_one(struct gr_reader *reader, const struct gr_node *node, const char *name,
                     struct gr_run *run)
{
    *run = (struct gr_run){.name = name, .at = node->at};
    if (gr_node_get(node, "outputs") == NULL)
        gr_load_of(reader)->names_are_open = true;
    if (gr_keys_read(reader, node, run_keys, sizeof run_keys / sizeof run_keys[0], run, "a run") &&
        run->kernel != NULL && gr_node_get(node, "args") == NULL)
        check_missing(reader, run, NULL);
}

void gr_read_run(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                 void *field)
{
    struct gr_problem *problem = field;
    struct gr_run *run = gr_reader_array(reader, 1, sizeof *run);
    (void)key;
    if (run == NULL)
        return;
    read_one(reader, node, "", run);
    problem->runs = run;
    problem->run_count = 1;
}

void gr_read_runs(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                  void *field)
{
    struct gr_problem *problem = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name)) {
        gr_load_of(reader)->names_are_open = true;
        return;
    }
    if (problem->run_count > 0) {
        (void)gr_reader_error(reader, "P037", node->at, "both run: and runs:; keep one of them");
        return;
    }
    struct gr_run *runs = gr_reader_array(reader, node->count, sizeof *runs);
    if (runs == NULL)
        return;
    for (size_t i = 0; i < node->count && !reader->is_short; i++)
        read_one(reader, node->items[i], gr_reader_text(reader, node->keys[i]->text), &runs[i]);
    problem->runs = runs;
    problem->run_count = node->count;
}
