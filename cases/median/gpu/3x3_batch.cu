// Numbers the strips of all frames consecutively; each thread takes the strip with its number.
// Compared with gpu/3x3_clamped_middle, blocks no longer follow the grid of one frame. There, 1920 columns
// are 120 segments, so the last of four blocks in a row had only 24 for its 32 columns, and the lowest blocks
// of each frame were partly below it. With many frames, or small ones, only the very last block has threads
// without work. The cost is two divisions per thread, and a warp may span two strips.
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered_strips.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_middle",
    .technique = {"grid"},
    .idea = "strips of all frames numbered consecutively",
    .races = "strips at the far sides are moved back and write pixels again, as they are",
    .result = median::Result::window3,
    .launch = median::launch_numbered<median::ClampedStrip<4>>,
}};

}  // namespace
