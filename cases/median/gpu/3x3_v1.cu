// One thread per pixel: nine ints, and 19 exchanges by arithmetic on the sign of a difference.
// Compared with host/3x3_avx2, the network is the same, with the GPU's parallelism. But each thread sorts one
// pixel, while the CPU's instruction sorts a vector of pixels, and an exchange costs about four instructions.
// Every pixel is read nine times, mostly from the cache. It should be limited by instructions, far from
// memory bandwidth.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <utility>

#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

namespace {

/// Puts the smaller of two pixels first.
__device__ void order(int& low, int& high) {
  const int difference = high - low;
  const int if_negative = difference & (difference >> 31);
  high -= if_negative;
  low += if_negative;
}

template <std::size_t... step>
__device__ __forceinline__ int median_of(int (&values)[9], std::index_sequence<step...>) {
  (order(values[median::low_of<3, step>], values[median::high_of<3, step>]), ...);
  return values[median::Network<3>::middle];
}

__global__ void v1(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (x >= width - 1) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned y = blockIdx.y * blockDim.y + threadIdx.y + 1; y < height - 1; y += gridDim.y * blockDim.y) {
    int values[9];
#pragma unroll
    for (unsigned i = 0; i < 9; ++i) values[i] = image[rungs::at(x + i % 3 - 1, y + i / 3 - 1, width)];
    filtered[rungs::at(x, y, width)] = static_cast<std::uint8_t>(median_of(values, median::Steps<3>{}));
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  const dim3 block(32, 8);
  dim3 blocks = rungs::grid_for(p.width - 2, p.height - 2, block);
  blocks.y = std::min(blocks.y, 65535U);
  blocks.z = p.frames;
  rungs::launch({blocks, block, stream}, v1, v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "host/3x3_avx2",
    .idea = "one thread per pixel, ints, exchange by sign",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
