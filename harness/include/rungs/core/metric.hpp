// A figure that a case reports besides the time.
#pragma once

#include <string>

namespace rungs {

/// A further figure of a variant, for the side table.
struct Metric {
  std::string name;
  double value = 0;
  std::string unit;
  bool operator==(const Metric&) const = default;
};

}  // namespace rungs
