"""An S3 server on a loopback port that misbehaves by script, and writes down what it saw.

    fault_server.py SCRIPT LOG

prints its port, then serves until it is killed. A script has a step a line; the first request gets
the first step, and so on; the last step serves all further requests. Empty lines and lines that
begin with "#" do not count. The steps:

    ok                      read the body, check its length and hash, answer 200 with an ETag
    answer STATUS [code=C] [region=R] [endpoint=H] [skew=S] [early] [Name:Value]...
                            answer with that status; with an <Error> document when it has a code;
                            with a Date S seconds off; before the body is read ("early"); with
                            more headers ({port} in a value is the server's port)
    reset N                 read N bytes of the body, then reset the connection
    close N                 read N bytes of the body, then close the connection without an answer
    stall S                 read the body, then say nothing for S seconds, and close
    early-ok N              answer 200 after N bytes of the body, then close
    cut-answer              answer 200 and close in the middle of the body that was announced
    no-etag                 answer 200 without an ETag, as no S3 server does
    garbage                 answer with something that is not HTTP
    leave                   as "ok", then close the connection without having announced it
    need-region R           "ok" for a request signed for region R, else 301 that tells it
    need-clock S            "ok" for a request signed S seconds from now, else RequestTimeTooSkewed

A step "KEY=GLOB STEP" is for requests whose path matches; others pass over it.

The log has a line for each request:

    connection=1 PUT /bucket/key step=ok bytes=5 hash=ok signed=yes region=us-east-1 token=no
"""
import calendar
import fnmatch
import hashlib
import socket
import struct
import sys
import threading
import time
from email.utils import formatdate

lock = threading.Lock()


class Script:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in file]
        self.steps = [line.split() for line in lines if line and not line.startswith("#")]

    def next_for(self, path):
        """The first step that fits; it is used up unless it is the last one."""
        with lock:
            for index, step in enumerate(self.steps):
                glob = step[0][4:] if step[0].startswith("KEY=") else "*"
                if fnmatch.fnmatch(path, glob):
                    words = step[1:] if step[0].startswith("KEY=") else step
                    if index < len(self.steps) - 1:
                        del self.steps[index]
                    return words
        return ["ok"]


class Connection:
    def __init__(self, peer, number, script, log, port):
        self.peer, self.number, self.script, self.log, self.port = peer, number, script, log, port
        self.buffer = b""

    def read_head(self):
        while b"\r\n\r\n" not in self.buffer:
            data = self.peer.recv(65536)
            if not data:
                return None
            self.buffer += data
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        method, path, _ = lines[0].split(" ", 2)
        headers = {}
        for line in lines[1:]:
            name, value = line.split(":", 1)
            headers[name.lower()] = value.strip()
        return method, path, headers

    def read_body(self, headers, most=None):
        """Reads the body, or the first `most` bytes of it; returns its length and hash."""
        left = int(headers.get("content-length", "0"))
        if most is not None:
            left = min(left, most)
        if "expect" in headers and left > 0:
            self.peer.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        total, digest = 0, hashlib.sha256()
        while left > 0:
            data = self.buffer or self.peer.recv(65536)
            self.buffer = b""
            if not data:
                break
            data, self.buffer = data[:left], data[left:]
            digest.update(data)
            total += len(data)
            left -= len(data)
        return total, digest.hexdigest()

    def answer(self, status, headers=(), body=b"", announced=None):
        head = ["HTTP/1.1 %d Whatever" % status, "x-amz-request-id: REQUEST%d" % self.number]
        head += ["%s: %s" % header for header in headers]
        head += ["Content-Length: %d" % (len(body) if announced is None else announced)]
        self.peer.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)

    def answer_error(self, step):
        status, headers, elements, skew = int(step[1]), [], "", 0
        for word in step[2:]:
            name, _, value = word.partition("=")
            if name in ("code", "region", "endpoint"):
                element = {"code": "Code", "region": "Region", "endpoint": "Endpoint"}[name]
                elements += "<%s>%s</%s>" % (element, value.replace("{port}", str(self.port)), element)
            elif name == "skew":
                skew = int(value)
            elif ":" in word:
                name, value = word.split(":", 1)
                headers.append((name, value.replace("{port}", str(self.port))))
        headers.append(("Date", formatdate(time.time() + skew, usegmt=True)))
        body = "<?xml version='1.0'?><Error>%s<Message>As told.</Message></Error>" % elements if elements else ""
        self.answer(status, headers, body.encode())

    def write_down(self, method, path, step, headers, total, digest):
        scope = headers.get("authorization", "").partition("Credential=")[2].split("/")
        wanted = headers.get("x-amz-content-sha256", "")
        line = "connection=%d %s %s step=%s bytes=%d hash=%s signed=%s region=%s token=%s\n" % (
            self.number,
            method,
            path,
            step[0],
            total,
            "ok" if digest == wanted == headers.get("x-amz-meta-sha256") else "other",
            "yes" if "Signature=" in headers.get("authorization", "") else "no",
            scope[2] if len(scope) > 2 else "none",
            "yes" if "x-amz-security-token" in headers else "no",
        )
        with lock:
            self.log.write(line)
            self.log.flush()

    def resolve(self, step, headers):
        """Steps that depend on the request become plain ones."""
        if step[0] == "need-region":
            signed_for = headers.get("authorization", "").split("/")[2:3]
            fits = signed_for == [step[1]]
            return ["ok"] if fits else ["answer", "301", "code=PermanentRedirect", "x-amz-bucket-region:" + step[1]]
        if step[0] == "need-clock":
            signed_at = calendar.timegm(time.strptime(headers["x-amz-date"], "%Y%m%dT%H%M%SZ"))
            fits = abs(signed_at - time.time() - int(step[1])) < 300
            return ["ok"] if fits else ["answer", "403", "code=RequestTimeTooSkewed", "skew=" + step[1]]
        return step

    def serve_one(self):
        request = self.read_head()
        if request is None:
            return False
        method, path, headers = request
        step = self.resolve(self.script.next_for(path), headers)
        most = int(step[1]) if step[0] in ("reset", "close", "early-ok") else 0 if "early" in step else None
        total, digest = self.read_body(headers, most)
        self.write_down(method, path, step, headers, total, digest)
        etag = ("ETag", '"%s"' % digest[:32])
        if step[0] in ("ok", "leave"):
            self.answer(200, [etag])
        elif step[0] == "answer":
            self.answer_error(step)
        elif step[0] == "reset":
            self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif step[0] == "stall":
            time.sleep(float(step[1]))
        elif step[0] == "early-ok":
            self.answer(200, [etag])
        elif step[0] == "cut-answer":
            self.answer(200, [etag], b"<Whatever>", 1000)
        elif step[0] == "no-etag":
            self.answer(200, [], b"<html>Sign in to use this network</html>")
        elif step[0] == "garbage":
            self.peer.sendall(b"\0\1\2 what?\r\n\r\n")
        return step[0] in ("ok", "answer", "no-etag") and "early" not in step

    def serve(self):
        try:
            while self.serve_one():
                pass
        except OSError:
            pass
        finally:
            self.peer.close()


def main():
    script = Script(sys.argv[1])
    log = open(sys.argv[2], "w", encoding="utf-8")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", 0))
    listener.listen(64)
    port = listener.getsockname()[1]
    print(port, flush=True)
    number = 0
    while True:
        peer, _ = listener.accept()
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number += 1
        connection = Connection(peer, number, script, log, port)
        threading.Thread(target=connection.serve, daemon=True).start()


main()
