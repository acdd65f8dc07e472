#include "circadians/shapes.h"

#include <algorithm>
#include <utility>

#include "circadians/keys.h"

namespace tidelock::circadians {

namespace {

using Things = std::array<int, kThings.size()>;  // how many of each

class Shaper {
 public:
  explicit Shaper(const Phrases& words) : w_(words), c_(words.c) {}

  Shape finish(std::string_view when) {
    std::string what = joined(parts_, ".");
    if (what.empty()) return {};
    return {std::string(when) + "." + what, std::move(args_)};
  }
  void effects(Range range) { read(range, parts_, 0); }
  void either(const Lines& ways) { parts_.push_back(joined(ways, "-or-")); }
  [[nodiscard]] std::string inner(Range range, int depth = 1) {
    Lines parts;
    read(range, parts, depth);
    return joined(parts, "+");
  }

  // What a rule changes without an effect of its own, in the order of the composed text.
  void lookups(const Rule& rule) {
    costs(rule);
    if (rule.free_order) add("free-order");
    if (rule.allow_outpost) add("outpost");
    values(rule);
    if (rule.trades != 0) count("more-trades", "trades", rule.trades);
    if (rule.free_steps != 0) count("free-steps", "free", rule.free_steps);
    if (rule.max_steps != 0) count("max-steps", "further", rule.max_steps);
    if (rule.planet_water != 0) words("planet-water", "water", w_.some(kWater, rule.planet_water));
    limit("limit-dice", rule.dice_limit);
    limit("limit-hand", rule.hand_limit);
    limit("limit-specialists", rule.specialist_limit);
    if (rule.uncounted) add("uncounted");
    if (rule.substitute_n != 0) {
      resource(rule.substitute_from);
      words("substitute", "pay", w_.some(rule.substitute_to, rule.substitute_n));
    }
    points(rule.points);
    for (int i = 0; i < kSpecialCount; ++i) {
      if (has_bit(rule.specials, i)) add(kSpecials[idx(i)]);
    }
    plan(rule);
  }

  // When it happens; what it names becomes a value.
  std::string occasion(const Rule& rule, std::string_view of) {
    std::string when(kOnKeys[static_cast<std::size_t>(rule.on)]);
    if (rule.on == On::kSend) {
      if (of == "ship") when += "-here";
      when += target(rule.to);
      if (rule.from != 0) when += rule.from == 1 ? "-garage" : "-hq";
      if (rule.specialist) when += "-specialist";
      if (rule.first) when += "-first";
    }
    if (rule.with != 0) {
      Lines names;
      for (int f = 0; f < kFactions; ++f) {
        if (has_bit(rule.with, f)) names.push_back(w_.name(c_.columns[idx(f)]));
      }
      value("faction", w_.list(names));
      when += "-with";
    }
    if (rule.by != By::kSelf) when += rule.by == By::kAny ? "-any" : "-opponent";
    if (rule.at_depository) when += "-depository";
    if (rule.die[0] != 0) {
      const bool any = rule.die[0] == 1 && rule.die[1] == 6;
      if (!any) value("values", values_text(rule.die[0], rule.die[1]));
      when += any ? "-any-die" : "-die";
    }
    if (rule.outpost_empty) when += "-outpost-empty";
    if (rule.no_water) when += "-no-water";
    constexpr std::array<std::string_view, 4> kWhens = {"", "-before", "-after", "-either"};
    when += kWhens[static_cast<std::size_t>(rule.when)];
    if (rule.may) when += "-may";
    if (rule.once) when += "-once";
    return when;
  }

 private:
  static std::string joined(const Lines& parts, std::string_view between) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : std::string(between)) + part;
    return out;
  }
  // The second value of a name is NAME2.
  std::string fresh(std::string_view name) {
    std::string out(name);
    const auto taken = [&] {
      return std::any_of(args_.begin(), args_.end(),
                         [&](const TextArg& arg) { return arg.name == out; });
    };
    for (int n = 2; taken(); ++n) out = std::string(name) + std::to_string(n);
    return out;
  }
  void add(std::string_view part) { parts_.emplace_back(part); }
  void value(std::string_view name, int n) { args_.push_back({fresh(name), std::int64_t{n}}); }
  void value(std::string_view name, const std::string& words) {
    args_.push_back({fresh(name), literal(words)});
  }
  // Which of the resources.
  void resource(std::size_t which) {
    args_.push_back({fresh("resource"), std::string(kThings[which])});
  }
  void count(std::string_view part, std::string_view name, int n) {
    value(name, n);
    add(part);
  }
  void words(std::string_view part, std::string_view name, const std::string& said) {
    value(name, said);
    add(part);
  }

  // --- what is looked up ---

  void costs(const Rule& rule) {
    Goods less{};
    for (int r = 0; r < kResources; ++r) {
      if (rule.discount[idx(r)] == Rule::kAll) {
        resource(idx(r));
        add("discount-all");
      } else {
        less[idx(r)] = rule.discount[idx(r)];
      }
    }
    if (less != Goods{}) words("discount", "less", w_.some(less));
    if (rule.any_discount != 0) count("discount-any", "less", rule.any_discount);
    Goods more{};
    std::copy(rule.surcharge.begin(), rule.surcharge.end(), more.begin());
    if (more != Goods{}) words("surcharge", "more", w_.some(more));
    if (!rule.replace.empty()) {
      Lines ways;
      for (const Goods& one : rule.replace) ways.push_back(w_.some(one));
      words("replace", "instead", w_.list(ways, "list.or"));
    }
    if (rule.garage_discount != 0)
      words("garage-discount", "less", w_.some(kAlgae, rule.garage_discount));
    if (rule.garage_cost >= 0) count("garage-cost", "cost", rule.garage_cost);
  }
  void values(const Rule& rule) {
    const int down = -rule.value[0];
    const int up = rule.value[1];
    if (down != 0 && up != 0 && down != up) {
      add("value-uneven");
    } else if (down != 0 || up != 0) {
      count(down == 0 ? "value-up"
            : up == 0 ? "value-down"
                      : "value-both",
            "by", std::max(down, up));
    }
    if (rule.value_set != 0) {
      Lines all;
      for (int v = 1; v <= 6; ++v) {
        if (has_bit(rule.value_set, v)) all.push_back(std::to_string(v));
      }
      words("value-set", "values", w_.list(all, "list.or"));
    }
    if (rule.value_as != 0) count("value-as", "value", rule.value_as);
  }
  void limit(std::string_view which, int n) {
    if (n != 0) count(std::string(which) + (n > 0 ? "-more" : "-less"), "n", std::abs(n));
  }
  void points(const Points& p) {
    if (p.n == 0) return;
    std::string part = "points-" + std::string(kCounts[static_cast<std::size_t>(p.per)]);
    value("points", p.n);
    if (p.per >= Count::kWaterLeft) {
      value("left", w_.some(static_cast<int>(p.per) - static_cast<int>(Count::kWaterLeft), p.each));
    } else {
      value("each", p.each);
    }
    if (p.per == Count::kColumnDie) value("faction", w_.name(c_.columns[p.column]));
    if (p.per == Count::kDepositoryRowDie) value("row", p.row + 1);
    if (p.each > 1) part += "-each";
    if (p.most != 0) {
      value("most", p.most);
      part += "-most";
    }
    add(part);
  }
  void plan(const Rule& rule) {
    if (rule.exchange_out != 0) {
      value("out", rule.exchange_out);
      count("exchange", "in", rule.exchange_in);
    }
    if (rule.reroll) add("reroll");
    Lines raises;
    for (const auto& [dice, by] : rule.raises) {
      value("dice", dice);
      value("by", by);
      raises.emplace_back("raise");
    }
    if (!raises.empty()) either(raises);
  }
  std::string target(std::uint16_t to) {
    constexpr std::uint16_t kAllStations = (1U << kStations) - 1;
    if (to == 0) return "";
    if (to == kAllStations) return "-station";
    Lines places;
    for (int i = 0; i < kPlaces; ++i) {
      if (has_bit(to, i)) places.push_back(w_.place(i));
    }
    value("places", w_.list(places));
    return "-to";
  }

  // --- effects ---

  // What is gained or lost one after the other is said together.
  void read(Range range, Lines& parts, int depth) {
    using Op = Effect::Op;
    for (auto i = range.begin; i < range.end;) {
      const Op op = c_.effects[i].op;
      if (op != Op::kGain && op != Op::kLose) {
        parts.push_back(part(c_.effects[i++], depth));
        continue;
      }
      Things some{};
      bool counted = false;
      for (; i < range.end && c_.effects[i].op == op; ++i) {
        const Effect& e = c_.effects[i];
        if (e.amount.kind == Amount::Kind::kNumber && (op == Op::kGain || e.what < kContracts)) {
          some[e.what] += e.amount.n;
          counted = true;
        } else {
          parts.push_back(other_amount(e));
        }
      }
      if (!counted) continue;
      parts.emplace_back(op == Op::kGain ? "gain" : "lose");
      value(parts.back(), w_.some(some));
    }
  }
  // As many as a die shows; Contracts that are lost.
  std::string other_amount(const Effect& e) {
    if (e.amount.kind == Amount::Kind::kNumber) {
      value("discard", e.amount.n);
      return "lose-contract";
    }
    if (e.op != Effect::Op::kGain || e.amount.kind != Amount::Kind::kValue) return "other-amount";
    resource(e.what);
    value("plus", e.amount.n);
    return "gain-value";
  }
  std::string part(const Effect& e, int depth) {
    using Op = Effect::Op;
    // So deep inside there are no texts.
    if (depth > 0 && !e.list.empty()) return "deep";
    switch (e.op) {
      case Op::kPay: {
        std::string out;
        if (e.goods != Goods{}) {
          value("pay", w_.some(e.goods));
          out = "pay";
        }
        if (e.n != 0) {
          value("discard", e.n);
          out += out.empty() ? "discard" : "-discard";
        }
        return out;
      }
      case Op::kOthers: return "others-" + inner(e.list);
      case Op::kOptional: return "optional-" + inner(e.list);
      case Op::kChoose: {
        Lines ways;
        for (auto i = e.list.begin; i < e.list.end; ++i) ways.push_back(inner(c_.lists[i]));
        return "choose-" + joined(ways, "-or-");
      }
      case Op::kByValue: return by_value(e);
      case Op::kPer: {
        std::string out = "per-" + std::string(kCounts[e.what]) + "-";
        if (e.n != 0) {
          value("most", e.n);
          out += "most-";
        }
        return out + inner(e.list);
      }
      case Op::kMove:
        if (e.what == kByDie) return "move-value";
        value("steps", e.n);
        return e.what == kBackward ? "move-back" : e.up_to ? "move-up-to" : "move";
      case Op::kPeek: return "peek";
      case Op::kHarvestPlanet: return "harvest-planet";
      case Op::kHarvestFarms: return "harvest-farms";
      case Op::kTrades:
        if (e.amount.kind != Amount::Kind::kNumber) return "trades-value";
        value("trades", e.amount.n);
        return "trades";
      case Op::kTile: {
        std::string out = e.what == kShipTile ? "take-ship" : "take-farm";
        if (e.n == kNone) return out;
        value("stack", e.n + 1);
        return out + "-stack";
      }
      case Op::kStartTile: {
        const Tile& tile = (e.what == kShipTile ? c_.ships : c_.farms)[idx(e.amount.n)];
        value("tile", w_.name(tile));
        value("slot", e.n + 1);
        value("power", w_.power(tile, e.what));
        return e.what == kShipTile ? "start-ship" : "start-farm";
      }
      case Op::kFulfil: {
        const std::string out = "fulfil-" + std::string(kContractKinds[e.what & 3U]);
        if (e.goods == Goods{}) return out + (e.n != 0 ? "-full" : "");
        value("less", w_.some(e.goods));
        return out + "-less";
      }
      case Op::kUseOutpost: return "use-outpost";
      case Op::kOtherAbility: return "other-ability";
      case Op::kBreakthrough: return "breakthrough";
      case Op::kSpecial: return std::string(kSpecials[e.what]);
      default: return "other";
    }
  }
  // "1–2: 2 algae; 3–4: 3 algae", where every value gives things.
  std::string by_value(const Effect& e) {
    Lines cases;
    for (auto i = e.list.begin; i < e.list.end; ++i) {
      const Case& one = c_.cases[i];
      Things some{};
      for (auto k = one.effects.begin; k < one.effects.end; ++k) {
        const Effect& gain = c_.effects[k];
        if (gain.op != Effect::Op::kGain || gain.amount.kind != Amount::Kind::kNumber)
          return "by-value";
        some[gain.what] += gain.amount.n;
      }
      cases.push_back(w_.say(
          "titled", {text("name", values_text(one.low, one.high)), text("what", w_.some(some))}));
    }
    value("cases", w_.list(cases, "list.long"));
    return "by-value-gain";
  }

  const Phrases& w_;
  const Components& c_;
  Lines parts_;
  Args args_;
};

}  // namespace

Shape shape_of(const Phrases& words, const Rule& rule, std::string_view of) {
  Shaper shaper(words);
  const std::string when = shaper.occasion(rule, of);
  shaper.lookups(rule);
  shaper.effects(rule.effects);
  return shaper.finish(when);
}

Shape shape_of(const Phrases& words, std::string_view when, Range effects) {
  Shaper shaper(words);
  shaper.effects(effects);
  return shaper.finish(when);
}

Shape shape_of_added(const Phrases& words) {
  Shaper shaper(words);
  Lines ways;
  for (const Incident& one : words.c.breakthroughs) {
    if (one.with_leader) ways.push_back(shaper.inner(one.effects));
  }
  shaper.either(ways);
  return shaper.finish("leader-breakthroughs");
}

}  // namespace tidelock::circadians
