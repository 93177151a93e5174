// Four windows share the sorting of what they share.
// Against gpu/5x5, where each of four bytes a word goes through 99 exchanges of its own, 16-bit lanes hold
// two pixels a word, and pairs of pixels, columns of four, pairs of columns and the 4x4 pixels in the middle
// of four windows are each sorted once for all windows that hold them (windows5.hpp): about 57 minima and
// maxima a pair of pixels in place of 174. A thread filters 16 columns and walks down 16 rows, with loads and
// stores of 16 bytes. It costs 128 registers a thread and a few values kept in local memory, so that no more
// than four blocks fit a multiprocessor; each warp has much to do that waits for nothing.
#include "cases/median/case.hpp"
#include "cases/median/gpu/lanes.hpp"
#include "cases/median/gpu/strip5.hpp"
#include "cases/median/gpu/tiles.hpp"
#include "harness/device.hpp"

namespace {

struct Orders {
  using Small = median::OrderLanes;
  using Core = median::OrderLanes;
  using Last = median::OrderLanes;
};

const rungs::Variant<median::Case> variant{{
    .name = "gpu/5x5_shared_columns",
    .improves = "gpu/5x5",
    .idea = "four windows share the sorting of what they share",
    .spills = "a few registers, so that four blocks fit a multiprocessor",
    .result = median::Result::window5,
    .launch = median::launch_tiles<median::Strip5<Orders, median::LaneByte::upper>>,
}};

}  // namespace
