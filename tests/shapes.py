"""The games that the tests of the message language know more of: each has a file NAME_shape.py beside this one.

What holds for every game, whatever it is, is tried by any_game_test.py.
"""

import importlib
import re

from running import ROOT

LISTED = re.findall(r"^game\((\w+)", (ROOT / "src/games/list.cmake").read_text(), re.MULTILINE)
# In the order of the list.
SHAPES = {game: importlib.import_module(f"{game}_shape") for game in LISTED
          if (ROOT / f"tests/{game}_shape.py").is_file()}
PACKS = {game: shape.PACK for game, shape in SHAPES.items()}


def all_options(slow=False):
    """Every way to play every game; fewer where everything takes long."""
    return [options for shape in SHAPES.values() for options in (shape.FEW if slow else shape.OPTIONS)]
