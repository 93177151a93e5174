#include "reference/pipeline.hpp"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>
#include "reference/distance.hpp"

namespace reference {
namespace {

std::uint32_t noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t h = seed ^ (x * 0x9E3779B1U);
  h = (h ^ (h >> 15U)) * 0x85EBCA77U;
  h = h ^ (y * 0xC2B2AE3DU);
  h = (h ^ (h >> 13U)) * 0x27D4EB2FU;
  return h ^ (h >> 16U);
}

/// a mod b, from 0 to b - 1.
long modulo(long a, long b) { return (a % b + b) % b; }

/// A bowl in a square of `side` pixels, with noise.
unsigned bowl(long x, long y, long side, std::uint32_t seed) {
  const long dx = 2 * x + 1 - side;
  const long dy = 2 * y + 1 - side;
  const long square = side * side;
  if (dx * dx + dy * dy >= square) return 0;
  const long depth = 240 * (square - dx * dx - dy * dy) / square;
  return static_cast<unsigned>(depth) + noise(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), seed) % 16;
}

/// 255 inside the disc of the cell of 64 x 64 pixels.
std::uint8_t blob(long x, long y, std::uint32_t seed) {
  const std::uint32_t h = noise(static_cast<std::uint32_t>(x / 64), static_cast<std::uint32_t>(y / 64), seed);
  if (h % 8 == 0) return 0;
  const long radius = 8 + (h >> 3U) % 24;
  const auto room = static_cast<std::uint32_t>(64 - 2 * radius);
  const long dx = x % 64 - (radius + (h >> 8U) % room);
  const long dy = y % 64 - (radius + (h >> 16U) % room);
  return dx * dx + dy * dy <= radius * radius ? 255 : 0;
}

/// The mean of the non-zero pixels of all repetitions that cover (x, y), by trying all repetitions near it.
unsigned on_lattice(long x, long y, std::uint32_t seed) {
  constexpr long ux = 97;
  constexpr long uy = 13;
  constexpr long vx = -11;
  constexpr long vy = 103;
  constexpr long det = ux * vy - uy * vx;
  const long near_i = (x * vy - y * vx) / det;
  const long near_j = (y * ux - x * uy) / det;
  long sum = 0;
  long count = 0;
  for (long i = near_i - 2; i <= near_i + 2; ++i) {
    for (long j = near_j - 2; j <= near_j + 2; ++j) {
      const long in_x = x - i * ux - j * vx;
      const long in_y = y - i * uy - j * vy;
      if (in_x < 0 || in_x >= 60 || in_y < 0 || in_y >= 60) continue;
      const unsigned value = bowl(in_x % 30, in_y % 30, 30, seed);
      sum += value;
      count += value != 0 ? 1 : 0;
    }
  }
  return count == 0 ? 0 : static_cast<unsigned>((sum + count / 2) / count);
}

/// The part of the full depth at a squared distance from the mask.
std::uint32_t depth(std::uint32_t full, std::uint32_t squared, unsigned distance_max) {
  const std::uint32_t limit = distance_max * distance_max;
  return full * (limit - squared) / limit;
}

/// Squared distances in a window of the image, from its mask and a margin of distance_max pixels, as far as
/// the image has them.
template <class White>
std::vector<std::uint32_t> squares(const PipelineImage& image, long x, long y, unsigned width, unsigned height,
                                   const White& white) {
  const long margin = image.distance_max;
  const long left = std::max(0L, x - margin);
  const long top = std::max(0L, y - margin);
  const auto wide = static_cast<unsigned>(std::min<long>(image.width, x + width + margin) - left);
  const auto high = static_cast<unsigned>(std::min<long>(image.height, y + height + margin) - top);
  std::vector<std::uint8_t> mask;
  mask.reserve(std::size_t{wide} * high);
  for (long row = top; row < top + high; ++row) {
    for (long column = left; column < left + wide; ++column) mask.push_back(white(column, row));
  }
  std::vector<std::uint32_t> squared(mask.size());
  bounded_distance(mask, wide, high, image.distance_max, squared, 1);
  std::vector<std::uint32_t> inner;
  for (long row = y; row < y + height; ++row) {
    const auto* const from = squared.data() + (row - top) * static_cast<long>(wide) + (x - left);
    inner.insert(inner.end(), from, from + width);
  }
  return inner;
}

void deck(const PipelineImage& image, unsigned x, unsigned y, unsigned width, unsigned height,
          std::span<std::uint8_t> out) {
  const auto squared =
      squares(image, x, y, width, height, [&](long at_x, long at_y) { return blob(at_x, at_y, image.shape); });
  for (std::size_t i = 0; i < out.size(); ++i) {
    const long at_x = x + static_cast<long>(i % width);
    const long at_y = y + static_cast<long>(i / width);
    const unsigned value = bowl(modulo(at_x - 7, 45), modulo(at_y + 3, 45), 45, image.inside);
    const unsigned part = depth(255, squared[i], image.distance_max);
    unsigned deepest = (value * part + 127) / 255;
    const long back_x = at_x + static_cast<long>(image.width) / 8;
    const long back_y = at_y - static_cast<long>(image.height) / 4;
    if (back_x < image.width && back_y >= 0 && back_y < image.height / 2 + 1) {
      deepest = std::max(deepest, bowl(back_x % 100, back_y % 100, 100, image.background));
    }
    out[i] = static_cast<std::uint8_t>(deepest);
  }
}

void chain(const PipelineImage& image, unsigned x, unsigned y, unsigned width, unsigned height,
           std::span<std::uint8_t> out) {
  const long radius = image.median_radius;
  // The window with the median's surroundings, as far as they are in the image.
  const long left = std::max(0L, x - radius);
  const long top = std::max(0L, y - radius);
  const long right = std::min<long>(image.width, x + width + radius);
  const long bottom = std::min<long>(image.height, y + height + radius);
  const auto wide = static_cast<unsigned>(right - left);
  const auto squared = squares(image, left, top, wide, static_cast<unsigned>(bottom - top), [&](long a, long b) {
    return on_lattice(a, b, image.background) != 0 ? std::uint8_t{1} : std::uint8_t{0};
  });
  const auto value = [&](long at_x, long at_y) {
    return depth(65535, squared[static_cast<std::size_t>((at_y - top) * wide + (at_x - left))], image.distance_max);
  };
  std::vector<std::uint32_t> square;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const long at_x = x + static_cast<long>(i % width);
    const long at_y = y + static_cast<long>(i / width);
    std::uint32_t median = value(at_x, at_y);
    if (at_x >= radius && at_y >= radius && at_x + radius < image.width && at_y + radius < image.height) {
      square.clear();
      for (long b = at_y - radius; b <= at_y + radius; ++b) {
        for (long a = at_x - radius; a <= at_x + radius; ++a) square.push_back(value(a, b));
      }
      std::sort(square.begin(), square.end());
      median = square[square.size() / 2];
    }
    out[i] = static_cast<std::uint8_t>(median / 256);
  }
}

}  // namespace

void pipeline_window(const PipelineImage& image, unsigned x, unsigned y, unsigned width, unsigned height,
                     std::span<std::uint8_t> out) {
  (image.chain ? chain : deck)(image, x, y, width, height, out);
}

}  // namespace reference
