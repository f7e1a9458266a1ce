#include "formats/base/bzip2_source.h"

/* Decodes on until there is text or an outcome. */
static void advance(struct bzip2_source *source) {
    while (source->text.size == 0 && source->outcome == STATUS_OK) {
        struct error *error = &source->error;
        enum status status = bzip2_scanner_next(&source->scanner, &source->piece, error);
        if (status == STATUS_OK) {
            /* The outcome travels in the piece. */
            (void)bzip2_piece_decode(&source->piece, error);
            status = bzip2_order_take(&source->order, &source->text, &source->piece, error);
        } else if (status == STATUS_END) {
            status = bzip2_order_finish(&source->order, error);
            if (status == STATUS_OK)
                status = STATUS_END;
        }
        source->outcome = status;
    }
}

static enum status read_text(struct byte_source *bytes, void *to, size_t size, size_t *got,
                             struct error *error) {
    struct bzip2_source *source = bytes->context;
    if (size == 0)
        return STATUS_OK;
    advance(source);
    if (source->text.size == 0) {
        if (source->outcome == STATUS_END)
            return STATUS_OK;
        *error = source->error;
        return source->outcome;
    }
    *got = view_take(&source->text, to, size);
    return STATUS_OK;
}

void bzip2_source_init(struct bzip2_source *source, struct byte_source *input) {
    byte_source_from_function(&source->bytes, read_text, source, input->name);
    bzip2_scanner_init(&source->scanner, input);
    bzip2_order_init(&source->order, input->name);
    bzip2_piece_init(&source->piece);
    source->text = (struct view){NULL, 0};
    source->outcome = STATUS_OK;
}

void bzip2_source_release(struct bzip2_source *source) {
    bzip2_scanner_release(&source->scanner);
    bzip2_order_release(&source->order);
    bzip2_piece_release(&source->piece);
    source->text = (struct view){NULL, 0};
}
