// The Euclidean distance matrix of n points in the plane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace reference {

/// The distance of point i of one set and point j of another in double. Both hold x and y of each point in
/// turn.
[[nodiscard]] double point_distance(std::span<const float> points, std::size_t i, std::span<const float> others,
                                    std::size_t j);

/// The result of check_edm and check_edm_half.
struct EdmCheck {
  std::uint64_t mismatches = 0;
  double max_error = 0;   ///< largest |expected - actual|; infinite if a distance is NaN
  std::size_t first = 0;  ///< first mismatch, as an index into the rows checked; meaningless if none
};

/// Checks `rows`, complete rows of the n x n matrix of distances in float, of which the first is row
/// `first_row`; `points` has the 2n coordinates of the rows' points, `columns` those of the columns'. No
/// matrix is kept: each element is computed when it is compared.
///
/// An element is right if it differs from the exact distance d by at most `roundings` times d * 2^-24. The
/// bound for float arithmetic: with u = 2^-24, each correctly rounded operation multiplies its exact result
/// by 1 + e, |e| <= u. The two differences have one such factor, their squares two; the multiplications add a
/// third and the addition a fourth (a fused multiply-add has fewer). All terms are positive, so the factors
/// of the sum are between (1 - u)^4 and (1 + u)^4. The root halves the exponent, and its own rounding makes
/// it three: |result - d| <= ((1 + u)^3 - 1) * d, that is 3 roundings (1.5 to 3 units in the last place). If
/// differences, squares and sums are exact, as for small integer coordinates, 1 is left. If d is 0, the
/// result must be 0. This holds as long as nothing overflows, and no difference other than 0 has a square
/// below 2^-126.
///
/// At most `threads` threads, 0 for one per core; the result does not depend on it.
[[nodiscard]] EdmCheck check_edm(std::span<const float> points, std::span<const float> columns, std::size_t first_row,
                                 std::span<const float> rows, unsigned roundings, unsigned threads = 0);

/// The same for distances in half precision, as their 16 bits (reference/half.hpp).
///
/// An element is right if it differs from the exact distance d by at most the larger of 2^-11 * d and 2^-25,
/// half a unit in the last place of a half, or of one below 2^-14. 2^-9 of slack allows the float arithmetic
/// before the rounding up to sixteen roundings. From 65520 on, within that slack, infinity is right: no half
/// holds larger distances. If d is 0, the result must be 0.
[[nodiscard]] EdmCheck check_edm_half(std::span<const float> points, std::span<const float> columns,
                                      std::size_t first_row, std::span<const std::uint16_t> rows, unsigned threads = 0);

}  // namespace reference
