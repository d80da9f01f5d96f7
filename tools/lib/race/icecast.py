"""An Icecast of our own, and an encoder for each of its mounts."""
import contextlib
import os
from xml.sax.saxutils import escape

from mounts import BARE, BURST, PAST
from processes import end, free_port, is_on_the_air, start, wait_until

PASSWORD = "bench"


class Icecast:
    """Sends two mounts as stations do: one with a past, one without."""

    def __init__(self, folder, paths):
        self.port = free_port()
        # Icecast drops root before it opens its logs.
        logs = f"{folder}/icecast"
        os.mkdir(logs)
        os.chmod(folder, 0o755)
        os.chmod(logs, 0o777)
        configuration = f"{folder}/icecast.xml"
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(self.configuration(logs))
        with contextlib.ExitStack() as stack:
            stack.callback(end, start(["icecast2", "-c", configuration]))
            wait_until(lambda: is_on_the_air(self.port), "that Icecast answers")
            for mount in (BURST, BARE):
                stack.callback(end, start(self.encoder(paths[mount], mount)))
            for mount in (BURST, BARE):
                wait_until(
                    lambda mount=mount: is_on_the_air(self.port, mount),
                    f"that {mount} is on the air")
            self.processes = stack.pop_all()

    def encoder(self, path, mount):
        # Audio before time 0 is sent at once, so that there is a past from the beginning; from
        # then on each frame is sent when it is due.
        return [
            "ffmpeg", "-nostdin", "-v", "error", "-readrate", "1", "-stream_loop", "-1",
            "-itsoffset", "-5", "-i", path, "-c", "copy", "-avoid_negative_ts", "make_zero",
            "-flush_packets", "1", "-content_type", "audio/mpeg", "-f", "mp3",
            f"icecast://source:{PASSWORD}@127.0.0.1:{self.port}/{mount}"]

    def address(self, mount):
        return f"http://127.0.0.1:{self.port}/{mount}"

    def close(self):
        self.processes.close()

    def configuration(self, logs):
        mounts = "".join(
            f"<mount><mount-name>/{mount}</mount-name><burst-size>{PAST[mount]}</burst-size>"
            "</mount>" for mount in (BURST, BARE))
        owner = "<changeowner><user>icecast2</user><group>icecast</group></changeowner>"
        return f"""<icecast>
          <hostname>127.0.0.1</hostname>
          <limits><clients>50</clients><sources>8</sources><queue-size>524288</queue-size></limits>
          <authentication><source-password>{PASSWORD}</source-password>
            <admin-user>admin</admin-user><admin-password>{PASSWORD}</admin-password>
          </authentication>
          <listen-socket><port>{self.port}</port><bind-address>127.0.0.1</bind-address>
          </listen-socket>{mounts}
          <paths><basedir>/usr/share/icecast2</basedir><logdir>{escape(logs)}</logdir>
            <webroot>/usr/share/icecast2/web</webroot>
            <adminroot>/usr/share/icecast2/admin</adminroot></paths>
          <logging><accesslog>access</accesslog><errorlog>error</errorlog></logging>
          <security><chroot>0</chroot>{owner if os.getuid() == 0 else ""}</security>
        </icecast>"""
