// The host as a place where pixels are computed, see held.hpp. Several threads may use one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

class OnHost {
 public:
  explicit OnHost(Budget& budget) : budget_(budget) {}

  [[nodiscard]] Budget& budget() const { return budget_; }
  [[nodiscard]] static std::size_t pitch_of(Window window) { return window.width; }
  [[nodiscard]] static std::size_t lead_of(Window) { return 0; }

  template <class Node, class... Planes>
  void fill(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) const {
    node.fill(out, planes...);
  }

  template <class Pixel>
  void clear_outside(const Plane<Pixel>& plane, Window inside) const {
    for (std::uint32_t row = 0; row < plane.window.height; ++row) {
      const auto y = plane.window.y + static_cast<std::int32_t>(row);
      Pixel* const to = plane.at(plane.window.x, y);
      if (inside.empty() || y < inside.y || y >= inside.bottom()) {
        std::fill_n(to, plane.window.width, Pixel{0});
        continue;
      }
      std::fill(to, plane.at(inside.x, y), Pixel{0});
      const auto after = static_cast<std::size_t>(inside.right() - plane.window.x);
      std::fill(to + after, to + plane.window.width, Pixel{0});
    }
  }

  template <class Pixel>
  void copy(const Plane<Pixel>& to, const Plane<const Pixel>& from, Window what) const {
    copy_window(to, from, what);
  }

  void clear(const Block& block) const { std::fill_n(block.data(), block.size(), std::byte{0}); }

  void move_to_front(const Block& block, std::size_t from, std::size_t bytes) const {
    std::memmove(block.data(), block.data() + from, bytes);
  }

 private:
  Budget& budget_;
};

}  // namespace pipeline
