// Minima and maxima of three values; the middle value is what remains of their sum.
// Compared with gpu/3x3_wide_tiles, a column is sorted, and the median of three is found, by a three-input
// minimum and maximum, which are one instruction each on sm_90, and by additions, some of which run on
// another unit than the minima. That is fewer instructions for the min/max unit, and none depends on an
// exchange before it. On older GPUs, where a three-input minimum is two instructions, it is slower.
#include "cases/median/case.hpp"
#include "cases/median/gpu/strip3.hpp"
#include "cases/median/gpu/three_sums.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_wide_tiles",
    .idea = "three-input minima and maxima, middle values by sums",
    .result = median::Result::window3,
    .launch = median::launch_tiles<median::Strip3<median::MediansBySums, 4>>,
}};

}  // namespace
