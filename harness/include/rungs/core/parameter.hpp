// How a case declares a parameter besides its size: name, values, default, sweep.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace rungs {

/// What the command line must know about a parameter. Values are text, as in the CSV.
struct ParameterInfo {
  std::string name;
  std::string what;      ///< one line for --help and --list
  std::string expected;  ///< "1 to 16384" or "blobs, edge, empty"
  std::string default_value;
  std::vector<std::string> sweep;  ///< what `--param NAME=all` runs
};

/// A parameter of problem type `Problem`.
template <class Problem> struct Parameter {
  ParameterInfo info;
  /// Sets the member of the problem from text; false if the text is not an accepted value.
  std::function<bool(Problem&, const std::string&)> set;
  std::function<std::string(const Problem&)> get;
};

/// Parses an integer from `least` to `most`; false for any other text.
[[nodiscard]] bool parse_integer(const std::string& text, std::uint64_t least, std::uint64_t most,
                                 std::uint64_t& value);

/// Parses a finite number above 0, whatever the locale; empty for any other text.
[[nodiscard]] std::optional<double> parse_positive(const std::string& text);

/// Declares an integer parameter; its default is the value in a default-constructed problem.
template <class Problem>
[[nodiscard]] Parameter<Problem> integer(std::string name, unsigned Problem::*member, unsigned least, unsigned most,
                                         std::vector<unsigned> sweep, std::string what) {
  std::vector<std::string> words;
  for (const unsigned value : sweep) words.push_back(std::to_string(value));
  return {{std::move(name), std::move(what), std::to_string(least) + " to " + std::to_string(most),
           std::to_string(Problem{}.*member), std::move(words)},
          [=](Problem& problem, const std::string& text) {
            std::uint64_t value = 0;
            if (!parse_integer(text, least, most, value)) return false;
            problem.*member = static_cast<unsigned>(value);
            return true;
          },
          [=](const Problem& problem) { return std::to_string(problem.*member); }};
}

/// Declares a parameter that is one of `words`; the member is an enum with values 0, 1, ... in the same order.
template <class Problem, class Enum>
[[nodiscard]] Parameter<Problem> choice(std::string name, Enum Problem::*member, std::vector<std::string> words,
                                        std::string what) {
  const auto at = static_cast<std::size_t>(Problem{}.*member);
  if (at >= words.size()) {  // before main(), where no one could catch an exception
    std::fprintf(stderr,
                 "rungs: parameter '%s' has %zu words, its default is number %zu of its enum; expected a word "
                 "for each value\n",
                 name.c_str(), words.size(), at);
    std::exit(2);
  }
  std::string expected;
  for (const auto& word : words) expected += (expected.empty() ? "" : ", ") + word;
  return {{std::move(name), std::move(what), expected, words[at], words},
          [=](Problem& problem, const std::string& text) {
            for (std::size_t i = 0; i < words.size(); ++i) {
              if (words[i] != text) continue;
              problem.*member = static_cast<Enum>(i);
              return true;
            }
            return false;
          },
          [=](const Problem& problem) { return words.at(static_cast<std::size_t>(problem.*member)); }};
}

/// The shortest text that parses as exactly this number: "0.1", "1e-05".
[[nodiscard]] std::string shortest(double value);
[[nodiscard]] std::string shortest(float value);

/// Parses a finite number from `least` to `most`, whatever the locale; empty for any other text.
[[nodiscard]] std::optional<double> parse_real(const std::string& text, double least, double most);

/// Declares a floating-point parameter (float or double); its default is the value in a default-constructed problem.
template <class Problem, class Real>
[[nodiscard]] Parameter<Problem> real(std::string name, Real Problem::*member, double least, double most,
                                      std::vector<Real> sweep, std::string what) {
  static_assert(std::is_floating_point_v<Real>, "rungs::real takes a float or double member of the problem");
  std::vector<std::string> words;
  for (const Real value : sweep) words.push_back(shortest(value));
  return {{std::move(name), std::move(what), shortest(least) + " to " + shortest(most), shortest(Problem{}.*member),
           std::move(words)},
          [=](Problem& problem, const std::string& text) {
            const auto value = parse_real(text, least, most);
            if (value) problem.*member = static_cast<Real>(*value);
            return value.has_value();
          },
          [=](const Problem& problem) { return shortest(problem.*member); }};
}

}  // namespace rungs
