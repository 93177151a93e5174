#include "harness/simulator/races/sites.hpp"
#include <link.h>
#include <algorithm>
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

struct WithLocals {
  std::string file;
  std::size_t number = 0;
  std::size_t bytes = 0;
};

std::vector<WithLocals> modules() {
  std::vector<WithLocals> found;
  const auto add = [](dl_phdr_info* info, std::size_t, void* all) {
    const std::string file = info->dlpi_name[0] == '\0' ? "/proc/self/exe" : info->dlpi_name;
    const bool systems = file.starts_with("/lib") || file.starts_with("/usr/");
    for (const auto& header : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
      if (header.p_type == PT_TLS && !systems)
        static_cast<std::vector<WithLocals>*>(all)->push_back({file, info->dlpi_tls_modid, header.p_memsz});
    }
    return 0;
  };
  dl_iterate_phdr(add, &found);
  return found;
}

/// "words" of "_ZZN6reduceL4treeEvE5words".
std::string last_part(std::string_view name) {
  std::size_t end = name.rfind('E');
  while (end != name.npos && end > 0 && (name[end + 1] < '1' || name[end + 1] > '9')) end = name.rfind('E', end - 1);
  std::string_view rest = name.substr(end == name.npos ? 0 : end + 1);
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
  return std::string(rest.substr(0, rest.rfind("_0")));
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

ThreadLocals::ThreadLocals(const std::string& file, std::size_t module, std::size_t bytes) : kinds_(bytes) {
  std::size_t place[2] = {module, 0};
  begin_ = reinterpret_cast<std::uintptr_t>(__tls_get_addr(place));
  const Symbols symbols(file);
  for (const Elf64_Sym& symbol : symbols.all()) {
    if (ELF64_ST_TYPE(symbol.st_info) != STT_TLS || symbol.st_shndx == SHN_UNDEF) continue;
    if (symbol.st_value + symbol.st_size > bytes) continue;
    // _ZZ...E...: of a function; the simulator's headers have some, too.
    const std::string_view name = symbols.name(symbol);
    const bool shared =
        name.starts_with("_ZZ") && !name.starts_with("_ZZN5rungs") && name.find("15rungs_simulator") == name.npos;
    const std::size_t number = variables_.size();
    const auto kind = static_cast<std::uint16_t>(shared ? first_shared + number : std::size_t{other});
    std::fill_n(kinds_.begin() + static_cast<std::ptrdiff_t>(symbol.st_value), symbol.st_size, kind);
    if (!shared) continue;
    const std::uintptr_t begin = begin_ + symbol.st_value;
    variables_.push_back({begin, begin + symbol.st_size, last_part(name)});
  }
}

const std::vector<ThreadLocals>& ThreadLocals::all() {
  static thread_local const std::vector<ThreadLocals> found = [] {
    std::vector<ThreadLocals> all;
    for (const auto& [file, module, bytes] : modules()) all.push_back(ThreadLocals(file, module, bytes));
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
