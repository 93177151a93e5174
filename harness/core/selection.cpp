#include "harness/core/selection.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <numeric>
#include <regex>
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
  std::ranges::stable_sort(names, {}, distance);
  names.resize(std::min<std::size_t>(names.size(), 3));
  return names;
}

std::vector<const RegisteredVariant*> selected_variants(const std::string& filter, const Registry& registry) {
  constexpr std::size_t longest_filter = 1000;  // the library's matcher recurses: more can overflow the stack
  if (filter.size() > longest_filter) {
    throw BadUsage(fmt::format("--filter: {} characters; expected up to {}", filter.size(), longest_filter));
  }
  std::regex pattern;
  try {
    pattern = std::regex(filter);
  } catch (const std::regex_error& error) {
    throw BadUsage(fmt::format("--filter {}: no regular expression ({})", filter, error.what()));
  }
  std::vector<const RegisteredVariant*> chosen;
  std::vector<std::string> names;
  for (const auto* variant : registry.all()) {
    names.push_back(variant->full_name());
    if (std::regex_search(names.back(), pattern)) chosen.push_back(variant);
  }
  if (chosen.empty()) {
    throw BadUsage(fmt::format("--filter {}: matches no variant; nearest are {} (bench --list prints all)", filter,
                               fmt::join(nearest_names(filter, names), ", ")));
  }
  return chosen;
}

}  // namespace rungs
