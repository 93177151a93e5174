// The median of a pixel and its four neighbours, four pixels per word, one above the other.
// As gpu/3x3_v3 with five values instead of nine: seven exchanges instead of 19. A cross removes single wrong
// pixels, as a square does, and keeps thin lines and corners that a square rounds off. The four corners of
// the square are not loaded, except where they belong to a window above or below.
#include "cases/median/gpu/four_rows.hpp"

namespace {

/// The median of five by seven exchanges of four pairs of bytes: the smallest and the largest go first, which
/// leaves three.
__device__ __forceinline__ unsigned median_of(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
  median::order_bytes(a, b);
  median::order_bytes(d, e);
  median::order_bytes(a, d);
  median::order_bytes(b, e);
  median::order_bytes(b, c);
  median::order_bytes(c, d);
  median::order_bytes(b, c);
  return c;
}

__global__ void __launch_bounds__(median::column_threads)
    cross(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    const std::uint8_t* row[6];
#pragma unroll
    for (unsigned y = 0; y < 6; ++y) row[y] = image + rungs::at(left, min(top + y, height - 1), width);
    unsigned values[9];
    median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
    const unsigned medians = median_of(values[1], values[3], values[4], values[5], values[7]);
    median::store_four_rows<3>(filtered, width, height, left, top, medians);
  }
}

const rungs::Variant<median::Case> variant{{
    .idea = "seven exchanges, four pixels per word",
    .result = median::Result::cross5,
    .launch = median::launch_four_rows<cross>,
}};

}  // namespace
