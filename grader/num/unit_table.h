/* The words that units are made of, and the prefixes they take. Internal to grader/num.
 * One word ("GiB", "tokens", "TFLOPS") is a prefix and a base word; units.c joins words to units.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_UNIT_TABLE_H
#define GR_UNIT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/num/units.h"

enum gr_unit_found { GR_UNIT_FOUND, GR_UNIT_UNKNOWN, GR_UNIT_AMBIGUOUS };

enum { GR_READINGS_TEXT = 64 };

struct gr_unit_prefix {
    const char *text, *name; /* "G", "giga" */
    double numer, denom;
    unsigned kinds; /* which words take it: see unit_table.c */
};

struct gr_unit_word {                    /* one word, understood */
    const struct gr_unit_prefix *prefix; /* NULL when there is none */
    const char *canonical;               /* the word as we print it, without its prefix */
    const char *label;                   /* its singular when it is a count label, else NULL */
    double numer, denom;                 /* of the word without its prefix */
    struct gr_dim dim;
};

/* Finds a word. Exact spelling first, then with the case of prefix and word relaxed where only one
 * meaning is left. When ambiguous, `readings` says what it may be ("GB (bytes) or Gbit (bits)"). */
enum gr_unit_found gr_unit_word_find(struct gr_str word, struct gr_unit_word *out,
                                     char readings[GR_READINGS_TEXT]);
/* The nearest known word for "did you mean", or NULL. */
const char *gr_unit_word_nearest(struct gr_str word);

/* A count label: one row of the table in unit_label.c. */
struct gr_label {
    const char *one, *many;
    const char *kin; /* labels of one kin mean the same: weight and parameter */
};
size_t gr_label_count(void);
const struct gr_label *gr_label_at(size_t index);
/* Singular or plural, any case; NULL when it is none. */
const struct gr_label *gr_label_find(struct gr_str word);
/* May one stand for the other? "" goes with every label. */
bool gr_label_same(const char *a, const char *b);

/* A suffix of a number: "k" "M" "B" "billion" ...; 0 when `word` is none. *prefix gets the prefix
 * it stands for ("G" for "billion"). "B" is a billion only where `may_be_billion`. */
double gr_unit_magnitude(struct gr_str word, bool may_be_billion, const char **prefix);

/* "tokens/s" for token/s; the text itself where nothing is counted. Returns out. */
const char *gr_unit_plural(const struct gr_unit *unit, char *out, size_t size);

/* gr_unit_parse with the kind of failure kept apart; err->at.column is the code point in `text`. */
enum gr_unit_found gr_unit_scan(struct gr_str text, struct gr_unit *out, struct gr_err *err);

#endif
