// The median of a pixel and its four neighbours, four pixels per word, one above the other.
// As gpu/3x3_v3 with five values instead of nine: seven exchanges instead of 19. A cross removes single wrong
// pixels, as a square does, and keeps thin lines and corners that a square rounds off. The four corners of
// the square are not loaded, except where they belong to a window above or below.
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/cross.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

using Select = median::MedianOfCross<median::OrderBytes>;

__global__ void __launch_bounds__(median::column_threads)
    cross(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    median::filter_four_rows<3, median::Below::last_row, Select>(filtered, image, width, height, left, top);
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  rungs::launch(
      {median::four_row_blocks<3>(p.width, p.height, p.frames), dim3(median::column_threads), stream}, cross,
      v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .idea = "seven exchanges, four pixels per word",
    .result = median::Result::cross5,
    .launch = launch,
}};

}  // namespace
