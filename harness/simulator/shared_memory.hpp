// A block's shared memory: poisoned before every block, with a guard zone around its dynamic part.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace rungs::simulator {

/// Static shared memory of all kernels, in the calling OS thread's copy: everything that `__shared__`
/// declares, less what function templates declare (g++ ignores the section attribute there). Empty where
/// there is none.
[[nodiscard]] std::span<unsigned char> static_shared_memory();

/// Shared memory as one OS thread sees it during one launch. To be created on that thread.
class SharedMemory {
 public:
  SharedMemory(std::size_t dynamic_bytes, unsigned char poison);

  /// Start of dynamic shared memory, 128-byte aligned.
  [[nodiscard]] void* dynamic() { return dynamic_; }

  /// Fills everything with poison, so that a block finds nothing of the one before.
  void poison();
  /// To be called after each block. False where a thread wrote to the
  /// guard zone before or behind the dynamic part.
  [[nodiscard]] bool guards_hold();

 private:
  void learn_what_is_used();

  unsigned char poison_;
  std::size_t dynamic_bytes_;
  std::vector<unsigned char> storage_;
  unsigned char* dynamic_ = nullptr;
  std::span<unsigned char> static_;
  // A program holds many kernels, and a launch uses the static shared memory of one. So that small blocks do
  // not pay for all of it, only what blocks were seen to write is poisoned, and only the 1st, 2nd, 4th,
  // 8th... are watched.
  std::size_t used_begin_ = 0;
  std::size_t used_end_ = 0;
  std::size_t blocks_ = 0;
  bool watched_ = false;
};

}  // namespace rungs::simulator
