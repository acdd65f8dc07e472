#!/usr/bin/python3
"""Accounts over the wire: `tidelock serve` as a real process, with a browser's cookies kept by hand.

Run it with the command in the environment variable TIDELOCK, or as the first argument.
"""
import http.client
import json
import contextlib
import random
import shutil
import signal
import sqlite3
import tempfile
import unittest
from pathlib import Path

from running import load_tests, main  # noqa: F401 (unittest asks for load_tests)
from server_test import PATIENCE, Server

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


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.random = random.Random(self.id())

    def serve(self, database="memory"):
        server = Server(self.home, database)
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


if __name__ == "__main__":
    main()
