// An image cut into bands of whole leaves of its digest, so that bands can be computed and hashed apart from
// each other. A band is computed as the rows that hold its leaves; a row at which two bands meet belongs to
// both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/tree/node.hpp"

namespace pipeline {

struct LeafRows {
  std::uint32_t row;
  std::uint32_t rows;
  std::size_t skipped;  ///< bytes of the first row before the first leaf
  std::size_t bytes;    ///< of the leaves

  [[nodiscard]] Window window(Frame frame) const {
    return {0, static_cast<std::int32_t>(row), frame.width, rows};
  }
};

class LeafBands {
 public:
  LeafBands(ImageShape shape, std::uint64_t leaves_at_once)
      : shape_(shape), bytes_at_once_(leaves_at_once * leaf_bytes) {}

  [[nodiscard]] std::uint64_t count() const { return (shape_.bytes() + bytes_at_once_ - 1) / bytes_at_once_; }
  [[nodiscard]] LeafRows at(std::uint64_t band) const {
    const std::uint64_t begin = band * bytes_at_once_;
    const std::uint64_t end = std::min(begin + bytes_at_once_, shape_.bytes());
    const std::uint64_t row = begin / shape_.width;
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>((end - 1) / shape_.width + 1 - row),
            static_cast<std::size_t>(begin - row * shape_.width), static_cast<std::size_t>(end - begin)};
  }
  /// Rows that hold a band, wherever it begins in the first of them.
  [[nodiscard]] std::uint32_t most_rows() const {
    const std::uint64_t rows = (bytes_at_once_ + shape_.width - 1) / shape_.width + 1;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, shape_.height));
  }
  /// Bytes of the bands that the `which`th of `several` gets, which take them in turns.
  [[nodiscard]] std::uint64_t bytes_of(std::uint64_t which, std::uint64_t several) const {
    std::uint64_t bytes = 0;
    for (std::uint64_t band = which; band < count(); band += several) bytes += at(band).bytes;
    return bytes;
  }

 private:
  ImageShape shape_;
  std::uint64_t bytes_at_once_;
};

}  // namespace pipeline
