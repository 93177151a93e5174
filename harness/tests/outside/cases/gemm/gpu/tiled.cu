// Square tiles of a and b in shared memory: each value loaded serves a whole row or column of the block.
#include <cuda_fp16.h>
#include <rungs/device.hpp>
#include "cases/gemm/case.hpp"

namespace {

template <unsigned side> __global__ void tiled(float* c, const __half* a, const __half* b, gemm::Problem p) {
  __shared__ float tile_a[side][side], tile_b[side][side];
  const unsigned tx = threadIdx.x, x = blockIdx.x * side + tx;
  const unsigned ty = threadIdx.y, y = blockIdx.y * side + ty;
  float sum = 0;
  for (unsigned first = 0; first < p.k; first += side) {
    const unsigned of_a = first + tx, of_b = first + ty;  // the thread's column of a and row of b
    tile_a[ty][tx] = y < p.m && of_a < p.k ? __half2float(a[rungs::at(of_a, y, p.k)]) : 0;
    tile_b[ty][tx] = of_b < p.k && x < p.n ? __half2float(b[rungs::at(x, of_b, p.n)]) : 0;
    __syncthreads();
    for (unsigned i = 0; i < side; ++i) sum += tile_a[ty][i] * tile_b[i][tx];
    __syncthreads();
  }
  if (x < p.n && y < p.m) c[rungs::at(x, y, p.n)] = p.alpha * sum;
}

template <unsigned side> void launch(const gemm::Problem& p, const gemm::Views& v, rungs::Stream stream) {
  const dim3 block(side, side);
  rungs::launch({rungs::grid_for(p.n, p.m, block), block, stream}, tiled<side>, v.c,
                reinterpret_cast<const __half*>(v.a), reinterpret_cast<const __half*>(v.b), p);
}

const rungs::Variant<gemm::Case> variant{{
    .improves = "gpu/naive",
    .idea = "tiles of a and b in shared memory",
    .versions = {{"block=8", launch<8>}, {"block=16", launch<16>}, {"block=32", launch<32>}},
}};

}  // namespace
