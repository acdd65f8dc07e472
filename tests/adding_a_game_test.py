#!/usr/bin/python3
"""Follows docs/adding-a-game.md: its code blocks, in order, in a copy of the tree, which is built and played.

That is Cairn. Orchard (tests/orchard) is added to the same copy by the same steps, which proves that they are enough
for more players, sealed choices and a game for one as well.

The copy stays in build-tutorial, so that a second run builds only what changed. TIDELOCK_SKIP_PAGE=1 leaves out the page.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COPY = ROOT / "build-tutorial"
PAGE = ROOT / "docs/adding-a-game.md"
GAMES = ("cairn", "orchard")
ORCHARD = "tests/orchard/"  # its files, each where it belongs below the root
LIST = "src/games/list.cmake"
BLOCK = re.compile(r"^```\w+ (file|append)=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ABOVE = re.compile(r"^\*\*`(\S+)`\*\*.*\n\n```\w+ \w+=", re.MULTILINE)  # the same name, where a browser shows it


def blocks():
    return BLOCK.findall(PAGE.read_text(encoding="utf-8"))


def wanted():
    """The files of the copy: those of the tree, and what the page says."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
                            capture_output=True, check=True).stdout.decode()
    files = {name: (ROOT / name).read_bytes() for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for how, name, text in blocks():
        if how == "file" and name in files:
            raise AssertionError(f"{name} is there already")
        files[name] = (files[name] if how == "append" else b"") + text.encode()
    for name in [name for name in files if name.startswith(ORCHARD)]:
        files[name.removeprefix(ORCHARD)] = files.pop(name)
    files[LIST] += b"game(orchard)\n"
    return files


def copy():
    """Writes what differs, so that nothing else is built again; takes away what is no longer there."""
    files = wanted()
    for name, content in files.items():
        path = COPY / name
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            if (ROOT / name).is_file():
                shutil.copymode(ROOT / name, path)
    for folder in ("src", "data", "docs", "tests", "web"):
        for path in sorted((COPY / folder).rglob("*")):
            if path.is_file() and "node_modules" not in path.parts and str(path.relative_to(COPY)) not in files:
                path.unlink()
    modules = COPY / "web/node_modules"
    if not modules.is_symlink():
        modules.symlink_to(ROOT / "web/node_modules")
    if not (COPY / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=COPY, check=True)


def run(*command, **env):
    done = subprocess.run(list(map(str, command)), cwd=env.pop("cwd", COPY), env={**os.environ, **env},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout[-6000:]}")
    return done.stdout


def build(preset, folder, *targets, **settings):
    run("cmake", "--preset", preset, *[f"-D{name}={value}" for name, value in settings.items()])
    run("cmake", "--build", folder, "--parallel", os.cpu_count() or 1, "--target", *targets)


class Tutorial(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        copy()
        build("release", "build", *[f"{game}_test" for game in GAMES], "games_test", "tidelock",
              TIDELOCK_TESTS="ON", TIDELOCK_DEMO="OFF")

    @staticmethod
    def try_all_games(file, *tests):
        run(sys.executable, "-B", f"tests/{file}", *tests, TIDELOCK=str(COPY / "build/tidelock"))

    def for_each(self, what):
        for game in GAMES:
            with self.subTest(game):
                what(game)

    def play(self, game, **env):
        run(sys.executable, "-B", "tests/any_game_test.py", TIDELOCK=str(COPY / "build/tidelock"), TIDELOCK_GAME=game, **env)

    def test_readers_see_where_a_block_belongs(self):
        text = PAGE.read_text(encoding="utf-8")
        self.assertEqual(ABOVE.findall(text), [name for _, name, _ in blocks()])

    def test_the_tree_is_in_order(self):
        run("tools/check_tree")
        for game, rules in zip(GAMES, (3, 6)):
            self.assertIn(f"{game}: {rules} rules, each with a test", run("tools/mutants", "--check", game))
            run("clang-format", "--dry-run", "-Werror", *sorted((COPY / f"src/{game}").iterdir()))

    def test_rules_and_properties(self):
        self.for_each(lambda game: run(f"build/{game}_test", "--gtest_brief=1"))

    def test_the_list_and_the_numbers(self):
        """Also that a game more, which is measured, changes no number of the others."""
        run("build/games_test", "--gtest_brief=1",
            "--gtest_filter=Games.*:Words.*:Signature.*:" + ":".join(f"*{game}*" for game in GAMES))
        listed = run("build/games_test", "--gtest_list_tests")
        for name in ("orchard_3_seed1_after0", "Numbers/cairn", "Block/orchard"):
            self.assertIn(name, listed)
        self.try_all_games("cli_test.py", "BenchTest.test_json")

    def test_what_all_games_promise(self):
        self.try_all_games("protocol_test.py", "SchemaTest", "GamesTest.test_greeting_names_the_games",
                               "BadInputTest.test_new_tables_that_cannot_be")

    def test_terminal_engine_and_server(self):
        self.for_each(self.play)

    def test_other_numbers_of_players(self):
        for players in ("1", "3"):
            with self.subTest(players=players):
                self.play("orchard", TIDELOCK_PLAYERS=players)

    def test_how_fair_it_is(self):
        for game in GAMES:
            with self.subTest(game), tempfile.TemporaryDirectory() as folder:
                run("build/tidelock", "study", game, "--games", 8, "--level", "greedy", "--out", folder)
                self.assertIn("report.md", os.listdir(folder))

    def test_fuzzed(self):
        """States that nobody wrote down: there is no corpus."""
        build("sanitize", "build-sanitize", *[f"fuzz_{game}_states" for game in GAMES], TIDELOCK_TESTS="OFF", TIDELOCK_DEMO="OFF",
              **{f"TIDELOCK_{part}": "OFF" for part in ("COMMAND", "SERVER", "POSTGRES", "REDIS", "TLS", "MIMALLOC", "MPI")})
        for game in GAMES:
            with self.subTest(game):
                said = run(f"build-sanitize/fuzz_{game}_states", "-runs=5000", "-seed=1", "-timeout=10")
                self.assertIn("Done 5000 runs", said)

    @unittest.skipUnless(shutil.which("clang++-19"), "needs clang 19")
    def test_for_gpus(self):
        build("gpu", "build-gpu", *[f"module_{game}" for game in GAMES])

    @unittest.skipIf(os.environ.get("TIDELOCK_SKIP_PAGE") == "1", "the page was left out")
    def test_page(self):
        build("wasm", "build-wasm", *GAMES)
        run("npx", "vitest", "run", "src/engine/signature.test.ts", cwd=COPY / "web")
        run("npm", "run", "--silent", "build", cwd=COPY / "web")
        self.for_each(lambda game: run("npx", "vitest", "run", "--config", "e2e/vitest.config.ts", "generic.e2e.ts",
                                       cwd=COPY / "web", TIDELOCK_GAME=game))


if __name__ == "__main__":
    unittest.main(verbosity=2)
