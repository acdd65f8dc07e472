"""The library as a program outside meets it: installed to a folder of its own, found with CMake and with pkg-config, and
used by the examples in C, C++ and Python, which are built outside the tree."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ["TIDELOCK_BUILD"])
EXAMPLES = ROOT / "examples" / "library"
# The speed through C as a share of that of the rules themselves.
LEAST_SPEED = {"solenia": 0.5, "circadians": 0.5}


def run(*command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=600, **more)
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def rate(said):
    return float(re.search(r"([0-9.]+) games a second", said)[1])


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tidelock-library-")
        cls.addClassCleanup(cls.folder.cleanup)
        installed = pathlib.Path(cls.folder.name) / "installed"
        for component in ("lib", "dev"):
            run("cmake", "--install", BUILD, "--prefix", installed, "--component", component)
        # Moved, and away from the tree: nothing may know where it was built or put first.
        cls.prefix = installed.rename(installed.with_name("moved"))
        cls.lib = next(cls.prefix.rglob("libtidelock.so")).parent
        cls.source = pathlib.Path(shutil.copytree(EXAMPLES, cls.prefix.parent / "examples"))
        cls.env = {**os.environ, "PKG_CONFIG_PATH": str(cls.lib / "pkgconfig")}
        cls.env.pop("LD_LIBRARY_PATH", None)

    def with_cmake(self):
        build = self.source / "build"
        if not build.is_dir():
            run("cmake", "-S", self.source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
                "-DCMAKE_BUILD_TYPE=Release")
            run("cmake", "--build", build)
        return build

    def flags(self, *wanted):
        return run("pkg-config", *wanted, "tidelock", env=self.env).split()

    def test_headers_stand_alone(self):
        """Each public header compiles by itself, with nothing on the path but the installed folder."""
        headers = sorted((self.prefix / "include" / "tidelock").rglob("*.h"))
        self.assertGreater(len(headers), 50)
        text = "".join(f"#include <{header.relative_to(self.prefix / 'include')}>\n" for header in headers)
        every = self.source / "every.cpp"
        every.write_text(text + "int main() {}\n")
        run("g++", "-std=c++20", "-fsyntax-only", *self.flags("--cflags"), every)
        # The C interface is C, with every warning.
        alone = self.source / "alone.c"
        alone.write_text("#include <tidelock/tidelock.h>\nint main(void) { return tidelock_api_version() != "
                         "TIDELOCK_API_VERSION; }\n")
        run("gcc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", alone, "-o", self.source / "alone",
            *self.flags("--cflags", "--libs"), f"-Wl,-rpath,{self.lib}")
        run(self.source / "alone")

    def test_documents_name_the_shared_library(self):
        for document in ("library.md", "versions.md"):
            named = re.findall(r"libtidelock\.so(?:\.\d+)+", (ROOT / "docs" / document).read_text())
            self.assertTrue(named, document)
            for name in named:
                self.assertTrue((self.lib / name).exists(), f"{document}: {name}")

    def test_cmake(self):
        build = self.with_cmake()
        self.assertRegex(run(build / "random_games", "solenia", 50), "^50 games of solenia, ")
        self.assertRegex(run(build / "random_games", "circadians", 50), "^50 games of circadians, ")
        said = run(build / "play_hard")
        self.assertRegex(said.splitlines()[-1], r"^hard \d+, random \d+$")
        self.assertGreater(len(said.splitlines()), 30)

    def test_pkg_config_with_the_static_library(self):
        static = self.source / "static"
        static.mkdir()
        shutil.copy(self.lib / "libtidelock.a", static)
        flags = [flag for flag in self.flags("--cflags", "--libs", "--static") if not flag.startswith("-L")]
        run("gcc", "-O2", self.source / "random_games.c", "-o", static / "random_games", f"-L{static}", *flags)
        self.assertNotIn("libtidelock", run("ldd", static / "random_games"))
        self.assertRegex(run(static / "random_games", "solenia", 50), "^50 games of solenia, ")

    def test_the_same_games(self):
        """C and C++ deal the same: points may differ, because their players do, but not by much."""
        build = self.with_cmake()
        for game in LEAST_SPEED:
            points = [float(re.search(r"([0-9.]+) points", run(build / name, game, 2000))[1])
                      for name in ("random_games", "random_games_cpp")]
            self.assertLess(abs(points[0] - points[1]), 1, game)

    def test_speed(self):
        """10,000 random games through C beside the same in C++, in the time of this process; the best of some tries, for
        others may be using this machine."""
        build = self.with_cmake()
        for game, least in LEAST_SPEED.items():
            best = 0
            for _ in range(5):
                through_c, rules = (rate(run(build / name, game, 10000)) for name in ("random_games", "random_games_cpp"))
                best = max(best, through_c / rules)
                if best >= least:
                    break
            self.assertGreaterEqual(best, least, game)

    def test_python(self):
        said = run("python3", "-B", self.source / "session.py", self.lib / "libtidelock.so")
        self.assertIn("a good first move: ", said)


if __name__ == "__main__":
    unittest.main()
