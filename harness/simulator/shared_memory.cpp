#include "harness/simulator/shared_memory.hpp"
#include <link.h>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>
#include "harness/simulator/source_line.hpp"

// Defined by the linker if any object file has the section. They delimit the initial image of thread-local
// storage, not a thread's copy; null if no kernel has static shared memory.
extern "C" {
extern char __start_rungs_shared[] __attribute__((weak));  // NOLINT(bugprone-reserved-identifier)
extern char __stop_rungs_shared[] __attribute__((weak));   // NOLINT(bugprone-reserved-identifier)
}

namespace rungs::simulator {
namespace {

constexpr std::size_t alignment = 128;
constexpr std::size_t guard_before = 256;
constexpr std::size_t guard_behind = 4096;
constexpr unsigned char guard_byte = 0xC7;

bool all_are(const unsigned char* bytes, std::size_t count, unsigned char value) {
  return count == 0 || (bytes[0] == value && std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

// The same for all launches on an OS thread: arrays of `extern __shared__` are bound to it once (DynamicArray).
unsigned char* dynamic_of_thread() {
  constexpr std::size_t bytes = guard_before + most_dynamic_bytes + guard_behind;
  static thread_local const auto storage = std::make_unique_for_overwrite<unsigned char[]>(bytes + alignment);
  void* first = storage.get() + guard_before;
  std::size_t space = bytes + alignment - guard_before;
  return static_cast<unsigned char*>(std::align(alignment, bytes - guard_before, first, space));
}

// The section is in the thread-local image of one module. Kernels see the same offset in the calling thread's
// copy of that image.
int find_copy(dl_phdr_info* module, std::size_t, void* result) {
  const auto start = reinterpret_cast<std::uintptr_t>(__start_rungs_shared);
  for (const auto& header : std::span(module->dlpi_phdr, module->dlpi_phnum)) {
    if (header.p_type != PT_TLS) continue;
    const std::uintptr_t image = module->dlpi_addr + header.p_vaddr;
    if (start < image || start >= image + header.p_memsz || module->dlpi_tls_data == nullptr) continue;
    *static_cast<unsigned char**>(result) = static_cast<unsigned char*>(module->dlpi_tls_data) + (start - image);
    return 1;
  }
  return 0;
}

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

std::span<unsigned char> static_shared_memory() {
  const auto start = reinterpret_cast<std::uintptr_t>(__start_rungs_shared);
  const auto stop = reinterpret_cast<std::uintptr_t>(__stop_rungs_shared);
  if (start == 0 || start == stop) return {};
  unsigned char* copy = nullptr;
  dl_iterate_phdr(find_copy, static_cast<void*>(&copy));
  if (copy == nullptr) return {};
  return {copy, stop - start};
}

SharedMemory::SharedMemory(std::size_t dynamic_bytes, std::vector<std::span<unsigned char>> own, unsigned char poison)
    : poison_(poison),
      dynamic_bytes_(dynamic_bytes),
      dynamic_(dynamic_of_thread()),
      own_(std::move(own)),
      static_(static_shared_memory()) {
  std::fill_n(dynamic_ - guard_before, guard_before, guard_byte);
  std::fill_n(dynamic_ + dynamic_bytes, guard_behind, guard_byte);
}

void SharedMemory::poison() {
  std::memset(dynamic_, poison_, dynamic_bytes_);
  for (const auto& variable : own_) std::memset(variable.data(), poison_, variable.size());
  watched_ = std::has_single_bit(++blocks_);
  if (static_.empty()) return;
  if (watched_) {
    std::memset(static_.data(), poison_, static_.size());
  } else {
    std::memset(static_.data() + used_begin_, poison_, used_end_ - used_begin_);
  }
}

bool SharedMemory::guards_hold() {
  if (watched_ && !static_.empty()) learn_what_is_used();
  return all_are(dynamic_ - guard_before, guard_before, guard_byte) &&
         all_are(dynamic_ + dynamic_bytes_, guard_behind, guard_byte);
}

void SharedMemory::learn_what_is_used() {
  const auto written = [this](unsigned char byte) { return byte != poison_; };
  const auto first = std::ranges::find_if(static_, written);
  if (first == static_.end()) return;
  const auto last = std::find_if(static_.rbegin(), static_.rend(), written).base();
  const auto begin = static_cast<std::size_t>(first - static_.begin());
  const auto end = static_cast<std::size_t>(last - static_.begin());
  used_begin_ = used_end_ == 0 ? begin : std::min(used_begin_, begin);
  used_end_ = std::max(used_end_, end);
}

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
