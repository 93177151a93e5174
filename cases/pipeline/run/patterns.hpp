// The patterns of a tree: small, needed everywhere, so they are computed once and kept for the whole run.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <typeindex>
#include <typeinfo>
#include <utility>

#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/tree/edge.hpp"

namespace pipeline {

/// A plane that somebody else holds.
template <class Pixel>
struct Lent {
  Plane<const Pixel> plane;
};

template <class Place>
class Patterns {
 public:
  explicit Patterns(Place& place) : place_(place) {}

  template <class OneEdge>
  [[nodiscard]] Lent<typename OneEdge::Pixel> of(const OneEdge& edge) {
    using Kept = Held<typename OneEdge::Pixel>;
    if (const auto found = kept_.find(key_of(edge)); found != kept_.end()) {
      return {static_cast<const Kept*>(found->second.get())->plane};
    }
    auto made = std::make_shared<Kept>(place_, edge.child.frame.window());
    evaluate(edge.child, made->plane, *this);
    kept_.emplace(key_of(edge), made);
    return {made->plane};
  }

  /// As a source for `evaluate`: a pattern's own children are patterns.
  [[nodiscard]] Place& place() const { return place_; }
  template <class OneEdge>
  [[nodiscard]] Lent<typename OneEdge::Pixel> fetch(const OneEdge& edge, Window) {
    static_assert(OneEdge::trait == Trait::pattern, "expected patterns below a pattern");
    return of(edge);
  }
  template <class Node, class... Planes>
  void compute(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) const {
    place_.fill(node, out, planes...);
  }

 private:
  /// An edge and the first edge below it may have the same address, but are of different types.
  using Key = std::pair<const void*, std::type_index>;
  template <class OneEdge>
  static Key key_of(const OneEdge& edge) {
    return {&edge, typeid(OneEdge)};
  }

  Place& place_;
  std::map<Key, std::shared_ptr<void>> kept_;
};

/// Memory for all patterns of a tree.
template <class Place, class Node>
[[nodiscard]] std::size_t pattern_bytes(const Node& node) {
  std::size_t bytes = 0;
  for_edges(node, [&]<class OneEdge>(const OneEdge& edge) {
    if (OneEdge::trait == Trait::pattern)
      bytes += plane_bytes<Place, typename OneEdge::Pixel>(edge.child.frame.window());
  });
  return bytes;
}

}  // namespace pipeline
