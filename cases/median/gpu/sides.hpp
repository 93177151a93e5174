// Both ends of all rows, fetched from the host's output: a download of whole rows then leaves them as they
// were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// See fetch_sides.
static __global__ void copy_sides(std::uint8_t* filtered, const std::uint8_t* host, unsigned width,
                                  std::size_t rows) {
  const std::size_t y = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (y >= rows) return;
  filtered[y * width] = host[y * width];
  filtered[y * width + width - 1] = host[y * width + width - 1];
}

/// Copies the first and the last pixel of `rows` rows, one or more. `host` is pinned memory, which a GPU
/// reads over the bus.
inline void fetch_sides(std::uint8_t* filtered, const std::uint8_t* host, unsigned width, std::size_t rows,
                        rungs::Stream stream) {
  rungs::launch({dim3(static_cast<unsigned>((rows - 1) / 128 + 1)), dim3(128), stream}, copy_sides, filtered,
                host, width, rows);
}

}  // namespace median::inline RUNGS_BACKEND
