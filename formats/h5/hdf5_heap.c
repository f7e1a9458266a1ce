#include "formats/h5/hdf5_heap.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/endian.h"

/* Indices have 16 bits. HDF5 fills collections of 4 KiB; a larger one holds a single object. */
enum { INDICES = 65536, COLLECTION_HEAD = 16, OBJECT_HEAD = 16 };
static const uint64_t LARGEST = (uint64_t)16 << 20;

static enum status damaged(const struct hdf5_heap *heap, struct error *error) {
    return hdf5_input_corrupt(heap->input, error, "heap of rows is damaged");
}

enum status hdf5_heap_init(struct hdf5_heap *heap, const struct hdf5_input *input,
                           struct error *error) {
    *heap = (struct hdf5_heap){.input = input, .address = HDF5_NO_ADDRESS, .bytes = BUFFER_INIT};
    heap->places = calloc(INDICES, sizeof *heap->places);
    return heap->places != NULL ? STATUS_OK : error_no_memory(error, "the rows of a shard");
}

void hdf5_heap_release(struct hdf5_heap *heap) {
    buffer_release(&heap->bytes);
    free(heap->places);
    *heap = (struct hdf5_heap){.address = HDF5_NO_ADDRESS};
}

/* Notes where the objects of the collection begin; index 0 is the free space at its end. */
static void note_places(struct hdf5_heap *heap) {
    memset(heap->places, 0, INDICES * sizeof *heap->places);
    size_t at = COLLECTION_HEAD;
    while (heap->bytes.size - at >= OBJECT_HEAD) {
        const unsigned char *object = heap->bytes.data + at;
        unsigned index = load_le16(object);
        uint64_t size = load_le64(object + 8);
        if (index == 0 || size > heap->bytes.size - at - OBJECT_HEAD)
            return;
        heap->places[index] = (uint32_t)at;
        size = (size + 7) / 8 * 8;
        if (size > heap->bytes.size - at - OBJECT_HEAD)
            return;
        at += OBJECT_HEAD + (size_t)size;
    }
}

static enum status read_collection(struct hdf5_heap *heap, uint64_t address, struct error *error) {
    unsigned char head[COLLECTION_HEAD];
    heap->address = HDF5_NO_ADDRESS;
    enum status status = hdf5_input_read(heap->input, head, address, sizeof head, error);
    if (status != STATUS_OK)
        return status;
    uint64_t size = load_le64(head + 8);
    if (memcmp(head, "GCOL", 4) != 0 || head[4] != 1 || size < COLLECTION_HEAD || size > LARGEST)
        return damaged(heap, error);
    buffer_clear(&heap->bytes);
    status = hdf5_input_append(heap->input, &heap->bytes, address, size, error);
    if (status != STATUS_OK)
        return status;
    note_places(heap);
    heap->address = address;
    return STATUS_OK;
}

enum status hdf5_heap_find(struct hdf5_heap *heap, struct view *content, uint64_t address,
                           uint32_t index, struct error *error) {
    if (address != heap->address || address == HDF5_NO_ADDRESS) {
        enum status status = read_collection(heap, address, error);
        if (status != STATUS_OK)
            return status;
    }
    uint32_t place = index < INDICES ? heap->places[index] : 0;
    if (place == 0)
        return damaged(heap, error);
    const unsigned char *object = heap->bytes.data + place;
    *content = (struct view){object + OBJECT_HEAD, (size_t)load_le64(object + 8)};
    return STATUS_OK;
}
