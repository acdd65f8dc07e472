#include <algorithm>
#include <chrono>
#include <map>

#include "store/store.h"

namespace tidelock::store {
namespace {

class MemoryStore final : public Store {
 public:
  Result<std::vector<Appended>> append(std::span<const Append> lines) override {
    std::vector<Appended> out;
    for (const Append& one : lines) {
      const auto there = tables_.find(one.table);
      const std::size_t next = there == tables_.end() ? 0 : there->second.lines.size();
      if (one.seq != next || (next == 0 && !one.card)) {
        out.push_back(Appended::kNo);
        continue;
      }
      Kept& kept = there == tables_.end() ? tables_[one.table] : there->second;
      kept.lines.push_back(one.line);
      if (one.card) kept.card = *one.card;
      kept.changed = std::chrono::duration_cast<std::chrono::milliseconds>(
                         std::chrono::system_clock::now().time_since_epoch())
                         .count();
      kept.due = one.due;
      kept.turn = one.turn;
      out.push_back(Appended::kYes);
    }
    return out;
  }

  using Store::log;
  Result<std::vector<std::string>> log(std::string_view table, std::uint64_t from) override {
    const auto there = tables_.find(table);
    if (there == tables_.end()) return std::vector<std::string>();
    const auto& lines = there->second.lines;
    const auto skipped = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(from, lines.size()));
    return std::vector<std::string>(lines.begin() + skipped, lines.end());
  }

  Result<std::vector<Listed>> list(std::size_t most) override {
    std::vector<Listed> out;
    for (const auto& [id, kept] : tables_) {
      if (kept.card.listed && kept.card.phase != Phase::kOver) out.push_back(row(id, kept));
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Listed& a, const Listed& b) { return a.changed > b.changed; });
    if (out.size() > most) out.resize(most);
    return out;
  }

  Result<std::vector<Listed>> rows(std::span<const std::string> tables) override {
    std::vector<Listed> out;
    for (const std::string& table : tables) {
      if (const auto there = tables_.find(table); there != tables_.end())
        out.push_back(row(table, there->second));
    }
    return out;
  }

  Result<std::vector<std::string>> due(std::int64_t now, std::size_t most) override {
    std::vector<std::pair<std::int64_t, std::string>> waiting;
    for (const auto& [id, kept] : tables_) {
      if (kept.due && *kept.due <= now && kept.until <= now) waiting.emplace_back(*kept.due, id);
    }
    std::sort(waiting.begin(), waiting.end());
    if (waiting.size() > most) waiting.resize(most);
    std::vector<std::string> out;
    for (auto& one : waiting) out.push_back(std::move(one.second));
    return out;
  }

  Result<std::vector<std::string>> lease(std::span<const std::string> tables,
                                         std::string_view holder, std::int64_t now,
                                         std::int64_t until) override {
    std::vector<std::string> out;
    for (const std::string& table : tables) {
      const auto there = tables_.find(table);
      if (there == tables_.end()) continue;
      Kept& kept = there->second;
      if (kept.until > now && kept.holder != holder) continue;
      kept.holder = holder;
      kept.until = until;
      out.push_back(table);
    }
    return out;
  }

  std::optional<Error> release(std::span<const std::string> tables,
                               std::string_view holder) override {
    for (const std::string& table : tables) {
      const auto there = tables_.find(table);
      if (there != tables_.end() && there->second.holder == holder) there->second.until = 0;
    }
    return std::nullopt;
  }

  Result<bool> erase(std::string_view table) override {
    const auto there = tables_.find(table);
    if (there == tables_.end()) return false;
    tables_.erase(there);
    return true;
  }

  Result<bool> rewrite(std::string_view table, std::uint64_t seq, std::string_view line) override {
    const auto there = tables_.find(table);
    if (there == tables_.end() || seq >= there->second.lines.size()) return false;
    there->second.lines[seq] = line;
    return true;
  }

 private:
  struct Kept {
    std::vector<std::string> lines;
    Card card;
    std::int64_t changed = 0;
    std::optional<std::int64_t> due;
    std::uint32_t turn = 0;
    std::string holder;
    std::int64_t until = 0;  // the end of its lease
  };
  static Listed row(const std::string& table, const Kept& kept) {
    return {table, kept.card, kept.changed, kept.lines.size(), kept.due, kept.turn};
  }

  std::map<std::string, Kept, std::less<>> tables_;
};

}  // namespace

std::unique_ptr<Store> in_memory() { return std::make_unique<MemoryStore>(); }

}  // namespace tidelock::store
