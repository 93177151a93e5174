// gpu/black on an image of floats, where white is not equal to 0.
// The document's library takes images of several types. The search is the same; only its loads have four
// bytes instead of one, and a comparison of floats instead of integers (so -0 is black, and a NaN would be
// white). Its loads come from the L1 and the arithmetic is the same, so it should take about as long.
#include "cases/distance/gpu/float_image.hpp"

namespace {

__global__ void black_float(const float* source, std::int32_t width, std::int32_t height, std::uint32_t* distance,
                            std::int32_t distance_max) {
  const std::int32_t col = blockIdx.x * blockDim.x + threadIdx.x;
  const std::int32_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= width || row >= height) return;

  const std::size_t index = rungs::at(col, row, width);
  if (source[index] != 0) {
    distance[index] = 0;
    return;
  }

  std::uint32_t nearest = distance_max * distance_max;
  for (std::int32_t y = -distance_max; y < distance_max; ++y) {
    for (std::int32_t x = -distance_max; x < distance_max; ++x) {
      const auto found = static_cast<std::uint32_t>(x * x + y * y);
      if (found > nearest) continue;
      const std::int32_t col_there = col + x;
      const std::int32_t row_there = row + y;
      if (col_there < 0 || row_there < 0 || col_there >= width || row_there >= height) continue;
      if (source[rungs::at(col_there, row_there, width)] != 0) nearest = min(nearest, found);
    }
  }
  distance[index] = nearest;
}

void launch(const rungs::Call<distance::Case>& call) {
  const distance::Problem& p = call.problem;
  rungs::launch({rungs::grid_for(p.width, p.height, distance::block), distance::block, call.stream}, black_float,
                call.state<distance::FloatImage>().data(), p.width, p.height, call.views.out, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black",
    .step = rungs::Step::question,
    .idea = "the same on an image of floats",
    .result = distance::Case::Result::squared_of_floats,
    .launch = launch,
    .prepare = distance::make_float_image,
}};

}  // namespace
