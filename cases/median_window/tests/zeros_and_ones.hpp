// All windows of zeros and ones, 64 at a time.
//
// By the 0-1 principle, minima and maxima that give the median of all windows of zeros and ones give it of
// all values. Of a sorted list only the number of ones matters, so 8^7 states cover a window of seven lists
// of seven.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace zeros_and_ones {

/// 64 inputs of zeros and ones at once, one per bit.
using Bits = std::uint64_t;

/// Minima and maxima of them.
struct OfBits {
  static Bits min(Bits a, Bits b) { return a & b; }
  static Bits max(Bits a, Bits b) { return a | b; }
};

/// Leaves out one minimum of all that are computed: the one with number `skipped`.
struct OneMissing {
  static inline int skipped = -1;
  static inline int number = 0;
  static Bits min(Bits a, Bits b) { return number++ == skipped ? a : a & b; }
  static Bits max(Bits a, Bits b) { return a | b; }
};

/// States of several lists, each a number of ones from 0 to `lengths[i]`: 64 states per word.
class States {
 public:
  explicit States(std::vector<unsigned> lengths) : lengths_(std::move(lengths)) {}

  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t product = 1;
    for (const unsigned length : lengths_) product *= length + 1;
    return product;
  }

  /// Calls `check(at_least, ones)` for all states: `at_least[i][k]` has the states in which list i has k ones
  /// or more, and `ones` has the number of ones of each state.
  template <class Check> void for_all(const Check& check) const {
    std::vector<std::array<Bits, 16>> at_least(lengths_.size());
    std::vector<unsigned> state(lengths_.size());
    for (std::uint64_t first = 0; first < count(); first += 64) {
      for (auto& list : at_least) list.fill(0);
      std::array<unsigned, 64> ones{};
      for (unsigned bit = 0; bit < 64; ++bit) {
        for (std::size_t i = 0; i < state.size(); ++i) {
          at_least[i][state[i]] |= Bits{1} << bit;
          ones[bit] += state[i];
        }
        // The next state; the first follows the last.
        for (std::size_t i = 0; i < state.size() && ++state[i] > lengths_[i]; ++i) state[i] = 0;
      }
      for (auto& list : at_least) {
        for (std::size_t k = list.size() - 1; k-- > 0;) list[k] |= list[k + 1];
      }
      check(at_least, ones);
    }
  }

 private:
  std::vector<unsigned> lengths_;
};

/// The states that have at least `least` ones.
inline Bits with_ones(const std::array<unsigned, 64>& ones, unsigned least) {
  Bits word = 0;
  for (unsigned bit = 0; bit < 64; ++bit) word |= Bits{ones[bit] >= least} << bit;
  return word;
}

}  // namespace zeros_and_ones
