#include "formats/stream/provenance_kind.h"

#include <inttypes.h>
#include <string.h>

#include "formats/stream/provenance_json.h"

static enum status append_labels(const struct provenance_examples *examples, struct buffer *name,
                                 struct error *error) {
    /* Only pairs with a random part have a label that can be either. */
    if (examples->no_nsp || examples->sentence_order ||
        examples->same_document_label == examples->whole_word_mask)
        return STATUS_OK;
    return buffer_format(name, error, "_same_document_label_%d", examples->same_document_label);
}

static enum status append_words(const struct provenance_examples *examples, struct buffer *name,
                                struct error *error) {
    const struct {
        bool is_told;
        const char *word;
    } words[] = {
        {examples->whole_word_mask, "_whole_word_mask"},
        {examples->sentence_order, "_sop"},
        {examples->no_nsp, "_no_nsp"},
        {examples->within_documents, "_within_documents"},
        {examples->no_mask, "_no_mask"},
        {examples->random_from_regular, "_random_from_regular"},
    };
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof words / sizeof *words && status == STATUS_OK; i++) {
        if (words[i].is_told)
            status = buffer_format(name, error, "%s", words[i].word);
    }
    return status;
}

enum status provenance_kind_append(const struct provenance_examples *examples, struct buffer *name,
                                   struct error *error) {
    enum status status = append_words(examples, name, error);
    if (status == STATUS_OK && examples->ngram > (examples->sentence_order ? 1U : 0U))
        status = buffer_format(name, error, "_ngram_%" PRIu32, examples->ngram);
    return status == STATUS_OK ? append_labels(examples, name, error) : status;
}

enum status provenance_kind_compare(bool *same, struct view text, struct view other,
                                    struct error *error) {
    static const char *const MEMBERS[] = {"tokenizer", "examples"};
    json_t *one = NULL;
    json_t *two = NULL;
    enum status status = provenance_parse(&one, text, error);
    if (status == STATUS_OK)
        status = provenance_parse(&two, other, error);
    *same = status == STATUS_OK;
    for (size_t i = 0; i < sizeof MEMBERS / sizeof *MEMBERS && *same; i++)
        *same = json_equal(json_object_get(one, MEMBERS[i]), json_object_get(two, MEMBERS[i])) == 1;
    json_decref(one);
    json_decref(two);
    return status;
}

enum status provenance_kind_format(char format[PROVENANCE_TEXT_SIZE], struct view text,
                                   struct error *error) {
    json_t *root;
    enum status status = provenance_parse(&root, text, error);
    if (status != STATUS_OK)
        return status;
    struct provenance_members members = {json_object_get(root, "shards"), NULL};
    static const char DEFAULT[] = "hdf5";
    memcpy(format, DEFAULT, sizeof DEFAULT);
    if (provenance_has(&members, "format"))
        provenance_text(&members, "format", format, PROVENANCE_TEXT_SIZE);
    json_decref(root);
    return members.fault == NULL ? STATUS_OK
                                 : error_set(error, STATUS_CORRUPT,
                                             "the provenance tells no kind of files; make the data "
                                             "set again");
}
