// 4x4 windows at a time, from lists in shared memory that are shared at every level. Compared with gpu/shared_rows, a
// tile is halved four times, and its core, which all of its windows contain, grows with each halving. Columns are
// sorted once for all tiles of a strip, and lists are no longer kept in registers but for the last levels, so that
// 11x11 and more fit: 291 minima and maxima per pixel for 11x11 (gpu/tiles.hpp). A thread merges whole lists, of which
// there is one for each of the 32 tiles of a block: on the first levels most of its 128 threads wait.
#include "cases/median_window/gpu/tiles.hpp"

namespace {

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/shared_rows",
    .technique = {"reuse", "smem"},
    .idea = "4x4 windows, which share lists at every level",
    .launch = median_window::launch_tiles<false, 11, 13, 15>,
}};

}  // namespace
