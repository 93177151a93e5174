// The contents of the repeaters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/random.hpp>
#include <span>

namespace uv {

/// The contents of a repeater. Only `speckled` is measured; the others are among the edge cases.
enum class Pixels {
  speckled,     ///< integers from 1 to 4096, and one pixel in four transparent
  opaque,       ///< the same without transparent pixels
  transparent,  ///< only transparent pixels
  equal         ///< the largest value everywhere
};

/// Fills a repeater of `side` x `side` pixels, row-major.
inline void fill_repeater(std::span<float> pixels, unsigned side, Pixels what, std::uint64_t seed) {
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    // The lowest bit is a chessboard pattern, so that a result shifted by one pixel is wrong.
    const std::uint64_t even = 2 * rungs::random_below(seed, 2 * i, 2048);
    const std::uint64_t value = even + 1 + ((i / side + i % side) & 1U);
    const bool hole = what == Pixels::transparent ||
                      (what == Pixels::speckled && rungs::random_below(seed, 2 * i + 1, 4) == 0);
    pixels[i] = hole ? 0.0F : what == Pixels::equal ? 4096.0F : static_cast<float>(value);
  }
}

}  // namespace uv
