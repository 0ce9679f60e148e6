/* Each detector proposes values that the answer would have if a certain slip had been made; the one
 * nearest to the answer is reported, the earlier row on a tie. A proposal is considered only when
 * its own value lies outside the accepted interval, and matched within the tolerance (at least one
 * in a thousand), but never so widely that it reaches halfway back to the reference.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/num/detect.h"

#include <math.h>
#include <stdio.h>

#include "grader/num/decimal.h"

struct search {
    const struct gr_rule *rule;
    double value;
    double best; /* relative distance of the best match so far */
    struct gr_judgement *out;
};

/* Reports whether `slip` is the best match so far; the caller then writes the sentence. */
static bool offer(struct search *search, double slip, const char *id)
{
    double reference = search->rule->reference;
    double away = fabs(slip - reference);
    if (!isfinite(slip) || away <= search->out->width)
        return false;
    double rel = isfinite(search->rule->tolerance.rel) ? search->rule->tolerance.rel : 0.0;
    double reach = fmin(fmax(rel, 1e-3) * fabs(slip), away / 2);
    double distance = fabs(search->value - slip);
    if (!(distance <= reach) || !(distance < search->best * fabs(slip)))
        return false;
    search->best = distance / fabs(slip);
    search->out->mistake = id;
    return true;
}

static void try_binary_prefixes(struct search *search)
{
    static const struct {
        double factor;
        const char *pair, *size;
    } rows[] = {{1.024, "kB and KiB", "2.4"},
                {1.048576, "MB and MiB", "4.9"},
                {1.073741824, "GB and GiB", "7.4"},
                {1.099511627776, "TB and TiB", "10"}};
    if (search->rule->unit.dim.bytes == 0)
        return;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool is_hit = offer(search, search->rule->reference * rows[i].factor, "gib");
        if (offer(search, search->rule->reference / rows[i].factor, "gib") || is_hit)
            (void)snprintf(
                search->out->say, sizeof search->out->say,
                "%s differ by %s %%, and so do your number and the answer: 1000 or 1024?",
                rows[i].pair, rows[i].size);
    }
}

static void try_bits(struct search *search)
{
    if (search->rule->unit.dim.bytes == 0)
        return;
    bool is_hit = offer(search, search->rule->reference * 8.0, "bits");
    if (offer(search, search->rule->reference / 8.0, "bits") || is_hit)
        (void)snprintf(search->out->say, sizeof search->out->say,
                       "That is off by a factor of 8: bits and bytes. A byte has 8 bits.");
}

static void try_percent(struct search *search)
{
    const struct gr_unit *unit = &search->rule->unit;
    bool is_fraction = gr_dim_is_none(unit->dim) && fabs(search->rule->reference) <= 1.0;
    if (!unit->is_percent && !is_fraction)
        return;
    bool is_hit = offer(search, search->rule->reference * 100.0, "percent");
    if (offer(search, search->rule->reference / 100.0, "percent") || is_hit)
        (void)snprintf(search->out->say, sizeof search->out->say,
                       "That is off by a factor of 100: a fraction of 0.45 is 45 %%.");
}

static void try_powers_of_ten(struct search *search)
{
    double power = 1.0;
    for (int i = 1; i <= 12; i++) {
        power *= 10.0;
        if (offer(search, search->rule->reference * power, "power-of-ten"))
            (void)snprintf(
                search->out->say, sizeof search->out->say,
                "The digits fit, but it is 10^%d too large: check prefixes and exponents.", i);
        if (offer(search, search->rule->reference / power, "power-of-ten"))
            (void)snprintf(
                search->out->say, sizeof search->out->say,
                "The digits fit, but it is 10^%d too small: check prefixes and exponents.", i);
    }
}

static void try_sign(struct search *search)
{
    if (offer(search, -search->rule->reference, "sign"))
        (void)snprintf(search->out->say, sizeof search->out->say,
                       "The size fits, the sign does not: which way does it go?");
}

static void try_reciprocal(struct search *search)
{
    const struct gr_dim dim = search->rule->unit.dim;
    bool is_rate = dim.bytes < 0 || dim.flop < 0 || dim.seconds < 0;
    if (!gr_dim_is_none(dim) && !is_rate)
        return;
    if (offer(search, 1.0 / search->rule->reference, "reciprocal"))
        (void)snprintf(search->out->say, sizeof search->out->say,
                       "That is one over the answer: the quotient stands upside down.");
}

bool gr_detect(const struct gr_rule *rule, double value, struct gr_judgement *out)
{
    struct search search = {.rule = rule, .value = value, .best = HUGE_VAL, .out = out};
    if (!isfinite(value) || !isfinite(rule->reference) || !(fabs(rule->reference) > 0.0))
        return false;
    try_binary_prefixes(&search);
    try_bits(&search);
    try_percent(&search);
    try_powers_of_ten(&search);
    try_sign(&search);
    try_reciprocal(&search);
    return out->mistake != NULL;
}
