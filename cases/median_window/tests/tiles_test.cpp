// The sorts and merges of tiles of windows, on zeros and ones, and how many minima and maxima they need.
#include "cases/median_window/gpu/tiles.hpp"
#include <gtest/gtest.h>
#include <random>
#include <rungs/device.hpp>
#include <utility>
#include <vector>
#include "cases/median_window/case_checks.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace {

using median_window::kept, median_window::Merge, median_window::MergeOf, median_window::TileLists;
using zeros_and_ones::Bits, zeros_and_ones::for_all_windows, zeros_and_ones::OfBits, zeros_and_ones::OneMissing;

/// Calls `f` with the numbers of ones of two lists of a and b values, for all such numbers, 64 at a time.
template <class F> void for_all_ones(unsigned a, unsigned b, const F& f) {
  std::vector<unsigned> ones_a;
  std::vector<unsigned> ones_b;
  for (unsigned state = 0; state < (a + 1) * (b + 1) || ones_a.size() % 64 != 0; ++state) {
    ones_a.push_back(state / (b + 1) % (a + 1));
    ones_b.push_back(state % (b + 1));
  }
  for (std::size_t i = 0; i < ones_a.size(); i += 64) f(ones_a.data() + i, ones_b.data() + i);
}

/// The states in which value i of `count` sorted values is a one.
Bits sorted_value(const unsigned* ones, unsigned count, unsigned i) {
  Bits word = 0;
  for (unsigned bit = 0; bit < 64; ++bit) word |= Bits{i + ones[bit] >= count} << bit;
  return word;
}

template <class Ops, unsigned a, unsigned b, unsigned first, unsigned count, unsigned most>
unsigned wrong_results(Merge<a, b, first, count, most> /*merge*/) {
  unsigned wrong = 0;
  for_all_ones(a, b, [&](const unsigned* ones_a, const unsigned* ones_b) {
    std::vector<Bits> of_a(a);
    std::vector<Bits> of_b(b);
    for (unsigned i = 0; i < a; ++i) of_a[i] = sorted_value(ones_a, a, i);
    for (unsigned i = 0; i < b; ++i) of_b[i] = sorted_value(ones_b, b, i);
    unsigned ones[64];
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] = ones_a[bit] + ones_b[bit];
    std::vector<unsigned> written(count);
    OneMissing::number = 0;
    Merge<a, b, first, count, most>::template all<Ops>([&](unsigned i) { return of_a.at(i); },
                                                       [&](unsigned i) { return of_b.at(i); },
                                                       [&](unsigned i, Bits value) {
                                                         ++written.at(i);
                                                         wrong += value != sorted_value(ones, a + b, first + i);
                                                       });
    for (const unsigned times : written) wrong += times != 1;
  });
  return wrong;
}

/// Calls `f` with each merge that a block of threads does, and how often it does it.
template <unsigned window, class F> void for_all_merges(const F& f) {
  using Lists = TileLists<window>;
  constexpr unsigned side = Lists::side;
  constexpr unsigned tiles = Lists::tiles;
  f(MergeOf<window, side, side, Lists::most_in_block>{}, (Lists::columns - 1) / 2);
  f(MergeOf<window, 2 * side, 2 * side, Lists::most_in_block>{}, tiles + side / 4 - 1);
  f(MergeOf<window, 4 * side, 4 * side, Lists::most_in_block>{}, tiles + (side / 8 - 1) * 2);
  const auto add = [&]<unsigned done>(const auto& self, std::integral_constant<unsigned, done>) {
    if constexpr (done < side) {
      constexpr unsigned next = Lists::next_of(done);
      f(MergeOf<window, done * side, next * side, Lists::most_in_block>{}, tiles);
      self(self, std::integral_constant<unsigned, done + next>{});
    }
  };
  add(add, std::integral_constant<unsigned, 8>{});
  f(MergeOf<window, side * side, 2 * side, Lists::most_in_block>{}, 2 * tiles);
  f(Merge<window - 1, window - 1, 0, 2 * (window - 1)>{}, 4 * tiles);
  f(MergeOf<window, side*(side + 2), 2 * (side + 2)>{}, 4 * tiles);
  f(Merge<side, 2, 0, window - 1>{}, 8 * tiles);
  f(MergeOf<window, (window - 1) * (window - 1), window - 1>{}, 8 * tiles);
}

/// Medians of a sorted list, a sorted row and a corner that are wrong.
template <class Ops, unsigned window> unsigned wrong_medians() {
  unsigned wrong = 0;
  for_all_ones(window + 1, window - 1, [&](const unsigned* ones_list, const unsigned* ones_row) {
    Bits list[window + 1];
    for (unsigned i = 0; i <= window; ++i) list[i] = sorted_value(ones_list, window + 1, i);
    for (const Bits corner : {Bits{0}, ~Bits{0}}) {
      unsigned ones[64];
      for (unsigned bit = 0; bit < 64; ++bit)
        ones[bit] = ones_list[bit] + ones_row[bit] + static_cast<unsigned>(corner & 1);
      OneMissing::number = 0;
      const Bits median = median_window::median_of<Ops, window>(
          list, [&](unsigned i) { return sorted_value(ones_row, window - 1, i); }, corner);
      wrong += median != sorted_value(ones, 2 * window + 1, window);
    }
  });
  return wrong;
}

/// Words of `count` zeros and ones that are not sorted: all 2^count inputs, or as many random ones as up to
/// 16 values have.
template <class Ops, unsigned count> unsigned wrong_sorts() {
  unsigned wrong = 0;
  std::mt19937_64 random(1);
  for (unsigned first = 0; first < 1U << (count < 16 ? count : 16); first += 64) {
    Bits values[count];
    unsigned ones[64] = {};
    for (unsigned i = 0; i < count; ++i) {
      values[i] = 0;
      for (unsigned bit = 0; bit < 64; ++bit) {
        // Any share of ones is as likely as another.
        const bool one = count <= 16 ? ((first + bit) >> i & 1U) != 0 : random() % 64 < bit;
        values[i] |= Bits{one} << bit;
        ones[bit] += one ? 1 : 0;
      }
    }
    OneMissing::number = 0;
    median_window::sort_values<Ops>(values);
    for (unsigned i = 0; i < count; ++i) wrong += values[i] != sorted_value(ones, count, i);
  }
  return wrong;
}

TEST(MedianTiles, MergesAreRightOnAllZerosAndOnes) {
  for_all_windows([]<unsigned window>(std::integral_constant<unsigned, window>) {
    for_all_merges<window>(
        [](auto merge, unsigned) { EXPECT_EQ(wrong_results<OfBits>(merge), 0U) << "window " << window; });
    EXPECT_EQ((wrong_medians<OfBits, window>()), 0U) << "window " << window;
  });
  // Blocks smaller than a half, on either side of its pads.
  EXPECT_EQ(wrong_results<OfBits>(Merge<58, 16, 16, 42, 8>{}), 0U);
  EXPECT_EQ(wrong_results<OfBits>(Merge<3, 40, 5, 30, 16>{}), 0U);
  EXPECT_EQ(wrong_results<OfBits>(Merge<40, 3, 5, 30, 16>{}), 0U);
}

TEST(MedianTiles, SortsZerosAndOnes) {
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) { EXPECT_EQ((wrong_sorts<OfBits, 8 + 2 * i>() + ...), 0U); }
  (std::make_integer_sequence<unsigned, 12>{});
}

/// How many of the minima of `wrong` can be left out and nothing is found.
template <class Wrong> int not_missed(const Wrong& wrong) {
  OneMissing::skipped = -1;
  EXPECT_EQ(wrong(), 0U);
  const int minima = OneMissing::number;
  EXPECT_GT(minima, 15);
  int found = 0;
  for (OneMissing::skipped = 0; OneMissing::skipped < minima; ++OneMissing::skipped) found += wrong() != 0 ? 1 : 0;
  OneMissing::skipped = -1;
  return minima - found;
}

TEST(MedianTiles, AreFoundWrongWithoutAnyOfTheirMinima) {
  EXPECT_EQ(not_missed([] { return wrong_results<OneMissing>(Merge<16, 16, 0, 32>{}); }), 0);
  EXPECT_EQ(not_missed([] { return wrong_results<OneMissing>(Merge<13, 10, 0, 23>{}); }), 0);
  EXPECT_EQ(not_missed([] { return wrong_medians<OneMissing, 11>(); }), 0);
  EXPECT_EQ(not_missed([] { return wrong_sorts<OneMissing, 8>(); }), 0);
  EXPECT_EQ(not_missed([] { return wrong_sorts<OneMissing, 10>(); }), 0);
}

/// Minima and maxima, each with what it is of, so that those that a result depends on can be counted.
struct Traced {
  struct Step {
    int a;
    int b;
  };
  static inline std::vector<Step> steps;
  static inline std::vector<int> results;
  int step = -1;

  static Traced min(Traced a, Traced b) {
    steps.push_back({a.step, b.step});
    return {static_cast<int>(steps.size()) - 1};
  }
  static Traced max(Traced a, Traced b) { return min(a, b); }

  /// How many are needed; forgets all.
  static unsigned needed() {
    std::vector<bool> is_needed(steps.size());
    for (const int result : results)
      if (result >= 0) is_needed[static_cast<std::size_t>(result)] = true;
    unsigned count = 0;
    for (std::size_t i = steps.size(); i-- > 0;) {
      if (!is_needed[i]) continue;
      ++count;
      for (const int of : {steps[i].a, steps[i].b})
        if (of >= 0) is_needed[static_cast<std::size_t>(of)] = true;
    }
    steps.clear();
    results.clear();
    return count;
  }
};

template <unsigned count> unsigned steps_of_sort() {
  Traced values[count];
  median_window::sort_values<Traced>(values);
  for (const Traced value : values) Traced::results.push_back(value.step);
  return Traced::needed();
}

/// Minima and maxima per pixel, two of which share a word, if a block of threads has no window outside the
/// image.
template <unsigned window> unsigned steps_per_pixel() {
  using Lists = TileLists<window>;
  unsigned steps =
      Lists::columns * steps_of_sort<Lists::side>() + 2 * Lists::tiles * Lists::rows * steps_of_sort<window - 1>();
  for_all_merges<window>([&](auto merge, unsigned times) {
    const auto any = [](unsigned) { return Traced{}; };
    decltype(merge)::template all<Traced>(any, any,
                                          [](unsigned, Traced value) { Traced::results.push_back(value.step); });
    steps += times * Traced::needed();
  });
  const Traced list[window + 1];
  Traced::results = {median_window::median_of<Traced, window>(list, [](unsigned) { return Traced{}; }, {}).step};
  // The column's two other pixels are sorted.
  steps += 16 * Lists::tiles * Traced::needed() + 8 * Lists::tiles * 2;
  return (steps + 8 * Lists::tiles) / (16 * Lists::tiles);
}

/// The figures of README.md.
TEST(MedianTiles, NeedAsManyMinimaAndMaximaAsTheReadmeSays) {
  std::vector<unsigned> steps;
  for_all_windows(
      [&]<unsigned window>(std::integral_constant<unsigned, window>) { steps.push_back(steps_per_pixel<window>()); });
  EXPECT_EQ(steps, (std::vector<unsigned>{291, 397, 486, 662, 723, 896, 1081, 1343, 1377, 1618, 1859}));
}

}  // namespace
