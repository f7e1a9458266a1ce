"""The texts that are measured on.

The real ones are $MLMPREP_SHARED/corpus/en.txt.xz and multi.txt.xz (default ../shared), English and 19
languages by turns, a paragraph a line. Where they are not there, the sample text, repeated, with other
words put in, stands for the English one, and its hard cases, with the same, for the other.
"""
import glob
import lzma
import os
import random

SHARED = os.environ.get("MLMPREP_SHARED", "../shared")
SAMPLE = "tests/sample"
LINES_IN_DOCUMENT = 20
# One word in so many is changed in each repetition, about as many as are new in a real text.
UNCHANGED_WORDS = 33


def find_text(name):
    """Where the real text of that name is; None when it is not there."""
    return next((path for path in (f"{SHARED}/corpus/{name}.txt", f"{SHARED}/corpus/{name}.txt.xz")
                 if os.path.exists(path)), None)


def read(path):
    with (lzma.open if path.endswith(".xz") else open)(path, "rb") as file:
        return file.read()


def sample_text(name):
    """What is repeated in place of a real text."""
    if name == "en":
        return read(f"{SAMPLE}/sample.txt")
    # Without other line ends, and no lines but such with a letter: these have ids in every tokenizer.
    whole = [read(path) for path in sorted(glob.glob(f"{SAMPLE}/edge/*.txt"))]
    lines = b"\n".join(text for text in whole if b"\r" not in text).decode("utf-8", "ignore").split("\n")
    return "\n".join(line for line in lines if any(map(str.isalpha, line))).encode()


def change(word, chance):
    """A word of the same letters in another order."""
    letters = list(word)
    chance.shuffle(letters)
    return "".join(letters)


def vary(text, limit):
    """The text again and again, each time with other words changed."""
    chance = random.Random(12345)
    lines = [line.split(" ") for line in text.decode("utf-8", "ignore").split("\n")]
    places = [(row, column) for row, line in enumerate(lines)
              for column, word in enumerate(line) if word.isalpha()]
    made = bytearray()
    while len(made) < limit:
        again = [list(line) for line in lines]
        for row, column in chance.sample(places, len(places) // UNCHANGED_WORDS):
            again[row][column] = change(again[row][column], chance)
        made += "\n".join(map(" ".join, again)).encode() + b"\n"
    return bytes(made)


def cut(data, limit):
    """Whole lines of at most so many bytes."""
    return data if len(data) <= limit else data[:data.rfind(b"\n", 0, limit) + 1]


def write_text(name, path, limit, out):
    """Makes a text: of the file at a path, or, where that is None, of the sample."""
    with open(out, "wb") as file:
        file.write(cut(read(path) if path else vary(sample_text(name), limit), limit))


def write_beginning(path, limit, out):
    with open(path, "rb") as file:
        data = file.read(limit + 1)
    with open(out, "wb") as file:
        file.write(cut(data, limit))


def write_documents(path, out):
    """Makes documents of 20 lines of a text without empty lines."""
    with open(path, "rb") as file, open(out, "wb") as made:
        lines = file.readlines()
        plain = not any(line.isspace() for line in lines)
        for number, line in enumerate(lines):
            made.write(line)
            if plain and number % LINES_IN_DOCUMENT == LINES_IN_DOCUMENT - 1:
                made.write(b"\n")
