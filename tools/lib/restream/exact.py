"""A restream as FLAC, sample by sample, against the event log."""
import array
import contextlib
import operator
import os
import subprocess
import tempfile

from player import Failure, Player
from processes import end, is_on_the_air, wait_until
from servers import PASSWORD, Icecast
from stage import RATE

# The left sample counts frames up to here, and the right one how often it has done so.
PERIOD = 30_000
# What the right samples of the programme and of the spot begin with.
PROGRAMME, SPOT = 8_192, -16_384
# In seconds. The spot is pushed twice.
PROGRAMME_LENGTH, SPOT_LENGTH, PLAYED = 40, 3, 20
PUSHES = (4, 12)
FORMAT = ["-f", "s16le", "-ar", str(RATE), "-ac", "2"]


def numbered(seconds, mark):
    """Frames of 16 bits in stereo, each with its number; left is the low half of the word."""
    frames, count = array.array("I"), seconds * RATE
    for turn in range(-(-count // PERIOD)):
        right = (mark + turn & 0xFFFF) << 16
        frames.extend(range(right, right + min(PERIOD, count - turn * PERIOD)))
    return frames


def write_flac(path, frames):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *FORMAT, "-i", "-", path],
                   input=frames.tobytes(), check=True)
    return path


def timeline(player):
    """What is heard from which frame on: ('programme' or 'spot', its frame), or None."""
    changes = {}
    for event in player.events():
        frame, name = event["frame"], event["event"]
        if name in ("session.playing", "stream.resumed"):
            changes[frame] = ("programme", event.get("streamFrame", 0))
        elif name == "slot.started":
            changes[frame] = ("spot", 0)
        elif name in ("slot.completed", "stream.held", "stream.muted"):
            changes.setdefault(frame, None)
        elif name == "session.stopped":
            changes[frame] = None
            return sorted(changes.items(), key=lambda change: change[0])
    raise Failure("the log has no end")


def expected(changes, sounds, shift):
    """The frames of the mix that the log describes.

    `shift` is the frame of the programme that is the stream's first one.
    """
    mix = array.array("I", bytes(4 * changes[0][0]))
    for (frame, what), (stop, _) in zip(changes, changes[1:]):
        part = array.array("I")
        if what:
            kind, begin = what
            begin += shift if kind == "programme" else 0
            part = sounds[kind][begin:begin + stop - frame]
        mix += part + array.array("I", bytes(4 * (stop - frame - len(part))))
    return mix


def first_number(heard):
    """The place of the first frame of the programme, and its number."""
    for place, frame in enumerate(heard):
        turns = (frame >> 16) - PROGRAMME
        if 0 <= turns <= PROGRAMME_LENGTH * RATE // PERIOD:
            return place, (frame & 0xFFFF) + turns * PERIOD
    raise Failure("the restream has nothing of the programme")


def play(binary, folder, icecast, source, spot, name):
    """Plays to a mount. Returns the player and what a listener got from the first frame on."""
    player = Player(
        binary, folder, source,
        ["--sink", icecast.sink(f"{name}.flac"), "--fade", "0ms", "--duration", f"{PLAYED}s"]
        + [word for at in PUSHES for word in ("--push", f"{at}s={spot}")])
    try:
        player.wait_for("session.playing", 1, 30)
        wait_until(lambda: is_on_the_air(icecast.port, f"{name}.flac"), "that the mount is there")
        # A server with a long past sends all of it.
        got = subprocess.run(
            ["curl", "--silent", "--fail", icecast.address(f"{name}.flac")],
            capture_output=True, check=True, timeout=PLAYED + 60).stdout
        status, _ = player.finish(30)
    finally:
        player.kill()
    decoded = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "warning", "-f", "ogg", "-i", "-", *FORMAT, "-"],
        input=got, capture_output=True, check=True)
    if status != 0 or decoded.stderr:
        raise Failure(f"the restream ended with {status}: {player.last_words()} "
                      f"{decoded.stderr.decode(errors='replace')}")
    return player, decoded.stdout


def compare(player, got, sounds, name, *, is_live):
    """Prints how much is where the log has it. Returns the problems."""
    changes = timeline(player)
    heard = array.array("I", got)
    place, number = first_number(heard)
    playing, (_, begin) = next(
        (frame, what) for frame, what in changes if what and what[0] == "programme")
    # A live stream begins anywhere in the programme.
    shift = number - (begin + place - playing) if is_live else 0
    mix = expected(changes, sounds, shift)
    wrong = abs(len(heard) - len(mix)) + sum(map(operator.ne, heard, mix))
    counts = {kind: sum(stop - frame for (frame, what), (stop, _) in zip(changes, changes[1:])
                        if what and what[0] == kind) for kind in sounds}
    print(f"  {name}: {counts['programme']} samples of the programme and {counts['spot']} of the "
          f"spots in the log; of {len(mix)} in all {wrong} are not as it says", flush=True)
    problems = [f"{name}: {wrong} samples are not as the log says"] if wrong else []
    if counts["spot"] != len(PUSHES) * SPOT_LENGTH * RATE:
        problems.append(f"{name}: the log has {counts['spot']} samples of spots")
    return problems


def measure(options, binary):
    """Plays a file and a live stream. Returns the problems."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        sounds = {"programme": numbered(PROGRAMME_LENGTH, PROGRAMME),
                  "spot": numbered(SPOT_LENGTH, SPOT)}
        programme, spot = (write_flac(f"{folder}/{name}.flac", frames)
                           for name, frames in sounds.items())
        icecast = stack.enter_context(contextlib.closing(Icecast(folder, burst=16 << 20)))
        found = play(binary, folder, icecast, programme, spot, "file")
        problems = compare(*found, sounds, "file", is_live=False)
        with open(os.devnull, "wb") as nothing:
            source = subprocess.Popen(
                ["ffmpeg", "-nostdin", "-v", "error", "-re", "-i", programme, "-c", "copy",
                 "-content_type", "audio/ogg", "-f", "ogg",
                 f"icecast://source:{PASSWORD}@127.0.0.1:{icecast.port}/source.flac"],
                stdin=subprocess.DEVNULL, stdout=nothing, stderr=nothing)
        stack.callback(end, source)
        wait_until(lambda: is_on_the_air(icecast.port, "source.flac"), "that the source is there")
        found = play(binary, folder, icecast, icecast.address("source.flac"), spot, "live")
        return problems + compare(*found, sounds, "live stream", is_live=True)
