"""A web server for a folder, on a loopback port, that misbehaves by script and writes down what it saw.

    mirror_server.py FOLDER SCRIPT LOG [CERTIFICATE KEY]

prints its port, then serves until it is killed: files with ETag, Last-Modified and ranges, folders as
the listings of nginx. Before each request it looks whether the script was written anew. A line of the
script is regular expressions of the whole method and of a part of the path, and words; the first line
that matches a request is used for it and then struck out, but for one that begins with "*":

    GET bz2$ cut=1000           the body ends after so many bytes
    GET bz2$ stall=1000         nothing comes after so many bytes, until the client hangs up
    GET bz2$ reset=1000         the connection is reset after so many bytes
    ... ... length=+5               Content-Length is so much too large, or, -5, too small
    ... ... chunked                 chunked, without a length; with cut: without its end
    ... ... no-length               without a length: ends with the connection
    ... ... no-ranges               Range is ignored
    ... ... any-version             If-Range is ignored
    ... ... shift=100               another part than was asked for
    ... ... half                    half of the part that was asked for
    ... ... no-total                a part does not say of how many bytes
    ... ... packed                  a part is compressed by gzip, and says so
    ... ... no-validators           neither ETag nor Last-Modified
    ... ... no-etag                 no ETag
    ... ... time=SECONDS            another Last-Modified
    ... ... etag=X weak             another ETag; a weak one
    ... ... flip=1000               the byte there is another
    ... ... encoded                 compressed by gzip, and says so
    ... ... page=TYPE               a web page instead, of that Content-Type
    ... ... empty                   a file of no bytes
    ... ... status=503 a:b          that status, with headers ("{port}" is replaced)
    ... ... swap                    first renames the file's "<name>.new" to its name
    * HEAD . status=405

The log has a line for each request, written before its body is sent:

    GET /wiki/file range=100- if-range=yes status=206
"""
import gzip
import hashlib
import http.server
import os
import re
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
from email.utils import formatdate

PAGE = b"<!DOCTYPE html><html><body>The service is not available.</body></html>\n"
lock = threading.Lock()


class Script:
    def __init__(self, path):
        self.path, self.text, self.lines = path, None, []

    def words_for(self, method, path):
        """The words of the first line that matches."""
        with lock:
            with open(self.path, encoding="utf-8") as file:
                text = file.read()
            if text != self.text:
                self.text, self.lines = text, list(filter(None, text.splitlines()))
            for line in self.lines:
                method_regex, path_regex, *words = line.removeprefix("* ").split(" ")
                if re.fullmatch(method_regex, method) and re.search(path_regex, path):
                    if not line.startswith("* "):
                        self.lines.remove(line)
                    return dict(word.partition("=")[::2] for word in words if ":" not in word), \
                        [word for word in words if ":" in word]
        return {}, []


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def write_down(self, status):
        ranged = self.headers.get("Range", "")
        line = "%s %s%s%s status=%d\n" % (
            self.command, self.path, " range=" + ranged.partition("=")[2] if ranged else "",
            " if-range=yes" if "If-Range" in self.headers else "", status)
        with lock, open(sys.argv[3], "a", encoding="utf-8") as log:
            log.write(line)

    def answer(self, status, headers, body=b"", words=None):
        words = words or {}
        self.write_down(status)
        self.send_response_only(status)
        self.send_header("Date", formatdate(usegmt=True))
        for name, value in headers:
            self.send_header(name, value)
        length = len(body)
        if "chunked" in words:
            self.send_header("Transfer-Encoding", "chunked")
        elif "no-length" in words:
            self.send_header("Connection", "close")
        else:
            length += int(words.get("length", "0"))
            self.send_header("Content-Length", str(length))
        self.end_headers()
        if self.command != "HEAD":
            self.send_body(body[:length], words)
        if "no-length" in words or "length" in words:
            self.close_connection = True

    def send_body(self, body, words):
        ends = next((name for name in ("cut", "stall", "reset") if name in words), None)
        if ends:
            body = body[:int(words[ends])]
        if "chunked" in words:
            for start in range(0, len(body), 10000):
                piece = body[start:start + 10000]
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.write(b"" if ends else b"0\r\n\r\n")
        else:
            self.wfile.write(body)
        self.wfile.flush()
        if ends == "stall":
            self.connection.settimeout(120)
            self.connection.recv(1)
        if ends == "reset":
            # What is still on its way would be lost with the reset.
            time.sleep(0.2)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = self.close_connection or ends is not None

    def serve_listing(self, path):
        names = sorted(os.listdir(path))
        links = ["<a href=\"%s\">%s</a>" % (urllib.parse.quote(name) + slash, name + slash)
                 for name in names for slash in ["/" if os.path.isdir(os.path.join(path, name)) else ""]]
        page = "<html><body><h1>Index</h1><hr><pre><a href=\"../\">../</a>\n%s\n</pre></body></html>\n"
        self.answer(200, [("Content-Type", "text/html")], (page % "\n".join(links)).encode())

    def serve_range(self, body, headers, words, etag, modified):
        """The part that was asked for; False when the whole is to be sent."""
        match = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not match or "no-ranges" in words:
            return False
        condition = self.headers.get("If-Range")
        if condition is not None and "any-version" not in words and condition not in (etag, modified):
            return False
        first = int(match[1])
        if first >= len(body):
            self.answer(416, headers + [("Content-Range", "bytes */%d" % len(body))])
            return True
        first -= int(words.get("shift", "0"))
        last = (first + len(body)) // 2 if "half" in words else len(body) - 1
        total = "*" if "no-total" in words else str(len(body))
        headers.append(("Content-Range", "bytes %d-%d/%s" % (first, last, total)))
        part = body[first:last + 1]
        if "packed" in words:
            part = gzip.compress(part)
            headers.append(("Content-Encoding", "gzip"))
        self.answer(206, headers, part, words)
        return True

    def serve_file(self, path, words):
        with open(path, "rb") as file:
            body = file.read()
        headers = [("Content-Type", "application/octet-stream")]
        if "empty" in words:
            body = b""
        if "flip" in words:
            at = int(words["flip"])
            body = body[:at] + bytes([body[at] ^ 1]) + body[at + 1:]
        if "encoded" in words:
            body = gzip.compress(body)
            headers.append(("Content-Encoding", "gzip"))
        etag = '"%s"' % words.get("etag", hashlib.md5(body).hexdigest())
        etag = "W/" + etag if "weak" in words else etag
        modified = formatdate(float(words.get("time", os.path.getmtime(path))), usegmt=True)
        if "no-validators" not in words:
            headers += [("ETag", etag)] if "no-etag" not in words else []
            headers += [("Last-Modified", modified)]
        if not self.serve_range(body, headers, words, etag, modified):
            self.answer(200, headers, body, words)

    def do_GET(self):
        words, more = script.words_for(self.command, self.path)
        path = sys.argv[1] + urllib.parse.unquote(self.path.partition("?")[0])
        if "swap" in words:
            os.replace(path + ".new", path)
        if "status" in words:
            headers = [header.replace("{port}", str(self.server.server_port)).split(":", 1) for header in more]
            self.answer(int(words["status"]), headers, PAGE)
        elif "page" in words:
            self.answer(200, [("Content-Type", words["page"])], PAGE, words)
        elif os.path.isdir(path) and path.endswith("/"):
            self.serve_listing(path)
        elif os.path.isfile(path):
            self.serve_file(path, words)
        else:
            self.answer(404, [("Content-Type", "text/html")], PAGE)

    do_HEAD = do_GET


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        """A client that hung up."""


script = Script(sys.argv[2])
server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 4:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[4], sys.argv[5])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
