#!/usr/bin/python3
"""tools/check_rules and tools/check_names find what they look for, in small trees that are right but for one thing."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from running import ROOT, load_tests, main  # noqa: F401 (unittest asks for load_tests)


class Tree(unittest.TestCase):
    TOOL = ""
    FILES = {}

    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "tools").mkdir()
        for name in (self.TOOL, "cpp_code.py"):
            shutil.copy(ROOT / "tools" / name, self.home / "tools")

    def check(self, **changed):
        """What it says of the tree with these texts put in; nothing if all is well."""
        for name, text in self.FILES.items():
            for key, wanted in {**self.DEFAULTS, **changed}.items():
                text = text.replace(f"<{key}>", wanted)
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        done = subprocess.run([sys.executable, str(self.home / "tools" / self.TOOL)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1 if done.stderr else 0, done)
        return done.stderr


class RulesTest(Tree):
    TOOL = "check_rules"
    FILES = {
        "src/tiny/rules.h": "#pragma once\n#include <array>\n\nnamespace tiny {\n"
                            "// A new one.\nstruct alignas(16) Rules {\n  static int first();\n  static constexpr int kOnes = 1;\n"
                            "  <member>\n};\n}  // namespace tiny\n",
        "src/tiny/rules.cpp": "#include \"tiny/rules.h\"\n\n#include \"core/ones.h\"\n<include>\n\nnamespace tiny {\nnamespace {\n"
                              "static int nothing() { return 0; }\n}  // namespace\n"
                              "int Rules::first() {\n  static constexpr int kFirst[] = {1, 2};\n  static_assert(kOnes == 1);\n"
                              "  <statement>\n  return static_cast<int>(kFirst[0]) + nothing();\n}\n}  // namespace tiny\n",
        "src/core/ones.h": "#pragma once\n\nnamespace core {\n<core>\n}  // namespace core\n",
        # What shows the game may do all of this.
        "src/tiny/game.cpp": "#include <string>\n\nconst char* name() {\n  static const std::string kName = \"tiny\";\n"
                             "  return new char[kName.size()];\n}\n",
    }
    DEFAULTS = {"member": "", "include": "", "statement": "", "core": ""}

    def test_plain(self):
        self.assertEqual(self.check(), "")
        self.assertEqual(self.check(statement='const char* a = "throw"; // malloc'), "")

    def test_includes(self):
        self.assertIn("src/tiny/rules.cpp:4: rules may not use <vector>", self.check(include="#include <vector>"))

    def test_allocation(self):
        for statement in ("int* a = new int[3];", "void* a = malloc(3);", "auto a = std::make_unique<int>(3);"):
            self.assertIn("src/tiny/rules.cpp:12: rules may not use ", self.check(statement=statement), statement)
        self.assertIn("src/core/ones.h:4: rules may not use new", self.check(core="inline int* one() { return new int; }"))

    def test_exceptions(self):
        self.assertIn("src/tiny/rules.cpp:12: rules may not use throw", self.check(statement="if (kOnes > 1) throw 1;"))

    def test_statics(self):
        for statement in ("static int a = nothing();", "static const int a[] = {1};", "if (true) { static Rules a; }",
                          "auto f = [] { static int a; return ++a; };", "thread_local int a = 0;"):
            self.assertIn("src/tiny/rules.cpp:12: rules may have nothing static", self.check(statement=statement), statement)
        self.assertIn("src/tiny/rules.h:9: rules may have nothing static", self.check(member="inline static int a = first();"))


class NamesTest(Tree):
    TOOL = "check_names"
    FILES = {
        "docs/glossary.md": "## Terms of the field\n| term | here | where |\n|---|---|---|\n"
                            "| backup, null window | a test (Knuth & Moore 1975) | `src/ai/a.h`, `src/ai/b.h` |\n\n"
                            "## Retired names\n| retired | now | folders |\n|---|---|---|\n| `glory` | `history` | `src/ai` |\n\n"
                            "## Sources\n- Knuth & Moore <year>: *An analysis*.\n",
        "src/ai/a.h": "// The backup of a null\n// window.\nint <name>;\n",
        "src/ai/b.h": "// <comment>\n",
        "src/core/c.h": "int glory;\n",
    }
    DEFAULTS = {"year": "1975", "name": "a", "comment": "Backup, null window."}

    def test_right(self):
        self.assertEqual(self.check(), "")
        self.assertEqual(self.check(name="a;  // no glory"), "")

    def test_term_stands_in_every_file(self):
        self.assertIn('docs/glossary.md:4: src/ai/b.h does not say "null window"', self.check(comment="Backup."))

    def test_sources(self):
        self.assertIn("docs/glossary.md:4: Knuth 1975 is not among the sources", self.check(year="1976"))

    def test_retired_name(self):
        self.assertIn("src/ai/a.h:3: glory is a retired name, now `history`", self.check(name="glory"))


if __name__ == "__main__":
    main()
