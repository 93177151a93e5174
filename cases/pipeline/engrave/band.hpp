// An image in bands, which can be computed by different processes and machines.
//
// Bands are cut between blocks of the digest (1 MiB), not between rows: each block then belongs to one band,
// and the digest of the image is that of the bands' blocks in order, without reading the file again. A row
// that two bands share is computed by both, and each writes its own bytes of it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"

namespace pipeline {

/// Band `number` of `count`, from 1.
struct Band {
  std::uint32_t number = 1;
  std::uint32_t count = 1;

  bool operator==(const Band&) const = default;
};

/// "band 3 of 16"
[[nodiscard]] inline std::string to_text(Band band) {
  return "band " + std::to_string(band.number) + " of " + std::to_string(band.count);
}

/// The blocks of an image's digest.
[[nodiscard]] inline std::uint64_t digest_blocks(ImageShape shape) {
  return (shape.bytes() + digest_block_bytes - 1) / digest_block_bytes;
}

/// Blocks [first, last) of an image.
struct BlockRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  [[nodiscard]] std::uint64_t count() const { return last - first; }
};

/// The blocks of a band; the numbers of any two bands' blocks differ by at most 1. At most as many bands as
/// blocks.
[[nodiscard]] inline BlockRange blocks_of(ImageShape shape, Band band) {
  const std::uint64_t blocks = digest_blocks(shape);
  const std::uint64_t each = blocks / band.count;
  const std::uint64_t longer = blocks % band.count;  // so many bands have one more
  const auto start = [&](std::uint64_t number) { return number * each + std::min(number, longer); };
  return {start(band.number - 1), start(band.number)};
}

/// The bytes of blocks.
[[nodiscard]] inline Part bytes_of(ImageShape shape, BlockRange blocks) {
  // The last block may be shorter.
  return {std::min(blocks.first * digest_block_bytes, shape.bytes()),
          std::min(blocks.last * digest_block_bytes, shape.bytes())};
}

/// Rows [first, last) of an image.
struct RowRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

/// The rows that hold a part's bytes.
[[nodiscard]] inline RowRange rows_of(ImageShape shape, Part part) {
  return {static_cast<std::uint32_t>(part.first / shape.width),
          static_cast<std::uint32_t>((part.last + shape.width - 1) / shape.width)};
}

}  // namespace pipeline
