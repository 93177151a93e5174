#include "reference/median_images.hpp"
#include <cstddef>
#include <rungs/parallel.hpp>
#include <rungs/random.hpp>

namespace reference {
namespace {

/// One pixel of a photo without the salt and pepper. Each cell of 64x64 pixels holds one disc, with a random
/// place, size and grey value; only the specks are black or white.
unsigned photo_shape(std::uint64_t x, std::uint64_t y, std::uint64_t seed) {
  constexpr std::uint64_t cell = 64;
  const std::uint64_t bits = rungs::random_bits(seed, (y / cell << 32U) + x / cell);
  const auto radius = static_cast<std::int64_t>(8 + bits % 24);
  const auto room = static_cast<std::uint64_t>(static_cast<std::int64_t>(cell) - 2 * radius);
  const auto dx = static_cast<std::int64_t>(x % cell) - radius - static_cast<std::int64_t>((bits >> 8U) % room);
  const auto dy = static_cast<std::int64_t>(y % cell) - radius - static_cast<std::int64_t>((bits >> 24U) % room);
  if (dx * dx + dy * dy <= radius * radius) return static_cast<unsigned>(16 + (bits >> 56U) % 224);
  // A ramp up and down along the diagonal, without an edge.
  const std::uint64_t along = (x + 2 * y) / 8 % 320;
  return static_cast<unsigned>(40 + (along < 160 ? along : 319 - along));
}

std::uint8_t photo_pixel(std::uint64_t x, std::uint64_t y, std::uint64_t index, std::uint64_t seed) {
  const std::uint64_t speck = rungs::random_below(seed, index, 40);
  if (speck == 0) return 0;
  if (speck == 1) return 255;
  return static_cast<std::uint8_t>(photo_shape(x, y, ~seed));
}

}  // namespace

void draw_median_image(MedianImage kind, std::span<std::uint8_t> image, unsigned width, std::uint64_t seed) {
  // Also gives gradient, checker and flat images of adjacent seeds different starts.
  const std::uint64_t start = rungs::random_bits(seed, 0) >> 32U ^ seed;
  const std::size_t columns = width;
  rungs::for_bands(image.size() / columns, 1 + (std::size_t{1} << 18U) / columns, 0,
                   [&](std::size_t first, std::size_t last) {
                     for (std::size_t y = first; y < last; ++y) {
                       for (std::size_t x = 0; x < columns; ++x) {
                         const std::size_t i = y * columns + x;
                         std::uint64_t value = start;
                         switch (kind) {
                           case MedianImage::noise:
                             value = rungs::random_bits(seed, i / 8) >> (i % 8 * 8);
                             break;
                           case MedianImage::gradient:
                             value = start + x + 3 * y;
                             break;
                           case MedianImage::checker:
                             value = ((start + x + y) & 1U) != 0 ? 255 : 0;
                             break;
                           case MedianImage::photo:
                             value = photo_pixel(x, y, i, seed);
                             break;
                           case MedianImage::flat:
                             break;
                         }
                         image[i] = static_cast<std::uint8_t>(value);
                       }
                     }
                   });
}

}  // namespace reference
