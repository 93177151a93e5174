// gpu/3x3_v1 for frames that come from the host and go back to it, each on one of four streams.
// The article computes that the copies take less than its first kernel does, and so are hidden by it in a
// stream of frames. Here the copies are as fast as the bus allows, and the kernel is as slow as it was:
// whichever takes longer should be the time of a frame. The border on the host is kept as in
// gpu/3x3_v3_streamed.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>
#include <utility>

#include "cases/median/case.hpp"
#include "cases/median/network.hpp"

namespace {

constexpr unsigned side_streams = 4;

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
  if (p.area() > INT32_MAX)
    throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  const dim3 block(32, 8);
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
    rungs::launch({rungs::grid_for(p.width - 2, p.height - 2, block), block, side}, v1, p.height, p.width,
                  call.views.image + first, filtered);
    const std::size_t inner = rungs::at(1, 1, p.width);
    const std::size_t inner_end = rungs::at(p.width - 1, p.height - 2, p.width);
    rungs::download(call.host.filtered + first + inner, filtered + inner, inner_end - inner, side);
  }
  rungs::join(call.stream, used);
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v1",
    .step = rungs::Step::question,
    .idea = "frames uploaded, filtered and downloaded on four streams",
    .result = median::Result::window3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
