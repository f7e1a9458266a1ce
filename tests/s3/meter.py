"""Stands between a client and a server on loopback and measures.

    meter.py PORT REPORT

prints the port it listens on and forwards to PORT; when it is told to end (SIGTERM), REPORT has "up" and
"down": bytes in all, seconds from the first byte to the last, and the most bytes within one second.
"""
import json
import signal
import socket
import sys
import threading
import time

moved = {"up": [], "down": []}


def forward(source, target, name):
    try:
        while data := source.recv(16384):
            moved[name].append((time.monotonic(), len(data)))
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def summary(pieces):
    pieces = sorted(pieces)
    most, inside, first = 0, 0, 0
    for at, size in pieces:
        inside += size
        while pieces[first][0] < at - 1:
            inside -= pieces[first][1]
            first += 1
        most = max(most, inside)
    # A few requests without bodies come before and after.
    large = [at for at, size in pieces if size > 1000] or [0]
    return {"bytes": sum(size for _, size in pieces), "seconds": large[-1] - large[0], "most": most}


def main():
    def end(*_):
        with open(sys.argv[2], "w", encoding="utf-8") as file:
            json.dump({name: summary(pieces) for name, pieces in moved.items()}, file)
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    listener = socket.socket()
    # Small, for the connections too: what is held up here is held up at the client, and not gathered on
    # the way, to come at once and look like too much a second.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    print(listener.getsockname()[1], flush=True)
    while True:
        peer, _ = listener.accept()
        server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        for side in (peer, server):
            side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            side.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16384)
        threading.Thread(target=forward, args=(peer, server, "up"), daemon=True).start()
        threading.Thread(target=forward, args=(server, peer, "down"), daemon=True).start()


main()
