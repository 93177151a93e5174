// One variant compiled four times: two axes with two values each.
#include <cuda_fp16.h>

#include <rungs/device.hpp>

#include "cases/volume/case.hpp"

namespace {

template <unsigned block, class Count>
__global__ void scale_all(float* scaled, std::int8_t* rounded, const __half* in, Count count, float scale) {
  const Count i = Count{blockIdx.x} * block + threadIdx.x;
  if (i >= count) return;
  scaled[i] = __half2float(in[i]) * scale;
  rounded[i] = static_cast<std::int8_t>(scaled[i]);
}

template <unsigned block, class Count>
void launch(const volume::Problem& p, const volume::Views& v, rungs::Stream stream) {
  rungs::launch({rungs::linear_grid((p.count() + block - 1) / block), dim3(block), stream},
                scale_all<block, Count>, v.scaled, v.rounded, reinterpret_cast<const __half*>(v.in),
                static_cast<Count>(p.count()), p.scale);
}

const rungs::Variant<volume::Case> variant{{
    .idea = "one thread per element",
    .versions = {{"block=32;index=narrow", launch<32, unsigned>},
                 {"block=64;index=narrow", launch<64, unsigned>},
                 {"block=32;index=wide", launch<32, unsigned long long>},
                 {"block=64;index=wide", launch<64, unsigned long long>}},
}};

}  // namespace
