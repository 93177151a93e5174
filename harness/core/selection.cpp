#include "harness/core/selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <regex>
#include <rungs/core/errors.hpp>

#include "harness/core/nearest_names.hpp"

namespace rungs {

std::vector<const RegisteredVariant*> selected_variants(const std::string& filter, const Registry& registry) {
  constexpr std::size_t longest_filter =
      1000;  // the library's matcher recurses: a longer one can overflow the stack
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
    throw BadUsage(fmt::format("--filter {}: matches no variant; nearest are {} (bench --list prints all)",
                               filter, fmt::join(nearest_names(filter, names), ", ")));
  }
  return chosen;
}

}  // namespace rungs
