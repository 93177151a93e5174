// gpu/3x3_clamped_middle with its sums, and two of its maxima, on another unit than the minima.
// In gpu/3x3_clamped_middle the additions take the min/max unit's time, and that is about what the memory needs. Here a
// sum is a multiplication by one, or an addition of half-precision numbers, which are other units. The larger of two
// values is what their sum leaves when the smaller is taken away, so that a minimum does for both. The cost: two
// instructions in place of one maximum.
#include "cases/median/case.hpp"
#include "cases/median/gpu/moved_sums.hpp"
#include "cases/median/gpu/pixels.hpp"

namespace {

template <class Sums, median::LaneByte place, unsigned rows>
constexpr auto launch = median::launch_tiles<median::MovedStrip<Sums, place, rows>>;

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_middle",
    .technique = {"pipes"},
    .idea = "sums, and maxima that a sum and a minimum give, on another unit",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .versions = {{"sums=multiplier;rows=4", launch<median::ByMultiplier, median::LaneByte::upper, 4>},
                 {"sums=multiplier;rows=8", launch<median::ByMultiplier, median::LaneByte::upper, 8>},
                 {"sums=halves;rows=4", launch<median::ByHalves, median::LaneByte::lower, 4>}},
    .tunable = true,
}};

}  // namespace
