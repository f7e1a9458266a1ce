#include "formats/tfrecord/bert_example.h"

#include <string.h>

#include "formats/base/endian.h"

/* Tags of protocol buffers: a field's number and, as all are here, "length-delimited". */
enum {
    TAG_FEATURES = 1 << 3 | 2,   /* of Example */
    TAG_FEATURE = 1 << 3 | 2,    /* of Features: an entry of the map */
    TAG_KEY = 1 << 3 | 2,        /* of the entry */
    TAG_VALUE = 2 << 3 | 2,      /* of the entry */
    TAG_FLOAT_LIST = 2 << 3 | 2, /* of Feature */
    TAG_INT64_LIST = 3 << 3 | 2, /* of Feature */
    TAG_LIST_VALUE = 1 << 3 | 2, /* of either list */
};

/* Bytes of a record beside the protocol buffer. */
enum { HEAD = 12, FOOT = 4 };

/* Seven names and their tags and lengths, and the message's own, rounded up. */
static const size_t OVERHEAD = 512;

size_t bert_example_bound(uint32_t max_seq_length, uint32_t max_predictions_per_seq) {
    return OVERHEAD + (size_t)7 * max_seq_length + (size_t)14 * max_predictions_per_seq;
}

static unsigned varint_size(uint64_t value) {
    return (unsigned)(70 - __builtin_clzll(value | 1)) / 7;
}

static unsigned char *put_varint(unsigned char *at, uint64_t value) {
    for (; value >= 128; value >>= 7)
        *at++ = (unsigned char)(value | 128);
    *at++ = (unsigned char)value;
    return at;
}

static unsigned char *put_field(unsigned char *at, unsigned tag, size_t size) {
    *at++ = (unsigned char)tag;
    return put_varint(at, size);
}

/* A field with a tag of one byte, its length, and `size` bytes. */
static size_t field_size(size_t size) {
    return 1 + varint_size(size) + size;
}

/* The map's entry up to the values of the list, which take `size` bytes. */
static unsigned char *put_entry(unsigned char *at, const char *name, unsigned list_tag,
                                size_t size) {
    size_t name_size = strlen(name);
    size_t list = field_size(size);
    size_t value = field_size(list);
    at = put_field(at, TAG_FEATURE, field_size(name_size) + field_size(value));
    at = put_field(at, TAG_KEY, name_size);
    memcpy(at, name, name_size);
    at = put_field(at + name_size, TAG_VALUE, value);
    at = put_field(at, list_tag, list);
    return put_field(at, TAG_LIST_VALUE, size);
}

static unsigned char *put_integers(unsigned char *at, const char *name, const uint32_t *numbers,
                                   uint32_t count) {
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++)
        size += varint_size(numbers[i]);
    at = put_entry(at, name, TAG_INT64_LIST, size);
    for (uint32_t i = 0; i < count; i++)
        at = put_varint(at, numbers[i]);
    return at;
}

/* `count` integers: ones from `begin` to `end`, else zeros. */
static unsigned char *put_ones(unsigned char *at, const char *name, uint32_t count, uint32_t begin,
                               uint32_t end) {
    at = put_entry(at, name, TAG_INT64_LIST, count);
    memset(at, 0, count);
    memset(at + begin, 1, end - begin);
    return at + count;
}

static unsigned char *put_weights(unsigned char *at, uint32_t count, uint32_t ones) {
    static const uint32_t ONE = 0x3F800000; /* as a float of IEEE 754 */
    at = put_entry(at, "masked_lm_weights", TAG_FLOAT_LIST, (size_t)4 * count);
    for (uint32_t i = 0; i < count; i++, at += 4)
        store_le32(at, i < ones ? ONE : 0);
    return at;
}

static unsigned char *put_features(unsigned char *at, const struct bert_example *example) {
    uint32_t columns = example->max_seq_length;
    uint32_t predictions = example->max_predictions_per_seq;
    at = put_integers(at, "input_ids", example->ids, columns);
    at = put_ones(at, "input_mask", columns, 0, example->length);
    at = put_integers(at, "masked_lm_ids", example->label_ids, predictions);
    at = put_integers(at, "masked_lm_positions", example->positions, predictions);
    at = put_weights(at, predictions, example->prediction_count);
    at = put_integers(at, "next_sentence_labels", (const uint32_t[]){example->label}, 1);
    return put_ones(at, "segment_ids", columns, example->first_segment_length, example->length);
}

size_t bert_example_write(unsigned char *out, const struct bert_example *example,
                          const struct crc32c *crc) {
    /* The length of all features comes before them: they are written behind room for the longest.
     */
    enum { ROOM = 1 + 10 };
    unsigned char *features = out + HEAD + ROOM;
    size_t size = (size_t)(put_features(features, example) - features);
    unsigned char *message = out + HEAD;
    unsigned char *at = put_field(message, TAG_FEATURES, size);
    memmove(at, features, size);
    size_t message_size = (size_t)(at - message) + size;
    store_le64(out, message_size);
    store_le32(out + 8, crc32c_mask(crc32c_of(crc, out, 8)));
    store_le32(message + message_size, crc32c_mask(crc32c_of(crc, message, message_size)));
    return HEAD + message_size + FOOT;
}
