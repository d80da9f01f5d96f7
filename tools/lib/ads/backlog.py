"""How long thousands of beacons take that wait for their servers."""
import contextlib
import pathlib
import tempfile
import time

import vast
from faults import answer
from outage import EVENTS, compare
from player import Player
from servers import Site

# Ads of a second. An ad may have 200 addresses for its events, besides those for its impression.
ADS, SERVERS = 40, 4
# How long the tries of waiting beacons are apart at most, and all of them may take, in seconds.
LONGEST_PAUSE, LONGEST = 75, 300
BREAK = ["--sink", "null", "--allow-private", "--break-length", f"{ADS}s", "--break-every"]


class AdServer:
    """A pod of ads of a second with so many beacons in all, which go to several servers in turn."""

    def __init__(self, servers, count):
        self.media = vast.sound(1, 8000, 8000)
        self.document = vast.document(*(
            self.ad(number, servers, count // ADS) for number in range(ADS)))
        self.site = Site(self.script).open()

    @staticmethod
    def ad(number, servers, count):
        def places(kind, many):
            return [f"{servers[place % len(servers)]}/{number}/{kind}/{place}"
                    for place in range(many)]
        # A ninth for each event, and the rest for the impression.
        each = count // (len(EVENTS) + 2)
        return vast.ad(
            f"ad{number}", f"AD-SERVER/media/{number}", 1,
            [(event, address) for event in EVENTS for address in places(event, each)],
            places("impression", count - each * len(EVENTS)), number + 1)

    def script(self, path, base):
        if path.startswith("/media"):
            return answer(self.media, "audio/wav")
        return answer(self.document.replace("AD-SERVER", base))


def stored(folder):
    """The size of what the player keeps of beacons, in MB."""
    files = pathlib.Path(folder, "interlude/beacons").glob("*")
    return sum(file.stat().st_size for file in files) / 1e6


def measure(options, binary):
    return [f"{words}: {problem}" for words, restarts in
            (("the same player", False), ("after SIGKILL", True))
            for problem in deliver(options, binary, words, restarts)]


def deliver(options, binary, words, restarts):
    """Lets beacons wait, and then opens their servers. Returns the problems."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        show = pathlib.Path(folder, "show.wav")
        show.write_bytes(vast.sound(15 * 60))
        sites = [Site(lambda path, base: answer(kind="image/gif"), host=f"127.0.0.{2 + number}")
                 for number in range(SERVERS)]
        ads = AdServer([site.base for site in sites], options.beacons)
        stack.callback(ads.site.close)
        count = options.beacons // ADS * ADS
        tags = ["--ad-tag", ads.site.base + "/tag"]
        player = Player(
            binary, folder, str(show),
            [*BREAK, f"{ADS + 2}s", "--ads-per-hour", str(ADS), *tags])
        stack.callback(player.kill)
        player.wait_for("tracking.queued", count, 3 * ADS + 60)
        queued = [event["url"] for event in player.all("tracking.queued")]
        # What is written on the last of them is on its way to the disk.
        time.sleep(3)
        size = stored(folder)
        waiting = player.memory("VmRSS")
        if restarts:
            player.kill()
            player = Player(binary, folder, str(show), [*BREAK, "800s", *tags])
            stack.callback(player.kill)
            player.wait_for("tracking.queued", count, 60)
        opened = time.monotonic()
        for site in sites:
            site.open()
            stack.callback(site.close)
        player.wait_for("tracking.confirmed", count, LONGEST_PAUSE + LONGEST)
        arrivals = sorted(at for site in sites for _, at in site.requests)
        seconds = max(arrivals[-1] - arrivals[0], 0.001)
        print(f"{words}: {len(arrivals)} beacons to {SERVERS} servers, "
              f"{arrivals[-1] - opened:.1f} s after their return, the first after "
              f"{arrivals[0] - opened:.1f} s; {len(arrivals) / seconds:.0f} per second")
        print(f"{words}: {size:.1f} MB on disk, {waiting:.1f} MB of memory with all waiting, "
              f"{player.memory('VmHWM'):.1f} MB at most", flush=True)
        problems = [] if seconds <= LONGEST else [f"they took {seconds:.0f} s"]
        for site in sites:
            expected = [beacon for beacon in queued if beacon.startswith(site.base + "/")]
            problems += compare(expected, [site.base + path for path in site.paths()])
        player.stop()
        return problems
