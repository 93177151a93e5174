// gpu/uv_atomic_add that also counts, and a second kernel that divides: the mean, whatever the order.
// The scattering variants give one of the values or their sum, since a thread cannot know what else covers a
// pixel. Here it adds 1 to a count as well as to the sum, and the division waits until all have added. The
// cost: two atomics per store instead of one, a plane of counts that must be cleared too, and a pass that
// reads both planes and writes the target again. All of it should cost more than twice gpu/uv_atomic_add, and
// far more than gpu/target_loop, which computes the same mean without a second plane.
#include "cases/uv/gpu/repetitions.hpp"

namespace {

constexpr unsigned threads = 256;

template <bool constant>
__global__ void add_and_count(float* target, unsigned* counts, const float* repeater, uv::Launch r) {
  uv::for_pixels<constant>(r, repeater, target, [=](float* pixel, float value) {
    atomicAdd(pixel, value);
    atomicAdd(counts + (pixel - target), 1U);
  });
}

__global__ void divide(float* target, const unsigned* counts, std::size_t pixels) {
  const std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x;
  if (i >= pixels) return;
  const unsigned count = counts[i];
  if (count > 1) target[i] /= static_cast<float>(count);
}

void launch(const rungs::Call<uv::Case>& call, dim3 block) {
  const uv::Problem& p = call.problem;
  const uv::Views& v = call.views;
  auto* const counts = reinterpret_cast<unsigned*>(call.workspace);
  rungs::fill_bytes(v.target, 0, p.area() * sizeof(float), call.stream);
  rungs::fill_bytes(counts, 0, p.area() * sizeof(unsigned), call.stream);
  uv::launch_over_box(add_and_count<false>, add_and_count<true>, p, block, call.stream, v.target, counts, v.repeater);
  rungs::launch({rungs::linear_grid((p.area() + threads - 1) / threads), dim3(threads), call.stream}, divide, v.target,
                counts, p.area());
}

const rungs::Variant<uv::Case> variant{{
    .improves = "gpu/uv_atomic_add",
    .step = rungs::Step::question,
    .idea = "sums and counts by atomicAdd, then divided: the mean",
    .result = uv::Case::Result::mean,
    .workspace_bytes = [](const uv::Problem& p) { return p.area() * sizeof(unsigned); },
    .versions = uv::in_blocks(launch),
    .tunable = true,
}};

}  // namespace
