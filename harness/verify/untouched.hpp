// Elements of an output that the reference does not write: a right result leaves them as they were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>
#include "harness/verify/host_image.hpp"

namespace rungs {

/// Looks at words: the largest of 4, 2 and 1 bytes that divides an element. A computed word may be equal to
/// the garbage (of 65 million random words of four bytes one is, in one problem of 65), so the places are
/// found with the help of a second result, computed over other garbage.
class Untouched {
 public:
  /// `expected` is the output of the reference, over bytes `held`. `over_flipped()` gives the same output
  /// computed over bytes `~held`; it is asked for only if it is needed.
  Untouched(std::span<const std::byte> expected, std::size_t element_bytes, std::byte held,
            const std::function<std::span<const std::byte>()>& over_flipped);

  /// Makes the untouched words of `expected` hold `now`.
  void hold(std::span<std::byte> expected, std::byte now);
  [[nodiscard]] bool any() const { return any_; }
  /// True if some word of the element from byte `from` on is untouched.
  [[nodiscard]] bool leaves(std::size_t from, std::size_t element_bytes) const;

 private:
  std::size_t word_bytes_;
  std::byte held_;
  bool any_ = false;
  std::vector<std::uint8_t> places_;  ///< a bit for each word; empty: none
};

}  // namespace rungs
