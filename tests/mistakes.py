"""Changing JSON here and there, to see that what is wrong is refused."""

import copy

from schemas import dump


def leaves(node, path=()):
    """The paths of everything inside a JSON value, the value itself left out."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield path + (key,)
            yield from leaves(value, path + (key,))
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield path + (index,)
            yield from leaves(value, path + (index,))


def at_path(node, path):
    for part in path:
        node = node[part]
    return node


def changed(node, path, change):
    """A copy in which `change(parent, key)` was done at the path."""
    out = copy.deepcopy(node)
    change(at_path(out, path[:-1]), path[-1])
    return out


def put(value):
    def change(parent, key):
        parent[key] = value
    return change


def drop(parent, key):
    del parent[key]


def add_member(parent, key):
    if isinstance(parent[key], dict):
        parent[key]["more"] = 1
    elif isinstance(parent[key], list):
        parent[key].append(copy.deepcopy(parent[key][-1]) if parent[key] else 0)
    else:
        parent[key] = [parent[key]]


def path_text(path):
    out = ""
    for part in path:
        out += f"[{part}]" if isinstance(part, int) else ("." if out else "") + part
    return out


WRONG_VALUES = [None, True, False, -1, 0, 1, 2, 3, 7, 9, 17, 33, 41, 255, 256, 65536, 1 << 31, 1 << 63, (1 << 64) - 1,
                1 << 70, -(1 << 63), 1.5, 1e300, "", "W", "WX", "WWWWWWW", "day", "night", "x" * 300, "\u0000", "é", [],
                [None], [1], {}, {"a": 1}]


def wrong_value(rng, old):
    """Something else: near the old value, or from far away."""
    near = []
    if isinstance(old, bool):
        near = [not old]
    elif isinstance(old, int):
        near = [old - 1, old + 1, old + 2, old * 2, -old - 1]
    elif isinstance(old, str) and old:
        near = [old[1:], old[:-1], old + old[-1], old.swapcase(), old[::-1], "".join(rng.sample(old, len(old)))]
    elif isinstance(old, list) and old:
        near = [old[1:], old[:-1], old + old[:1], old[::-1]]
    elif isinstance(old, dict) and old:
        near = [dict(list(old.items())[1:])]
    choices = [value for value in (near if near and rng.random() < 0.6 else WRONG_VALUES)
               if dump(value) != dump(old)]
    return rng.choice(choices)
