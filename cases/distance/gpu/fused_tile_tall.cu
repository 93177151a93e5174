// gpu/fused_tile_skip with eight rows per thread, one below the other, and compile-time code for R up to 15.
// Each squared row is loaded once and used from registers for all of the thread's rows in reach: 36 loads for
// eight rows instead of 29 for each. With the loops unrolled, the squares of dy are immediate constants, and
// only loads and minima remain of gpu/fused_tile_skip's loop. Rows further away than R - 1 change nothing, so
// one kernel serves every R up to 15; for larger R it runs gpu/fused_tile_skip.
#include <cstddef>
#include <cstdint>

#include "cases/distance/gpu/packed_rows.hpp"
#include "cases/distance/gpu/tile.hpp"

namespace {

constexpr int unrolled_radius = 15;
constexpr int unrolled_reach = unrolled_radius - 1;
constexpr int rows_a_thread = distance::tile_height / distance::thread_rows;

/// Eight rows of results. `first`: the thread's columns in the first of them.
__device__ void tall_nearest(distance::Packed (&nearest)[rows_a_thread], const distance::Packed* first,
                             int stride) {
#pragma unroll
  for (int row = -unrolled_reach; row < rows_a_thread + unrolled_reach; ++row) {
    const distance::Packed offered = first[row * stride];
#pragma unroll
    for (int k = 0; k < rows_a_thread; ++k) {
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
  const int y = static_cast<int>(threadIdx.y) * rows_a_thread;
  const int stride = 128 / distance::columns_a_thread;  // tile_width for any R up to 64
  distance::Packed nearest[rows_a_thread];
  tall_nearest(nearest, distance::thread_columns(tile) + (tile.reach + y) * stride, stride);
  const int x = tile.left + static_cast<int>(threadIdx.x) * distance::columns_a_thread;
#pragma unroll
  for (int k = 0; k < rows_a_thread; ++k) {
    distance::store_four(out, nearest[k], x, tile.top + y + k, width, height, distance::Squared{});
  }
}

template <bool Unrolled, bool Carries>
__global__ void fused_tile(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const int reach = Unrolled ? unrolled_reach : radius - 1;
  const distance::Tile tile = distance::block_tile(width, radius, reach);
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
  if (Unrolled) {
    store_tall(out, tile, width, height);
  } else {
    distance::store_rows<Carries>(out, tile, width, height, radius);
  }
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  const bool unrolled = p.distance_max <= unrolled_radius;
  const bool carries = p.distance_max > distance::longest_without_carry;
  const std::size_t bytes = distance::tile_bytes(p, unrolled ? unrolled_reach : p.distance_max - 1);
  rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, bytes},
                unrolled  ? fused_tile<true, false>
                : carries ? fused_tile<false, true>
                          : fused_tile<false, false>,
                v.out, v.image, p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/fused_tile_skip",
    .idea = "eight rows per thread share their loads; R up to 15 unrolled",
    .launch = launch,
}};

}  // namespace
