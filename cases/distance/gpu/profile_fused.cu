// gpu/profile in one pass: the thread that has found the distance looks it up and writes `z` alone.
// Against gpu/profile a launch goes, and a plane of distances that was written and read again. The lookup
// comes after the search, once a pixel: the profile need not rise with the distance, so its least value in
// the window would not be the nearest pixel's. Next to a search of this length the gain should be small.
#include <cstdint>

#include "cases/distance/gpu/search.hpp"

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
  rungs::launch({distance::blocks_for(p), distance::block, stream}, profile_fused, v.z, v.image, v.table,
                p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .name = "gpu/profile_fused",
    .improves = "gpu/profile",
    .idea = "search and lookup in one pass",
    .result = distance::Case::Result::profile,
    .launch = launch,
}};

}  // namespace
