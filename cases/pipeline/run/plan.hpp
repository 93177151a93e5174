// The memory of a run, planned before it starts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/core/errors.hpp>
#include <string>

#include "cases/pipeline/run/settings.hpp"
#include "cases/pipeline/run/source.hpp"

namespace pipeline {

/// "5.3 MiB"
[[nodiscard]] inline std::string mebibytes(std::size_t bytes) {
  const std::size_t tenths = (bytes * 10 + (std::size_t{1} << 20U) - 1) >> 20U;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

/// Throws rungs::Unsupported if a run needs more memory than its budget, with the least budget that would do.
inline void require_budget(const std::string& what, std::size_t needs, std::size_t budget) {
  if (needs <= budget) return;
  throw rungs::Unsupported(what + " needs " + mebibytes(needs) + ", its budget is " + mebibytes(budget) +
                           "; expected a budget of at least " + mebibytes(needs));
}

/// Memory that every run on the host needs, whatever its schedule: the sink's buffers and the patterns.
[[nodiscard]] inline std::size_t fixed_bytes(const Node& tree, const Settings& settings) {
  return sink_bytes(settings.sink, settings.shape()) + pattern_bytes(tree);
}

/// The largest number of rows, at most `most`, for which `bytes(rows)`, which grows with the rows, fits in
/// the budget; 0 if not even one row does.
template <class Bytes>
[[nodiscard]] std::uint32_t most_rows(std::uint32_t most, std::size_t budget, const Bytes& bytes) {
  std::uint32_t fit = 0;
  std::uint32_t least_unfit = most + 1;
  while (least_unfit - fit > 1) {
    const std::uint32_t middle = fit + (least_unfit - fit) / 2;
    (bytes(middle) <= budget ? fit : least_unfit) = middle;
  }
  return fit;
}

}  // namespace pipeline
