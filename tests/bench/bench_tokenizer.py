"""wpiece beside wc -w and Hugging Face's tokenizer: speed, start, counters, and whether the ids agree."""
import itertools
import os
import shutil
import subprocess

from measure import Task, print_table

COUNTERS = ("cycles", "instructions", "branch-misses", "cache-misses")
SIGMA = "Σ".encode()


def tasks_of(runner, wpiece, text, beginning, vocabulary, hugging_face):
    size, threads = os.path.getsize(runner.path(text)), len(runner.cpus)
    tasks = [Task("`wc -w`", f"wc -w {text}", size, start="wc -w line.txt", short=True),
             Task("`wpiece --threads 1`", f"{wpiece} --threads 1 {text}", size, short=True,
                  start=f"{wpiece} --threads 1 line.txt")]
    if threads > 1:
        tasks.append(Task(f"`wpiece --threads {threads}`", f"{wpiece} --threads {threads} {text}", size,
                          short=True, processors=threads, start=f"{wpiece} --threads {threads} line.txt"))
    if hugging_face:
        tasks.append(Task("Hugging Face, one thread", hugging_face.command("encode", vocabulary, beginning),
                          os.path.getsize(runner.path(beginning)),
                          start=hugging_face.command("encode", vocabulary, "line.txt")))
    return tasks


def print_start(task, vocabulary):
    with open(vocabulary, "rb") as file:
        entries = sum(1 for _ in file)
    clock, processor, _ = (min(column) for column in zip(*task.starts))
    print(f"wpiece with {entries} entries and one line of text: {clock * 1e3:.1f} ms by the clock, "
          f"{processor * 1e3:.1f} of processor time")


def compare(ours, theirs, lines):
    """Files of ids and of text; returns lines with ids, those of equal ids, unequal ones with a sigma.

    wpiece prints nothing for a line without tokens, and an empty line behind a document; None when the
    lines with tokens are not as many on both sides.
    """
    own = (line for line in ours if not line.isspace())
    other = ((line, text) for line, text in zip(theirs, lines) if not line.isspace())
    total = equal = sigma = 0
    for one, two in itertools.zip_longest(own, other):
        if one is None or two is None:
            return None
        total += 1
        equal += one == two[0]
        sigma += one != two[0] and SIGMA in two[1]
    return total, equal, sigma


def print_equality(runner, wpiece, text, vocabulary, hugging_face):
    """How many lines have the same ids. Hugging Face makes no final sigma of a Greek capital one."""
    runner.once(f"{wpiece} --output ids {text}", keep="ours")
    runner.once(hugging_face.command("ids", vocabulary, text), keep="theirs")
    with open(runner.path("ours"), "rb") as ours, open(runner.path("theirs"), "rb") as theirs, \
            open(runner.path(text), "rb") as lines:
        found = compare(ours, theirs, lines)
    if found is None:
        print("ids: not compared, wpiece and Hugging Face find tokens in not the same lines")
        return
    total, equal, sigma = found
    print(f"ids: the same as Hugging Face's in {equal} of {total} lines; of the other {total - equal}, "
          f"{sigma} have a capital sigma")


def print_counters(runner, command, words):
    """What the processor counts for each word of text, where perf and the machine let it be known."""
    found = {}
    if shutil.which("perf"):
        done = subprocess.run(["perf", "stat", "-x", ",", "-e", ",".join(COUNTERS), *command.split()],
                              cwd=runner.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True, check=False)
        cells = [line.split(",") for line in done.stderr.splitlines()]
        found = {cell[2].split(":")[0]: int(cell[0]) for cell in cells if len(cell) > 2 and cell[0].isdigit()}
    if not found:
        print("counters a word: " + ("the machine does not give them" if shutil.which("perf") else
                                     "perf is not installed"))
        return
    print("counters a word: " + ", ".join(f"{found[name] / words:.3g} {name}" for name in COUNTERS
                                          if name in found))


def run(runner, name, tools, vocabulary, hugging_face):
    text, beginning = f"{name}.txt", f"{name}-beginning.txt"
    wpiece = f"{tools}/wpiece --vocab {vocabulary}"
    tasks = tasks_of(runner, wpiece, text, beginning, vocabulary, hugging_face)
    runner.run(tasks)
    bases = [("wc", tasks[0])] + ([("Hugging Face", tasks[-1])] if hugging_face else [])
    print_table(tasks, bases)
    print_start(tasks[1], vocabulary)
    runner.once(f"wc -w {text}", keep="words")
    with open(runner.path("words"), encoding="ascii") as file:
        print_counters(runner, tasks[1].command, int(file.read().split()[0]))
    if hugging_face:
        print_equality(runner, wpiece, text, vocabulary, hugging_face)
    print(flush=True)
