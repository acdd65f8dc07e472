#!/usr/bin/python3
"""Tables over the wire, as players, strangers and power cuts meet them: `tidelock serve` as a real process.

Run it with the command in the environment variable TIDELOCK, or as the first argument. Everything is written into
temporary folders, every server has a port of its own, and no test depends on how long something takes.
"""
import collections
import contextlib
import hashlib
import http.client
import json
import random
import re
import secrets
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from running import COMMAND, ROOT, SLOW, kills, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS, dump
from websocket import BINARY, TEXT, Closed, Refused, WebSocket

PATIENCE = 60  # seconds
KILLS = kills(20 if SLOW else 200)
MOST_TABLES = max(40, KILLS)  # for a test that needs something to have happened


class Server:
    tls = None  # how it is spoken to, where that is encrypted
    headers = {}  # of every request

    def __init__(self, home, database, *options):
        self.home = home
        self.database = database
        self.options = options
        self.start()

    def start(self):
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen(
            [COMMAND, "serve", "--page", str(self.home), "--port", "0", "--database", str(self.database),
             *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\n", line)
        if not found:
            raise AssertionError(f"no address: {line!r} {self.process.communicate()[1].decode()}")
        self.port = int(found[1])

    def end(self, number=signal.SIGTERM):
        """Its exit status, and all it has said after its address."""
        if number is not None and self.process.poll() is None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (out + err).decode()

    def http(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            headers = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body).encode()
                headers.setdefault("Content-Type", "application/json")
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    def make(self, **wish):
        status, table = self.http("POST", "/api/tables", wish)
        assert status == 201, table
        return table["table"]


def check_told(message, do="", game=""):
    """What a socket is told, in answer to `do` or by itself, is what the schemas describe."""
    if "protocol" in message or "error" in message:
        kind = "server.json#/$defs/" + ("greeting" if "protocol" in message else "refusal")
    elif do in ("why", "preview"):
        kind = f"answer.json#/$defs/{do}"
    else:
        answer = f"{do}Answer"
        kind = "server.json#/$defs/" + (answer if answer in SCHEMAS.files["server.json"]["$defs"] else "news")
    before, SCHEMAS.game = SCHEMAS.game, game
    try:
        SCHEMAS.check(kind, message)
    finally:
        SCHEMAS.game = before


class Player:
    """Somebody with a socket at a table, who puts together what happened from what it is told. Every message is what the
    schemas describe, and so is every request that is not refused."""

    def __init__(self, server, table, name=None, **joining):
        self.server = server
        self.table = table
        self.name = name
        self.secret = joining.get("secret") or secrets.token_hex(16)
        if joining and name:
            joining["name"] = name
        self.joining = joining or {"do": "sit", "secret": self.secret, "name": name, "share": secrets.token_hex(16)}
        self.seen = 0
        self.events = []
        self.status = None
        self.card = None
        self.clock = None
        self.seat = None
        self.requests = 0
        self.socket = None
        self.game = ""
        self.enter()

    def enter(self):
        self.socket = WebSocket(self.server.port, f"/api/tables/{self.table}/socket", self.server.headers,
                                self.server.tls)
        greeting = json.loads(self.socket.receive())
        assert greeting["protocol"] == 1, greeting
        self.game = greeting.get("table", {}).get("game", self.game)
        check_told(greeting, game=self.game)
        self.seat = self.must(**self.joining, seen=self.seen)["seat"]

    def come_back(self):
        self.socket.close()
        if self.name:
            self.joining = {"do": "join", "secret": self.secret}
        self.enter()

    def hear(self, message):
        self.card = message.get("table", self.card)
        self.clock = message.get("clock", self.clock)
        if "from" not in message:
            return
        assert message["from"] == self.seen, (message, self.seen)
        for event in message["events"]:
            self.seen += 1
            if "back" in event:
                del self.events[-event["back"]:]
            else:
                self.events.append(event)
        assert message["next"] == self.seen
        self.status = message["status"]

    def receive(self, do=""):
        message = json.loads(self.socket.receive())
        check_told(message, "" if "push" in message else do, self.game)
        return message

    def ask(self, **request):
        self.requests += 1
        request = {"id": self.requests, **request}
        self.socket.send(json.dumps(request))
        while True:
            message = self.receive(request["do"])
            if "push" in message:
                self.hear(message)
                continue
            assert message["id"] == self.requests, message
            if message.get("ok"):
                SCHEMAS.check("server.json", request)
            if request["do"] != "events":
                self.hear(message)
            return message

    def must(self, **request):
        answer = self.ask(**request)
        assert answer.get("ok"), (request, answer)
        return answer

    def wait_until(self, condition):
        while not condition(self):
            self.hear(self.receive())


def my_turn(player):
    return player.status and (player.status["at"] == "over" or player.seat in player.status["to_act"])


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

    def step(self, player):
        """One thing that the player may do now."""
        if player.status["at"] == "confirm":
            if self.random.random() < 0.1:
                player.must(do="undo")
            else:
                player.must(do="confirm")
            return
        moves = player.must(do="legal")["moves"]
        player.must(do="apply", move=self.random.choice(moves)["move"])

    def test_with(self):
        """What an answer to a move tells besides is what its own seat is answered when it asks, whoever is asked next."""
        server = self.serve()
        told = collections.Counter()
        for wish in ({"game": "solenia"}, {"game": "circadians", "options": {"expansion": "off"}}):
            table = server.make(**wish)
            players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
            for step in range(60):
                for player in players:
                    player.must(do="table")  # what was pushed before has come
                now = next(player for player in players if my_turn(player))
                parts = self.random.choice([["view", "legal"], ["legal", "view"], ["view"], ["legal"], []])
                lang = self.random.choice([{}, {"lang": "de"}])
                request = {"do": "confirm", "key": f"k{step}", "with": parts, **lang}
                if now.status["at"] != "confirm":
                    moves = now.must(do="legal")["moves"]
                    request |= {"do": "apply", "move": self.random.choice(moves)["move"]}
                for _ in range(2):  # sent again it tells the same
                    answer = now.must(**request)
                    self.assertEqual("asked" in answer, bool(parts))
                    wanted = {"seat": now.seat} if parts else {}
                    if "view" in parts:
                        wanted |= now.must(do="observe", **lang)
                    if "legal" in parts:
                        wanted |= now.must(do="legal", **lang)
                        told[bool(wanted["moves"])] += 1
                    self.assertEqual(answer.get("asked", {}),
                                     {name: value for name, value in wanted.items() if name not in ("id", "ok", "status")})
            for wrong in ("view", ["state"], ["view", "legal", "view"]):
                self.assertEqual(now.ask(do="confirm", **{"with": wrong})["error"]["code"], "bad-value")
        self.assertEqual(set(told), {True, False})

    def test_items(self):
        """Several items at once: announced, refused with what they are about, and taken in any order."""
        server = self.serve()
        ends = set()
        table = server.make(game="circadians", options={"players": 1, "expansion": "on"}, seats=[{}], undo="free")
        player = Player(server, table, "Ann")
        while "choose" not in (legal := player.must(do="legal")):
            self.step(player)
        choice = legal["choose"]
        for items, code, args in (([], "item-count", {"least": choice["min"], "most": choice["max"], "found": 0}),
                                  (["x"] * choice["min"], "unknown-item",
                                   {"items": [one["item"] for one in choice["items"]]})):
            reason = player.ask(do="apply", items=items)["error"]
            self.assertEqual((reason["code"], reason["args"]), (code, args))
        reason = player.ask(do="apply", move="x")["error"]
        self.assertEqual(reason["args"], player.must(do="why", move="x")["reason"]["args"])
        chosen = [one["item"] for one in choice["items"]][:choice["max"]]
        for items in (chosen, chosen[::-1]):
            answer = player.must(do="apply", items=items, **{"with": ["view"]})
            ends.add(dump({**answer["asked"]["view"]}))
            while player.must(do="legal").get("choose") != choice:
                player.must(do="undo")
        self.assertEqual(len(ends), 1, ends)

    def test_transcript(self):
        """docs/server.md, message by message, with a real server; what is sent and what comes fits the schemas."""
        text = (ROOT / "docs/server.md").read_text().split("\n## A game, message by message")[1].split("\n## ")[0]
        server = self.serve()
        known = {name: secrets.token_hex(16) for name in ("ADA", "BO", "ADAS_SHARE", "BOS_SHARE")}
        sockets, came, asked = {}, None, ""

        def filled(line):
            return re.sub(r"\b[A-Z][A-Z_]+\b", lambda word: known.get(word[0], word[0]), line)

        def same(line, said):
            # What differs each time is written in capitals, and kept where it comes first.
            pattern = ".*".join(re.escape(part) for part in filled(line).split("…"))
            names = [name for name in re.findall(r"\b[A-Z][A-Z_]+\b", line) if name not in known]
            for name in names:
                pattern = pattern.replace(name, f"(?P<{name}>[^\",]+)", 1)
            found = re.fullmatch(pattern, said)
            self.assertTrue(found, f"{line}\n{said}")
            known.update(found.groupdict())

        lines = [line for block in re.findall(r"^```\n(.*?)^```$", text, re.M | re.S) for line in block.splitlines()]
        for line in lines:
            who, what, rest = (line.split(" ", 2) + [""])[:3]
            if who in ("GET", "POST"):
                status, answer = server.http(who, filled(what), filled(rest).encode() or None,
                                             **({"Content_Type": "application/json"} if rest else {}))
                if rest:
                    SCHEMAS.check("server.json#/$defs/wish", json.loads(filled(rest)))
                SCHEMAS.check("server.json#/$defs/card", answer)
                came = status, dump(answer)
            elif who.isdigit():
                self.assertEqual(int(who), came[0])
                same(f"{what} {rest}".strip(), came[1])
            elif what == "GET":
                sockets[who] = WebSocket(server.port, filled(rest))
            elif what == ">":
                SCHEMAS.check("server.json", json.loads(filled(rest)))
                sockets[who].send(filled(rest))
            else:
                said = sockets[who].receive()
                check_told(json.loads(said), asked)
                same(rest, said)
            asked = json.loads(filled(rest))["do"] if what == ">" else ""
        self.assertGreater(len(lines), 25)

    def test_whole_games(self):
        for wish in ({"game": "solenia"}, {"game": "circadians", "options": {"expansion": "off"}}):
            with self.subTest(wish["game"]):
                self.whole_game(wish)

    def whole_game(self, wish):
        server = self.serve()
        table = server.make(**wish)
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        watcher = Player(server, table, do="watch")
        commit = players[0].card["luck"]
        self.assertEqual(list(commit), ["commit"])
        now, steps = players[1], 0
        while now.status["at"] != "over":
            # Whoever waits hears of it without asking.
            now = players[self.random.choice(now.status["to_act"]) - 1]
            now.wait_until(my_turn)
            self.step(now)
            steps += 1
            if steps % 15 == 0:
                self.random.choice(players).come_back()
        everybody = [*players, watcher]
        for player in everybody:
            player.wait_until(lambda one: one.status and one.status["at"] == "over" and one.card["phase"] == "over")
            told = player.must(do="events")
            self.assertEqual(told["next"], player.seen)
            # What was drawn in secret was told to nobody else.
            for event in player.events:
                if event["event"] == "drew":
                    self.assertEqual(event["seat"], player.seat)
        self.assertEqual(len({json.dumps(player.status, sort_keys=True) for player in everybody}), 1)
        luck = watcher.card["luck"]
        self.assertEqual(hashlib.sha256(luck["secret"].encode()).hexdigest(), commit["commit"])
        self.assertEqual(luck["shares"], [player.joining.get("share", share)
                                          for player, share in zip(players, luck["shares"])])
        self.assertEqual(server.end(), (0, ""))
        # Whoever is there when it ends hears so.
        for player in everybody:
            with self.assertRaises(Closed) as closed:
                while True:
                    player.socket.receive()
            self.assertEqual(closed.exception.code, 1012)

    def test_bots(self):
        server = self.serve(self.home / "tables.db")
        table = server.make(game="solenia", seats=[{}, {"bot": "novice"}], listed=True, undo="free")
        self.assertEqual([one["table"] for one in server.http("GET", "/api/tables")[1]["tables"]], [table])
        player = Player(server, table, "Ann")
        for _ in range(6):
            player.wait_until(my_turn)
            self.step(player)
        # Also after everybody left and came back.
        player.wait_until(my_turn)
        player.come_back()
        while player.status["at"] != "over":
            player.wait_until(my_turn)
            if player.status["at"] != "over":
                self.step(player)
        self.assertIn(2, {event.get("seat") for event in player.events})
        self.assertEqual(server.http("GET", "/api/tables")[1]["tables"], [])
        self.assertEqual(server.http("GET", f"/api/tables/{table}")[1]["phase"], "over")

    def test_kill(self):
        """Killed between any two messages: what was acknowledged is there, and nothing twice. Also just when it is kept and
        nobody has heard of it yet."""
        server = self.serve(self.home / "tables.db")
        wishes = [{"game": "solenia", "options": {"players": 3}, "seats": [{}, {"bot": "novice"}, {}]},
                  {"game": "circadians", "seats": [{}, {}], "options": {"expansion": "off"}},
                  {"game": "circadians", "options": {"players": 3}, "seats": [{}, {}, {"bot": "novice"}]},
                  {"game": "solenia", "seats": [{}, {}]}]
        outcomes = collections.Counter()
        for number in range(MOST_TABLES):
            self.kill_often(server, wishes[number % len(wishes)], outcomes, KILLS // 4)
            if outcomes.total() >= KILLS and outcomes["kept"] and outcomes["not kept"]:
                break
        self.assertGreaterEqual(outcomes.total(), KILLS)
        self.assertGreater(outcomes["kept"], 0, outcomes)
        self.assertGreater(outcomes["not kept"], 0, outcomes)
        print(f"killed: {dict(outcomes)}", file=sys.stderr)

    @contextlib.contextmanager
    def look(self):
        """The database as it is. What a killed server left there is for the next one to sort out: nothing is changed."""
        database = sqlite3.connect(f"file:{self.home / 'tables.db'}?mode=ro", uri=True, timeout=0)
        with contextlib.closing(database):
            yield database

    def cut(self, server, connection, is_kept):
        """Kills it at once, a little later, or as soon as something is kept, by small steps; whether it is."""
        how = self.random.choice(["at once", "later", "later", "as soon as it is kept"])
        if how == "later":
            time.sleep(self.random.random() * 0.003)
        with self.look() as database:
            end = time.monotonic() + (2 if how == "as soon as it is kept" else 0)
            while time.monotonic() < end:
                server.process.send_signal(signal.SIGSTOP)
                with contextlib.suppress(sqlite3.OperationalError):  # it was stopped with a lock in its hand
                    if is_kept(database) or select.select([connection], [], [], 0)[0]:
                        break
                server.process.send_signal(signal.SIGCONT)
                step = time.perf_counter() + self.random.random() * 0.0001
                while time.perf_counter() < step:
                    pass
        server.end(signal.SIGKILL)
        with self.look() as database:
            return is_kept(database)

    def count(self, outcomes, kept, answer):
        if answer:
            self.assertTrue(kept, answer)
        outcomes["answered" if answer else "kept" if kept else "not kept"] += 1

    def make_and_kill(self, server, wish, outcomes):
        """A table, whether or not it was made the first time."""
        def tables(database):
            return database.execute("SELECT count(*) FROM tables").fetchone()[0]

        with self.look() as database:
            before = tables(database)
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("POST", "/api/tables", json.dumps(wish), {"Content-Type": "application/json"})
            kept = self.cut(server, connection.sock, lambda database: tables(database) > before)
            try:
                answer = json.loads(connection.getresponse().read())
            except (ConnectionError, http.client.HTTPException):
                answer = None
        self.count(outcomes, kept, answer)
        server.start()
        return answer["table"] if answer else server.make(**wish)

    def send_and_kill(self, server, table, outcomes, request, *, player=None):
        """What it heard of it counts."""
        connection = player.socket if player else WebSocket(server.port, f"/api/tables/{table}/socket")
        if not player:
            connection.receive()
        sign = f'%"key":"{request["key"]}"%' if "key" in request else f'%"name":"{request["name"]}"%'
        query = "SELECT count(*) FROM lines WHERE table_id = ? AND line LIKE ?"
        connection.send(json.dumps(request))
        kept = self.cut(server, connection.connection,
                        lambda database: database.execute(query, (table, sign)).fetchone()[0])
        answer = None
        with contextlib.suppress(Closed, ConnectionError):
            while not answer:
                message = json.loads(connection.receive())
                answer = None if "push" in message else message
                if player:
                    player.hear(message)
        if answer:
            self.assertTrue(answer.get("ok"), answer)
        self.count(outcomes, kept, answer)
        server.start()

    def kill_often(self, server, wish, outcomes, most):
        """At one table, until it was often enough or the game is over."""
        table = self.make_and_kill(server, wish, outcomes)
        players = []
        for name in ("Ann", "Bob"):
            sit = {"do": "sit", "secret": secrets.token_hex(16), "name": name, "share": secrets.token_hex(16)}
            self.send_and_kill(server, table, outcomes, sit)
            players.append(Player(server, table, **sit))
        players[0].come_back()
        acknowledged = []
        most += outcomes.total()

        def again():
            outcomes["nothing on its way"] += 1
            server.end(signal.SIGKILL)
            server.start()
            for player in players:
                player.come_back()

        def danger(now, request):
            when = self.random.choice(["never", "before", "after"] + ["between"] * 4)
            if when == "before":
                again()
            if when == "between":
                self.send_and_kill(server, table, outcomes, request, player=now)
                for player in players:
                    player.come_back()
            now.must(**request)
            if when == "after":
                again()
            acknowledged.append((now.seat, request["key"]))
            now.must(**request)  # sent twice

        while outcomes.total() < most and players[0].status["at"] != "over":
            key = f"k{len(acknowledged)}"
            now = next((player for player in players if player.seat in player.status["to_act"]), None)
            if self.random.random() < 0.2:
                danger(self.random.choice(players), {"do": "say", "phrase": "moment", "key": key})
            elif now is None:  # a bot thinks
                if self.random.random() < 0.2:
                    again()
            elif now.status["at"] == "confirm":
                danger(now, {"do": "confirm", "key": key})
            else:
                move = self.random.choice(now.must(do="legal")["moves"])["move"]
                danger(now, {"do": "apply", "key": key, "move": move})
            for player in players:
                player.come_back()
        if players[0].status["at"] != "over":
            danger(self.random.choice(players), {"do": "resign", "key": f"k{len(acknowledged)}"})
        server.end(signal.SIGKILL)
        events = [player.events for player in players]
        with self.look() as database:
            lines = database.execute("SELECT seq, line FROM lines WHERE table_id = ? ORDER BY seq", (table,)).fetchall()
        self.assertEqual([seq for seq, _ in lines], list(range(len(lines))))
        kept = [json.loads(line) for _, line in lines]
        self.assertEqual([(line["seat"], line["key"]) for line in kept if "key" in line], acknowledged)
        self.assertEqual([line["name"] for line in kept if line.get("do") == "sit"], ["Ann", "Bob"])
        # Nobody's secret is on disk, and who comes with nothing is told the same as who was there.
        content = (self.home / "tables.db").read_bytes() + (self.home / "tables.db-wal").read_bytes()
        for player in players:
            self.assertNotIn(player.secret.encode(), content)
        server.start()
        for player, told in zip(players, events):
            player.seen, player.events = 0, []
            player.come_back()
            self.assertEqual(player.events[:len(told)], told)
            player.socket.close()

    def test_people(self):
        """Leaving, votes, talk, private tables and the next game, over the wire and over a restart."""
        server = self.serve(self.home / "tables.db")
        status, made = server.http("POST", "/api/tables", {"game": "solenia", "private": True})
        self.assertEqual(status, 201)
        table, invite = made["table"], made["invite"]
        self.assertNotIn("invite", server.http("GET", f"/api/tables/{table}")[1])
        stranger = WebSocket(server.port, f"/api/tables/{table}/socket")
        self.assertNotIn("invite", stranger.receive())
        for request, code in (({"do": "watch"}, "private"), ({"do": "observe"}, "join-first"),
                              ({"do": "sit", "secret": "1" * 32, "share": "1" * 32, "name": "X"}, "wrong-invite")):
            stranger.send(json.dumps(request))
            self.assertEqual(json.loads(stranger.receive())["error"]["code"], code)
        secret = [secrets.token_hex(16), secrets.token_hex(16)]
        ann, bob = (Player(server, table, do="sit", secret=own, name=name, colour=colour, invite=invite,
                           share=secrets.token_hex(16))
                    for own, name, colour in zip(secret, ("Ann", "Bob"), ("red", "blue")))
        ann.must(do="say", text="hello, Bob")
        ann.must(do="say", phrase="luck", key="once")
        ann.must(do="say", phrase="luck", key="once")
        talk = []
        while len(talk) < 2:
            message = json.loads(bob.socket.receive())
            self.assertEqual(message.get("talk_from", len(talk)), len(talk))
            talk += message.get("talk", [])
            bob.hear(message)
        self.assertEqual([(one["name"], one.get("text"), one.get("phrase")) for one in talk],
                         [("Ann", "hello, Bob", None), ("Ann", None, "luck")])
        ann.must(do="propose", what="pause")
        bob.wait_until(lambda player: "proposal" in player.card)
        bob.must(do="answer", n=bob.card["proposal"]["n"], yes=True)
        ann.wait_until(lambda player: player.card.get("paused"))
        server.end(signal.SIGKILL)
        server.start()
        for player in (ann, bob):
            player.come_back()
        self.assertEqual(bob.card["paused"], True)
        asked = (ann, bob)[ann.status["to_act"][0] - 1]
        self.assertEqual(asked.ask(do="apply", move="x")["error"]["code"], "paused")
        bob.must(do="resume")
        self.assertEqual(bob.must(do="record")["record"]["seat"], 2)
        bob.must(do="resign")
        ann.wait_until(lambda player: player.card["phase"] == "over")
        self.assertEqual(ann.card["ended"], {"how": "resigned", "winners": [1], "ranks": [1, 2], "resigned": [2]})
        self.assertNotIn("seat", ann.must(do="record")["record"])
        following = ann.must(do="rematch")["next"]
        self.assertEqual(bob.must(do="rematch")["next"], following)
        again = [Player(server, following, do="sit", secret=own, name=name, share=secrets.token_hex(16))
                 for own, name in zip(secret, ("Ann", "Bob"))]
        self.assertEqual([player.seat for player in again], [2, 1])
        again[0].wait_until(lambda player: player.card["phase"] == "playing")
        self.assertNotIn(invite.encode(), (self.home / "tables.db").read_bytes())

    def test_clock(self):
        """Time runs out while somebody looks, and while the server is down: then there is more."""
        clock = self.home / "clock"
        clock.write_text("0")
        server = self.serve(self.home / "tables.db", "--clock", clock)
        table = server.make(game="solenia", clock={"move": 20, "bank": 30}, late="wait")
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        players[0].wait_until(lambda player: player.status)
        late = players[0].status["to_act"][0] - 1
        watcher = players[1 - late]

        def time_of(player, condition):
            while not condition(player.clock["seats"][late]):
                player.hear(json.loads(player.socket.receive()))
            return player.clock["seats"][late]

        self.assertFalse(time_of(watcher, lambda own: own["since"])["late"])
        server.end(signal.SIGKILL)
        clock.write_text("3600000")
        server.start()
        for player in players:
            player.come_back()
        graced = time_of(watcher, lambda own: own["until"] > watcher.clock["now"])
        self.assertLessEqual(graced["until"], watcher.clock["now"] + 60000)
        clock.write_text("3700000")
        self.assertTrue(time_of(watcher, lambda own: own["late"])["late"])
        watcher.must(do="replace", whom=late + 1, **{"with": "novice"})
        watcher.wait_until(my_turn)
        self.assertEqual(players[late].ask(do="apply", move="x")["error"]["code"], "bot-seat")
        players[late].must(do="back")
        done = subprocess.run([COMMAND, "serve", "--page", self.home, "--port", "0", "--clock", self.home / "none"],
                              capture_output=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"milliseconds", done.stderr)

    def test_nonsense(self):
        server = self.serve()
        table = server.make(game="solenia")
        path = f"/api/tables/{table}/socket"
        player = Player(server, table, "Ann")
        wrong = [
            ({"do": "apply", "move": "x"}, "not-begun"), ({"do": "limits"}, "unknown-verb"), ({"do": 7}, "bad-value"),
            ({"do": "join", "secret": "0" * 32}, "wrong-secret"), ({"do": "join"}, "not-signed-in"),
            ({"do": "sit", "secret": "x", "name": "A", "share": "0" * 32}, "bad-value"),
            ({"do": "sit", "secret": "1" * 32, "name": "A\n", "share": "0" * 32}, "bad-value"),
            ({"do": "sit", "secret": "1" * 32, "name": "A", "share": "0" * 32, "seat": 1}, "seat-taken"),
            ({"do": "watch", "seen": -1}, "bad-value"), ({"do": "table", "lang": "fr"}, "bad-value"),
            ({"do": "state"}, "unknown-verb"), ({"do": "hint", "seat": 1}, "unknown-verb"),
        ]
        for request, code in wrong:
            with self.subTest(request):
                self.assertEqual(player.ask(**request)["error"]["code"], code)
        for text in ("", "[]", "7", "{", '{"do":' * 50, "null", '{"id":{},"do":"table","x":1}'):
            player.socket.send(text)
            self.assertIn("error", json.loads(player.socket.receive()))
        self.assertTrue(player.ask(do="table")["ok"])
        stranger = WebSocket(server.port, path)
        stranger.receive()
        stranger.send('{"do":"observe"}')
        self.assertEqual(json.loads(stranger.receive())["error"]["code"], "join-first")
        # What is no message of ours ends the socket that sent it.
        for code, data, why in ((BINARY, b"{}", 1003), (TEXT, b"\xff", 1007), (TEXT, b"x" * 20000, 1009), (3, b"", 1002)):
            with self.subTest(why), self.assertRaises(Closed) as closed:
                one = WebSocket(server.port, path)
                one.receive()
                one.send_frame(code, data)
                one.receive()
            self.assertEqual(closed.exception.code, why)
        for _ in range(20):
            one = WebSocket(server.port, path)
            one.connection.sendall(self.random.randbytes(300))
            one.close()
        with self.assertRaises(Closed) as closed:
            WebSocket(server.port, f"/api/tables/{'A' * 16}/socket").receive()
        self.assertEqual(closed.exception.code, 4004)
        with self.assertRaises(Refused) as refused:
            WebSocket(server.port, path, {"Origin": "https://example.org"})
        self.assertEqual(refused.exception.status, 403)
        with self.assertRaises(Refused) as refused:
            WebSocket(server.port, path, {"Host": "example.org"})
        self.assertEqual(refused.exception.status, 421)
        WebSocket(server.port, path, {"Origin": f"http://localhost:{server.port}"}).close()
        self.assertTrue(player.ask(do="table")["ok"])

    def test_http(self):
        server = self.serve()
        json_type = {"Content_Type": "application/json"}
        cases = [
            (("POST", "/api/tables", {"game": "chess"}), {}, 400), (("POST", "/api/tables", b"{"), json_type, 400),
            (("POST", "/api/tables", b"{}"), {}, 415), (("PUT", "/api/tables", {}), {}, 405),
            (("POST", "/api/tables", {"game": "solenia"}), {"Origin": "http://example.org"}, 403),
            (("POST", "/api/tables", b" " * 20000), json_type, 413), (("GET", "/api/tables"), {}, 200),
            (("GET", "/api/tables", b"x"), {}, 413), (("GET", "/api/nothing"), {}, 404),
            (("GET", f"/api/tables/{'A' * 16}"), {}, 404), (("GET", "/api/tables/../../x"), {}, 404),
            (("GET", f"/api/tables/{'A' * 16}/socket"), {}, 426), (("GET", "/api/tables"), {"Host": "example.org"}, 421),
        ]
        for asked, headers, status in cases:
            with self.subTest((asked, headers)):
                answer = server.http(*asked, **headers)
                self.assertEqual(answer[0], status, answer)
                self.assertEqual("error" in answer[1], status != 200)
        self.assertEqual(server.end(), (0, ""))

    def test_bad_database(self):
        (self.home / "text.db").write_text("not a database" * 1000)
        for database, why in ((self.home / "text.db", b"database"), (self.home, b"found the folder"),
                              (self.home / "none" / "tables.db", b"make "), ("postgresql://somewhere", b"database")):
            done = subprocess.run([COMMAND, "serve", "--page", self.home, "--port", "0", "--database", database],
                                  capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual(done.returncode, 1)
            self.assertIn(why, done.stderr)
            self.assertEqual(done.stdout, b"")


if __name__ == "__main__":
    main()
