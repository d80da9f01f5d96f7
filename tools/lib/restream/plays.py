"""Four players at each kind of restream, for a minute over two breaks."""
import contextlib
import os
import tempfile
import time

import listeners
from servers import Icecast, Nginx
from stage import SPOT, Restream, Station, wait_for_playlist, write_spot

# Icecast's mounts, and the folders of HLS with their settings.
MOUNTS = {"Icecast MP3": "live.mp3", "Icecast AAC": "live.aac", "Icecast Opus": "live.opus",
          "Icecast FLAC": "live.flac"}
FOLDERS = {"HLS fMP4": ("fmp4", "segment=4s"), "HLS packed AAC": ("aac", "form=aac&segment=4s"),
           "HLS low latency": ("parts", "segment=4s&part=500ms")}
# How much longer than the sound a player may take for it, in seconds.
STALL = 1.5
# More than the past that a new listener of Icecast gets, in seconds.
PAST = 10
# How long a player may take to begin, in seconds.
START = 45


@contextlib.contextmanager
def restreams(binary, folder, mounts, folders, *arguments):
    """The station, and an address with the player of ours behind it for each restream."""
    with contextlib.ExitStack() as stack:
        icecast = stack.enter_context(contextlib.closing(Icecast(folder)))
        nginx = stack.enter_context(contextlib.closing(Nginx(folder)))
        spot = write_spot(f"{folder}/spot.wav")
        station = stack.enter_context(contextlib.closing(Station(binary)))
        sinks = {name: (icecast.sink(mount), icecast.address(mount))
                 for name, mount in mounts.items()}
        sinks |= {name: (nginx.sink(*settings), nginx.address(settings[0]))
                  for name, settings in folders.items()}
        found = {}
        for name, (sink, address) in sinks.items():
            player = Restream(
                binary, f"{folder}/{name}", station.address, sink, "--fill", spot, *arguments)
            stack.callback(player.kill)
            found[name] = (address, player)
        for name, (_, player) in found.items():
            player.wait_for("session.playing", 1, 60)
        begun = time.monotonic()
        for name, _ in folders.values():
            wait_for_playlist(nginx, name)
        # The silence before the programme is past what a listener gets at the beginning.
        time.sleep(max(0, begun + PAST - time.monotonic()))
        yield station, icecast, found


def listen(folder, addresses, kinds, seconds, meanwhile=lambda: None):
    """All players at all addresses at once until each has played for so long. Returns them."""
    with contextlib.ExitStack() as stack:
        found = {}
        for name, address in addresses.items():
            for kind in kinds:
                listener = listeners.Listener(
                    kind, address, f"{folder}/{name}-{kind.name}".replace(" ", "-"))
                stack.callback(listener.stop)
                found[name, kind.name] = listener
        deadline = time.monotonic() + START + seconds + STALL
        while not all([listener.look(seconds) for listener in found.values()]):
            if time.monotonic() > deadline:
                break
            meanwhile()
            time.sleep(0.05)
    return found


def judge(listener, seconds, longest_gap=0.0):
    """What is wrong with what a player has played, and the number of its breaks."""
    wrong = []
    if listener.ended_early is not None:
        wrong.append(f"ended by itself with status {listener.ended_early} after "
                     f"{listener.seconds():.1f} s of sound")
    elif listener.finished is None:
        wrong.append(f"has played {listener.seconds():.1f} s of {seconds} s")
    else:
        took = listener.finished - listener.begun
        if took > seconds + longest_gap + STALL:
            wrong.append(f"took {took:.1f} s for {seconds} s")
        if listener.process.returncode != listener.kind.status:
            wrong.append(f"ended with status {listener.process.returncode} when it was stopped")
    left, right = listener.silences(seconds) if listener.seconds() > 1 else ([], [])
    breaks = sum(abs(length - SPOT) < 0.5 for length in right)
    gaps = [length for length in left if length > longest_gap]
    if gaps:
        wrong.append(f"has silences of {', '.join(f'{gap:.2f} s' for gap in gaps)}")
    wrong += [f"says: {line}" for line in listener.complaints()[:5]]
    return wrong, breaks


def measure(options, binary):
    """Prints a table. Returns the problems."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        kinds = listeners.kinds(folder)
        print("  " + ", ".join(kind.version() for kind in kinds), flush=True)
        names = [name for name in [*MOUNTS, *FOLDERS] if options.only in (None, name)]
        mounts = {name: MOUNTS[name] for name in names if name in MOUNTS}
        folders = {name: FOLDERS[name] for name in names if name in FOLDERS}
        with restreams(binary, folder, mounts, folders) as (_, icecast, found):
            addresses = {name: address for name, (address, _) in found.items()}
            heard = listen(folder, addresses, kinds, options.seconds)
            for name, (_, player) in found.items():
                problems += player.problems()
                if player.stop() != 0:
                    problems.append(f"{name}: the restream ended with an error: "
                                    f"{player.last_words()}")
            print(f"  | {'restream':17} | " + " | ".join(f"{kind.name:17}" for kind in kinds) + " |")
            for name in names:
                cells = []
                for kind in kinds:
                    listener = heard[name, kind.name]
                    wrong, breaks = judge(listener, options.seconds)
                    if breaks < 2:
                        wrong.append(f"has {breaks} whole breaks")
                    if name in mounts:
                        count = icecast.connections(mounts[name], kind.agent)
                        if count != 1:
                            wrong.append(f"has connected {count} times")
                    problems += [f"{name}: {kind.name} {words}" for words in wrong]
                    cells.append("FAILED" if wrong else f"{options.seconds} s, {breaks} breaks")
                print(f"  | {name:17} | " + " | ".join(f"{cell:17}" for cell in cells) + " |",
                      flush=True)
    return problems
