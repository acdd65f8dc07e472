"""The packs that the numbers in these tests stay on, whatever the default of a game is: of each game its oldest."""

import functools
import re

from running import ROOT


@functools.lru_cache(maxsize=None)
def pack_of(game):
    """The id of the pack; None if there is no such game."""
    names = [path.stem for path in (ROOT / "data" / game).glob("*.json")] if re.fullmatch(r"[a-z]+", game) else []
    return min(names, key=lambda name: [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)],
               default=None)


def first_game():
    """That is played where none is named."""
    return re.search(r"^game\((\w+)", (ROOT / "src/games/list.cmake").read_text(), re.MULTILINE)[1]


def arguments(*args):
    """Arguments of the command, as texts. Where they begin games and name no pack, they name this one."""
    args = [str(one) for one in args]
    begins = args[:1] in (["sim"], ["arena"], ["ladder"], ["study"])
    if args[:1] == ["play"]:  # which asks whether to go on with the last game, unless something is chosen
        begins = "--seed" in args or "--new" in args
    if not begins or "--pack" in args:
        return args
    return [*args, "--pack", next(filter(None, map(pack_of, args[1:])), None) or pack_of(first_game())]


def request(message):
    """A request to the engine. Where it begins a game and names no pack, it names this one."""
    begins = message["do"] == "new" or message["do"] == "load" and "game" in message
    pack = begins and isinstance(message.get("game"), str) and pack_of(message["game"]) or pack_of(first_game())
    return {"pack": pack, **message} if begins else message
