// Four pixels per word, one above the other.
// Compared with gpu/3x3_v2, the four windows overlap, and the compiler can use one load for several of them.
// The article adds rows of 255 below the image (padded.hpp): without a check of the last rows nothing keeps
// the compiler from moving loads forward. It should need half of the 36 loads. Launch bounds are those of the
// listing.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"
#include "cases/median/gpu/padded.hpp"

namespace {

template <unsigned most, unsigned blocks>
__global__ void __launch_bounds__(most, blocks)
    v3(int height, int width, const unsigned char* __restrict__ in, unsigned char* out) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x + 1;
  int y = threadIdx.y + blockIdx.y * blockDim.y * 4 + 1;
  in += blockIdx.z * rungs::at(0, height + median::extra_rows, width);
  out += blockIdx.z * rungs::at(0, height, width);
  if (x >= width - 1) return;
  unsigned values[9] = {};
  for (int pixel = 0; pixel < 4; ++pixel) {
    const int shift = 8 * (3 - pixel);
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        values[3 * row + column] |= in[(y - 1 + row) * width + x - 1 + column] << shift;
      }
    }
    y += blockDim.y;
  }
  const unsigned medians = median::median_of_bytes<3>(values);
  y = threadIdx.y + blockIdx.y * blockDim.y * 4 + 1;
  for (int pixel = 0; pixel < 4; ++pixel) {
    if (y < height - 1) out[y * width + x] = static_cast<unsigned char>(medians >> (8 * (3 - pixel)) & 255U);
    y += blockDim.y;
  }
}

template <unsigned most, unsigned blocks, unsigned columns, unsigned rows>
void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return;
  if (p.area() > INT32_MAX - 4096)
    throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  const dim3 block(columns, rows);
  dim3 grid = rungs::grid_for(p.width - 2, (p.height - 2 + 3) / 4, block);
  grid.z = p.frames;
  rungs::launch({grid, block, call.stream}, v3<most, blocks>, p.height, p.width,
                call.state<median::Padded>().data(), call.views.filtered);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v2",
    .idea = "four pixels per word, one above the other",
    .result = median::Result::window3,
    .prepare = median::pad,
    .versions = {{"bounds=256x8", launch<256, median::blocks_of_sm(256), 128, 1>},
                 {"bounds=none", launch<128, 1, 128, 1>}},
}};

}  // namespace
