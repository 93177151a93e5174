// How an image is divided among threads, and how much memory that takes: bands of rows, cut into strips of
// columns. A thread computes a strip of a band through the whole tree, a few rows at a time, so that what one
// node gives to the next stays in its core's caches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/pipeline/run/bands.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/on_host.hpp"
#include "cases/pipeline/run/plan.hpp"

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
template <class Tree>
[[nodiscard]] std::size_t strips_bytes(const Tree& tree, const Settings& settings, const Strips& strips) {
  return fixed_bytes(tree, settings) +
         strips.bands_at_once() * (strips.band_bytes() + strips.band_leaves() * sizeof(Sha256)) +
         strips.threads * rolling_bytes<OnHost>(tree, strips.largest());
}

/// Strips for `threads` threads: bands of 64 to 256 rows, within that so low that each thread gets several
/// strips of the image, and of at most 16 MiB. Not lower, since each begins with rows in reach of its
/// distances. Where `available` bytes of memory are too few: fewer rows, down to 16, then fewer threads.
/// Throws rungs::Unsupported if one row by one thread does not fit.
template <class Tree>
[[nodiscard]] Strips plan_strips(const Tree& tree, const Settings& settings, std::size_t threads,
                                 std::size_t available) {
  constexpr std::uint32_t least_rows = 16;
  constexpr std::uint64_t strips_per_thread = 16;
  constexpr std::uint64_t bytes_at_once = 16U << 20U;
  const Frame frame = tree.frame;
  Strips strips{frame, (frame.width + Strips::columns - 1) / Strips::columns};
  const auto needs = [&](std::uint32_t rows, std::uint32_t by) {
    return strips_bytes(tree, settings, {frame, strips.count, rows, by});
  };
  require_budget("one row at a time", needs(1, 1), available);
  const std::uint32_t few_rows = std::min(least_rows, frame.height);
  strips.threads = std::max(1U, most_rows(static_cast<std::uint32_t>(threads), available,
                                          [&](std::uint32_t by) { return needs(few_rows, by); }));
  const auto even = std::uint64_t{frame.height} * strips.count / (strips_per_thread * threads);
  const auto wanted = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(std::min(even, bytes_at_once / frame.width), 64, 256));
  strips.rows = most_rows(std::min(wanted, frame.height), available,
                          [&](std::uint32_t rows) { return needs(rows, strips.threads); });
  return strips;
}

}  // namespace pipeline
