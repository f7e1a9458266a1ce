/*
 * sentence_break_data - the Sentence_Break property of Unicode 14.0, run after run.
 */
#ifndef TOKENIZER_TEXT_SENTENCE_BREAK_DATA_H
#define TOKENIZER_TEXT_SENTENCE_BREAK_DATA_H

/*
 * From U+0000 on: a letter for the class (X Other, C CR, F LF, P Sep, E Extend, M Format, S Sp,
 * l Lower, U Upper, O OLetter, N Numeric, A ATerm, K SContinue, T STerm, Z Close), then how many
 * code points have it when that is more than one. Ends with U+10FFFF.
 */
extern const char SENTENCE_BREAK_RUNS[];

#endif
