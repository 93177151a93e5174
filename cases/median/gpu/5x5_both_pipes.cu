// The shared lists are sorted by half-precision additions, which run on another unit than minima and maxima.
// In gpu/5x5_shared_columns nearly all instructions wait for the min/max unit. Here an exchange in the lists
// of up to 16 values is three half-precision additions (half_order.hpp), exact for 8-bit pixels. Steps for
// one or two windows still use minima and maxima, because often only one of an exchange's two results is
// needed there. This gives each unit about as many instructions, to run side by side. The cost: three
// instructions instead of two, and lanes must hold pixels as numbers, which takes a few more instructions.
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/half_order.hpp"
#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/strip5.hpp"
#include "cases/median/gpu/tiles.hpp"

namespace {

struct Orders {
  using Small = median::OrderByAdding;
  using Core = median::OrderByAdding;
  using Last = median::OrderLanes;
};

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/5x5_shared_columns",
    .idea = "shared lists sorted by half-precision additions",
    .spills = "a few registers, so that four blocks fit on an SM",
    .result = median::Result::window5,
    .launch = median::launch_tiles<median::Strip5<Orders, median::LaneByte::lower>>,
}};

}  // namespace
