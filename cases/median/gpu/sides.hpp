// The border that a download of whole rows must not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// Both ends of all rows, from the host's output, in pinned memory, which a GPU reads over the bus: a
/// download of whole rows then leaves them as they were.
static __global__ void fetch_side_pixels(std::uint8_t* filtered, const std::uint8_t* host, unsigned width,
                                         std::size_t rows) {
  const std::size_t y = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (y >= rows) return;
  filtered[y * width] = host[y * width];
  filtered[y * width + width - 1] = host[y * width + width - 1];
}

/// Launches that for `rows` rows, at least one.
inline void fetch_sides(std::uint8_t* filtered, const std::uint8_t* host, unsigned width, std::size_t rows,
                        rungs::Stream stream) {
  rungs::launch({dim3(static_cast<unsigned>((rows - 1) / 128 + 1)), dim3(128), stream}, fetch_side_pixels, filtered,
                host, width, rows);
}

}  // namespace median::inline RUNGS_BACKEND
