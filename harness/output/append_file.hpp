// A text file that only grows: locked against other writers, and every append is written whole or not at all.
// Or a stream (standard output, a pipe, a device), into which the same is written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rungs {

/// An open file with one writer. Each append reaches the system before it returns, so a killed program loses nothing.
class AppendFile {
 public:
  /// Opens `path`, and creates it and its folders if they do not exist (links are followed). Throws BadUsage,
  /// naming `option`, if it cannot be written, or is open for writing in another process. With "-" standard
  /// output is for this text alone: what anything else prints there during the object's lifetime, variants
  /// that run in this process among them, goes to standard error.
  AppendFile(std::string option, std::string path);
  AppendFile(const AppendFile&) = delete;
  AppendFile& operator=(const AppendFile&) = delete;
  /// Closes the file and releases the lock. A file that was created here and has got nothing is removed
  /// again, and so is one with a first line alone if an error ends the run.
  ~AppendFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The whole contents of the file; empty of a stream.
  [[nodiscard]] std::string text();
  /// Writes the first line of a file whose contents are `there`, if they are less than it: a run that was
  /// killed, or a full disk, left nothing to keep. True if it did. Throws Failed if it cannot be written.
  bool start(std::string_view header, std::string_view there);
  /// Truncates the file to `size` bytes of text().
  void cut(std::size_t size);
  /// Replaces the contents: all of it, or nothing and throws Failed.
  void replace(std::string_view text);
  /// Adds all of `text`, or nothing and throws Failed; a stream may have got a part. If the file is not as
  /// this object has left it, all goes on in a second one: "rows.2.csv".
  void append(std::string_view text);
  /// Why it goes on in a second file; usually empty.
  [[nodiscard]] const std::string& moved() const { return moved_; }

 private:
  [[nodiscard]] std::size_t size() const;
  /// True if the path still leads to the file, and its length is what was written.
  [[nodiscard]] bool as_written() const;
  void move_on();
  /// Makes the folders of a file that is to be created; returns why it cannot.
  std::string make_folders();
  /// Closes; removes a file that was created here and has up to `nothing` bytes.
  void close(std::size_t nothing);

  std::string option_, path_;
  bool stream_;
  int descriptor_ = -1;
  bool created_ = false;
  std::size_t written_ = 0;  ///< the length of the file
  std::string moved_;
  std::size_t header_ = 0;                 ///< bytes of the first line
  std::vector<std::string> made_folders_;  ///< the deepest first
};

/// True if a path is of no file: "-" (standard output), a pipe or a device.
[[nodiscard]] bool is_stream(const std::string& path);
/// True if standard output is at this path, or the path is "-".
[[nodiscard]] bool is_standard_output(const std::string& path);

/// Throws BadUsage if `path`, given by `option`, cannot become an output file, or is not empty and
/// `may_exist` is false. Leaves nothing. Accepts an empty path, and streams.
void require_output_file(const std::string& option, const std::string& path, bool may_exist);

/// Throws the BadUsage for a file that is not empty.
[[noreturn]] void refuse_existing(const std::string& option, const std::string& path);

/// Throws BadUsage if two of the (option, path) pairs name the same file. Empty paths are ignored.
void require_different_files(const std::vector<std::pair<std::string, std::string>>& outputs);

/// A file next to `rows_path`: "rows.csv" and "side" -> "rows.side.csv"; empty of an empty path and of a stream.
[[nodiscard]] std::string companion_of(const std::string& rows_path, const std::string& kind);

}  // namespace rungs
