// `tidelock engine`: the message language on stdin and stdout, a line each.
#include <cstdio>
#include <iostream>
#include <string>

#include "cli/common.h"

namespace tidelock::cli {

namespace {

// One line without its end; a line that is too long is read to its end and told as such.
enum class Line { kRead, kTooLong, kEnd };
Line read_line(std::string& line) {
  line.clear();
  bool too_long = false;
  int c = 0;
  bool any = false;
  while ((c = std::getc(stdin)) != EOF) {
    any = true;
    if (c == '\n') break;
    if (line.size() <= kMaxJsonBytes) {
      line += static_cast<char>(c);
    } else {
      too_long = true;
    }
  }
  if (!any) return Line::kEnd;
  return too_long ? Line::kTooLong : Line::kRead;
}

bool say(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
}

}  // namespace

int run_engine() {
  table::Session session(world());
  if (!say(dump_json(session.hello()))) return kExitError;
  std::string line;
  while (!session.ended()) {
    const Line read = read_line(line);
    if (read == Line::kEnd) break;
    if (read == Line::kRead && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (read == Line::kTooLong) line.resize(kMaxJsonBytes + 1);
    if (!say(session.handle_line(line))) return kExitError;
  }
  return kExitOk;
}

}  // namespace tidelock::cli
