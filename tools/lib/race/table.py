"""The printed table, and its limits."""
import os
import statistics
import sys

from processes import version

OURS, RIVAL = "interlude", "mpv"
# An earlier build of ours, which is no rival.
BEFORE = "before"
# This row's limit is in its unit; every other limit is a fraction of the rival's figure.
ABSOLUTE = {"switch"}
NAMES = ("burst", "bare", "icecast-burst", "icecast-bare", "hls", "switch", "processor", "memory",
         "hls-processor", "hls-memory")
# In these rows every other player is a rival: a limit is a fraction of the best one's figure.
OPEN = {"hls", "hls-processor", "hls-memory"}


class Table:
    """Rows of Markdown: each player's figure, and interlude's fraction of it."""

    def __init__(self, limits):
        self.limits = {}
        for limit in limits:
            name, _, value = limit.partition("=")
            if name not in NAMES:
                sys.exit(f"bench: there is no row '{name}'; the rows are {', '.join(NAMES)}")
            self.limits[name] = float(value)
        self.broken = []

    def begin(self, players, runs):
        self.names = [player.name for player in players]
        others = [version("PulseAudio", ["pulseaudio", "--version"]),
                  version("Icecast", ["icecast2", "-v"]),
                  version("nginx", ["/usr/sbin/nginx", "-v"])]
        print(f"{runs} runs in turns, fewer of what takes long: median (min–max), and × what "
              "interlude takes of it. "
              + ", ".join([player.version() for player in players] + others)
              + f"; {os.cpu_count()} cores.\n")
        print(f"| live stream, MP3 of 128 kb/s | {' | '.join(self.names)} |")
        print("|---|" + "---|" * len(self.names), flush=True)

    def add(self, name, title, unit, results):
        """Prints a row, and checks its limit."""
        medians = {player: statistics.median(values) for player, values in results.items()}
        cells = [cell(player, unit, results, medians) for player in self.names]
        print(f"| {title} | {' | '.join(cells)} |", flush=True)
        rival = min(
            median for player, median in medians.items()
            if player not in (OURS, BEFORE) and (name in OPEN or player == RIVAL))
        figure = medians[OURS] if name in ABSOLUTE else medians[OURS] / rival
        if figure > self.limits.get(name, figure):
            self.broken.append(f"{name}: {figure:.2f} is above {self.limits[name]:g}")

    def end(self):
        """Prints the violated limits. Returns the exit status."""
        for line in self.broken:
            print(f"bench: {line}", file=sys.stderr)
        return 1 if self.broken else 0


def cell(player, unit, results, medians):
    if player not in results:
        return "–"
    digits = 0 if medians[OURS] >= 10 else 1
    values = results[player]
    text = (f"{medians[player]:.{digits}f} {unit} "
            f"({min(values):.{digits}f}–{max(values):.{digits}f})")
    return text if player == OURS else f"{text} × {medians[OURS] / medians[player]:.2f}"

