/* What the journal keeps and how it is sealed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "grader/journal/chain.h"
#include "tests/unit/grader/journal/journal_case.h"

static struct journal_case the;

static void start(void)
{
    journal_case_start(&the, false);
}

static void end(void)
{
    journal_case_end(&the);
}

START_TEST(an_append_gives_number_time_uuid_and_hash)
{
    struct gr_journal *journal = journal_open(&the);
    (void)setenv("WALLCLOCK_NOW_MS", "1772200925123", 1);
    struct gr_event event = {.kind = "deal", .item = "VIII.6.W1", .rev = 2, .instance = 5};
    struct gr_err err = {0};
    ck_assert_msg(gr_journal_append(journal, &event, &err), "%s", err.text);
    ck_assert_int_eq(event.seq, 1);
    ck_assert_int_eq(event.time_ms, 1772200925123);
    ck_assert_uint_eq(strlen(event.hash), 64);
    ck_assert_uint_eq(strlen(event.uuid), 36);
    ck_assert_int_eq(event.uuid[14], '4');
    ck_assert_ptr_nonnull(strchr("89ab", event.uuid[19]));
    ck_assert_int_eq(journal_put(journal, "VIII.6.W1", "{}"), 2);
    gr_journal_close(journal);
}
END_TEST

/* Computed by another program from the framing in chain.c; a change here makes old stores
 * unreadable. */
START_TEST(the_hash_is_the_one_of_the_published_framing)
{
    struct gr_event event = {.seq = 1,
                             .time_ms = 1700000000000,
                             .kind = "answer",
                             .item = "VIII.6.W3",
                             .rev = 2,
                             .instance = 7,
                             .payload = "{\"text\":\"5\"}",
                             .uuid = "00112233-4455-4677-8899-aabbccddeeff"};
    char hash[GR_HASH_TEXT];
    gr_chain_hash(&event, "", hash);
    ck_assert_str_eq(hash, "2da72c09846c3ccd55989b1deadc45d72ecdd26099deaa7fbcd415e56038ae21");
    event.seq = 2;
    char second[GR_HASH_TEXT];
    gr_chain_hash(&event, hash, second);
    ck_assert_str_eq(second, "c100045f21af3804b71421a7e13280e53aa12702255697a7354e02d22cdbd478");
}
END_TEST

START_TEST(the_hash_tells_apart_fields_that_read_alike_when_joined)
{
    struct gr_event one = {.kind = "ab", .item = "c", .payload = ""};
    struct gr_event two = {.kind = "a", .item = "bc", .payload = ""};
    char hash[GR_HASH_TEXT];
    char other[GR_HASH_TEXT];
    gr_chain_hash(&one, "", hash);
    gr_chain_hash(&two, "", other);
    ck_assert_str_ne(hash, other);
}
END_TEST

struct seen {
    char kinds[64], items[256], payloads[256];
    int stop_after, count;
};

static bool see(void *context, const struct gr_event *event)
{
    struct seen *seen = context;
    size_t used = strlen(seen->kinds);
    (void)snprintf(seen->kinds + used, sizeof seen->kinds - used, "%s ", event->kind);
    used = strlen(seen->items);
    (void)snprintf(seen->items + used, sizeof seen->items - used, "%s ", event->item);
    used = strlen(seen->payloads);
    (void)snprintf(seen->payloads + used, sizeof seen->payloads - used, "%s ", event->payload);
    return ++seen->count != seen->stop_after;
}

START_TEST(events_come_back_in_order_by_item_and_kind)
{
    static const char *const put[][3] = {{"deal", "W3", "{\"a\":1}"},
                                         {"answer", "W3", "{\"text\":\"√2 ≈ 1,4\"}"},
                                         {"deal", "W4", "{}"},
                                         {"answer", "W4", "{\"b\":2}"}};
    static const struct {
        const char *item, *kind, *kinds, *items;
        int stop_after;
    } cases[] = {
        {NULL, NULL, "deal answer deal answer ", "W3 W3 W4 W4 ", 0},
        {"W3", NULL, "deal answer ", "W3 W3 ", 0},
        {NULL, "answer", "answer answer ", "W3 W4 ", 0},
        {"W4", "answer", "answer ", "W4 ", 0},
        {"W5", NULL, "", "", 0},
        {NULL, NULL, "deal answer ", "W3 W3 ", 2},
    };
    struct gr_err err = {0};
    struct gr_journal *journal = journal_open(&the);
    for (size_t i = 0; i < sizeof put / sizeof put[0]; i++) {
        struct gr_event event = {.kind = put[i][0], .item = put[i][1], .payload = put[i][2]};
        ck_assert_msg(gr_journal_append(journal, &event, &err), "%s", err.text);
    }
    gr_journal_close(journal);
    journal = journal_open(&the);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct seen seen = {.stop_after = cases[i].stop_after};
        ck_assert(gr_journal_each(journal, cases[i].item, cases[i].kind, see, &seen, &err));
        ck_assert_str_eq(seen.kinds, cases[i].kinds);
        ck_assert_str_eq(seen.items, cases[i].items);
    }
    struct seen seen = {0};
    ck_assert(gr_journal_each(journal, "W3", "answer", see, &seen, &err));
    ck_assert_str_eq(seen.payloads, "{\"text\":\"√2 ≈ 1,4\"} ");
    gr_journal_close(journal);
}
END_TEST

static bool append_again(void *context, const struct gr_event *event)
{
    if (event->seq <= 2)
        (void)journal_put(context, "VIII.6.W9", "{}");
    return true;
}

START_TEST(a_visit_may_append)
{
    journal_fill(&the, 2);
    struct gr_journal *journal = journal_open(&the);
    struct gr_err err = {0};
    ck_assert(gr_journal_each(journal, NULL, NULL, append_again, journal, &err));
    ck_assert_int_eq(journal_verified(journal), 4);
    gr_journal_close(journal);
}
END_TEST

START_TEST(the_chain_goes_on_after_closing_and_opening)
{
    for (int i = 0; i < 4; i++)
        journal_fill(&the, 3);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_verified(journal), 12);
    ck_assert_str_eq(gr_journal_notice(journal), "");
    gr_journal_close(journal);
}
END_TEST

START_TEST(notes_keep_the_last_value_and_any_bytes)
{
    struct gr_journal *journal = journal_open(&the);
    struct gr_err err = {0};
    const struct gr_str bytes = {"16*7e9/2^30\0\xff", 13};
    ck_assert(gr_journal_note(journal, "draft:W3", gr_str("first"), &err));
    ck_assert(gr_journal_note(journal, "draft:W3", bytes, &err));
    ck_assert(gr_journal_note(journal, "empty", gr_str(NULL), &err));
    gr_journal_close(journal);
    journal = journal_open(&the);
    struct gr_buf out;
    bool found = false;
    gr_buf_start(&out, 1024);
    ck_assert(gr_journal_noted(journal, "draft:W3", &out, &found, &err) && found);
    ck_assert(gr_str_same(gr_buf_view(&out), bytes));
    gr_buf_clear(&out);
    ck_assert(gr_journal_noted(journal, "empty", &out, &found, &err) && found && out.len == 0);
    ck_assert(gr_journal_noted(journal, "absent", &out, &found, &err) && !found);
    gr_buf_free(&out);
    gr_journal_close(journal);
}
END_TEST

START_TEST(the_table_refuses_change_removal_and_disorder)
{
    static const char *const forbidden[] = {
        "UPDATE event SET payload = '{}' WHERE seq = 1",
        "DELETE FROM event WHERE seq = 2",
        "REPLACE INTO event SELECT * FROM event WHERE seq = 2",
        "INSERT INTO event VALUES(9,'u',0,'answer','W',1,1,'{}','not the last hash','h')",
        "INSERT INTO event SELECT 1,'u',0,'answer','W',1,1,'{}',hash,'h' FROM event WHERE seq=2",
        "INSERT INTO event SELECT 3,uuid,0,'answer','W',1,1,'{}',hash,'h' FROM event WHERE seq=2",
    };
    journal_fill(&the, 2);
    sqlite3 *db = NULL;
    ck_assert_int_eq(sqlite3_open(the.path, &db), SQLITE_OK);
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++)
        ck_assert_msg(sqlite3_exec(db, forbidden[i], NULL, NULL, NULL) == SQLITE_CONSTRAINT, "%s",
                      forbidden[i]);
    ck_assert_int_eq(sqlite3_close(db), SQLITE_OK);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_verified(journal), 2);
    gr_journal_close(journal);
}
END_TEST

START_TEST(verify_names_the_event_that_was_tampered_with)
{
    static const struct {
        const char *sql, *said;
    } cases[] = {
        {"UPDATE event SET payload = '{}' WHERE seq = 3", "event 3 (answer of VIII.6.W3"},
        {"UPDATE event SET instance = 8 WHERE seq = 2", "event 2 (answer of VIII.6.W4"},
        {"UPDATE event SET time_ms = time_ms + 1 WHERE seq = 4", "event 4 ("},
        {"DELETE FROM event WHERE seq = 2", "event 3 ("},
        {"DELETE FROM event WHERE seq = 1", "event 2 ("},
        {"UPDATE event SET hash = prev_hash, prev_hash = hash WHERE seq = 5", "event 5 ("},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        end();
        start();
        journal_fill(&the, 6);
        journal_sql(&the, "DROP TRIGGER event_stays; DROP TRIGGER event_is_kept");
        journal_sql(&the, cases[i].sql);
        struct gr_journal *journal = journal_open(&the);
        int64_t events = 0;
        struct gr_err err = {0};
        ck_assert(!gr_journal_verify(journal, &events, &err));
        ck_assert_int_eq(err.code, GR_E_STORE);
        ck_assert_msg(strncmp(err.text, cases[i].said, strlen(cases[i].said)) == 0, "%s", err.text);
        gr_journal_close(journal);
    }
}
END_TEST

START_TEST(a_large_payload_comes_back_whole)
{
    enum { BYTES = 300000 };
    char *payload = malloc(BYTES + 1);
    ck_assert_ptr_nonnull(payload);
    memset(payload, 'x', BYTES);
    payload[BYTES] = '\0';
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_put(journal, "VIII.6.W1", payload), 1);
    gr_journal_close(journal);
    free(payload);
    journal = journal_open(&the);
    ck_assert_int_eq(journal_verified(journal), 1);
    gr_journal_close(journal);
}
END_TEST

START_TEST(opening_and_reading_a_healthy_store_writes_nothing_into_it)
{
    enum { MOST = 1 << 20 };
    static char before[MOST];
    static char after[MOST];
    journal_fill(&the, 20);
    size_t bytes = file_read(the.path, before, MOST);
    struct gr_journal *journal = journal_open(&the);
    ck_assert_int_eq(journal_count(journal), 20);
    gr_journal_close(journal);
    ck_assert_uint_eq(file_read(the.path, after, MOST), bytes);
    ck_assert(memcmp(before, after, bytes) == 0);
}
END_TEST

int main(void)
{
    TCase *tests = tcase_create("journal");
    tcase_add_checked_fixture(tests, start, end);
    tcase_set_timeout(tests, 30);
    tcase_add_test(tests, an_append_gives_number_time_uuid_and_hash);
    tcase_add_test(tests, the_hash_is_the_one_of_the_published_framing);
    tcase_add_test(tests, the_hash_tells_apart_fields_that_read_alike_when_joined);
    tcase_add_test(tests, events_come_back_in_order_by_item_and_kind);
    tcase_add_test(tests, a_visit_may_append);
    tcase_add_test(tests, the_chain_goes_on_after_closing_and_opening);
    tcase_add_test(tests, notes_keep_the_last_value_and_any_bytes);
    tcase_add_test(tests, the_table_refuses_change_removal_and_disorder);
    tcase_add_test(tests, verify_names_the_event_that_was_tampered_with);
    tcase_add_test(tests, a_large_payload_comes_back_whole);
    tcase_add_test(tests, opening_and_reading_a_healthy_store_writes_nothing_into_it);
    return run_suite("journal", tests);
}
