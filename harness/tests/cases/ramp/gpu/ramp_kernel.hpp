// A right kernel for the ramp, which each wrong variant bends in its own way.
#pragma once

#include <rungs/device.hpp>

#include "cases/ramp/case.hpp"

namespace ramp {
namespace {

/// Adds `step` to elements [first, last) of `in`.
__global__ void add_step(float* out, const float* in, float step, long long first, long long last) {
  const long long i = first + static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < last) out[i] = in[i] + step;
}

/// Launches add_step over [first, last).
[[maybe_unused]] void launch_add_step(const Problem& p, const Views& v, long long first, long long last,
                                      rungs::Stream stream) {
  const auto blocks = static_cast<unsigned>((last - first + 127) / 128);
  rungs::launch({dim3(blocks), dim3(128), stream}, add_step, v.out, v.in, static_cast<float>(p.step), first,
                last);
}

[[maybe_unused]] long long elements(const Problem& p) { return static_cast<long long>(p.area()); }

/// Launches a kernel with a thread for each element.
template <auto kernel>
void launch_on_each(const Problem& p, const Views& v, rungs::Stream stream) {
  const auto blocks = static_cast<unsigned>((p.area() + 127) / 128);
  rungs::launch({dim3(blocks), dim3(128), stream}, kernel, v.out, v.in, static_cast<float>(p.step),
                elements(p));
}

}  // namespace
}  // namespace ramp
