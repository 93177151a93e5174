// The command line of engrave.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cases/pipeline/engrave/band.hpp"
#include "cases/pipeline/engrave/image.hpp"
#include "cases/pipeline/engrave/progress.hpp"

namespace pipeline {

struct EngraveOptions {
  ImageChoice image;
  Band band;
  bool banded = false;  ///< --band is there
  bool resume = false;
  SinkKind sink = SinkKind::null;
  std::string output{};
  std::size_t host_mib = 512;
  std::uint64_t step_mib = 256;
  std::string dump{};
  ProgressMode progress = ProgressMode::automatic;
  std::optional<std::uint32_t> incomplete{};  ///< list the incomplete ones of so many bands, compute nothing
  std::string check{};                        ///< the image to check; compute nothing
  bool reread = false;
  std::string help{};  ///< print this, and leave
};

/// Throws rungs::BadUsage with one line that names the option, the value and what is expected.
[[nodiscard]] EngraveOptions parse_engrave_options(int argc, const char* const* argv);

}  // namespace pipeline
