// gpu/branch_free_root for half of the matrix: a block computes a tile of 64 x 64 distances on or above the diagonal,
// and writes it twice, as it is and transposed. This halves the arithmetic and the loads of points. The stores stay, so
// on a card that stores limit nothing should be gained; where instructions limit, up to a factor of two. The price: the
// transposed tile passes through shared memory, so that both writes are coalesced, and blocks write runs of 256 bytes
// in 128 rows instead of 4 KiB in four. Needs one set of points: otherwise the matrix is not symmetric.
#include "cases/edm/gpu/rows.hpp"

namespace {

constexpr unsigned side = 64;  // of a tile
constexpr unsigned wide = 4;   // a thread has 4 x 4 distances
constexpr unsigned quads = side / wide;
static_assert(quads * quads == edm::threads);

/// A tile's place in the matrix, in tiles; the column is at least the row.
struct TilePlace {
  unsigned row;
  unsigned column;
};

/// The tiles of one block row, for an even number of tiles in a row. Row y of the triangle has tiles - y of
/// them and row tiles - 1 - y has y + 1: together one row of a rectangle.
__device__ TilePlace tile_place(unsigned x, unsigned y, unsigned tiles) {
  if (x < tiles - y) return {y, y + x};
  return {tiles - 1 - y, x - 1};
}

/// Where the transposed tile keeps four distances of one row. The order within a row depends on the row, so
/// that neither the writes nor the reads of a warp meet in a bank.
__device__ unsigned slot(unsigned row, unsigned quad) { return row * quads + (quad ^ (row / wide % 8)); }

/// Stores four distances of a row, or those that are inside the matrix; four bytes at a time if rows are not aligned.
__device__ void store(float* distances, unsigned n, unsigned row, unsigned column, float4 four) {
  if (row >= n) return;
  float* const to = distances + rungs::at(column, row, n);
  if (n % wide == 0 && column < n) {
    __stcs(reinterpret_cast<float4*>(to), four);
    return;
  }
  const float values[wide] = {four.x, four.y, four.z, four.w};
#pragma unroll
  for (unsigned i = 0; i < wide; ++i) {
    if (column + i < n) to[i] = values[i];
  }
}

__global__ void symmetric_half(float* distances, const float2* points, unsigned n, unsigned tiles) {
  __shared__ float4 transposed[side * quads];
  const TilePlace tile = tile_place(blockIdx.x, blockIdx.y, tiles);
  const unsigned x = threadIdx.x % quads;
  const unsigned y = threadIdx.x / quads;
  const unsigned column = tile.column * side + x * wide;
  const unsigned row = tile.row * side + y * wide;
  if (tile.column * side >= n) return;

  float2 held[wide];
#pragma unroll
  for (unsigned j = 0; j < wide; ++j) held[j] = __ldg(points + min(column + j, n - 1));
  float4 turned[wide];
#pragma unroll
  for (unsigned i = 0; i < wide; ++i) {
    const float2 from = __ldg(points + min(row + i, n - 1));
    const float4 four = make_float4(edm::branch_free_distance(from, held[0]), edm::branch_free_distance(from, held[1]),
                                    edm::branch_free_distance(from, held[2]), edm::branch_free_distance(from, held[3]));
    store(distances, n, row + i, column, four);
    const float values[wide] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (unsigned j = 0; j < wide; ++j) reinterpret_cast<float*>(&turned[j])[i] = values[j];
  }
  if (tile.row == tile.column) return;  // the whole block: its tile is symmetric and already written

#pragma unroll
  for (unsigned j = 0; j < wide; ++j) transposed[slot(x * wide + j, y)] = turned[j];
  __syncthreads();
#pragma unroll
  for (unsigned j = 0; j < wide; ++j) {
    const unsigned own = y * wide + j;
    store(distances, n, tile.column * side + own, tile.row * side + x * wide, transposed[slot(own, x)]);
  }
}

void launch(const edm::Problem& p, const edm::Views& v, rungs::Stream stream) {
  if (p.sets != edm::Sets::one) throw rungs::Unsupported("the matrix is symmetric with sets=one only");
  const unsigned n = p.count();
  const unsigned tiles = (n + 2 * side - 1) / (2 * side) * 2;  // even: the last may be empty
  rungs::launch({dim3(tiles + 1, tiles / 2), dim3(edm::threads), stream}, symmetric_half, v.distances,
                edm::points_of(p, v).rows, n, tiles);
}

const rungs::Variant<edm::Case> variant{{
    .improves = "gpu/branch_free_root",
    .no_technique = "half of the arithmetic, but as many bytes",
    .idea = "half of the matrix, each tile written twice",
    .launch = launch,
}};

}  // namespace
