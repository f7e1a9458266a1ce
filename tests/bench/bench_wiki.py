"""Speed and peak memory of wikiplain and sentsplit, beside what only unpacks a dump or parses its XML.

Called by bench.py. The dump is $MLMPREP_SHARED/wiki/dumps/enwiki-gensim-shortened.xml.bz2, else the
sample, its pages repeated. Rates are of its XML.
"""
import bz2
import os
import shutil
import sys

# The least that a program can do that reads the XML with expat.
EXPAT = """
import sys
from xml.parsers import expat
parser = expat.ParserCreate()
parser.buffer_text = True
with open(sys.argv[1], "rb") as file:
    parser.ParseFile(file)
"""


def write_dump(shared, sample, limit, folder):
    """Makes dump.xml and dump.xml.bz2, of one stream; returns the name of what they are made of."""
    name = f"{shared}/wiki/dumps/enwiki-gensim-shortened.xml.bz2"
    if not os.path.exists(name):
        name = f"{sample}/sample.xml"
    with (bz2.open if name.endswith(".bz2") else open)(name, "rb") as file:
        dump = file.read()
    begin, end = dump.index(b"<page>"), dump.rindex(b"</mediawiki>")
    packer = bz2.BZ2Compressor()
    with open(os.path.join(folder, "dump.xml"), "wb") as plain, \
            open(os.path.join(folder, "dump.xml.bz2"), "wb") as packed:
        for piece in [dump[:begin], *[dump[begin:end]] * (limit // (end - begin) + 1), dump[end:]]:
            plain.write(piece)
            packed.write(packer.compress(piece))
        packed.write(packer.flush())
    return name


def run(bench, tools):
    """Measures with a Bench whose folder holds the dump; its text_size is the XML's."""
    one = f"{tools}/wikiplain --threads 1"
    bench.measure("expat alone (pyexpat)", f"{sys.executable} {bench.folder}/expat.py dump.xml")
    bench.measure("wikiplain", f"{one} dump.xml", keep="paragraphs.txt")
    bench.measure("wikiplain, bz2", f"{one} dump.xml.bz2")
    if shutil.which("lbzip2"):
        bench.measure("lbzip2 -n1 -dc | wc -c", "lbzip2 -n1 -dc dump.xml.bz2 | wc -c")
    if len(bench.cpus) > 1:
        bench.measure("wikiplain, two processors", f"{tools}/wikiplain --threads 2 dump.xml",
                      processors=2)
        bench.measure("wikiplain, bz2, two", f"{tools}/wikiplain --threads 2 dump.xml.bz2",
                      processors=2)
        if shutil.which("lbzip2"):
            bench.measure("lbzip2 -n2 -dc | wc -c, two", "lbzip2 -n2 -dc dump.xml.bz2 | wc -c",
                          processors=2)
    text_size = os.path.getsize(os.path.join(bench.folder, "paragraphs.txt"))
    print(f"\n{bench.text_size / 1e6:.1f} MB of XML hold {text_size / 1e6:.1f} MB of text\n")
    bench.text_size = text_size
    bench.measure("sentsplit", f"{tools}/sentsplit --threads 1 paragraphs.txt")


def prepare(folder):
    with open(os.path.join(folder, "expat.py"), "w") as file:
        file.write(EXPAT)
