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

 private:
  std::vector<Elf64_Sym> all_;
  std::vector<char> names_;
};

}  // namespace rungs::simulator
