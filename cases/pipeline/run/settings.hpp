// What a run is asked to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cases/pipeline/files/sink.hpp"
#include "cases/pipeline/run/evaluate.hpp"
#include "cases/pipeline/tree/trees.hpp"

namespace pipeline {

enum class TreeKind { deck, chain };
/// In which order tiles are computed: row by row; row by row, every other row from the right; two rows of
/// tiles at a time, column by column.
enum class Order { rows, serpentine, blocks };
enum class SourceKind { procedural, raw, bigtiff };

struct Settings {
  TreeKind tree = TreeKind::deck;
  Recipe recipe;
  std::uint32_t tile = 1024;
  Order order = Order::rows;
  std::size_t host_budget = std::size_t{512} << 20U;
  std::size_t device_budget = std::size_t{1} << 30U;
  SinkKind sink = SinkKind::null;
  std::string output{};  ///< the sink's file

  [[nodiscard]] ImageShape shape() const { return {recipe.frame.width, recipe.frame.height}; }
};

/// Calls `use` with the tree.
template <class Use>
auto with_tree(const Settings& settings, const Use& use) {
  if (settings.tree == TreeKind::deck) {
    const DeckTree tree = deck_tree(settings.recipe);
    return use(tree);
  }
  const ChainTree tree = chain_tree(settings.recipe);
  return use(tree);
}

/// The pixels of all nodes below the root that an image needs, patterns apart, and of the root itself.
template <class Node>
[[nodiscard]] std::uint64_t needed_pixels(const Node& node, Window window) {
  std::uint64_t pixels = window.area();
  const auto add = [&]<class OneEdge>(const OneEdge& edge) {
    if (OneEdge::trait == Trait::pattern) return;
    const Window inside = common(needed(node, edge, window), edge.child.frame.window());
    if (!inside.empty()) pixels += needed_pixels(edge.child, inside);
  };
  std::apply([&](const auto&... edge) { (add(edge), ...); }, node.children);
  return pixels;
}

}  // namespace pipeline
