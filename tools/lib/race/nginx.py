"""A nginx of our own, and a packager that writes live HLS into the folder that it serves."""
import contextlib
import os

from mounts import BURST
from processes import end, free_port, is_on_the_air, start, wait_until

SEGMENT_SECONDS = 2
LIST = "live.m3u8"


class Nginx:
    """Serves the programme as live HLS of MPEG-TS."""

    def __init__(self, folder, paths):
        self.port = free_port()
        served, own = f"{folder}/hls", f"{folder}/nginx"
        os.mkdir(served)
        os.mkdir(own)
        configuration = f"{own}/nginx.conf"
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(self.configuration(served, own))
        # Debian keeps it where only root looks.
        environment = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
        with contextlib.ExitStack() as stack:
            stack.callback(end, start(
                ["nginx", "-e", "stderr", "-c", configuration, "-g", "daemon off;"],
                env=environment))
            stack.callback(end, start(self.packager(paths[BURST], served)))
            wait_until(lambda: is_on_the_air(self.port), "that nginx answers")
            wait_until(
                lambda: os.path.exists(f"{served}/6.ts"), "that there is a stream of HLS")
            self.processes = stack.pop_all()

    def packager(self, path, served):
        # Audio before time 0 is written at once.
        return [
            "ffmpeg", "-nostdin", "-v", "error", "-readrate", "1", "-stream_loop", "-1",
            "-itsoffset", "-12", "-i", path, "-c:a", "aac", "-b:a", "128k",
            "-avoid_negative_ts", "make_zero", "-f", "hls", "-hls_time", str(SEGMENT_SECONDS),
            "-hls_list_size", "8", "-hls_flags", "delete_segments",
            "-hls_segment_filename", f"{served}/%d.ts", f"{served}/{LIST}"]

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/{LIST}"

    def close(self):
        self.processes.close()

    def configuration(self, served, own):
        temporary = "".join(f"{kind}_temp_path {own}/{kind};" for kind in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return f"""{"user root;" if os.getuid() == 0 else ""}
        pid {own}/pid; error_log stderr; worker_processes 1;
        events {{ worker_connections 256; }}
        http {{
          access_log off; sendfile on; {temporary}
          types {{ application/vnd.apple.mpegurl m3u8; video/mp2t ts; }}
          server {{
            listen 127.0.0.1:{self.port}; root {served};
            location ~ [.]m3u8$ {{ add_header Cache-Control no-cache; }}
          }}
        }}"""
