#!/usr/bin/python3
"""Looks at HDF5 shards through h5py, independently of the project's own code.

shards.py digest FILE...    a line per dataset: file, dataset, dtype, shape, sha256 of its raw bytes
shards.py whole FILE...     a line per file: file, rows, sha256 over the six datasets in order
shards.py train FOLDER      loads a folder as NVIDIA's and SageMaker's training loops do, and
                            checks what they rely on; a line per shard: name, rows
"""
import hashlib
import os
import sys

import h5py
import numpy as np

# The order in which trainers ask for them, and the types they were published with.
TYPES = {
    "input_ids": "<i4",
    "input_mask": "|i1",
    "segment_ids": "|i1",
    "masked_lm_positions": "<i4",
    "masked_lm_ids": "<i4",
    "next_sentence_labels": "|i1",
}


def read(path):
    """The datasets of a shard in order; a shard with any other content is refused."""
    with h5py.File(path, "r") as shard:
        if sorted(shard.keys()) != sorted(TYPES):
            sys.exit(f"{path}: datasets {sorted(shard.keys())}")
        arrays = {key: shard[key][()] for key in TYPES}
        for key, dtype in TYPES.items():
            if shard[key].dtype.str != dtype:
                sys.exit(f"{path}: {key} is {shard[key].dtype.str}, not {dtype}")
    return arrays


def digest(paths):
    for path in paths:
        for key, array in read(path).items():
            shape = "x".join(map(str, array.shape))
            sha256 = hashlib.sha256(array.tobytes()).hexdigest()
            print(path, key, array.dtype.str, shape, sha256, sep="\t")


def whole(paths):
    for path in paths:
        arrays = read(path)
        sha256 = hashlib.sha256(b"".join(array.tobytes() for array in arrays.values())).hexdigest()
        print(path, len(arrays["input_ids"]), sha256, sep="\t")


def load_as_trainers_do(path):
    # The published loops' own way: by name, whole, then every row cast to int64.
    keys = ["input_ids", "input_mask", "segment_ids", "masked_lm_positions", "masked_lm_ids",
            "next_sentence_labels"]
    shard = h5py.File(path, "r")
    inputs = [np.asarray(shard[key][:]) for key in keys]
    shard.close()
    return inputs


def check_rows(path, inputs):
    ids, mask, segments, positions, labels, is_next = (array.astype(np.int64) for array in inputs)
    rows = len(ids)
    lengths = mask.sum(axis=1)
    columns = np.arange(ids.shape[1])
    assert rows > 0 and all(len(array) == rows for array in inputs), path
    assert is_next.shape == (rows,) and set(is_next) <= {0, 1}, path
    assert (mask == (columns < lengths[:, None])).all(), f"{path}: mask is not ones, then zeros"
    assert (ids[mask == 0] == 0).all() and (segments[mask == 0] == 0).all(), path
    assert set(np.unique(segments)) <= {0, 1}, path
    assert (positions.max(axis=1) < lengths).all() and (positions[:, 0] > 0).all(), path
    # Trainers take the labels up to the first padding zero of the positions.
    counts = (positions != 0).sum(axis=1)
    places = np.arange(positions.shape[1])
    assert ((positions != 0) == (places < counts[:, None])).all(), path
    masked_lm_labels = np.full(ids.shape, -1)
    for row in range(rows):
        masked_lm_labels[row, positions[row, :counts[row]]] = labels[row, :counts[row]]
    assert ((masked_lm_labels != -1).sum(axis=1) == counts).all(), path
    return rows


def train(folder):
    files = [os.path.join(folder, name) for name in os.listdir(folder)
             if os.path.isfile(os.path.join(folder, name)) and "training" in name]
    files.sort()
    for path in files:
        print(os.path.basename(path), check_rows(path, load_as_trainers_do(path)), sep="\t")


if __name__ == "__main__":
    if sys.argv[1] == "digest":
        digest(sys.argv[2:])
    elif sys.argv[1] == "whole":
        whole(sys.argv[2:])
    elif sys.argv[1] == "train":
        train(sys.argv[2])
    else:
        sys.exit(__doc__)
