"""A server on a loopback port that speaks TLS, or HTTP, or nothing.

    schemes.py KIND CERTIFICATE KEY CONNECTIONS

prints its port. KIND is "tls" (drops what is no TLS), "alert" (answers that with an alert, as TLS has
it), "http" (answers all that is no HTTP with a 400), or "nothing" (drops all). CONNECTIONS gets a line
for each.
"""
import socket
import ssl
import sys
import threading

kind, certificate, key, connections = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)


def serve(peer):
    try:
        first = peer.recv(65536, socket.MSG_PEEK)
        if kind == "http":
            peer.recv(65536)
            peer.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        elif kind == "alert" and first[:1] != b"\x16":
            peer.recv(65536)
            peer.sendall(b"\x15\x03\x01\x00\x02\x02\x0a")
        elif kind != "nothing":
            peer = context.wrap_socket(peer, server_side=True)
            peer.recv(65536)
    except OSError:
        pass
    finally:
        peer.close()


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(listener.getsockname()[1], flush=True)
while True:
    accepted, _ = listener.accept()
    with open(connections, "a", encoding="ascii") as file:
        file.write("connection\n")
    threading.Thread(target=serve, args=(accepted,), daemon=True).start()
