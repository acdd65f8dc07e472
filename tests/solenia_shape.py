"""What the tests of the message language have to know of Solenia (protocol.py)."""

import copy
import json

import measured
from running import ROOT

GAME = "solenia"
MODES = ("summer", "winter", "improvements")
OPTIONS = [{"mode": mode, "players": players} for mode in MODES for players in (1, 2, 3, 4)]
FEW = OPTIONS[::5]
PACK = json.loads((ROOT / f"data/{GAME}/{measured.pack_of(GAME)}.json").read_text())
SPACES = [column + row for row in "12345" for column in "abcde"]
CARDS = ["0WS", "0WA", "0HS", "0HA", "0x2", "0x2", "1W", "1H", "1S", "1A", "1x1", "1x1",
         "2*W", "2*H", "2*S", "2*A"]

# The same with cheap tiles: deliveries, and with them slots, bonuses and improvements, come in every game.
BUSY = {**json.loads(json.dumps(PACK)), "id": "busy"}
for _row in ("day", "night"):
    for _tile in BUSY["tiles"][_row]:
        _tile["cost"] = _tile["cost"][0]

SECRET = ()  # what all choose at the same time
STREAM = "deck-1"  # of luck, that differs with the seed
UNSTEADY = ()  # streams that later depend on what was played
# The only things a pack can get wrong that its schema does not see.
BEYOND_THE_SCHEMA = ("expected two '+1' bonuses", "expected at least 4 halves", "expected a whole number from")
# Whether a mistake in a pack is told at its very place: a member may ask for another one.
EXACT = True


def defaults(options):
    """Of the options that are not chosen."""
    return {"start": "random", "first": 1 if options["players"] == 1 else "random"}


def swapped(state, viewer, rng, seats):
    """The same for this viewer: other hands are dealt again from what is hidden of them."""
    out = copy.deepcopy(state)
    step = state["todo"][-1]
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


def check_view(case, state, view, viewer, totals):
    """What is true of a seat's view."""
    seats = len(totals)
    for key in ("rows", "cards", "turn", "first", "moved", "display", "decks", "todo", "offers"):
        case.assertEqual(view.get(key), state.get(key), key)
    case.assertEqual(view["seat"], viewer)
    for number, (seen, true) in enumerate(zip(view["players"], state["players"]), 1):
        for key in ("store", "capacity", "stars", "slots"):
            case.assertEqual(seen[key], true[key], key)
        improved = {key: value for key, value in seen.get("improvements", {}).items() if key != "works"}
        case.assertEqual(improved, true.get("improvements", {}))
        if number == viewer:
            case.assertEqual(seen["hand"], true["hand"])
            case.assertEqual(seen["deck"], true["deck"])
        else:
            case.assertNotIn("hand", seen)
            case.assertNotIn("deck", seen)
            case.assertEqual(seen["hand_size"], len(true["hand"]))
            case.assertEqual(seen["unseen"], sorted(true["hand"] + true["deck"], key=CARDS.index))
        for key in ("score", "orders", "needs", "discards"):
            case.assertEqual(key in seen, number <= seats, key)
        case.assertEqual("pairs" in seen, number <= seats and view["mode"] == "summer")
    case.assertEqual("voyage" in view, state["todo"][-1]["do"] == "pay")
    case.assertLessEqual(set(view["stays"]), set(view["cards"]))
    case.assertEqual({one["space"]: one["is"] for one in view["board"]}, board(state["rows"]))
    for row in ("day", "night"):
        case.assertEqual([tile["tile"] for tile in view["tiles"][row]],
                         [tile for tile in state["display"][row] if tile is not None])
        for tile in view["tiles"][row]:
            printed = PACK["tiles"][row][tile["tile"] - 1]
            case.assertEqual((tile["cost"], tile["stars"]), (printed["cost"], printed["stars"]))
    case.assertEqual([p["score"] for p in view["players"][:seats]], totals)


def check_decision(case, status):
    """What is true wherever somebody decides."""
    case.assertEqual(len(status["to_act"]), 1)


def check_end(case, status, totals):
    """Who has won (END-3)."""
    case.assertEqual(status["winners"], [i for i, total in enumerate(totals, 1) if total == max(totals)])
    case.assertEqual(status["places"], [1 + sum(other > total for other in totals) for total in totals])
    case.assertNotIn("opponent", status)


def board(rows):
    out = {}
    for number, name in enumerate(rows, 1):
        strip, side = int(name[0]), name[1:]
        printed = PACK["strips"][strip - 1][side]
        for column, what in zip("abcde", printed["spaces"]):
            out[f"{column}{number}"] = printed.get("city", side) + "-city" if what == "C" else what
    return out
