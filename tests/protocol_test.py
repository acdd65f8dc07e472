#!/usr/bin/python3
"""The message language, spoken to a real `tidelock engine` process (docs/protocol.md).

Every request and every answer is checked against docs/schema. Run it with the command in the environment variable
TIDELOCK, or as the first argument; TIDELOCK_SLOW=1 plays fewer games (for builds with sanitizers).
"""
import collections
import copy
import hashlib
import itertools
import json
import os
import random
import re
import select
import subprocess
import tempfile
import time
import unittest

from jsonschema import Draft202012Validator

import measured
from running import COMMAND, ROOT, SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS, dump

SEED = 20190601
PATIENCE = 120  # seconds until an engine that says nothing counts as hanging

# The two games. Options that say whether there is the expansion are options of Circadians.
MODES = ("summer", "winter", "improvements")
LANGS = ("en", "pl", "de", "zh-Hant")
ALL_GAMES = [{"mode": mode, "players": players} for mode in MODES for players in (1, 2, 3, 4)]
CIRCADIANS = [{"expansion": expansion, "players": players} for expansion in ("on", "off") for players in (1, 2, 3, 4)]
PACKS = {game: json.loads((ROOT / f"data/{game}/{measured.MEASURED}.json").read_text()) for game in ("solenia", "circadians")}
PACK = PACKS["solenia"]
SPACES = [column + row for row in "12345" for column in "abcde"]
CARDS = ["0WS", "0WA", "0HS", "0HA", "0x2", "0x2", "1W", "1H", "1S", "1A", "1x1", "1x1",
         "2*W", "2*H", "2*S", "2*A"]


# The same with cheap tiles: deliveries, and with them slots, bonuses and improvements, come in every game.
BUSY = {**json.loads(json.dumps(PACK)), "id": "busy"}
for _row in ("day", "night"):
    for _tile in BUSY["tiles"][_row]:
        _tile["cost"] = _tile["cost"][0]
CODES = set()  # every error code that was met


def some(n):
    """How often, in a build with or without sanitizers."""
    return max(1, n // 8) if SLOW else n


SECRET = ("leaders", "draft", "plan")  # what all choose at the same time, in Circadians


def game_of(options):
    """The first game that has all these options."""
    return next(game for game in PACKS if set(options) <= set(SCHEMAS.files[f"{game}-options.json"]["properties"]))


# --- the engine ---

class Refused(Exception):
    def __init__(self, error):
        super().__init__(f"{error.get('where', '')}: {error['message']} [{error['code']}]")
        self.error = error
        self.code = error["code"]
        self.where = error.get("where", "")
        self.message = error["message"]


class Engine:
    def __init__(self):
        self.complaints = tempfile.TemporaryFile()
        self.process = subprocess.Popen([COMMAND, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.complaints, bufsize=0)
        self.rest = b""
        self.ids = itertools.count(1)
        self.game = ""  # of the table
        self.greeting = json.loads(self.line())
        SCHEMAS.check("answer.json#/$defs/greeting", self.greeting)

    def line(self):
        parts = [self.rest]
        while b"\n" not in parts[-1]:
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                raise AssertionError("the engine does not answer")
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            if not part:
                raise AssertionError(f"the engine ended with {self.process.wait()}: {self.said_wrong()}")
            parts.append(part)
        line, _, self.rest = b"".join(parts).partition(b"\n")
        return line

    def said_wrong(self):
        self.complaints.seek(0)
        return self.complaints.read().decode(errors="replace")[-3000:]

    def write(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.process.stdin.fileno(), view):]

    def raw(self, line):
        """One line of bytes as it is; the answer, which must be one line of JSON that fits the schema."""
        self.write(line + b"\n")
        answer = json.loads(self.line().decode("utf-8", errors="strict"))
        SCHEMAS.check("answer.json#", answer)
        if "error" in answer:
            CODES.add(answer["error"]["code"])
        return answer

    def send(self, request, fits=True):
        """A request as an object; the bytes and the object of the answer."""
        if fits:
            SCHEMAS.check("message.json#/$defs/" + request["do"], request)
        self.write(json.dumps(request).encode() + b"\n")
        line = self.line()
        answer = json.loads(line)
        if "error" in answer:
            CODES.add(answer["error"]["code"])
            SCHEMAS.check("answer.json#/$defs/error", answer)
        else:
            if request["do"] in ("new", "load"):
                self.game = request["game"] if "game" in request else request["record"]["game"]
            SCHEMAS.game = self.game
            SCHEMAS.check("answer.json#/$defs/" + request["do"], answer)
            SCHEMAS.game = ""
        if answer["id"] != request.get("id"):
            raise AssertionError(f"asked with id {request.get('id')}, answered with {answer['id']}")
        return line, answer

    def ask(self, what, fits=True, **members):
        members = {key.rstrip("_"): value for key, value in members.items()}
        answer = self.send(measured.request({"id": next(self.ids), "do": what, **members}), fits)[1]
        if "error" in answer:
            raise Refused(answer["error"])
        return answer

    def refusal(self, what, fits=False, **members):
        """What is expected to be refused: the error, or None if it was not."""
        try:
            self.ask(what, fits, **members)
        except Refused as refused:
            return refused
        return None

    # Short questions.
    def new(self, options, seed, **members):
        return self.ask("new", game=game_of(options), options=options, seed=seed, **members)["status"]

    def state(self):
        return self.ask("state")["state"]

    def status(self):
        return self.ask("state")["status"]

    def view(self, seat):
        return self.ask("observe", seat=seat)["view"]

    def moves(self, seat):
        return self.ask("legal", seat=seat)["moves"]

    def texts(self, seat):
        return [move["move"] for move in self.moves(seat)]

    def record(self, **members):
        return self.ask("record", **members)["record"]

    def apply(self, seat, move):
        return self.ask("apply", seat=seat, move=move)

    def play(self, rng, limit=None):
        """Random moves to the end, or so many of them; the status then."""
        status = self.status()
        while status["at"] != "over" and limit != 0:
            seat = rng.choice(status["to_act"])
            if status["at"] == "confirm":
                status = self.ask("confirm", seat=seat)["status"]
                continue
            status = self.apply(seat, rng.choice(self.texts(seat)))["status"]
            limit = None if limit is None else limit - 1
        return status

    def close(self):
        if self.process.poll() is None:
            self.ask("quit")
        self.process.stdin.close()
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        complaints = self.said_wrong()
        self.complaints.close()
        if status != 0 or complaints:
            raise AssertionError(f"the engine ended with {status}: {complaints}")


class Case(unittest.TestCase):
    """Each test has an engine of its own, which must be alive and well at the end."""

    def setUp(self):
        self.rng = random.Random(f"{SEED} {type(self).__name__} {self._testMethodName}")
        self.engine = Engine()
        self.others = []
        self.pack = {}

    def another(self):
        self.others.append(Engine())
        return self.others[-1]

    def tearDown(self):
        for engine in [self.engine, *self.others]:
            try:
                engine.close()
            finally:
                if engine.process.poll() is None:
                    engine.process.kill()

    def refused(self, what, code, where=None, message=None, engine=None, **members):
        wrong = (engine or self.engine).refusal(what, **members)
        self.assertIsNotNone(wrong, f"{what} {members} was accepted")
        self.assertEqual(wrong.code, code, wrong)
        if where is not None:
            self.assertEqual(wrong.where, where, wrong)
        if message is not None:
            self.assertIn(message, wrong.message)
        return wrong

    def middles(self, games, most=40):
        """Random games at random points in the middle: (options, seed), the engine being there."""
        for options in games:
            seed = self.rng.randrange(1 << 48)
            self.pack = {"pack": BUSY} if game_of(options) == "solenia" and self.rng.random() < 0.4 else {}
            self.engine.new(options, seed, seats=[{}] * options["players"], **self.pack)
            if self.engine.play(self.rng, self.rng.randrange(1, most))["at"] == "over":
                continue
            yield options, seed

    def load_state(self, engine, options, state, seed, **members):
        return engine.ask("load", game=game_of(options), options=options, state=state, seed=seed, **self.pack,
                          **members)["status"]


def bots(options, name="random"):
    return [{"bot": name}] * options["players"]


def without_names(record):
    return {key: value for key, value in record.items() if key != "names"}


# --- changing JSON here and there ---

def leaves(node, path=()):
    """The paths of everything inside a JSON value, the value itself left out."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield path + (key,)
            yield from leaves(value, path + (key,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield path + (index,)
            yield from leaves(value, path + (index,))


def at_path(node, path):
    for part in path:
        node = node[part]
    return node


def changed(node, path, change):
    """A copy in which `change(parent, key)` was done at the path."""
    out = copy.deepcopy(node)
    change(at_path(out, path[:-1]), path[-1])
    return out


def put(value):
    def change(parent, key):
        parent[key] = value
    return change


def drop(parent, key):
    del parent[key]


def add_member(parent, key):
    if isinstance(parent[key], dict):
        parent[key]["more"] = 1
    elif isinstance(parent[key], list):
        parent[key].append(copy.deepcopy(parent[key][-1]) if parent[key] else 0)
    else:
        parent[key] = [parent[key]]


def path_text(path):
    out = ""
    for part in path:
        out += f"[{part}]" if isinstance(part, int) else ("." if out else "") + part
    return out


WRONG_VALUES = [None, True, False, -1, 0, 1, 2, 3, 7, 9, 17, 33, 41, 255, 256, 65536, 1 << 31, 1 << 63, (1 << 64) - 1,
                1 << 70, -(1 << 63), 1.5, 1e300, "", "W", "WX", "WWWWWWW", "day", "night", "x" * 300, "\u0000", "é", [],
                [None], [1], {}, {"a": 1}]


def wrong_value(rng, old):
    """Something else: near the old value, or from far away."""
    near = []
    if isinstance(old, bool):
        near = [not old]
    elif isinstance(old, int):
        near = [old - 1, old + 1, old + 2, old * 2, -old - 1]
    elif isinstance(old, str) and old:
        near = [old[1:], old[:-1], old + old[-1], old.swapcase(), old[::-1], "".join(rng.sample(old, len(old)))]
    elif isinstance(old, list) and old:
        near = [old[1:], old[:-1], old + old[:1], old[::-1]]
    elif isinstance(old, dict) and old:
        near = [dict(list(old.items())[1:])]
    choices = [value for value in (near if near and rng.random() < 0.6 else WRONG_VALUES)
               if dump(value) != dump(old)]
    return rng.choice(choices)


# --- tests ---

class SchemaTest(unittest.TestCase):
    def test_schemas_are_schemas(self):
        parts = ("event", "move", "options", "pack", "refusal", "scores", "state", "view")
        self.assertEqual(sorted(SCHEMAS.files),
                         sorted(["account.json", "answer.json", "choose.json", "codes.json", "common.json", "message.json", "pack.json",
                                 "record.json", "server.json", "state.json", "view.json", *[f"{game}-{part}.json" for game in SCHEMAS.games for part in parts]]))
        for name, schema in SCHEMAS.files.items():
            with self.subTest(name):
                Draft202012Validator.check_schema(schema)
                self.assertTrue(schema["$id"].endswith("/" + name))

    def test_every_reference_leads_somewhere(self):
        def references(node):
            if isinstance(node, dict):
                if isinstance(node.get("$ref"), str):
                    yield node["$ref"]
                for value in node.values():
                    yield from references(value)
            elif isinstance(node, list):
                for value in node:
                    yield from references(value)
        for tree in SCHEMAS.trees.values():
            for reference in references(tree):
                for game in SCHEMAS.games:
                    file = re.sub("^game-", f"{game}-", reference)
                    self.assertIn(file.partition("#")[0], SCHEMAS.files)
                    self.assertIsNotNone(SCHEMAS.target(file))

    def test_shipped_packs_fit(self):
        for game in SCHEMAS.games:
            for path in sorted((ROOT / "data" / game).glob("*.json")):
                SCHEMAS.check("pack.json#", json.loads(path.read_text()))

    def test_later_packs_change_only_what_is_reconstructed(self):
        def known(node, key, inherited):
            """How a member of a node is known: its own mark, that of the node, or that of what it is a part of."""
            mark = node.get("from", node.get("tag", inherited))
            if isinstance(mark, dict):
                mark = mark.get(key, inherited)
            return node.get("tags", {}).get(key, mark)

        def differences(one, other, inherited, path):
            if isinstance(one, dict) and isinstance(other, dict):
                self.assertEqual(one.get("from"), other.get("from"), path)
                self.assertEqual(one.get("tag"), other.get("tag"), path)
                for key in {*one, *other}:
                    yield from differences(one.get(key), other.get(key), known(one, key, inherited), (*path, key))
            elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
                for i, pair in enumerate(zip(one, other)):
                    yield from differences(*pair, inherited, (*path, i))
            elif one != other:
                yield inherited, path

        for game in PACKS:
            packs = [json.loads(path.read_text()) for path in sorted((ROOT / "data" / game).glob("reconstruction-*.json"))]
            for later in packs[1:]:
                changed_ = [one for one in differences(packs[0], later, None, ()) if one[1] not in (("id",), ("note",))]
                self.assertTrue(changed_)
                for mark, path in changed_:
                    self.assertNotEqual(path[-1], "id", "networks know an item by its place")
                    # Of two things the rulebook or a review tells the effect, and the number is ours.
                    ours = ("leaders", 5, "rules", 1) == path[:4] or ("negotiation", 4) == path[:2] and path[-1] == "points"
                    self.assertTrue(mark in ("R", "reconstruction") or ours, (game, path, mark))

    # A schema that accepts everything would prove nothing.
    def test_schemas_refuse_what_is_not_documented(self):
        for wrong in (changed(PACK, ("cards", 3, "value"), put(3)), changed(PACK, ("cards", 3, "gain"), put("X")),
                      changed(PACK, ("tiles",), add_member), changed(PACK, ("strips", 4, "dusk", "city"), drop),
                      changed(PACK, ("improvements", "day", 4, "cost"), drop),
                      changed(PACK, ("improvements", "level1", 7, "n"), put(2)),
                      changed(PACK, ("slots", "summer", "day", 0, "bonus"), put("+1"))):
            self.assertTrue(SCHEMAS.errors("pack.json#", wrong))
        pack = PACKS["circadians"]
        for path, change in ((("constants", "rounds", "value"), put(13)), (("constants", "more"), put({})),
                             (("planet", "sides", 0, "spaces", 3, "harvest", "stone"), put(1)), (("game",), put("chess")),
                             (("negotiation", 1, "id"), put("zcharo")), (("stations", 3, "step_cost"), drop),
                             (("stations", 0, "actions", 0, "column"), drop), (("contracts", 4, "cost", "gem"), put(31)),
                             (("contracts", 4, "rules"), put([{"on": "plan", "do": [{"reroll": "any"}]}])),
                             (("contracts", 4, "rules"), put([{"on": "send", "do": [{"special": "sal"}]}])),
                             (("events", 0, "rules", 0, "do", 0), put({"gain": {"gem": 1}, "lose": {"gem": 1}})),
                             (("events", 0, "rules", 0, "do", 0), put({"surcharge": {"gem": "all"}})),
                             (("outposts", 2, "do", 0), put({"discount": {"gem": 1}})), (("leaders", 0, "tag"), put("X")),
                             (("ai", "exploitation", 0, "gems"), put(1))):
            self.assertTrue(SCHEMAS.errors("pack.json#", changed(pack, path, change)), path)
        for wrong in ({"do": "jump"}, {"do": "legal"}, {"do": "legal", "seat": 0}, {"do": "state", "seat": 1},
                      {"do": "load", "game": "solenia"}, {"do": "new", "game": "circadians", "options": {"mode": "winter"}},
                      {"do": "new", "game": "solenia", "options": {"ai": 1}},
                      {"do": "new", "game": "solenia", "pack": pack}, {"do": "apply", "seat": 1, "move": 1}, {}, [], "new"):
            self.assertTrue(SCHEMAS.errors("message.json#", wrong), wrong)
        for wrong in ({"id": 1}, {"id": 1, "ok": True, "legal": False}, {"id": 1, "error": {"code": "x"}},
                      {"id": 1, "ok": True, "events": [{"event": "played", "seat": 1}], "next": 1},
                      {"id": 1, "ok": True, "events": [{"event": "sent", "seat": 1, "from": 1, "die": 4, "to": "farm"}],
                       "next": 1},
                      {"id": 1, "ok": True, "events": [{"event": "airship"}, {"event": "round", "round": 1}], "next": 2}):
            self.assertTrue(SCHEMAS.errors("answer.json#", wrong), wrong)


class GamesTest(Case):
    """Whole random games of every kind through the engine, looked at from all sides."""

    def test_greeting_names_the_games(self):
        games = {game["id"]: game for game in self.engine.greeting["games"]}
        self.assertLessEqual(set(PACKS), set(games))
        for name, game in games.items():
            self.assertEqual({option["name"] for option in game["options"]},
                             set(SCHEMAS.files[f"{name}-options.json"]["properties"]))
            self.assertEqual(set(game["packs"]), {path.stem for path in (ROOT / "data" / name).glob("*.json")})
            if name in PACKS:
                self.assertEqual(game["packs"], ["reconstruction-2", "reconstruction-1"])
            self.assertEqual(["random", "greedy", "novice", "easy", "medium", "hard", "master", "mcts-plain"],
                             game["bots"])
        hello = self.engine.ask("hello")
        self.assertEqual({key: hello[key] for key in ("tidelock", "protocol", "games")}, self.engine.greeting)
        self.assertEqual(self.engine.ask("games")["games"], self.engine.greeting["games"])

    def look_around(self, status, seats):
        """What is true at every decision."""
        engine = self.engine
        seat = self.rng.choice(status["to_act"])
        for other in {self.rng.randrange(1, seats + 1)} - set(status["to_act"]):
            self.assertEqual(engine.moves(other), [])
        moves = engine.moves(seat)
        texts = [move["move"] for move in moves]
        self.assertEqual(len(set(texts)), len(texts), "a move is written as another one")
        chosen = self.rng.choice(texts)
        self.assertEqual(engine.ask("why", seat=seat, move=chosen)["move"], chosen)
        if self.rng.random() < 0.2:
            state = engine.state()
            viewer = self.rng.choice([None, *range(1, seats + 1)])
            view = engine.view(viewer)
            totals = engine.ask("scores")["totals"]
            if engine.game == "solenia":
                self.check_solenia(state, view, viewer, seats)
                self.assertEqual([p["score"] for p in view["players"][:seats]], totals)
            else:
                self.check_circadians(state, view, viewer, seats)
                for points, total, player in zip(view["points"], totals, state["players"]):
                    # A Cache counts for who stands on it, and the points of one may be unknown.
                    (self.assertEqual if player["harvester"] < 31 else self.assertLessEqual)(points, total)
        return seat, chosen

    def check_circadians(self, state, view, viewer, seats):
        secret = state["todo"][-1]["do"]
        self.assertEqual(view["seats"], seats)
        for key in set(state) & set(view) - {"players", "deck", "caches", "discards", "phase"}:
            self.assertEqual(view[key], state[key], key)
        if secret != "plan":  # where a card may be exchanged in secret
            self.assertEqual((view["deck"], view["discards"]), (len(state["deck"]), state["discards"]))
        known = state["revealed"] | (state["players"][viewer - 1]["seen"] if viewer else 0)
        points = {cache["id"]: cache["points"] for cache in PACKS["circadians"]["caches"]}
        for corner, (cache, tile) in enumerate(zip(view["caches"], state["caches"])):
            self.assertEqual(cache["front"], "energy" if state["fronts"] >> corner & 1 else "gem")
            self.assertEqual(cache.get("points"), points[tile] if known >> corner & 1 else None)
        self.assertEqual("ai_points" in view, seats == 1)
        top = state["todo"][-1]
        if top["do"] == "send" and top["args"][0] == 1:
            owner, _, piece = state["hq"][top["args"][1]].partition("-")
            self.assertEqual(view["due"], {"seat": int(owner), "hq": top["args"][1] + 1,
                                           "piece": "specialist" if piece == "s" else int(piece)})
        else:
            self.assertIsNone(view["due"])
        # Every token that was moved lies somewhere, but those that are just being moved.
        for what in ("breakthrough", "setback"):
            tokens = list(view[f"{what}_tokens"].values())
            self.assertEqual(sorted(view[f"{what}_tokens"]), sorted(view[f"{what}s"]))
            self.assertLessEqual(tokens.count("specialist"), view[f"specialist_{what}s"])
            for value in (token for token in tokens if token != "specialist"):
                self.assertTrue(view[f"{what}_values"] >> value & 1)
        for number, (seen, true) in enumerate(zip(view["players"], state["players"]), 1):
            open_keys = {"fulfilled", "goods", "ships", "farm_tiles", "reserve", "gained", "locked", "harvester", "outpost",
                         "progress"}
            sealed = {"leaders": {"leader", "token"}, "draft": set(),
                      "plan": {"garages", "farms", "rolled", "base", "base_specialists", "canteen", "canteen_specialists"}}
            self.assertEqual("dice_limit" in seen, number <= seats)
            if number == viewer:
                self.assertLessEqual(open_keys | {"hand", "draft", "leaders", "tokens", "seen"}, set(seen))
                self.assertEqual(set(seen["missing"]), set(true["hand"]))
                if secret == "plan":  # a Farm takes what it would yield something for
                    for move in self.engine.ask("legal", seat=viewer)["moves"]:
                        if move["kind"] == "assign" and "farm" in move:
                            value = 6 if move["die"] == "specialist" else move["die"]
                            self.assertIsNotNone(seen["yields"][move["farm"] - 1][value - 1])
                for key in set(seen) & set(true):
                    self.assertEqual(seen[key], true[key], key)
                continue
            for key in open_keys | (set().union(*sealed.values()) - sealed.get(secret, set())):
                self.assertEqual(seen[key], true[key], key)
            if secret != "plan":
                self.assertEqual(seen["hand"], len(true["hand"]))
            for key in ("draft", "leaders", "tokens", "seen"):
                self.assertNotIn(key, seen)
            if secret == "plan":
                self.assertNotIn("rolled", seen)
                self.assertEqual([set(seen[key]) for key in ("garages", "farms")], [{0}, {0}])
                self.assertEqual((seen["canteen"], seen["canteen_specialists"]), (0, 0))
            if secret == "leaders":
                self.assertEqual((seen["leader"], seen["token"]), (None, None))

    def check_solenia(self, state, view, viewer, seats):
        for key in ("rows", "cards", "turn", "first", "moved", "display", "decks", "todo", "offers"):
            self.assertEqual(view.get(key), state.get(key), key)
        self.assertEqual(view["seat"], viewer)
        for number, (seen, true) in enumerate(zip(view["players"], state["players"]), 1):
            for key in ("store", "capacity", "stars", "slots"):
                self.assertEqual(seen[key], true[key], key)
            improved = {key: value for key, value in seen.get("improvements", {}).items() if key != "works"}
            self.assertEqual(improved, true.get("improvements", {}))
            if number == viewer:
                self.assertEqual(seen["hand"], true["hand"])
                self.assertEqual(seen["deck"], true["deck"])
            else:
                self.assertNotIn("hand", seen)
                self.assertNotIn("deck", seen)
                self.assertEqual(seen["hand_size"], len(true["hand"]))
                self.assertEqual(seen["unseen"], sorted(true["hand"] + true["deck"], key=CARDS.index))
            for key in ("score", "orders", "needs", "discards"):
                self.assertEqual(key in seen, number <= seats, key)
            self.assertEqual("pairs" in seen, number <= seats and view["mode"] == "summer")
        self.assertEqual("voyage" in view, state["todo"][-1]["do"] == "pay")
        self.assertLessEqual(set(view["stays"]), set(view["cards"]))
        self.assertEqual({one["space"]: one["is"] for one in view["board"]}, self.board(state["rows"]))
        for row in ("day", "night"):
            self.assertEqual([tile["tile"] for tile in view["tiles"][row]],
                             [tile for tile in state["display"][row] if tile is not None])
            for tile in view["tiles"][row]:
                printed = PACK["tiles"][row][tile["tile"] - 1]
                self.assertEqual((tile["cost"], tile["stars"]), (printed["cost"], printed["stars"]))

    @staticmethod
    def board(rows):
        out = {}
        for number, name in enumerate(rows, 1):
            strip, side = int(name[0]), name[1:]
            printed = PACK["strips"][strip - 1][side]
            for column, what in zip("abcde", printed["spaces"]):
                out[f"{column}{number}"] = printed.get("city", side) + "-city" if what == "C" else what
        return out

    def test_whole_games(self):
        reader = self.another()
        for options in ALL_GAMES[::5] + CIRCADIANS[::3] if SLOW else ALL_GAMES + CIRCADIANS:
            with self.subTest(**options):
                self.whole_game(options, reader)

    def whole_game(self, options, reader):
        engine = self.engine
        seats = options["players"]
        seed = self.rng.randrange(1 << 64)
        status = engine.new(options, seed)
        told = {seat: engine.ask("events", seat=seat)["events"] for seat in range(1, seats + 1)}
        positions = []
        while status["at"] != "over":
            self.assertEqual(status["at"], "decision")
            if engine.game == "solenia":
                self.assertEqual(len(status["to_act"]), 1)
            seat, move = self.look_around(status, seats)
            preview = engine.ask("preview", seat=seat, move=move)
            told[seat] += engine.ask("events", seat=seat, from_=len(told[seat]))["events"]
            answer = engine.apply(seat, move)
            # What apply tells begins with what preview promised; the rest is chance and single options.
            self.assertEqual(answer["events"][:len(preview["events"])], preview["events"])
            # What is chosen in secret counts when it opens.
            self.assertGreaterEqual(answer["status"]["moves"], status["moves"] + (engine.game == "solenia"))
            told[seat] += answer["events"]
            status = answer["status"]
            # A seat hears all of it in order, also what happened while others moved.
            for other in {seat, self.rng.randrange(1, seats + 1)}:
                news = engine.ask("events", seat=other, from_=len(told[other]))
                told[other] += news["events"]
                self.assertEqual(news["next"], len(told[other]))
            if self.rng.random() < 0.06:
                positions.append(engine.state())
            if self.rng.random() < 0.06:
                self.assertEqual(status["moves"], len(engine.record(seat=None)["moves"]))
        for seat in told:
            told[seat] += engine.ask("events", seat=seat, from_=len(told[seat]))["events"]
            self.assertEqual(engine.ask("events", seat=seat)["events"], told[seat])
        self.at_the_end(options, seed, status, reader)
        for state in positions[:2]:
            self.go_on(reader, options, state)

    def at_the_end(self, options, seed, status, reader):
        engine = self.engine
        totals = [score["total"] for score in status["scores"]]
        for score in status["scores"]:
            self.assertEqual(score["total"], sum(score["by"].values()))
        best = [i for i, total in enumerate(totals, 1) if total == max(totals)]
        if engine.game == "solenia":
            self.assertEqual(status["winners"], best)
        else:  # ties are broken, and the AI may win
            self.assertLessEqual(set(status["winners"]), set(best))
        self.assertEqual(status["to_act"], [])
        for seat in range(1, options["players"] + 1):
            self.assertEqual(engine.moves(seat), [])
            wrong = engine.refusal("apply", seat=seat, move="1W-c4")
            self.assertEqual(wrong.code, "over")
        record = engine.record()
        result = {key: status[key] for key in ("winners", "places", "opponent") if key in status}
        self.assertEqual(record["result"], {"scores": totals, **result})
        # Tied players share a place (END-3).
        self.assertEqual([seat for seat, place in enumerate(status["places"], 1) if place == 1], status["winners"])
        self.assertEqual("opponent" in status, engine.game == "circadians" and options["players"] == 1)
        if engine.game == "solenia":
            self.assertEqual(status["places"], [1 + sum(other > total for other in totals) for total in totals])
        self.assertEqual(record["seed"], seed)
        self.assertEqual(record["options"], {**self.defaults(options), **options})
        self.assertEqual(len(record["moves"]), status["moves"])
        self.assertNotIn("content", record["pack"])
        # The record is read by another process, and leads to the same end.
        loaded = reader.ask("load", record=record)["status"]
        self.assertEqual(loaded, status)
        self.assertEqual(reader.state(), engine.state())
        self.assertEqual(without_names(reader.record()), without_names(record))

    @staticmethod
    def defaults(options):
        if game_of(options) == "solenia":
            return {"start": "random", "first": 1 if options["players"] == 1 else "random"}
        return {"ai": 1, "leaders": "dealt",
                **{side: "random" for side in ("planet", "oxataya", "leyrien", "zcharo", "jrayek", "ahzuri")}}

    # A position goes on anywhere, to the end.
    def go_on(self, reader, options, state):
        self.load_state(reader, options, state, self.rng.randrange(1 << 64))
        self.assertEqual(reader.state(), state)
        self.assertEqual(reader.record()["position"], state)
        status = reader.play(self.rng)
        self.assertEqual(status["at"], "over")
        record = reader.record()
        third = self.engine.ask("load", record=record)["status"]
        self.assertEqual(third, status)
        self.assertEqual(without_names(self.engine.record()), without_names(record))

    def test_records_load_at_every_length(self):
        """A record cut anywhere goes on; with the seed of the game its chance brings the same."""
        for options in ({"mode": "improvements", "players": 3}, {"expansion": "on", "players": 3}):
            self.engine.new(options, 5, seats=bots(options))
            record = self.engine.record()
            cut = {key: value for key, value in record.items() if key not in ("result", "seed")}
            for length in range(0, len(record["moves"]), some(9) if SLOW else len(record["moves"]) // 150):
                cut["moves"] = record["moves"][:length]
                self.engine.ask("load", record=cut, seed=record["seed"], autoplay=False)
                moves = self.engine.record()["moves"]
                self.assertGreaterEqual(len(moves), length)
                self.assertEqual(moves, record["moves"][:len(moves)])
                if length % 40 == 0:
                    self.assertEqual(self.engine.play(self.rng)["at"], "over")

    def test_records_load_without_names_lost(self):
        self.engine.new({}, 3, seats=[{"name": "Ann"}, {"name": "Żółw 龜"}])
        record = self.engine.record()
        self.assertEqual(record["names"], ["Ann", "Żółw 龜"])
        self.engine.ask("load", record=record)
        self.assertEqual(self.engine.record()["names"], ["Ann", "Żółw 龜"])

    def test_options(self):
        for start, rows in (("dawn", ["night", "night", "dawn", "day", "day"]),
                            ("dusk", ["day", "day", "dusk", "night", "night"])):
            for first in (1, 2, 3):
                status = self.engine.new({"players": 3, "start": start, "first": first}, 9)
                state = self.engine.state()
                self.assertEqual([row[1:] for row in state["rows"]], rows)
                self.assertEqual(state["first"], first)
                self.assertEqual(status["to_act"], [first])
        self.assertEqual(self.engine.ask("new", game="solenia")["options"],
                         {"players": 2, "mode": "summer", "start": "random", "first": "random"})

    def test_options_of_circadians(self):
        self.assertEqual(self.engine.ask("new", game="circadians")["options"],
                         {"players": 2, "expansion": "on", **self.defaults({"expansion": "on"})})
        names = ("planet", "oxataya", "leyrien", "zcharo", "jrayek", "ahzuri")
        for sides in ("ABABAB", "BABABA"):
            self.engine.new({"expansion": "on", **dict(zip(names, sides))}, 9)
            self.assertEqual(self.engine.state()["sides"], sum((side == "B") << i for i, side in enumerate(sides)))
        for leaders in ("eden+luna", ["eden", "luna"]):
            answer = self.engine.ask("new", game="circadians", options={"leaders": leaders})
            self.assertEqual(answer["options"]["leaders"], ["eden", "luna"])
            self.assertEqual([p["leaders"] for p in self.engine.state()["players"]], [["eden"], ["luna"]])
        for expansion in (True, False):
            answer = self.engine.ask("new", game="circadians", options={"expansion": expansion, "ai": 3, "players": 1})
            self.assertEqual(answer["options"]["expansion"], "on" if expansion else "off")
            self.assertEqual(answer["options"]["ai"], 3)
        for wrong in ("eden", "eden+eden", "eden+nobody", ["eden"], ["eden", "luna", "amos"], "", 1, ["eden", 1], {}):
            self.refused("new", "bad-options", game="circadians", options={"leaders": wrong})
        self.refused("new", "bad-options", "options.leaders", game="circadians",
                     options={"leaders": "eden+luna", "expansion": "off"})

    def test_same_seed_deals_the_same_whatever_is_played(self):
        def streams(moves):
            out = {}
            for entry in moves:
                if " = " in entry:
                    name, what = entry.split(" = ")
                    out.setdefault(name, []).append(what)
            return out
        for options in ALL_GAMES[::3] + CIRCADIANS[::3] if SLOW else ALL_GAMES + CIRCADIANS:
            seed = self.rng.randrange(1 << 64)
            seen = []
            for _ in range(2):
                self.engine.new(options, seed)
                self.engine.play(self.rng, 40)
                seen.append(streams(self.engine.record()["moves"]))
            for name in set(seen[0]) & set(seen[1]):
                n = min(len(seen[0][name]), len(seen[1][name]))
                if game_of(options) == "circadians" and name in ("contracts", "caches"):
                    n = min(n, 5)  # later it matters which ones are left
                self.assertEqual(seen[0][name][:n], seen[1][name][:n], name)
            self.engine.new(options, seed + 1 if seed < 1 << 63 else seed - 1)
            self.engine.play(self.rng, 30)
            stream = "deck-1" if game_of(options) == "solenia" else "contracts"
            self.assertNotEqual(streams(self.engine.record()["moves"])[stream][:6], seen[0][stream][:6])


class UndoTest(Case):
    def test_preview_confirm_and_undo_agree(self):
        """With confirming on and single options left to the player, every step can be looked at and taken back."""
        for options in (ALL_GAMES + CIRCADIANS)[::1 if not SLOW else 3]:
            with self.subTest(**options):
                engine = self.engine
                seed = self.rng.randrange(1 << 48)
                pack = {"pack": BUSY} if game_of(options) == "solenia" and self.rng.random() < 0.5 else {}
                status = engine.new(options, seed, confirm=True, autoplay=False, **pack)
                for _ in range(some(10)):
                    while status["at"] != "over" and self.is_secret():
                        status = engine.play(self.rng, 1)
                        while status["at"] == "confirm":
                            status = engine.ask("confirm", seat=status["to_act"][0])["status"]
                    if status["at"] == "over":
                        break
                    status = self.one_turn(status)

    def test_a_seat_is_told_whether_it_can_take_something_back(self):
        for options in (ALL_GAMES[1], CIRCADIANS[1]):
            for undo in ("turn", "free"):
                with self.subTest(undo=undo, **options):
                    status = self.engine.new(options, 7, undo=undo)
                    told = set()
                    for _ in range(some(25)):
                        for seat in (1, 2):
                            may = self.engine.ask("observe", seat=seat)["undo"]
                            record = self.engine.ask("record")["record"]
                            self.assertEqual(self.engine.refusal("undo", fits=True, seat=seat) is None, may)
                            told.add(may)
                            if may:
                                self.engine.ask("load", record=record, seed=7, undo=undo)
                        status = self.engine.play(self.rng, 1)
                        if status["at"] == "over":
                            break
                    self.assertEqual(told, {True, False} if undo == "turn" else told | {True})
        self.assertNotIn("undo", self.engine.ask("observe", seat=None))

    def is_secret(self):
        return self.engine.state()["todo"][-1]["do"] in SECRET

    def one_turn(self, status):
        """A turn of one seat, taken back and played again as it was, then confirmed."""
        engine = self.engine
        seat = status["to_act"][0]
        start = engine.state()
        heard = engine.ask("events", seat=seat)["next"]
        played = []
        trail = []
        while status["at"] == "decision" and status["to_act"] == [seat]:
            moves = engine.texts(seat)
            move = self.rng.choice(moves)
            trail.append((engine.state(), len(moves)))
            preview = engine.ask("preview", seat=seat, move=move)
            answer = engine.apply(seat, move)
            self.assertEqual(answer["events"], preview["events"])
            self.assertEqual(engine.view(seat), preview["view"])
            after = {"confirm": ("chance", "over", "decision"), "decision": ("decision",)}[answer["status"]["at"]]
            self.assertIn(preview["then"], after)
            played.append(move)
            status = answer["status"]
            if status["moves"] != len(engine.record()["moves"]):
                self.fail("status.moves counts the record")
        self.assertEqual((status["at"], status["to_act"]), ("confirm", [seat]))
        held = engine.state()
        events = engine.ask("events", seat=seat)["events"]
        self.while_held(seat, played[0])
        self.assertEqual(engine.state(), held)
        # Back to each real choice, then to the start.
        for state, choices in reversed(trail):
            if choices > 1:
                self.assertEqual(engine.ask("undo", seat=seat)["status"]["to_act"], [seat])
                self.assertEqual(engine.state(), state)
        if any(choices > 1 for _, choices in trail):
            first = next(i for i, (_, choices) in enumerate(trail) if choices > 1)
            self.assertEqual(engine.state(), trail[first][0])
            if first == 0:
                self.assertEqual(engine.state(), start)
                self.assertEqual(engine.ask("events", seat=seat)["next"], heard)
            for move in played[first:]:
                engine.apply(seat, move)
        self.assertEqual(engine.state(), held)
        self.assertEqual(engine.ask("events", seat=seat)["events"], events)
        return engine.ask("confirm", seat=seat)["status"]

    def while_held(self, seat, move):
        engine = self.engine
        self.assertEqual(engine.moves(seat), [])
        self.refused("apply", "confirm-first", seat=seat, move=move)
        self.refused("preview", "confirm-first", seat=seat, move=move)
        others = [other for other in range(1, len(engine.record()["names"]) + 1) if other != seat]
        for other in others:
            self.refused("confirm", "not-your-decision", seat=other)
            self.refused("apply", "confirm-first", seat=other, move=move)

    def test_undoing_and_playing_again_meets_the_same_luck(self):
        for options in (ALL_GAMES + CIRCADIANS)[::1 if not SLOW else 4]:
            engine = self.engine
            seed = self.rng.randrange(1 << 48)
            status = engine.new(options, seed, undo="free")
            if game_of(options) == "circadians":
                status = self.engine.play(self.rng, self.rng.randrange(40))
            played = []
            for _ in range(30):
                if status["at"] == "over":
                    break
                seat = self.rng.choice(status["to_act"])
                played.append((seat, self.rng.choice(engine.texts(seat)), engine.state()))
                status = engine.apply(*played[-1][:2])["status"]
            record = engine.record()
            if len(played) < 2:
                continue
            # As far back as it goes: each undo takes the seat to its last choice.
            back = self.rng.randrange(1, len(played))
            for seat, _, state in reversed(played[-back:]):
                engine.ask("undo", seat=seat)
                self.assertEqual(engine.state(), state)
            for seat, move, state in played[-back:]:
                self.assertEqual(engine.state(), state)
                engine.apply(seat, move)
            self.assertEqual(engine.record(), record)

    def test_a_forced_move_that_waits(self):
        """Whoever had no choice is told so, and not that something new was seen."""
        engine, refused = self.engine, 0
        for seed in range(3):
            status = engine.new({"expansion": "off", "players": 2}, seed, confirm=True, autoplay=False)
            before, last, chose = -1, None, False
            while status["at"] != "over" and refused < 5:
                seat = status["to_act"][0]
                if status["at"] == "confirm":
                    if not chose:
                        wrong = engine.refusal("undo", seat=seat)
                        self.assertEqual(wrong.code, "nothing-to-undo")
                        self.assertIn("the only one there was", wrong.message)
                        refused += 1
                    status = engine.ask("confirm", seat=seat)["status"]
                    continue
                texts = engine.texts(seat)
                # Chance answered, or another seat decided.
                if seat != last or status["moves"] != before:
                    chose = False
                chose = chose or len(texts) > 1
                status = engine.apply(seat, self.rng.choice(texts))["status"]
                last, before = seat, status["moves"]
        self.assertGreater(refused, 0)

    def test_what_was_seen_stays(self):
        engine = self.engine
        status = engine.new({"first": 1}, 11, undo="turn")
        self.refused("undo", "nothing-to-undo", seat=1)
        engine.apply(1, engine.texts(1)[0])
        # Whatever the move was, by the second decision of the other seat a card has been drawn.
        status = engine.play(self.rng, 4)
        state = engine.state()
        for seat in (1, 2):
            before = engine.record()
            wrong = engine.refusal("undo", seat=seat)
            if wrong is None:  # nothing new was seen since its last choice
                self.assertNotEqual(engine.state(), state)
                engine.ask("load", record=before, seed=11, undo="turn")
            else:
                self.assertEqual(wrong.code, "nothing-to-undo")
        self.assertEqual(engine.state(), state)
        self.assertEqual(status["at"], "decision")

    def test_without_confirmation_everything_can_be_taken_back(self):
        engine = self.engine
        engine.new({"first": 1, "mode": "winter"}, 7)
        state = engine.state()
        engine.apply(1, "0WA-c4")  # and a card is drawn
        self.assertNotEqual(engine.state(), state)
        engine.ask("undo", seat=1)
        self.assertEqual(engine.state(), state)

    def test_confirm_needs_a_move(self):
        self.engine.new({}, 1, confirm=True)
        self.refused("confirm", "nothing-to-confirm", seat=1)
        self.refused("confirm", "nothing-to-confirm", seat=2)

    def test_the_last_turn_is_confirmed_too(self):
        status = self.engine.new({"mode": "summer"}, 77, confirm=True)
        confirmed = 0
        while status["at"] != "over":
            seat = status["to_act"][0]
            if status["at"] == "confirm":
                confirmed += 1
                self.assertNotIn("scores", status)
                status = self.engine.ask("confirm", seat=seat)["status"]
            else:
                status = self.engine.apply(seat, self.rng.choice(self.engine.texts(seat)))["status"]
        self.assertGreaterEqual(confirmed, 32)


class SecretTest(Case):
    """A seat learns nothing about another hand, whatever it asks."""

    @staticmethod
    def swapped(state, viewer, rng, seats):
        """The same for this viewer: other hands are dealt again from what is hidden of them."""
        out = copy.deepcopy(state)
        step = state["todo"][-1]
        if "rows" not in state:
            return SecretTest.swapped_circadians(out, viewer, rng, seats)
        for number, player in enumerate(out["players"], 1):
            if number == viewer or number > seats:
                continue
            pool = player["hand"] + player["deck"]
            size = len(player["hand"])
            open_card = []
            if step["do"] == "pay" and step["seat"] == number:  # the card is on its way: everybody saw it
                open_card = [CARDS[step["args"][1]]]
                pool.remove(open_card[0])
            rng.shuffle(pool)
            held = open_card + pool[:size - len(open_card)]
            player["hand"] = sorted(held, key=CARDS.index)
            player["deck"] = sorted(pool[size - len(open_card):], key=CARDS.index)
        return out

    @staticmethod
    def swapped_circadians(out, viewer, rng, seats):
        """Others' hands, drafts, leaders, tokens and dice behind the Screens, and Caches the viewer has not seen."""
        others = [player for number, player in enumerate(out["players"][:seats], 1) if number != viewer]

        def deal(piles, rest):
            pool = [one for pile in piles for one in pile] + rest
            rng.shuffle(pool)
            for pile in [*piles, rest]:
                pile[:] = sorted(pool[:len(pile)])
                del pool[:len(pile)]
        draft = out["todo"][-1]["do"] in ("draft", "set-up")
        deal([player["hand"] for player in others] + [player["draft"] for player in others if draft], out["deck"])
        own = out["players"][viewer - 1] if viewer else {"leaders": [], "tokens": [], "seen": 0}
        if out["todo"][-1]["do"] == "leaders" and not any(player["leader"] for player in others):
            for key, group in (("leaders", "leaders"), ("tokens", "outposts")):
                if any(player[key] for player in others):
                    dealt = {one for player in out["players"] for one in player[key]}
                    items = [item for item in PACKS["circadians"][group] if any(p["tokens"] for p in others)
                             or not item.get("expansion")]
                    deal([player[key] for player in others],
                         [item["id"] for item in items if item["id"] not in dealt | {out["ai_token"]} | set(own[key])])
        if out["todo"][-1]["do"] == "plan":
            for player in others:
                dice = [value for value, n in enumerate(player["rolled"]) for _ in range(n)]
                player["rolled"] = [0] * 6
                for _ in dice:
                    player["rolled"][rng.randrange(6)] += 1
        fronts = {cache["id"]: cache["front"] == "power" for cache in PACKS["circadians"]["caches"]}
        hidden = [corner for corner in range(6) if not (out["revealed"] | own["seen"]) >> corner & 1]
        free = [tile for tile in fronts if tile not in [out["caches"][c] for c in range(6) if c not in hidden]]
        rng.shuffle(free)
        for corner in hidden:
            if out["caches"][corner] is not None:
                fit = next(tile for tile in free if fronts[tile] == bool(out["fronts"] >> corner & 1))
                free.remove(fit)
                out["caches"][corner] = fit
        return out

    def bytes_for(self, engine, viewer, moves):
        """Everything this viewer can ask for, byte by byte."""
        requests = [{"do": "observe", "seat": viewer}, {"do": "record", "seat": viewer},
                    {"do": "events", "seat": viewer}]
        if viewer is not None:
            requests += [{"do": "legal", "seat": viewer}]
            for move in moves:
                requests += [{"do": "why", "seat": viewer, "move": move},
                             {"do": "preview", "seat": viewer, "move": move}]
        return [engine.send({"id": number, **request})[0] for number, request in enumerate(requests)]

    def test_positions_that_differ_in_hidden_hands_look_the_same(self):
        other = self.another()
        differed = dict.fromkeys(PACKS, 0)
        games = [options for options in ALL_GAMES for _ in range(some(2))]
        games += [options for options in CIRCADIANS for _ in range(some(5))]
        for options, seed in self.middles(games, 60):
            state = self.engine.state()
            seats = options["players"]
            for viewer in (None, *range(1, seats + 1)):
                twin = self.swapped(state, viewer, self.rng, seats)
                self.load_state(self.engine, options, state, seed)
                if not self.twin_stands(other, options, twin, seed):
                    continue
                differed[game_of(options)] += twin != state
                moves = ["1W-c4", "0x2-x", "pay W", "d1", "nonsense", "g1>mine1", "#B1", "a", "done"]
                if viewer is not None:
                    moves += self.engine.texts(viewer)[:5]
                self.assertEqual(self.bytes_for(self.engine, viewer, moves), self.bytes_for(other, viewer, moves))
        self.assertGreater(differed["solenia"], some(40))
        self.assertGreater(differed["circadians"], some(40))

    def twin_stands(self, engine, options, twin, seed, **members):
        """In Circadians what is hidden may be just what somebody is doing: then the twin is no position."""
        try:
            self.load_state(engine, options, twin, seed, **members)
        except Refused as wrong:
            self.assertEqual((game_of(options), wrong.code), ("circadians", "bad-state"), wrong)
            return False
        return "seats" in members or self.same_position(engine.state(), twin)

    def same_position(self, state, twin):
        """As it was loaded; unless single options were played in it."""
        if "rows" in twin:
            self.assertEqual(state, twin)

        def sets(node):
            if isinstance(node, dict):
                return {key: sorted(value, key=str) if key in ("hand", "draft", "deck", "leaders", "tokens") else sets(value)
                        for key, value in node.items()}
            return [sets(one) for one in node] if isinstance(node, list) else node
        return sets(state) == sets(twin)

    def test_bots_do_not_peek(self):
        """A bot in the seat that decides moves alike in positions it cannot tell apart."""
        other = self.another()
        tried = 0
        games = [{"mode": mode, "players": players} for mode in MODES for players in (2, 3) for _ in range(some(4))]
        games += [{"expansion": "on", "players": players} for players in (2, 3) for _ in range(some(8))]
        for options, seed in self.middles(games, 40):
            state = self.engine.state()
            viewer = self.engine.status()["to_act"][0]
            twin = self.swapped(state, viewer, self.rng, options["players"])
            if twin == state:
                continue
            for bot in ("random", "greedy", "novice:4", "hard:4"):
                seats = [{"bot": bot} if seat == viewer else {} for seat in range(1, options["players"] + 1)]
                self.load_state(self.engine, options, state, seed, seats=seats)
                if not self.twin_stands(other, options, twin, seed, seats=seats):
                    continue
                tried += 1
                first = [engine.record(seat=viewer)["moves"][:1] for engine in (self.engine, other)]
                self.assertEqual(first[0], first[1])
        self.assertGreater(tried, 0)

    def test_games_that_differ_in_unplayed_cards_look_the_same(self):
        """Two whole records: in one of them a hidden card of another seat is another card."""
        other = self.another()
        compared = 0
        for options, _seed in self.middles([o for o in ALL_GAMES if o["players"] > 1] * some(3), 50):
            record = self.engine.record()
            state = self.engine.state()
            if state["todo"][-1]["do"] == "pay":
                continue
            victim = self.rng.randrange(1, options["players"] + 1)
            player = state["players"][victim - 1]
            pairs = [(held, unseen) for held in player["hand"] for unseen in player["deck"] if held != unseen]
            if not pairs:
                continue
            held, unseen = self.rng.choice(pairs)
            entry = f"deck-{victim} = {held}"
            last = max(i for i, move in enumerate(record["moves"]) if move == entry)
            twin = changed(record, ("moves", last), put(f"deck-{victim} = {unseen}"))
            try:
                other.ask("load", record=twin, seed=1)
            except Refused:  # two like cards, and the one that was played came later
                continue
            self.engine.ask("load", record=record, seed=1)
            self.assertNotEqual(self.engine.state(), other.state())
            for viewer in (None, *range(1, options["players"] + 1)):
                same = self.bytes_for(self.engine, viewer, []) == self.bytes_for(other, viewer, [])
                self.assertEqual(same, viewer != victim, f"seat {viewer}, hand of {victim}")
            compared += 1
        self.assertGreater(compared, 0)

    def test_records_and_events_of_solenia(self):
        for options in ALL_GAMES:
            self.engine.new(options, 21, seats=bots(options))
            seats = options["players"]
            whole = self.engine.record()
            for viewer in (None, *range(1, seats + 1)):
                record = self.engine.record(seat=viewer)
                self.assertEqual(record["seat"], viewer)
                self.assertNotIn("seed", record)
                self.assertEqual(len(record["moves"]), len(whole["moves"]))
                for seen, true in zip(record["moves"], whole["moves"]):
                    drawn = re.match(r"deck-(\d) = ", true)
                    if drawn and int(drawn[1]) != viewer and int(drawn[1]) <= seats:
                        self.assertEqual(seen, f"deck-{drawn[1]} = ?")
                    else:
                        self.assertEqual(seen, true)
                for event in self.engine.ask("events", seat=viewer)["events"]:
                    if event["event"] == "drew":
                        self.assertEqual(event["seat"], viewer)
                    if event["event"] == "drew-hidden":
                        self.assertNotEqual(event["seat"], viewer)
                self.refused("load", "bad-record", where="seat", record=record)

    # What an owner alone is told in Circadians, and what chance brings in secret.
    OWN = {"leader-dealt", "token-dealt", "card-dealt", "picked", "rolled", "drew", "exchanged", "rerolled", "raised",
           "cache-seen"}
    DEALT = r"leaders|tokens|contracts|caches|dice-\d"

    def test_records_and_events_of_circadians(self):
        for options in CIRCADIANS:
            self.engine.new(options, 21, seats=bots(options))
            seats = options["players"]
            whole = self.engine.record()
            for viewer in (None, *range(1, seats + 1)):
                record = self.engine.record(seat=viewer)
                self.assertEqual(record["seat"], viewer)
                self.assertNotIn("seed", record)
                self.assertEqual(len(record["moves"]), len(whole["moves"]))
                left = collections.Counter(whole["moves"])
                hidden = collections.Counter()
                for entry in record["moves"]:
                    if entry.endswith("?"):
                        hidden[entry[:-1]] += 1
                    else:
                        left[entry] -= 1
                left = +left
                self.assertEqual(hidden, sum((collections.Counter({re.match(r"\d: |[a-z0-9-]+ = ", entry)[0]: n})
                                              for entry, n in left.items()), collections.Counter()))
                for start in hidden:
                    if " = " in start:
                        self.assertRegex(start, f"^({self.DEALT}) = $")
                        self.assertNotEqual(start, f"dice-{viewer} = ")
                    else:  # what is kept in the draft
                        self.assertNotEqual(int(start[0]), viewer)
                        self.assertEqual(hidden[start], 3)
                for event in self.engine.ask("events", seat=viewer)["events"]:
                    if event["event"] in self.OWN:
                        self.assertEqual(event["seat"], viewer)
                    if event["event"] == "drew-hidden":
                        self.assertNotEqual(event["seat"], viewer)
                self.refused("load", "bad-record", where="seat", record=record)

    def test_spectators_hear_that_cards_are_drawn(self):
        self.engine.new({"players": 2}, 4)
        heard = [event["event"] for event in self.engine.ask("events", seat=None)["events"]]
        self.assertEqual(heard.count("drew-hidden"), 6)

    def test_no_seed_before_the_end(self):
        for options in ({}, {"expansion": "on"}):
            self.engine.new(options, 123456789)
            self.engine.play(self.rng, 10)
            self.assertNotIn("seed", self.engine.record())
            for request in ("state", "record", "observe", "events", "scores"):
                self.assertNotIn(b"123456789", self.engine.send({"do": request})[0])


class SealedTest(Case):
    """Circadians: leaders, the draft and Plan are chosen by all at the same time, and open when all are done."""

    @staticmethod
    def secret(engine):
        return engine.state()["todo"][-1]["do"] in SECRET

    def seen_by(self, engine, viewer):
        """All that a seat can ask for, byte by byte."""
        requests = [{"do": "observe", "seat": viewer}, {"do": "record", "seat": viewer}, {"do": "events", "seat": viewer}]
        if viewer is not None:
            requests += [{"do": "legal", "seat": viewer}, {"do": "why", "seat": viewer, "move": "nonsense"}]
            requests += [{"do": "preview", "seat": viewer, "move": move} for move in engine.texts(viewer)[:2]]
        return [engine.send({"id": number, **request})[0] for number, request in enumerate(requests)]

    def choose(self, engine, seat, rng):
        """All that this seat chooses in this secret choice; the answers."""
        answers = []
        for _ in range(60):
            texts = engine.texts(seat)
            if not texts:
                return answers
            answers.append(engine.apply(seat, rng.choice(texts)))
            if answers[-1]["status"]["at"] == "confirm" or not self.secret(engine):
                return answers
        raise AssertionError("no end of secret choices")

    def secret_choices(self, options, seed, most, **members):
        """Goes through a game, from one secret choice to the next."""
        engine = self.engine
        status = engine.new(options, seed, **members)
        met = 0
        while status["at"] != "over" and met < most:
            if status["at"] == "decision" and self.secret(engine) and len(status["to_act"]) == options["players"]:
                met += 1
                yield status
                status = engine.status()
                continue
            status = engine.play(self.rng, 1)

    def test_others_learn_nothing_of_a_secret_choice(self):
        """Two tables alike but for what others choose in secret: a seat cannot tell them apart until all is open."""
        twin = self.another()
        differed = 0
        for options in [one for one in CIRCADIANS if one["players"] > 1]:
            for confirm in (False, True):
                seats = options["players"]
                seed = self.rng.randrange(1 << 48)
                for status in self.secret_choices(options, seed, some(6), confirm=confirm):
                    twin.ask("load", record=self.engine.record(), seed=seed, confirm=confirm)
                    viewer = self.rng.randrange(1, seats + 1)
                    others = [seat for seat in range(1, seats + 1) if seat != viewer]
                    self.rng.shuffle(others)
                    for seat in others:
                        for engine in (self.engine, twin):
                            self.choose(engine, seat, random.Random(self.rng.random()))
                            self.assertEqual(engine.status()["moves"], status["moves"])
                        for who in {viewer, None} - {seat}:
                            self.assertEqual(self.seen_by(self.engine, who), self.seen_by(twin, who))
                    differed += self.engine.state() != twin.state()
                    self.assertEqual(self.engine.status()["to_act"], [viewer])
                    # The last one opens it.
                    self.choose(self.engine, viewer, self.rng)
                    if confirm:
                        self.assertEqual(self.engine.status()["at"], "confirm")
                        self.engine.ask("confirm", seat=viewer)
                    if not SLOW:
                        self.assertGreaterEqual(self.engine.status()["moves"], status["moves"])
        self.assertGreater(differed, some(40))

    def test_the_last_choice_waits_for_its_confirmation(self):
        """With confirm on nothing opens before; until then the choice can be taken back."""
        waited = 0
        for options in CIRCADIANS:
            seats = list(range(1, options["players"] + 1))
            for status in self.secret_choices(options, self.rng.randrange(1 << 48), some(8), confirm=True):
                engine = self.engine
                last = self.rng.choice(seats)
                others = [seat for seat in seats if seat != last]
                for seat in others:
                    self.choose(engine, seat, self.rng)
                strangers = [None, *others] if others else []
                before = {who: self.seen_by(engine, who) for who in strangers}
                state, record = engine.state(), engine.record()
                answers = self.choose(engine, last, self.rng)
                held = answers[-1]["status"]
                self.assertEqual((held["at"], held["to_act"], held["moves"]), ("confirm", [last], status["moves"]))
                waited += 1
                self.assertEqual(engine.moves(last), [])
                for who in strangers:
                    self.assertEqual(self.unfolded(self.seen_by(engine, who)), self.unfolded(before[who]))
                for other in others:
                    self.refused("confirm", "not-your-decision", seat=other)
                self.refused("apply", "confirm-first", seat=last, move="done")
                self.assertEqual(engine.ask("why", seat=last, move="done")["reason"]["code"], "confirm-first")
                self.take_back(last, state, record)
                # Chosen again, and confirmed: now it is open.
                if engine.status()["at"] == "decision":
                    self.choose(engine, last, self.rng)
                if engine.status()["at"] == "confirm":
                    opened = engine.ask("confirm", seat=last)
                    self.assertGreater(opened["status"]["moves"], status["moves"])
                self.refused("undo", "nothing-to-undo", seat=last)
        self.assertGreater(waited, some(40))

    def take_back(self, seat, state, record):
        """Choice by choice, as far as it goes; a choice with a single option goes with the one before it."""
        engine = self.engine
        for _ in range(60):
            wrong = engine.refusal("undo", seat=seat)
            if wrong is not None:
                self.assertEqual(wrong.code, "nothing-to-undo")
                break
            self.assertEqual(engine.status()["at"], "decision")
            self.assertIn(seat, engine.status()["to_act"])
            if engine.record() == record:
                self.assertEqual(engine.state(), state)
                break

    @staticmethod
    def unfolded(lines):
        """Without where the table stands: everybody may know who has to confirm."""
        return [{key: value for key, value in json.loads(line).items() if key != "status"} for line in lines[:4]]

    def test_a_secret_choice_is_taken_back_alone(self):
        engine = self.engine
        engine.new({"expansion": "on", "players": 3}, 12, undo="turn")
        start = engine.state()
        moves = {seat: engine.texts(seat)[0] for seat in (1, 2, 3)}
        for seat in (1, 2):
            engine.apply(seat, moves[seat])
        both = engine.state()
        engine.ask("undo", seat=1)
        self.assertEqual([p["leader"] for p in engine.state()["players"]], [None, moves[2], None])
        engine.apply(1, moves[1])
        self.assertEqual(engine.state(), both)
        engine.ask("undo", seat=2)
        engine.ask("undo", seat=1)
        self.assertEqual(engine.state(), start)
        self.refused("undo", "nothing-to-undo", seat=3)


class BotsTest(Case):
    def test_bots_in_seats(self):
        for options in ALL_GAMES + CIRCADIANS[::2 if SLOW else 1]:
            if options["players"] == 1:
                continue
            seats = [{"name": "Ann"}, *[{"bot": "greedy" if options["players"] == 2 else "random"}]
                     * (options["players"] - 1)]
            status = self.engine.new(options, 31, seats=seats)
            while status["at"] != "over":
                self.assertEqual(status["to_act"], [1])
                self.refused("apply", "bot-seat", seat=2, move="1W-c4")
                self.refused("undo", "nothing-to-undo", seat=2)
                status = self.engine.apply(1, self.rng.choice(self.engine.texts(1)))["status"]
            self.assertEqual(len(status["scores"]), options["players"])

    def test_bots_alone(self):
        for bot in ("random", "greedy", "novice:4", "hard:4"):
            for options in ALL_GAMES[::1 if bot == "random" else 5] + CIRCADIANS[::1 if bot == "random" else 3]:
                self.assertEqual(self.engine.new(options, 8, seats=bots(options, bot))["at"], "over")
                once = self.engine.record()
                self.engine.new(options, 8, seats=bots(options, bot))
                self.assertEqual(self.engine.record(), once)

    def test_bots_that_do_not_exist(self):
        self.refused("new", "unknown-bot", where="seats[1]", game="solenia", seats=[{}, {"bot": "genius"}])
        self.refused("new", "bad-seats", where="seats", game="solenia", seats=[{}, {}, {}])
        self.refused("new", "bad-value", where="seats[0].name", game="solenia", seats=[{"name": "x" * 61}, {}])
        self.refused("state", "no-table")

    # A person may take a move back, and the bot does not change its mind.
    def test_bots_keep_their_mind(self):
        for options in ({"first": 1}, {"expansion": "on"}):
            self.engine.new(options, 40, seats=[{}, {"bot": "random"}], undo="free")
            for _ in range(10 if game_of(options) == "solenia" else 60):
                moves = self.engine.texts(1)
                move = self.rng.choice(moves)
                self.engine.apply(1, move)
                if self.engine.status()["at"] == "over":
                    break
                record = self.engine.record()
                self.engine.ask("undo", seat=1)
                self.assertEqual(self.engine.texts(1), moves)
                self.engine.apply(1, move)
                self.assertEqual(self.engine.record(), record)


class ThinkingTest(Case):
    """Hints and analyses: streamed, cancelled, and the engine listens all the time."""
    LONG = {"ms": 600000}

    def begin(self, what, **members):
        """Sends a request that is answered later; its id."""
        request = {"id": next(self.engine.ids), "do": what, **members}
        SCHEMAS.check("message.json#/$defs/" + what, request)
        self.engine.write(json.dumps(request).encode() + b"\n")
        return request["id"]

    def message(self):
        message = json.loads(self.engine.line())
        SCHEMAS.check("answer.json#", message)
        return message

    def finish(self, number, what):
        """The progress that was told, and the answer."""
        told = []
        while True:
            message = self.message()
            self.assertEqual(message["id"], number)
            self.assertNotIn("error", message)
            if "ok" in message:
                SCHEMAS.check("answer.json#/$defs/" + what, message)
                return told, message
            SCHEMAS.check("answer.json#/$defs/progress", message)
            told.append(message["progress"])

    def ask_later(self, what, **members):
        return self.finish(self.begin(what, **members), what)

    def turn(self, options, seed=5, **members):
        """A new table; whose turn it is."""
        return self.engine.new(options, seed, **members)["to_act"][0]

    def test_hints_are_legal_moves(self):
        for options in ALL_GAMES[::5] + CIRCADIANS[::3]:
            for options, _ in self.middles([options]):
                before = self.engine.state()
                for seat in self.engine.status()["to_act"]:
                    _, hint = self.ask_later("hint", seat=seat, limit={"iterations": 100})
                    texts = self.engine.texts(seat)
                    self.assertFalse(hint["cancelled"])
                    self.assertEqual(hint["seat"], seat)
                    self.assertEqual(hint["line"][0], hint["moves"][0]["move"])
                    self.assertEqual("points" in hint["moves"][0], options["players"] == 1)
                    for one in hint["moves"]:
                        self.assertIn(one["move"], texts)
                    again = self.ask_later("hint", seat=seat, limit={"iterations": 100})[1]
                    self.assertEqual({**again, "id": 0}, {**hint, "id": 0})
                self.assertEqual(self.engine.state(), before)

    def test_hints_do_not_peek(self):
        """Another hand of the other seat, and another order of luck, change nothing."""
        seat = self.turn({"players": 2, "first": 1, "mode": "summer"})
        state = self.engine.state()
        other = copy.deepcopy(state)
        player = other["players"][2 - seat]
        player["hand"][0], player["deck"][-1] = player["deck"][-1], player["hand"][0]
        self.assertNotEqual(sorted(player["hand"]), sorted(state["players"][2 - seat]["hand"]))
        hints = []
        for one, seed in ((state, 1), (other, 2)):
            self.load_state(self.engine, {"players": 2, "first": 1, "mode": "summer"}, one, seed)
            hints.append({**self.ask_later("hint", seat=seat, limit={"iterations": 500})[1], "id": 0})
        self.assertEqual(*hints)

    def test_progress_and_time(self):
        seat = self.turn({"players": 2, "expansion": "on"})
        began = time.monotonic()
        told, hint = self.ask_later("hint", seat=seat, limit={"ms": 400}, every_ms=40)
        self.assertLess(time.monotonic() - began, 30 if SLOW else 5)
        self.assertGreater(len(told), 0 if SLOW else 3)
        counts = [one["iterations"] for one in told] + [hint["iterations"]]
        self.assertEqual(counts, sorted(counts))
        both = self.ask_later("hint", seat=seat, limit={"ms": 600000, "iterations": 16})[1]
        self.assertLess(both["iterations"], 40)
        self.assertEqual(self.ask_later("hint", seat=seat, limit={"iterations": 1})[1]["cancelled"], False)

    def test_listens_while_it_thinks(self):
        for what in ("hint", "analyse"):
            seat = self.turn({"players": 2, "mode": "winter"}, confirm=True)
            self.engine.play(self.rng, 1)
            status = self.engine.status()
            if status["at"] == "confirm":
                seat = self.engine.ask("confirm", seat=seat)["status"]["to_act"][0]
            members = {"seat": seat} if what == "hint" else {}
            number = self.begin(what, limit=self.LONG, every_ms=600000, **members)
            worst = 0
            for _ in range(some(40)):
                began = time.monotonic()
                self.engine.ask("scores")
                worst = max(worst, time.monotonic() - began)
            self.assertLess(worst, 10 if SLOW else 2)
            self.refused("legal", "bad-value", seat=9)
            self.assertEqual(self.engine.raw(b"nonsense")["error"]["code"], "bad-json")
            self.refused("hint", "busy", seat=seat)
            self.refused("analyse", "busy")
            cancel = self.begin("cancel")
            _, answer = self.finish(number, what)
            self.assertTrue(answer["cancelled"])
            self.assertEqual(self.message(), {"id": cancel, "ok": True, "cancelled": True})
            self.assertFalse(self.engine.ask("cancel")["cancelled"])

    def test_a_hint_ends_with_its_position(self):
        for what in ("apply", "undo", "new", "load"):
            seat = self.turn({"players": 2, "mode": "summer", "first": 1}, confirm=False)
            self.engine.apply(seat, self.engine.texts(seat)[0])
            seat = self.engine.status()["to_act"][0]
            members = {"apply": {"seat": seat, "move": self.engine.texts(seat)[0]}, "undo": {"seat": 1},
                       "new": {"game": "circadians"}, "load": {"record": self.engine.record(), "seed": 1}}[what]
            number = self.begin("hint", seat=seat, limit=self.LONG, every_ms=600000)
            # What is refused ends nothing.
            self.refused("apply", "bad-value", seat=seat)
            self.refused("new", "unknown-game", game="chess")
            asked = self.begin(what, **members)
            self.assertTrue(self.finish(number, "hint")[1]["cancelled"])
            answer = self.message()
            self.assertEqual((answer["id"], answer.get("ok")), (asked, True))

    def test_an_analysis_has_its_own_record(self):
        options = {"players": 2, "mode": "summer"}
        self.engine.new(options, 3, seats=bots(options))
        alone = self.ask_later("analyse", limit={"iterations": 30})[1]
        number = self.begin("analyse", limit={"iterations": 30})
        self.engine.write(json.dumps({"id": "n", "do": "new", "game": "solenia"}).encode() + b"\n")
        answers = [self.message()]
        while len(answers) < 2:
            message = self.message()
            if "progress" not in message:
                answers.append(message)
        by_id = {answer["id"]: answer for answer in answers}
        self.assertTrue(by_id["n"]["ok"])
        self.assertEqual({**by_id[number], "id": 0}, {**alone, "id": 0})

    def test_analyses(self):
        games = [{"mode": "improvements", "players": 1}, {"mode": "winter", "players": 3},
                 {"expansion": "on", "players": 1}, {"expansion": "off", "players": 4}]
        for options in games[::2] if SLOW else games:
            self.engine.new(options, 11, seats=bots(options))
            record = self.engine.record()
            told, answer = self.ask_later("analyse", limit={"iterations": 40}, every_ms=1)
            self.assertFalse(answer["cancelled"])
            self.assertEqual(answer["of"], len(answer["decisions"]))
            self.assertTrue(told or options["players"] < 4)
            for one in answer["decisions"]:
                self.assertEqual(record["moves"][one["entry"] - 1], f"{one['seat']}: {one['played']['move']}")
                if one["grade"] == "best":
                    self.assertEqual(one["best"], one["played"])
            self.assertEqual([p["seat"] for p in answer["players"]], list(range(1, options["players"] + 1)))
            for player in answer["players"]:
                self.assertEqual(sum(player["grades"].values()), player["decisions"])
            end = answer["graph"][-1]
            self.assertEqual(end["entry"], len(record["moves"]))
            if options["players"] == 1:
                self.assertEqual(end["points"], record["result"]["scores"][0])
            else:
                winners = record["result"]["winners"]
                self.assertEqual([seat for seat, chance in enumerate(end["chances"], 1) if chance], winners)
                for point in answer["graph"]:
                    self.assertAlmostEqual(sum(point["chances"]), 1, delta=0.001)
            # The same without a table, and of a record that is not at its end.
            if options["players"] == 3:
                mine, self.engine = self.engine, self.another()
                self.assertEqual({**self.ask_later("analyse", record=record, limit={"iterations": 40})[1], "id": 0},
                                 {**answer, "id": 0})
                half = {**record, "moves": record["moves"][:len(record["moves"]) // 2]}
                del half["result"]
                part = self.ask_later("analyse", record=half, limit={"iterations": 40})[1]
                self.assertEqual(part["decisions"], answer["decisions"][:len(part["decisions"])])
                self.engine = mine

    def test_refused(self):
        self.refused("hint", "no-table", seat=1)
        self.refused("analyse", "no-table")
        seat = self.turn({"players": 2, "mode": "summer"}, confirm=True)
        for what, members in (("hint", {"seat": seat}), ("analyse", {})):
            for name in ("iterations", "ms"):
                for value in (0, -1, 1 << 40, 1 << 70, 1.5, "5", True, None, [], {}):
                    self.refused(what, "bad-value", where="limit." + name, limit={name: value}, **members)
            for limit in ({}, [], 5, None, "hard", {"seconds": 1}, {"iterations": 5, "more": 1}):
                self.refused(what, "bad-value", limit=limit, **members)
            for every in (0, -5, 1 << 40, "1", None):
                self.refused(what, "bad-value", where="every_ms", every_ms=every, **members)
            self.refused(what, "bad-value", threads=2, **members)
        for wrong in (0, 3, -1, "1", None, 1.5):
            self.refused("hint", "bad-value", where="seat", seat=wrong)
        self.refused("hint", "not-your-decision", seat=3 - seat)
        for record in ({}, [], None, 5, {"format": "tidelock-record/1"}):
            self.refused("analyse", "bad-record", record=record)
        while self.engine.apply(seat, self.engine.texts(seat)[0])["status"]["at"] != "confirm":
            pass
        self.refused("hint", "confirm-first", seat=seat)
        self.engine.play(self.rng)
        self.refused("hint", "over", seat=1)
        self.assertFalse(self.engine.ask("cancel")["cancelled"])

    def test_the_end_while_it_thinks(self):
        # The end of the input: what was asked is answered. quit: with what there is.
        for last, cancelled in ((b"", False), (b'{"id":9,"do":"quit"}\n', True)):
            limit = {"iterations": 3000} if not last else self.LONG
            lines = [{"id": 1, "do": "new", "game": "solenia", "options": {"first": 1}, "seed": 3},
                     {"id": 2, "do": "hint", "seat": 1, "limit": limit}]
            data = b"".join(json.dumps(line).encode() + b"\n" for line in lines) + last
            done = subprocess.run([COMMAND, "engine"], input=data, capture_output=True, timeout=PATIENCE, check=True)
            answers = [json.loads(line) for line in done.stdout.splitlines()[1:]]
            answers = [answer for answer in answers if "progress" not in answer]
            self.assertEqual([answer["id"] for answer in answers], [1, 2, 9] if last else [1, 2])
            self.assertEqual(answers[1]["cancelled"], cancelled)


class OneAnswerTest(Case):
    """One request a move: the answer tells the view and the moves of whoever is asked next."""

    def same_as_asked_for(self, asked, own, parts, lang):
        """What `asked` tells is what observe and legal tell of the seat that it names."""
        status = self.engine.status()
        people = [seat for seat in status["to_act"] if status["at"] in ("decision", "confirm")]
        self.assertEqual(asked["seat"], own if own in people or not people else people[0])
        wanted = {"seat": asked["seat"]}
        if "view" in parts:
            wanted |= self.engine.ask("observe", seat=asked["seat"], **lang)
        if "legal" in parts and asked["seat"] is not None:
            wanted |= self.engine.ask("legal", seat=asked["seat"], **lang)
        self.assertEqual(asked, {key: wanted[key] for key in wanted if key not in ("id", "ok", "status")})

    def test_what_it_tells(self):
        for options in [*ALL_GAMES[1::3], *CIRCADIANS[1::3]]:
            for lang in ({}, {"lang": "de"}):
                status = self.engine.new(options, self.rng.randrange(1 << 48), confirm=True)
                for _ in range(some(40)):
                    if status["at"] == "over":
                        break
                    seat = self.rng.choice(status["to_act"])
                    parts = self.rng.choice([["view", "legal"], ["view"], ["legal"]])
                    if status["at"] == "confirm":
                        answer = self.engine.ask("confirm", seat=seat, **{"with": parts}, **lang)
                    else:
                        move = self.rng.choice(self.engine.texts(seat))
                        answer = self.engine.ask("apply", seat=seat, move=move, **{"with": parts}, **lang)
                    status = answer["status"]
                    self.same_as_asked_for(answer["asked"], seat, parts, lang)

    def test_step_by_step(self):
        self.engine.ask("new", game="solenia", seed=8, go=False, seats=[{"bot": "random"}, {}])
        for viewer in (2, None):
            for _ in range(10):
                answer = self.engine.ask("go", seat=viewer, **{"with": ["view"]})
                self.assertEqual(answer["asked"]["view"], self.engine.view(answer["asked"]["seat"]))

    def test_only_if_it_is_asked_for(self):
        self.engine.ask("new", game="solenia", seed=8, options={"first": 1})
        move = self.engine.texts(1)[0]
        for wrong in ("view", ["state"], ["view", "legal", "view"], [1]):
            self.refused("apply", "bad-value", seat=1, move=move, **{"with": wrong})
        self.assertNotIn("asked", self.engine.ask("apply", seat=1, move=move, **{"with": []}))
        self.assertNotIn("asked", self.engine.ask("apply", seat=2, move=self.engine.texts(2)[0]))


class WordsTest(Case):
    """Sentences where a language is asked for, and no word more than the seat may know."""

    def new_game(self, game, seed):
        self.engine.ask("new", game=game, seed=seed, seats=[{"name": "Ann"}, {"name": "Bo"}])

    def test_every_answer_in_every_language(self):
        for game in PACKS:
            said = {}
            for lang in LANGS:
                self.new_game(game, 11)
                rng = random.Random(5)
                lines = []
                while True:
                    status = self.engine.status()
                    if status["at"] == "over" or len(lines) > 40:
                        break
                    seat = status["to_act"][0]
                    legal = self.engine.ask("legal", seat=seat, lang=lang)
                    moves = legal["moves"]
                    self.assertTrue(all(move["words"] for move in moves))
                    move = rng.choice(moves)["move"]
                    told = self.engine.ask("apply", seat=seat, move=move, lang=lang)["events"]
                    lines += [legal["prompt"]] + [event["text"] for event in told if "text" in event]
                    shown = self.engine.ask("observe", seat=seat, lang=lang)
                    self.assertTrue(shown["lines"] and shown["help"] and shown["areas"])
                self.assertFalse([line for line in lines if "<" in line or "{" in line], lines)
                said[lang] = lines
            self.assertEqual(len({tuple(lines) for lines in said.values()}), len(LANGS))

    def test_to_the_seat_that_an_event_is_about(self):
        """It is told in the second person, where the catalogue can; everybody else hears the name."""
        for game in PACKS:
            for lang in LANGS:
                words = json.loads((ROOT / f"data/lang/{lang}/{game}.json").read_text())
                own = {key.split(".")[2] for key in words if ".event." in key and key.endswith(".you")}
                self.assertGreater(len(own), 15)
                self.new_game(game, 12)
                self.engine.play(self.rng, 60)
                met = set()
                for reader in (1, 2, None):
                    for event in self.engine.ask("events", seat=reader, lang=lang)["events"]:
                        name = {1: "Ann", 2: "Bo"}.get(event.get("seat"))
                        if name is None or "{player" not in words[f"{game}.event.{event['event']}"]:
                            continue
                        if reader == event["seat"] and event["event"] in own:
                            met.add(event["event"])
                            if "owner" not in event:
                                self.assertNotIn(name, event["text"])
                        else:
                            self.assertIn(name, event["text"])
                self.assertGreater(len(met), 4, (game, lang))

    def test_without_a_language_nothing_is_said(self):
        self.new_game("solenia", 3)
        self.assertNotIn("lines", self.engine.ask("observe", seat=1))
        seat = self.engine.status()["to_act"][0]
        self.assertNotIn("prompt", self.engine.ask("legal", seat=seat))

    def test_unknown_languages_are_refused(self):
        self.new_game("solenia", 3)
        self.refused("observe", "bad-value", where="lang", seat=1, lang="fr")
        self.refused("observe", "bad-value", where="lang", seat=1, lang=7)

    def test_reasons_are_said(self):
        self.engine.ask("new", game="solenia", seed=3, options={"first": 1})
        reason = self.engine.ask("why", seat=1, move="0WA-z9", lang="de")["reason"]
        self.assertNotEqual(reason["sentence"], reason["message"])

    def test_words_tell_no_more_than_the_view(self):
        """Two games that differ only in what seat 1 cannot know say the same to it."""
        self.engine.ask("new", game="solenia", seed=4, options={"first": 1}, seats=[{}, {}])
        state = self.engine.state()
        other = json.loads(json.dumps(state))
        hidden = other["players"][1]
        hidden["hand"], rest = hidden["deck"][:3], hidden["deck"][3:] + hidden["hand"]
        hidden["deck"] = rest
        said = []
        for one in (state, other):
            self.engine.ask("load", game="solenia", options={"first": 1}, state=one, seed=9)
            said.append([self.engine.ask("observe", seat=1, lang="en"), self.engine.ask("legal", seat=1, lang="en")])
            for answer in said[-1]:
                del answer["id"]
        self.assertNotEqual(state["players"][1]["hand"], other["players"][1]["hand"])
        self.assertEqual(said[0], said[1])


class LookingBackTest(Case):
    """replay and at: every position of a record, as each seat saw it."""

    def test_every_position_is_what_the_seat_saw(self):
        for game in PACKS:
            self.engine.ask("new", game=game, seed=21, seats=[{}, {}], autoplay=False)
            seen = []
            while len(seen) < 25:
                status = self.engine.status()
                if status["at"] == "over":
                    break
                length = len(self.engine.record()["moves"])
                seen.append((length, [self.engine.view(seat) for seat in (1, 2, None)]))
                seat = status["to_act"][0]
                self.engine.apply(seat, self.rng.choice(self.engine.texts(seat)))
            record = self.engine.record()
            ready = self.engine.ask("replay", record=record, lang="en")
            self.assertEqual(ready["entries"], len(record["moves"]))
            self.assertEqual([f"{one['seat']}: {one['move']}" for one in ready["decisions"]],
                             [move for move in record["moves"] if ": " in move])
            for length, views in seen:
                for seat, view in zip((1, 2, None), views):
                    self.assertEqual(self.engine.ask("at", entry=length, seat=seat)["view"], view)
            # All that a seat was told, entry by entry.
            told = []
            for entry in range(ready["entries"] + 1):
                told += self.engine.ask("at", entry=entry, seat=1)["events"]
            self.assertEqual(told, self.engine.ask("at", entry=ready["entries"], seat=1, **{"from": 0})["events"])
            self.assertEqual(told, self.engine.ask("events", seat=1)["events"])

    def test_what_is_refused(self):
        self.refused("at", "no-replay", fits=True, entry=0)
        self.engine.ask("new", game="solenia", seed=2)
        record = self.engine.record()
        self.engine.ask("replay", record=record)
        self.refused("at", "bad-value", where="entry", fits=True, entry=len(record["moves"]) + 1)
        self.refused("at", "bad-value", where="seat", fits=True, entry=0, seat=3)
        self.refused("replay", "bad-record", record={**record, "moves": record["moves"] + ["1: 9Z-a1"]})
        self.engine.ask("at", entry=0)


class GoTest(Case):
    """A table that waits to be told to go on."""

    def test_step_by_step_is_the_same_game(self):
        for game in PACKS:
            members = {"game": game, "seed": 8, "seats": [{"bot": "greedy"}, {"bot": "random"}]}
            self.engine.ask("new", **members)
            whole = self.engine.record()
            self.engine.ask("new", go=False, **members)
            told = []
            steps = 0
            while True:
                answer = self.engine.ask("go", seat=1)
                told += answer["events"]
                steps += 1
                if not answer["went"]:
                    break
            self.assertGreater(steps, 30)
            self.assertEqual(self.engine.record(), whole)
            self.assertEqual(told, self.engine.ask("events", seat=1)["events"])

    def test_a_move_is_there_before_the_bot_has_thought(self):
        self.engine.ask("new", game="solenia", seed=8, options={"first": 1}, seats=[{}, {"bot": "greedy"}])
        move = self.engine.texts(1)[0]
        self.engine.ask("apply", seat=1, move=move, go=False)
        self.assertEqual(self.engine.record()["moves"][-1], f"1: {move}")
        while self.engine.ask("go", seat=1)["went"]:
            pass
        self.assertEqual(self.engine.status()["to_act"], [1])


class WhyTest(Case):
    """Why a move is not legal: a code, a sentence, and the same in the catalogues."""
    CODES = {"not-in-hand", "not-stuck", "space-taken", "too-far", "row-full", "no-delivery",
             "no-delivery-after-voyage"}

    def setUp(self):
        super().setUp()
        self.words = {(game, lang): json.loads((ROOT / f"data/lang/{lang}/{game}.json").read_text())
                      for game in PACKS for lang in ("en", "pl", "de", "zh-Hant")}
        self.codes = set()
        self.marked = set()  # reasons with a value that names an entry of the catalogue

    def why(self, seat, move):
        answer = self.engine.ask("why", seat=seat, move=move)
        if answer["legal"]:
            return None, answer["move"]
        reason = answer["reason"]
        self.codes.add(reason["code"])
        self.assertEqual(reason["text"]["key"], f"{self.engine.game}.why." + reason["code"])
        SCHEMAS.check(f"{self.engine.game}-refusal.json#", reason)
        if any(str(value).startswith("@") for value in reason["text"]["args"].values()):
            self.marked.add(reason["code"])
        for (game, lang), words in self.words.items():
            if game != self.engine.game:
                continue
            self.assertIn(reason["text"]["key"], words, lang)
            names = set(re.findall(r"\{(\w+)[,}]", words[reason["text"]["key"]]))
            self.assertLessEqual(names, set(reason["text"]["args"]), reason["text"]["key"])
        return reason["code"], reason["message"]

    def test_every_card_on_every_space(self):
        checked = 0
        for options, _seed in self.middles(ALL_GAMES[::3] if SLOW else ALL_GAMES * 2, 50):
            status = self.engine.status()
            seat = status["to_act"][0]
            state = self.engine.state()
            if state["todo"][-1]["do"] != "play":
                continue
            checked += 1
            moves = set(self.engine.texts(seat))
            hand = state["players"][seat - 1]["hand"]
            for card in sorted(set(CARDS)):
                for where in SPACES + ["x"]:
                    move = f"{card}-{where}"
                    code, sentence = self.why(seat, move)
                    self.assertEqual(code is None, move in moves, move)
                    if code is None:
                        self.assertEqual(sentence, move)
                        continue
                    self.assertIn(code, self.CODES)
                    self.assertEqual(code == "not-in-hand", card not in hand, move)
                    if card in hand:
                        self.assertEqual(code == "space-taken", where in state["cards"], move)
                        self.assertEqual(code == "not-stuck", where == "x", move)
            self.assertEqual(self.engine.state(), state)
        self.assertGreater(checked, 0)

    SEND_CODES = {"unknown-move", "not-this-die", "unknown-place", "garage-cost", "space-taken", "wrong-value", "requirement",
                  "no-delivery", "no-outpost", "no-farm", "no-canteen", "not-stuck", "pair-bound", "not-possible",
                  "no-space-for-value", "cannot-pay"}

    def test_every_piece_to_every_place(self):
        places = ["mine1", "mine2", "mine3", "mine4", "lab", "foundry", "control", "market", "academy", "temple", "hq",
                  "canteen", "dep1", "dep2", "dep3", "dep4", "dep6", "dep7", "farm8", "farm12", "moon",
                  *[f"{place}{n}" for place in ("oxataya", "leyrien", "zcharo", "jrayek", "ahzuri", "out", "farm")
                    for n in range(1, 8)]]
        checked = 0
        for options, _seed in self.middles(CIRCADIANS * (2 if SLOW else 4), 80):
            status = self.engine.status()
            seat = status["to_act"][0]
            if self.engine.state()["todo"][-1]["do"] != "send":
                continue
            checked += 1
            nowhere = self.NOWHERE | {f"out{n}" for n in range(max(2, options["players"]) + 1, 8)}
            moves = set(self.engine.texts(seat))
            for piece in ("g1", "g2", "g3", "g4", "g5", "hq", "sal", "x"):
                for place in places:
                    move = f"{piece}>{place}" + self.rng.choice(["", "", "@1", "@6", "@7"])
                    code, sentence = self.why(seat, move)
                    if code is None:
                        self.assertIn(sentence, moves)
                    else:
                        self.assertNotIn(move, moves)
                        self.assertIn(code, self.SEND_CODES)
                    if any(one.startswith(piece + ">") for one in moves):
                        self.assertNotEqual(code, "not-this-die", move)
                        self.assertEqual(code == "unknown-place", code is not None and place in nowhere, move)
                    else:
                        self.assertEqual(code, "not-this-die", move)
        self.assertGreater(checked, 0)
        if not SLOW:
            self.assertGreater(len(self.codes & self.SEND_CODES), 7)
        self.assertEqual(self.marked, set())

    # Of the places above those that are not on any board.
    NOWHERE = {"mine4", "moon", *[f"{place}{n}" for place in ("oxataya", "leyrien", "zcharo", "jrayek", "ahzuri")
                                  for n in (6, 7)],
               "dep4", "dep5", "dep6", "dep7", "farm8", "farm12"}

    # Cards and spaces are plain text: a value that begins with @ would be looked up, or said with the mark.
    def test_reasons_are_plain_text(self):
        self.engine.new({"first": 1}, 5)
        for move in ["nonsense", *[f"{card}-{space}" for card in sorted(set(CARDS)) for space in ("a1", "e5", "z9")]]:
            self.why(1, move)
        self.assertEqual(self.marked, set())

    def test_nonsense(self):
        alphabet = "0012xWHSAabcde12345-+>* \t.:?ndisp\u0000\u007féłß龜😀\\\"{}[]%"
        for options, _seed in self.middles(ALL_GAMES + CIRCADIANS, 50):
            status = self.engine.status()
            state = self.engine.state()
            for seat in range(1, options["players"] + 1):
                moves = self.engine.texts(seat)
                for _ in range(some(40)):
                    move = "".join(self.rng.choice(alphabet) for _ in range(self.rng.randrange(0, 30)))
                    code, sentence = self.why(seat, move)
                    if seat not in status["to_act"]:
                        self.assertEqual(code, "not-your-decision")
                    elif code is None:  # leniently read
                        self.assertIn(sentence, moves)
                    else:
                        self.refused("apply", code, seat=seat, move=move)
                        self.refused("preview", code, seat=seat, move=move)
            self.assertEqual(self.engine.state(), state)
        self.assertIn("unknown-card", self.codes)
        self.assertIn("unknown-move", self.codes)

    def test_capitals_do_not_matter(self):
        for _options, _seed in self.middles(CIRCADIANS * 2, 60):
            seat = self.engine.status()["to_act"][0]
            for move in self.engine.texts(seat):
                for way in (move.lower(), move.upper(), move.swapcase()):
                    self.assertEqual(self.why(seat, way), (None, move), way)

    def test_lenient_writing(self):
        def ways(move):
            yield move.lower()
            yield move.upper() if not move.startswith("s") else move
            yield f"  {move}\t"
            yield move.replace("-", " ")
            yield move.replace("-", " - ")
        for options, _seed in self.middles(ALL_GAMES, 60):
            seat = self.engine.status()["to_act"][0]
            kind = self.engine.state()["todo"][-1]["do"]
            for move in self.engine.texts(seat):
                if kind == "return":
                    spoken = [move.lower(), move[-1], move[-1].lower(), " " + move]
                elif kind in ("pay", "gain"):
                    spoken = [move.lower(), move[-1], move[-1].lower(), move.upper()]
                elif kind in ("tile", "slot"):
                    spoken = [move.upper(), move[1:], move[1:].upper()]
                elif kind in ("play", "neutral-space"):
                    spoken = [*ways(move), move.replace("-", "")]
                else:
                    spoken = [move.lower(), move.upper()]
                for way in spoken:
                    self.assertEqual(self.why(seat, way), (None, move), (kind, way))

    def test_while_a_move_waits_nothing_is_legal(self):
        status = self.engine.new({"first": 1}, 2, confirm=True)
        while status["at"] == "decision":
            status = self.engine.apply(1, self.engine.texts(1)[0])["status"]
        self.assertEqual(status["at"], "confirm")
        for seat in (1, 2):
            for move in [f"{card}-{space}" for card in sorted(set(CARDS)) for space in ("c3", "c4", "b3", "d3", "c2")]:
                answer = self.engine.ask("why", seat=seat, move=move)
                self.assertFalse(answer["legal"], (seat, move))
                self.assertEqual(answer["reason"]["code"], "confirm-first")


class SeveralTest(Case):
    """Several items at once: announced with all of them and how many are wanted, and taken in any order."""

    def some_items(self, choice):
        bag = [one for one in choice["items"] for _ in range(one["n"])]
        self.rng.shuffle(bag)
        wanted = self.rng.randint(choice["min"], choice["max"])
        items, groups = [], set()
        for one in bag:
            if len(items) < wanted and one.get("group") not in groups:
                items.append(one["item"])
                groups |= {one["group"]} if "group" in one else set()
        return items

    def take_back(self, seat, state):
        while self.engine.state() != state:
            self.engine.ask("undo", seat=seat)

    def in_any_order(self, seat, choice):
        """Chooses some items; answers the status then."""
        state = self.engine.state()
        items = self.some_items(choice)
        outcomes = set()
        for _ in range(3):
            self.rng.shuffle(items)
            wrong = self.engine.refusal("apply", fits=True, seat=seat, items=items)
            outcomes.add((wrong and wrong.code, dump(self.engine.state()), dump(self.engine.record()["moves"])))
            if wrong is None:
                self.take_back(seat, state)
            else:
                self.assertEqual(self.engine.state(), state)
        self.assertEqual(len(outcomes), 1, items)
        first = choice["items"][0]["item"]
        for wrong in ([first] * (choice["max"] + 1), *([[first] * (choice["min"] - 1)] if choice["min"] else [])):
            reason = self.refused("apply", "item-count", seat=seat, items=wrong)
            self.assertEqual(reason.error["args"], {"least": choice["min"], "most": choice["max"], "found": len(wrong)})
        reason = self.refused("apply", "unknown-item", seat=seat, items=["nonsense"] * choice["max"])
        self.assertEqual(reason.error["args"], {"items": [one["item"] for one in choice["items"]]})
        self.refused("apply", "bad-value", seat=seat, items=items, move="x")
        if next(iter(outcomes))[0] is None:
            return self.engine.ask("apply", seat=seat, items=items)["status"]
        return self.engine.apply(seat, self.rng.choice(self.engine.texts(seat)))["status"]

    def play_and_choose(self, options, kinds, **members):
        status = self.engine.new(options, self.rng.randrange(1 << 48), undo="free", **members)
        while status["at"] != "over":
            seat = self.rng.choice(status["to_act"])
            legal = self.engine.ask("legal", seat=seat)
            if "choose" not in legal:
                if self.rng.random() < 0.05:
                    self.refused("apply", "one-at-a-time", seat=seat, items=["W", "H"])
                status = self.engine.apply(seat, self.rng.choice(legal["moves"])["move"])["status"]
                continue
            choice = legal["choose"]
            kinds[choice["kind"]] += 1
            moves = {move["move"] for move in legal["moves"]}
            self.assertTrue(choice["kind"] == "pick" or {one["move"]["move"] for one in choice["items"]} <= moves)
            status = self.in_any_order(seat, choice)

    def test_solenia(self):
        kinds = collections.Counter()
        for options in [{"mode": "improvements", "players": 1}] * some(8) + ALL_GAMES:
            self.play_and_choose(options, kinds, pack=BUSY)
        self.assertLessEqual({"pay", "return", "draft"}, set(kinds))  # gaining several of choice is rare
        self.assertLessEqual(set(kinds), {"pay", "gain", "return", "draft"})

    def test_circadians(self):
        kinds = collections.Counter()
        for options in [{"expansion": "on", "players": 1, "leaders": ["sanna_lindqvist"]}] * 2 + CIRCADIANS:
            self.play_and_choose(options, kinds)
        self.assertLessEqual({"pick", "reroll"}, set(kinds))  # giving several Contracts away is rare
        self.assertLessEqual(set(kinds), {"pick", "discard", "reroll"})

    def test_every_order_of_a_draft(self):
        status = self.engine.new({"expansion": "on", "players": 1}, 5, undo="free")
        while "choose" not in self.engine.ask("legal", seat=1):
            status = self.engine.apply(1, self.engine.texts(1)[0])["status"]
        self.assertEqual(status["to_act"], [1])
        choice = self.engine.ask("legal", seat=1)["choose"]
        state = self.engine.state()
        names = [one["item"] for one in choice["items"]]
        self.assertGreater(len(names), choice["max"])
        for chosen in itertools.combinations(names, choice["max"]):
            ends = set()
            for items in itertools.permutations(chosen):
                self.engine.ask("apply", seat=1, items=list(items))
                ends.add(dump(self.engine.state()))
                self.take_back(1, state)
            self.assertEqual(len(ends), 1, chosen)


class PackTest(Case):
    def custom(self):
        pack = copy.deepcopy(PACK)
        pack["id"] = "mine-1"
        pack["note"] = "Ours."
        pack["tiles"]["night"][7] = {"cost": "WWWA", "stars": 9, "from": "reconstruction"}
        pack["cards"][0] = {"value": 0, "gain": "WSAA", "from": "reconstruction"}
        pack["capacity"]["summer"]["size"] = 9
        return pack

    def test_playing_with_another_pack(self):
        pack = self.custom()
        reader = self.another()
        for options in ALL_GAMES[::1 if not SLOW else 4]:
            begun = self.engine.ask("new", game="solenia", options=options, pack=pack, seed=6)
            self.assertEqual(begun["pack"], {"id": "mine-1", "hash": hashlib.sha256(dump(pack).encode()).hexdigest()})
            status = self.engine.play(self.rng)
            record = self.engine.record()
            self.assertEqual(record["pack"]["content"], pack)
            self.assertIn("deck-1 = 0WSAA", record["moves"])
            self.assertEqual(reader.ask("load", record=record)["status"], status)
            self.assertEqual(without_names(reader.record()), without_names(record))
            self.assertEqual(reader.record(seat=1)["pack"], record["pack"])
            # Without its pack, or with an edited one, it is refused.
            self.refused("load", "bad-record", record=changed(record, ("pack", "content"), drop))
            self.refused("load", "bad-record", where="pack.hash",
                         record=changed(record, ("pack", "content", "note"), put("Theirs.")))
            self.refused("load", "bad-record", where="pack.hash",
                         record=changed(record, ("pack", "hash"), put("0" * 64)))
            self.refused("load", "bad-record", where="pack.hash",
                         record=changed(record, ("pack", "id"), put("reconstruction-1")))

    def test_playing_circadians_with_another_pack(self):
        """With the Contract of docs/packs.md."""
        pack = copy.deepcopy(PACKS["circadians"])
        pack["id"] = "mine"
        pack["contracts"].append(json.loads(re.search(r"```json\n(.*?)```", DocsTest.page("packs.md"), re.S)[1]))
        SCHEMAS.check("pack.json#", pack)
        reader = self.another()
        drawn = 0
        for options in CIRCADIANS[:some(8)]:
            begun = self.engine.ask("new", game="circadians", options=options, pack=pack, seed=6, seats=bots(options))
            self.assertEqual(begun["pack"], {"id": "mine", "hash": hashlib.sha256(dump(pack).encode()).hexdigest()})
            record = self.engine.record()
            self.assertEqual(record["pack"]["content"], pack)
            drawn += "contracts = #M1" in record["moves"]
            self.assertEqual(reader.ask("load", record=record)["status"], begun["status"])
            self.assertEqual(without_names(reader.record()), without_names(record))
            self.refused("load", "bad-record", record=changed(record, ("pack", "content"), drop))
            self.refused("load", "bad-record", where="pack.hash",
                         record=changed(record, ("pack", "content", "note"), put("Theirs.")))
        if not SLOW:
            self.assertGreater(drawn, 0)

    def test_the_shipped_pack_in_full_is_the_shipped_pack(self):
        for game, pack in PACKS.items():
            begun = self.engine.ask("new", game=game, pack=pack, seed=6)
            self.assertEqual(begun["pack"], self.engine.ask("new", game=game, pack="reconstruction-1")["pack"])
            self.assertNotIn("content", self.engine.record()["pack"])
            self.refused("new", "unknown-pack", where="pack", game=game, pack="mine-1")
            self.refused("new", "unknown-pack", where="pack", game=game, pack=7)
        self.refused("new", "bad-pack", "game", game="solenia", pack=PACKS["circadians"])
        self.refused("new", "bad-pack", "game", game="circadians", pack=PACK)

    def test_what_names_no_pack_gets_the_second(self):
        for game in PACKS:
            pack = json.loads((ROOT / f"data/{game}/reconstruction-2.json").read_text())
            want = {"id": "reconstruction-2", "hash": hashlib.sha256(dump(pack).encode()).hexdigest()}
            for members in ({}, {"pack": None}):
                self.assertEqual(self.engine.send({"id": 1, "do": "new", "game": game, **members})[1]["pack"], want)
            state = self.engine.state()
            loaded = self.engine.send({"id": 2, "do": "load", "game": game, "state": state, "seed": 1})[1]
            self.assertEqual(loaded["pack"], want)

    def test_a_record_keeps_its_pack(self):
        reader = self.another()
        for game in PACKS:
            for name in ("reconstruction-1", "reconstruction-2"):
                begun = self.engine.ask("new", game=game, pack=name, seed=6, seats=bots({"players": 2}))
                self.assertEqual(begun["pack"]["id"], name)
                loaded = reader.ask("load", record=self.engine.record())
                self.assertEqual((loaded["pack"], loaded["status"]), (begun["pack"], begun["status"]))
        # Records from before there was a second one.
        for path in (ROOT / "tests/fuzz/corpus/records").iterdir():
            loaded = reader.ask("load", record=json.loads(path.read_text()), seed=1)
            self.assertEqual(loaded["pack"]["id"], "reconstruction-1")

    # What each mistake is answered with: the place and the expectation.
    WRONG = [
        (("tiles", "night", 7, "cost"), put("WX"), "tiles.night[7].cost", "expected letters W H S A, found 'WX'"),
        (("tiles", "night", 7, "cost"), put(""), "tiles.night[7].cost",
         "expected 1 to 6 letters W H S A, found ''"),
        (("tiles", "day", 0, "cost"), put("WWWWWWW"), "tiles.day[0].cost",
         "expected 1 to 6 letters W H S A, found 'WWWWWWW'"),
        (("tiles", "day", 0, "cost"), put(3), "tiles.day[0].cost", "expected letters W H S A, found 3"),
        (("tiles", "day", 3, "stars"), put(-1), "tiles.day[3].stars", "expected a whole number from 0 to 20, found -1"),
        (("tiles", "day", 3, "stars"), put(21), "tiles.day[3].stars", "expected a whole number from 0 to 20, found 21"),
        (("tiles", "day", 3, "stars"), put(1.5), "tiles.day[3].stars",
         "expected a whole number from 0 to 20, found 1.5"),
        (("tiles", "day", 3, "stars"), put(1 << 64), "tiles.day[3].stars", "expected a whole number from 0 to 20"),
        (("tiles", "day", 3, "from"), drop, "tiles.day[3].from", "expected a value, found nothing"),
        (("tiles", "day", 3, "from"), put("official"), "tiles.day[3].from",
         "expected one of 'rulebook' 'review' 'inferred' 'reconstruction', found 'official'"),
        (("tiles", "day", 3, "from"), put({}), "tiles.day[3].from", "expected a provenance for each part"),
        (("tiles", "day", 3, "from"), put({"cost": "guess"}), "tiles.day[3].from.cost", "found 'guess'"),
        (("tiles", "day"), put([]), "tiles.day", "expected a list of 12 to 32, found a list of 0"),
        (("tiles", "day"), drop, "tiles.day", "expected a value, found nothing"),
        (("tiles", "dusk"), put([]), "tiles", "expected only the members day, night, found 'dusk'"),
        (("cards",), put("all"), "cards", "expected a list of 16, found 'all'"),
        (("cards", 15), drop, "cards", "expected a list of 16, found a list of 15"),
        (("cards", 4, "space"), put(3), "cards[4].space", "expected a whole number from 1 to 2, found 3"),
        (("cards", 4, "value"), put("0"), "cards[4].value", "expected a whole number from 0 to 2, found '0'"),
        (("cards", 4, "gain"), put("W"), "cards[4]", "expected exactly one of gain, space, starIf"),
        (("cards", 4, "space"), drop, "cards[4]", "expected exactly one of gain, space, starIf"),
        (("cards", 12, "starIf"), put("WH"), "cards[12].starIf", "expected 1 to 1 letters W H S A, found 'WH'"),
        (("cards", 0, "colour"), put("red"), "cards[0]",
         "expected only the members value, gain, space, starIf, from, found 'colour'"),
        (("strips", 0, "day", "spaces"), put("WCHS"), "strips[0].day.spaces", "expected 5 letters W H S A C"),
        (("strips", 0, "day", "spaces"), put("WCHSZ"), "strips[0].day.spaces", "expected 5 letters W H S A C"),
        (("strips", 0, "night"), drop, "strips[0].night", "expected a value, found nothing"),
        (("strips", 4, "dawn", "city"), put("noon"), "strips[4].dawn.city",
         "expected one of 'day' 'night', found 'noon'"),
        (("strips", 4, "dawn", "city"), drop, "strips[4].dawn.city", "expected a value, found nothing"),
        (("strips", 1, "day", "city"), put("day"), "strips[1].day", "expected only the members spaces, from"),
        (("slots", "summer", "day", 0, "bonus"), put("+1"), "slots.summer.day[0].bonus", "expected a slot bonus"),
        (("slots", "summer", "day", 2, "bonus"), put("W|W"), "slots.summer.day[2].bonus", "expected a slot bonus"),
        (("slots", "summer", "day", 2, "bonus"), put("W|"), "slots.summer.day[2].bonus", "expected a slot bonus"),
        (("slots", "winter", "day", 2, "bonus"), put("W"), "slots.winter", "expected two '+1' bonuses in all, found 1"),
        (("slots", "winter", "night", 0, "bonus"), put("0*"), "slots.winter.night[0].bonus", "expected a slot bonus"),
        (("improvements", "level1", 0, "kind"), put("row"), "improvements.level1[0].kind",
         "expected one of 'gain-choice'"),
        (("improvements", "level1", 4, "n"), put(2), "improvements.level1[4].n",
         "expected a whole number from 1 to 1, found 2"),
        (("improvements", "day", 4, "cost"), drop, "improvements.day[4].cost", "expected a value, found nothing"),
        (("improvements", "day", 0, "cost"), put(3), "improvements.day[0]", "expected only the members kind, n, from"),
        (("improvements", "night"), put([{"kind": "flat", "n": 7, "from": "review"}] * 8), "improvements.night",
         "expected at least 4 halves with an effect other than day[7]"),
        (("capacity", "winter", "size"), put(5), "capacity.winter.size", "expected a whole number from 6 to 16"),
        (("display", "players", "2"), put(5), "display.players.2", "expected a whole number from 1 to 4, found 5"),
        (("start", "3"), put(["W"]), "start.3", "expected a list of 3, found a list of 1"),
        (("solo", "bands"), put([50, 40, 60]), "solo.bands[1]", "expected a whole number from 51 to 500, found 40"),
        (("solo", "die", 0), put("right"), "solo.die[0]", "expected 'front', found 'right'"),
        (("pairs", "score"), put([0, 1, 3, 6]), "pairs.score", "expected a list of 5, found a list of 4"),
        (("format",), put("component-pack/2"), "format", "expected 'component-pack/1', found 'component-pack/2'"),
        (("game",), put("circadians"), "game", "expected 'solenia', found 'circadians'"),
        (("id",), put("My Pack"), "id", "expected a name of small letters, digits and '-', found 'My Pack'"),
        (("id",), put(""), "id", "expected a name of small letters, digits and '-', found ''"),
        (("note",), put("x" * 1001), "note", "expected a text of at most 1000 characters"),
        (("author",), put("me"), "", "expected only the members format, game, id,"),
    ]

    WRONG_CIRCADIANS = [
        (("constants", "rounds", "value"), put(13), "constants.rounds.value", "from 1 to 12, found 13"),
        (("constants", "rounds", "value"), put(6), "constants.event_cards_on_top.value", "from 5 to 5, found 6"),
        (("constants", "moons"), put({}), "constants", "found 'moons'"),
        (("planet", "radius"), put(4), "planet.radius", "from 3 to 3, found 4"),
        (("planet", "sides", 1, "spaces", 30), drop, "planet.sides[1].spaces", "expected a list of 31"),
        (("planet", "sides", 0, "spaces", 4, "q"), put(3), "planet.sides[0].spaces[4]", "expected"),
        (("planet", "sides", 0, "spaces", 4, "harvest", "stone"), put(1), "planet.sides[0].spaces[4].harvest", "'stone'"),
        (("caches", 0, "front"), put("ice"), "caches[0].front", "expected one of 'gem' 'power', found 'ice'"),
        (("negotiation", 2, "id"), put("zchar"), "negotiation[2].id", "expected 'zcharo', found 'zchar'"),
        (("negotiation", 2, "rows", 0, "points"), put(21), "negotiation[2].rows[0].points", "from 0 to 20"),
        (("factions", 1, "side"), put("A"), "factions[1]", "expected each side once"),
        (("breakthroughs", 3, "do", 0), put({}), "breakthroughs[3].do[0]", "expected an object with one member"),
        (("setbacks", 3, "solo_do"), drop, "setbacks[3].solo_do", "expected a value, found nothing"),
        (("stations", 3, "free_steps"), put(4), "stations[3].free_steps", "from 1 to 3, found 4"),
        (("stations", 1, "actions", 0, "value"), put([2, 6]), "stations[1].actions", "an action for the value 1"),
        (("trades", 1, "id"), put("T1"), "trades[1].id", "expected an id of its own, found 'T1'"),
        (("research_base", "garages", 1, "cost", "water"), put(1), "research_base.garages[1].cost", "'water'"),
        (("ships", 0, "copies"), put(13), "ships[0].copies", "from 1 to 12, found 13"),
        (("ships", 0, "copies"), put(1), "ships", "expected copies that make three equal stacks"),
        (("farms", 0, "slot"), drop, "farms[0].slot", "expected a value, found nothing"),
        (("farms", 0, "rules", 0, "on"), put("send"), "farms[0].rules[0].on", "expected one of: harvest"),
        (("contracts", 3, "tag"), put("official"), "contracts[3].tag", "'RB' 'REV' 'INF' 'R', found 'official'"),
        (("contracts", 3, "name"), put({"pl": "x"}), "contracts[3].name.en", "expected a value, found nothing"),
        (("contracts", 3, "rules", 0, "do", 0), put({"gains": {}}), "contracts[3].rules[0].do[0]",
         "expected an effect of docs/packs.md, found 'gains'"),
        (("contracts", 3, "rules", 0, "do", 0), put({"gain": {"die": 7}}), "contracts[3].rules[0].do[0].gain.die",
         "expected a number from 0 to 6, found 7"),
        (("contracts", 3, "rules", 0, "do", 0), put({"gain": {"water": "much"}}), "contracts[3].rules[0].do[0].gain.water",
         "expected a number, 'value'"),
        (("contracts", 3, "rules", 0, "on"), put("plan"), "contracts[3].rules[0].on", "expected one of: send"),
        (("contracts", 3, "rules", 0, "do", 0), put({"special": "sal"}), "contracts[3].rules", "no special effects"),
        (("events", 15, "last"), put(False), "events", "expected one last event"),
        (("leaders", 1, "rules", 0, "do", 0, "tile", "id"), put("SHX"), "leaders[1].rules[0].do[0].tile.id",
         "expected the id of a tile of that kind, found 'SHX'"),
        (("outposts",), put([]), "outposts", "expected a list of 5 to 16, found a list of 0"),
        (("schemes", 0, "places", 0), put("moon"), "schemes[0].places[0]", "found 'moon'"),
        (("ai_levels", 0, "start_dice"), put(6), "ai_levels[0].start_dice", "from 1 to 5, found 6"),
        (("ai", "exploitation", 0, "roll"), put([2, 2]), "ai.exploitation", "expected every roll from 1 to 6 once"),
        (("format",), put("component-pack/2"), "format", "expected 'component-pack/1'"),
        (("author",), put("me"), "", "expected only the members format, game, id,"),
    ]

    def test_wrong_packs_are_refused_with_place_and_expectation(self):
        self.engine.new({}, 1)
        state = self.engine.state()
        self.assertGreaterEqual(len(self.WRONG), 30)
        self.assertGreaterEqual(len(self.WRONG_CIRCADIANS), 30)
        for game, mistakes in (("solenia", self.WRONG), ("circadians", self.WRONG_CIRCADIANS)):
            for path, change, where, message in mistakes:
                with self.subTest(game=game, path=path_text(path), message=message):
                    pack = changed(PACKS[game], path, change)
                    said = {self.said(self.refused("new", "bad-pack", where, message, game=game, pack=pack, lang=lang))
                            for lang in LANGS}
                    self.assertEqual(len(said), len(LANGS))
        self.assertEqual(self.engine.state(), state)

    def said(self, wrong):
        """The sentence of an error: one from the catalogues, with all that fills its gaps."""
        self.assertIn("sentence", wrong.error, wrong)
        self.assertNotRegex(wrong.error["sentence"], r"^<|[{}]")
        return wrong.error["sentence"]

    def extreme(self, high):
        """A pack at the ends of what is allowed."""
        pack = copy.deepcopy(PACK)
        pack["id"] = "extreme"
        some_of = self.rng.choice

        def goods(n):
            return "".join(sorted((some_of("WHSA") for _ in range(n)), key="WHSA".index))
        for mode in ("summer", "winter"):
            pack["capacity"][mode]["size"] = 16 if high else 6
        pack["display"]["players"] = {str(players): 4 if high else 1 for players in range(1, 5)}
        pack["start"].update({"3": ["WHSA"] * 3, "4": ["WWWW"] * 4} if high else {"3": [""] * 3, "4": [""] * 4})
        pack["cards"] = [{"value": some_of([0, 1, 2]), "gain": goods(4), "from": "inferred"} if high else
                         {"value": 0, "space": 2, "from": "inferred"} for _ in range(16)]
        for strip in pack["strips"]:
            for side in strip.values():
                side["spaces"] = "".join(some_of("WHSACC" if high else "CCCCW") for _ in range(5))
        for row in ("day", "night"):
            pack["tiles"][row] = [{"cost": goods(1 if high else 6), "stars": 20, "from": "inferred"}
                                  for _ in range(32 if high else 12)]
            for slot in pack["slots"]["summer"][row]:
                slot["bonus"] = some_of(["9*", "WHSA" if high else "W|H|S|A"])
            for number, slot in enumerate(pack["slots"]["winter"][row]):
                slot["bonus"] = "+1" if number == 0 else some_of(["9*", "WWWW" if high else "W|H|S|A"])
            for half in pack["improvements"][row]:
                half["n"] = 20 if high else 1
        kinds = ["gain-each"] * 5 + ["gain-choice", "zero-gain", "voyage-discount"]
        for tile, kind in zip(pack["improvements"]["level1"], kinds):
            tile.update(kind=kind, n=9 if high else 1)
        pack["pairs"]["score"] = [100] * 5
        return pack

    def test_every_position_of_an_extreme_pack_loads(self):
        reader = self.another()
        for high in (True, False):
            for options in ALL_GAMES[9:10] * 2 if SLOW else [ALL_GAMES[3], ALL_GAMES[6], *ALL_GAMES[9:12] * 2]:
                pack = self.extreme(high)
                status = self.engine.ask("new", game="solenia", options=options, pack=pack, autoplay=False,
                                         seed=self.rng.randrange(1 << 48))["status"]
                while status["at"] != "over":
                    seat = status["to_act"][0]
                    status = self.engine.apply(seat, self.rng.choice(self.engine.texts(seat)))["status"]
                    state = self.engine.state()
                    # Full stores are where it could go wrong; chains of returns need not all be tried.
                    if self.rng.random() < (0.4 if len(state["players"][seat - 1]["store"]) > 16 else 0.05):
                        wrong = reader.refusal("load", game="solenia", options=options, pack=pack, state=state, seed=1,
                                               autoplay=False)
                        self.assertIsNone(wrong, f"{options} {dump(state)}: {wrong}")

    # The only things a pack can get wrong that its schema does not see.
    BEYOND_THE_SCHEMA = {
        "solenia": ("expected two '+1' bonuses", "expected at least 4 halves", "expected a whole number from"),
        "circadians": ("expected a whole number from", "expected an id of its own", "expected each s", "expected the rows of",
                       "expected copies that", "expected at least", "expected enough", "expected one last event",
                       "expected an action for", "expected every roll", "expected the same for", "expected a corner",
                       "expected a space that", "expected the centre", "expected the spaces in", "expected the id of a tile",
                       "expected both pay and gain", "expected fewer effects"),
    }
    PEOPLE = ("legend", "tag_rule", "provenance")

    def test_random_mistakes(self):
        """The engine and the schema agree on every damaged pack; one that is accepted can be played."""
        for game, whole in PACKS.items():
            paths = [path for path in leaves(whole) if path[0] not in self.PEOPLE and "name" not in path[:-1]]
            accepted = 0
            for _ in range(some(320 if game == "solenia" else 200)):
                path = self.rng.choice(paths)
                change = self.rng.choice([drop, add_member, None, None, None])
                pack = changed(whole, path, change or put(wrong_value(self.rng, at_path(whole, path))))
                fits = not SCHEMAS.errors("pack.json#", pack)
                options = self.rng.choice(ALL_GAMES if game == "solenia" else CIRCADIANS)
                wrong = self.engine.refusal("new", game=game, options=options, pack=pack, seed=1, seats=bots(options),
                                            lang=self.rng.choice(LANGS))
                with self.subTest(game=game, path=path_text(path), value=dump(at_path(pack, path[:-1]))[:200]):
                    if wrong is None:
                        accepted += 1
                        self.assertTrue(fits, "accepted, but it does not fit the schema")
                        self.assertEqual(self.engine.status()["at"], "over")
                        continue
                    self.assertEqual(wrong.code, "bad-pack")
                    self.said(wrong)
                    beyond = wrong.message.startswith(self.BEYOND_THE_SCHEMA[game])
                    self.assertTrue(not fits or beyond, wrong)
                    # The place lies on the way to the mistake, if it is not that two parts do not fit each other.
                    there = path_text(path)
                    near = there if game == "solenia" else path_text(path[:-1])  # a member may ask for another one
                    if game == "solenia" or not beyond:
                        self.assertTrue(wrong.where == "" or there.startswith(wrong.where) or wrong.where.startswith(near),
                                        f"{wrong.where} for {there}")
            self.assertGreater(accepted, 0)


class BadInputTest(Case):
    """Whatever comes in: an answer with a code, the engine alive, its table unharmed."""

    def setUp(self):
        super().setUp()
        self.engine.new({"mode": "winter"}, 99, confirm=True)
        self.engine.play(self.rng, 9)
        self.before = self.everything()

    def circadians_record(self):
        """Of a game of Circadians at a table of its own."""
        engine = self.another()
        engine.new({"expansion": "on"}, 99)
        engine.play(random.Random(4), 60)
        return engine.record()

    def everything(self):
        return self.engine.state(), self.engine.status(), self.engine.record(), self.engine.ask("events")["events"]

    def unharmed(self):
        self.assertEqual(self.everything(), self.before)

    def test_lines_that_are_no_requests(self):
        lines = {
            b"hello": "bad-json", b"{": "bad-json", b"}": "bad-json", b'{"do":"state"': "bad-json",
            b'{"do":"state"}}': "bad-json", b'{"do":"state"} {"do":"state"}': "bad-json", b"{'do':'state'}": "bad-json",
            b"\x00": "bad-json", b'{"do":"st\x00ate"}': "bad-json", b'\x00{"do":"state"}': "bad-json",
            b'{"do":"state"}\x00': "bad-json", b'{"do":"state"}\x00]]': "bad-json", b'{"id":1e400,"do":"state"}': "bad-json", b'{"id":NaN}': "bad-json",
            b'{"do":"state",}': "bad-json", b'{"do":"\\ud800"}': "bad-json", b"// state": "bad-json",
            b"null": "bad-request", b"1": "bad-request", b'"state"': "bad-request", b"[]": "bad-request",
            b'[{"do":"state"}]': "bad-request", b"{}": "bad-request", b'{"id":1}': "bad-request",
            b'{"do":null}': "bad-request", b'{"do":1}': "bad-request", b'{"do":["state"]}': "bad-request",
            b'{"do":""}': "unknown-verb", b'{"do":"State"}': "unknown-verb", b'{"do":"jump"}': "unknown-verb",
            b'{"do":"state "}': "unknown-verb", b'{"do":"' + b"x" * 41 + b'"}': "bad-request",
            b"\xff": "bad-utf8", b'{"do":"\xc3\x28"}': "bad-utf8", b'{"do":"\xed\xa0\x80"}': "bad-utf8",
            b'{"do":"\xf4\x90\x80\x80"}': "bad-utf8", b'{"do":"\xc0\xaf"}': "bad-utf8", b"\xfe\xff\x00{": "bad-utf8",
            b"[" * 41: "bad-json", b"[" * 1000000: "bad-json", b'{"a":' * 100000: "bad-json",
            b'{"do":"state","x":' + b"[" * 60 + b"]" * 60 + b"}": "bad-json",
        }
        for line, code in lines.items():
            with self.subTest(line[:60]):
                answer = self.engine.raw(line)
                self.assertEqual(answer["error"]["code"], code, answer)
        self.unharmed()

    def test_enormous_lines(self):
        sizes = [(8 << 20) - 30, 8 << 20, (8 << 20) + 1, 9 << 20, 20 << 20]
        for size in sizes[3:4] if SLOW else sizes:
            line = b'{"id":7,"do":"state","x":"' + b"y" * (size - 28) + b'"}'
            answer = self.engine.raw(line)
            self.assertEqual(answer["error"]["code"], "bad-value" if len(line) <= 8 << 20 else "too-large")
        self.unharmed()

    def test_nothing_and_blanks(self):
        # Blank lines are passed over: the next answer belongs to the next request.
        self.engine.write(b"\n\r\n  \t \n")
        self.assertEqual(self.engine.raw(b'{"id":5,"do":"scores"}\r')["id"], 5)
        self.unharmed()

    def test_ids_come_back(self):
        for given in (0, 1, -1, 1 << 53, (1 << 64) - 1, "a", "", "龜" * 33, "x" * 100, "\u0000\u001b[31m"):
            self.assertEqual(self.engine.send({"id": given, "do": "scores"})[1]["id"], given)
        for given in (None, 1.5, True, [], {}, "x" * 101, 1 << 64):
            answer = self.engine.raw(json.dumps({"id": given, "do": "scores"}).encode())
            self.assertIsNone(answer["id"])
            self.assertEqual(answer.get("ok", False), given is None)
            if given is not None:
                self.assertEqual((answer["error"]["code"], answer["error"]["where"]), ("bad-value", "id"))
        self.unharmed()

    def test_members_stand_once(self):
        for line in ('{"id":1,"do":"scores","do":"state"}', '{"id":1,"do":"new","game":"solenia","options":{"players":2,"players":3}}',
                     '{"id":1,"do":"scores","id":2,"lang":"\u0065n"}', '{"id":1,"do":"legal","seat":1,"se\u0061t":2}'):
            self.assertEqual(self.engine.raw(line.encode())["error"]["code"], "bad-json")
        self.unharmed()

    def test_wrong_members(self):
        """Requests with one member changed: what does not fit the schema is refused."""
        seat = self.before[1]["to_act"][0]
        record = self.before[2]
        state = self.before[0]
        requests = [
            {"do": "hello"}, {"do": "games"}, {"do": "state"}, {"do": "scores"}, {"do": "quit"},
            {"do": "observe", "seat": 1}, {"do": "events", "seat": 1, "from": 2}, {"do": "record", "seat": 2},
            {"do": "legal", "seat": seat}, {"do": "why", "seat": seat, "move": "1W-c4"},
            {"do": "preview", "seat": seat, "move": "1W-c4"}, {"do": "apply", "seat": seat, "move": "1W-c4"},
            {"do": "confirm", "seat": seat}, {"do": "undo", "seat": seat}, {"do": "cancel"},
            {"do": "hint", "seat": seat, "limit": {"iterations": 10, "ms": 10}, "every_ms": 10},
            {"do": "analyse", "limit": {"iterations": 10, "ms": 10}, "every_ms": 10},
            {"do": "new", "game": "solenia", "options": {"players": 2, "mode": "summer", "start": "dawn", "first": 1},
             "pack": "reconstruction-1", "seed": 1, "seats": [{"name": "a", "bot": "random"}, {}], "confirm": True,
             "autoplay": True, "undo": "free"},
            {"do": "load", "record": record, "seed": 1, "confirm": True},
            {"do": "load", "game": "solenia", "options": record["options"], "state": state, "seed": 1},
            {"do": "new", "game": "circadians",
             "options": {"players": 2, "expansion": "on", "planet": "A", "leyrien": "B", "zcharo": "random", "jrayek": "A",
                         "oxataya": "B", "ahzuri": "random", "ai": 1, "leaders": ["eden", "luna"]},
             "pack": "reconstruction-1", "seed": 1, "seats": [{"name": "a", "bot": "random"}, {}], "confirm": True},
            {"do": "load", "record": self.circadians_record(), "seed": 1, "confirm": True},
            {"do": "load", "game": "circadians", "options": self.others[-1].record()["options"],
             "state": self.others[-1].state(), "seed": 1},
        ]
        silently = []
        for request in requests:
            paths = [path for path in leaves(request) if path[0] not in ("do", "record", "state")]
            changes = [(path, put(value)) for path in paths for value in WRONG_VALUES]
            changes += [(path, drop) for path in paths]
            changes += [((key,), put(1)) for key in ("more", "seats ", "Seat", "")]
            if len(changes) > some(160):
                changes = self.rng.sample(changes, some(160))
            for path, change in changes:
                wrong = changed(request, path, change)
                if not SCHEMAS.errors("message.json#/$defs/" + request["do"], wrong):
                    continue
                answer = self.engine.raw(json.dumps(wrong).encode())
                if "error" not in answer:
                    silently.append(dump(wrong)[:200])
                else:
                    self.assertNotEqual(answer["error"]["code"], "unknown-verb")
        self.assertEqual(silently, [])
        self.unharmed()

    def test_seats_that_are_not_there(self):
        for what in ("legal", "confirm", "undo", "observe", "record", "events"):
            for seat in (0, 3, 4, 5, -1, 1 << 40, 127, 128, 255, 256, 257):
                self.refused(what, "bad-value", where="seat", seat=seat)
        for what in ("apply", "why", "preview"):
            for seat in (0, 3, 257):
                self.refused(what, "bad-value", where="seat", seat=seat, move="1W-c4")
        self.unharmed()

    def test_new_tables_that_cannot_be(self):
        for members, code, where in (
                ({"game": "chess"}, "unknown-game", "game"), ({}, "bad-value", "game"),
                ({"game": "solenia", "options": {"players": 5}}, "bad-options", "options.players"),
                ({"game": "solenia", "options": {"players": 0}}, "bad-options", "options.players"),
                ({"game": "solenia", "options": {"mode": "spring"}}, "bad-options", "options.mode"),
                ({"game": "solenia", "options": {"first": 3}}, "bad-options", "options.first"),
                ({"game": "solenia", "options": {"first": "2"}}, "bad-options", "options.first"),
                ({"game": "solenia", "rules": 2}, "unknown-rules", "rules"),
                ({"game": "circadians", "rules": 3}, "unknown-rules", "rules"),
                ({"game": "circadians", "rules": "1"}, "bad-value", "rules"),
                ({"game": "solenia", "options": {"colour": 1}}, "bad-options", "options"),
                ({"game": "solenia", "options": []}, "bad-options", "options"),
                ({"game": "solenia", "seed": -1}, "bad-value", "seed"),
                ({"game": "solenia", "seed": 1 << 64}, "bad-value", "seed"),
                ({"game": "solenia", "seed": "1"}, "bad-value", "seed"),
                ({"game": "circadians", "options": {"players": 5}}, "bad-options", "options.players"),
                ({"game": "circadians", "options": {"expansion": "yes"}}, "bad-options", "options.expansion"),
                ({"game": "circadians", "options": {"expansion": 1}}, "bad-options", "options.expansion"),
                ({"game": "circadians", "options": {"planet": "C"}}, "bad-options", "options.planet"),
                ({"game": "circadians", "options": {"ahzuri": None}}, "bad-options", "options.ahzuri"),
                ({"game": "circadians", "options": {"ai": 0}}, "bad-options", "options.ai"),
                ({"game": "circadians", "options": {"leaders": "eden"}}, "bad-options", "options.leaders"),
                ({"game": "circadians", "options": {"mode": "winter"}}, "bad-options", "options"),
                ({"game": "circadians", "seats": [{}]}, "bad-seats", "seats"),
                ({"game": "solenia", "undo": "never"}, "bad-value", "undo"),
                ({"game": "solenia", "confirm": 1}, "bad-value", "confirm")):
            with self.subTest(members):
                self.refused("new", code, where, **members)
        self.refused("new", "bad-options", "options.first", "as a number from 1 to 2", game="solenia", options={"first": "1"})
        self.refused("load", "bad-request")
        self.refused("load", "bad-request", record=self.before[2], state=self.before[0], game="solenia")
        self.unharmed()

    def test_records_in_pieces(self):
        text = json.dumps({"do": "load", "record": self.before[2]}).encode()
        for cut in sorted(self.rng.sample(range(1, len(text)), some(200))):
            self.assertIn("error", self.engine.raw(text[:cut]))
        self.unharmed()

    def test_edited_records(self):
        """Every entry of a game left out, doubled, exchanged or changed: it still replays legally, or is refused."""
        for options in ({"mode": "improvements", "players": 2}, {"expansion": "on", "players": 2}):
            with self.subTest(**options):
                self.edit_records(options)

    def edit_records(self, options):
        self.engine.new(options, 14, seats=bots(options))
        record = self.engine.record()
        moves = record["moves"]
        length = len(moves)
        accepted = refused = 0
        for i in range(0, length, 12 if SLOW else 1 if game_of(options) == "solenia" else 5):
            entry = moves[i]
            edits = [moves[:i] + moves[i + 1:], moves[:i] + [entry] + moves[i:],
                     moves[:i] + moves[i + 1:i + 2] + [entry] + moves[i + 2:]]
            head, sep, what = entry.partition(": ") if ": " in entry else entry.partition(" = ")
            words = [self.rng.choice(moves).split(sep)[-1] for _ in range(3)]
            words += ["?", "", what + "x", "1W-c4", "0x2", "#B1", "6"]
            edits += [moves[:i] + [head + sep + word] + moves[i + 1:] for word in words]
            edits += [moves[:i] + [other] + moves[i + 1:]
                      for other in ("1: " + what, "2: " + what, "9: " + what, "deck-1 = " + what, "", " ", "é", None, 7,
                                    entry + " ", entry * 40, {"move": entry})]
            for edit in edits:
                if edit == moves:
                    continue
                trial = {**record, "moves": edit}
                if self.rng.random() < 0.8:  # otherwise the result gives it away
                    del trial["result"]
                wrong = self.engine.refusal("load", record=trial, seats=bots(options))
                if wrong is None:
                    accepted += 1
                    self.assertEqual(self.engine.status()["at"], "over")
                    kept = self.engine.record()
                    self.assertGreaterEqual(len(kept["moves"]), len(edit))
                    self.engine.ask("load", record=kept)
                    self.assertEqual(self.engine.record()["moves"], kept["moves"])
                else:
                    refused += 1
                    self.assertEqual(wrong.code, "bad-record")
                    self.assertRegex(wrong.where, r"^(moves\[\d+\]|result|seed)$")
        self.assertGreater(refused, accepted)
        self.assertGreater(accepted, 0)

    def test_damaged_record_headers(self):
        for record in (self.before[2], self.circadians_record()):
            self.damaged_headers(record)
        for wrong in (None, 1, "x", [], {}):
            self.refused("load", "bad-record", record=wrong)
        self.refused("load", "bad-record", record={**self.before[2], "game": "circadians"})
        self.unharmed()

    def damaged_headers(self, record):
        for path, change, where in (
                (("format",), put("tidelock-record/2"), "format"), (("format",), drop, "format"),
                (("game",), put("chess"), "game"), (("game",), drop, "game"), (("rules",), put(9), "rules"),
                (("rules",), put("1"), "rules"), (("pack",), drop, "pack"), (("pack", "hash"), put("12"), "pack.hash"),
                (("pack", "id"), put("other"), "pack"), (("pack", "more"), put(1), "pack"),
                (("options", "players"), put(9), "options.players"), (("options",), put([]), "options"),
                (("names",), put(["a"]), "names"), (("names",), put("ab"), "names"), (("names", 0), put(1), "names[0]"),
                (("moves",), drop, "moves"), (("moves",), put({}), "moves"), (("moves",), put("1: 1W-c4"), "moves"),
                (("seed",), put(-1), "seed"), (("seat",), put(1), "seat"), (("seat",), put(None), "seat"),
                (("result",), put({"scores": [1, 2], "winners": [2]}), "result"), (("more",), put(1), "")):
            with self.subTest(game=record["game"], path=path, where=where):
                self.refused("load", "bad-record", where, record=changed(record, path, change))

    def test_null_is_not_nothing(self):
        """What must be there is not made up when it is null, and what may be missing is right when it is there."""
        for record in (self.before[2], self.circadians_record()):
            silently = []
            for path, value in ((("options",), None), (("pack", "content"), None), (("pack", "content"), "reconstruction-1"),
                                (("result",), None), (("names",), None), (("seed",), None), (("position",), None)):
                if self.engine.refusal("load", record=changed(record, path, put(value)), confirm=True) is None:
                    silently.append((path_text(path), value))
            self.assertEqual(silently, [])
            self.refused("load", "bad-record", record=changed(record, ("options",), drop))
        self.unharmed()

    def test_damaged_states(self):
        """Fields of states changed one by one: refused with their place, or good to be played to the end."""
        for game, games in (("solenia", ALL_GAMES * 2), ("circadians", CIRCADIANS * 2)):
            played = refused = 0
            states = [(options, self.pack, self.engine.state()) for options, _ in self.middles(games, 60)]
            for options, pack, state in states:
                paths = list(leaves(state))
                for _ in range(some(64)):
                    path = self.rng.choice(paths)
                    change = self.rng.choice([drop, add_member, None, None, None, None, None, None])
                    trial = changed(state, path, change or put(wrong_value(self.rng, at_path(state, path))))
                    with self.subTest(options=options, path=path_text(path), trial=dump(trial)):
                        wrong = self.engine.refusal("load", game=game, options=options, state=trial, seed=1,
                                                    seats=bots(options), **pack)
                        if wrong is None:
                            played += 1
                            self.assertEqual(self.engine.status()["at"], "over")
                            self.assertEqual(SCHEMAS.errors(f"{game}-state.json#", trial), [])
                        else:
                            refused += 1
                            self.assertEqual(wrong.code, "bad-state")
                            self.assertTrue(wrong.where.startswith("state"), wrong)
            self.assertGreater(refused, played)
            self.assertGreater(played, 0)

    def test_states_of_circadians_that_fit_no_rule(self):
        options = {"expansion": "on", "players": 2, "leaders": ["eden", "luna"]}
        self.engine.new(options, 3)
        while self.engine.state()["todo"][-1]["do"] != "send":
            self.engine.play(self.rng, 1)
        state = self.engine.state()
        hand, deck = state["players"][0]["hand"], state["deck"]
        for path, change, where in (
                (("round",), put(13), "state.round"), (("round",), put(0), None), (("radio",), put(2), "state.radio"),
                (("event",), put("E99"), "state.event"), (("events",), put([]), "state.events"),
                (("players", 1), drop, "state.players"),
                (("players", 0, "hand"), put(hand + hand[:1]), None),
                (("players", 0, "hand"), put(hand + deck[:1]), "state.deck"),
                (("players", 0, "hand"), put(hand[1:]), "state.deck"),
                (("players", 0, "goods", "water"), put(-1), "state.players[0].goods.water"),
                (("players", 0, "goods", "stone"), put(1), "state.players[0].goods"),
                (("players", 0, "leader"), put("luna"), None), (("players", 0, "leader"), put(None), "state.players[0].leader"),
                (("players", 0, "reserve"), put(0), "state.players[0].reserve"),
                (("players", 0, "reserve"), put(21), "state.players[0].reserve"),
                (("players", 0, "gained"), put(7), "state.players[0].gained"),
                (("players", 0, "harvester"), put(37), "state.players[0].harvester"),
                (("players", 0, "progress"), put(1), "state.players[0].progress"),
                (("players", 0, "rolled", 0), put(1), None), (("players", 0, "stage"), put(3), "state.players[0].stage"),
                (("players", 0, "ships", 0), put("FA1"), "state.players[0].ships[0]"),
                (("ship_pool", "SH1"), put(9), "state.ship_pool"), (("ship_pool", "moon"), put(1), "state.ship_pool"),
                (("ships_up", 0), put(None), None), (("caches", 0), put("K9"), "state.caches[0]"),
                (("fronts",), put(0), "state.fronts"), (("revealed",), put(63), "state.revealed"),
                (("planet_tokens", 36), put(1), "state.planet_tokens"),
                (("stations", 0, 0), put("3-1"), None), (("stations", 0, 0), put("1-7"), "state.stations[0][0]"),
                (("hq", 0), put("1-sal"), "state.hq"), (("depository", 0, 0), put("1-2"), None),
                (("breakthroughs",), put(["BT1"]), "state.breakthroughs"), (("setback_values",), put(1), None),
                (("breakthrough_tokens",), put({"BT1": 3}), "state.breakthrough_tokens"),
                (("setback_tokens",), put({"SB99": 3}), "state.setback_tokens"),
                (("schemes",), put(["SC1"]), "state.schemes"), (("ai_token",), put("O1"), "state.ai_token"),
                (("now", "flags"), put(1), "state.now"), (("now", "value"), put(3), "state.now"),
                (("todo",), put([]), "state.todo"), (("todo", -1, "do"), put("dance"), None),
                (("todo", -1, "do"), put("act"), "state.todo"), (("todo", -1, "seat"), put(3), "state.todo"),
                (("more",), put(1), "state")):
            with self.subTest(path=path_text(path)):
                wrong = self.refused("load", "bad-state", where, game="circadians", options=options,
                                     state=changed(state, path, change))
                self.assertTrue(wrong.where.startswith("state"), wrong)
        self.refused("load", "bad-state", game="circadians", options={"players": 3}, state=state)
        self.refused("load", "bad-state", game="circadians", options={"expansion": "off"}, state=state)
        self.refused("load", "bad-state", game="solenia", state=state)
        self.assertEqual(self.engine.state(), state)

    def test_sends_of_circadians_that_fit_no_rule(self):
        """What a position says of the send that is under way is something that this send can have come to."""
        options = {"expansion": "on", "players": 2, "leaders": ["eden", "luna"]}
        self.engine.new(options, 3)
        while self.engine.state()["now"]["flags"] & 1 == 0:
            self.engine.play(self.rng, 1)
        state = self.engine.state()
        flags, turn = state["now"]["flags"], state["turn"]
        changes = [(("now", "less", i), put(40), "state.now.less") for i in range(4)]
        changes += [(("now", "flags"), put(flags | bit), "state.now.flags") for bit in (2, 16, 64, 128)]
        changes += [(("turn",), put(1 - turn), "state.turn")]
        for path, change, where in changes:
            with self.subTest(path=path_text(path)):
                self.refused("load", "bad-state", where, game="circadians", options=options,
                             state=changed(state, path, change))
        self.assertEqual(self.engine.state(), state)
        # As 0.1.0 took them.
        for path, change, _ in (changes[0], changes[-1]):
            self.engine.ask("load", game="circadians", options=options, rules=1, state=changed(state, path, change))

    def test_states_that_fit_no_rule(self):
        options = {"mode": "summer", "players": 2, "first": 1}
        self.engine.new(options, 3)
        state = self.engine.state()
        hand, deck = state["players"][0]["hand"], state["players"][0]["deck"]
        for path, change, where in (
                (("rows",), put(["1day", "1night", "5dawn", "2day", "3day"]), "state.rows"),
                (("rows",), put(["1day", "2night", "5dawn", "3day", "4day"]), "state.rows"),
                (("rows", 2), put("5noon"), "state.rows[2]"), (("rows", 0), put(None), "state.rows"),
                (("cards", "f6"), put("1:1W"), "state.cards.f6"), (("cards", "c4"), put("3:1W"), "state.cards.c4"),
                (("cards", "c4"), put("1:9W"), "state.cards.c4"), (("cards", "c4"), put("1:1W"), None),
                (("turn",), put(1), None), (("turn",), put(33), "state.turn"), (("first",), put(3), "state.first"),
                (("moved",), put(True), None), (("moved",), put(1), "state.moved"),
                (("players", 0, "hand"), put(hand[:2]), "state.players[0].hand"),
                (("players", 0, "hand"), put(hand + deck[:1]), None),
                (("players", 0, "deck"), put(deck + hand[:1]), None),
                (("players", 0, "store"), put("WWWWWWWWW"), "state.players[0].store"),
                (("players", 0, "store"), put("X"), "state.players[0].store"),
                (("players", 0, "capacity"), put(9), "state.players[0].capacity"),
                (("players", 0, "slots", "day", 0), put(state["decks"]["day"][0]), None),
                (("players", 0, "slots", "day", 3), put(state["display"]["day"][0]), None),
                (("players", 0, "improvements"), put({"level1": 1, "day": 1, "night": 2, "active": True}), None),
                (("display", "day"), put([]), "state.display.day"),
                (("display", "day", 0), put(state["display"]["day"][1]), "state.display.day"),
                (("decks", "night"), put([]), None),
                (("offers",), put({"level1": [1, 2], "pairs": [[1, 2], [3, 4]]}), None),
                (("todo",), put([]), "state.todo"), (("todo", 0, "seat"), put(2), "state.todo"),
                (("todo", 0, "do"), put("over"), "state.todo"), (("todo", 0, "do"), put("draw"), None),
                (("todo", 0, "do"), put("dance"), "state.todo[0].do"), (("todo", 0, "do"), put(""), None),
                (("todo", 0, "args"), put([1, 0, 0]), "state.todo")):
            with self.subTest(path=path_text(path)):
                wrong = self.refused("load", "bad-state", where, game="solenia", options=options,
                                     state=changed(state, path, change))
                self.assertTrue(wrong.where.startswith("state"), wrong)
        self.refused("load", "bad-state", game="solenia", options={**options, "players": 3}, state=state)
        self.refused("load", "bad-state", game="solenia", options={**options, "mode": "improvements"}, state=state)
        self.assertEqual(self.engine.state(), state)

    def test_ending_in_the_middle(self):
        """The end of input ends the engine without a complaint, wherever it comes."""
        for last in (b"", b"\n", b'{"do":"new","game":"solenia"}', b'{"do":"new"', b"\xff", b'{"do":"quit"}\n'):
            done = subprocess.run([COMMAND, "engine"], input=last, capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""), last)
            self.assertEqual(len(done.stdout.splitlines()), 1 + (last.strip() != b""))

    def test_quit_is_not_quit_with_more(self):
        self.refused("quit", "bad-value", now=True)
        self.unharmed()


class DocsTest(Case):
    """The examples of docs/ are true."""

    @staticmethod
    def page(name):
        return (ROOT / "docs" / name).read_text()

    @staticmethod
    def talks(text):
        """Requests and answers of the blocks with > and <; a request may go over several lines."""
        out = []
        for _language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
            if not re.match("[<>] ", block):
                continue
            for line in block.splitlines():
                if line.startswith(("> ", "< ")):
                    out.append([line[0], line[2:]])
                else:
                    out[-1][1] += line
        return out

    def test_sessions(self):
        for name in ("notation.md", "protocol.md", "record.md"):
            talks = self.talks(self.page(name))
            self.assertTrue(talks)
            engine = self.another()
            unread = 0
            for n, (who, text) in enumerate(talks):
                if who == ">":
                    for _ in range(unread):
                        engine.line()
                    engine.write(text.encode() + b"\n")
                    unread = 1
                else:
                    # How much progress is told depends on the machine.
                    said = engine.line().decode() if n else dump(engine.greeting)
                    while '"progress"' in said and '"progress"' not in text:
                        said = engine.line().decode()
                    unread = 0
                    pattern = ".*".join(re.escape(part) for part in text.split("…"))
                    self.assertRegex(said, "^" + pattern + "$", f"{name}: {text}")
            if '"quit"' in talks[-2][1]:
                engine.process.wait(timeout=PATIENCE)

    def test_notation_examples_come_from_games(self):
        # Standing in and being stuck are rare with the shipped pack.
        helpful = changed(BUSY, ("improvements", "level1"), put([{"kind": "stand-in", "n": 1, "from": "inferred"}] * 8))
        closed = copy.deepcopy(PACK)
        closed["id"] = "closed"
        for strip in closed["strips"]:
            for side in strip.values():
                side["spaces"] = "CCCCW"
        written = set()
        for pack, games in ((PACK, ALL_GAMES * 10), (helpful, ALL_GAMES[9:] * 10), (closed, ALL_GAMES[1:4] * 5)):
            for options in games:
                self.engine.ask("new", game="solenia", options=options, seed=self.rng.randrange(1 << 32), pack=pack,
                                seats=bots(options))
                for entry in self.engine.record()["moves"]:
                    written.add(entry[3:] if entry[1:3] == ": " else entry)
        moves, chance = re.findall(r"^\|---\|---\|---\|(?:---\|)?\n((?:\|.*\n)+)", self.page("notation.md"), re.M)[1:]
        kinds = set()
        for row in moves.splitlines():
            cells = [cell.strip() for cell in row.split(" | ")]
            kinds.add(re.match(r"\| `([a-z-]+)`", row)[1])
            for example in re.findall("`([^`]+)`", cells[2]):
                self.assertTrue(example in written, f"{example} was never written")
        self.assertEqual(kinds, self.kinds("solenia-move.json#", "kind"))
        for example in re.findall(r"`([a-z0-9-]+ = [^`]+)` \|$", chance, re.M):
            self.assertTrue(example in written, f"{example} was never written")

    @staticmethod
    def kinds(reference, member):
        """All values of the member that tells the kinds of a schema apart."""
        named = [one["properties"][member] for one in SCHEMAS.target(reference)["oneOf"]]
        return {word for one in named for word in one.get("enum", [one.get("const")])}

    @staticmethod
    def named(table):
        """What the first column of a table names."""
        return [name for row in table.strip().splitlines()[2:] for name in re.findall("`([a-z0-9-]+)`", row.split(" | ")[0])]

    def test_notation_of_circadians(self):
        written = set()
        for options in CIRCADIANS * some(12):
            self.engine.new(options, self.rng.randrange(1 << 32), seats=bots(options))
            written |= {entry[3:] if entry[1:3] == ": " else entry for entry in self.engine.record()["moves"]}
        moves, chance = re.findall(r"^\|.*\n\|:---\|:---\|:---\|\n(?:\|.*\n)+", self.page("notation.md"), re.M)
        self.assertEqual(sorted(self.named(moves)), sorted(self.kinds("circadians-move.json#", "kind")))
        streams = {re.sub(r"-\d$", "", entry.split(" = ")[0]) for entry in written if " = " in entry}
        self.assertEqual({re.sub(r"-\d$", "", name) for name in self.named(chance)}, streams)
        if not SLOW:
            for example in re.findall(r"`([a-z0-9-]+ = [^`]+)`", chance):
                self.assertTrue(example in written, f"{example} was never written")

    def test_every_event_is_documented(self):
        tables = re.findall(r"^\| `event` \|.*?\n\n", self.page("protocol.md"), re.M | re.S)
        self.assertEqual(len(tables), 2)
        for game, table in zip(PACKS, tables):
            self.assertEqual(sorted(self.named(table)), sorted(self.kinds(f"{game}-event.json#", "event")))

    def test_every_kind_of_move_is_documented(self):
        for game, table in zip(PACKS, re.findall(r"^\| `kind` \|.*?\n\n", self.page("protocol.md"), re.M | re.S)):
            self.assertLessEqual(set(self.named(table)), self.kinds(f"{game}-move.json#", "kind"))

    def test_every_member_of_a_state_is_documented(self):
        page = self.page("protocol.md").split("## Positions")[1].split("## Errors")[0]
        for game in PACKS:
            tree = SCHEMAS.files[f"{game}-state.json"]
            for name in (*tree["properties"], *tree["$defs"]["player"]["properties"],
                         *tree["$defs"]["step"]["properties"]["do"]["enum"]):
                self.assertIn(f"`{name}`", page, game)

    def test_every_verb_is_documented(self):
        verbs = {one["$ref"].split("/")[-1] for one in SCHEMAS.files["message.json"]["oneOf"]}
        table = re.search(r"^\| `do` \|.*?\n\n", self.page("protocol.md"), re.M | re.S)[0]
        named = {name for row in table.splitlines()[2:] for name in re.findall("`([a-z]+)`", row.split(" | ")[0])}
        self.assertEqual(named, verbs)

    def test_pack_mistakes(self):
        answers = set()
        for path, change, _, _ in PackTest.WRONG:
            wrong = self.engine.refusal("new", game="solenia", pack=changed(PACK, path, change))
            answers.add(f"{wrong.where}: {wrong.message}")
        table = re.search(r"^\| mistake \|.*?\n\n", self.page("packs.md"), re.M | re.S)[0]
        rows = table.strip().splitlines()[2:]
        self.assertGreater(len(rows), 3)
        for row in rows:
            self.assertIn(re.search(r"\| `([^`]+)` \|$", row)[1], answers)

    def test_refusals(self):
        """The tables of docs/protocol.md say what the schemas say."""
        tables = re.findall(r"^\| code of (\w+) \|.*?\n\n", self.page("protocol.md") + "\n", re.M | re.S)
        self.assertEqual([name.lower() for name in tables], list(PACKS))
        for name in tables:
            table = re.search(rf"^\| code of {name} \|.*?\n\n", self.page("protocol.md"), re.M | re.S)[0]
            told = {}
            for row in table.strip().splitlines()[2:]:
                codes, args = (re.findall(r"`([a-z-]+)`", cell) for cell in row.split("|")[1:3])
                lists = [re.findall(r"`([a-z-]+)`", part) for part in row.split("|")[2].split(";")]
                for i, code in enumerate(codes):
                    told[code] = set(lists[i] if len(lists) == len(codes) and len(lists) > 1 else args)
            schema = SCHEMAS.files[f"{name.lower()}-refusal.json"]
            codes = {one["properties"]["code"]["const"]: one["properties"]["args"] for one in schema["oneOf"]}
            self.assertEqual(told, {code: set(args["required"] if args else ()) for code, args in codes.items()})

    def test_pack_words(self):
        page = self.page("packs.md")
        solenia, circadians = SCHEMAS.files["solenia-pack.json"], SCHEMAS.files["circadians-pack.json"]
        for word in [*solenia["$defs"]["provenance"]["enum"],
                     *solenia["$defs"]["level1"]["properties"]["kind"]["enum"],
                     *solenia["$defs"]["halves"]["items"]["properties"]["kind"]["enum"],
                     *solenia["properties"], *circadians["properties"],
                     *[word for name in ("tag", "count", "special") for word in circadians["$defs"][name]["enum"]],
                     *[word for name in ("effect", "planEffect", "lookup", "rule")
                       for word in circadians["$defs"][name]["properties"]]]:
            self.assertIn(f"`{word}`", page)

    def test_links_lead_somewhere(self):
        for path in (ROOT / "docs").glob("*.md"):
            for target in re.findall(r"\]\(([^)]+)\)", path.read_text()):
                if "://" in target:
                    continue
                file, _, anchor = target.partition("#")
                there = path.parent / file if file else path
                self.assertTrue(there.exists(), f"{path.name}: {target}")
                if anchor:
                    heads = [re.sub(r"[^a-z0-9 -]", "", head.lower()).strip().replace(" ", "-")
                             for head in re.findall(r"^#+ (.*)$", there.read_text(), re.M)]
                    self.assertIn(anchor, heads, f"{path.name}: {target}")


def tearDownModule():  # noqa: N802, unittest's name
    table = DocsTest.page("protocol.md").split("## Errors")[1]
    undocumented = CODES - set(re.findall("`([a-z0-9-]+)`", table))
    if undocumented:
        raise AssertionError(f"codes that docs/protocol.md does not name: {sorted(undocumented)}")


if __name__ == "__main__":
    main()
