"""wikiplain and sentsplit beside what only unpacks a dump or parses its XML.

The dump is $MLMPREP_SHARED/wiki/dumps/enwiki-gensim-shortened.xml.bz2, else the sample, its pages
repeated. Rates of what reads it are of its XML.
"""
import bz2
import os
import shutil
import sys

from measure import Task, aside, print_table
from texts import SAMPLE, SHARED

# The least that a program can do that reads the XML with expat.
EXPAT = """
import sys
from xml.parsers import expat
parser = expat.ParserCreate()
parser.buffer_text = True
with open(sys.argv[1], "rb") as file:
    parser.ParseFile(file)
"""


def find_dump():
    name = f"{SHARED}/wiki/dumps/enwiki-gensim-shortened.xml.bz2"
    return name if os.path.exists(name) else f"{SAMPLE}/sample.xml"


def write_dump(name, limit, folder):
    """Makes dump.xml and dump.xml.bz2, of one stream."""
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


def reading_tasks(tools, threads, size):
    """What reads the dump on so many processors."""
    wikiplain = f"{tools}/wikiplain --threads {threads}"
    plain = Task(f"`wikiplain --threads {threads}`", f"{wikiplain} dump.xml", size, processors=threads)
    packed = Task(f"`wikiplain --threads {threads}`, bzip2", f"{wikiplain} dump.xml.bz2", size,
                  processors=threads)
    lbzip2 = Task(f"`lbzip2 -n{threads} -dc`, `wc -c`", f"lbzip2 -n{threads} -dc dump.xml.bz2 | wc -c", size,
                  processors=threads)
    return [plain, packed, lbzip2] if shutil.which("lbzip2") else [plain, packed]


def prepare(runner, tools, limit):
    with open(runner.path("expat.py"), "w", encoding="ascii") as file:
        file.write(EXPAT)
    aside(write_dump, find_dump(), limit, runner.folder)
    runner.once(f"{tools}/wikiplain dump.xml", keep="paragraphs.txt")


def run(runner, tools, limit):
    prepare(runner, tools, limit)
    size, text_size = (os.path.getsize(runner.path(name)) for name in ("dump.xml", "paragraphs.txt"))
    print(f"{size / 1e6:.1f} MB of XML hold {text_size / 1e6:.1f} MB of text\n")
    tasks = [Task("expat alone (pyexpat)", f"{sys.executable} expat.py dump.xml", size)]
    for threads in sorted({1, len(runner.cpus)}):
        tasks += reading_tasks(tools, threads, size)
    tasks.append(Task("`sentsplit`, of text", f"{tools}/sentsplit --threads 1 paragraphs.txt", text_size))
    runner.run(tasks)
    print_table(tasks)
