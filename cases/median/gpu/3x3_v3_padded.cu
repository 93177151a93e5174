// gpu/3x3_v3 on an image with three rows of 255 below each frame, as the document has it.
// A group of four rows may end below the frame; with those rows there, every load has its address without a
// minimum, and nothing keeps the compiler from moving it. The rows are never part of a median that is
// written. (The document also adds rows above, which our windows do not touch.) The document adds them when
// it uploads the image. Uploads are not in the time of a variant, and a copy with those rows is made once,
// when the row of results is set up; the inputs of a row do not change. So a speedup here is what the minimum
// costs, and the padding itself, as much traffic as the filter, is left out of it.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <rungs/device.hpp>
#include <vector>

#include "cases/median/case.hpp"
#include "cases/median/gpu/four_rows.hpp"
#if !defined(RUNGS_SIMULATOR)
#include <rungs/cuda/handles.hpp>
#endif

namespace {

using Call = rungs::Call<median::Case>;

constexpr unsigned extra_rows = median::packed_rows - 1;

/// The copy of the image.
struct Padded {
#if defined(RUNGS_SIMULATOR)
  explicit Padded(std::size_t bytes) : memory(bytes) {}
  std::uint8_t* data() { return memory.data(); }
  std::vector<std::uint8_t> memory;
#else
  explicit Padded(std::size_t bytes) : memory(rungs::cuda::make_device_memory(bytes)) {}
  std::uint8_t* data() { return static_cast<std::uint8_t*>(memory.get()); }
  rungs::cuda::DeviceMemory memory;
#endif
};

__global__ void __launch_bounds__(median::column_threads)
    v3_padded(std::uint8_t* filtered, const std::uint8_t* padded, unsigned width, unsigned height) {
  const unsigned left = blockIdx.x * median::column_threads + threadIdx.x;
  if (left >= width - 2) return;
  padded += blockIdx.z * rungs::at(0, height + extra_rows, width);
  filtered += blockIdx.z * rungs::at(0, height, width);
  for (unsigned top = 4 * blockIdx.y; top < height - 2; top += 4 * gridDim.y) {
    const std::uint8_t* row[6];
#pragma unroll
    for (unsigned y = 0; y < 6; ++y) row[y] = padded + rungs::at(left, top + y, width);
    unsigned values[9];
    median::pack_four_windows<3>(values, [&](unsigned x, unsigned y) { return __ldg(row[y] + x); });
    median::store_four_rows<3>(filtered, width, height, left, top, median::median_of_bytes<3>(values));
  }
}

std::unique_ptr<Padded> pad(const Call& call) {
  const median::Problem& p = call.problem;
  const std::size_t frame = rungs::at(0, p.height + extra_rows, p.width);
  auto padded = std::make_unique<Padded>(frame * p.frames);
  rungs::fill_bytes(padded->data(), 255, frame * p.frames, call.stream);
  for (unsigned i = 0; i < p.frames; ++i) {
    rungs::copy_bytes(padded->data() + i * frame, call.views.image + i * p.area(), p.area(), call.stream);
  }
  return padded;
}

void launch(const Call& call) {
  const median::Problem& p = call.problem;
  if (p.width < 3 || p.height < 3) return;
  rungs::launch(
      {median::four_row_blocks<3>(p.width, p.height, p.frames), dim3(median::column_threads), call.stream},
      v3_padded, call.views.filtered, call.state<Padded>().data(), p.width, p.height);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v3",
    .idea = "rows of 255 below the image, added outside the time",
    .result = median::Result::window3,
    .launch = launch,
    .prepare = pad,
}};

}  // namespace
