#include "cases/pipeline/engrave/stream.hpp"

#include <algorithm>

namespace pipeline {

Stream::Stream(Part part, std::uint64_t first, Sink& sink, Recorder* recorder, std::uint64_t step_bytes,
               bool (*interrupted)())
    : part_(part),
      skipped_(part.first - first),
      at_(part.first),
      sink_(sink),
      recorder_(recorder),
      step_bytes_(step_bytes),
      interrupted_(interrupted) {
  if (recorder != nullptr) {
    digest_.on_block([recorder](std::uint64_t, const Sha256& digest) { recorder->add(digest); });
  }
}

void Stream::take(HashedBytes rows) {
  const std::size_t before = std::min<std::uint64_t>(skipped_, rows.bytes.size());
  skipped_ -= before;
  rows = rows.after(before);
  rows = rows.first(std::min<std::uint64_t>(rows.bytes.size(), part_.last - at_));
  while (!rows.bytes.empty()) {
    // A step ends with a block.
    const bool ends = interrupted_();
    const std::uint64_t unit = ends ? digest_block_bytes : step_bytes_;
    const HashedBytes next =
        rows.first(std::min<std::uint64_t>(rows.bytes.size(), unit - (at_ - part_.first) % unit));
    digest_.add(next);
    if (tap_) tap_(next.bytes);
    sink_.write(next.bytes);
    at_ += next.bytes.size();
    rows = rows.after(next.bytes.size());
    if ((at_ - part_.first) % unit != 0) continue;
    step();
    if (ends) throw Interrupted{at_ - part_.first};
  }
}

void Stream::step() {
  if (recorder_ == nullptr) return;
  sink_.sync();
  recorder_->step();
}

Sha256 Stream::finish() {
  const Sha256 digest = digest_.finish();
  sink_.finish();
  if (recorder_ == nullptr) return digest;
  recorder_->step();
  return recorder_->digest();
}

}  // namespace pipeline
