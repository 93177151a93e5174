// The networks of the case, as compile-time tables that host and device code unroll: two that select a
// median, and those that sort and merge rows of five pixels (host/5x5_shared_rows).
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include "cases/median_window/merge_network.hpp"

namespace median {

/// One step of a network: of the values at the two places, the smaller goes to `low` and the larger to
/// `high`.
struct Exchange {
  std::uint8_t low;
  std::uint8_t high;
};

/// The network for the values of a window x window square. After all steps, in order, the value at place
/// `middle` is the median; the other places hold the rest, unsorted. The tests check it on all inputs of zeros and
/// ones.
template <unsigned window> struct Network;

template <> struct Network<3> {
  static constexpr Exchange steps[] = {{1, 2}, {4, 5}, {7, 8}, {0, 1}, {3, 4}, {6, 7}, {1, 2}, {4, 5}, {7, 8}, {0, 3},
                                       {5, 8}, {4, 7}, {3, 6}, {1, 4}, {2, 5}, {4, 7}, {4, 2}, {6, 4}, {4, 2}};
  static constexpr unsigned middle = 4;
};

template <> struct Network<5> {
  static constexpr Exchange steps[] = {
      {0, 1},   {3, 4},   {2, 4},   {2, 3},   {6, 7},   {5, 7},   {5, 6},   {9, 10},  {8, 10},  {8, 9},   {12, 13},
      {11, 13}, {11, 12}, {15, 16}, {14, 16}, {14, 15}, {18, 19}, {17, 19}, {17, 18}, {21, 22}, {20, 22}, {20, 21},
      {23, 24}, {2, 5},   {3, 6},   {0, 6},   {0, 3},   {4, 7},   {1, 7},   {1, 4},   {11, 14}, {8, 14},  {8, 11},
      {12, 15}, {9, 15},  {9, 12},  {13, 16}, {10, 16}, {10, 13}, {20, 23}, {17, 23}, {17, 20}, {21, 24}, {18, 24},
      {18, 21}, {19, 22}, {9, 18},  {0, 18},  {8, 17},  {0, 9},   {10, 19}, {1, 19},  {1, 10},  {11, 20}, {2, 20},
      {12, 21}, {2, 11},  {3, 21},  {3, 12},  {13, 22}, {4, 22},  {4, 13},  {14, 23}, {5, 23},  {5, 14},  {15, 24},
      {6, 24},  {6, 15},  {7, 16},  {7, 19},  {13, 21}, {15, 23}, {7, 13},  {7, 15},  {1, 9},   {3, 11},  {5, 17},
      {11, 17}, {9, 17},  {4, 10},  {6, 12},  {7, 14},  {4, 6},   {4, 7},   {12, 14}, {10, 14}, {6, 7},   {10, 12},
      {6, 10},  {6, 17},  {12, 17}, {7, 17},  {7, 10},  {12, 18}, {7, 12},  {10, 18}, {12, 20}, {10, 20}, {10, 12}};
  static constexpr unsigned middle = 12;
};

// Each place as its own constant: GPU code may not index a host table, and an index known at compile time
// lets all values stay in registers.
template <unsigned window, std::size_t step> inline constexpr unsigned low_of = Network<window>::steps[step].low;
template <unsigned window, std::size_t step> inline constexpr unsigned high_of = Network<window>::steps[step].high;

/// 0, 1, ..., steps - 1, for a fold expression over the steps.
template <unsigned window> using Steps = std::make_index_sequence<std::size(Network<window>::steps)>;

using MergeNetwork = median_window::Network<20, 64>;
using MergePlaces = MergeNetwork::Places;

template <auto make> constexpr MergeNetwork made_network() {
  MergeNetwork network;
  network.results = make(network);
  return network;
}

/// A network and the places of its results, in order. `make` adds the steps and returns the places.
template <auto make> struct MadeNetwork {
  static constexpr MergeNetwork made = made_network<make>();
  static constexpr auto& steps = made.steps;
  static constexpr std::size_t count = made.count;
  static constexpr auto& order = made.results;
};

/// Sorts the five pixels of a row.
constexpr MergePlaces sort_five(MergeNetwork& to) { return to.sort(0, 5); }
using SortFive = MadeNetwork<sort_five>;

/// Merges the sorted rows of five at places 0 to 4 and 5 to 9.
constexpr MergePlaces merge_rows(MergeNetwork& to) { return to.merge({0, 5}, {5, 5}); }
using MergeRows = MadeNetwork<merge_rows>;

/// Merges sorted lists of ten at places 0 to 9 and 10 to 19. Of 20 of the 25 pixels of a window only the six
/// in the middle can be the median.
constexpr MergePlaces middle_of_twenty(MergeNetwork& to) { return to.merge({0, 10}, {10, 10}).middle(6); }
using MiddleOfTwenty = MadeNetwork<middle_of_twenty>;

/// The median of the sorted six at places 0 to 5 and the sorted row of five at places 6 to 10.
constexpr MergePlaces median_of_eleven(MergeNetwork& to) { return to.merge({0, 6}, {6, 5}).middle(1); }
using MedianOfEleven = MadeNetwork<median_of_eleven>;

}  // namespace median
