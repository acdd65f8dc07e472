#!/usr/bin/python3
"""Accounts over the wire: `tidelock serve` as a real process, with a browser's cookies kept by hand.

Run it with the command in the environment variable TIDELOCK, or as the first argument.
"""
import http.client
import json
import contextlib
import random
import re
import email
import email.policy
import secrets
import shutil
import signal
import sqlite3
import tempfile
import time
import unittest
from pathlib import Path

from websocket import WebSocket
from running import load_tests, main  # noqa: F401 (unittest asks for load_tests)
from server_test import PATIENCE, Server
from wire import WireServer

PASSWORD = "correct horse"


class Browser:
    """Somebody's cookies, and what is asked for with them."""

    def __init__(self, server, agent="Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"):
        self.server = server
        self.agent = agent
        self.cookie = None
        self.set_cookie = None
        self.headers = None

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            headers = {"User-Agent": self.agent, **headers}
            if self.cookie:
                headers["Cookie"] = self.cookie
            if body is not None:
                body = json.dumps(body).encode()
                headers.setdefault("Content-Type", "application/json")
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            self.headers = answer.headers
            self.set_cookie = answer.headers["Set-Cookie"]
            if self.set_cookie:
                value = self.set_cookie.split(";")[0]
                self.cookie = None if value.endswith("=") else value
            return answer.status, json.loads(answer.read())

    def me(self):
        status, answer = self.ask("GET", "/api/me")
        assert status == 200, answer
        return answer["account"]

    def sign_up(self, name, password=PASSWORD):
        status, answer = self.ask("POST", "/api/accounts", {"name": name, "password": password})
        assert status == 201, answer
        return self

    def sign_in(self, name, password=PASSWORD):
        status, answer = self.ask("POST", "/api/session", {"name": name, "password": password})
        assert status == 200, answer
        return self


class Guest:
    """Somebody at a table, with the cookies of a browser."""

    def __init__(self, browser, table):
        self.table = table
        headers = {"Cookie": browser.cookie} if browser.cookie else {}
        self.socket = WebSocket(browser.server.port, f"/api/tables/{table}/socket", headers)
        json.loads(self.socket.receive())

    def ask(self, **request):
        self.socket.send(json.dumps({"id": 1, **request}))
        while True:
            answer = json.loads(self.socket.receive())
            if "push" not in answer:
                return answer

    def sit(self, name="Guest"):
        answer = self.ask(do="sit", secret=secrets.token_hex(16), share=secrets.token_hex(16), name=name)
        assert answer.get("ok"), answer
        return answer

    def must(self, **request):
        answer = self.ask(**request)
        assert answer.get("ok"), (request, answer)
        return answer


def soon(condition):
    """What becomes true by itself."""
    until = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < until, "it never came"
        time.sleep(0.01)
    return found


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.addCleanup(WebSocket.close_all)
        self.random = random.Random(self.id())

    def serve(self, database="memory", *options):
        server = Server(self.home, database, *options)
        self.addCleanup(lambda: server.end(signal.SIGKILL))
        return server

    def test_signing_up_in_and_out(self):
        server = self.serve(self.home / "tables.db")
        browser = Browser(server)
        self.assertIsNone(browser.me())
        browser.sign_up("Ada")
        for wanted in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=15552000"):
            self.assertIn(f"; {wanted}", browser.set_cookie)
        self.assertNotIn("Secure", browser.set_cookie)
        self.assertEqual([one["device"] for one in browser.me()["sessions"]], ["Firefox, Linux"])
        other = Browser(server)
        self.assertEqual(other.ask("POST", "/api/accounts", {"name": "ada", "password": PASSWORD})[0], 409)
        wrong = other.ask("POST", "/api/session", {"name": "ada", "password": "wrong horse"})
        self.assertEqual(wrong[0], 403)
        self.assertEqual(other.ask("POST", "/api/session", {"name": "nobody", "password": "wrong horse"}), wrong)
        self.assertIsNone(other.me())
        other.sign_in("ADA")
        # Also after the server was killed, and to another one.
        server.end(signal.SIGKILL)
        server.start()
        self.assertEqual(browser.me()["name"], "Ada")
        session = next(one["id"] for one in other.me()["sessions"] if not one["current"])
        status, answer = other.ask("DELETE", f"/api/me/sessions/{session}")
        self.assertEqual((status, len(answer["account"]["sessions"])), (200, 1))
        self.assertIsNone(browser.me())
        browser.sign_in("ada")
        status, _ = browser.ask("POST", "/api/me/password", {"password": PASSWORD, "new": "battery staple"})
        self.assertEqual(status, 200)
        self.assertIsNone(other.me())
        self.assertEqual(browser.ask("DELETE", "/api/session"), (200, {"account": None}))
        self.assertIsNone(browser.cookie)
        self.assertIsNone(browser.me())
        self.assertEqual(browser.ask("GET", "/api/me/export")[0], 401)
        # Nothing that opens anything is kept or said.
        status, said = server.end()
        self.assertEqual((status, said), (0, ""))
        kept = (self.home / "tables.db").read_bytes()
        for secret in (PASSWORD, "battery staple"):
            self.assertNotIn(secret.encode(), kept)
        self.assertIn(b"$argon2id$", kept)

    def test_strangers(self):
        server = self.serve()
        browser = Browser(server).sign_up("ada")
        for method, path, body, expected in (
                ("POST", "/api/session", {"name": "ada"}, 400), ("POST", "/api/session", [], 400),
                ("PUT", "/api/me", None, 405), ("POST", "/api/me/games", {}, 405), ("GET", "/api/accounts", None, 405),
                ("GET", "/api/players/a%2Fb", None, 404), ("GET", "/api/players/nobody", None, 404),
                ("GET", "/api/me/nothing", None, 404), ("POST", "/api/me/mail", {"address": "a@b.example"}, 404)):
            with self.subTest(method=method, path=path):
                status, answer = browser.ask(method, path, body)
                self.assertEqual(status, expected, answer)
                self.assertIn("code", answer["error"])
        # Another site's page cannot speak for whoever looks at it.
        self.assertEqual(browser.ask("DELETE", "/api/session", Origin="https://evil.example")[0], 403)
        status, _ = browser.ask("POST", "/api/me/settings", {"shown": False}, **{"Content-Type": "text/plain"})
        self.assertEqual(status, 415)
        self.assertTrue(browser.me()["shown"])

    def test_guesses_have_an_end(self):
        server = self.serve()
        browser = Browser(server).sign_up("ada")
        guesser = Browser(server)
        statuses = [guesser.ask("POST", "/api/session", {"name": "ada", "password": f"guess {i:4}"})[0]
                    for i in range(15)]
        self.assertEqual(statuses[0], 403)
        self.assertEqual(statuses[-1], 429)
        self.assertEqual(browser.me()["name"], "ada")

    def test_guesses_at_once_are_guesses_too(self):
        server = self.serve("memory", "--limit", "guesses=6:0.001")
        Browser(server).sign_up("ada")  # makes one of them
        guesses = [{"name": f"nobody{i}", "password": "wrong horse"} for i in range(40)]
        connections = []
        for guess in guesses:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            self.addCleanup(connection.close)
            connection.request("POST", "/api/session", json.dumps(guess), {"Content-Type": "application/json"})
            connections.append(connection)
        answers = [connection.getresponse() for connection in connections]
        statuses = [answer.status for answer in answers]
        self.assertLessEqual(set(statuses), {403, 429})
        self.assertLessEqual(statuses.count(403), 5)
        for answer in answers:
            if answer.status == 429:
                self.assertGreaterEqual(int(answer.headers["Retry-After"]), 1)

    def test_what_is_right_costs_nothing(self):
        server = self.serve("memory", "--limit", "guesses=3:0.001")
        Browser(server).sign_up("ada")
        for _ in range(6):
            Browser(server).sign_in("ada")

    def test_an_operator_hears_why_and_not_of_whom(self):
        log = self.home / "log"
        server = WireServer(self.home, "--log", log, database=self.home / "tables.db", file_bytes=120 * 1024)
        self.addCleanup(lambda: server.end(signal.SIGKILL))
        browser, status, names = Browser(server), 201, 0
        while status == 201:
            self.assertLess(names, 1000, "the disk was never full")
            status, answer = browser.ask("POST", "/api/accounts", {"name": f"somebody{names}", "password": PASSWORD})
            names += 1
        self.assertEqual((status, answer["error"]["code"]), (503, "not-kept"))
        self.assertIn('tidelock_errors_total{code="not-kept"} 1\n', server.text("/metrics")[2])
        server.end()
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        failed = [line for line in lines if line["event"] == "store-failed"]
        self.assertTrue(failed and all(line["level"] == "error" and line["why"] for line in failed), failed)
        asked = [line for line in lines if line.get("route") == "accounts"]
        self.assertEqual(len(asked), names)
        self.assertEqual({line["level"] for line in asked if line["status"] < 500}, {"info"})
        self.assertNotIn("somebody", log.read_text())

    def test_all_of_it_and_nothing(self):
        database = self.home / "tables.db"
        server = self.serve(database)
        browser = Browser(server).sign_up("Adalovelace")
        status, everything = browser.ask("GET", "/api/me/export")
        self.assertEqual(status, 200)
        self.assertIn("attachment", browser.headers["Content-Disposition"])
        self.assertEqual([line["do"] for line in everything["log"]], ["created", "signed-in"])
        self.assertEqual(browser.ask("DELETE", "/api/me", {"password": "wrong horse"})[0], 403)
        self.assertEqual(browser.ask("DELETE", "/api/me", {"password": PASSWORD}), (200, {"account": None}))
        self.assertEqual(Browser(server).ask("GET", "/api/players/adalovelace")[0], 404)
        for path in self.home.glob("tables.db*"):
            self.assertNotIn(b"adalovelace", path.read_bytes().lower(), path)
        self.assertEqual(server.end(), (0, ""))
        with contextlib.closing(sqlite3.connect(database)) as kept:
            self.assertEqual(kept.execute("SELECT count(*) FROM lines").fetchone(), (0,))

    def test_an_account_opens_its_seat(self):
        server = self.serve(self.home / "tables.db")
        ada, bob = Browser(server).sign_up("Ada"), Browser(server).sign_up("bob")
        table = server.make(game="solenia")
        self.assertEqual(Guest(ada, table).ask(do="join")["error"]["code"], "no-seat")
        first = Guest(ada, table)
        self.assertEqual(first.sit("Countess")["table"]["seats"][0]["account"], "Ada")
        bob.ask("POST", "/api/me/settings", {"shown": False})
        card = Guest(bob, table).sit("Bob")["table"]
        self.assertNotIn("account", card["seats"][1])
        # From another device, without the secret, and not without the account.
        other = Guest(Browser(server).sign_in("ada"), table)
        self.assertEqual(other.must(do="join")["seat"], 1)
        moves = other.must(do="legal")["moves"] or Guest(bob, table).must(do="join")
        self.assertTrue(moves)
        self.assertEqual(Guest(Browser(server), table).ask(do="join")["error"]["code"], "not-signed-in")
        self.assertEqual([(one["table"], one["seat"], one["over"]) for one in ada.me()["tables"]], [(table, 1, False)])
        games = ada.ask("GET", "/api/me/games")[1]["games"] + bob.ask("GET", "/api/me/games")[1]["games"]
        self.assertEqual([one["table"] for one in games], [table, table])
        self.assertEqual(sorted(one["waiting"] for one in games), [False, True])
        _, everything = ada.ask("GET", "/api/me/export")
        self.assertEqual(everything["tables"][0]["lines"][0]["name"], "Countess")
        # Who is gone leaves nothing at the table but moves, also for those who sit there.
        self.assertEqual(ada.ask("DELETE", "/api/me", {"password": PASSWORD})[0], 200)
        watcher = Guest(Browser(server), table)
        soon(lambda: "name" not in watcher.must(do="table")["table"]["seats"][0])
        for path in self.home.glob("tables.db*"):
            for gone in (b"countess", b'"ada"', b"account/ada"):
                self.assertNotIn(gone, path.read_bytes().lower(), (path, gone))
        self.assertTrue(first.must(do="observe"))  # the secret still opens it
        self.assertEqual(Guest(bob, table).must(do="join")["seat"], 2)

    def test_a_session_that_ended_plays_no_more(self):
        clock = self.home / "clock"
        clock.write_text("0")
        server = self.serve("memory", "--clock", str(clock))
        ada = Browser(server).sign_up("Ada")
        table = server.make(game="solenia")
        Guest(ada, table).sit()
        thief = Browser(server).sign_in("ada")
        stolen = Guest(thief, table)
        stolen.must(do="join")
        ada.ask("POST", "/api/me/password", {"password": PASSWORD, "new": "battery staple"})
        clock.write_text("30000")
        soon(lambda: stolen.ask(do="table").get("error", {}).get("code") == "not-signed-in")
        self.assertEqual(stolen.ask(do="observe")["error"]["code"], "join-first")
        self.assertEqual(stolen.ask(do="join")["error"]["code"], "not-signed-in")

    def test_a_result_counts_once_whenever_the_server_dies(self):
        database = self.home / "tables.db"
        server = self.serve(database)
        ada, bob = Browser(server).sign_up("Ada"), Browser(server).sign_up("bob")
        tables = []
        for number in range(12):
            table = server.make(game="solenia", listed=True)
            tables.append(table)
            first, second = Guest(ada, table), Guest(bob, table)
            first.sit()
            second.sit()
            loser = self.random.choice((first, second))
            loser.socket.send(json.dumps({"id": 1, "do": "resign"}))
            if number % 3:
                time.sleep(self.random.random() * 0.02)
            else:
                json.loads(loser.socket.receive())  # it is over, and says so
            WebSocket.close_all()
            server.end(signal.SIGKILL)
            server.start()
        for table in tables:  # who looks at a table that did not get so far ends it
            for browser in (ada, bob):
                guest = Guest(browser, table)
                if guest.must(do="join")["table"]["phase"] == "playing":
                    guest.must(do="resign")
        for browser in (ada, bob):
            results = soon(lambda one=browser: (len(found := one.me()["results"]) >= len(tables)) and found)
            self.assertEqual(sorted(one["table"] for one in results), sorted(tables))
            self.assertEqual(browser.me()["ratings"]["solenia"]["games"], len(tables))
            self.assertTrue(all(one["over"] for one in browser.me()["tables"]))
        self.assertEqual(sum(one["won"] for one in ada.me()["results"]), sum(one["lost"] for one in bob.me()["results"]))
        public = Browser(server).ask("GET", "/api/players/ada")[1]
        self.assertEqual(public["ratings"], ada.me()["ratings"])
        server.end(signal.SIGTERM)
        with contextlib.closing(sqlite3.connect(database)) as kept:
            lines = [json.loads(line) for (line,) in kept.execute("SELECT line FROM lines")]
        self.assertEqual(sum(line.get("do") == "rated" for line in lines), len(tables))

    def program(self, name, text):
        path = self.home / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def test_a_turn_that_waits_is_told_once(self):
        clock, told, mails = self.home / "clock", self.home / "told", self.home / "mails"
        clock.write_text("0")
        mails.mkdir()
        tell = self.program("tell", f"cat >> {told}")
        sendmail = self.program("sendmail", f"new=$(mktemp {mails}/new-XXXXXX); cat > $new; mv $new $new.mail")
        server = self.serve(self.home / "tables.db", "--clock", str(clock), "--notify-command", tell, "--mail-from",
                            "games@example.org", "--sendmail", sendmail, "--public-url", "http://games.example")

        def letters():
            return [email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
                    for path in sorted(mails.glob("*.mail"))]

        # Without an account there is no address; the operator's program knows the table and the seat.
        stranger = Browser(server).ask("GET", "/api/me")
        self.assertEqual(stranger, (200, {"account": None, "notices": ["command"]}))
        ada = Browser(server).sign_up("Ada")
        self.assertEqual(ada.me()["notices"], ["mail", "command"])
        self.assertEqual(ada.ask("POST", "/api/me/mail", {"address": "a@b.example\nBcc: c@d.example"})[0], 400)
        self.assertEqual(ada.ask("POST", "/api/me/mail", {"address": "ada@mail.example"})[0], 200)
        letter = soon(letters)[0]
        self.assertEqual((letter["From"], letter["To"]), ("games@example.org", "ada@mail.example"))
        code = re.search(r"\b\d{8}\b", letter.get_content())[0]
        self.assertEqual(ada.ask("POST", "/api/me/mail/confirm", {"code": "no"})[0], 403)
        self.assertEqual(ada.ask("POST", "/api/me/mail/confirm", {"code": code})[0], 200)
        self.assertEqual(ada.me()["mail"], {"address": "ada@mail.example", "confirmed": True})
        self.assertEqual([ada.ask("POST", "/api/me/mail", {"address": "x@mail.example"})[0] for _ in range(3)],
                         [200, 200, 429])
        ada.ask("DELETE", "/api/me/mail")
        self.assertIsNone(ada.me()["mail"])
        ada.ask("POST", "/api/me/settings", {"notify": 3600})
        table = server.make(game="solenia")
        guests = [Guest(ada, table), Guest(Browser(server), table)]
        self.assertEqual(guests[0].sit("Countess")["notify"], 3600)
        self.assertIsNone(guests[1].sit("Bob")["notify"])
        self.assertEqual(guests[1].must(do="notify", after=3600)["notify"], 3600)
        WebSocket.close_all()
        # The server does not run when the time comes; then somebody looks.
        server.end(signal.SIGKILL)
        clock.write_text("3700000")
        server.start()
        Guest(Browser(server), table).must(do="watch")
        soon(told.exists)
        soon(lambda: told.read_text().endswith("\n"))
        said = [json.loads(line) for line in told.read_text().splitlines()]
        self.assertEqual(len(said), 1)
        self.assertEqual(said[0]["link"], f"http://games.example/#/online/{table}")
        self.assertIn(said[0]["name"], ("Countess", "Bob"))
        self.assertGreaterEqual(said[0]["waited"], 3600)
        # Not again, whatever happens.
        server.end(signal.SIGKILL)
        clock.write_text("9000000")
        server.start()
        guest = Guest(Browser(server), table)
        guest.must(do="watch")
        server.end(signal.SIGTERM)
        self.assertEqual(len(told.read_text().splitlines()), 1)


if __name__ == "__main__":
    main()
