// One thread per pixel: nine ints, and 19 exchanges by arithmetic on the sign of a difference. The article's first
// kernel. Compared with host/3x3_avx2, the network is the same, with the GPU's parallelism. But each thread sorts one
// pixel, while the CPU's instruction sorts a vector of pixels, and an exchange costs about five instructions. Every
// pixel is read nine times, mostly from the cache. It should be limited by instructions, far from memory bandwidth. The
// article gives no block shape. Addresses are ints, so a frame has at most 2^31 pixels.
#include "cases/median/gpu/pixel_launch.hpp"

namespace {

/// Puts the smaller of two pixels first: the mask keeps a difference that is not negative.
__device__ void order(int& low, int& high) {
  const int difference = low - high;
  const int mask = ~(difference >> 8);
  high += difference & mask;
  low -= difference & mask;
}

template <std::size_t... step>
__device__ __forceinline__ int median_of(int (&values)[9], std::index_sequence<step...>) {
  (order(values[median::low_of<3, step>], values[median::high_of<3, step>]), ...);
  return values[median::Network<3>::middle];
}

__global__ void v1(int height, int width, const unsigned char* in, unsigned char* out) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x + 1;
  const int y = threadIdx.y + blockIdx.y * blockDim.y + 1;
  in += blockIdx.z * rungs::at(0, height, width);
  out += blockIdx.z * rungs::at(0, height, width);
  int values[9] = {};
  if (y < height - 1 && x < width - 1) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        values[3 * row + column] = in[(y - 1 + row) * width + x - 1 + column];
      }
    }
    out[y * width + x] = static_cast<unsigned char>(median_of(values, median::Steps<3>{}));
  }
}

const rungs::Variant<median::Case> variant{{
    .improves = "host/3x3_avx2",
    .idea = "one thread per pixel, ints, exchange by sign",
    .result = median::Result::window3,
    .versions = {{"block=32x8", median::launch_pixels<v1, 32, 8>},
                 {"block=16x16", median::launch_pixels<v1, 16, 16>},
                 {"block=32x32", median::launch_pixels<v1, 32, 32>},
                 {"block=128x1", median::launch_pixels<v1, 128, 1>}},
    .tunable = true,
}};

}  // namespace
