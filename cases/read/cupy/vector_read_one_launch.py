"""The kernel of gpu/vector_read_one_launch as a string, compiled by CuPy with NVRTC.

The same algorithm measured from C++ and from Python: the two rows should agree within the noise. If they do not, the
engine's path for Python variants adds something to the time."""

import rungs

SOURCE = r"""
typedef unsigned int word;
const unsigned threads = 256, loads = 4;

__device__ unsigned long long gathered = 0;  // upper half: the sum; lower half: blocks that are done

__device__ word warp_sum(word value) {
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xFFFFFFFFU, value, distance);
  return value;
}

extern "C" __global__ void vector_read(word* sum, const word* source, unsigned long long count) {
  const unsigned long long per_turn = threads * loads * 4;
  word mine = 0;
  unsigned long long first = blockIdx.x * per_turn;
  for (; first + per_turn <= count; first += gridDim.x * per_turn) {
    const uint4* const from = (const uint4*)(source + first) + threadIdx.x;
    uint4 held[loads];
    for (unsigned i = 0; i < loads; ++i) held[i] = __ldcs(from + i * threads);
    for (unsigned i = 0; i < loads; ++i) mine += held[i].x + held[i].y + held[i].z + held[i].w;
  }
  const unsigned long long whole = count / 4, vector = first / 4 + threadIdx.x;
  for (unsigned i = 0; i < loads; ++i) {
    if (vector + i * threads >= whole) continue;
    const uint4 four = __ldcs((const uint4*)source + vector + i * threads);
    mine += four.x + four.y + four.z + four.w;
  }
  if (blockIdx.x == 0 && threadIdx.x < count % 4) mine += source[4 * whole + threadIdx.x];

  __shared__ word warps[threads / 32];
  mine = warp_sum(mine);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  mine = warp_sum(threadIdx.x < threads / 32 ? warps[threadIdx.x] : 0);
  if (threadIdx.x != 0) return;
  const unsigned long long before = atomicAdd(&gathered, ((unsigned long long)mine << 32) | 1U);
  if ((word)before + 1 != gridDim.x) return;
  *sum = (word)(before >> 32) + mine;
  atomicExch(&gathered, 0ULL);
}
"""
WORDS_PER_TURN = 256 * 4 * 4


@rungs.variant(framework="cupy", improves="gpu/vector_read_one_launch",
               no_technique="another compiler", idea="the same kernel, compiled by CuPy")
def vector_read_one_launch(p):
    import cupy

    count = p.width * p.height
    source = p.input("source", "uint32", (count,))
    result = p.output("sum", "uint32", (1,))
    kernel = cupy.RawKernel(SOURCE, "vector_read")
    blocks = min(-(-count // WORDS_PER_TURN), 2048)
    return lambda: kernel((blocks,), (256,), (result, source, cupy.uint64(count)))
