// Computes a window of a node from the windows of its children. What differs between schedules is the source:
// where the children's pixels come from. A source has
//   place()                         where pixels are computed, see held.hpp
//   fetch(edge, window)             an object whose member `plane` holds that window of the edge's child, in
//   the
//                                   child's coordinates, 0 outside its frame; called depth first, the first
//                                   child first
//   compute(node, out, planes...)   has the place compute the window
#pragma once

#include <cstddef>
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

/// How many children of a node are computed for each window: patterns are there already.
template <class... Edges>
[[nodiscard]] constexpr std::size_t branches(const std::tuple<Edges...>*) {
  return (std::size_t{Edges::trait != Trait::pattern} + ... + 0);
}

/// A source's window of an edge: at a place that can compute branches of a tree at the same time, as one of
/// `count` branches.
template <std::size_t count, class OneEdge, class Source>
[[nodiscard]] auto fetch_branch(const OneEdge& edge, Window window, Source& source) {
  if constexpr (count > 1 && OneEdge::trait != Trait::pattern &&
                requires { source.place().begin_branch(); }) {
    source.place().begin_branch();
    auto held = source.fetch(edge, window);
    source.place().end_branch();
    return held;
  } else {
    return source.fetch(edge, window);
  }
}

/// Waits for these branches, at such a place.
template <std::size_t count, class Source>
void join_branches(Source& source) {
  if constexpr (count > 1 && requires { source.place().join_branches(count); })
    source.place().join_branches(count);
}

/// Computes `out`, whose window is inside the node's frame.
template <class Node, class Source>
void evaluate(const Node& node, const Plane<typename Node::Pixel>& out, Source& source) {
  constexpr std::size_t count = branches(static_cast<const decltype(node.children)*>(nullptr));
  std::apply(
      [&](const auto&... edge) {
        // In braces, which are evaluated in order.
        const std::tuple<decltype(source.fetch(edge, Window{}))...> held{
            fetch_branch<count>(edge, needed(node, edge, out.window), source)...};
        join_branches<count>(source);
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
