"""Other people's players, each of which writes what it plays into a file, in real time."""
import os
import pathlib
import re
import signal
import subprocess
import time

from processes import version

RATE = 48_000
BYTES_PER_SECOND = RATE * 2 * 2
# A run of silence is a gap, and one on the right side only is a spot. Codecs leave no silence in
# the programme, and some noise on the side that is silent in the spot.
GAP = "silencedetect=noise=-50dB:d=0.3:mono=1"
FORMAT = ["-f", "s16le", "-ar", str(RATE), "-ac", "2"]
SILENCE = re.compile(r"channel: (\d) \| silence_end: \S+ \| silence_duration: (\S+)|"
                     r"channel: (\d) \| silence_start: (\S+)")


# It warns of its file, in two lines.
SDL_BENIGN = ("CRITICAL: You are using the SDL disk i/o", "CRITICAL:  Writing to file")
VLC_BENIGN = (
    # What it tells without a level, as the form of a stream.
    r"^\[\w+\] [\w ]+(?<! error)(?<! warning): ", "^VLC media player",
    # Ways to control it that need a desktop.
    " interface error:", "libvlc error: interface", "dbus",
    # It names what each stream with titles, and each fragmented MP4, has.
    "http stream warning: ICY metaint", "http stream warning: New Icy-Title",
    "mp4 demux warning: no chunk defined", "mp4 demux warning: STTS table of 0 entries",
    # Its decoder of AAC has no sound for the first packet of a stream.
    "faad decoder warning: decoded zero sample")
GSTREAMER_BENIGN = (
    # Plug-ins that find no hardware or no library of theirs.
    " WARN +(ladspa|msdk|cudaloader|nvcodec|va) ",
    # Its own: a volume that nobody asked for, a text for a log, a filter's choice of arithmetic.
    "No volume control found", "Volume/mute is not available",
    "No value transform to serialize field", "can't find exact taps",
    # At the beginning of any FLAC in Ogg, that of FFmpeg too; no sample is lost by it.
    "flacdec.*Lost sync, flushing decoder")

# VLC refuses to run as root.
NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]


class Kind:
    """A player: how it is started and ended, and which of its words are no complaint.

    `agent` is how it calls itself at a server, and `status` what it ends with when it is stopped.
    """

    def __init__(self, name, agent, command, version_command, *, stop=signal.SIGTERM, status=0,
                 environment=None, as_nobody=False, benign=()):
        self.name, self.agent, self.command = name, agent, command
        self.version_command, self.stop, self.status = version_command, stop, status
        self.environment = environment or (lambda sound: {})
        self.prefix = NOBODY if as_nobody and os.getuid() == 0 else []
        self.benign = benign

    def version(self):
        return version(self.name, self.prefix + self.version_command)


def sdl_disk(sound):
    """SDL writes into a file what it would give to a sound card, at the same pace."""
    return {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(sound)}


def kinds(folder):
    """The four players. Files that they share are in `folder`."""
    registry = {"GST_REGISTRY": f"{folder}/gstreamer.registry", "GST_DEBUG_NO_COLOR": "1"}
    # A first start looks at every plug-in there is, which takes many seconds.
    subprocess.run(["gst-inspect-1.0", "playback"], env={**os.environ, **registry},
                   capture_output=True, check=True)
    return [
        Kind("mpv", "mpv",
             lambda address, sound: [
                 "mpv", "--no-config", "--no-video", "--quiet", "--msg-level=all=warn",
                 "--ao=sdl", "--audio-format=s16", address],
             ["mpv", "--version"], status=4, environment=sdl_disk, benign=SDL_BENIGN),
        Kind("VLC", "VLC",
             lambda address, sound: [
                 "vlc", "--intf=dummy", "--verbose=1", "--no-color", "--no-dbus", "--no-video",
                 "--aout=afile", f"--audiofile-file={sound}", "--no-audiofile-wav",
                 "--audiofile-format=s16", "--audiofile-channels=2", address],
             ["vlc", "--version"], as_nobody=True, benign=VLC_BENIGN),
        Kind("ffplay", "Lavf",
             lambda address, sound: [
                 "ffplay", "-hide_banner", "-nostats", "-v", "warning", "-nodisp", "-vn", address],
             ["ffplay", "-version"], status=123, environment=sdl_disk, benign=SDL_BENIGN),
        Kind("GStreamer", "GStreamer",
             lambda address, sound: [
                 "gst-launch-1.0", "--quiet", "playbin3", f"uri={address}", "flags=audio",
                 "audio-sink=audioconvert ! audioresample ! "
                 f"audio/x-raw,format=S16LE,rate={RATE},channels=2 ! "
                 f"filesink sync=true location={sound}"],
             ["sh", "-c", "gst-launch-1.0 --version | tail -n +2"], stop=signal.SIGINT,
             benign=GSTREAMER_BENIGN,
             environment=lambda sound: {**registry, "GST_DEBUG": "2"}),
    ]


class Listener:
    """A player at an address, from now on."""

    def __init__(self, kind, address, folder):
        self.kind, self.folder = kind, pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.folder.chmod(0o777)
        self.sound, self.log = self.folder / "sound.raw", self.folder / "log"
        command = kind.prefix + kind.command(address, self.sound)
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder),
                     **kind.environment(self.sound)})
        self.begun = self.finished = self.ended_early = None

    def seconds(self):
        """How much it has played."""
        return self.sound.stat().st_size / BYTES_PER_SECOND if self.sound.exists() else 0

    def look(self, goal):
        """Notes when it began to play, and when it had played so many seconds."""
        now, played = time.monotonic(), self.seconds()
        if self.begun is None and played > 0:
            self.begun = now
        if self.finished is None and played >= goal:
            self.finished = now
        if self.process.poll() is not None and self.ended_early is None:
            self.ended_early = self.process.returncode
        return self.finished is not None or self.ended_early is not None

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(self.kind.stop)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def complaints(self):
        """The lines that it has said, but for those that mean nothing here."""
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines
                if line.strip() and not any(re.search(word, line) for word in self.kind.benign)]

    def silences(self, seconds):
        """The lengths of the silences on each side in the first seconds, in seconds."""
        said = subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "info", "-nostats", *FORMAT, "-t", str(seconds), "-i",
             self.sound, "-af", GAP, "-f", "null", "-"],
            capture_output=True, text=True, check=True).stderr
        lengths = {"0": [], "1": []}
        for side, length, _, _ in SILENCE.findall(said):
            if side:
                lengths[side].append(float(length))
        return lengths["0"], lengths["1"]
