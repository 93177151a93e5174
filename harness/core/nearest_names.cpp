#include "harness/core/nearest_names.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace rungs {

std::vector<std::string> nearest_names(const std::string& text, std::vector<std::string> names) {
  const auto distance = [&](const std::string& name) {
    std::vector<std::size_t> row(name.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= text.size(); ++i) {
      std::size_t diagonal = std::exchange(row[0], i);
      for (std::size_t j = 1; j <= name.size(); ++j) {
        const std::size_t replaced = diagonal + (text[i - 1] == name[j - 1] ? 0 : 1);
        diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
      }
    }
    return row.back();
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
  names.resize(std::min<std::size_t>(names.size(), 3));
  return names;
}

}  // namespace rungs
