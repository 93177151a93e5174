// NVTX ranges: one domain "rungs", one category per phase, and names that show the current row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rungs {

/// What the harness is doing; each is an NVTX category. `row` is the whole row, the other ranges lie inside
/// it.
enum class Phase : std::uint8_t { row, set_up, verify, measure, profile };
inline constexpr std::size_t phases = 5;
/// The category's name: "row", "set-up", "verify", "measure", "profile".
[[nodiscard]] std::string_view name_of(Phase phase);

/// True if this build has NVTX; without it ranges do nothing.
[[nodiscard]] bool has_nvtx();

/// The names of one row's ranges, registered with NVTX by the constructor; opening a range then formats and
/// registers nothing.
class RowRanges {
 public:
  /// `row` is the text in the timeline: "stitch/gpu/modulo 10240x10240 repeater=100 on cuda cold"; inside the
  /// row the phase is put before it: "measure stitch/gpu/modulo ...". `profile_name` is the name of phase
  /// `profile`, by which Nsight Compute selects kernels (see range_name). `bytes`, the minimum traffic of the
  /// work, is the payload of each range.
  RowRanges(const std::string& row, const std::string& profile_name, std::uint64_t bytes);

 private:
  friend class Range;
  std::array<void*, phases> names_{};  ///< NVTX handles, by phase
  std::uint64_t bytes_;
};

/// A range that is open during its lifetime.
class Range {
 public:
  Range(const RowRanges& ranges, Phase phase);
  ~Range();
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

/// Makes a range name usable with Nsight Compute's --nvtx-include: its syntax characters / @ , [ ] * + and
/// spaces become '.'.
[[nodiscard]] std::string range_name(std::string text);

}  // namespace rungs
