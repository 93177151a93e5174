// A strip for a 5x5 window.
#pragma once

#include <rungs/device.hpp>

#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/layout.hpp"
#include "cases/median/gpu/load.hpp"
#include "cases/median/gpu/network_walk.hpp"
#include "cases/median/gpu/store.hpp"
#include "cases/median/gpu/windows5.hpp"

namespace median::inline RUNGS_BACKEND {

/// A column's pixels in two adjacent rows are ordered once for the four rows of windows that contain both.
/// Rows are loaded when they are needed: the work on two rows is long enough for the other warps to hide the
/// load.
template <class Orders, LaneByte place>
struct Strip5 {
  static constexpr unsigned border = 2;
  static constexpr unsigned rows = 16;
  static constexpr unsigned blocks = 4;
  using Narrow = MedianOfSquare<5, OrderLanes>;
  static constexpr unsigned windows = segment_pixels / 2;
  static constexpr unsigned columns = windows + 2 * border;
  using Windows = Windows5<unsigned, Orders>;
  using Two = Sorted<unsigned, 2>;

  template <bool aligned>
  static __device__ __forceinline__ void load(const Frame& frame, unsigned x, unsigned y,
                                              unsigned (&lanes)[columns]) {
    // Rows below the frame are read as its last one.
    spread<place, border>(load_segment<aligned>(frame, x, min(y, frame.height - 1)), lanes);
  }

  /// The pixels of rows y and y + 1, in order.
  template <bool aligned>
  static __device__ __forceinline__ void load_pairs(const Frame& frame, unsigned x, unsigned y,
                                                    Two (&pairs)[columns]) {
    unsigned first[columns];
    unsigned second[columns];
    load<aligned>(frame, x, y, first);
    load<aligned>(frame, x, y + 1, second);
#pragma unroll
    for (unsigned i = 0; i < columns; ++i) pairs[i] = Windows::two(first[i], second[i]);
  }

  template <bool aligned>
  static __device__ __forceinline__ void filter(const Frame& frame, unsigned x, unsigned top) {
    const unsigned bottom = frame.height - border;
    Two above[columns];
    load_pairs<aligned>(frame, x, top - 1, above);
#pragma unroll 1
    for (unsigned done = 0; done < rows; done += 2) {
      const unsigned y = top + done;
      if (y >= bottom) return;
      unsigned first[columns];
      Two below[columns];
      unsigned last[columns];
      load<aligned>(frame, x, y - 2, first);
      load_pairs<aligned>(frame, x, y + 1, below);
      load<aligned>(frame, x, y + 3, last);
      unsigned upper[windows];
      unsigned lower[windows];
      Windows::filter_two_rows(first, above, below, last, upper, lower);
      store_segment<aligned, border>(frame, x, y, gather<place>(upper));
      if (y + 1 < bottom) store_segment<aligned, border>(frame, x, y + 1, gather<place>(lower));
#pragma unroll
      for (unsigned i = 0; i < columns; ++i) above[i] = below[i];
    }
  }
};

}  // namespace median::inline RUNGS_BACKEND
