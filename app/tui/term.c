/* Opening, closing, signals and the crash handler. Restoring is one text, made when the terminal is
 * opened, and one tcsetattr: both may be used inside a signal handler. See term.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/tui/term.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <curses.h>

#include "app/tui/term_known.h"

enum { RESTORE_BYTES = 256, ALT_STACK_BYTES = 65536, SIGNALS = 7, CRASHES = 6 };

#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

static SCREEN *screen;
static struct termios found; /* the terminal as we found it */
static bool has_found;
static char restore_text[RESTORE_BYTES];
static size_t restore_len;
static const char *fallback;
static bool has_color;
static int signal_pipe[2] = {-1, -1};
static volatile sig_atomic_t pending; /* bits of enum term_signal */
static volatile sig_atomic_t is_open;
static struct sigaction old_signal[SIGNALS], old_crash[CRASHES];
static char alt_stack[ALT_STACK_BYTES];

static const int signals[SIGNALS] = {SIGWINCH, SIGINT, SIGTSTP, SIGCONT, SIGHUP, SIGTERM, SIGQUIT};
static const int crashes[CRASHES] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSYS};

/* ---- handlers: async-signal-safe calls only -------------------------------------------------- */

static unsigned bit_of(int signal_number)
{
    switch (signal_number) {
    case SIGWINCH:
        return TERM_RESIZED;
    case SIGINT:
        return TERM_INTERRUPT;
    case SIGTSTP:
        return TERM_SUSPEND;
    case SIGCONT:
        return TERM_CONTINUED;
    case SIGHUP:
        return TERM_HANGUP;
    case SIGQUIT:
        return TERM_QUIT;
    default:
        return TERM_TERMINATE;
    }
}

static void note_signal(int signal_number)
{
    int saved = errno;
    pending = (sig_atomic_t)((unsigned)pending | bit_of(signal_number));
    ssize_t ignored = write(signal_pipe[1], "", 1); /* full: it is readable already */
    (void)ignored;
    errno = saved;
}

static void write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t sent = write(fd, text, len);
        if (sent <= 0)
            return;
        text += sent;
        len -= (size_t)sent;
    }
}

static void restore_raw(void)
{
    if (!is_open)
        return;
    is_open = 0;
    write_all(STDOUT_FILENO, restore_text, restore_len);
    if (has_found)
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

static void crash(int signal_number, siginfo_t *info, void *context)
{
    static const char words[] =
        "wallclock: stopped by an internal error; what you typed is saved\n";
    (void)context;
    restore_raw();
    write_all(STDERR_FILENO, words, sizeof words - 1);
    for (int i = 0; i < CRASHES; i++)
        if (crashes[i] == signal_number)
            (void)sigaction(signal_number, &old_crash[i], NULL);
    /* A fault comes again when we return, with its true context, and the former handler (a
     * sanitizer's, or the system's) takes it. One that was sent must be sent again. */
    if (info == NULL || info->si_code <= 0)
        (void)raise(signal_number);
}

/* ---- signals --------------------------------------------------------------------------------- */

static bool open_pipe(void)
{
    if (pipe(signal_pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        (void)fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
        (void)fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* Before newterm, which installs its own handlers only where it finds the default ones. */
static void catch_signals(void)
{
    struct sigaction note = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    struct sigaction fall = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t stack = {.ss_sp = alt_stack, .ss_size = sizeof alt_stack};
    (void)sigemptyset(&note.sa_mask);
    (void)sigemptyset(&fall.sa_mask);
    (void)sigaltstack(&stack, NULL);
    for (int i = 0; i < SIGNALS; i++)
        (void)sigaction(signals[i], &note, &old_signal[i]);
    for (int i = 0; i < CRASHES; i++)
        (void)sigaction(crashes[i], &fall, &old_crash[i]);
}

static void release_signals(void)
{
    for (int i = 0; i < SIGNALS; i++)
        (void)sigaction(signals[i], &old_signal[i], NULL);
    for (int i = 0; i < CRASHES; i++)
        (void)sigaction(crashes[i], &old_crash[i], NULL);
    for (int i = 0; i < 2; i++) {
        (void)close(signal_pipe[i]);
        signal_pipe[i] = -1;
    }
}

int term_signal_fd(void)
{
    return signal_pipe[0];
}

unsigned term_take_signals(void)
{
    char bytes[64];
    while (read(signal_pipe[0], bytes, sizeof bytes) > 0)
        continue;
    sigset_t all, before;
    (void)sigfillset(&all);
    (void)sigprocmask(SIG_BLOCK, &all, &before);
    unsigned taken = (unsigned)pending;
    pending = 0;
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return taken;
}

/* ---- the terminal ---------------------------------------------------------------------------- */

/* Adds a capability without its padding "$<5>". */
static void add_restore(const char *text)
{
    if (text == NULL || text == (const char *)-1)
        return;
    while (*text != '\0' && restore_len < RESTORE_BYTES) {
        if (text[0] == '$' && text[1] == '<') {
            while (*text != '\0' && *text != '>')
                text++;
            text += *text == '>' ? 1 : 0;
            continue;
        }
        restore_text[restore_len++] = *text++;
    }
}

static const char *capability(const char *name)
{
    char copy[8];
    (void)snprintf(copy, sizeof copy, "%s", name);
    return tigetstr(copy);
}

static void make_restore_text(void)
{
    restore_len = 0;
    add_restore(PASTE_OFF);
    add_restore(capability("sgr0"));
    add_restore(capability("rmkx"));
    add_restore(capability("cnorm"));
    add_restore(capability("rmcup"));
    add_restore("\r");
}

/* Plain C locales say nothing about the terminal, and C.UTF-8 is then the better guess; another
 * encoding is believed, and drawn in ASCII. */
static void choose_locale(void)
{
    const char *codeset = nl_langinfo(CODESET);
    if (strcmp(codeset, "ANSI_X3.4-1968") == 0 || strcmp(codeset, "US-ASCII") == 0)
        (void)setlocale(LC_CTYPE, "C.UTF-8");
}

enum doc_glyphs term_glyphs(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0 ? DOC_UTF8 : DOC_ASCII;
}

bool term_has_color(void)
{
    return has_color;
}

const char *term_fallback(void)
{
    return fallback;
}

static void start_colors(bool allow_color)
{
    const char *no_color = getenv("NO_COLOR");
    bool refused = no_color != NULL && no_color[0] != '\0';
    has_color = allow_color && !refused && has_colors() && start_color() == OK &&
                use_default_colors() == OK;
    if (!has_color)
        return;
    for (short color = COLOR_RED; color <= COLOR_YELLOW; color++) /* on the terminal's own ground */
        (void)init_pair(color, color, -1);
}

static SCREEN *try_types(void)
{
    static const char *const types[] = {NULL, "xterm-256color", "vt100"};
    SCREEN *made = NULL;
    for (size_t i = 0; made == NULL && i < sizeof types / sizeof types[0]; i++) {
        fallback = types[i];
        if (term_is_known(types[i]))
            made = newterm(types[i], stdout, stdin);
    }
    return made;
}

static void send_modes(void)
{
    write_all(STDOUT_FILENO, PASTE_ON, sizeof PASTE_ON - 1);
}

static void set_modes(bool allow_color)
{
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)intrflush(stdscr, FALSE);
    (void)keypad(stdscr, TRUE);
    (void)nodelay(stdscr, TRUE);
    (void)scrollok(stdscr, FALSE);
    if (getenv("ESCDELAY") == NULL)
        (void)set_escdelay(25);
    start_colors(allow_color);
}

bool term_open(bool allow_color)
{
    choose_locale();
    has_found = tcgetattr(STDIN_FILENO, &found) == 0;
    if (!has_found || !isatty(STDOUT_FILENO) || !open_pipe())
        return false;
    catch_signals();
    use_env(TRUE);
    use_tioctl(TRUE);
    screen = try_types();
    if (screen == NULL) {
        release_signals();
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &found);
        return false;
    }
    make_restore_text();
    is_open = 1;
    set_modes(allow_color);
    term_resume();
    return true;
}

void term_close(void)
{
    if (screen == NULL)
        return;
    write_all(STDOUT_FILENO, PASTE_OFF, sizeof PASTE_OFF - 1);
    (void)endwin();
    if (has_found)
        (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
    is_open = 0;
    delscreen(screen);
    screen = NULL;
    release_signals();
}

void term_size(int *rows, int *columns)
{
    struct winsize size = {0};
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    *rows = known ? size.ws_row : 24;
    *columns = known ? size.ws_col : 80;
    if (*rows == LINES && *columns == COLS)
        return;
    (void)resize_term(*rows, *columns);
    (void)clearok(curscr, TRUE); /* terminals move their own lines about when their size changes */
}

void term_resume(void)
{
    (void)reset_prog_mode();
    send_modes();
    (void)clearok(curscr, TRUE);
    is_open = 1;
}

void term_suspend(void)
{
    struct sigaction ours, plain = {.sa_handler = SIG_DFL};
    (void)sigemptyset(&plain.sa_mask);
    write_all(STDOUT_FILENO, PASTE_OFF, sizeof PASTE_OFF - 1);
    (void)endwin();
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
    is_open = 0;
    (void)sigaction(SIGTSTP, &plain, &ours);
    (void)kill(0, SIGTSTP); /* as the terminal does it: the whole group */
    (void)sigaction(SIGTSTP, &ours, NULL);
    term_resume();
}
