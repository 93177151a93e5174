// Ten medians, one after the other, on the device: ten launches of gpu/3x3_clamped_middle.
// A pass reads the result of the one before, so nothing can overlap: ten times the bytes of one filter. Two
// planes of a workspace hold the nine results between. A frame that fits in the L2 cache is read from memory
// once, and written to it once; the other passes should run at the speed of that cache and of the launches.
#include "cases/median/case.hpp"
#include "cases/median/gpu/ten_times.hpp"

namespace {

std::size_t workspace_bytes(const median::Problem& p) { return 2 * p.pixels(); }

void launch(const median::Problem& p, const median::Views& v, std::byte* workspace, rungs::Stream stream) {
  auto* const planes = reinterpret_cast<std::uint8_t*>(workspace);
  median::filter_ten_times(median::first_frame(p, v), {planes, planes + p.pixels()}, p.frames, stream);
}

const rungs::Variant<median::Case> variant{{
    .idea = "ten launches, two planes in turn",
    .result = median::Result::ten3,
    .launch_with_workspace = launch,
    .workspace_bytes = workspace_bytes,
}};

}  // namespace
