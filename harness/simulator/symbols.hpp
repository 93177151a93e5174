// The symbols of a program's or a library's file.
#pragma once

#include <elf.h>
#include <string>
#include <string_view>
#include <vector>

namespace rungs::simulator {

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
