// Four adjacent results per thread, two per word: an addition by the multiplier, and the store, as distances
// or as values of the profile.
#pragma once

#include <cstdint>
#include <rungs/device.hpp>

namespace distance::inline RUNGS_BACKEND {

inline constexpr int columns_per_thread = 4;  // a 16-byte store

/// Four adjacent results, two per word.
using Packed = uint2;

/// 1 as an argument of a kernel, so that the compiler does not know its value.
struct HiddenOne {
  unsigned value = 1;
};

/// a + b as one multiply-add, a * 1 + b. It runs on the pipe of multiplications, which a kernel of minima
/// leaves idle; the compiler would make it an addition, on the pipe of the minima, if it knew the factor.
__device__ __forceinline__ unsigned add_by_multiplier(unsigned a, unsigned b, HiddenOne one) {
  return a * one.value + b;
}

/// The value written for a squared distance: itself.
struct Squared {
  __device__ unsigned operator()(unsigned squared) const { return squared; }
};

__device__ __forceinline__ void store_vector(std::uint32_t* to, const unsigned (&value)[4]) {
  __stcs(reinterpret_cast<uint4*>(to), make_uint4(value[0], value[1], value[2], value[3]));
}
__device__ __forceinline__ void store_vector(float* to, const float (&value)[4]) {
  __stcs(reinterpret_cast<float4*>(to), make_float4(value[0], value[1], value[2], value[3]));
}

/// Writes four adjacent results, of which `count` are in the image. `Vectors`: all are, and rows begin at a
/// multiple of 16 bytes.
template <bool Vectors, class T, class Value>
__device__ __forceinline__ void store_four(T* to, Packed nearest, int count, const Value& value_of) {
  const T value[columns_per_thread] = {value_of(nearest.x & 0xFFFFU), value_of(nearest.x >> 16U),
                                       value_of(nearest.y & 0xFFFFU), value_of(nearest.y >> 16U)};
  if constexpr (Vectors) {
    store_vector(to, value);
  } else {
#pragma unroll
    for (int i = 0; i < columns_per_thread; ++i) {
      if (i < count) to[i] = value[i];
    }
  }
}

/// The same for row y, from column x on; skips pixels outside the image.
template <class T, class Value>
__device__ __forceinline__ void store_four(T* out, Packed nearest, int x, int y, int width, int height,
                                           const Value& value_of) {
  if (x >= width || y >= height) return;
  T* const to = out + rungs::at(x, y, width);
  if (width % columns_per_thread == 0) {
    store_four<true>(to, nearest, columns_per_thread, value_of);
  } else {
    store_four<false>(to, nearest, width - x, value_of);
  }
}

}  // namespace distance::inline RUNGS_BACKEND
