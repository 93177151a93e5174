#include <fmt/format.h>
#include <array>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <set>
#include "harness/cli/parse_options.hpp"
#include "harness/core/lists.hpp"

namespace rungs {
namespace {

constexpr std::size_t most_sizes = 1000;

[[noreturn]] void refuse(const std::string& part) {
  throw BadUsage(
      fmt::format("--sizes: '{}'; expected N, WxH, ranges like 256..16384*2 or 1000..5000+500, or sides by name like "
                  "m=64,n=128, with sides from 1 to {}, which may be 2^20, 1k (1000) or 1Ki (1024)",
                  part, largest_side));
}

[[noreturn]] void refuse_many(const std::string& part) {
  throw BadUsage(fmt::format("--sizes: '{}' makes more than {} sizes; expected fewer", part, most_sizes));
}

/// Parses "64", "2^6", "1k" (1000), "1Ki" (1024), and so with M and G.
unsigned side(const std::string& text, const std::string& part) {
  static const std::vector<std::pair<std::string, std::uint64_t>> suffixes{{"Ki", 1U << 10U},
                                                                           {"Mi", 1U << 20U},
                                                                           {"Gi", 1U << 30U},
                                                                           {"k", 1'000},
                                                                           {"M", 1'000'000},
                                                                           {"G", 1'000'000'000},
                                                                           {"", 1}};
  const auto number = [&](const std::string& digits) {
    std::uint64_t value = 0;
    if (!parse_integer(digits, 1, largest_side, value)) refuse(part);
    return value;
  };
  std::uint64_t value = 1;
  if (const auto power = text.find('^'); power != std::string::npos) {
    const std::uint64_t base = number(text.substr(0, power));
    for (auto left = number(text.substr(power + 1)); left > 0 && base > 1 && value <= largest_side; --left)
      value *= base;
  } else {
    const auto [suffix, factor] =
        *std::ranges::find_if(suffixes, [&](const auto& one) { return text.ends_with(one.first); });
    value = factor * number(text.substr(0, text.size() - suffix.size()));
  }
  if (value > largest_side) refuse(part);
  return static_cast<unsigned>(value);
}

/// Parses "64" or "256..1024*2" into numbers.
std::vector<unsigned> numbers(const std::string& text, const std::string& part) {
  const auto dots = text.find("..");
  if (dots == std::string::npos) return {side(text, part)};
  const auto sign = text.find_first_of("*+", dots);
  if (sign == std::string::npos) refuse(part);
  const bool multiplies = text[sign] == '*';
  const std::uint64_t last = side(text.substr(dots + 2, sign - dots - 2), part);
  const std::uint64_t step = side(text.substr(sign + 1), part);
  std::uint64_t value = side(text.substr(0, dots), part);
  if (value > last || (multiplies && step < 2)) refuse(part);
  std::vector<unsigned> list;
  for (; value <= last; value = multiplies ? value * step : value + step) {
    if (list.size() == most_sizes) refuse_many(part);
    list.push_back(static_cast<unsigned>(value));
  }
  return list;
}

/// All combinations of named sides, as sizes.
using Named = std::vector<std::pair<std::string, std::vector<unsigned>>>;
void add_named(const Named& sides, std::vector<AskedSize>& sizes) {
  std::vector<AskedSize> list{{}};
  for (const auto& [name, values] : sides) {
    std::vector<AskedSize> longer;
    for (const AskedSize& one : list) {
      for (const unsigned value : values) {
        longer.push_back(one);
        longer.back().named[name] = value;
        longer.back().text += fmt::format("{}{}={}", one.text.empty() ? "" : ",", name, value);
        if (longer.size() > most_sizes) refuse_many(name);
      }
    }
    list = std::move(longer);
  }
  std::ranges::move(list, std::back_inserter(sizes));
}

}  // namespace

std::vector<AskedSize> parse_sizes(const std::string& text) {
  std::vector<AskedSize> sizes;
  Named named;
  const auto end_named = [&] {
    if (!named.empty()) add_named(named, sizes);
    named.clear();
  };
  for (const std::string& part : split(text, ',')) {
    if (const auto equals = part.find('='); equals != std::string::npos) {
      const std::string name = part.substr(0, equals);
      if (name.empty()) refuse(part);
      const auto again = [&](const auto& one) { return one.first == name; };
      if (std::ranges::any_of(named, again)) end_named();
      named.emplace_back(name, numbers(part.substr(equals + 1), part));
      continue;
    }
    end_named();
    if (part.find('x') == std::string::npos) {
      for (const unsigned number : numbers(part, part)) sizes.push_back({std::to_string(number), {number}, {}});
      continue;
    }
    AskedSize asked{part, {}, {}};
    for (const std::string& word : split(part, 'x')) asked.sides.push_back(side(word, part));
    if (asked.sides.size() > Extents::most) refuse(part);
    sizes.push_back(asked);
  }
  end_named();
  return sizes;
}

std::vector<Cache> parse_caches(const std::string& text) {
  constexpr std::array all{Cache::cold, Cache::dirty, Cache::hot};
  std::set<Cache> wanted;
  for (const std::string& word : split(text, ',')) {
    const auto named = std::ranges::find_if(all, [&](Cache one) { return word == name_of(one); });
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
  return {text.substr(0, equals), split(text.substr(equals + 1), ',')};
}

AskedDevices parse_devices(const std::string& text) {
  if (text == "all") return {};
  constexpr std::uint64_t most = 1023;
  AskedDevices asked;
  for (const std::string& word : split(text, ',')) {
    std::uint64_t index = 0;
    if (!parse_integer(word, 0, most, index)) {
      throw BadUsage("--device=" + text + ": '" + word +
                     "' is no GPU; expected a number from 0, several joined by commas, or all");
    }
    if (std::ranges::find(asked, static_cast<int>(index)) != asked.end())
      throw BadUsage("--device=" + text + ": " + word + " is there twice; expected each GPU once");
    asked.push_back(static_cast<int>(index));
  }
  return asked;
}

}  // namespace rungs
