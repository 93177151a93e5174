// gpu/3x3_clamped_rows for frames that come from the host and go back to it, each on one of four streams.
// Compared with gpu/3x3_clamped_rows, upload and download are in the measured time. A single frame waits for
// each in turn. With many frames, one is uploaded while another is filtered and a third is downloaded. The
// bus, which carries both directions at once, should then be the only limit, and the filter should cost
// almost nothing.
//
// The download must not change the border. The first and last row are simply not sent. The two side columns
// lie between the rows, so those two bytes per row are first read from the host's own copy, which keeps the
// download one contiguous piece.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"

namespace {

constexpr unsigned side_streams = 4;

__global__ void __launch_bounds__(median::column_threads)
    v3(std::uint8_t* filtered, const std::uint8_t* image, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    const std::uint8_t* row[6];
#pragma unroll
    for (unsigned y = 0; y < 6; ++y) row[y] = image + rungs::at(left, min(top + y, height - 1), width);
    unsigned values[9];
    median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
    median::store_four_rows<3>(filtered, width, height, left, top, median::median_of_bytes<3>(values));
  }
}

/// `host` is pinned memory, which a GPU reads over the bus.
__global__ void fetch_side_columns(std::uint8_t* filtered, const std::uint8_t* host, unsigned width,
                                   unsigned height) {
  const unsigned y = blockIdx.x * blockDim.x + threadIdx.x + 1;
  if (y >= height - 1) return;
  filtered[rungs::at(0, y, width)] = host[rungs::at(0, y, width)];
  filtered[rungs::at(width - 1, y, width)] = host[rungs::at(width - 1, y, width)];
}

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  const unsigned used = std::min(side_streams, p.frames);
  rungs::Stream sides[side_streams];
  for (unsigned i = 0; i < used; ++i) sides[i] = rungs::fork(call.stream, i);

  for (unsigned frame = 0; frame < p.frames; ++frame) {
    // Each frame has its own memory on the device, so that none waits for another's to become free.
    const rungs::Stream side = sides[frame % used];
    const std::size_t first = frame * p.area();
    std::uint8_t* const filtered = call.views.filtered + first;
    rungs::upload(call.views.image + first, call.host.image + first, p.area(), side);
    if (p.width < 3 || p.height < 3) continue;  // nothing to filter, and nothing to send back
    rungs::launch({dim3((p.height - 2 + 127) / 128), dim3(128), side}, fetch_side_columns, filtered,
                  call.host.filtered + first, p.width, p.height);
    rungs::launch({median::four_row_blocks<3>(p.width, p.height, 1), dim3(median::column_threads), side}, v3,
                  filtered, call.views.image + first, p.width, p.height);
    const std::size_t inner = rungs::at(1, 1, p.width);
    const std::size_t inner_end = rungs::at(p.width - 1, p.height - 2, p.width);
    rungs::download(call.host.filtered + first + inner, filtered + inner, inner_end - inner, side);
  }
  rungs::join(call.stream, used);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_rows",
    .step = rungs::Step::question,
    .idea = "frames uploaded, filtered and downloaded on four streams",
    .result = median::Result::window3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
