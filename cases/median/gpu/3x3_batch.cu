// The strips of all frames are numbered through, a thread takes the one of its number.
// Against gpu/3x3_clamped_middle blocks no longer stand on the grid of one frame: 1920 columns are 120
// segments, of which the last of four blocks in a row had only 24 for its 32 columns, and the lowest blocks
// of each frame lay in part below it. With many frames, or small ones, no thread is without work but in the
// very last block. It costs two divisions a thread, and a warp may lie in two strips.
#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered.hpp"
#include "cases/median/gpu/strip3.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_batch",
    .improves = "gpu/3x3_clamped_middle",
    .idea = "strips of all frames numbered through",
    .result = median::Result::window3,
    .launch = median::launch_numbered<median::Strip3<median::MediansByClamp, 4>>,
}};

}  // namespace
