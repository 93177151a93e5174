// What the harness is doing. For people, NVTX ranges: one domain "rungs", one category per phase, and names that show
// the current row. For a supervisor, signs of life.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rungs {

/// What the harness is doing; each is an NVTX category. `row` is the whole row, the other ranges lie inside it.
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

/// What a process says about its progress while it runs rows, in memory that a supervisor can share. The supervisor
/// only reads them, except for `stop`.
struct Heartbeat {
  std::atomic<std::uint64_t> count{0};      ///< grows with every step
  std::atomic<std::uint32_t> row{0};        ///< which of the rows that run together
  std::atomic<Phase> phase{Phase::set_up};  ///< what is done with it
  std::atomic<bool> in_variant{false};      ///< the variant's own code runs, or a launch of it
  std::atomic<bool> stop{false};            ///< the user wants the visit to end
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "it is shared by two processes");

/// The heartbeat of this process.
[[nodiscard]] Heartbeat& heartbeat();
/// Makes `shared` the heartbeat of this process; it must outlive all use.
void use_heartbeat(Heartbeat& shared);

/// Says during its lifetime that the variant's code runs.
class InVariant {
 public:
  InVariant() : before_(set(true)) {}
  ~InVariant() { set(before_); }
  InVariant(const InVariant&) = delete;
  InVariant& operator=(const InVariant&) = delete;

 private:
  static bool set(bool inside) {
    ++heartbeat().count;
    return heartbeat().in_variant.exchange(inside);
  }
  bool before_;
};

}  // namespace rungs
