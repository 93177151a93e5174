// Steps over a matrix by a running index, with its row and column at every step.
#pragma once

#include <cstdint>
#include <span>

namespace reference {

/// A walk over a matrix of `columns` columns. At an index it computes row = index / columns and column =
/// index mod columns, folds both into its checksum, and advances by `stride`, or by stride + 1 if the column
/// is odd. So the next index is not known before this one is divided.
struct IndexWalk {
  std::uint64_t columns = 1;  ///< at least 1
  std::uint64_t stride = 0;
  unsigned steps = 0;
};

/// The checksum, modulo 2^32, of the walk that starts at `index`: starting from 0, each step makes it 31 *
/// checksum + (row xor column). The index must stay below 2^64.
[[nodiscard]] std::uint32_t walk_checksum(const IndexWalk& walk, std::uint64_t index);

/// checksums[i] = walk_checksum(walk, base + starts[i]); both spans have the same size. At most `threads`
/// threads, 0 for one per core; the result does not depend on it.
void walk_checksums(const IndexWalk& walk, std::uint64_t base, std::span<const std::uint32_t> starts,
                    std::span<std::uint32_t> checksums, unsigned threads = 0);

}  // namespace reference
