"""Beacons against the sound that they report."""
import array
import contextlib
import os
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

import vast
from faults import answer
from outage import EVENTS
from player import RATE, Failure, Player
from servers import Site

# Two ads in each break: one is on the left side only, the other on the right.
SECONDS, EVERY = 4, 14
SIDES = ("left", "right")
LENGTH = SECONDS * RATE
# How many frames of the ad were heard at each beacon. `loaded` comes before them.
PLACES = {
    "creativeView": 0, "start": 0, "firstQuartile": LENGTH // 4, "midpoint": LENGTH // 2,
    "impression": 2 * RATE, "thirdQuartile": LENGTH * 3 // 4, "complete": LENGTH,
}
AUDIBLE = 0.01
FRAME_BYTES = 8


class Monitor:
    """Records what a sound server's sink plays, and when."""

    def __init__(self, environment):
        self.samples, self.pieces = array.array("f"), []
        self.process = subprocess.Popen(
            ["parec", "--raw", "--device=ads.monitor", f"--rate={RATE}", "--channels=2",
             "--format=float32le", "--latency-msec=5"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, bufsize=0)
        self.thread = threading.Thread(target=self.record, daemon=True)
        self.thread.start()

    def record(self):
        rest = b""
        while piece := os.read(self.process.stdout.fileno(), 1 << 16):
            now = time.monotonic()
            piece = rest + piece
            whole = len(piece) - len(piece) % FRAME_BYTES
            rest = piece[whole:]
            self.samples.frombytes(piece[:whole])
            self.pieces.append((len(self.samples) // 2, now))

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.thread.join()

    def begin(self):
        """The time of frame 0.

        A piece may be read late, and never early, so the earliest one is right. The sink plays by
        the same clock.
        """
        return min(now - count / RATE for count, now in self.pieces)

    def ads(self):
        """The side of each ad, and the times at which the frames at PLACES were heard.

        Only audible frames count: on a busy machine the sink may run dry within an ad. The sides
        take turns, so what follows is the same ad.
        """
        begun, step, last = self.begin(), RATE // 100, None
        for frame in range(0, len(self.samples) // 2 - step, step):
            side = self.side(frame)
            if side is not None and side != last:
                yield SIDES[side], self.times(max(0, frame - step), side, begun)
                last = side

    def times(self, start, side, begun):
        """When this ad had been heard up to each of PLACES."""
        count, last, heard = 0, start, {}
        for frame in range(start, min(len(self.samples) // 2, start + 2 * LENGTH)):
            if abs(self.samples[2 * frame + side]) > AUDIBLE:
                if count == 0:
                    heard[0] = begun + frame / RATE
                count, last = count + 1, frame
                if count in PLACES.values():
                    heard[count] = begun + (frame + 1) / RATE
        # The last frames of a fade are not audible.
        heard[LENGTH] = begun + (last + 1) / RATE
        return heard

    def side(self, frame):
        """The side of the ad that is heard at `frame`; `None` for silence."""
        levels = [abs(self.samples[2 * frame + side]) for side in (0, 1)]
        return levels.index(max(levels)) if max(levels) > AUDIBLE else None


class AdServer:
    """Two ads for each break, with beacons that name the break and the ad."""

    def __init__(self):
        self.count = 0
        self.media = {"left": vast.sound(SECONDS, left=16_000),
                      "right": vast.sound(SECONDS, right=16_000)}
        self.site = Site(self.script).open()

    def script(self, path, base):
        kind, *rest = path.removeprefix("/").split("/")
        if kind == "media":
            return answer(self.media[rest[-1]], "audio/wav")
        if kind == "beacon":
            return answer(kind="image/gif")
        self.count += 1
        return answer(vast.document(*(
            vast.ad(f"{side}{self.count}", f"{base}/media/{self.count}/{side}", SECONDS,
                    [(event, f"{base}/beacon/{self.count}/{side}/{event}") for event in EVENTS],
                    [f"{base}/beacon/{self.count}/{side}/impression"], number)
            for number, side in enumerate(SIDES, 1))))

    def beacons(self):
        """The arrival of each beacon, by the number of the answer, the side and the event."""
        return {tuple(path.split("/")[2:]): at for path, at in self.site.requests
                if path.startswith("/beacon")}


def sound_server(folder, stack):
    """Starts a PulseAudio with one null sink. Returns the environment of its clients."""
    address = f"{folder}/native"
    process = subprocess.Popen(
        ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
         "--disable-shm=yes",
         "--load=module-null-sink sink_name=ads rate=48000 format=float32le channels=2 norewinds=1",
         f"--load=module-native-protocol-unix socket={address} auth-anonymous=1"],
        env={**os.environ, "PULSE_RUNTIME_PATH": folder, "HOME": folder},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(lambda: (process.kill(), process.wait()))
    deadline = time.monotonic() + 20
    while not pathlib.Path(address).exists():
        if time.monotonic() > deadline or process.poll() is not None:
            raise Failure("PulseAudio does not start")
        time.sleep(0.05)
    return {"PULSE_SERVER": f"unix:{address}"}


def measure(options, binary):
    """Plays the breaks, and compares. Returns the problems."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        show = pathlib.Path(folder, "show.wav")
        show.write_bytes(vast.sound(EVERY * (options.breaks + 2)))
        ads = AdServer()
        stack.callback(ads.site.close)
        environment = sound_server(folder, stack)
        monitor = Monitor({**os.environ, **environment})
        stack.callback(monitor.stop)
        player = Player(
            binary, folder, str(show),
            ["--sink", "pulse:ads", "--break-every", f"{EVERY}s", "--break-length",
             f"{2 * SECONDS}s", "--duration", f"{EVERY * (options.breaks + 1) - 2}s",
             "--ad-tag", ads.site.base + "/tag"], environment)
        stack.callback(player.kill)
        player.finish(EVERY * (options.breaks + 2) + 60)
        monitor.stop()
        return compare(ads.beacons(), list(monitor.ads()), options)


def compare(beacons, ads, options):
    """Prints the errors of the beacons. Returns the problems."""
    if [side for side, _ in ads] != list(SIDES) * options.breaks:
        return [f"the monitor heard {len(ads)} ads, of {2 * options.breaks}"]
    errors, problems = {event: [] for event in PLACES}, []
    for index, (side, heard) in enumerate(ads):
        for event, place in PLACES.items():
            arrived = beacons.get((str(index // 2 + 1), side, event))
            if arrived is None or place not in heard:
                problems.append(f"no {event} of ad {index + 1}")
            else:
                errors[event].append((arrived - heard[place]) * 1000)
    print(f"{len(ads)} ads; from the sound at the monitor to the beacon at its server, in ms:")
    for event, found in errors.items():
        if not found:
            continue
        largest = max(found, key=abs)
        print(f"  {event:14} largest error {largest:+7.1f}, median "
              f"{statistics.median(found):+7.1f}, from {min(found):+7.1f} to {max(found):+7.1f}",
              flush=True)
        if abs(largest) > options.largest_error:
            problems.append(f"{event} was {largest:.0f} ms off")
    return problems
