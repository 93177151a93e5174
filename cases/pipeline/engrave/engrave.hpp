// Computes one image, or a band of it; checks the records of all bands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include "cases/pipeline/engrave/record.hpp"

namespace pipeline {

/// The command line.
struct EngraveOptions {
  ImageChoice image;
  Band band;
  bool resume = false;
  SinkKind sink = SinkKind::null;
  std::string output{};
  std::size_t host_mib = 512;
  std::uint64_t step_mib = 256;
  std::string check{};  ///< the image to check; compute nothing
  bool reread = false;
  std::string help{};  ///< print this, and leave
};

/// Throws rungs::BadUsage with one line that names the option, the value and what is expected.
[[nodiscard]] EngraveOptions parse_engrave_options(int argc, const char* const* argv);

/// What a run says about itself.
struct Engraved {
  std::string digest{};        ///< of the band; of the image if the band is all of it
  std::uint64_t bytes = 0;     ///< of the band
  std::uint64_t computed = 0;  ///< by this run
  double seconds = 0;
  std::size_t peak = 0;  ///< of the budget, in bytes
};

/// The run was asked to end. What was computed before is recorded.
struct Interrupted {
  std::uint64_t bytes = 0;  ///< computed by this run
};

/// The end of the schedule: takes rows, adds the band's bytes of them to the digest, passes them to the sink,
/// and records the blocks that are on the disk.
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

/// Computes what the options ask for, with the schedule of host/all_cores. `interrupted` is asked after
/// each MiB; when it says true, what is there is recorded. Throws Interrupted then, rungs::Failed if a file
/// cannot be read or written or its record is that of another image, and rungs::Unsupported if the budget is
/// too small.
[[nodiscard]] Engraved engrave(const EngraveOptions& options, bool (*interrupted)());

struct Checked {
  std::string digest;  ///< the image's
  std::string image;   ///< its description, in one line
  std::uint64_t bytes = 0;
  std::uint32_t bands = 1;
};

/// Combines the records next to a raw file into the image's digest. With `reread` the file itself is hashed
/// and compared with them. Throws rungs::Failed if the records are not those of all bands of one image, if a
/// band is not complete, or if the file has another length or other bytes.
[[nodiscard]] Checked check_image(const std::string& output, bool reread);

}  // namespace pipeline
