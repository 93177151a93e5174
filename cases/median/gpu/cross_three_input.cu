// The median of five in eight minima and maxima of three values.
// Seven exchanges are fourteen minima and maxima, eleven of which are needed. Here eight do, since one
// instruction takes three values on sm_90 (a reader's idea in the document's comments). Before sm_90 each of
// them is two, and gpu/cross_wide_tiles should be faster. With 16 pixels per load and so few instructions,
// memory may be the limit, and the gain small.
#include "cases/median/case.hpp"
#include "cases/median/gpu/cross.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/cross_wide_tiles",
    .idea = "eight three-input minima and maxima",
    .result = median::Result::cross5,
    .launch = median::launch_tiles<median::CrossStrip<median::FiveByThreeInputs>>,
}};

}  // namespace
