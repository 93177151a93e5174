// The 5x5 window: gpu/3x3_v3 with 25 values, 99 exchanges, and up to 100 loads for four pixels.
// Compared with host/5x5_avx2, where 25 vectors do not fit in a CPU's 16 registers, all values can stay in a
// thread's registers: but the listing's launch bounds leave it 32. The article gives no block shape for it.
#include "cases/median/gpu/padded.hpp"

namespace {

template <unsigned most, unsigned blocks>
__global__ void __launch_bounds__(most, blocks)
    window5(int height, int width, const unsigned char* in, unsigned char* out) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x + 2;
  int y = 4 * threadIdx.y + blockIdx.y * blockDim.y * 4 + 2;
  in += blockIdx.z * rungs::at(0, height + median::extra_rows, width);
  out += blockIdx.z * rungs::at(0, height, width);
  if (x >= width - 2) return;
  unsigned values[25] = {};
  for (int pixel = 0; pixel < 4; ++pixel) {
    const int shift = 8 * (3 - pixel);
    for (int row = 0; row < 5; ++row) {
      for (int column = 0; column < 5; ++column) {
        values[5 * row + column] |= in[(y - 2 + row) * width + x - 2 + column] << shift;
      }
    }
    y += 1;
  }
  const unsigned medians = median::median_of_bytes<5>(values);
  y = 4 * threadIdx.y + blockIdx.y * blockDim.y * 4 + 2;
  for (int pixel = 0; pixel < 4; ++pixel) {
    if (y < height - 2) out[y * width + x] = static_cast<unsigned char>(medians >> (8 * (3 - pixel)) & 255U);
    y += 1;
  }
}

template <unsigned most, unsigned blocks, unsigned columns, unsigned rows>
void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.width < 5 || p.height < 5) return;
  if (p.area() > INT32_MAX - 4096) throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  const dim3 block(columns, rows);
  dim3 grid = rungs::grid_for(p.width - 4, (p.height - 4 + 3) / 4, block);
  grid.z = p.frames;
  rungs::launch({grid, block, call.stream}, window5<most, blocks>, p.height, p.width,
                call.state<median::Padded>().data(), call.views.filtered);
}

const rungs::Variant<median::Case> variant{{
    .improves = "host/5x5_avx2",
    .idea = "four pixels per word, 25 values and 99 exchanges",
    .spills = "half of its values, so that 2048 threads fit on an SM",
    .result = median::Result::window5,
    .prepare = median::pad,
    .versions = {{"bounds=256x8;block=128x1", launch<256, median::blocks_of_sm(256), 128, 1>},
                 {"bounds=256x8;block=32x8", launch<256, median::blocks_of_sm(256), 32, 8>},
                 {"bounds=none;block=128x1", launch<256, 1, 128, 1>}},
    .tunable = true,
}};

}  // namespace
