// gpu/bit_mask_rows in one kernel: a block computes the bits, the row distances and the minima of a tile. The data
// between the passes stays in shared memory, so one byte is read and one word written per pixel, and nothing else.
// Compared with gpu/bit_mask_rows, this saves four bytes per pixel, and 29 L1 loads per word of two pixels. A thread
// has four adjacent columns, with 8-byte loads and 16-byte stores. The cost: rows above and below a tile are computed
// again by the next tile. At R = 15 these are nearly half as many as the tile has, and more for larger R.
#include "cases/distance/gpu/tile.hpp"

namespace {

template <bool Carries>
__global__ void fused_tile(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const distance::Tile tile = distance::block_tile(width, radius, radius - 1);
  distance::load_bits(tile, image, width, height);
  __syncthreads();
  distance::square_rows(tile, radius);
  __syncthreads();
  distance::store_rows<Carries>(out, tile, width, height, radius);
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  const std::size_t bytes = distance::tile_bytes(p, p.distance_max - 1);
  const bool carries = p.distance_max > distance::longest_without_carry;
  rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, bytes},
                carries ? fused_tile<true> : fused_tile<false>, v.out, v.image, p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/bit_mask_rows",
    .technique = {"fuse"},
    .idea = "both passes of a tile in one kernel, through shared memory",
    .launch = launch,
}};

}  // namespace
