#!/usr/bin/python3
"""damage.py cut|changed STEP STREAM FOLDER COMMAND...

Gives the command the stream cut short, or with one byte changed, at every STEP-th byte. Prints a line
for each place where the command did anything but say something and exit with 3, or left a temporary
file or a dataset.json in FOLDER, which is emptied each time; last, how many places were good.
"""
import os
import shutil
import subprocess
import sys

how, step, stream, folder, command = sys.argv[1], int(sys.argv[2]), *sys.argv[3:5], sys.argv[5:]
with open(stream, "rb") as file:
    whole = file.read()
good = 0
for at in range(0, len(whole), step):
    if how == "cut":
        damaged = whole[:at]
    else:
        damaged = whole[:at] + bytes([whole[at] ^ 0x80 >> at % 8]) + whole[at + 1:]
    done = subprocess.run(command, input=damaged, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, check=False)
    names = [name for _, _, files in os.walk(folder) for name in files]
    shutil.rmtree(folder, ignore_errors=True)
    if done.returncode != 3 or not done.stderr:
        print(f"{how} at byte {at}: status {done.returncode}, said {done.stderr!r}")
    elif "dataset.json" in names or any(name.startswith(".") for name in names):
        print(f"{how} at byte {at}: left {names}")
    else:
        good += 1
print(f"{good} good")
