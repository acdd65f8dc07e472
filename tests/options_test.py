#!/usr/bin/python3
"""What is left out when it was not asked for: the library alone, the command with the terminal, and a server without its parts
are built one after the other in build-plain, without a preset. Each says what it lacks, and how that is built in."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from running import ROOT

BUILD = ROOT / "build-plain"
PROGRAM = BUILD / "tidelock"
PATIENCE = 3600
OFF = [f"-DTIDELOCK_{part}=OFF" for part in ("SERVER", "POSTGRES", "REDIS", "TLS", "MIMALLOC", "MPI", "TESTS", "DEMO", "WERROR")]
SIGNATURE = re.search(r"kSignature = (\d+)ULL", (ROOT / "src/games/games_test.cpp").read_text())[1]


def run(*command, status=0, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=PATIENCE, check=False, **more)
    if done.returncode != status:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout + done.stderr


def build(*options):
    """What an earlier run left has no say: every option is named."""
    PROGRAM.unlink(missing_ok=True)
    run("cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *OFF, *options)
    said = run("cmake", "--build", BUILD, "--parallel", os.cpu_count() or 1)
    if "warning:" in said:
        raise AssertionError(said)


class Case(unittest.TestCase):
    """The steps build upon each other, in this order."""

    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-options-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "index.html").write_text("<!doctype html>")
        self.env = {**os.environ, "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"), "LC_ALL": "C.UTF-8",
                    "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                    "OMPI_MCA_rmaps_base_oversubscribe": "1"}

    def says(self, *args, before=(), part, package):
        """It does not do that, but says which option builds it in and what is installed for it."""
        said = run(*before, PROGRAM, *args, status=1, env=self.env, cwd=self.home)
        self.assertIn("without", said)
        self.assertIn(f"-DTIDELOCK_{part}=ON", said)
        self.assertIn(package, said)

    def linked(self):
        return set(re.findall(r"^\s*(lib[a-z+_]+)[-.\d]*\.so", run("ldd", PROGRAM), re.M))

    def test_1_the_library_alone(self):
        build("-DTIDELOCK_COMMAND=OFF")
        self.assertFalse(PROGRAM.exists())
        cache = (BUILD / "CMakeCache.txt").read_text()
        self.assertIn("TIDELOCK_COMMAND:BOOL=OFF", cache)
        installed = self.home / "installed"
        run("cmake", "--install", BUILD, "--prefix", installed, "--component", "dev")
        library = next(installed.rglob("libtidelock.a"))
        run("gcc", "-O2", f"-I{installed}/include", ROOT / "examples/library/random_games.c", library, "-o", self.home / "games",
            "-lstdc++", "-lm", "-lpthread")
        self.assertRegex(run(self.home / "games", "solenia", 20), "^20 games of solenia, ")

    def test_2_the_terminal(self):
        build("-DTIDELOCK_COMMAND=ON")
        self.assertLessEqual(self.linked(), {"libstdc++", "libm", "libgcc_s", "libc"})
        self.assertEqual(run(PROGRAM, "bench", "--signature"), SIGNATURE + "\n")
        self.assertIn("Ann", run(PROGRAM, "play", "--plain", "--seed", 3, "--seats", "Ann,novice", input="1\n\n" * 2000,
                                 env=self.env))
        for args in (("serve",), ("serve", "--database", "postgresql://localhost/tidelock"), ("db", "check"), ("bench", "server")):
            self.says(*args, part="SERVER", package="./setup server")
        for command in (("arena", "greedy", "random", "--games", 2), ("ladder", "--games", 2)):
            self.says(*command, before=("mpirun", "-n", 1), part="MPI", package="libopenmpi-dev")
            run(PROGRAM, *command, env=self.env, cwd=self.home)

    def test_3_a_server_without_its_parts(self):
        build("-DTIDELOCK_COMMAND=ON", "-DTIDELOCK_SERVER=ON")
        self.assertLessEqual(self.linked() - {"libstdc++", "libm", "libgcc_s", "libc"}, {"libsqlite", "libsodium"})
        serve = ("serve", "--page", self.home, "--port", 0)
        self.says(*serve, "--database", "postgresql://localhost/tidelock", part="POSTGRES", package="libpq-dev")
        self.says("db", "check", "--database", "postgresql://localhost/tidelock", part="POSTGRES", package="libpq-dev")
        self.says(*serve, "--database", "tables.db", "--bus", "redis://localhost:6379", part="REDIS", package="libhiredis-dev")
        self.says(*serve, "--database", "memory", "--tls-cert", "c.pem", "--tls-key", "k.pem", part="TLS", package="libssl-dev")


if __name__ == "__main__":
    unittest.main()
