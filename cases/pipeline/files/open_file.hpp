// Regular files that are read or written at any offset.
#pragma once

#include <sys/types.h>
#include <unistd.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pipeline {

/// A regular file that is open.
class OpenFile {
 public:
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Throws rungs::Failed with the file and what is wrong with it.
  [[noreturn]] void fail(const std::string& what) const;

 protected:
  /// `use`: "read" or "written", for the message. Throws rungs::Failed if the file cannot be opened or is not
  /// a regular file.
  OpenFile(std::string path, int flags, const std::string& use);
  ~OpenFile() { ::close(descriptor_); }
  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  std::string path_;
  int descriptor_ = -1;
};

class InputFile : public OpenFile {
 public:
  /// Throws rungs::Failed as OpenFile.
  explicit InputFile(std::string path);

  /// Fills `to` with the bytes at an offset. Throws rungs::Failed if they cannot be read, or if the file ends
  /// before.
  void read(std::span<std::byte> to, std::uint64_t at) const;
  /// Reads the bytes at an offset, fewer where the file ends. Returns how many; -1, with errno set, if they
  /// cannot be read.
  [[nodiscard]] std::int64_t read_some(std::span<std::byte> to, std::uint64_t at) const noexcept;

  [[nodiscard]] std::uint64_t size() const { return size_; }  ///< bytes, when it was opened

 private:
  std::uint64_t size_;
};

/// Created if it is not there. Several threads may write to it at once.
///
/// Direct disk access (O_DIRECT) writes whole blocks of `alignment` bytes. A range that begins or ends inside
/// such a block is written through the page cache there, byte by byte as asked: another process may be
/// writing the rest of the block.
class DiskFile : public OpenFile {
 public:
  /// The system's `pwrite`, or a test's.
  using SystemWrite = ssize_t (*)(int descriptor, const void* from, std::size_t bytes, off_t at);
  static constexpr std::size_t alignment = 4096;  ///< enough for disks with sectors of 512 and 4096 bytes

  /// A file system that does not offer direct access is written through the page cache. Throws rungs::Failed
  /// as OpenFile.
  explicit DiskFile(std::string path, SystemWrite system_write = ::pwrite);
  ~DiskFile();

  /// Cuts the file off at `bytes` bytes. Throws rungs::Failed.
  void resize(std::uint64_t bytes);
  /// Keeps other processes from locking the file, until this one closes it or ends, however that happens.
  /// Throws rungs::Failed with `busy` if another one holds the lock.
  void lock(const std::string& busy);
  /// Writes bytes at an offset of the file. They go past the page cache if their address and the offset have
  /// the same remainder by `alignment`. Throws rungs::Failed with the file, the offset and the reason.
  void write(std::span<const std::byte> bytes, std::uint64_t at);
  /// Waits until everything is on the disk. Throws rungs::Failed.
  void sync();

  [[nodiscard]] std::uint64_t written() const { return written_; }  ///< bytes given to the system

 private:
  SystemWrite system_write_;
  int direct_;  ///< -1 without direct access
  std::atomic<bool> use_direct_;
  std::atomic<std::uint64_t> written_ = 0;
};

}  // namespace pipeline
