// Leaf: the mask, from a file or from its formula (blobs.hpp). The deck's node "Tiff".
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
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
  /// Cell by cell, since a cell's blob is the same for all of its pixels.
  void fill_row(Pixel* to, std::int32_t x, std::uint32_t width, std::int32_t y) const {
    const std::int64_t end = std::int64_t{x} + width;
    for (std::int64_t from = x; from < end;) {
      const std::int64_t next = std::min<std::int64_t>((from / Blob::cell + 1) * Blob::cell, end);
      const Blob blob = blob_at(static_cast<std::int32_t>(from), y, seed);
      for (; from < next; ++from) {
        *to++ = blob.covers(static_cast<std::int32_t>(from), y) ? Pixel{255} : Pixel{0};
      }
    }
  }
};

}  // namespace pipeline
