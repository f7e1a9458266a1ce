#!/usr/bin/python3
"""bench.py [--text FILE] [--megabytes N] [--runs N]

Speed and peak memory of each tool and of the pipe, beside `wc -w` and h5py's gzip on the same data,
in the same run; of wikiplain and sentsplit beside expat alone and lbzip2. One processor, --threads 1,
files in memory; the best of several runs. Rates are by processor time, which other work on the
machine disturbs least; by the clock where there are two processors. With REF naming a folder that holds the reference's create_pretraining_data.py, that is
measured as well.

The text is the first of these that is there: --text, $MLMPREP_SHARED/corpus/en.txt.xz (default
../shared), $MLMPREP_SHARED/golden/wiki_valid.txt, the sample text, repeated.
"""
import argparse
import lzma
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time

import bench_wiki

# What this process holds counts as memory of the tools it starts, so it holds little: no h5py, and the
# text is made by another process. Some 10 MiB remain, which no figure is below.

BIN = os.path.join(os.environ.get("BUILD", "build"), "bin")
SHARED = os.environ.get("MLMPREP_SHARED", "../shared")
SAMPLE = "tests/sample"

# Writes the rows of shards as the reference does; prints seconds and bytes.
H5PY_GZIP = """
import sys, os, time, h5py
out, seconds = sys.argv[1], 0
for path in sys.argv[2:]:
    with h5py.File(path) as shard: rows = {key: shard[key][()] for key in shard}
    start = time.process_time()
    with h5py.File(out, 'w') as file:
        for key, array in rows.items(): file.create_dataset(key, data=array, compression='gzip')
    seconds += time.process_time() - start
    print(seconds, os.path.getsize(out), sum(array.nbytes for array in rows.values()))
"""


def find_text(arguments):
    candidates = [arguments.text] if arguments.text else [
        f"{SHARED}/corpus/en.txt.xz", f"{SHARED}/golden/wiki_valid.txt", f"{SAMPLE}/sample.txt"]
    return next((path for path in candidates if os.path.exists(path)), candidates[-1])


def write_text(path, limit, out):
    """Makes the text, with documents of 20 lines where it has no empty lines."""
    with (lzma.open if path.endswith(".xz") else open)(path, "rb") as file:
        data = file.read()
    data = (data * (limit // len(data) + 1))[:limit]
    lines = data[:data.rfind(b"\n") + 1].splitlines(keepends=True)
    if not any(line.isspace() for line in lines):
        lines = [line + b"\n" * (number % 20 == 19) for number, line in enumerate(lines)]
    with open(out, "wb") as file:
        file.writelines(lines)


class Bench:
    def __init__(self, folder, text_size, runs):
        self.folder, self.text_size, self.runs = folder, text_size, runs
        self.cpus = sorted(os.sched_getaffinity(0))

    def once(self, command, cpus):
        """Seconds, processor seconds and peak bytes of a shell pipe; each part is a process."""
        parts = [part.split() for part in command.split("|")]
        children, source = [], None
        start = time.perf_counter()
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            stdout = subprocess.PIPE
            if last:
                stdout = open(os.path.join(self.folder, "stdout"), "wb")
            child = subprocess.Popen(part, stdin=source or subprocess.DEVNULL, stdout=stdout,
                                     stderr=subprocess.DEVNULL, cwd=self.folder,
                                     preexec_fn=lambda: os.sched_setaffinity(0, cpus))
            if source is not None:
                source.close()
            source = child.stdout
            children.append(child)
        usage = []
        for child in children:
            _, status, resources = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode != 0:
                sys.exit(f"'{command}' failed with {child.returncode}")
            usage.append(resources)
        return (time.perf_counter() - start, sum(u.ru_utime + u.ru_stime for u in usage),
                [u.ru_maxrss * 1024 for u in usage])

    def measure(self, name, command, processors=1, keep=None):
        """Prints a row of the table; returns megabytes of text a second, and seconds."""
        best = None
        for _ in range(self.runs):
            shutil.rmtree(os.path.join(self.folder, "out"), ignore_errors=True)
            run = self.once(command, set(self.cpus[-processors:]))
            best = run if best is None or min(run[:2]) < min(best[:2]) else best
        if keep:
            os.replace(os.path.join(self.folder, "stdout"), os.path.join(self.folder, keep))
        seconds, processor_seconds, peaks = best
        counted = processor_seconds if processors == 1 else seconds
        rate = self.text_size / 1e6 / counted
        memory = " + ".join(f"{peak / 2**20:.0f}" for peak in peaks)
        print(f"{name:<28}{rate:10.1f}{seconds:10.2f}{processor_seconds:10.2f}   {memory}", flush=True)
        return rate, counted


def files_below(folder, ending):
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder)
                  for name in names if name.endswith(ending))


def run(bench, vocabulary, tools):
    wpiece = f"{tools}/wpiece --threads 1 --vocab {vocabulary}"
    mkmlm, h5pack = f"{tools}/mkmlm --threads 1", f"{tools}/h5pack --threads 1 -o out"
    print(f"{'':<28}{'MB/s':>10}{'s':>10}{'CPU s':>10}   peak MiB")
    words, _ = bench.measure("wc -w", "wc -w text.txt")
    pieces, _ = bench.measure("wpiece", f"{wpiece} text.txt", keep="tokens")
    bench.measure("mkmlm", f"{mkmlm} tokens", keep="examples")
    _, pack_seconds = bench.measure("h5pack", f"{h5pack} examples")
    shards = files_below(os.path.join(bench.folder, "out"), ".hdf5")
    packed = sum(os.path.getsize(shard) for shard in shards)
    output = subprocess.run(
        ["taskset", "-c", str(bench.cpus[-1]), sys.executable, "-c", H5PY_GZIP,
         os.path.join(bench.folder, "gzip.hdf5"), *shards], check=True, stdout=subprocess.PIPE)
    sums = [list(map(float, line.split())) for line in output.stdout.split(b"\n") if line]
    h5py_seconds, h5py_bytes = sums[-1][0], sum(line[1] for line in sums)
    raw_bytes = sum(line[2] for line in sums)
    print(f"{'h5py gzip, the same rows':<28}{bench.text_size / 1e6 / h5py_seconds:10.1f}"
          f"{'':10}{h5py_seconds:10.2f}")
    pipe = f"{wpiece} text.txt | {mkmlm} | {h5pack}"
    whole, _ = bench.measure("all three, one processor", pipe)
    if len(bench.cpus) > 1:
        bench.measure("all three, two processors", pipe, processors=2)
    print(f"\nwpiece is {pieces / words:.1f} times as fast as wc -w")
    print(f"h5pack is {h5py_seconds / pack_seconds:.1f} times as fast as h5py's gzip, and writes "
          f"{packed / 1e6:.1f} MB for its {h5py_bytes / 1e6:.1f} MB ({raw_bytes / 1e6:.0f} MB raw)")
    if os.environ.get("REF"):
        measure_reference(bench, vocabulary, whole)


def measure_reference(bench, vocabulary, whole):
    """The first megabyte only: it takes seconds for each."""
    with open(os.path.join(bench.folder, "text.txt"), "rb") as file:
        beginning = file.read(1000000)
    with open(os.path.join(bench.folder, "beginning.txt"), "wb") as file:
        file.write(beginning[:beginning.rfind(b"\n") + 1])
    script = os.path.abspath(os.path.join(os.environ["REF"], "create_pretraining_data.py"))
    _, seconds, _ = bench.once(
        f"{sys.executable} -X utf8 {script} --vocab_file {vocabulary} --input_file beginning.txt "
        "--output_file reference.hdf5 --dupe_factor 5", {bench.cpus[-1]})
    rate = len(beginning) / 1e6 / seconds
    print(f"the reference makes {rate:.3f} MB/s; all three are {whole / rate:.0f} times as fast")


def measure_wiki(arguments, folder):
    """What makes text of a dump; as for the others, another process makes the dump."""
    bench_wiki.prepare(folder)
    limit = int(3 * arguments.megabytes * 1e6)
    writer = multiprocessing.Process(target=bench_wiki.write_dump,
                                     args=(SHARED, SAMPLE, limit, folder))
    writer.start()
    writer.join()
    size = os.path.getsize(os.path.join(folder, "dump.xml"))
    print(f"\n{size / 1e6:.1f} MB of dump\n\n{'':<28}{'MB/s':>10}{'s':>10}{'CPU s':>10}   peak MiB")
    bench_wiki.run(Bench(folder, size, arguments.runs), os.path.abspath(BIN))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text")
    parser.add_argument("--megabytes", type=float, default=20)
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    vocabulary = f"{SHARED}/golden/bert-base-uncased-vocab.txt"
    if not os.path.exists(vocabulary):
        vocabulary = f"{SAMPLE}/vocab.txt"
    name = find_text(arguments)
    # In memory, so that it is the tools that are measured and not a disk.
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="mlmprep-bench.", dir=parent) as folder:
        path = os.path.join(folder, "text.txt")
        writer = multiprocessing.Process(target=write_text,
                                         args=(name, int(arguments.megabytes * 1e6), path))
        writer.start()
        writer.join()
        size = os.path.getsize(path)
        print(f"{size / 1e6:.1f} MB of {name}, {os.path.basename(vocabulary)}, "
              f"best of {arguments.runs}\n")
        run(Bench(folder, size, arguments.runs), os.path.abspath(vocabulary),
            os.path.abspath(BIN))
    with tempfile.TemporaryDirectory(prefix="mlmprep-bench.", dir=parent) as folder:
        measure_wiki(arguments, folder)


if __name__ == "__main__":
    main()
