/* From a reading to a verdict. Pure: everything it needs is in the rule.
 * Accepted: finite and |answer - reference| <= max(abs, rel*|reference|, min(noise, cap)), closed
 * interval; NaN can never pass. Then the author's mistakes, then the built-in detectors (GB/GiB,
 * bits/bytes, powers of ten, percent/fraction, sign, reciprocal), then near (within three
 * tolerances).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_VERDICT_H
#define GR_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/num/answer.h"

enum gr_verdict { /* the first four cost nothing */
                  GR_VERDICT_UNREADABLE,
                  GR_VERDICT_WRONG_UNIT,
                  GR_VERDICT_OUT_OF_DOMAIN,
                  GR_VERDICT_NO_VERDICT,
                  GR_VERDICT_CORRECT,
                  GR_VERDICT_MISTAKE,
                  GR_VERDICT_NEAR,
                  GR_VERDICT_WRONG
};

struct gr_tolerance {
    double rel;       /* share of |reference|; 0 when not given */
    double abs;       /* in the unit asked for; 0 when not given */
    double noise;     /* in the unit asked for, from the reference's own interval; 0 for exact */
    double noise_cap; /* share of |reference| that noise may add at most */
};
/* The half width of the accepted interval, in the unit asked for. */
double gr_tolerance_width(const struct gr_tolerance *tolerance, double reference);

struct gr_wrong_value { /* one author's mistake, evaluated for this instance */
    const char *id;
    const char *say;
    double value;     /* in the unit asked for */
    bool passed_over; /* lies inside the accepted interval, or its `when` is false, or not finite */
};

struct gr_rule {
    double reference; /* in the unit asked for */
    struct gr_tolerance tolerance;
    const struct gr_wrong_value *wrongs;
    size_t wrong_count;
    double window; /* a mistake is recognised within this share of its value: 0.02, timed 0.06 */
    bool has_low, has_high; /* the domain, e.g. a time is never negative */
    double low, high;
    struct gr_unit unit;
};

struct gr_judgement {
    enum gr_verdict verdict;
    const char *mistake; /* id of the author's mistake, or of the detector ("gib", "bits",
                            "power-of-ten", "percent", "sign", "reciprocal"); NULL otherwise */
    bool is_builtin;
    char say[256];  /* one sentence for the student; "" when there is nothing to add */
    double width;   /* half width that was applied */
    double off_rel; /* (answer - reference)/|reference|; 0 for reference 0 */
};

void gr_judge(const struct gr_rule *rule, const struct gr_reading *reading,
              struct gr_judgement *out);
/* "correct", "mistake", "near", "wrong", "unreadable", "wrong-unit", "out-of-domain", "no-verdict".
 */
const char *gr_verdict_word(enum gr_verdict verdict);
bool gr_verdict_from_word(struct gr_str word, enum gr_verdict *out);
bool gr_verdict_is_free(enum gr_verdict verdict);

#endif
