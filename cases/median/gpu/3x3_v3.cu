// Four pixels in a word, one above the other.
// Against gpu/3x3_v2 the four windows overlap: six loads a column serve all four where it took twelve, 18 in
// place of 36, and a word follows from the one above it by a shift (four_rows.hpp). The document adds rows of
// 255 below the image so that no bounds check stops the compiler from moving loads forward; here a row below
// the image is the last row again, a minimum a row, which needs no branch, no copy and no other image format.
#include <cstdint>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"
#include "harness/device.hpp"

namespace {

__global__ void __launch_bounds__(median::column_threads)
    v3(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    median::filter_four_rows<3>(filtered, image, width, height, left, top);
  }
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (p.width < 3 || p.height < 3) return;
  rungs::launch(
      {median::four_row_blocks<3>(p.width, p.height, p.frames), dim3(median::column_threads), stream}, v3,
      v.filtered, v.image, p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .name = "gpu/3x3_v3",
    .improves = "gpu/3x3_v2",
    .idea = "four pixels a word, vertical neighbours share loads",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
