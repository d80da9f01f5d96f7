"""What a restream costs, against Liquidsoap that does the same."""
import contextlib
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

from processes import (
    Failure, end, is_on_the_air, processor_time, resident_memory, version, wait_until)
from servers import PASSWORD, Icecast
from stage import EVERY, SPOT, Restream, Station, write_spot

# Two breaks, in seconds.
MEASURED = 2 * EVERY
WARM_UP = 5
BIT_RATE = "192k"

# The same programme, the same spot in as much of the time, the same rate, and the same encoder.
SCRIPT = """
settings.init.allow_root.set(true)
settings.frame.audio.samplerate.set(48000)
station = input.http("{station}")
breaks = delay({pause}., single("{spot}"))
output.icecast(
    %ffmpeg(format="mp3", %audio(codec="libmp3lame", b="{rate}")),
    host="127.0.0.1", port={port}, password="{password}", mount="liquidsoap.mp3", fallible=true,
    fallback(track_sensitive=false, [breaks, station]))
"""


@contextlib.contextmanager
def interlude(binary, folder, station, icecast, spot):
    player = Restream(
        binary, f"{folder}/{time.monotonic_ns()}", station.address,
        icecast.sink(f"interlude.mp3?bitrate={BIT_RATE}"), "--fill", spot)
    try:
        yield player.process
        problems = player.problems()
        if problems:
            raise Failure(problems[0])
    finally:
        player.stop()


@contextlib.contextmanager
def liquidsoap(_, folder, station, icecast, spot):
    script = pathlib.Path(folder, "restream.liq")
    script.write_text(SCRIPT.format(
        station=station.address, spot=spot, pause=EVERY - SPOT, rate=BIT_RATE, port=icecast.port,
        password=PASSWORD))
    with open(f"{folder}/liquidsoap.log", "ab") as log:
        process = subprocess.Popen(["liquidsoap", script], stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=log)
    try:
        yield process
    except Failure as failure:
        said = pathlib.Path(folder, "liquidsoap.log").read_text(errors="replace")
        raise Failure(f"{failure}; Liquidsoap says: {said[-1000:]}") from failure
    finally:
        end(process)


def cost(restream, mount, icecast):
    """The share of a processor in percent, and the resident memory in MB."""
    with restream as process:
        wait_until(lambda: process.poll() is not None or is_on_the_air(icecast.port, mount),
                   f"that {mount} is there", 60)
        time.sleep(WARM_UP)
        before, begun = processor_time(process.pid), time.monotonic()
        time.sleep(MEASURED)
        if process.poll() is not None:
            raise Failure(f"the player to {mount} has ended with status {process.returncode}")
        share = (processor_time(process.pid) - before) / (time.monotonic() - begun)
        return share * 100, resident_memory(process.pid)


def measure(options, binary):
    """Prints the medians, and their ratio. Returns the problems."""
    rivals = {"interlude": interlude, "liquidsoap": liquidsoap}
    costs = {name: [] for name in rivals}
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        os.chmod(folder, 0o755)
        icecast = stack.enter_context(contextlib.closing(Icecast(folder)))
        station = stack.enter_context(contextlib.closing(Station(binary)))
        spot = write_spot(f"{folder}/spot.wav")
        for turn in range(options.turns):
            for name in sorted(rivals, reverse=turn % 2 == 1):
                costs[name].append(cost(
                    rivals[name](binary, folder, station, icecast, spot), f"{name}.mp3", icecast))
    print(f"  {version('Liquidsoap', ['liquidsoap', '--version'])}; {options.turns} turns of "
          f"{MEASURED} s, median (min to max)")
    medians = {}
    for name, found in costs.items():
        shares, sizes = zip(*found)
        medians[name] = statistics.median(shares)
        print(f"  {name:10}: {medians[name]:.2f} % of a processor ({min(shares):.2f} to "
              f"{max(shares):.2f}), {statistics.median(sizes):.0f} MB")
    ratio = medians["interlude"] / medians["liquidsoap"]
    print(f"  interlude takes {ratio:.2f} of Liquidsoap's processor time", flush=True)
    if ratio > options.highest_ratio:
        return [f"interlude takes {ratio:.2f} of Liquidsoap's processor time; "
                f"{options.highest_ratio} is allowed"]
    return []
