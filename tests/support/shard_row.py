#!/usr/bin/python3
"""shard_row.py SHOWN SHARD ROW VOCABULARY

Whether what `h5look --json --show` shows is the row that h5py reads.
"""
import json
import sys

import h5py


def words(pieces, segments):
    """The word that each piece is a part of."""
    begin = 0
    for end in range(1, len(pieces) + 1):
        if end < len(pieces) and pieces[end].startswith("##") and len(pieces[end]) > 2 \
                and segments[end] == segments[end - 1]:
            continue
        word = pieces[begin] + "".join(piece[2:] for piece in pieces[begin + 1:end])
        yield from [word] * (end - begin)
        begin = end


def main():
    number = int(sys.argv[3])
    with open(sys.argv[4], encoding="utf-8") as file:
        vocabulary = [line.strip() for line in file]
    with open(sys.argv[1], encoding="utf-8") as file:
        shown = json.load(file)
    with h5py.File(sys.argv[2], "r") as shard:
        row = {key: shard[key][number].tolist() for key in shard}
    length = sum(row["input_mask"])
    labels = {at: label for at, label in zip(row["masked_lm_positions"], row["masked_lm_ids"]) if at}
    text = [vocabulary[labels.get(at, row["input_ids"][at])] for at in range(length)]
    wanted = []
    for at, word in enumerate(words(text, row["segment_ids"])):
        seen = row["input_ids"][at]
        piece = {"position": at, "segment": row["segment_ids"][at], "id": seen,
                 "piece": vocabulary[seen], "word": word}
        if at in labels:
            fate = "mask" if vocabulary[seen] == "[MASK]" else \
                "keep" if seen == labels[at] else "random"
            piece.update(fate=fate, label_id=labels[at], label=text[at])
        wanted.append(piece)
    assert shown["row"] == number and shown["length"] == length
    assert shown["next_sentence_label"] == row["next_sentence_labels"]
    for got, piece in zip(shown["pieces"], wanted):
        assert got == piece, f"{got} is not {piece}"
    assert len(shown["pieces"]) == length


main()
