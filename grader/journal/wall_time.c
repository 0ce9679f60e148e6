/* See wall_time.h. Nothing is kept: each call asks the system, or the environment in tests.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "grader/journal/wall_time.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/base/str.h"

int64_t gr_wall_now_ms(void)
{
    int64_t fixed_ms;
    if (gr_str_integer(gr_str(getenv("WALLCLOCK_NOW_MS")), &fixed_ms))
        return fixed_ms;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return 0;
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static const char *local_text(int64_t time_ms, const char *format, char out[GR_WALL_TEXT])
{
    time_t seconds = (time_t)(time_ms / 1000);
    struct tm parts;
    out[0] = '\0';
    if (localtime_r(&seconds, &parts) == NULL)
        return out;
        /* The formats are the constants below; the compiler cannot see that through the call. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (strftime(out, GR_WALL_TEXT, format, &parts) == 0)
        out[0] = '\0';
#pragma GCC diagnostic pop
    return out;
}

const char *gr_wall_day(int64_t time_ms, char out[GR_WALL_TEXT])
{
    return local_text(time_ms, "%Y-%m-%d", out);
}

const char *gr_wall_since(int64_t time_ms, int64_t now_ms, char out[GR_WALL_TEXT])
{
    char then_day[GR_WALL_TEXT];
    char now_day[GR_WALL_TEXT];
    bool is_today = strcmp(gr_wall_day(time_ms, then_day), gr_wall_day(now_ms, now_day)) == 0;
    return local_text(time_ms, is_today ? "%H:%M" : "%Y-%m-%d %H:%M", out);
}

const char *gr_wall_stamp(int64_t time_ms, char out[GR_WALL_TEXT])
{
    return local_text(time_ms, "%Y%m%d-%H%M%S", out);
}
