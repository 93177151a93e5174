// The image with rows of 255 below each frame, made once per row of results. The article adds them when it
// uploads the image; uploads are not in the time of a variant, and neither is this copy.
#pragma once

#include <memory>
#include "cases/median/gpu/four_rows.hpp"
#include "cases/own_memory.hpp"

namespace median::inline RUNGS_BACKEND {

/// Rows below each frame: a block of eight groups of four rows may begin in its last row of windows.
inline constexpr unsigned extra_rows = 31;

/// The listing's columns and rows of threads per block. A thread's rows advance by the second: as it is a
/// constant, the compiler may see that the windows overlap.
inline constexpr unsigned v3_columns = 128, v3_rows = 1;

/// The listing of version 3, for a thread that has the places of both planes' first frame.
__device__ __forceinline__ void v3_thread(int height, int width, const unsigned char* __restrict__ in,
                                          unsigned char* out) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x + 1;
  int y = threadIdx.y + blockIdx.y * blockDim.y * 4 + 1;
  in += blockIdx.z * rungs::at(0, height + extra_rows, width);
  out += blockIdx.z * rungs::at(0, height, width);
  if (x >= width - 1) return;
  unsigned values[9] = {};
  for (int pixel = 0; pixel < 4; ++pixel) {
    const int shift = 8 * (3 - pixel);
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        values[3 * row + column] |= in[(y - 1 + row) * width + x - 1 + column] << shift;
      }
    }
    y += v3_rows;
  }
  const unsigned medians = median_of_bytes<3>(values);
  y = threadIdx.y + blockIdx.y * blockDim.y * 4 + 1;
  for (int pixel = 0; pixel < 4; ++pixel) {
    if (y < height - 1) out[y * width + x] = static_cast<unsigned char>(medians >> (8 * (3 - pixel)) & 255U);
    y += v3_rows;
  }
}

/// Blocks of v3_columns x v3_rows threads for an image with windows; throws rungs::Unsupported if an int
/// cannot address a frame.
inline dim3 v3_blocks(const Problem& p) {
  if (p.area() > INT32_MAX - 4096) throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  dim3 grid = rungs::grid_for(p.width - 2, (p.height - 2 + 3) / 4, dim3(v3_columns, v3_rows));
  grid.z = p.frames;
  return grid;
}

/// The copy of the image.
using Padded = own_memory::Memory<std::uint8_t>;

inline std::unique_ptr<Padded> pad(const rungs::Call<Case>& call) {
  const Problem& p = call.problem;
  const std::size_t frame = rungs::at(0, p.height + extra_rows, p.width);
  auto padded = std::make_unique<Padded>(frame * p.frames);
  rungs::fill_bytes(padded->data(), 255, frame * p.frames, call.stream);
  for (unsigned i = 0; i < p.frames; ++i) {
    rungs::copy_bytes(padded->data() + i * frame, call.views.image + i * p.area(), p.area(), call.stream);
  }
  return padded;
}

}  // namespace median::inline RUNGS_BACKEND
