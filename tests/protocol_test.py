"""The message language, spoken to a real `tidelock engine` process (docs/protocol.md): what it promises whatever the game.

It is tried on the games that have a NAME_shape.py (shapes.py); what each of them promises besides is in its NAME_test.py. Run it
with the command in the environment variable TIDELOCK, or as the first argument; TIDELOCK_SLOW=1 plays fewer games (for
builds with sanitizers).
"""

import copy
import hashlib
import json
import random
import re
import subprocess
import time
import unittest

from jsonschema import Draft202012Validator

from mistakes import WRONG_VALUES, add_member, at_path, changed, drop, leaves, path_text, put, wrong_value
from protocol import (LANGS, PATIENCE, Case, DocsCase, PackCase, Refused, WhyCase, bots, game_of, page, shape_of, some, undocumented,
                      without_names)
from running import COMMAND, ROOT, SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS, dump
from shapes import LISTED, PACKS, SHAPES, all_options


# --- tests ---

class SchemaTest(unittest.TestCase):
    def test_schemas_are_schemas(self):
        shared = {f"{name}.json" for name in ("account", "answer", "choose", "codes", "common", "message", "pack", "record",
                                              "server", "state", "view")}
        parts = ("event", "move", "options", "pack", "refusal", "scores", "state", "view")
        own = {f"{game}-{part}.json" for game in LISTED for part in parts}
        self.assertLessEqual(shared, set(SCHEMAS.files))
        self.assertLessEqual(set(SCHEMAS.files) - shared, own)
        # A game may have some of them or none; one that describes its packs describes everything.
        for game in SCHEMAS.games:
            self.assertLessEqual({f"{game}-{part}.json" for part in parts}, set(SCHEMAS.files))
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
        for wrong in ({"do": "jump"}, {"do": "legal"}, {"do": "legal", "seat": 0}, {"do": "state", "seat": 1},
                      *[{"do": "load", "game": game} for game in SHAPES],
                      *[{"do": "new", "game": game, "options": {"colour": 1}} for game in SHAPES],
                      *[{"do": "new", "game": game, "pack": pack} for game in SHAPES for other, pack in PACKS.items() if other != game],
                      {"do": "apply", "seat": 1, "move": 1}, {}, [], "new"):
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
            if name in SCHEMAS.games:
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

    def shape(self):
        return SHAPES[self.engine.game]

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
            self.shape().check_view(self, state, view, viewer, totals)
        return seat, chosen


    def test_whole_games(self):
        reader = self.another()
        for options in all_options(SLOW):
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
            self.shape().check_decision(self, status)
            seat, move = self.look_around(status, seats)
            preview = engine.ask("preview", seat=seat, move=move)
            told[seat] += engine.ask("events", seat=seat, from_=len(told[seat]))["events"]
            answer = engine.apply(seat, move)
            # What apply tells begins with what preview promised; the rest is chance and single options.
            self.assertEqual(answer["events"][:len(preview["events"])], preview["events"])
            # What is chosen in secret counts when it opens.
            self.assertGreaterEqual(answer["status"]["moves"], status["moves"] + (not self.shape().SECRET))
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
        self.shape().check_end(self, status, totals)
        self.assertEqual(status["to_act"], [])
        for seat in range(1, options["players"] + 1):
            self.assertEqual(engine.moves(seat), [])
            wrong = engine.refusal("apply", seat=seat, move="1W-c4")
            self.assertEqual(wrong.code, "over")
        record = engine.record()
        result = {key: status[key] for key in ("winners", "places", "opponent") if key in status}
        self.assertEqual(record["result"], {"scores": totals, **result})
        # Tied players share a place.
        self.assertEqual([seat for seat, place in enumerate(status["places"], 1) if place == 1], status["winners"])
        self.assertEqual(record["seed"], seed)
        self.assertEqual(record["options"], {**self.shape().defaults(options), **options})
        self.assertEqual(len(record["moves"]), status["moves"])
        self.assertNotIn("content", record["pack"])
        # The record is read by another process, and leads to the same end.
        loaded = reader.ask("load", record=record)["status"]
        self.assertEqual(loaded, status)
        self.assertEqual(reader.state(), engine.state())
        self.assertEqual(without_names(reader.record()), without_names(record))


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


    def test_same_seed_deals_the_same_whatever_is_played(self):
        def streams(moves):
            out = {}
            for entry in moves:
                if " = " in entry:
                    name, what = entry.split(" = ")
                    out.setdefault(name, []).append(what)
            return out
        for options in all_options(SLOW):
            seed = self.rng.randrange(1 << 64)
            seen = []
            for _ in range(2):
                self.engine.new(options, seed)
                self.engine.play(self.rng, 40)
                seen.append(streams(self.engine.record()["moves"]))
            for name in set(seen[0]) & set(seen[1]):
                n = min(len(seen[0][name]), len(seen[1][name]))
                if name in shape_of(options).UNSTEADY:
                    n = min(n, 5)  # later it matters which ones are left
                self.assertEqual(seen[0][name][:n], seen[1][name][:n], name)
            self.engine.new(options, seed + 1 if seed < 1 << 63 else seed - 1)
            self.engine.play(self.rng, 30)
            stream = shape_of(options).STREAM
            self.assertNotEqual(streams(self.engine.record()["moves"])[stream][:6], seen[0][stream][:6])


class UndoTest(Case):
    def test_preview_confirm_and_undo_agree(self):
        """With confirming on and single options left to the player, every step can be looked at and taken back."""
        for options in all_options(SLOW):
            with self.subTest(**options):
                engine = self.engine
                seed = self.rng.randrange(1 << 48)
                busy = shape_of(options).BUSY
                pack = {"pack": busy} if busy and self.rng.random() < 0.5 else {}
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
        for options in [shape.OPTIONS[1] for shape in SHAPES.values()]:
            for undo in ("turn", "free"):
                with self.subTest(undo=undo, **options):
                    status = self.engine.new(options, 7, undo=undo)
                    told = set()
                    for _ in range(25):
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
        return self.engine.state()["todo"][-1]["do"] in SHAPES[self.engine.game].SECRET

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
        for options in all_options(SLOW):
            engine = self.engine
            seed = self.rng.randrange(1 << 48)
            status = engine.new(options, seed, undo="free")
            if shape_of(options).SECRET:  # beyond the choices of the set-up
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


    def test_positions_that_differ_in_hidden_hands_look_the_same(self):
        other = self.another()
        differed = dict.fromkeys(PACKS, 0)
        games = [options for options in all_options() for _ in range(some(5 if shape_of(options).SECRET else 2))]
        for options, seed in self.middles(games, 60):
            state = self.engine.state()
            seats = options["players"]
            for viewer in (None, *range(1, seats + 1)):
                twin = shape_of(options).swapped(state, viewer, self.rng, seats)
                self.load_state(self.engine, options, state, seed)
                if not self.twin_stands(other, options, twin, seed):
                    continue
                differed[game_of(options)] += twin != state
                moves = ["1W-c4", "0x2-x", "pay W", "d1", "nonsense", "g1>mine1", "#B1", "a", "done"]
                if viewer is not None:
                    moves += self.engine.texts(viewer)[:5]
                self.assertEqual(self.bytes_for(self.engine, viewer, moves), self.bytes_for(other, viewer, moves))
        for game, times in differed.items():
            self.assertGreater(times, some(40), game)


    def twin_stands(self, engine, options, twin, seed, **members):
        """Where seats choose in secret, what is hidden may be just what somebody is doing: then the twin is no position."""
        try:
            self.load_state(engine, options, twin, seed, **members)
        except Refused as wrong:
            self.assertTrue(shape_of(options).SECRET, wrong)
            self.assertEqual(wrong.code, "bad-state", wrong)
            return False
        return "seats" in members or self.same_position(engine, twin)

    def same_position(self, engine, twin):
        """As it was loaded; unless single options were played in it."""
        state = engine.state()
        if not SHAPES[engine.game].SECRET:
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
        games = [options for options in all_options() if options["players"] in (2, 3) for _ in range(some(4))]
        for options, seed in self.middles(games, 40):
            state = self.engine.state()
            viewer = self.engine.status()["to_act"][0]
            twin = shape_of(options).swapped(state, viewer, self.rng, options["players"])
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


    def test_no_seed_before_the_end(self):
        for options in ({}, {"expansion": "on"}):
            self.engine.new(options, 123456789)
            self.engine.play(self.rng, 10)
            self.assertNotIn("seed", self.engine.record())
            for request in ("state", "record", "observe", "events", "scores"):
                self.assertNotIn(b"123456789", self.engine.send({"do": request})[0])


class BotsTest(Case):
    def test_bots_in_seats(self):
        for options in all_options(SLOW):
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
            for options in all_options(slow=bot != "random"):
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
            for _ in range(60 if shape_of(options).SECRET else 10):
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
        for options in all_options(slow=True):
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
        for options in [options for shape in SHAPES.values() for options in shape.OPTIONS[1::3]]:
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


class WhyTest(WhyCase):
    """Why a move is not legal: a code, a sentence, and the same in the catalogues."""


    def test_nonsense(self):
        alphabet = "0012xWHSAabcde12345-+>* \t.:?ndisp\u0000\u007féłß龜😀\\\"{}[]%"
        for options, _seed in self.middles(all_options(), 50):
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


class PackTest(PackCase):


    def test_the_shipped_pack_in_full_is_the_shipped_pack(self):
        for game, pack in PACKS.items():
            begun = self.engine.ask("new", game=game, pack=pack, seed=6)
            self.assertEqual(begun["pack"], self.engine.ask("new", game=game, pack="reconstruction-1")["pack"])
            self.assertNotIn("content", self.engine.record()["pack"])
            self.refused("new", "unknown-pack", where="pack", game=game, pack="mine-1")
            self.refused("new", "unknown-pack", where="pack", game=game, pack=7)
            for other in {*PACKS} - {game}:
                self.refused("new", "bad-pack", "game", game=game, pack=PACKS[other])

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

    def test_random_mistakes(self):
        """The engine and the schema agree on every damaged pack; one that is accepted can be played."""
        for game, whole in PACKS.items():
            paths = [path for path in leaves(whole) if path[0] not in self.PEOPLE and "name" not in path[:-1]]
            accepted = 0
            for _ in range(some(260)):
                path = self.rng.choice(paths)
                change = self.rng.choice([drop, add_member, None, None, None])
                pack = changed(whole, path, change or put(wrong_value(self.rng, at_path(whole, path))))
                fits = not SCHEMAS.errors("pack.json#", pack)
                options = self.rng.choice(SHAPES[game].OPTIONS)
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
                    beyond = wrong.message.startswith(SHAPES[game].BEYOND_THE_SCHEMA)
                    self.assertTrue(not fits or beyond, wrong)
                    # The place lies on the way to the mistake, if it is not that two parts do not fit each other.
                    there = path_text(path)
                    near = there if SHAPES[game].EXACT else path_text(path[:-1])  # a member may ask for another one
                    if SHAPES[game].EXACT or not beyond:
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
                ({"game": "solenia", "seed": -1}, "bad-value", "seed"),
                ({"game": "solenia", "seed": 1 << 64}, "bad-value", "seed"),
                ({"game": "solenia", "seed": "1"}, "bad-value", "seed"),
                ({"game": "solenia", "seats": [{}]}, "bad-seats", "seats"),
                ({"game": "solenia", "undo": "never"}, "bad-value", "undo"),
                ({"game": "solenia", "confirm": 1}, "bad-value", "confirm")):
            with self.subTest(members):
                self.refused("new", code, where, **members)
        for game in self.engine.greeting["games"]:
            for rules, code in ((game["rules"] + 1, "unknown-rules"), (str(game["rules"]), "bad-value")):
                self.refused("new", code, "rules", game=game["id"], rules=rules)
            for options, where in (({"colour": 1}, "options"), ([], "options")):
                self.refused("new", "bad-options", where, game=game["id"], options=options)
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
        for i in range(0, length, 12 if SLOW else max(1, length // 100)):
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
        for game, games in [(game, shape.OPTIONS * 2) for game, shape in SHAPES.items()]:
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


    def test_ending_in_the_middle(self):
        """The end of input ends the engine without a complaint, wherever it comes."""
        for last in (b"", b"\n", b'{"do":"new","game":"solenia"}', b'{"do":"new"', b"\xff", b'{"do":"quit"}\n'):
            done = subprocess.run([COMMAND, "engine"], input=last, capture_output=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""), last)
            self.assertEqual(len(done.stdout.splitlines()), 1 + (last.strip() != b""))

    def test_quit_is_not_quit_with_more(self):
        self.refused("quit", "bad-value", now=True)
        self.unharmed()


class DocsTest(DocsCase):
    """The examples of docs/ are true."""


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
            talks = self.talks(page(name))
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


    def test_every_event_is_documented(self):
        tables = re.findall(r"^\| `event` \|.*?\n\n", page("protocol.md"), re.M | re.S)
        self.assertEqual(len(tables), len(SHAPES))
        for game, table in zip(SHAPES, tables):
            self.assertEqual(sorted(self.named(table)), sorted(self.kinds(f"{game}-event.json#", "event")))

    def test_every_kind_of_move_is_documented(self):
        for game, table in zip(SHAPES, re.findall(r"^\| `kind` \|.*?\n\n", page("protocol.md"), re.M | re.S)):
            self.assertLessEqual(set(self.named(table)), self.kinds(f"{game}-move.json#", "kind"))

    def test_every_member_of_a_state_is_documented(self):
        document = page("protocol.md").split("## Positions")[1].split("## Errors")[0]
        for game in PACKS:
            tree = SCHEMAS.files[f"{game}-state.json"]
            for name in (*tree["properties"], *tree["$defs"]["player"]["properties"],
                         *tree["$defs"]["step"]["properties"]["do"]["enum"]):
                self.assertIn(f"`{name}`", document, game)

    def test_every_verb_is_documented(self):
        verbs = {one["$ref"].split("/")[-1] for one in SCHEMAS.files["message.json"]["oneOf"]}
        table = re.search(r"^\| `do` \|.*?\n\n", page("protocol.md"), re.M | re.S)[0]
        named = {name for row in table.splitlines()[2:] for name in re.findall("`([a-z]+)`", row.split(" | ")[0])}
        self.assertEqual(named, verbs)


    def test_refusals(self):
        """The tables of docs/protocol.md say what the schemas say."""
        tables = re.findall(r"^\| code of (\w+) \|.*?\n\n", page("protocol.md") + "\n", re.M | re.S)
        self.assertEqual([name.lower() for name in tables], list(PACKS))
        for name in tables:
            table = re.search(rf"^\| code of {name} \|.*?\n\n", page("protocol.md"), re.M | re.S)[0]
            told = {}
            for row in table.strip().splitlines()[2:]:
                codes, args = (re.findall(r"`([a-z-]+)`", cell) for cell in row.split("|")[1:3])
                lists = [re.findall(r"`([a-z-]+)`", part) for part in row.split("|")[2].split(";")]
                for i, code in enumerate(codes):
                    told[code] = set(lists[i] if len(lists) == len(codes) and len(lists) > 1 else args)
            schema = SCHEMAS.files[f"{name.lower()}-refusal.json"]
            codes = {one["properties"]["code"]["const"]: one["properties"]["args"] for one in schema["oneOf"]}
            self.assertEqual(told, {code: set(args["required"] if args else ()) for code, args in codes.items()})

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
    if undocumented():
        raise AssertionError(f"codes that docs/protocol.md does not name: {undocumented()}")


if __name__ == "__main__":
    main()
