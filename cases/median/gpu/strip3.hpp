// A strip for a 3x3 window.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/layout.hpp"
#include "cases/median/gpu/load.hpp"
#include "cases/median/gpu/network_walk.hpp"
#include "cases/median/gpu/store.hpp"

namespace median::inline RUNGS_BACKEND {

/// The pixels of a row, with one column on either side, two per word.
using RowOfPairs = unsigned[segment_pixels / 2 + 2];
/// The medians of a row.
using MediansOfPairs = unsigned[segment_pixels / 2];

/// Two rows are loaded ahead of the two that are filtered; each is loaded and unpacked once.
/// `Filter::filter(row, upper, lower)` computes the medians of the two middle rows of four.
template <class Filter, unsigned rows_>
struct Strip3 {
  static constexpr unsigned border = 1;
  static constexpr unsigned rows = rows_;
  static constexpr unsigned blocks = 0;
  using Narrow = MedianOfSquare<3, OrderLanes>;
  static_assert(rows % 2 == 0);

  template <bool aligned>
  static __device__ __forceinline__ void filter(const Frame& frame, unsigned x, unsigned top) {
    constexpr LaneByte place = Filter::place;
    const unsigned bottom = frame.height - 1;  // rows below are read as this one
    const auto load = [&](unsigned y) { return load_segment<aligned>(frame, x, min(y, bottom)); };
    RowOfPairs row[4];
    spread<place, border>(load(top - 1), row[0]);
    spread<place, border>(load(top), row[1]);
    Segment next[2] = {load(top + 1), load(top + 2)};
#pragma unroll
    for (unsigned done = 0; done < rows; done += 2) {
      const unsigned y = top + done;
      if (y >= bottom) return;
      spread<place, border>(next[0], row[2]);
      spread<place, border>(next[1], row[3]);
      if (done + 2 < rows) {
        next[0] = load(y + 3);
        next[1] = load(y + 4);
      }
      MediansOfPairs upper;
      MediansOfPairs lower;
      Filter::filter(row, upper, lower);
      store_segment<aligned, border>(frame, x, y, gather<place>(upper));
      if (y + 1 < bottom) store_segment<aligned, border>(frame, x, y + 1, gather<place>(lower));
#pragma unroll
      for (unsigned i = 0; i < segment_pixels / 2 + 2; ++i) {
        row[0][i] = row[2][i];
        row[1][i] = row[3][i];
      }
    }
  }
};

}  // namespace median::inline RUNGS_BACKEND
