// The files of a row: a folder of its own, with the mask that the image reads and the image itself.
#pragma once

#include <string>

#include "cases/pipeline/run/settings.hpp"

namespace pipeline {

/// A folder below $RUNGS_PIPELINE_FOLDER (otherwise the system's folder for temporary files), removed with
/// everything in it at the end. Nothing is created if the settings need no file.
class RowFolder {
 public:
  /// Writes the mask of the settings' recipe to a file if `source` is not procedural. Throws rungs::Failed.
  RowFolder(const Settings& settings, SourceKind source);
  ~RowFolder();
  RowFolder(const RowFolder&) = delete;
  RowFolder& operator=(const RowFolder&) = delete;

  /// The settings with the sink's file, and the mask's file opened.
  [[nodiscard]] Settings with_files(Settings settings, Budget& budget) const;

 private:
  SourceKind source_;
  std::string folder_;  ///< empty: no files
};

}  // namespace pipeline
