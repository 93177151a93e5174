// Four pixels per word, one from each of four horizontal strips of the image.
// Compared with gpu/3x3_v1, one exchange orders four pairs of bytes, so a thread sorts four pixels in one
// pass through the network. The speedup depends on the GPU's instructions: where packed byte minima take
// several instructions, it is small. The four pixels are a quarter of the image apart and share nothing: 36
// loads per thread for four pixels, nine each as before. Blocks are 128x1, so that a warp loads along a row.
// The article's code has launch bounds of 256 threads and 8 blocks, its text of 128 and 16: 2048 threads on a
// multiprocessor either way, and so at most 32 registers for each. `restrict` allows the read-only cache.
#include "cases/median/gpu/four_rows.hpp"

namespace {

/// One thread's four pixels: `in` and `out` as in the kernels.
__device__ __forceinline__ void filter(int height, int width, const unsigned char* in, unsigned char* out,
                                       unsigned stride) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x + 1;
  int y = threadIdx.y + blockIdx.y * blockDim.y + 1;
  unsigned values[9] = {};
  if (x >= width - 1) return;
  for (int strip = 0; strip < 4; ++strip) {
    if (y < height - 1) {
      const int shift = 8 * (3 - strip);
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
          values[3 * row + column] |= in[(y - 1 + row) * width + x - 1 + column] << shift;
        }
      }
    }
    y += stride;
  }
  const unsigned medians = median::median_of_bytes<3>(values);
  y = threadIdx.y + blockIdx.y * blockDim.y + 1;
  for (int strip = 0; strip < 4; ++strip) {
    if (y < height - 1) out[y * width + x] = static_cast<unsigned char>(medians >> (8 * (3 - strip)) & 255U);
    y += stride;
  }
}

template <unsigned most, unsigned blocks>
__global__ void __launch_bounds__(most, blocks)
    v2(int height, int width, const unsigned char* __restrict__ in, unsigned char* out, unsigned stride) {
  const std::size_t frame = blockIdx.z * rungs::at(0, height, width);
  filter(height, width, in + frame, out + frame, stride);
}

__global__ void __launch_bounds__(256, median::blocks_of_sm(256))
    v2_may_alias(int height, int width, const unsigned char* in, unsigned char* out, unsigned stride) {
  const std::size_t frame = blockIdx.z * rungs::at(0, height, width);
  filter(height, width, in + frame, out + frame, stride);
}

template <auto kernel> void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  if (p.area() > INT32_MAX) throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  const dim3 block(median::column_threads);
  const unsigned rows = (p.height - 2 + 3) / 4;
  dim3 blocks = rungs::grid_for(p.width - 2, rows, block);
  blocks.z = p.frames;
  rungs::launch({blocks, block, stream}, kernel, p.height, p.width, v.image, v.filtered, rows);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v1",
    .technique = {"simd"},
    .idea = "four pixels per word, from four strips",
    .result = median::Result::window3,
    .versions = {{"bounds=256x8;restrict=yes", launch<v2<256, median::blocks_of_sm(256)>>},
                 {"bounds=128x16;restrict=yes", launch<v2<128, median::blocks_of_sm(128)>>},
                 {"bounds=none;restrict=yes", launch<v2<128, 1>>},
                 {"bounds=256x8;restrict=no", launch<v2_may_alias>}},
    .tunable = true,
}};

}  // namespace
