#!/usr/bin/python3
"""shard_facts.py REPORT VOCABULARY

Whether the numbers in a report of `h5look --json --stats --verify` on HDF5 shards are those that
h5py and numpy come to. It shares nothing with the program under test.
"""
import hashlib
import json
import os
import sys

import h5py
import numpy


def read(path):
    with h5py.File(path, "r") as shard:
        return {key: shard[key][()] for key in shard}


def equal(name, got, wanted):
    if got != wanted:
        sys.exit(f"{name}: {got} in the report, {wanted} by numpy")


def trimmed(counts):
    counts = [int(count) for count in counts]
    while counts and counts[-1] == 0:
        counts.pop()
    return counts


def check(report, vocabulary):
    shards = [read(os.path.join(report["folder"], file["file"])) for file in report["files"]]
    for file, shard in zip(report["files"], shards):
        equal("rows of a file", file["rows"], len(shard["input_ids"]))
        equal("bytes", file["bytes"], os.path.getsize(os.path.join(report["folder"], file["file"])))
    rows = {key: numpy.concatenate([shard[key] for shard in shards]) for key in shards[0]}
    ids, mask = rows["input_ids"], rows["input_mask"] == 1
    positions, labels = rows["masked_lm_positions"], rows["masked_lm_ids"]
    row, place = numpy.nonzero(positions)
    at, label = positions[row, place], labels[row, place]
    seen = ids[row, at]
    text = ids.copy()
    text[row, at] = label
    pieces = text[mask]
    special = {name: vocabulary.index(name) for name in ("[MASK]", "[CLS]", "[SEP]", "[UNK]")}
    lengths = mask.sum(axis=1)
    uses = numpy.bincount(pieces, minlength=len(vocabulary))
    per_row = (positions != 0).sum(axis=1)
    found = report["statistics"]
    masked = int((seen == special["[MASK]"]).sum())
    kept = int(((seen == label) & (seen != special["[MASK]"])).sum())
    reserved = [number for number, piece in enumerate(vocabulary) if piece.startswith("[unused")]
    wanted = {
        "rows": len(ids), "positions": ids.size, "tokens": int(mask.sum()),
        "full_rows": int((lengths == ids.shape[1]).sum()),
        "median_length": int(numpy.sort(lengths)[(len(lengths) + 1) // 2 - 1]),
        "predictions": len(at), "most_predictions": int(per_row.max()),
        "masked": masked, "kept": kept, "random": len(at) - masked - kept,
        "cls_and_sep": int(numpy.isin(pieces, [special["[CLS]"], special["[SEP]"]]).sum()),
        "unknown": int((pieces == special["[UNK]"]).sum()), "vocabulary_size": len(vocabulary),
        "label_0": int((rows["next_sentence_labels"] == 0).sum()),
        "label_1": int((rows["next_sentence_labels"] == 1).sum()), "other_labels": 0,
        "different_pieces": int((uses > 0).sum()), "ids_outside": 0,
        "reserved": len(reserved), "reserved_seen": int((uses[reserved] > 0).sum()),
        "lengths": trimmed(numpy.bincount(lengths)),
        "mask_positions": trimmed(numpy.bincount(at)),
        "piece_counts": trimmed(uses),
    }
    equal("members", sorted(found), sorted(wanted))
    for name, value in wanted.items():
        equal(name, found[name], value)
    whole = {hashlib.sha256(b"".join(rows[key][number].tobytes() for key in sorted(rows))).digest()
             for number in range(len(ids))}
    copies = next(check["text"] for check in report["checks"] if check["check"] == "duplicates")
    equal("duplicates", copies, f"{len(ids) - len(whole)} of {len(ids)} rows equal one before")


def main():
    with open(sys.argv[2], encoding="utf-8") as file:
        vocabulary = [line.strip() for line in file]
    with open(sys.argv[1], encoding="utf-8") as file:
        for report in json.load(file):
            check(report, vocabulary)


main()
