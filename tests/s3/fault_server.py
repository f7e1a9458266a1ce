"""An S3 server on a loopback port that misbehaves by script, and writes down what it saw.

    fault_server.py SCRIPT LOG

prints its port, then serves until it is killed. Its objects are in memory (object_store.py).
After SIGHUP it reads the script again; objects stay. GET /-/state tells, unsigned and not logged, what
there is: "object SIZE SHA256-OF-CONTENT BUCKET/KEY" and "upload PARTS BUCKET/KEY" lines. GET /-/new-log
empties the log, which takes no more lines of connections that were made before: what a killed client has
sent may be read only later.

fault_script.py has what a script can say.

The log has a line for each request:

    connection=1 PUT /bucket/key step=ok bytes=5 hash=ok signed=yes region=us-east-1 token=no op=PutObject status=200

A hash is ok when it is the one that was signed, and of a whole object also the one in its metadata.
"""
import calendar
import hashlib
import signal
import socket
import struct
import sys
import threading
import time
import urllib.parse
from email.utils import formatdate

import broken_answers
import request_rules
from fault_script import KEEPING, Script, lock
from object_store import Answer, Refusal, Store, operation_of


class Request:
    def __init__(self, method, target, headers):
        self.method, self.target, self.headers = method, target, headers
        path, _, query = target.partition("?")
        self.path = path
        self.query = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        self.bucket, _, key = path.lstrip("/").partition("/")
        self.key = urllib.parse.unquote(key)
        self.operation = operation_of(method, self.bucket, self.key, self.query, headers)
        self.body, self.size, self.sha256 = None, 0, hashlib.sha256().hexdigest()
        self.sent_headers, self.broken_rules = dict(headers), []


class Log:
    def __init__(self, path):
        # To be emptied by whoever reads it.
        open(path, "w", encoding="utf-8").close()
        self.file = open(path, "a", encoding="utf-8")
        self.first_connection = 0


class Connection:
    def __init__(self, peer, number, script, store, log, port):
        self.peer, self.number, self.script, self.log, self.port = peer, number, script, log, port
        self.store, self.buffer = store, b""

    def read_head(self):
        while b"\r\n\r\n" not in self.buffer:
            data = self.peer.recv(65536)
            if not data:
                return None
            self.buffer += data
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split(" ", 2)
        headers = {}
        for line in lines[1:]:
            name, value = line.split(":", 1)
            headers[name.lower()] = value.strip()
        return Request(method, target, headers)

    def read_body(self, request, most=None):
        """Reads the body, or the first `most` bytes of it."""
        left = int(request.headers.get("content-length", "0"))
        if most is not None:
            left = min(left, most)
        if "expect" in request.headers and left > 0:
            self.peer.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        keeps = self.store.keep or left < 1 << 20
        digest, pieces = hashlib.sha256(), []
        while left > 0:
            data = self.buffer or self.peer.recv(min(left, 1 << 20))
            self.buffer = b""
            if not data:
                break
            data, self.buffer = data[:left], data[left:]
            digest.update(data)
            request.size += len(data)
            left -= len(data)
            if keeps:
                pieces.append(data)
        request.body = b"".join(pieces) if keeps else None
        request.sha256 = digest.hexdigest()

    def answer(self, status, headers=(), body=b"", announced=None, head_only=False):
        head = ["HTTP/1.1 %d Whatever" % status, "x-amz-request-id: REQUEST%d" % self.number]
        head += ["%s: %s" % header for header in headers]
        if status != 204 and announced != "nothing":
            head += ["Content-Length: %d" % (len(body) if announced is None else announced)]
        self.peer.sendall("\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + (b"" if head_only else body))

    def answer_error(self, step, head_only):
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
        if "dateless" in step:
            elements += time.strftime("<ServerTime>%Y-%m-%dT%H:%M:%SZ</ServerTime>", time.gmtime(time.time() + skew))
        else:
            headers.append(("Date", formatdate(time.time() + skew, usegmt=True)))
        body = "<?xml version='1.0'?><Error>%s<Message>As told.</Message></Error>" % elements if elements else ""
        self.answer(status, headers, body.encode(), head_only=head_only)

    def write_down(self, request, step, status):
        headers = request.headers
        scope = headers.get("authorization", "").partition("Credential=")[2].split("/")
        hashes = [request.sha256, headers.get("x-amz-content-sha256", "")]
        if request.operation == "PutObject":
            hashes.append(headers.get("x-amz-meta-sha256"))
        line = ("connection=%d %s %s step=%s bytes=%d hash=%s signed=%s region=%s token=%s op=%s status=%s%s\n" % (
            self.number,
            request.method,
            request.path,
            step[0],
            request.size,
            "ok" if len(set(hashes)) == 1 else "other",
            "yes" if "Signature=" in headers.get("authorization", "") else "no",
            scope[2] if len(scope) > 2 else "none",
            "yes" if "x-amz-security-token" in headers else "no",
            request.operation,
            status,
            (" part=" + request.query["partNumber"] if "partNumber" in request.query else "")
            + (" if-match=yes" if {"if-match", "x-amz-copy-source-if-match"} & set(headers) else ""),
        ))
        if request.broken_rules:
            line = line.replace("\n", " broken-rules=%s\n" % ",".join(request.broken_rules))
        with lock:
            if self.number >= self.log.first_connection:
                self.log.file.write(line)
                self.log.file.flush()

    def resolve(self, step, headers):
        """Steps that depend on the request become plain ones."""
        scope = headers.get("authorization", "").partition("Credential=")[2].split("/")
        if step[0] == "need-region" and scope[2:3] != [step[1]]:
            return ["answer", "301", "code=PermanentRedirect", "x-amz-bucket-region:" + step[1]]
        if step[0] == "need-key" and scope[0] != step[1]:
            return ["answer", "400", "code=ExpiredToken"]
        if step[0] == "need-clock":
            signed_at = calendar.timegm(time.strptime(headers["x-amz-date"], "%Y%m%dT%H%M%SZ"))
            if abs(signed_at - time.time() - int(step[1])) >= 300:
                return ["answer", "403", "code=RequestTimeTooSkewed", "skew=" + step[1]] + step[2:]
        return ["ok"] if step[0].startswith("need-") else step

    def prepare(self, request, step):
        """What happens before the request is acted on, and what is made of it."""
        headers = request.headers
        with lock:
            if step[0] == "forget":
                self.store.uploads.pop(request.query.get("uploadId"), None)
            if step[0] == "rival":
                place = urllib.parse.unquote(headers["x-amz-copy-source"]).lstrip("/") if step[1:] else \
                    request.bucket + "/" + request.key
                self.store.write_rival(*place.split("/", 1))
        if step[0] == "whole":
            headers.pop("range", None)
        if step[0] in ("other-range", "half-range") and "range" in headers:
            first, last = map(int, headers["range"].partition("=")[2].split("-"))
            headers["range"] = "bytes=%d-%d" % (
                (abs(first - 1), last) if step[0] == "other-range" else (first, (first + last) // 2))

    def act(self, request):
        """What the store says to a request."""
        signed = request.headers.get("x-amz-content-sha256", "")
        try:
            if request.broken_rules:
                raise Refusal(400, "InvalidRequest")
            if len(signed) == 64 and signed != request.sha256:
                raise Refusal(400, "XAmzContentSHA256Mismatch")
            with lock:
                return self.store.act(request.operation, request.bucket, request.key, request.query,
                                      request.headers, request.body, request.size, request.sha256)
        except Refusal as refusal:
            body = "<?xml version='1.0'?><Error><Code>%s</Code><Message>As it is.</Message></Error>" % refusal.code
            return Answer(refusal.status, body=body.encode())

    def send(self, request, answer, step):
        """Sends what the store said, or less of it, or something else."""
        body, announced = answer.body, None
        if answer.object is not None:
            announced = answer.size
            data = answer.object.data
            body = data[answer.first:answer.first + answer.size] if data is not None else \
                b"" if request.method == "HEAD" else bytes(answer.size)
            if step[0] == "other-body":
                body = bytes(byte ^ 1 for byte in body)
            if step[0] == "long-body":
                body += b"x" * int(step[1])
                announced = len(body)
            if step[0] in ("cut-body", "short-body", "open-body"):
                body = body[:int(step[1])]
            if step[0] in ("short-body", "open-body"):
                announced = len(body) if step[0] == "short-body" else "nothing"
        self.answer(answer.status, answer.headers, body, announced, request.method == "HEAD")

    def serve_state(self):
        lines = []
        with lock:
            for (bucket, key), found in sorted(self.store.objects.items()):
                lines.append("object %d %s %s/%s\n" % (found.size, found.sha256, bucket, key))
            for bucket, key, _, parts, _ in self.store.uploads.values():
                lines.append("upload %d %s/%s\n" % (len(parts), bucket, key))
        self.answer(200, [], "".join(lines).encode())

    def begin_log(self):
        with lock:
            self.log.file.truncate(0)
            self.log.first_connection = self.number
        self.answer(200)

    def serve_one(self):
        request = self.read_head()
        if request is None:
            return False
        if request.path == "/-/state":
            self.serve_state()
            return True
        if request.path == "/-/new-log":
            self.begin_log()
            return True
        times_read = self.script.times_read
        step = self.resolve(self.script.next_for(request.path, request.operation), request.headers)
        self.prepare(request, step)
        acts = step[0] in KEEPING + ("leave", "done-stall", "done-close", "cut-body", "short-body", "open-body")
        most = int(step[1]) if step[0] in ("reset", "close", "early-ok") else 0 if "early" in step else None
        self.read_body(request, most)
        if most is None:
            request.broken_rules = request_rules.check(request.method, request.target, request.sent_headers,
                                                       request.sha256)
        whole = request.size == int(request.headers.get("content-length", "0"))
        answer = self.act(request) if acts and whole else None
        status = answer.status if answer else step[1] if step[0] in ("answer", "say") else "none"
        self.write_down(request, step, status)
        etag = ("ETag", '"%s"' % request.sha256[:32])
        if step[0] == "late":
            self.script.wait(step[1], times_read)
        if step[0] == "ok-slowly" and answer:
            answer.body = b"  \n\n " + answer.body
        if acts and answer and not step[0].startswith("done-"):
            self.send(request, answer, step)
        elif step[0] == "answer":
            self.answer_error(step, request.method == "HEAD")
        elif step[0] == "say":
            self.answer(int(step[1]), [], " ".join(step[2:]).encode())
        elif step[0] == "reset":
            self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif step[0] in ("stall", "done-stall"):
            self.script.wait(step[1], times_read)
        elif step[0] == "early-ok":
            self.answer(200, [etag])
        elif step[0] == "cut-answer":
            self.answer(200, [etag], b"<Whatever>", 1000)
        elif step[0] == "no-etag":
            self.answer(200, [], b"<html>Sign in to use this network</html>")
        elif step[0] == "garbage":
            self.peer.sendall(b"\0\1\2 what?\r\n\r\n")
        elif step[0] == "broken":
            self.peer.sendall(broken_answers.answer(step[1], request.sha256[:32]))
            self.drain()
        if "early" in step:
            self.drain()
        return step[0] in KEEPING + ("answer", "say", "no-etag") and "early" not in step

    def drain(self):
        """Ends the connection so that the other side can read the answer first: no reset."""
        self.peer.shutdown(socket.SHUT_WR)
        self.peer.settimeout(2)
        while self.peer.recv(65536):
            pass

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
    log = Log(sys.argv[2])
    store = Store("discard" not in script.settings, int(script.settings.get("page", "1000")))
    if "zeros" in script.settings:
        store.make_zeros(*script.settings["zeros"].split(":"))
    signal.signal(signal.SIGHUP, lambda *_: script.read_again(store))
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
        connection = Connection(peer, number, script, store, log, port)
        threading.Thread(target=connection.serve, daemon=True).start()


main()
