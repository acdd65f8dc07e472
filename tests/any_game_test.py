#!/usr/bin/python3
"""What holds for every game of a build, whatever it is: played at the terminal, by the engine, and at a server's table.

All games that the command has are played; only one with TIDELOCK_GAME, and by so many with TIDELOCK_PLAYERS.
"""
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import playing
from running import COMMAND, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS
from server_test import Player, Server
from websocket import WebSocket

PATIENCE = 120
LANGS = ("en", "pl", "de", "zh-Hant")
RESTLESS = "1\n\n" * 2000  # whatever is asked at the terminal, the game goes on


def games():
    with playing.Engine(COMMAND) as engine:
        return [game["id"] for game in engine.hello["games"] if os.environ.get("TIDELOCK_GAME", game["id"]) == game["id"]]


GAMES = games()
OPTIONS = {"players": int(os.environ["TIDELOCK_PLAYERS"])} if "TIDELOCK_PLAYERS" in os.environ else {}
FLAGS = [part for name, value in OPTIONS.items() for part in (f"--{name}", value)]
ALONE = OPTIONS.get("players") == 1


class AnyGame(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.addCleanup(WebSocket.close_all)

    def the_record(self):
        """The only record; it is taken away, so that the next game has its own."""
        found = list((self.home / "state/tidelock/records").glob("*.json"))
        self.assertEqual(len(found), 1)
        record = json.loads(found[0].read_text())
        found[0].unlink()
        return record

    def run_it(self, *args, text=""):
        env = {**os.environ, "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"), "LC_ALL": "C.UTF-8"}
        done = subprocess.run([COMMAND, *map(str, args)], input=text, capture_output=True, text=True, timeout=PATIENCE,
                              env=env, cwd=self.home, check=False)
        self.assertEqual(done.returncode, 0, f"{args}: {done.stderr[-2000:]}{done.stdout[-500:]}")
        return done.stdout

    def test_there_are_games(self):
        self.assertTrue(GAMES)

    def test_at_the_terminal(self):
        for game in GAMES:
            for lang in LANGS:
                with self.subTest(game, lang=lang):
                    out = self.run_it("play", game, "--plain", "--new", "--seed", 3, "--lang", lang, *FLAGS, text=RESTLESS)
                    record = self.the_record()
                    self.assertEqual(record["game"], game)
                    self.assertIn("result", record)
                    self.assertNotRegex(out, rf"<(shell|{game})\.|\{{\w+\}}")

    def test_in_the_engine(self):
        for game in GAMES:
            with self.subTest(game), playing.Engine(COMMAND) as engine:
                SCHEMAS.game = game
                self.addCleanup(setattr, SCHEMAS, "game", "")
                begun = engine.must(do="new", game=game, options=OPTIONS, seed=5, lang="en")
                SCHEMAS.check("answer.json#/$defs/new", begun)
                while engine.step(2):
                    if engine.decided % 7 != 1:
                        continue
                    for verb, request in (("state", {}), ("observe", {"seat": 1, "lang": "en"}),
                                          ("observe", {"seat": None}), ("events", {"seat": 1, "lang": "en"})):
                        answer = engine.must(do=verb, **request)
                        SCHEMAS.check(f"answer.json#/$defs/{verb}", answer)
                        if "view" in answer:  # what is read of the view of any game
                            SCHEMAS.check("view.json#", answer["view"])
                    self.goes_on_elsewhere(game, engine)
                record = engine.must(do="record")["record"]
                SCHEMAS.check("record.json#", record)
                loaded = engine.must(do="load", record=record)
                self.assertEqual(loaded["status"]["at"], "over")

    def goes_on_elsewhere(self, game, engine):
        with playing.Engine(COMMAND) as other:
            state = engine.must(do="state")["state"]
            options = engine.must(do="record")["record"]["options"]
            other.must(do="load", game=game, options=options, state=state, seed=1, autoplay=False)
            self.assertEqual(other.must(do="state")["state"], state)

    def test_by_bots(self):
        for game in GAMES:
            with self.subTest(game):
                told = json.loads(self.run_it("sim", game, "--games", 20, "--bot", "greedy", "--json", *FLAGS))
                self.assertEqual(told["games"], 20)
                if ALONE:
                    continue
                told = json.loads(self.run_it("arena", "greedy", "random", "--game", game, "--games", 4, "--json", *FLAGS))
                self.assertEqual(told["games"], 4)

    def test_at_a_servers_table(self):
        for game in GAMES:
            with self.subTest(game):
                server = Server(self.home, "memory")
                self.addCleanup(lambda process: process.poll() is None and process.kill(), server.process)
                table = server.make(game=game, options=OPTIONS)
                first = Player(server, table, "Ann")
                players = [first, *[Player(server, table, f"Guest {n}") for n in range(2, len(first.card["seats"]) + 1)]]
                watcher = Player(server, table, do="watch")
                commit = first.card["luck"]["commit"]
                playing.play_on(players, 4)
                for player in [*players, watcher]:
                    player.wait_until(lambda one: one.status["at"] == "over" and one.card["phase"] == "over")
                self.assertEqual(hashlib.sha256(watcher.card["luck"]["secret"].encode()).hexdigest(), commit)
                self.assertEqual(server.end(), (0, ""))


if __name__ == "__main__":
    main()
