// gpu/black on an image of floats, where white is not equal to 0.
// The document's library takes images of several types. The search is the same; only its loads have four
// bytes instead of one, and a comparison of floats instead of integers (so -0 is black, and a NaN would be
// white). Its loads come from the L1 and the arithmetic is the same, so it should take about as long.
#include <memory>
#include "cases/distance/gpu/grid.hpp"
#include "cases/own_memory.hpp"

namespace {

/// The image as floats: white is not equal to 0. Made once per row, and no buffer of the case: other variants would
/// load, keep and check four more bytes per pixel for nothing.
using FloatImage = own_memory::Memory<float>;

/// White pixels become numbers below 1, of either sign; black ones 0 or -0. So neither the number cut to an
/// integer, nor its sign, nor its bits tell white from black: only a comparison with 0 does.
__global__ void to_floats(float* floats, const std::uint8_t* image, std::size_t count) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::size_t i = first; i < count; i += std::size_t{gridDim.x} * blockDim.x) {
    floats[i] = static_cast<float>(image[i]) * (i % 2 == 0 ? 0x1p-8F : -0x1p-8F);
  }
}

std::unique_ptr<FloatImage> make_float_image(const rungs::Call<distance::Case>& call) {
  const std::size_t pixels = call.problem.area();
  auto image = std::make_unique<FloatImage>(pixels);
  constexpr unsigned threads = 256;
  const std::size_t blocks = std::min<std::size_t>((pixels + threads - 1) / threads, 4096);
  rungs::launch({rungs::linear_grid(blocks), dim3(threads), call.stream}, to_floats, image->data(), call.views.image,
                pixels);
  return image;
}

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
                call.state<FloatImage>().data(), p.width, p.height, call.views.out, p.distance_max);
}

const rungs::Variant<distance::Case> variant{{
    .improves = "gpu/black",
    .step = rungs::Step::question,
    .idea = "the same on an image of floats",
    .result = distance::Case::Result::squared_of_floats,
    .launch = launch,
    .prepare = make_float_image,
}};

}  // namespace
