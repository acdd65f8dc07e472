"""The schemas of docs/schema, for tests that read messages."""

import json
import re

from jsonschema import Draft202012Validator, ValidationError, validators

from running import ROOT


def dump(value):
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


class Schemas:
    """The files of docs/schema as one schema. What a $ref has once accepted is remembered.

    game-PART.json stands for NAME-PART.json of the game that is played: the one that the value itself names, or that of
    the table. A game without such a file may say anything there.
    """

    def __init__(self):
        self.files = {path.name: json.loads(path.read_text()) for path in (ROOT / "docs/schema").glob("*.json")}
        self.accepted = set()
        self.targets = {}
        self.games = sorted(name.removesuffix("-pack.json") for name in self.files if name.endswith("-pack.json"))
        self.game = ""  # that is played
        self.trees = {name: self._absolute(tree, name) for name, tree in self.files.items()}
        known = self

        def ref(validator, target, instance, _schema):
            before = known.game
            if not target.startswith("game-") and isinstance(instance, dict) and instance.get("game") in known.games:
                known.game = instance["game"]
            key = hash((known.game, target, json.dumps(instance, sort_keys=True)))
            try:
                fits = key in known.accepted or not (yield from known.differences(validator, target, instance))
            finally:
                known.game = before
            if fits:
                known.accepted.add(key)

        def any_of(validator, choices, instance, _schema):
            """Each up to its first error, then the errors of the last one."""
            if not any(next(validator.descend(instance, choice), None) is None for choice in choices):
                yield from validator.descend(instance, choices[-1])

        def one_of(validator, choices, instance, _schema):
            """As usual, but that most kinds are ruled out at a glance."""
            near = [choice for choice in choices if known.may_be(choice, instance)]
            errors = [list(validator.descend(instance, choice)) for choice in near]
            if sum(not wrong for wrong in errors) != 1:
                yield ValidationError(f"{dump(instance)[:300]} is not one of the kinds")
                for wrong in errors:
                    yield from wrong

        self.validator = validators.extend(Draft202012Validator, {"$ref": ref, "anyOf": any_of, "oneOf": one_of})

    @staticmethod
    def may_be(schema, instance):
        if isinstance(instance, dict):
            for key, want in schema.get("properties", {}).items():
                if key in instance and isinstance(want, dict):
                    if instance[key] not in want.get("enum", [want.get("const", instance[key])]):
                        return False
        return True

    def _absolute(self, node, name):
        if isinstance(node, list):
            return [self._absolute(one, name) for one in node]
        if not isinstance(node, dict):
            return node
        out = {key: self._absolute(value, name) for key, value in node.items() if key not in ("$id", "$schema")}
        if isinstance(out.get("$ref"), str):
            file, _, place = out["$ref"].partition("#")
            out["$ref"] = (file or name) + "#" + place
        return out

    def differences(self, validator, target, instance):
        """Yields what is wrong; answers whether anything was."""
        wrong = False
        for error in validator.descend(instance, self.target(re.sub("^game-", f"{self.game}-", target))):
            wrong = True
            yield error
        return wrong

    def target(self, reference):
        if reference not in self.targets:
            file, _, place = reference.partition("#")
            node = self.trees.get(file, True)
            for part in place.split("/")[1:] if node is not True else ():
                node = node[part]
            self.targets[reference] = node
        return self.targets[reference]

    def errors(self, reference, instance):
        """Of the game that is played; where that is not known, of any."""
        if self.game:
            return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}"
                    for e in self.validator({"$ref": reference}).iter_errors(instance)]
        wrong = []
        for self.game in self.games:
            wrong = self.errors(reference, instance)
            if not wrong:
                break
        self.game = ""
        return wrong

    def check(self, reference, instance):
        wrong = self.errors(reference, instance)
        if wrong:
            raise AssertionError(f"{reference} does not fit {dump(instance)[:600]}:\n  " + "\n  ".join(wrong[:5]))


SCHEMAS = Schemas()
