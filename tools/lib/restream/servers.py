"""An Icecast without mounts, and a nginx in front of a folder."""
import os
import pathlib
import subprocess

from processes import Failure, end, free_port, is_on_the_air, wait_until

PASSWORD = "restream"


class Server:
    """A program whose output is kept in a file."""

    def __init__(self, folder, name, command):
        self.log = pathlib.Path(folder, f"{name}.log")
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                # Debian keeps nginx where only root looks.
                env={**os.environ, "PATH": os.environ.get("PATH", "") + ":/usr/sbin:/sbin"})
        try:
            wait_until(lambda: is_on_the_air(self.port), f"that {name} answers")
        except Failure:
            end(self.process)
            raise

    def lines(self):
        return self.log.read_text(errors="replace").splitlines()

    def close(self):
        end(self.process)


class Icecast(Server):
    """`burst` is how many bytes of the past a new listener gets."""

    def __init__(self, folder, burst=65_536):
        self.port = free_port()
        # It drops root, and has to write here.
        logs = pathlib.Path(folder, "icecast")
        logs.mkdir()
        logs.chmod(0o777)
        configuration = pathlib.Path(folder, "icecast.xml")
        configuration.write_text(self.configuration(logs, burst))
        super().__init__(folder, "Icecast", ["icecast2", "-c", configuration])

    def sink(self, mount):
        return f"icecast:http://source:{PASSWORD}@127.0.0.1:{self.port}/{mount}"

    def address(self, mount):
        return f"http://127.0.0.1:{self.port}/{mount}"

    def connections(self, mount, agent):
        """How many connections of a player to a mount have ended after a while.

        VLC closes its first one at once when it sees titles, and makes another one for them.
        """
        ended = [line for line in self.lines() if f'"GET /{mount} ' in line and agent in line]
        return sum(int(line.split()[-1]) > 2 for line in ended)

    def configuration(self, logs, burst):
        owner = "<changeowner><user>icecast2</user><group>icecast</group></changeowner>"
        return f"""<icecast>
          <hostname>127.0.0.1</hostname>
          <limits><clients>100</clients><sources>20</sources>
            <queue-size>{max(524_288, 2 * burst)}</queue-size>
            <burst-size>{burst}</burst-size></limits>
          <authentication><source-password>{PASSWORD}</source-password>
            <admin-user>admin</admin-user><admin-password>{PASSWORD}</admin-password>
          </authentication>
          <listen-socket><port>{self.port}</port><bind-address>127.0.0.1</bind-address>
          </listen-socket>
          <paths><basedir>/usr/share/icecast2</basedir><logdir>{logs}</logdir>
            <webroot>/usr/share/icecast2/web</webroot>
            <adminroot>/usr/share/icecast2/admin</adminroot></paths>
          <logging><accesslog>-</accesslog><errorlog>error</errorlog></logging>
          <security><chroot>0</chroot>{owner if os.getuid() == 0 else ""}</security>
        </icecast>"""


class Nginx(Server):
    """Serves the subfolder `served` with the media types of Debian's package."""

    def __init__(self, folder):
        self.port = free_port()
        self.served = pathlib.Path(folder, "served")
        self.served.mkdir()
        own = pathlib.Path(folder, "nginx")
        own.mkdir()
        configuration = own / "nginx.conf"
        configuration.write_text(self.configuration(own))
        super().__init__(
            folder, "nginx", ["nginx", "-e", "stderr", "-c", configuration, "-g", "daemon off;"])

    def sink(self, name, settings):
        return f"hls:{self.served}/{name}?{settings}"

    def address(self, name):
        return f"http://127.0.0.1:{self.port}/{name}/live.m3u8"

    def configuration(self, own):
        temporary = "".join(f"{kind}_temp_path {own}/{kind};" for kind in (
            "client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        return f"""{"user root;" if os.getuid() == 0 else ""}
        pid {own}/pid; error_log stderr; worker_processes 1;
        events {{ worker_connections 256; }}
        http {{
          access_log {own}/access; sendfile on; {temporary}
          include /etc/nginx/mime.types;
          server {{
            listen 127.0.0.1:{self.port}; root {self.served};
            location ~ [.]m3u8$ {{ add_header Cache-Control no-cache; }}
          }}
        }}"""
