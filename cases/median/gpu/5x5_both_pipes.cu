// The shared lists are sorted by additions in half precision, which another unit does than minima and maxima.
// Against gpu/5x5_shared_columns, where nearly all instructions wait for the unit that does minima, an
// exchange in the lists of up to 16 values is three half-precision additions (half_order.hpp), exact for
// 8-bit pixels; what is done for two windows or one stays with minima, because often only one of an
// exchange's two results is used there. That leaves about as many instructions to either unit, to run side by
// side. It costs three instructions for two, and lanes must hold pixels as numbers, which takes some more to
// make.
#include "cases/median/case.hpp"
#include "cases/median/gpu/half_order.hpp"
#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/strip5.hpp"
#include "cases/median/gpu/tiles.hpp"
#include "harness/device.hpp"

namespace {

struct Orders {
  using Small = median::OrderByAdding;
  using Core = median::OrderByAdding;
  using Last = median::OrderLanes;
};

const rungs::Variant<median::Case> variant{{
    .name = "gpu/5x5_both_pipes",
    .improves = "gpu/5x5_shared_columns",
    .idea = "shared lists sorted by half-precision additions",
    .spills = "a few registers, so that four blocks fit a multiprocessor",
    .result = median::Result::window5,
    .launch = median::launch_tiles<median::Strip5<Orders, median::LaneByte::lower>>,
}};

}  // namespace
