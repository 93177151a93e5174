// gpu/k3_float2 with the staged points in two arrays, one of x and one of y, instead of one array of structs
// of 8 bytes. The document asks whether such structs cause bank conflicts: neighbouring threads read words
// that are two banks apart. But a load of 8 bytes is served half a warp at a time, and 16 threads x 2 words
// are each bank once. So there is no conflict to remove, and nothing should be gained. The price of two
// arrays: two loads per point instead of one, and two asynchronous copies of 4 bytes.
#include "cases/edm/gpu/tile.hpp"

namespace {

struct TwoArrays {
  struct Staged {
    float* x;
    float* y;
    __device__ float2 operator[](unsigned i) const { return make_float2(x[i], y[i]); }
  };

  /// In the memory of `count` points.
  static __device__ Staged in(float2* memory, unsigned count) {
    float* const x = reinterpret_cast<float*>(memory);
    return {x, x + count};
  }
  static __device__ void put(const Staged& staged, unsigned i, float2 point) {
    staged.x[i] = point.x;
    staged.y[i] = point.y;
  }
  static __device__ void copy_async(const Staged& staged, unsigned i, const float2* point) {
    __pipeline_memcpy_async(&staged.x[i], &point->x, sizeof(float));
    __pipeline_memcpy_async(&staged.y[i], &point->y, sizeof(float));
  }
};

__global__ void k3_two_arrays(float* distances, edm::Points points, unsigned n, unsigned batch, unsigned rows) {
  edm::for_batches<TwoArrays>(distances, points, n, batch, rows, [](const edm::TileOf<TwoArrays::Staged>& tile) {
    const std::uint64_t columns = tile.columns;
#pragma unroll 1  // otherwise the compiler unrolls only one of the two division loops (64 or 32 bits)
    for (std::uint64_t index = threadIdx.x; index < tile.rows * columns; index += edm::threads) {
      const std::uint64_t row = index / columns;
      const std::uint64_t column = index % columns;
      edm::put(tile, static_cast<unsigned>(row), static_cast<unsigned>(column));
    }
  });
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/k3_float2",
    .technique = {"banks"},
    .idea = "x and y in two arrays instead of pairs",
    .launch = edm::launch_batches<k3_two_arrays>,
}};

}  // namespace
