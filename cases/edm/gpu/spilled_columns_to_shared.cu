// gpu/spilled_columns with its spills in shared memory, by the pragma that CUDA 13 added.
// Shared memory is not a cache: a spilled register cannot be evicted, and nothing of it goes to the L2. The
// price is shared memory, 256 times what a thread spills; the compiler takes 16 to 20 KB per block and leaves
// the rest, a third to a half, in local memory. The pragma has an effect only in a kernel without
// dynamic shared memory, so it cannot be tried on gpu/k3_shared to gpu/k6_pipeline_registers; and it moves
// spilled registers only, not an array that is indexed at run time as in gpu/k5_pipeline.
#include <cstddef>
#include <rungs/device.hpp>

#include "cases/edm/gpu/rows.hpp"

#if !defined(__CUDACC_VER_MAJOR__)
#define SPILLS_GO_TO_SHARED_MEMORY  // on the simulator, which has no registers
#elif __CUDACC_VER_MAJOR__ >= 13
#define SPILLS_GO_TO_SHARED_MEMORY asm volatile(".pragma \"enable_smem_spilling\";")
#endif

namespace {

constexpr unsigned wide = 4;     // columns in a vector
constexpr unsigned vectors = 8;  // per thread: 64 registers for their points
constexpr unsigned rows_per_block = 8;
/// Blocks per multiprocessor that the compiler has to make room for: 64 registers per thread, which are not
/// enough.
constexpr unsigned blocks = 4;

/// As in gpu/branch_free_root.
__device__ float distance(float2 a, float2 b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float x = dx * dx + dy * dy;
  const float y = rsqrtf(fmaxf(x, 0x1p-126F));
  const float s = __fmul_rn(x, y);
  return __fmaf_rn(__fmaf_rn(-s, s, x), __fmul_rn(0.5F, y), s);
}

/// A thread's vectors are edm::threads apart.
__global__ void __launch_bounds__(edm::threads, blocks)
    spilled_columns(float* distances, edm::Points points, unsigned n, unsigned shift) {
#ifdef SPILLS_GO_TO_SHARED_MEMORY
  SPILLS_GO_TO_SHARED_MEMORY;
#endif
  const edm::AlikeRows rows = edm::alike_rows(blockIdx.y, n, rows_per_block, shift);
  const edm::Split split = edm::split_of<wide>(rows.first, n);
  const unsigned first = blockIdx.x * vectors * edm::threads + threadIdx.x;

  // Vectors beyond the row's last one are loaded from its start, where there is at least one column.
  float2 held[vectors][wide];
#pragma unroll
  for (unsigned v = 0; v < vectors; ++v) {
    const unsigned item = first + v * edm::threads;
#pragma unroll
    for (unsigned i = 0; i < wide; ++i) {
      held[v][i] = __ldg(points.columns + (item < split.vectors ? split.head + item * wide + i : 0));
    }
  }
  float* to = distances + rungs::at(split.head + first * wide, rows.first, n);
#pragma unroll 1
  for (unsigned i = 0; i < rows.count; ++i) {
    const float2 row = __ldg(points.rows + rows.first + i * rows.step);
#pragma unroll
    for (unsigned v = 0; v < vectors; ++v) {
      if (first + v * edm::threads >= split.vectors) break;
      const auto& p = held[v];
      __stcs(reinterpret_cast<float4*>(to + v * edm::threads * wide),
             make_float4(distance(row, p[0]), distance(row, p[1]), distance(row, p[2]), distance(row, p[3])));
    }
    to += std::size_t{rows.step} * n;
  }
#pragma unroll 1
  for (unsigned item = first; item < first + vectors * edm::threads; item += edm::threads) {
    if (item < split.vectors || item - split.vectors >= split.singles) continue;
    edm::put_column(distances, points, n, rows, edm::single_column<wide>(split, item - split.vectors),
                    distance);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
#ifndef SPILLS_GO_TO_SHARED_MEMORY
  throw rungs::Unsupported("spilling to shared memory needs CUDA 13");
#endif
  const unsigned n = p.count();
  const unsigned shift = edm::alike_shift<wide>(n);
  constexpr unsigned items = vectors * edm::threads;
  const dim3 grid((edm::items_for<wide>(n) + items - 1) / items, edm::groups_for(n, rows_per_block, shift));
  rungs::launch({grid, dim3(edm::threads), stream}, spilled_columns, v.distances, edm::points_of(p, v), n,
                shift);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/spilled_columns",
    .technique = {"local"},
    .idea = "spills go to shared memory",
    .spills = "the compiler leaves a part of them in local memory",
    .launch = launch,
}};

}  // namespace
