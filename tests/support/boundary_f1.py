#!/usr/bin/python3
"""boundary_f1.py GOT WANTED: how well sentence boundaries agree.

Both files hold the same text, a sentence a line; white space does not count. Prints precision,
recall and F1 of the boundaries, and how many of the wanted sentences were got as they are.
"""
import sys


def boundaries(path):
    with open(path, encoding="utf-8") as file:
        lines = ["".join(line.split()) for line in file]
    lines = [line for line in lines if line]
    places, at = {}, 0
    for line in lines:
        places[at + len(line)] = at
        at += len(line)
    return places, "".join(lines)


got, got_text = boundaries(sys.argv[1])
wanted, wanted_text = boundaries(sys.argv[2])
if got_text != wanted_text:
    sys.exit("the texts differ")
right = len(got.keys() & wanted.keys())
precision, recall = right / max(1, len(got)), right / max(1, len(wanted))
f1 = 2 * precision * recall / max(1e-9, precision + recall)
whole = sum(got.get(end) == start for end, start in wanted.items())
print(f"precision {precision:.4f} recall {recall:.4f} F1 {f1:.4f} whole {whole} of {len(wanted)}")
