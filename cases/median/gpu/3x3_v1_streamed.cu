// gpu/3x3_v1 for frames that come from the host and go back to it, each on one of four streams.
// The article computes that the copies take less than its first kernel does, and so are hidden by it in a
// stream of frames. Here the copies are as fast as the bus allows, and the kernel is as slow as it was:
// whichever takes longer should be the time of a frame. The border on the host is kept
// (streamed_frames.hpp).
#include "cases/median/gpu/pixel_launch.hpp"
#include "cases/median/gpu/streamed_frames.hpp"

namespace {

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
    out[y * width + x] = static_cast<unsigned char>(median::median_of_nine(values, median::Steps<3>{}));
  }
}

void launch(const rungs::Call<median::Case>& call) {
  const median::Problem& p = call.problem;
  if (p.area() > INT32_MAX) throw rungs::Unsupported("addresses a frame by ints: needs less than 2^31 pixels");
  const dim3 block(32, 8);
  median::stream_frames(call, [&](const std::uint8_t* image, std::uint8_t* filtered, rungs::Stream stream) {
    rungs::launch({rungs::grid_for(p.width - 2, p.height - 2, block), block, stream}, v1, p.height, p.width, image,
                  filtered);
  });
}

const rungs::Variant<median::Case> variant{{
    .improves = "gpu/3x3_v1",
    .step = rungs::Step::question,
    .idea = "frames uploaded, filtered and downloaded on four streams",
    .races = "it sends the border back as the host has it",
    .result = median::Result::window3,
    .launch = launch,
    .memory = rungs::copies_itself,
}};

}  // namespace
