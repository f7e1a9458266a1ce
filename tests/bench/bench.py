#!/usr/bin/python3 -B
"""bench.py [--text FILE] [--megabytes N] [--runs N] [--only PART,...] [--no-npm] [--real-time]

Speed, start and peak memory of the tools beside what else a user can install: wc -w, Hugging Face's
tokenizer and trainer (by npm, where node is there, into the build folder), h5py's gzip, expat, lbzip2.

Commands run by turns, with files in memory and output dropped. Every figure is of the best of the
runs. Speed is by processor time, which other work on the machine disturbs least, and by the clock for
what runs on several processors; "MB/s" leaves out the start, "with start" does not, "times" compares
the former. REF=FOLDER, with the reference's create_pretraining_data.py in it, has that measured too.
--real-time gives short commands precedence over other work, and needs root.
"""
import argparse
import os
import sys
import tempfile

import bench_shards
import bench_tokenizer
import bench_vocabulary
import bench_wiki
import hugging_face
import texts
from measure import Runner, aside

BUILD = os.environ.get("BUILD", "build")
PARTS = ("en", "multi", "vocabulary", "shards", "wiki")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", help="an English text in place of the corpus")
    parser.add_argument("--megabytes", type=float, default=40, help="of a text at most (default: 40)")
    parser.add_argument("--peer-megabytes", type=float, default=4,
                        help="the share of it that Hugging Face tokenizes for time (default: 4)")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--no-npm", action="store_true", help="nothing that comes by npm")
    parser.add_argument("--real-time", action="store_true")
    arguments = parser.parse_args()
    arguments.parts = arguments.only.split(",")
    for part in arguments.parts:
        if part not in PARTS:
            parser.error(f"no part '{part}'; there are {', '.join(PARTS)}")
    return arguments


def make_texts(runner, arguments):
    limit, peer = int(arguments.megabytes * 1e6), int(arguments.peer_megabytes * 1e6)
    with open(runner.path("line.txt"), "w", encoding="ascii") as file:
        file.write("x\n")
    for name in ("en", "multi"):
        path = (arguments.text if name == "en" else None) or texts.find_text(name)
        text = runner.path(f"{name}.txt")
        aside(texts.write_text, name, path, limit, text)
        aside(texts.write_beginning, text, peer, runner.path(f"{name}-beginning.txt"))
        print(f"{name}: {os.path.getsize(text) / 1e6:.1f} MB of "
              f"{path or 'the sample text, repeated with other words put in'}")
    print(flush=True)


def machine():
    """The processor's name."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "unknown")


def measure(runner, arguments):
    tools, golden = os.path.abspath(os.path.join(BUILD, "bin")), os.path.abspath(f"{texts.SHARED}/golden")
    vocabulary = f"{golden}/bert-base-uncased-vocab.txt"
    if not os.path.exists(vocabulary):
        vocabulary = os.path.abspath(f"{texts.SAMPLE}/vocab.txt")
    print(f"{machine()}, processors: {len(runner.cpus)}, load {os.getloadavg()[0]:.1f}; "
          f"{os.path.basename(vocabulary)}; best of {runner.runs}\n")
    make_texts(runner, arguments)
    peer = None
    if {"en", "multi", "vocabulary"} & set(arguments.parts) and not arguments.no_npm:
        peer = hugging_face.find(BUILD)
    for name in ("en", "multi"):
        if name in arguments.parts:
            print(f"## tokenizing, {name}\n")
            bench_tokenizer.run(runner, name, tools, vocabulary, peer)
    if "vocabulary" in arguments.parts:
        print("## training a vocabulary\n")
        bench_vocabulary.run(runner, tools, vocabulary, f"{golden}/wiki_valid.txt", peer)
    if "shards" in arguments.parts:
        print("## from tokens to shards, en\n")
        aside(texts.write_documents, runner.path("en.txt"), runner.path("documents.txt"))
        bench_shards.run(runner, tools, vocabulary)
    if "wiki" in arguments.parts:
        print("## from a dump to sentences\n")
        bench_wiki.run(runner, tools, int(1.5e6 * arguments.megabytes))


def main():
    arguments = parse()
    if not os.path.exists(f"{BUILD}/bin/wpiece"):
        sys.exit(f"'{BUILD}/bin' holds no tools; run make first")
    # In memory, so that it is the tools that are measured and not a disk.
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="mlmprep-bench.", dir=parent) as folder:
        measure(Runner(folder, arguments.runs, arguments.real_time), arguments)


if __name__ == "__main__":
    main()
