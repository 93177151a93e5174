// Wrong on purpose: two threads per element add half of the step each to a counter in shared memory, without
// an atomic: both may read it before either writes. The right result needs one of the two orders in which one
// thread writes before the other reads; in the others an addition is lost.
#include <rungs/device.hpp>

#include "cases/ramp/case.hpp"

namespace {

constexpr unsigned counters = 64;  ///< per block, with twice as many threads

/// With `barrier`, the two threads wait for each other between read and write. Without it, as both are in one
/// warp, on a GPU both read before either writes; the simulator changes threads only at a barrier: there the
/// result is right.
template <bool barrier>
__global__ void count_without_atomics(float* out, const float* in, float step, unsigned elements) {
  __shared__ float counter[counters];
  const unsigned mine = threadIdx.x / 2;
  const unsigned i = blockIdx.x * counters + mine;
  if (threadIdx.x % 2 == 0) counter[mine] = i < elements ? in[i] : 0;
  __syncthreads();
  const float read = counter[mine];
  if (barrier) __syncwarp();
  counter[mine] = read + step / 2;
  __syncthreads();
  if (threadIdx.x % 2 == 0 && i < elements) out[i] = counter[mine];
}

template <bool barrier>
void launch(const ramp::Problem& p, const ramp::Views& v, rungs::Stream stream) {
  const auto elements = static_cast<unsigned>(p.area());
  rungs::launch({dim3((elements + counters - 1) / counters), dim3(2 * counters), stream},
                count_without_atomics<barrier>, v.out, v.in, static_cast<float>(p.step), elements);
}

const rungs::Variant<ramp::Case> with_barrier{
    {.name = "gpu/lost_update", .idea = "wrong: an update is lost", .launch = launch<true>}};
const rungs::Variant<ramp::Case> without{{.name = "gpu/lost_update_plain",
                                          .idea = "wrong: an update is lost, without a barrier",
                                          .launch = launch<false>}};

}  // namespace
