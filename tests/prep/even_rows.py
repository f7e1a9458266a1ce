"""What became of shards that were made equal, by h5py.

    even_rows.py move|trim|chunks BEFORE AFTER

BEFORE and AFTER are the folders of a data set. "move": in each kind of shards no row is lost and none comes
from elsewhere, counts differ by one at most, and a shard that was longer is the beginning of what it was.
"trim": each shard is the beginning of what it was, with as many rows as the shortest had. "chunks": chunks
that stay whole are stored with the same bytes.
"""
import collections
import os
import sys

import h5py
import numpy

NAMES = ("input_ids", "input_mask", "segment_ids", "masked_lm_positions", "masked_lm_ids", "next_sentence_labels")


def rows_of(path):
    with h5py.File(path, "r") as file:
        datasets = [file[name][:] for name in NAMES]
        kinds = [(file[name].dtype, file[name].shape[1:]) for name in NAMES]
    count = len(datasets[0])
    assert all(len(dataset) == count for dataset in datasets), path
    rows = [b"".join(numpy.ascontiguousarray(dataset[row]).tobytes() for dataset in datasets) for row in range(count)]
    return kinds, rows


def read(folder, kind):
    names = sorted(name for name in os.listdir(folder) if kind in name and name.endswith(".hdf5"))
    return {name: rows_of(os.path.join(folder, name)) for name in names}


def check_rows(way, before, after):
    for kind in "_training_", "_test_":
        old, new = read(before, kind), read(after, kind)
        assert sorted(old) == sorted(new), (sorted(old), sorted(new))
        counts = [len(new[name][1]) for name in new]
        shortest = min([len(old[name][1]) for name in old], default=0)
        for name in new:
            assert old[name][0] == new[name][0], name
            was, became = old[name][1], new[name][1]
            shared = min(len(was), len(became))
            assert was[:shared] == became[:shared], name
            if way == "trim":
                assert len(became) == shortest, (name, len(became), shortest)
        if way == "move" and new:
            assert max(counts) - min(counts) <= 1, counts
            assert collections.Counter(row for name in old for row in old[name][1]) == \
                collections.Counter(row for name in new for row in new[name][1])


def check_chunks(before, after):
    same = 0
    for name in sorted(os.listdir(after)):
        if not name.endswith(".hdf5"):
            continue
        with h5py.File(os.path.join(before, name), "r") as old, h5py.File(os.path.join(after, name), "r") as new:
            for dataset in NAMES:
                one, two = old[dataset], new[dataset]
                assert one.chunks == two.chunks, (name, dataset)
                size = one.chunks[0]
                for index in range(min(len(one), len(two)) // size):
                    offset = (index * size, 0)[:one.ndim]
                    assert one.id.read_direct_chunk(offset) == two.id.read_direct_chunk(offset), (name, dataset, index)
                    same += 1
    assert same > 0


if __name__ == "__main__":
    if sys.argv[1] == "chunks":
        check_chunks(*sys.argv[2:])
    else:
        check_rows(*sys.argv[1:])
