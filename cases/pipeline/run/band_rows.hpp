// How many rows a host schedule computes at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/pipeline/run/bands.hpp"
#include "cases/pipeline/run/on_host.hpp"
#include "cases/pipeline/run/plan.hpp"

namespace pipeline {

/// Rows of a band: about 4 MiB of output, but 128 rows of a wide image, since each band begins with rows in
/// reach of its distances; as many as `available` bytes of memory allow. Throws rungs::Unsupported if one row
/// does not fit.
template <class Tree>
[[nodiscard]] std::uint32_t band_rows(const Tree& tree, const Settings& settings, std::size_t available) {
  constexpr std::uint32_t bytes_at_once = 4U << 20U;
  const auto needs = [&](std::uint32_t rows) {
    const Window band = band_of(tree.frame, rows);
    return fixed_bytes(tree, settings) + band.area() + rolling_bytes<OnHost>(tree, band);
  };
  require_budget("one row at a time", needs(1), available);
  constexpr std::uint32_t rows_at_once = 128;
  const std::uint32_t wanted = std::max(bytes_at_once / tree.frame.width, rows_at_once);
  const std::uint32_t most = std::min(wanted, tree.frame.height);
  return most_rows(most, available, needs);
}

}  // namespace pipeline
