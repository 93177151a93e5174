// Four pixels per word, one from each of four horizontal strips of the image.
// Compared with gpu/3x3_v1, one exchange orders four pairs of bytes, so a thread sorts four pixels in one
// pass through the network. The speedup depends on the GPU's instructions: where packed byte minima take
// several instructions, it is small. The four pixels are a quarter of the image apart and share nothing: 36
// loads per thread for four pixels, nine each as before. Blocks are 128x1, so that a warp loads along a row,
// through the read-only cache. The launch bounds name the block alone; the document's are steps of their own.
#include "cases/median/case.hpp"
#include "cases/median/gpu/v2.hpp"

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v1",
    .idea = "four pixels per word, from four strips",
    .result = median::Result::window3,
    .launch = median::launch_strips_apart<median::v2_threads, false>,
}};

}  // namespace
