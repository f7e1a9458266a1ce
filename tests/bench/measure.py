"""Runs commands by turns and prints what they took as a Markdown table, as the README has it.

What this process holds counts as memory of the commands it starts, so it holds little: whatever makes
texts or reads rows is another process (`aside`). Some 10 MiB remain, which no figure is below.
"""
import multiprocessing
import os
import shutil
import subprocess
import sys
import time

START_RUNS = 3  # of a start alone, for each of the command: it is short, and as easily disturbed
REAL_TIME_PRIORITY = 10


def aside(function, *arguments):
    """Calls a function in a process of its own."""
    process = multiprocessing.Process(target=function, args=arguments)
    process.start()
    process.join()
    if process.exitcode != 0:
        sys.exit(f"{function.__name__} failed with {process.exitcode}")


class Task:
    """A command (parts of a pipe with "|" between them; no shell) and what its runs took.

    size: bytes of text it works on. start: the same command with next to nothing to do. processors:
    with more than one, its speed is told by the clock, otherwise by processor time. short: may have
    real-time priority. keep: a name for its output, which is dropped otherwise. reports: what it keeps
    begins with its own processor seconds.
    """

    def __init__(self, name, command, size, *, start=None, processors=1, short=False, keep=None,
                 reports=False):
        self.name, self.command, self.size, self.start = name, command, size, start
        self.processors, self.short, self.keep, self.reports = processors, short, keep, reports
        self.runs, self.starts = [], []

    def seconds(self, runs):
        """The best of some runs."""
        return min(run[0 if self.processors > 1 else 1] for run in runs)

    def rate(self):
        """Megabytes a second, starting included."""
        return self.size / 1e6 / self.seconds(self.runs)

    def start_seconds(self):
        return self.seconds(self.starts) if self.starts else None

    def steady_rate(self):
        """Megabytes a second behind the start."""
        return self.size / 1e6 / max(self.seconds(self.runs) - (self.start_seconds() or 0), 1e-9)


class Runner:
    def __init__(self, folder, runs, real_time=False):
        self.folder, self.runs, self.real_time = folder, runs, real_time
        self.cpus = sorted(os.sched_getaffinity(0))
        # One locale for all: it decides what a word is to wc, and how long that takes.
        self.environment = {**os.environ, "LC_ALL": "C.UTF-8", "RAYON_NUM_THREADS": "1",
                            "TOKENIZERS_PARALLELISM": "false"}

    def path(self, name):
        return os.path.join(self.folder, name)

    def become(self, processors, short):
        """In the child: the processors and the priority it is to have."""
        os.sched_setaffinity(0, self.cpus[-processors:])
        if short and self.real_time:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(REAL_TIME_PRIORITY))

    def spawn(self, command, output, processors, short):
        children, source = [], None
        parts = [part.split() for part in command.split("|")]
        for part in parts:
            stdout = output if part is parts[-1] else subprocess.PIPE
            child = subprocess.Popen(part, stdin=source or subprocess.DEVNULL, stdout=stdout,
                                     stderr=subprocess.DEVNULL, cwd=self.folder, env=self.environment,
                                     preexec_fn=lambda: self.become(processors, short))
            if source is not None:
                source.close()
            source = child.stdout
            children.append(child)
        return children

    def once(self, command, processors=1, short=False, keep=None):
        """Seconds, processor seconds and peak bytes of each process of a pipe."""
        usage = []
        with open(self.path(keep) if keep else os.devnull, "wb") as output:
            begin = time.perf_counter()
            for child in self.spawn(command, output, processors, short):
                _, status, resources = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
                if child.returncode != 0:
                    sys.exit(f"'{command}' failed with {child.returncode}")
                usage.append(resources)
            seconds = time.perf_counter() - begin
        return seconds, sum(u.ru_utime + u.ru_stime for u in usage), [u.ru_maxrss << 10 for u in usage]

    def run_task(self, task):
        # Where h5pack has to publish anew.
        shutil.rmtree(self.path("out"), ignore_errors=True)
        run = self.once(task.command, task.processors, task.short, task.keep)
        if task.reports:
            with open(self.path(task.keep), encoding="utf-8") as file:
                run = (run[0], float(file.read().split()[0]), run[2])
        task.runs.append(run)
        if task.start:
            task.starts += [self.once(task.start, task.processors, task.short)
                            for _ in range(START_RUNS)]

    def run(self, tasks):
        """All of them by turns, in every other round backwards, so that what disturbs one disturbs all."""
        for number in range(self.runs):
            for task in tasks[::-1] if number % 2 else tasks:
                self.run_task(task)


def row_of(task, bases):
    start, steady = task.start_seconds(), task.steady_rate()
    return [task.name + (", by the clock" if task.processors > 1 else ""), f"{steady:.1f}",
            f"{task.rate():.1f}", f"{min(run[1] for run in task.runs):.3f}",
            "" if start is None else f"{start * 1e3:.1f}",
            " + ".join(f"{max(peak) / 2**20:.0f}" for peak in zip(*[run[2] for run in task.runs])),
            *["" if base is task else f"{steady / base.steady_rate():.2f}" for _, base in bases]]


def print_table(tasks, bases=()):
    """bases: pairs of a name and the task that the others are compared with."""
    rows = [["", "MB/s", "with start", "CPU s", "start, ms", "peak MiB",
             *[f"times {name}" for name, _ in bases]]]
    rows += [row_of(task, bases) for task in tasks]
    widths = [max(map(len, column)) for column in zip(*rows)]
    rows.insert(1, ["-" * width for width in widths])
    for row in rows:
        cells = [row[0].ljust(widths[0]), *[cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]]
        print("| " + " | ".join(cells) + " |")
    print(flush=True)
