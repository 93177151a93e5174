// The schedule of host/all_cores and engrave: bands of rows, cut into strips of columns. A thread computes a
// strip of a band through the whole tree, a few rows at a time, so that what one node gives to the next stays
// in its core's caches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "cases/pipeline/run/crew.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/settings.hpp"
#include "cases/pipeline/run/source.hpp"

namespace pipeline {

struct Strips {
  static constexpr std::uint32_t columns = 1024;      ///< of a strip, at most
  static constexpr std::uint32_t rows_at_once = 128;  ///< through the whole tree

  Frame frame;
  std::uint32_t count = 1;    ///< of a band
  std::uint32_t rows = 1;     ///< of a band, at most
  std::uint32_t threads = 1;  ///< that compute and hash

  /// Bands that are on their way at the same time: one that is hashed, one that is handed on, and before them
  /// so many that no thread waits for the last strip of a band.
  [[nodiscard]] std::uint32_t bands_at_once() const { return 2 + (2 * threads + count - 1) / count; }
  [[nodiscard]] std::size_t band_bytes() const { return std::size_t{rows} * frame.width; }
  /// Most whole leaves of the digest in a band.
  [[nodiscard]] std::size_t band_leaves() const { return band_bytes() / leaf_bytes; }

  /// Strip `i` of rows [row, row + height).
  [[nodiscard]] Window window(std::uint32_t i, std::uint32_t row, std::uint32_t height) const {
    const auto from = [&](std::uint64_t strip) {
      return static_cast<std::uint32_t>(strip * frame.width / count);
    };
    return {static_cast<std::int32_t>(from(i)), static_cast<std::int32_t>(row), from(i + 1) - from(i),
            height};
  }
  /// The largest window that a thread computes at once.
  [[nodiscard]] Window largest() const {
    return {0, 0, (frame.width + count - 1) / count, std::min(rows, rows_at_once)};
  }
};

/// All memory of a run in strips.
[[nodiscard]] std::size_t strips_bytes(const Node& tree, const Settings& settings, const Strips& strips);

/// Strips for `threads` threads: bands of 64 to 256 rows, within that so low that each thread gets several
/// strips of the image, and of at most 16 MiB. Not lower, since each begins with rows in reach of its
/// distances. Where `available` bytes of memory are too few: fewer rows, down to 16, then fewer threads.
/// Throws rungs::Unsupported if one row by one thread does not fit.
[[nodiscard]] Strips plan_strips(const Node& tree, const Settings& settings, std::size_t threads,
                                 std::size_t available);

/// Computes rows [first, last) of the image, and hands them on in order, on one thread: all threads of the
/// crew compute strips of bands and hash them. Throws what `hand_on` throws, or what a node throws. Takes
/// strips_bytes of the budget, without the sink's.
void run_strips(const Node& tree, const Strips& strips, Budget& budget, Crew& crew, std::uint32_t first,
                std::uint32_t last, Counts& counts, const std::function<void(const HashedBytes&)>& hand_on);

}  // namespace pipeline
