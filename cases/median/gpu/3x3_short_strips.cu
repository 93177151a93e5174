// Strips of two rows, for one frame that must be done soon.
// Against gpu/3x3_batch a thread walks down two rows in place of four: one frame of 1920x1080 has 65 000
// threads in place of 32 000, 500 for each multiprocessor of an H100, and none works on for long after the
// others have ended. It costs two rows read for each one written, from the caches, and nothing is loaded
// ahead: with many frames it should lose.
#include "cases/median/case.hpp"
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered.hpp"
#include "cases/median/gpu/strip3.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_short_strips",
    .improves = "gpu/3x3_batch",
    .idea = "strips of two rows, so that one frame fills a GPU",
    .result = median::Result::window3,
    .launch = median::launch_numbered<median::Strip3<median::MediansByClamp, 2>>,
}};

}  // namespace
