"""Races interlude against other players for tools/bench, and prints the table.

All play the same streams into the same sink of one PulseAudio, one after the other and in turns.
What is heard is taken at the sink's monitor.

BEFORE is an earlier build of interlude that takes part, or empty.

usage: race INTERLUDE BEFORE PROGRAMME RUNS [NAME=LIMIT...]
"""
import contextlib
import os
import sys
import tempfile
import time

import mounts
from icecast import Icecast
from nginx import Nginx
from players import RemotePlayer, all_players
from processes import Failure, end, processor_time, resident_memory, start, wait_until
from prompt_server import PromptServer
from sound import Monitor, SoundServer
from table import Table

SWITCHES_A_RUN = 2
# Long runs are made only in every fourth turn.
LONG_RUN_EVERY = 4
COST_SECONDS = 8


class Race:
    """The players, and their surroundings."""

    def __init__(self, interlude, before, programme, folder, stack):
        self.players = all_players(os.path.abspath(interlude), before, folder)
        paths = mounts.prepare(programme, folder)
        self.prompt_server = stack.enter_context(contextlib.closing(PromptServer(folder)))
        self.icecast = stack.enter_context(contextlib.closing(Icecast(folder, paths)))
        self.nginx = stack.enter_context(contextlib.closing(Nginx(folder, paths)))
        self.server = stack.enter_context(contextlib.closing(SoundServer(folder)))

    def monitor(self):
        return contextlib.closing(Monitor(self.server))

    @contextlib.contextmanager
    def running(self, player, address):
        process = start(player.command(address), env=self.server.environment)
        try:
            yield process
        except Failure as failure:
            raise Failure(f"{player.name}: {failure}") from failure
        finally:
            end(process)

    def time_to_sound(self, player, address, monitor):
        """From the start of the process to the first sound, in ms."""
        monitor.wait_for_silence()
        begun = time.monotonic()
        with self.running(player, address):
            return (monitor.first_sound() - begun) * 1000

    def times_to_switch(self, player, monitor):
        """From a request for another stream to its first sound, in ms, several times."""
        left, right = map(self.prompt_server.address, (mounts.LEFT, mounts.RIGHT))
        monitor.wait_for_silence()
        times = []
        with self.running(player, left) as process:
            monitor.first_sound()
            with player.connection(process) as connection:
                for number in range(SWITCHES_A_RUN):
                    address, side = ((right, 1), (left, 0))[number % 2]
                    monitor.wait_for_silence([side], 0.8)
                    begun = time.monotonic()
                    player.play(address, connection)
                    times.append((monitor.first_sound([side]) - begun) * 1000)
        return times

    def cost_of_playing(self, player, address):
        """The share of a processor in percent, and the resident memory in MB."""
        with self.running(player, address) as process:
            wait_until(self.server.is_played_to, "that anything is played")
            time.sleep(3)
            before, begun = processor_time(process.pid), time.monotonic()
            time.sleep(COST_SECONDS)
            share = (processor_time(process.pid) - before) / (time.monotonic() - begun)
            return share * 100, resident_memory(process.pid)


def take_turns(players, turns, measure, all_are_fast=False):
    """The results of `measure` for each player, turn by turn; the first player changes each turn.
    A player that is slow misses turns, unless all are fast."""
    results = {player.name: [] for player in players}
    for turn in turns:
        first = turn % len(players)
        for player in players[first:] + players[:first]:
            if all_are_fast or not player.is_slow or turn % LONG_RUN_EVERY == 0:
                results[player.name].append(measure(player))
    return results


def first_sounds(race, runs, table):
    with race.monitor() as monitor:
        def measure(address):
            return lambda player: race.time_to_sound(player, address, monitor)
        prompt, icecast = race.prompt_server.address, race.icecast.address
        # The first start of each reads its files from the disk.
        take_turns(race.players, range(1), measure(prompt(mounts.BURST)))
        for name, title, address in [
                ("burst", "start to first sound, 64 KiB burst", prompt(mounts.BURST)),
                ("bare", "start to first sound, no burst", prompt(mounts.BARE)),
                ("icecast-burst", "the same from Icecast, 64 KiB burst", icecast(mounts.BURST)),
                ("icecast-bare", "the same from Icecast, no burst", icecast(mounts.BARE))]:
            table.add(
                name, title, "ms", take_turns(race.players, range(runs), measure(address)))
        players = players_of_hls(race)
        take_turns(players, range(1), measure(race.nginx.address))
        table.add(
            "hls", "the same of live HLS from nginx, AAC in MPEG-TS", "ms",
            take_turns(players, range(runs), measure(race.nginx.address), all_are_fast=True))


def players_of_hls(race):
    return [player for player in race.players if player.plays_hls]


def switches(race, runs, table):
    players = [player for player in race.players if isinstance(player, RemotePlayer)]
    with race.monitor() as monitor:
        results = take_turns(
            players, range(runs), lambda player: race.times_to_switch(player, monitor))
    times = {name: [time for run in values for time in run] for name, values in results.items()}
    table.add("switch", "switch to another stream, 64 KiB burst", "ms", times)


def costs(race, runs, table):
    for players, address, prefix, words in [
            (race.players, race.icecast.address(mounts.BURST), "", "playing"),
            (players_of_hls(race), race.nginx.address, "hls-", "playing live HLS from nginx")]:
        results = take_turns(
            players, range(0, runs, LONG_RUN_EVERY),
            lambda player, address=address: race.cost_of_playing(player, address))
        for index, (name, title, unit) in enumerate([
                ("processor", "processor while", "%"),
                ("memory", "resident memory while", "MB")]):
            table.add(prefix + name, f"{title} {words}", unit, {
                player: [cost[index] for cost in values] for player, values in results.items()})


def main(interlude, before, programme, runs, *limits):
    table = Table(limits)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        race = Race(interlude, before, programme, folder, stack)
        table.begin(race.players, int(runs))
        for course in (first_sounds, switches, costs):
            course(race, int(runs), table)
    return table.end()


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except Failure as failure:
        sys.exit(f"bench: {failure}")
