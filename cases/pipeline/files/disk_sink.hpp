// A sink into a range of a file, written in the background.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <future>
#include <string>
#include "cases/pipeline/files/open_file.hpp"
#include "cases/pipeline/files/sink.hpp"

namespace pipeline {

/// Writes while its caller computes the next bytes. A disk that is behind makes `write` wait; the memory
/// stays the same.
class DiskSink : public Sink {
 public:
  /// Bytes of the file. The buffers come out of the budget. Without `finish` the range is incomplete: the
  /// destructor waits only for what is being written.
  DiskSink(const std::string& path, Part range, Budget& budget, DiskFile::SystemWrite system_write = ::pwrite);

  /// The most memory that a sink of so many bytes, or fewer, takes out of the budget.
  [[nodiscard]] static std::size_t memory(std::uint64_t bytes);

  void write(std::span<const std::byte> bytes) override;
  void sync() override;
  void finish() override;
  [[nodiscard]] std::uint64_t disk_bytes() const override { return file_.written(); }
  [[nodiscard]] DiskFile& file() { return file_; }

 private:
  struct Buffer {
    Block memory;
    std::shared_future<void> written{};  ///< of the bytes that it had last; valid once it had some
  };

  void hand_over();

  DiskFile file_;
  Part range_;
  std::uint64_t from_;  ///< where the bytes in the current buffer begin
  std::uint64_t at_;    ///< where the next byte goes
  /// Some are written, so that a disk is busy between the end of one write and the start of the next; one is
  /// filled meanwhile.
  std::array<Buffer, 4> ring_;
  std::size_t current_ = 0;  ///< in the ring
};

}  // namespace pipeline
