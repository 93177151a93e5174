// Where pixels are computed, and the memory of planes there. The nodes of a tree are made for one place; a
// place is the host, or a GPU (gpu/on_gpu.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

class Place {
 public:
  explicit Place(Budget& budget) : budget_(budget) {}
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  virtual ~Place() = default;

  [[nodiscard]] Budget& budget() const { return budget_; }
  /// Sets a plane to 0 outside a part of its window.
  virtual void clear_outside(const AnyPlane& plane, Window inside) = 0;
  /// Copies a window between two planes that both hold it.
  virtual void copy(const AnyPlane& to, const AnyPlane& from, Window what) = 0;
  virtual void clear(const Block& block) = 0;
  /// Copies bytes [from, from + bytes) of a block to its beginning.
  virtual void move_to_front(const Block& block, std::size_t from, std::size_t bytes) = 0;

  /// For places that compute branches of a tree at the same time: a branch from here to its end, and waiting
  /// for the last `count` of them.
  virtual void begin_branch() {}
  virtual void end_branch() {}
  virtual void join_branches(std::size_t /*count*/) {}

 private:
  Budget& budget_;
};

/// Several threads may use one.
class OnHost final : public Place {
 public:
  static constexpr unsigned alignment = 1;
  using Place::Place;

  template <class Typed, class... Planes>
  void fill(const Typed& node, const Plane<typename Typed::Pixel>& out, const Planes&... planes) const {
    node.fill(out, planes...);
  }
  void clear_outside(const AnyPlane& plane, Window inside) override;
  void copy(const AnyPlane& to, const AnyPlane& from, Window what) override;
  void clear(const Block& block) override { std::fill_n(block.data(), block.size(), std::byte{0}); }
  void move_to_front(const Block& block, std::size_t from, std::size_t bytes) override {
    std::memmove(block.data(), block.data() + from, bytes);
  }
};

/// A tree whose pixels the host computes.
[[nodiscard]] std::shared_ptr<const Node> host_tree(TreeKind kind, const Recipe& recipe);

/// Bytes of a plane of a window, whose rows are aligned at multiples of `alignment` wherever the window
/// begins.
[[nodiscard]] inline std::size_t plane_bytes(unsigned alignment, unsigned pixel_bytes, Window window) {
  const std::size_t pitch = (std::size_t{window.width} + 2 * (alignment - 1)) / alignment * alignment;
  return pitch * window.height * pixel_bytes;
}
[[nodiscard]] inline std::size_t plane_bytes(const Node& node, Window window) {
  return plane_bytes(node.alignment, node.pixel_bytes, window);
}

/// A node's plane of a window in memory for it.
[[nodiscard]] AnyPlane plane_in(const Block& block, const Node& node, Window window);

/// A plane, with the memory that it lies in unless somebody else holds that.
struct PlaneMemory {
  Block memory;
  AnyPlane plane;
};

/// Memory for a window of a node out of the place's budget; its contents are undefined.
[[nodiscard]] PlaneMemory hold(Place& place, const Node& node, Window window);

}  // namespace pipeline
