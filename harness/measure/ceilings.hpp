// The floor of a problem: the time that its least traffic takes at rates measured on the same device in the
// same run.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/executor.hpp"
#include "harness/registry/work.hpp"

namespace rungs {

/// What was measured on, and how: rates of different ones are not held against each other.
struct Conditions {
  Backend backend;
  Cache cache;
  bool all_cores = false;  ///< on the host: every CPU, where otherwise it is one

  auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr): of clang-tidy 14
};

/// Measured ceilings: for each kind of traffic the best rate seen, by conditions and byte count.
class Ceilings {
 public:
  /// Records a measurement; of several for the same traffic the fastest counts.
  void add(const Conditions& on, Ceiling kind, std::uint64_t bytes, double bytes_per_second);

  /// The rate of `kind` at about `bytes` (within 1 %: so near, one measurement serves for both); nothing
  /// where it was not measured.
  [[nodiscard]] std::optional<double> rate(const Conditions& on, Ceiling kind, std::uint64_t bytes) const;

  /// Least time for `work` in microseconds. Bytes that are read and written in equal numbers move at the
  /// copy's rate, what is written beyond that at the fill's, what is read beyond that at the read's; a share
  /// below 1 % of the traffic is neglected. Nothing where a ceiling that it needs was not measured.
  [[nodiscard]] std::optional<double> floor_us(const Conditions& on, const Work& work) const;

  /// The kinds of ceiling that `floor_us` needs for `work`.
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
