"""Servers on this machine whose answers are scripted byte by byte, faults included."""
import itertools
import math
import select
import socket
import struct
import threading
import time
import types

# Steps of an answer besides bytes to send and seconds to wait.
HANG, RESET = "hang", "reset"


def head(status="200 OK", *lines):
    return "\r\n".join([f"HTTP/1.1 {status}", "Connection: close", *lines, "", ""]).encode()


def answer(body=b"", kind="application/xml", status="200 OK"):
    """A whole answer with a length."""
    body = body.encode() if isinstance(body, str) else body
    return [head(status, f"Content-Type: {kind}", f"Content-Length: {len(body)}"), body]


def redirect(location):
    return [head("302 Found", f"Location: {location}", "Content-Length: 0")]


class Site:
    """Answers each request with the steps of `script(path, base)`, one for each connection.

    A site that `reads` nothing starts with its steps at once, as a server of another protocol.
    """

    def __init__(self, script, host="127.0.0.1", reads=True, port=0):
        self.script, self.host, self.reads = script, host, reads
        # The path of each request, and when it arrived on the monotonic clock.
        self.requests, self.lock = [], threading.Lock()
        # A port that nobody listens at yet.
        with socket.socket() as probe:
            probe.bind((host, port))
            self.port = probe.getsockname()[1]
        self.listener = None
        self.base = f"http://{host}:{self.port}"

    def open(self):
        self.listener = socket.create_server((self.host, self.port), backlog=512)
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def close(self):
        if self.listener:
            self.listener.close()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        with connection:
            try:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                path = request_path(connection) if self.reads else ""
                if path is None:
                    return
                with self.lock:
                    self.requests.append((path, time.monotonic()))
                for step in self.script(path, self.base):
                    if not perform(step, connection):
                        return
                # What is sent is not thrown away by an early end.
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                """The player has closed the connection."""

    def paths(self):
        with self.lock:
            return [path for path, _ in self.requests]


def request_path(connection):
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(4096)
        if not piece:
            return None
        received += piece
    return received.split(b" ", 2)[1].decode()


def perform(step, connection):
    """Returns whether another step may follow."""
    if isinstance(step, bytes):
        connection.sendall(step)
    elif step == RESET:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False
    elif step == HANG or isinstance(step, (int, float)):
        return wait(connection, math.inf if step == HANG else step)
    elif isinstance(step, (types.GeneratorType, itertools.repeat, itertools.chain)):
        return all(perform(one, connection) for one in step)
    return True


def wait(connection, seconds):
    """Returns whether the player still waits, too."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        readable, _, _ = select.select([connection], [], [], min(left, 60))
        if readable and not connection.recv(4096):
            return False
    return True


def drip(data, pause=0.2):
    """A byte now and then."""
    for index in range(len(data)):
        yield data[index:index + 1]
        yield pause
