// A stream of bytes to one range of a file, written in the background.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <future>
#include <span>

#include "cases/pipeline/files/open_file.hpp"
#include "cases/pipeline/run/budget.hpp"

namespace pipeline {

/// Takes the bytes of a range in order, and writes them while its caller computes the next ones. A disk that
/// is behind makes `write` wait; the memory stays the same. Used by one thread.
class DiskWriter {
 public:
  /// The bytes [first, last) of the file, which must outlive the writer. The buffers come out of the budget.
  /// Without `finish` the range is incomplete: the destructor waits only for what is being written.
  DiskWriter(DiskFile& file, std::uint64_t first, std::uint64_t last, Budget& budget);

  /// The most bytes of memory that a writer of a range of so many bytes, or fewer, takes out of the budget.
  [[nodiscard]] static std::size_t memory(std::uint64_t range_bytes);

  /// The next bytes of the range. Throws rungs::Failed if there are more than the range has, or if they or
  /// earlier bytes cannot be written.
  void write(std::span<const std::byte> bytes);
  /// Waits until the bytes so far are on the disk. Throws like `write`.
  void sync();
  /// Waits until the range is on the disk. Throws like `write`, and if bytes of the range are missing.
  void finish();

 private:
  struct Buffer {
    Block memory;
    std::shared_future<void> written{};  ///< of the bytes that it had last; valid once it had some
  };

  void hand_over();

  DiskFile& file_;
  const std::uint64_t first_;
  const std::uint64_t last_;
  std::uint64_t from_;  ///< where the bytes in the current buffer begin
  std::uint64_t at_;    ///< where the next byte goes
  /// Some are written, so that a disk is busy between the end of one write and the start of the next; one is
  /// filled meanwhile.
  std::array<Buffer, 4> ring_;
  std::size_t current_ = 0;  ///< in the ring
};

}  // namespace pipeline
