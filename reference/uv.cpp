#include "reference/uv.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <optional>
#include <rungs/parallel.hpp>

namespace reference {
namespace {

constexpr float infinite = std::numeric_limits<float>::infinity();

/// a modulo b for b > 0, never negative.
std::int64_t modulo(std::int64_t a, std::int64_t b) { return (a % b + b) % b; }

/// The lattice as rows of points, by its Hermite normal form: (period, 0) and (shift, spacing) span it too.
/// So only every spacing-th row holds points, and within a row they are a period apart.
class LatticeRows {
 public:
  LatticeRows(LatticeVector u, LatticeVector v) {
    // Euclid's algorithm on the y of the two vectors, which leaves one with y = 0. It only adds multiples of
    // u and v, and each step can be undone, so the lattice stays the same.
    std::int64_t ax = u.x;
    std::int64_t ay = u.y;
    std::int64_t bx = v.x;
    std::int64_t by = v.y;
    while (ay != 0) {
      const std::int64_t times = by / ay;
      bx -= times * ax;
      by -= times * ay;
      std::swap(ax, bx);
      std::swap(ay, by);
    }
    period_ = std::abs(ax);
    spacing_ = std::abs(by);
    shift_ = modulo(by < 0 ? -bx : bx, period_);
  }

  /// Calls visit(x, y) for all points in columns left..right - 1 of rows top..bottom (inclusive).
  template <class Visit>
  void for_points(std::int64_t left, std::int64_t right, std::int64_t top, std::int64_t bottom,
                  const Visit& visit) const {
    std::int64_t y = top + modulo(-top, spacing_);
    std::int64_t first = left + modulo(y / spacing_ * shift_ - left, period_);
    for (; y <= bottom; y += spacing_) {
      for (std::int64_t x = first; x < right; x += period_) visit(x, y);
      first += shift_;
      if (first >= left + period_) first -= period_;
    }
  }

 private:
  std::int64_t period_ = 1;
  std::int64_t spacing_ = 1;
  std::int64_t shift_ = 0;
};

/// A part of one target row, short enough that its sums stay in the L1 cache.
constexpr std::size_t piece_length = 4096;
using PieceOfFloats = std::array<float, piece_length>;

struct Piece {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::size_t length = 1;
  std::size_t index = 0;  ///< of its first pixel in the target
};

/// Calls add(from, at, count) for each repetition that touches `piece`: repeater pixels from..from + count
/// fall on the piece's pixels at..at + count.
template <class Add>
void for_repetitions(const LatticeRows& lattice, std::int64_t side, const Piece& piece, const Add& add) {
  const std::int64_t end = piece.x + static_cast<std::int64_t>(piece.length);
  lattice.for_points(piece.x - side + 1, end, piece.y - side + 1, piece.y, [&](std::int64_t left, std::int64_t top) {
    const std::int64_t begin = std::max(left, piece.x);
    add(static_cast<std::size_t>((piece.y - top) * side + begin - left), static_cast<std::size_t>(begin - piece.x),
        static_cast<std::size_t>(std::min(left + side, end) - begin));
  });
}

/// Cuts the target into pieces and distributes them over threads. work(next) is called once per thread and
/// gets its pieces from next(), until that returns nothing.
template <class Work> void for_pieces(unsigned width, unsigned height, unsigned threads, const Work& work) {
  const std::size_t a_row = (width + piece_length - 1) / piece_length;
  constexpr std::size_t least = 16;  // fewer pieces are done before a thread has started
  rungs::for_bands(a_row * height, least, threads, [&](std::size_t first, std::size_t last) {
    work([&, index = first]() mutable -> std::optional<Piece> {
      if (index == last) return std::nullopt;
      const std::size_t y = index / a_row;
      const std::size_t x = index % a_row * piece_length;
      ++index;
      return Piece{static_cast<std::int64_t>(x), static_cast<std::int64_t>(y), std::min(piece_length, width - x),
                   y * width + x};
    });
  });
}

/// From 0 on each pixel's value becomes combine(value, v) for each v that covers it.
template <class Combine>
void fold(const Placement& placement, std::span<float> target, unsigned threads, const Combine& combine) {
  const LatticeRows lattice(placement.u, placement.v);
  for_pieces(placement.width, placement.height, threads, [&](auto next) {
    while (const auto piece = next()) {
      float* const to = target.data() + piece->index;
      std::fill_n(to, piece->length, 0.0F);
      for_repetitions(lattice, placement.side, *piece, [&](std::size_t from, std::size_t at, std::size_t pixels) {
        const float* const values = placement.repeater.data() + from;
        for (std::size_t i = 0; i < pixels; ++i) to[at + i] = combine(to[at + i], values[i]);
      });
    }
  });
}

}  // namespace

void uv_mean(const Placement& placement, std::span<float> target, unsigned threads) {
  const LatticeRows lattice(placement.u, placement.v);
  std::vector<float> counts(placement.repeater.size());
  std::transform(placement.repeater.begin(), placement.repeater.end(), counts.begin(),
                 [](float value) { return value != 0 ? 1.0F : 0.0F; });
  for_pieces(placement.width, placement.height, threads, [&](auto next) {
    PieceOfFloats sum;
    PieceOfFloats count;
    while (const auto piece = next()) {
      std::fill_n(sum.begin(), piece->length, 0.0F);
      std::fill_n(count.begin(), piece->length, 0.0F);
      for_repetitions(lattice, placement.side, *piece, [&](std::size_t from, std::size_t at, std::size_t pixels) {
        const float* const values = placement.repeater.data() + from;
        const float* const ones = counts.data() + from;
        for (std::size_t i = 0; i < pixels; ++i) sum[at + i] += values[i];
        for (std::size_t i = 0; i < pixels; ++i) count[at + i] += ones[i];
      });
      float* const to = target.data() + piece->index;
      // Where the count is 0, so is the sum.
      for (std::size_t i = 0; i < piece->length; ++i) to[i] = sum[i] / std::max(count[i], 1.0F);
    }
  });
}

void uv_sum(const Placement& placement, std::span<float> target, unsigned threads) {
  fold(placement, target, threads, [](float sum, float value) { return sum + value; });
}

void uv_one_of(const Placement& placement, std::span<float> target, unsigned threads) {
  fold(placement, target, threads, [](float chosen, float value) { return value != 0 ? value : chosen; });
}

UvFaults uv_check_one_of(const Placement& placement, std::span<const float> target, unsigned threads) {
  const LatticeRows lattice(placement.u, placement.v);
  // With transparent pixels set to infinity, the distance to the nearest candidate needs no test for them,
  // and stays infinite if there is no candidate.
  std::vector<float> values(placement.repeater.begin(), placement.repeater.end());
  std::replace(values.begin(), values.end(), 0.0F, infinite);

  UvFaults all;
  std::mutex adding;
  for_pieces(placement.width, placement.height, threads, [&](auto next) {
    UvFaults mine;
    PieceOfFloats nearest;
    while (const auto piece = next()) {
      std::fill_n(nearest.begin(), piece->length, infinite);
      const float* const got = target.data() + piece->index;
      for_repetitions(lattice, placement.side, *piece, [&](std::size_t from, std::size_t at, std::size_t pixels) {
        const float* const candidates = values.data() + from;
        for (std::size_t i = 0; i < pixels; ++i) {
          const float distance = std::fabs(candidates[i] - got[at + i]);
          nearest[at + i] = distance < nearest[at + i] ? distance : nearest[at + i];
        }
      });
      for (std::size_t i = 0; i < piece->length; ++i) {
        // Not covered, or neither a number nor allowed anywhere: a NaN or an infinity is also wrong compared
        // with 0.
        if (nearest[i] == infinite) nearest[i] = std::fabs(got[i]);
        if (nearest[i] == 0) continue;
        if (mine.count++ == 0) mine.first = piece->index + i;
        mine.max_error = std::max<double>(mine.max_error, std::isnan(nearest[i]) ? infinite : nearest[i]);
      }
    }
    const std::scoped_lock lock(adding);
    if (all.count == 0 || (mine.count != 0 && mine.first < all.first)) all.first = mine.first;
    all.count += mine.count;
    all.max_error = std::max(all.max_error, mine.max_error);
  });
  return all;
}

std::vector<float> uv_candidates(const Placement& placement, unsigned x, unsigned y) {
  std::vector<float> values;
  const Piece pixel{x, y, 1, 0};
  for_repetitions(LatticeRows(placement.u, placement.v), placement.side, pixel,
                  [&](std::size_t from, std::size_t, std::size_t) {
                    if (placement.repeater[from] != 0) values.push_back(placement.repeater[from]);
                  });
  return values;
}

}  // namespace reference
