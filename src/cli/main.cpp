// The tidelock command.
#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdio>

#include "cli/common.h"
#include "cli/console.h"
#include "cli/describe.h"
#include "cli/revision.h"
#include "games/games.h"

namespace tidelock::cli {
namespace {

// A seed as it is typed: CLI11 would take -1 or a number that does not fit for some other number.
std::string check_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (wrong == std::errc() && end == text.data() + text.size()) return {};
  return "expected a whole number from 0 to 18446744073709551615, found '" + plain_safe(text) + "'";
}

std::string bot_names() {
  std::string out;
  for (const auto name : ai::kBotNames) out += std::string(name) + ", ";
  return out + "as in hard, hard:500 (iterations) or hard:40ms, or exec:PROGRAM (docs/protocol.md)";
}

// What arena and ladder share.
void add_arena_options(CLI::App& app, ArenaArgs& args) {
  args.choice.add_to(app, GameChoice::Named::kByFlag);
  app.add_option("--seed", args.seed, "the same seed deals the same games (1)")->check(check_seed);
  app.add_option("--threads", args.threads, "0: one for each core")->check(CLI::Range(0U, 1024U));
  app.add_option("--exec-timeout", args.exec_timeout,
                 "seconds an outside program may take for an answer (10)")
      ->check(CLI::Range(0.01, 3600.0));
  app.add_flag("--json", args.json, "as JSON");
}

int run(int argc, char** argv) {
  CLI::App app("tidelock: board games of day and night, by their rules");
  app.set_version_flag("--version",
                       std::string("tidelock ") + kFullVersion + ", revision " + kRevision);
  app.add_flag_callback("--describe",
                        [&app] {
                          std::printf("%s\n", dump_json(describe(app)).c_str());
                          throw CLI::Success();
                        })
      ->group("");  // for tools/command_pages
  app.require_subcommand(1);
  int status = kExitOk;

  PlayArgs play;
  auto* play_command = app.add_subcommand("play", "play at this terminal");
  play.choice.add_to(*play_command, GameChoice::Named::kOptional);
  play_command->add_option(
      "--seats", play.seats,
      "who sits where, as in Ann,hard: names of people and of bots (novice, easy, medium, hard, "
      "master); otherwise you, and medium in every other seat");
  play_command->add_option("--seed", play.seed, "the deal; the same seed deals the same")
      ->check(check_seed);
  play_command->add_option("--lang", play.lang, "en, pl, de or zh-Hant; otherwise from the locale");
  play_command->add_option("--resume", play.resume, "go on with a saved game or a record")
      ->type_name("FILE");
  play_command->add_option("--save", play.save, "where the game is kept while it is played")
      ->type_name("FILE");
  play_command->add_flag("--continue", play.resume_last, "go on with the last game without asking");
  play_command->add_flag("--new", play.fresh, "begin a new game without asking");
  play_command->add_flag("--plain", play.plain, "sentences only, line by line, for screen readers");
  play_command->add_flag("--no-confirm", play.no_confirm, "do not ask before a card is drawn");
  play_command->add_flag("--no-colour,--no-color", play.no_colour, "no colours (as NO_COLOR)");
  play_command->add_flag("--free-undo", play.free_undo, "undo as far back as you like");
  play_command->callback([&] { status = run_play(play); });

  auto* engine =
      app.add_subcommand("engine", "speak the protocol on stdin and stdout (docs/protocol.md)");
  engine->callback([&] { status = run_engine(); });

  SimArgs sim;
  auto* sim_command = app.add_subcommand("sim", "simulate many games and count");
  sim.choice.add_to(*sim_command, GameChoice::Named::kRequired);
  sim_command->add_option("--games", sim.games, "how many (1000)")
      ->check(CLI::Range(1ULL, 1000000000000ULL));
  sim_command->add_option("--bot", sim.bot, "one for all seats, or one for each: greedy,random");
  sim_command->add_option("--seed", sim.seed, "the same seed gives the same numbers (1)")
      ->check(check_seed);
  sim_command->add_option("--threads", sim.threads, "0: one for each core")
      ->check(CLI::Range(0U, 1024U));
  auto* json = sim_command->add_flag("--json", sim.json, "as JSON");
  sim_command->add_flag("--csv", sim.csv, "as CSV")->excludes(json);
  sim_command->callback([&] { status = run_sim(sim); });

  ArenaArgs arena;
  auto* arena_command = app.add_subcommand("arena", "let bot A play bot B and tell who is better");
  arena_command->add_option("A", arena.a, "a bot: " + bot_names())->required();
  arena_command->add_option("B", arena.b, "its opponent")->required();
  add_arena_options(*arena_command, arena);
  arena_command->add_option("--games", arena.games, "how many at most (400)")
      ->check(CLI::Range(1ULL, 1000000000ULL));
  arena_command->add_flag("--mirror", arena.mirror,
                          "play every deal once with A in each seat, and count these together");
  arena_command
      ->add_option("--sprt", arena.sprt,
                   "stop when A's Elo is rather LOW or rather HIGH, wrong in 5 % of cases")
      ->expected(2)
      ->type_name("LOW HIGH");
  arena_command->callback([&] { status = run_arena(arena); });

  LadderArgs ladder;
  auto* ladder_command = app.add_subcommand(
      "ladder", "let all bots play each other, mirrored; a table of scores and Elo, and a plot");
  add_arena_options(*ladder_command, ladder.common);
  ladder.common.games = 100;
  ladder_command->add_option("--games", ladder.common.games, "for each pairing (100)")
      ->check(CLI::Range(1ULL, 1000000000ULL));
  ladder_command->add_option("--bots", ladder.bots, "which, as in random,greedy (all levels)")
      ->delimiter(',');
  ladder_command->add_option("--svg", ladder.svg, "where the plot is written (ladder.svg)")
      ->type_name("FILE");
  ladder_command->callback([&] { status = run_ladder(ladder); });

  EndgameArgs endgame;
  auto* endgame_command = app.add_subcommand(
      "endgame", "what a bot's choices in the last two turns cost, by the exact solver");
  endgame.choice.add_to(*endgame_command, GameChoice::Named::kRequired);
  endgame_command->add_option("--bot", endgame.bot, "which (master:40ms)");
  endgame_command->add_option("--positions", endgame.positions, "how many (1000)")
      ->check(CLI::Range(1ULL, 1000000000ULL));
  endgame_command->add_option("--seed", endgame.seed, "the same seed gives the same positions (1)")
      ->check(check_seed);
  endgame_command->add_flag("--json", endgame.json, "as JSON");
  endgame_command->callback([&] { status = run_endgame(endgame); });

  StudyArgs study;
  auto* study_command = app.add_subcommand(
      "study", "how fair a game is: seats, turn order, all that is used; a report with plots");
  study_command->add_option("game", study.game, "the game")->required();
  study_command->add_option("--pack", study.pack, kPackHelp);
  study_command->add_option("--games", study.games, "of all modes together (2000)")
      ->check(CLI::Range(1ULL, 1000000000ULL));
  study_command->add_option("--level", study.level, "the bot that plays all seats (hard)");
  study_command->add_option("--seed", study.seed, "the same seed gives the same numbers (1)")
      ->check(check_seed);
  study_command->add_option("--threads", study.threads, "0: one for each core")
      ->check(CLI::Range(0U, 1024U));
  study_command->add_option("--out", study.out, "where report.md and its plots go (study-GAME)")
      ->type_name("FOLDER");
  study_command->add_flag("--json", study.json, "the numbers as JSON, to stdout");
  study_command->callback([&] { status = run_study(study); });

  BenchArgs bench;
  auto* bench_command = app.add_subcommand("bench", "measure the engine");
  bench_command->add_option("game", bench.game, "only this one");
  bench_command->add_option("--seconds", bench.seconds, "for each case (1)")
      ->check(CLI::Range(0.01, 600.0));
  bench_command->add_flag("--json", bench.json, "as JSON");
  bench_command->add_flag("--signature", bench.signature,
                          "only the number that every build must reproduce");
  BenchServerArgs bench_server;
  auto* bench_server_command =
      bench_command->add_subcommand("server", "measure the server (docs/operations.md)");
  bench_server.game = games::all().front().facts->id;
  bench_server_command->add_option("--game", bench_server.game,
                                   "what is played (" + bench_server.game + ")");
  bench_server_command->add_option("--seconds", bench_server.seconds, "of moves, each (5)")
      ->check(CLI::Range(0.1, 600.0));
  bench_server_command->add_option("--tables", bench_server.tables, "at once (2000)")
      ->check(CLI::Range(1, 10000));
  bench_server_command
      ->add_option(
          "--only", bench_server.only,
          "echo (in memory, beside a bare echo server), kept (in databases), pace (a move a "
          "second) or live (memory)")
      ->check(CLI::IsMember({"echo", "kept", "pace", "live"}))
      ->type_name("PART");
  bench_server_command->add_option("--live", bench_server.live, "for the memory (10000)")
      ->check(CLI::Range(1, 20000));
  bench_server_command
      ->add_option("--database", bench_server.databases,
                   "one more to measure with: postgresql://...")
      ->type_name("ADDRESS");
  bench_server_command->add_flag("--json", bench_server.json, "as JSON");
  bench_command->callback([&] {
    status = bench_server_command->parsed() ? run_bench_server(bench_server) : run_bench(bench);
  });

  TrainArgs train;
  auto* train_command =
      app.add_subcommand("train", "learn a network by play against itself (docs/learning.md)");
  train_command->add_option("game", train.game, game_names())->required();
  train_command->add_option("--pack", train.pack, kPackHelp);
  train_command->add_option("--out", train.out, "where the network goes, and its state beside it")
      ->required()
      ->type_name("FILE");
  train_command->add_option("--minutes", train.minutes, "how long (60)")
      ->check(CLI::Range(0.01, 100000.0));
  train_command->add_option("--seed", train.seed, "of games and network (1)")->check(check_seed);
  train_command->add_option("--games", train.games, "in each round (1000)")
      ->check(CLI::Range(1ULL, 10000000ULL));
  train_command->add_option("--iterations", train.iterations, "of a search in full (150)")
      ->check(CLI::Range(1U, 1000000U));
  train_command->add_option("--window", train.window, "rounds that are learned from (6)")
      ->check(CLI::Range(1, 1000));
  train_command->add_option("--threads", train.threads, "0: one for each core")
      ->check(CLI::Range(0U, 1024U));
  train_command->add_flag("--resume", train.resume, "go on where FILE.state was left");
  train_command->callback([&] { status = run_train(train); });

  AnalyseArgs analyse;
  auto* analyse_command = app.add_subcommand(
      "analyse", "what each decision of a game was worth, and where it turned (docs/analysis.md)");
  analyse_command->add_option("record", analyse.record, "a record or a saved game")
      ->required()
      ->type_name("FILE");
  auto* iterations =
      analyse_command
          ->add_option("--iterations", analyse.iterations, "of the search for each decision (1000)")
          ->check(CLI::Range(1U, table::kMostIterations));
  analyse_command
      ->add_option("--ms", analyse.milliseconds, "for each decision, in place of iterations")
      ->check(CLI::Range(1U, table::kMostMilliseconds))
      ->excludes(iterations);
  analyse_command->add_option("--svg", analyse.svg, "where the graph is drawn")->type_name("FILE");
  analyse_command->add_option("--lang", analyse.lang,
                              "en, pl, de or zh-Hant; otherwise from the locale");
  analyse_command->add_flag("--all", analyse.all, "all decisions, not only those that lost much");
  analyse_command->add_flag("--json", analyse.json, "as JSON");
  analyse_command->add_flag("--plain", analyse.plain, "sentences, and a graph in ASCII");
  analyse_command->add_flag("--no-colour,--no-color", analyse.no_colour,
                            "no colours (as NO_COLOR)");
  analyse_command->callback([&] { status = run_analyse(analyse); });

  std::string record;
  std::string lang;
  bool quiet = false;
  auto* replay = app.add_subcommand("replay", "check a record and print it move by move");
  replay->add_option("record", record, "a record or a saved game")->required()->type_name("FILE");
  replay->add_option("--lang", lang, "en, pl, de or zh-Hant");
  replay->add_flag("--quiet", quiet, "check only");
  replay->callback([&] { status = run_replay(record, lang, quiet); });

  ServeArgs serve;
  auto* serve_command =
      app.add_subcommand("serve", "serve the page and tables to browsers (docs/serving.md)");
  serve_command->add_option("--page", serve.page, "the built page; otherwise the installed one")
      ->type_name("FOLDER");
  serve_command
      ->add_option("--bind", serve.bind, "an address of this machine; 0.0.0.0 or :: for all")
      ->capture_default_str()
      ->type_name("ADDRESS");
  serve_command->add_option("--port", serve.port, "0: any that is free")
      ->capture_default_str()
      ->check(CLI::Range(0, 65535));
  serve_command
      ->add_option(
          "--database", serve.database,
          "where tables are kept: a file, memory (nowhere), or postgresql://USER@HOST/NAME "
          "(tables.db in the state folder)")
      ->type_name("WHERE");
  serve_command
      ->add_option("--bus", serve.bus,
                   "how servers on one database tell each other at once: redis://HOST:PORT")
      ->type_name("ADDRESS");
  serve_command->add_option("--public-url", serve.public_url,
                            "how browsers come here, https://example.org/ behind a proxy");
  serve_command->add_option("--notify-command", serve.notify_command,
                            "a program that is told, in JSON, whose turn has waited for long");
  serve_command->add_option("--mail-from", serve.mail_from,
                            "send mail to those who want it, from this address");
  serve_command->add_option("--sendmail", serve.sendmail,
                            "the program that takes mail (/usr/sbin/sendmail)");
  serve_command->add_option(
      "--clock", serve.clock,
      "for tests: the number of milliseconds in this file is added to the time");
  serve_command->add_flag("--open", serve.open, "show it in the browser");
  serve_command->add_option("--tls-cert", serve.tls_certificate, "a certificate in PEM form")
      ->type_name("FILE");
  serve_command->add_option("--tls-key", serve.tls_key, "its key")->type_name("FILE");
  serve_command->add_option("--proxy", serve.proxies, "a proxy whose X-Forwarded-For is believed")
      ->type_name("ADDRESS[/BITS]");
  serve_command
      ->add_option("--limits", serve.limits,
                   "per address: on, off, or auto: on unless only this machine can ask")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "on", "off"}));
  serve_command
      ->add_option("--limit", serve.limit, "one of them, as tables=20:10 (at once, a minute)")
      ->type_name("NAME=N[:N]");
  serve_command->add_option("--sockets", serve.sockets, "players and spectators at once (10000)")
      ->check(CLI::Range(1, 1000000));
  serve_command
      ->add_option("--connections", serve.connections,
                   "by HTTP at once (2000); for more, whoever says nothing is closed")
      ->check(CLI::Range(16, 1000000));
  serve_command->add_option("--drain", serve.drain, "seconds that /healthz says so before it ends")
      ->capture_default_str()
      ->check(CLI::Range(0, 3600));
  serve_command->add_option("--log", serve.log, "a file for a log; -: the standard error")
      ->type_name("FILE");
  serve_command->add_option("--log-level", serve.log_level, "debug, info, warn or error (info)");
  serve_command->add_flag("--log-addresses", serve.log_addresses, "also whom requests come from");
  serve_command
      ->add_option("--metrics-address", serve.metrics_readers,
                   "who may read /metrics, besides this machine")
      ->type_name("ADDRESS[/BITS]");
  serve_command->callback([&] { status = run_serve(serve); });

  DbArgs db;
  auto* db_command =
      app.add_subcommand("db", "back up, restore, check and upgrade tables (docs/serving.md)");
  db_command->require_subcommand(1);
  const auto db_verb = [&](const char* name, const char* help) {
    auto* verb = db_command->add_subcommand(name, help);
    verb->add_option("--database", db.database, "as for serve (tables.db in the state folder)")
        ->type_name("WHERE");
    verb->callback([&db, &status, name] {
      db.what = name;
      status = run_db(db);
    });
    return verb;
  };
  db_verb("backup", "write all tables to a file, while servers go on")
      ->add_option("file", db.file, "a file that is not there yet")
      ->required()
      ->type_name("FILE");
  db_verb("restore", "fill an empty database of any kind with a backup")
      ->add_option("file", db.file, "a backup")
      ->required()
      ->type_name("FILE");
  db_verb("check", "read every table again, and say which line does not fit");
  db_verb("upgrade", "bring a database of an earlier version up to date, as serve does");

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& wrong) {
    const int code = app.exit(wrong);
    return code == 0 ? kExitOk : kExitUsage;
  }
  return status;
}

}  // namespace
}  // namespace tidelock::cli

int main(int argc, char** argv) {
  tidelock::cli::console::set_up();
  const int status = tidelock::cli::run(argc, argv);
  // A full disk or a closed pipe is no success.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fputs("tidelock: the output could not be written\n", stderr);
    return tidelock::cli::kExitError;
  }
  return status;
}
