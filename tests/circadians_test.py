"""The message language of Circadians: what the game's own options, moves, states, packs and documents promise."""

import collections
import copy
import hashlib
import itertools
import json
import random
import re

from mistakes import changed, drop, path_text, put
from protocol import Case, DocsCase, PackCase, SeveralCase, WhyCase, bots, page, some, undocumented, without_names
from running import SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS, dump
from circadians_shape import GAME, OPTIONS, PACK, SECRET, defaults


class OptionsTest(Case):
    """Options of a new game."""

    def test_wrong_options(self):
        for options, where in (
                ({"players": 5}, "options.players"),
                ({"expansion": "yes"}, "options.expansion"),
                ({"expansion": 1}, "options.expansion"),
                ({"planet": "C"}, "options.planet"),
                ({"ahzuri": None}, "options.ahzuri"),
                ({"ai": 0}, "options.ai"),
                ({"leaders": "eden"}, "options.leaders"),
                ({"mode": "winter"}, "options")):
            with self.subTest(options):
                self.refused("new", "bad-options", where, game=GAME, options=options)

    def test_options(self):
        self.assertEqual(self.engine.ask("new", game="circadians")["options"],
                         {"players": 2, "expansion": "on", **defaults({})})
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


class SecretTest(Case):
    """A seat learns nothing about another hand, whatever it asks."""

    # What an owner alone is told in Circadians, and what chance brings in secret.
    OWN = {"leader-dealt", "token-dealt", "card-dealt", "picked", "rolled", "drew", "exchanged", "rerolled", "raised",
           "cache-seen"}

    DEALT = r"leaders|tokens|contracts|caches|dice-\d"

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


class SealedTest(Case):
    """Leaders, the draft and Plan are chosen by all at the same time, and open when all are done."""

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
        for options in [one for one in OPTIONS if one["players"] > 1]:
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
        for options in OPTIONS:
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


class WhyTest(WhyCase):
    """Why a move is not legal."""

    SEND_CODES = {"unknown-move", "not-this-die", "unknown-place", "garage-cost", "space-taken", "wrong-value", "requirement",
                  "no-delivery", "no-outpost", "no-farm", "no-canteen", "not-stuck", "pair-bound", "not-possible",
                  "no-space-for-value", "cannot-pay"}

    def test_every_piece_to_every_place(self):
        places = ["mine1", "mine2", "mine3", "mine4", "lab", "foundry", "control", "market", "academy", "temple", "hq",
                  "canteen", "dep1", "dep2", "dep3", "dep4", "dep6", "dep7", "farm8", "farm12", "moon",
                  *[f"{place}{n}" for place in ("oxataya", "leyrien", "zcharo", "jrayek", "ahzuri", "out", "farm")
                    for n in range(1, 8)]]
        checked = 0
        for options, _seed in self.middles(OPTIONS * (2 if SLOW else 4), 80):
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

    def test_capitals_do_not_matter(self):
        for _options, _seed in self.middles(OPTIONS * 2, 60):
            seat = self.engine.status()["to_act"][0]
            for move in self.engine.texts(seat):
                for way in (move.lower(), move.upper(), move.swapcase()):
                    self.assertEqual(self.why(seat, way), (None, move), way)


class SeveralTest(SeveralCase):
    """Several items at once."""

    def test_any_order(self):
        kinds = collections.Counter()
        for options in [{"expansion": "on", "players": 1, "leaders": ["sanna_lindqvist"]}] * 2 + OPTIONS:
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


class PackTest(PackCase):
    """Packs of one's own, and what is wrong with them."""

    # A schema that accepts everything would prove nothing.
    def test_the_schema_refuses_what_is_not_documented(self):
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
            self.assertTrue(SCHEMAS.errors("pack.json#", changed(PACK, path, change)), path)

    def test_wrong_packs_are_refused_with_place_and_expectation(self):
        self.assertGreaterEqual(len(self.WRONG), 30)
        self.check_mistakes(GAME, self.WRONG)

    def test_playing_with_another_pack(self):
        """With the Contract of docs/packs.md."""
        pack = copy.deepcopy(PACK)
        pack["id"] = "mine"
        pack["contracts"].append(json.loads(re.search(r"```json\n(.*?)```", page("packs.md"), re.S)[1]))
        SCHEMAS.check("pack.json#", pack)
        reader = self.another()
        drawn = 0
        for options in OPTIONS[:some(8)]:
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

    WRONG = [
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


class StateTest(Case):
    """States that fit no rule."""

    def test_states_that_fit_no_rule(self):
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

    def test_sends_that_fit_no_rule(self):
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


class DocsTest(DocsCase):
    """The examples of docs/ are true."""

    def test_notation_examples_come_from_games(self):
        written = set()
        for options in OPTIONS * some(12):
            self.engine.new(options, self.rng.randrange(1 << 32), seats=bots(options))
            written |= {entry[3:] if entry[1:3] == ": " else entry for entry in self.engine.record()["moves"]}
        moves, chance = re.findall(r"^\|.*\n\|:---\|:---\|:---\|\n(?:\|.*\n)+", page("notation.md"), re.M)
        self.assertEqual(sorted(self.named(moves)), sorted(self.kinds("circadians-move.json#", "kind")))
        streams = {re.sub(r"-\d$", "", entry.split(" = ")[0]) for entry in written if " = " in entry}
        self.assertEqual({re.sub(r"-\d$", "", name) for name in self.named(chance)}, streams)
        if not SLOW:
            for example in re.findall(r"`([a-z0-9-]+ = [^`]+)`", chance):
                self.assertTrue(example in written, f"{example} was never written")

    def test_pack_words(self):
        schema = SCHEMAS.files["circadians-pack.json"]
        for word in [*schema["properties"], *[word for name in ("tag", "count", "special") for word in schema["$defs"][name]["enum"]],
                     *[word for name in ("effect", "planEffect", "lookup", "rule") for word in schema["$defs"][name]["properties"]]]:
            self.assertIn(f"`{word}`", page("packs.md"))



def tearDownModule():  # noqa: N802, unittest's name
    if undocumented():
        raise AssertionError(f"codes that docs/protocol.md does not name: {undocumented()}")


if __name__ == "__main__":
    main()
