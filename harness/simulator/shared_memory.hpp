// The shared memory of a block: poisoned before each block, with guard zones around the dynamic part; and what of it a
// kernel declares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rungs::simulator {

/// Static shared memory of all kernels of the program, in the calling OS thread's copy: all `__shared__` variables
/// except those in function templates (g++ ignores the section attribute there). Empty if there are none.
[[nodiscard]] std::span<unsigned char> static_shared_memory();

/// The most of it that a block can have.
inline constexpr std::size_t most_dynamic_bytes = 227 * 1024;

/// Shared memory of one OS thread during one launch. Create it on that thread.
class SharedMemory {
 public:
  /// `own`: the static shared memory that the kernel declares itself.
  SharedMemory(std::size_t dynamic_bytes, std::vector<std::span<unsigned char>> own, unsigned char poison);

  /// Start of dynamic shared memory, aligned to 128 bytes.
  [[nodiscard]] void* dynamic() { return dynamic_; }

  /// Fills all of it with poison, so that a block finds no values of the previous block.
  void poison();
  /// Call after each block. False if a thread wrote to a guard zone around the dynamic part.
  [[nodiscard]] bool guards_hold();

 private:
  void learn_what_is_used();

  unsigned char poison_;
  std::size_t dynamic_bytes_;
  unsigned char* dynamic_;
  const std::vector<std::span<unsigned char>> own_;
  std::span<unsigned char> static_;
  // A program has many kernels, and a launch uses the static shared memory of only one. To keep small blocks fast, only
  // the range that blocks have written so far is poisoned, and it is updated only after blocks 1, 2, 4, 8, ...
  std::size_t used_begin_ = 0;
  std::size_t used_end_ = 0;
  std::size_t blocks_ = 0;
  bool watched_ = false;
};

/// The `__shared__` variables that a kernel itself declares, in templates too; and its launch bounds.
struct Declared {
  struct Variable {
    std::size_t offset;  ///< in the module's thread-local storage
    std::size_t bytes;
  };
  std::size_t bytes = 0;  ///< of all variables; 0 if the program's symbols are not there
  std::vector<Variable> variables;
  unsigned most_threads = 0;  ///< a block may have, by __launch_bounds__; 0 if that is not known
  std::uintptr_t module = 0;  ///< where it is loaded

  /// The calling OS thread's copies.
  [[nodiscard]] std::vector<std::span<unsigned char>> of_this_thread() const;
};
[[nodiscard]] const Declared& declared_by(std::uintptr_t kernel);

}  // namespace rungs::simulator
