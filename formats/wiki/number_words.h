/*
 * number_words - whole numbers in English words.
 */
#ifndef FORMATS_WIKI_NUMBER_WORDS_H
#define FORMATS_WIKI_NUMBER_WORDS_H

#include "formats/wiki/template_writer.h"

/* Puts "twenty-one" for 21; false, with nothing put, when the text is no number from 0 to 999. */
bool number_words_put(struct template_writer *writer, struct view number);

#endif
