"""Beacons of a player that is killed, while their server is gone."""
import contextlib
import pathlib
import random
import tempfile
import time

import vast
from faults import answer
from player import Failure, Player
from servers import Site

EVENTS = ("loaded", "creativeView", "start", "firstQuartile", "midpoint", "thirdQuartile",
          "complete")
SECONDS, EVERY = 3, 10
# Beacons are at another address of this machine than the ads.
BREAKS = ["--sink", "null", "--allow-private", "--break-every", f"{EVERY}s", "--break-length",
          f"{2 * SECONDS}s"]
# The pauses between two tries double up to a minute.
LONGEST_PAUSE = 60


class AdServer:
    """Two ads for each request, each of whose beacons has an address of its own."""

    def __init__(self, beacons):
        self.beacons, self.count = beacons, 0
        self.media = vast.sound(SECONDS, 8000, 8000)
        self.site = Site(self.script).open()

    def script(self, path, base):
        if path.startswith("/media"):
            return answer(self.media, "audio/wav")
        self.count += 1
        ads = []
        for number in (1, 2):
            place = f"{self.beacons}/{self.count}/{number}"
            ads.append(vast.ad(
                f"{self.count}-{number}", f"{base}/media/{self.count}/{number}", SECONDS,
                [(event, f"{place}/{event}") for event in EVENTS], [f"{place}/impression"], number))
        return answer(vast.document(*ads))


def addresses(events, earlier=False):
    """The beacons that a log has, in order."""
    return [event["url"] for event in events if event["event"] == "tracking.queued"
            and event.get("earlier", False) == earlier]


def compare(expected, arrived):
    """The problems of what a server got."""
    if arrived == expected:
        return []
    missing = [beacon for beacon in expected if beacon not in arrived]
    again = sorted({beacon for beacon in arrived if arrived.count(beacon) > 1})
    problems = [f"{len(missing)} of {len(expected)} beacons are missing, as {missing[0]}"
                ] if missing else []
    problems += [f"{len(again)} beacons arrived again, as {again[0]}"] if again else []
    more = [beacon for beacon in arrived if beacon not in expected]
    problems += [f"{len(more)} beacons are of no event, as {more[0]}"] if more else []
    return problems or ["the beacons arrived in another order"]


def measure(options, binary):
    """Plays across the outage and the kill. Returns the problems."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        show = pathlib.Path(folder, "show.wav")
        show.write_bytes(vast.sound(15 * 60))
        beacons = Site(lambda path, base: answer(kind="image/gif"), host="127.0.0.2")
        ads = AdServer(beacons.base)
        begun = time.monotonic()
        tags = ["--ad-tag", ads.site.base + "/tag"]
        first = Player(binary, folder, str(show), BREAKS + tags)
        stack.callback(first.kill)
        first.wait_for("break.ended", 1, 60)
        # In the middle of an ad, between two of its events.
        first.wait_for("slot.midpoint", 3, 30)
        time.sleep(random.uniform(0.15, 0.35))
        first.kill()
        killed = addresses(first.events())
        second = Player(binary, folder, str(show), BREAKS + tags)
        stack.callback(second.kill)
        second.wait_for("session.playing", 1, 30)
        time.sleep(max(0, begun + options.down - time.monotonic()))
        beacons.open()
        opened = time.monotonic()
        left = addresses(second.events(), earlier=True)
        second.wait_until(lambda: len(beacons.paths()) >= len(left), "beacons of the killed player",
                          2 * LONGEST_PAUSE)
        caught_up = time.monotonic()
        # Another break, while the server answers.
        second.wait_for("break.ended", len(second.all("break.ended")) + 1, 60)
        second.stop()
        # Nothing is left for a third player, which loads ads of its own.
        third = Player(binary, folder, str(show), [*BREAKS, *tags, "--duration", "2s"])
        third.finish(60)
        beacons.close()
        ads.site.close()
        expected = left + addresses(second.events()) + addresses(third.events())
        arrived = [beacons.base + path for path in beacons.paths()]
        problems = compare(expected, arrived)
        if left[:len(killed)] != killed:
            problems.append(f"the killed player had queued {len(killed)} beacons and left {left}")
        if addresses(third.events(), earlier=True):
            problems.append("a third player found beacons that had arrived")
        retried = len(first.all("tracking.retried") + second.all("tracking.retried"))
        print(f"the server was gone for {opened - begun:.0f} s, and the player killed with "
              f"{len(left)} beacons waiting; {retried} tries failed")
        print(f"{len(arrived)} beacons arrived, of {len(expected)}; those that waited "
              f"{caught_up - opened:.1f} s after the server's return", flush=True)
        if not left:
            raise Failure("no beacon was left by the killed player")
        return problems
