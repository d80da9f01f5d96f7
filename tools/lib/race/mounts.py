"""The streams of a race's stations, and the length of their past."""
import subprocess

from processes import Failure

BURST, BARE, LEFT, RIGHT = "burst.mp3", "bare.mp3", "left.mp3", "right.mp3"

# The bytes of its past that a mount sends to a new listener.
PAST = {BURST: 65536, BARE: 0, LEFT: 65536, RIGHT: 65536}
BYTES_A_SECOND = 128_000 // 8

ENCODER = ["-c:a", "libmp3lame", "-b:a", "128k", "-joint_stereo", "0"]
# LEFT and RIGHT have the programme on that side, and silence on the other.
MAKING = {
    BURST: ["-c", "copy"],
    BARE: ["-c", "copy"],
    LEFT: ["-af", "pan=stereo|c0=c0|c1=0*c0"] + ENCODER,
    RIGHT: ["-af", "pan=stereo|c0=0*c0|c1=c0"] + ENCODER,
}


def prepare(programme, folder):
    """Makes the file of each mount, which contains only frames of MP3. Returns the paths."""
    paths = {}
    for mount, making in MAKING.items():
        paths[mount] = f"{folder}/{mount}"
        status = subprocess.call(
            ["ffmpeg", "-nostdin", "-v", "error", "-i", programme, "-map_metadata", "-1"] + making
            + ["-id3v2_version", "0", "-write_xing", "0", paths[mount]])
        if status != 0:
            raise Failure(f"ffmpeg could not read {programme}")
    return paths
