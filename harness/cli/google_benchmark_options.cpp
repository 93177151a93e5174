#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <rungs/core/errors.hpp>
#include <rungs/core/parameter.hpp>
#include <string_view>
#include <utility>
#include "harness/cli/google_benchmark_front.hpp"
#include "harness/core/lists.hpp"

namespace rungs {
namespace {

/// The options that Google Benchmark also reads from the environment, as BENCHMARK_FILTER and so on.
constexpr const char* names =
    "list_tests filter min_time min_warmup_time repetitions enable_random_interleaving "
    "report_aggregates_only "
    "display_aggregates_only format out_format out color counters_tabular perf_counters context time_unit";

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

/// Environment variables that are set, as the corresponding options.
std::vector<std::string> from_environment() {
  std::vector<std::string> found;
  for (const std::string& name : split(names, ' ')) {
    std::string variable = "BENCHMARK_";
    for (const char c : name) variable += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (const char* value = std::getenv(variable.c_str()); value != nullptr)
      found.push_back("--benchmark_" + name + "=" + value);
  }
  return found;
}

[[noreturn]] void refuse(const Argument& argument, const std::string& expected) {
  constexpr std::size_t longest_shown = 200;
  throw BadUsage("-- " + argument.whole.substr(0, longest_shown) + ": expected " + expected);
}

bool is_one_of(const std::string& word, const char* words) {
  const auto all = split(words, ' ');
  return std::ranges::find(all, word) != all.end();
}

/// Throws BadUsage for another word; `more` are those that an option takes besides.
bool is_switched_on(const Argument& argument, const std::string& more = "") {
  if (!argument.has_value || is_one_of(argument.value, "true yes on 1 t y")) return true;
  if (!is_one_of(argument.value, "false no off 0 f n"))
    refuse(argument, more + "true or false (or yes, no, on, off, 1, 0)");
  return false;
}

/// Throws BadUsage for a bad value that Google Benchmark itself does not report.
void check_value(const Argument& argument) {
  constexpr std::size_t longest_filter = 1000;  // the library's matcher recurses: a longer one overflows the stack
  std::uint64_t number = 0;
  if (is_one_of(argument.name, "report_aggregates_only display_aggregates_only counters_tabular"))
    static_cast<void>(is_switched_on(argument));
  if (argument.name == "color" && argument.value != "auto") static_cast<void>(is_switched_on(argument, "auto, "));
  if (argument.whole.starts_with("--v=") && !parse_integer(argument.value, 0, 1000, number))
    refuse(argument, "a whole number from 0 to 1000");
  if (argument.name == "time_unit" && !is_one_of(argument.value, "ns us ms s")) refuse(argument, "ns, us, ms or s");
  if (argument.name == "perf_counters")
    refuse(argument, "--counters in front of --: rows are measured by bench, not by Google Benchmark");
  if (argument.name == "filter" && argument.value.size() > longest_filter)
    refuse(argument, "a filter of up to 1000 characters");
  if (argument.name == "repetitions" && !parse_integer(argument.value, 1, std::numeric_limits<int>::max(), number))
    refuse(argument, "a whole number from 1");
  if (argument.name == "enable_random_interleaving" && is_switched_on(argument))
    refuse(argument, "--interleave in front of --: rows are run by bench, not by Google Benchmark");
  if (is_one_of(argument.name, "format out_format") && !is_one_of(argument.value, "console json csv"))
    refuse(argument, "console, json or csv");
  if (argument.name == "min_time") {
    refuse(argument, "--min-time SECONDS in front of --: samples are taken by bench, not by Google Benchmark");
  }
  if (argument.name == "min_warmup_time")
    refuse(argument, "nothing: bench warms up by itself until the clock is steady");
  if (argument.name == "out" && argument.value.empty()) refuse(argument, "a file");
}

/// Splits "--benchmark_context=key=value,key=value".
std::vector<std::pair<std::string, std::string>> context_of(const Argument& argument) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const std::string& text : split(argument.value, ',')) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) refuse(argument, "KEY=VALUE, or several joined by commas");
    pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return pairs;
}

}  // namespace

GoogleBenchmarkOptions google_benchmark_options(const Options& options) {
  GoogleBenchmarkOptions found;
  std::vector<std::string> all = from_environment();
  const std::size_t of_environment = all.size();
  all.insert(all.end(), options.google_benchmark.begin(), options.google_benchmark.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& text = all[i];
    const Argument argument(text);
    check_value(argument);
    if (argument.name == "list_tests") {
      found.only_lists = is_switched_on(argument);
    } else if (argument.name == "context") {
      if (i < of_environment) continue;  // Google Benchmark takes it from there by itself
      const auto pairs = context_of(argument);
      found.context.insert(found.context.end(), pairs.begin(), pairs.end());
    } else if (argument.name == "out") {
      found.out = is_standard_output(argument.value) ? "-" : argument.value;
    } else {
      found.prints_rows |= argument.name == "format";
      if (argument.name == "filter") found.filter = argument.value;
      if (argument.name == "repetitions") found.repetitions = static_cast<unsigned>(std::stoul(argument.value));
      if (argument.name == "out_format") found.out_format = argument.value;
      found.arguments.push_back(text);
    }
  }
  if (!options.json.empty() && !found.out.empty()) {
    throw BadUsage("-- --benchmark_out=" + found.out + ": --json " + options.json +
                   " names Google Benchmark's file too; expected one of them");
  }
  if (!options.json.empty()) {
    found.out = options.json;
    found.out_format = "json";
  }
  if ((found.prints_rows || found.only_lists) &&
      (options.format != Format::table || options.out == "-" || options.samples == "-" || found.out == "-")) {
    throw BadUsage("standard output is for one thing: leave out --format or the file -, or --benchmark_" +
                   std::string(found.only_lists ? "list_tests" : "format"));
  }
  return found;
}

}  // namespace rungs
