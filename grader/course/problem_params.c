/* The `params:` of a problem file: what an instance draws. Each parameter is one of
 *     K: {choose: [1, 2, 3]}            format: {choose: [bf16, fp16]}
 *     n: {integer: [low, high]}         x: {real: [low, high], digits: 3}
 * with `unit:` when it has one.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/number.h"
#include "grader/course/problem_load.h"

struct param_load { /* what the keys of one parameter fill */
    struct gr_param param;
    unsigned kinds; /* how many of choose, integer, real were there */
    bool has_digits;
    bool has_other_keys;
    bool is_broken; /* its unit has a finding; what uses it is passed over in silence */
};

static bool all_numbers(const struct gr_node *list)
{
    double value;
    const char *why;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i]->kind != GR_NODE_SCALAR ||
            !gr_number_read(list->items[i]->text, GR_PERCENT_REFUSED, &value, &why))
            return false;
    return true;
}

/* A list whose first item starts like a number is meant as numbers: say which one is none. */
static bool starts_like_a_number(const struct gr_node *item)
{
    char c = item->kind == GR_NODE_SCALAR && item->text.len > 0 ? item->text.ptr[0] : 'x';
    return item->is_plain && ((c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+');
}

static void read_choice_numbers(struct gr_reader *reader, const struct gr_node *list,
                                struct gr_param *param)
{
    double *numbers = gr_reader_array(reader, list->count, sizeof *numbers);
    if (numbers == NULL)
        return;
    param->kind = GR_PARAM_NUMBERS;
    param->numbers = numbers;
    for (size_t i = 0; i < list->count; i++) {
        double *number = &numbers[param->choice_count];
        if (!gr_node_number(reader, list->items[i], false, number, "choose"))
            continue;
        param->choice_count++;
        if (gr_value_rounded(*number, NULL, true) != *number)
            gr_diag_help(reader->diags,
                         gr_reader_error(reader, "P023", list->items[i]->text_at,
                                         "this number has more digits than are printed"),
                         "6 significant digits at most: what is printed is computed with");
    }
}

static void read_choose(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    struct param_load *load = field;
    struct gr_words words = {0};
    load->kinds++;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, "choose"))
        return;
    if (node->count == 0) {
        (void)gr_reader_error(reader, "P020", node->at, "there is nothing to choose from");
        return;
    }
    if (all_numbers(node) || starts_like_a_number(node->items[0])) {
        read_choice_numbers(reader, node, &load->param);
        return;
    }
    gr_read_words(reader, key, node, &words);
    load->param.kind = GR_PARAM_WORDS;
    load->param.words = words.items;
    load->param.choice_count = words.count;
}

static void read_range(struct gr_reader *reader, const struct gr_node *node,
                       struct param_load *load, enum gr_param_kind kind, const char *what)
{
    load->kinds++;
    load->param.kind = kind;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, what))
        return;
    if (node->count != 2) {
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P021", node->at, "%s takes two ends, not %zu", what,
                                     node->count),
                     "%s: [low, high], both ends possible", what);
        return;
    }
    load->param.low = gr_load_expr(reader, node->items[0], what);
    load->param.high = gr_load_expr(reader, node->items[1], what);
}

static void read_integer(struct gr_reader *reader, const struct gr_key *key,
                         const struct gr_node *node, void *field)
{
    read_range(reader, node, field, GR_PARAM_INTEGER, key->name);
}

static void read_real(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    read_range(reader, node, field, GR_PARAM_REAL, key->name);
}

static void read_digits(struct gr_reader *reader, const struct gr_key *key,
                        const struct gr_node *node, void *field)
{
    struct param_load *load = field;
    uint32_t digits = 0;
    gr_read_count(reader, key, node, &digits);
    load->param.digits = (int)digits;
    load->has_digits = true;
}

static void read_unit(struct gr_reader *reader, const struct gr_key *key,
                      const struct gr_node *node, void *field)
{
    struct param_load *load = field;
    (void)key;
    load->is_broken = !gr_load_unit(reader, node, &load->param.unit);
}

static const struct gr_key param_keys[] = {
    {"unit", false, read_unit, 0, 0, 0, "the unit its numbers are in"},
    {"choose", false, read_choose, 0, 0, 0, "a list of numbers or of words to draw from"},
    {"integer", false, read_integer, 0, 0, 0, "[low, high]: a whole number, both ends possible"},
    {"real", false, read_real, 0, 0, 0, "[low, high]: a number rounded to `digits`"},
    {"digits", false, read_digits, 0, 1, 6, "significant digits of `real`"},
};

/* The ends of a range in numbers, when they are plain ones. */
static bool ends_are_known(const struct gr_param *param, double *low, double *high)
{
    struct gr_scope empty = {0};
    struct gr_quantity a, b;
    struct gr_err err = {0};
    if (param->low == NULL || param->high == NULL ||
        !gr_expr_eval(param->low, &empty, GR_UNITS_CHECKED, &a, &err) ||
        !gr_expr_eval(param->high, &empty, GR_UNITS_CHECKED, &b, &err))
        return false;
    *low = a.value;
    *high = b.value;
    return true;
}

static void check_end(struct gr_reader *reader, const struct gr_param *param,
                      const struct gr_expr *end)
{
    struct gr_dim dim;
    if (end == NULL || !gr_load_dim(reader, end, param->at, &dim))
        return;
    if (!gr_dim_is_none(dim) && !gr_dim_same(dim, param->unit.dim))
        (void)gr_load_dim_is(reader, end, param->at, param->unit.dim, "the end of the range");
}

static void check_range(struct gr_reader *reader, const struct param_load *load)
{
    const struct gr_param *param = &load->param;
    double low, high;
    check_end(reader, param, param->low);
    check_end(reader, param, param->high);
    if (param->kind == GR_PARAM_REAL && !load->has_digits)
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P022", param->at, "%s needs `digits`", param->name),
                     "how many significant digits the number is given with, 1 to 6");
    if (ends_are_known(param, &low, &high) && !(low <= high))
        (void)gr_reader_error(reader, "P021", param->at, "the range of %s is empty", param->name);
}

static bool has_other_keys(const struct gr_node *mapping)
{
    for (size_t i = 0; i < mapping->count; i++) {
        bool is_known = false;
        for (size_t j = 0; j < sizeof param_keys / sizeof param_keys[0]; j++)
            is_known = is_known || gr_str_is(mapping->keys[i]->text, param_keys[j].name);
        if (!is_known)
            return true;
    }
    return false;
}

static void check_param(struct gr_reader *reader, const struct param_load *load)
{
    const struct gr_param *param = &load->param;
    if (load->kinds == 0 && load->has_other_keys)
        return; /* a misspelt one of the three, and said so */
    if (load->kinds != 1) {
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "P024", param->at,
                                     "%s must have one of choose, integer and real", param->name),
                     "for example %s: {choose: [1, 2, 4]}", param->name);
        return;
    }
    if (param->kind == GR_PARAM_INTEGER || param->kind == GR_PARAM_REAL)
        check_range(reader, load);
    if (load->has_digits && param->kind != GR_PARAM_REAL)
        (void)gr_reader_error(reader, "P024", param->at, "`digits` goes with `real` only");
    if (param->kind == GR_PARAM_WORDS && param->unit.text[0] != '\0')
        (void)gr_reader_error(reader, "P024", param->at, "a word has no unit");
}

static void declare_param(struct gr_problem_load *load, const struct gr_param *param)
{
    struct gr_binding binding = {.name = param->name,
                                 .is_text = param->kind == GR_PARAM_WORDS,
                                 .number = {.value = 1, .dim = param->unit.dim},
                                 .low = 1,
                                 .high = 1,
                                 .is_dimension = true};
    if (binding.is_text)
        binding.text = param->choice_count > 0 ? param->words[0] : "";
    struct gr_name name = {.at = param->at, .name_class = KN_EXACT, .param = param};
    (void)gr_name_declare(load, &binding, &name);
}

void gr_read_params(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                    void *field)
{
    struct gr_problem *problem = field;
    if (!gr_node_is(reader, node, GR_NODE_MAPPING, key->name)) {
        gr_load_of(reader)->names_are_open = true;
        return;
    }
    struct gr_param *params = gr_reader_array(reader, node->count, sizeof *params);
    if (params == NULL)
        return;
    problem->params = params;
    for (size_t i = 0; i < node->count && !reader->is_short; i++) {
        struct gr_err err = {0};
        struct param_load load = {.param = {.at = node->keys[i]->at}};
        load.param.name = gr_reader_text(reader, node->keys[i]->text);
        if (load.param.name == NULL || !gr_unit_parse(gr_str(""), &load.param.unit, &err))
            return;
        if (!gr_keys_read(reader, node->items[i], param_keys,
                          sizeof param_keys / sizeof param_keys[0], &load, "a parameter")) {
            gr_name_break(gr_load_of(reader), load.param.name, load.param.at);
            continue;
        }
        load.has_other_keys = has_other_keys(node->items[i]);
        if (load.is_broken) {
            gr_name_break(gr_load_of(reader), load.param.name, load.param.at);
            continue;
        }
        check_param(reader, &load);
        params[problem->param_count] = load.param;
        declare_param(gr_load_of(reader), &params[problem->param_count++]);
    }
}
