"""What the tests of the message language have to know of Circadians (protocol.py)."""

import copy
import json

import measured
from running import ROOT

GAME = "circadians"
OPTIONS = [{"expansion": expansion, "players": players} for expansion in ("on", "off") for players in (1, 2, 3, 4)]
FEW = OPTIONS[::3]
PACK = json.loads((ROOT / f"data/{GAME}/{measured.pack_of(GAME)}.json").read_text())
BUSY = None

SECRET = ("leaders", "draft", "plan")  # what all choose at the same time
STREAM = "contracts"  # of luck, that differs with the seed
UNSTEADY = ("contracts", "caches")  # streams that later depend on what was played
# The only things a pack can get wrong that its schema does not see.
BEYOND_THE_SCHEMA = ("expected a whole number from", "expected an id of its own", "expected each s", "expected the rows of",
                     "expected copies that", "expected at least", "expected enough", "expected one last event",
                     "expected an action for", "expected every roll", "expected the same for", "expected a corner",
                     "expected a space that", "expected the centre", "expected the spaces in", "expected the id of a tile",
                     "expected both pay and gain", "expected fewer effects")
# Whether a mistake in a pack is told at its very place: a member may ask for another one.
EXACT = False


def defaults(_options):
    """Of the options that are not chosen."""
    return {"ai": 1, "leaders": "dealt",
            **{side: "random" for side in ("planet", "oxataya", "leyrien", "zcharo", "jrayek", "ahzuri")}}


def swapped(state, viewer, rng, seats):
    """Others' hands, drafts, leaders, tokens and dice behind the Screens, and Caches the viewer has not seen."""
    out = copy.deepcopy(state)
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
                items = [item for item in PACK[group] if any(p["tokens"] for p in others)
                         or not item.get("expansion")]
                deal([player[key] for player in others],
                     [item["id"] for item in items if item["id"] not in dealt | {out["ai_token"]} | set(own[key])])
    if out["todo"][-1]["do"] == "plan":
        for player in others:
            dice = [value for value, n in enumerate(player["rolled"]) for _ in range(n)]
            player["rolled"] = [0] * 6
            for _ in dice:
                player["rolled"][rng.randrange(6)] += 1
    fronts = {cache["id"]: cache["front"] == "power" for cache in PACK["caches"]}
    hidden = [corner for corner in range(6) if not (out["revealed"] | own["seen"]) >> corner & 1]
    free = [tile for tile in fronts if tile not in [out["caches"][c] for c in range(6) if c not in hidden]]
    rng.shuffle(free)
    for corner in hidden:
        if out["caches"][corner] is not None:
            fit = next(tile for tile in free if fronts[tile] == bool(out["fronts"] >> corner & 1))
            free.remove(fit)
            out["caches"][corner] = fit
    return out


def check_view(case, state, view, viewer, totals):
    """What is true of a seat's view."""
    seats = len(totals)
    secret = state["todo"][-1]["do"]
    case.assertEqual(view["seats"], seats)
    for key in set(state) & set(view) - {"players", "deck", "caches", "discards", "phase"}:
        case.assertEqual(view[key], state[key], key)
    if secret != "plan":  # where a card may be exchanged in secret
        case.assertEqual((view["deck"], view["discards"]), (len(state["deck"]), state["discards"]))
    known = state["revealed"] | (state["players"][viewer - 1]["seen"] if viewer else 0)
    points = {cache["id"]: cache["points"] for cache in PACK["caches"]}
    for corner, (cache, tile) in enumerate(zip(view["caches"], state["caches"])):
        case.assertEqual(cache["front"], "energy" if state["fronts"] >> corner & 1 else "gem")
        case.assertEqual(cache.get("points"), points[tile] if known >> corner & 1 else None)
    case.assertEqual("ai_points" in view, seats == 1)
    top = state["todo"][-1]
    if top["do"] == "send" and top["args"][0] == 1:
        owner, _, piece = state["hq"][top["args"][1]].partition("-")
        case.assertEqual(view["due"], {"seat": int(owner), "hq": top["args"][1] + 1,
                                       "piece": "specialist" if piece == "s" else int(piece)})
    else:
        case.assertIsNone(view["due"])
    # Every token that was moved lies somewhere, but those that are just being moved.
    for what in ("breakthrough", "setback"):
        tokens = list(view[f"{what}_tokens"].values())
        case.assertEqual(sorted(view[f"{what}_tokens"]), sorted(view[f"{what}s"]))
        case.assertLessEqual(tokens.count("specialist"), view[f"specialist_{what}s"])
        for value in (token for token in tokens if token != "specialist"):
            case.assertTrue(view[f"{what}_values"] >> value & 1)
    for number, (seen, true) in enumerate(zip(view["players"], state["players"]), 1):
        open_keys = {"fulfilled", "goods", "ships", "farm_tiles", "reserve", "gained", "locked", "harvester", "outpost",
                     "progress"}
        sealed = {"leaders": {"leader", "token"}, "draft": set(),
                  "plan": {"garages", "farms", "rolled", "base", "base_specialists", "canteen", "canteen_specialists"}}
        case.assertEqual("dice_limit" in seen, number <= seats)
        if number == viewer:
            case.assertLessEqual(open_keys | {"hand", "draft", "leaders", "tokens", "seen"}, set(seen))
            case.assertEqual(set(seen["missing"]), set(true["hand"]))
            if secret == "plan":  # a Farm takes what it would yield something for
                for move in case.engine.ask("legal", seat=viewer)["moves"]:
                    if move["kind"] == "assign" and "farm" in move:
                        value = 6 if move["die"] == "specialist" else move["die"]
                        case.assertIsNotNone(seen["yields"][move["farm"] - 1][value - 1])
            for key in set(seen) & set(true):
                case.assertEqual(seen[key], true[key], key)
            continue
        for key in open_keys | (set().union(*sealed.values()) - sealed.get(secret, set())):
            case.assertEqual(seen[key], true[key], key)
        if secret != "plan":
            case.assertEqual(seen["hand"], len(true["hand"]))
        for key in ("draft", "leaders", "tokens", "seen"):
            case.assertNotIn(key, seen)
        if secret == "plan":
            case.assertNotIn("rolled", seen)
            case.assertEqual([set(seen[key]) for key in ("garages", "farms")], [{0}, {0}])
            case.assertEqual((seen["canteen"], seen["canteen_specialists"]), (0, 0))
        if secret == "leaders":
            case.assertEqual((seen["leader"], seen["token"]), (None, None))
    for score, total, player in zip(view["points"], totals, state["players"]):
        # A Cache counts for who stands on it, and the points of one may be unknown.
        (case.assertEqual if player["harvester"] < 31 else case.assertLessEqual)(score, total)


def check_decision(case, status):
    """What is true wherever somebody decides."""
    case.assertTrue(status["to_act"])


def check_end(case, status, totals):
    """Who has won: ties are broken, and the AI may win."""
    case.assertLessEqual(set(status["winners"]), {i for i, total in enumerate(totals, 1) if total == max(totals)})
    case.assertEqual("opponent" in status, len(totals) == 1)
