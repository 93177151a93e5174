#include <fmt/format.h>
#include <fmt/ranges.h>
#include <array>
#include <limits>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <string_view>
#include "harness/cli/google_benchmark_front.hpp"
#include "harness/core/lists.hpp"

namespace rungs {
namespace {

constexpr const char* on_or_off = "true yes on 1 t y false no off 0 f n";

/// The options that have an effect here, and the words that each may have; empty: others.
constexpr std::array<std::pair<std::string_view, const char*>, 8> taken{
    {{"report_aggregates_only", on_or_off},
     {"display_aggregates_only", on_or_off},
     {"counters_tabular", on_or_off},
     {"color", "auto true yes on 1 t y false no off 0 f n"},
     {"format", "console json csv"},
     {"time_unit", "ns us ms s"},
     {"filter", ""},
     {"repetitions", ""}}};

/// Splits "--benchmark_filter=x". Without "=" an option has no value, which differs from an empty value.
struct Argument {
  std::string whole;
  std::string name;  ///< "filter"; empty if it is not an option of Google Benchmark
  std::string value;
  bool has_value;

  explicit Argument(const std::string& text) : whole(text) {
    constexpr std::string_view prefix = "--benchmark_";
    const auto equals = text.find('=');
    has_value = equals != std::string::npos;
    if (text.starts_with(prefix)) name = text.substr(prefix.size(), equals - prefix.size());
    if (has_value) value = text.substr(equals + 1);
  }
};

[[noreturn]] void refuse(const Argument& argument, const std::string& expected) {
  constexpr std::size_t longest_shown = 200;
  throw BadUsage("-- " + argument.whole.substr(0, longest_shown) + ": expected " + expected);
}

/// Throws BadUsage for an option that would have no effect, and for a bad value.
void check(const Argument& argument) {
  constexpr std::size_t longest_filter = 1000;  // the library's matcher recurses: a longer one overflows the stack
  const auto* const known = std::ranges::find(taken, argument.name, &decltype(taken)::value_type::first);
  if (known == taken.end()) {
    refuse(
        argument,
        "an option of Google Benchmark that has an effect here (bench -- --benchmark_help lists its own; samples are "
        "taken by bench, whose options stand in front of --)");
  }
  const std::string words = known->second;
  const bool may_lack_value = words.ends_with(on_or_off);
  const auto legal = split(words, ' ');
  const bool is_legal = std::ranges::find(legal, argument.value) != legal.end();
  if (!words.empty() && (argument.has_value || !may_lack_value) && !is_legal)
    refuse(argument, fmt::format("one of {}", fmt::join(legal, ", ")));
  if (argument.name == "filter" && (!argument.has_value || argument.value.size() > longest_filter))
    refuse(argument, "a filter of up to 1000 characters");
  std::uint64_t number = 0;
  if (argument.name == "repetitions" && !parse_integer(argument.value, 1, std::numeric_limits<int>::max(), number))
    refuse(argument, "a whole number from 1");
}

}  // namespace

GoogleBenchmarkOptions google_benchmark_options(const Options& options) {
  GoogleBenchmarkOptions found;
  for (const std::string& text : options.google_benchmark) {
    const Argument argument(text);
    if (text != "--help") check(argument);
    found.prints_rows |= argument.name == "format";
    if (argument.name == "filter") found.filter = argument.value;
    if (argument.name == "repetitions") found.repetitions = static_cast<unsigned>(std::stoul(argument.value));
    found.arguments.push_back(text);
  }
  if (found.prints_rows &&
      (options.format != Format::table || options.out == "-" || options.samples == "-" || options.json == "-")) {
    throw BadUsage("standard output is for one thing: leave out --format or the file -, or --benchmark_format");
  }
  return found;
}

}  // namespace rungs
