/* The table of what formulas may name: one row a symbol with its three forms. Sorted by name in
 * byte order, so that it can be searched by halves; a test holds the order. See maths.h.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "app/text/maths.h"

static const struct math_symbol symbols[] = {
    {"!", MATH_ORDINARY, "!", "!", "factorial"},
    {"%", MATH_ORDINARY, "%", "%", "percent"},
    {"'", MATH_ORDINARY, "′", "'", "prime"},
    {"(", MATH_OPEN, "(", "(", "open bracket"},
    {")", MATH_CLOSE, ")", ")", "close bracket"},
    {"*", MATH_BINARY, "*", "*", "times"},
    {"+", MATH_BINARY, "+", "+", "plus"},
    {",", MATH_PUNCTUATION, ",", ",", ","},
    {"-", MATH_BINARY, "−", "-", "minus"},
    {".", MATH_PUNCTUATION, ".", ".", "."},
    {"/", MATH_BINARY, "/", "/", "over"},
    {":", MATH_RELATION, ":", ":", "to"},
    {";", MATH_PUNCTUATION, ";", ";", ";"},
    {"<", MATH_RELATION, "<", "<", "is less than"},
    {"=", MATH_RELATION, "=", "=", "equals"},
    {">", MATH_RELATION, ">", ">", "is greater than"},
    {"Delta", MATH_ORDINARY, "Δ", "Delta", "Delta"},
    {"Gamma", MATH_ORDINARY, "Γ", "Gamma", "Gamma"},
    {"Lambda", MATH_ORDINARY, "Λ", "Lambda", "Lambda"},
    {"Leftrightarrow", MATH_RELATION, "⇔", "<=>", "if and only if"},
    {"Omega", MATH_ORDINARY, "Ω", "Omega", "Omega"},
    {"Phi", MATH_ORDINARY, "Φ", "Phi", "Phi"},
    {"Pi", MATH_ORDINARY, "Π", "Pi", "capital pi"},
    {"Pr", MATH_FUNCTION, "Pr", "Pr", "the probability of"},
    {"Psi", MATH_ORDINARY, "Ψ", "Psi", "Psi"},
    {"Rightarrow", MATH_RELATION, "⇒", "=>", "implies"},
    {"Sigma", MATH_ORDINARY, "Σ", "Sigma", "Sigma"},
    {"Theta", MATH_ORDINARY, "Θ", "Theta", "Theta"},
    {"[", MATH_OPEN, "[", "[", "open square bracket"},
    {"]", MATH_CLOSE, "]", "]", "close square bracket"},
    {"alpha", MATH_ORDINARY, "α", "alpha", "alpha"},
    {"approx", MATH_RELATION, "≈", "~=", "is about"},
    {"ast", MATH_ORDINARY, "*", "*", "star"},
    {"beta", MATH_ORDINARY, "β", "beta", "beta"},
    {"bmod", MATH_BINARY, "mod", "mod", "modulo"},
    {"cdot", MATH_BINARY, "·", "*", "times"},
    {"cdots", MATH_ORDINARY, "⋯", "...", "and so on"},
    {"chi", MATH_ORDINARY, "χ", "chi", "chi"},
    {"circ", MATH_BINARY, "∘", "o", "after"},
    {"cos", MATH_FUNCTION, "cos", "cos", "the cosine of"},
    {"delta", MATH_ORDINARY, "δ", "delta", "delta"},
    {"div", MATH_BINARY, "÷", "/", "divided by"},
    {"dots", MATH_ORDINARY, "…", "...", "and so on"},
    {"ell", MATH_ORDINARY, "ℓ", "l", "l"},
    {"epsilon", MATH_ORDINARY, "ε", "epsilon", "epsilon"},
    {"equiv", MATH_RELATION, "≡", "==", "is equivalent to"},
    {"eta", MATH_ORDINARY, "η", "eta", "eta"},
    {"exists", MATH_ORDINARY, "∃", "exists", "there is"},
    {"exp", MATH_FUNCTION, "exp", "exp", "e to the power"},
    {"forall", MATH_ORDINARY, "∀", "for all", "for all"},
    {"gamma", MATH_ORDINARY, "γ", "gamma", "gamma"},
    {"ge", MATH_RELATION, "≥", ">=", "is at least"},
    {"geq", MATH_RELATION, "≥", ">=", "is at least"},
    {"gg", MATH_RELATION, "≫", ">>", "is much greater than"},
    {"iff", MATH_RELATION, "⇔", "<=>", "if and only if"},
    {"in", MATH_RELATION, "∈", "in", "in"},
    {"inf", MATH_FUNCTION, "inf", "inf", "the infimum of"},
    {"infty", MATH_ORDINARY, "∞", "inf", "infinity"},
    {"int", MATH_BIG, "∫", "int", "the integral"},
    {"iota", MATH_ORDINARY, "ι", "iota", "iota"},
    {"kappa", MATH_ORDINARY, "κ", "kappa", "kappa"},
    {"lVert", MATH_OPEN, "‖", "||", "the norm of"},
    {"lambda", MATH_ORDINARY, "λ", "lambda", "lambda"},
    {"langle", MATH_OPEN, "⟨", "<", "open angle"},
    {"lceil", MATH_OPEN, "⌈", "ceil(", "the ceiling of"},
    {"ldots", MATH_ORDINARY, "…", "...", "and so on"},
    {"le", MATH_RELATION, "≤", "<=", "is at most"},
    {"leftarrow", MATH_RELATION, "←", "<-", "becomes"},
    {"leq", MATH_RELATION, "≤", "<=", "is at most"},
    {"lfloor", MATH_OPEN, "⌊", "floor(", "the floor of"},
    {"lim", MATH_FUNCTION, "lim", "lim", "the limit of"},
    {"ll", MATH_RELATION, "≪", "<<", "is much less than"},
    {"ln", MATH_FUNCTION, "ln", "ln", "the natural log of"},
    {"log", MATH_FUNCTION, "log", "log", "the log of"},
    {"lvert", MATH_OPEN, "|", "|", "the absolute value of"},
    {"mapsto", MATH_RELATION, "↦", "|->", "maps to"},
    {"max", MATH_FUNCTION, "max", "max", "the maximum of"},
    {"mid", MATH_RELATION, "|", "|", "given"},
    {"min", MATH_FUNCTION, "min", "min", "the minimum of"},
    {"mod", MATH_BINARY, "mod", "mod", "modulo"},
    {"mu", MATH_ORDINARY, "μ", "mu", "mu"},
    {"nabla", MATH_ORDINARY, "∇", "grad", "the gradient of"},
    {"ne", MATH_RELATION, "≠", "!=", "is not"},
    {"neq", MATH_RELATION, "≠", "!=", "is not"},
    {"nmid", MATH_RELATION, "∤", "does not divide", "does not divide"},
    {"notin", MATH_RELATION, "∉", "not in", "not in"},
    {"nu", MATH_ORDINARY, "ν", "nu", "nu"},
    {"omega", MATH_ORDINARY, "ω", "omega", "omega"},
    {"partial", MATH_ORDINARY, "∂", "d", "partial"},
    {"phi", MATH_ORDINARY, "φ", "phi", "phi"},
    {"pi", MATH_ORDINARY, "π", "pi", "pi"},
    {"pm", MATH_BINARY, "±", "+-", "plus or minus"},
    {"prime", MATH_ORDINARY, "′", "'", "prime"},
    {"prod", MATH_BIG, "∏", "prod", "the product"},
    {"propto", MATH_RELATION, "∝", "~", "is proportional to"},
    {"psi", MATH_ORDINARY, "ψ", "psi", "psi"},
    {"rVert", MATH_CLOSE, "‖", "||", ", end of norm"},
    {"rangle", MATH_CLOSE, "⟩", ">", "close angle"},
    {"rceil", MATH_CLOSE, "⌉", ")", ", end of ceiling"},
    {"rfloor", MATH_CLOSE, "⌋", ")", ", end of floor"},
    {"rho", MATH_ORDINARY, "ρ", "rho", "rho"},
    {"rightarrow", MATH_RELATION, "→", "->", "goes to"},
    {"rvert", MATH_CLOSE, "|", "|", ", end of absolute value"},
    {"sigma", MATH_ORDINARY, "σ", "sigma", "sigma"},
    {"sim", MATH_RELATION, "∼", "~", "is distributed as"},
    {"sin", MATH_FUNCTION, "sin", "sin", "the sine of"},
    {"star", MATH_ORDINARY, "*", "*", "star"},
    {"sum", MATH_BIG, "∑", "sum", "the sum"},
    {"sup", MATH_FUNCTION, "sup", "sup", "the supremum of"},
    {"tanh", MATH_FUNCTION, "tanh", "tanh", "the hyperbolic tangent of"},
    {"tau", MATH_ORDINARY, "τ", "tau", "tau"},
    {"theta", MATH_ORDINARY, "θ", "theta", "theta"},
    {"times", MATH_BINARY, "×", "x", "times"},
    {"to", MATH_RELATION, "→", "->", "to"},
    {"top", MATH_ORDINARY, "⊤", "T", "transposed"},
    {"tr", MATH_FUNCTION, "tr", "tr", "the trace of"},
    {"varepsilon", MATH_ORDINARY, "ε", "epsilon", "epsilon"},
    {"varphi", MATH_ORDINARY, "φ", "phi", "phi"},
    {"xi", MATH_ORDINARY, "ξ", "xi", "xi"},
    {"zeta", MATH_ORDINARY, "ζ", "zeta", "zeta"},
    {"{", MATH_OPEN, "{", "{", "open brace"},
    {"|", MATH_ORDINARY, "|", "|", "bar"},
    {"}", MATH_CLOSE, "}", "}", "close brace"},
};

enum { SYMBOL_COUNT = sizeof symbols / sizeof symbols[0] };

static int order(struct gr_str a, const char *b)
{
    size_t len = strlen(b);
    int by_bytes = memcmp(a.ptr, b, a.len < len ? a.len : len);
    if (by_bytes != 0)
        return by_bytes;
    return a.len < len ? -1 : a.len > len ? 1 : 0;
}

const struct math_symbol *math_symbol_find(struct gr_str name)
{
    size_t low = 0, high = SYMBOL_COUNT;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int side = order(name, symbols[middle].name);
        if (side == 0)
            return &symbols[middle];
        if (side > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* What the parser knows beside the symbols, and every symbol with a name of letters. */
const char *const *math_commands(size_t *count)
{
    static const char *const names[] = {
        "frac",   "tfrac",    "dfrac",      "sqrt",       "text",         "mathrm", "mathbf",
        "mathit", "val",      "left",       "right",      "bar",          "hat",    "tilde",
        "vec",    "overline", "quad",       "qquad",      "operatorname", "lceil",  "rceil",
        "lfloor", "rfloor",   "alpha",      "beta",       "gamma",        "delta",  "epsilon",
        "eta",    "theta",    "kappa",      "lambda",     "mu",           "nu",     "xi",
        "pi",     "rho",      "sigma",      "tau",        "phi",          "chi",    "psi",
        "omega",  "Delta",    "Sigma",      "Omega",      "Theta",        "cdot",   "times",
        "div",    "pm",       "le",         "ge",         "ne",           "leq",    "geq",
        "neq",    "approx",   "equiv",      "propto",     "sim",          "in",     "to",
        "max",    "min",      "log",        "ln",         "exp",          "sum",    "prod",
        "int",    "infty",    "partial",    "nabla",      "ldots",        "cdots",  "dots",
        "ell",    "langle",   "rangle",     "lvert",      "rvert",        "lVert",  "rVert",
        "mid",    "mod",      "Rightarrow", "rightarrow", "forall",       "exists", "star"};
    *count = sizeof names / sizeof names[0];
    return names;
}
