"""The processes of a race: started, watched and ended."""
import ctypes
import os
import re
import socket
import subprocess
import time


class Failure(Exception):
    """A failure, in one line."""


def start(command, **options):
    """Starts `command` without input and output."""
    try:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, **options)
    except OSError as error:
        raise Failure(f"{command[0]} does not start: {error.strerror}") from error


def end(process):
    """Interrupts `process`, and kills it if that has no effect."""
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_until(condition, what, seconds=20):
    """Returns once `condition` holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise Failure(f"{what} did not happen within {seconds} s")
        time.sleep(0.02)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_on_the_air(port, mount=None):
    """Whether a server listens, and has this mount."""
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.sendall(f"GET /{mount or ''} HTTP/1.0\r\n\r\n".encode())
            return mount is None or b" 200 " in connection.recv(64)
    except OSError:
        return False


def processor_time(pid):
    """The CPU time of all threads of a process, in seconds."""
    clock = ctypes.c_int()
    if ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock)) != 0:
        raise Failure(f"process {pid} has ended")
    return time.clock_gettime(clock.value)


def resident_memory(pid):
    """In MB."""
    with open(f"/proc/{pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def version(name, command):
    """The name with the number that the program calls itself by."""
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"{name} {re.search(r'[0-9]+([.][0-9]+)+', said.stdout + said.stderr)[0]}"
