#include "reference/distance.hpp"
#include <algorithm>
#include <cstddef>
#include <rungs/parallel.hpp>
#include <vector>

namespace reference {
namespace {

using Row = std::uint16_t*;
using ConstRow = const std::uint16_t*;

/// Columns that are combined at a time: few enough that the output stays in the L1 cache.
constexpr std::size_t row_part = 4096;

/// First pass: squared distance to the nearest white pixel of the same row, at most distance_max^2.
void along_row(const std::uint8_t* pixels, std::size_t width, unsigned distance_max, Row squared) {
  unsigned gap = distance_max;
  for (std::size_t x = 0; x < width; ++x) {
    gap = pixels[x] != 0 ? 0 : std::min(gap + 1, distance_max);
    squared[x] = static_cast<std::uint16_t>(gap);
  }
  gap = distance_max;
  for (std::size_t x = width; x-- > 0;) {
    gap = pixels[x] != 0 ? 0 : std::min(gap + 1, distance_max);
    const unsigned nearest = std::min<unsigned>(squared[x], gap);
    squared[x] = static_cast<std::uint16_t>(nearest * nearest);
  }
}

/// Second pass, one row's part: the squared distances through a row `away` rows above or below. Limited to
/// distance_max^2 before the addition, so that the sum fits in 16 bits.
void offer(ConstRow squared, std::size_t count, unsigned away, unsigned distance_max, Row nearest) {
  const auto added = static_cast<std::uint16_t>(away * away);
  const auto most = static_cast<std::uint16_t>(distance_max * distance_max - away * away);
  for (std::size_t x = 0; x < count; ++x) {
    const auto offered = static_cast<std::uint16_t>(std::min(squared[x], most) + added);
    nearest[x] = std::min(nearest[x], offered);
  }
}

/// The first pass of the rows around one row; rows further away than distance_max - 1 are dropped.
class Rows {
 public:
  Rows(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned distance_max, std::size_t first)
      : image_(image),
        width_(width),
        height_(height),
        distance_max_(distance_max),
        kept_(std::min<std::size_t>(2 * distance_max - 1, height)),
        next_(first - std::min<std::size_t>(first, distance_max - 1)),
        squared_(kept_ * width_) {}

  /// Prepares row `y` and those in its reach; `y` must not decrease from call to call.
  void move_to(std::size_t y) {
    const std::size_t end = std::min<std::size_t>(height_, y + distance_max_);
    for (; next_ < end; ++next_) {
      along_row(image_.data() + next_ * width_, width_, distance_max_, squared_.data() + place(next_));
    }
  }
  [[nodiscard]] ConstRow row(std::size_t y) const { return squared_.data() + place(y); }

 private:
  [[nodiscard]] std::size_t place(std::size_t y) const { return (y % kept_) * width_; }

  std::span<const std::uint8_t> image_;
  std::size_t width_, height_;
  unsigned distance_max_;
  std::size_t kept_, next_;
  std::vector<std::uint16_t> squared_;
};

/// Calls use(y, row) once for each row of bounded squared distances, on any thread and in any order.
template <class Use>
void for_rows(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned distance_max,
              unsigned threads, const Use& use) {
  // A band repeats the first pass of the rows next to it, so it must not be thin. And a small band is not
  // worth a thread.
  const std::size_t least = std::max<std::size_t>(2 * distance_max, (std::size_t{1} << 16U) / width);
  rungs::for_bands(height, least, threads, [&](std::size_t first, std::size_t last) {
    Rows rows(image, width, height, distance_max, first);
    std::vector<std::uint16_t> nearest(width);
    for (std::size_t y = first; y < last; ++y) {
      rows.move_to(y);
      std::copy_n(rows.row(y), width, nearest.begin());
      for (std::size_t x = 0; x < width; x += row_part) {
        const std::size_t count = std::min<std::size_t>(row_part, width - x);
        for (unsigned away = 1; away < distance_max; ++away) {
          if (away <= y) offer(rows.row(y - away) + x, count, away, distance_max, nearest.data() + x);
          if (y + away < height) offer(rows.row(y + away) + x, count, away, distance_max, nearest.data() + x);
        }
      }
      use(y, nearest);
    }
  });
}

}  // namespace

void bounded_distance(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned distance_max,
                      std::span<std::uint32_t> out, unsigned threads) {
  for_rows(image, width, height, distance_max, threads, [&](std::size_t y, const std::vector<std::uint16_t>& row) {
    std::copy(row.begin(), row.end(), out.data() + y * width);
  });
}

void distance_profile(std::span<const std::uint8_t> image, unsigned width, unsigned height, unsigned distance_max,
                      std::span<const float> table, std::span<float> z, unsigned threads) {
  for_rows(image, width, height, distance_max, threads, [&](std::size_t y, const std::vector<std::uint16_t>& row) {
    std::transform(row.begin(), row.end(), z.data() + y * width, [&](std::uint16_t squared) { return table[squared]; });
  });
}

}  // namespace reference
