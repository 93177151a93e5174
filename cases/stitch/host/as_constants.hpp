// The deck's tests have the sides of both planes as compile-time constants, and its checks are asserts: both
// are versions of the host variants.
#pragma once

#include <rungs/variant.hpp>
#include "cases/stitch/sides.hpp"

namespace stitch {

template <unsigned side> using Constant = std::integral_constant<unsigned, side>;

/// Calls `run(width, height, columns, rows)`. With `constants` the repeater's sides are constants, and the target's too
/// if it has the deck's size; then throws rungs::Unsupported for a repeater that is not compiled.
template <bool constants, class Run> void with_sides(const Problem& p, const Run& run) {
  if constexpr (!constants) return run(p.width, p.height, p.repeater.width, p.repeater.height);
  constexpr const char* why = "compiled only for repeater=16, 32, 64, 100 and 128; sides=run_time takes any";
  with_side<16, 32, 64, 100, 128>(p, why, [&](auto side) {
    if (p.width == 10240 && p.height == 10240) {
      run(Constant<10240>(), Constant<10240>(), side, side);
    } else {
      run(p.width, p.height, side, side);
    }
  });
}

/// Keeps the order of the loops around it: a compiler may swap them, and then measures another program.
inline void keep_loop_order() { asm volatile(""); }

}  // namespace stitch
