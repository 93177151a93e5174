// The tree, twice. Its types: an edge says what its child is to the parent (its trait) and where it lies in
// it, and a parent is a template that chooses its reduction by the traits and pixel types of its edges, at
// compile time. What comes out is a Node with a function pointer, all that schedules see.
//
// The type of a node is a struct with
//   Pixel                    the type of its pixels
//   frame                    its width and height in pixels
//   children                 a std::tuple of edges, empty for a leaf
//   halo(trait)              how many pixels around a window its reduction reads of a child with that trait
//   fill(out, children...)   computes the plane `out`, whose window is inside the frame, from planes that hold
//                            what it reads; of children with the trait pattern, the whole frame
// Outside its own frame a node is 0.
#pragma once

#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>
#include "cases/pipeline/window.hpp"

namespace pipeline {

class Place;

/// What a child is to its parent.
enum class Trait {
  data,    ///< gray values: how deep to engrave
  mask,    ///< a shape: where not 0
  pattern  ///< a small image that is needed as a whole, and repeated
};

struct Node;

/// A child as schedules see it; (x, y) is the place of its first pixel in the parent and may be negative.
struct Child {
  Trait trait;
  std::uint32_t halo;  ///< pixels around a window that the parent reads of it
  std::int32_t x, y;
  std::shared_ptr<const Node> node;

  /// The window, in the child's coordinates, that the parent reads to compute `window`.
  [[nodiscard]] Window needed(Window window) const;
};

/// A node as schedules see it. It is made for one place (run/place.hpp), where alone it can be computed.
struct Node {
  Frame frame;
  unsigned pixel_bytes = 1;
  unsigned alignment = 1;  ///< rows of its planes begin so that multiples of so many columns are aligned
  std::vector<Child> children{};
  std::shared_ptr<const void> typed{};
  void (*call)(const void* typed, Place& place, const AnyPlane& out, const AnyPlane* children) = nullptr;

  /// Computes `out` from planes of the children, in their order.
  void compute(Place& place, const AnyPlane& out, const AnyPlane* planes) const {
    call(typed.get(), place, out, planes);
  }
};

inline Window Child::needed(Window window) const {
  return trait == Trait::pattern ? node->frame.window() : seen_from(grown(window, halo), x, y);
}

/// The type of an edge: what a parent's type knows of its child.
template <Trait trait_, class Pixel_> struct Edge {
  using Pixel = Pixel_;
  static constexpr Trait trait = trait_;

  std::shared_ptr<const Node> child;
  std::int32_t x = 0;
  std::int32_t y = 0;
};

template <class Pixel> using Data = Edge<Trait::data, Pixel>;
template <class Pixel> using Mask = Edge<Trait::mask, Pixel>;
template <class Pixel> using Pattern = Edge<Trait::pattern, Pixel>;

/// True for edges that all have the given trait.
template <Trait trait, class... Edges> inline constexpr bool all_are = ((Edges::trait == trait) && ...);

/// The node of a type at the place `At`, a Place that has fill(typed, out, children...).
template <class At, class Typed> [[nodiscard]] std::shared_ptr<const Node> node_at(Typed typed) {
  auto kept = std::make_shared<const Typed>(std::move(typed));
  auto node = std::make_shared<Node>();
  node->frame = kept->frame;
  node->pixel_bytes = sizeof(typename Typed::Pixel);
  node->alignment = At::alignment;
  const auto add = [&]<class OneEdge>(const OneEdge& edge) {
    node->children.push_back({OneEdge::trait, kept->halo(OneEdge::trait), edge.x, edge.y, edge.child});
  };
  std::apply([&](const auto&... edge) { (add(edge), ...); }, kept->children);
  node->typed = kept;
  using Children = decltype(kept->children);
  node->call = [](const void* self, Place& place, const AnyPlane& out, const AnyPlane* planes) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      static_cast<At&>(place).fill(*static_cast<const Typed*>(self), out.as<typename Typed::Pixel>(),
                                   planes[i].template as<const typename std::tuple_element_t<i, Children>::Pixel>()...);
    }
    (std::make_index_sequence<std::tuple_size_v<Children>>());
  };
  return node;
}

/// Edges to the node of a type.
template <class At, class Typed>
[[nodiscard]] Data<typename Typed::Pixel> data(Typed typed, std::int32_t x = 0, std::int32_t y = 0) {
  return {node_at<At>(std::move(typed)), x, y};
}
template <class At, class Typed>
[[nodiscard]] Mask<typename Typed::Pixel> mask(Typed typed, std::int32_t x = 0, std::int32_t y = 0) {
  return {node_at<At>(std::move(typed)), x, y};
}
template <class At, class Typed>
[[nodiscard]] Pattern<typename Typed::Pixel> pattern(Typed typed, std::int32_t x = 0, std::int32_t y = 0) {
  return {node_at<At>(std::move(typed)), x, y};
}

}  // namespace pipeline
