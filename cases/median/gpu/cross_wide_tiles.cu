// Two pixels per word, as 16-bit lanes; 16 columns per thread, walked down four rows.
// The loads, stores and lanes of gpu/3x3_wide_tiles with the seven exchanges of gpu/cross_v3. From sm_90 on
// an exchange of two lanes is two instructions, one of four bytes about ten. Two crosses share too little for
// anything to be ordered once for both.
#include "cases/median/case.hpp"
#include "cases/median/gpu/cross.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

using Five = median::FiveByExchanges<median::OrderLanes>;

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/cross_v3",
    .idea = "two pixels per word, 16 columns per thread",
    .result = median::Result::cross5,
    .launch = median::launch_tiles<median::CrossStrip<Five>>,
}};

}  // namespace
