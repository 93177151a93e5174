// The patterns of a tree: small, needed everywhere, so they are computed once and kept for the whole run.
#pragma once

#include <cstddef>
#include <map>
#include <memory>

#include "cases/pipeline/run/budget.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/tree/edge.hpp"

namespace pipeline {

/// A plane that somebody else holds.
template <class Pixel>
struct Lent {
  Plane<const Pixel> plane;
};

class Patterns {
 public:
  explicit Patterns(Budget& budget) : budget_(budget) {}

  template <class OneEdge>
  [[nodiscard]] Lent<typename OneEdge::Pixel> of(const OneEdge& edge) {
    using Kept = Held<typename OneEdge::Pixel>;
    auto& kept = kept_[&edge];
    if (kept == nullptr) {
      auto made = std::make_shared<Kept>(budget_, edge.child.frame.window());
      evaluate(edge.child, made->plane, *this);
      kept = made;
    }
    return {static_cast<const Kept*>(kept.get())->plane};
  }

  /// As a source for `evaluate`: a pattern's own children are patterns.
  template <class OneEdge>
  [[nodiscard]] Lent<typename OneEdge::Pixel> fetch(const OneEdge& edge, Window) {
    static_assert(OneEdge::trait == Trait::pattern, "expected patterns below a pattern");
    return of(edge);
  }
  template <class Node, class... Planes>
  static void compute(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) {
    node.fill(out, planes...);
  }

 private:
  Budget& budget_;
  std::map<const void*, std::shared_ptr<void>> kept_;  ///< by edge
};

/// Memory for all patterns of a tree.
template <class Node>
[[nodiscard]] std::size_t pattern_bytes(const Node& node) {
  std::size_t bytes = 0;
  for_edges(node, [&]<class OneEdge>(const OneEdge& edge) {
    if (OneEdge::trait == Trait::pattern)
      bytes += edge.child.frame.window().area() * sizeof(typename OneEdge::Pixel);
  });
  return bytes;
}

}  // namespace pipeline
