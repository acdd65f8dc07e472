#!/usr/bin/python3
"""tools/bench_beside: the figures it makes of what builds print, the built command beside itself, revisions, and what goes
wrong. Most builds here are scripts that print what they are told; no test depends on how fast something is.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from running import COMMAND, ROOT, SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)

TOOL = ROOT / "tools" / "bench_beside"
PATIENCE = 300  # seconds
FACTS = {"signature": "17", "pack": "some-1", "compiler": "GNU 1", "march": "x86-64"}


def report(speeds, **facts):
    """What `tidelock bench --json` prints: the games of a second for each number of players."""
    return {**FACTS, **facts, "results": [
        {"game": "solenia", "mode": "summer", "players": players, "games_per_second": speed}
        for players, speed in speeds.items()]}


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.log = self.home / "log"

    def build(self, name, *reports, status=0):
        """A folder with a command that writes down that it was asked, and prints one report after the other."""
        folder = self.home / name
        (folder / "build").mkdir(parents=True)
        for number, one in enumerate(reports):
            (folder / f"{number}.json").write_text(json.dumps(one))
        command = folder / "build" / "tidelock"
        command.write_text(f"""#!{sys.executable}
import pathlib, sys
log = pathlib.Path({str(self.log)!r})
said = log.read_text() if log.exists() else ""
log.write_text(said + "{name} " + " ".join(sys.argv[1:]) + "\\n")
number = sum(line.startswith("{name} ") for line in said.splitlines())
told = sorted(pathlib.Path({str(folder)!r}).glob("*.json"), key=lambda file: int(file.stem))
print(told[min(number, len(told) - 1)].read_text() if told else "no JSON")
print("it hurts", file=sys.stderr)
sys.exit({status})
""")
        command.chmod(0o755)
        return folder

    def beside(self, *arguments, status=0, tool=TOOL):
        done = subprocess.run([sys.executable, "-B", str(tool), *map(str, arguments)], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def measured(self, *arguments, **more):
        return json.loads(self.beside(*arguments, "--json", **more).stdout)

    def test_figures(self):
        """The first report of each is for its facts, and not measured."""
        old = self.build("old", report({2: 1}), *[report({2: speed, 3: 50}) for speed in (100, 100, 200, 100, 100)])
        new = self.build("new", report({2: 1}), *[report({2: speed, 3: 200}) for speed in (110, 90, 100, 300, 120)])
        told = self.measured(old, new, "--only", "bench")
        two, three, both = told["results"]
        self.assertEqual((two["part"], two["what"], two["unit"]), ("bench", "solenia summer 2", "games/s"))
        self.assertEqual([round(ratio, 9) for ratio in two["ratios"]], [1.1, 0.9, 0.5, 3, 1.2])
        self.assertAlmostEqual(two["ratio"], 1.1)
        self.assertAlmostEqual(two["middle_half"][0], 0.9)
        self.assertAlmostEqual(two["middle_half"][1], 1.2)
        self.assertAlmostEqual(two["range"][0], 0.5)
        self.assertAlmostEqual(two["range"][1], 3)
        self.assertEqual((two["old"], two["new"]), (100, 110))
        self.assertEqual((three["ratio"], three["range"]), (4, [4, 4]))
        # The geometric mean of the cases, and then the median.
        self.assertEqual(both["what"], "solenia, all")
        self.assertAlmostEqual(both["ratio"], (1.1 * 4) ** 0.5)
        self.assertEqual((told["rounds"], told["notes"]), (5, []))
        self.assertEqual({key: told["old"][key] for key in FACTS}, FACTS)

    def test_who_begins_changes(self):
        old, new = self.build("old", report({2: 1})), self.build("new", report({2: 1}))
        self.beside(old, new, "--only", "bench", "--rounds", 4, "--seconds", 7)
        asked = [line.split() for line in self.log.read_text().splitlines()[2:]]
        self.assertEqual([line[0] for line in asked], ["old", "new", "new", "old"] * 2)
        self.assertEqual(asked[0][1:], ["bench", "--seconds", "7.0", "--json"])

    def test_what_should_be_known(self):
        old = self.build("old", report({2: 1, 3: 1}))
        new = self.build("new", report({2: 2, 4: 2}, compiler="GNU 2", pack="some-2", signature="18"))
        told = self.measured(old, new, "--only", "bench", "--rounds", 2)
        notes = "\n".join(told["notes"])
        for part in ("compiler differs: GNU 1 and GNU 2", "pack differs: some-1 and some-2", "signatures differ",
                     "fewer than 5 rounds", "solenia summer 3: new does not have it", "solenia summer 4: old does not"):
            self.assertIn(part, notes)
        self.assertNotIn("march", notes)
        self.assertEqual(told["results"][0]["ratio"], 2)
        # For people it is the same.
        said = self.beside(old, new, "--only", "bench", "--rounds", 2).stdout
        self.assertIn(notes, said)
        self.assertRegex(said, r"(?m)^old  .*GNU 1, -march=x86-64, pack some-1, signature 17$")
        self.assertRegex(said, r"(?m)^bench: solenia summer 2 +1 +2 +games/s +2\.000 +2\.000–2\.000 +2\.000–2\.000$")

    def test_server(self):
        """By the clock and by the processor: what takes half the time is twice as fast."""
        told = [{"memory": {"moves_per_second": 10 * speed, "busy_us_a_move": 100 / speed}, "echo": {"share": 1}}
                for speed in (1, 2)]
        old, new = (self.build(name, report({2: 1}), one) for name, one in zip(("old", "new"), told))
        results = self.measured(old, new, "--only", "server", "--tables", 3, "--rounds", 1)["results"]
        self.assertEqual([(one["what"], one["ratio"]) for one in results],
                         [("memory", 2), ("memory, by processor time", 2)])
        self.assertIn("bench server --only echo --only kept --tables 3 --seconds 5 --json", self.log.read_text())

    @unittest.skipIf(SLOW, "with sanitizers it takes minutes")
    def test_the_command_beside_itself(self):
        folder = Path(COMMAND).parent
        told = self.measured(folder, folder, "--only", "bench", "--game", "solenia", "--rounds", 1, "--seconds", 0.1)
        self.assertEqual(told["old"]["signature"], told["new"]["signature"])
        self.assertEqual([one["part"] for one in told["results"]], ["bench"] * 13)
        for one in told["results"]:
            self.assertGreater(one["old"], 0)
            self.assertEqual(one["ratios"], [one["new"] / one["old"]])

    @unittest.skipUnless(os.environ.get("TIDELOCK_ENGINES"), "needs the engines of the page as they are now: ./test page")
    def test_page(self):
        folder = self.home / "kept"
        folder.mkdir()
        (folder / "tidelock").symlink_to(COMMAND)
        for engine in Path(os.environ["TIDELOCK_ENGINES"]).resolve().glob("*.wasm"):
            (folder / engine.name).symlink_to(engine)
        told = self.measured(folder, folder, "--only", "page", "--game", "circadians", "--rounds", 1, "--seconds", 0.1)
        self.assertEqual([one["part"] for one in told["results"]], ["page"] * 9)
        self.assertEqual([one["what"] for one in told["results"]][-2:], ["circadians expansion-off 4", "circadians, all"])
        (folder / "solenia.wasm").unlink()
        (folder / "solenia.wasm").write_bytes(b"\0asm")
        self.assertIn("the engine of the page ended with status 1",
                      self.beside(folder, folder, "--only", "page", "--game", "circadians", status=1).stderr)

    def test_builds_that_fail(self):
        fine = self.build("fine", report({2: 1}))
        empty = self.home / "empty"
        empty.mkdir()
        for name, folder, said in (
                ("empty", empty, "neither build/tidelock nor tidelock"),
                ("status", self.build("status", report({2: 1}), status=3), "ended with status 3\nit hurts"),
                ("words", self.build("words"), "printed no JSON: 'no JSON"),
                ("later", self.build("later", report({2: 1}), "x"), "printed something else")):
            with self.subTest(name):
                for pair in ((folder, fine), (fine, folder)):
                    self.log.unlink(missing_ok=True)
                    wrong = self.beside(*pair, "--only", "bench", status=1)
                    self.assertEqual(wrong.stdout, "")
                    self.assertIn(said, wrong.stderr)
                    self.assertIn("old" if pair[0] == folder else "new", wrong.stderr)
        if shutil.which("node"):
            self.assertIn("no engines of the page", self.beside(fine, fine, "--only", "page", status=1).stderr)

    @unittest.skipIf(SLOW, "the signature takes long")
    def test_no_such_game(self):
        folder = Path(COMMAND).parent
        wrong = self.beside(folder, folder, "--only", "bench", "--game", "chess", status=1).stderr
        self.assertIn("unknown-game", wrong)

    def test_usage(self):
        fine = self.build("fine", report({2: 1}))
        for arguments in ((), (fine, fine, fine), ("no-such-revision", fine), (fine, "--upload-pack=x"), (fine, ""),
                          (fine, fine, "--only", "all"), (fine, fine, "--rounds", 0), (fine, fine, "--rounds", "many"),
                          (fine, fine, "--seconds", 0), (fine, fine, "--seconds", "nan"), (fine, fine, "--tables", 0)):
            with self.subTest(arguments):
                wrong = self.beside(*arguments, status=2)
                self.assertEqual(wrong.stdout, "")
                self.assertRegex(wrong.stderr, r"(?m)^bench_beside: error: ")
        self.assertFalse(self.log.exists())

    def test_revisions(self):
        """In a tree of their own, whose build is a copy: two revisions, the tree as it is, and what cannot be built."""
        tree = self.home / "tree"
        (tree / "tools").mkdir(parents=True)
        shutil.copy(TOOL, tree / "tools")
        (tree / ".gitignore").write_text("build/\n")
        (tree / "CMakePresets.json").write_text(json.dumps({"version": 3, "configurePresets": [
            {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build"}]}))
        (tree / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.21)
project(stub NONE)
add_custom_target(tidelock COMMAND cp ${CMAKE_SOURCE_DIR}/command ${CMAKE_BINARY_DIR}/tidelock)
""")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}

        def git(*words):
            subprocess.run(["git", "-C", tree, "-c", "user.name=x", "-c", "user.email=x@localhost", *words], check=True,
                           capture_output=True, env=environment)

        def commit(name, speed):
            shutil.copy(self.build(name, report({2: speed})) / "build" / "tidelock", tree / "command")
            git("add", ".")
            git("commit", "-m", name)
            git("tag", name)

        git("init")
        commit("one", 10)
        commit("two", 30)
        (tree / "command").unlink()
        git("commit", "-a", "-m", "gone")
        shutil.copy(self.build("changed", report({2: 40})) / "build" / "tidelock", tree / "command")
        tool = tree / "tools" / "bench_beside"
        for arguments, ratio in ((("one", "two"), 3), (("one",), 4)):
            told = self.measured(*arguments, "--only", "bench", "--rounds", 1, tool=tool)
            self.assertEqual(told["results"][0]["ratio"], ratio)
        self.assertIn("the build in build ended with status 1",
                      self.beside("HEAD", "one", "--only", "bench", status=1, tool=tool).stderr)
        # Nothing stays behind.
        listed = subprocess.run(["git", "-C", tree, "worktree", "list"], check=True, capture_output=True, text=True)
        self.assertEqual(len(listed.stdout.splitlines()), 1)


if __name__ == "__main__":
    main()
