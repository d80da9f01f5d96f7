"""Whether a stream returns in time, whatever its ad servers do."""
import concurrent.futures
import contextlib
import json
import pathlib
import random
import statistics
import subprocess
import tempfile

import vast
from faults import ELSEWHERE, FAST, LAST, SLOW, Faults
from player import RATE, Player

MEDIA = pathlib.Path(__file__).resolve().parents[3] / "SampleMedia"
# The breaks of a course, and its length, in seconds: the last break is over before its end.
EVERY, LENGTH, COURSE = 8, 4, 32
TAGS = 10
# The fade of `interlude play`, in frames.
FADE = RATE * 8 // 1000
# How much more memory than with servers that work, in MB: a spot has at most 64 MiB, the spots of
# two breaks may load at a time, and a buffer that grows may take twice as much.
MORE_MEMORY = 256


def kinds_of_course(number):
    """What the tags of a course do: most fail soon, one is slow, the last one may have ads."""
    chance = random.Random(number)
    kinds = chance.sample([*FAST, *ELSEWHERE[:1], *ELSEWHERE[2:]], TAGS - 2)
    kinds.insert(chance.randrange(len(kinds) + 1), chance.choice([*SLOW, ELSEWHERE[1]]))
    # In turn, so that each is used.
    return kinds + [LAST[number % len(LAST)]]


class Course:
    """What became of the breaks of one player."""

    def __init__(self, events, status, peak):
        self.events, self.status, self.peak = events, status, peak
        self.problems, self.returns, self.heard = [], [], 0
        cues = self.all("cue.seen")
        end = self.all("session.stopped")
        if status != 0 or len(end) != 1:
            self.problems.append(f"the player ended with status {status}")
            return
        self.problems += [f"an underrun at {event['t']} s" for event in self.all("stream.underrun")]
        self.heard = len(self.all("slot.started"))
        for muted in self.all("stream.muted"):
            cue = max((cue for cue in cues if cue["streamFrame"] <= muted["streamFrame"]),
                      key=lambda cue: cue["streamFrame"])
            over = cue["streamFrame"] + round(cue["duration"] * RATE)
            self.follow(muted, muted["frame"] + over - muted["streamFrame"], end[0]["frame"])

    def follow(self, muted, due, end):
        back = [event["frame"] for event in self.all("stream.resumed")
                if event["frame"] >= muted["frame"]]
        if not back and due + FADE < end:
            self.problems.append(f"the stream left at {muted['t']} s did not return")
        if back:
            self.returns.append(min(back) - due)
            if min(back) > due + FADE:
                self.problems.append(
                    f"the stream left at {muted['t']} s returned {(min(back) - due) / RATE:.3f} s "
                    "after the end of its break")

    def all(self, name):
        return [event for event in self.events if event["event"] == name]

    def asked(self):
        """The tags that were asked, as the player says."""
        return {event["url"] for event in self.all("decision.hop") if event["depth"] == 0}


class Courses:
    """Players with the same sources."""

    def __init__(self, binary, folder, sources, spot):
        self.binary, self.folder, self.sources, self.spot = binary, folder, sources, spot

    def play(self, tags, number):
        folder = pathlib.Path(self.folder, str(number))
        folder.mkdir()
        chance = random.Random(number)
        arguments = ["--sink", "null", "--break-every", f"{EVERY}s", "--break-length",
                     f"{LENGTH}s", "--duration", f"{COURSE}s"]
        for tag in tags:
            arguments += ["--ad-tag", tag]
        if chance.random() < 0.5:
            arguments += ["--fill", self.spot]
        player = Player(
            self.binary, str(folder), self.sources[number % len(self.sources)], arguments)
        status, peak = player.finish(COURSE + 90)
        return Course(player.events(), status, peak)


def station(binary, stack):
    """The address of a live stream of this machine."""
    process = subprocess.Popen(
        [binary, "station", "--json", "--media", MEDIA], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    stack.callback(lambda: (process.terminate(), process.wait()))
    return json.loads(process.stdout.readline())["mp3"]


def measure(options, binary):
    """Plays the courses, some at a time. Returns the problems."""
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        file, spot = pathlib.Path(folder, "show.wav"), pathlib.Path(folder, "spot.wav")
        file.write_bytes(vast.sound(COURSE + 20, 4000, 4000))
        spot.write_bytes(vast.sound(2, -8000, -8000))
        faults = stack.enter_context(contextlib.closing(Faults()))
        courses = Courses(binary, folder, [str(file), station(binary, stack)], str(spot))
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(options.at_once))
        plain = list(pool.map(
            lambda number: courses.play([faults.tag("good", number)], number), (-1, -2)))
        plans = [[(faults.tag(kind, f"{number}/{place}"), kind)
                  for place, kind in enumerate(kinds_of_course(number))]
                 for number in range(options.courses)]
        played = list(pool.map(
            lambda number: courses.play([tag for tag, _ in plans[number]], number),
            range(options.courses)))
        # A tag that never answers is known to its server only.
        served = {faults.site.base + path for path in faults.site.paths()}
    return judge(plain, played, plans, served)


def judge(plain, played, plans, served):
    asked = set().union(served, *(course.asked() for course in played))
    tags = [tag for plan in plans for tag, _ in plan]
    usual = max(course.peak for course in plain)
    peaks = [course.peak for course in played]
    returns = [frames for course in played for frames in course.returns]
    problems = [f"servers that work: {problem}" for course in plain for problem in course.problems]
    for course, plan in zip(played, plans):
        names = ", ".join(kind for _, kind in plan)
        problems += [f"{problem} ({names})" for problem in course.problems]
        if course.peak > usual + MORE_MEMORY:
            problems.append(f"a peak of {course.peak:.0f} MB ({names})")
    reached = sum(tag in asked for tag in tags)
    if reached < 0.9 * len(tags):
        problems.append(f"only {reached} of {len(tags)} tags were asked")
    if not returns:
        problems.append("the stream never left")
    latest = max(returns, default=0) / RATE * 1000
    print(f"{len(played)} courses with {len(tags)} tags, of which {reached} were asked; "
          f"{len(played) * (COURSE // EVERY)} breaks, {len(returns)} returns of the stream, "
          f"{sum(course.heard for course in played)} spots begun")
    print(f"latest return after the end of a break: {latest:.3f} ms, of "
          f"{FADE / RATE * 1000:.0f} ms that are allowed")
    print(f"underruns: {sum(len(course.all('stream.underrun')) for course in played)}")
    print(f"peak of memory: {max(peaks):.1f} MB, median {statistics.median(peaks):.1f} MB; with "
          f"servers that work {usual:.1f} MB, and {MORE_MEMORY} MB more are allowed", flush=True)
    return problems
