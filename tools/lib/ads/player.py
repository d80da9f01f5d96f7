"""A player while it runs, its event log and its memory."""
import json
import os
import pathlib
import subprocess
import time

RATE = 48_000


class Failure(Exception):
    """A failure, in one line."""


class Player:
    """`interlude play` in real time, whose files are in `folder`."""

    def __init__(self, binary, folder, source, arguments, environment=None):
        self.log = pathlib.Path(folder, f"events-{time.monotonic_ns()}.jsonl")
        self.said = pathlib.Path(folder, "said")
        self.read, self.rest, self.known = 0, b"", []
        own = {f"XDG_{name}_HOME": folder for name in ("STATE", "CACHE", "CONFIG")}
        command = [binary, "play", source, "--events", self.log, "--match-loudness", "off"]
        with open(self.said, "ab") as said:
            self.process = subprocess.Popen(
                [str(word) for word in command + arguments], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=said,
                env={**os.environ, **own, "XDG_RUNTIME_DIR": folder, **(environment or {})})

    def events(self):
        """The whole lines of its log so far."""
        if self.log.exists():
            with open(self.log, "rb") as file:
                file.seek(self.read)
                added = file.read()
            self.read += len(added)
            *lines, self.rest = (self.rest + added).split(b"\n")
            self.known += [json.loads(line) for line in lines]
        return self.known

    def all(self, *names):
        return [event for event in self.events() if event["event"] in names]

    def wait_for(self, what, count, seconds):
        """Returns once the log has so many events of this name."""
        self.wait_until(lambda: len(self.all(what)) >= count, f"{count} times {what}", seconds)

    def wait_until(self, condition, what, seconds):
        deadline = time.monotonic() + seconds
        while not condition():
            if self.process.poll() is not None:
                raise Failure(f"the player ended before {what}: {self.last_words()}")
            if time.monotonic() > deadline:
                raise Failure(f"no {what} within {seconds:.0f} s")
            time.sleep(0.05)

    def last_words(self):
        return self.said.read_text(errors="replace")[-1000:]

    def memory(self, field):
        """A field of the kernel's account of its memory, as VmHWM, in MB; 0 once it has ended."""
        try:
            status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0
        sizes = [line for line in status.splitlines() if line.startswith(f"{field}:")]
        return int(sizes[0].split()[1]) / 1024 if sizes else 0

    def finish(self, seconds):
        """Waits until it ends by itself. Returns its status and the peak of its memory in MB."""
        deadline, peak = time.monotonic() + seconds, 0
        while time.monotonic() < deadline:
            peak = max(peak, self.memory("VmHWM"))
            try:
                return self.process.wait(timeout=0.3), peak
            except subprocess.TimeoutExpired:
                pass
        self.kill()
        raise Failure(f"the player did not end within {seconds:.0f} s")

    def stop(self):
        """Ends it as a service manager does. Returns its status."""
        self.process.terminate()
        return self.finish(30)[0]

    def kill(self):
        """Ends it with SIGKILL, if it runs."""
        self.process.kill()
        self.process.wait()
