// gpu/3x3_ten whose eleven launches are recorded in one CUDA graph. Each kernel waits for the one before. Of launches
// one by one the host prepares each, and the GPU fetches each; of a graph both are done when it is created. Where a
// pass is shorter than its launch, on a small frame, that is what a chain costs; on a large one nothing is gained.
#include <rungs/device.hpp>
#include "cases/median/case.hpp"
#include "cases/median/gpu/graph.hpp"

#ifndef RUNGS_SIMULATOR
#include "cases/median/gpu/pixels.hpp"
#include "cases/median/gpu/sides.hpp"
#include "cases/median/gpu/ten.hpp"

namespace {

auto record(const rungs::Call<median::Case>& call) {
  return median::record([&](rungs::Stream stream) {
    const median::Problem& p = call.problem;
    auto* const first = reinterpret_cast<std::uint8_t*>(call.workspace);
    median::filter_ten_times(median::first_frame(p, call.views), {first, first + p.pixels()}, p.frames, stream);
  });
}

}  // namespace
#endif

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_ten",
    .technique = {"launch-chain"},
    .idea = "the ten launches recorded in a CUDA graph",
    .gpu_only = "CUDA graphs are not simulated",
    .result = median::Result::ten3,
    .launch = RUNGS_GPU_ONLY(median::launch_graph),
    .workspace_bytes = [](const median::Problem& p) { return 2 * p.pixels(); },
    .prepare = RUNGS_GPU_ONLY(record),
}};

}  // namespace
