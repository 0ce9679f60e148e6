/* The wall clock for records: UTC milliseconds in the journal, local days and times for people.
 * Tests fix it by WALLCLOCK_NOW_MS.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef GR_WALL_TIME_H
#define GR_WALL_TIME_H

#include <stdint.h>

#define GR_WALL_TEXT 32

int64_t gr_wall_now_ms(void);
/* "2026-02-28" where the student is; returns out. */
const char *gr_wall_day(int64_t time_ms, char out[GR_WALL_TEXT]);
/* "14:02" on the day of `now_ms`, else "2026-02-27 14:02"; returns out. */
const char *gr_wall_since(int64_t time_ms, int64_t now_ms, char out[GR_WALL_TEXT]);
/* "20260228-140205", for file names; returns out. */
const char *gr_wall_stamp(int64_t time_ms, char out[GR_WALL_TEXT]);

#endif
