// The image as floats, for the variants that read it so: made once per row, from the bytes.
// It is no buffer of the case: other variants would load, keep and check four more bytes per pixel for
// nothing. Here only a row of these variants has it in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include "cases/distance/gpu/grid.hpp"

#ifdef RUNGS_SIMULATOR
#include <vector>
#else
#include <rungs/cuda/handles.hpp>
#endif

namespace distance::inline RUNGS_BACKEND {

/// White pixels become numbers below 1, of either sign; black ones 0 or -0. So neither the number cut to an
/// integer, nor its sign, nor its bits tell white from black: only a comparison with 0 does.
static __global__ void to_floats(float* floats, const std::uint8_t* image, std::size_t count) {
  const std::size_t first = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  for (std::size_t i = first; i < count; i += std::size_t{gridDim.x} * blockDim.x) {
    floats[i] = static_cast<float>(image[i]) * (i % 2 == 0 ? 0x1p-8F : -0x1p-8F);
  }
}

/// The image of one row, width x height floats, row-major. White is not equal to 0.
class FloatImage {
 public:
#ifdef RUNGS_SIMULATOR
  explicit FloatImage(std::size_t pixels) : memory_(pixels) {}
  [[nodiscard]] float* data() { return memory_.data(); }

 private:
  std::vector<float> memory_;
#else
  explicit FloatImage(std::size_t pixels) : memory_(rungs::cuda::make_device_memory(pixels * sizeof(float))) {}
  [[nodiscard]] float* data() { return static_cast<float*>(memory_.get()); }

 private:
  rungs::cuda::DeviceMemory memory_;
#endif
};

/// What such a variant prepares.
inline std::unique_ptr<FloatImage> make_float_image(const rungs::Call<Case>& call) {
  const std::size_t pixels = call.problem.area();
  auto image = std::make_unique<FloatImage>(pixels);
  constexpr unsigned threads = 256;
  const std::size_t blocks = std::min<std::size_t>((pixels + threads - 1) / threads, 4096);
  rungs::launch({rungs::linear_grid(blocks), dim3(threads), call.stream}, to_floats, image->data(), call.views.image,
                pixels);
  return image;
}

}  // namespace distance::inline RUNGS_BACKEND
