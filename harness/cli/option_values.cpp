#include "harness/cli/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <set>

namespace rungs {

CLI::Validator between(double least, double most) {
  return {[=](const std::string& text) -> std::string {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            if (!text.empty() && *end == '\0' && value >= least && value <= most) return "";
            return fmt::format("'{}'; expected {:g} to {:g}", text, least, most);
          },
          fmt::format("{:g} to {:g}", least, most)};
}

CLI::Validator whole(std::uint64_t least, std::uint64_t most) {
  return {[=](const std::string& text) -> std::string {
            std::uint64_t value = 0;
            if (parse_integer(text, least, most, value)) return "";
            return fmt::format("'{}'; expected an integer from {} to {}", text, least, most);
          },
          fmt::format("{} to {}", least, most)};
}

CLI::Validator not_empty() {
  return {[](const std::string& text) { return std::string(text.empty() ? "'' is not a path" : ""); },
          "PATH"};
}

std::vector<Cache> parse_caches(const std::string& text) {
  constexpr std::array all{Cache::cold, Cache::dirty, Cache::hot};
  std::set<Cache> wanted;
  for (const std::string& word : split_list(text)) {
    const auto named = std::find_if(all.begin(), all.end(), [&](Cache one) { return word == name_of(one); });
    if (named != all.end()) {
      wanted.insert(*named);
    } else if (word == "all") {
      wanted.insert(all.begin(), all.end());
    } else {
      throw BadUsage("--cache: '" + word + "'; expected cold, dirty, hot, all, or several joined by commas");
    }
  }
  return {wanted.begin(), wanted.end()};
}

AskedParameter parse_parameter(const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw BadUsage("--param " + text + ": expected NAME=VALUE, NAME=V,V or NAME=all");
  return {text.substr(0, equals), split_list(text.substr(equals + 1))};
}

}  // namespace rungs
