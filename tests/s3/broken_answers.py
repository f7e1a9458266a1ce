"""Answers that no server should give, as bytes: the steps "broken NAME" of fault_server.py.

Each is followed by the end of the connection. {etag} stands for the ETag of a success.
"""
OK = b'HTTP/1.1 200 OK\r\nETag: "{etag}"\r\n'

ANSWERS = {
    # The end comes between two headers: libcurl takes it for the end of the headers.
    "headers": OK + b"Content-Len",
    "status": b"HTTP/1.1 20",
    "version": b'HTTP/3.7 200 OK\r\nETag: "{etag}"\r\nContent-Length: 0\r\n\r\n',
    "length": OK + b"Content-Length: -5\r\n\r\n",
    "length-too-large": OK + b"Content-Length: 50\r\n\r\nabc",
    "chunk": OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc",
    # Interim answers have headers of their own, which are not those of the answer.
    "interim": b'HTTP/1.1 103 Early Hints\r\nETag: "{etag}"\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n',
    "many-headers": b"HTTP/1.1 503 Busy\r\n" + b"X-Filler: %s\r\n" % (b"x" * 60) * 100000 + b"\r\n",
    "long-header": b"HTTP/1.1 503 Busy\r\nX-Filler: " + b"x" * 1000000 + b"\r\n\r\n",
    "large-503": b"HTTP/1.1 503 Busy\r\n\r\n" + b"x" * 20000000,
    "large-403": b"HTTP/1.1 403 No\r\n\r\n<Error><Code>AccessDenied</Code></Error>" + b" " * 20000000,
    "expectation": b"HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
}


def answer(name, etag):
    return ANSWERS[name].replace(b"{etag}", etag.encode())
