// gpu/fused_tile, but a tile whose result follows from its bits is written at once: 0 if all of it is white, R^2 if no
// white pixel is near. Both can be read from the words before any distance is known, a few words per thread. Such a
// tile only costs its loads and its stores. If most tiles are of that kind (empty, full, edge), this takes less than
// half of the time. The cost is two voting barriers in every tile: if nearly all have white and black pixels in reach
// (noise, blobs), it is slightly slower than gpu/fused_tile.
#include "cases/distance/gpu/tile.hpp"

namespace {

template <bool Carries>
__global__ void fused_tile(std::uint32_t* out, const std::uint8_t* image, int width, int height, int radius) {
  const distance::Tile tile = distance::block_tile(width, radius, radius - 1);
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
  distance::store_rows<Carries>(out, tile, width, height, radius);
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  const std::size_t bytes = distance::tile_bytes(p, p.distance_max - 1);
  const bool carries = p.distance_max > distance::longest_without_carry;
  rungs::launch({distance::tiles(p), distance::tile_threads(p), stream, bytes},
                carries ? fused_tile<true> : fused_tile<false>, v.out, v.image, p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/fused_tile",
    .technique = {"skip"},
    .idea = "tiles that are all white, or far from white, are written at once",
    .launch = launch,
}};

}  // namespace
