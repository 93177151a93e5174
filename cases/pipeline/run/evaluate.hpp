// Computes a window of a node from the windows of its children. What differs between schedules is the source:
// where the children's pixels come from. A source has
//   place()                         where pixels are computed, see held.hpp
//   fetch(edge, window)             an object whose member `plane` holds that window of the edge's child, in
//   the
//                                   child's coordinates, 0 outside its frame; called depth first, the first
//                                   child first
//   compute(node, out, planes...)   has the place compute the window
#pragma once

#include <tuple>

#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/tree/edge.hpp"
#include "cases/pipeline/window.hpp"

namespace pipeline {

/// The window of an edge's child, in the child's coordinates, that `node` reads to compute `window`.
template <class Node, class OneEdge>
[[nodiscard]] Window needed(const Node& node, const OneEdge& edge, Window window) {
  if constexpr (OneEdge::trait == Trait::pattern) return edge.child.frame.window();
  return seen_from(grown(window, node.halo(OneEdge::trait)), edge.x, edge.y);
}

/// Computes `out`, whose window is inside the node's frame.
template <class Node, class Source>
void evaluate(const Node& node, const Plane<typename Node::Pixel>& out, Source& source) {
  std::apply(
      [&](const auto&... edge) {
        // In braces, which are evaluated in order.
        const std::tuple<decltype(source.fetch(edge, Window{}))...> held{
            source.fetch(edge, needed(node, edge, out.window))...};
        std::apply([&](const auto&... child) { source.compute(node, out, child.plane...); }, held);
      },
      node.children);
}

/// The same for any window: 0 outside the frame.
template <class Node, class Source>
void evaluate_padded(const Node& node, const Plane<typename Node::Pixel>& out, Source& source) {
  const Window inside = common(out.window, node.frame.window());
  if (inside != out.window) source.place().clear_outside(out, inside);
  if (!inside.empty()) evaluate(node, out.of(inside), source);
}

}  // namespace pipeline
