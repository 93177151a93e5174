// Loops over the repetitions (i, j) and copies each to its place, down the columns: the deck's order.
// Compared with host/target_loop, there is no search any more: a repetition's place is two products. The
// cost: a pixel is written once for every repetition that covers it, after a pass that clears the target, and
// each store is a row of the target from the one before. And it keeps the last value: one of the covering
// values instead of their mean. As in the deck, all (i, j) between those of the target's corners are tried,
// and each pixel is tested.
#include <rungs/variant.hpp>
#include "cases/uv/case.hpp"

namespace {

void launch(const uv::Problem& p, const uv::Views& v, rungs::Stream) {
  std::fill_n(v.target, p.area(), 0.0F);
  const uv::Lattice l = p.vectors();
  const uv::Box box = uv::box_of(l, p.repeater, p.width, p.height);
  for (std::int64_t i = box.first_i; i <= box.last_i; ++i) {
    for (std::int64_t j = box.first_j; j <= box.last_j; ++j) {
      const std::int64_t left = i * l.ux + j * l.vx;
      const std::int64_t top = i * l.uy + j * l.vy;
      for (unsigned x = 0; x < p.repeater; ++x) {
        for (unsigned y = 0; y < p.repeater; ++y) {
          if (left + x < 0 || top + y < 0 || left + x >= p.width || top + y >= p.height) continue;
          asm volatile("");  // keeps the order of the loops
          const float value = v.repeater[y * p.repeater + x];
          if (value != 0) v.target[(top + y) * p.width + left + x] = value;
        }
      }
    }
  }
}

const rungs::Variant<uv::Case> variant{{
    .improves = "host/target_loop",
    .idea = "over the repetitions, down the columns: copy each to its place",
    .result = uv::Case::Result::one_of,
    .launch = launch,
}};

}  // namespace
