#include "harness/output/units.hpp"
#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace rungs {
namespace {

std::string three_digits(double value) {
  // Uses the rounded value: 9.997 is "10.0", not "10.00".
  const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string scaled(double value, double step, std::initializer_list<const char*> units) {
  auto unit = units.begin();
  // Values from 999.5 on would print as 1000, so they use the next unit.
  while (value >= 0.9995 * step && unit + 1 != units.end()) {
    value /= step;
    ++unit;
  }
  return three_digits(value) + " " + *unit;
}

}  // namespace

std::string number_text(double value) { return fmt::format("{:.6g}", value); }

std::string time_text(double us) {
  return us < 1 ? three_digits(us * 1000) + " ns" : scaled(us, 1000, {"us", "ms", "s"});
}
std::string rate_text(double bytes_per_second) {
  return scaled(bytes_per_second, 1000, {"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"});
}
std::string bytes_text(double bytes) { return scaled(bytes, 1000, {"B", "kB", "MB", "GB", "TB", "PB"}); }
std::string energy_text(double joules) {
  return (joules < 0 ? "-" : "") + scaled(1e6 * std::fabs(joules), 1000, {"uJ", "mJ", "J", "kJ"});
}
std::string percent_text(double percent) { return fmt::format("{:.{}f} %", percent, percent < 9.95 ? 1 : 0); }
std::string gain_text(double ratio) {
  constexpr double same = 1.005;
  if (ratio < same && 1 / ratio < same) return "as fast";
  return three_digits(std::max(ratio, 1 / ratio)) + (ratio > 1 ? "x faster" : "x slower");
}

}  // namespace rungs
