// Each merge is split among two or more threads.
// Compared with gpu/tiles_4x4, a thread makes a block of a list's values and not all of them. Blocks do not
// depend on each other, and only a few minima are computed twice (gpu/bitonic.hpp). So all threads of a block
// work: four for each tile, or eight where no more than two blocks fit on a multiprocessor. A thread never
// holds more than 128 values, whatever the window. The cost: the lists are read once for each block.
#include "cases/median_window/gpu/tiles.hpp"

namespace {

const rungs::Variant<median_window::Case> variant{{
    .improves = "gpu/tiles_4x4",
    .technique = {"grid"},
    .idea = "merges in shared memory, each split among threads",
    .launch = median_window::launch_tiles<true, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31>,
}};

}  // namespace
