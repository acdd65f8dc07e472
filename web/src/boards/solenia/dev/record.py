"""Plays tables with `tidelock engine` until a wanted kind of decision, and writes what a board is given.

    python3 record.py path/to/tidelock
"""

import json
import random
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer


def find(engine, name, options, kinds, least, seat=1, names=("Mira", "Anselm", "Odile", "Tarek"), play_seed=1, tries=60):
    """The first decision of `seat` of one of `kinds` after `least` turns."""
    for seed in range(1, tries):
        rng = random.Random(seed * 31 + play_seed)
        answer = engine.ask(do="new", game="solenia", options=options, seed=seed)
        for _ in range(400):
            status = answer["status"]
            if status["at"] == "over":
                break
            actor = status["to_act"][0]
            moves = engine.ask(do="legal", seat=actor)["moves"]
            view = engine.ask(do="observe", seat=seat)["view"]
            if view["turn"] >= least and (not kinds or (actor == seat and any(m["kind"] in kinds for m in moves) and len(moves) > 1)):
                own = moves if actor == seat else []
                for move in own:
                    move["words"] = move["move"]
                save(name, view, own, [actor], names, seed)
                return
            # Somebody who plays a little sense: cities first, then two, then one.
            def worth(move):
                gives = move.get("gives", {})
                return (3 if "stars" in gives else len(gives.get("goods", ""))) - 1.5 * move.get("voyage", 0) + rng.random()
            answer = engine.ask(do="apply", seat=actor, move=max(moves, key=worth)["move"])
    raise SystemExit(f"{name}: not found")


def find_turn(engine, name, options, wanted, least, names=("Mira", "Anselm", "Odile", "Tarek")):
    """The first move after `least` turns whose events, as seat 1 sees them, hold all those wanted."""
    for seed in range(1, 200):
        rng = random.Random(seed)
        answer = engine.ask(do="new", game="solenia", options=options, seed=seed)
        while answer["status"]["at"] != "over":
            actor = answer["status"]["to_act"][0]
            moves = engine.ask(do="legal", seat=actor)["moves"]
            view = engine.ask(do="observe", seat=1)["view"]
            heard = engine.ask(do="events", seat=1, **{"from": 0})["next"]
            answer = engine.ask(do="apply", seat=actor, move=rng.choice(moves)["move"])
            events = engine.ask(do="events", seat=1, **{"from": heard})["events"]
            if view["turn"] >= least and wanted <= {one["event"] for one in events}:
                save(name, view, [], [actor], names, seed)
                path = HERE / f"{name}.json"
                position = json.loads(path.read_text())
                position["beats"] = [{"event": one} for one in events]
                position["after"] = engine.ask(do="observe", seat=1)["view"]
                path.write_text(json.dumps(position, separators=(",", ":")) + "\n")
                return
    raise SystemExit(f"{name}: not found")


def save(name, view, moves, asking, names, seed):
    count = len(view["players"])
    (HERE / f"{name}.json").write_text(
        json.dumps({"view": view, "moves": moves, "asking": asking, "names": list(names)[:count], "seed": seed}, separators=(",", ":")) + "\n"
    )
    print(name, "turn", view["turn"], "seed", seed, [m["kind"] for m in moves][:1])


def main():
    engine = Engine(sys.argv[1])
    two = {"players": 2, "mode": "summer", "start": "dusk", "first": 1}
    find(engine, "summer", two, ["play"], 12)
    find(engine, "start", dict(two, start="dawn"), ["play"], 0)
    find(engine, "late", two, ["play"], 30)
    find(engine, "pay", two, ["pay"], 8)
    find(engine, "tile", two, ["tile"], 10)
    find(engine, "return", two, ["return"], 4)
    find(engine, "gain", two, ["gain"], 4)
    find(engine, "discard", dict(two, players=4), ["discard"], 4, tries=300)
    find(engine, "winter", dict(two, mode="winter"), ["play"], 22)
    find(engine, "slot", dict(two, mode="winter"), ["slot"], 16)
    find(engine, "draft", dict(two, mode="improvements"), ["draft"], 0)
    find(engine, "improvements", dict(two, mode="improvements"), ["play"], 26)
    find(engine, "four", dict(two, players=4), ["play"], 28)
    find(engine, "three", dict(two, players=3, start="dawn"), ["play"], 18)
    find(engine, "solo", {"players": 1, "mode": "summer", "start": "dawn"}, ["play"], 14)
    find(engine, "neutral", {"players": 1, "mode": "summer", "start": "dawn"}, ["neutral"], 4)
    find(engine, "waiting", dict(two, players=3), [], 17, seat=2)
    find_turn(engine, "advance", two, {"played", "airship", "removed", "got", "turned", "drew"}, 8)
    find_turn(engine, "delivery", two, {"delivered", "tile-shown", "got"}, 8)
    find_turn(engine, "theirs", dict(two, players=3), {"played", "airship", "removed", "turned", "drew-hidden"}, 14)


main()
