#!/usr/bin/python3
"""Whoever means harm: everything that can be sent wrong to `tidelock serve`, over real sockets.

Run it with the command in the environment variable TIDELOCK, or as the first argument. Beside every test two people play
an honest game, and nobody may disturb them.
"""
import base64
import copy
import json
import os
import random
import resource
import secrets
import shutil
import signal
import struct
import tempfile
import unittest
from pathlib import Path

from running import SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from server_test import Player, my_turn
from websocket import PING, TEXT, Closed, Refused, WebSocket
from wire import PATIENCE, HonestGame, WireServer, error_of, read_all

MEGABYTE = 1 << 20
MANY = 100 if SLOW else 400
ROOM = (800 if SLOW else 100) * MEGABYTE  # with sanitizers what is freed stays for a while
FILLER = "x" * 2000


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.addCleanup(WebSocket.close_all)
        self.random = random.Random(self.id())

    def serve(self, *options, honest=True, **settings):
        server = WireServer(self.home, *options, **settings)
        self.addCleanup(lambda: server.end(signal.SIGKILL))
        if honest:
            game = HonestGame(server)
            self.addCleanup(game.end)
            game.goes_on()
        return server

    def socket_path(self, server):
        return f"/api/tables/{server.make(game='solenia')}/socket"

    def test_bad_http(self):
        server = self.serve()
        table = server.make(game="solenia")
        host = b"Host: localhost\r\n"
        post = b"POST /api/tables HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
        cases = [
            # What is sent, and the statuses that may be answered; None: nothing but the end.
            (b"", [None]), (b"\r\n\r\n", [None, 400]), (b"\0" * 3000, [400]), (b"GET\r\n\r\n", [400]), (b"GET / HTTP/9.9\r\n\r\n", [400, 505]),
            (b"GET / HTTP/1.1\r\n\r\n", [400]), (b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n", [400]),
            (b"GET /\0 HTTP/1.1\r\n" + host + b"\r\n", [400]), (b"GET /%00 HTTP/1.1\r\n" + host + b"\r\n", [400]),
            (b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n" + host + b"\r\n", [414, 431]),
            (b"GET / HTTP/1.1\r\n" + host + b"X: " + b"a" * 20000 + b"\r\n\r\n", [431]),
            (b"GET / HTTP/1.1\r\n" + host + b"X: y\r\n" * 5000 + b"\r\n", [431]),
            (b"GET / HTTP/1.1\r\n" + host + b"X: a\r\n b\r\n\r\n", [200, 400]),
            (b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n", [400]),
            (b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999999\r\n\r\n", [400]),
            (post + b"Content-Length: 18446744073709551615\r\n\r\n{}", [400, 413]),
            (post + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", [400]),
            (post + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}", [400]),
            (post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", [None, 400]),
            (post + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", [None, 400, 413]),
            (post + b"Transfer-Encoding: chunked\r\n\r\n" + b"1000\r\n" + b" " * 4096 + b"\r\n" * 9, [None, 400, 413]),
            (post + b"Content-Length: 100\r\n\r\n{}", [None, 400]), (post + b"\r\n", [400, 413]),
            (b"TRACE / HTTP/1.1\r\n" + host + b"\r\n", [405]), (b"CONNECT a:1 HTTP/1.1\r\n" + host + b"\r\n", [400, 405]),
            (b"GET http://localhost/api/tables/" + table.encode() + b" HTTP/1.1\r\nHost: evil\r\n\r\n", [200]),
            (b"GET //api/tables HTTP/1.1\r\n" + host + b"\r\n", [404]),
            (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500), [400]),  # of TLS
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400, 505]),
        ]
        for data, allowed in cases:
            with self.subTest(data[:80]):
                answer = server.send(data)
                status = int(answer.split()[1]) if answer else None
                self.assertIn(status, allowed, answer[:300])
        for _ in range(MANY):
            data = bytearray(post + b"Content-Length: 18\r\n\r\n{\"game\":\"solenia\"}")
            for _ in range(self.random.randrange(1, 6)):
                data[self.random.randrange(len(data))] = self.random.randrange(256)
            server.send(bytes(data))
        self.assertTrue(server.alive())

    def test_bad_upgrades(self):
        server = self.serve()
        path = self.socket_path(server)
        good = {"Host": "localhost", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}

        def ask(line=f"GET {path} HTTP/1.1", **changed):
            headers = {**good, **{name.replace("_", "-"): value for name, value in changed.items()}}
            lines = [line] + [f"{name}: {value}" for name, value in headers.items() if value is not None]
            return server.send(("\r\n".join(lines) + "\r\n\r\n").encode())

        self.assertIn(b" 101 ", ask().split(b"\r\n")[0])
        for changed in ({"Sec_WebSocket_Key": None}, {"Sec_WebSocket_Key": "short"}, {"Sec_WebSocket_Version": None},
                        {"Sec_WebSocket_Version": "12"}, {"Upgrade": "h2c"}, {"Connection": "close"}, {"Host": "evil"},
                        {"Origin": "null"}, {"Origin": "http://localhost.evil"}, {"line": f"POST {path} HTTP/1.1"},
                        {"line": f"GET {path} HTTP/1.0"}, {"line": f"GET {path}/x HTTP/1.1"},
                        {"Sec_WebSocket_Key": "x" * 10000}, {"Content_Length": "5"}):
            with self.subTest(changed):
                answer = ask(**changed)
                self.assertNotIn(b" 101 ", answer.split(b"\r\n")[0])
                self.assertTrue(answer.startswith(b"HTTP/1.1 4") or answer.startswith(b"HTTP/1.0 4"), answer[:200])
        # Extensions are not agreed on, so that nobody can send what becomes large here.
        answer = ask(Sec_WebSocket_Extensions="permessage-deflate")
        self.assertNotIn(b"permessage-deflate", answer)

    def test_bad_frames(self):
        server = self.serve()
        path = self.socket_path(server)
        mask = b"\1\2\3\4"

        def masked(first, data, length=None):
            return bytes([first, 0x80 | (len(data) if length is None else length)]) + mask + bytes(
                byte ^ mask[i % 4] for i, byte in enumerate(data))

        cases = [
            (b"\x81\x02{}", 1002),  # without a mask
            (masked(0xC1, b"{}"), 1002),  # compressed
            (masked(0xA1, b"{}"), 1002), (masked(0x91, b"{}"), 1002),  # other bits that nobody agreed on
            (masked(0x83, b""), 1002), (masked(0x8B, b""), 1002),  # kinds that do not exist
            (masked(0x80, b"{}"), 1002),  # goes on with nothing
            (masked(0x01, b"{") + masked(0x81, b"}"), 1002),  # two at once
            (masked(0x09, b"x"), 1002),  # a ping in parts
            (bytes([0x89, 0x80 | 126]) + b"\0\x7e" + mask + b"x" * 126, 1002),  # and one that is too long
            (bytes([0x81, 0x80 | 127]) + struct.pack(">Q", 1 << 63) + mask, 1009),
            (bytes([0x81, 0x80 | 127]) + struct.pack(">Q", (1 << 62)) + mask, 1009),
            (bytes([0x81, 0x80 | 127]) + struct.pack(">Q", 16 * MEGABYTE) + mask, 1009),
            (bytes([0x81, 0x80 | 126]) + struct.pack(">H", 5) + mask + b"hello", 1002),  # longer than need be
            (masked(0x81, b"\xff\xfe"), 1007), (masked(0x01, b"\xe2\x82") + masked(0x80, b"\x28"), 1007),
            (masked(0x81, b"\xed\xa0\x80"), 1007),  # half of a pair
            (masked(0x82, b"{}"), 1003),
            (masked(0x88, b"\x03"), 1002), (masked(0x88, struct.pack(">H", 1005)), 1002),
            (masked(0x88, struct.pack(">H", 1000) + b"\xff"), 1002),
        ]
        for data, code in cases:
            with self.subTest(data[:20]):
                one = WebSocket(server.port, path)
                one.receive()
                one.connection.sendall(data)
                with self.assertRaises(Closed) as closed:
                    while True:
                        one.receive()
                self.assertIn(closed.exception.code, (code, None))
        # One message in very many parts, most of them empty, is one message.
        one = WebSocket(server.port, path)
        one.receive()
        text = b'{"do":"table","id":7}'
        one.send_frame(TEXT, text[:1], last=False)
        one.connection.sendall(masked(0x00, b"") * 2000)
        for i in range(1, len(text)):
            one.send_frame(0, text[i:i + 1], last=i == len(text) - 1)
        self.assertEqual(json.loads(one.receive())["id"], 7)
        for _ in range(MANY):
            one = WebSocket(server.port, path)
            data = bytearray(masked(0x81, b'{"do":"watch"}') * 3)
            for _ in range(self.random.randrange(1, 8)):
                data[self.random.randrange(len(data))] = self.random.randrange(256)
            one.connection.sendall(bytes(data))
            one.close()
        self.assertTrue(server.alive())

    def test_bad_messages(self):
        server = self.serve()
        table = server.make(game="solenia")
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        players[0].wait_until(lambda player: player.status)
        turn = players[players[0].status["to_act"][0] - 1]
        other = players[2 - turn.seat]
        watcher = Player(server, table, do="watch")
        before = watcher.must(do="observe")
        move = turn.must(do="legal")["moves"][0]["move"]
        wrong = [
            (other, {"do": "apply", "move": move}), (other, {"do": "apply", "move": move, "seat": turn.seat}),
            (other, {"do": "confirm"}), (other, {"do": "undo"}), (watcher, {"do": "apply", "move": move}),
            (watcher, {"do": "apply", "move": move, "seat": turn.seat}), (watcher, {"do": "legal"}),
            (watcher, {"do": "observe", "seat": 1}), (other, {"do": "observe", "seat": turn.seat}),
            (other, {"do": "legal", "seat": turn.seat}), (other, {"do": "preview", "move": move}),
            (other, {"do": "events", "seat": turn.seat}), (turn, {"do": "apply", "move": move, "key": "k" * 41}),
            (turn, {"do": "apply", "move": move, "key": 7}), (turn, {"do": "apply", "move": [move]}),
            (turn, {"do": "apply", "move": "x" * 5000}), (turn, {"do": "apply", "moves": [move] * 1000}),
            (turn, {"do": "apply"}), (turn, {"do": "apply", "move": None}), (turn, {"do": "apply", "move": "\0"}),
            (turn, {"do": "events", "from": -1}), (turn, {"do": "events", "from": 1e300}),
            (turn, {"do": "watch", "seen": 10 ** 30}), (turn, {"do": "join", "secret": turn.secret[:-1]}),
            (turn, {"do": "join", "secret": turn.secret.upper() + "0"}), (turn, {"do": "join", "secret": [turn.secret]}),
            (turn, {"do": "sit", "secret": "0" * 32, "share": "0" * 32, "name": "X", "seat": 2}),
            (turn, {"do": "sit", "secret": "0" * 32, "share": "0" * 31, "name": "X"}),
            (turn, {"do": "sit", "secret": "0" * 32, "share": "0" * 32, "name": "\u202e" * 1000}),
            (turn, {"do": "table", "lang": "../../etc"}), (turn, {"do": "new", "game": "solenia"}),
        ]
        for player, request in wrong:
            with self.subTest(str(request)[:100]):
                self.assertIn("error", player.ask(**request))
        for text in ("[" * 16000, '{"do":' * 2000, '{"a":' * 100 + "1" + "}" * 100, "1e999999", "-" * 16000, '"\\ud800"',
                     '{"do":"table","id":1e400}', '{"do":"table","do":"table","id":[[[[[[[1]]]]]]]}', "\ufeff{}", "nul",
                     '{"do":"\\u0000"}', "{}" * 8000, '{"do":"table",}', "9" * 16000, '{"id":' + "9" * 400 + "}"):
            with self.subTest(text[:30]):
                turn.socket.send(text)
                answer = json.loads(turn.socket.receive())
                while "push" in answer:
                    answer = json.loads(turn.socket.receive())
                self.assertTrue("error" in answer or answer.get("ok"), answer)
        # Nothing of it happened, and nobody lost what is theirs.
        self.assertEqual({**watcher.must(do="observe"), "id": 0}, {**before, "id": 0})
        key = secrets.token_hex(16)
        turn.must(do="apply", move=move, key=key)
        seen = turn.seen
        for _ in range(3):
            turn.must(do="apply", move=move, key=key)
        self.assertEqual(turn.seen, seen)
        # A key is one's own: another seat with the same one has done nothing yet.
        self.assertIn("error", other.ask(do="apply", move=move, key=key))

    def test_secrets_of_others(self):
        server = self.serve()
        tables = [server.make(game="solenia") for _ in range(2)]
        ann = Player(server, tables[0], "Ann")
        thief = WebSocket(server.port, f"/api/tables/{tables[1]}/socket")
        thief.receive()
        thief.send(json.dumps({"do": "join", "secret": ann.secret}))
        self.assertEqual(error_of(thief.receive()), "wrong-secret")
        for _ in range(30):
            thief.send(json.dumps({"do": "join", "secret": secrets.token_hex(16)}))
            self.assertEqual(error_of(thief.receive()), "wrong-secret")
        # What others can read of a table says nothing of the secrets of its seats.
        for path in (f"/api/tables/{tables[0]}", "/api/tables"):
            self.assertNotIn(ann.secret, json.dumps(server.http("GET", path)))

    def test_floods(self):
        """Many at once of whatever is cheap to send: memory stays bounded, and who comes from elsewhere plays on."""
        server = self.serve("--proxy", "127.0.0.1", "--limit", "tables=1000:1000", "--limit", "upgrades=1000:1000",
                            "--sockets", 300, honest=False)
        hostile = copy.copy(server)
        server.headers, hostile.headers = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.66"}
        honest = HonestGame(server)
        self.addCleanup(honest.end)
        path = self.socket_path(hostile)
        for _ in range(5):
            server.text("/")
        honest.goes_on()
        before = server.memory()
        opened = []
        with self.subTest("many sockets"):
            with self.assertRaises(Refused) as refused:
                for _ in range(400):
                    opened.append(WebSocket(server.port, path, hostile.headers))
            self.assertEqual((refused.exception.status, len(opened)), (429, 100))
            honest.goes_on()
        with self.subTest("huge messages"):
            for one in opened[:20]:
                self.send_many(one, bytes([0x81, 0x80 | 126]) + struct.pack(">H", 16000) + b"\0\0\0\0" + b" " * 16000, 5)
            honest.goes_on()
        with self.subTest("messages that never end"):
            for one in opened[20:40]:
                one.connection.sendall(bytes([0x01, 0x80 | 126]) + struct.pack(">H", 16000) + b"\0\0\0\0" + b" " * 15999)
            honest.goes_on()
        with self.subTest("pings"):
            for one in opened[40:50]:
                self.send_many(one, bytes([0x80 | PING, 0x80 | 100]) + b"\0\0\0\0" + b"p" * 100, 5000)
                self.assertEqual(read_all(one.connection)[-1:], b"p", "it was answered, and then it was enough")
            honest.goes_on()
        with self.subTest("parts of nothing"):
            for one in opened[50:60]:
                self.send_many(one, bytes([0x01, 0x80]) + b"\0\0\0\0" + bytes([0x00, 0x80, 0, 0, 0, 0]) * 20000, 1)
            honest.goes_on()
        with self.subTest("questions that are not waited for"):
            for one in opened[60:]:
                text = json.dumps({"do": "table", "x": FILLER}).encode()
                self.send_many(one, bytes([0x81, 0x80 | 126]) + struct.pack(">H", len(text)) + b"\0\0\0\0" + text, 300)
            honest.goes_on()
        with self.subTest("tables"):
            statuses = {hostile.http("POST", "/api/tables", {"game": "solenia"})[0] for _ in range(MANY)}
            self.assertLessEqual(statuses, {201, 429})
            honest.goes_on()
        for one in opened:
            one.close()
        with self.subTest("half of a request"):
            idle = [server.connect() for _ in range(200)]
            for one in idle[:100]:
                one.sendall(b"GET / HTTP/1.1\r\nHost: loc")
            self.assertEqual(server.text("/healthz")[0], 200)
            honest.goes_on()
            for one in idle:
                one.close()
        with self.subTest("bodies"):
            for _ in range(50):
                server.send(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            b"X-Forwarded-For: 192.0.2.67\r\nContent-Length: 16000\r\n\r\n" + b"[" * 15000)
        self.assertTrue(server.alive())
        self.assertLess(server.memory() - before, ROOM)

    @staticmethod
    def send_many(one, data, times):
        """As long as anybody takes it, without waiting for those who do not."""
        one.connection.settimeout(0.2)
        try:
            for _ in range(times):
                one.connection.sendall(data)
        except OSError:
            pass
        one.connection.settimeout(PATIENCE)

    def test_addresses_are_limited_before_they_say_anything(self):
        server = self.serve("--limit", "connections=10", honest=False)
        idle = [server.connect() for _ in range(12)]
        closed = [one for one in idle if self.was_closed(one)]
        self.assertEqual(len(closed), 2)
        for one in idle:
            one.close()

    @staticmethod
    def was_closed(connection):
        connection.settimeout(0.5)
        try:
            return connection.recv(1) == b""
        except TimeoutError:
            return False
        except ConnectionError:
            return True

    def test_many_at_one_table(self):
        """Spectators who read nothing cost the players nothing, and hear all of it later in one piece."""
        server = self.serve(honest=False)
        table = server.make(game="solenia", confirm=False)
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        silent = [Player(server, table, do="watch") for _ in range(20)]
        before = server.memory()
        now = players[1]
        while now.status["at"] != "over":
            now = players[now.status["to_act"][0] - 1]
            now.wait_until(my_turn)
            now.must(do="apply", move=self.random.choice(now.must(do="legal")["moves"])["move"])
        self.assertLess(server.memory() - before, ROOM)
        for one in silent:
            one.wait_until(lambda player: player.status and player.status["at"] == "over")
            self.assertEqual(one.status, now.status)

    def test_clock_jumps(self):
        """Forward by days, back by more, far beyond, and nonsense, and the server is killed after each: nothing that was is
        undone, everybody plays on, and bots do too."""
        clock = self.home / "clock"
        clock.write_text("0")
        server = self.serve("--clock", clock, honest=False, database=self.home / "tables.db")
        day = 24 * 3600 * 1000
        with_bot = server.make(game="solenia", confirm=False, seats=[{}, {"bot": "novice"}])
        patient = server.make(game="solenia", confirm=False)
        timed = server.make(game="solenia", confirm=False, clock={"move": 3600, "bank": 86400})
        companies = [[Player(server, with_bot, "Ann")]]
        companies += [[Player(server, table, "Ann"), Player(server, table, "Bob")] for table in (patient, timed)]
        for players in companies:
            players[0].wait_until(lambda player: player.status)

        def come_back(players):
            told = [player.events[:] for player in players]
            for player, before in zip(players, told):
                player.come_back()
                self.assertEqual(player.events[:len(before)], before)

        def everybody_plays():
            for players in companies:
                come_back(players)
                if len(players) == 1:
                    players[0].wait_until(my_turn)
                now = next((one for one in players if one.seat in one.status["to_act"]), None)
                if now:  # a game of those whose time ran out may be over, or a bot's
                    answer = now.ask(do="legal")
                    if answer.get("moves"):
                        now.ask(do="apply", move=answer["moves"][0]["move"])
                come_back(players)
            self.assertEqual(server.text("/healthz")[0], 200)

        for jump in (day // 48, -day, 0, 400 * day, -400 * day, 10 ** 15, -10 ** 15, 2 ** 63 - 1, 10 ** 30, "nonsense", "", 0):
            with self.subTest(jump):
                clock.write_text(str(jump))
                everybody_plays()
                server.end(signal.SIGKILL)
                # With no number it would not start; where time ends no lease does.
                if not isinstance(jump, int) or jump >= 10 ** 15:
                    clock.write_text("0")
                server.start()
                everybody_plays()
        # Who has no clock lost nothing.
        for players in companies[:2]:
            come_back(players)
            players[0].wait_until(lambda player: player.status["to_act"] or player.status["at"] == "over")
            self.assertNotEqual(players[0].status["at"], "over")
        now = companies[1][companies[1][0].status["to_act"][0] - 1]
        now.must(do="apply", move=now.must(do="legal")["moves"][0]["move"])

    def test_disk_full(self):
        """A move that cannot be kept did not happen; when there is room again the game goes on."""
        server = self.serve(honest=False, database=self.home / "tables.db", file_bytes=200 * 1024)
        table = server.make(game="solenia", confirm=False)
        players = [Player(server, table, "Ann"), Player(server, table, "Bob")]
        players[0].wait_until(lambda player: player.status)
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        refused = 0
        for n in range(3000):
            now = players[players[0].status["to_act"][0] - 1]
            now.wait_until(my_turn)
            seen = [player.seen for player in players]
            answer = now.ask(do="apply", key=f"k{n}", move=now.must(do="legal")["moves"][0]["move"])
            if answer.get("ok"):
                for player in players:
                    player.come_back()
                if players[0].status["at"] == "over":
                    break
                continue
            refused += 1
            self.assertEqual(answer["error"]["code"], "not-kept")
            for player in players:
                player.come_back()
            self.assertEqual([player.seen for player in players], seen)
            self.assertEqual(server.text("/healthz")[0], 503)
            if refused >= 3:
                resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
                break
        else:
            self.fail("the disk was never full")
        while refused < 3:  # the game was over first: tables fill it too
            status, answer = server.http("POST", "/api/tables", {"game": "solenia"})
            if status == 503:
                self.assertEqual(answer["error"]["code"], "not-kept")
                refused += 1
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        if players[0].status["at"] != "over":
            now = players[players[0].status["to_act"][0] - 1]
            now.must(do="apply", move=now.must(do="legal")["moves"][0]["move"])
        server.make(game="solenia")
        self.assertEqual(server.text("/healthz")[0], 200)
        events = [player.events for player in players]
        server.end(signal.SIGKILL)
        server.file_bytes = None
        server.start()
        for player, told in zip(players, events):
            player.seen, player.events = 0, []
            player.come_back()
            self.assertEqual(player.events[:len(told)], told)


if __name__ == "__main__":
    main()
