"""The programme's station is killed and comes back, and nobody who listens has to know."""
import os
import tempfile
import time

import listeners
import plays

NAMES = ("Icecast MP3", "HLS fMP4")
# When the station is killed, and when it is back, in seconds after the players were started.
KILLED, BACK = 20, 26
# The longest silence: until the station is back, and until its player has noticed.
LONGEST = 20


class Outage:
    """Kills the station, and starts it again, each at its time."""

    def __init__(self, station):
        self.station, self.begun, self.steps = station, time.monotonic(), [
            (KILLED, station.kill), (BACK, station.start)]

    def __call__(self):
        if self.steps and time.monotonic() - self.begun > self.steps[0][0]:
            self.steps.pop(0)[1]()


def measure(options, binary):
    """Prints what was lost and found. Returns the problems."""
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        kinds = listeners.kinds(folder)
        mounts, folders = ({name: kind[name] for name in NAMES if name in kind}
                           for kind in (plays.MOUNTS, plays.FOLDERS))
        with plays.restreams(binary, folder, mounts, folders) as (station, icecast, found):
            addresses = {name: address for name, (address, _) in found.items()}
            heard = plays.listen(folder, addresses, kinds, options.seconds, Outage(station))
            for name, (_, player) in found.items():
                problems += player.problems("session.reconnecting", "stream.discontinuity",
                                            "stream.underrun")
                if not player.all("session.reconnecting") or len(player.all("session.playing")) < 2:
                    problems.append(f"{name}: the restream did not notice, or did not return")
                player.stop()
            for (name, kind), listener in heard.items():
                wrong, _ = plays.judge(listener, options.seconds, LONGEST)
                gaps, _ = listener.silences(options.seconds)
                if not gaps:
                    wrong.append("has heard nothing of it")
                if name in mounts:
                    count = icecast.connections(mounts[name], listener.kind.agent)
                    if count != 1:
                        wrong.append(f"has connected {count} times")
                problems += [f"{name}: {kind} {words}" for words in wrong]
                silent = ", ".join(f"{gap:.1f} s" for gap in gaps)
                print(f"  {name}: {kind} {'FAILED' if wrong else 'stays'}; silent for {silent}",
                      flush=True)
    return problems
