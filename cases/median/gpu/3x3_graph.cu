// The launch is recorded once in a CUDA graph, which is then launched each time.
// The kernel is that of gpu/3x3_short_strips. A graph's launch is prepared when the graph is created, so the
// host has less to do. The GPU's own work between two kernels stays, and the measured time contains no host
// time: a speedup here would mean that the GPU itself starts a graph faster. The graph is created once per
// row of results.
#include <rungs/device.hpp>
#include "cases/median/case.hpp"
#include "cases/median/gpu/graph.hpp"

#ifndef RUNGS_SIMULATOR
#include "cases/median/gpu/clamped_middle.hpp"
#include "cases/median/gpu/numbered_strips.hpp"

namespace {

auto record(const rungs::Call<median::Case>& call) {
  return median::record([&](rungs::Stream stream) {
    median::launch_numbered<median::ClampedStrip<2>>(call.problem, call.views, stream);
  });
}

}  // namespace
#endif

namespace {

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_short_strips",
    .technique = {"graph"},
    .idea = "the launch recorded in a CUDA graph",
    .gpu_only = "CUDA graphs are not simulated",
    .result = median::Result::window3,
    .launch = RUNGS_GPU_ONLY(median::launch_graph),
    .prepare = RUNGS_GPU_ONLY(record),
}};

}  // namespace
