"""A station's server that answers at once.

It sends the same stream as Icecast, but Icecast first waits for three blocks of the stream, a third
of a second. Figures that should not include that use this server.

usage: prompt_server.py PORT FOLDER
"""
import functools
import http.server
import os
import sys
import time

from mounts import BYTES_A_SECOND, PAST
from processes import end, free_port, is_on_the_air, start, wait_until

FRAME_SECONDS = 1152 / 44100


class Listener(http.server.BaseHTTPRequestHandler):
    """Sends one listener a mount's past, and then each frame when it is due."""

    def __init__(self, sounds, *arguments):
        self.sounds = sounds
        super().__init__(*arguments)

    def do_GET(self):
        mount = self.path[1:]
        if mount not in self.sounds:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", "audio/mpeg")
        self.send_header("icy-br", "128")
        self.end_headers()
        # As with Icecast, a stream begins at any byte, even within a frame.
        now = int(time.monotonic() * BYTES_A_SECOND)
        sent = now - PAST[mount]
        try:
            while True:
                self.wfile.write(section(self.sounds[mount], sent, now))
                sent = now
                time.sleep(FRAME_SECONDS)
                now = int(time.monotonic() * BYTES_A_SECOND)
        except ConnectionError:
            return None

    def log_message(self, *_):
        """Nobody reads it."""


def section(sound, begin, stop):
    """The bytes from `begin` to `stop` of an endlessly repeated sound."""
    length = stop - begin
    begin %= len(sound)
    return (sound[begin:] + sound * (length // len(sound) + 1))[:length]


class PromptServer:
    """The server in its own process."""

    def __init__(self, folder):
        self.port = free_port()
        self.process = start([sys.executable, "-B", __file__, str(self.port), folder])
        wait_until(lambda: is_on_the_air(self.port), "that the prompt server answers")

    def address(self, mount):
        return f"http://127.0.0.1:{self.port}/{mount}"

    def close(self):
        end(self.process)


def main(port, folder):
    sounds = {}
    for mount in PAST:
        with open(os.path.join(folder, mount), "rb") as file:
            sounds[mount] = file.read()
    http.server.ThreadingHTTPServer(
        ("127.0.0.1", int(port)), functools.partial(Listener, sounds)).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
