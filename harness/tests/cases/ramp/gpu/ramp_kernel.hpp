// A right kernel for the ramp, which each wrong variant bends in its own way.
#pragma once

#include <rungs/device.hpp>
#include "cases/ramp/case.hpp"

namespace ramp {
namespace {

__device__ long long this_thread() { return static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x; }

/// Adds `step` to elements [first, last) of `in`.
__global__ void add_step(float* out, const float* in, float step, long long first, long long last) {
  const long long i = first + this_thread();
  if (i < last) out[i] = in[i] + step;
}

[[maybe_unused]] rungs::Grid grid_of(long long threads, rungs::Stream stream) {
  return {dim3(static_cast<unsigned>((threads + 127) / 128)), dim3(128), stream};
}

/// Launches add_step over [first, last).
[[maybe_unused]] void launch_add_step(const Call& c, long long first, long long last) {
  rungs::launch(grid_of(last - first, c.stream), add_step, c.views.out, c.views.in, static_cast<float>(c.problem.step),
                first, last);
}

[[maybe_unused]] long long elements(const Call& c) { return static_cast<long long>(c.problem.area()); }

[[maybe_unused]] void launch_right(const Call& c) { launch_add_step(c, 0, elements(c)); }

/// Launches a kernel with a thread for each element.
template <auto kernel> void launch_on_each(const Call& c) {
  rungs::launch(grid_of(elements(c), c.stream), kernel, c.views.out, c.views.in, static_cast<float>(c.problem.step),
                elements(c));
}

}  // namespace
}  // namespace ramp
