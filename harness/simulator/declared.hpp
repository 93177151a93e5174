// What a kernel declares: static shared memory, and launch bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rungs::simulator {

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
