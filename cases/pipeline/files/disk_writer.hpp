// A stream of bytes to one range of a file, written by threads from a ring of blocks.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "cases/pipeline/files/disk_file.hpp"
#include "cases/pipeline/run/budget.hpp"

namespace pipeline {

/// Takes the bytes of a range in order, and writes them while its caller computes the next ones. A disk that
/// is behind makes `write` wait; the memory stays the same. Used by one thread.
class DiskWriter {
 public:
  /// The bytes [first, last) of the file, which must outlive the writer. The blocks come out of the budget.
  DiskWriter(DiskFile& file, std::uint64_t first, std::uint64_t last, Budget& budget);
  DiskWriter(const DiskWriter&) = delete;
  DiskWriter& operator=(const DiskWriter&) = delete;
  /// Drops what is not written yet: without `finish` the range is incomplete anyway.
  ~DiskWriter();

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
  // Two writes at once keep a disk busy between the end of one and the start of the next; two more blocks are
  // filled meanwhile.
  static constexpr std::size_t blocks = 4;
  static constexpr std::size_t threads = 2;
  static constexpr std::size_t most_block_bytes = std::size_t{8} << 20;
  static std::size_t block_bytes(std::uint64_t range_bytes);

  /// The bytes [first, last) of the file, in a block whose first byte belongs at `begin`.
  struct Job {
    std::size_t block;
    std::uint64_t begin;
    std::uint64_t first;
    std::uint64_t last;
  };

  void start_threads();
  void stop_threads();
  void run(const std::stop_token& stop);
  void begin_block();
  void hand_over();
  void rethrow() const;

  DiskFile& file_;
  const std::uint64_t range_first_;
  const std::uint64_t range_last_;
  std::vector<Block> ring_;
  Job filling_{};            ///< the block that `write` fills, up to `last`
  bool is_filling_ = false;  ///< whether `filling_` holds a block
  std::uint64_t at_;         ///< where the next byte goes

  std::mutex mutex_;  ///< guards the members below
  std::condition_variable_any for_writers_;
  std::condition_variable for_caller_;
  std::deque<Job> jobs_;
  std::vector<std::size_t> free_;
  std::exception_ptr error_;  ///< of the write that failed first

  std::vector<std::jthread> threads_;  ///< last: they use everything above
};

}  // namespace pipeline
