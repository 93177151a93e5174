// A schedule's source without memory: whatever a window needs is computed for it, and forgotten. Pixels that
// two windows share, such as halos, are computed twice.
#pragma once

#include <algorithm>
#include <cstddef>

#include "cases/pipeline/run/counts.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/run/patterns.hpp"

namespace pipeline {

template <class Place>
class Recomputed {
 public:
  Recomputed(Place& place, Counts& counts) : place_(place), counts_(counts), patterns_(place) {}

  [[nodiscard]] Place& place() const { return place_; }

  template <class OneEdge>
  [[nodiscard]] auto fetch(const OneEdge& edge, Window window) {
    if constexpr (OneEdge::trait == Trait::pattern) {
      return patterns_.of(edge);
    } else {
      Held<typename OneEdge::Pixel> held(place_, window);
      evaluate_padded(edge.child, held.plane, *this);
      return held;
    }
  }

  template <class Node, class... Planes>
  void compute(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) {
    counts_.pixels_computed += out.window.area();
    place_.fill(node, out, planes...);
  }

 private:
  Place& place_;
  Counts& counts_;
  Patterns<Place> patterns_;
};

/// The most memory that Recomputed holds at once below `node`, to compute a window of this size anywhere in
/// it.
template <class Place, class Node>
[[nodiscard]] std::size_t recomputed_bytes(const Node& node, Window window) {
  std::size_t held = 0;
  std::size_t most = 0;
  const auto add = [&]<class OneEdge>(const OneEdge& edge) {
    if (OneEdge::trait == Trait::pattern) return;
    const Window needs = needed(node, edge, window);
    held += plane_bytes<Place, typename OneEdge::Pixel>(needs);
    most = std::max(most, held + recomputed_bytes<Place>(edge.child, largest_part(needs, edge.child.frame)));
  };
  std::apply([&](const auto&... edge) { (add(edge), ...); }, node.children);
  return std::max(held, most);
}

}  // namespace pipeline
