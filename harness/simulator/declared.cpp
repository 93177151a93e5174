#include "harness/simulator/declared.hpp"
#include <link.h>
#include <charconv>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include "harness/simulator/source_line.hpp"

namespace rungs::simulator {
namespace {

/// What __launch_bounds__ allows, from the section that it puts a kernel in: "rungs_bounds(256, 2) 0".
unsigned launch_bounds(std::string_view section) {
  constexpr std::string_view head = "rungs_bounds(";
  unsigned most = 0;
  if (!section.starts_with(head)) return 0;
  const auto [end, error] = std::from_chars(&section[head.size()], section.data() + section.size(), most);
  return error == std::errc() && (*end == ',' || *end == ')') ? most : 0;
}

/// Of the thread-local variables of a function: "_ZZ4tilePfE5cells" is of "_Z4tilePf". Functions of several
/// source files may have the same name; local symbols stand behind their file's.
Declared declared_in(const Symbols& symbols, std::uintptr_t function) {
  Declared found;
  std::string prefix;
  std::set<std::string_view> guarded;  // "_ZGV..." of those with an initialiser: names of dynamic shared memory
  unsigned file = 0;
  unsigned of_function = 0;  // 0: any
  for (const Elf64_Sym& symbol : symbols.all()) {
    file += ELF64_ST_TYPE(symbol.st_info) == STT_FILE ? 1 : 0;
    const std::string_view name = symbols.name(symbol);
    if (name.starts_with("_ZGVZ")) guarded.insert(name.substr(4));
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value == function && name.starts_with("_Z")) {
      prefix = "_ZZ" + std::string(name.substr(2)) + "E";
      of_function = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL ? file : 0;
      found.most_threads = launch_bounds(symbols.section(symbol));
    }
  }
  file = 0;
  for (const Elf64_Sym& symbol : symbols.all()) {
    file += ELF64_ST_TYPE(symbol.st_info) == STT_FILE ? 1 : 0;
    if (of_function != 0 && ELF64_ST_BIND(symbol.st_info) == STB_LOCAL && file != of_function) continue;
    const bool its =
        !prefix.empty() && ELF64_ST_TYPE(symbol.st_info) == STT_TLS && symbols.name(symbol).starts_with(prefix);
    if (!its || guarded.contains(symbols.name(symbol).substr(2))) continue;
    found.bytes += symbol.st_size;
    found.variables.push_back({symbol.st_value, symbol.st_size});
  }
  return found;
}

/// Sets `*result` to the calling thread's copy of the thread-local variables of the module at `*result`.
int find_thread_local(dl_phdr_info* module, std::size_t, void* result) {
  auto& place = *static_cast<std::uintptr_t*>(result);
  if (module->dlpi_addr != place) return 0;
  place = reinterpret_cast<std::uintptr_t>(module->dlpi_tls_data);
  return 1;
}

}  // namespace

const Declared& declared_by(std::uintptr_t kernel) {
  static std::mutex mutex;
  static std::map<std::uintptr_t, Declared> known;
  static std::map<std::string, Symbols> files;
  const std::lock_guard lock(mutex);
  const auto [one, is_new] = known.try_emplace(kernel);
  if (!is_new || kernel == 0) return one->second;
  const Module module = module_of(kernel);
  const Symbols& symbols = files.try_emplace(module.file, module.file).first->second;
  one->second = declared_in(symbols, kernel - module.base);
  one->second.module = module.base;
  return one->second;
}

std::vector<std::span<unsigned char>> Declared::of_this_thread() const {
  std::vector<std::span<unsigned char>> all;
  if (variables.empty()) return all;
  std::uintptr_t place = module;
  if (dl_iterate_phdr(find_thread_local, &place) == 0 || place == 0) return all;
  for (const auto& [offset, size] : variables) all.emplace_back(reinterpret_cast<unsigned char*>(place + offset), size);
  return all;
}

}  // namespace rungs::simulator
