// What many tests use: a folder of their own, and what an error says.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace rungs {

/// A folder that is removed at the end.
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

/// The text of the Error that `action` throws; "nothing thrown" where it does not.
template <class Error, class Action> std::string message_of(Action action) {
  try {
    static_cast<void>(action());
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << "the text is: " << (text)

}  // namespace rungs
