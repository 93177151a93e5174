// A schedule's source for bands of whole rows from the top down: of every node it keeps the rows that the
// next band still needs, and each pixel is computed once. Its memory depends on the image's width, not on its
// height.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "cases/pipeline/run/counts.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/run/held.hpp"
#include "cases/pipeline/run/patterns.hpp"

namespace pipeline {

template <class Place>
class Rolling {
 public:
  Rolling(Place& place, Counts& counts)
      : place_(place), counts_(counts), own_patterns_(std::in_place, place), patterns_(*own_patterns_) {}
  /// With patterns that several sources read: all of the tree's must be there.
  Rolling(Place& place, Counts& counts, Patterns<Place>& patterns)
      : place_(place), counts_(counts), patterns_(patterns) {}
  Rolling(const Rolling&) = delete;
  Rolling& operator=(const Rolling&) = delete;

  [[nodiscard]] Place& place() const { return place_; }

  /// Takes the memory for bands of `root` that are not larger than `band`, and computes the patterns. Call it
  /// first.
  template <class Node>
  void reserve(const Node& root, Window band) {
    const auto add = [&]<class OneEdge>(const OneEdge& edge) {
      if constexpr (OneEdge::trait == Trait::pattern) return static_cast<void>(patterns_.of(edge));
      const Window needs = needed(root, edge, band);
      const auto made =
          rows_.emplace(&edge, Rows(place_.budget(), plane_bytes<Place, typename OneEdge::Pixel>(needs)));
      // Rows are moved together with what lies between them, which nobody writes.
      place_.clear(made.first->second.memory);
      reserve(edge.child, needs);
    };
    std::apply([&](const auto&... edge) { (add(edge), ...); }, root.children);
  }

  /// The next window may lie anywhere: nothing of the ones before is used for it.
  void restart() {
    for (auto& [edge, rows] : rows_) rows.top = rows.bottom = INT32_MIN;
  }

  /// From one restart to the next, windows of one edge must all have the same columns, and go down.
  template <class OneEdge>
  [[nodiscard]] auto fetch(const OneEdge& edge, Window window) {
    if constexpr (OneEdge::trait == Trait::pattern) {
      return patterns_.of(edge);
    } else {
      using Pixel = typename OneEdge::Pixel;
      Rows& rows = rows_.at(&edge);
      const Plane<Pixel> plane = moved<Pixel>(rows, window);
      const auto old = static_cast<std::uint32_t>(rows.bottom - window.y);
      if (old < window.height) {
        const auto top = static_cast<std::int32_t>(rows.bottom);
        evaluate_padded(edge.child, plane.of({window.x, top, window.width, window.height - old}), *this);
        rows.bottom = window.bottom();
      }
      return Lent<Pixel>{plane};
    }
  }

  template <class Node, class... Planes>
  void compute(const Node& node, const Plane<typename Node::Pixel>& out, const Planes&... planes) {
    counts_.pixels_computed += out.window.area();
    place_.fill(node, out, planes...);
  }

 private:
  struct Rows {
    Rows(Budget& budget, std::size_t bytes) : memory(budget, bytes) {}

    Block memory;
    std::int64_t top = INT32_MIN;
    std::int64_t bottom = INT32_MIN;  ///< first row that is not there yet
  };

  /// Moves the rows that a window shares with the one before to the front.
  template <class Pixel>
  Plane<Pixel> moved(Rows& rows, Window window) const {
    const Plane<Pixel> plane = plane_in<Place, Pixel>(rows.memory, window);
    const std::size_t row_bytes = plane.pitch * sizeof(Pixel);
    rows.bottom = std::max<std::int64_t>(rows.bottom, window.y);
    const auto away = static_cast<std::size_t>(window.y - rows.top);
    const auto kept = static_cast<std::size_t>(rows.bottom - window.y);
    if (away > 0 && kept > 0) place_.move_to_front(rows.memory, away * row_bytes, kept * row_bytes);
    rows.top = window.y;
    return plane;
  }

  Place& place_;
  Counts& counts_;
  std::optional<Patterns<Place>> own_patterns_;
  Patterns<Place>& patterns_;
  std::map<const void*, Rows> rows_;  ///< by edge
};

/// The memory that Rolling holds below `node`, for bands like `window`.
template <class Place, class Node>
[[nodiscard]] std::size_t rolling_bytes(const Node& node, Window window) {
  std::size_t bytes = 0;
  const auto add = [&]<class OneEdge>(const OneEdge& edge) {
    if (OneEdge::trait == Trait::pattern) return;
    const Window needs = needed(node, edge, window);
    bytes += plane_bytes<Place, typename OneEdge::Pixel>(needs) + rolling_bytes<Place>(edge.child, needs);
  };
  std::apply([&](const auto&... edge) { (add(edge), ...); }, node.children);
  return bytes;
}

}  // namespace pipeline
