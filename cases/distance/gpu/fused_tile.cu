// gpu/bit_mask_rows in one kernel: a block makes the bits, the row distances and the minima of a tile.
// What the passes leave for each other stays in shared memory, so that a byte a pixel is read and a word
// written, and nothing else. Against gpu/bit_mask_rows four bytes a pixel go, and 29 loads a word of two
// pixels from the L1; a thread has four neighbouring columns, 8 bytes a load and 16 a store. What it costs:
// rows above and below a tile are worked out again by the next one, at R = 15 nearly half as many as the tile
// has, and ever more beyond that.
#include <cstddef>
#include <cstdint>

#include "cases/distance/gpu/packed_rows.hpp"
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
                carries ? fused_tile<true> : fused_tile<false>, v.out, v.image, p.width, p.height,
                p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .name = "gpu/fused_tile",
    .improves = "gpu/bit_mask_rows",
    .idea = "both passes of a tile in one kernel, through shared memory",
    .launch = launch,
}};

}  // namespace
