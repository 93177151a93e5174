// A block for each row, which it reads three times: for the maximum, for the sum of the powers, and to write.
#include <cmath>

#include "cases/softmax/gpu/block.hpp"

namespace {

template <class Load>
__global__ void row_per_block(float* probabilities, float* row_max, const float* input, unsigned width) {
  const auto* const from = reinterpret_cast<const Load*>(input + rungs::at(0, blockIdx.x, width));
  auto* const to = reinterpret_cast<Load*>(probabilities + rungs::at(0, blockIdx.x, width));
  const unsigned loads = width / (sizeof(Load) / sizeof(float)), threads = softmax::threads;
  float most = -INFINITY, sum = 0;
  for (unsigned i = threadIdx.x; i < loads; i += threads)
    softmax::each(from[i], [&](float value) { return most = fmaxf(most, value); });
  most = softmax::fold_block(most, [](float a, float b) { return fmaxf(a, b); });
  for (unsigned i = threadIdx.x; i < loads; i += threads)
    softmax::each(from[i], [&](float value) { return sum += expf(value - most); });
  sum = softmax::fold_block(sum, [](float a, float b) { return a + b; });
  for (unsigned i = threadIdx.x; i < loads; i += threads)
    to[i] = softmax::each(from[i], [&](float value) { return expf(value - most) / sum; });
  if (threadIdx.x == 0) row_max[blockIdx.x] = most;
}

template <class Load>
void launch(const softmax::Problem& p, const softmax::Views& v, rungs::Stream stream) {
  if (p.width % (sizeof(Load) / sizeof(float)) != 0)
    throw rungs::Unsupported("loads of four floats need a width that is a multiple of 4");
  rungs::launch({rungs::linear_grid(p.height), dim3(softmax::threads), stream}, row_per_block<Load>,
                v.probabilities, v.row_max, v.input, p.width);
}

const rungs::Variant<softmax::Case> variant{{
    .improves = "host/plain",
    .idea = "a block for each row",
    .versions = {{"load=float", launch<float>}, {"load=float4", launch<float4>}},
}};

}  // namespace
