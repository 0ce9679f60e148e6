/* A helper program for tests: speaks kn's protocol with invented but consistent numbers, so that
 * dealing is exact and quick. RUN_STUB is a list of words, one for each request, the last one for
 * all that follow: good, poor (a gate failed), wide (a quality that is good and an interval that is
 * not), crash, hang, stuck (hangs after a line of progress), steep (the machine's ridge lies
 * elsewhere), mute (an output is missing), flat (rates whose intervals have no width), lost (an
 * interval that is none).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 4096 };

/* The word for request number `index`, 0-based. */
static void word_for(size_t index, char *out, size_t size)
{
    const char *list = getenv("RUN_STUB");
    const char *word = list != NULL ? list : "good";
    for (size_t i = 0; i < index; i++) {
        const char *comma = strchr(word, ',');
        if (comma == NULL)
            break;
        word = comma + 1;
    }
    size_t len = strcspn(word, ",");
    (void)snprintf(out, size, "%.*s", (int)len, word);
}

/* A whole number of the request; 0 when it is not there. */
static double arg(const char *request, const char *name)
{
    char key[32];
    double value = 0;
    (void)snprintf(key, sizeof key, "\t%s=", name);
    const char *found = strstr(request, key);
    for (found = found != NULL ? found + strlen(key) : ""; *found >= '0' && *found <= '9'; found++)
        value = value * 10 + (*found - '0');
    return value;
}

static void out(const char *name, double value, const char *unit, double half)
{
    (void)printf("out\t%s\t%.17g\t%s\t%s\t%.17g\t%.17g\t%d\n", name, value, unit,
                 half > 0 ? "timed" : "exact", value * (1 - half), value * (1 + half),
                 half > 0 ? 212 : 1);
}

static void end(const char *word)
{
    if (strcmp(word, "poor") == 0)
        (void)printf("gate\tdrift\tfail\tthe calibration drifted by 9 %%\n"
                     "end\tok\tpoor\tthe calibration drifted by 9 %%\n");
    else
        (void)printf("end\tok\tgood\t\n");
}

static void roof(const char *request, const char *word)
{
    double k = arg(request, "k"), n = 16777216;
    double beta = 48.0312345e9, pi = strcmp(word, "steep") == 0 ? 1200e9 : 253.0456789e9;
    double half = strcmp(word, "wide") == 0 ? 0.2 : 0.005;
    double rate_half = strcmp(word, "flat") == 0 ? 0 : strcmp(word, "lost") == 0 ? nan("") : 0.01;
    double time = 1.02 * fmax(8 * n / beta, 2 * k * n / pi);
    (void)printf("progress\tmeasuring\t1\t2\n");
    (void)printf("text\tkernel\troof\ntext\tbackend\tscalar\ntext\tmachine\tstub box\n");
    out("elements", n, "", 0);
    out("stream_rate", beta, "B/s", rate_half);
    out("peak_rate", pi, "FLOP/s", rate_half);
    if (strcmp(word, "mute") != 0)
        out("time", time, "s", half);
    end(word);
}

static void tiled(const char *request, const char *word)
{
    double n = arg(request, "n"), b = arg(request, "b");
    double bands = ceil(n / b);
    (void)printf("text\tkernel\ttiled\ntext\tbackend\tscalar\ntext\tmachine\tstub box\n");
    out("words", n * n * (2 * bands + 1), "", 0);
    out("loads", 2 * n * n * bands, "", 0);
    out("stores", n * n, "", 0);
    out("untiled", 2 * n * n * n + n * n, "", 0);
    out("bound", 1, "", 0);
    out("flop", 2 * n * n * n, "FLOP", 0);
    end(word);
}

static void sum(const char *request, const char *word)
{
    (void)printf("text\tkernel\tsum\ntext\tbackend\tscalar\ntext\tmachine\tstub box\n");
    out("result", strstr(request, "\tformat=bf16") != NULL ? 512 : 2048, "", 0);
    end(word);
}

static void answer(const char *request, const char *word)
{
    if (strcmp(word, "crash") == 0)
        abort();
    if (strcmp(word, "stuck") == 0) {
        (void)printf("progress\tmeasuring\t1\t2\n");
        (void)fflush(stdout);
    }
    if (strcmp(word, "hang") == 0 || strcmp(word, "stuck") == 0)
        (void)pause();
    if (strncmp(request, "run\troof", 8) == 0)
        roof(request, word);
    else if (strncmp(request, "run\ttiled", 9) == 0)
        tiled(request, word);
    else if (strncmp(request, "run\tsum", 7) == 0)
        sum(request, word);
    else
        (void)printf("end\tbad-argument\tgood\tno such kernel here\n");
    (void)fflush(stdout);
}

int main(void)
{
    char line[LINE_BYTES], word[32];
    for (size_t index = 0; fgets(line, sizeof line, stdin) != NULL; index++) {
        word_for(index, word, sizeof word);
        answer(line, word);
    }
    return 0;
}
