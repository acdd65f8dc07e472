#!/usr/bin/python3
"""What an operator does with `tidelock serve`: limits, proxies, certificates, logs, numbers, restarts, mistakes.

Run it with the command in the environment variable TIDELOCK, or as the first argument.
"""
import http.client
import json
import math
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import unittest
import warnings
from pathlib import Path

from running import COMMAND, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from server_test import Player, my_turn
from websocket import Closed, Refused, WebSocket
from wire import PATIENCE, WireServer

GUARDS = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy",
          "cross-origin-opener-policy", "cross-origin-resource-policy", "permissions-policy")


def read_metrics(text):
    """The text form of Prometheus, by its grammar: every sample after the type of its family, histograms that add up."""
    types, samples = {}, {}
    name = r"[a-zA-Z_:][a-zA-Z0-9_:]*"
    label = r'[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"'
    for line in text.split("\n")[:-1]:
        if found := re.fullmatch(rf"# HELP ({name}) (.+)", line):
            assert found[1] not in types, line
        elif found := re.fullmatch(rf"# TYPE ({name}) (counter|gauge|histogram)", line):
            assert found[1] not in types, line
            types[found[1]] = found[2]
        else:
            found = re.fullmatch(rf"({name})(\{{{label}(?:,{label})*\}})? (\S+)", line)
            assert found, line
            family = re.sub(r"_(bucket|sum|count)$", "", found[1])
            family = family if types.get(family) == "histogram" else found[1]
            assert family in types, line
            key = found[1] + (found[2] or "")
            assert key not in samples, line
            samples[key] = float(found[3])
            assert not math.isnan(samples[key]), line
            assert types[family] != "counter" or found[1].endswith("_total"), line
    assert text.endswith("\n")
    for family, kind in types.items():
        if kind != "histogram":
            continue
        buckets = [value for key, value in samples.items() if key.startswith(family + "_bucket")]
        assert buckets == sorted(buckets) and buckets[-1] == samples[family + "_count"], family
        assert f'{family}_bucket{{le="+Inf"}}' in samples and samples[family + "_sum"] >= 0
    return samples


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.addCleanup(WebSocket.close_all)
        self.random = random.Random(self.id())

    def serve(self, *options, **settings):
        server = WireServer(self.home, *options, **settings)
        self.addCleanup(lambda: server.end(signal.SIGKILL))
        return server

    def certificate(self, name, *days):
        cert, key = self.home / f"{name}.pem", self.home / f"{name}.key"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                        f"/CN={name}", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert, *days],
                       check=True, capture_output=True)
        return cert, key

    def refused(self, *options):
        done = subprocess.run([COMMAND, "serve", "--page", self.home, "--port", "0", "--database", "memory", *options],
                              capture_output=True, timeout=PATIENCE, check=False)
        self.assertNotEqual(done.returncode, 0, options)
        self.assertEqual(done.stdout, b"", options)
        return done.stderr.decode()

    def end(self, server, players):
        """Everybody is told to come back, and nothing is said of it."""
        server.process.send_signal(signal.SIGTERM)
        for player in players:
            with self.assertRaises(Closed) as closed:
                while True:
                    player.socket.receive()
            self.assertEqual(closed.exception.code, 1012)
            player.socket.close()
        self.assertEqual(server.end(None), (0, ""))

    # --- limits and proxies ---

    def test_limits(self):
        server = self.serve("--limit", "tables=3:1", "--limit", "sockets=2")
        table = [server.make(game="solenia") for _ in range(3)][0]
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.request("POST", "/api/tables", b'{"game":"solenia"}', {"Content-Type": "application/json"})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 429)
        self.assertEqual(json.loads(answer.read())["error"]["code"], "too-many")
        self.assertIn(int(answer.headers["Retry-After"]), range(1, 61))
        connection.close()
        path = f"/api/tables/{table}/socket"
        sockets = [WebSocket(server.port, path) for _ in range(2)]
        with self.assertRaises(Refused) as refused:
            WebSocket(server.port, path)
        self.assertEqual(refused.exception.status, 429)
        sockets[0].close()
        self.eventually(lambda: WebSocket(server.port, path), Refused)
        self.assertEqual(server.http("GET", f"/api/tables/{table}")[0], 200)
        server = self.serve("--limit", "requests=20:1")
        statuses = {server.text("/")[0] for _ in range(60)}
        self.assertEqual(statuses, {200, 429})
        self.assertEqual(server.text("/healthz")[0], 200, "who looks after it may always ask")
        self.assertGreater(read_metrics(server.text("/metrics")[2])["tidelock_limited_total"], 2)

    def test_limits_of_talk_and_guesses(self):
        server = self.serve("--limit", "chat=2:1", "--limit", "guesses=3:1")
        table = server.make(game="solenia")
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        said = [player.ask(do="say", phrase="hello").get("error", {}).get("code") for player in players for _ in range(2)]
        self.assertEqual(said, [None, None, "too-many", "too-many"])
        players[0].must(do="table")
        self.assertEqual(read_metrics(server.text("/metrics")[2])["tidelock_limited_total"], 2)
        statuses = [server.http("POST", "/api/session", {"name": "nobody", "password": f"password {i}"})[0]
                    for i in range(4)]
        self.assertEqual(statuses[3], 429)
        self.assertNotIn(429, statuses[:3])
        self.assertEqual(server.http("GET", "/api/tables")[0], 200)

    def eventually(self, action, *wrong):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return action()
            except wrong:
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def test_this_machine_alone_has_no_limits(self):
        server = self.serve()
        for _ in range(50):
            server.make(game="solenia")

    def test_proxy(self):
        server = self.serve("--proxy", "127.0.0.1", "--limit", "tables=1:1")

        def make(*chain):
            return server.http("POST", "/api/tables", {"game": "solenia"}, Host="play.example.org",
                               X_Forwarded_For=", ".join(chain))[0]

        self.assertEqual([make("192.0.2.1"), make("192.0.2.1"), make("192.0.2.2")], [201, 429, 201])
        # What the client wrote itself into the header stands before what the proxy added, and is worth nothing.
        self.assertEqual(make("192.0.2.77", "192.0.2.1"), 429)
        self.assertEqual([make("2001:db8::1"), make("2001:db8::2"), make("2001:db8:0:1::1")], [201, 429, 201])
        self.assertEqual(server.text("/", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.9")[1].get(
            "strict-transport-security"), "max-age=31536000")
        self.assertNotIn("strict-transport-security", server.text("/", X_Forwarded_For="192.0.2.9")[1])
        # Numbers are for this machine, and not for whoever comes through its proxy; who comes from the same address without
        # saying for whom may be either.
        self.assertEqual(server.text("/metrics", X_Forwarded_For="192.0.2.9")[0], 404)
        self.assertEqual(server.text("/metrics")[0], 404)
        named = self.serve("--proxy", "127.0.0.1", "--metrics-address", "127.0.0.1")
        self.assertEqual(named.text("/metrics")[0], 200)
        self.assertEqual(named.text("/metrics", X_Forwarded_For="192.0.2.9")[0], 404)
        # Who comes by TLS comes from a page that did.
        origins = {scheme: server.text("/api/tables", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.9",
                                       Origin=f"{scheme}://localhost")[0] for scheme in ("http", "https")}
        self.assertEqual(origins, {"http": 403, "https": 200})

    def test_unnamed_proxies_are_not_believed(self):
        server = self.serve("--limit", "tables=1:1", "--metrics-address", "192.0.2.0/24")
        statuses = [server.http("POST", "/api/tables", {"game": "solenia"}, X_Forwarded_For=f"192.0.2.{i}")[0]
                    for i in range(3)]
        self.assertEqual(statuses, [201, 429, 429])
        self.assertEqual(server.text("/metrics", X_Forwarded_For="192.0.2.9")[0], 404)

    # --- encryption ---

    def test_tls(self):
        cert, key = self.certificate("one")
        server = self.serve("--tls-cert", cert, "--tls-key", key)
        self.assertTrue(server.base.startswith("https://"))
        context = ssl.create_default_context(cafile=cert)
        connection = http.client.HTTPSConnection("localhost", server.port, timeout=PATIENCE, context=context)
        connection.request("POST", "/api/tables", b'{"game":"solenia","confirm":false}', {"Content-Type": "application/json"})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 201)
        self.assertEqual(answer.headers["Strict-Transport-Security"], "max-age=31536000")
        table = json.loads(answer.read())["table"]
        connection.request("GET", "/")
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.read()), (200, b"<!doctype html>"))
        connection.close()
        # A game over the encrypted way.
        server.tls = context
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        now = players[1]
        for _ in range(10):
            now = players[now.status["to_act"][0] - 1]
            now.wait_until(my_turn)
            now.must(do="apply", move=self.random.choice(now.must(do="legal")["moves"])["move"])
        # Whoever comes without encryption, or with an old one, gets nothing.
        self.assertFalse(server.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").startswith(b"HTTP"))
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        with warnings.catch_warnings(action="ignore"):
            old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionError)), server.connect() as plain:
            old.wrap_socket(plain, server_hostname="localhost")
        # Renewed files are read again, and whoever is there stays.
        two, two_key = self.certificate("two")
        shutil.copy(two_key, key)
        shutil.copy(two, cert)
        server.process.send_signal(signal.SIGHUP)
        self.eventually(lambda: self.assertIn(b"two", self.shown_certificate(server)), AssertionError)
        self.assertTrue(now.must(do="table"))
        # Files that make no sense change nothing.
        cert.write_text("nonsense")
        server.process.send_signal(signal.SIGHUP)
        for _ in range(3):
            self.assertIn(b"two", self.shown_certificate(server))
        self.end(server, players)

    @staticmethod
    def shown_certificate(server):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with server.connect() as plain, context.wrap_socket(plain, server_hostname="localhost") as tls:
            return tls.getpeercert(binary_form=True)

    # --- what it tells ---

    def test_health_and_metrics(self):
        server = self.serve(database=self.home / "tables.db")
        self.assertEqual(server.text("/healthz")[::2], (200, "ok\n"))
        table = server.make(game="solenia", confirm=False, seats=[{}, {"bot": "novice"}])
        player = Player(server, table, "Ann")
        for _ in range(5):
            player.wait_until(my_turn)
            player.must(do="apply", move=player.must(do="legal")["moves"][0]["move"])
        player.wait_until(my_turn)
        player.ask(do="nonsense")
        server.http("GET", f"/api/tables/{'A' * 16}")
        status, headers, text = server.text("/metrics")
        self.assertEqual((status, headers["content-type"]), (200, "text/plain; version=0.0.4; charset=utf-8"))
        found = read_metrics(text)
        self.assertGreaterEqual(found["tidelock_moves_total"], 6)
        self.assertEqual(found["tidelock_tables_made_total"], 1)
        self.assertEqual(found["tidelock_tables_awake"], 1)
        self.assertEqual(found["tidelock_sockets"], 1)
        self.assertEqual(found['tidelock_errors_total{code="unknown-verb"}'], 1)
        self.assertEqual(found['tidelock_requests_total{status="201"}'], 1)
        self.assertEqual(found['tidelock_requests_total{status="404"}'], 1)
        self.assertGreaterEqual(found["tidelock_move_told_seconds_count"], 5)
        self.assertGreaterEqual(found["tidelock_flush_seconds_count"], 6)
        self.assertGreaterEqual(found["tidelock_wake_seconds_count"], 1)
        self.assertEqual(found["tidelock_store_errors_total"], 0)
        self.assertNotIn(table, text)
        player.socket.close()
        self.eventually(lambda: self.assertEqual(
            [read_metrics(server.text("/metrics")[2])[name] for name in ("tidelock_sockets", "tidelock_tables_awake")],
            [0, 0]), AssertionError)

    def test_guards(self):
        server = self.serve()
        table = server.make(game="solenia")
        for path in ("/", "/none", "/api/tables", "/api/none", f"/api/tables/{table}", "/healthz", "/metrics"):
            headers = server.text(path)[1]
            for name in GUARDS:
                self.assertIn(name, headers, path)
            if path.startswith("/api/"):
                self.assertEqual(headers["cache-control"], "no-store")

    def test_log(self):
        log = self.home / "log"
        server = self.serve("--log", log, "--log-level", "debug", "--log-addresses")
        table = server.make(game="solenia", confirm=False)
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        server.text("/?secret=inaquery")
        server.http("GET", f"/api/tables/{table}")
        log.rename(self.home / "log.1")
        server.process.send_signal(signal.SIGHUP)
        self.eventually(log.read_text, FileNotFoundError)
        self.end(server, players)
        text = (self.home / "log.1").read_text() + log.read_text()
        lines = [json.loads(line) for line in text.splitlines()]
        events = [line["event"] for line in lines]
        for event in ("listening", "request", "socket-open", "draining", "socket-close", "ended"):
            self.assertIn(event, events)
        for line in lines:
            self.assertRegex(line["time"], r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
            self.assertIn(line["level"], ("debug", "info", "warn", "error"))
        made = next(line for line in lines if line.get("status") == 201)
        self.assertEqual((made["method"], made["route"], made["from"]), ("POST", "tables", "127.0.0.1"))
        self.assertGreater(made["ms"], 0)
        opened = [line for line in lines if line["event"] == "socket-open"]
        self.assertEqual(len({line["id"] for line in opened}), 2)
        self.assertEqual(len({line["table"] for line in opened}), 1)
        # It opens no table and no seat, and holds nothing that anybody said.
        for hidden in (table, "inaquery", "Ann", *(player.secret for player in players),
                       *(player.joining["share"] for player in players)):
            self.assertNotIn(hidden, text)
        quiet = self.serve()
        quiet.make(game="solenia")
        self.assertEqual(quiet.end(), (0, ""))

    # --- restarts ---

    def test_drain(self):
        server = self.serve("--drain", 3600)
        table = server.make(game="solenia")
        player = Player(server, table, "Ann")
        server.process.send_signal(signal.SIGTERM)
        self.eventually(lambda: self.assertEqual(server.text("/healthz")[0], 503), AssertionError)
        self.assertIn("draining", server.text("/healthz")[2])
        status, answer = server.http("POST", "/api/tables", {"game": "solenia"})
        self.assertEqual((status, answer["error"]["code"]), (503, "draining"))
        with self.assertRaises(Refused):
            WebSocket(server.port, f"/api/tables/{table}/socket")
        player.must(do="table")  # who is there stays until the end
        # A second signal ends it at once.
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(PATIENCE)
        self.assertEqual(server.process.returncode, -signal.SIGTERM)

    def test_restarts_in_the_middle(self):
        """Restarted again and again under players: who is told to come back does, and nobody loses a move."""
        server = self.serve(database=self.home / "tables.db")
        table = server.make(game="solenia", confirm=False, seats=[{}, {}, {"bot": "easy"}], options={"players": 3})
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        done, restarts = [], 0
        while restarts < 15:
            for player in players:
                player.must(do="table")
            if players[0].status["at"] == "over":
                break
            now = next((one for one in players if one.seat in one.status["to_act"]), None)
            if now is None:  # the bot thinks
                if self.random.random() < 0.3:
                    restarts += self.restart(server, players)
                else:
                    players[0].wait_until(lambda one: one.status["to_act"] != [3])
                    players[1].wait_until(lambda one: one.status["to_act"] != [3])
                continue
            request = {"do": "apply", "key": f"k{len(done)}", "move": now.must(do="legal")["moves"][0]["move"]}
            when = self.random.choice(["never", "between", "after"])
            if when == "between":
                now.socket.send(json.dumps(request))
                restarts += self.restart(server, players)
            now.must(**request)
            done.append((now.seat, request["key"]))
            if when == "after":
                restarts += self.restart(server, players)
            for player in players:
                player.wait_until(lambda one, goal=now: one.status == goal.status or one.seen >= goal.seen - 5)
        self.assertGreater(restarts, 3)
        # Every move that was acknowledged is there, once.
        fresh = Player(server, table, do="watch")
        played = [event for event in fresh.events if event["event"] == "played" and event["seat"] != 3]
        self.assertEqual([event["seat"] for event in played], [event["seat"] for event in players[0].events
                                                              if event["event"] == "played" and event["seat"] != 3])
        self.assertEqual(len(done), len({key for _, key in done}))

    def restart(self, server, players):
        self.end(server, players)
        server.start()
        for player in players:
            player.come_back()
        return 1

    # --- mistakes ---

    def test_mistakes(self):
        cert, key = self.certificate("one")
        other = self.certificate("two")[1]
        locked = self.home / "locked.key"
        subprocess.run(["openssl", "ec", "-in", key, "-aes256", "-passout", "pass:x", "-out", locked], check=True,
                       capture_output=True)
        (self.home / "empty").write_text("")
        old = self.certificate("old", "-days", "-1") if self.openssl_makes_old() else None
        cases = [
            (["--tls-cert", cert], "--tls-key"), (["--tls-key", key], "--tls-cert"),
            (["--tls-cert", self.home / "none", "--tls-key", key], "none"),
            (["--tls-cert", self.home / "empty", "--tls-key", key], "empty"),
            (["--tls-cert", key, "--tls-key", key], "certificate"), (["--tls-cert", cert, "--tls-key", cert], "private key"),
            (["--tls-cert", cert, "--tls-key", other], "does not belong"),
            (["--tls-cert", cert, "--tls-key", locked], "passphrase"),
            (["--proxy", "everybody"], "--proxy"), (["--proxy", "10.0.0.0/40"], "--proxy"),
            (["--proxy", "0.0.0.0/0"], "--proxy"), (["--proxy", "::/0"], "--proxy"),
            (["--notify-command", "/usr/bin", "--public-url", "http://a"], "--notify-command"),
            (["--sendmail", "/bin/true"], "--mail-from"), (["--public-url", "https://"], "--public-url"),
            (["--mail-from", "a@b.c", "--sendmail", "/usr/bin", "--public-url", "http://a"], "--sendmail"),
            (["--connections", "1"], "connections"), (["--connections", "900000"], "ulimit"),
            (["--metrics-address", "x"], "--metrics-address"), (["--limit", "tables"], "tables=20:10"),
            (["--limit", "tables=0:0"], "tables=20:10"), (["--limits", "off", "--limit", "tables=1:1"], "--limits off"),
            (["--limits", "maybe"], "maybe"), (["--log-level", "info"], "--log"), (["--log-addresses"], "--log"),
            (["--log", "/none/there"], "/none/there"), (["--log", "-", "--log-level", "loud"], "--log-level"),
            (["--sockets", "0"], "sockets"), (["--sockets", "900000"], "ulimit"), (["--drain", "-1"], "drain"),
            (["--port", "70000"], "port"), (["--bind", "example"], "address"), (["--nonsense"], "--nonsense"),
        ]
        if old:
            cases.append((["--tls-cert", old[0], "--tls-key", old[1]], "expired"))
        for options, expected in cases:
            with self.subTest(options):
                self.assertIn(expected, self.refused(*options))

    def test_mistakes_make_no_database(self):
        for options in (["--bus", "nonsense"], ["--notify-command", "/usr/bin"], ["--sendmail", "/bin/true"],
                        ["--clock", self.home / "none" / "clock"], ["--proxy", "0.0.0.0/0"]):
            with self.subTest(options):
                database = self.home / "fresh.db"
                done = subprocess.run([COMMAND, "serve", "--page", self.home, "--port", "0", "--database", database, *options],
                                      capture_output=True, timeout=PATIENCE, check=False)
                self.assertEqual((done.returncode, done.stdout), (1, b""))
                self.assertFalse(database.exists())

    @staticmethod
    def openssl_makes_old():
        """Whether a certificate can be made that has expired; newer versions refuse."""
        return subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                               "-subj", "/CN=x", "-days", "-1", "-keyout", "/dev/null", "-out", "/dev/null"],
                              capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    main()
