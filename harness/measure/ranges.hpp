// NVTX ranges: one domain "rungs", a category a phase, strings
// registered once and never formatted in a timed region.
#pragma once

#include <cstdint>
#include <string>

namespace rungs {

/// What the harness is doing; each is an NVTX category.
enum class Phase { set_up = 1, verify, measure, profile };

/// Opens a range of the phase while it lives. Without NVTX at build time it
/// does nothing. `name` is registered on first use and kept for the
/// program's life: use names from a small set, outside timed regions.
class Range {
 public:
  Range(Phase phase, const std::string& name);
  /// The same, with a number for profilers to read (here: the least bytes that the work moves).
  Range(Phase phase, const std::string& name, std::uint64_t payload);
  ~Range();
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

/// A range's name that Nsight Compute's --nvtx-include can name: its syntax characters / @ , [ ] * + and
/// spaces become '.'.
[[nodiscard]] std::string range_name(std::string text);

}  // namespace rungs
