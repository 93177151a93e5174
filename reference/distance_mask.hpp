// Binary images for the distance case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace reference {

/// blobs: overlapping discs of radius 10 to 40, about half of a large image. noise1, noise50: 1 % and 50 % of
/// the pixels, independent of each other. edge: the left half. empty, full: none, all. single: one pixel
/// anywhere.
enum class Mask { blobs, noise1, noise50, edge, empty, full, single };

/// Fills an image of `width` columns, row-major. White pixels hold any value from 1 to 255, black ones 0.
/// Both depend only on the seed and the width, not on the number of threads (0: one per core).
void paint_mask(std::span<std::uint8_t> image, std::size_t width, Mask mask, std::uint64_t seed, unsigned threads = 0);

}  // namespace reference
