"""PostgreSQL and Redis for tests: real ones, in temporary folders, never as root, ended with the test."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

PATIENCE = 60  # seconds
TRIES = 20
UNPRIVILEGED = "nobody"


def free_port():
    with contextlib.closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def as_nobody(command):
    """The command as somebody who is not root; both refuse or should not run as root."""
    if os.geteuid() != 0:
        return command
    user = pwd.getpwnam(UNPRIVILEGED)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--", *command]


def own_folder():
    folder = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
    if os.geteuid() == 0:
        user = pwd.getpwnam(UNPRIVILEGED)
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


def wait_for(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come")
        time.sleep(0.02)


class Service:
    """A process that can be ended and begun again with what it has kept, at the same port."""

    def __init__(self):
        self.folder = own_folder()
        self.port = None
        self.process = None

    def command(self):
        raise NotImplementedError

    def is_up(self):
        """Whether this very process answers, and not another that has taken its port."""
        raise NotImplementedError

    def start(self):
        """Somebody else may take the port first, or what was killed may not be gone yet: then again."""
        chosen = self.port
        for _ in range(TRIES):
            self.port = chosen or free_port()
            self.run(self.command())
            wait_for(lambda: self.process.poll() is not None or self.is_up(), type(self).__name__)
            if self.process.poll() is None:
                return
            time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text(errors="replace")[-2000:])

    def run(self, command):
        log = (self.folder / "log").open("ab")
        with log:
            # pylint: disable-next=consider-using-with
            self.process = subprocess.Popen(as_nobody(command), cwd=self.folder, stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=log)

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait(timeout=PATIENCE)

    def close(self):
        if self.process and self.process.poll() is None:
            self.end(signal.SIGQUIT if isinstance(self, Postgres) else signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Postgres(Service):
    """FAST ends what is being done, IMMEDIATE is a crash."""

    FAST, IMMEDIATE = signal.SIGINT, signal.SIGQUIT

    def __init__(self):
        super().__init__()
        self.data = self.folder / "data"
        # Debian keeps them out of the way, a folder for each version.
        found = shutil.which("initdb") or max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None)
        if not found:
            raise AssertionError("PostgreSQL is not installed: ./setup test")
        self.programs = Path(found).resolve().parent
        subprocess.run(as_nobody([str(found), "--pgdata", str(self.data), "--username=tidelock", "--auth=trust",
                                  "--encoding=UTF8", "--no-locale", "--no-sync"]),
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        self.start()

    def command(self):
        return [str(self.programs / "postgres"), "-D", str(self.data), "-p", str(self.port), "-c",
                "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=50"]

    def is_up(self):
        """It says so itself, in a file with its number."""
        try:
            lines = (self.data / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[0] == str(self.process.pid) and lines[7].strip() == "ready"

    def restart(self, how=FAST):
        self.end(how)
        self.start()

    def address(self, database="postgres"):
        return f"postgresql://tidelock@127.0.0.1:{self.port}/{database}"

    def sql(self, text, database="postgres"):
        done = subprocess.run([str(self.programs / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1",
                               self.address(database), "-c", text], check=True, stdout=subprocess.PIPE)
        return done.stdout.decode().splitlines()

    def make(self, database, *options):
        subprocess.run([str(self.programs / "createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "tidelock",
                        *options, database], check=True)
        return self.address(database)


class Redis(Service):
    def __init__(self):
        super().__init__()
        self.start()

    def command(self):
        return ["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no",
                "--dir", str(self.folder)]

    def is_up(self):
        """It answers, and with its number."""
        said = b""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as one:
                one.sendall(b"PING\r\nINFO server\r\nQUIT\r\n")
                while part := one.recv(65536):
                    said += part
        except OSError:
            return False
        return said.startswith(b"+PONG") and b"process_id:%d\r\n" % self.process.pid in said

    def restart(self):
        self.end(signal.SIGKILL)
        self.start()

    def address(self):
        return f"redis://127.0.0.1:{self.port}"
