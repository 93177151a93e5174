// How a case declares a parameter beside its size: name, legal values, default, the sweep worth running.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rungs {

/// What the command line must know of a parameter. Values travel as text, as they stand in the CSV.
struct ParameterInfo {
  std::string name;
  std::string what;   ///< one line for --help and --list
  std::string legal;  ///< "1 to 16384" or "blobs, edge, empty"
  std::string default_value;
  std::vector<std::string> sweep;  ///< what `--param NAME=all` runs
};

/// A parameter of problem type `Problem`.
template <class Problem>
struct Parameter {
  ParameterInfo info;
  /// Sets the problem's member from text; returns false where the text is not a legal value.
  std::function<bool(Problem&, const std::string&)> set;
  std::function<std::string(const Problem&)> get;
};

/// Reads a whole number between `least` and `most` (both legal); anything else in the text is refused.
[[nodiscard]] bool parse_whole(const std::string& text, std::uint64_t least, std::uint64_t most,
                               std::uint64_t& value);

/// Reads a finite number above 0, whatever the locale; nothing where the text is anything else.
[[nodiscard]] std::optional<double> parse_positive(const std::string& text);

/// Declares a whole-number parameter; its default is what a default-constructed problem holds.
template <class Problem>
[[nodiscard]] Parameter<Problem> whole_number(std::string name, unsigned Problem::*member, unsigned least,
                                              unsigned most, std::vector<unsigned> sweep, std::string what) {
  std::vector<std::string> words;
  for (const unsigned value : sweep) words.push_back(std::to_string(value));
  return {{std::move(name), std::move(what), std::to_string(least) + " to " + std::to_string(most),
           std::to_string(Problem{}.*member), std::move(words)},
          [=](Problem& problem, const std::string& text) {
            std::uint64_t value = 0;
            if (!parse_whole(text, least, most, value)) return false;
            problem.*member = static_cast<unsigned>(value);
            return true;
          },
          [=](const Problem& problem) { return std::to_string(problem.*member); }};
}

/// Declares a parameter that is one of `words`; the member is an enum whose values count them from 0.
template <class Problem, class Enum>
[[nodiscard]] Parameter<Problem> one_of(std::string name, Enum Problem::*member,
                                        std::vector<std::string> words, std::string what) {
  std::string legal;
  for (const auto& word : words) legal += (legal.empty() ? "" : ", ") + word;
  return {
      {std::move(name), std::move(what), legal, words.at(static_cast<std::size_t>(Problem{}.*member)), words},
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

}  // namespace rungs
