#include "cases/pipeline/engrave/stream.hpp"

#include <algorithm>

namespace pipeline {

Stream::Stream(Part part, std::uint64_t first, Sink& sink, Recorder* recorder, std::uint64_t step_bytes,
               bool (*interrupted)(), Crew* crew)
    : part_(part),
      skipped_(part.first - first),
      at_(part.first),
      sink_(sink),
      recorder_(recorder),
      step_bytes_(step_bytes),
      interrupted_(interrupted),
      crew_(crew) {
  if (recorder != nullptr) {
    digest_.on_block([recorder](std::uint64_t, const Sha256& digest) { recorder->add(digest); });
  }
}

void Stream::take(std::span<const std::byte> rows) {
  const std::size_t before = std::min<std::uint64_t>(skipped_, rows.size());
  skipped_ -= before;
  rows = rows.subspan(before);
  rows = rows.first(std::min<std::uint64_t>(rows.size(), part_.last - at_));
  while (!rows.empty()) {
    // A step ends with a block.
    const bool ends = interrupted_();
    const std::uint64_t unit = ends ? digest_block_bytes : step_bytes_;
    const auto bytes = rows.first(std::min<std::uint64_t>(rows.size(), unit - (at_ - part_.first) % unit));
    digest_.add(bytes, crew_);
    if (tap_) tap_(bytes);
    sink_.write(bytes);
    at_ += bytes.size();
    rows = rows.subspan(bytes.size());
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
