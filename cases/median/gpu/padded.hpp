// The image with rows of 255 below each frame, made once per row of results. The article adds them when it
// uploads the image; uploads are not in the time of a variant, and neither is this copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <rungs/device.hpp>

#include "cases/median/case.hpp"
#if defined(RUNGS_SIMULATOR)
#include <vector>
#else
#include <rungs/cuda/handles.hpp>
#endif

namespace median::inline RUNGS_BACKEND {

/// Rows below each frame: a block of eight groups of four rows may begin in its last row of windows.
inline constexpr unsigned extra_rows = 31;

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
