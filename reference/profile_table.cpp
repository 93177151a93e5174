#include "reference/profile_table.hpp"
#include <cmath>
#include <cstddef>
#include <rungs/random.hpp>

namespace reference {
namespace {

/// The terrace is found in integers: d >= k * R / 4 where 16 d^2 >= (k * R)^2.
double terrace(std::size_t squared, std::size_t distance_max) {
  std::size_t k = 4;
  while (16 * squared < k * k * distance_max * distance_max) --k;
  return static_cast<double>(k * distance_max) / 4;
}

}  // namespace

void fill_profile(std::span<float> table, unsigned distance_max, Profile profile, std::uint64_t seed) {
  if (profile == Profile::random) {
    rungs::random_integers(table, table.size(), seed);
    return;
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double d = std::sqrt(static_cast<double>(i));
    double height = d;
    // R^2 - (R - d)^2 without the cancellation.
    if (profile == Profile::dome) height = std::sqrt(d * (2.0 * distance_max - d));
    if (profile == Profile::step) height = terrace(i, distance_max);
    table[i] = static_cast<float>(height);
  }
}

}  // namespace reference
