// The speed of light of a problem: the time for its minimum memory traffic at rates measured on the same
// device in the same run.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <rungs/core/work.hpp>
#include <string>
#include <string_view>
#include <vector>
#include "harness/measure/executor.hpp"

namespace rungs {

/// "fill", "copy" or "read"; empty where no ceiling is measured.
[[nodiscard]] constexpr std::string_view name_of(Ceiling kind) {
  return kind == Ceiling::fill ? "fill" : kind == Ceiling::copy ? "copy" : kind == Ceiling::read ? "read" : "";
}

/// Device and cache state of a measurement. Rates under different conditions are not compared.
struct Conditions {
  Backend backend;
  Cache cache;
  bool all_cores = false;  ///< on the host: all CPUs instead of one
  bool bus = false;        ///< copies between host and GPU, instead of the GPU's own memory

  auto operator<=>(const Conditions&) const = default;
};

/// "fill", "copy+read", "fill (all cores)"; of the bus "upload", "download" or "transfer both ways".
[[nodiscard]] std::string text_of(const Conditions& on, const std::vector<Ceiling>& kinds);

/// The bytes that a ceiling moves for work of `bytes`: the same, up to 4 GiB. Beyond that a rate no longer
/// depends on them, and the work may be a stream that fits in no memory.
[[nodiscard]] constexpr std::uint64_t ceiling_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t most = std::uint64_t{1} << 32U;
  return bytes < most ? bytes : most;
}

/// Measured ceilings: the best rate for each kind of traffic, by conditions and byte count.
class Ceilings {
 public:
  /// Adds a measurement; of several for the same traffic the fastest counts.
  void add(const Conditions& on, Ceiling kind, std::uint64_t bytes, double bytes_per_second);

  /// Rate of `kind` in bytes per second at about `bytes` (within 1 %: so near, one measurement serves for
  /// both). Empty if it was not measured.
  [[nodiscard]] std::optional<double> rate(const Conditions& on, Ceiling kind, std::uint64_t bytes) const;

  /// Minimum time for `work` in microseconds. Bytes read and written in equal numbers move at the copy rate,
  /// additional writes at the fill rate, additional reads at the read rate. A share below 1 % of the traffic
  /// is ignored. Where other programs keep some CPUs busy, one core can have been faster than all together; all can
  /// do what one does. Empty if a ceiling that it needs was not measured.
  [[nodiscard]] std::optional<double> speed_of_light_us(const Conditions& on, const Work& work) const;

  /// The kinds of ceiling that `speed_of_light_us` needs for `work`.
  [[nodiscard]] static std::vector<Ceiling> needed(const Work& work);

 private:
  struct Entry {
    Conditions on;
    Ceiling kind;
    std::uint64_t bytes;
    double bytes_per_second;
  };
  std::vector<Entry> entries_;
};

}  // namespace rungs
