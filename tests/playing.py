"""Somebody who chooses the same whatever the program is: at an engine that is asked line by line, and at a server."""

import json
import subprocess


def pick(moves, choice, n):
    """One of the moves, by their notation: the order in which they are listed makes no difference."""
    moves = sorted(moves)
    mixed = (choice * 0x9E3779B1 + n * 0x85EBCA77 + 0x165667B1) & 0xFFFFFFFF
    mixed ^= mixed >> 15
    mixed = mixed * 0x2C1B3C6D & 0xFFFFFFFF
    mixed ^= mixed >> 12
    return moves[mixed % len(moves)]


class Engine:
    """`tidelock engine`, one answer to each request."""

    def __init__(self, command):
        # pylint: disable-next=consider-using-with
        self.process = subprocess.Popen([command, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        encoding="utf-8")
        self.hello = json.loads(self.process.stdout.readline())
        self.decided = 0  # since the table stands

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)
        self.process.stdout.close()

    def line(self, text):
        """What is answered to one line, whatever it is."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ask(self, **request):
        if request["do"] in ("new", "load"):
            self.decided = 0
        return self.line(json.dumps({"id": 1, **request}))

    def must(self, **request):
        answer = self.ask(**request)
        assert answer.get("ok"), (str(request)[:300], answer)
        return answer

    def step(self, choice):
        """One decision of whoever is first to decide; whether there was one."""
        status = self.must(do="scores")["status"]
        if status["at"] == "over":
            return False
        seat = status["to_act"][0]
        if status["at"] == "confirm":
            self.must(do="confirm", seat=seat)
            return True
        moves = [move["move"] for move in self.must(do="legal", seat=seat)["moves"]]
        self.must(do="apply", seat=seat, move=pick(moves, choice, self.decided))
        self.decided += 1
        return True


def finish(engine, choice):
    """Plays the table to its end; its record."""
    while engine.step(choice):
        pass
    return engine.must(do="record")["record"]


def play_on(players, choice, steps=None):
    """The people at a table of a server make so many decisions, or all: always the first seat that may."""
    people = set(range(1, len(players) + 1))
    who, n = players[-1], 0
    while who.status["at"] != "over" and (steps is None or n < steps):
        who.wait_until(lambda one: one.status["at"] == "over" or people & set(one.status["to_act"]))
        if who.status["at"] == "over":
            return
        at, seats = who.status["at"], who.status["to_act"]
        who = players[min(people & set(seats)) - 1]
        if at == "confirm":
            who.must(do="confirm")
        else:
            moves = [move["move"] for move in who.must(do="legal")["moves"]]
            who.must(do="apply", move=pick(moves, choice, n))
        n += 1
