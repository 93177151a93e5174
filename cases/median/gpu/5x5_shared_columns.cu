// Four windows share the sorting of their common pixels. In gpu/5x5_packed_rows, each of four bytes per word goes
// through 99 exchanges of its own. Here 16-bit lanes hold two pixels per word, and pairs of pixels, columns of four,
// pairs of columns and the 4x4 pixels in the middle of four windows are each sorted once for all windows that contain
// them: about 57 minima and maxima per pair of pixels instead of 174. A thread filters 16 columns and steps down 16
// rows, with 16-byte loads and stores. The cost is 128 registers per thread and a few values spilled to local memory,
// so that at most four blocks fit on an SM. But each warp has many independent instructions.
#include "cases/median/gpu/shared_columns.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/5x5_packed_rows",
    .technique = {"reuse"},
    .idea = "four windows share the sorting of their common pixels",
    .spills = "a few registers, so that four blocks fit on an SM",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window5,
    .launch = median::launch_tiles<median::SharedColumns<median::OrderLanes, median::LaneByte::upper>>,
}};

}  // namespace
