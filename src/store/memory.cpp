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
      out.push_back(Appended::kYes);
    }
    return out;
  }

  Result<std::vector<std::string>> log(std::string_view table) override {
    const auto there = tables_.find(table);
    return there == tables_.end() ? std::vector<std::string>() : there->second.lines;
  }

  Result<std::vector<Listed>> list(std::size_t most) override {
    std::vector<Listed> out;
    for (const auto& [id, kept] : tables_) {
      if (kept.card.listed && kept.card.phase != Phase::kOver)
        out.push_back({id, kept.card, kept.changed});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Listed& a, const Listed& b) { return a.changed > b.changed; });
    if (out.size() > most) out.resize(most);
    return out;
  }

 private:
  struct Kept {
    std::vector<std::string> lines;
    Card card;
    std::int64_t changed = 0;
  };
  std::map<std::string, Kept, std::less<>> tables_;
};

}  // namespace

std::unique_ptr<Store> in_memory() { return std::make_unique<MemoryStore>(); }

}  // namespace tidelock::store
