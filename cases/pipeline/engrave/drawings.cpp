#include "cases/pipeline/engrave/drawings.hpp"

#include <rungs/core/errors.hpp>
#include <system_error>

#include "cases/pipeline/engrave/tree_nodes.hpp"
#include "cases/pipeline/engrave/whole_file.hpp"

namespace pipeline {

Drawings::Drawings(const std::string& folder, const Settings& settings)
    : folder_(folder), picture_(settings.shape()) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw rungs::Failed("--dump " + folder + ": cannot be made: " + error.message());
  const TreeNode tree = nodes_of(settings);
  write_whole(folder_ / "tree.txt", tree_text(tree));
  write_whole(folder_ / "tree.dot", tree_dot(tree));
  write_whole(folder_ / "tree.svg", tree_svg(tree));
}

}  // namespace pipeline
