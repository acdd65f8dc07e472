#!/usr/bin/python3
"""Several servers on one database, with what can go wrong there: servers that are killed, PostgreSQL and Redis that are
started again, two who want the same thing at once; and databases that are upgraded, backed up and restored.

PostgreSQL and Redis are real ones in temporary folders. Nothing depends on how long something takes.
"""
import collections
import contextlib
import json
import random
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path

from running import COMMAND, ROOT, SLOW, kills, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from server_test import PATIENCE, Player, Server, my_turn
from services import Postgres, Redis, wait_for
from websocket import Closed, WebSocket

KILLS = kills(5 if SLOW else 20)
MOST_TABLES = max(10, KILLS)  # for a test that needs something to have happened
OLD = ROOT / "tests" / "databases" / "version-1.sql"
# Who sits there.
OLD_SEATS = [("x0Enp3jLoyjVIzu6", "2ef1fc14b5cd82dd2f4504f389f2bf19", 48),
             ("x0Enp3jLoyjVIzu6", "4c0b547152ed4d1b0fe0ef216cd9e4ed", 48),
             ("8laWDkMVtaBwb56c", "4a06ed6a37551fe40a6592ab3cd1c2e2", 19)]


# What a server says that cannot reach the database just now: nothing happened, or nobody knows. Both mean to ask again.
AWAY = ("not-kept", "unsure", "try-again", "not-read", "bad-database")


class Away(Closed):
    """The server is there, and its database is not."""

    def __init__(self):
        super().__init__(None)


GONE = (Closed, ConnectionError)  # and no time-out: who waits in vain for news was forgotten


def tries(what):
    """As often as it takes, and not for ever."""
    end = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < end:
        yield
        time.sleep(0.02)
    raise AssertionError(f"in vain: {what}")


class Traveller(Player):
    """A player who asks again, at any server, until it is answered; a move sent twice counts once."""

    def __init__(self, servers, table, name=None, **joining):
        self.servers = servers
        self.acknowledged = []
        self.keys = 0
        super().__init__(servers[0], table, name, **joining)

    def travel(self):
        """To the next server that is there."""
        for _ in tries("no server is there"):
            self.servers.append(self.servers.pop(0))
            self.server = self.servers[0]
            with contextlib.suppress(*GONE):
                self.come_back()
                return

    def must(self, **request):
        answer = self.ask(**request)
        if answer.get("error", {}).get("code") in AWAY:
            raise Away
        assert answer.get("ok"), (request, answer)
        return answer

    def insist(self, **request):
        self.keys += 1
        request["key"] = f"{self.name}-{self.keys}"
        for _ in tries(request):
            try:
                self.must(**request)
            except Away:
                continue
            except GONE:
                self.travel()
                continue
            self.acknowledged.append((self.seat, request["key"]))
            return

    def legal(self):
        for _ in tries("legal moves"):
            try:
                return self.must(do="legal")["moves"]
            except GONE:
                self.travel()

    def wait_for_turn(self, players=()):
        """Of its own, or of any of these."""
        self.wait_until(lambda _: my_turn(self) or any(player.seat in self.status["to_act"] for player in players))

    def wait_until(self, condition):
        while not condition(self):
            try:
                self.hear(self.receive())
            except GONE:
                self.travel()


class Proxy:
    """Between a server and PostgreSQL. It can break the connection just when something is being committed: before that
    reaches the database, or when it is done and the server has not heard of it."""

    BEFORE, AFTER = b"\0commit\0", b"COMMIT\0"  # how each side says it

    def __init__(self, port):
        self.behind = port
        self.sign = None  # it breaks when this passes
        self.then = lambda: None  # before anybody knows that it is broken
        self.breaks = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                try:
                    server = socket.create_connection(("127.0.0.1", self.behind))
                except ConnectionError:
                    client.close()
                    continue
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self.pass_on, args=(one, other), daemon=True).start()

    def pass_on(self, one, other):
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                if self.sign and self.sign in data:
                    self.breaks.append(self.sign)
                    self.sign = None
                    self.then()
                    break
                other.sendall(data)
        for each in (one, other):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
                each.close()

    def close(self):
        self.listener.close()


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = Postgres()
        cls.addClassCleanup(cls.postgres.close)
        cls.redis = Redis()
        cls.addClassCleanup(cls.redis.close)
        cls.databases = 0

    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.addCleanup(WebSocket.close_all)
        self.random = random.Random(self.id())
        Case.databases += 1
        self.name = f"test{Case.databases}"
        self.address = self.postgres.make(self.name)

    def serve(self, database=None, *options, bus=True):
        if bus:
            options = (*options, "--bus", self.redis.address())
        server = Server(self.home, database or self.address, *options)
        self.addCleanup(lambda: server.end(signal.SIGKILL))
        return server

    def wish(self, player):
        """Something that the player may do now."""
        if player.status["at"] == "confirm":
            return {"do": "confirm"}
        return {"do": "apply", "move": self.random.choice(player.legal())["move"]}

    def step(self, player):
        player.insist(**self.wish(player))

    def play(self, players, steps, take_step=None):
        """So many steps of whoever is asked, or to the end; everybody hears of it without asking."""
        now = next(player for player in players if player.status)
        step = 0
        while step < steps and now.status["at"] != "over":
            asked = [player for player in players if player.seat in now.status["to_act"]]
            if not asked:  # a bot is
                now.wait_for_turn(players)
                continue
            now = self.random.choice(asked)
            now.wait_for_turn()
            if now.status["at"] == "over":
                return
            (take_step or self.step)(now)
            yield step
            step += 1

    def kept(self, table):
        rows = self.postgres.sql(f"SELECT seq, line FROM tidelock.lines WHERE table_id = '{table}' ORDER BY seq",
                                 self.name)
        lines = [row.split("|", 1) for row in rows]
        self.assertEqual([int(seq) for seq, _ in lines], list(range(len(lines))))
        return [json.loads(line) for _, line in lines]

    def all_is_kept_once(self, table, players):
        """Every acknowledged request is in the log, once, and everybody was told the same."""
        keys = [(line["seat"], line["key"]) for line in self.kept(table) if "key" in line]
        self.assertEqual(len(keys), len(set(keys)))
        for player in players:
            self.assertEqual([key for key in keys if key[0] == player.seat], player.acknowledged)
            events = player.events
            player.seen, player.events = 0, []
            player.travel()
            self.assertEqual(player.events[:len(events)], events)

    def test_two_servers(self):
        """Players at different servers play a whole game; one who watches changes servers all the time."""
        servers = [self.serve(), self.serve()]
        table = servers[0].make(game="solenia")
        players = [Traveller(servers[:], table, "Ann"), Traveller(servers[::-1], table, "Bob")]
        watcher = Traveller(servers[:], table, do="watch")
        for step in self.play(players, 10000):
            if step % 10 == 0:
                watcher.travel()
        for player in (*players, watcher):
            player.wait_until(lambda one: one.status and one.status["at"] == "over" and one.card["phase"] == "over")
        self.assertEqual(len({json.dumps(one.status, sort_keys=True) for one in (*players, watcher)}), 1)
        self.all_is_kept_once(table, players)
        self.assertEqual([server.end()[0] for server in servers], [0, 0])

    def test_without_a_bus(self):
        servers = [self.serve(bus=False), self.serve(bus=False)]
        table = servers[0].make(game="solenia")
        players = [Traveller(servers[:], table, "Ann"), Traveller(servers[::-1], table, "Bob")]
        for _ in self.play(players, 6):
            pass
        self.all_is_kept_once(table, players)

    def test_a_server_is_killed(self):
        """Clients carry on at the other one, nothing is lost and nothing twice, and bots go on."""
        servers = [self.serve(), self.serve()]
        table = servers[0].make(game="solenia", seats=[{}, {}, {"bot": "novice"}], options={"players": 3})
        alone = servers[0].make(game="solenia", seats=[{}, {"bot": "novice"}])
        players = [Traveller(servers[:], table, "Ann"), Traveller(servers[:], table, "Bob")]
        third = Traveller(servers[:], alone, "Cid")
        killed = False
        for step in self.play(players, 10000):
            if step == 8:
                # Between a request and its answer.
                third.wait_for_turn()
                moves = third.must(do="legal")["moves"]
                third.socket.send(json.dumps({"do": "apply", "key": "Cid-1", "move": moves[0]["move"]}))
                servers[0].end(signal.SIGKILL)
                third.travel()
                third.insist(do="apply", move=moves[0]["move"])
                killed = True
            if step == 20:
                servers[0].start()
        self.assertTrue(killed)
        for player in players:
            player.wait_until(lambda one: one.status["at"] == "over")
        for _ in self.play([third], 20):
            pass
        for who, where in ((players, table), ([third], alone)):
            self.all_is_kept_once(where, who)
            self.assertIn(3 if where == table else 2, {event.get("seat") for event in who[0].events})

    def test_servers_are_killed(self):
        """One after the other, between a request and its answer: who was there carries on at the one that is left, and what
        was kept counts once, whether or not its answer was heard. No bots: they wait until a lease has run out."""
        servers = [self.serve(), self.serve()]
        outcomes = collections.Counter()

        def step(player):
            request = self.wish(player)
            if self.random.random() < 0.7:
                server = player.server
                outcomes[self.kill_under(player, request)] += 1
                player.travel()
                player.insist(**request)
                server.start()
            else:
                player.insist(**request)

        wishes = [{"game": "solenia"}, {"game": "circadians", "options": {"expansion": "off"}}]
        for number in range(MOST_TABLES):
            table = servers[0].make(**wishes[number % len(wishes)])
            players = [Traveller(servers[:], table, "Ann"), Traveller(servers[::-1], table, "Bob")]
            most = outcomes.total() + max(1, KILLS // 4)
            for _ in self.play(players, 10000, step):
                if outcomes.total() >= most:
                    break
            self.all_is_kept_once(table, players)
            if outcomes.total() >= KILLS and outcomes["kept"] and outcomes["not kept"]:
                break
        self.assertGreaterEqual(outcomes.total(), KILLS)
        self.assertGreater(outcomes["kept"], 0, outcomes)
        self.assertGreater(outcomes["not kept"], 0, outcomes)
        print(f"killed: {dict(outcomes)}", file=sys.stderr)

    def kill_under(self, player, request):
        """Its server, at some moment after the request was sent; what became of that."""
        key = f"{player.name}-{player.keys + 1}"  # with which it will insist
        player.socket.send(json.dumps({**request, "key": key}))
        time.sleep(self.random.choice([0, 0.01]) * self.random.random())
        player.server.end(signal.SIGKILL)
        answer = None
        with contextlib.suppress(*GONE):
            while not answer:
                message = json.loads(player.socket.receive())
                player.hear(message)
                answer = None if "push" in message else message
        kept = (player.seat, key) in [(line["seat"], line["key"]) for line in self.kept(player.table) if "key" in line]
        if answer:
            self.assertTrue(kept and answer.get("ok"), answer)
        return "answered" if answer else "kept" if kept else "not kept"

    def company(self):
        """Two servers with a clock that is set by hand. Two people who play with a bot and have much time, at one table; two
        who do nothing and have half an hour, at another; each at their own server."""
        clock = self.home / "clock"
        clock.write_text("0")
        servers = [self.serve(None, "--clock", clock) for _ in range(2)]
        busy = servers[0].make(game="solenia", seats=[{}, {}, {"bot": "novice"}], options={"players": 3},
                               clock={"move": 86400, "bank": 864000})
        idle = servers[0].make(game="solenia", clock={"move": 1800, "bank": 0}, late="wait")
        return clock, servers, busy, [
            [Traveller(servers[:], table, names[0]), Traveller(servers[::-1], table, names[1])]
            for table, names in ((busy, ("Ann", "Bob")), (idle, ("Cid", "Dan")))]

    def time_runs_out(self, clock, idle):
        """Who did nothing is late, and both hear it: after a jump of the clock there is a minute more."""
        late = idle[1].status["to_act"][0] - 1
        began = time.time() * 1000
        clock.write_text("3600000")
        for player in idle:
            player.wait_until(lambda one: one.clock and one.clock["seats"][late]["until"] > one.clock["now"] > began + 3000000)
        clock.write_text("7200000")
        for player in idle:
            player.wait_until(lambda one: one.clock["seats"][late]["late"])

    def test_postgres_is_restarted(self):
        clock, servers, table, (players, idle) = self.company()
        for step in self.play(players, 40):
            if step in (10, 20, 30):
                # While they play on.
                how = Postgres.FAST if step == 10 else Postgres.IMMEDIATE
                restart = threading.Thread(target=self.postgres.restart, args=(how,))
                restart.start()
                self.addCleanup(restart.join)
            if step in (15, 25):
                restart.join()
        restart.join()
        self.all_is_kept_once(table, players)
        self.assertIn(3, {event.get("seat") for event in players[0].events})
        self.time_runs_out(clock, idle)
        self.assertEqual([server.end()[0] for server in servers], [0, 0])

    def test_redis_is_restarted(self):
        clock, _, table, (players, idle) = self.company()
        for step in self.play(players, 30):
            if step == 5:
                self.redis.end(signal.SIGKILL)
            if step == 8:
                self.redis.start()
            if step == 15:
                self.redis.restart()
        self.all_is_kept_once(table, players)
        self.assertIn(3, {event.get("seat") for event in players[0].events})
        self.time_runs_out(clock, idle)

    def proxied(self):
        """A way to the database that can break."""
        proxy = Proxy(self.postgres.port)
        self.addCleanup(proxy.close)
        return proxy, self.address.replace(f":{self.postgres.port}/", f":{proxy.port}/")

    def test_outcome_unknown(self):
        """The connection breaks while a move is being committed, before or after that: it counts once, and everybody who
        looks on hears of it, at that server and at the other."""
        proxy, address = self.proxied()
        servers = [self.serve(address), self.serve()]
        table = servers[0].make(game="solenia", seats=[{}, {}, {"bot": "novice"}], options={"players": 3})
        players = [Traveller([servers[0]], table, "Ann"), Traveller([servers[1]], table, "Bob")]
        watchers = [Traveller([server], table, do="watch") for server in servers]
        for step in self.play(players, 60):
            proxy.sign = self.random.choice((None, Proxy.BEFORE, Proxy.AFTER))
            if step % 10 == 9:
                told = Traveller([servers[1]], table, do="watch").seen
                for one in watchers:
                    one.wait_until(lambda watcher: watcher.seen >= told)  # pylint: disable=cell-var-from-loop
        self.assertEqual(set(proxy.breaks), {Proxy.BEFORE, Proxy.AFTER})
        self.all_is_kept_once(table, players)

    def test_outcome_unknown_and_then_an_error(self):
        """What was committed before the connection broke happened, whatever is wrong when it is tried again."""
        proxy, address = self.proxied()
        server = self.serve(address)
        table = server.make(game="solenia", confirm=False)
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        players[0].wait_until(lambda player: player.status)
        self.postgres.sql("CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                          "$$ BEGIN RAISE disk_full; END $$", self.name)

        def fails():
            self.postgres.sql("CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON tidelock.tables "
                              "FOR EACH STATEMENT EXECUTE FUNCTION full_disk()", self.name)

        def works_again():
            self.postgres.sql("DROP TRIGGER full_disk ON tidelock.tables", self.name)

        proxy.then = fails
        now = players[players[0].status["to_act"][0] - 1]
        other = players[2 - now.seat]
        before = other.seen
        move = {"do": "apply", "key": "once", "move": now.must(do="legal")["moves"][0]["move"]}
        proxy.sign = Proxy.AFTER
        self.assertEqual(now.ask(**move)["error"]["code"], "unsure")
        self.assertEqual(now.ask(do="say", phrase="moment", key="lost")["error"]["code"], "not-kept")
        works_again()
        other.wait_until(lambda player: player.seen > before)
        now.must(**move)
        self.assertEqual([line["key"] for line in self.kept(table) if "key" in line], ["once"])
        account = {"name": "ada", "password": "correct horse"}
        proxy.sign = Proxy.AFTER
        status, answer = server.http("POST", "/api/accounts", account)
        self.assertEqual((status, answer["error"]["code"]), (503, "unsure"))
        works_again()
        self.assertEqual(server.http("POST", "/api/accounts", account)[0], 409)
        self.assertEqual(server.http("POST", "/api/session", account)[0], 200)
        self.assertEqual(len(proxy.breaks), 2)

    def test_read_only(self):
        """As after a failover: the connection leads to a database that takes nothing; a new one leads to one that does."""
        server = self.serve()
        table = server.make(game="solenia")
        players = [Traveller([server], table, "Ann"), Traveller([server], table, "Bob")]
        for _ in self.play(players, 4):
            pass
        mine = f"FROM pg_stat_activity WHERE datname = '{self.name}'"
        before = self.postgres.sql(f"SELECT pid {mine}")
        self.postgres.sql(f"ALTER DATABASE {self.name} SET default_transaction_read_only = on")
        self.postgres.sql(f"SELECT pg_terminate_backend(pid) {mine}")
        wait_for(lambda: set(self.postgres.sql(f"SELECT pid {mine}")) - set(before), "another connection")
        self.postgres.sql(f"ALTER DATABASE {self.name} RESET default_transaction_read_only")
        for player in players:
            player.travel()
        for _ in self.play(players, 4):
            pass
        self.all_is_kept_once(table, players)

    def test_at_once(self):
        """The same person moves at two servers at the same time: one of the moves counts, or both after each other."""
        servers = [self.serve(), self.serve()]
        table = servers[0].make(game="solenia")
        players = [Traveller(servers[:], table, "Ann"), Traveller(servers[::-1], table, "Bob")]
        twins = [Player(servers[1 - place], table, do="join", secret=player.secret)
                 for place, player in enumerate(players)]
        acknowledged, wrong = [], []

        def move(player, place, key):
            try:
                player.come_back()
                request = {"do": "confirm", "key": key}
                moves = player.must(do="legal")["moves"]
                if moves:
                    request = {"do": "apply", "key": key, "move": moves[place % len(moves)]["move"]}
                if player.ask(**request).get("ok"):
                    acknowledged.append((player.seat, key))
            except BaseException as one:  # pylint: disable=broad-exception-caught
                wrong.append(one)

        for number in range(1000):
            both = [threading.Thread(target=move, args=(player, place, f"{number}-{place}"))
                    for pair in zip(players, twins) for place, player in enumerate(pair)]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
            if wrong:
                raise wrong[0]
            if len(acknowledged) >= 30:
                break
        self.assertGreaterEqual(len(acknowledged), 30)
        keys = [(line["seat"], line["key"]) for line in self.kept(table) if "key" in line]
        self.assertEqual(sorted(keys), sorted(acknowledged))

    def test_started_together(self):
        """Servers that start at once on an empty database do not collide."""
        command = [COMMAND, "serve", "--page", self.home, "--port", "0", "--database", self.address]
        processes = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
        for process in processes:
            line = process.stdout.readline()
            process.terminate()
            self.assertTrue(line.startswith(b"http://"), process.communicate())
            process.communicate(timeout=PATIENCE)

    def db(self, *words):
        done = subprocess.run([COMMAND, "db", *map(str, words)], capture_output=True, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_upgrade(self):
        """A database that the first version wrote, and its games go on."""
        old = self.home / "old.db"
        with contextlib.closing(sqlite3.connect(old)) as database:
            database.executescript(OLD.read_text())
            # Those that were left long ago are not shown.
            database.execute("UPDATE tables SET changed = ?", (int(time.time() * 1000),))
            database.commit()
        # Looked at and backed up as it is.
        before = old.read_bytes()
        self.assertEqual(self.db("check", "--database", old), (0, "3 tables, 28 lines: all fit\n", ""))
        self.assertEqual(self.db("backup", self.home / "before", "--database", old), (0, "3 tables, 28 lines\n", ""))
        self.assertEqual(old.read_bytes(), before)
        self.assertEqual(self.db("upgrade", "--database", old), (0, "up to date\n", ""))
        self.assertNotEqual(old.read_bytes(), before)
        self.assertEqual(self.db("check", "--database", old), (0, "3 tables, 28 lines: all fit\n", ""))
        self.assertEqual(self.db("backup", self.home / "after", "--database", old)[0], 0)
        self.assertEqual(*((self.home / name).read_text().splitlines()[1:] for name in ("before", "after")))
        self.assertEqual(self.db("restore", self.home / "before", "--database", self.home / "new.db")[0], 0)
        self.assertEqual(self.db("check", "--database", self.home / "new.db")[0], 0)
        server = self.serve(old, bus=False)
        self.assertEqual(len(server.http("GET", "/api/tables")[1]["tables"]), 2)
        for table, secret, events in OLD_SEATS:
            player = Player(server, table, do="join", secret=secret)
            self.assertEqual(len(player.events), events)
            if my_turn(player) and player.status["at"] != "confirm":
                player.must(do="apply", move=player.must(do="legal")["moves"][0]["move"])

    def test_backup(self):
        """With games in it, while it is served; restored into either kind of database the games go on."""
        server = self.serve()
        table = server.make(game="solenia")
        players = [Traveller([server], table, "Ann"), Traveller([server], table, "Bob")]
        for _ in self.play(players, 12):
            pass
        server.make(game="circadians", listed=True)
        file = self.home / "backup"
        code, said, wrong = self.db("backup", file, "--database", self.address)
        self.assertEqual((code, wrong), (0, ""))
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assertRegex(said, r"^2 tables, \d+ lines\n$")
        for player in players:
            player.travel()
        told = [(player.events, player.status) for player in players]
        for place, database in enumerate((self.home / "copy.db", self.postgres.make(self.name + "copy"))):
            with self.subTest(database):
                self.assertEqual(self.db("restore", file, "--database", database), (0, said, ""))
                code, out, _ = self.db("check", "--database", database)
                self.assertEqual((code, out), (0, said.strip() + ": all fit\n"))
                self.assertEqual(self.db("restore", file, "--database", database)[0], 1)
                again = self.home / f"again{place}"
                self.assertEqual(self.db("backup", again, "--database", database), (0, said, ""))
                self.assertEqual(again.read_text().splitlines()[1:], file.read_text().splitlines()[1:])
                other = self.serve(database, bus=False)
                for player, (events, status) in zip(players, told):
                    back = Player(other, table, do="join", secret=player.secret)
                    self.assertEqual((back.events, back.status), (events, status))
                other.end(signal.SIGKILL)
        with contextlib.closing(sqlite3.connect(self.home / "copy.db")) as database:
            database.execute("""UPDATE lines SET line = replace(line, '"do":', '"undo":')
                                WHERE table_id = ? AND seq = 4""", (table,))
            database.commit()
        code, out, _ = self.db("check", "--database", self.home / "copy.db")
        self.assertEqual(code, 1)
        self.assertIn(f"{table}: line 4", out)

    def test_backup_while_they_play(self):
        """From either kind of database: each is what was there at some moment, and what came later is missing."""
        for place, database in enumerate((self.home / "live.db", self.address)):
            with self.subTest(database):
                server = self.serve(database, bus=False)
                for _ in range(30):
                    server.make(game="circadians")
                table = server.make(game="solenia", seats=[{}, {}, {"bot": "novice"}], options={"players": 3})
                players = [Traveller([server], table, "Ann"), Traveller([server], table, "Bob")]
                running = []
                for step in self.play(players, 40):
                    if step % 8 == 0:
                        file = self.home / f"while-{place}-{step}"
                        running.append((file, subprocess.Popen([COMMAND, "db", "backup", file, "--database", database],
                                                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)))
                last = self.home / f"last-{place}"
                running.append((last, subprocess.Popen([COMMAND, "db", "backup", last, "--database", database],
                                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)))
                for _, process in running:
                    self.assertEqual((process.communicate(timeout=PATIENCE)[1], process.returncode), (b"", 0))
                logs = []
                for file, _ in running:
                    copy = file.with_suffix(".db")
                    self.assertEqual(self.db("restore", file, "--database", copy)[0], 0)
                    self.assertEqual(self.db("check", "--database", copy)[0], 0)
                    with contextlib.closing(sqlite3.connect(copy)) as opened:
                        logs.append([line for line, in opened.execute(
                            "SELECT line FROM lines WHERE table_id = ? ORDER BY seq", (table,))])
                for log in logs[:-1]:
                    self.assertEqual(logs[-1][:len(log)], log)
                self.assertLess(len(logs[0]), len(logs[-1]))
                keys = [(line["seat"], line["key"]) for line in map(json.loads, logs[-1]) if "key" in line]
                self.assertEqual(sorted(keys), sorted(players[0].acknowledged + players[1].acknowledged))

    def test_what_makes_no_sense(self):
        latin = self.postgres.make(self.name + "latin", "--encoding=LATIN1", "--template=template0", "--locale=C")
        empty = self.postgres.make(self.name + "empty")
        self.assertEqual(self.db("upgrade", "--database", self.address)[0], 0)
        later = self.postgres.make(self.name + "later")
        self.assertEqual(self.db("restore", "/dev/null", "--database", later)[0], 1)
        self.postgres.sql("UPDATE tidelock.version SET version = 1000", self.name + "later")
        (self.home / "torn").write_text('{"format":"tidelock-backup/1"}\n')
        cases = [
            (("check", "--database", self.home / "none.db"), "there is no database"),
            (("check", "--database", "memory"), "memory"),
            (("check", "--database", "mysql://ann:geheim@host/x"), "postgresql://"),
            (("check", "--database", "postgresql://ann:geheim@127.0.0.1:1/x"), "cannot be reached"),
            (("check", "--database", self.address.replace("tidelock@", "tidelock:geheim@") + "x"), "does not exist"),
            (("check", "--database", latin), "UTF8"),
            (("check", "--database", later), "later version"),
            (("check", "--database", empty), "without its tables"),
            (("restore", self.home / "none", "--database", self.home / "new.db"), "cannot be read"),
            (("restore", self.home / "index.html", "--database", self.home / "new.db"), "backup of tidelock"),
            (("restore", self.home / "torn", "--database", self.home / "new.db"), "line 2"),
            (("backup", self.home / "index.html", "--database", self.address), "already"),
            (("backup", self.home / "no" / "folder", "--database", self.address), "cannot be written"),
        ]
        for words, sentence in cases:
            with self.subTest(words):
                code, out, wrong = self.db(*words)
                self.assertEqual((code, out), (1, ""))
                self.assertIn(sentence, wrong)
                self.assertNotIn("geheim", wrong)
        for bus, database in (("redis://127.0.0.1:1", self.address), ("redis://:geheim@", self.address),
                              ("http://ann:geheim@host", self.address), (self.redis.address(), "memory"),
                              (f"redis://ann:geheim@127.0.0.1:{self.redis.port}", self.address)):
            with self.subTest(bus):
                done = subprocess.run([COMMAND, "serve", "--page", self.home, "--port", "0", "--database", database,
                                       "--bus", bus], capture_output=True, timeout=PATIENCE, check=False)
                self.assertEqual((done.returncode, done.stdout), (1, b""))
                self.assertIn(b"bad-bus", done.stderr)
                self.assertNotIn(b"geheim", done.stderr)


if __name__ == "__main__":
    main()
