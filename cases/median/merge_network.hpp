// The networks that sort and merge rows of five pixels (host/5x5_shared_rows), as tables.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "cases/median_window/merge_network.hpp"

namespace median {

/// A network and the places of its results, in order. `make` adds the steps and returns the places.
template <auto make>
struct MadeNetwork {
  static constexpr auto made = [] {
    median_window::Network<20, 64> network;
    network.results = make(network);
    return network;
  }();
  static constexpr auto& steps = made.steps;
  static constexpr std::size_t count = made.count;
  static constexpr auto order = [] {
    std::array<std::uint8_t, made.results.count> places{};
    std::copy_n(made.results.at, places.size(), places.begin());
    return places;
  }();
};

/// Sorts the five pixels of a row.
using SortFive = MadeNetwork<[](auto& network) { return network.sort(0, 5); }>;

/// Merges the sorted rows of five at places 0 to 4 and 5 to 9.
using MergeRows = MadeNetwork<[](auto& network) { return network.merge({0, 5}, {5, 5}); }>;

/// Merges sorted lists of ten at places 0 to 9 and 10 to 19. Of 20 of the 25 pixels of a window only the six
/// in the middle can be the median.
using MiddleOfTwenty = MadeNetwork<[](auto& network) { return network.merge({0, 10}, {10, 10}).middle(6); }>;

/// The median of the sorted six at places 0 to 5 and the sorted row of five at places 6 to 10.
using MedianOfEleven = MadeNetwork<[](auto& network) { return network.merge({0, 6}, {6, 5}).middle(1); }>;

}  // namespace median
