"""The message language, spoken to a real `tidelock engine` process (docs/protocol.md): what its tests share.

Every request and every answer is checked against docs/schema.
"""

import itertools
import json
import os
import random
import re
import select
import subprocess
import tempfile
import unittest

import measured
from mistakes import changed, path_text
from running import COMMAND, ROOT, SLOW
from schemas import SCHEMAS, dump
from shapes import PACKS, SHAPES

SEED = 20190601
PATIENCE = 120  # seconds until an engine that says nothing counts as hanging
LANGS = ("en", "pl", "de", "zh-Hant")
CODES = set()  # every error code that was met


def some(n):
    """How often, in a build with or without sanitizers."""
    return max(1, n // 8) if SLOW else n


def game_of(options):
    """The first game that has all these options."""
    return next(game for game in SHAPES if set(options) <= set(SCHEMAS.files[f"{game}-options.json"]["properties"]))


def shape_of(options):
    return SHAPES[game_of(options)]


def page(name):
    """A document."""
    return (ROOT / "docs" / name).read_text()


def undocumented():
    """Codes that were met, and that docs/protocol.md does not name."""
    table = page("protocol.md").split("## Errors")[1]
    return sorted(CODES - set(re.findall("`([a-z0-9-]+)`", table)))


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
            busy = shape_of(options).BUSY
            self.pack = {"pack": busy} if busy and self.rng.random() < 0.4 else {}
            self.engine.new(options, seed, seats=[{}] * options["players"], **self.pack)
            if self.engine.play(self.rng, self.rng.randrange(1, most))["at"] == "over":
                continue
            yield options, seed

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

    def load_state(self, engine, options, state, seed, **members):
        return engine.ask("load", game=game_of(options), options=options, state=state, seed=seed, **self.pack,
                          **members)["status"]


def bots(options, name="random"):
    return [{"bot": name}] * options["players"]


def without_names(record):
    return {key: value for key, value in record.items() if key != "names"}


class WhyCase(Case):
    """Why a move is not legal: a code, a sentence, and the same in the catalogues."""

    def setUp(self):
        super().setUp()
        self.words = {(game, lang): json.loads((ROOT / f"data/lang/{lang}/{game}.json").read_text())
                      for game in SHAPES for lang in LANGS}
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


class SeveralCase(Case):
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


class PackCase(Case):
    """What is wrong with a pack."""

    PEOPLE = ("legend", "tag_rule", "provenance")  # parts that are for people

    def said(self, wrong):
        """The sentence of an error: one from the catalogues, with all that fills its gaps."""
        self.assertIn("sentence", wrong.error, wrong)
        self.assertNotRegex(wrong.error["sentence"], r"^<|[{}]")
        return wrong.error["sentence"]

    def check_mistakes(self, game, mistakes):
        """Each is refused with the place and what was expected, in every language."""
        self.engine.new({}, 1)
        state = self.engine.state()
        for path, change, where, message in mistakes:
            with self.subTest(path=path_text(path), message=message):
                pack = changed(PACKS[game], path, change)
                said = {self.said(self.refused("new", "bad-pack", where, message, game=game, pack=pack, lang=lang))
                        for lang in LANGS}
                self.assertEqual(len(said), len(LANGS))
        self.assertEqual(self.engine.state(), state)


class DocsCase(Case):
    """The examples of docs/ are true."""

    @staticmethod
    def kinds(reference, member):
        """All values of the member that tells the kinds of a schema apart."""
        named = [one["properties"][member] for one in SCHEMAS.target(reference)["oneOf"]]
        return {word for one in named for word in one.get("enum", [one.get("const")])}

    @staticmethod
    def named(table):
        """What the first column of a table names."""
        return [name for row in table.strip().splitlines()[2:] for name in re.findall("`([a-z0-9-]+)`", row.split(" | ")[0])]
