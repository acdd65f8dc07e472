"""The message language of Solenia: what the game's own options, moves, states, packs and documents promise."""

import collections
import copy
import hashlib
import json
import re

from mistakes import add_member, changed, drop, path_text, put
from protocol import Case, DocsCase, PackCase, Refused, SeveralCase, WhyCase, bots, page, some, undocumented, without_names
from running import SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS, dump
from solenia_shape import BUSY, CARDS, GAME, OPTIONS, PACK, SPACES


class OptionsTest(Case):
    """Options of a new game."""

    def test_wrong_options(self):
        for options, where in (
                ({"players": 5}, "options.players"),
                ({"players": 0}, "options.players"),
                ({"mode": "spring"}, "options.mode"),
                ({"first": 3}, "options.first"),
                ({"first": "2"}, "options.first"),
                ({"colour": 1}, "options"),
                ([], "options")):
            with self.subTest(options):
                self.refused("new", "bad-options", where, game=GAME, options=options)
        self.refused("new", "bad-options", "options.first", "as a number from 1 to 2", game=GAME, options={"first": "1"})

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


class SecretTest(Case):
    """A seat learns nothing about another hand, whatever it asks."""

    def test_games_that_differ_in_unplayed_cards_look_the_same(self):
        """Two whole records: in one of them a hidden card of another seat is another card."""
        other = self.another()
        compared = 0
        for options, _seed in self.middles([o for o in OPTIONS if o["players"] > 1] * some(3), 50):
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

    def test_records_and_events(self):
        for options in OPTIONS:
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

    def test_spectators_hear_that_cards_are_drawn(self):
        self.engine.new({"players": 2}, 4)
        heard = [event["event"] for event in self.engine.ask("events", seat=None)["events"]]
        self.assertEqual(heard.count("drew-hidden"), 6)


class WordsTest(Case):
    """No word more than the seat may know."""

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


class UndoTest(Case):
    """What is taken back."""

    def test_without_confirmation_everything_can_be_taken_back(self):
        engine = self.engine
        engine.new({"first": 1, "mode": "winter"}, 7)
        state = engine.state()
        engine.apply(1, "0WA-c4")  # and a card is drawn
        self.assertNotEqual(engine.state(), state)
        engine.ask("undo", seat=1)
        self.assertEqual(engine.state(), state)


class WhyTest(WhyCase):
    """Why a move is not legal."""

    CODES = {"not-in-hand", "not-stuck", "space-taken", "too-far", "row-full", "no-delivery",
             "no-delivery-after-voyage"}

    def test_every_card_on_every_space(self):
        checked = 0
        for options, _seed in self.middles(OPTIONS[::3] if SLOW else OPTIONS * 2, 50):
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

    # Cards and spaces are plain text: a value that begins with @ would be looked up, or said with the mark.
    def test_reasons_are_plain_text(self):
        self.engine.new({"first": 1}, 5)
        for move in ["nonsense", *[f"{card}-{space}" for card in sorted(set(CARDS)) for space in ("a1", "e5", "z9")]]:
            self.why(1, move)
        self.assertEqual(self.marked, set())

    def test_lenient_writing(self):
        def ways(move):
            yield move.lower()
            yield move.upper() if not move.startswith("s") else move
            yield f"  {move}\t"
            yield move.replace("-", " ")
            yield move.replace("-", " - ")
        for options, _seed in self.middles(OPTIONS, 60):
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


class SeveralTest(SeveralCase):
    """Several items at once."""

    def test_any_order(self):
        kinds = collections.Counter()
        for options in [{"mode": "improvements", "players": 1}] * some(8) + OPTIONS:
            self.play_and_choose(options, kinds, pack=BUSY)
        self.assertLessEqual({"pay", "return", "draft"}, set(kinds))  # gaining several of choice is rare
        self.assertLessEqual(set(kinds), {"pay", "gain", "return", "draft"})


class PackTest(PackCase):
    """Packs of one's own, and what is wrong with them."""

    def custom(self):
        pack = copy.deepcopy(PACK)
        pack["id"] = "mine-1"
        pack["note"] = "Ours."
        pack["tiles"]["night"][7] = {"cost": "WWWA", "stars": 9, "from": "reconstruction"}
        pack["cards"][0] = {"value": 0, "gain": "WSAA", "from": "reconstruction"}
        pack["capacity"]["summer"]["size"] = 9
        return pack

    # A schema that accepts everything would prove nothing.
    def test_the_schema_refuses_what_is_not_documented(self):
        for wrong in (changed(PACK, ("cards", 3, "value"), put(3)), changed(PACK, ("cards", 3, "gain"), put("X")),
                      changed(PACK, ("tiles",), add_member), changed(PACK, ("strips", 4, "dusk", "city"), drop),
                      changed(PACK, ("improvements", "day", 4, "cost"), drop),
                      changed(PACK, ("improvements", "level1", 7, "n"), put(2)),
                      changed(PACK, ("slots", "summer", "day", 0, "bonus"), put("+1"))):
            self.assertTrue(SCHEMAS.errors("pack.json#", wrong))

    def test_wrong_packs_are_refused_with_place_and_expectation(self):
        self.assertGreaterEqual(len(self.WRONG), 30)
        self.check_mistakes(GAME, self.WRONG)

    def test_playing_with_another_pack(self):
        pack = self.custom()
        reader = self.another()
        for options in OPTIONS[::1 if not SLOW else 4]:
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
         "expected only the members value, from, gain, space, starIf, found 'colour'"),
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
            for options in OPTIONS[9:10] * 2 if SLOW else [OPTIONS[3], OPTIONS[6], *OPTIONS[9:12] * 2]:
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


class StateTest(Case):
    """States that fit no rule."""

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


class DocsTest(DocsCase):
    """The examples of docs/ are true."""

    def test_notation_examples_come_from_games(self):
        # Standing in and being stuck are rare with the shipped pack.
        helpful = changed(BUSY, ("improvements", "level1"), put([{"kind": "stand-in", "n": 1, "from": "inferred"}] * 8))
        closed = copy.deepcopy(PACK)
        closed["id"] = "closed"
        for strip in closed["strips"]:
            for side in strip.values():
                side["spaces"] = "CCCCW"
        written = set()
        for pack, games in ((PACK, OPTIONS * 10), (helpful, OPTIONS[9:] * 10), (closed, OPTIONS[1:4] * 5)):
            for options in games:
                self.engine.ask("new", game="solenia", options=options, seed=self.rng.randrange(1 << 32), pack=pack,
                                seats=bots(options))
                for entry in self.engine.record()["moves"]:
                    written.add(entry[3:] if entry[1:3] == ": " else entry)
        moves, chance = re.findall(r"^\|---\|---\|---\|(?:---\|)?\n((?:\|.*\n)+)", page("notation.md"), re.M)[1:]
        kinds = set()
        for row in moves.splitlines():
            cells = [cell.strip() for cell in row.split(" | ")]
            kinds.add(re.match(r"\| `([a-z-]+)`", row)[1])
            for example in re.findall("`([^`]+)`", cells[2]):
                self.assertTrue(example in written, f"{example} was never written")
        self.assertEqual(kinds, self.kinds("solenia-move.json#", "kind"))
        for example in re.findall(r"`([a-z0-9-]+ = [^`]+)` \|$", chance, re.M):
            self.assertTrue(example in written, f"{example} was never written")

    def test_pack_mistakes(self):
        answers = set()
        for path, change, _, _ in PackTest.WRONG:
            wrong = self.engine.refusal("new", game="solenia", pack=changed(PACK, path, change))
            answers.add(f"{wrong.where}: {wrong.message}")
        table = re.search(r"^\| mistake \|.*?\n\n", page("packs.md"), re.M | re.S)[0]
        rows = table.strip().splitlines()[2:]
        self.assertGreater(len(rows), 3)
        for row in rows:
            self.assertIn(re.search(r"\| `([^`]+)` \|$", row)[1], answers)

    def test_pack_words(self):
        schema = SCHEMAS.files["solenia-pack.json"]
        for word in [*schema["$defs"]["provenance"]["enum"],
                     *schema["$defs"]["level1"]["properties"]["kind"]["enum"],
                     *schema["$defs"]["halves"]["items"]["properties"]["kind"]["enum"], *schema["properties"]]:
            self.assertIn(f"`{word}`", page("packs.md"))



def tearDownModule():  # noqa: N802, unittest's name
    if undocumented():
        raise AssertionError(f"codes that docs/protocol.md does not name: {undocumented()}")


if __name__ == "__main__":
    main()
