"""The players: how each is started, and switched to another stream."""
import json
import os
import socket
import subprocess

from processes import version, wait_until
from table import BEFORE, OURS, RIVAL


class Player:
    """A player with its default settings, except for its output."""

    # Whether it takes seconds to begin, because it reads seconds of a stream first.
    is_slow = True

    def __init__(self, name, command, version_command, plays_hls=True):
        self.name = name
        self.command = command
        self.version_command = version_command
        self.plays_hls = plays_hls

    def version(self):
        return version(self.name, self.version_command)


class RemotePlayer(Player):
    """A player with requests at a socket, each a line of JSON."""

    is_slow = False

    def __init__(
            self, name, command, version_command, socket_path, request, plays_hls=True):
        super().__init__(name, command, version_command, plays_hls)
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


def build_of_interlude(name, command, folder):
    """A build of interlude; an early one plays no HLS."""
    inspects = subprocess.run(
        [command, "inspect", "--help"], capture_output=True, text=True, check=False).stdout
    return RemotePlayer(
        name, lambda address: [command, "play", address, "--sink", "pulse"],
        [command, "--version"], lambda pid: f"{folder}/interlude-{pid}.sock",
        lambda address: {"verb": "play", "source": address}, "\n  hls " in inspects)


def all_players(interlude, before, folder):
    """interlude, `before`, an earlier build of it, unless that is empty, and the others."""
    mpv_socket = f"{folder}/mpv.socket"
    liquidsoap = (
        'settings.init.allow_root.set(true) settings.log.stdout.set(false) '
        'output.pulseaudio(fallible=true, input.http("{}"))')
    builds = [build_of_interlude(OURS, interlude, folder)]
    if before:
        builds.append(build_of_interlude(BEFORE, before, folder))
    return builds + [
        RemotePlayer(
            RIVAL,
            lambda address: [
                "mpv", "--no-config", "--no-video", "--really-quiet", "--ao=pulse",
                f"--input-ipc-server={mpv_socket}", address],
            ["mpv", "--version"], lambda pid: mpv_socket,
            lambda address: {"command": ["loadfile", address]}),
        Player(
            "ffplay", lambda address: ["ffplay", "-nodisp", "-v", "quiet", address],
            ["ffplay", "-version"]),
        # Liquidsoap plays HLS by another operator.
        Player(
            "Liquidsoap", lambda address: ["liquidsoap", liquidsoap.format(address)],
            ["liquidsoap", "--version"], plays_hls=False),
    ]
