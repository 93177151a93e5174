// Networks that sort and merge lists, built at compile time as tables of exchanges of places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "cases/median/network.hpp"

namespace median {

/// The places that hold a list's values in order, the smallest first.
template <std::size_t count>
using Places = std::array<std::uint8_t, count>;

/// Places first, first + 1, ...
template <std::size_t count>
constexpr Places<count> places_from(std::size_t first) {
  Places<count> places{};
  for (std::size_t i = 0; i < count; ++i) places[i] = static_cast<std::uint8_t>(first + i);
  return places;
}

/// `taken` places of a list, from `first` on.
template <std::size_t first, std::size_t taken, std::size_t count>
constexpr Places<taken> middle_places(const Places<count>& list) {
  static_assert(first + taken <= count);
  Places<taken> part{};
  for (std::size_t i = 0; i < taken; ++i) part[i] = list[first + i];
  return part;
}

/// Collects the exchanges of a network, at most `most`.
template <std::size_t most>
class NetworkMaker {
 public:
  std::array<Exchange, most> steps{};
  std::size_t count = 0;

  /// Batcher's odd-even merge of two sorted lists; returns the places of the merged list in order.
  template <std::size_t m, std::size_t n>
  constexpr Places<m + n> merge(const Places<m>& a, const Places<n>& b) {
    if constexpr (m == 0) {
      return b;
    } else if constexpr (n == 0) {
      return a;
    } else if constexpr (m == 1 && n == 1) {
      exchange(a[0], b[0]);
      return {a[0], b[0]};
    } else {
      const auto even = merge(every_other<0>(a), every_other<0>(b));
      const auto odd = merge(every_other<1>(a), every_other<1>(b));
      return compare_neighbours(even, odd);
    }
  }

  /// Sorts values at places in any order.
  template <std::size_t n>
  constexpr Places<n> sort(const Places<n>& list) {
    if constexpr (n < 2) {
      return list;
    } else {
      return merge(sort(middle_places<0, n / 2>(list)), sort(middle_places<n / 2, n - n / 2>(list)));
    }
  }

 private:
  constexpr void exchange(std::uint8_t low, std::uint8_t high) { steps.at(count++) = {low, high}; }

  template <std::size_t first, std::size_t n>
  static constexpr Places<(n + 1 - first) / 2> every_other(const Places<n>& list) {
    Places<(n + 1 - first) / 2> part{};
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = list[first + 2 * i];
    return part;
  }

  /// After the two merges, odd value i and even value i + 1 may still be in the wrong order.
  template <std::size_t evens, std::size_t odds>
  constexpr Places<evens + odds> compare_neighbours(const Places<evens>& even, const Places<odds>& odd) {
    Places<evens + odds> all{};
    std::size_t next = 0;
    all[next++] = even[0];
    for (std::size_t i = 0; i < odds || i + 1 < evens; ++i) {
      if (i < odds && i + 1 < evens) exchange(odd[i], even[i + 1]);
      if (i < odds) all[next++] = odd[i];
      if (i + 1 < evens) all[next++] = even[i + 1];
    }
    return all;
  }
};

/// A network and the places of its results. `make` adds the exchanges to a maker and returns the places.
template <auto make>
struct MadeNetwork {
  static constexpr auto made = [] {
    NetworkMaker<64> maker;
    const auto order = make(maker);
    return std::pair(maker, order);
  }();
  static constexpr auto& steps = made.first.steps;
  static constexpr std::size_t count = made.first.count;
  static constexpr auto& order = made.second;
};

/// Sorts the five pixels of a row.
using SortFive = MadeNetwork<[](auto& maker) { return maker.sort(places_from<5>(0)); }>;

/// Merges the sorted rows of five at places 0 to 4 and 5 to 9.
using MergeRows = MadeNetwork<[](auto& maker) { return maker.merge(places_from<5>(0), places_from<5>(5)); }>;

/// Merges sorted lists of ten at places 0 to 9 and 10 to 19. Of 20 of the 25 pixels of a window only the six
/// in the middle can be the median.
using MiddleOfTwenty = MadeNetwork<[](auto& maker) {
  return middle_places<7, 6>(maker.merge(places_from<10>(0), places_from<10>(10)));
}>;

/// The median of the sorted six at places 0 to 5 and the sorted row of five at places 6 to 10.
using MedianOfEleven = MadeNetwork<[](auto& maker) {
  return middle_places<5, 1>(maker.merge(places_from<6>(0), places_from<5>(6)));
}>;

}  // namespace median
