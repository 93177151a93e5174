// A text file that grows: locked against other writers, and never left with half of what was to be added.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rungs {

/// One writer's open file. Each append reaches the system before it returns, so that a killed program loses
/// nothing of it.
class AppendFile {
 public:
  /// Not open.
  AppendFile() = default;
  /// Opens `path`, and creates it where it is not there. Throws BadUsage, naming `option`, where it cannot be
  /// written, is no regular file (links are followed), or is being written by another process.
  AppendFile(std::string option, std::string path);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  /// Closes it, which ends the lock.
  ~AppendFile();

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// All that it holds now.
  [[nodiscard]] std::string text() const;
  /// Cuts everything from byte `size` on.
  void cut(std::size_t size);
  /// Adds all of `text` or, throwing Failed, nothing. A file that was created here and to which nothing could
  /// be added is removed again.
  void append(std::string_view text);

 private:
  [[nodiscard]] std::size_t size() const;

  std::string option_, path_;
  int descriptor_ = -1;
  bool created_ = false;
};

}  // namespace rungs
