// Test images for the median filter.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

enum class MedianImage {
  noise,     ///< independent random bytes
  gradient,  ///< an oblique ramp that wraps to 0 after 255
  checker,   ///< 0 and 255 in alternating pixels: the two extremes
  photo,     ///< discs on a smooth background, and one pixel in twenty replaced by salt or pepper
  flat,      ///< one value everywhere
};

/// Fills an image of `width` columns, row-major; its size is a multiple of `width`. A pixel depends only on
/// the seed and its place, and another seed gives another image of every kind.
void draw_median_image(MedianImage kind, std::span<std::uint8_t> image, unsigned width, std::uint64_t seed);

}  // namespace reference
