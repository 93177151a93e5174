// Leaf: the mask, from a file or from its formula (blobs.hpp). The deck's node "Tiff".
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <tuple>

#include "cases/pipeline/files/mask_file.hpp"
#include "cases/pipeline/tree/blobs.hpp"
#include "cases/pipeline/tree/edge.hpp"
#include "cases/pipeline/tree/for_pixels.hpp"

namespace pipeline {

struct Shape {
  using Pixel = std::uint8_t;

  Frame frame;
  std::uint32_t seed = 0;
  std::shared_ptr<MaskFile> file{};  ///< null: the formula
  std::tuple<> children{};

  [[nodiscard]] static constexpr std::uint32_t halo(Trait) { return 0; }

  void fill(const Plane<Pixel>& out) const {
    if (file != nullptr) return file->read(out);
    for_rows(out, [&](std::int32_t y, Pixel* to) { fill_row(to, out.window.x, out.window.width, y); });
  }

 private:
  /// Cell by cell: a blob covers neighbouring pixels of a row, or none.
  void fill_row(Pixel* to, std::int32_t x, std::uint32_t width, std::int32_t y) const {
    std::fill_n(to, width, Pixel{0});
    const std::int64_t end = std::int64_t{x} + width;
    for (std::int64_t from = x; from < end; from = (from / Blob::cell + 1) * Blob::cell) {
      const Blob blob = blob_at(static_cast<std::int32_t>(from), y, seed);
      const std::int32_t dy = y - blob.y;
      const std::int32_t room = blob.radius_squared - dy * dy;
      if (room < 0) continue;
      const auto reach = static_cast<std::int64_t>(std::sqrt(static_cast<float>(room)));  // exact up to 2^24
      const std::int64_t first = std::max(blob.x - reach, from);
      const std::int64_t last = std::min(blob.x + reach + 1, end);
      if (first < last) std::fill(to + (first - x), to + (last - x), Pixel{255});
    }
  }
};

}  // namespace pipeline
