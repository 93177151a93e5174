// A right but slow ramp for the host, and what cheats need: a copy of a result is far faster than computing
// it.
#pragma once

#include <cstring>
#include <rungs/variant.hpp>
#include <vector>

#include "cases/ramp/case.hpp"

namespace ramp {
namespace {

/// Computes elements [first, last), each in some 300 ns: many times what a cheat takes to find what it has
/// kept, on a busy machine and under a sanitizer too.
[[maybe_unused]] void add_slowly(const Problem& p, const Views& v, std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    volatile float same = v.in[i];
    for (int turn = 0; turn < 84; ++turn) same = same * 1.0F;
    v.out[i] = same + static_cast<float>(p.step);
  }
}

[[maybe_unused]] void add_slowly(const Problem& p, const Views& v) { add_slowly(p, v, 0, p.area()); }

/// A result that a cheat has kept.
class Kept {
 public:
  void keep(const Problem& p, const Views& v) { result_.assign(v.out, v.out + p.area()); }
  [[nodiscard]] bool there() const { return !result_.empty(); }
  void give(const Views& v) const { std::memcpy(v.out, result_.data(), result_.size() * sizeof(float)); }

 private:
  std::vector<float> result_;
};

}  // namespace
}  // namespace ramp
