// The static shared memory of a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rungs::simulator {

/// The `__shared__` variables that a kernel itself declares, in templates too.
struct StaticShared {
  struct Variable {
    std::size_t offset;  ///< in the module's thread-local storage
    std::size_t bytes;
  };
  std::size_t bytes = 0;  ///< of all; 0 if the program's symbols are not there
  std::vector<Variable> variables;
  std::uintptr_t module = 0;  ///< where it is loaded

  /// The calling OS thread's copies.
  [[nodiscard]] std::vector<std::span<unsigned char>> of_this_thread() const;
};
[[nodiscard]] const StaticShared& static_shared_of(std::uintptr_t kernel);

}  // namespace rungs::simulator
