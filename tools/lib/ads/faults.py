"""What ad servers may do to a player, by name."""
import itertools
import os
import zlib

import vast
from servers import HANG, RESET, Site, answer, drip, head, redirect

SECONDS = 2
SOUND = vast.sound(SECONDS, 8000, 8000)
NOISE = os.urandom(65_536)


def bomb():
    """256 MB of spaces, compressed."""
    packer = zlib.compressobj(wbits=31)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(256))
    return packed + packer.flush()


BOMB = bomb()
MANY = vast.document(*(f"<Ad id=\"{n}\"><InLine><AdTitle>{n}</AdTitle></InLine></Ad>"
                       for n in range(1000)))
DEEP = "<VAST version=\"4.2\">" + "<Ad>" * 20_000
PAGE = answer("<!doctype html><title>Welcome</title>", "text/html")


def many_bytes(count):
    return itertools.repeat(NOISE, count // len(NOISE))


def good(path, base, kind="good"):
    """Two ads, the first with media and beacons of this kind."""
    kind = kind.replace(" ", "-")
    events = [(name, f"{base}/beacon/{kind}/{name}") for name in ("start", "midpoint", "complete")]
    return answer(vast.document(*(
        vast.ad(f"{kind}{number}", f"{base}/media/{which}{path}", SECONDS, events,
                [f"{base}/beacon/{kind}/impression"], number)
        for number, which in ((1, kind), (2, "good")))))


# Servers that have no ad, and say so soon or not at all. Each is given the request's path and the
# server's own address.
FAST = {
    "closes": lambda path, base: [],
    "resets": lambda path, base: [RESET],
    "closes in the middle": lambda path, base: [
        head("200 OK", "Content-Length: 9000"), b"<VAST version=\"4.2\"><Ad>"],
    "status 500": lambda path, base: answer(status="500 Internal Server Error"),
    "status 404": lambda path, base: answer(status="404 Not Found"),
    "no ad": lambda path, base: answer(vast.document()),
    "noise for a document": lambda path, base: answer(NOISE),
    "noise for an answer": lambda path, base: [NOISE],
    "redirects in a loop": lambda path, base: redirect(f"{base}{path}"),
    "redirects without end": lambda path, base: redirect(f"{base}{path}x"),
    "wrappers in a loop": lambda path, base: answer(vast.wrapper(f"{base}{path}")),
    "wrappers without end": lambda path, base: answer(vast.wrapper(f"{base}{path}x")),
    "a huge document": lambda path, base: [
        head("200 OK", f"Content-Length: {1 << 30}"), many_bytes(1 << 30)],
    "an endless document": lambda path, base: [head(), itertools.repeat(b"<VAST><Ad>" * 4096)],
    "an endless head": lambda path, base: [
        b"HTTP/1.1 200 OK\r\n", itertools.repeat(b"X-Header: more\r\n" * 1024)],
    "a bomb": lambda path, base: [
        head("200 OK", "Content-Encoding: gzip", f"Content-Length: {len(BOMB)}"), BOMB],
    "ads without media": lambda path, base: answer(MANY),
    "deep elements": lambda path, base: answer(DEEP),
    "a web page": lambda path, base: PAGE,
}
SLOW = {
    "hangs": lambda path, base: [HANG],
    "hangs after the head": lambda path, base: [
        head("200 OK", "Content-Length: 9000"), b"<VAST", HANG],
    "drips": lambda path, base: [head("200 OK", "Content-Length: 9000"), drip(b" " * 9000)],
    "drips a head": lambda path, base: [drip(head("200 OK", "X: " + "x" * 9000))],
    "answers after 3.5 s": lambda path, base: [3.5, *good(path, base)],
    "slow wrappers": lambda path, base: [1.2, *answer(vast.wrapper(f"{base}{path}x"))],
}
# Servers at other ports, which speak no HTTP.
ELSEWHERE = ["noise for TLS", "hangs in TLS", "nobody listens"]
# What media do.
MEDIA = {
    "good": lambda path, base: answer(SOUND, "audio/wav"),
    "media that hang": lambda path, base: [HANG],
    "media that stop": lambda path, base: [
        head("200 OK", f"Content-Length: {len(SOUND)}"), SOUND[:100_000], HANG],
    "media that drip": lambda path, base: [
        head("200 OK", f"Content-Length: {len(SOUND)}"), drip(SOUND)],
    "media that are cut off": lambda path, base: [
        head("200 OK", f"Content-Length: {len(SOUND)}"), SOUND[:100_000]],
    "media that reset": lambda path, base: [head(), SOUND[:100_000], RESET],
    "media of noise": lambda path, base: answer(NOISE, "audio/wav"),
    "media without end": lambda path, base: [
        head("200 OK", "Content-Type: audio/wav"), SOUND, itertools.repeat(bytes(65_536))],
    "media that are longer": lambda path, base: answer(vast.sound(7, 8000, 8000), "audio/wav"),
    "media that are shorter": lambda path, base: answer(vast.sound(0.5, 8000, 8000), "audio/wav"),
    "media after 3 s": lambda path, base: [3, *answer(SOUND, "audio/wav")],
    "media after 9 s": lambda path, base: [9, *answer(SOUND, "audio/wav")],
    "media that redirect in a loop": lambda path, base: redirect(f"{base}{path}"),
    "media that are missing": lambda path, base: answer(status="404 Not Found"),
    "media of a web page": lambda path, base: PAGE,
}
BEACONS = {
    "beacons that hang": lambda path, base: [HANG],
    "beacons that redirect in a loop": lambda path, base: redirect(f"{base}{path}"),
    "beacons that are refused": lambda path, base: answer(status="503 Service Unavailable"),
}
# Servers that have ads, or keep one waiting to the last.
LATE = {
    "answers after 1.5 s": lambda path, base: [1.5, *good(path, base)],
    "answers after 2.8 s": lambda path, base: [2.8, *good(path, base)],
}
LAST = [*MEDIA, *BEACONS, *LATE, *SLOW]


class Faults:
    """The servers, which do what an address names."""

    def __init__(self):
        self.site = Site(self.script).open()
        self.noise = Site(lambda path, base: [NOISE], reads=False).open()
        self.silence = Site(lambda path, base: [HANG], reads=False).open()
        self.nobody = Site(self.script)

    def close(self):
        for site in (self.site, self.noise, self.silence):
            site.close()

    def tag(self, kind, number):
        """The address of a tag that does this."""
        path = f"/{kind.replace(' ', '-')}/{number}"
        secure = {"noise for TLS": self.noise, "hangs in TLS": self.silence}
        if kind in secure:
            return secure[kind].base.replace("http:", "https:") + path
        return (self.nobody if kind == "nobody listens" else self.site).base + path

    def script(self, path, base):
        kind, *rest = path.removeprefix("/").split("/")
        if kind in ("media", "beacon"):
            kind = rest[0].replace("-", " ")
            scripts = MEDIA if path.startswith("/media") else BEACONS
            return scripts.get(kind, scripts.get("good", lambda *_: answer()))(path, base)
        kind = kind.replace("-", " ")
        if kind in MEDIA or kind in BEACONS:
            return good(path, base, kind)
        return {**FAST, **SLOW, **LATE}[kind](path, base)
