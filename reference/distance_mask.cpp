#include "reference/distance_mask.hpp"
#include <algorithm>
#include <cstring>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>

namespace reference {
namespace {

/// Below this many pixels a thread costs more than it saves.
constexpr std::size_t least_per_thread = std::size_t{1} << 18U;

// One disc per cell of a square grid, with its centre anywhere in the cell. With cells of this side half of
// the plane is white.
constexpr std::int64_t cell_side = 62;
constexpr std::int64_t least_radius = 10;
constexpr std::int64_t largest_radius = 40;
static_assert(largest_radius <= cell_side, "a disc reaches no further than into the next cell");

struct Disc {
  std::int64_t x, y, radius;
};

/// The disc of a cell. Cells count from -1, for discs whose centre is left of or above the image.
Disc disc_of(std::int64_t cell_x, std::int64_t cell_y, std::int64_t cells_across, std::uint64_t seed) {
  const std::uint64_t bits =
      rungs::random_bits(seed, static_cast<std::uint64_t>((cell_y + 1) * cells_across + cell_x + 1));
  const auto below = [bits](unsigned shift, std::int64_t bound) {
    return static_cast<std::int64_t>((bits >> shift) & 0xFFFFU) * bound >> 16U;
  };
  return {cell_x * cell_side + below(0, cell_side), cell_y * cell_side + below(16, cell_side),
          least_radius + below(32, largest_radius - least_radius + 1)};
}

/// Paints the part of a disc that is in rows `first` to `last` - 1 of the image.
void paint_disc(const Disc& disc, std::uint8_t* image, std::int64_t width, std::int64_t first, std::int64_t last) {
  const std::int64_t end = std::min(last, disc.y + disc.radius + 1);
  for (std::int64_t y = std::max(first, disc.y - disc.radius); y < end; ++y) {
    const std::int64_t reach = disc.radius * disc.radius - (y - disc.y) * (y - disc.y);
    std::int64_t half = 0;
    while ((half + 1) * (half + 1) <= reach) ++half;
    const std::int64_t left = std::max<std::int64_t>(disc.x - half, 0);
    const std::int64_t right = std::min(disc.x + half + 1, width);
    if (left < right) std::memset(image + y * width + left, 1, static_cast<std::size_t>(right - left));
  }
}

void paint_blobs(std::uint8_t* image, std::int64_t width, std::int64_t first, std::int64_t last, std::uint64_t seed) {
  const std::int64_t columns = width / cell_side + 1;
  std::memset(image + first * width, 0, static_cast<std::size_t>((last - first) * width));
  for (std::int64_t cell_y = first / cell_side - 1; cell_y <= last / cell_side + 1; ++cell_y) {
    for (std::int64_t cell_x = -1; cell_x <= columns; ++cell_x) {
      paint_disc(disc_of(cell_x, cell_y, columns + 2, seed), image, width, first, last);
    }
  }
}

}  // namespace

void paint_mask(std::span<std::uint8_t> image, std::size_t width, Mask mask, std::uint64_t seed, unsigned threads) {
  const std::size_t rows = image.size() / width;
  const std::uint64_t only = rungs::random_bits(seed, 0) % image.size();
  const auto white = [=](std::size_t index) {
    switch (mask) {
      case Mask::noise1:
        return rungs::random_below(seed, index, 100) == 0;
      case Mask::noise50:
        return rungs::random_below(seed, index, 2) == 0;
      case Mask::edge:
        return index % width < width / 2;
      case Mask::single:
        return index == only;
      case Mask::full:
        return true;
      default:
        return false;
    }
  };
  rungs::for_bands(rows, 1 + least_per_thread / width, threads, [&](std::size_t first, std::size_t last) {
    if (mask == Mask::blobs) {
      paint_blobs(image.data(), static_cast<std::int64_t>(width), static_cast<std::int64_t>(first),
                  static_cast<std::int64_t>(last), seed);
    } else {
      for (std::size_t i = first * width; i < last * width; ++i) image[i] = white(i) ? 1 : 0;
    }
    // Any value except 0 is white: a random value in each pixel, independent of where the white pixels are.
    for (std::size_t i = first * width; i < last * width; ++i) {
      if (image[i] != 0) image[i] = static_cast<std::uint8_t>(1 + rungs::random_below(~seed, i, 255));
    }
  });
}

}  // namespace reference
