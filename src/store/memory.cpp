#include <algorithm>
#include <unordered_map>

#include "store/now.h"
#include "store/store.h"

namespace tidelock::store {
namespace {

class MemoryStore final : public Store {
 public:
  [[nodiscard]] bool waits() const override { return false; }

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
      kept.changed = now_ms();
      kept.lines.push_back({one.seq, kept.changed, one.line});
      if (one.card) kept.card = *one.card;
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
    std::vector<std::string> out;
    const auto& lines = there->second.lines;
    for (std::size_t i = from; i < lines.size(); ++i) out.push_back(lines[i].line);
    return out;
  }

  Result<std::vector<Listed>> list(std::size_t most) override {
    std::vector<Listed> out;
    for (const auto& [id, kept] : tables_) {
      if (kept.card.listed && kept.card.phase != Phase::kOver) out.push_back(row(id, kept));
    }
    std::sort(out.begin(), out.end(), [](const Listed& a, const Listed& b) {
      return a.changed != b.changed ? a.changed > b.changed : a.table < b.table;
    });
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

  Result<std::vector<std::uint64_t>> counts(std::span<const std::string> tables) override {
    std::vector<std::uint64_t> out;
    for (const std::string& table : tables) {
      const auto there = tables_.find(table);
      out.push_back(there == tables_.end() ? 0 : there->second.lines.size());
    }
    return out;
  }
  bool others_wrote() override { return false; }

  Result<std::vector<std::string>> due(std::int64_t now, std::size_t most) override {
    std::vector<std::pair<std::int64_t, std::string>> waiting;
    for (const auto& [id, kept] : tables_) {
      if (kept.due && *kept.due <= now && !held(kept, now)) waiting.emplace_back(*kept.due, id);
    }
    std::sort(waiting.begin(), waiting.end());
    if (waiting.size() > most) waiting.resize(most);
    std::vector<std::string> out;
    out.reserve(waiting.size());
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
      if (held(kept, now) && kept.holder != holder) continue;
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
    there->second.lines[seq].line = line;
    return true;
  }

  std::optional<Error> each(
      const std::function<std::optional<Error>(const Whole&)>& visit) override {
    std::vector<std::string_view> ids;
    ids.reserve(tables_.size());
    for (const auto& one : tables_) ids.push_back(one.first);
    std::sort(ids.begin(), ids.end());
    for (const std::string_view id : ids) {
      const Kept& kept = tables_.find(id)->second;
      if (auto bad = visit({row(std::string(id), kept), kept.lines})) return bad;
    }
    return std::nullopt;
  }

  std::optional<Error> fill(const std::function<Result<std::optional<Whole>>()>& next) override {
    if (!tables_.empty()) return not_empty("memory");
    while (true) {
      auto whole = next();
      if (!whole || !whole.value()) {
        if (whole.ok()) return std::nullopt;
        tables_.clear();
        return whole.error();
      }
      Listed& row = whole.value()->row;
      Kept kept{std::move(whole.value()->lines),
                std::move(row.card),
                row.changed,
                row.due,
                row.turn,
                {},
                0};
      if (tables_.try_emplace(row.table, std::move(kept)).second) continue;
      tables_.clear();
      return error("bad-database", "expected every table once, found " + row.table + " again");
    }
  }

 private:
  struct Kept {
    std::vector<Line> lines;
    Card card;
    std::int64_t changed = 0;
    std::optional<std::int64_t> due;
    std::uint32_t turn = 0;
    std::string holder;
    std::int64_t until = 0;  // the end of its lease
  };
  static bool held(const Kept& kept, std::int64_t now) {
    return kept.until > now && kept.until - now <= kLongestLease;
  }
  static Listed row(const std::string& table, const Kept& kept) {
    return {table, kept.card, kept.changed, kept.lines.size(), kept.due, kept.turn};
  }

  struct Hash {
    using is_transparent = void;  // NOLINT(readability-identifier-naming): as the library wants it
    std::size_t operator()(std::string_view id) const { return std::hash<std::string_view>()(id); }
  };
  std::unordered_map<std::string, Kept, Hash, std::equal_to<>> tables_;
};

}  // namespace

std::unique_ptr<Store> in_memory() { return std::make_unique<MemoryStore>(); }

}  // namespace tidelock::store
