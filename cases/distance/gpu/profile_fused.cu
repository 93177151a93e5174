// gpu/profile in one pass: the thread that has found the distance looks it up and writes only `z`. Compared with
// gpu/profile, this saves a launch, and a plane of distances that was written and read again. The lookup comes after
// the search, once per pixel: the profile need not rise with the distance, so its smallest value in the window may not
// be the nearest pixel's. Compared with such a long search, the speedup should be small.
#include "cases/distance/gpu/grid.hpp"

namespace {

__global__ void profile_fused(float* z, const std::uint8_t* image, const float* table, int width, int height,
                              int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    z[rungs::at(x, y, width)] = table[distance::nearest_white(image, x, y, width, height, radius)];
  }
}

void launch(const distance::Problem& p, const distance::Views& v, rungs::Stream stream) {
  rungs::launch({distance::blocks_for(p), distance::block, stream}, profile_fused, v.z, v.image, v.table, p.width,
                p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/profile",
    .technique = {"fuse"},
    .idea = "search and lookup in one pass",
    .result = distance::Case::Result::profile,
    .launch = launch,
}};

}  // namespace
