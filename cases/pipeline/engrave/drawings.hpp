// The folder of --dump: the tree and the image, drawn.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "cases/pipeline/engrave/picture.hpp"
#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

class Drawings {
 public:
  /// Writes tree.txt, tree.dot and tree.svg; creates the folder if it is not there. Throws rungs::Failed.
  Drawings(const std::string& folder, const Settings& settings);

  /// The next bytes of the image, from its first one on.
  void take(std::span<const std::byte> bytes) { picture_.take(bytes); }
  /// Writes image.png. Throws rungs::Failed.
  void finish() { picture_.write(folder_ / "image.png"); }

 private:
  std::filesystem::path folder_;
  Picture picture_;
};

}  // namespace pipeline
