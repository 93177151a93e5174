// What the repeaters look like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/random.hpp"

namespace uv {

/// What a repeater's pixels hold. Only `speckled` is measured; the others are among the awkward problems.
enum class Pixels {
  speckled,     ///< whole numbers from 1 to 4096, and one pixel in four transparent
  opaque,       ///< the same without transparent pixels
  transparent,  ///< nothing else
  equal         ///< the largest value everywhere
};

/// Fills a repeater of `side` pixels a side, row-major.
inline void fill_repeater(std::span<float> pixels, unsigned side, Pixels what, std::uint64_t seed) {
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    // The colour on a chessboard is the lowest bit: a result shifted by one pixel is a wrong result.
    const std::uint64_t even = 2 * reference::random_below(seed, 2 * i, 2048);
    const std::uint64_t value = even + 1 + ((i / side + i % side) & 1U);
    const bool hole = what == Pixels::transparent ||
                      (what == Pixels::speckled && reference::random_below(seed, 2 * i + 1, 4) == 0);
    pixels[i] = hole ? 0.0F : what == Pixels::equal ? 4096.0F : static_cast<float>(value);
  }
}

}  // namespace uv
