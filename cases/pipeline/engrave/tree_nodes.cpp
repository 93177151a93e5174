#include "cases/pipeline/engrave/tree_nodes.hpp"

#include <fmt/format.h>

#include <functional>
#include <tuple>

namespace pipeline {
namespace {

template <class... T>
std::string name_of(const Root<T...>&) {
  return "Root";
}
template <class... T>
std::string name_of(const Union<T...>&) {
  return "Union";
}
template <class... T>
std::string name_of(const Stitching<T...>&) {
  return "Stitching";
}
template <class... T>
std::string name_of(const Profile<T...>&) {
  return "Profile";
}
template <class... T>
std::string name_of(const Median<T...>&) {
  return "Median";
}
template <class... T>
std::string name_of(const Blend<T...>&) {
  return "Blend";
}
std::string name_of(const Math2D&) { return "Math2D"; }
std::string name_of(const Shape& shape) { return shape.file == nullptr ? "Shape" : "Shape, from a file"; }

constexpr std::string_view text_of(Trait trait) {
  switch (trait) {
    case Trait::data:
      return "data";
    case Trait::mask:
      return "mask";
    case Trait::pattern:
      return "pattern";
  }
  return "";
}

template <class Node>
TreeNode described_node(const Node& node);

template <Trait trait, class Child>
TreeNode described_child(const Edge<trait, Child>& edge) {
  TreeNode child = described_node(edge.child);
  child.trait = text_of(trait);
  child.x = edge.x;
  child.y = edge.y;
  return child;
}

template <class Node>
TreeNode described_node(const Node& node) {
  TreeNode result{name_of(node), "", 0, 0, node.frame};
  std::apply([&](const auto&... edge) { (result.children.push_back(described_child(edge)), ...); },
             node.children);
  return result;
}

std::string facts(const TreeNode& node) {
  std::string text = fmt::format("{} x {}", node.frame.width, node.frame.height);
  if (node.x != 0 || node.y != 0) text += fmt::format(" at ({}, {})", node.x, node.y);
  return text;
}

using Visit =
    std::function<void(const TreeNode& node, std::size_t depth, std::size_t number, std::size_t parent)>;

/// Visits all nodes, each before its children; numbers them in this order.
std::size_t walk(const TreeNode& node, const Visit& visit, std::size_t depth = 0, std::size_t number = 0,
                 std::size_t parent = 0) {
  visit(node, depth, number, parent);
  std::size_t next = number + 1;
  for (const TreeNode& child : node.children) next = walk(child, visit, depth + 1, next, number);
  return next;
}

}  // namespace

TreeNode nodes_of(const Settings& settings) {
  return with_tree(settings, [](const auto& tree) { return described_node(tree); });
}

std::string tree_text(const TreeNode& root) {
  std::string text;
  walk(root, [&](const TreeNode& node, std::size_t depth, std::size_t, std::size_t) {
    text += fmt::format("{:{}}{}{}   {}\n", "", 2 * depth, node.trait.empty() ? "" : node.trait + ": ",
                        node.name, facts(node));
  });
  return text;
}

std::string tree_dot(const TreeNode& root) {
  std::string text = "digraph tree {\n  node [shape=box, fontname=\"sans-serif\"]\n";
  walk(root, [&](const TreeNode& node, std::size_t depth, std::size_t number, std::size_t parent) {
    text += fmt::format("  n{} [label=\"{}\\n{}\"]\n", number, node.name, facts(node));
    if (depth > 0) text += fmt::format("  n{} -> n{} [label=\"{}\"]\n", parent, number, node.trait);
  });
  return text + "}\n";
}

std::string tree_svg(const TreeNode& root) {
  constexpr std::size_t row = 44;
  constexpr std::size_t box = 32;
  constexpr std::size_t indent = 40;
  constexpr std::size_t box_width = 360;
  std::string shapes;
  std::size_t deepest = 0;
  const std::size_t count =
      walk(root, [&](const TreeNode& node, std::size_t depth, std::size_t number, std::size_t parent) {
        const std::size_t x = 10 + indent * depth;
        const std::size_t y = 10 + row * number;
        deepest = std::max(deepest, depth);
        if (depth > 0) {  // from below the parent's box to the left side of this one
          shapes += fmt::format("<path d=\"M{} {}V{}H{}\"/>\n", x - indent / 2, 10 + row * parent + box,
                                y + box / 2, x);
        }
        shapes += fmt::format(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\n<text x=\"{}\" y=\"{}\">{}<tspan "
            "font-weight=\"bold\">{}</tspan>   {}</text>\n",
            x, y, box_width, box, x + 10, y + 21, node.trait.empty() ? "" : node.trait + ": ", node.name,
            facts(node));
      });
  const std::size_t width = 20 + indent * deepest + box_width;
  const std::size_t height = 20 + row * (count - 1) + box;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<style>rect{{fill:#eef2f6;stroke:#456}}path{{fill:none;stroke:#456}}text{{font:14px "
      "sans-serif;white-space:pre}}</style>\n<rect width=\"{0}\" height=\"{1}\" "
      "style=\"fill:#fff;stroke:none\"/>\n"
      "{2}</svg>\n",
      width, height, shapes);
}

}  // namespace pipeline
