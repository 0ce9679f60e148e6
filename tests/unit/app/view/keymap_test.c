/* The table of keys: one meaning each, a way out everywhere, names for all.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/view/keymap.h"

#include <string.h>

#include "tests/unit/app/view/view_test.h"

START_TEST(gives_a_key_one_meaning_on_a_screen)
{
    size_t count;
    const struct key_row *rows = keymap_rows(&count);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < a; b++)
            ck_assert_msg(rows[a].key != rows[b].key || (rows[a].contexts & rows[b].contexts) == 0,
                          "rows %zu and %zu share key %u", b, a, (unsigned)rows[a].key);
}
END_TEST

START_TEST(names_every_action_it_offers_on_each_screen)
{
    size_t count;
    const struct key_row *rows = keymap_rows(&count);
    for (size_t i = 0; i < count; i++) {
        bool named = false;
        for (size_t j = 0; j < count; j++)
            named = named || (rows[j].action == rows[i].action && rows[j].name != NULL &&
                              (rows[j].contexts & rows[i].contexts) != 0);
        ck_assert_msg(named, "row %zu: nobody is told of this key", i);
        ck_assert(rows[i].name == NULL || (rows[i].words != NULL && rows[i].words[0] != '\0'));
    }
}
END_TEST

START_TEST(never_takes_keys_that_belong_to_the_terminal)
{
    static const uint32_t theirs[] = {3, 17, 19, 22, 26, 28}; /* Ctrl-C Q S V Z \ */
    for (int context = 0; context < CONTEXT_COUNT; context++)
        for (size_t i = 0; i < sizeof theirs / sizeof theirs[0]; i++)
            ck_assert_int_eq(keymap_action((enum context)context, theirs[i]), DO_NOTHING);
}
END_TEST

START_TEST(has_a_way_out_and_the_list_of_keys_on_every_screen)
{
    for (int context = 0; context < CONTEXT_COUNT; context++) {
        bool in_field = context == AT_FIELD;
        uint32_t out = in_field ? KEYS_ESCAPE : 'q';
        ck_assert_int_ne(keymap_action((enum context)context, out), DO_NOTHING);
        ck_assert_int_eq(keymap_action((enum context)context, KEYS_F1), DO_HELP);
        ck_assert_int_eq(keymap_action((enum context)context, 12), DO_REDRAW);
    }
}
END_TEST

START_TEST(leaves_letters_to_the_text_of_a_field)
{
    for (uint32_t key = ' '; key < 127; key++)
        ck_assert_int_eq(keymap_action(AT_FIELD, key), DO_NOTHING);
    ck_assert_int_eq(keymap_action(AT_FIELD, '\n'), DO_CHECK);
}
END_TEST

TCase *keymap_cases(void)
{
    TCase *cases = tcase_create("keymap");
    tcase_add_test(cases, gives_a_key_one_meaning_on_a_screen);
    tcase_add_test(cases, names_every_action_it_offers_on_each_screen);
    tcase_add_test(cases, never_takes_keys_that_belong_to_the_terminal);
    tcase_add_test(cases, has_a_way_out_and_the_list_of_keys_on_every_screen);
    tcase_add_test(cases, leaves_letters_to_the_text_of_a_field);
    return cases;
}
