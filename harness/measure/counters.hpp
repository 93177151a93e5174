// Hardware counters that a row can carry beside its time: which there are, by names that a user can remember.
#pragma once

#include <string>
#include <vector>

namespace rungs {

/// One counter: our name, NVIDIA's metric, and the unit of its value.
struct Counter {
  std::string name;
  std::string metric;
  std::string unit;
};

/// The counters that have a name of ours.
[[nodiscard]] const std::vector<Counter>& named_counters();

/// Reads the list of --counters: names of `named_counters`, and metrics by NVIDIA's own names (recognised by
/// their double underscore; the device decides whether it has them). Throws BadUsage on anything else.
[[nodiscard]] std::vector<Counter> parse_counters(const std::string& list);

}  // namespace rungs
