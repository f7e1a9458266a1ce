"""mkmlm, h5pack and the pipe from text to shards, beside h5py's gzip and, with REF, the reference.

REF names a folder that holds the reference's create_pretraining_data.py.
"""
import os
import sys

from measure import Task, aside, print_table
from texts import write_beginning

PARTS = 8  # of the text, as a data set has: a shard is made when all of it is there
REFERENCE_BYTES = 1000000  # it takes seconds for each million

# Writes the rows of shards as the reference does; prints seconds and bytes.
H5PY_GZIP = """
import sys, os, time, h5py
out, seconds, size, raw = sys.argv[1], 0, 0, 0
for path in sys.argv[2:]:
    with h5py.File(path) as shard: rows = {key: shard[key][()] for key in shard}
    start = time.process_time()
    with h5py.File(out, 'w') as file:
        for key, array in rows.items(): file.create_dataset(key, data=array, compression='gzip')
    seconds += time.process_time() - start
    size += os.path.getsize(out)
    raw += sum(array.nbytes for array in rows.values())
print(seconds, size, raw)
"""


def files_below(folder, ending):
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder)
                  for name in names if name.endswith(ending))


def tasks_of(runner, wpiece, mkmlm, h5pack, shards):
    size, pipe = os.path.getsize(runner.path("documents.txt")), " ".join(
        [wpiece, *(f"parts/documents_training_{i}.txt" for i in range(PARTS)), "|", mkmlm, "|", h5pack])
    tasks = [Task("`mkmlm`", f"{mkmlm} tokens", size), Task("`h5pack`", f"{h5pack} examples", size),
             Task("h5py's gzip, the same rows",
                  " ".join([sys.executable, "h5py_gzip.py", "gzip.hdf5", *shards]), size, keep="sums",
                  reports=True),
             Task(f"all three on one processor, {PARTS} shards", pipe, size)]
    processors = len(runner.cpus)
    if processors > 1:
        tasks.append(Task(f"the same on {processors}", pipe.replace("--threads 1", f"--threads {processors}"),
                          size, processors=processors))
    return tasks


def prepare(runner, wpiece, mkmlm, tools):
    """Makes what the later tools read, and shards for h5py; returns the shards."""
    with open(runner.path("h5py_gzip.py"), "w", encoding="ascii") as file:
        file.write(H5PY_GZIP)
    runner.once(f"{tools}/docshard -q -n {PARTS} -o parts documents documents.txt")
    runner.once(f"{wpiece} documents.txt", keep="tokens")
    runner.once(f"{mkmlm} tokens", keep="examples")
    runner.once(f"{tools}/h5pack -o rows examples")
    return files_below(runner.path("rows"), ".hdf5")


def print_packing(runner, tasks, shards):
    with open(runner.path("sums"), encoding="ascii") as file:
        _, theirs, raw = map(float, file.read().split())
    ours = sum(map(os.path.getsize, shards))
    print(f"h5pack is {tasks[1].steady_rate() / tasks[2].steady_rate():.1f} times as fast as h5py's gzip, and "
          f"writes {ours / 1e6:.1f} MB for its {theirs / 1e6:.1f} MB ({raw / 1e6:.0f} MB raw)")


def print_reference(runner, vocabulary, pipe):
    aside(write_beginning, runner.path("documents.txt"), REFERENCE_BYTES, runner.path("beginning.txt"))
    script = os.path.abspath(os.path.join(os.environ["REF"], "create_pretraining_data.py"))
    _, seconds, _ = runner.once(
        f"{sys.executable} -X utf8 {script} --vocab_file {vocabulary} --input_file beginning.txt "
        "--output_file reference.hdf5 --dupe_factor 5")
    rate = os.path.getsize(runner.path("beginning.txt")) / 1e6 / seconds
    print(f"the reference makes {rate:.3f} MB/s; all three are {pipe.rate() / rate:.0f} times as fast")


def run(runner, tools, vocabulary):
    wpiece = f"{tools}/wpiece --threads 1 --vocab {vocabulary}"
    mkmlm, h5pack = f"{tools}/mkmlm --threads 1", f"{tools}/h5pack --threads 1 -o out"
    shards = prepare(runner, wpiece, mkmlm, tools)
    tasks = tasks_of(runner, wpiece, mkmlm, h5pack, shards)
    runner.run(tasks)
    print_table(tasks)
    print_packing(runner, tasks, shards)
    if os.environ.get("REF"):
        print_reference(runner, vocabulary, tasks[3])
    print(flush=True)
