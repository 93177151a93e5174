// How many minima and maxima the selections need.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <rungs/device.hpp>
#include <vector>

#include "cases/median_window/gpu/shared_rows.hpp"

namespace {

using median_window::Part;

/// A value that knows which minimum or maximum made it.
struct Traced {
  int step = -1;
};

/// Keeps all minima and maxima, so that those which a result depends on can be counted.
struct Trace {
  static inline std::vector<std::array<int, 2>> steps;

  static Traced of(Traced a, Traced b) {
    steps.push_back({a.step, b.step});
    return {static_cast<int>(steps.size()) - 1};
  }
  static Traced min(Traced a, Traced b) { return of(a, b); }
  static Traced max(Traced a, Traced b) { return of(a, b); }

  /// Minima and maxima that one of the results depends on.
  static unsigned needed(std::vector<int> open) {
    std::vector<bool> seen(steps.size());
    unsigned count = 0;
    while (!open.empty()) {
      const int step = open.back();
      open.pop_back();
      if (step < 0 || seen[static_cast<std::size_t>(step)]) continue;
      seen[static_cast<std::size_t>(step)] = true;
      ++count;
      for (const int from : steps[static_cast<std::size_t>(step)]) open.push_back(from);
    }
    return count;
  }
};

/// Minima and maxima per turn, those of many turns less those of one fewer. `turn` adds its results.
template <class Turn>
unsigned steps_per_turn(const Turn& turn) {
  unsigned before = 0;
  unsigned after = 0;
  Trace::steps.clear();
  std::vector<int> results;
  for (unsigned i = 0; i < 10; ++i) {
    turn(results);
    before = after;
    after = Trace::needed(results);
  }
  return after - before;
}

/// Of one median from unsorted pixels.
template <unsigned window>
unsigned steps_alone() {
  return steps_per_turn([](std::vector<int>& results) {
    const Traced pixels[window];
    Part<Traced, window, window> rows[window];
    for (auto& row : rows) row = median_window::sort<Trace, window, window>(pixels);
    results.push_back(median_window::join_all<Trace, window>(rows).at[0].step);
  });
}

/// Of two medians, one below the other, as in gpu/sorted_rows.
template <unsigned window>
unsigned steps_of_two() {
  const Traced pixels[window];
  Part<Traced, window, window> rows[window + 1];
  return steps_per_turn([&](std::vector<int>& results) {
    for (unsigned y = 0; y + 2 < window + 1; ++y) rows[y] = rows[y + 2];
    for (unsigned y = window - 1; y < window + 1; ++y)
      rows[y] = median_window::sort<Trace, window, window>(pixels);
    const auto both = median_window::join_all<Trace, window - 1, 1>(rows);
    for (const unsigned outer : {0U, window})
      results.push_back(median_window::join<Trace>(both, rows[outer]).at[0].step);
  });
}

/// Of eight medians, four rows of two windows.
template <unsigned window>
unsigned steps_of_eight() {
  using Tile = median_window::FourWindows<Trace, Traced, window>;
  const Traced pixels[window + 1];
  Tile tile;
  return steps_per_turn([&](std::vector<int>& results) {
    if (!results.empty()) tile.advance();
    tile.template set<Tile::common>(pixels);
    tile.template set<Tile::common + 1>(pixels);
    tile.template set<Tile::common + 2>(pixels);
    tile.template set<Tile::common + 3>(pixels);
    Traced medians[4][2];
    tile.filter(medians);
    for (const auto& row : medians) {
      for (const auto& median : row) results.push_back(median.step);
    }
  });
}

/// The figures of README.md, which are these per median.
TEST(MedianSelection, NeedsAsManyMinimaAndMaximaAsTheReadmeSays) {
  EXPECT_EQ(steps_alone<3>(), 34U);
  EXPECT_EQ(steps_alone<5>(), 206U);
  EXPECT_EQ(steps_alone<7>(), 570U);
  EXPECT_EQ(steps_of_two<3>(), 2 * 17U);
  EXPECT_EQ(steps_of_two<5>(), 2 * 72U);
  EXPECT_EQ(steps_of_two<7>(), 2 * 202U);
  EXPECT_EQ(steps_of_two<9>(), 2 * 404U);
  EXPECT_EQ(steps_of_eight<3>(), 148U);
  EXPECT_EQ(steps_of_eight<5>(), 440U);
  EXPECT_EQ(steps_of_eight<7>(), 858U);
  EXPECT_EQ(steps_of_eight<9>(), 1442U);
}

}  // namespace
