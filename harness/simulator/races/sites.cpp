#include "harness/simulator/races/sites.hpp"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <span>

#include "harness/simulator/source_line.hpp"

extern "C" void* __tls_get_addr(std::size_t* module_and_offset);  // NOLINT(bugprone-reserved-identifier)

namespace rungs::simulator::races {
namespace {

constexpr std::uint32_t in_library = std::uint32_t{1} << 29U;
/// Sites are offsets from places half of their range before the first instruction that is seen.
constexpr std::uintptr_t half = in_library / 2;
const std::uintptr_t program_base = reinterpret_cast<std::uintptr_t>(&site_of) - half;
std::uintptr_t library_base = 0;  // variants are loaded from one library at most

/// A part of the program that has thread-local variables.
struct Module {
  std::string file;
  std::size_t number = 0;
  std::size_t bytes = 0;
};

std::vector<Module> modules() {
  std::vector<Module> found;
  const auto add = [](dl_phdr_info* info, std::size_t, void* all) {
    const std::string file = info->dlpi_name[0] == '\0' ? "/proc/self/exe" : info->dlpi_name;
    const bool systems = file.starts_with("/lib") || file.starts_with("/usr/");
    for (const auto& header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
      if (header.p_type == PT_TLS && !systems)
        static_cast<std::vector<Module>*>(all)->push_back({file, info->dlpi_tls_modid, header.p_memsz});
    }
    return 0;
  };
  dl_iterate_phdr(add, &found);
  return found;
}

}  // namespace

std::uint32_t site_of(const void* return_address) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(return_address) - 1;  // of the call
  if (address - program_base < in_library) return static_cast<std::uint32_t>(address - program_base);
  if (library_base == 0) library_base = address - half;
  return static_cast<std::uint32_t>(address - library_base) | in_library;
}

const std::string& line_of(std::uint32_t site) {
  static std::map<std::uint32_t, std::string> known;
  std::string& line = known[site];
  if (!line.empty()) return line;
  const std::uintptr_t offset = site & (in_library - 1);
  line = source_line(((site & in_library) != 0 ? library_base : program_base) + offset);
  return line.erase(0, line.rfind('/') + 1);
}

const std::string& name_of_kernel(const void* kernel) {
  static std::map<const void*, std::string> known;
  std::string& plain = known[kernel];  // without namespaces, template arguments and parameters
  if (!plain.empty()) return plain;
  const std::string name = function_name(reinterpret_cast<std::uintptr_t>(kernel));
  unsigned depth = 0;
  for (const char c : name.substr(0, name.find('('))) {
    depth += c == '<' ? 1 : 0;
    if (depth == 0) plain += c;
    depth -= c == '>' ? 1 : 0;
  }
  return plain.erase(0, plain.find_last_of(" :") + 1);
}

/// Reads the thread-local symbols of a module's file.
class Elf {
 public:
  explicit Elf(const Module& module) : module_(module) {
    std::ifstream file(module.file, std::ios::binary);
    const auto read = [&file](std::uint64_t from, auto* to, std::uint64_t bytes) {
      file.seekg(static_cast<std::streamoff>(from));
      file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(bytes));
    };
    Elf64_Ehdr header{};
    read(0, &header, sizeof header);
    std::vector<Elf64_Shdr> sections(header.e_shnum);
    read(header.e_shoff, sections.data(), sections.size() * sizeof(Elf64_Shdr));
    for (const Elf64_Shdr& section : sections) {
      if (section.sh_type != SHT_SYMTAB || !file) continue;
      symbols_.resize(section.sh_size / sizeof(Elf64_Sym));
      read(section.sh_offset, symbols_.data(), section.sh_size);
      names_.resize(sections[section.sh_link].sh_size);
      read(sections[section.sh_link].sh_offset, names_.data(), names_.size());
    }
  }

  ThreadLocals here() const {
    ThreadLocals locals;
    std::size_t place[2] = {module_.number, 0};
    locals.begin_ = reinterpret_cast<std::uintptr_t>(__tls_get_addr(place));
    locals.kinds_.resize(module_.bytes);
    for (const Elf64_Sym& symbol : symbols_) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF) continue;
      if (symbol.st_value + symbol.st_size > module_.bytes) continue;
      // _ZZ...E...: of a function; the harness's headers have some, too.
      const std::string_view name = &names_[symbol.st_name];
      const bool shared = name.starts_with("_ZZ") && !name.starts_with("_ZZN5rungs") &&
                          name.find("15rungs_simulator") == name.npos;
      const std::size_t number = locals.variables_.size();
      const auto kind = static_cast<std::uint16_t>(shared ? ThreadLocals::first_shared + number
                                                          : std::size_t{ThreadLocals::other});
      std::fill_n(locals.kinds_.begin() + static_cast<std::ptrdiff_t>(symbol.st_value), symbol.st_size, kind);
      if (!shared) continue;
      const std::uintptr_t begin = locals.begin_ + symbol.st_value;
      locals.variables_.push_back({begin, begin + symbol.st_size, std::string(last_part(name))});
    }
    return locals;
  }

 private:
  /// "words" of "_ZZN6reduceL4treeEvE5words".
  static std::string_view last_part(std::string_view name) {
    const std::size_t end = name.rfind('E');
    std::string_view rest = name.substr(end == name.npos ? 0 : end + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    return rest.substr(0, rest.rfind("_0"));
  }

  const Module& module_;
  std::vector<Elf64_Sym> symbols_;
  std::vector<char> names_;
};

const std::vector<ThreadLocals>& ThreadLocals::all() {
  static thread_local const std::vector<ThreadLocals> found = [] {
    std::vector<ThreadLocals> all;
    for (const Module& module : modules()) all.push_back(Elf(module).here());
    return all;
  }();
  return found;
}

const Variable* ThreadLocals::before(std::uintptr_t address) const {
  const Variable* last = nullptr;
  for (const Variable& one : variables_) {
    if (one.end <= address && (last == nullptr || one.end > last->end)) last = &one;
  }
  return last;
}

}  // namespace rungs::simulator::races
