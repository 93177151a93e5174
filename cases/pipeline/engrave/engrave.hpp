// Computes one image, or a band of it; checks the records of all bands.
#pragma once

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
