#include "reference/intdiv.hpp"
#include <cstddef>
#include <rungs/parallel.hpp>

namespace reference {

std::uint32_t walk_checksum(const IndexWalk& walk, std::uint64_t index) {
  std::uint32_t checksum = 0;
  for (unsigned step = 0; step < walk.steps; ++step) {
    const std::uint64_t row = index / walk.columns;
    const std::uint64_t column = index % walk.columns;
    checksum = 31 * checksum + static_cast<std::uint32_t>(row ^ column);
    index += walk.stride + (column & 1U);
  }
  return checksum;
}

void walk_checksums(const IndexWalk& walk, std::uint64_t base, std::span<const std::uint32_t> starts,
                    std::span<std::uint32_t> checksums, unsigned threads) {
  // A step takes a few nanoseconds, so this many are worth a thread.
  constexpr std::size_t least_steps_per_thread = std::size_t{1} << 18U;
  rungs::for_bands(starts.size(), 1 + least_steps_per_thread / (walk.steps + std::size_t{1}), threads,
                   [&](std::size_t first, std::size_t last) {
                     for (std::size_t i = first; i < last; ++i) checksums[i] = walk_checksum(walk, base + starts[i]);
                   });
}

}  // namespace reference
