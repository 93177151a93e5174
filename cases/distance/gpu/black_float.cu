// gpu/black on an image of floats, where white is not equal to 0.
// The document's library takes images of several types. The search is the same; only its loads have four
// bytes instead of one, and a comparison of floats instead of integers (so -0 is black, and a NaN would be
// white). Its loads come from the L1 and the arithmetic is the same, so it should take about as long.
#include "cases/distance/gpu/float_image.hpp"

namespace {

/// Squared distance from pixel (x, y) to the nearest white one, at most radius * radius. White is not 0.
__device__ unsigned nearest_white(const float* image, int x, int y, int width, int height, int radius) {
  if (image[rungs::at(x, y, width)] != 0) return 0;
  int nearest = radius * radius;
  for (int dy = max(-radius, -y); dy < min(radius, height - y); ++dy) {
    const float* const row = image + rungs::at(x, y + dy, width);
    for (int dx = max(-radius, -x); dx < min(radius, width - x); ++dx) {
      if (row[dx] != 0) nearest = min(nearest, dx * dx + dy * dy);
    }
  }
  return static_cast<unsigned>(nearest);
}

__global__ void black_float(std::uint32_t* out, const float* image, int width, int height, int radius) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    out[rungs::at(x, y, width)] = nearest_white(image, x, y, width, height, radius);
  }
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  rungs::launch({distance::blocks_for(p), distance::block, call.stream}, black_float, call.views.out,
                call.state<distance::FloatImage>().data(), p.width, p.height, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black",
    .idea = "the same on an image of floats",
    .result = distance::Case::Result::squared_of_floats,
    .launch = launch,
    .prepare = distance::make_float_image,
}};

}  // namespace
