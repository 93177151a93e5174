// Where in the program's sources an instruction is, and which of its thread-local variables are shared memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rungs::simulator::races {

/// An instruction in 30 bits: its place in the program, or in the library of variants that it loaded.
[[nodiscard]] std::uint32_t site_of(const void* return_address);
/// "tree.cu:31"
[[nodiscard]] const std::string& line_of(std::uint32_t site);
/// "tree"
[[nodiscard]] const std::string& name_of_kernel(const void* kernel);

/// A static variable in shared memory, in the calling OS thread's copy.
struct Variable {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  std::string name;
};

/// The calling OS thread's copy of thread-local memory of one module, byte by byte.
class ThreadLocals {
 public:
  enum : std::uint16_t { gap = 0, other = 1, first_shared = 2 };
  /// Of the program and of what it has loaded.
  static const std::vector<ThreadLocals>& all();

  [[nodiscard]] bool holds(std::uintptr_t address) const { return address - begin_ < kinds_.size(); }
  /// gap, other, or first_shared plus the number of a variable.
  [[nodiscard]] std::uint16_t kind(std::uintptr_t address) const {
    return holds(address) ? kinds_[address - begin_] : std::uint16_t{gap};
  }
  [[nodiscard]] const Variable& variable(std::uint16_t kind) const { return variables_[kind - first_shared]; }
  /// The shared variable that ends last before an address, or null.
  [[nodiscard]] const Variable* before(std::uintptr_t address) const;

 private:
  ThreadLocals(const std::string& file, std::size_t module, std::size_t bytes);

  std::uintptr_t begin_ = 0;
  std::vector<std::uint16_t> kinds_;
  std::vector<Variable> variables_;
};

}  // namespace rungs::simulator::races
