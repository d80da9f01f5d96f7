"""The players: how each is started, and switched to another stream."""
import json
import os
import socket

from processes import version, wait_until


class Player:
    """A player with its default settings, except for its output."""

    # Whether it takes seconds to begin, because it reads seconds of a stream first.
    is_slow = True

    def __init__(self, name, command, version_command):
        self.name = name
        self.command = command
        self.version_command = version_command

    def version(self):
        return version(self.name, self.version_command)


class RemotePlayer(Player):
    """A player with requests at a socket, each a line of JSON."""

    is_slow = False

    def __init__(self, name, command, version_command, socket_path, request):
        super().__init__(name, command, version_command)
        self.socket_path = socket_path
        self.request = request

    def connection(self, process):
        path = self.socket_path(process.pid)
        wait_until(lambda: os.path.exists(path), "that it takes requests")
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        return connection

    def play(self, address, connection):
        connection.sendall(json.dumps(self.request(address)).encode() + b"\n")


def all_players(interlude, folder):
    mpv_socket = f"{folder}/mpv.socket"
    liquidsoap = (
        'settings.init.allow_root.set(true) settings.log.stdout.set(false) '
        'output.pulseaudio(fallible=true, input.http("{}"))')
    return [
        RemotePlayer(
            "interlude", lambda address: [interlude, "play", address, "--sink", "pulse"],
            [interlude, "--version"], lambda pid: f"{folder}/interlude-{pid}.sock",
            lambda address: {"verb": "play", "source": address}),
        RemotePlayer(
            "mpv",
            lambda address: [
                "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse",
                f"--input-ipc-server={mpv_socket}", address],
            ["mpv", "--version"], lambda pid: mpv_socket,
            lambda address: {"command": ["loadfile", address]}),
        Player(
            "ffplay", lambda address: ["ffplay", "-nodisp", "-v", "quiet", address],
            ["ffplay", "-version"]),
        Player(
            "Liquidsoap", lambda address: ["liquidsoap", liquidsoap.format(address)],
            ["liquidsoap", "--version"]),
    ]
