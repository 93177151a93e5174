// gpu/3x3_clamped_rows compiled for one image size at a time.
// Width and height are constants: a row's offset becomes part of the load's address, and the loop over rows
// beyond the grid's height goes. A reader of the document claims 5 %. The cost: each size needs its own
// kernel, and other sizes cannot run.
#include <array>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <string>
#include <utility>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

/// The article's, two that the simulator can verify, and three more for a sweep: a 4K video frame, and an
/// image about as large as an L2 cache.
constexpr std::array sizes{rungs::Size{64, 48},     rungs::Size{256, 192},   rungs::Size{1920, 1080},
                           rungs::Size{3840, 2160}, rungs::Size{5120, 5120}, rungs::Size{8192, 8192}};

template <unsigned width, unsigned height>
__global__ void __launch_bounds__(median::column_threads)
    v3_fixed_size(std::uint8_t* filtered, const std::uint8_t* image) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  image += blockIdx.z * rungs::at(0, height, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  const unsigned top = 4 * blockIdx.y;
  const std::uint8_t* row[6];
#pragma unroll
  for (unsigned y = 0; y < 6; ++y) row[y] = image + rungs::at(left, min(top + y, height - 1), width);
  unsigned values[9];
  median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
  median::store_four_rows<3>(filtered, width, height, left, top, median::median_of_bytes<3>(values));
}

template <std::size_t... i>
bool launch_one_of(const median::Problem& p, const median::Views& v, rungs::Stream stream,
                   std::index_sequence<i...>) {
  const rungs::Grid grid{median::four_row_blocks<3>(p.width, p.height, p.frames),
                         dim3(median::column_threads), stream};
  const auto launch_if = [&](rungs::Size size, auto kernel) {
    if (p.width != size.width || p.height != size.height) return false;
    rungs::launch(grid, kernel, v.filtered, v.image);
    return true;
  };
  return (launch_if(sizes[i], v3_fixed_size<sizes[i].width, sizes[i].height>) || ...);
}

void launch(const median::Problem& p, const median::Views& v, rungs::Stream stream) {
  if (launch_one_of(p, v, stream, std::make_index_sequence<sizes.size()>{})) return;
  std::string compiled;
  for (const auto size : sizes) compiled += (compiled.empty() ? "" : ", ") + to_string(size);
  throw rungs::Unsupported("is compiled for " + compiled + " only");
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_rows",
    .idea = "width and height known at compile time",
    .result = median::Result::window3,
    .launch = launch,
}};

}  // namespace
