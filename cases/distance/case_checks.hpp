// distance: the edge cases, and the comparison of results.
#pragma once

#include "cases/distance/case.hpp"

namespace distance {

inline std::vector<Problem> Case::edge_cases() {
  std::vector<Problem> problems;
  for (unsigned i = 0; i <= static_cast<unsigned>(Mask::single); ++i) {
    const auto mask = static_cast<Mask>(i);
    // One pixel, and an image with prime sides and more than one block in each direction.
    problems.push_back({{1, 1}, 15, mask});
    problems.push_back({{71, 67}, 7, mask});
    // A window of only the pixel itself; one that is cut on every side.
    problems.push_back({{37, 35}, 1, mask});
    problems.push_back({{35, 17}, 40, mask});
  }
  const std::vector<Problem> others{
      // One row, one column.
      {{331, 1}, 15, Mask::noise1},
      {{331, 1}, 15, Mask::noise50},
      {{1, 331}, 15, Mask::noise1},
      {{1, 331}, 15, Mask::blobs},
      {{2, 300}, 100, Mask::single},
      // At and next to the edge of a 32x8 block, and several of them.
      {{31, 7}, 7, Mask::noise50},
      {{33, 9}, 7, Mask::noise1},
      {{32, 8}, 15, Mask::single},
      {{31, 33}, 7, Mask::noise50},
      {{33, 31}, 7, Mask::noise1},
      // A tile of 128x64, and two by two of them of which some are far from white.
      {{128, 64}, 15, Mask::noise1},
      {{136, 68}, 31, Mask::single},
      // Rows that are read 16 pixels at a time: the corner of four wide tiles, and three in a row.
      {{272, 72}, 15, Mask::noise1},
      {{528, 4}, 15, Mask::noise1},
      // R of two and three, where only the nearest neighbours count.
      {{97, 101}, 2, Mask::noise50},
      {{101, 97}, 3, Mask::blobs},
      {{71, 67}, 15, Mask::blobs},
      {{33, 70}, reference::largest_distance_max, Mask::blobs},
      // The largest R with two squares in 16 bits, in both directions, and a white pixel farther away.
      {{3, 400}, 180, Mask::single},
      {{401, 3}, 180, Mask::single},
      // A row wider than a block of threads, and several tiles with a large R.
      {{2100, 1}, 60, Mask::single},
      {{70, 2}, 179, Mask::blobs},
      // The shapes of an engraving.
      {{33, 9}, 15, Mask::noise1, Profile::bevel},
      {{33, 9}, 15, Mask::noise1, Profile::step},
      {{33, 9}, 15, Mask::noise1, Profile::dome},
  };
  problems.insert(problems.end(), others.begin(), others.end());
  return problems;
}

inline rungs::Comparison Case::compare(const Problem& p, const Views& expected, const Views& actual, Result kind) {
  if (kind == Result::profile)
    return rungs::compare_plane<float>({expected.z, p.area()}, {actual.z, p.area()}, p.width);
  return rungs::compare_plane<std::uint32_t>({expected.out, p.area()}, {actual.out, p.area()}, p.width);
}

}  // namespace distance
