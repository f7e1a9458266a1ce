"""BERT's tokenizer as its rules read, slow and plain, to hold the tools against.

bert_oracle.py unicode                 the Unicode version Python knows
bert_oracle.py vocabulary              a vocabulary for the texts below
bert_oracle.py text SEED LINES         random lines of Unicode; each has a token
bert_oracle.py characters              a line for every code point that a folding changes, and others
bert_oracle.py ids VOCABULARY [--flavor nvidia|google] [--cased] [--strip-accents yes|no]
               [--special-literals real|text] [--max-chars-per-word N] [--offsets]
    reads lines (ended by LF) and writes the ids of each; with --offsets "id:begin:end", in bytes of
    the line: from the first byte of the first character that the piece came from to the end of the
    last. A character that is dropped belongs to no piece.
"""

import argparse
import functools
import random
import sys
import unicodedata

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CJK = [
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
]


@functools.lru_cache(None)
def is_punctuation(character):
    code = ord(character)
    if 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126:
        return True
    return unicodedata.category(character).startswith("P")


@functools.lru_cache(None)
def cleaned(character, flavor):
    """The character, a space in its place, or nothing."""
    if character in "\0\ufffd":
        return ""
    if character in "\t\n\r" or unicodedata.category(character) == "Zs":
        return " "
    category = unicodedata.category(character)
    if category in ("Cc", "Cf") if flavor == "google" else category.startswith("C"):
        return ""
    return character


def decode(line):
    """Characters with the places they come from; malformed bytes give none."""
    characters = []
    at = 0
    while at < len(line):
        try:
            text, end = line[at:].decode("utf-8"), len(line)
            skip = end
        except UnicodeDecodeError as fault:
            text, skip = line[at : at + fault.start].decode("utf-8"), at + fault.end
        for character in text:
            size = len(character.encode("utf-8"))
            characters.append((character, at, at + size))
            at += size
        at = skip
    return characters


def split(characters, is_border):
    """Cuts at the characters that are borders; these are gone."""
    words = [[]]
    for item in characters:
        if is_border(item[0]):
            words.append([])
        else:
            words[-1].append(item)
    return [word for word in words if word]


def lower(word):
    text = "".join(item[0] for item in word)
    lowered = text.lower()
    result = []
    at = 0
    for character, begin, end in word:
        size = len(character.lower())
        result += [(part, begin, end) for part in lowered[at : at + size]]
        at += size
    assert at == len(lowered)
    return result


def decompose(word):
    result = []
    run = []
    for character, begin, end in word:
        for part in unicodedata.normalize("NFD", character):
            if unicodedata.combining(part) == 0:
                result += sorted(run, key=lambda item: unicodedata.combining(item[0]))
                run = []
                result.append((part, begin, end))
            else:
                run.append((part, begin, end))
    result += sorted(run, key=lambda item: unicodedata.combining(item[0]))
    text = "".join(item[0] for item in word)
    assert "".join(item[0] for item in result) == unicodedata.normalize("NFD", text)
    return result


class Tokenizer:
    def __init__(self, path, options):
        self.options = options
        self.ids = {}
        with open(path, encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file):
                self.ids[line.strip()] = number

    def pieces(self, word):
        unknown = [(self.ids["[UNK]"], min(i[1] for i in word), max(i[2] for i in word))]
        if len(word) > self.options.max_chars_per_word:
            return unknown
        found = []
        begin = 0
        while begin < len(word):
            end = len(word)
            while end > begin:
                text = "".join(item[0] for item in word[begin:end])
                token = self.ids.get("##" + text if begin > 0 else text)
                if token is not None:
                    break
                end -= 1
            if end == begin:
                return unknown
            part = word[begin:end]
            found.append((token, min(i[1] for i in part), max(i[2] for i in part)))
            begin = end
        return found

    def words(self, line):
        options = self.options
        text = []
        for character, begin, end in decode(line):
            kept = cleaned(character, options.flavor)
            if any(first <= ord(character) <= last for first, last in CJK) and kept:
                text += [(" ", begin, end), (character, begin, end), (" ", begin, end)]
            elif kept:
                text.append((kept, begin, end))
        for token in split(text, str.isspace):
            literal = "".join(item[0] for item in token)
            if options.special_literals == "real" and literal in SPECIAL:
                yield literal, token
                continue
            if not options.cased:
                token = lower(token)
            if options.strip_accents == "yes":
                token = [i for i in decompose(token) if unicodedata.category(i[0]) != "Mn"]
            parted = []
            for item in token:
                space = (" ", item[1], item[2])
                parted += [space, item, space] if is_punctuation(item[0]) else [item]
            for word in split(parted, str.isspace):
                yield None, word

    def tokenize(self, line):
        found = []
        for literal, word in self.words(line):
            if literal is not None:
                found.append((self.ids[literal], word[0][1], word[-1][2]))
            else:
                found += self.pieces(word)
        return found


# --- texts --------------------------------------------------------------------------------------------

# Ranges that the rules tell apart: case, accents, sigma, marks of every kind, Hangul, ideographs,
# private and unassigned code points, controls, formats, spaces, punctuation and symbols.
RANGES = [
    (0x01, 0x08), (0x0B, 0x0C), (0x0E, 0x1F), (0x20, 0x7E), (0x20, 0x7E), (0x7F, 0xA0),
    (0xA0, 0x17F), (0x180, 0x24F), (0x295, 0x2AF), (0x2B0, 0x2FF), (0x300, 0x36F), (0x300, 0x36F),
    (0x370, 0x3FF), (0x3A3, 0x3C3), (0x400, 0x52F), (0x530, 0x58F), (0x590, 0x5FF), (0x600, 0x6FF),
    (0x900, 0x97F), (0xE00, 0xE7F), (0x10A0, 0x10FF), (0x1100, 0x11FF), (0x13A0, 0x13FF),
    (0x1700, 0x173F), (0x1B00, 0x1B7F), (0x1C80, 0x1C8F), (0x1D00, 0x1DBF), (0x1E00, 0x1EFF),
    (0x1F00, 0x1FFF), (0x2000, 0x206F), (0x20A0, 0x20FF), (0x2100, 0x218F), (0x2460, 0x24FF),
    (0x2C00, 0x2C7F), (0x3000, 0x30FF), (0x3400, 0x3410), (0x4E00, 0x4E20), (0x9FF0, 0xA000),
    (0xA640, 0xA69F), (0xA720, 0xA7FF), (0xAB30, 0xABFF), (0xAC00, 0xAC40), (0xD780, 0xD7FF),
    (0xE000, 0xE010), (0xF900, 0xFAFF), (0xFB00, 0xFB4F), (0xFE00, 0xFE6F), (0xFF00, 0xFFEF),
    (0xFFF0, 0xFFFF), (0x10400, 0x1044F), (0x105A0, 0x105FF), (0x110B0, 0x110FF),
    (0x11130, 0x11150), (0x16FF0, 0x16FF1), (0x1D150, 0x1D1C0), (0x1D400, 0x1D450),
    (0x1E900, 0x1E95F), (0x1F130, 0x1F1FF), (0x1F600, 0x1F610), (0x20000, 0x20010),
    (0x2A6DE, 0x2A701), (0x2B738, 0x2B741), (0x2CEA0, 0x2CEB2), (0x2F800, 0x2FA20),
    (0x30000, 0x30010), (0xE0000, 0xE01FF), (0xF0000, 0xF0010), (0x10FFF0, 0x10FFFF),
]
ASSEMBLED = [
    "[MASK]", "[CLS]", "[UNK]", "[mask]", "[MASK]a", "[MA\u200bSK]", "[MA\u0301SK]", "[PAD].", "[SEP]",
    "the", "The", "THE", "un", "aff", "able", "\u039f\u03a3", "\u03a3", "\u0391\u03a3'\u0391", "\u0130",
    "e\u0301", "\u00c9", "\u1e69", "s\u0323\u0307", "s\u0307\u0323", "\uac01", "\u212b", "\ufb01",
]


def every(ranges):
    return sorted({code for first, last in ranges for code in range(first, last + 1)})


def write_vocabulary():
    lines = list(SPECIAL) + ["the", "un", "##aff", "##able", "The", "\u039f\u03a3", "ma", "##sk", "MAS"]
    random_source = random.Random(7)
    characters = {}
    for code in every(RANGES):
        character = chr(code)
        for form in (character, character.lower(), unicodedata.normalize("NFD", character),
                     unicodedata.normalize("NFD", character.lower())):
            characters.update(dict.fromkeys(form))
    known = sorted(c for c in characters if c.strip() == c and random_source.random() < 0.93)
    lines += known + ["##" + c for c in known if random_source.random() < 0.95]
    # Pieces of several characters, some with marks in them.
    letters = [c for c in known if ord(c) < 0x500 or unicodedata.combining(c)]
    for length in (2, 2, 3, 4):
        for _ in range(1500):
            text = "".join(random_source.choice(letters) for _ in range(length))
            lines.append(random_source.choice(("", "##")) + text)
    return lines


def random_line(source):
    parts = ["x"]
    alphabet = [source.choice(RANGES) for _ in range(source.randint(1, 6))]
    for _ in range(source.randint(1, 40)):
        kind = source.random()
        if kind < 0.12:
            parts.append(source.choice(ASSEMBLED))
        elif kind < 0.3:
            parts.append(" ")
        elif kind < 0.31:
            parts.append(source.choice("abc\u00e9\u3042") * source.choice((99, 100, 101, 150, 199, 200, 201)))
        else:
            first, last = source.choice(alphabet)
            parts.append(chr(source.randint(first, last)))
    line = "".join(parts).replace("\n", " ").replace("\r", " ").encode("utf-8", "replace")
    if source.random() < 0.1:
        at = source.randint(1, len(line))
        line = line[:at] + source.choice((b"\xff", b"\xe2\x82", b"\xf0\x9f", b"\xc0\x80", b"\x80")) + line[at:]
    return line


def write_characters():
    source = random.Random(3)
    others = set(source.sample(range(0x80, 0x110000), 6000))
    for code in range(0x80, 0x110000):
        character = chr(code)
        changes = character.lower() != character or unicodedata.normalize("NFD", character) != character
        if 0xD800 <= code <= 0xDFFF or not (changes or code in others):
            continue
        yield "x %sy A%s" % (character, character)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("action")
    parser.add_argument("arguments", nargs="*")
    parser.add_argument("--flavor", default="nvidia")
    parser.add_argument("--cased", action="store_true")
    parser.add_argument("--strip-accents")
    parser.add_argument("--special-literals")
    parser.add_argument("--max-chars-per-word", type=int)
    parser.add_argument("--offsets", action="store_true")
    options = parser.parse_args()
    google = options.flavor == "google"
    options.strip_accents = options.strip_accents or ("no" if options.cased else "yes")
    options.special_literals = options.special_literals or ("text" if google else "real")
    options.max_chars_per_word = options.max_chars_per_word or (200 if google else 100)
    write = sys.stdout.buffer.write
    if options.action == "unicode":
        print(unicodedata.unidata_version)
    elif options.action == "vocabulary":
        write("".join(line + "\n" for line in write_vocabulary()).encode())
    elif options.action == "text":
        source = random.Random(int(options.arguments[0]))
        for _ in range(int(options.arguments[1])):
            write(random_line(source) + b"\n")
    elif options.action == "characters":
        for line in write_characters():
            write(line.encode() + b"\n")
    elif options.action == "ids":
        tokenizer = Tokenizer(options.arguments[0], options)
        form = "%d:%d:%d" if options.offsets else "%d"
        for line in sys.stdin.buffer.read().split(b"\n")[:-1]:
            found = tokenizer.tokenize(line)
            write(" ".join(form % (f if options.offsets else f[:1]) for f in found).encode() + b"\n")
    else:
        parser.error("unknown action")


if __name__ == "__main__":
    main()
