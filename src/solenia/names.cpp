#include "solenia/names.h"

namespace tidelock::solenia {

std::string letter(int resource) {
  return std::string(kLetters.substr(static_cast<std::size_t>(resource), 1));
}

std::string write_goods(Goods g) {
  std::string text;
  for (int r = 0; r < kResources; ++r) {
    text.append(static_cast<std::size_t>(count_of(g, r)), kLetters[static_cast<std::size_t>(r)]);
  }
  return text;
}

std::string card_name(const Card& card) {
  std::string value = std::to_string(card.value);
  switch (card.effect) {
    case Card::Effect::kGain: return value + write_goods(card.gain);
    case Card::Effect::kSpace: return value + "x" + std::to_string(card.amount);
    case Card::Effect::kStar: return value + "*" + letter(card.amount);
  }
  return value;
}

std::string space_name(int space) {
  return {static_cast<char>('a' + space % kColumns), static_cast<char>('1' + space / kColumns)};
}

std::string side_name(int side) {
  const int strip = side / 2;
  const bool second = side % 2 == 1;
  const char* name =
      strip == kDawnDuskStrip ? (second ? "dusk" : "dawn") : (second ? "night" : "day");
  return std::to_string(strip + 1) + name;
}

}  // namespace tidelock::solenia
