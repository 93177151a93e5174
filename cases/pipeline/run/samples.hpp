// Leaves of the output that are checked byte by byte, also where the whole is too large to be computed twice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/digest.hpp"
#include "cases/pipeline/tree/noise.hpp"

namespace pipeline {

inline constexpr std::size_t sample_count = 64;
inline constexpr std::size_t sample_bytes = sample_count * leaf_bytes;

/// The numbers of the leaves, in ascending order: the first, the last, and others drawn by the seed. All of
/// them in an image with fewer leaves.
[[nodiscard]] inline std::vector<std::uint64_t> sampled_leaves(ImageShape shape, std::uint32_t seed) {
  const std::uint64_t leaves = (shape.bytes() + leaf_bytes - 1) / leaf_bytes;
  std::vector<std::uint64_t> numbers;
  if (leaves <= sample_count) {
    for (std::uint64_t i = 0; i < leaves; ++i) numbers.push_back(i);
    return numbers;
  }
  numbers = {0, leaves - 1};
  for (std::uint32_t draw = 0; numbers.size() < sample_count; ++draw) {
    const std::uint64_t bits = std::uint64_t{noise(draw, 1, seed)} << 32U | noise(draw, 2, seed);
    const std::uint64_t number = bits % leaves;
    if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Copies the sampled leaves out of a stream, one after the other. Bytes of `to` that no leaf fills become 0.
class SampleTap {
 public:
  /// `to`: sample_bytes bytes.
  SampleTap(ImageShape shape, std::uint32_t seed, std::byte* to)
      : leaves_(sampled_leaves(shape, seed)), to_(to) {
    std::memset(to_, 0, sample_bytes);
  }

  /// The next bytes of the stream, from byte `first` on.
  void take(std::uint64_t first, std::span<const std::byte> bytes) {
    const std::uint64_t end = first + bytes.size();
    for (; next_ < leaves_.size(); ++next_) {
      const std::uint64_t begin = leaves_[next_] * leaf_bytes;
      if (begin >= end) return;
      const std::uint64_t from = std::max(begin, first);
      const std::uint64_t until = std::min(begin + leaf_bytes, end);
      if (from < until) {
        std::memcpy(to_ + next_ * leaf_bytes + (from - begin), bytes.data() + (from - first), until - from);
      }
      if (begin + leaf_bytes > end) return;  // the rest comes next
    }
  }

 private:
  std::vector<std::uint64_t> leaves_;
  std::byte* to_;
  std::size_t next_ = 0;
};

}  // namespace pipeline
