// gpu/fused_tile_skip with eight rows per thread, one below the other, and compile-time code for R up to 15.
// Each squared row is loaded once and used from registers for all of the thread's rows in reach: 36 loads for
// eight rows instead of 29 for each. With the loops unrolled, the squares of dy are immediate constants, and
// only loads and minima remain of gpu/fused_tile_skip's loop. Rows further away than R - 1 change nothing, so
// one kernel serves every R up to 15.
#include "cases/distance/gpu/tile.hpp"

namespace {

constexpr int unrolled_radius = 15;
constexpr int unrolled_reach = unrolled_radius - 1;
constexpr int rows_per_thread = distance::tile_height / distance::thread_rows;

/// Eight rows of results. `first`: the thread's columns in the first of them.
__device__ void tall_nearest(distance::Packed (&nearest)[rows_per_thread], const distance::Packed* first, int stride) {
#pragma unroll
  for (int row = -unrolled_reach; row < rows_per_thread + unrolled_reach; ++row) {
    const distance::Packed offered = first[row * stride];
#pragma unroll
    for (int k = 0; k < rows_per_thread; ++k) {
      const int dy = row - k;
      const unsigned added = dy * dy * 0x10001U;
      if (dy == -unrolled_reach) nearest[k] = make_uint2(offered.x + added, offered.y + added);
      if (dy <= -unrolled_reach || dy > unrolled_reach) continue;
      nearest[k].x = __viaddmin_u16x2(offered.x, added, nearest[k].x);
      nearest[k].y = __viaddmin_u16x2(offered.y, added, nearest[k].y);
    }
  }
}

__device__ void store_tall(std::uint32_t* out, const distance::Tile& tile, int width, int height) {
  const int y = static_cast<int>(threadIdx.y) * rows_per_thread;
  const int stride = 128 / distance::columns_per_thread;  // tile_width for any R up to 64
  distance::Packed nearest[rows_per_thread];
  tall_nearest(nearest, distance::thread_columns(tile) + (tile.reach + y) * stride, stride);
  const int x = tile.left + static_cast<int>(threadIdx.x) * distance::columns_per_thread;
#pragma unroll
  for (int k = 0; k < rows_per_thread; ++k) {
    distance::store_four(out, nearest[k], x, tile.top + y + k, width, height, distance::Squared{});
  }
}

__global__ void fused_tile_tall(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const distance::Tile tile = distance::block_tile(width, radius, unrolled_reach);
  distance::load_bits(tile, image, width, height);
  __syncthreads();
  const distance::Kind kind = distance::tile_kind(tile, width, height);
  if (kind != distance::Kind::mixed) {
    const int squared = kind == distance::Kind::white ? 0 : radius * radius;
    distance::store_tile(out, tile, squared, width, height, distance::Squared{});
    return;
  }
  distance::square_rows(tile, radius);
  __syncthreads();
  store_tall(out, tile, width, height);
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  if (p.distance_max > unrolled_radius)
    throw rungs::Unsupported("is unrolled for distance_max up to 15; gpu/fused_tile_skip runs any");
  const std::size_t bytes = distance::tile_bytes(p, unrolled_reach);
  rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, bytes}, fused_tile_tall, v.out, v.image,
                p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/fused_tile_skip",
    .technique = {"coarsen"},
    .idea = "eight rows per thread share their loads; R up to 15 unrolled",
    .launch = launch,
}};

}  // namespace
