// Pixels that are in a file as they are in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "cases/pipeline/files/input_file.hpp"
#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

/// Fills a plane from rows that begin at an offset of the file; the first of them is at
/// the top left of `stored`, which holds the plane's window. Throws rungs::Failed if the file cannot be read.
inline void read_rows(InputFile& file, std::uint64_t at, Window stored, const Plane<std::uint8_t>& to) {
  const Window part = to.window;
  if (part.empty()) return;
  const auto rows_before = static_cast<std::uint64_t>(std::int64_t{part.y} - stored.y);
  const auto columns_before = static_cast<std::uint64_t>(std::int64_t{part.x} - stored.x);
  at += rows_before * stored.width + columns_before;
  // Whole rows without gaps are one read.
  const bool together = part.width == stored.width && to.pitch == part.width;
  const std::uint64_t reads = together ? 1 : part.height;
  const std::size_t bytes = together ? part.area() : part.width;
  for (std::uint64_t i = 0; i < reads; ++i) {
    file.read(std::as_writable_bytes(std::span(to.pixels + i * to.pitch, bytes)), at + i * stored.width);
  }
}

/// Throws rungs::Failed unless the window is inside an image of this shape.
inline void expect_inside(const InputFile& file, ImageShape shape, Window w) {
  if (w.x >= 0 && w.y >= 0 && w.right() <= shape.width && w.bottom() <= shape.height) return;
  file.fail("a window of " + std::to_string(w.width) + " x " + std::to_string(w.height) + " pixels at (" +
            std::to_string(w.x) + ", " + std::to_string(w.y) + ") is not inside the image of " +
            std::to_string(shape.width) + " x " + std::to_string(shape.height));
}

}  // namespace pipeline
