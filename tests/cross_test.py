#!/usr/bin/python3
"""What was built for other machines does here what the command of this machine does, to the byte: ./test cross builds both.

The programs run in an emulator of the processor or of the system (cmake/arm64.cmake, cmake/windows.cmake)."""
import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest
from pathlib import Path

from running import COMMAND, ROOT, load_tests, main  # noqa: F401 (unittest asks for load_tests)

PATIENCE = 300
RESTLESS = "1\n\n" * 2000  # whatever is asked at the terminal, the game goes on
SIGNATURE = re.search(r"kSignature = (\d+)ULL", (ROOT / "src/games/games_test.cpp").read_text())[1]


def drain(screen):
    """Whoever writes to a screen that nobody reads waits."""
    try:
        while os.read(screen, 65536):
            pass
    except OSError:
        pass


class Machine:
    """This one, or one that is emulated."""

    def __init__(self, home, command):
        self.home, self.command = home, command
        home.mkdir()
        self.env = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "LC_ALL": "C.UTF-8"}

    def run(self, *args, text="", status=0):
        """The bytes that it says, and then those that it complains."""
        done = subprocess.run([*self.command, *map(str, args)], input=text.encode(), capture_output=True, timeout=PATIENCE,
                              env=self.env, cwd=self.home, check=False)
        if done.returncode != status:
            raise AssertionError(f"{args} ended with {done.returncode}:\n{done.stdout[-1000:]}\n{done.stderr[-2000:]}")
        return done.stdout + done.stderr

    def records(self):
        """Of the games that were played to their end; they are taken away."""
        found = sorted(self.state_folder().glob("tidelock/records/*.json"))
        records = [path.read_bytes() for path in found]
        for path in found:
            path.unlink()
        return records

    def state_folder(self):
        return self.home / "state"


class Here(Machine):
    def __init__(self, home):
        super().__init__(home, [COMMAND])


class Cross:
    """What holds for each of them."""
    preset, emulator, program, library, compiler, flags = "", [], "", "", "", []

    def machine(self, command):
        return Machine(self.home / self.preset, [*self.emulator, command])

    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-cross-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.build = ROOT / f"build-{self.preset}"
        self.here = Here(self.home / "here")
        self.there = self.machine(self.build / self.program)

    def same(self, *args, text="", status=0):
        """What both say. Only the names of files that are theirs are different."""
        said = [machine.run(*args, text=text, status=status) for machine in (self.here, self.there)]
        names = rb"\S*/tidelock/\S+\.json"
        here, there = (re.sub(names, b"FILE", one) for one in said)
        self.assertEqual(there.decode(), here.decode())
        return there.decode()

    def test_signature(self):
        self.assertEqual(self.there.run("bench", "--signature"), SIGNATURE.encode() + b"\n")

    def test_a_game_at_the_terminal(self):
        for game, lang in (("solenia", "pl"), ("circadians", "zh-Hant")):
            with self.subTest(game):
                said = self.same("play", game, "--plain", "--new", "--seed", 3, "--lang", lang, "--seats", "Żółw,easy",
                                 text="look\nhint\n" + RESTLESS)
                self.assertIn("Żółw", said)
                there, here = self.there.records(), self.here.records()
                self.assertEqual(there, here)
                self.assertEqual(len(there), 1)

    def test_a_game_is_kept_and_goes_on(self):
        name = "żółw-夜.json"
        for lines in ("1\n\n1\n\nq\n", "u\n1\n\nq\n"):
            self.same("play", "solenia", "--plain", "--seed", 3, "--save", name, text=lines)
            self.same("play", "--plain", "--resume", name, text=lines)
            there, here = ((machine.home / name).read_bytes() for machine in (self.there, self.here))
            self.assertEqual(there, here)
            self.assertNotIn(b"\r", there)
        # In the way of a new game it is kept beside it.
        self.assertEqual(len(list(self.there.home.glob(f"{name}.kept-*"))), 1)
        self.same("replay", name)
        self.same("replay", "nothing.json", status=1)
        self.same("play", "--plain", "--seed", 3, "--save", "no/folder.json", text="q\n", status=1)

    def test_a_person_at_the_screen(self):
        """Keys are read one by one, and Ctrl-C ends the game, which is kept with the move that was typed."""
        for form in ([], ["--plain"]):
            with self.subTest(form=form):
                kept = self.there.home / "there.json"
                kept.unlink(missing_ok=True)
                child, screen = pty.fork()
                if child == 0:
                    os.chdir(self.there.home)
                    os.execvpe(self.there.command[0], [*map(str, self.there.command), "play", "solenia", "--seed", "3", "--save",
                                                       "there.json", *form], {**self.there.env, "TERM": "xterm-256color"})
                self.addCleanup(os.close, screen)
                threading.Thread(target=drain, args=[screen], daemon=True).start()
                dealt = self.moves_beyond(kept, 0)
                os.write(screen, b"15\x7f\r")  # a digit too many, which is taken back
                self.moves_beyond(kept, dealt)
                os.write(screen, b"\x03")
                self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def moves_beyond(self, kept, before):
        """How many there are once there are more than before."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            time.sleep(1)  # and by then it asks again
            if kept.exists() and (count := len(json.loads(kept.read_bytes())["record"]["moves"])) > before:
                time.sleep(1)
                return count
        return self.fail(f"nothing was played after {before} moves")

    def test_the_engine(self):
        self.same("engine", text="".join(line + "\n" for line in (
            '{"id": 1, "do": "new", "game": "circadians", "seed": 5, "options": {"players": 2}}',
            '{"id": 2, "do": "hint", "seat": 1, "iterations": 200}',
            '{"id": 3, "do": "observe", "seat": 1, "lang": "de"}',
            "",
            "nonsense",
            '{"id": 4, "do": "record"}')))

    def test_numbers(self):
        self.same("sim", "circadians", "--games", 50, "--threads", 2, "--json")
        told = [json.loads(machine.run("arena", "greedy", "random", "--games", 20, "--threads", 2, "--json"))
                for machine in (self.here, self.there)]
        for one in told:
            del one["timing"]
        self.assertEqual(*told)

    def test_what_is_left_out_says_so(self):
        self.assertIn(b"built without the server", self.there.run("serve", status=1))

    def installed(self):
        prefix = self.home / "installed"
        for component in ("lib", "dev"):
            subprocess.run(["cmake", "--install", self.build, "--prefix", prefix, "--component", component], check=True,
                           capture_output=True, timeout=PATIENCE)
        return prefix

    def test_the_library(self):
        """The example in C, with the static library and with the shared one, plays the same games as here."""
        prefix = self.installed()
        source = ROOT / "examples/library/play_hard.c"
        said = set()
        for kind in ("static", "shared"):
            folder = self.home / kind
            folder.mkdir()
            library = next(prefix.rglob("libtidelock.a" if kind == "static" else self.library)).resolve()
            program = folder / "play_hard.exe"
            subprocess.run([self.compiler, "-O2", f"-I{prefix}/include", source, library, "-o", program, *self.flags,
                            *(["-lstdc++", "-lm", "-lpthread"] if kind == "static" else [f"-Wl,-rpath,{library.parent}"])],
                           check=True, timeout=PATIENCE)
            if library.suffix == ".dll":
                shutil.copy(library, folder)
            said.add(subprocess.run([*self.emulator, program], check=True, capture_output=True, timeout=PATIENCE,
                                    env=self.there.env).stdout.replace(b"\r", b"").decode())
        self.assertEqual(len(said), 1)
        self.assertRegex(said.pop().splitlines()[-1], r"^hard \d+, random \d+$")


class Arm64Test(Cross, unittest.TestCase):
    preset, program, library, compiler = "arm64", "tidelock", "libtidelock.so", "aarch64-linux-gnu-gcc"
    emulator = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]


class WindowsTest(Cross, unittest.TestCase):
    preset, program, library, compiler = "windows", "tidelock.exe", "libtidelock*.dll", "x86_64-w64-mingw32-gcc-posix"
    emulator, flags = ["wine"], ["-static"]

    def machine(self, command):
        class Windows(Machine):
            def state_folder(self):
                return next(Path(self.env["WINEPREFIX"]).glob("drive_c/users/*/AppData/Roaming"))
        return Windows(self.home / self.preset, [*self.emulator, command])

    @classmethod
    def setUpClass(cls):
        cls.prefix = tempfile.TemporaryDirectory(prefix="tidelock-wine-")
        cls.addClassCleanup(cls.prefix.cleanup)
        os.environ.update(WINEPREFIX=cls.prefix.name, WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=")
        subprocess.run(["wineboot", "--init"], check=True, capture_output=True, timeout=PATIENCE)
        cls.addClassCleanup(subprocess.run, ["wineserver", "--kill"], check=False)

    def test_outside_bots(self):
        self.assertIn(b"starts no outside bots", self.there.run("arena", "exec:anything", "random", "--games", 2, status=1))


if __name__ == "__main__":
    main()
