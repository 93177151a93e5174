// A GPU as a place where pixels are computed, see run/held.hpp. Work is queued on one stream.
//
// A plane's rows begin so that a pixel whose column is a multiple of 16 is aligned to 16 pixels, wherever the
// window lies: pieces of 16 pixels are loaded and stored by single instructions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <rungs/device.hpp>

#include "cases/pipeline/gpu/map.hpp"
#include "cases/pipeline/gpu/mask_upload.hpp"
#include "cases/pipeline/gpu/median.hpp"
#include "cases/pipeline/gpu/nodes.hpp"
#include "cases/pipeline/gpu/profile.hpp"
#include "cases/pipeline/run/budget.hpp"

namespace pipeline::inline RUNGS_BACKEND {

class OnGpu {
 public:
  /// `device`: a budget of device memory.
  OnGpu(Budget& device, MaskUpload& masks, rungs::Stream stream)
      : device_(device), masks_(masks), stream_(stream) {}

  [[nodiscard]] Budget& budget() const { return device_; }
  /// Enough wherever the window begins.
  [[nodiscard]] static std::size_t pitch_of(Window window) {
    return (std::size_t{window.width} + 2 * (piece_pixels - 1)) / piece_pixels * piece_pixels;
  }
  [[nodiscard]] static std::size_t lead_of(Window window) {
    return static_cast<std::size_t>(window.x - piece_begin(window.x));
  }

  template <class Node, class... Planes>
  void fill(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) const {
    if constexpr (std::is_same_v<Node, Shape>) {
      if (node.file != nullptr) return masks_.upload(stream_, *node.file, out);
    }
    compute_on(stream_, node, out, planes...);
  }

  template <class Pixel>
  void clear_outside(const Plane<Pixel>& plane, Window inside) const {
    const Window all = plane.window;
    if (inside.empty()) return map(stream_, plane, Constant<Pixel>{});
    const auto clear = [&](std::int64_t x, std::int64_t y, std::int64_t right, std::int64_t bottom) {
      const Window part{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y),
                        static_cast<std::uint32_t>(right - x), static_cast<std::uint32_t>(bottom - y)};
      if (!part.empty()) map(stream_, plane.of(part), Constant<Pixel>{});
    };
    clear(all.x, all.y, all.right(), inside.y);
    clear(all.x, inside.bottom(), all.right(), all.bottom());
    clear(all.x, inside.y, inside.x, inside.bottom());
    clear(inside.right(), inside.y, all.right(), inside.bottom());
  }

  template <class Pixel>
  void copy(const Plane<Pixel>& to, const Plane<const Pixel>& from, Window what) const {
    map(stream_, to.of(what), Copied<Pixel>{from});
  }

  void clear(const Block& block) const {
    if (block.size() > 0) rungs::fill_bytes(block.data(), 0, block.size(), stream_);
  }

  /// In pieces that do not overlap with where they go.
  void move_to_front(const Block& block, std::size_t from, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes; done += from) {
      rungs::copy_bytes(block.data() + done, block.data() + from + done, std::min(from, bytes - done),
                        stream_);
    }
  }

 protected:
  [[nodiscard]] rungs::Stream stream() const { return stream_; }
  void set_stream(rungs::Stream stream) { stream_ = stream; }

 private:
  Budget& device_;
  MaskUpload& masks_;
  rungs::Stream stream_;
};

}  // namespace pipeline::inline RUNGS_BACKEND
