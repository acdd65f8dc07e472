#!/usr/bin/python3
"""What people have kept with earlier releases: it is read, it replays as it was, and it goes on as it would have.

Each folder of tests/fixtures is what one release wrote (tests/fixtures/README.md). Run it with the command in the
environment variable TIDELOCK, or as the first argument.
"""
import base64
import contextlib
import gzip
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

from playing import Engine, finish, play_on
from running import COMMAND, ROOT, SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from server_test import Player, Server
from websocket import WebSocket

RELEASES = sorted(folder for folder in (ROOT / "tests" / "fixtures").iterdir() if (folder / "finished.json.gz").exists())
DAMAGES = 100 if SLOW else 1000
PATIENCE = 60  # seconds
MEMORY = Path("/dev/shm")  # where no test waits for a disk


def read(release, name):
    return gzip.decompress((release / f"{name}.gz").read_bytes())


def entries(release, name):
    return json.loads(read(release, name))


def some(of):
    """All of them; with sanitizers every sixth."""
    return of[::6] if SLOW else of


def unfold(link):
    """What a link carries."""
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4)), -15))


def asks_for(game):
    """What the page asks the engine for a game that a browser kept."""
    return {"do": "load", "record": game["record"], "seed": game.get("seed", 1),
            **{key: game[key] for key in ("seats", "confirm", "undo")}}


def accepts(link):
    """What the page asks for a challenge; links did not say the version of the rules while there was one."""
    deal = unfold(link)
    return {"do": "new", "rules": deal.get("rules", 1), **{key: deal[key] for key in ("game", "options", "seed", "pack")}}


def tables_of(database):
    """All that a database holds."""
    with contextlib.closing(sqlite3.connect(database)) as opened:
        names = [name for name, in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {name: sorted(opened.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-", dir=MEMORY if MEMORY.is_dir() else None))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.addCleanup(WebSocket.close_all)

    def engine(self):
        engine = Engine(COMMAND)
        self.addCleanup(engine.__exit__)
        return engine

    def having(self, name):
        """Releases that wrote it: not every folder holds all."""
        releases = [release for release in RELEASES if (release / f"{name}.gz").exists()]
        self.assertTrue(releases)
        return releases

    def each(self, name, check):
        for release in self.having(name):
            for number, entry in enumerate(some(entries(release, name))):
                with self.subTest(release=release.name, number=number):
                    check(entry)

    def holds(self, now, then):
        """Whatever was told then is told now; later releases may tell more."""
        if isinstance(then, dict):
            for key, value in then.items():
                self.assertIn(key, now)
                self.holds(now[key], value)
        else:
            self.assertEqual(now, then)

    def run_it(self, *args, text="", status=0):
        run = subprocess.run([COMMAND, *map(str, args)], input=text, text=True, capture_output=True, timeout=PATIENCE,
                             check=False, env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"})
        self.assertEqual(run.returncode, status, run.stderr)
        return run

    def test_finished(self):
        engine = self.engine()

        def check(entry):
            record = entry["record"]
            self.assertEqual(engine.must(do="load", record=record)["status"]["at"], "over")
            self.holds(engine.must(do="record")["record"], record)

        self.each("finished.json", check)

    def test_unfinished(self):
        engine = self.engine()

        def check(entry):
            engine.must(do="load", record=entry["record"], seed=entry["seed"], go=False)
            self.holds(engine.must(do="record")["record"], entry["record"])
            engine.must(do="load", record=entry["record"], seed=entry["seed"])
            self.holds(finish(engine, entry["choice"]), entry["end"])

        self.each("unfinished.json", check)

    def test_terminal(self):
        engine = self.engine()

        def check(saved):
            file = self.home / "game.json"
            file.write_text(json.dumps(saved))
            self.run_it("play", "--plain", "--resume", file, text="q\n")
            kept = json.loads(file.read_text())
            moves = saved["record"]["moves"]
            self.assertEqual(kept["record"]["moves"][:len(moves)], moves)
            self.holds({**kept, "record": None}, {**saved, "record": None, "confirmed": kept["confirmed"]})
            engine.must(do="load", record=saved["record"])
            self.assertEqual(finish(engine, 1)["moves"][:len(moves)], moves)

        self.each("tables.json", check)

    def serve(self, database):
        server = Server(self.home, database)
        self.addCleanup(lambda: server.end(signal.SIGKILL))
        return server

    def see_tables(self, server, kept):
        for number, entry in enumerate(some(kept)):
            with self.subTest(table=number):
                players = [Player(server, entry["table"], do="join", secret=secret) for secret in entry["secrets"]]
                for player, then in zip(players, entry["seen"]):
                    self.holds(player.must(do="record")["record"], then)
                if "result" not in entry["seen"][0]:
                    play_on(players, entry["choice"])
                    self.holds(players[0].must(do="record")["record"], entry.get("end", {}))
                for player in players:
                    player.socket.close()

    def test_server(self):
        for release in RELEASES:
            database = self.home / f"{release.name}.db"
            database.write_bytes(read(release, "tables.db"))
            self.see_tables(self.serve(database), entries(release, "server.json"))

    def test_backup(self):
        for release in self.having("backup"):
            backup, database = self.home / "backup", self.home / f"{release.name}.db"
            backup.write_bytes(read(release, "backup"))
            self.run_it("db", "restore", backup, "--database", database)
            self.run_it("db", "check", "--database", database)
            self.see_tables(self.serve(database), entries(release, "server.json"))

    def test_browser(self):
        engine = self.engine()
        for release in self.having("browser.json"):
            kept = entries(release, "browser.json")
            for game in kept["tables"]["games"]:
                then = {key: value for key, value in game["record"].items() if key != "seed"}
                engine.must(**asks_for(game), go=False)
                self.holds(engine.must(do="record")["record"], then)
                engine.must(do="load", record=game["record"], seed=game.get("seed", 1))
                end = finish(engine, 1)
                self.holds({**end, "moves": end["moves"][:len(then["moves"])]}, then)
                if game["summary"]["over"]:
                    self.assertEqual(end["moves"], then["moves"])
                    self.assertEqual(end["result"]["scores"], game["summary"]["scores"])
                self.assertIn("result", end)
            for pack in kept["tables"]["packs"]:
                engine.must(do="new", game=pack["game"], pack=pack["content"])
            for link in kept["links"]["replay"]:
                engine.must(do="replay", record=unfold(link))
            for link in kept["links"]["challenge"]:
                rules = unfold(link).get("rules", 1)  # not said while there was one version
                self.assertEqual(engine.must(**accepts(link))["rules"], rules)
                self.assertEqual(engine.must(do="record")["record"]["rules"], rules)

    def test_pack_and_network(self):
        for release in self.having("my.network"):
            pack, network = self.home / "pack.json", self.home / "my.network"
            pack.write_bytes(read(release, "pack.json"))
            network.write_bytes(read(release, "my.network"))
            self.run_it("sim", "circadians", "--pack", pack, "--games", 2)
            self.run_it("arena", f"hard:5@{network}", "random", "--games", 2)

    # --- damaged ---

    def test_damaged_records(self):
        """An error that says where, and the table that stands is unharmed; or the damage made no difference."""
        chance = random.Random(1)
        good = []
        for release in RELEASES:
            good += [entry["record"] for entry in entries(release, "finished.json") + entries(release, "unfinished.json")]
            good += [saved["record"] for saved in entries(release, "tables.json")]
        engine = self.engine()
        engine.must(do="new", game="solenia", seed=1)
        before = engine.must(do="record")["record"]
        refused = 0
        for _ in range(DAMAGES):
            text = damaged(chance, json.dumps({"id": 1, "do": "load", "record": chance.choice(good)}, ensure_ascii=False))
            answer = engine.line(text.replace("\n", " ")) if text.strip() else {"error": {"code": "nothing"}}
            if "error" not in answer:
                engine.must(do="new", game="solenia", seed=1)
                continue
            refused += 1
            self.assertRegex(answer["error"]["code"], r"^[a-z][a-z-]+$", text[:300])
            if refused % 10 == 0:
                self.assertEqual(engine.must(do="record")["record"], before)
        self.assertGreater(refused, DAMAGES // 2)

    def test_damaged_browser(self):
        """The same of what the page asks for what a browser kept, and for links."""
        chance = random.Random(4)
        asked, links = [], []
        for release in self.having("browser.json"):
            kept = entries(release, "browser.json")
            asked += [asks_for(game) for game in kept["tables"]["games"]]
            asked += [{"do": "new", "game": pack["game"], "pack": pack["content"]} for pack in kept["tables"]["packs"]]
            links += [(link, lambda link: {"do": "replay", "record": unfold(link)}) for link in kept["links"]["replay"]]
            links += [(link, accepts) for link in kept["links"]["challenge"]]
        engine = self.engine()
        engine.must(do="new", game="solenia", seed=1)
        before = engine.must(do="record")["record"]
        unread = refused = 0
        for number in range(DAMAGES // 2):
            if number % 2 == 0:
                request = chance.choice(asked)
            else:
                link, request = chance.choice(links)
                if number % 4 == 1:
                    link = damaged_link(chance, link)
                try:
                    request = request(link)
                except (ValueError, KeyError, TypeError, AttributeError, zlib.error):
                    unread += 1
                    continue
            text = json.dumps({"id": 1, **request}, ensure_ascii=False)
            text = text if number % 4 == 1 else damaged(chance, text).replace("\n", " ")
            answer = engine.line(text) if text.strip() else {"error": {"code": "nothing"}}
            if "error" in answer:
                refused += 1
                self.assertRegex(answer["error"]["code"], r"^[a-z][a-z-]+$", text[:300])
            elif request["do"] != "replay":
                engine.must(do="new", game="solenia", seed=1)
            if number % 10 == 0:
                self.assertEqual(engine.must(do="record")["record"], before)
        self.assertGreater(unread, DAMAGES // 20)
        self.assertGreater(refused, DAMAGES // 10)

    def test_damaged_files(self):
        """The command says what is wrong with a file and ends; it does not crash."""
        chance = random.Random(2)
        for release in self.having("my.network"):
            makes = {
                "game.json": (entries(release, "tables.json")[0], ["play", "--plain", "--resume"]),
                "record.json": (entries(release, "finished.json")[-1]["record"], ["replay", "--quiet"]),
                "pack.json": (json.loads(read(release, "pack.json")), ["sim", "circadians", "--games", 1, "--pack"]),
                "my.network": (read(release, "my.network"), ["sim", "solenia", "--games", 1, "--bot", "hard:1@"]),
                "backup": (read(release, "backup"), ["db", "restore", "--database", "new.db"]),
                "tables.db": (read(release, "tables.db"), ["db", "check", "--database"]),
            }
            for name, (content, command) in makes.items():
                for number in range(DAMAGES // 100):
                    with self.subTest(release=release.name, file=name, number=number):
                        self.run_damaged(chance, name, content, command)

    def run_damaged(self, chance, name, content, command):
        path = self.home / name
        if isinstance(content, bytes):
            path.write_bytes(damaged_bytes(chance, content))
        else:
            path.write_text(damaged(chance, json.dumps(content)), encoding="utf-8")
        for left in self.home.glob("*.db*"):
            if name != "tables.db":
                left.unlink()
        command = [str(self.home / one) if one == "new.db" else str(one) for one in command]
        command = [*command[:-1], command[-1] + str(path)] if command[-1].endswith("@") else [*command, str(path)]
        run = subprocess.run([COMMAND, *command], input=b"q\n", capture_output=True, timeout=PATIENCE, check=False,
                             env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"})
        said = run.stderr.decode(errors="replace")
        self.assertIn(run.returncode, (0, 1, 2), said)
        if run.returncode != 0:
            self.assertRegex(said + run.stdout.decode(errors="replace"), r"\[[a-z-]+\]")

    def test_damaged_backups(self):
        """All of a backup is restored, or nothing: the database stays what it was, and takes a whole one later."""
        chance = random.Random(5)
        full, empty, broken = self.home / "full.db", self.home / "empty.db", self.home / "broken"
        for release in self.having("backup"):
            content, good = read(release, "backup"), self.home / "good"
            good.write_bytes(content)
            for database in (full, empty):
                database.unlink(missing_ok=True)
            self.run_it("db", "restore", good, "--database", full)
            before = tables_of(full)
            refused = 0
            for number in range(DAMAGES // 50):
                with self.subTest(release=release.name, number=number):
                    broken.write_bytes(damaged_bytes(chance, content))
                    run = subprocess.run([COMMAND, "db", "restore", broken, "--database", empty], capture_output=True, text=True,
                                         errors="replace", timeout=PATIENCE, check=False,
                                         env={"HOME": str(self.home), "PATH": "/usr/bin:/bin"})
                    if run.returncode == 0:  # what was damaged is in no table's way, or only in one
                        empty.unlink()
                        continue
                    refused += 1
                    self.assertRegex(run.stderr, r"\[[a-z-]+\]")
                    self.assertEqual(self.run_it("db", "check", "--database", empty).stdout, "0 tables, 0 lines: all fit\n")
                    self.run_it("db", "restore", broken, "--database", full, status=1)
                    self.assertEqual(tables_of(full), before)
            self.assertGreater(refused, DAMAGES // 200)
            self.run_it("db", "restore", good, "--database", empty)
            self.assertEqual(tables_of(empty), before)

    def test_damaged_logs(self):
        """A table whose log is damaged is refused or goes on; all others are as they were."""
        chance = random.Random(3)
        for release in RELEASES:
            file = self.home / f"{release.name}.db"
            file.write_bytes(read(release, "tables.db"))
            kept = entries(release, "server.json")
            broken = {entry["table"] for entry in kept[::2]}
            with contextlib.closing(sqlite3.connect(file)) as database, database:
                for table, seq, line in database.execute("SELECT table_id, seq, line FROM lines").fetchall():
                    if table in broken and chance.random() < 0.2:
                        database.execute("UPDATE lines SET line = ? WHERE table_id = ? AND seq = ?",
                                         (damaged(chance, line), table, seq))
            server = self.serve(file)
            refused = 0
            for table in broken:
                greeting = json.loads(WebSocket(server.port, f"/api/tables/{table}/socket").receive())
                if "error" in greeting:
                    refused += 1
                    self.assertRegex(greeting["error"]["code"], r"^[a-z][a-z-]+$")
            self.assertGreater(refused, len(broken) // 2)
            whole = [entry for entry in kept if entry["table"] not in broken and "result" in entry["seen"][0]]
            self.see_tables(server, whole[:6])


def damaged_bytes(chance, data):
    data = bytearray(data)
    how = chance.randrange(3)
    if how == 0:
        return bytes(data[:chance.randrange(len(data))])
    for _ in range(chance.choice((1, 1, 20))):
        at = chance.randrange(len(data))
        data[at:at + (how == 2)] = bytes([chance.randrange(256)])
    return bytes(data)


def damaged_link(chance, link):
    """A letter changed, or the rest of it cut off."""
    at = chance.randrange(len(link))
    return link[:at] + (chance.choice("aZ0_-") + link[at + 1:] if chance.randrange(2) else "")


def damaged(chance, text):
    """A text that something happened to; mostly it is still JSON."""
    how = chance.randrange(6)
    at = chance.randrange(len(text))
    if how == 0:
        return text[:at]
    if how == 1:
        return text[:at] + chance.choice('{}[]":,0x9-\\é') + text[at + 1:]
    if how == 2:
        return text[:at] + text[at + 1 + chance.randrange(40):]
    tree = json.loads(text)
    place = chance.choice([spot for spot in spots(tree) if spot[1] not in ("do", "id")])
    holder, key = place
    if how == 3:
        del holder[key]
    elif how == 4:
        holder[key] = chance.choice([None, True, -1, 1e300, 1 << 63, "", "?", [], {}, [[[]]], "x" * 5000, 7, "1: e5"])
    elif isinstance(holder, list):
        chance.shuffle(holder)
    else:
        holder[chance.choice(["seed", "kept", "extra", "position", "rules", "seat"])] = holder.pop(key)
    return json.dumps(tree, ensure_ascii=False)


def spots(tree):
    """Every place of a JSON value: what holds it, and under which key."""
    keys = list(tree) if isinstance(tree, dict) else range(len(tree)) if isinstance(tree, list) else ()
    for key in keys:
        yield tree, key
        yield from spots(tree[key])


if __name__ == "__main__":
    main()
