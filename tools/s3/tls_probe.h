/*
 * tls_probe - finds out that a server was called without TLS, or with, and wants it otherwise.
 *
 * A server that speaks TLS drops what is no TLS without a word, and so looks like one that is
 * broken for a moment; asking again is of no use then.
 *
 * Thread rule: functions touch only their arguments.
 */
#ifndef TOOLS_S3_TLS_PROBE_H
#define TOOLS_S3_TLS_PROBE_H

#include <stdbool.h>

/*
 * Whether whoever listens at the address of an http:// URL answers to TLS; asked directly, not
 * through a proxy, for three seconds at most.
 */
bool tls_probe_answers(const char *url);

/* Whether libcurl's sentence about a TLS connection that failed says that the peer spoke none. */
bool tls_probe_is_plain(const char *sentence);

#endif
