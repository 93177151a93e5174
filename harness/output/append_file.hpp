// A text file that only grows: locked against other writers, and every append is written whole or not at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rungs {

/// An open file with one writer. Each append reaches the system before it returns, so a killed program loses
/// nothing.
class AppendFile {
 public:
  /// Opens `path`, and creates it if it does not exist. Throws BadUsage, naming `option`, if it cannot be
  /// written, is not a regular file (links are followed), or is open for writing in another process.
  AppendFile(std::string option, std::string path);
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  /// Closes the file and releases the lock.
  ~AppendFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The whole contents of the file.
  [[nodiscard]] std::string text() const;
  /// Writes the first line of a file whose contents are `there`, if they are less than it: a run that was
  /// killed, or a full disk, left nothing to keep. True if it did. Throws BadUsage if it cannot be written.
  bool start(std::string_view header, std::string_view there);
  /// Truncates the file to `size` bytes.
  void cut(std::size_t size);
  /// Replaces the contents: all of it, or nothing and throws Failed.
  void replace(std::string_view text);
  /// Adds all of `text`, or nothing and throws Failed. If the file was created here and nothing could be
  /// added, it is removed again.
  void append(std::string_view text);

 private:
  [[nodiscard]] std::size_t size() const;

  std::string option_, path_;
  int descriptor_ = -1;
  bool created_ = false;
};

/// Throws BadUsage if `path`, given by `option`, cannot become an output file: it is a folder, a FIFO or a
/// device, its folder does not exist, or it is not empty and `may_exist` is false. Creates nothing.
void require_output_file(const std::string& option, const std::string& path, bool may_exist);

/// Throws the BadUsage for a file that is not empty.
[[noreturn]] void refuse_existing(const std::string& option, const std::string& path);

/// Throws BadUsage if two of the (option, path) pairs name the same file. Empty paths are ignored.
void require_different_files(const std::vector<std::pair<std::string, std::string>>& outputs);

/// A file next to `rows_path`: "rows.csv" and "side" -> "rows.side.csv"; empty of an empty path.
[[nodiscard]] std::string companion_of(const std::string& rows_path, const std::string& kind);

}  // namespace rungs
