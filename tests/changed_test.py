#!/usr/bin/python3
"""tools/changed: what it would run for a change of each kind, and in a repository of its own what it takes for a change,
what fails, and what it leaves when there is no time."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from running import COMMAND, ROOT, load_tests, main  # noqa: F401 (unittest asks for load_tests)

TOOL = ROOT / "tools" / "changed"
BUILD = Path(COMMAND).parent
PATIENCE = 120  # seconds


def changed(tool, *arguments):
    return subprocess.run([sys.executable, "-B", str(tool), "--build", str(BUILD), *arguments], capture_output=True, text=True,
                          timeout=PATIENCE, check=False)


def rooms(steps):
    return [step for step in steps if step.endswith("_test")]


class PlanTest(unittest.TestCase):
    def plan(self, *files):
        """With a space before each: a test that names a file is taken for one that reads it."""
        files = [file.strip() for file in files]
        for file in files:
            self.assertTrue((ROOT / file).is_file(), file)
        done = changed(TOOL, "--plan", "--files", *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines()[1:]

    def assert_order(self, steps, *wanted):
        """These begin steps, in this order."""
        places = [next((i for i, step in enumerate(steps) if step.startswith(start)), None) for start in wanted]
        self.assertNotIn(None, places, f"{wanted} in {steps}")
        self.assertEqual(places, sorted(places), steps)

    def test_rule(self):
        steps = self.plan(" src/circadians/send.cpp")
        self.assert_order(steps, "format", "circadians_test", "tree", "games_test", "Python tests of the command")
        self.assertEqual(rooms(steps)[0], "circadians_test")
        self.assertNotIn("core_test", steps)
        self.assertNotIn("page", steps)

    def test_bot(self):
        steps = self.plan(" src/ai/search.h")
        self.assert_order(steps, "format", "ai_test", "games_test", "arena_test", "Python tests of the command")
        self.assertNotIn("core_test", steps)

    def test_test(self):
        steps = self.plan(" src/solenia/rules_turn_test.cpp")
        self.assertEqual(rooms(steps), ["solenia_test"])
        self.assertNotIn("Python", "".join(steps))
        steps = self.plan(" tests/serve_test.py")
        self.assertEqual(len(steps), 2, steps)
        self.assertIn("serve_test.py FilesTest", steps[0])
        self.assertNotIn("cli_test.py", steps[0])

    def test_store(self):
        steps = self.plan(" src/store/sqlite.cpp")
        self.assert_order(steps, "store_test", "server_test", "Python tests of the command")
        self.assertNotIn("solenia_test", steps)

    def test_helper_of_tests(self):
        steps = self.plan(" tests/websocket.py")
        self.assertIn("server_test.py Case", steps[0])
        self.assertNotIn("cli_test.py", steps[0])

    def test_component(self):
        steps = self.plan(" web/src/boards/circadians/Board.svelte")
        self.assert_order(steps, "prettier", "unit tests of the page", "types and boundaries of the page", "page",
                          "browser tests; circadians")
        self.assertEqual(rooms(steps), [])

    def test_browser_test(self):
        self.assertEqual(self.plan(" web/e2e/tabs.e2e.ts")[-1], "browser tests; tabs.e2e.ts")
        self.assertIn("browser tests; circadians-more.e2e.ts; circadians-motion.e2e.ts; circadians.e2e.ts;",
                      self.plan(" web/e2e/crew.ts")[-1])

    def test_catalogue(self):
        steps = self.plan(" data/lang/de/solenia.json")
        self.assert_order(steps, "solenia_test", "Python tests that read it", "unit tests of the page", "tree")
        self.assertIn("protocol_test.py WhyTest", next(step for step in steps if "that read it" in step))

    def test_pack(self):
        steps = self.plan(" data/circadians/reconstruction-2.json")
        self.assert_order(steps, "circadians_test", "Python tests that read it", "games_test")
        self.assertNotIn("core_test", steps)

    def test_schema(self):
        steps = self.plan(" docs/schema/record.json")
        self.assert_order(steps, "core_test", "Python tests that read it", "types and boundaries of the page", "tree", "table_test",
                          "Python tests of the command")
        self.assertIn("protocol_test.py SchemaTest", next(step for step in steps if "that read it" in step))

    def test_schema_of_messages(self):
        """What it becomes headers of: the table's requests, what refusals and games tell in common, a game's own messages."""
        for file, first in (("message.json", "table_test"), ("answer.json", "core_test"), ("circadians-view.json", "solenia_test")):
            self.assertEqual(rooms(self.plan(f" docs/schema/{file}"))[0], first)
        for file in ("message.json", "answer.json"):
            self.assert_order(self.plan(f" docs/schema/{file}"), "table_test", "Python tests that read it", "capi_test",
                              "server_test", "Python tests of the command")
        self.assertIn("circadians_test", self.plan(" docs/schema/circadians-view.json"))
        self.assertNotIn("table_test", self.plan(" docs/schema/view.json"), "only games have names made from it")

    def test_document(self):
        steps = self.plan(" docs/record.md")
        self.assertEqual(len(steps), 2, steps)
        self.assertIn("cli_test.py DocsTest", steps[0])
        self.assertNotIn("TerminalTest", steps[0])

    def test_core_header(self):
        steps = self.plan(" src/core/game.h")
        self.assert_order(steps, "core_test", "solenia_test", "circadians_test", "table_test", "server_test")

    def test_recipe(self):
        self.assert_order(self.plan(" src/CMakeLists.txt"), "core_test", "server_test", "Python tests of the command")


class RepositoryTest(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "tools").mkdir()
        shutil.copy(TOOL, self.home / "tools/changed")
        self.write("tools/check_tree", "#!/bin/sh\n")
        (self.home / "tools/check_tree").chmod(0o755)
        shutil.copy(ROOT / ".clang-format", self.home)
        self.write("a.cpp", "int a = 1;\n")
        self.write(".gitignore", "/build/\n")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("first")

    def write(self, name, text):
        (self.home / name).write_text(text)

    def git(self, *arguments):
        env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
               **{f"GIT_{who}_{what}": "somebody@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}}
        subprocess.run(["git", *arguments], cwd=self.home, env=env, check=True, capture_output=True)

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def changed(self, *arguments):
        return changed(self.home / "tools/changed", *arguments)

    def test_on_main_it_is_what_is_not_committed(self):
        self.assertEqual(self.changed().stdout, "nothing has changed\n")
        self.write("b.cpp", "int b = 1;\n")
        self.assertIn("changed: b.cpp\n", self.changed("--plan").stdout)
        self.commit("second")
        self.assertEqual(self.changed("--plan").stdout, "nothing has changed\n")
        self.assertIn("changed: b.cpp\n", self.changed("--plan", "HEAD~").stdout)

    def test_on_a_branch_it_is_all_since_it_left_main(self):
        self.git("checkout", "--quiet", "-b", "mine")
        self.write("b.cpp", "int b = 1;\n")
        self.commit("second")
        self.write("a.cpp", "int a = 2;\n")
        self.assertIn("changed: a.cpp, b.cpp\n", self.changed("--plan").stdout)
        (self.home / "b.cpp").unlink()
        self.assertIn("changed: a.cpp\n", self.changed("--plan").stdout)

    def test_it_passes_and_fails(self):
        self.write("b.cpp", "int b = 1;\n")
        done = self.changed()
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (0, "2 passed, 0 failed"), done.stdout + done.stderr)
        self.write("b.cpp", "int   b = 1;\n")
        done = self.changed()
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "1 passed, 1 failed"))
        self.assertIn("b.cpp:1:4: error", done.stdout)

    def test_without_time_nothing_passes(self):
        self.write("b.cpp", "int b = 1;\n")
        done = self.changed("--seconds", "0")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "0 passed, 0 failed"))
        self.assertIn("left to ./test: tree", done.stdout)

    def test_it_ends_in_time(self):
        self.write("tools/check_tree", "#!/bin/sh\nsleep 100\n")
        done = self.changed("--seconds", "8")
        self.assertIn("left to ./test: tree (not ended in time)\n", done.stdout)
        self.assertEqual(done.returncode, 1)

    def test_a_build_that_cannot_be_configured_fails(self):
        done = self.changed("--build", str(self.home / "nothing"), "--files", "docs/schema/record.json")
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, "0 passed, 1 failed"))

    def test_no_such_base(self):
        done = self.changed("nowhere")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    main()
