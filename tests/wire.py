"""What the tests of the wire share: a server with any options, what it takes of the machine, raw connections."""

import json
import random
import re
import resource
import signal
import socket
import ssl
import subprocess
import threading
from pathlib import Path

from measured import first_game
from running import COMMAND
from server_test import Player, Server, my_turn

PATIENCE = 60  # seconds


class WireServer(Server):
    """`tidelock serve` with any options; its address may also be encrypted."""

    def __init__(self, home, *options, database="memory", file_bytes=None):
        self.file_bytes = file_bytes  # the largest file it may write
        self.base = ""
        super().__init__(home, database, *map(str, options))

    def start(self):
        def limited():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.file_bytes, hard))

        # pylint: disable-next=consider-using-with,subprocess-popen-preexec-fn
        self.process = subprocess.Popen(
            [COMMAND, "serve", "--page", str(self.home), "--port", "0", "--database", str(self.database), *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=limited if self.file_bytes else None)
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"(https?://[^/]+:(\d+))/\n", line)
        if not found:
            raise AssertionError(f"no address: {line!r} {self.process.communicate()[1].decode()}")
        self.base, self.port = found[1], int(found[2])

    def alive(self):
        return self.process.poll() is None

    def memory(self):
        """Bytes that it has in memory now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) * 1024

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def send(self, data):
        """All that is answered to raw bytes; whoever sends them says no more."""
        with self.connect() as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            return read_all(connection)

    def text(self, path, **headers):
        """The status, the headers and the body of a page or a number."""
        lines = [f"GET {path} HTTP/1.1", "Host: localhost", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        head, _, body = self.send(("\r\n".join(lines) + "\r\n\r\n").encode()).partition(b"\r\n\r\n")
        status, *rest = head.decode().split("\r\n")
        return int(status.split()[1]), dict(line.lower().split(": ", 1) for line in rest), body.decode()


def read_all(connection):
    data = b""
    try:
        while part := connection.recv(65536):
            data += part
    except (ConnectionError, ssl.SSLError):
        pass
    return data


class HonestGame:
    """Two people who play on, one game after the other, whatever others do: in a thread of their own."""

    def __init__(self, server, **options):
        self.server = server
        self.options = options
        self.moves = 0
        self.wrong = None
        self.ending = False
        self.random = random.Random(1)
        self.moved = threading.Condition()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        try:
            while not self.ending:
                self.game()
        except BaseException as wrong:  # pylint: disable=broad-exception-caught
            self.wrong = wrong
        with self.moved:
            self.moved.notify_all()

    def game(self):
        table = self.server.make(game=first_game(), confirm=False)
        players = [Player(self.server, table, "Ann", **self.options), Player(self.server, table, "Bob", **self.options)]
        now = players[1]
        while now.status["at"] != "over" and not self.ending:
            now = players[now.status["to_act"][0] - 1]
            now.wait_until(my_turn)
            moves = now.must(do="legal")["moves"]
            now.must(do="apply", move=self.random.choice(moves)["move"])
            with self.moved:
                self.moves += 1
                self.moved.notify_all()

    def goes_on(self, count=5):
        """Waits until so many more moves were made."""
        with self.moved:
            goal = self.moves + count
            ok = self.moved.wait_for(lambda: self.wrong or self.moves >= goal, timeout=PATIENCE)
        if self.wrong:
            raise AssertionError("the honest game was disturbed") from self.wrong
        assert ok, "the honest game stands still"

    def end(self):
        self.goes_on()
        self.ending = True
        self.thread.join(PATIENCE)
        if self.wrong:
            raise AssertionError("the honest game was disturbed") from self.wrong


def error_of(text):
    return json.loads(text).get("error", {}).get("code")
