#!/usr/bin/python3
"""The command line as people and scripts use it: replay, sim, bench, and play in a pipe and in a terminal.

Run it with the command in the environment variable TIDELOCK, or as the first argument; TIDELOCK_SLOW=1 does less (for
builds with sanitizers). Everything is written into temporary folders.
"""
import codecs
import contextlib
import csv
import fcntl
import io
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unicodedata
import unittest
import xml.etree.ElementTree
from pathlib import Path

import measured
import playing
from running import COMMAND, ROOT, SLOW, load_tests, main  # noqa: F401 (unittest asks for load_tests)

PATIENCE = 120  # seconds
MODES = ("summer", "winter", "improvements")
LANGS = ("en", "pl", "de", "zh-Hant")
CARDS = ["0WS", "0WA", "0HS", "0HA", "0x2", "0x2", "1W", "1H", "1S", "1A", "1x1", "1x1",
         "2*W", "2*H", "2*S", "2*A"]


def words(lang):
    out = {}
    for name in ("shell", "solenia"):
        out.update(json.loads((ROOT / f"data/lang/{lang}/{name}.json").read_text()))
    return out


class Case(unittest.TestCase):
    def setUp(self):
        self.rng = random.Random(f"20190601 {type(self).__name__} {self._testMethodName}")
        self.home = Path(tempfile.mkdtemp(prefix="tidelock-test-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.kept = self.home / "state" / "tidelock" / "game.json"
        self.env = {key: value for key, value in os.environ.items()
                    if key not in ("NO_COLOR", "LANG", "LC_ALL", "LC_MESSAGES", "COLUMNS", "LINES")}
        self.env.update(HOME=str(self.home), XDG_STATE_HOME=str(self.home / "state"), TERM="xterm-256color")

    def run_it(self, *args, text="", status=0, env=None):
        """The command with what is typed into it; both outputs."""
        data = text.encode() if isinstance(text, str) else text
        done = subprocess.run([COMMAND, *measured.arguments(*args)], input=data, capture_output=True, timeout=PATIENCE,
                              env={**self.env, **(env or {})}, cwd=self.home, check=False)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, status, f"{args}: {err[-2000:]}{out[-500:]}")
        return out, err

    def fails(self, *args, code=None, text="", status=1):
        """A command that ends with an error: one sentence, and nothing on the other side."""
        out, err = self.run_it(*args, text=text, status=status)
        self.assertEqual(out, "")
        self.assertTrue(err.strip())
        self.assertLessEqual(len(err.strip().splitlines()), 1 if status == 1 else 3, err)
        self.assertNotRegex(err, r"[\x00-\x09\x0b-\x1f\x7f]")
        if code:
            self.assertRegex(err, rf"^tidelock: .+ \[{code}\]\n$")
        return err

    def engine(self, *requests):
        """Answers of a fresh engine, the greeting left out."""
        lines = "".join(json.dumps(measured.request(request)) + "\n" for request in requests)
        out, err = self.run_it("engine", text=lines)
        self.assertEqual(err, "")
        answers = [json.loads(line) for line in out.splitlines()[1:]]
        for answer in answers:
            self.assertNotIn("error", answer)
        return answers

    def a_record(self, options, seed=1, pack=None, game="solenia"):
        """A whole game of bots."""
        request = {"do": "new", "game": game, "options": options, "seed": seed,
                   "seats": [{"bot": "random"}] * options["players"]}
        if pack:
            request["pack"] = pack
        return self.engine(request, {"do": "record"})[1]["record"]

    def file(self, name, content):
        path = self.home / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def saved(self, path=None):
        return json.loads((path or self.kept).read_text())

    def records(self):
        return sorted((self.home / "state" / "tidelock" / "records").glob("*.json"))

    def the_record(self):
        """The only record; it is taken away, so that the next game has its own."""
        found = self.records()
        self.assertEqual(len(found), 1)
        self.run_it("replay", found[0], "--quiet")
        record = json.loads(found[0].read_text())
        found[0].unlink()
        return record

    def state_of(self, record):
        return self.engine({"do": "load", "record": record, "seed": 1, "confirm": True, "autoplay": False},
                           {"do": "state"})[1]["state"]


class ReplayTest(Case):
    def test_good_records(self):
        for mode in MODES:
            for players in (1, 2, 3, 4):
                record = self.a_record({"mode": mode, "players": players})
                path = self.file("record.json", record)
                out, err = self.run_it("replay", path)
                self.assertEqual(err, "")
                # Every entry with its number, then the verdict and the scores.
                listed = re.findall(r"^ *(\d+)  (\S.*)$", out, re.M)
                self.assertEqual([entry for _, entry in listed], record["moves"])
                self.assertEqual([int(n) for n, _ in listed], list(range(1, len(listed) + 1)))
                result = record["result"]
                for seat, (total, place) in enumerate(zip(result["scores"], result["places"]), 1):
                    self.assertEqual(seat in result["winners"], place == 1)
                    self.assertIn(f"\n{place}. {seat}: {total}\n", out)
                quiet, _ = self.run_it("replay", path, "--quiet")
                self.assertEqual(quiet, out[-len(quiet):])
                self.assertNotIn("-c", quiet)

    def test_unfinished_records_and_saved_games(self):
        record = self.a_record({"mode": "summer", "players": 2})
        del record["result"], record["seed"]
        record["moves"] = record["moves"][:30]
        out, _ = self.run_it("replay", self.file("record.json", record))
        self.assertIn("30 ", out.splitlines()[-1])
        self.run_it("play", "--plain", "--seed", "3", text="1\n\n1\n\nq\n")
        out, _ = self.run_it("replay", self.kept)
        self.assertIn(" 1: ", out)

    def test_the_seed_and_the_solo_opponent(self):
        """A finished record's seed is the one its chance was answered from; the AI's score is part of the result."""
        record = self.a_record({"players": 1, "expansion": "off"}, game="circadians")
        self.assertRegex(self.run_it("replay", self.file("a.json", record))[0], rf"\b{record['result']['opponent']}\b")
        wrong = {**record, "seed": record["seed"] + 1}
        err = self.fails("replay", self.file("a.json", wrong), code="bad-record")
        self.assertIn(" seed: ", err)
        self.assertIn("moves[0]", err)
        for change in ({"opponent": record["result"]["opponent"] + 1}, {"places": [2 if record["result"]["winners"] else 1]}):
            self.fails("replay", self.file("a.json", {**record, "result": {**record["result"], **change}}), code="bad-record")
        without = {key: value for key, value in record["result"].items() if key != "opponent"}
        self.fails("replay", self.file("a.json", {**record, "result": without}), code="bad-record")
        # Records of 0.1.0 tell neither places nor the opponent's score.
        old = {key: record["result"][key] for key in ("scores", "winners")}
        self.run_it("replay", self.file("a.json", {**record, "result": old}), "--quiet")
        _, err = self.run_it("replay", self.file("a.json", {**wrong, "result": old}), "--quiet")
        self.assertIn("the seed did not give all of its luck", err)
        # One that went on with other luck has no seed that explains it.
        half = {key: value for key, value in record.items() if key not in ("result", "seed")}
        half["moves"] = record["moves"][:len(record["moves"]) // 2]
        other = self.engine({"do": "load", "record": half, "seed": record["seed"] + 1, "seats": [{"bot": "random"}]},
                            {"do": "record"})[1]["record"]
        self.assertIn("result", other)
        self.assertNotIn("seed", other)

    def test_languages(self):
        path = self.file("record.json", self.a_record({"mode": "improvements", "players": 2}))
        for lang in LANGS:
            out, _ = self.run_it("replay", path, "--lang", lang)
            self.assertNotRegex(out, r"<(shell|solenia)\.|\{\w+\}")
        self.fails("replay", path, "--lang", "xx", code="bad-language")

    def test_another_pack(self):
        pack = json.loads((ROOT / "data/solenia/reconstruction-1.json").read_text())
        pack["id"] = "mine-2"
        pack["tiles"]["day"][0]["stars"] = 11
        record = self.a_record({"mode": "winter", "players": 2}, pack=pack)
        self.assertEqual(record["pack"]["content"], pack)
        self.run_it("replay", self.file("record.json", record), "--quiet")

    def test_damaged_records(self):
        record = self.a_record({"mode": "winter", "players": 2})
        text = json.dumps(record)
        moves = record["moves"]
        k = next(i for i, move in enumerate(moves) if move.startswith("1: "))
        for content, code, where in (
                ("", "bad-json", None), ("[]", "bad-record", None), ("null", "bad-record", None),
                (text[:1000], "bad-json", None), (text[:-1], "bad-json", None), (text + "}", "bad-json", None),
                (b"\xff\xfe", "bad-utf8", None), (b"\x00" * 100, "bad-json", None),
                (text.encode() + b"\x00garbage", "bad-json", None),
                ("[" * 100000, "bad-json", None), (b"1" * (9 << 20), "too-large", None),
                ({**record, "moves": moves[:k] + ["1: 1W-z9"] + moves[k + 1:]}, "bad-record", f"moves[{k}]"),
                ({**record, "moves": moves[:k] + ["2" + moves[k][1:]] + moves[k + 1:]}, "bad-record", f"moves[{k}]"),
                ({**record, "moves": moves[:k] + moves[k + 1:]}, "bad-record", f"moves[{k}]"),
                ({**record, "moves": moves + ["1: 1W-c4"]}, "bad-record", f"moves[{len(moves)}]"),
                ({**record, "moves": moves[:-1]}, "bad-record", "result"),
                ({**record, "result": {"scores": [99, 1], "winners": [1]}}, "bad-record", "result"),
                ({**record, "rules": 99}, "bad-record", "rules"),
                ({**record, "seat": 1}, "bad-record", "seat"),
                ({**record, "pack": {**record["pack"], "hash": "0" * 64}}, "bad-record", "pack.hash"),
                ({"record": 1}, "bad-record", None)):
            with self.subTest(content=str(content)[:80]):
                err = self.fails("replay", self.file("record.json", content), code=code)
                if where:
                    self.assertIn(f" {where}: ", err)

    def test_files_that_are_no_files(self):
        self.fails("replay", self.home / "nothing.json", code="no-file")
        self.fails("replay", self.home, code="no-file")
        self.fails("replay", status=2)

    def test_names_cannot_move_the_cursor(self):
        record = self.a_record({"mode": "summer", "players": 2})
        record["names"] = ["\u001b[2JAnn\u0007", "\u009b31mBob\r\n"]
        out, _ = self.run_it("replay", self.file("record.json", record))
        self.assertNotRegex(out, "[\x00-\x09\x0b-\x1f\x7f-\x9f]")
        self.assertIn("Ann", out)


class AnalyseTest(Case):
    def record_of(self, game, players, bots=("random",), seed=3):
        request = {"do": "new", "game": game, "options": {"players": players}, "seed": seed,
                   "seats": [{"name": "ABCD"[i], "bot": bots[i % len(bots)]} for i in range(players)]}
        return self.engine(request, {"do": "record"})[1]["record"]

    def test_all_numbers_of_players(self):
        """Rows, accuracy, turning points, a graph of at most 72 columns, and a picture that is XML."""
        for game, players, lang in (("solenia", 1, "en"), ("solenia", 2, "pl"), ("solenia", 4, "de"), ("circadians", 1, "zh-Hant"),
                                    ("circadians", 3, "en")):
            with self.subTest(game=game, players=players):
                record = self.record_of(game, players)
                path = self.file("record.json", record)
                args = ("analyse", path, "--iterations", 10, "--lang", lang, "--svg", self.home / "g.svg")
                out, err = self.run_it(*args, env={"LANG": "C.UTF-8"})
                self.assertEqual(err, "")
                self.assertNotRegex(out, r"<(shell|solenia|circadians)\.|\{\w+\}|\x1b")
                self.assertEqual(out, self.run_it(*args, env={"LANG": "C.UTF-8"})[0])
                self.assertIn(words(lang)["shell.analyse.turns" if "▲" in out else "shell.analyse.entries"], out)
                title = words(lang)["shell.analyse.graph" + (".alone" if players == 1 else "")]
                graph = out[out.rindex("\n" + title):].splitlines()
                self.assertLess(len(graph), 20)
                for line in out.splitlines():
                    width = sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)
                    self.assertLessEqual(width, 72 if line in graph[:-1] else 132, line)
                root = xml.etree.ElementTree.fromstring((self.home / "g.svg").read_text())
                lines = [one for one in root.iter() if one.tag.endswith("polyline")]
                self.assertEqual(len(lines), players)
                # The same in JSON.
                answer = json.loads(self.run_it("analyse", path, "--iterations", 10, "--json")[0])
                self.assertEqual(len(lines[0].get("points").split()), len(answer["graph"]))
                self.assertEqual((answer["game"], answer["names"]), (game, record["names"]))
                for one in answer["decisions"]:
                    self.assertEqual(record["moves"][one["entry"] - 1], f"{one['seat']}: {one['played']['move']}")
                everything = self.run_it("analyse", path, "--iterations", 10, "--all", "--plain")[0]
                listed = re.findall(r"^(\d+), .*\(\w+\)\.$", everything, re.M)
                self.assertEqual([int(n) for n in listed], [one["entry"] for one in answer["decisions"]])

    def test_plain_is_ascii(self):
        path = self.file("record.json", self.record_of("solenia", 2))
        for args, env in (((), {}), ((), {"LC_ALL": "C", "LANG": "C.UTF-8"}), (("--plain",), {"LANG": "C.UTF-8"})):
            out, _ = self.run_it("analyse", path, "--iterations", 5, *args, env=env)
            graph = out[out.rindex("Chances of winning"):]
            self.assertTrue(graph.isascii())
            self.assertIn("1 A   2 B", graph)
        self.assertIn("█", self.run_it("analyse", path, "--iterations", 5, env={"LANG": "C.UTF-8"})[0])

    def test_games_in_progress(self):
        self.run_it("play", "solenia", "--plain", "--seed", 3, text="1\n\n1\n\n1\n\nq\n")
        out, _ = self.run_it("analyse", self.kept, "--iterations", 20)
        self.assertIn("Chances of winning", out)
        record = self.saved()["record"]
        record["moves"] = record["moves"][:3]
        out, _ = self.run_it("analyse", self.file("young.json", record))
        self.assertEqual(out.strip(), words("en")["shell.analyse.none"])

    def test_names_cannot_move_the_cursor(self):
        record = self.record_of("solenia", 2)
        record["names"] = ["\x1b[31mA\n", "<b>&\"B\u202e"]
        out, _ = self.run_it("analyse", self.file("record.json", record), "--iterations", 5, "--svg", "g.svg")
        self.assertNotRegex(out, "[\x1b\u202e]")
        xml.etree.ElementTree.fromstring((self.home / "g.svg").read_text())

    def test_refused(self):
        path = self.file("record.json", self.record_of("solenia", 2))
        for args in (("--iterations", 0), ("--iterations", -1), ("--iterations", "x"), ("--iterations", 10 ** 12), ("--ms", 0),
                     ("--ms", -5), ("--ms", 10 ** 9), ("--ms", 5, "--iterations", 5)):
            self.fails("analyse", path, *args, status=2)
        self.fails("analyse", status=2)
        self.fails("analyse", path, "--lang", "xx", code="bad-language")
        self.fails("analyse", self.home / "none.json", code="no-file")
        self.fails("analyse", self.file("bad.json", "{"), code="bad-json")
        self.fails("analyse", self.file("bad.json", "{}"), code="bad-record")
        _, err = self.run_it("analyse", path, "--iterations", 5, "--svg", self.home / "none" / "g.svg", status=1)
        self.assertIn("[not-written]", err)

    def test_interrupted(self):
        path = self.file("record.json", self.record_of("circadians", 4))
        process = subprocess.Popen([COMMAND, "analyse", path, "--ms", "2000", "--json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.env)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(json.loads(out)["cancelled"])


class SimTest(Case):
    def sim(self, *args):
        return json.loads(self.run_it("sim", "solenia", *args, "--json")[0])

    def test_json(self):
        for mode in MODES:
            for players in (1, 2, 3, 4):
                report = self.sim("--mode", mode, "--players", players, "--games", 60)
                self.assertEqual(report["games"], 60)
                self.assertEqual(report["options"]["mode"], mode)
                self.assertEqual([seat["seat"] for seat in report["seats"]], list(range(1, players + 1)))
                for seat in report["seats"]:
                    self.assertGreater(seat["score_mean"], 0)
                    self.assertLessEqual(seat["score_min"], seat["score_mean"])
                    self.assertLessEqual(seat["score_mean"], seat["score_max"])
                    self.assertAlmostEqual(sum(seat["score_by"].values()), seat["score_mean"], places=6)
                    self.assertEqual(sum(n for _, n in seat["histogram"]), 60)
                    self.assertAlmostEqual(sum(score * n for score, n in seat["histogram"]) / 60, seat["score_mean"],
                                           places=6)
                if players > 1:
                    self.assertAlmostEqual(sum(seat["wins"] for seat in report["seats"]), 60, places=6)

    def test_threads_do_not_change_the_numbers(self):
        for args in (("--players", 2, "--games", 501), ("--players", 4, "--mode", "improvements", "--games", 300),
                     ("--players", 1, "--games", 100), ("--bot", "greedy,random", "--games", 10 if SLOW else 60)):
            one = self.run_it("sim", "solenia", *args, "--json", "--threads", 1)[0]
            three = self.run_it("sim", "solenia", *args, "--json", "--threads", 3)[0]
            self.assertEqual(one, three)
            self.assertEqual(one, self.run_it("sim", "solenia", *args, "--json")[0])

    def test_seeds(self):
        args = ("--games", 200)
        self.assertEqual(self.sim(*args, "--seed", 5), self.sim(*args, "--seed", 5))
        means = [[seat["score_mean"] for seat in self.sim(*args, "--seed", seed)["seats"]] for seed in (5, 6)]
        self.assertNotEqual(means[0], means[1])
        self.sim("--games", 10, "--seed", (1 << 64) - 1)

    def test_greedy_plays_better(self):
        report = self.sim("--bot", "greedy,random", "--games", 10 if SLOW else 60)
        self.assertGreater(report["seats"][0]["score_mean"], 2 * report["seats"][1]["score_mean"])
        self.assertEqual([seat["bot"] for seat in report["seats"]], ["greedy", "random"])

    def test_csv(self):
        out, err = self.run_it("sim", "solenia", "--players", 3, "--games", 50, "--csv")
        self.assertEqual(err, "")
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual([row["seat"] for row in rows], ["1", "2", "3"])
        report = self.sim("--players", 3, "--games", 50)
        for row, seat in zip(rows, report["seats"]):
            self.assertAlmostEqual(float(row["score_mean"]), seat["score_mean"], places=3)
            self.assertNotIn(None, row.values())

    def test_for_people(self):
        out, err = self.run_it("sim", "solenia", "--games", 50)
        self.assertEqual(err, "")  # the progress bar is for terminals
        self.assertIn("#", out)
        self.assertNotIn("\x1b", out)

    def test_interrupted(self):
        """Ctrl-C ends it with what was counted so far, and says so."""
        sim = subprocess.Popen([COMMAND, "sim", "solenia", "--games", "1000000000", "--json"], env=self.env,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(1)
        sim.send_signal(signal.SIGINT)
        out, err = sim.communicate(timeout=PATIENCE)
        self.assertEqual(sim.returncode, 130)
        report = json.loads(out)
        self.assertLess(report["games"], 1000000000)
        self.assertEqual(err.decode(), f"tidelock: interrupted after {report['games']} games\n")

    def test_another_pack(self):
        pack = json.loads((ROOT / "data/solenia/reconstruction-1.json").read_text())
        pack["id"] = "generous"
        for tile in pack["tiles"]["day"] + pack["tiles"]["night"]:
            tile["stars"] = 20
        report = self.sim("--games", 100, "--pack", self.file("pack.json", pack))
        self.assertEqual(report["pack"], "generous")
        self.assertGreater(report["seats"][0]["score_mean"], self.sim("--games", 100)["seats"][0]["score_mean"] + 5)
        pack["tiles"]["night"][7]["cost"] = "WX"
        err = self.fails("sim", "solenia", "--pack", self.file("pack.json", pack), code="bad-pack")
        self.assertIn("tiles.night[7].cost: expected letters W H S A, found 'WX'", err)


class DefaultPackTest(Case):
    """What names no pack gets the second one. As typed, without what the other tests add."""

    def told(self, *args):
        done = subprocess.run([COMMAND, *args, "--json"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                              env=self.env, cwd=self.home, check=True)
        return json.loads(done.stdout)["pack"]

    def test_commands(self):
        for game in ("solenia", "circadians"):
            for args in (("sim", game, "--games", "2"), ("study", game, "--games", "1", "--level", "random"),
                         ("arena", "random", "random", "--game", game, "--games", "2"),
                         ("ladder", "--bots", "random,greedy", "--game", game, "--games", "2")):
                with self.subTest(args):
                    self.assertEqual(self.told(*args), "reconstruction-2")
                    self.assertEqual(self.told(*args, "--pack", "reconstruction-1"), "reconstruction-1")

    def test_play(self):
        for game in ("solenia", "circadians"):
            for args, want in (((), "reconstruction-2"), (("--pack", "reconstruction-1"), "reconstruction-1")):
                self.run_it("play", game, "--plain", *args, text="q\n")
                self.assertEqual(self.saved()["record"]["pack"]["id"], want)


class WrongOptionsTest(Case):
    def test_refused_with_a_sentence(self):
        for args, code in (
                (("sim", "solenia", "--players", 5), "bad-options"), (("sim", "solenia", "--players", "x"), "bad-options"),
                (("sim", "solenia", "--players", "1" * 30), "bad-options"),
                (("sim", "solenia", "--mode", "spring"), "bad-options"),
                (("sim", "solenia", "--mode", b"\xff"), "bad-options"),
                (("sim", "solenia", "--start", "noon"), "bad-options"),
                (("sim", "solenia", "--first", 3), "bad-options"),
                (("sim", "chess"), "unknown-game"), (("sim", "chess", "--pack", "reconstruction-1"), "unknown-game"), (("bench", "chess"), "unknown-game"),
                (("sim", "solenia", "--bot", "genius"), "unknown-bot"),
                (("sim", "solenia", "--bot", ""), "unknown-bot"), (("sim", "solenia", "--bot", "greedy,"), "unknown-bot"),
                (("sim", "solenia", "--bot", "random,random,random"), "bad-seats"),
                (("sim", "solenia", "--pack", "/nowhere"), "no-file"), (("sim", "solenia", "--pack", "/"), "no-file"),
                (("sim", "solenia", "--pack", __file__), "bad-json"),
                (("play", "--lang", "xx"), "bad-language"), (("play", "chess"), "unknown-game"),
                (("play", "--seats", "Ann,Bob,Eve"), "bad-seats"), (("play", "--seats", ","), "bad-seats"),
                (("play", "--seats", "x" * 61 + ",Bob"), "bad-seats"), (("play", "--players", 0), "bad-options"),
                (("play", "--resume", "/nowhere"), "no-file"), (("play", "--continue"), "no-game"),
                (("play", "--pack", "/nowhere"), "no-file")):
            with self.subTest(args):
                done = subprocess.run([COMMAND, *[a if isinstance(a, bytes) else str(a) for a in args]],
                                      capture_output=True, timeout=PATIENCE, env=self.env, stdin=subprocess.DEVNULL,
                                      check=False)
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stdout, b"")
                self.assertRegex(done.stderr.decode(), rf"^tidelock: .+ \[{code}\]\n$")

    def test_refused_as_usage(self):
        for args in ((), ("jump",), ("--players", 2), ("sim",), ("sim", "solenia", "--games", 0),
                     ("sim", "solenia", "--games", -3), ("sim", "solenia", "--games", "many"),
                     ("sim", "solenia", "--threads", -1), ("sim", "solenia", "--threads", 4000),
                     ("sim", "solenia", "--json", "--csv"), ("sim", "solenia", "--what"), ("sim", "solenia", "more"),
                     ("bench", "--seconds", 0), ("bench", "--seconds", "abc"), ("bench", "solenia", "more"), ("engine", "more"),
                     ("replay",), ("replay", "a", "b"), ("play", "solenia", "more"), ("play", "--seed", "x"),
                     ("sim", "solenia", "--seed", "x"), ("sim", "solenia", "--seed", 1.5)):
            with self.subTest(args):
                self.fails(*args, status=2)

    def test_seeds_out_of_range(self):
        for seed in (-1, 1 << 64, "9" * 40):
            for args in (("sim", "solenia", "--games", 1), ("play", "--plain")):
                with self.subTest(args=args, seed=seed):
                    self.fails(*args, "--seed", seed, status=2)

    def test_help_and_version(self):
        for args in (("--help",), ("play", "--help"), ("sim", "--help"), ("bench", "--help"), ("replay", "--help"),
                     ("engine", "--help"), ("--version",)):
            out, err = self.run_it(*args)
            self.assertTrue(out.strip())
            self.assertEqual(err, "")

    def test_version_and_revision(self):
        """The number of version.h; in a snapshot with the day and the revision, as cmake/revision.cmake tells them of this tree."""
        out = self.run_it("--version")[0]
        number = re.search(r'kVersion = "(.*)"', (ROOT / "src/core/version.h").read_text())[1]
        self.assertRegex(out, rf"^tidelock {re.escape(number)}(~git\d{{8}}\.[0-9a-f]{{7}}|~unknown)?, revision ([0-9a-f]{{12}}|unknown)\n$")
        said = subprocess.run(["cmake", "-P", ROOT / "cmake/revision.cmake"], capture_output=True, check=True, text=True).stdout
        self.assertTrue(said.startswith(number))

    def test_revision_of_a_tarball(self):
        """What `git archive` writes into cmake/revision.txt is enough, at a tag and elsewhere."""
        for lines, version in (("0123456789abcdef\n2026-11-19\n\n", "1.2.3~git20261119.0123456"),
                               ("0123456789abcdef\n2026-11-19\nv1.2.3\n", "1.2.3"),
                               ("0123456789abcdef\n2026-11-19\nv1.2.2-5-g0123456\n", "1.2.3~git20261119.0123456"),
                               ("$Format:%H$\n$Format:%cs$\n", "1.2.3~unknown")):
            (self.home / "cmake").mkdir(exist_ok=True)
            (self.home / "src/core").mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / "cmake/revision.cmake", self.home / "cmake")
            (self.home / "cmake/revision.txt").write_text(lines)
            (self.home / "src/core/version.h").write_text('inline constexpr std::string_view kVersion = "1.2.3";\n')
            said = subprocess.run(["cmake", "-P", self.home / "cmake/revision.cmake"], capture_output=True, check=True, text=True)
            self.assertEqual(said.stdout, version + "\n")

    def test_output_that_cannot_be_written(self):
        record = self.file("record.json", self.a_record({"mode": "summer", "players": 2}))
        for args in (("sim", "solenia", "--games", 5, "--json"), ("replay", record), ("bench", "--signature"),
                     ("engine",)):
            with self.subTest(args), open("/dev/full", "wb") as full:
                done = subprocess.run([COMMAND, *map(str, args)], stdin=subprocess.DEVNULL, stdout=full,
                                      stderr=subprocess.PIPE, timeout=PATIENCE, env=self.env, check=False)
                self.assertNotEqual(done.returncode, 0)


class BenchTest(Case):
    def test_json(self):
        out, err = self.run_it("bench", "--json", "--seconds", "0.05")
        self.assertEqual(err, "")
        report = json.loads(out)
        self.assertIn("march", report)
        signature = self.run_it("bench", "--signature")[0].strip()
        self.assertEqual(str(report["signature"]), signature)
        self.assertEqual(report["signature_after"][report["results"][-1]["game"]], signature)
        kept = (ROOT / "src/games/games_test.cpp").read_text()
        last = re.search(r'kLast = "(\w+)"', kept)[1]
        self.assertEqual(report["signature_after"][last], re.search(r"kSignature = (\d+)ULL", kept)[1])
        self.assertIn("reconstruction-1", report["pack"])
        self.assertNotIn("reconstruction-2", report["pack"])
        cases = [(one["game"], one["mode"], one["players"]) for one in report["results"]]
        self.assertEqual(len(set(cases)), len(cases))
        self.assertLessEqual({(game, mode, players) for game, modes in
                              (("solenia", MODES), ("circadians", ("expansion-on", "expansion-off")))
                              for mode in modes for players in (1, 2, 3, 4)}, set(cases))
        for one in report["results"]:
            self.assertGreater(one["games_per_second"], 0)
            self.assertGreater(one["decisions_per_second"], one["games_per_second"])
            self.assertGreater(one["copy_ns"], 0)
            self.assertLessEqual(one["state_bytes"], 256 if one["game"] == "solenia" else 1536)
            if not SLOW:
                self.assertEqual(one["allocations_per_game"], 0)

    @unittest.skipIf(SLOW, "test_json has two runs too")
    def test_signature_is_stable(self):
        self.assertEqual(len({self.run_it("bench", "--signature")[0] for _ in range(2)}), 1)

    @unittest.skipIf(SLOW, "test_json does the same but the writing")
    def test_for_people(self):
        out, _ = self.run_it("bench", "--seconds", "0.01")
        self.assertEqual(len(re.findall(r"^solenia ", out, re.M)), 12)
        self.assertIn("march", out)
        one, _ = self.run_it("bench", "circadians", "--seconds", "0.01")
        self.assertEqual(len(re.findall(r"^circadians ", one, re.M)), 8)
        self.assertNotIn("solenia", one)
        self.assertEqual(one.splitlines()[-1], out.splitlines()[-1])

    def test_server(self):
        """It comes to its end, and measures what the documents claim; how much that is, is not for a test."""
        out, _ = self.run_it("bench", "server", "--tables", 5, "--live", 20, "--seconds", "0.1", "--json")
        self.assertLessEqual({"memory", "echo", "sqlite", "a move a second", "live tables", "waking"}, set(json.loads(out)))


class DocsTest(Case):
    def test_commands_in_the_docs(self):
        """Blocks that begin with $ are run; … stands for what was left out."""
        page = (ROOT / "docs/record.md").read_text()
        record = json.loads(re.search(r"^```json\n(.*?)^```$", page, re.M | re.S)[1])
        self.file("record.json", record)
        record["moves"][16] = record["moves"][16][:-2] + "e5"
        self.file("edited.json", record)
        pack = json.loads((ROOT / "data/solenia/reconstruction-1.json").read_text())
        pack["id"] = "mine"
        self.file("mine.json", pack)
        pack["tiles"]["night"][7]["cost"] = "WX"
        self.file("wrong.json", pack)
        ran = 0
        for name in ("record.md", "packs.md", "protocol.md", "notation.md"):
            text = (ROOT / "docs" / name).read_text()
            for _language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
                if not block.startswith("$ tidelock "):
                    continue
                command, _, expected = block.partition("\n")
                done = subprocess.run([COMMAND, *command.split()[2:]], stdin=subprocess.DEVNULL, cwd=self.home,
                                      env=self.env, capture_output=True, timeout=PATIENCE, check=False)
                ran += 1
                out = done.stdout.decode() + done.stderr.decode()
                self.assertEqual(done.returncode, 1 if expected.startswith("tidelock: ") else 0, out)
                if expected:
                    pattern = ".*".join(re.escape(part) for part in re.split("…\n?", expected))
                    self.assertRegex(out, re.compile("^" + pattern + "$", re.S), command)
        self.assertEqual(ran, 4)


# --- play, line by line ---

def typed(rng, n=1500, most=None):
    """Numbers and Enter in turn: whatever is asked, the game goes on."""
    return [line for _ in range(n) for line in (str(rng.randrange(1, most + 1) if most else 1), "")]


def lines(parts):
    return "".join(part + "\n" for part in parts)


class PlainTest(Case):
    SEATS = {1: "Ann", 2: "Ann,greedy", 3: "Ann,random,Bob", 4: "Ann,random,random,greedy"}

    def play(self, *args, text, status=0):
        return self.run_it("play", "solenia", "--plain", *args, text=text, status=status)[0]

    def test_whole_games_of_circadians(self):
        """With and without the expansion, in every language, by typed numbers, to a score sheet that adds up."""
        kinds = list(zip(LANGS * 2, [(e, p) for e in ("on", "off") for p in (1, 2, 3, 4)]))
        for lang, (expansion, players) in kinds[::3] if SLOW else kinds:
            with self.subTest(expansion=expansion, players=players, lang=lang):
                seats = {1: "Ann", 2: "Ann,random", 3: "Ann,random,Bob", 4: "Ann,random,random,random"}[players]
                out = self.run_it("play", "circadians", "--plain", "--new", "--lang", lang, "--expansion", expansion,
                                  "--players", players, "--seats", seats, "--seed", 7,
                                  text=lines(typed(self.rng, most=self.rng.choice([None, 4]))))[0]
                self.assertIn(words(lang)["shell.over"], out)
                self.assertNotRegex(out, r"<(shell|circadians)\.|\{\w+\}")
                record = self.the_record()
                self.assertEqual(record["game"], "circadians")
                status = self.engine({"do": "load", "record": record, "seed": 1})[0]["status"]
                self.assertEqual([sum(one["by"].values()) for one in status["scores"]], record["result"]["scores"])

    def until(self, kind, options, seed):
        """What is typed, from the deal on, until somebody alone chooses several of this kind; the record; the choice."""
        typed_so_far, rng = [], random.Random(seed)
        with playing.Engine(COMMAND) as engine:
            engine.must(**measured.request({"do": "new", "game": "circadians", "options": {"players": 1, **options}, "seed": seed}))
            for _ in range(200):
                legal = engine.must(do="legal", seat=1)
                if legal.get("choose", {}).get("kind") == kind:
                    return typed_so_far, engine.must(do="record")["record"]["moves"], legal["choose"]
                typed_so_far.append(rng.choice(legal["moves"])["move"])
                engine.must(do="apply", seat=1, move=typed_so_far[-1])
        return self.fail(f"nobody was asked for {kind}")

    def test_discards_and_dice_in_any_order(self):
        """Contracts over the limit and dice to be rolled again are typed in any order, in one line or one by one."""
        *before, choice = self.until("discard", {}, 20)
        names = [one["item"] for one in choice["items"]]
        most = choice["max"]
        self.assertEqual(choice["min"], most)
        self.assertGreater(most, 1)
        gone = names[-most:]
        wanted = [f"1: -{name}" for name in gone]
        numbers = map(str, range(len(names), len(names) - most, -1))
        for parts in ([" ".join(gone)], [", ".join(reversed(gone)).lower()], [" ".join(numbers)],
                      [f"-{name}" for name in reversed(gone)]):
            with self.subTest(parts):
                self.takes([], 20, before, parts, wanted, words("en")["shell.several"].format(n=most))

        *before, choice = self.until("reroll", {"leaders": ["sanna_lindqvist"]}, 2)
        (first, twice), (second, once) = [(one["item"], one["n"]) for one in choice["items"]]
        self.assertEqual((twice, once, choice["min"], choice["max"]), (2, 1, 0, 3))
        asked = words("en")["shell.several.range"].format(least=0, most=3)
        # By their numbers in the list, and the last line of it is none.
        for parts, wanted in (("2 1 1", f"reroll-{first}-{first}-{second}"), ("2,1", f"reroll-{first}-{second}"), ("2", f"reroll-{second}"),
                              (f"reroll-{first}", f"reroll-{first}"), ("3", "keep"), ("keep", "keep")):
            with self.subTest(parts):
                self.takes(["--leaders", "sanna_lindqvist"], 2, before, [parts], [f"1: {wanted}"], asked)

    def takes(self, args, seed, before, parts, wanted, asked):
        """A game alone in which this is typed when that is asked: what is chosen by it."""
        typed_before, played = before
        out = self.run_it("play", "circadians", "--plain", "--new", "--no-confirm", "--players", 1, *args, "--seats", "Ann",
                          "--seed", seed, text=lines(typed_before + parts + ["save there.json", "q"]))[0]
        self.assertIn(asked, out)
        moves = json.loads((self.home / "there.json").read_text())["record"]["moves"]
        self.assertEqual(moves[:len(played)], played)
        own = [move for move in moves[len(played):] if move.startswith("1: ")]
        self.assertEqual(sorted(own[:len(wanted)]), sorted(wanted), out[-1500:])

    def test_several_items_in_any_order(self):
        """Alone the Contracts that are kept of the draft are typed in any order, in one line or one by one."""
        with playing.Engine(COMMAND) as engine:
            engine.must(**measured.request({"do": "new", "game": "circadians", "options": {"players": 1}, "seed": 7}))
            before = 0
            while "choose" not in (legal := engine.must(do="legal", seat=1)):
                engine.must(do="apply", seat=1, move=legal["moves"][0]["move"])
                before += 1
        choice = legal["choose"]
        names = [one["item"] for one in choice["items"]]
        most = choice["max"]
        self.assertGreater(len(names), most)
        wanted = [f"1: {name}" for name in names[-most:]]
        numbers = range(len(names) - most + 1, len(names) + 1)
        for parts in ([" ".join(names[-most:])], [", ".join(reversed(names[-most:]))], names[-most:][::-1],
                      [" ".join(map(str, reversed(numbers)))], [names[-1], names[0], "u", *(name.lower() for name in names[-most:-1])]):
            with self.subTest(parts):
                out = self.run_it("play", "circadians", "--plain", "--new", "--players", 1, "--seats", "Ann", "--seed", 7,
                                  text=lines(["1", ""] * before + parts + ["", "save there.json", "q"]))[0]
                self.assertIn(words("en")["shell.several"].replace("{n}", str(most)), out)
                moves = json.loads((self.home / "there.json").read_text())["record"]["moves"]
                self.assertEqual([move for move in moves if move in wanted], wanted, out[-1500:])
        out = self.run_it("play", "circadians", "--plain", "--new", "--players", 1, "--seats", "Ann", "--seed", 7,
                          text=lines(["1", ""] * before + [" ".join(names[:most + 1]), "q"]))[0]
        self.assertIn(words("en")["shell.why.item-count"].format(least=most, most=most, found=most + 1), out)

    def test_whole_games(self):
        for mode in MODES:
            for players, seats in self.SEATS.items():
                with self.subTest(mode=mode, players=players):
                    most = self.rng.choice([None, 4, 30])
                    out = self.play("--mode", mode, "--players", players, "--seats", seats, "--seed", 7,
                                    text=lines(typed(self.rng, most=most)))
                    self.assertIn(words("en")["shell.over"], out)
                    self.assertNotIn("\x1b", out)
                    self.assertNotRegex(out, r"<(shell|solenia)\.|\{\w+\}")
                    record = self.the_record()
                    self.assertEqual(record["seed"], 7)
                    self.assertEqual(record["names"], seats.split(","))
                    self.assertEqual(record["options"]["mode"], mode)
                    for score in record["result"]["scores"]:
                        self.assertRegex(out, rf"\b{score}\b")
                    self.assertFalse(self.kept.exists(), "a finished game is not kept as unfinished")

    def test_whoever_is_not_named(self):
        """You, and a bot of the middle level in every other seat; alone there is nobody else."""
        for game in ("solenia", "circadians"):
            for players, names in ((1, []), (2, ["medium"]), (3, ["medium 1", "medium 2"])):
                self.run_it("play", game, "--plain", "--players", players, "--seed", 3, "--new", text="q\n")
                self.assertEqual(self.saved()["seats"],
                                 [{"name": "You"}] + [{"name": name, "bot": "medium"} for name in names])

    def test_the_same_seed_is_the_same_game(self):
        text = lines(typed(self.rng, 3) + ["q"])
        once = self.play("--seed", 11, text=text)
        self.assertEqual(once, self.play("--seed", 11, "--new", text=text))
        self.assertNotEqual(once, self.play("--seed", 12, "--new", text=text))

    def test_leaving_and_going_on(self):
        """Leaving by q or by the end of input anywhere, and going on, is the same game."""
        for args in (("--seed", 21), ("--seed", 22, "--players", 1, "--mode", "winter"),
                     ("--seed", 23, "--seats", "Ann,Bob", "--mode", "improvements"),
                     ("--seed", 24, "--seats", "Ann,Bob", "--no-confirm")):
            with self.subTest(args):
                script = typed(self.rng)
                self.play(*args, text=lines(script))
                whole = self.the_record()
                at = 0
                first = True
                while not self.records():
                    piece = script[at:at + self.rng.randrange(1, 24)]
                    at += len(piece)
                    leave = self.rng.choice([["q"], ["quit"], []])
                    if first:
                        self.play(*args, text=lines(piece + leave))
                    else:
                        self.run_it("play", "--plain", "--continue", text=lines(piece + leave))
                    first = False
                    self.assertTrue(self.kept.exists() or self.records())
                record = self.the_record()
                self.assertEqual(record["moves"], whole["moves"])
                self.assertEqual(record["result"], whole["result"])

    def test_going_on_asks_the_same_person(self):
        """Left at a hand-over, the game goes on with the same hand-over: what was confirmed stays confirmed."""
        names = "|".join(re.escape(words("en")["shell.hand-over"].replace("{player}", name)) for name in ("Ann", "Bob"))
        args = ("--seats", "Ann,Bob", "--seed", 23)
        script = typed(self.rng)
        self.play(*args, text=lines(script))
        # How many lines the game takes: it is left at each of the last ones.
        low, end = 1, len(script)
        while low < end:
            middle = (low + end) // 2
            low, end = (low, middle) if self.over_after(args, script[:middle]) else (middle + 1, end)
        tried = 0
        for n in range(end - 40, end):
            out = self.play(*args, "--new", text=lines(script[:n]))
            left = re.search(rf"({names})\n.+\n\Z", out)  # the farewell comes after it
            if not left:
                continue
            again, _ = self.run_it("play", "--plain", "--continue", text="q\n")
            self.assertEqual(re.findall(names, again)[0], left[1], f"left after {n} lines")
            tried += 1
        self.assertGreater(tried, 3)

    def over_after(self, args, script):
        return words("en")["shell.over"] in self.play(*args, "--new", text=lines(script))

    def test_the_end_of_input_loses_nothing(self):
        for text in ("", "1", "1\n", "1\n\n1", "1\n\n1\n"):
            with self.subTest(text):
                self.play("--seed", 5, "--new", text=text)
                before = self.saved()["record"]["moves"]
                self.run_it("play", "--plain", "--continue", text="")
                self.assertEqual(self.saved()["record"]["moves"], before)
                self.assertEqual(len([m for m in before if m.startswith("1: ")]) > 0, text.startswith("1"))

    def test_a_killed_game_goes_on(self):
        game = subprocess.Popen([COMMAND, "play", "--plain", "--seed", "5", "--no-confirm"], env=self.env,
                                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for _ in range(3):
            game.stdin.write(b"1\n")
            game.stdin.flush()
        self.wait_for(lambda: self.kept.exists() and
                      len([m for m in self.saved()["record"]["moves"] if m.startswith("1: ")]) >= 3)
        game.kill()
        game.wait()
        game.stdin.close()
        before = self.saved()["record"]["moves"]
        self.run_it("play", "--plain", "--continue", text="q\n")
        self.assertEqual(self.saved()["record"]["moves"], before)

    def wait_for(self, holds):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_the_question_about_an_unfinished_game(self):
        self.play("--seed", 5, text="1\n\nq\n")
        before = self.saved()["record"]["moves"]
        # Yes: the lines after the answer are played.
        self.run_it("play", "--plain", text="y\n1\n\nq\n")
        self.assertGreater(len(self.saved()["record"]["moves"]), len(before))
        self.assertEqual(self.saved()["record"]["moves"][:len(before)], before)
        # Nothing answered: nothing happens.
        before = self.saved()
        self.run_it("play", "--plain", text="")
        self.assertEqual(self.saved(), before)
        # No: a new game, and the old one is kept beside it.
        self.run_it("play", "--plain", text="n\nq\n")
        self.assertNotEqual(self.saved(), before)
        self.assertIn(before, [json.loads(path.read_text()) for path in self.kept.parent.glob("game.json.*")])

    def test_no_unfinished_game_is_ever_overwritten(self):
        games = []
        for start in (("--seed", 1), ("--seed", 2), ("--seed", 3, "--new"), ("--new",), ("--seed", 4, "--players", 3)):
            self.play(*start, text="1\n\nq\n")
            games.append(self.saved())
        other = self.file("other.json", games[0])
        self.run_it("play", "--plain", "--resume", other, text="1\n\nq\n")
        games.append(self.saved(other) if self.saved(other) != games[0] else self.saved())
        found = [json.loads(path.read_text()) for path in [*self.kept.parent.glob("game.json*"), other]]
        for game in games:
            self.assertIn(game, found)

    def test_saving_and_resuming_files(self):
        mine = self.home / "mine.json"
        self.play("--seed", 9, "--save", mine, text="1\n\nq\n")
        self.assertFalse(self.kept.exists())
        copy = self.home / "copy.json"
        self.run_it("play", "--plain", "--save", mine, "--continue", text=f"save {copy}\n1\n\nq\n")
        self.assertLess(len(self.saved(copy)["record"]["moves"]), len(self.saved(mine)["record"]["moves"]))
        self.run_it("play", "--plain", "--resume", copy, "--save", copy, text=lines(typed(self.rng)))
        self.assertTrue(self.the_record()["result"])

    def test_a_folder_that_cannot_be_written(self):
        """Told while there is time; at the end nobody says that the game was kept."""
        nowhere = self.home / "nowhere" / "game.json"
        out = self.play("--seed", 9, "--save", nowhere, text="1\n\nq\n", status=1)
        self.assertIn(f"{nowhere}: ", out)
        self.assertNotIn(words("en")["shell.left"].replace("{file}", str(nowhere)), out)

    def test_damaged_saves(self):
        self.play("--seed", 5, text="1\n\nq\n")
        good = self.kept.read_text()
        for content in ("", "{}", "[]", good[:500], good.replace('"confirm": true', '"confirm": 1'),
                        good.replace("1: ", "2: "), good.replace("tidelock-table/1", "tidelock-table/2"), "\x00"):
            if content == good:
                self.fail("nothing was damaged")
            self.kept.write_text(content)
            self.fails("play", "--plain", "--continue")
            self.assertEqual(self.kept.read_text(), content)

    def test_languages(self):
        for lang in LANGS:
            with self.subTest(lang):
                out = self.play("--lang", lang, "--seed", 3, "--mode", "improvements", "--players", 2, "--new",
                                text=lines(["?", "look", "log", "m", "score", "0", "nonsense", "1W-z9", "u", "c"]
                                           + typed(self.rng)))
                self.assertIn(words(lang)["shell.over"], out)
                self.assertNotRegex(out, r"<(shell|solenia)\.|\{\w+\}")
                self.the_record()
        # From the locale; and none of it in a language nobody speaks here.
        for locale, lang in (("pl_PL.UTF-8", "pl"), ("de_AT", "de"), ("zh_TW.UTF-8", "zh-Hant"), ("C", "en"),
                             ("fr_FR.UTF-8", "en")):
            out, _ = self.run_it("play", "--plain", "--seed", 3, "--new", text="q\n", env={"LANG": locale})
            self.assertIn(words(lang)["shell.welcome.plain"], out)

    def test_languages_change_in_the_game(self):
        out = self.play("--seed", 3, text="lang de\nlook\nlang xx\nq\n")
        self.assertIn(words("de")["shell.languages"], out)

    def test_commands_do_not_move(self):
        self.play("--seed", 3, text="q\n")
        before = self.saved()["record"]["moves"]
        self.run_it("play", "--plain", "--continue",
                    text="?\nhelp\nm\nmoves\nhint\nl\nlog\nlook\ntable\nscore\nscores\nsave\nc\nu\n0\n999999999999\n-1\n1.5\n"
                         "é\n龜\n\x1b[A\n" + "x" * 5000 + "\nq\n")
        self.assertEqual(self.saved()["record"]["moves"], before)

    def test_hints(self):
        """In every language: the best move, what it promises, what the next one lacks. At a confirmation there is none."""
        for lang in LANGS:
            catalogue = words(lang)
            best = catalogue["shell.hint.best"].split("{")[0]
            for args in (("--players", 1), ("--players", 3, "--seats", "Ann,random,random"), ("circadians",)):
                game = args if args[0] == "circadians" else ("solenia", *args)
                out = self.run_it("play", *game, "--plain", "--seed", 3, "--new", "--lang", lang, text="1\n\nhint\nhint\nq\n")[0]
                self.assertNotRegex(out, r"<(shell|solenia|circadians)\.|\{\w+\}")
                told = out.split("> " + best)[1:]
                self.assertEqual(len(told), 2, out[-3000:])
                self.assertEqual(*(one.split("\n1. ")[0] for one in told))
                move = told[0].split(":" if lang != "zh-Hant" else "：")[0]
                self.assertIn(f". {move}: ", out)
                if "--players" in args and 1 in args:
                    self.assertNotIn("%", told[0].splitlines()[1])
            self.assertIn(catalogue["shell.help.hint"], self.play("--lang", lang, "--seed", 3, "--new", text="?\nq\n"))
        out = self.play("--seed", 3, "--new", text="1\nhint\nq\n")
        self.assertIn(words("en")["shell.confirm-or-undo"], out.rsplit("> ", 2)[1])

    def test_sentences_of_errors(self):
        """Reasons are said without the marks of the catalogue."""
        out = self.play("--seed", 5, text="nonsense\n1W-z9\nq\n")
        self.assertNotIn("@", out)

    def test_bytes_that_are_no_text(self):
        self.play("--seed", 3, text=b"\xff\xfe\n\x00\n\xc3\n1\n\nq\n")
        self.assertTrue([m for m in self.saved()["record"]["moves"] if m.startswith("1: ")])

    def test_free_undo(self):
        self.play("--seed", 3, "--free-undo", text="1\n\n1\n\nu\nu\nq\n")
        self.assertFalse([m for m in self.saved()["record"]["moves"] if m.startswith("1: ")])

    def test_undo_and_confirm(self):
        self.play("--seed", 3, text="1\nu\nq\n")
        self.assertFalse([m for m in self.saved()["record"]["moves"] if m.startswith("1: ")])
        out = self.play("--seed", 3, "--new", text="1\n2\nq\n")
        self.assertIn(words("en")["shell.confirm-or-undo"], out)
        self.assertEqual(self.saved()["record"]["moves"][-1][:3], "1: ")
        # Leaving before the confirmation keeps the move and the question.
        out, _ = self.run_it("play", "--plain", "--continue", text="u\nq\n")
        self.assertIn(words("en")["shell.undone"], out)
        self.assertFalse([m for m in self.saved()["record"]["moves"] if m.startswith("1: ")])

    def test_hot_seat_keeps_hands_secret(self):
        """Between two hand-overs nothing names a card that only the other one holds."""
        out = self.play("--seats", "Ann,Bob", "--seed", 17, "--mode", "winter", text=lines(typed(self.rng)))
        handed = {seat: words("en")["shell.hand-over"].replace("{player}", name)
                  for seat, name in ((1, "Ann"), (2, "Bob"))}
        parts = re.split("(" + "|".join(map(re.escape, handed.values())) + ")", out)
        # The empty lines push what was said before out of sight.
        for before in parts[0:-1:2]:
            self.assertTrue(before.endswith("\n" * 59), before[-200:])
        turns = self.turns(self.the_record()["moves"])
        checked = 0
        for who, said in list(zip(parts[1::2], parts[2::2]))[:-1]:
            viewer = 1 if who == handed[1] else 2
            listed = set(re.findall(r"^\d+\. ([012]\S+)-(?:[a-e][1-5]|x):", said, re.M))
            if not listed:
                continue  # only something to return
            seat, hands, played = next(turns)
            self.assertEqual(seat, viewer)
            self.assertLessEqual(listed, hands[viewer])
            for card in hands[3 - viewer] - hands[viewer] - played:
                self.assertNotRegex(said, rf"(?<![\w*]){re.escape(card)}(?![\w*])", f"{card} of the other hand")
                checked += 1
        self.assertGreater(checked, 10)

    @staticmethod
    def turns(moves):
        """At each card that is played: the seat, the hands, and the cards that anybody has played before."""
        hands = {1: [], 2: []}
        played = set()
        for move in moves:
            drawn = re.match(r"deck-(\d) = (.+)", move)
            put = re.match(r"(\d): ([012]\S+)-(?:[a-e][1-5]|x)$", move)
            if drawn:
                hands[int(drawn[1])].append(drawn[2])
            elif put:
                yield int(put[1]), {seat: set(hand) for seat, hand in hands.items()}, set(played)
                hands[int(put[1])].remove(put[2])
                played.add(put[2])


# --- play, in a terminal ---

class Screen:
    """As much of a terminal as the game uses. Counts what a person would see go wrong."""

    def __init__(self, rows, columns):
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.pending = ""
        self.alternate = False
        self.resize(rows, columns)

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.wrapped = self.scrolled = 0
        self.clear()

    def clear(self):
        self.grid = [[" "] * self.columns for _ in range(self.rows)]
        self.row = self.column = 0
        self.at_edge = False

    @property
    def lines(self):
        return ["".join(cell for cell in row).rstrip() for row in self.grid]

    @property
    def text(self):
        return "\n".join(self.lines)

    def feed(self, data):
        text = self.pending + self.decoder.decode(data)
        at = 0
        while at < len(text):
            if text[at] == "\x1b":
                match = re.compile(r"\x1b(?:\[([?0-9;]*)([@-~])|([^\[]))").match(text, at)
                if not match:
                    break
                if match[3] is None:
                    self.control(match[1], match[2])
                at = match.end()
                continue
            self.put(text[at])
            at += 1
        self.pending = text[at:]

    def control(self, numbers, what):
        if what == "H":
            row, column = (int(n or 1) for n in (numbers.split(";") + ["", ""])[:2])
            self.row, self.column, self.at_edge = min(row, self.rows) - 1, min(column, self.columns) - 1, False
        elif what == "K":
            start = 0 if numbers in ("1", "2") else self.column  # at the edge the last column goes, as in xterm
            end = self.column + 1 if numbers == "1" else self.columns
            self.grid[self.row][start:end] = [" "] * (end - start)
        elif what == "J":
            if numbers == "2":
                self.grid = [[" "] * self.columns for _ in range(self.rows)]
            else:
                self.grid[self.row][self.column:] = [" "] * (self.columns - self.column)
                for row in range(self.row + 1, self.rows):
                    self.grid[row] = [" "] * self.columns
        elif what in "hl" and numbers == "?1049":
            self.alternate = what == "h"
            if self.alternate:
                self.wrapped = self.scrolled = 0
                self.clear()
        elif what not in "mhl":
            raise AssertionError(f"a control the test does not know: {numbers!r} {what!r}")

    def new_line(self):
        self.at_edge = False
        if self.row + 1 < self.rows:
            self.row += 1
        else:
            self.scrolled += 1
            self.grid = self.grid[1:] + [[" "] * self.columns]

    def put(self, c):
        if c == "\n":
            self.new_line()
        elif c == "\r":
            self.column, self.at_edge = 0, False
        elif c == "\b":
            self.column, self.at_edge = max(0, self.column - 1), False
        elif ord(c) < 32 or unicodedata.combining(c):
            pass
        else:
            width = 2 if unicodedata.east_asian_width(c) in "WF" else 1
            if self.at_edge or self.column + width > self.columns:
                self.wrapped += 1
                self.column = 0
                self.new_line()
            self.grid[self.row][self.column] = c
            if width == 2:
                self.grid[self.row][self.column + 1] = ""
            if self.column + width == self.columns:
                self.at_edge = True
                self.column = self.columns - 1
            else:
                self.column += width


class Tty:
    """The command in a pseudo-terminal."""

    def __init__(self, args, env, rows=24, columns=80):
        self.master, self.slave = pty.openpty()
        self.size(rows, columns)
        self.before = termios.tcgetattr(self.slave)
        self.screen = Screen(rows, columns)
        self.bytes = b""
        self.process = subprocess.Popen([COMMAND, *measured.arguments(*args)], stdin=self.slave, stdout=self.slave,
                                        stderr=self.slave, env=env, start_new_session=True,
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        self.settle()

    def size(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        self.size(rows, columns)
        os.kill(self.process.pid, signal.SIGWINCH)  # it is not the foreground of every kernel's mind
        self.settle()

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.bytes += data
        self.screen.feed(data)
        return bool(data)

    def sleeps(self):
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] in "SZX"
        except FileNotFoundError:
            return True

    def settle(self, answered=True):
        """Until it waits for a key, or is gone. `answered`: something is written first, however busy the machine."""
        end = time.monotonic() + PATIENCE
        while answered and self.process.poll() is None and not self.read(0.2):
            if time.monotonic() > end:
                raise AssertionError("the terminal says nothing:\n" + self.screen.text)
        quiet = 0
        while quiet < 2:
            if time.monotonic() > end:
                raise AssertionError("the terminal does not come to rest:\n" + self.screen.text)
            quiet = 0 if self.read(0.02) or not self.sleeps() else quiet + 1

    def type(self, text, answered=True):
        os.write(self.master, text.encode())
        self.settle(answered)

    def line(self, text):
        self.type(text + "\r")

    def wait(self):
        """The exit status; what is left of its output is read."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if time.monotonic() > end:
                raise AssertionError("it does not end")
            self.read(0.05)
        while self.read(0.05):
            pass
        return self.process.returncode

    @property
    def restored(self):
        return termios.tcgetattr(self.slave) == self.before and not self.screen.alternate

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.master >= 0:
            os.close(self.master)
            os.close(self.slave)
            self.master = -1


class TerminalTest(Case):
    def tty(self, *args, rows=24, columns=80, **env):
        out = Tty(["play", *args], {**self.env, **env}, rows, columns)
        self.addCleanup(out.close)
        return out

    def shows_the_board(self, tty):
        """Five rows of five spaces with their names, and nothing that runs over an edge."""
        self.assertEqual((tty.screen.wrapped, tty.screen.scrolled), (0, 0), tty.screen.text)
        head = next((i for i, line in enumerate(tty.screen.lines) if re.search(r"\ba +b +c +d +e\b", line)), None)
        self.assertIsNotNone(head, tty.screen.text)
        rows = [line for line in tty.screen.lines[head + 1:] if re.match(r"[1-5].│.*│.*│.*│.*│.*│", line)]
        self.assertEqual([line[0] for line in rows], list("54321"), tty.screen.text)
        self.assertTrue(tty.screen.lines[tty.screen.row].startswith(">"), tty.screen.text)

    def test_fits_80_by_24(self):
        seats = {1: "Ann", 2: "Ann,greedy", 3: "Ann,random,greedy", 4: "Ann,random,random,greedy"}
        for mode in MODES:
            for players in (1, 2, 3, 4):
                for lang in LANGS if players == 4 and not SLOW else ("en",):
                    with self.subTest(mode=mode, players=players, lang=lang):
                        tty = self.tty("solenia", "--mode", mode, "--players", players, "--seats", seats[players],
                                       "--seed", 2, "--lang", lang, "--new")
                        for _ in range(3 if SLOW else 5):
                            self.shows_the_board(tty)
                            tty.line(str(self.rng.randrange(1, 7)))
                            self.shows_the_board(tty)
                            tty.line("")
                        self.shows_the_board(tty)
                        for command in ("?", "m", "log", "look", "score"):
                            tty.line(command)
                            self.assertEqual((tty.screen.wrapped, tty.screen.scrolled), (0, 0), tty.screen.text)
                            tty.line("q")
                        tty.line("q")
                        self.assertEqual(tty.wait(), 0)
                        self.assertTrue(tty.restored)
                        tty.close()

    def test_the_last_column_is_not_lost(self):
        """A line as wide as the screen keeps its last character."""
        tty = self.tty("solenia", "--seed", 2)
        rule = next(line for line in tty.screen.lines if line.startswith("───"))
        self.assertEqual(len(rule), 80, repr(rule))

    def test_colours_and_none(self):
        colours = re.compile(rb"\x1b\[[0-9;]*m")
        for args, env, coloured in (((), {}, True), ((), {"NO_COLOR": "1"}, False), ((), {"NO_COLOR": ""}, True),
                                    (("--no-colour",), {}, False), (("--no-color",), {}, False)):
            with self.subTest(args=args, env=env):
                tty = self.tty("--new", "--seed", 2, *args, **env)
                tty.line("1")
                tty.line("")
                tty.line("?")
                tty.line("q")
                drawn = bool([code for code in colours.findall(tty.bytes) if code not in (b"\x1b[m", b"\x1b[0m")])
                self.assertEqual(drawn, coloured)
                tty.line("q")
                tty.wait()
                tty.close()

    def test_the_same_seed_is_the_same_screen(self):
        screens = []
        for seed in (4, 4, 5):
            tty = self.tty("--new", "--seed", seed)
            screens.append(tty.screen.text)
            tty.line("q")
            tty.wait()
        self.assertEqual(screens[0], screens[1])
        self.assertNotEqual(screens[0], screens[2])

    def test_a_whole_game(self):
        tty = self.tty("solenia", "--mode", "winter", "--seed", 6)
        for _ in range(200):
            if words("en")["shell.over"] in tty.screen.text or tty.process.poll() is not None:
                break
            self.shows_the_board(tty)
            tty.line("1")
            tty.line("")
        self.assertIn(words("en")["shell.over"], tty.screen.text)
        self.assertEqual(tty.screen.wrapped, 0)
        if tty.process.poll() is None:
            tty.line("")
        self.assertEqual(tty.wait(), 0)
        self.assertTrue(tty.restored)
        record = self.the_record()
        for score in record["result"]["scores"]:
            self.assertRegex(tty.screen.text, rf"\b{score}\b")

    def test_hint(self):
        """Thinks for a moment, or until a key; then says what is best and goes back to a table that has not moved."""
        tty = self.tty("solenia", "--seed", "3", "--lang", "en")
        self.shows_the_board(tty)
        before = self.saved()
        for hurry in (False, True):
            began = time.monotonic()
            os.write(tty.master, b"hint\r")
            while "Thinking" not in tty.screen.text and time.monotonic() - began < PATIENCE:
                tty.read(0.02)
            self.shows_the_board(tty)
            if hurry:
                os.write(tty.master, b"\r")
            while "Best: " not in tty.screen.text and time.monotonic() - began < PATIENCE:
                tty.read(0.02)
            tty.settle(False)
            self.assertRegex(tty.screen.text, r"Best: \S+: ")
            self.assertIn("Next best: ", tty.screen.text)
            move = re.search(r"Best: (\S+): ", tty.screen.text)[1]
            tty.line("")
            self.shows_the_board(tty)
            self.assertIn(f"Hint: {move}", tty.screen.text)
        self.assertEqual(self.saved(), before)
        # Leaving while it thinks.
        os.write(tty.master, b"hint\r")
        time.sleep(0.3)
        os.write(tty.master, b"\x03")
        self.assertEqual(tty.wait(), 0)
        self.assertTrue(tty.restored)

    def test_resizing(self):
        tty = self.tty("--seed", 6)
        tty.type("1W-c")  # half a move, not sent
        sizes = [(40, 132), (30, 100), (24, 80), (20, 60), (10, 40), (5, 20), (2, 10), (1, 1), (200, 300), (24, 80)]
        for rows, columns in sizes:
            with self.subTest(rows=rows, columns=columns):
                tty.resize(rows, columns)
                self.assertIsNone(tty.process.poll())
                if rows >= 12 and columns >= 20:
                    self.assertEqual((tty.screen.wrapped, tty.screen.scrolled), (0, 0), tty.screen.text)
                if rows >= 24 and columns >= 80:
                    self.shows_the_board(tty)
                    self.assertTrue(tty.screen.lines[tty.screen.row].startswith("> 1W-c"), tty.screen.text)
        before = self.saved()["record"]["moves"]
        tty.type("\x15")  # Ctrl-U: the line is empty again
        tty.line("q")
        self.assertEqual(tty.wait(), 0)
        self.assertTrue(tty.restored)
        self.assertEqual(self.saved()["record"]["moves"], before)

    def test_many_resizes_in_a_row(self):
        tty = self.tty("--seed", 6)
        for _ in range(50):
            tty.size(self.rng.randrange(1, 60), self.rng.randrange(1, 200))
            os.kill(tty.process.pid, signal.SIGWINCH)
        tty.resize(24, 80)
        tty.line("")
        self.assertIsNone(tty.process.poll())
        tty.screen.resize(24, 80)
        tty.line("")
        self.shows_the_board(tty)

    def test_ways_out(self):
        """Ctrl-C, Ctrl-D, signals and a lost line: the terminal is as before, and the game goes on next time."""
        def at_question(_tty):
            pass

        def in_a_line(tty):
            tty.type("0x")

        def in_the_help(tty):
            tty.line("?")

        def confirming(tty):
            tty.line("1")

        def ctrl_c(tty):
            tty.type("\x03")

        def ctrl_d(tty):
            tty.type("\x15\x04")

        def sent(number):
            def send(tty):
                os.kill(tty.process.pid, number)
            send.__name__ = signal.Signals(number).name
            return send
        ways = [ctrl_c, ctrl_d, sent(signal.SIGINT), sent(signal.SIGTERM), sent(signal.SIGHUP)]
        for place in (at_question, in_a_line, in_the_help, confirming):
            for way in ways if not SLOW or place is at_question else ways[:1]:
                with self.subTest(place=place.__name__, way=way.__name__):
                    tty = self.tty("--new", "--seed", 6)
                    tty.line("1")
                    tty.line("")
                    place(tty)
                    before = self.saved()["record"]["moves"]
                    self.assertEqual(sum(move.startswith("1: ") for move in before), 2 if place is confirming else 1)
                    way(tty)
                    tty.wait()
                    self.assertTrue(tty.restored, "the terminal is not as it was")
                    self.assertIn(str(self.kept), tty.bytes.decode())
                    self.assertEqual(self.saved()["record"]["moves"], before)
                    again = self.tty("--continue")
                    self.shows_the_board(again)
                    self.assertEqual(self.saved()["record"]["moves"], before)
                    again.line("q")
                    self.assertEqual(again.wait(), 0)
                    tty.close()
                    again.close()

    def test_keys_that_mean_nothing(self):
        tty = self.tty("--seed", 6)
        tty.type("\x1b[A\x1b[B\x1bOP\t\x01\x02\x1f", answered=False)
        tty.type("é龜\x7f\x7f")
        self.shows_the_board(tty)
        tty.line("1")
        self.assertEqual(sum(move.startswith("1: ") for move in self.saved()["record"]["moves"]), 1)

    def test_hot_seat_keeps_hands_secret(self):
        tty = self.tty("solenia", "--seats", "Ann,Bob", "--seed", 8, "--mode", "winter")
        handed = {1: words("en")["shell.hand-over"].replace("{player}", "Ann"),
                  2: words("en")["shell.hand-over"].replace("{player}", "Bob")}
        boxes = re.compile(r"╭─ (\S+) ─")
        turns = 0
        while turns < (6 if SLOW else 20):
            # The screen between: nothing but the question.
            between = [line.strip() for line in tty.screen.lines if line.strip()]
            self.assertEqual(len(between), 1, tty.screen.text)
            self.assertIn(between[0], handed.values())
            viewer = 1 if between[0] == handed[1] else 2
            state = self.state_of(self.saved()["record"])
            hands = {seat: state["players"][seat - 1]["hand"] for seat in (1, 2)}
            seen = {card.split(":")[1] for card in state["cards"].values()}
            played = {move[3:].rsplit("-", 1)[0] for move in self.saved()["record"]["moves"] if move[1:3] == ": "}
            secret = set(hands[3 - viewer]) - set(hands[viewer]) - seen - played
            mark = len(tty.bytes)
            tty.line("")
            self.shows_the_board(tty)
            self.assertEqual(sorted(boxes.findall(tty.screen.text)), sorted(hands[viewer]), tty.screen.text)
            tty.line("look")
            tty.line("q")
            tty.line("log")
            tty.line("q")
            # What is drawn after the turn is new; whatever was secret before stays secret.
            while not any(line.strip() in handed.values() for line in tty.screen.lines):
                tty.line(str(self.rng.randrange(1, 4)))
                if any(line.strip() in handed.values() for line in tty.screen.lines):
                    break
                tty.line("")
            shown = tty.bytes[mark:].decode()
            for card in secret:
                self.assertNotRegex(shown, rf"(?<![\w*]){re.escape(card)}(?![\w*])", f"{card} of the other hand")
            turns += 1
        tty.type("\x03")
        self.assertEqual(tty.wait(), 0)
        self.assertTrue(tty.restored)

    def test_leaving_at_the_hand_over(self):
        for way in ("q\r", "\x03", "\x04"):
            tty = self.tty("--new", "--seats", "Ann,Bob", "--seed", 8)
            before = self.saved()["record"]["moves"]
            tty.type(way)
            self.assertEqual(tty.wait(), 0)
            self.assertTrue(tty.restored)
            self.assertEqual(self.saved()["record"]["moves"], before)

    def test_a_dumb_terminal_gets_sentences(self):
        tty = self.tty("--seed", 6, TERM="dumb")
        self.assertNotIn(b"\x1b", tty.bytes)
        self.assertIn(words("en")["shell.welcome.plain"][:40], tty.bytes.decode())

    def test_the_progress_bar(self):
        master, slave = pty.openpty()
        done = subprocess.run([COMMAND, "sim", "solenia", "--games", "3000", "--json"], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=slave, env=self.env, timeout=PATIENCE, check=False)
        os.close(slave)
        said = ""
        with contextlib.suppress(OSError):  # there is no more
            while part := os.read(master, 1 << 16):
                said += part.decode()
        os.close(master)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(said, r"\r\[#*\.*\] \d+ of 3000")
        self.assertTrue(said.endswith("\r\x1b[K"))
        self.assertEqual(json.loads(done.stdout)["games"], 3000)


if __name__ == "__main__":
    main()
