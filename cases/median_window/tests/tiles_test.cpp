// The sorts and merges of tiles of windows, on zeros and ones.
#include "cases/median_window/gpu/tiles.hpp"
#include <gtest/gtest.h>
#include <random>
#include <rungs/device.hpp>
#include <utility>
#include <vector>
#include "cases/median_window/case.hpp"
#include "cases/median_window/tests/zeros_and_ones.hpp"

namespace {

using median_window::Merge, median_window::MergeOf, median_window::TileLists;
using zeros_and_ones::Bits, zeros_and_ones::OfBits, zeros_and_ones::OneMissing;

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

/// Calls `f` with each merge that a block of threads does.
template <unsigned window, class F> void for_all_merges(const F& f) {
  using Lists = TileLists<window>;
  constexpr unsigned side = Lists::side;
  f(MergeOf<window, side, side, Lists::most_in_block>{});
  f(MergeOf<window, 2 * side, 2 * side, Lists::most_in_block>{});
  f(MergeOf<window, 4 * side, 4 * side, Lists::most_in_block>{});
  const auto add = [&]<unsigned done>(const auto& self, std::integral_constant<unsigned, done>) {
    if constexpr (done < side) {
      constexpr unsigned next = Lists::next_of(done);
      f(MergeOf<window, done * side, next * side, Lists::most_in_block>{});
      self(self, std::integral_constant<unsigned, done + next>{});
    }
  };
  add(add, std::integral_constant<unsigned, 8>{});
  f(MergeOf<window, side * side, 2 * side, Lists::most_in_block>{});
  f(Merge<window - 1, window - 1, 0, 2 * (window - 1)>{});
  f(MergeOf<window, side*(side + 2), 2 * (side + 2)>{});
  f(Merge<side, 2, 0, window - 1>{});
  f(MergeOf<window, (window - 1) * (window - 1), window - 1>{});
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

template <unsigned window> void expect_right_windows() {
  for_all_merges<window>([](auto merge) { EXPECT_EQ(wrong_results<OfBits>(merge), 0U) << "window " << window; });
  EXPECT_EQ((wrong_medians<OfBits, window>()), 0U) << "window " << window;
}

TEST(MedianTiles, MergesAreRightOnAllZerosAndOnes) {
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) { (expect_right_windows<11 + 2 * i>(), ...); }
  (std::make_integer_sequence<unsigned, 11>{});
  // Blocks smaller than a half, on either side of its pads.
  EXPECT_EQ(wrong_results<OfBits>(Merge<58, 16, 16, 42, 8>{}), 0U);
  EXPECT_EQ(wrong_results<OfBits>(Merge<3, 40, 5, 30, 16>{}), 0U);
  EXPECT_EQ(wrong_results<OfBits>(Merge<40, 3, 5, 30, 16>{}), 0U);
}

TEST(MedianTiles, SortsZerosAndOnes) {
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) { EXPECT_EQ((wrong_sorts<OfBits, 8 + 2 * i>() + ...), 0U); }
  (std::make_integer_sequence<unsigned, 12>{});
}

TEST(MedianTiles, AreFoundWrongWithoutOneOfTheirMinima) {
  OneMissing::skipped = 5;
  EXPECT_GT(wrong_results<OneMissing>(Merge<16, 16, 0, 32>{}), 0U);
  EXPECT_GT((wrong_medians<OneMissing, 11>()), 0U);
  EXPECT_GT((wrong_sorts<OneMissing, 8>()), 0U);
  OneMissing::skipped = -1;
}

}  // namespace
