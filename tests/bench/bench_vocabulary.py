"""wpvocab beside Hugging Face's trainer, or, without that, one that counts all pairs for each merge.

Hugging Face's trainer takes no options by its npm package: 30,000 entries and the special tokens.
"""
import os

from measure import Task, print_table

HUGGING_FACE_ENTRIES = 30005
RECOUNT_ENTRIES = 4000  # more would take minutes


def tasks_of(runner, tools, hugging_face):
    recount = os.path.join(os.path.dirname(tools), "tests/bench/recount_trainer")
    text, entries = ("en.txt", HUGGING_FACE_ENTRIES) if hugging_face else ("en-beginning.txt", RECOUNT_ENTRIES)
    size, threads = os.path.getsize(runner.path(text)), len(runner.cpus)
    wpvocab = f"{tools}/wpvocab --vocab-size {entries}" + (" --unused 0" if hugging_face else "")
    tasks = [Task("`wpvocab --threads 1`", f"{wpvocab} --threads 1 {text}", size)]
    if threads > 1:
        tasks.append(Task(f"`wpvocab --threads {threads}`", f"{wpvocab} --threads {threads} {text}", size,
                          processors=threads))
    if hugging_face:
        tasks.append(Task("Hugging Face's trainer, one thread",
                          hugging_face.command("train", "theirs-vocab.txt", text), size,
                          start=hugging_face.command("train", "line-vocab.txt", "line.txt")))
    else:
        tasks.append(Task("recount", f"{recount} frequency {entries} {text}", size))
    return text, entries, tasks


def count_words(runner, name):
    runner.once(f"wc -w {name}", keep="count")
    with open(runner.path("count"), encoding="ascii") as file:
        return int(file.read().split()[0])


def print_pieces(runner, tools, unseen, vocabularies):
    """How many pieces a text that no vocabulary was trained on falls into."""
    words = count_words(runner, unseen)
    print(f"pieces a word in {os.path.basename(unseen)}, {words} words, with the vocabulary of")
    for name, vocabulary in vocabularies.items():
        runner.once(f"{tools}/wpiece --output ids --vocab {vocabulary} {unseen}", keep="pieces")
        pieces = count_words(runner, "pieces")
        print(f"    {name:<16}{pieces / words:.4f}   {pieces} pieces")
    print(flush=True)


def run(runner, tools, google, unseen, hugging_face):
    text, entries, tasks = tasks_of(runner, tools, hugging_face)
    print(f"{entries} entries of {os.path.getsize(runner.path(text)) / 1e6:.1f} MB\n")
    runner.run(tasks)
    print_table(tasks, [(tasks[-1].name.split(",")[0], tasks[-1])])
    if not os.path.exists(unseen):
        print(f"pieces a word: '{unseen}' is not there\n")
        return
    runner.once(f"{tools}/wpvocab -o ours-vocab.txt en.txt")
    vocabularies = {"wpvocab": "ours-vocab.txt", "Google": google}
    if hugging_face:
        vocabularies["Hugging Face"] = "theirs-vocab.txt"
    print_pieces(runner, tools, unseen, vocabularies)
