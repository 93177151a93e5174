// gpu/fused_tile_tall with nested minima: d^2 is the sum of the odd numbers below 2d, so that
//   min over d of s(y - d) + d^2 and s(y + d) + d^2 = min(s(y), 1 + min(s(y -+ 1), 3 + min(s(y -+ 2), ...)))
// Two rows take one addition, which the multiplier can do, and one minimum of three (`__vimin3_u16x2`), where
// gpu/fused_tile_tall has two instructions on the slower pipe. No sum exceeds 16 bits at any R, and R need
// not be known at compile time: the rows above and below are in two rings of registers that advance by one
// row per step. It is slower: with those registers occupancy falls, and on an H100 gpu/fused_tile_tall is
// faster at R = 15. It leads to gpu/sliding_window, which also nests its minima.
#include "cases/distance/gpu/nested.hpp"

namespace {

__global__ void nested_minima(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius,
                              int reach, distance::HiddenOne one) {
  distance::nested_tile(out, image, width, height, radius, reach, one, distance::Squared{});
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  const unsigned reach = distance::nested_reach(p);
  rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, distance::tile_bytes(p, reach)}, nested_minima,
                v.out, v.image, p.width, p.height, p.distance_max, reach, distance::HiddenOne{});
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/fused_tile_tall",
    .no_technique = "an identity of squared distances",
    .idea = "minima nested by d^2 = 1 + 3 + 5 + ...: one addition and one minimum of three per two rows",
    .launch = launch,
}};

}  // namespace
