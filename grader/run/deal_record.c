/* A deal as one JSON object of the journal and back. Values and references are kept as hex floats,
 * so a deal read again is the same deal bit for bit. Names are looked up in the problem as it is
 * now: a parameter or output that the record lacks means that the file no longer fits; a let that
 * the record lacks is worked out from what it has.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/run/deal_parts.h"
#include "grader/run/payload.h"

static void write_binding(struct gr_json *json, const struct gr_binding *binding)
{
    gr_json_open(json, NULL, '{');
    gr_json_text(json, "name", binding->name);
    if (binding->is_text) {
        gr_json_text(json, "text", binding->text);
    } else {
        gr_payload_put(json, "value", binding->number.value);
        if (binding->low != binding->number.value || binding->high != binding->number.value) {
            gr_payload_put(json, "low", binding->low);
            gr_payload_put(json, "high", binding->high);
        }
    }
    gr_json_close(json, '}');
}

static void write_question(struct gr_json *json, const char *key,
                           const struct gr_deal_question *asked)
{
    gr_json_open(json, key, '{');
    gr_payload_put(json, "reference", asked->rule.reference);
    gr_payload_put(json, "low", asked->low);
    gr_payload_put(json, "high", asked->high);
    gr_json_text(json, "unit", asked->rule.unit.text);
    gr_json_close(json, '}');
}

void gr_deal_write(const struct gr_deal *deal, struct gr_buf *out)
{
    struct gr_json json = {.out = out};
    gr_json_open(&json, NULL, '{');
    gr_json_integer(&json, "rev", deal->rev);
    gr_json_integer(&json, "asked", deal->asked);
    gr_json_integer(&json, "instance", deal->instance);
    gr_json_open(&json, "values", '[');
    for (size_t i = 0; i < deal->binding_count; i++)
        write_binding(&json, &deal->bindings[i]);
    gr_json_close(&json, ']');
    write_question(&json, "answer", &deal->answer);
    if (deal->twin.question != NULL)
        write_question(&json, "twin", &deal->twin);
    gr_json_bool(&json, "gradable", deal->is_gradable);
    gr_json_text(&json, "reason", deal->reason);
    gr_json_text(&json, "kernel", deal->kernel);
    gr_json_text(&json, "backend", deal->backend);
    gr_json_text(&json, "machine", deal->machine);
    gr_json_integer(&json, "samples", (int64_t)deal->samples);
    gr_json_close(&json, '}');
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool bad_record(const struct gr_deal *deal, const char *what, struct gr_err *err)
{
    return gr_fail(err, GR_E_COURSE, "the recorded deal of %s does not fit the file any more: %s",
                   deal->problem->id, what);
}

static bool find_value(struct gr_str values, const char *name, struct gr_str *out)
{
    size_t at = 0;
    while (gr_payload_next(values, &at, out)) {
        if (gr_str_is(gr_payload_word(*out, "name"), name))
            return true;
    }
    return false;
}

/* A word of a parameter is borrowed from the problem, as a drawn one is. */
static bool read_word(struct gr_deal *deal, struct gr_str value, struct gr_binding *out,
                      struct gr_err *err)
{
    out->is_text = true;
    out->text = gr_payload_text(value, "text", &deal->arena);
    return out->text != NULL || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static bool read_binding(struct gr_deal *deal, struct gr_str values, const char *name,
                         struct gr_dim dim, struct gr_err *err)
{
    struct gr_str value;
    struct gr_binding binding = {.name = name, .number.dim = dim};
    if (!find_value(values, name, &value))
        return bad_record(deal, name, err);
    if (gr_payload_word(value, "text").ptr != NULL) {
        if (!read_word(deal, value, &binding, err))
            return false;
    } else {
        if (!gr_payload_double(value, "value", &binding.number.value))
            return bad_record(deal, name, err);
        binding.low = binding.high = binding.number.value;
        (void)gr_payload_double(value, "low", &binding.low);
        (void)gr_payload_double(value, "high", &binding.high);
    }
    deal->bindings[deal->binding_count++] = binding;
    return true;
}

static bool read_bindings(struct gr_deal *deal, struct gr_str values, struct gr_err *err)
{
    const struct gr_problem *problem = deal->problem;
    for (size_t i = 0; i < problem->param_count; i++) {
        const struct gr_param *param = &problem->params[i];
        if (!read_binding(deal, values, param->name, param->unit.dim, err))
            return false;
    }
    for (size_t i = 0; i < problem->run_count; i++) {
        for (size_t j = 0; j < problem->runs[i].output_count; j++) {
            const struct gr_run_output *output = &problem->runs[i].outputs[j];
            if (!read_binding(deal, values, output->name, output->dim, err))
                return false;
        }
    }
    for (size_t i = 0; i < problem->let_count; i++) {
        const struct gr_let *let = &problem->lets[i];
        struct gr_str value;
        bool good = find_value(values, let->name, &value)
                        ? read_binding(deal, values, let->name, let->dim, err)
                        : gr_deal_bind_let(deal, let, err);
        if (!good)
            return false;
    }
    return true;
}

/* The frozen reference takes the place of the one worked out. A question whose unit changed since
 * keeps the new one: a number in the old unit would be wrong in it. */
static void freeze(struct gr_deal_question *asked, struct gr_str record)
{
    double reference, low, high;
    if (asked->question == NULL ||
        !gr_str_is(gr_payload_word(record, "unit"), asked->rule.unit.text))
        return;
    if (gr_payload_double(record, "reference", &reference) &&
        gr_payload_double(record, "low", &low) && gr_payload_double(record, "high", &high)) {
        asked->rule.reference = reference;
        asked->low = low;
        asked->high = high;
    }
}

static bool read_text(struct gr_deal *deal, struct gr_str record, const char *key, const char **out,
                      struct gr_err *err)
{
    if (gr_payload_word(record, key).ptr == NULL)
        return bad_record(deal, "it is not whole", err);
    *out = gr_payload_text(record, key, &deal->arena);
    return *out != NULL || gr_fail(err, GR_E_MEMORY, "out of memory");
}

static bool read_facts(struct gr_deal *deal, struct gr_str record, struct gr_err *err)
{
    int64_t rev = 0, asked = 0, instance = 0, samples = 0;
    const char *reason = "";
    if (!read_text(deal, record, "reason", &reason, err) ||
        !read_text(deal, record, "kernel", &deal->kernel, err) ||
        !read_text(deal, record, "backend", &deal->backend, err) ||
        !read_text(deal, record, "machine", &deal->machine, err))
        return false;
    if (!gr_payload_integer(record, "rev", &rev) || !gr_payload_integer(record, "asked", &asked) ||
        !gr_payload_integer(record, "instance", &instance) ||
        !gr_payload_integer(record, "samples", &samples))
        return bad_record(deal, "it is not whole", err);
    deal->rev = (uint32_t)rev;
    deal->asked = (uint32_t)asked;
    deal->instance = (uint32_t)instance;
    deal->samples = (uint64_t)samples;
    deal->is_gradable = gr_payload_flag(record, "gradable");
    (void)snprintf(deal->reason, sizeof deal->reason, "%s", reason);
    return true;
}

static bool read_deal(struct gr_deal *deal, struct gr_str record, struct gr_err *err)
{
    struct gr_str values, answer = {0}, twin = {0};
    if (!read_facts(deal, record, err))
        return false;
    if (!gr_payload_get(record, "values", &values) || !gr_payload_get(record, "answer", &answer))
        return bad_record(deal, "it is not whole", err);
    if (!read_bindings(deal, values, err) || !gr_deal_refer(deal, err))
        return false;
    freeze(&deal->answer, answer);
    if (gr_payload_get(record, "twin", &twin))
        freeze(&deal->twin, twin);
    return gr_deal_judge_by(deal, err);
}

bool gr_deal_read(const struct gr_problem *problem, const char *json, struct gr_deal **out,
                  struct gr_err *err)
{
    struct gr_deal *deal = NULL;
    if (!gr_deal_new(problem, &deal, err))
        return false;
    if (!read_deal(deal, gr_str(json), err)) {
        gr_deal_free(deal);
        return false;
    }
    *out = deal;
    return true;
}
