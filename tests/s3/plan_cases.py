"""Random runs of s3sync against a server: each does exactly what its dry run printed.

    plan_cases.py CASES FOLDER

AWS_ENDPOINT_URL_S3 names the server (fault_server.py with "ok"). Each case makes a tree and what is at
the target before, out of the same few names, so that files are new, changed, unchanged and superfluous;
then it runs with --dry-run and without, and compares plans, events and what is there afterwards. Prints
what is wrong; the seed of a case is its number.
"""
import json
import os
import random
import shutil
import subprocess
import sys
import urllib.request

NAMES = ["a", "b", "B", "a b", "c+d", "e=f%20", "ä", "x/y", "x/z/1", "x/z/2", "x.d/1", "new\nline", "-", "~", "x-y",
         "set/1.hdf5", "set/2.hdf5", "set/dataset.json", "set/_SUCCESS", "set/sub/t.manifest", "_SUCCESS"]


def make_tree(chance, folder, share):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in NAMES:
        if chance.random() >= share:
            continue
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        content = chance.choice(["", "one", "two", "three"])
        if name.endswith("dataset.json"):
            shards = chance.choice([["1.hdf5"], ["1.hdf5", "2.hdf5"], []])
            content = json.dumps({"shards": [{"file": shard} for shard in shards]})
        with open(path, "w", encoding="utf-8") as file:
            file.write(content)


def tree(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def state():
    with urllib.request.urlopen(os.environ["AWS_ENDPOINT_URL_S3"] + "/-/state") as answer:
        return answer.read()


def run(arguments):
    done = subprocess.run(["s3sync", "--json", "--progress-interval", "0", *arguments], capture_output=True,
                          timeout=60, check=False)
    events = [json.loads(line) for line in done.stdout.decode("utf-8", "surrogateescape").splitlines()]
    return done.returncode, events, done.stderr.decode("utf-8", "replace")


def steps(events, kinds):
    return [(event["action"], event.get("source"), event["target"], event["reason"])
            for event in events if event["event"] in kinds]


def options_of(chance):
    options = []
    mode = chance.choice(["--size-only", "--checksum"])
    for option, share in (("--delete", 0.6), (mode, 0.2), ("--no-cache", 0.4), ("--force", 0.1)):
        if chance.random() < share:
            options.append(option)
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        options += [chance.choice(["--exclude", "--include"]),
                    chance.choice(["x/*", "*1*", "set/*", "a*", "*.json", "[bB]"])]
    options += ["--concurrency", chance.choice(["1", "8"])]
    return options


def targets(chance, number, folder):
    """Source and target of a case, both filled; and the folders to compare when they are."""
    near, far = os.path.join(folder, "near"), os.path.join(folder, "far")
    make_tree(chance, near, 0.6)
    make_tree(chance, far, 0.6)
    bucket = "s3://cases/%d" % number
    way = chance.choice(["up", "up", "pull", "copy", "files"])
    fill = {"up": [(far, bucket)], "pull": [(near, bucket)], "copy": [(near, bucket + "a"), (far, bucket)],
            "files": []}[way]
    for source, target in fill:
        status, _, errors = run([source, target])
        if status not in (0, 1) or (status == 1 and os.listdir(source)):
            return None, errors
    return {"up": (near, bucket), "pull": (bucket, far), "copy": (bucket + "a", bucket),
            "files": (near, "file://" + far)}[way], ""


def judge(number, folder):
    """What is wrong with a case, or None."""
    chance = random.Random(number)
    places, errors = targets(chance, number, folder)
    if places is None:
        return "cannot be prepared: " + errors
    options = options_of(chance)
    what = " ".join([*options, *places]) + ": "
    far = os.path.join(folder, "far")
    before = state(), tree(far)
    planned, plan, errors = run(["--dry-run", *options, *places])
    again, repeated, _ = run(["--dry-run", *options, *places])
    if (state(), tree(far)) != before:
        return what + "the dry run changed something"
    if (planned, steps(plan, ["plan"])) != (again, steps(repeated, ["plan"])):
        return what + "two dry runs differ"
    status, events, errors = run([*options, *places])
    if steps(plan, ["plan"]) != steps(events, ["plan"]):
        return what + "plans differ:\n%s\n%s" % (steps(plan, ["plan"]), steps(events, ["plan"]))
    if planned != status or (status != 0 and "nothing was deleted" not in errors and "no object below" not in errors):
        return what + "status %d, and %d of the dry run: %s" % (status, planned, errors)
    done = steps(events, ["done", "skip", "delete"])
    if sorted(done, key=str) != sorted(steps(events, ["plan"]), key=str):
        return what + "the run did something else:\n%s\n%s" % (steps(events, ["plan"]), done)
    if status == 0 and not {"--exclude", "--include", "--size-only"} & set(options):
        back = os.path.join(folder, "back")
        shutil.rmtree(back, ignore_errors=True)
        if places[1].startswith("s3:") and run([places[1], back])[0] != 0:
            return what + "the target cannot be read back"
        there = tree(back if places[1].startswith("s3:") else far)
        wanted = tree(os.path.join(folder, "near"))
        if any(there.get(name) != content for name, content in wanted.items()):
            return what + "the target is not equal to the source"
        if "--delete" in options and there != wanted:
            return what + "there is more than in the source"
        left, rest, _ = run([option for option in options if option != "--force"] + list(places))
        if left != 0 or any(step[0] != "skip" for step in steps(rest, ["plan"])):
            return what + "a second run is not idle: %s" % steps(rest, ["plan"])
    return None


def main():
    cases, folder = int(sys.argv[1]), sys.argv[2]
    wrong = 0
    for number in range(cases):
        complaint = judge(number, folder)
        if complaint is not None:
            wrong += 1
            print("case %d: %s" % (number, complaint))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
