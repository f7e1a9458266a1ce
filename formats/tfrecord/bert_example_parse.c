#include "formats/tfrecord/bert_example_parse.h"

#include <stdbool.h>
#include <string.h>

#include "formats/base/endian.h"

enum wire { WIRE_VARINT = 0, WIRE_64 = 1, WIRE_BYTES = 2, WIRE_32 = 5 };

static const char MALFORMED[] = "is not a protocol buffer";

const char *bert_feature_name(enum bert_feature feature) {
    static const char *const NAMES[BERT_FEATURES] = {
        "input_ids",     "input_mask",           "segment_ids",      "masked_lm_positions",
        "masked_lm_ids", "next_sentence_labels", "masked_lm_weights"};
    return NAMES[feature];
}

static bool take_varint(struct view *view, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64 && view->size > 0; shift += 7) {
        unsigned char byte = *view->data++;
        view->size--;
        *value |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

/* The next field of a message: its number, wire type, and value or bytes. */
struct field {
    uint64_t number;
    enum wire wire;
    uint64_t value;
    struct view bytes;
};

static bool take_field(struct view *view, struct field *field) {
    uint64_t tag;
    if (!take_varint(view, &tag))
        return false;
    *field = (struct field){.number = tag >> 3, .wire = tag & 7};
    uint64_t size;
    switch (field->wire) {
    case WIRE_VARINT:
        return take_varint(view, &field->value);
    case WIRE_64:
        size = 8;
        break;
    case WIRE_32:
        size = 4;
        break;
    case WIRE_BYTES:
        if (!take_varint(view, &size))
            return false;
        break;
    default:
        return false;
    }
    if (size > view->size)
        return false;
    field->bytes = (struct view){view->data, (size_t)size};
    view->data += size;
    view->size -= (size_t)size;
    return true;
}

/* A list that is being filled. */
struct list {
    int32_t *values;
    uint32_t *count;
    bool too_large; /* a number that does not fit, or too many of them */
};

static void add(struct list *list, int64_t value) {
    if (*list->count >= BERT_FEATURE_LARGEST || value < INT32_MIN || value > INT32_MAX)
        list->too_large = true;
    else
        list->values[(*list->count)++] = (int32_t)value;
}

static void add_float(struct list *list, uint32_t bits) {
    add(list, bits == 0 ? 0 : bits == 0x3F800000 ? 1 : 2);
}

/* The values of an Int64List or FloatList: field 1, packed or one by one. */
static const char *take_list(struct list *list, struct view message, bool floats) {
    struct field field;
    while (message.size > 0) {
        if (!take_field(&message, &field))
            return MALFORMED;
        if (field.number != 1)
            continue;
        if (!floats && field.wire == WIRE_VARINT) {
            add(list, (int64_t)field.value);
        } else if (field.wire == WIRE_BYTES || (floats && field.wire == WIRE_32)) {
            while (field.bytes.size > 0 && !list->too_large) {
                uint64_t value;
                if (floats && field.bytes.size >= 4) {
                    add_float(list, load_le32(field.bytes.data));
                    field.bytes.data += 4;
                    field.bytes.size -= 4;
                } else if (!floats && take_varint(&field.bytes, &value)) {
                    add(list, (int64_t)value);
                } else {
                    return MALFORMED;
                }
            }
        }
    }
    return list->too_large ? "has a list that is too long or too large a number" : NULL;
}

/* A Feature: a list of its kind in field 2 (floats) or 3 (integers). */
static const char *take_feature(struct bert_example_lists *lists, enum bert_feature feature,
                                struct view message) {
    enum { FLOATS = 2, INTEGERS = 3 };
    bool floats = feature == BERT_FEATURE_MASKED_LM_WEIGHTS;
    struct list list = {.values = lists->values[feature], .count = &lists->counts[feature]};
    struct field field;
    while (message.size > 0) {
        if (!take_field(&message, &field))
            return MALFORMED;
        if (field.wire != WIRE_BYTES || field.number != (floats ? FLOATS : INTEGERS))
            continue;
        lists->found |= 1U << feature;
        const char *fault = take_list(&list, field.bytes, floats);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

/* An entry of the map: its key in field 1, the Feature in field 2. */
static const char *take_entry(struct bert_example_lists *lists, struct view message) {
    struct view key = {NULL, 0};
    struct view value = {NULL, 0};
    struct field field;
    while (message.size > 0) {
        if (!take_field(&message, &field))
            return MALFORMED;
        if (field.wire == WIRE_BYTES && field.number == 1)
            key = field.bytes;
        if (field.wire == WIRE_BYTES && field.number == 2)
            value = field.bytes;
    }
    for (unsigned i = 0; i < BERT_FEATURES; i++) {
        const char *name = bert_feature_name(i);
        if (key.size != strlen(name) || memcmp(key.data, name, key.size) != 0)
            continue;
        if (lists->found >> i & 1)
            return "has a feature twice";
        return take_feature(lists, i, value);
    }
    return NULL;
}

const char *bert_example_parse(struct bert_example_lists *lists, struct view message) {
    struct field field;
    lists->found = 0;
    memset(lists->counts, 0, sizeof lists->counts);
    while (message.size > 0) {
        if (!take_field(&message, &field))
            return MALFORMED;
        if (field.number != 1 || field.wire != WIRE_BYTES)
            continue;
        struct view features = field.bytes;
        struct field entry;
        while (features.size > 0) {
            if (!take_field(&features, &entry))
                return MALFORMED;
            const char *fault = entry.number == 1 && entry.wire == WIRE_BYTES
                                    ? take_entry(lists, entry.bytes)
                                    : NULL;
            if (fault != NULL)
                return fault;
        }
    }
    return NULL;
}
