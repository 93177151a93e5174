// The end of the schedule: takes rows, adds the band's bytes of them to the digest, passes them to the sink,
// and records the blocks that are on the disk.
#pragma once

#include <algorithm>
#include <cstdint>
#include "cases/pipeline/engrave/record.hpp"

namespace pipeline {

/// The run was asked to end. What was computed before is recorded.
struct Interrupted {
  std::uint64_t bytes = 0;  ///< computed by this run
};

class Stream {
 public:
  /// `part`: the bytes of the image that are wanted; its first byte begins a block. Rows come from the one on
  /// that has this byte. `recorder` may be null. `step_bytes`: whole blocks. `interrupted` is asked
  /// after each block.
  Stream(Part part, Frame shape, Sink& sink, Recorder* recorder, std::uint64_t step_bytes, bool (*interrupted)())
      : part_(part),
        skipped_(part.first % shape.width),
        at_(part.first),
        sink_(sink),
        recorder_(recorder),
        step_bytes_(step_bytes),
        interrupted_(interrupted) {
    if (recorder == nullptr) return;
    digest_.on_block([recorder](const Sha256& digest) { recorder->add(digest); });
  }

  /// The next rows. Throws what the sink throws, and Interrupted.
  void take(HashedBytes rows) {
    const std::size_t before = std::min<std::uint64_t>(skipped_, rows.bytes.size());
    skipped_ -= before;
    rows = rows.after(before);
    rows = rows.first(std::min<std::uint64_t>(rows.bytes.size(), part_.last - at_));
    while (!rows.bytes.empty()) {
      const std::uint64_t left = digest_block_bytes - (at_ - part_.first) % digest_block_bytes;
      const HashedBytes next = rows.first(std::min<std::uint64_t>(rows.bytes.size(), left));
      digest_.add(next);
      sink_.write(next.bytes);
      at_ += next.bytes.size();
      rows = rows.after(next.bytes.size());
      if (next.bytes.size() < left) continue;  // a step ends with a block
      const bool ends = interrupted_();
      if (recorder_ != nullptr && (ends || (at_ - part_.first) % step_bytes_ == 0)) {
        sink_.sync();
        recorder_->step();
      }
      if (ends) throw Interrupted{at_ - part_.first};
    }
  }

  /// Everything has come. The digest of the blocks' digests of the band, earlier runs' included.
  [[nodiscard]] Sha256 finish() {
    const Sha256 digest = digest_.finish();
    sink_.finish();
    if (recorder_ == nullptr) return digest;
    recorder_->step();
    return recorder_->digest();
  }

 private:
  Part part_;
  std::uint64_t skipped_;  ///< bytes before the part that are still to come
  std::uint64_t at_;
  Sink& sink_;
  Recorder* recorder_;
  std::uint64_t step_bytes_;
  bool (*interrupted_)();
  ImageDigest digest_;
};

}  // namespace pipeline
