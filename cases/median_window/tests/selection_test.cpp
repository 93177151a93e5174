// Selections by minima and maxima, on zeros and ones, and how many minima and maxima they need.
//
// By the 0-1 principle, minima and maxima that give the median of all windows of zeros and ones give it of
// all values. Of a sorted list only the number of ones matters, so 8^7 states cover a window of seven lists
// of seven.
#include "cases/median_window/gpu/selection.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "cases/median_window/case.hpp"
#include "cases/median_window/gpu/four_windows.hpp"

namespace {

using median_window::FourWindows;
using median_window::Part;

/// 64 inputs of zeros and ones at once, one per bit.
using Bits = std::uint64_t;

struct OfBits {
  static Bits min(Bits a, Bits b) { return a & b; }
  static Bits max(Bits a, Bits b) { return a | b; }
};

/// Leaves out one minimum of all that are computed: the one with number `skipped`.
struct OneMissing {
  static inline int skipped = -1;
  static inline int number = 0;
  static Bits min(Bits a, Bits b) { return number++ == skipped ? a : a & b; }
  static Bits max(Bits a, Bits b) { return a | b; }
};

/// States of several lists, each a number of ones from 0 to `lengths[i]`: 64 states per word.
class States {
 public:
  explicit States(std::vector<unsigned> lengths) : lengths_(std::move(lengths)) {}

  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t product = 1;
    for (const unsigned length : lengths_) product *= length + 1;
    return product;
  }

  /// Calls `check(at_least, ones)` for all states: `at_least(i, k)` has the states in which list i has k ones
  /// or more, and `ones` has the number of ones of each state.
  template <class Check>
  void for_all(const Check& check) const {
    std::vector<std::array<Bits, 16>> at_least(lengths_.size());
    for (std::uint64_t first = 0; first < count(); first += 64) {
      for (auto& list : at_least) list.fill(0);
      std::array<unsigned, 64> ones{};
      for (unsigned bit = 0; bit < 64; ++bit) {
        std::uint64_t rest = (first + bit) % count();
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
          const auto of_list = static_cast<unsigned>(rest % (lengths_[i] + 1));
          rest /= lengths_[i] + 1;
          ones[bit] += of_list;
          for (unsigned k = 0; k <= of_list; ++k) at_least[i][k] |= Bits{1} << bit;
        }
      }
      check(at_least, ones);
    }
  }

 private:
  std::vector<unsigned> lengths_;
};

/// The states that have at least `least` ones.
Bits with_ones(const std::array<unsigned, 64>& ones, unsigned least) {
  Bits word = 0;
  for (unsigned bit = 0; bit < 64; ++bit) word |= Bits{ones[bit] >= least} << bit;
  return word;
}

/// Words of states for which the median of `window` sorted rows is wrong; gpu/network and gpu/sorted_rows.
template <class Ops, unsigned window>
std::uint64_t wrong_medians_of_rows() {
  std::uint64_t wrong = 0;
  States(std::vector<unsigned>(window, window)).for_all([&](const auto& at_least, const auto& ones) {
    Part<Bits, window, window> rows[window + 1];
    Part<Bits, window, window> lower_rows[window + 1];
    Part<Bits, window, window> just_rows[window];
    for (unsigned y = 0; y < window; ++y) {
      for (unsigned i = 0; i < window; ++i) {
        const Bits value = at_least[y][window - i];
        rows[y].at[i] = lower_rows[y + 1].at[i] = just_rows[y].at[i] = value;
      }
    }
    for (unsigned i = 0; i < window; ++i) {
      rows[window].at[i] = 0;
      lower_rows[0].at[i] = ~Bits{0};
    }
    const Bits expected = with_ones(ones, window * window / 2 + 1);
    Bits upper = 0;
    Bits lower = 0;
    Bits ignored = 0;
    OneMissing::number = 0;
    const Bits alone = median_window::median_of_rows<Ops>(just_rows);
    OneMissing::number = 0;
    median_window::two_medians<Ops>(rows, upper, ignored);
    OneMissing::number = 0;
    median_window::two_medians<Ops>(lower_rows, ignored, lower);
    wrong += alone != expected;
    wrong += upper != expected;
    wrong += lower != expected;
  });
  return wrong;
}

TEST(MedianSelection, OfSortedRowsIsRightOnAllZerosAndOnes) {
  EXPECT_EQ(States(std::vector<unsigned>(7, 7)).count(), 2097152U);
  EXPECT_EQ((wrong_medians_of_rows<OfBits, 3>()), 0U);
  EXPECT_EQ((wrong_medians_of_rows<OfBits, 5>()), 0U);
  EXPECT_EQ((wrong_medians_of_rows<OfBits, 7>()), 0U);
}

/// Sorting `count` pixels of zeros and ones, all 2^count of them.
template <class Ops, unsigned count>
std::uint64_t wrong_sorts() {
  std::uint64_t wrong = 0;
  for (unsigned input = 0; input < 1U << count; ++input) {
    Bits pixels[count];
    for (unsigned i = 0; i < count; ++i) pixels[i] = input >> i & 1U;
    OneMissing::number = 0;
    const auto sorted = median_window::sort<Ops, 15, count>(pixels);
    for (unsigned i = 1; i < count; ++i) wrong += sorted.at[i - 1] > sorted.at[i];
  }
  return wrong;
}

TEST(MedianSelection, SortsAllZerosAndOnes) {
  EXPECT_EQ((wrong_sorts<OfBits, 2>()), 0U);
  EXPECT_EQ((wrong_sorts<OfBits, 3>()), 0U);
  EXPECT_EQ((wrong_sorts<OfBits, 4>()), 0U);
  EXPECT_EQ((wrong_sorts<OfBits, 5>()), 0U);
  EXPECT_EQ((wrong_sorts<OfBits, 6>()), 0U);
  EXPECT_EQ((wrong_sorts<OfBits, 7>()), 0U);
  EXPECT_EQ((wrong_sorts<OfBits, 8>()), 0U);
}

/// Words of states for which one of the four rows of two windows is wrong. A window's lists are the middle of
/// its rows and the column at its side without the corner, each sorted on its way in; the corner is one more.
/// What is outside the window is all zeros or all ones.
template <class Ops, unsigned window>
std::uint64_t wrong_four_windows(unsigned row, unsigned side) {
  constexpr unsigned common = window - 1;
  using Tile = FourWindows<Ops, Bits, window>;
  std::uint64_t wrong = 0;
  // The window's rows, then its own column but for the corner, then the corner.
  std::vector<unsigned> lengths(window, common);
  lengths.push_back(common);
  lengths.push_back(1);
  const unsigned corner = row % 2 == 0 ? row : row + common;
  States(lengths).for_all([&](const auto& at_least, const auto& ones) {
    const Bits outside = (row + side) % 2 == 0 ? 0 : ~Bits{0};
    Tile tile;
    OneMissing::number = 0;
    const auto set = [&]<unsigned y>(std::integral_constant<unsigned, y>) {
      Bits pixels[window + 1];
      for (auto& pixel : pixels) pixel = outside;
      if (y >= row && y < row + window) {
        for (unsigned i = 0; i < common; ++i) pixels[i + 1] = at_least[y - row][i + 1];
        const unsigned place = row % 2 == 0 ? y - row - 1 : y - row;
        pixels[side * window] = y == corner ? at_least[window + 1][1] : at_least[window][place + 1];
      }
      tile.template set<y>(pixels);
    };
    [&]<unsigned... y>(std::integer_sequence<unsigned, y...>) {
      (set(std::integral_constant<unsigned, y>{}), ...);
    }
    (std::make_integer_sequence<unsigned, Tile::rows>{});
    [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) { (tile.template join_pair<i>(), ...); }
    (std::make_integer_sequence<unsigned, Tile::pairs - 1>{});
    Bits medians[4][2];
    tile.filter(medians);
    wrong += medians[row][side] != with_ones(ones, window * window / 2 + 1);
  });
  return wrong;
}

TEST(MedianSelection, OfFourWindowsIsRightOnAllZerosAndOnes) {
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned side = 0; side < 2; ++side) {
      EXPECT_EQ((wrong_four_windows<OfBits, 3>(row, side)), 0U) << row << ", " << side;
      EXPECT_EQ((wrong_four_windows<OfBits, 5>(row, side)), 0U) << row << ", " << side;
    }
  }
  EXPECT_EQ((wrong_four_windows<OfBits, 7>(0, 0)), 0U);
  EXPECT_EQ((wrong_four_windows<OfBits, 7>(3, 1)), 0U);
}

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

/// Minima and maxima of one median from unsorted pixels.
template <unsigned window>
unsigned steps_alone() {
  Trace::steps.clear();
  const Traced pixels[window];
  Part<Traced, window, window> rows[window];
  for (auto& row : rows) row = median_window::sort<Trace, window, window>(pixels);
  return Trace::needed({median_window::median_of_rows<Trace>(rows).step});
}

/// Minima and maxima per turn of two medians, one below the other: those of many turns less those of one
/// fewer.
template <unsigned window>
unsigned steps_of_two() {
  unsigned before = 0;
  unsigned after = 0;
  Trace::steps.clear();
  const Traced pixels[window];
  Part<Traced, window, window> rows[window + 1];
  std::vector<int> results;
  for (unsigned turn = 0; turn < 10; ++turn) {
    for (unsigned y = 0; y + 2 < window + 1; ++y) rows[y] = rows[y + 2];
    for (unsigned y = window - 1; y < window + 1; ++y)
      rows[y] = median_window::sort<Trace, window, window>(pixels);
    Traced medians[2];
    median_window::two_medians<Trace>(rows, medians[0], medians[1]);
    for (const auto& median : medians) results.push_back(median.step);
    before = after;
    after = Trace::needed(results);
  }
  return after - before;
}

/// The same per turn of eight medians, four rows of two windows.
template <unsigned window>
unsigned steps_of_eight() {
  using Tile = FourWindows<Trace, Traced, window>;
  unsigned before = 0;
  unsigned after = 0;
  Trace::steps.clear();
  const Traced pixels[window + 1];
  Tile tile;
  std::vector<int> results;
  for (unsigned turn = 0; turn < 10; ++turn) {
    if (turn > 0) tile.advance();
    tile.template set<Tile::common>(pixels);
    tile.template set<Tile::common + 1>(pixels);
    tile.template set<Tile::common + 2>(pixels);
    tile.template set<Tile::common + 3>(pixels);
    Traced medians[4][2];
    tile.filter(medians);
    for (const auto& row : medians) {
      for (const auto& median : row) results.push_back(median.step);
    }
    before = after;
    after = Trace::needed(results);
  }
  return after - before;
}

/// The figures of README.md: minima and maxima, per median.
TEST(MedianSelection, NeedsAsManyMinimaAndMaximaAsTheReadmeSays) {
  std::printf("alone %u %u %u %u\n", steps_alone<3>(), steps_alone<5>(), steps_alone<7>(), steps_alone<9>());
  std::printf("two %u %u %u %u\n", steps_of_two<3>(), steps_of_two<5>(), steps_of_two<7>(),
              steps_of_two<9>());
  std::printf("eight %u %u %u %u\n", steps_of_eight<3>(), steps_of_eight<5>(), steps_of_eight<7>(),
              steps_of_eight<9>());
}

}  // namespace
