// A tree as names and places, for drawing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

struct TreeNode {
  std::string name;
  std::string trait;   ///< of the edge to it; empty for the root
  std::int32_t x = 0;  ///< its place in its parent
  std::int32_t y = 0;
  Frame frame;
  std::vector<TreeNode> children{};
};

/// The tree of an image.
[[nodiscard]] TreeNode nodes_of(const Settings& settings);

/// Each as a whole file: lines of text, Graphviz's language, and SVG.
[[nodiscard]] std::string tree_text(const TreeNode& root);
[[nodiscard]] std::string tree_dot(const TreeNode& root);
[[nodiscard]] std::string tree_svg(const TreeNode& root);

}  // namespace pipeline
