#!/usr/bin/env python3
"""Every code point through BERT's rules, from Python's own Unicode tables.

    code_points_oracle.py unicode                      the version of these tables
    code_points_oracle.py vocabulary                   every character as a token, beginning and
                                                       continuing a word
    code_points_oracle.py text                         for each assigned code point C a line
                                                       "xCy C", of others "xCCC...y" with some
    code_points_oracle.py ids VOCABULARY nvidia|google uncased|cased
                                                       the ids of the text's lines, as wpiece's

All but CR and LF, which end lines; surrogates are written as UTF-8 would, which is malformed.
"""
import sys
import unicodedata

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
CJK = [
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
]


def code_points():
    return [code for code in range(0x110000) if code not in (0x0A, 0x0D)]


def is_other(group):
    return unicodedata.category(chr(group[0])) in ("Cn", "Co", "Cs")


def groups():
    """Each character by itself, but unassigned, private and surrogate ones up to 32 together."""
    others = []
    for code in code_points():
        if is_other([code]):
            others.append(code)
        else:
            yield [code]
        if len(others) == 32:
            yield others
            others = []
    yield others


def is_cjk(code):
    return any(first <= code <= last for first, last in CJK)


def is_dropped(code, category, flavor):
    if code in (0, 0xFFFD) or 0xD800 <= code <= 0xDFFF:
        return True
    if code == 0x09:
        return False
    return category in ("Cc", "Cf") if flavor == "google" else category[0] == "C"


def is_punctuation(character):
    code = ord(character)
    if 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126:
        return True
    return unicodedata.category(character)[0] == "P"


def folded(text, cased):
    if cased:
        return text
    text = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in text if unicodedata.category(c) != "Mn")


def words_of(text):
    """Cut at white space and around punctuation."""
    words = [""]
    for character in text:
        if is_punctuation(character):
            words += [character, ""]
        elif character.isspace():
            words.append("")
        else:
            words[-1] += character
    return [word for word in words if word]


def line_of(code, flavor, cased):
    """The words of "xCy C"."""
    character = chr(code)
    category = unicodedata.category(character)
    if is_dropped(code, category, flavor):
        return ["xy"]
    if code == 0x09 or category == "Zs" or character.isspace():
        return ["x", "y"]
    if is_cjk(code):
        alone = words_of(folded(character, cased))
        return ["x"] + alone + ["y"] + alone
    return words_of(folded("x" + character + "y", cased)) + words_of(folded(character, cased))


def line_of_others(group, flavor):
    """The words of "xCCC...y"; no such code point folds, but some lie in blocks of ideographs."""
    kept = [c for c in group if not is_dropped(c, unicodedata.category(chr(c)), flavor)]
    return ("x" + "".join(" %c " % c if is_cjk(c) else chr(c) for c in kept) + "y").split(" ")


def tokens():
    """Every character that can stand in a vocabulary: its lines are stripped."""
    for code in code_points():
        character = chr(code)
        if not 0xD800 <= code <= 0xDFFF and character.strip() and code > 0x20 \
                and unicodedata.category(character) not in ("Cn", "Cc"):
            yield character


def ids_of(word, ids):
    found = []
    for at, character in enumerate(word):
        token = ids.get("##" + character if at > 0 else character)
        if token is None:
            return [ids["[UNK]"]]
        found.append(token)
    return found


def main():
    action = sys.argv[1]
    write = sys.stdout.buffer.write
    if action == "unicode":
        print(unicodedata.unidata_version)
    elif action == "vocabulary":
        every = list(tokens())
        write("".join(t + "\n" for t in SPECIAL + every + ["##" + t for t in every]).encode())
    elif action == "text":
        for group in groups():
            text = "".join(map(chr, group))
            text = "x%sy\n" % text if is_other(group) else "x%sy %s\n" % (text, text)
            write(text.encode("utf-8", "surrogatepass"))
    elif action == "ids":
        with open(sys.argv[2], encoding="utf-8", newline="\n") as file:
            ids = {line[:-1]: number for number, line in enumerate(file)}
        flavor, cased = sys.argv[3], sys.argv[4] == "cased"
        dropped = " ".join(map(str, ids_of("xy", ids))) + "\n"
        lines = []
        for group in groups():
            words = line_of_others(group, flavor) if is_other(group) else \
                line_of(group[0], flavor, cased)
            lines.append(dropped if words == ["xy"] else
                         " ".join(str(i) for word in words if word for i in ids_of(word, ids)) + "\n")
        write("".join(lines).encode())


if __name__ == "__main__":
    main()
