// gpu/3x3_moved_sums with the strips of all frames numbered consecutively, as in gpu/3x3_batch.
#include "cases/median/case.hpp"
#include "cases/median/gpu/moved_sums.hpp"
#include "cases/median/gpu/numbered_strips.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_batch",
    .technique = {"pipes"},
    .idea = "sums, and maxima that a sum and a minimum give, on another unit",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_numbered<median::MovedStrip<median::ByMultiplier, median::LaneByte::upper>>,
}};

}  // namespace
