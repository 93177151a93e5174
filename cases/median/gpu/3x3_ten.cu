// Ten medians, one after the other, on the device: ten launches of gpu/3x3_clamped_middle.
// A pass reads the result of the one before, so nothing can overlap: ten times the bytes of one filter. Two
// planes of a workspace hold the nine results between. A frame that fits in the L2 cache is read from memory
// once, and written to it once; the other passes should run at the speed of that cache and of the launches.
#include "cases/median/gpu/ten.hpp"

namespace {

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  auto* const first = reinterpret_cast<std::uint8_t*>(call.workspace);
  median::filter_ten_times(median::first_frame(p, call.views), {first, first + p.pixels()}, p.frames, call.stream);
}

const rungs::Variant<median::Case> variant{{
    .idea = "ten launches, two planes in turn",
    .races = "corners are copied twice, and strips at the far sides are moved back",
    .result = median::Result::ten3,
    .launch = launch,
    .workspace_bytes = [](const median::Problem& p) { return 2 * p.pixels(); },
}};

}  // namespace
