// Two threads per element add half of the step each to a counter in shared memory, without an atomic: both
// may read it before either writes. The right result needs one of the two orders in which one thread writes
// before the other reads; in the others an addition is lost.
#pragma once

#include <rungs/device.hpp>

#include "cases/ramp/case.hpp"

namespace ramp {

inline constexpr unsigned counters = 64;  ///< per block, with twice as many threads

namespace {

/// `between()` runs between a thread's read of its counter and its write.
template <class Between>
__global__ void count_without_atomics(float* out, const float* in, float step, unsigned elements,
                                      Between between) {
  __shared__ float counter[counters];
  const unsigned mine = threadIdx.x / 2;
  const unsigned i = blockIdx.x * counters + mine;
  if (threadIdx.x % 2 == 0) counter[mine] = i < elements ? in[i] : 0;
  __syncthreads();
  const float read = counter[mine];
  between();
  counter[mine] = read + step / 2;
  __syncthreads();
  if (threadIdx.x % 2 == 0 && i < elements) out[i] = counter[mine];
}

template <class Between>
void launch_without_atomics(const Problem& p, const Views& v, rungs::Stream stream, Between between) {
  const auto elements = static_cast<unsigned>(p.area());
  rungs::launch({dim3((elements + counters - 1) / counters), dim3(2 * counters), stream},
                count_without_atomics<Between>, v.out, v.in, static_cast<float>(p.step), elements, between);
}

}  // namespace
}  // namespace ramp
