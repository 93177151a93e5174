// Where in the sources an instruction is, for messages.
#pragma once

#include <cstdint>
#include <string>

namespace rungs::simulator {

/// "cases/sum/gpu/tree.cu:31" of a program with line numbers (-g1), otherwise "reduce(float*)", the function.
/// Of inlined functions the innermost that is not of the simulator's or the system's headers. Slow: it asks
/// addr2line.
[[nodiscard]] std::string source_line(std::uintptr_t instruction);
/// "reduce(float*)"; "a kernel" if that is not known.
[[nodiscard]] std::string function_name(std::uintptr_t instruction);

/// The instructions of the module (program or library) that has a function.
struct Code {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
  [[nodiscard]] bool holds(std::uintptr_t instruction) const { return begin <= instruction && instruction < end; }
};
[[nodiscard]] Code code_of(std::uintptr_t function);

/// A program or a library, and where it is loaded.
struct Module {
  std::uintptr_t address = 0;  ///< an instruction of it
  std::uintptr_t base = 0;
  std::string file;
  Code code;
};
[[nodiscard]] Module module_of(std::uintptr_t address);

}  // namespace rungs::simulator
