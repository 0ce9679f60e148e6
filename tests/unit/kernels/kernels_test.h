/* The suites of the kernels' unit tests, one a file, and how a kernel is run in them.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_KERNELS_TEST_H
#define TESTS_KERNELS_TEST_H

#include <check.h>

#include "kn/run.h"

Suite *suite_rng(void);
Suite *suite_catalogue(void);
Suite *suite_formats(void);
Suite *suite_numbers(void);
Suite *suite_machine(void);
Suite *suite_protocol_m(void);
Suite *suite_exact(void);
Suite *suite_timed(void);
Suite *suite_requests(void);

/* Runs "KERNEL name=value ..." with at most KN_ARGS_MAX settings, on nothing above `limit`. */
void run_text(const char *text, enum kn_backend limit, struct kn_reply *reply);

/* The output called `name` of a reply to `kernel`; fails the test when there is none. */
double output_of(const char *kernel, const struct kn_reply *reply, const char *name);

#endif
