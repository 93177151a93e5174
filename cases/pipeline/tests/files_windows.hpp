// Windows of a mask, compared with what was stored.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tests/files_scratch.hpp"

namespace pipeline::tests {

inline constexpr std::uint8_t untouched = 0xa5;

/// Reads a window into the middle of a larger plane, and compares it and what is around it.
inline void expect_window(MaskFile& mask, const Bytes& image, Window w) {
  const std::size_t pitch = w.width + 3;
  std::vector<std::uint8_t> memory(pitch * (w.height + std::size_t{2}), untouched);
  std::uint8_t* const first = memory.data() + pitch + 1;
  mask.read({first, pitch, w});
  const std::size_t width = mask.shape().width;
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    const std::size_t row = i / pitch;
    const std::size_t column = i % pitch;
    const bool inside = row >= 1 && row <= w.height && column >= 1 && column <= w.width;
    const std::size_t from =
        (static_cast<std::size_t>(w.y) + row - 1) * width + static_cast<std::size_t>(w.x) + column - 1;
    const std::uint8_t expected = inside ? std::to_integer<std::uint8_t>(image[from]) : untouched;
    wrong += memory[i] != expected;
  }
  EXPECT_EQ(wrong, 0U) << w.width << " x " << w.height << " at " << w.x << ", " << w.y;
}

inline void expect_all_windows(MaskFile& mask, const Bytes& image) {
  const auto [width, height] = mask.shape();
  expect_window(mask, image, {0, 0, width, height});
  expect_window(mask, image, {0, 0, 0, 0});
  std::mt19937 random(width);
  for (int i = 0; i < 40; ++i) {
    const auto x = static_cast<std::uint32_t>(random() % width);
    const auto y = static_cast<std::uint32_t>(random() % height);
    expect_window(mask, image,
                  {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                   1 + static_cast<std::uint32_t>(random() % (width - x)),
                   1 + static_cast<std::uint32_t>(random() % (height - y))});
  }
  // Without gaps between the rows in memory.
  std::vector<std::uint8_t> memory(image.size());
  mask.read({memory.data(), width, {0, 0, width, height}});
  EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(memory)), image));
}

inline void expect_refused_windows(MaskFile& mask) {
  const auto [width, height] = mask.shape();
  std::vector<std::uint8_t> memory(1 << 20);
  for (const Window w : {Window{-1, 0, 1, 1}, Window{0, -1, 1, 1}, Window{0, 0, width + 1, 1},
                         Window{0, 0, 1, height + 1}, Window{2147483647, 0, 1, 1}, Window{1, 1, ~0U, 1}}) {
    expect_contains(failure([&] { mask.read({memory.data(), 1, w}); }), "is not inside the image");
  }
}

}  // namespace pipeline::tests
