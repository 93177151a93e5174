#include "reference/edm.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <rungs/parallel.hpp>
#include "reference/half.hpp"

namespace reference {
namespace {

/// Columns per strip, so that their coordinates stay in a core's L1 cache for all rows of a band.
constexpr std::size_t strip = 1024;

double length(double dx, double dy) { return std::sqrt(dx * dx + dy * dy); }

/// Adds the result of another part of the rows. The order does not matter.
void merge(EdmCheck& into, const EdmCheck& other) {
  if (other.mismatches > 0) into.first = into.mismatches > 0 ? std::min(into.first, other.first) : other.first;
  into.mismatches += other.mismatches;
  into.max_error = std::max(into.max_error, other.max_error);
}

/// The coordinates of one strip's points. In double, float coordinates subtract without error unless their
/// magnitudes are more than 2^29 apart.
struct Strip {
  std::array<double, strip> x;
  std::array<double, strip> y;
  std::size_t count;

  Strip(std::span<const float> points, std::size_t first) : count(std::min(strip, points.size() / 2 - first)) {
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = points[2 * (first + i)];
      y[i] = points[2 * (first + i) + 1];
    }
  }
};

/// Checks distances in float.
struct FloatRule {
  double relative;  ///< the error allowed

  [[nodiscard]] double most(double expected) const { return relative * expected; }
  [[nodiscard]] static double error(float element, double expected) { return std::fabs(element - expected); }
};

/// Checks distances in half precision.
struct HalfRule {
  static constexpr double slack = 1 + 0x1p-9;

  [[nodiscard]] static double most(double expected) {
    return expected == 0 ? 0 : std::max(expected * 0x1p-11, 0x1p-25) * slack;
  }
  /// 0 if infinity is right.
  [[nodiscard]] static double error(std::uint16_t element, double expected) {
    const double value = half_value(element);
    if (expected * (1 + 0x1p-20) >= half_overflow && value > largest_half) return 0;
    return std::fabs(value - expected);
  }
};

/// Compares one row's part of a strip; `index` is that of its first element.
template <class Element, class Rule>
EdmCheck check_part(double x, double y, const Strip& columns, const Element* row, std::size_t index, const Rule& rule) {
  EdmCheck found;
  for (std::size_t i = 0; i < columns.count; ++i) {
    const double expected = length(x - columns.x[i], y - columns.y[i]);
    const double error = rule.error(row[i], expected);
    if (!(error <= rule.most(expected))) {
      if (found.mismatches++ == 0) found.first = index + i;
      if (std::isnan(error)) found.max_error = std::numeric_limits<double>::infinity();
    }
    if (error > found.max_error) found.max_error = error;
  }
  return found;
}

/// Compares complete rows; the first is row `first_row`.
template <class Element, class Rule>
EdmCheck check_rows(std::span<const float> points, std::span<const float> others, std::size_t first_row,
                    std::span<const Element> rows, unsigned threads, const Rule& rule) {
  const std::size_t n = others.size() / 2;
  EdmCheck result;
  std::mutex merging;
  // A band has at least 2^18 elements: below that, starting a thread takes longer than the comparison.
  const std::size_t least = 1 + (std::size_t{1} << 18U) / n;
  rungs::for_bands(rows.size() / n, least, threads, [&](std::size_t first, std::size_t last) {
    EdmCheck found;
    for (std::size_t column = 0; column < n; column += strip) {
      const Strip columns(others, column);
      for (std::size_t row = first; row < last; ++row) {
        const std::size_t index = row * n + column;
        const float* const point = &points[2 * (first_row + row)];
        merge(found, check_part(point[0], point[1], columns, &rows[index], index, rule));
      }
    }
    const std::lock_guard guard(merging);
    merge(result, found);
  });
  return result;
}

}  // namespace

double point_distance(std::span<const float> points, std::size_t i, std::span<const float> others, std::size_t j) {
  return length(double{points[2 * i]} - double{others[2 * j]}, double{points[2 * i + 1]} - double{others[2 * j + 1]});
}

EdmCheck check_edm(std::span<const float> points, std::span<const float> columns, std::size_t first_row,
                   std::span<const float> rows, unsigned roundings, unsigned threads) {
  // 2^-20 of slack covers the bound's terms in u^2 and the rounding here.
  return check_rows(points, columns, first_row, rows, threads, FloatRule{roundings * 0x1p-24 * (1 + 0x1p-20)});
}

EdmCheck check_edm_half(std::span<const float> points, std::span<const float> columns, std::size_t first_row,
                        std::span<const std::uint16_t> rows, unsigned threads) {
  return check_rows(points, columns, first_row, rows, threads, HalfRule{});
}

}  // namespace reference
