// The engraved images of the case pipeline, pixel by pixel from their definition, without tiles.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// What an image shows. The deck's: the larger of two layers. One is a pattern of bowls, 100 x 100 pixels
/// each, in a frame of the image's width and half its height plus one, which begins an eighth of the width
/// left of the image and a quarter of its height down. The other is a pattern of bowls of 45 x 45 pixels that
/// begins at (7, -3), at the depth that the profile gives for the distance to the blobs. The chain's: bowls
/// of 30 x 30 pixels, four of which are a repeater of 60 x 60, which is placed at the points of the lattice
/// (97, 13), (-11, 103); the mean where repetitions overlap; the profile of the distance to what is not 0;
/// its median; and of that the upper 8 of 16 bits.
struct PipelineImage {
  bool chain = false;
  unsigned width = 1;
  unsigned height = 1;
  unsigned distance_max = 15;                           ///< 1 to 127
  unsigned median_radius = 1;                           ///< 1 to 3
  std::uint32_t background = 0, inside = 0, shape = 0;  ///< seeds

  [[nodiscard]] bool operator==(const PipelineImage&) const = default;
};

/// Writes the window of `width` x `height` pixels whose first one is (x, y), row-major; it is inside the
/// image. Takes about 6 bytes of memory per pixel of the window and its surroundings.
void pipeline_window(const PipelineImage& image, unsigned x, unsigned y, unsigned width, unsigned height,
                     std::span<std::uint8_t> out);

}  // namespace reference
