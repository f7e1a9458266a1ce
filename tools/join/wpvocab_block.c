#include "tools/join/wpvocab_block.h"

#include <string.h>

#include "tokenizer/text/utf8.h"

enum status wpvocab_block_init(struct wpvocab_block *block,
                               const struct basic_tokenizer_options *options, struct error *error) {
    *block = (struct wpvocab_block){.name = ""};
    return word_counter_init(&block->counter, options, error);
}

void wpvocab_block_release(struct wpvocab_block *block) {
    for (unsigned i = 0; i < WPVOCAB_BLOCK_TEXTS; i++)
        buffer_release(&block->texts[i]);
    word_counter_release(&block->counter);
}

/* Lines that end in the text; a CR LF is never cut in two. */
static uint64_t count_lines(struct view text) {
    uint64_t lines = 0;
    bool returns = memchr(text.data, '\r', text.size) != NULL;
    for (size_t at = 0; returns && at < text.size; at++)
        lines += text.data[at] == '\r' && !(at + 1 < text.size && text.data[at + 1] == '\n');
    const unsigned char *end = text.data + text.size;
    const unsigned char *found = memchr(text.data, '\n', text.size);
    while (found != NULL) {
        lines++;
        found++;
        found = memchr(found, '\n', (size_t)(end - found));
    }
    return lines;
}

/* Notes where malformed sequences of a text are; `lines` and `bytes` of the block are before it. */
static void find_malformed(struct wpvocab_block *block, struct view text, uint64_t lines,
                           uint64_t bytes) {
    size_t after_line = 0;
    for (size_t at = 0; at < text.size && block->malformed_kept < WPVOCAB_BLOCK_MALFORMED_KEPT;) {
        uint32_t code_point;
        size_t length = utf8_decode(text.data + at, text.size - at, &code_point);
        if (length == 0) {
            length = text.size - at;
            code_point = UTF8_MALFORMED;
        }
        if (code_point == UTF8_MALFORMED) {
            lines += count_lines((struct view){text.data + after_line, at - after_line});
            after_line = at;
            block->malformed[block->malformed_kept].line = lines;
            block->malformed[block->malformed_kept++].byte = bytes + at;
        }
        at += length;
    }
}

void wpvocab_block_count(struct wpvocab_block *block) {
    block->bytes = block->lines = 0;
    block->malformed_kept = 0;
    block->status = STATUS_OK;
    word_counter_clear(&block->counter);
    for (unsigned i = 0; i < block->text_count && block->status == STATUS_OK; i++)
        block->status =
            word_counter_add(&block->counter, buffer_view(&block->texts[i]), &block->error);
    if (block->status == STATUS_OK)
        block->status = word_counter_finish(&block->counter, &block->error);
    for (unsigned i = 0; i < block->text_count; i++) {
        struct view text = buffer_view(&block->texts[i]);
        if (block->counter.malformed > 0)
            find_malformed(block, text, block->lines, block->bytes);
        block->lines += count_lines(text);
        block->bytes += text.size;
    }
}
