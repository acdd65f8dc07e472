#!/usr/bin/python3
"""Bots against each other as people and scripts let them: arena and ladder, outside programs, several processes.

Run it with the command in the environment variable TIDELOCK, or as the first argument; TIDELOCK_SLOW=1 does less (for
builds with sanitizers). Everything is written into temporary folders.
"""
import json
import math
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree
from pathlib import Path

import measured
from running import COMMAND, ROOT, SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)
from schemas import SCHEMAS

HAS_MPI = os.environ.get("TIDELOCK_HAS_MPI", "1") == "1"
PATIENCE = 120  # seconds


def some(n):
    """Fewer where everything is slow; still whole pairs."""
    return n // 4 // 2 * 2 if SLOW else n


# A bot that writes down what it is asked and plays by what it is told to.
BOT = r"""
import json, os, random, sys, time
how, folder = sys.argv[1], sys.argv[2]
with open(os.path.join(folder, f"{os.getpid()}.pid"), "w"):
    pass
for n, line in enumerate(sys.stdin, 1):
    question = json.loads(line)
    moves = [one["move"] for one in question["moves"]]
    move = random.Random(question["seed"]).choice(moves)
    answer = {"id": question["id"], "move": move}
    if how == "log" and n % 25 == 1:
        with open(os.path.join(folder, f"{os.getpid()}.log"), "a") as log:
            log.write(line)
    late = n == 3
    if how == "dies" and late:
        sys.exit(7)
    if how == "killed" and late:
        os.kill(os.getpid(), 9)
    if how == "silent" and late:
        time.sleep(1000)
    if how == "shuts" and late:
        os.close(1)
        time.sleep(1000)
    if how == "no-json" and late:
        print("hello", flush=True)
    elif how == "binary" and late:
        os.write(1, b"\xff\x1b[31m\0{\n")
    elif how == "endless" and late:
        try:
            while True:
                os.write(1, b"x" * 65536)
        except OSError:
            sys.exit(0)
    elif how == "list" and late:
        print("[1]", flush=True)
    elif how == "no-move" and late:
        print(json.dumps({"id": n}), flush=True)
    elif how == "number" and late:
        print(json.dumps({"id": n, "move": 3}), flush=True)
    elif how == "wrong-id" and late:
        print(json.dumps({"id": n + 1, "move": move}), flush=True)
    elif how == "illegal" and late:
        print(json.dumps({"id": n, "move": "castle"}), flush=True)
    else:
        print(json.dumps(answer), flush=True)
if how == "lingers":
    if os.fork() == 0:
        with open(os.path.join(folder, f"{os.getpid()}.pid"), "w"):
            pass
    time.sleep(1000)
"""


class Case(unittest.TestCase):
    def setUp(self):
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        (self.home / "bot.py").write_text(BOT)
        self.env = {**os.environ, "HOME": str(self.home)}

    def run_it(self, *args, status=0, before=(), env=None):
        """The command; both outputs."""
        done = subprocess.run([*before, COMMAND, *measured.arguments(*args)], stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE, env={**self.env, **(env or {})}, cwd=self.home, check=False)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, status, f"{args}: {err[-2000:]}{out[-500:]}")
        return out, err

    def json(self, *args, **more):
        out, err = self.run_it(*args, "--json", **more)
        self.assertEqual(err, "")
        return json.loads(out)

    def result(self, *args, **more):
        """What has to be the same in every run."""
        json_ = self.json(*args, **more)
        del json_["timing"]
        return json_

    def fails(self, *args, code=None, status=1):
        out, err = self.run_it(*args, status=status)
        self.assertEqual(out, "")
        self.assertNotRegex(err, r"[\x00-\x09\x0b-\x1f\x7f]")
        if code:
            self.assertRegex(err, rf"^tidelock: .+ \[{code}\]\n$")
        return err

    def bot(self, how):
        return f"exec:{sys.executable} bot.py {how} ."

    def all_gone(self):
        """No program is left running."""
        pids = [int(path.stem) for path in self.home.glob("*.pid")]
        self.assertTrue(pids)
        for pid in pids:
            # What a killed program leaves behind belongs to init, who may take its time.
            until = time.monotonic() + 5
            while Path(f"/proc/{pid}").exists() and time.monotonic() < until and self.state(pid) not in ("Z", ""):
                time.sleep(0.02)
            self.assertIn(self.state(pid), ("Z", ""))
        for path in self.home.glob("*.pid"):
            path.unlink()

    @staticmethod
    def state(pid):
        try:
            return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return ""


class ArenaTest(Case):
    def test_json(self):
        games = some(60)
        told = self.json("arena", "greedy", "random", "--mirror", "--games", games, "--seed", 3)
        self.assertEqual((told["a"], told["b"], told["game"], told["players"]), ("greedy", "random", "solenia", 2))
        self.assertEqual((told["games"], told["groups"], told["ended"]), (games, games // 2, "games"))
        self.assertEqual(told["wins"] + told["draws"] + told["losses"], games)
        self.assertAlmostEqual(told["score"], (told["wins"] + told["draws"] / 2) / games)
        self.assertGreater(told["score"], 0.9)
        self.assertGreater(told["margin"], 0)
        self.assertAlmostEqual(told["margin"], told["points"]["a"] - told["points"]["b"])
        safe = min(max(told["score"], 0.5 / games), 1 - 0.5 / games)
        self.assertAlmostEqual(told["elo"], -400 * math.log10(1 / safe - 1))
        self.assertGreater(told["elo_error"], 0)
        self.assertNotIn("llr", told)
        timing = told["timing"]
        self.assertEqual(timing["a"]["decisions"] + timing["b"]["decisions"], told["decisions"])
        self.assertGreaterEqual(timing["a"]["longest_ms"], timing["a"]["mean_ms"])

    def test_threads_and_seeds(self):
        for args in (("--mirror", "--sprt", "-10", "60"), ("--players", 3), ("--players", 4, "--mirror"),
                     ("--players", 1, "--mode", "winter")):
            match = ("arena", "greedy", "random", "--games", some(24), *args)
            first = self.result(*match, "--threads", 1)
            for threads in (2, 3):
                self.assertEqual(self.result(*match, "--threads", threads), first)
            self.assertEqual(self.result(*match, "--seed", 1), first)
            self.assertNotEqual(self.result(*match, "--seed", 2), first)

    def test_mirrors(self):
        for args, fair in (((), 1 / 2), (("--players", 3), 1 / 3), (("--players", 1), 1 / 2),
                           (("--game", "circadians", "--expansion", "off"), 1 / 2)):
            told = self.result("arena", "greedy", "greedy", "--mirror", "--games", 6, *args)
            self.assertAlmostEqual(told["score"], fair)
            self.assertAlmostEqual(told["fair_score"], fair)
            self.assertAlmostEqual(told["points"]["a"], told["points"]["b"])

    def test_search_by_iterations(self):
        match = ("arena", "mcts-plain:20", "random", "--mirror", "--games", 4)
        self.assertEqual(self.result(*match, "--threads", 1), self.result(*match, "--threads", 2))

    def test_stops_by_itself(self):
        for bots, verdict in ((("greedy", "random"), "high"), (("random", "greedy"), "low")):
            told = self.result("arena", *bots, "--mirror", "--games", 1000, "--sprt", 0, 100)
            self.assertEqual((told["ended"], told["sprt"]["verdict"]), ("sprt", verdict))
            self.assertGreaterEqual(abs(told["llr"]), told["sprt"]["bound"])
            self.assertLess(told["games"], 200)
            # One pair less, and it was open.
            less = self.result("arena", *bots, "--mirror", "--games", told["games"] - 2, "--sprt", 0, 100)
            self.assertEqual((less["ended"], less["sprt"]["verdict"]), ("games", "open"))
            self.assertLess(abs(less["llr"]), less["sprt"]["bound"])

    def test_words(self):
        out, err = self.run_it("arena", "greedy", "random", "--games", 10, "--mirror", "--sprt", 0, 10)
        self.assertEqual(err, "")
        for words in ("10, in 5 mirrored pairs", "score", "margin", "Elo", "95 %", "LLR", "not decided", "ms a decision"):
            self.assertIn(words, out)

    def test_interrupt(self):
        for stop in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([COMMAND, "arena", self.bot("x"), "random", "--games", "1000000000", "--json"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env, cwd=self.home) as process:
                until = time.monotonic() + PATIENCE
                while not list(self.home.glob("*.pid")) and time.monotonic() < until:
                    time.sleep(0.02)
                time.sleep(0.3)
                process.send_signal(stop)
                out, err = process.communicate(timeout=PATIENCE)
            self.all_gone()
            self.assertEqual(process.returncode, 130)
            told = json.loads(out)
            self.assertEqual(told["ended"], "interrupted")
            self.assertEqual(err.decode(), f"tidelock: interrupted after {told['games']} games\n")

    def test_progress(self):
        master, slave = pty.openpty()
        with subprocess.Popen([COMMAND, "arena", "random", "random", "--games", "2000", "--mirror", "--sprt", "-1", "1"],
                              stdout=subprocess.DEVNULL, stderr=slave, env=self.env, cwd=self.home) as process:
            os.close(slave)
            said = b""
            while True:
                select.select([master], [], [], PATIENCE)
                try:
                    said += os.read(master, 4096)
                except OSError:
                    break
            self.assertEqual(process.wait(timeout=PATIENCE), 0)
        os.close(master)
        self.assertRegex(said.decode(), r"\r\[#*\.*\] \d+ of 2000  score 0\.\d{3}  LLR [+-]\d")
        self.assertTrue(said.endswith(b"\r\x1b[K"))

    def test_errors(self):
        self.fails("arena", "nobody", "random", code="unknown-bot")
        self.fails("arena", "random", "nobody", code="unknown-bot")
        self.fails("arena", "random:3", "greedy", code="bad-limit")
        self.fails("arena", "greedy", "random", "--game", "chess", code="unknown-game")
        self.fails("arena", "greedy", "random", "--players", 5, code="bad-options")
        for low, high in ((10, 10), (10, 0), ("nan", 5), (0, "inf"), (0, 1e9)):
            self.fails("arena", "greedy", "random", "--sprt", low, high, code="bad-sprt")
        for args in (("--sprt", 1), ("--sprt", "a", "b"), ("--games", 0), ("--games", -1), ("--games", "many"),
                     ("--seed", -1), ("--threads", 5000), ("--exec-timeout", 0), ("more",)):
            self.fails("arena", "greedy", "random", *args, status=2)
        self.fails("arena", "greedy", status=2)


class ProgramTest(Case):
    def test_plays(self):
        for args in ((), ("--players", 3), ("--players", 1), ("--game", "circadians")):
            match = ("arena", self.bot("log"), "random", "--mirror", "--games", 3, *args)
            first = self.result(*match, "--threads", 1)
            self.assertEqual(first["a"], self.bot("log"))
            self.assertEqual(self.result(*match, "--threads", 2), first)
            asked = 0
            for path in self.home.glob("*.log"):
                for line in path.read_text().splitlines():
                    question = json.loads(line)
                    SCHEMAS.game = question["game"]
                    SCHEMAS.check("choose.json#", question)
                    self.assertGreater(len(question["moves"]), 1, "forced moves are not asked")
                    asked += 1
                path.unlink()
            self.assertGreater(asked, 3)
            self.all_gone()

    def test_two_programs(self):
        told = self.result("arena", self.bot("one"), self.bot("two"), "--mirror", "--games", 2)
        self.assertEqual(told["score"], 0.5, "they take their whims from the seed alone")
        self.all_gone()

    def test_broken_ones(self):
        for how, words in (("dies", "ended before it answered, with exit status 7"),
                           ("killed", "ended before it answered, by signal 9"),
                           ("silent", "gave no answer within 700 ms"), ("shuts", "closed its output"),
                           ("no-json", "expected {\"id\":3,\"move\":\"…\"}, found 'hello'"), ("binary", "expected {"),
                           ("endless", "longer than 64 KiB"), ("list", "found '[1]'"), ("no-move", "expected {"),
                           ("number", "expected {"), ("wrong-id", "expected {"), ("illegal", "'castle' is not legal")):
            with self.subTest(how):
                began = time.monotonic()
                err = self.fails("arena", "random", self.bot(how), "--games", 100, "--exec-timeout",
                                 20 if how != "silent" else 0.7, code="bad-program")
                self.assertIn(f"exec:{sys.executable} bot.py {how} .", err)
                self.assertIn(words, err)
                self.assertLess(time.monotonic() - began, 30)
                self.all_gone()
        for program in ("exec:", "exec: ", "exec:./nowhere", "exec:/"):
            self.fails("arena", program, "random", code="bad-program")

    def test_lingering_ones_end(self):
        self.result("arena", self.bot("lingers"), "random", "--games", 1)
        self.all_gone()

    def test_not_over_the_protocol(self):
        marker = self.home / "started"
        requests = [{"do": "new", "game": "solenia", "seats": [{"bot": f"exec:touch {marker}"}, {"name": "Ann"}]}]
        done = subprocess.run([COMMAND, "engine"], input="\n".join(map(json.dumps, requests)) + "\n", text=True,
                              capture_output=True, timeout=PATIENCE, env=self.env, check=True)
        self.assertEqual(json.loads(done.stdout.splitlines()[1])["error"]["code"], "unknown-bot")
        self.assertFalse(marker.exists())

    def test_example_in_the_docs(self):
        page = (ROOT / "docs/protocol.md").read_text()
        asked = re.search(r"^tidelock asks +(.*)$", page, re.M)[1]
        answer = json.loads(re.search(r"^it answers +(.*)$", page, re.M)[1])
        SCHEMAS.check("choose.json#/$defs/answer", answer)
        self.run_it("arena", self.bot("log"), "random", "--games", 1, "--seed", 7, "--pack", "reconstruction-2")
        first = next(self.home.glob("*.log")).read_text().splitlines()[0]
        self.assertRegex(first, "^" + ".*".join(re.escape(part) for part in asked.split("…")) + "$")
        self.assertIn(answer["move"], [one["move"] for one in json.loads(first)["moves"]])


class LadderTest(Case):
    def test_everybody_plays_everybody(self):
        bots = ["random", "greedy", "mcts-plain:1"]
        ladder = ("ladder", "--bots", ",".join(bots), "--games", 4, "--seed", 5)
        told = self.json(*ladder, "--svg", "plot.svg")
        self.assertEqual(sorted(one["bot"] for one in told["bots"]), sorted(bots))
        self.assertEqual(told["bots"][-1]["elo"], 0)
        elos = [one["elo"] for one in told["bots"]]
        self.assertEqual(elos, sorted(elos, reverse=True))
        self.assertEqual(len(told["pairings"]), 3)
        for pairing in told["pairings"]:
            del pairing["timing"]
            self.assertEqual(self.result("arena", pairing["a"], pairing["b"], "--mirror", "--games", 4, "--seed", 5), pairing)
        plot = xml.etree.ElementTree.parse(self.home / "plot.svg").getroot()
        words = {text.text for text in plot.iter("{http://www.w3.org/2000/svg}text")}
        self.assertLessEqual(set(bots), words)
        out, err = self.run_it(*ladder)
        self.assertEqual(err, "")
        self.assertTrue((self.home / "ladder.svg").exists())
        for bot in bots:
            self.assertRegex(out, rf"(?m)^ \d  {bot} +\d+ ± \d+( +(-|[01]\.\d{{3}})){{3}}$")

    def test_errors(self):
        self.fails("ladder", "--bots", "random", code="bad-bots")
        self.fails("ladder", "--bots", "random,greedy,random", code="bad-bots")
        self.fails("ladder", "--bots", "random,nobody", code="unknown-bot")
        self.fails("ladder", "--bots", "random,greedy", "--games", 0, status=2)
        _, err = self.run_it("ladder", "--bots", "random,greedy", "--games", 2, "--svg", "no/where.svg", status=1)
        self.assertRegex(err, r"^tidelock: no/where\.svg: .+ \[not-written\]\n$")


class StudyTest(Case):
    def test_report(self):
        for game, groups in (("solenia", ("level1", "tiles-day", "strips")), ("circadians", ("leaders", "stations", "events"))):
            study = ("study", game, "--games", some(60), "--level", "greedy", "--seed", 5)
            told = self.json(*study, "--threads", 1, "--out", f"{game}/a")
            self.assertEqual((told["game"], told["games"], told["bot"]), (game, some(60), "greedy"))
            self.assertEqual(sum(mode["games"] for mode in told["modes"]), some(60))
            for mode in told["modes"]:
                if mode["players"] > 1:
                    self.assertAlmostEqual(sum(place["share"] for place in mode["places"]), mode["players"])
                    self.assertAlmostEqual(sum(place["margin"] for place in mode["places"]), 0)
            for group in groups:
                self.assertTrue(any(row["times"] for row in told["groups"][group]["rows"]), group)
            # The same from another number of threads, file by file.
            out, _ = self.run_it(*study, "--threads", 3, "--out", f"{game}/b")
            self.assertEqual(len(re.findall(r"^(?:holds|FAILS)  \S", out, re.M)), len(told["verdicts"]))
            files = sorted(path.name for path in (self.home / game / "a").iterdir())
            for name in files:
                self.assertEqual((self.home / game / "a" / name).read_text(), (self.home / game / "b" / name).read_text())
            # Every plot can be read, and the report shows them all and nothing else.
            report = (self.home / game / "a" / "report.md").read_text()
            self.assertIn(f"tidelock study {game} --pack {told['pack']} --level greedy --games {some(60)} --seed 5", report)
            self.assertEqual(sorted({"report.md", *re.findall(r"\]\(([a-z0-9-]+\.svg)\)", report)}), files)
            for name in files:
                if name.endswith(".svg"):
                    xml.etree.ElementTree.parse(self.home / game / "a" / name)
            for one in told["verdicts"]:
                self.assertIn(f"| {'✓' if one['holds'] else '✗'} | {one['claim']} | {one['found']} |", report)

    def test_own_pack(self):
        pack = json.loads((ROOT / "data" / "solenia" / "reconstruction-1.json").read_text())
        pack["id"], pack["solo"]["bands"] = "mine", [1, 2, 3]
        (self.home / "mine.json").write_text(json.dumps(pack))
        told = self.json("study", "solenia", "--pack", "mine.json", "--games", 40, "--level", "greedy")
        self.assertEqual(told["pack"], "mine")
        alone = [mode for mode in told["modes"] if mode["players"] == 1]
        self.assertTrue(alone)
        for mode in alone:
            self.assertEqual(mode["bands"], [0, 0, 0, mode["games"]])
        self.assertTrue((self.home / "study-solenia" / "report.md").exists())

    def test_interrupt(self):
        with subprocess.Popen([COMMAND, "study", "solenia", "--games", "1000000000", "--level", "greedy", "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env, cwd=self.home) as process:
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        if process.returncode == 130:  # else it came before anything had begun
            self.assertIn(f"interrupted after {json.loads(out)['games']} games", err.decode())
        self.assertFalse((self.home / "study-solenia").exists())

    def test_errors(self):
        self.fails("study", "chess", code="unknown-game")
        self.fails("study", "solenia", "--level", "nobody", code="unknown-bot")
        self.fails("study", "solenia", "--pack", "none.json", code="no-file")
        (self.home / "file").write_text("")
        _, err = self.run_it("study", "solenia", "--games", 1, "--level", "random", "--out", "file/deeper", status=1)
        self.assertIn("[not-written]", err)
        self.assertEqual(self.run_it("study", status=2)[0], "")


class EndgameTest(Case):
    """Bots where the best move is known."""

    def test_what_choices_cost(self):
        here = ("endgame", "solenia", "--positions", some(24), "--seed", 3)
        random = self.json(*here, "--bot", "random")
        self.assertEqual((random["game"], random["bot"], random["positions"]), ("solenia", "random", some(24)))
        self.assertEqual(random["solved"], 0)
        self.assertLess(0, random["mean_loss"])
        self.assertLess(random["mean_loss"], random["largest_loss"])
        hard = self.json(*here, "--bot", "hard")
        self.assertLess(random["close"], hard["close"])
        self.assertLessEqual(hard["solved"], hard["close"])
        # The same positions, and with a limit in iterations the same choices.
        again = self.json(*here, "--bot", "hard")
        for told in (hard, again):
            self.assertGreater(told.pop("mean_ms"), 0)
        self.assertEqual(hard, again)
        out, _ = self.run_it(*here, "--bot", "hard")
        self.assertIn(f"positions              {some(24)}\n", out)
        self.assertIn(f"{100 * hard['close']:.1f} %\n", out)

    def test_errors(self):
        self.fails("endgame", "chess", code="unknown-game")
        self.fails("endgame", "solenia", "--bot", "nobody", code="unknown-bot")
        self.fails("endgame", "solenia", "--bot", "master:0ms", code="bad-limit")
        self.fails("endgame", "solenia", "--players", 3, code="bad-players")
        self.fails("endgame", "solenia", "--players", 9, code="bad-options")
        self.fails("endgame", "solenia", "--positions", 0, status=2)
        self.fails("endgame", status=2)


class TrainTest(Case):
    """A network of one's own: learned, gone on with, played with."""

    def test_a_network_plays(self):
        few = ("--games", 2, "--iterations", 2, "--minutes", 0.01, "--threads", 1)
        for game in ("solenia", "circadians"):
            _, err = self.run_it("train", game, "--out", "my.network", *few)
            rows = err.splitlines()
            self.assertEqual(rows[0].split(), ["round", "games", "seconds", "lessons", "chance", "points", "moves"])
            first = int(rows[1].split()[0])
            _, err = self.run_it("train", game, "--out", "my.network", *few, "--resume")
            self.assertGreater(int(err.splitlines()[1].split()[0]), first)
            self.assertLessEqual((self.home / "my.network").stat().st_size, 300_000)
            self.result("arena", "hard:3@my.network", "hard:3", "--game", game, "--games", 2, "--mirror")

    def test_errors(self):
        self.fails("train", "chess", "--out", "x", code="unknown-game")
        self.fails("train", "solenia", status=2)
        self.fails("train", "solenia", "--out", "x", "--resume")
        (self.home / "x.state").write_text("nonsense")
        self.fails("train", "solenia", "--out", "x", "--resume", code="bad-state")
        self.fails("arena", "hard@none.network", "greedy")
        (self.home / "bad.network").write_bytes(b"tidelock network 1\nsolenia\n")
        self.fails("arena", "hard@bad.network", "greedy", code="bad-network")


@unittest.skipUnless(HAS_MPI, "this tidelock was built without MPI (libopenmpi-dev)")
class ProcessesTest(Case):
    def setUp(self):
        super().setUp()
        # As many processes as asked for, also as root in a container; leaks of the library are not ours.
        self.env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                        OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_hwloc_base_binding_policy="none",
                        OMPI_MCA_btl_vader_single_copy_mechanism="none", ASAN_OPTIONS="detect_leaks=0")

    @staticmethod
    def mpirun(n):
        return ("mpirun", "-n", str(n))

    def test_the_same_as_one(self):
        match = ("arena", "greedy", "random", "--mirror", "--games", 1000, "--sprt", 0, 60)
        alone = self.result(*match)
        self.assertEqual(alone["ended"], "sprt")
        for n in (2,) if SLOW else (2, 3):
            self.assertEqual(self.result(*match, before=self.mpirun(n)), alone)
        match = ("arena", "random", self.bot("x"), "--games", 6)
        self.assertEqual(self.result(*match, "--threads", 2, before=self.mpirun(2)), self.result(*match))
        self.all_gone()

    def test_ladder(self):
        ladder = ("ladder", "--bots", "random,greedy", "--games", 4)
        results = []
        for before in ((), self.mpirun(2)):
            told = self.json(*ladder, before=before)
            for pairing in told["pairings"]:
                del pairing["timing"]
            results.append(told)
        self.assertEqual(*results)

    def test_errors_are_said_once(self):
        for bot, code in (("nobody", "unknown-bot"), (self.bot("dies"), "bad-program")):
            out, err = self.run_it("arena", "random", bot, before=self.mpirun(2), status=1)
            self.assertEqual(out, "")
            self.assertEqual(len(re.findall(rf"^tidelock: .+ \[{code}\]$", err, re.M)), 1, err)

    def test_a_death_ends_all(self):
        with subprocess.Popen([*self.mpirun(2), COMMAND, "arena", "random", "random", "--games", "1000000000"],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env, cwd=self.home) as mpirun:
            players = []
            until = time.monotonic() + PATIENCE
            while len(players) < 2 and time.monotonic() < until:
                time.sleep(0.2)
                players = [int(path.name) for path in Path("/proc").glob("[0-9]*") if self.parent(path) == mpirun.pid]
            time.sleep(0.5)
            os.kill(max(players), signal.SIGKILL)
            out, _ = mpirun.communicate(timeout=PATIENCE)
        self.assertNotEqual(mpirun.returncode, 0)
        self.assertNotIn(b"score", out)

    @staticmethod
    def parent(path):
        try:
            return int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            return 0


if __name__ == "__main__":
    main()
