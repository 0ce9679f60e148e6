/* See schema.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/course/schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/course/number.h"
#include "grader/course/source.h"

/* Bytes of a file's text in a message; words compared; findings of one file. */
enum { SHOWN = 40, MOST_WORDS = 64, MOST_FINDINGS = 200 };

static int shown(struct gr_str text)
{
    return (int)(text.len < SHOWN ? text.len : SHOWN);
}

static struct gr_diag *GR_PRINTF(5, 0)
    add(struct gr_reader *reader, enum gr_severity severity, const char *code, struct gr_pos at,
        const char *format, va_list args)
{
    char text[320];
    if (reader->findings++ >= MOST_FINDINGS)
        return NULL;
    (void)vsnprintf(text, sizeof text, format, args);
    return gr_diag_add(reader->diags, severity, code, at, "%s", text);
}

struct gr_diag *gr_reader_error(struct gr_reader *reader, const char *code, struct gr_pos at,
                                const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct gr_diag *diag = add(reader, GR_ERROR, code, at, format, args);
    va_end(args);
    return diag;
}

struct gr_diag *gr_reader_warning(struct gr_reader *reader, const char *code, struct gr_pos at,
                                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct gr_diag *diag = add(reader, GR_WARNING, code, at, format, args);
    va_end(args);
    return diag;
}

static void run_short(struct gr_reader *reader)
{
    if (!reader->is_short)
        gr_report_memory(reader->diags, reader->file);
    reader->is_short = true;
}

void gr_reader_fail(struct gr_reader *reader, const char *code, struct gr_pos at,
                    const struct gr_err *err)
{
    if (err->code == GR_E_MEMORY)
        run_short(reader);
    else
        (void)gr_reader_error(reader, code, at, "%s", err->text);
}

void *gr_reader_array(struct gr_reader *reader, size_t count, size_t size)
{
    void *memory = gr_arena_array(reader->arena, count, size);
    if (memory == NULL)
        run_short(reader);
    return memory;
}

char *gr_reader_text(struct gr_reader *reader, struct gr_str text)
{
    char *copy = gr_reader_array(reader, text.len + 1, 1);
    if (copy != NULL && text.len > 0)
        memcpy(copy, text.ptr, text.len);
    return copy;
}

static const char *kind_word(enum gr_node_kind kind)
{
    switch (kind) {
    case GR_NODE_SCALAR:
        return "a text";
    case GR_NODE_SEQUENCE:
        return "a list";
    case GR_NODE_MAPPING:
        break;
    }
    return "a mapping (key: value)";
}

bool gr_node_is(struct gr_reader *reader, const struct gr_node *node, enum gr_node_kind kind,
                const char *what)
{
    if (node->kind == kind)
        return true;
    (void)gr_reader_error(reader, "Y022", node->at, "%s must be %s, not %s", what, kind_word(kind),
                          kind_word(node->kind));
    return false;
}

bool gr_node_has_text(struct gr_reader *reader, const struct gr_node *node, const char *what)
{
    if (!gr_node_is(reader, node, GR_NODE_SCALAR, what))
        return false;
    if (gr_str_trim(node->text).len > 0)
        return true;
    (void)gr_reader_error(reader, "Y026", node->at, "%s is empty", what);
    return false;
}

bool gr_node_number(struct gr_reader *reader, const struct gr_node *node, bool percent, double *out,
                    const char *what)
{
    const char *why = "";
    if (!gr_node_has_text(reader, node, what))
        return false;
    if (gr_number_read(node->text, percent ? GR_PERCENT_ALLOWED : GR_PERCENT_REFUSED, out, &why))
        return true;
    gr_diag_help(reader->diags,
                 gr_reader_error(reader, "Y023", node->text_at, "%s: \"%.*s\" is no number", what,
                                 shown(node->text), node->text.ptr),
                 "%s", why);
    return false;
}

/* ---- keys --------------------------------------------------------------------------------- */

static const struct gr_key *key_find(const struct gr_key *keys, size_t count, struct gr_str name)
{
    for (size_t i = 0; i < count; i++)
        if (gr_str_is(name, keys[i].name))
            return &keys[i];
    return NULL;
}

/* `b)` is the rest of an expression that was cut at its comma: reported there, not here. */
static bool is_rest_of_cut(const struct gr_node *key)
{
    return key->is_plain && key->text.len > 0 && memchr(key->text.ptr, ')', key->text.len) != NULL;
}

static void report_unknown(struct gr_reader *reader, const struct gr_node *key,
                           const struct gr_key *keys, size_t count, const char *what)
{
    const char *names[MOST_WORDS];
    size_t known = count < MOST_WORDS ? count : MOST_WORDS;
    struct gr_buf list;
    gr_buf_start(&list, 1024);
    for (size_t i = 0; i < known; i++) {
        names[i] = keys[i].name;
        gr_buf_printf(&list, "%s%s", i == 0 ? "" : ", ", keys[i].name);
    }
    struct gr_diag *diag = gr_reader_error(reader, "Y020", key->at, "unknown key \"%.*s\" in %s",
                                           shown(key->text), key->text.ptr, what);
    gr_diag_suggest(reader->diags, diag, gr_nearest(key->text, names, known));
    gr_diag_help(reader->diags, diag, "%s takes %s", what, gr_buf_cstr(&list));
    gr_buf_free(&list);
}

/* Whether an unknown key of the mapping is most likely this one misspelt, and said to be so. */
static bool is_misspelt(const struct gr_node *mapping, const struct gr_key *keys, size_t count,
                        const struct gr_key *key)
{
    const char *names[MOST_WORDS];
    size_t known = count < MOST_WORDS ? count : MOST_WORDS;
    for (size_t i = 0; i < known; i++)
        names[i] = keys[i].name;
    for (size_t i = 0; i < mapping->count; i++) {
        struct gr_str text = mapping->keys[i]->text;
        const char *nearest =
            key_find(keys, count, text) != NULL ? NULL : gr_nearest(text, names, known);
        if (nearest != NULL && strcmp(nearest, key->name) == 0)
            return true;
    }
    return false;
}

bool gr_keys_read(struct gr_reader *reader, const struct gr_node *mapping,
                  const struct gr_key *keys, size_t count, void *out, const char *what)
{
    if (!gr_node_is(reader, mapping, GR_NODE_MAPPING, what))
        return false;
    for (size_t i = 0; i < mapping->count; i++) {
        const struct gr_node *key = mapping->keys[i];
        if (key_find(keys, count, key->text) == NULL && !is_rest_of_cut(key))
            report_unknown(reader, key, keys, count, what);
    }
    for (size_t i = 0; i < count && !reader->is_short; i++) {
        const struct gr_node *node = gr_node_get(mapping, keys[i].name);
        if (node != NULL)
            keys[i].read(reader, &keys[i], node, (char *)out + keys[i].offset);
        else if (keys[i].is_required && !is_misspelt(mapping, keys, count, &keys[i]))
            gr_diag_help(reader->diags,
                         gr_reader_error(reader, "Y021", mapping->at, "%s needs the key \"%s\"",
                                         what, keys[i].name),
                         "%s: %s", keys[i].name, keys[i].about);
    }
    return true;
}

/* ---- common fields ------------------------------------------------------------------------ */

void gr_read_text(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                  void *field)
{
    if (gr_node_has_text(reader, node, key->name))
        *(const char **)field = gr_reader_text(reader, gr_str_trim(node->text));
}

static bool is_word(struct gr_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    (i > 0 && (c == '-' || c == '_' || c == '.'));
        if (!good)
            return false;
    }
    return text.len > 0 && text.len <= 64;
}

void gr_read_word(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                  void *field)
{
    if (!gr_node_has_text(reader, node, key->name))
        return;
    if (!is_word(node->text)) {
        (void)gr_reader_error(reader, "Y025", node->text_at,
                              "%s: \"%.*s\" is not one word of letters, digits, - _ and .",
                              key->name, shown(node->text), node->text.ptr);
        return;
    }
    *(const char **)field = gr_reader_text(reader, node->text);
}

void gr_read_count(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                   void *field)
{
    double value;
    if (!gr_node_number(reader, node, false, &value, key->name))
        return;
    if (!(value >= key->low && value <= key->high) || value != (double)(uint32_t)value) {
        (void)gr_reader_error(reader, "Y024", node->text_at,
                              "%s must be a whole number from %u to %u", key->name,
                              (unsigned)key->low, (unsigned)key->high);
        return;
    }
    *(uint32_t *)field = (uint32_t)value;
}

void gr_read_truth(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                   void *field)
{
    const char *why = "";
    if (gr_node_has_text(reader, node, key->name) && !gr_truth_read(node->text, field, &why))
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "Y025", node->text_at,
                                     "%s: \"%.*s\" is neither true nor false", key->name,
                                     shown(node->text), node->text.ptr),
                     "%s", why);
}

void gr_read_schema(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                    void *field)
{
    (void)field;
    if (gr_node_has_text(reader, node, key->name) && !gr_str_is(node->text, "1"))
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "Y027", node->text_at,
                                     "schema \"%.*s\" is not known to this program",
                                     shown(node->text), node->text.ptr),
                     "write schema: 1");
}

void gr_read_words(struct gr_reader *reader, const struct gr_key *key, const struct gr_node *node,
                   void *field)
{
    struct gr_words *out = field;
    if (!gr_node_is(reader, node, GR_NODE_SEQUENCE, key->name))
        return;
    const char **items = gr_reader_array(reader, node->count, sizeof *items);
    struct gr_pos *at = gr_reader_array(reader, node->count, sizeof *at);
    if (items == NULL || at == NULL)
        return;
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++) {
        if (!gr_node_has_text(reader, node->items[i], key->name))
            continue;
        at[count] = node->items[i]->text_at;
        items[count++] = gr_reader_text(reader, gr_str_trim(node->items[i]->text));
        if (reader->is_short)
            return;
    }
    *out = (struct gr_words){.items = items, .at = at, .count = count};
}

static void report_choice(struct gr_reader *reader, const struct gr_node *node,
                          const char *const *words, size_t count, const char *what)
{
    struct gr_buf list;
    gr_buf_start(&list, 1024);
    for (size_t i = 0; i < count; i++)
        gr_buf_printf(&list, "%s%s", i == 0 ? "" : ", ", words[i]);
    struct gr_diag *diag =
        gr_reader_error(reader, "Y025", node->text_at, "%s: \"%.*s\" is not known", what,
                        shown(node->text), node->text.ptr);
    gr_diag_suggest(reader->diags, diag, gr_nearest(node->text, words, count));
    gr_diag_help(reader->diags, diag, "one of %s", gr_buf_cstr(&list));
    gr_buf_free(&list);
}

int gr_node_choice(struct gr_reader *reader, const struct gr_node *node, const char *const *words,
                   size_t count, const char *what)
{
    if (!gr_node_has_text(reader, node, what))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (gr_str_is(node->text, words[i]))
            return (int)i;
    report_choice(reader, node, words, count, what);
    return -1;
}
