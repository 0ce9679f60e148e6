/* A page: Markdown, with optional front matter between two `---` lines at its top. The body's
 * layout is the app's business; here are its title, its links and the question at its end.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "grader/course/chapter_load.h"
#include "grader/course/schema.h"
#include "grader/course/source.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])
#define AT(field)    offsetof(struct gr_page, field)

enum { MOST_CHOICES = 9 };

/* ---- front matter ------------------------------------------------------------------------- */

static void read_needs(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    struct gr_page *page = field;
    struct gr_words words = {0};
    gr_read_words(reader, key, node, &words);
    page->needs = words.items;
    page->needs_at = words.at;
    page->need_count = words.count;
}

static void read_topic(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    struct gr_page *page = field;
    page->topic_at = node->text_at;
    gr_read_word(reader, key, node, &page->topic);
}

static void read_choices(struct gr_reader *reader, const struct gr_key *key,
                         const struct gr_node *node, void *field)
{
    struct gr_check_question *check = field;
    struct gr_words words = {0};
    gr_read_words(reader, key, node, &words);
    check->choices = words.items;
    check->choice_count = words.count;
    if (node->kind == GR_NODE_SEQUENCE && (words.count < 2 || words.count > MOST_CHOICES))
        (void)gr_reader_error(reader, "C010", node->at, "a question has 2 to %d choices, not %zu",
                              (int)MOST_CHOICES, words.count);
}

static void read_right(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    struct gr_check_question *check = field;
    if (!gr_node_has_text(reader, node, key->name))
        return;
    size_t choice = node->text.len == 1 ? (size_t)(node->text.ptr[0] - 'a') : SIZE_MAX;
    if (choice < check->choice_count)
        check->right = choice;
    else
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "C011", node->text_at, "right: names no choice"),
                     "a is the first choice, b the second");
}

static const struct gr_key check_keys[] = {
    {"ask", true, gr_read_text, offsetof(struct gr_check_question, ask), 0, 0, "the question"},
    {"choices", true, read_choices, 0, 0, 0, "two or more answers"},
    {"right", true, read_right, 0, 0, 0, "the letter of the right one"},
    {"say", true, gr_read_text, offsetof(struct gr_check_question, say), 0, 0,
     "what is said after the answer"},
};

static void read_check(struct gr_reader *reader, const struct gr_key *key,
                       const struct gr_node *node, void *field)
{
    struct gr_page *page = field;
    (void)key;
    page->has_check =
        gr_keys_read(reader, node, check_keys, COUNT(check_keys), &page->check, "a check");
}

static const struct gr_key page_keys[] = {
    {"title", false, gr_read_text, AT(title), 0, 0, "else the page's first # heading"},
    {"topic", false, read_topic, 0, 0, 0, "one of the chapter's topics"},
    {"minutes", false, gr_read_count, AT(minutes), 1, 600, "about how long it takes"},
    {"needs", false, read_needs, 0, 0, 0, "pages that help"},
    {"figure", false, gr_read_word, AT(figure), 0, 0, "the figure of a proposition"},
    {"check", false, read_check, 0, 0, 0, "a question with choices at the end"},
};

/* The line that closes front matter; 0 when the page has none or it never closes. */
static uint32_t front_end(const struct gr_source *source)
{
    if (!gr_str_is(gr_str_trim(gr_source_line(source, 1)), "---"))
        return 0;
    for (uint32_t line = 2; line <= source->line_count; line++)
        if (gr_str_is(gr_str_trim(gr_source_line(source, line)), "---"))
            return line;
    return UINT32_MAX;
}

static struct gr_str lines(const struct gr_source *source, uint32_t from, uint32_t before)
{
    size_t start = from <= source->line_count ? source->line_starts[from - 1] : source->text.len;
    size_t end = before <= source->line_count ? source->line_starts[before - 1] : source->text.len;
    return (struct gr_str){.ptr = source->text.ptr + start, .len = end - start};
}

static void read_front(struct gr_reader *reader, const struct gr_source *source, uint32_t end,
                       struct gr_page *page)
{
    const struct gr_node *root =
        gr_yaml_tree(reader->arena, lines(source, 2, end), reader->file, 2, reader->diags);
    if (root != NULL)
        (void)gr_keys_read(reader, root, page_keys, COUNT(page_keys), page, "a page");
}

/* ---- the page ----------------------------------------------------------------------------- */

static void take_title(struct gr_reader *reader, const struct gr_source *source,
                       struct gr_page *page)
{
    for (uint32_t n = page->body_line; page->title == NULL && n <= source->line_count; n++) {
        struct gr_str line = gr_source_line(source, n);
        if (gr_str_starts(line, "# "))
            page->title = gr_reader_text(reader, gr_str_trim(gr_str_from(line, 2)));
    }
    if (page->title != NULL || reader->is_short)
        return;
    struct gr_pos at = {.file = reader->file, .line = 1, .column = 1};
    gr_diag_help(reader->diags, gr_reader_error(reader, "C012", at, "the page has no title"),
                 "begin it with a line `# Title`");
}

static void page_read(struct gr_reader *reader, const struct gr_source *source,
                      struct gr_page *page)
{
    uint32_t end = front_end(source);
    struct gr_pos at = {.file = reader->file, .line = 1, .column = 1};
    page->body_line = 1;
    if (end == UINT32_MAX) {
        gr_diag_help(reader->diags,
                     gr_reader_error(reader, "C013", at, "the front matter never closes"),
                     "end it with a line ---");
        return;
    }
    if (end > 0) {
        read_front(reader, source, end, page);
        page->body_line = end + 1;
    }
    page->body = lines(source, page->body_line, UINT32_MAX);
    take_title(reader, source, page);
}

uint32_t gr_page_number(const struct gr_page *page)
{
    const char *dot = strrchr(page->id, '.');
    uint32_t number = 0;
    for (const char *c = dot == NULL ? "" : dot + 1; *c >= '0' && *c <= '9'; c++)
        number = number * 10 + (uint32_t)(*c - '0');
    return number;
}

struct gr_page *gr_page_load(struct gr_arena *arena, const struct gr_found *found,
                             struct gr_diags *diags)
{
    size_t before = diags->errors + diags->lost;
    struct gr_err err = {0};
    struct gr_str raw;
    struct gr_source source;
    struct gr_reader reader = {.arena = arena, .diags = diags, .file = found->path};
    struct gr_pos at = {.file = found->path, .line = 1, .column = 1};
    struct gr_page *page = gr_reader_array(&reader, 1, sizeof *page);
    if (page == NULL)
        return NULL;
    *page = (struct gr_page){.id = found->id, .path = found->path, .strand = found->strand};
    if (!gr_file_read(arena, found->path, GR_PAGE_BYTES, &raw, &err)) {
        gr_reader_fail(&reader, "Y013", at, &err);
        return NULL;
    }
    if (!gr_source_clean(arena, raw, at, GR_TABS_ALLOWED, &source, diags))
        return NULL;
    page_read(&reader, &source, page);
    return diags->errors + diags->lost == before ? page : NULL;
}
