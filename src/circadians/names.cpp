#include "circadians/names.h"

namespace tidelock::circadians {

std::string write_goods(const Goods& goods) {
  std::string text;
  for (std::size_t r = 0; r < kResources; ++r) {
    if (goods[r] != 0) text += std::to_string(goods[r]) + kLetters[r];
  }
  return text.empty() ? "0" : text;
}

}  // namespace tidelock::circadians
