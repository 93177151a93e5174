#include "reference/edm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

#include "reference/parallel.hpp"

namespace reference {
namespace {

/// Columns taken at a time, so that their coordinates stay in a core's first cache for all rows of a band.
constexpr std::size_t strip = 1024;

double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

/// Adds what another part of the rows gave. The order does not matter.
void merge(EdmCheck& into, const EdmCheck& other) {
  if (other.mismatches > 0)
    into.first = into.mismatches > 0 ? std::min(into.first, other.first) : other.first;
  into.mismatches += other.mismatches;
  into.max_error = std::max(into.max_error, other.max_error);
}

/// The coordinates of one strip's points. In double, float coordinates subtract without error unless their
/// magnitudes are more than 2^29 apart.
struct Strip {
  std::array<double, strip> x;
  std::array<double, strip> y;
  std::size_t count;

  Strip(std::span<const float> points, std::size_t first)
      : count(std::min(strip, points.size() / 2 - first)) {
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = points[2 * (first + i)];
      y[i] = points[2 * (first + i) + 1];
    }
  }
};

/// Compares one row's part of a strip, `index` being its first element's; `most` is the error allowed,
/// relative to the distance.
EdmCheck check_part(double x, double y, const Strip& columns, const float* row, std::size_t index,
                    double most) {
  EdmCheck found;
  for (std::size_t i = 0; i < columns.count; ++i) {
    const double expected = length(x - columns.x[i], y - columns.y[i]);
    const double error = std::fabs(row[i] - expected);
    if (!(error <= most * expected)) {
      if (found.mismatches++ == 0) found.first = index + i;
      if (std::isnan(error)) found.max_error = std::numeric_limits<double>::infinity();
    }
    if (error > found.max_error) found.max_error = error;
  }
  return found;
}

}  // namespace

double point_distance(std::span<const float> points, std::size_t i, std::size_t j) {
  return length(double{points[2 * i]} - double{points[2 * j]},
                double{points[2 * i + 1]} - double{points[2 * j + 1]});
}

EdmCheck check_edm(std::span<const float> points, std::size_t first_row, std::span<const float> rows,
                   unsigned roundings, unsigned threads) {
  const std::size_t n = points.size() / 2;
  // 2^-20 of slack covers the bound's terms in u^2 and what is rounded here.
  const double most = roundings * 0x1p-24 * (1 + 0x1p-20);
  EdmCheck result;
  std::mutex merging;
  // A band has at least 2^18 elements: below that, starting a thread takes longer than the comparison.
  const std::size_t least = 1 + (std::size_t{1} << 18U) / n;
  for_bands(rows.size() / n, least, threads, [&](std::size_t first, std::size_t last) {
    EdmCheck found;
    for (std::size_t column = 0; column < n; column += strip) {
      const Strip columns(points, column);
      for (std::size_t row = first; row < last; ++row) {
        const std::size_t index = row * n + column;
        const float* const point = &points[2 * (first_row + row)];
        merge(found, check_part(point[0], point[1], columns, &rows[index], index, most));
      }
    }
    const std::lock_guard guard(merging);
    merge(result, found);
  });
  return result;
}

}  // namespace reference
