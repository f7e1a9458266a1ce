/*
 * json_escape - a string of any bytes as JSON.
 *
 * File names and keys need not be UTF-8, and JSON has nothing else. A byte that belongs to no
 * character is written as \udcXX, a half of a surrogate pair with the byte in its lower eight bits:
 * what Python calls "surrogateescape", so that os.fsencode(json.loads(text)) gives the bytes back.
 *
 * Thread rule: one thread at a time per stream.
 */
#ifndef TOOLS_JOIN_JSON_ESCAPE_H
#define TOOLS_JOIN_JSON_ESCAPE_H

#include <stdio.h>

/* Writes the string with its quotation marks. Errors stay with the stream (ferror). */
void json_escape_write(FILE *file, const char *text);

/* Writes only what goes between the quotation marks. */
void json_escape_write_inside(FILE *file, const char *text);

#endif
