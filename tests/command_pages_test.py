#!/usr/bin/python3
"""Manual pages and completions tell what the command takes: compared with its --help.

Run it with the command in the environment variable TIDELOCK, or as the first argument. Everything is written into a
temporary folder.
"""
import gzip
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import COMMAND, ROOT, load_tests, main  # noqa: F401 (unittest asks for load_tests)


def said(*args, **more):
    return subprocess.run([*map(str, args)], check=True, capture_output=True, text=True, **more).stdout


def helped(*path):
    """What --help lists: the options of a command, its positionals, and the commands below it."""
    text = said(COMMAND, *path, "--help")
    options = set(re.findall(r"(?:^ +|,)(--?[a-z][\w-]*)", text, re.M))
    below = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    return options, re.findall(r"^  (\S+)", below[1], re.M) if below else []


class CommandPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        said(ROOT / "tools/command_pages", COMMAND, cls.folder)
        cls.commands = helped()[1]

    def page(self, name):
        """As it is read, without troff's marks."""
        text = gzip.decompress((self.folder / f"man1/{name}.1.gz").read_bytes()).decode()
        return re.sub(r"\\f[BIR]", "", text).replace("\\-", "-").replace("\\(aq", "'")

    def bash(self, line):
        """What bash would offer after this line."""
        words = " ".join(f"'{word}'" for word in line)
        script = (f"source {self.folder}/tidelock.bash; COMP_WORDS=({words}); COMP_CWORD={len(line) - 1}; "
                  'unset -f true; _tidelock; echo "${COMPREPLY[@]}"')
        return set(said("bash", "-c", script).split())

    def test_there_is_a_page_for_every_command(self):
        self.assertGreater(len(self.commands), 5)
        pages = {path.name for path in (self.folder / "man1").iterdir()}
        self.assertEqual(pages, {"tidelock.1.gz", *(f"tidelock-{name}.1.gz" for name in self.commands)})
        for name in self.commands:
            self.assertIn(f"tidelock-{name}(1)", self.page("tidelock"))

    def test_pages_have_every_option_of_the_help(self):
        for name in self.commands:
            options, below = helped(name)
            for inner in below:
                options |= helped(name, inner)[0]
            with self.subTest(name):
                text = self.page(f"tidelock-{name}")
                entries = set(re.findall(r"(--?[a-z][\w-]*)", " ".join(re.findall(r"\.TP\n(-.*)", text))))
                self.assertEqual(entries, options)
                for inner in below:
                    self.assertIn(f".SS tidelock {name} {inner}\n", text)

    def test_pages_are_sound(self):
        """man has nothing to warn of."""
        if not shutil.which("man"):
            self.skipTest("there is no man")
        for path in (self.folder / "man1").iterdir():
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path], capture_output=True, text=True,
                                  env={"PATH": "/usr/bin:/bin", "MANROFFSEQ": "", "MANWIDTH": "80", "LC_ALL": "C.UTF-8"}, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), path.name)

    def test_bash_completes(self):
        self.assertLessEqual(set(self.commands), self.bash(["tidelock", ""]))
        self.assertEqual(self.bash(["tidelock", "pl"]), {"play"})
        for name in self.commands:
            wanted = {option for option in helped(name)[0] if option.startswith("--")}
            self.assertLessEqual(wanted, self.bash(["tidelock", name, "--"]), name)
            self.assertLessEqual(set(helped(name)[1]), self.bash(["tidelock", name, ""]), name)
        self.assertNotIn("--tls-cert", self.bash(["tidelock", "play", "--"]))

    def test_zsh_and_fish_can_read_theirs(self):
        for shell, name in (("zsh", "_tidelock"), ("fish", "tidelock.fish")):
            for command in self.commands:
                self.assertIn(command, (self.folder / name).read_text())
            if shutil.which(shell):
                said(shell, "-n", self.folder / name)


if __name__ == "__main__":
    main()
