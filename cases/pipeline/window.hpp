// A part of an image, a plane of pixels that holds one, and noise for a place in it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// Marks functions that run on the host and on a GPU.
#ifdef __CUDACC__
#define PIPELINE_BOTH __host__ __device__
#else
#define PIPELINE_BOTH
#endif

namespace pipeline {

/// A rectangle of pixels, in the coordinates of one node: `x` and `y` may be negative.
struct Window {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;

  [[nodiscard]] PIPELINE_BOTH std::int64_t right() const { return std::int64_t{x} + width; }  ///< first column after it
  [[nodiscard]] PIPELINE_BOTH std::int64_t bottom() const { return std::int64_t{y} + height; }  ///< first row after it
  [[nodiscard]] PIPELINE_BOTH std::size_t area() const { return std::size_t{width} * height; }
  [[nodiscard]] PIPELINE_BOTH bool empty() const { return width == 0 || height == 0; }
  bool operator==(const Window&) const = default;
};

/// Width and height of an image, or of a node.
struct Frame {
  std::uint32_t width = 1;
  std::uint32_t height = 1;

  [[nodiscard]] Window window() const { return {0, 0, width, height}; }
  [[nodiscard]] std::uint64_t pixels() const { return std::uint64_t{width} * height; }
  bool operator==(const Frame&) const = default;
};

/// The window with `by` more pixels on every side.
[[nodiscard]] inline Window grown(Window w, std::uint32_t by) {
  const auto shift = static_cast<std::int32_t>(by);
  return {w.x - shift, w.y - shift, w.width + 2 * by, w.height + 2 * by};
}

/// The same pixels in the coordinates of a node whose first pixel is at (x, y).
[[nodiscard]] inline Window seen_from(Window w, std::int32_t x, std::int32_t y) {
  return {w.x - x, w.y - y, w.width, w.height};
}

/// What two windows share; an empty window if they share nothing.
[[nodiscard]] inline Window common(Window a, Window b) {
  const std::int32_t x = std::max(a.x, b.x);
  const std::int32_t y = std::max(a.y, b.y);
  const std::int64_t width = std::min(a.right(), b.right()) - x;
  const std::int64_t height = std::min(a.bottom(), b.bottom()) - y;
  if (width <= 0 || height <= 0) return {x, y, 0, 0};
  return {x, y, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

/// Calls `use` with parts of a window that together are all of it but `inside`, which lies in it.
template <class Use> void for_outside(Window all, Window inside, const Use& use) {
  if (inside.empty()) return use(all);
  const auto part = [&](std::int64_t x, std::int64_t y, std::int64_t right, std::int64_t bottom) {
    const Window one{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), static_cast<std::uint32_t>(right - x),
                     static_cast<std::uint32_t>(bottom - y)};
    if (!one.empty()) use(one);
  };
  part(all.x, all.y, all.right(), inside.y);
  part(all.x, inside.bottom(), all.right(), all.bottom());
  part(all.x, inside.y, inside.x, inside.bottom());
  part(inside.right(), inside.y, all.right(), inside.bottom());
}

/// The pixels of a window, row-major; rows begin `pitch` pixels apart. Owns nothing.
template <class Pixel> struct Plane {
  Pixel* pixels = nullptr;
  std::size_t pitch = 0;
  Window window;

  /// The pixel at (x, y), in the coordinates of the window. It may be a place outside the window, from which
  /// one in the window is reached.
  [[nodiscard]] PIPELINE_BOTH Pixel* at(std::int32_t x, std::int32_t y) const {
    return pixels + std::ptrdiff_t{y - window.y} * static_cast<std::ptrdiff_t>(pitch) + (x - window.x);
  }
  /// The part of the plane that holds `part`, which must be inside it.
  [[nodiscard]] Plane of(Window part) const { return {at(part.x, part.y), pitch, part}; }
  /// As a plane that is only read. A template, since a plane of const pixels must not convert to itself.
  template <class Other>
  requires(std::is_same_v<Other, const Pixel> && !std::is_const_v<Pixel>) operator Plane<Other>()
      const {  // NOLINT(google-explicit-constructor): as a pointer converts
    return {pixels, pitch, window};
  }
};

/// A plane whose type of pixels is known by its size alone.
struct AnyPlane {
  void* pixels = nullptr;
  std::size_t pitch = 0;  ///< in pixels
  Window window;
  unsigned pixel_bytes = 1;

  AnyPlane() = default;
  AnyPlane(void* first, std::size_t row_pitch, Window held, unsigned bytes)
      : pixels(first), pitch(row_pitch), window(held), pixel_bytes(bytes) {}
  template <class Pixel>
  AnyPlane(const Plane<Pixel>& plane)  // NOLINT(google-explicit-constructor): nothing is lost
      : AnyPlane(plane.pixels, plane.pitch, plane.window, sizeof(Pixel)) {}

  /// With `Pixel` of pixel_bytes bytes.
  template <class Pixel> [[nodiscard]] Plane<Pixel> as() const { return {static_cast<Pixel*>(pixels), pitch, window}; }
  /// The part of the plane that holds `part`, which must be inside it.
  [[nodiscard]] AnyPlane of(Window part) const {
    const auto pixel = std::ptrdiff_t{part.y - window.y} * static_cast<std::ptrdiff_t>(pitch) + (part.x - window.x);
    return {static_cast<std::byte*>(pixels) + pixel * static_cast<std::ptrdiff_t>(pixel_bytes), pitch, part,
            pixel_bytes};
  }
  /// Calls `use` with the typed plane.
  template <class Use> void typed(const Use& use) const {
    if (pixel_bytes == 1) return use(as<std::uint8_t>());
    use(as<std::uint16_t>());
  }
};

/// Copies a window from one plane to another that both hold.
template <class Pixel> void copy_window(const Plane<Pixel>& to, const Plane<const Pixel>& from, Window what) {
  for (std::uint32_t row = 0; row < what.height; ++row) {
    const auto y = what.y + static_cast<std::int32_t>(row);
    std::copy_n(from.at(what.x, y), what.width, to.at(what.x, y));
  }
}

/// Calls `row(y, first pixel of it)` for each row.
template <class Pixel, class Row> void for_rows(const Plane<Pixel>& out, const Row& row) {
  for (std::uint32_t i = 0; i < out.window.height; ++i) {
    const auto y = out.window.y + static_cast<std::int32_t>(i);
    row(y, out.pixels + i * out.pitch);
  }
}

/// Sets each pixel to value(x, y).
template <class Pixel, class Value> void for_pixels(const Plane<Pixel>& out, const Value& value) {
  for_rows(out, [&](std::int32_t y, Pixel* to) {
    for (std::uint32_t i = 0; i < out.window.width; ++i) {
      to[i] = value(out.window.x + static_cast<std::int32_t>(i), y);
    }
  });
}

/// 32 bits that depend on all bits of (x, y) and of the seed, by rounds of a multiplication and a shift.
[[nodiscard]] PIPELINE_BOTH inline std::uint32_t noise(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t bits = seed ^ x * 0x9E3779B1U;
  bits = (bits ^ bits >> 15U) * 0x85EBCA77U;
  bits ^= y * 0xC2B2AE3DU;
  bits = (bits ^ bits >> 13U) * 0x27D4EB2FU;
  return bits ^ bits >> 16U;
}

}  // namespace pipeline
