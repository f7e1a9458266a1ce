#!/usr/bin/env python3
"""recount_trainer.py - trains a WordPiece vocabulary the plain way, for comparison with wpvocab.

Written from the rules in wpvocab(1): Python's own Unicode tables (14.0 in Python 3.11) cut the text
into words, and before each merge all pairs of all words are counted anew. Prints the vocabulary.
"""

import argparse
import collections
import sys
import unicodedata

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
IDEOGRAPHS = [(0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
              (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F)]


def is_ideograph(char):
    return any(first <= ord(char) <= last for first, last in IDEOGRAPHS)


def is_punctuation(char):
    return (33 <= ord(char) <= 47 or 58 <= ord(char) <= 64 or 91 <= ord(char) <= 96 or
            123 <= ord(char) <= 126 or unicodedata.category(char).startswith("P"))


def clean(text):
    for char in text:
        if char in "\t\n\r" or unicodedata.category(char) == "Zs":
            yield " "
        elif char != "\ufffd" and not unicodedata.category(char).startswith("C"):
            yield f" {char} " if is_ideograph(char) else char


def words_of(text, cased):
    for token in "".join(clean(text)).split():
        if token in SPECIAL:
            continue
        if not cased:
            token = "".join(c for c in unicodedata.normalize("NFD", token.lower())
                            if unicodedata.category(c) != "Mn")
        for word in "".join(f" {c} " if is_punctuation(c) else c for c in token).split():
            if len(word) <= 100:
                yield word


def joined(pair):
    return pair[0] + pair[1][2:]


def merge(pieces, pair):
    merged = []
    for piece in pieces:
        if merged and merged[-1] == pair[0] and piece == pair[1]:
            merged[-1] = joined(pair)
        else:
            merged.append(piece)
    return merged


def train(counts, size, options):
    frequencies = collections.Counter()
    for word, count in counts.items():
        for char in word:
            frequencies[char] += count
    alphabet = sorted(frequencies, key=lambda char: (-frequencies[char], char))
    alphabet = sorted(alphabet[:options.limit_alphabet or None])
    vocabulary = alphabet + ["##" + char for char in alphabet
                             if not is_punctuation(char) and not is_ideograph(char)]
    ages = {piece: age for age, piece in enumerate(vocabulary)}
    rows = [([word[0]] + ["##" + char for char in word[1:]], count)
            for word, count in counts.items() if set(word) <= set(alphabet)]
    while len(ages) < size:
        pairs, single = collections.Counter(), collections.Counter()
        for pieces, count in rows:
            for pair in zip(pieces, pieces[1:]):
                pairs[pair] += count
            for piece in pieces:
                single[piece] += count

        def worth(pair):
            if options.score == "frequency":
                return float(pairs[pair])
            return float(pairs[pair]) / (float(single[pair[0]]) * float(single[pair[1]]))

        often = [pair for pair in pairs if pairs[pair] >= options.min_frequency]
        if not often:
            break
        best = min(often, key=lambda pair: (-worth(pair), ages[pair[0]], ages[pair[1]]))
        ages.setdefault(joined(best), len(ages))
        rows = [(merge(pieces, best), count) for pieces, count in rows]
    return list(ages)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--vocab-size", type=int, required=True)
    parser.add_argument("--min-frequency", type=int, default=2)
    parser.add_argument("--limit-alphabet", type=int)
    parser.add_argument("--unused", type=int, default=99)
    parser.add_argument("--score", choices=["frequency", "likelihood"], default="frequency")
    parser.add_argument("--cased", action="store_true")
    parser.add_argument("texts", nargs="+")
    options = parser.parse_args()
    if unicodedata.unidata_version != "14.0.0":
        sys.exit(f"needs Unicode 14.0.0, has {unicodedata.unidata_version}")
    counts = collections.Counter()
    for path in options.texts:
        with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
            counts.update(words_of(file.read(), options.cased))
    head = SPECIAL[:1] + [f"[unused{i}]" for i in range(options.unused)] + SPECIAL[1:]
    pieces = train(counts, options.vocab_size - len(head), options)
    sys.stdout.buffer.write("".join(f"{line}\n" for line in head + pieces).encode())


main()
