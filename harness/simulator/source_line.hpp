// Where in the sources an instruction is, for messages; and the symbols of a program.
#pragma once

#include <elf.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rungs::simulator {

/// "cases/sum/gpu/tree.cu:31" of a program with line numbers (-g1), otherwise "reduce(float*)", the function. Of
/// inlined functions the innermost that is not of the simulator's or the system's headers. Slow: it asks addr2line.
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

/// The symbols of a program's or a library's file.
class Symbols {
 public:
  /// None if the file has none, or cannot be read.
  explicit Symbols(const std::string& path);

  [[nodiscard]] const std::vector<Elf64_Sym>& all() const { return all_; }
  [[nodiscard]] std::string_view name(const Elf64_Sym& symbol) const { return &names_[symbol.st_name]; }
  /// The name of the section that holds it; empty if it has none.
  [[nodiscard]] std::string_view section(const Elf64_Sym& symbol) const {
    return symbol.st_shndx < sections_.size() ? sections_[symbol.st_shndx] : std::string_view();
  }

 private:
  std::vector<Elf64_Sym> all_;
  std::vector<char> names_;
  std::vector<std::string> sections_;
};

}  // namespace rungs::simulator
