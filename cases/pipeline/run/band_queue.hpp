// What the threads of a run do next, without waiting for each other at every band: the strips of a band are
// computed, then its leaves are hashed, then it is handed on, and meanwhile the bands behind it are computed.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <vector>

namespace pipeline {

/// Several threads may use it.
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

}  // namespace pipeline
