#!/usr/bin/python3
"""tfrecord.py SHARD.tfrecord HDF5

Whether the TFRecords of a file hold the rows of an HDF5 shard: framing and checksums, the protocol
buffer, and the seven features. It shares nothing with the program under test, nor with TensorFlow.
"""
import struct
import sys

import h5py
import numpy


def crc32c(data):
    rest = 0xFFFFFFFF
    for byte in data:
        rest = TABLE[(rest ^ byte) & 255] ^ rest >> 8
    return rest ^ 0xFFFFFFFF


def table():
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


TABLE = list(table())


def masked(data):
    checksum = crc32c(data)
    return ((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF


def records(data):
    at = 0
    while at < len(data):
        length, check = struct.unpack_from("<QI", data, at)
        assert check == masked(data[at:at + 8]), f"the length at byte {at}"
        payload = data[at + 12:at + 12 + length]
        assert len(payload) == length
        assert struct.unpack_from("<I", data, at + 12 + length)[0] == masked(payload), f"byte {at}"
        yield payload
        at += 16 + length


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Yields the fields of a message, all of which are length-delimited."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        assert tag & 7 == 2, "a field of another kind"
        size, at = varint(data, at)
        assert at + size <= len(data)
        yield tag >> 3, data[at:at + size]
        at += size


def only(data, number):
    (found, value), = fields(data)
    assert found == number
    return value


def values(feature):
    (kind, content), = fields(feature)
    packed = only(content, 1) if content else b""
    if kind == 2:
        return numpy.frombuffer(packed, "<f4")
    assert kind == 3, "not a list of integers"
    numbers, at = [], 0
    while at < len(packed):
        number, at = varint(packed, at)
        numbers.append(number)
    return numpy.array(numbers, "i8")


def example(payload):
    features = {}
    for number, entry in fields(only(payload, 1)):
        assert number == 1
        (one, key), (two, value) = fields(entry)
        assert (one, two) == (1, 2)
        features[key.decode()] = values(value)
    return features


def main(path, shard):
    with h5py.File(shard) as file:
        rows = {key: file[key][()] for key in file}
    with open(path, "rb") as file:
        examples = [example(payload) for payload in records(file.read())]
    assert len(examples) == len(rows["input_ids"]), "another number of rows"
    for number, found in enumerate(examples):
        assert set(found) == set(rows) | {"masked_lm_weights"}, sorted(found)
        for key, stored in rows.items():
            assert numpy.array_equal(found[key], numpy.atleast_1d(stored[number])), (number, key)
        weights = found["masked_lm_weights"]
        count = int(numpy.count_nonzero(rows["masked_lm_positions"][number]))
        assert weights.dtype == numpy.float32
        assert list(weights) == [1] * count + [0] * (len(weights) - count), number
    print(len(examples), "rows")


main(*sys.argv[1:])
