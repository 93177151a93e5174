// All windows of zeros and ones, 64 at a time.
//
// By the 0-1 principle, minima and maxima that give the median of all windows of zeros and ones give it of
// all values. Of a sorted list only the number of ones matters, so 8^7 states cover a window of seven lists
// of seven.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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

/// The states that have at least `least` ones.
inline Bits with_ones(const std::array<unsigned, 64>& ones, unsigned least) {
  Bits word = 0;
  for (unsigned bit = 0; bit < 64; ++bit) word |= Bits{ones[bit] >= least} << bit;
  return word;
}

/// Calls `check(at_least, ones)` for all states of several lists, each a number of ones from 0 to `lengths[i]`, 64 at
/// a time: `at_least[i][k]` has the states in which list i has k ones or more, and `ones` has the number of ones of
/// each state.
template <class Check> void for_all_states(const std::vector<unsigned>& lengths, const Check& check) {
  std::vector<std::vector<Bits>> at_least;
  for (const unsigned length : lengths) at_least.emplace_back(length + 1);
  std::vector<unsigned> state(lengths.size());
  for (bool all = false; !all;) {
    for (auto& list : at_least) list.assign(list.size(), 0);
    std::array<unsigned, 64> ones{};
    for (unsigned bit = 0; bit < 64; ++bit) {
      for (std::size_t i = 0; i < state.size(); ++i) {
        at_least[i][state[i]] |= Bits{1} << bit;
        ones[bit] += state[i];
      }
      // The next state; the first follows the last.
      std::size_t i = 0;
      for (; i < state.size() && ++state[i] > lengths[i]; ++i) state[i] = 0;
      all = all || i == state.size();
    }
    for (auto& list : at_least) {
      for (std::size_t k = list.size() - 1; k-- > 0;) list[k] |= list[k + 1];
    }
    check(at_least, ones);
  }
}

/// Words of zeros and ones that `sort(values)` leaves in another order, of all inputs in `count` places.
template <unsigned count, class Sort> std::uint64_t wrong_sorts(const Sort& sort) {
  std::uint64_t wrong = 0;
  for_all_states(std::vector<unsigned>(count, 1), [&](const auto& at_least, const auto& ones) {
    Bits values[count];
    for (unsigned i = 0; i < count; ++i) values[i] = at_least[i][1];
    OneMissing::number = 0;
    sort(values);
    for (unsigned i = 0; i < count; ++i) wrong += values[i] != with_ones(ones, count - i);
  });
  return wrong;
}

}  // namespace zeros_and_ones
