#include "harness/simulator/static_shared.hpp"

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "harness/simulator/source_line.hpp"
#include "harness/simulator/symbols.hpp"

namespace rungs::simulator {
namespace {

/// Of the thread-local variables of a function: "_ZZ4tilePfE5cells" is of "_Z4tilePf". Functions of several
/// source files may have the same name; local symbols stand behind their file's.
std::size_t thread_local_bytes(const Symbols& symbols, std::uintptr_t function) {
  std::string prefix;
  unsigned file = 0;
  unsigned of_function = 0;  // 0: any
  for (const Elf64_Sym& symbol : symbols.all()) {
    file += ELF64_ST_TYPE(symbol.st_info) == STT_FILE ? 1 : 0;
    const std::string_view name = symbols.name(symbol);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_value == function && name.starts_with("_Z")) {
      prefix = "_ZZ" + std::string(name.substr(2)) + "E";
      of_function = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL ? file : 0;
    }
  }
  std::size_t bytes = 0;
  file = 0;
  for (const Elf64_Sym& symbol : symbols.all()) {
    file += ELF64_ST_TYPE(symbol.st_info) == STT_FILE ? 1 : 0;
    if (of_function != 0 && ELF64_ST_BIND(symbol.st_info) == STB_LOCAL && file != of_function) continue;
    const bool its = !prefix.empty() && ELF64_ST_TYPE(symbol.st_info) == STT_TLS &&
                     symbols.name(symbol).starts_with(prefix);
    bytes += its ? symbol.st_size : 0;
  }
  return bytes;
}

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
  return one->second = thread_local_bytes(symbols, kernel - module.base);
}

}  // namespace rungs::simulator
