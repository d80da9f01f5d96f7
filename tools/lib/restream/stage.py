"""A station with breaks, and players of ours that send it on."""
import array
import json
import math
import os
import pathlib
import subprocess
import wave

from player import Failure, Player
from processes import end, free_port, wait_until

RATE = 48_000
MEDIA = pathlib.Path(__file__).resolve().parents[3] / "SampleMedia"
# A listener hears two whole breaks in 60 s wherever it begins.
EVERY, LENGTH = 25, 8
# A spot, which has to fit where markers end a break some frames early.
SPOT = 7


class Station:
    """`interlude station` with marked breaks, which may be killed and come back."""

    def __init__(self, binary):
        self.port = free_port()
        self.command = [
            binary, "station", "--port", str(self.port), "--json", "--media", MEDIA, "--markers", "adswizz",
            "--break-every", f"{EVERY}s", "--break-length", f"{LENGTH}s"]
        self.address = f"http://127.0.0.1:{self.port}/live.mp3"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        # It says where it is once it is there.
        if not self.process.stdout.readline():
            raise Failure("the station did not start")

    def kill(self):
        self.process.kill()
        self.process.wait()

    close = kill


def write_spot(path):
    """A spot for one break: a tone on the left side, and nothing on the right one."""
    second = array.array("h", (
        sample for frame in range(RATE)
        for sample in (round(8000 * math.sin(2 * math.pi * 440 * frame / RATE)), 0)))
    with wave.open(path, "wb") as file:
        file.setparams((2, 2, RATE, 0, "NONE", ""))
        file.writeframes(second.tobytes() * SPOT)
    return path


class Restream(Player):
    """A player of ours that plays the station to a sink, with a spot in each break."""

    def __init__(self, binary, folder, source, sink, *arguments):
        pathlib.Path(folder).mkdir(parents=True)
        self.name = os.path.basename(folder)
        super().__init__(binary, folder, source, ["--sink", sink, *arguments])

    def problems(self, *allowed):
        """What its log has that no listener should have to notice."""
        names = {"sink.lost", "stream.underrun", "session.reconnecting", "session.lost",
                 "session.failed", "session.warning", "stream.discontinuity", "slot.failed",
                 "break.dropped"} - set(allowed)
        return [f"{self.name}: {json.dumps(event)}" for event in self.all(*names)]


def wait_for_playlist(nginx, name):
    """Returns once a new listener, who begins three segments before the end, hears the programme."""
    playlist = nginx.served / name / "live.m3u8"
    wait_until(lambda: playlist.exists() and playlist.read_text().count("#EXTINF") >= 5,
               f"that {name} has five segments", 60)
