"""A private sound server, and the audio at its sink."""
import array
import os
import subprocess
import time

from processes import Failure, end, start, wait_until

RATE = 48000
BYTES_PER_FRAME = 8
AUDIBLE = 0.001


class SoundServer:
    """A PulseAudio with one null sink, which is never late."""

    def __init__(self, folder):
        socket = f"{folder}/pulse.socket"
        # Players find no other server here, and no settings of the user.
        self.environment = dict(
            os.environ, PULSE_SERVER=f"unix:{socket}", SDL_AUDIODRIVER="pulseaudio",
            XDG_RUNTIME_DIR=folder, XDG_CONFIG_HOME=folder, HOME=folder)
        self.process = start([
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
            "--load=module-null-sink sink_name=bench rate=48000 format=float32le channels=2 "
            "norewinds=1",
            f"--load=module-native-protocol-unix socket={socket} auth-anonymous=1"],
            env=dict(os.environ, PULSE_RUNTIME_PATH=folder, HOME=folder))
        wait_until(lambda: os.path.exists(socket), "that PulseAudio answers")

    def is_played_to(self):
        """Whether a player's sound is on its way to the sink."""
        streams = subprocess.run(
            ["pactl", "list", "sink-inputs"], env=dict(self.environment, LC_ALL="C"),
            capture_output=True, text=True, check=False)
        return "Corked: no" in streams.stdout

    def close(self):
        end(self.process)


class Monitor:
    """The audio at the sink, in real time."""

    def __init__(self, server):
        self.process = subprocess.Popen(
            ["parec", "--raw", "--device=bench.monitor", f"--rate={RATE}", "--channels=2",
             "--format=float32le", "--latency-msec=5"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=server.environment, bufsize=0)
        # An idle sink begins with a long block.
        self.listen_for(2.5)

    def pieces(self):
        """Each piece, interleaved, and the arrival time of its last frame."""
        rest = b""
        while True:
            piece = os.read(self.process.stdout.fileno(), 65536)
            now = time.monotonic()
            if not piece:
                raise Failure("the recording of the sink has ended")
            piece = rest + piece
            whole = len(piece) - len(piece) % BYTES_PER_FRAME
            rest = piece[whole:]
            yield array.array("f", piece[:whole]), now

    def listen_for(self, seconds):
        deadline = time.monotonic() + seconds
        for _, now in self.pieces():
            if now > deadline:
                return

    def first_sound(self, sides=(0, 1), seconds=20):
        """The time of the next audible sample on one of these sides."""
        deadline = time.monotonic() + seconds
        for samples, now in self.pieces():
            beginnings = [first_audible(samples[side::2]) for side in sides]
            heard = [frame for frame in beginnings if frame is not None]
            if heard:
                return now - (len(samples) / 2 - min(heard)) / RATE
            if now > deadline:
                raise Failure(f"nothing was heard in {seconds} s")

    def wait_for_silence(self, sides=(0, 1), seconds=0.3):
        """Returns once these sides have been silent for a while."""
        last = time.monotonic()
        for samples, now in self.pieces():
            if any(first_audible(samples[side::2]) is not None for side in sides):
                last = now
            elif now - last > seconds:
                return

    def close(self):
        end(self.process)


def first_audible(samples):
    """The index of the first audible sample."""
    if not samples or -AUDIBLE <= min(samples) and max(samples) <= AUDIBLE:
        return None
    return next(index for index, sample in enumerate(samples) if abs(sample) > AUDIBLE)
