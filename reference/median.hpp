// Median filters of images of 8 or 16 bits, by counting instead of sorting.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// For every pixel whose window x window square is inside the image, writes the square's median to `output`.
/// The others, a border of window / 2 pixels (the whole image, if it is smaller than the window), keep their
/// values. Both spans are row-major and hold width times height pixels; `window` is odd, 3 to 31. At most
/// `threads` threads, 0 for one per core; the result does not depend on it.
void median(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned window,
            std::span<std::uint8_t> output, unsigned threads = 0);
void median(std::span<const std::uint16_t> image, unsigned width, unsigned height, unsigned window,
            std::span<std::uint16_t> output, unsigned threads = 0);

/// The same for the five pixels of a cross: a pixel and its neighbours left, right, above and below. The
/// border is one pixel wide.
void median_of_cross(std::span<const std::uint8_t> image, unsigned width, unsigned height,
                     std::span<std::uint8_t> output, unsigned threads = 0);

/// `median`, `passes` times over (1 or more). A pass filters the result of the pass before; the border of
/// that result is the image's. The border of `output` keeps its values.
void median_repeated(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned window,
                     unsigned passes, std::span<std::uint8_t> output, unsigned threads = 0);

}  // namespace reference
