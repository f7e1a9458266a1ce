"""Runs a command with a terminal so many columns wide on its standard error, which goes to standard output.

    terminal.py COLUMNS COMMAND [ARGUMENT]...
"""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
process = subprocess.Popen(sys.argv[2:], stdin=slave, stderr=slave, stdout=subprocess.DEVNULL,
                           env=dict(os.environ, TERM="xterm"), preexec_fn=os.setsid)
os.close(slave)
while True:
    try:
        data = os.read(master, 65536)
    except OSError:
        break
    if not data:
        break
    sys.stdout.buffer.write(data)
sys.exit(process.wait())
