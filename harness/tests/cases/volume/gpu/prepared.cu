// A variant with a state: it counts its launches, and is right only while each row has a state of its own.
#include <cuda_fp16.h>

#include <memory>
#include <rungs/device.hpp>

#include "cases/volume/case.hpp"

namespace {

struct State {
  const volume::Views views;
  unsigned threads;
};

__global__ void scale_all(float* scaled, std::int8_t* rounded, const __half* in, std::size_t count,
                          float scale) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= count) return;
  scaled[i] = __half2float(in[i]) * scale;
  rounded[i] = static_cast<std::int8_t>(scaled[i]);
}

std::unique_ptr<State> make(const rungs::Call<volume::Case>& call) {
  return std::make_unique<State>(State{call.views, 32});
}

/// Uses the memory that the state was made for, not the launch's: they must be the same.
void launch(const rungs::Call<volume::Case>& call) {
  const volume::Problem& p = call.problem;
  const auto& state = call.state<State>();
  rungs::launch(
      {rungs::linear_grid((p.count() + state.threads - 1) / state.threads), dim3(state.threads), call.stream},
      scale_all, state.views.scaled, state.views.rounded, reinterpret_cast<const __half*>(state.views.in),
      p.count(), p.scale);
}

const rungs::Variant<volume::Case> variant{{
    .improves = "gpu/versions",
    .idea = "what a launch needs is prepared once for a row",
    .launch = launch,
    .prepare = make,
}};

}  // namespace
