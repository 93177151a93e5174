#include "harness/simulator/races/sites.hpp"

#include <elf.h>
#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <span>

extern "C" void* __tls_get_addr(std::size_t* module_and_offset);  // NOLINT(bugprone-reserved-identifier)

namespace rungs::simulator::races {
namespace {

constexpr std::uint32_t in_library = std::uint32_t{1} << 29U;

struct Module {
  std::uintptr_t base = 0;
  std::string file;
  std::size_t tls_module = 0;
  std::uintptr_t tls_image = 0;
  std::size_t tls_bytes = 0;
};

/// The program, then the libraries that it has loaded by now.
std::vector<Module> modules() {
  std::vector<Module> found;
  const auto add = [](dl_phdr_info* info, std::size_t, void* all) {
    auto& modules = *static_cast<std::vector<Module>*>(all);
    Module module{info->dlpi_addr, modules.empty() ? "/proc/self/exe" : info->dlpi_name};
    for (const auto& header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
      if (header.p_type != PT_TLS) continue;
      module.tls_module = info->dlpi_tls_modid;
      module.tls_image = header.p_vaddr;
      module.tls_bytes = header.p_memsz;
    }
    modules.push_back(module);
    return 0;
  };
  dl_iterate_phdr(add, &found);
  return found;
}

const Module& program() {
  static const Module first = modules().front();
  return first;
}

const std::uintptr_t program_base = program().base;

/// The module of an instruction outside of the program: variants are loaded from one library at most.
Module& library() {
  static Module loaded;
  return loaded;
}

const Module& module_of(std::uintptr_t address) {
  if (address - program().base < in_library) return program();
  if (library().base == 0) {
    for (Module& module : modules()) {
      if (module.base <= address && module.base > library().base) library() = std::move(module);
    }
  }
  return library();
}

std::vector<std::string> output_of(const std::string& command) {
  std::vector<std::string> lines;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  for (char line[4096]; pipe != nullptr && std::fgets(line, sizeof line, pipe.get()) != nullptr;)
    lines.emplace_back(line, std::string_view(line).find_first_of("\n"));
  return lines;
}

/// Pairs of lines, innermost first: a function, and a file with a line of it.
std::vector<std::string> frames(const Module& module, std::uintptr_t offset) {
  const std::string file = module.file == "/proc/self/exe"
                               ? fmt::format("/proc/{}/exe", static_cast<long>(::getpid()))
                               : module.file;
  return output_of(fmt::format("{} -f -C -i -e '{}' {:#x} 2>/dev/null", RUNGS_ADDR2LINE, file, offset));
}

bool is_of_harness(std::string_view file) {
  return file.starts_with("/usr/") || file.find("/rungs/simulator") != file.npos ||
         file.find("/simulator/include/") != file.npos || file.find("/include/rungs/") != file.npos;
}

std::string found_line(std::uint32_t site) {
  const bool loaded = (site & in_library) != 0;
  const auto lines = frames(loaded ? library() : program(), site & (in_library - 1));
  for (std::size_t i = 1; i < lines.size(); i += 2) {
    std::string file = lines[i].substr(0, lines[i].find(" ("));
    if (is_of_harness(file) && i + 2 < lines.size()) continue;
    return file.substr(file.rfind('/') + 1);
  }
  return "?";
}

}  // namespace

std::uint32_t site_of(const void* return_address) {
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(return_address) - 1;  // of the call
  if (address - program_base < in_library) return static_cast<std::uint32_t>(address - program_base);
  return (static_cast<std::uint32_t>(address - module_of(address).base) & (in_library - 1)) | in_library;
}

std::string line_of(std::uint32_t site) {
  static std::map<std::uint32_t, std::string> known;
  std::string& line = known[site];
  if (line.empty()) line = found_line(site);
  return line;
}

std::string name_of_function(const void* function) {
  const auto address = reinterpret_cast<std::uintptr_t>(function);
  const Module& module = module_of(address);
  static std::map<const void*, std::vector<std::string>> known;
  auto& lines = known[function];
  if (lines.empty()) lines = frames(module, address - module.base);
  if (lines.empty()) return "?";
  constexpr std::string_view nameless = "(anonymous namespace)::";
  std::string name = lines.front();
  for (auto at = name.find(nameless); at != name.npos; at = name.find(nameless)) name.erase(at, nameless.size());
  std::string plain;  // without template arguments
  unsigned depth = 0;
  for (const char c : name.substr(0, name.find('('))) {
    depth += c == '<' ? 1 : 0;
    if (depth == 0) plain += c;
    depth -= c == '>' ? 1 : 0;
  }
  return plain.substr(plain.find_last_of(" :") + 1);
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
    std::size_t place[2] = {module_.tls_module, 0};
    locals.begin_ = reinterpret_cast<std::uintptr_t>(__tls_get_addr(place));
    locals.kinds_.resize(module_.tls_bytes);
    for (const Elf64_Sym& symbol : symbols_) {
      if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF) continue;
      if (symbol.st_value + symbol.st_size > module_.tls_bytes) continue;
      // _ZZ...E...: of a function; the harness's headers have some, too.
      const std::string_view name = &names_[symbol.st_name];
      const bool shared = name.starts_with("_ZZ") && !name.starts_with("_ZZN5rungs");
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
    for (const Module& module : modules()) {
      const bool systems = module.file.starts_with("/lib") || module.file.starts_with("/usr/");
      if (module.tls_module != 0 && !systems) all.push_back(Elf(module).here());
    }
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
