"""An S3 server with as many objects as wanted, which it makes up: each holds its own name.

    many_objects.py FOLDERS FILES

prints its port, then serves until it is killed: bucket/p/000/00000.txt and so on, FILES of them in each
of FOLDERS folders, with their SHA-256 as metadata. What is put or deleted leaves no trace. GET /-/counts
answers with the number of requests of each kind, one a line, and forgets them.

    many_objects.py FOLDERS FILES --write FOLDER

writes the same as files below FOLDER, and --list FOLDER prints their paths.
"""
import collections
import hashlib
import os
import re
import socket
import sys
import threading
import urllib.parse

counts, lock = collections.Counter(), threading.Lock()


class Objects:
    def __init__(self, folders, files):
        self.folders, self.files = folders, files

    def __len__(self):
        return self.folders * self.files

    def name(self, number):
        return "%03d/%05d.txt" % divmod(number, self.files)


def listing(objects, query):
    first = int(query.get("continuation-token", "0"))
    last = min(first + int(query.get("max-keys", "1000")), len(objects))
    if not "p/".startswith(query.get("prefix", "")):
        first = last = 0
    entries = []
    for number in range(first, last):
        name = objects.name(number)
        etag = hashlib.md5(name.encode()).hexdigest()
        entries.append("<Contents><Key>p/%s</Key><ETag>&quot;%s&quot;</ETag><Size>%d</Size></Contents>"
                       % (name, etag, len(name)))
    more = 0 < last < len(objects)
    return "<ListBucketResult><IsTruncated>%s</IsTruncated>%s%s</ListBucketResult>" % (
        str(more).lower(), "<NextContinuationToken>%d</NextContinuationToken>" % last if more else "",
        "".join(entries))


def answer(objects, method, target, body):
    """Kind of request, headers and body of its answer."""
    path, _, query = target.partition("?")
    query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
    if path == "/-/counts":
        with lock:
            text = "".join("%s %d\n" % item for item in sorted(counts.items()))
            counts.clear()
        return None, "", text
    if method == "GET" and "list-type" in query:
        return "LIST", "", listing(objects, query)
    if method == "POST" and "delete" in query:
        deleted = re.findall("<Key>[^<]*</Key>", body.decode())
        return "DELETE", "", "<DeleteResult><Deleted>%s</Deleted></DeleteResult>" % "</Deleted><Deleted>".join(deleted)
    name = path.partition("/p/")[2]
    etag, sha256 = hashlib.md5(name.encode()).hexdigest(), hashlib.sha256(name.encode()).hexdigest()
    headers = 'ETag: "%s"\r\n' % (hashlib.md5(body).hexdigest() if method == "PUT" else etag)
    if method != "PUT":
        headers += "x-amz-meta-sha256: %s\r\n" % sha256
    return method, headers, name if method in ("GET", "HEAD") else ""


def serve(peer, objects):
    stream = peer.makefile("rb", 1 << 16)
    while True:
        line = stream.readline()
        if not line:
            return
        method, target, _ = line.decode().split(" ", 2)
        size, expects = 0, False
        while (line := stream.readline()) not in (b"\r\n", b""):
            name = line[:15].lower()
            if name == b"content-length:":
                size = int(line[15:])
            expects = expects or name.startswith(b"expect:")
        if expects:
            peer.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        kind, headers, text = answer(objects, method, target, stream.read(size))
        if kind is not None:
            with lock:
                counts[kind] += 1
        peer.sendall(("HTTP/1.1 200 OK\r\n%sContent-Length: %d\r\n\r\n%s" % (
            headers, len(text), "" if method == "HEAD" else text)).encode())


def main():
    objects = Objects(int(sys.argv[1]), int(sys.argv[2]))
    if len(sys.argv) > 4:
        for number in range(len(objects)):
            path = os.path.join(sys.argv[4], objects.name(number))
            if sys.argv[3] == "--list":
                print(path)
                continue
            if number % objects.files == 0:
                os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(objects.name(number))
        return
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    while True:
        peer, _ = listener.accept()
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(peer, objects), daemon=True).start()


main()
