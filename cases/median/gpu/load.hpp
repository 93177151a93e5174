// Loads sixteen pixels of a row at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

namespace median::inline RUNGS_BACKEND {

/// Pixels per row that a thread filters.
inline constexpr unsigned segment_pixels = 16;

/// A segment as it is in memory, with four pixels on each side.
struct Segment {
  unsigned word[segment_pixels / 4];
  unsigned left;
  unsigned right;
};

/// The same pointer, but the compiler no longer knows how it was computed. A row's address is then one
/// multiply-add, on another unit than minima, and the compiler does not recompute the sum for every row.
template <class T>
__device__ __forceinline__ T* as_one_value(T* pointer) {
#if !defined(RUNGS_SIMULATOR)
  asm("" : "+l"(pointer));
  __builtin_assume(__isGlobal(pointer) != 0);
#endif
  return pointer;
}

/// One frame, the first of several that are contiguous in memory.
struct Frame {
  std::uint8_t* filtered;
  const std::uint8_t* image;
  unsigned width;
  unsigned height;
  const std::uint8_t* last_word;  ///< the aligned word that holds the last pixel of all frames

  /// The frame that comes `index` frames later.
  [[nodiscard]] __device__ __forceinline__ Frame later(unsigned index) const {
    const std::size_t offset = index * rungs::at(0, height, width);
    return {filtered + offset, image + offset, width, height, last_word};
  }

  /// The frame as seen from a column: its planes begin there.
  [[nodiscard]] __device__ __forceinline__ Frame from_column(unsigned x) const {
    return {as_one_value(filtered + x), as_one_value(image + x), width, height, last_word};
  }
};

/// The problem's first frame.
template <class Problem, class Views>
inline Frame first_frame(const Problem& p, const Views& v) {
  return {v.filtered, v.image, p.width, p.height, v.image + (p.pixels() - 1) / 4 * 4};
}

/// Whether every segment is 16-byte aligned; frames are.
inline bool rows_are_aligned(unsigned width) { return width % segment_pixels == 0; }

/// Segments per row. The last one begins earlier if it is incomplete. A row is at least one segment long.
inline unsigned segments_of(unsigned width) { return (width + segment_pixels - 1) / segment_pixels; }

__device__ __forceinline__ unsigned load_word(const std::uint8_t* from) {
  return __ldg(reinterpret_cast<const unsigned*>(from));
}

/// The segment of row y of a frame that is seen from column x. Pixels outside the row are undefined. With
/// aligned rows this is one 16-byte load, and one of 4 bytes on either side; otherwise it loads the words
/// around and shifts.
template <bool aligned>
__device__ __forceinline__ Segment load_segment(const Frame& frame, unsigned x, unsigned y) {
  const std::uint8_t* const from = frame.image + std::size_t{y} * frame.width;
  if constexpr (aligned) {
    const uint4 middle = __ldg(reinterpret_cast<const uint4*>(from));
    Segment segment{{middle.x, middle.y, middle.z, middle.w}, 0, 0};
    if (x != 0) segment.left = load_word(from - 4);
    if (x + segment_pixels != frame.width) segment.right = load_word(from + segment_pixels);
    return segment;
  } else {
    const auto beyond = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(from) % 4);
    const std::uint8_t* const words = from - beyond;
    unsigned word[7];
    word[0] = x != 0 && words > frame.image - x ? load_word(words - 4)
                                                : 0;  // pixels x - 4 to x - 1 of the first row
#pragma unroll
    for (unsigned i = 0; i < 6; ++i) {
      const std::uint8_t* const address = words + 4 * i;
      word[i + 1] = load_word(address < frame.last_word ? address : frame.last_word);
    }
    unsigned pixels[6];
#pragma unroll
    for (unsigned i = 0; i < 6; ++i) pixels[i] = __funnelshift_r(word[i], word[i + 1], 8 * beyond);
    return {{pixels[1], pixels[2], pixels[3], pixels[4]}, pixels[0], pixels[5]};
  }
}

}  // namespace median::inline RUNGS_BACKEND
