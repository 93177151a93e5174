// NVTX ranges: one domain "rungs", a category for each phase, and names that say which row is being made.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rungs {

/// What the harness is doing; each is an NVTX category. `row` is the whole row, the others lie inside it.
enum class Phase : std::uint8_t { row, set_up, verify, measure, profile };
inline constexpr std::size_t phases = 5;
/// The category's name: "row", "set-up", "verify", "measure", "profile".
[[nodiscard]] std::string_view name_of(Phase phase);

/// True where this build has NVTX; without it ranges do nothing.
[[nodiscard]] bool has_nvtx();

/// The names of one row's ranges, registered with NVTX when this is made: opening a range then formats and
/// registers nothing.
class RowRanges {
 public:
  /// `row` is what a timeline shows: "stitch/gpu/modulo 10240x10240 repeater=100 on cuda cold"; inside the
  /// row it follows the phase: "measure stitch/gpu/modulo ...". `profile_name` is the name of the phase
  /// `profile`, which Nsight Compute selects kernels by (see range_name). `bytes`, the least that the work
  /// moves, is each range's payload.
  RowRanges(const std::string& row, const std::string& profile_name, std::uint64_t bytes);

 private:
  friend class Range;
  std::array<void*, phases> names_{};  ///< NVTX's handles, by phase
  std::uint64_t bytes_;
};

/// A range that is open while this lives.
class Range {
 public:
  Range(const RowRanges& ranges, Phase phase);
  ~Range();
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;
};

/// A range's name that Nsight Compute's --nvtx-include can name: its syntax characters / @ , [ ] * + and
/// spaces become '.'.
[[nodiscard]] std::string range_name(std::string text);

}  // namespace rungs
