// Minima and maxima of three values, and the middle one as what is left of their sum.
// Against gpu/3x3_wide_tiles a column is sorted, and three values are brought to their middle one, by a
// minimum and a maximum of three, which sm_90 has as one instruction each, and by additions, of which some go
// to a unit that minima do not use. That is fewer instructions for the unit that does minima, and none waits
// for an exchange before it. On older GPUs, where each minimum of three is two instructions, it loses.
#include "cases/median/case.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/three_sums.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_three_input",
    .improves = "gpu/3x3_wide_tiles",
    .idea = "minima and maxima of three, middle ones by sums",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::Strip3<median::MediansBySums, 4>>,
}};

}  // namespace
