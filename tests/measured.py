"""The pack that the numbers in these tests stay on, whatever the default of the games is."""

MEASURED = "reconstruction-1"


def arguments(*args):
    """Arguments of the command, as texts. Where they begin games and name no pack, they name this one."""
    args = [str(one) for one in args]
    begins = args[:1] in (["sim"], ["arena"], ["ladder"], ["study"])
    if args[:1] == ["play"]:  # which asks whether to go on with the last game, unless something is chosen
        begins = "--seed" in args or "--new" in args
    return [*args, "--pack", MEASURED] if begins and "--pack" not in args else args


def request(message):
    """A request to the engine. Where it begins a game and names no pack, it names this one."""
    begins = message["do"] == "new" or message["do"] == "load" and "game" in message
    return {"pack": MEASURED, **message} if begins else message
