// The schedule of host/all_cores and engrave: bands of rows, cut into strips of columns. A thread computes a
// strip of a band through the whole tree, a few rows at a time, so that what one node gives to the next stays
// in its core's caches.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/run/schedules.hpp"

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
    const auto from = [&](std::uint64_t strip) { return static_cast<std::uint32_t>(strip * frame.width / count); };
    return {static_cast<std::int32_t>(from(i)), static_cast<std::int32_t>(row), from(i + 1) - from(i), height};
  }
  /// The largest window that a thread computes at once.
  [[nodiscard]] Window largest() const {
    return {0, 0, (frame.width + count - 1) / count, std::min(rows, rows_at_once)};
  }
};

/// What the threads of a run do next, without waiting for each other at every band: the strips of a band are
/// computed, then its leaves are hashed, then it is handed on, and meanwhile the bands behind it are
/// computed. Several threads may use it.
class BandQueue {
 public:
  enum class Step { compute, hash, hand_on, none };
  /// A step of a band; `part`: which strip of it, or which part of its leaves.
  struct Piece {
    Step step = Step::none;
    std::uint32_t band = 0;
    std::uint32_t part = 0;
  };

  /// `strips` and `hashes`: pieces of each band, at least 1. `at_once`: bands that are on their way at the
  /// same time, at least 1.
  BandQueue(std::uint32_t bands, std::uint32_t strips, std::uint32_t hashes, std::uint32_t at_once)
      : bands_(bands), strips_(strips), hashes_(hashes), on_way_(at_once) {}

  /// The next piece for a thread, which waits if there is none yet. Step::none: nothing is left for it. Bands
  /// are handed on in order, by the one thread that asks with `hands_on`.
  [[nodiscard]] Piece next(bool hands_on) {
    std::unique_lock lock(mutex_);
    while (error_ == nullptr && handed_on_ < bands_) {
      if (hands_on && of(handed_on_).hashed == hashes_) return {Step::hand_on, handed_on_, 0};
      const std::uint32_t end = next_.part == 0 ? next_.band : next_.band + 1;
      for (std::uint32_t band = handed_on_; band < end; ++band) {
        OnWay& one = of(band);
        if (one.computed == strips_ && one.hash < hashes_) return {Step::hash, band, one.hash++};
      }
      if (next_.band < bands_ && next_.band - handed_on_ < on_way_.size()) {
        const Piece piece = next_;
        if (++next_.part == strips_) next_ = {Step::compute, next_.band + 1, 0};
        return piece;
      }
      changed_.wait(lock);
    }
    return {};
  }

  /// A piece is complete.
  void done(Piece piece) {
    const std::lock_guard lock(mutex_);
    OnWay& one = of(piece.band);
    if (piece.step == Step::compute && ++one.computed < strips_) return;
    if (piece.step == Step::hash && ++one.hashed < hashes_) return;
    if (piece.step == Step::hand_on) {
      one = {};
      ++handed_on_;
    }
    changed_.notify_all();
  }

  /// Nothing more is to be done, since this was thrown.
  void stop(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr) error_ = std::move(error);
    changed_.notify_all();
  }
  /// Throws what stopped it, if something did. Call it when all threads are through.
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  struct OnWay {
    std::uint32_t computed = 0;
    std::uint32_t hash = 0;  ///< the next part to hash
    std::uint32_t hashed = 0;
  };
  OnWay& of(std::uint32_t band) { return on_way_[band % on_way_.size()]; }

  const std::uint32_t bands_;
  const std::uint32_t strips_;
  const std::uint32_t hashes_;
  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::vector<OnWay> on_way_;
  Piece next_{Step::compute, 0, 0};
  std::uint32_t handed_on_ = 0;
  std::exception_ptr error_;
};

/// All memory of a run in strips.
[[nodiscard]] std::size_t strips_bytes(const Node& tree, const Settings& settings, const Strips& strips);

/// Strips for `threads` threads, by default one per CPU of the program: bands of 64 to 256 rows, within that
/// so low that each thread gets several strips of the image, and of at most 16 MiB. Not lower, since each
/// begins with rows in reach of its distances. Where `available` bytes of memory are too few: fewer rows,
/// down to 16, then fewer threads. Throws rungs::Unsupported if one row by one thread does not fit.
[[nodiscard]] Strips plan_strips(const Node& tree, const Settings& settings, std::size_t available,
                                 std::uint32_t threads = 0);

/// Computes rows [first, last) of the image, and hands them on in order, on the calling thread: that one and
/// others, which it starts, compute strips of bands and hash them. Throws what `hand_on` throws, or what a
/// node throws. Takes strips_bytes of the budget, without the sink's. Returns the pixels that it computed,
/// see Figures.
double run_strips(const Node& tree, const Strips& strips, Budget& budget, std::uint32_t first, std::uint32_t last,
                  const std::function<void(const HashedBytes&)>& hand_on);

}  // namespace pipeline
