// Hardware counters that a row can have besides its time, under names that are easy to remember.
#pragma once

#include <string>
#include <vector>

namespace rungs {

/// One counter: our name, NVIDIA's metric, and the unit of its value.
struct Counter {
  std::string name;
  std::string metric;
  std::string unit;
  bool operator==(const Counter&) const = default;
};

/// The counters that have one of our names.
[[nodiscard]] const std::vector<Counter>& named_counters();
/// Their names, joined by commas.
[[nodiscard]] std::string counter_names();

/// Parses the list of --counters: names of `named_counters`, and NVIDIA's own metric names (recognised by
/// their double underscore; the device decides whether it has them). Throws BadUsage on anything else.
[[nodiscard]] std::vector<Counter> parse_counters(const std::string& list);

}  // namespace rungs
