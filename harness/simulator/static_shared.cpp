#include "harness/simulator/static_shared.hpp"

#include <elf.h>

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "harness/simulator/source_line.hpp"

namespace rungs::simulator {
namespace {

/// The symbols of a program's or a library's file.
class Symbols {
 public:
  explicit Symbols(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const auto read = [&file](std::uint64_t from, auto& to) {
      file.seekg(static_cast<std::streamoff>(from));
      file.read(reinterpret_cast<char*>(std::data(to)),
                static_cast<std::streamsize>(std::size(to) * sizeof(*std::data(to))));
    };
    std::vector<Elf64_Ehdr> header(1);
    read(0, header);
    std::vector<Elf64_Shdr> sections(file ? header[0].e_shnum : 0);
    read(header[0].e_shoff, sections);
    for (const Elf64_Shdr& section : sections) {
      if (!file || section.sh_type != SHT_SYMTAB) continue;
      all_.resize(section.sh_size / sizeof(Elf64_Sym));
      read(section.sh_offset, all_);
      names_.resize(sections[section.sh_link].sh_size);
      read(sections[section.sh_link].sh_offset, names_);
    }
  }

  /// Of the thread-local variables of a function: "_ZZ4tilePfE5cells" is of "_Z4tilePf".
  [[nodiscard]] std::size_t thread_local_bytes(std::uintptr_t function) const {
    std::string prefix;
    for (const Elf64_Sym& symbol : all_) {
      const std::string_view name = &names_[symbol.st_name];
      if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value == function && name.starts_with("_Z"))
        prefix = "_ZZ" + std::string(name.substr(2)) + "E";
    }
    std::size_t bytes = 0;
    for (const Elf64_Sym& symbol : all_) {
      const bool its = !prefix.empty() && ELF64_ST_TYPE(symbol.st_info) == STT_TLS &&
                       std::string_view(&names_[symbol.st_name]).starts_with(prefix);
      bytes += its ? symbol.st_size : 0;
    }
    return bytes;
  }

 private:
  std::vector<Elf64_Sym> all_;
  std::vector<char> names_;
};

}  // namespace

std::size_t static_shared_bytes(std::uintptr_t kernel) {
  static std::mutex mutex;
  static std::map<std::uintptr_t, std::size_t> known;
  static std::map<std::string, Symbols> files;
  const std::lock_guard lock(mutex);
  const auto [one, is_new] = known.emplace(kernel, 0);
  if (!is_new) return one->second;
  const Module module = module_of(kernel);
  const Symbols& symbols = files.try_emplace(module.file, module.file).first->second;
  return one->second = symbols.thread_local_bytes(kernel - module.base);
}

}  // namespace rungs::simulator
