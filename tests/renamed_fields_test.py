#!/usr/bin/python3
"""A field that a schema calls otherwise, and the code does not yet: neither C++ nor the page compiles.

In a copy of docs/schema one field after the other gets another name, and everything is made from it as it is for a build.
Only the file that reads or writes the field is compiled, and that not to its end. It needs no build, but node_modules in
web. TIDELOCK_SKIP_PAGE=1 leaves out the page.
"""
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import ROOT, load_tests, main  # noqa: F401 (unittest asks for load_tests)

SCHEMAS = ROOT / "docs" / "schema"
PATIENCE = 600  # seconds
CIRCADIANS, SOLENIA, LANTERNS = "src/circadians/", "src/solenia/", "src/lanterns/game.cpp"
# Schema, field, the source that knows it, and the file of the page that does; where there is none the page reads nothing
# of it, or only what every game has.
FIELDS = [
    ("account", "notices", "src/server/accounts.cpp", "online/account.svelte.ts"),
    ("account", "deviation", "src/server/account.cpp", None),
    ("answer", "areas", "src/table/messages.cpp", "engine/messages.ts"),
    ("answer", "group", "src/table/messages.cpp", None),
    ("choose", "seed", "src/arena/exec_bot.cpp", None),
    ("circadians-event", "breakthrough", CIRCADIANS + "events.cpp", "boards/circadians/fx.ts"),
    ("circadians-move", "column", CIRCADIANS + "view.cpp", "boards/circadians/targets.ts"),
    ("circadians-options", "expansion", CIRCADIANS + "game.cpp", None),
    ("circadians-pack", "garages", CIRCADIANS + "pack_boards.cpp", None),
    ("circadians-refusal", "missing", CIRCADIANS + "refusals.cpp", None),
    ("circadians-scores", "cache", CIRCADIANS + "words.cpp", None),
    ("circadians-state", "harvester", CIRCADIANS + "json.cpp", None),
    ("circadians-view", "ai_points", CIRCADIANS + "view.cpp", "boards/circadians/model.ts"),
    ("codes", "unknown-item", "src/table/table.cpp", None),
    ("lanterns-event", "with", LANTERNS, None),
    ("lanterns-event", "text", "src/table/messages.cpp", None),
    ("lanterns-move", "n", LANTERNS, None),
    ("lanterns-move", "words", "src/table/messages.cpp", None),
    ("lanterns-options", "players", LANTERNS, None),
    ("lanterns-pack", "sharer", LANTERNS, None),
    ("lanterns-scores", "points", LANTERNS, None),
    ("lanterns-state", "winner", LANTERNS, None),
    ("lanterns-view", "cards", LANTERNS, None),
    ("message", "every_ms", "src/table/session.cpp", "replay/analysis.svelte.ts"),
    ("record", "moves", "src/core/record.cpp", "replay/record.ts"),
    ("server", "talk_from", "src/server/match_tells.cpp", "online/room.svelte.ts"),
    ("solenia-event", "strip", SOLENIA + "words.cpp", "boards/solenia/told.ts"),
    ("solenia-move", "voyage", SOLENIA + "json.cpp", "boards/solenia/words.ts"),
    ("solenia-options", "mode", SOLENIA + "game.cpp", None),
    ("solenia-pack", "bands", SOLENIA + "pack.cpp", None),
    ("solenia-refusal", "needs", SOLENIA + "notation.cpp", None),
    ("solenia-scores", "leftovers", SOLENIA + "game.cpp", None),
    ("solenia-state", "capacity", SOLENIA + "json.cpp", None),
    ("solenia-view", "hand_size", SOLENIA + "json.cpp", "boards/solenia/model.ts"),
]


def each_name(node, change):
    """The schema with `change` done to the name of each field, and to each code."""
    if isinstance(node, list):
        return [each_name(one, change) for one in node]
    if not isinstance(node, dict):
        return node
    out = {}
    for key, value in node.items():
        if key == "properties":
            out[key] = {change(name): each_name(one, change) for name, one in value.items()}
        elif key == "patternProperties":
            out[key] = {re.sub(r"[A-Za-z0-9_-]+", lambda word: change(word[0]), name): each_name(one, change)
                        for name, one in value.items()}
        elif key == "required":
            out[key] = [change(name) for name in value]
        else:
            out[key] = each_name(value, change)
    return out


def names_in(schema):
    found = set()
    each_name(schema, lambda name: found.add(name) or name)
    return found


def renamed(name, field):
    """All schemas, with this field called otherwise in this one."""
    files = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}
    schema = files[f"{name}.json"]
    if name == "codes":
        for one in schema["oneOf"]:
            one["const"] += "-of-old" if one["const"] == field else ""
    else:
        assert field in names_in(schema), f"{name}.json has no {field}"
        files[f"{name}.json"] = each_name(schema, lambda one: f"{one}_of_old" if one == field else one)
    return files


class Renamed(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)

    def write(self, files):
        folder = self.home / "docs" / "schema"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, schema in files.items():
            (folder / name).write_text(json.dumps(schema))
        return folder

    def run_it(self, *command, **how):
        return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE, check=False, **how)

    def names(self, files, sources):
        """The folder of the C++ names made from these schemas, as far as these sources need them."""
        self.write(files)
        games = sorted({source.split("/")[1] for source in sources} & {name.split("-")[0] for name in files})
        (self.home / "CMakeLists.txt").write_text(
            f"cmake_minimum_required(VERSION 3.25)\nproject(names LANGUAGES NONE)\ninclude({ROOT}/cmake/messages.cmake)\n"
            + "".join(f"write_game_names({game})\n" for game in games))
        shutil.rmtree(self.home / "build", ignore_errors=True)
        done = self.run_it("cmake", "-S", self.home, "-B", self.home / "build")
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.home / "build" / "messages"

    def errors_of(self, source, names):
        done = self.run_it(os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", "-w", "-DJSON_NOEXCEPTION=1", f"-I{names}", "-Isrc", source,
                           cwd=ROOT)
        return done.returncode and done.stderr

    def test_every_schema_has_its_field(self):
        """A schema that is new is added above. pack.json and view.json say what each game's own say, and others have no fields."""
        tried = {f"{name}.json" for name, *_ in FIELDS}
        self.assertEqual(tried - {"codes.json"} | {"pack.json", "view.json"},
                         {path.name for path in SCHEMAS.glob("*.json")
                          if names_in(json.loads(path.read_text())) - {"code", "args"}})

    def test_cpp(self):
        sources = sorted({source for _, _, source, _ in FIELDS})
        as_it_is = self.names({path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}, sources)
        for source in sources:
            self.assertFalse(self.errors_of(source, as_it_is), source)
        for name, field, source, _ in FIELDS:
            with self.subTest(f"{name}.json: {field}"):
                errors = self.errors_of(source, self.names(renamed(name, field), [source]))
                self.assertTrue(errors, f"{source} still compiles")
                constant = "k" + "".join(word[:1].upper() + word[1:] for word in re.split("[_-]", field))
                self.assertRegex(errors, rf"error: .*{constant}\b")

    @unittest.skipIf(os.environ.get("TIDELOCK_SKIP_PAGE") == "1", "without the page")
    def test_page(self):
        def question(files, *pages):
            out = self.home / "types.d.ts"
            done = self.run_it("node", "message-types.mjs", self.write(files), out, cwd=ROOT / "web")
            self.assertEqual(done.returncode, 0, done.stderr)
            return json.dumps({"types": out.read_text(), "files": [f"src/{page}" for page in pages]})

        read = [(name, field, page) for name, field, _, page in FIELDS if page]
        pages = sorted({page for *_, page in read})
        questions = [question({path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}, *pages),
                     *[question(renamed(name, field), page) for name, field, page in read]]
        done = self.run_it("node", "renamed-fields.mjs", input="\n".join(questions) + "\n", cwd=ROOT / "web")
        self.assertEqual(done.returncode, 0, done.stderr)
        as_it_is, *answers = map(json.loads, done.stdout.splitlines())
        self.assertEqual(as_it_is, [None] * len(pages))
        self.assertEqual(len(answers), len(read))
        for (name, field, page), (error,) in zip(read, answers):
            with self.subTest(f"{name}.json: {field}"):
                self.assertIsNotNone(error, f"{page} still compiles")


if __name__ == "__main__":
    main()
