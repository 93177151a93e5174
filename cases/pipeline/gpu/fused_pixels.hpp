// What the profile's kernel writes where it computes the whole of the deck's tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/pipeline/gpu/nodes.hpp"
#include "cases/pipeline/tree/bevel.hpp"

namespace pipeline::inline RUNGS_BACKEND {

/// Four columns of a pattern that is repeated along both sides, row after row: places in it change by one row
/// at a time, so that no division is left in the loop.
struct RepeatedColumns {
  const std::uint8_t* pattern;
  std::uint32_t pitch, height, line;
  std::uint32_t column[4];

  __device__ __forceinline__ RepeatedColumns(const RepeatedPixels<std::uint8_t>& from, int x, int y)
      : pattern(from.pattern.pixels),
        pitch(static_cast<std::uint32_t>(from.pattern.pitch)),
        height(from.size.height),
        line(wrapped(std::int64_t{y} - from.y, from.size.height)) {
#pragma unroll
    for (int i = 0; i < 4; ++i) column[i] = wrapped(std::int64_t{x} + i - from.x, from.size.width);
  }
  __device__ __forceinline__ std::uint8_t operator()(int i) const {
    return pattern[line * pitch + column[i]];
  }
  __device__ __forceinline__ void next_row() { line = line + 1 == height ? 0 : line + 1; }
};

/// The deck's output for a part of the full depth. All coordinates are the root's.
struct DeckPixels {
  RepeatedPixels<std::uint8_t> inside;
  RepeatedPixels<std::uint8_t> background;
  Window background_window;

  struct Columns {
    RepeatedColumns inside;
    RepeatedColumns background;
    int x, row;
    Window there;
    __device__ __forceinline__ std::uint8_t operator()(int i, std::uint8_t part) const {
      const std::uint8_t value = Bevel<std::uint8_t>::scaled(inside(i), part);
      const bool covered =
          row >= there.y && row < there.bottom() && x + i >= there.x && x + i < there.right();
      const std::uint8_t other = covered ? background(i) : std::uint8_t{0};
      return value < other ? other : value;
    }
    __device__ __forceinline__ void next_row() {
      inside.next_row();
      background.next_row();
      ++row;
    }
  };
  __device__ __forceinline__ Columns at(int column, int row) const {
    return {{inside, column, row}, {background, column, row}, column, row, background_window};
  }
};

}  // namespace pipeline::inline RUNGS_BACKEND
