/* Mappings read by tables: one const row per key says its name, whether it must be there and what
 * reads it. Unknown and missing keys, did-you-mean and the reading itself all come from the same
 * table, so the checker and what it documents cannot drift apart. Rows are read in table order, not
 * in file order: what later rows need stands earlier in the table.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_SCHEMA_H
#define GR_SCHEMA_H

#include "grader/base/arena.h"
#include "grader/base/diag.h"
#include "grader/course/yaml.h"

struct gr_reader { /* one file being read */
    struct gr_arena *arena;
    struct gr_diags *diags;
    const char *file;
    size_t findings;
    void *owner;   /* what the room's own readers need: the problem or chapter under way */
    bool is_short; /* memory gave out: stop quietly, it was reported */
};

struct gr_key;
typedef void (*gr_key_read)(struct gr_reader *reader, const struct gr_key *key,
                            const struct gr_node *node, void *field);

struct gr_key {
    const char *name;
    bool is_required;
    gr_key_read read; /* fills the field at `offset` of the structure being read */
    size_t offset;
    uint32_t low, high; /* gr_read_count: the closed range */
    const char *about;  /* one line for authors */
};

/* Reads the mapping into `out`; `what` names it in messages ("a problem", "a tolerance"). False
 * when the node is no mapping. */
bool gr_keys_read(struct gr_reader *reader, const struct gr_node *mapping,
                  const struct gr_key *keys, size_t count, void *out, const char *what);

/* Adds a finding at the node and returns it for help and suggestion. */
struct gr_diag *gr_reader_error(struct gr_reader *reader, const char *code, struct gr_pos at,
                                const char *format, ...) GR_PRINTF(4, 5);
struct gr_diag *gr_reader_warning(struct gr_reader *reader, const char *code, struct gr_pos at,
                                  const char *format, ...) GR_PRINTF(4, 5);
/* What ended the reading of a piece: memory is reported once and makes the reader short, anything
 * else is a finding. */
void gr_reader_fail(struct gr_reader *reader, const char *code, struct gr_pos at,
                    const struct gr_err *err);
/* Memory in the reader's arena; NULL when it gave out, which is then reported once. */
void *gr_reader_array(struct gr_reader *reader, size_t count, size_t size);
char *gr_reader_text(struct gr_reader *reader, struct gr_str text);
/* The kind asked for, else a finding ("title must be a text, not a list"). */
bool gr_node_is(struct gr_reader *reader, const struct gr_node *node, enum gr_node_kind kind,
                const char *what);
/* A scalar with something in it, else a finding. */
bool gr_node_has_text(struct gr_reader *reader, const struct gr_node *node, const char *what);
/* A number in the scalar's text, else a finding with the reason. */
bool gr_node_number(struct gr_reader *reader, const struct gr_node *node, bool percent, double *out,
                    const char *what);

/* Readers of common fields. Texts are NUL-ended copies in the arena. */
void gr_read_text(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_word(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_count(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_truth(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
void gr_read_schema(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);

struct gr_words { /* a list of texts; gr_read_words fills one of these */
    const char *const *items;
    const struct gr_pos *at; /* of each */
    size_t count;
};
void gr_read_words(struct gr_reader *, const struct gr_key *, const struct gr_node *, void *);
/* Which of `words` the scalar is (its index), else a finding with the nearest; -1. */
int gr_node_choice(struct gr_reader *reader, const struct gr_node *node, const char *const *words,
                   size_t count, const char *what);

#endif
