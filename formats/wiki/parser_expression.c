/* The calculator behind #expr: two stacks, as MediaWiki's own. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "formats/wiki/parser_function.h"

/* More operands or operators waiting than this is no expression of an article. */
#define MAX_STACK 64

enum operation {
    OPEN,
    NOT,
    NEGATE,
    ABSOLUTE,
    FLOOR,
    CEILING,
    TRUNCATE,
    SQUARE_ROOT,
    LOGARITHM,
    EXPONENTIAL,
    SINE,
    COSINE,
    POWER,
    TIMES,
    DIVIDED,
    MODULO,
    PLUS,
    MINUS,
    ROUND,
    EQUAL,
    UNEQUAL,
    LESS,
    GREATER,
    AT_MOST,
    AT_LEAST,
    AND,
    OR,
};

struct operator{
    const char *word;
    enum operation operation;
    int precedence;
    bool unary;
};

static const struct operator operators[] = {
    {"<=", AT_MOST, 4, false},  {">=", AT_LEAST, 4, false},    {"<>", UNEQUAL, 4, false},
    {"!=", UNEQUAL, 4, false},  {"<", LESS, 4, false},         {">", GREATER, 4, false},
    {"=", EQUAL, 4, false},     {"+", PLUS, 6, false},         {"-", MINUS, 6, false},
    {"−", MINUS, 6, false},     {"*", TIMES, 7, false},        {"/", DIVIDED, 7, false},
    {"^", POWER, 8, false},     {"div", DIVIDED, 7, false},    {"mod", MODULO, 7, false},
    {"round", ROUND, 5, false}, {"and", AND, 3, false},        {"or", OR, 2, false},
    {"not", NOT, 9, true},      {"abs", ABSOLUTE, 9, true},    {"floor", FLOOR, 9, true},
    {"ceil", CEILING, 9, true}, {"trunc", TRUNCATE, 9, true},  {"sqrt", SQUARE_ROOT, 9, true},
    {"ln", LOGARITHM, 9, true}, {"exp", EXPONENTIAL, 9, true}, {"sin", SINE, 9, true},
    {"cos", COSINE, 9, true},
};
static const struct operator open_bracket = {"(", OPEN, -1, true};
static const struct operator negation = {"-", NEGATE, 10, true};

struct calculator {
    double operands[MAX_STACK];
    const struct operator* waiting[MAX_STACK];
    size_t operand_count, waiting_count;
    bool failed;
};

static double unary(enum operation operation, double a) {
    switch (operation) {
    case NOT:
        return a == 0;
    case NEGATE:
        return -a;
    case ABSOLUTE:
        return fabs(a);
    case FLOOR:
        return floor(a);
    case CEILING:
        return ceil(a);
    case TRUNCATE:
        return trunc(a);
    case SQUARE_ROOT:
        return sqrt(a);
    case LOGARITHM:
        return log(a);
    case EXPONENTIAL:
        return exp(a);
    case SINE:
        return sin(a);
    default:
        return cos(a);
    }
}

static double round_to(double a, double digits) {
    double scale = pow(10, trunc(digits));
    double scaled = fabs(a) * scale;
    return scale == 0 || !isfinite(scaled) ? a : copysign(floor(scaled + 0.5 + 1e-9) / scale, a);
}

static double binary(enum operation operation, double a, double b) {
    switch (operation) {
    case POWER:
        return pow(a, b);
    case TIMES:
        return a * b;
    case DIVIDED:
        return a / b;
    case MODULO:
        return fmod(trunc(a), trunc(b));
    case PLUS:
        return a + b;
    case MINUS:
        return a - b;
    case ROUND:
        return round_to(a, b);
    case EQUAL:
        return a == b;
    case UNEQUAL:
        return a != b;
    case LESS:
        return a < b;
    case GREATER:
        return a > b;
    case AT_MOST:
        return a <= b;
    case AT_LEAST:
        return a >= b;
    case AND:
        return a != 0 && b != 0;
    default:
        return a != 0 || b != 0;
    }
}

static void apply(struct calculator *calculator) {
    const struct operator* operator= calculator->waiting[--calculator->waiting_count];
    size_t needed = operator->unary ? 1 : 2;
    /* A bracket that still waits was never closed. */
    if (operator->operation == OPEN || calculator->operand_count<needed) {
        calculator->failed = true;
        return;
    }
    double *last = &calculator->operands[calculator->operand_count - 1];
    if (operator->unary) {
        *last = unary(operator->operation, *last);
        return;
    }
    last[-1] = binary(operator->operation, last[-1], *last);
    calculator->operand_count--;
}

static void wait_for(struct calculator *calculator, const struct operator* operator) {
    /* Unary ones bind to what follows: nothing before them is due yet. */
    while (!operator->unary && calculator->waiting_count > 0 && !calculator->failed &&
           calculator->waiting[calculator->waiting_count - 1]->precedence >= operator->precedence)
        apply(calculator);
    if (calculator->waiting_count == MAX_STACK)
        calculator->failed = true;
    else
        calculator->waiting[calculator->waiting_count++] = operator;
}

static void close_bracket(struct calculator *calculator) {
    while (!calculator->failed && calculator->waiting_count > 0 &&
           calculator->waiting[calculator->waiting_count - 1] != &open_bracket)
        apply(calculator);
    if (calculator->waiting_count == 0)
        calculator->failed = true;
    else
        calculator->waiting_count--;
}

static void push(struct calculator *calculator, double value) {
    if (calculator->operand_count == MAX_STACK)
        calculator->failed = true;
    else
        calculator->operands[calculator->operand_count++] = value;
}

/* A number or a constant at the head; its length, or 0. */
static size_t read_operand(struct view rest, double *value) {
    char digits[48];
    size_t size = 0;
    while (size < rest.size && size + 1 < sizeof digits &&
           (text_view_is_digit(rest.data[size]) || rest.data[size] == '.'))
        size++;
    if (size + 1 < rest.size && size > 0 && (rest.data[size] == 'e' || rest.data[size] == 'E')) {
        size_t after = size + 1 + (rest.data[size + 1] == '-' || rest.data[size + 1] == '+');
        while (after < rest.size && after + 1 < sizeof digits &&
               text_view_is_digit(rest.data[after]))
            size = ++after;
    }
    if (size > 0) {
        memcpy(digits, rest.data, size);
        digits[size] = '\0';
        *value = strtod(digits, NULL);
        return size;
    }
    bool word = rest.size > 2 && isalpha(rest.data[2]);
    if (text_view_starts(rest, "pi") && !word) {
        *value = 3.14159265358979323846;
        return 2;
    }
    if (rest.data[0] == 'e' && (rest.size == 1 || !isalpha(rest.data[1]))) {
        *value = 2.71828182845904523536;
        return 1;
    }
    return 0;
}

static const struct operator* read_operator(struct view rest) {
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (text_view_starts(rest, operators[i].word))
            return &operators[i];
    }
    return NULL;
}

/* Takes one part of the expression; its length, or 0 when it is none. */
static size_t step(struct calculator *calculator, struct view rest, bool *expect) {
    double value;
    if (text_view_is_blank(rest.data[0]))
        return 1;
    if (rest.data[0] == ')' && !*expect) {
        close_bracket(calculator);
        return 1;
    }
    if (*expect && rest.data[0] == '(') {
        wait_for(calculator, &open_bracket);
        return 1;
    }
    const struct operator* operator= read_operator(rest);
    if (!*expect) {
        if (operator== NULL || operator->unary)
            return 0;
        wait_for(calculator, operator);
        *expect = true;
        return strlen(operator->word);
    }
    if (operator!=
        NULL &&(operator->unary || operator->operation == MINUS || operator->operation == PLUS)) {
        if (operator->operation != PLUS)
            wait_for(calculator, operator->unary ? operator : &negation);
        return strlen(operator->word);
    }
    size_t size = read_operand(rest, &value);
    if (size > 0) {
        push(calculator, value);
        *expect = false;
    }
    return size;
}

bool parser_function_calculate(struct view expression, double *result) {
    struct calculator calculator = {.failed = false};
    bool expect = true; /* an operand, not an operator */
    for (struct view rest = expression; rest.size > 0 && !calculator.failed;) {
        size_t size = step(&calculator, rest, &expect);
        if (size == 0)
            return false;
        rest = text_view_from(rest, size);
    }
    while (calculator.waiting_count > 0 && !calculator.failed)
        apply(&calculator);
    if (calculator.failed || expect || calculator.operand_count != 1 ||
        !isfinite(calculator.operands[0]))
        return false;
    *result = calculator.operands[0];
    return true;
}
