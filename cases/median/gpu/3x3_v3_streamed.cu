// gpu/3x3_clamped_rows for frames that come from the host and go back to it, each on one of four streams. Compared with
// gpu/3x3_clamped_rows, upload and download are in the measured time. A single frame waits for each in turn. With many
// frames, one is uploaded while another is filtered and a third is downloaded. The bus, which carries both directions
// at once, should then be the only limit, and the filter should cost almost nothing.
#include "cases/median/gpu/four_rows.hpp"
#include "cases/median/gpu/streamed_frames.hpp"

namespace {

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

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  median::stream_frames(call, [&](const std::uint8_t* image, std::uint8_t* filtered, rungs::Stream stream) {
    rungs::launch({median::four_row_blocks<3>(p.width, p.height, 1), dim3(median::column_threads), stream}, v3,
                  filtered, image, p.width, p.height);
  });
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_clamped_rows",
    .step = rungs::Step::question,
    .idea = "frames uploaded, filtered and downloaded on four streams",
    .races = "it sends the border back as the host has it",
    .result = median::Result::window3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
