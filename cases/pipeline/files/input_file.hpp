// A file read at any offset.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pipeline {

/// A regular file open for reading.
class InputFile {
 public:
  /// Throws rungs::Failed if the file cannot be opened or is not a regular file.
  explicit InputFile(std::string path);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// Fills `to` with the bytes at an offset. Throws rungs::Failed if they cannot be read, or if the file ends
  /// before.
  void read(std::span<std::byte> to, std::uint64_t at);
  /// Reads the bytes at an offset, fewer where the file ends. Returns how many; -1, with errno set, if they
  /// cannot be read.
  std::int64_t read_some(std::span<std::byte> to, std::uint64_t at) noexcept;

  /// Throws rungs::Failed with the file and what is wrong with it.
  [[noreturn]] void fail(const std::string& what) const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }              ///< bytes, when it was opened
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_read_; }  ///< so far

 private:
  std::string path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::atomic<std::uint64_t> bytes_read_ = 0;
};

}  // namespace pipeline
