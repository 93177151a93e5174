// Tiles a small pattern over a large target.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// target(x, y) = repeater(x mod repeater_width, y mod repeater_height), both row-major. The spans' sizes are
/// width times height, every side is at least 1, and a repeater larger than the target is cut off. At most
/// `threads` threads, 0 for one per core; the result does not depend on it.
void stitch(std::span<const float> repeater, unsigned repeater_width, unsigned repeater_height, std::span<float> target,
            unsigned width, unsigned height, unsigned threads = 0);

/// The same only where `mask`, a plane like the target, is not 0; all other pixels of the target stay as they
/// are.
void stitch_masked(std::span<const float> repeater, unsigned repeater_width, unsigned repeater_height,
                   std::span<const std::uint8_t> mask, std::span<float> target, unsigned width, unsigned height,
                   unsigned threads = 0);

}  // namespace reference
