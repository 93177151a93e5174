// The edges of the tree. An edge says what its child is to the parent (its trait), and where it lies in it. A
// parent chooses its reduction by the traits and pixel types of its edges, at compile time.
//
// A node is a struct with
//   Pixel                    its pixels' type
//   frame                    its width and height in pixels
//   children                 a std::tuple of edges, empty for a leaf
//   halo(trait)              how many pixels around a window its reduction reads of a child with that trait
//   fill(out, children...)   computes the plane `out`, whose window is inside the frame, from planes that
//   hold
//                            what it reads; PatternPlane for children with the trait pattern
// Outside its own frame a node is 0.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "cases/pipeline/window.hpp"

namespace pipeline {

/// What a child is to its parent.
enum class Trait {
  data,    ///< gray values: how deep to engrave
  mask,    ///< a shape: where not 0
  pattern  ///< a small image that is needed as a whole, and repeated
};

/// Width and height of a node.
struct Frame {
  std::uint32_t width = 1;
  std::uint32_t height = 1;

  [[nodiscard]] Window window() const { return {0, 0, width, height}; }
  bool operator==(const Frame&) const = default;
};

/// The size of what a frame can have of a window, wherever the window lies.
[[nodiscard]] inline Window largest_part(Window window, Frame frame) {
  return {0, 0, std::min(window.width, frame.width), std::min(window.height, frame.height)};
}

/// A child with its trait; (x, y) is the place of its first pixel in the parent and may be negative.
template <Trait trait_, class Child_>
struct Edge {
  using Child = Child_;
  using Pixel = typename Child::Pixel;
  static constexpr Trait trait = trait_;

  Child child;
  std::int32_t x = 0;
  std::int32_t y = 0;
};

template <class Child>
using Data = Edge<Trait::data, Child>;
template <class Child>
using Mask = Edge<Trait::mask, Child>;
template <class Child>
using Pattern = Edge<Trait::pattern, Child>;

/// True for edges that all have the given trait.
template <Trait trait, class... Edges>
inline constexpr bool all_are = ((Edges::trait == trait) && ...);

/// Calls `use` with every edge below a node, a child's own edges before the edge to it.
template <class Node, class Use>
void for_edges(const Node& node, const Use& use) {
  std::apply(
      [&](const auto&... edge) {
        (
            [&] {
              for_edges(edge.child, use);
              use(edge);
            }(),
            ...);
      },
      node.children);
}

}  // namespace pipeline
