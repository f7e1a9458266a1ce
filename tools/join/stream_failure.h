/*
 * stream_failure - tells the next tool in the pipe why the stream ends.
 */
#ifndef TOOLS_JOIN_STREAM_FAILURE_H
#define TOOLS_JOIN_STREAM_FAILURE_H

#include "formats/base/status.h"
#include "formats/stream/shard_stream_writer.h"

/*
 * Writes an error block with "<tool>: <sentence>", or with the sentence alone where it came from
 * upstream and names its tool already. What goes wrong in writing it is not reported: the stream
 * then ends without its end, which says enough.
 */
void stream_failure_pass_on(struct shard_stream_writer *writer, const char *tool,
                            enum status status, const struct error *error);

#endif
