// A folder of a test's own.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace rungs {

/// The folder is removed at the end.
class OwnFolder : public ::testing::Test {
 protected:
  OwnFolder() { std::filesystem::create_directories(folder_); }
  ~OwnFolder() override { std::filesystem::remove_all(folder_); }

  /// Writes the file, as it is.
  static void put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("rungs-test-" + std::to_string(::getpid()));
  std::string path_ = (folder_ / "rows.csv").string();
};

}  // namespace rungs
