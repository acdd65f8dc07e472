// Tells people who are not here: by mail, or by a program of the operator. Both are programs that
// are run without a shell, a few at once, for a limited time. Documented in docs/serving.md.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/text.h"

namespace tidelock::server {

struct CourierOptions {
  std::string command;                          // a program; empty: none
  std::string mail_from;                        // an address; empty: no mail
  std::string sendmail = "/usr/sbin/sendmail";  // takes a mail as `sendmail -t -i` does
  std::string public_url;                       // how browsers come here, "https://example.org/"
  std::function<const Catalogue*(Lang)> words;
  std::function<void(const std::string&)> failed;  // told, from any thread, what went wrong
  unsigned at_once = 4;
  std::size_t waiting = 1000;
  std::chrono::milliseconds limit{30000};
  std::chrono::milliseconds grace{2500};  // for what waits when it ends
};

// Somebody's turn waits.
struct Notice {
  std::string table;
  std::string game;
  std::string name = {};    // of the player
  std::int64_t waited = 0;  // seconds
  std::string mail = {};    // a confirmed address; empty: none
  Lang lang = Lang::kEn;
};

// Nothing but what needs no quoting in a header, so that nothing can be added to one.
[[nodiscard]] bool is_mail_address(std::string_view text);

class Courier {
 public:
  // An error says which option makes no sense.
  static Result<std::shared_ptr<Courier>> open(CourierOptions options);
  Courier(const Courier&) = delete;
  Courier& operator=(const Courier&) = delete;
  ~Courier();  // ends

  // What it took is done, within a short time; what is left then is dropped, and that is said.
  void end();

  [[nodiscard]] bool mails() const { return !options_.mail_from.empty(); }
  [[nodiscard]] bool commands() const { return !options_.command.empty(); }

  // Whether it will be tried.
  bool send_code(const std::string& address, const std::string& code, Lang lang);
  bool notify(const Notice& notice);

 private:
  class Running;
  explicit Courier(CourierOptions options);
  bool send_mail(const std::string& to, const std::string& subject, const std::string& text);
  bool run(const std::string& program, bool mail, std::string input);

  CourierOptions options_;
  std::unique_ptr<Running> running_;
};

// A mail as it is handed over: headers and text, the latter in base64.
[[nodiscard]] std::string mail_text(const std::string& from, const std::string& to,
                                    const std::string& subject, const std::string& text);

}  // namespace tidelock::server
