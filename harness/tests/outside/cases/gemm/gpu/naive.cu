// A thread for each element of c: it walks along a row of a and down a column of b.
#include <cuda_fp16.h>
#include <rungs/device.hpp>
#include "cases/gemm/case.hpp"

namespace {

__global__ void naive(float* c, const __half* a, const __half* b, gemm::Problem p) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= p.n || y >= p.m) return;
  float sum = 0;
  for (unsigned i = 0; i < p.k; ++i) {
    sum += __half2float(a[rungs::at(i, y, p.k)]) * __half2float(b[rungs::at(x, i, p.n)]);
  }
  c[rungs::at(x, y, p.n)] = p.alpha * sum;
}

void launch(const gemm::Problem& p, const gemm::Views& v, rungs::Stream stream) {
  const dim3 block(16, 16);
  rungs::launch({rungs::grid_for(p.n, p.m, block), block, stream}, naive, v.c, reinterpret_cast<const __half*>(v.a),
                reinterpret_cast<const __half*>(v.b), p);
}

const rungs::Variant<gemm::Case> variant{{
    .improves = "host/plain",
    .idea = "a thread for each element of c",
    .launch = launch,
}};

}  // namespace
