// The end of the schedule: takes rows, adds the band's bytes of them to the digest, passes them to the sink,
// and records the blocks that are on the disk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "cases/pipeline/engrave/recorder.hpp"
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"

namespace pipeline {

/// The run was asked to end. What was computed before is recorded.
struct Interrupted {
  std::uint64_t bytes = 0;  ///< computed by this run
};

class Stream {
 public:
  using Tap = std::function<void(std::span<const std::byte> bytes)>;

  /// `part`: the bytes of the image that are wanted; its first byte begins a block. `first`: where the rows
  /// begin that will be taken. `recorder` may be null. `step_bytes`: whole blocks. `interrupted` is asked now
  /// and then.
  Stream(Part part, std::uint64_t first, Sink& sink, Recorder* recorder, std::uint64_t step_bytes,
         bool (*interrupted)());

  /// `tap` is called with all bytes of the part, in order.
  void tap(Tap tap) { tap_ = std::move(tap); }
  /// The next rows. Throws what the sink throws, and Interrupted.
  void take(HashedBytes rows);
  /// Everything has come. The digest of the blocks' digests of the band, earlier runs' included.
  [[nodiscard]] Sha256 finish();

 private:
  void step();

  Part part_;
  std::uint64_t skipped_;  ///< bytes before the part that are still to come
  std::uint64_t at_;
  Sink& sink_;
  Recorder* recorder_;
  std::uint64_t step_bytes_;
  bool (*interrupted_)();
  Tap tap_;
  ImageDigest digest_;
};

}  // namespace pipeline
