// Strips of two rows, for low latency with a single frame.
// Compared with gpu/3x3_batch, a thread filters two rows instead of four. One frame of 1920x1080 has 65 000
// threads instead of 32 000, 500 per SM of an H100, and no thread runs much longer than the others. The cost:
// two rows are read for each row written, from the caches, and nothing is prefetched. With many frames it
// should be slower.
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered_strips.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_batch",
    .technique = {"grid"},
    .idea = "strips of two rows, so that one frame fills a GPU",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_numbered<median::ClampedStrip<2>>,
}};

}  // namespace
