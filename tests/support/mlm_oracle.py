"""Example making of several programs as their rules read, slow and plain, to hold mkmlm against.

mlm_oracle.py rows VOCABULARY IDS [--whole-word-mask] [--ngram N] [--sop] [--no-nsp]
               [--within-documents] [--no-mask] [--same-document-label 0|1]
               [--random-from-regular] [--max-seq-length N] [--max-predictions-per-seq N]
               [--masked-lm-prob P] [--short-seq-prob P] [--dupe-factor N] [--random-seed N]
    reads a file of ids, a sentence a line and an empty line between documents (one shard), and
    prints a line for each row: ids|tokens of the first segment|label|position:label ...

mlm_oracle.py stream FILE
    prints the rows of an example stream with ids of 2 bytes in the same form.
"""

import argparse
import random
import struct
import sys

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]


class Maker:
    def __init__(self, options, vocabulary):
        self.options = options
        self.vocabulary = vocabulary
        last = {token: line for line, token in enumerate(vocabulary)}
        self.cls, self.sep, self.mask = (last[token] for token in ("[CLS]", "[SEP]", "[MASK]"))
        self.words = [last[token] for token in dict.fromkeys(vocabulary)
                      if not (options.random_from_regular and self.is_reserved(token))]
        self.rng = random.Random(options.random_seed)

    @staticmethod
    def is_reserved(token):
        return token in SPECIAL or (token.startswith("[unused") and token.endswith("]")
                                    and token[7:-1].isdigit())

    # --- pairs ------------------------------------------------------------------------------------

    def truncate(self, first, second, most):
        while len(first) + len(second) > most:
            longer = first if len(first) > len(second) else second
            del longer[0 if self.rng.random() < 0.5 else -1]

    def random_part(self, documents, index, target):
        for _ in range(10):
            other = self.rng.randint(0, len(documents) - 1)
            if other != index:
                break
        document = documents[other]
        part = []
        for sentence in document[self.rng.randint(0, len(document) - 1):]:
            part.extend(sentence)
            if len(part) >= target:
                break
        return part, other

    def pairs(self, documents, index):
        """Of each pair: the two parts and the label."""
        options, rng = self.options, self.rng
        document = documents[index]
        most = options.max_seq_length - 3
        target = most
        if rng.random() < options.short_seq_prob:
            target = rng.randint(2, most)
        chunk, at = [], 0
        while at < len(document):
            chunk.append(document[at])
            if at == len(document) - 1 or sum(map(len, chunk)) >= target:
                end = rng.randint(1, len(chunk) - 1) if len(chunk) >= 2 else 1
                first = sum(chunk[:end], [])
                second = sum(chunk[end:], [])
                label = 0
                below = len(chunk) > 1 and rng.random() < 0.5
                if len(chunk) == 1 or (below and not options.sop):
                    second, other = self.random_part(documents, index, target - len(first))
                    at -= len(chunk) - end
                    label = int(other != index or options.same_document_label or options.sop)
                elif below:
                    first, second, label = second, first, 1
                self.truncate(first, second, most)
                yield first, second, label
                chunk = []
            at += 1

    def packed(self, documents):
        """Of each row of full sentences: its parts, of a document each."""
        room = self.options.max_seq_length - 2
        parts = []

        def length():
            return sum(map(len, parts)) + max(0, len(parts) - 1)

        for document in documents:
            is_new = True
            for sentence in document:
                sentence = list(sentence)
                if parts and length() + is_new + len(sentence) > room:
                    yield parts
                    parts = []
                while not parts and len(sentence) > room:
                    yield [sentence[:room]]
                    sentence = sentence[room:]
                if is_new or not parts:
                    parts.append([])
                parts[-1].extend(sentence)
                is_new = False
            if parts and self.options.within_documents:
                yield parts
                parts = []
        if parts:
            yield parts

    # --- masks ------------------------------------------------------------------------------------

    def replaced(self, token):
        if self.rng.random() < 0.8:
            return self.mask
        if self.rng.random() < 0.5:
            return token
        return self.words[self.rng.randint(0, len(self.words) - 1)]

    def gram(self):
        most = self.options.ngram
        if most <= 1:
            return 1
        left = self.rng.random() * sum(1.0 / n for n in range(1, most + 1))
        for n in range(1, most):
            if left < 1.0 / n:
                return n
            left -= 1.0 / n
        return most

    def masked(self, tokens):
        options, rng = self.options, self.rng
        if options.no_mask or (options.ngram and options.masked_lm_prob == 0):
            return tokens, []
        words = []
        for position, token in enumerate(tokens):
            if token in (self.cls, self.sep):
                continue
            if options.whole_word_mask and words and self.vocabulary[token].startswith("##"):
                words[-1].append(position)
            else:
                words.append([position])
        order = list(range(len(words)))
        rng.shuffle(order)
        wanted = min(options.max_predictions_per_seq,
                     max(1, round(len(tokens) * options.masked_lm_prob)))
        output, labels = list(tokens), {}
        for word in order:
            if len(labels) >= wanted:
                break
            n = self.gram()
            while n > 1 and len(labels) + len(sum(words[word:word + n], [])) > wanted:
                n -= 1
            positions = sum(words[word:word + n], [])
            if len(labels) + len(positions) > wanted or labels.keys() & set(positions):
                continue
            for position in positions:
                output[position] = self.replaced(tokens[position])
                labels[position] = tokens[position]
        if options.ngram:
            rng.shuffle(order)
        return output, sorted(labels.items())

    # --- rows -------------------------------------------------------------------------------------

    def row(self, parts, label):
        tokens = [self.cls] + sum((part + [self.sep] for part in parts), [])
        first = len(tokens) if self.options.no_nsp else len(parts[0]) + 2
        output, labels = self.masked(tokens)
        return " ".join(map(str, output)) + f"|{first}|{label}|" + " ".join(
            f"{position}:{token}" for position, token in labels)

    def rows(self, documents):
        rows = []
        if not self.options.no_nsp:
            self.rng.shuffle(documents)
        for _ in range(self.options.dupe_factor):
            if self.options.no_nsp:
                rows += [self.row(parts, 0) for parts in self.packed(documents)]
                continue
            for index in range(len(documents)):
                for first, second, label in self.pairs(documents, index):
                    rows.append(self.row([first, second], label))
        self.rng.shuffle(rows)
        return rows


def parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("vocabulary")
    parser.add_argument("ids")
    for flag in ("whole-word-mask", "sop", "no-nsp", "within-documents", "no-mask",
                 "random-from-regular"):
        parser.add_argument("--" + flag, action="store_true")
    for name, kind, default in (("ngram", int, 0), ("same-document-label", int, None),
                                ("max-seq-length", int, 128), ("max-predictions-per-seq", int, 20),
                                ("masked-lm-prob", float, 0.15), ("short-seq-prob", float, 0.1),
                                ("dupe-factor", int, 5), ("random-seed", int, 12345)):
        parser.add_argument("--" + name, type=kind, default=default)
    options = parser.parse_args(arguments)
    if options.same_document_label is None:
        options.same_document_label = int(options.whole_word_mask)
    if options.sop and options.ngram == 0:
        options.ngram = 1
    return options


def print_rows(arguments):
    options = parse(arguments)
    with open(options.vocabulary, encoding="utf-8") as lines:
        vocabulary = [line.strip() for line in lines]
    with open(options.ids, encoding="ascii") as text:
        documents = [[[int(token) for token in line.split()] for line in document.splitlines()]
                     for document in text.read().strip("\n").split("\n\n")]
    print("\n".join(Maker(options, vocabulary).rows(documents)))


def print_block(payload):
    examples, tokens, predictions, _ = struct.unpack_from("<4I", payload)
    columns, at = [], 16
    for count, width in ((tokens, 2), (predictions, 2), (examples, 2), (examples, 2),
                         (examples, 2), (predictions, 2), (examples, 1)):
        columns.append(struct.unpack_from(f"<{count}{'?BH'[width]}", payload, at))
        at += count * width
    ids, labels, lengths, firsts, masked, positions, following = columns
    token = prediction = 0
    for i in range(examples):
        pairs = range(prediction, prediction + masked[i])
        print(" ".join(map(str, ids[token:token + lengths[i]])), firsts[i], following[i],
              " ".join(f"{positions[j]}:{labels[j]}" for j in pairs), sep="|")
        token += lengths[i]
        prediction += masked[i]


def print_stream(path):
    with open(path, "rb") as file:
        stream = file.read()
    at = 24
    while at < len(stream):
        kind, length = struct.unpack_from("<4sI", stream, at)
        if kind == b"EXAM":
            print_block(stream[at + 24:at + 24 + length])
        at += 24 + length


if __name__ == "__main__":
    if sys.argv[1] == "rows":
        print_rows(sys.argv[2:])
    else:
        print_stream(sys.argv[2])
